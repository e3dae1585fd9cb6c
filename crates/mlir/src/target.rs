//! The attribute `#nvvm.target`.

use crate::text::{bytes, raw};
use melior::ir::{Attribute, AttributeLike};
use tileiras_mlir_sys_ext::tileirasNvvmTarget;

/// The parameters of a `#nvvm.target`.
#[derive(Clone, Copy, Debug)]
pub struct NVVMTarget<'c> {
    /// The chip, such as `sm_90a`.
    pub chip: &'c [u8],
    /// The target features, such as `+ptx84`.
    pub features: &'c [u8],
}

/// The parameters of a `#nvvm.target`; `None` for another attribute.
#[must_use]
pub fn nvvm_target(attribute: Attribute<'_>) -> Option<NVVMTarget<'_>> {
    let (mut chip, mut features) = (raw(""), raw(""));
    // SAFETY: the function accepts any attribute; the strings live as long as the context.
    unsafe {
        tileirasNvvmTarget(attribute.to_raw(), &raw mut chip, &raw mut features)
            .then(|| NVVMTarget { chip: bytes(chip), features: bytes(features) })
    }
}
