// Stock mlir-opt with the plugin has the dialect: it parses, verifies, prints and reads bytecode as tileiras-opt does.

// RUN: mlir-opt %load-plugin %s -o %t.stock
// RUN: tileiras-opt %s | diff - %t.stock
// RUN: FileCheck %s < %t.stock
// RUN: mlir-opt %load-plugin %s --emit-bytecode | tileiras-opt | diff - %t.stock
// RUN: tileiras-opt %s --emit-bytecode | mlir-opt %load-plugin | diff - %t.stock
// RUN: mlir-opt --load-dialect-plugin=%plugin %s | diff - %t.stock

// CHECK: nv_tileaa.launch_func @m::@k {{.*}} args(%{{.*}} : f32)

gpu.module @m { gpu.func @k(%a: f32) kernel { gpu.return } }
func.func @f(%i: index, %a: f32) {
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
  return
}
