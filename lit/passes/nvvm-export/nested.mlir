// Each gpu.module has the tuples of its own functions. gpu.kernel is kept, because launches require it.

// RUN: tileiras-opt --nvvm-export=legacy %s | FileCheck %s --check-prefix=LEGACY
// RUN: tileiras-opt --nvvm-export=legacy --nvvm-export=legacy %s | FileCheck %s --check-prefix=LEGACY
// RUN: tileiras-opt --pass-pipeline='builtin.module(gpu.module(nvvm-export{legacy}))' %s | FileCheck %s --check-prefix=LEGACY
// RUN: tileiras-opt --nvvm-export %s | FileCheck %s --check-prefix=UPSTREAM
// RUN: tileiras-opt --nvvm-export --convert-gpu-to-nvvm %s | FileCheck %s --check-prefix=LOWERED
// RUN: not tileiras-opt --pass-pipeline='builtin.module(gpu.module(gpu.func(nvvm-export{legacy})))' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: tileiras-opt --pass-pipeline='builtin.module(gpu.module(gpu.func(nvvm-export)))' %s | FileCheck %s --check-prefix=UPSTREAM

// LEGACY: module attributes {gpu.container_module} {
module attributes {gpu.container_module} {
  // LEGACY: gpu.module @m attributes {nvvm.annotations = {{\[}}[@k, "kernel", 1 : i32, "maxnreg", 64 : i32, "maxclusterrank", 8 : i32, "cluster_max_blocks", 8 : i32]]} {
  // LEGACY: gpu.func @k() kernel {
  // UPSTREAM: gpu.func @k() kernel attributes {nvvm.cluster_max_blocks = 8 : i32, nvvm.maxnreg = 64 : i32} {
  // LOWERED: llvm.func @k() attributes {gpu.kernel, nvvm.cluster_max_blocks = 8 : i32, nvvm.kernel, nvvm.maxnreg = 64 : i32}
  gpu.module @m {
    // ALONE: nested.mlir:[[#@LINE+1]]:5: error: 'gpu.func' op must be exported together with its module, which takes the tuples
    gpu.func @k() kernel attributes {nvvm.maxclusterrank = 8 : i32, nvvm.maxnreg = 64 : i32} { gpu.return }
  }
}
