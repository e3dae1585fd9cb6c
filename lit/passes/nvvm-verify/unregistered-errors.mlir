// A kernel in an operation that is not registered is checked, too. Annotations are read on modules only.

// RUN: tileiras-opt --allow-unregistered-dialect --nvvm-verify %s --split-input-file --verify-diagnostics
// RUN: tileiras-opt --allow-unregistered-dialect --nvvm-transplant %s | FileCheck %s

// CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, {{.*}}nvvm.maxnreg = 32
"my.module"() ({
  // expected-error@+2 {{'llvm.func' op 'nvvm.cluster_dim' must ask for at most 16 CTAs, got 64 [cluster-hardware-cap]}}
  // expected-warning@+1 {{'llvm.func' op legacy key 'nvvm.maxnreg' remains}}
  llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 64, 1, 1>, passthrough = [["nvvm.maxnreg", "32"]]}
  "my.region"() ({
    gpu.module @m {
      // expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must ask for at most 1024 threads in x, got 2048 [cta-thread-cap]}}
      llvm.func @deeper() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 2048>}
    }
  }) : () -> ()
}) : () -> ()

// -----

// expected-warning@+1 {{'my.module' op 'nvvm.annotations' is read on a module only, and this operation is none [unknown-launch-attribute]}}
"my.module"() ({
  llvm.func @k()
}) {nvvm.annotations = [[@k, "kernel", 1 : i32]]} : () -> ()
