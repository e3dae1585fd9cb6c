// A kernel must not have a result. Other functions may have one.

// RUN: tileiras-opt --nvvm-verify %s --verify-diagnostics

// expected-error@+1 {{'llvm.func' op must be a function without results to be a kernel, got 1 [kernel-result]}}
llvm.func @k() -> i32 attributes {nvvm.kernel}
// expected-error@+1 {{'llvm.func' op must be a function without results to be a kernel, got 1 [kernel-result]}}
llvm.func ptx_kernelcc @convention() -> i32
llvm.func @function() -> i32
llvm.func @void() attributes {nvvm.kernel}
