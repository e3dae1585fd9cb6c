// disable= disables one or more rules, and rejects an unknown rule name.

// RUN: tileiras-opt --nvvm-verify='form=canonical disable=cluster-dim-arity,unit-shape,unknown-launch-attribute' %s --verify-diagnostics
// RUN: tileiras-opt --pass-pipeline='builtin.module(nvvm-verify{form=canonical disable=cluster-dim-arity,unit-shape,unknown-launch-attribute})' %s --verify-diagnostics
// RUN: not tileiras-opt --nvvm-verify='form=canonical disable=cluster-dim-arity' %s -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: [cluster-dim-arity]
// CHECK: error: 'llvm.func' op 'nvvm.kernel' must be a unit attribute, got 1 : i32 [unit-shape]
// CHECK-NOT: [cluster-dim-arity]
// CHECK: warning: {{.*}} [unknown-launch-attribute]

// RUN: not tileiras-opt --nvvm-verify='disable=dim-shap' %s 2>&1 | FileCheck %s --check-prefix=SLIP
// SLIP: error: nvvm-verify: unknown rule 'dim-shap', did you mean 'dim-shape'?
// RUN: not tileiras-opt --nvvm-verify='disable=unit-shape,bogus' %s 2>&1 | FileCheck %s --check-prefix=BOGUS
// BOGUS: error: nvvm-verify: unknown rule 'bogus'; the rules are dim-shape, cluster-dim-arity,

llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2>, nvvm.kernel = 1 : i32, nvvm.max_nreg = 64 : i32}
