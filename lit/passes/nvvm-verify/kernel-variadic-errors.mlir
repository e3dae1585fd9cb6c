// A kernel must not be variadic. Other functions may be.

// RUN: tileiras-opt --nvvm-verify %s --verify-diagnostics

// expected-error@+1 {{'llvm.func' op must not be variadic to be a kernel [kernel-variadic]}}
llvm.func @k(%n: i32, ...) attributes {nvvm.kernel} { llvm.return }
// expected-error@+1 {{'llvm.func' op must not be variadic to be a kernel [kernel-variadic]}}
llvm.func ptx_kernelcc @convention(...)
llvm.func @function(i32, ...)
