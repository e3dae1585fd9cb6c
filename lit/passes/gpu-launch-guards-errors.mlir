// What gpu-launch-guards refuses. Nothing is inserted.

// RUN: tileiras-opt %s --gpu-launch-guards --split-input-file --verify-diagnostics
// RUN: not tileiras-opt %s --pass-pipeline='builtin.module(gpu-launch-guards{chip=sm_1})' 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: unknown chip 'sm_1'

// A fact in a legacy carrier would not be checked.
module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-note @below {{the kernel is here}}
    llvm.func @k() attributes {gpu.kernel, nvvm.kernel, passthrough = [["nvvm.maxntid", "64"]]} { llvm.return }
  }
  func.func @host(%n: index) {
    // expected-error @below {{'gpu.launch_func' op kernel '@m::@k' must have canonical launch facts, and 'nvvm.maxntid' is not: run nvvm-transplant first}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

// Every launch is reported.
module attributes {gpu.container_module, nvvm.annotations = [[@m::@k, "reqntidx", 64 : i32]]} {
  gpu.module @m attributes {nvvm.annotations = [[@k, "reqntidx", 64 : i32]]} {
    // expected-note @below {{the kernel is here}}
    llvm.func @k() attributes {gpu.kernel, nvvm.kernel} { llvm.return }
  }
  func.func @host(%n: index) {
    // expected-error @below {{kernel '@m::@k' must have canonical launch facts, and 'nvvm.reqntid' is not: run nvvm-transplant first}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    // expected-error @below {{kernel '@m::@k' must have canonical launch facts, and 'nvvm.reqntid' is not: run nvvm-transplant first}}
    nv_tileaa.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
