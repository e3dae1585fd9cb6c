// Diagnostics of passes in the plugin are those of tileiras-opt.

// RUN: mlir-opt %load-plugin --pass-pipeline='builtin.module(nvvm-transplant,nvvm-verify)' %s --split-input-file --verify-diagnostics
// RUN: not mlir-opt %load-plugin --pass-pipeline='builtin.module(nvvm-transplant{on-conflict=first})' %s 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not mlir-opt %load-plugin --pass-pipeline='builtin.module(nvvm-verify{chip=sm_9O})' %s 2>&1 | FileCheck %s --check-prefix=CHIP
// VALUE: for the --on-conflict option: Cannot find option named 'first'!
// CHIP: error: nvvm-verify: unknown chip 'sm_9O', did you mean 'sm_90'?

// A conflict.
module attributes {nvvm.annotations = [[@k, "maxnreg", 64 : i32]]} {
  // expected-error@+3 {{'llvm.func' op 'nvvm.maxnreg' has conflicting values: 32 and 64}}
  // expected-note@+2 {{32 from 'nvvm.maxnreg'}}
  // expected-note@+1 {{64 from 'maxnreg' in tuple 0 of 'nvvm.annotations'}}
  llvm.func @k() attributes {nvvm.maxnreg = 32 : i32}
}

// -----

// A violation.
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must ask for at most 16 CTAs, got 32 [cluster-hardware-cap]}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 32, 1, 1>, nvvm.kernel}
