//! The targets that a module is compiled for.

use melior::ir::OperationRef;
use tileiras_mlir::attribute::Array;
use tileiras_mlir::operation;
use tileiras_mlir::target::nvvm_target;
use tileiras_mlir::text::lossy;
use tileiras_target::{Chip, PtxVersion, Target};

/// The targets that functions of `module` are for: `given` where it names a chip, or else each `#nvvm.target` of the
/// module, what is missing taken from `given`. At least one; it may be wholly unknown.
#[must_use]
pub fn targets(module: OperationRef<'_, '_>, given: Target) -> Vec<Target> {
    if given.chip.is_some() {
        return vec![given];
    }
    let named = operation::inherent(module, "targets").and_then(Array::new);
    let named = named.into_iter().flat_map(|list| list.iter()).filter_map(nvvm_target);
    // A chip that is not in the table is LLVM's to judge; rules about a target stay silent on it.
    let mut targets: Vec<Target> = named
        .map(|target| {
            let chip = Chip::parse(&lossy(target.chip)).ok();
            let ptx = PtxVersion::from_llvm_features(&lossy(target.features)).ok().flatten();
            given.or(Target { chip, ptx })
        })
        .collect();
    if targets.is_empty() {
        targets.push(given);
    }
    targets
}

/// The target that two options name; an empty one names nothing.
///
/// # Errors
/// A message that lists the known names.
pub fn from_options(chip: &str, ptx: &str) -> Result<Target, String> {
    let [chip, ptx] = [chip, ptx].map(|text| Some(text).filter(|text| !text.is_empty()));
    Target::parse(chip, ptx).map_err(|error| error.to_string())
}
