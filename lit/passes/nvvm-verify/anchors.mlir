// The pass runs on a module, on a gpu.module alone, and on a function, and checks only what is in it.

// RUN: not tileiras-opt --pass-pipeline='builtin.module(gpu.module(nvvm-verify{form=canonical}))' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=INNER --implicit-check-not=unit-shape
// RUN: not tileiras-opt --pass-pipeline='builtin.module(llvm.func(nvvm-verify{form=canonical}))' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUNC --implicit-check-not=cluster-dim-arity
// INNER: [cluster-dim-arity]
// FUNC: [unit-shape]

llvm.func @k() attributes {nvvm.kernel = true}
gpu.module @m {
  gpu.func @l() kernel attributes {nvvm.cluster_dim = array<i32: 2>} { gpu.return }
}
