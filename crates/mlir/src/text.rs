//! Conversion of strings from and to MLIR.
//!
//! A string of MLIR may be empty, with a null pointer, and need not be UTF-8. Names are therefore compared as bytes,
//! and converted to text with replacement characters for messages only.

use mlir_sys::MlirStringRef;
use std::borrow::Cow;

/// A string as an argument of the C API.
#[must_use]
pub const fn raw(text: &str) -> MlirStringRef {
    raw_bytes(text.as_bytes())
}

/// Bytes as an argument of the C API. They need not be UTF-8.
#[must_use]
pub const fn raw_bytes(bytes: &[u8]) -> MlirStringRef {
    MlirStringRef { data: bytes.as_ptr().cast(), length: bytes.len() }
}

/// The bytes of a string that the C API returned.
///
/// # Safety
/// The string must be valid for `'a`. Strings of attributes and identifiers live as long as their context.
#[must_use]
pub const unsafe fn bytes<'a>(string: MlirStringRef) -> &'a [u8] {
    if string.length == 0 {
        return &[];
    }
    // SAFETY: the caller guarantees pointer and length.
    unsafe { std::slice::from_raw_parts(string.data.cast(), string.length) }
}

/// Bytes as text, with replacement characters for what is not UTF-8.
#[must_use]
pub fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// A string literal of MLIR: in quotes, and with two hexadecimal digits for each byte that is not printable ASCII.
#[must_use]
pub fn quoted(bytes: &[u8]) -> String {
    let escape = |byte: &u8| match byte {
        b' '..=b'~' if !b"\"\\".contains(byte) => char::from(*byte).to_string(),
        _ => format!("\\{byte:02X}"),
    };
    format!("\"{}\"", bytes.iter().map(escape).collect::<String>())
}

/// The first names of a list, for a message: `'a', 'b' and 3 more`.
#[must_use]
pub fn listed(names: &[String], most: usize) -> String {
    let (shown, hidden) = names.split_at(names.len().min(most));
    let more = if hidden.is_empty() { String::new() } else { format!(" and {} more", hidden.len()) };
    format!("{}{more}", shown.join(", "))
}

/// The output of a printing function of the C API.
pub fn collect(print: impl FnOnce(mlir_sys::MlirStringCallback, *mut std::ffi::c_void)) -> String {
    unsafe extern "C" fn append(part: MlirStringRef, target: *mut std::ffi::c_void) {
        // SAFETY: `target` is the vector below, and `part` is valid during the call.
        unsafe { (*target.cast::<Vec<u8>>()).extend_from_slice(bytes(part)) }
    }
    let mut printed = Vec::<u8>::new();
    print(Some(append), (&raw mut printed).cast());
    String::from_utf8(printed).unwrap_or_else(|error| lossy(error.as_bytes()).into_owned())
}
