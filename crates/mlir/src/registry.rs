//! A borrowed dialect registry. melior has an owned one only.

use melior::dialect::{DialectHandle, DialectRegistry};
use mlir_sys::{MlirDialectRegistry, mlirDialectHandleInsertDialect};
use std::marker::PhantomData;

/// A borrowed dialect registry.
#[derive(Clone, Copy)]
pub struct Registry<'a> {
    raw: MlirDialectRegistry,
    owner: PhantomData<&'a DialectRegistry>,
}

impl Registry<'_> {
    /// # Safety
    /// The registry must be alive for `'a`.
    #[must_use]
    pub const unsafe fn from_raw(raw: MlirDialectRegistry) -> Self {
        Self { raw, owner: PhantomData }
    }

    /// The handle of the C API.
    #[must_use]
    pub const fn to_raw(self) -> MlirDialectRegistry {
        self.raw
    }

    /// Inserts a dialect.
    pub fn insert(self, dialect: DialectHandle) {
        // SAFETY: the registry is alive, and a handle is a constant of MLIR.
        unsafe { mlirDialectHandleInsertDialect(dialect.to_raw(), self.raw) }
    }
}

impl<'a> From<&'a DialectRegistry> for Registry<'a> {
    fn from(registry: &'a DialectRegistry) -> Self {
        Self { raw: registry.to_raw(), owner: PhantomData }
    }
}
