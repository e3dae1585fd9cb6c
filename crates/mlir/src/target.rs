//! The attribute `#nvvm.target`.

use crate::text::{bytes, raw};
use melior::ir::{Attribute, AttributeLike};
use tileiras_mlir_sys_ext::tileirasNvvmTarget;

/// What a `#nvvm.target` says.
#[derive(Clone, Copy, Debug)]
pub struct NVVMTarget<'c> {
    /// Such as `sm_90a`.
    pub chip: &'c [u8],
    /// Such as `+ptx84`.
    pub features: &'c [u8],
}

/// Sees an attribute as a `#nvvm.target`.
#[must_use]
pub fn nvvm_target(attribute: Attribute<'_>) -> Option<NVVMTarget<'_>> {
    let (mut chip, mut features) = (raw(""), raw(""));
    // SAFETY: any attribute may be asked; the strings live as long as the context.
    unsafe {
        tileirasNvvmTarget(attribute.to_raw(), &raw mut chip, &raw mut features)
            .then(|| NVVMTarget { chip: bytes(chip), features: bytes(features) })
    }
}
