// The statistics and the help text of the pass.

// RUN: tileiras-opt --convert-gpu-to-nv-tileaa --mlir-pass-statistics %s -o /dev/null 2>&1 | FileCheck %s
// RUN: tileiras-opt --help | FileCheck %s --check-prefix=HELP

// CHECK: ConvertGPUToNVTileAA
// CHECK-NEXT: (S) 2 launches-converted - Number of launches converted
// HELP: --convert-gpu-to-nv-tileaa - Lower gpu.launch_func to nv_tileaa.launch_func

module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index) {
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    return
  }
}
