// No translation carries the known sizes of a kernel. Where no fact states them, each translation reports them.

// RUN: tileiras-translate --mlir-to-llvmir %s --verify-diagnostics
// RUN: tileiras-translate --export-nvvm %s --verify-diagnostics
// RUN: tileiras-translate --export-nvvm-legacy %s --verify-diagnostics
// RUN: tileiras-translate --export-nvvm %s 2>/dev/null | FileCheck %s

// CHECK-NOT: known
// expected-warning@+1 {{'llvm.func' op 'known_block_size' of @ignored is unknown to upstream's translation and is dropped: state 'nvvm.reqntid'}}
llvm.func @ignored() attributes {known_block_size = array<i32: 128, 1, 1>, nvvm.kernel} { llvm.return }
llvm.func @stated() attributes {gpu.known_block_size = array<i32: 128, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} { llvm.return }
llvm.func @helper() attributes {gpu.known_block_size = array<i32: 128, 1, 1>} { llvm.return }
