// on-conflict=keep: the attribute, or else the earlier value, is kept, and a remark reports the discarded value.

// RUN: tileiras-opt --nvvm-transplant=on-conflict=keep %s --verify-diagnostics | FileCheck %s

// CHECK: module {
module attributes {nvvm.annotations = [
  [@scalar, "maxnreg", 32 : i32], [@scalar, "maxnreg", 64 : i32],
  [@attribute, "minctasm", 4 : i32],
  [@axis, "maxntidx", 128 : i32, "maxntidy", 4 : i32],
  [@denied, "kernel", 0 : i32, "kernel", 1 : i32]
]} {
  // CHECK: llvm.func @scalar() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.maxnreg' has conflicting values: 32 and 64; 64 from 'maxnreg' in tuple 1 of 'nvvm.annotations' is discarded}}
  llvm.func @scalar()

  // CHECK: llvm.func @attribute() attributes {nvvm.annotations_transplanted, nvvm.minctasm = 2 : i32}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.minctasm' has conflicting values: 2 and 4; 4 from 'minctasm' in tuple 2 of 'nvvm.annotations' is discarded}}
  llvm.func @attribute() attributes {nvvm.minctasm = 2 : i32}

  // CHECK: llvm.func @axis() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 2, 1>}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.maxntid' has conflicting values in y: 2 and 4; 4 from 'maxntidy' in tuple 3 of 'nvvm.annotations' is discarded}}
  llvm.func @axis() attributes {nvvm.maxntid = array<i32: 128, 2>}

  // CHECK: llvm.func @string() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.maxnreg' has conflicting values: 32 and 64; 64 from 'nvvm.maxnreg' in 'passthrough' is discarded}}
  llvm.func @string() attributes {nvvm.maxnreg = 32 : i32, passthrough = [["nvvm.maxnreg", "64"]]}

  // The earlier value is 0, so the function is not a kernel.
  // CHECK: llvm.func @denied() attributes {nvvm.annotations_transplanted}
  // expected-remark@+2 {{'llvm.func' op 'kernel' in tuple 4 of 'nvvm.annotations' is 0: the fact does not hold}}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.kernel' has conflicting values: false and true; true from 'kernel' in tuple 4 of 'nvvm.annotations' is discarded}}
  llvm.func @denied()
}
