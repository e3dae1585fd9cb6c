//! What a registered operation does with an attribute that it declares, asked without a module.
//!
//! The parsers of MLIR pass attributes to the functions that these functions call. An operation whose name is not
//! registered declares nothing.

use crate::text::{bytes, lossy, raw_bytes};
use melior::Context;
use melior::ir::{Attribute, AttributeLike as _};
use mlir_sys::{MlirAttribute, MlirStringRef, mlirContextGetOrLoadDialect, mlirContextIsRegisteredOperation};
use std::ffi::c_void;
use tileiras_mlir_sys_ext::{
    TileirasDeclaration, tileirasDeclaredAttribute, tileirasDefaultDialect, tileirasSetProperties,
};

/// What an operation does with an attribute.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Declaration {
    /// It does not declare an attribute of this name, and keeps any value.
    Undeclared,
    /// It declares the attribute, and keeps this value.
    Declared,
    /// It declares the attribute, and drops this value in silence. The text is the message of MLIR's verifier about it.
    Dropped(String),
}

/// Whether an operation of this name is registered. Loads its dialect.
#[must_use]
pub fn is_registered(context: &Context, operation: &[u8]) -> bool {
    let dialect = operation.split(|byte| *byte == b'.').next().unwrap_or_default();
    // SAFETY: the context is alive, and the names are valid during the calls.
    unsafe {
        mlirContextGetOrLoadDialect(context.to_raw(), raw_bytes(dialect));
        mlirContextIsRegisteredOperation(context.to_raw(), raw_bytes(operation))
    }
}

/// Whether the operation declares an attribute of this name.
#[must_use]
pub fn declares(context: &Context, operation: &[u8], name: &[u8]) -> bool {
    declared(context, operation, name, MlirAttribute { ptr: std::ptr::null() }).0 != TileirasDeclaration::Undeclared
}

/// What the operation does with a value of an attribute.
#[must_use]
pub fn declaration(context: &Context, operation: &[u8], name: &[u8], value: Attribute<'_>) -> Declaration {
    match declared(context, operation, name, value.to_raw()) {
        (TileirasDeclaration::Undeclared, _) => Declaration::Undeclared,
        (TileirasDeclaration::Declared, _) => Declaration::Declared,
        (TileirasDeclaration::Dropped, message) => Declaration::Dropped(message),
    }
}

fn declared(context: &Context, operation: &[u8], name: &[u8], value: MlirAttribute) -> (TileirasDeclaration, String) {
    unsafe extern "C" fn store(text: MlirStringRef, target: *mut c_void) {
        // SAFETY: `target` is the vector below, and the text is valid during the call. Copying does not panic short of
        // running out of memory.
        unsafe { (*target.cast::<Vec<u8>>()).extend_from_slice(bytes(text)) }
    }
    let mut message = Vec::<u8>::new();
    // SAFETY: the context is alive, the names are valid during the call, and `store` gets its vector. A null value is
    // none.
    let declaration = unsafe {
        let data = (&raw mut message).cast();
        let (operation, name) = (raw_bytes(operation), raw_bytes(name));
        tileirasDeclaredAttribute(context.to_raw(), operation, name, value, store, data)
    };
    (declaration, lossy(&message).into_owned())
}

/// Sets the properties of a new operation, and returns those that it has then. `None` if it refuses them;
/// `Some(None)` if it has none.
#[must_use]
pub fn set_properties<'c>(
    context: &'c Context,
    operation: &[u8],
    dictionary: Attribute<'c>,
) -> Option<Option<Attribute<'c>>> {
    let mut result = MlirAttribute { ptr: std::ptr::null() };
    // SAFETY: context and dictionary are alive, and the name is valid during the call. A null attribute means none.
    unsafe {
        let is_set =
            tileirasSetProperties(context.to_raw(), raw_bytes(operation), dictionary.to_raw(), &raw mut result);
        is_set.then(|| Attribute::from_option_raw(result))
    }
}

/// The dialect whose operations can be written without its name in the regions of an operation.
#[must_use]
pub fn default_dialect<'c>(context: &'c Context, operation: &[u8]) -> &'c [u8] {
    // SAFETY: the context is alive, and the result is a constant of MLIR.
    unsafe { bytes(tileirasDefaultDialect(context.to_raw(), raw_bytes(operation))) }
}
