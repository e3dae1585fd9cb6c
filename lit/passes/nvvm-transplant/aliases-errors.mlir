// Aliases that cannot be resolved to a function. A tuple that names one is rejected, not dropped.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// Two aliases of each other.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 must name a function, but the alias @a cannot be resolved to one}}
module attributes {nvvm.annotations = [[@a, "kernel", 1 : i32]]} {
  llvm.mlir.alias external @a : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @b : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.alias external @b : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @a : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
}

// -----

// A launch fact must not be on an alias of a global.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 has the launch key 'kernel', which must be on a function, but @a is 'llvm.mlir.global'}}
module attributes {nvvm.annotations = [[@a, "kernel", 1 : i32]]} {
  llvm.mlir.global internal @g(0 : i32) : i32
  llvm.mlir.alias external @a : i32 {
    %0 = llvm.mlir.addressof @g : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
}
