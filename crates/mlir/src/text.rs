//! Strings that MLIR owns.
//!
//! MLIR's strings are bytes: they may be empty and need not be UTF-8, and both are cases that a `str` view gets wrong.
//! Names are therefore compared as bytes and only made text, lossily, for messages.

use mlir_sys::MlirStringRef;
use std::borrow::Cow;

/// A string for a call into MLIR.
#[must_use]
pub const fn raw(text: &str) -> MlirStringRef {
    raw_bytes(text.as_bytes())
}

/// Bytes for a call into MLIR; they need not be text.
#[must_use]
pub const fn raw_bytes(bytes: &[u8]) -> MlirStringRef {
    MlirStringRef { data: bytes.as_ptr().cast(), length: bytes.len() }
}

/// The bytes of a string that MLIR returned.
///
/// # Safety
/// The string must be valid for `'a`; those of attributes and identifiers live as long as their context.
#[must_use]
pub const unsafe fn bytes<'a>(string: MlirStringRef) -> &'a [u8] {
    if string.length == 0 {
        return &[];
    }
    // SAFETY: the caller vouches for pointer and length.
    unsafe { std::slice::from_raw_parts(string.data.cast(), string.length) }
}

/// Bytes as text for a message.
#[must_use]
pub fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Collects what an MLIR printer prints.
pub fn collect(print: impl FnOnce(mlir_sys::MlirStringCallback, *mut std::ffi::c_void)) -> String {
    unsafe extern "C" fn append(part: MlirStringRef, target: *mut std::ffi::c_void) {
        // SAFETY: `target` is the vector below, and `part` is valid during the call.
        unsafe { (*target.cast::<Vec<u8>>()).extend_from_slice(bytes(part)) }
    }
    let mut printed = Vec::<u8>::new();
    print(Some(append), (&raw mut printed).cast());
    String::from_utf8(printed).unwrap_or_else(|error| lossy(error.as_bytes()).into_owned())
}
