// A launch fact must be on a function. A tuple that states one for another symbol is rejected.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// A global of another dialect.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 has the launch key 'kernel', which must be on a function, but @g is 'memref.global'}}
module attributes {nvvm.annotations = [[@g, "kernel", 1 : i32]]} {
  memref.global @g : memref<i32>
}

// -----

// A module.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 has the launch key 'maxnreg', which must be on a function, but @m is 'gpu.module'}}
module attributes {nvvm.annotations = [[@m, "maxnreg", 32 : i32]]} {
  gpu.module @m {}
}
