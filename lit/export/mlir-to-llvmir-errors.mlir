// If upstream's translation fails without a message, an error gives the reason.

// RUN: tileiras-translate --mlir-to-llvmir --verify-diagnostics --split-input-file %s

// expected-error @+1 {{'builtin.module' op 'nvvm.annotations' has no translation to LLVM IR: 'nvvm-transplant' reads it, and 'tileiras-translate --export-nvvm' carries what stays}}
module attributes {nvvm.annotations = [[@k, "local_maxnreg", 64 : i32]]} {
  llvm.func @k()
}

// -----

// expected-error @+1 {{'llvm.mlir.global' op 'nvvm.managed' has no translation to LLVM IR: the NVVM dialect has attributes of functions only}}
llvm.mlir.global external @g() {nvvm.managed} : i64

// -----

// Errors that upstream reports are not reported again.
// expected-error @+1 {{cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: func.func}}
func.func @f() { return }
