// A func.func in a gpu.module is no kernel. Its lowering adds a function for C with the same attributes, of which no fact is one.

// RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o %t.ptx 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx

gpu.module @m {
  // CHECK: func-func.mlir:[[#@LINE+1]]:3: warning: 'llvm.func' op 'nvvm.maxntid' is ignored on a function that is no kernel [launch-fact-on-function]
  func.func @f() attributes {nvvm.maxntid = array<i32: 128>} { return }
  // CHECK-NOT: {{error|warning}}:
  gpu.func @k() kernel { gpu.return }
}

// PTX-NOT: .maxntid
// PTX: .visible .entry k()
// PTX-NOT: .maxntid
