// A discardable attribute whose name is not UTF-8 is preserved.

// RUN: tileiras-opt --convert-gpu-to-nv-tileaa %s | FileCheck %s
// RUN: tileiras-opt --convert-gpu-to-nv-tileaa %s | tileiras-opt | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index) {
    // CHECK: nv_tileaa.launch_func @m::@k {{.*}} {"\FE" = 2 : i32, "\FF" = 1 : i32}
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {"\FF" = 1 : i32, "\FE" = 2 : i32}
    return
  }
}
