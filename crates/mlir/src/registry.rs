//! A borrowed dialect registry, which melior knows only as an owned one.

use melior::dialect::DialectRegistry;
use mlir_sys::MlirDialectRegistry;
use std::marker::PhantomData;

/// A dialect registry that somebody else owns.
#[derive(Clone, Copy)]
pub struct Registry<'a> {
    raw: MlirDialectRegistry,
    owner: PhantomData<&'a DialectRegistry>,
}

impl Registry<'_> {
    /// # Safety
    /// The registry must be alive for the lifetime that the caller gives it.
    #[must_use]
    pub const unsafe fn from_raw(raw: MlirDialectRegistry) -> Self {
        Self { raw, owner: PhantomData }
    }

    /// For calls into MLIR.
    #[must_use]
    pub const fn to_raw(self) -> MlirDialectRegistry {
        self.raw
    }
}

impl<'a> From<&'a DialectRegistry> for Registry<'a> {
    fn from(registry: &'a DialectRegistry) -> Self {
        Self { raw: registry.to_raw(), owner: PhantomData }
    }
}
