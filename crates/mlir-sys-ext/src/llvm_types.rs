//! The types of the functions about LLVM modules.

use mlir_sys::MlirStringRef;
use std::ffi::{c_uint, c_void};

/// An LLVM module with its context.
#[repr(C)]
pub struct TileirasLLVMModule {
    _opaque: [u8; 0],
}

/// Why LLVM IR cannot be parsed.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasLLVMParseErrorKind {
    /// An error of the bitcode reader.
    Bitcode,
    /// The bitcode already has named metadata with the reserved name.
    ReservedName,
    /// An error of the parser, with line and column.
    Text,
    /// An error of the verifier.
    Verifier,
    /// A function has no name.
    UnnamedFunction,
    /// A crash, with the message of LLVM's fatal error, which may be empty.
    Crash,
    /// A stack overflow.
    StackOverflow,
}

/// Why and where LLVM IR cannot be parsed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasLLVMParseError {
    /// The kind of error.
    pub kind: TileirasLLVMParseErrorKind,
    /// The line, from 1; 0 if unknown.
    pub line: c_uint,
    /// The column, from 1; 0 if unknown.
    pub column: c_uint,
    /// The message of LLVM; empty if it has none.
    pub message: MlirStringRef,
    /// The function that is not valid; empty if it is unknown.
    pub function: MlirStringRef,
}

/// A call whose type differs from that of the function that it names.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TileirasLLVMCall {
    /// The function with the call.
    pub caller: MlirStringRef,
    /// The function that is called.
    pub callee: MlirStringRef,
    /// An attribute of the call that changes how a value is passed.
    pub attribute: MlirStringRef,
    /// The file of the debug location; empty if there is none.
    pub file: MlirStringRef,
    /// The line of the debug location.
    pub line: c_uint,
    /// The column of the debug location.
    pub column: c_uint,
}

/// Receives a parse error.
pub type TileirasLLVMParseErrorVisitor = unsafe extern "C" fn(*const TileirasLLVMParseError, *mut c_void);

/// What has an attribute or metadata.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasLLVMHolder {
    /// A function.
    Function,
    /// The result of a function.
    Result,
    /// A parameter.
    Parameter,
    /// A global variable.
    Variable,
    /// An instruction.
    Instruction,
}

/// An attribute or metadata of a part of a module.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasLLVMStatement {
    /// What has it.
    pub holder: TileirasLLVMHolder,
    /// The variable or the function.
    pub symbol: MlirStringRef,
    /// The index of a parameter, from 1 on.
    pub index: c_uint,
    /// The name of the attribute, or the kind of the metadata.
    pub name: MlirStringRef,
    /// The file of the debug location of an instruction; empty if there is none.
    pub file: MlirStringRef,
    /// The line of the debug location.
    pub line: c_uint,
    /// The column of the debug location.
    pub column: c_uint,
}

/// Receives an attribute or metadata.
pub type TileirasLLVMStatementVisitor = unsafe extern "C" fn(*const TileirasLLVMStatement, *mut c_void);

/// Receives the name of a function and the alignment of its result in bytes.
pub type TileirasAlignmentVisitor = unsafe extern "C" fn(MlirStringRef, u64, *mut c_void);
