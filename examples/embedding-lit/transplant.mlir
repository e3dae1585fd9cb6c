// The launch facts of this kernel become canonical attributes.

// REQUIRES: tileiras
// RUN: %tileiras-opt --nvvm-launch %s | grep -F "nvvm.maxntid = array<i32: 128, 1, 1>"

llvm.func @k() attributes {nvvm.kernel, nvvm.maxntidx = 128 : i32} {
  llvm.return
}
