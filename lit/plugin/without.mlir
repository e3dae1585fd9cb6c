// Stock mlir-opt has neither the passes nor the dialect. The pass plugin alone is enough for the lowering.

// RUN: not mlir-opt --pass-pipeline='builtin.module(nvvm-transplant)' %s 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: mlir-opt --load-pass-plugin=%plugin --pass-pipeline='builtin.module(convert-gpu-to-nv-tileaa)' %s | FileCheck %s
// RUN: mlir-opt --load-pass-plugin=%plugin --pass-pipeline='builtin.module(convert-gpu-to-nv-tileaa)' %s -o %t.mlir
// RUN: not mlir-opt %t.mlir 2>&1 | FileCheck %s --check-prefix=DIALECT

// PASS: 'nvvm-transplant' does not refer to a registered pass or pass pipeline
// CHECK: nv_tileaa.launch_func @m::@k
// DIALECT: Dialect `nv_tileaa' not found for custom op 'nv_tileaa.launch_func'

module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index) {
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    return
  }
}
