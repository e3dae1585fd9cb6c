// on-conflict=last: the later value is kept, as in LLVM's upgrade, and a remark reports the discarded value.

// RUN: tileiras-opt --nvvm-transplant=on-conflict=last %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: module {
module attributes {nvvm.annotations = [
  [@scalar, "maxnreg", 32 : i32], [@scalar, "maxnreg", 64 : i32],
  [@names, "maxclusterrank", 8 : i32, "cluster_max_blocks", 4 : i32],
  [@over_attribute, "minctasm", 4 : i32],
  [@axis, "maxntidy", 4 : i32],
  [@fills, "maxntidy", 2 : i32]
]} {
  // CHECK: llvm.func @scalar() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 64 : i32}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.maxnreg' has conflicting values: 32 and 64; 32 from 'maxnreg' in tuple 0 of 'nvvm.annotations' is discarded}}
  llvm.func @scalar()

  // CHECK: llvm.func @names() attributes {nvvm.annotations_transplanted, nvvm.maxclusterrank = 4 : i32}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.maxclusterrank' has conflicting values: 8 and 4; 8 from 'maxclusterrank' in tuple 2 of 'nvvm.annotations' is discarded}}
  llvm.func @names()

  // CHECK: llvm.func @over_attribute() attributes {nvvm.annotations_transplanted, nvvm.minctasm = 4 : i32}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.minctasm' has conflicting values: 2 and 4; 2 from 'nvvm.minctasm' is discarded}}
  llvm.func @over_attribute() attributes {nvvm.minctasm = 2 : i32}

  // CHECK: llvm.func @axis() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 4, 2>}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.maxntid' has conflicting values in y: 2 and 4; 2 from 'nvvm.maxntid' is discarded}}
  llvm.func @axis() attributes {nvvm.maxntid = array<i32: 128, 2, 2>}

  // CHECK: llvm.func @fills() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 2, 1>}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.maxntid' has conflicting values in y: 1 and 2; 1 from 'nvvm.maxntid' is discarded}}
  llvm.func @fills() attributes {nvvm.maxntid = array<i32: 128, 1>}

  // An attribute overrides the passthrough string of the same name, as in upstream's translation.
  // CHECK: llvm.func @string() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.maxnreg' has conflicting values: 64 and 32; 64 from 'nvvm.maxnreg' in 'passthrough' is discarded}}
  llvm.func @string() attributes {nvvm.maxnreg = 32 : i32, passthrough = [["nvvm.maxnreg", "64"]]}
}

// -----

// A flag that is set remains set, as in LLVM's upgrade, in either order.
// CHECK: module {
module attributes {nvvm.annotations = [
  [@set_first, "kernel", 1 : i32], [@set_first, "kernel", 0 : i32],
  [@set_last, "kernel", 0 : i32], [@set_last, "kernel", 1 : i32]
]} {
  // CHECK: llvm.func @set_first() attributes {nvvm.annotations_transplanted, nvvm.kernel}
  // expected-remark@+2 {{'llvm.func' op 'kernel' in tuple 1 of 'nvvm.annotations' is 0: the fact does not hold}}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.kernel' has conflicting values: true and false; false from 'kernel' in tuple 1 of 'nvvm.annotations' is discarded}}
  llvm.func @set_first()
  // CHECK: llvm.func @set_last() attributes {nvvm.annotations_transplanted, nvvm.kernel}
  // expected-remark@+2 {{'llvm.func' op 'kernel' in tuple 2 of 'nvvm.annotations' is 0: the fact does not hold}}
  // expected-remark@+1 {{'llvm.func' op 'nvvm.kernel' has conflicting values: false and true; false from 'kernel' in tuple 2 of 'nvvm.annotations' is discarded}}
  llvm.func @set_last()
}
