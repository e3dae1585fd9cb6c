// A tuple that names an alias applies to the aliased function or global.

// RUN: tileiras-opt --nvvm-transplant %s | FileCheck %s

// CHECK: module attributes {nvvm.annotations = {{\[\[}}@alias, "local_maxnreg", 16 : i32], [@global_alias, "managed", 1 : i32]]} {
module attributes {nvvm.annotations = [
  [@alias, "kernel", 1 : i32, "local_maxnreg", 16 : i32], [@alias_of_alias, "maxntidx", 128 : i32],
  [@cast, "minctasm", 2 : i32], [@global_alias, "managed", 1 : i32]
]} {
  // CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32}
  llvm.func @k() { llvm.return }
  llvm.mlir.global internal @g(0 : i32) : i32

  llvm.mlir.alias external @alias : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @k : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.alias external @alias_of_alias : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @alias : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.alias external @cast : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @k : !llvm.ptr
    %1 = llvm.addrspacecast %0 : !llvm.ptr to !llvm.ptr<1>
    llvm.return %1 : !llvm.ptr<1>
  }
  llvm.mlir.alias external @global_alias : i32 {
    %0 = llvm.mlir.addressof @g : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
}
