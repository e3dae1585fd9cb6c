//! The attribute `#nvvm.target`.

use crate::attribute::{Array, Dictionary};
use crate::text::{bytes, raw};
use melior::ir::{Attribute, AttributeLike};
use mlir_sys::MlirAttribute;
use tileiras_mlir_sys_ext::tileirasNvvmTarget;

/// The parameters of a `#nvvm.target`.
#[derive(Clone, Copy, Debug)]
pub struct NVVMTarget<'c> {
    /// The chip, such as `sm_90a`.
    pub chip: &'c [u8],
    /// The target features, such as `+ptx84`.
    pub features: &'c [u8],
    /// The names of the bitcode files to link.
    pub link: Option<Array<'c>>,
    /// The options of the compilation.
    pub flags: Option<Dictionary<'c>>,
}

/// The parameters of a `#nvvm.target`; `None` for another attribute.
#[must_use]
pub fn nvvm_target(attribute: Attribute<'_>) -> Option<NVVMTarget<'_>> {
    let (mut chip, mut features) = (raw(""), raw(""));
    let [mut link, mut flags] = [MlirAttribute { ptr: std::ptr::null() }; 2];
    // SAFETY: the function accepts any attribute; the strings and the attributes live as long as the context; null
    // means none.
    unsafe {
        let raw = attribute.to_raw();
        tileirasNvvmTarget(raw, &raw mut chip, &raw mut features, &raw mut link, &raw mut flags).then(|| NVVMTarget {
            chip: bytes(chip),
            features: bytes(features),
            link: Attribute::from_option_raw(link).and_then(Array::new),
            flags: Attribute::from_option_raw(flags).and_then(Dictionary::new),
        })
    }
}
