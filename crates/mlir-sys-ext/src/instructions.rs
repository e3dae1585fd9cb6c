//! Instructions of LLVM IR: Instructions.cpp.

use std::ffi::{c_uint, c_void};

use mlir_sys::MlirStringRef;

use crate::llvm_types::TileirasLLVMModule;

/// Where an instruction of LLVM IR is. A line or column is 0 if it is unknown.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasInstruction {
    /// The line of its function in the text.
    pub function_line: c_uint,
    /// The line in the text.
    pub line: c_uint,
    /// The column in the text.
    pub column: c_uint,
    /// The file of its debug location; empty if it has none.
    pub file: MlirStringRef,
    /// The line of its debug location.
    pub source_line: c_uint,
    /// The column of its debug location.
    pub source_column: c_uint,
}

#[allow(missing_docs, reason = "documented in shim/Shim.h, which these mirror")]
unsafe extern "C" {
    pub fn tileirasLLVMNumberInstructions(
        module: *mut TileirasLLVMModule,
        text: MlirStringRef,
        file: MlirStringRef,
        visit: unsafe extern "C" fn(*const TileirasInstruction, *mut c_void),
        data: *mut c_void,
    );
    pub fn tileirasLLVMIntrinsicCalls(
        module: *const TileirasLLVMModule,
        visit: unsafe extern "C" fn(MlirStringRef, c_uint, *mut c_void),
        data: *mut c_void,
    );
}
