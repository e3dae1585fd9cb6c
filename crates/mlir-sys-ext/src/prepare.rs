//! The types of `shim/Shim.h` for the step before MLIR's parser, with its names and layouts.

use crate::types::TileirasTextSink;
use mlir_sys::{MlirContext, MlirDialectRegistry, MlirStringRef};
use std::ffi::c_void;

/// Receives an error at a byte of an input, with its message.
pub type TileirasFaultSink = unsafe extern "C" fn(position: usize, message: MlirStringRef, sink_data: *mut c_void);

/// Looks at an input of MLIR. Passes each of its errors to the second sink, or, if it has none and MLIR should read
/// another text, that text to the first. Either context or registry is null.
pub type TileirasPrepare = unsafe extern "C" fn(
    MlirStringRef,
    MlirContext,
    MlirDialectRegistry,
    TileirasTextSink,
    TileirasFaultSink,
    *mut c_void,
);

/// What an operation does with an attribute.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TileirasDeclaration {
    /// It does not declare the attribute, or is not registered.
    Undeclared,
    /// It declares the attribute, and keeps the value.
    Declared,
    /// It declares the attribute, and drops the value.
    Dropped,
}
