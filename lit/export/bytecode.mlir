// The reader of bytecode loads no dialect for the names of attributes, and upstream's translation drops the attributes of a
// dialect that is not loaded: all launch facts, without a diagnostic. tileiras-translate loads the dialect.

// RUN: mlir-opt --emit-bytecode %s | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=UPSTREAM
// RUN: mlir-opt --emit-bytecode %s -o %t.mlirbc
// RUN: tileiras-translate --mlir-to-llvmir %t.mlirbc | FileCheck %s
// RUN: tileiras-translate --export-nvvm %t.mlirbc | FileCheck %s
// RUN: tileiras-translate --export-nvvm-legacy %t.mlirbc | FileCheck %s --check-prefix=LEGACY

// UPSTREAM: define void @k() {
// CHECK: define ptx_kernel void @k() #[[K:[0-9]+]]
// CHECK: attributes #[[K]] = { "nvvm.maxnreg"="64" }
// LEGACY: !{ptr @k, !"kernel", i32 1, !"maxnreg", i32 64}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = 64 : i32} { llvm.return }
