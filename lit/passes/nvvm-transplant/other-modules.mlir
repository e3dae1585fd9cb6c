// Functions in a module of any dialect are visited. Facts that they cannot have are rejected.

// RUN: tileiras-opt --nvvm-transplant --split-input-file --verify-diagnostics %s | FileCheck %s

// CHECK: spirv.module @m Logical GLSL450 {
// CHECK-NEXT: spirv.func @k() "None" attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 64, 1, 1>}
module attributes {nvvm.annotations = [[@m::@k, "maxntidx", 64 : i32]]} {
  spirv.module @m Logical GLSL450 {
    spirv.func @k() "None" { spirv.Return }
  }
}

// -----

module attributes {nvvm.annotations = [[@m::@k, "kernel", 1 : i32]]} {
  spirv.module @m Logical GLSL450 {
    // expected-error@+1 {{'spirv.func' op 'kernel' in tuple 0 of 'nvvm.annotations' must be on a function that can be a kernel: 'llvm.func' or 'gpu.func'}}
    spirv.func @k() "None" { spirv.Return }
  }
}
