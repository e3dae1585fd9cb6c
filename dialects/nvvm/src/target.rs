//! The targets that a module is compiled for.

use melior::ir::OperationRef;
use tileiras_mlir::attribute::Array;
use tileiras_mlir::operation;
use tileiras_mlir::target::{NVVMTarget, nvvm_target};
use tileiras_mlir::text::lossy;
use tileiras_target::{Chip, PtxVersion, Target};

use crate::scope::Scope;

/// Each `#nvvm.target` of `module`, in order.
pub(crate) fn nvvm_targets<'c>(module: OperationRef<'c, '_>) -> impl Iterator<Item = NVVMTarget<'c>> {
    let named = operation::inherent_attribute(module, "targets").and_then(Array::new);
    named.into_iter().flat_map(|list| list.iter()).filter_map(nvvm_target)
}

/// The targets of the functions of `module`: `given` if it has a chip, otherwise each `#nvvm.target` of the module,
/// with missing parts from `given`. There is at least one; it can be unknown.
#[must_use]
pub fn targets(module: OperationRef<'_, '_>, given: Target) -> Vec<Target> {
    if given.chip.is_some() {
        return vec![given];
    }
    // A chip that is not in the table counts as unknown. No rule about a target applies to it; LLVM checks it.
    let mut targets: Vec<Target> = nvvm_targets(module)
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

/// The targets of all modules of a scope.
pub struct ModuleTargets {
    of_module: Vec<Vec<Target>>,
    given: Target,
}

impl ModuleTargets {
    /// The [`targets`] of each module.
    #[must_use]
    pub fn new(scope: &Scope<'_, '_>, given: Target) -> Self {
        Self { of_module: scope.modules.iter().map(|module| targets(*module, given)).collect(), given }
    }

    /// Those of each module, in the order of the scope.
    pub fn modules(&self) -> impl Iterator<Item = &[Target]> {
        self.of_module.iter().map(Vec::as_slice)
    }

    /// Those of a function of the scope: of its module, or the given target if it is in none.
    #[must_use]
    pub fn of_function(&self, scope: &Scope<'_, '_>, function: usize) -> &[Target] {
        scope.module_of[function].map_or(std::slice::from_ref(&self.given), |module| &self.of_module[module])
    }
}

/// The target that two options state. An empty option states nothing.
///
/// # Errors
/// A message that lists the valid names.
pub fn from_options(chip: &str, ptx: &str) -> Result<Target, String> {
    let [chip, ptx] = [chip, ptx].map(|text| Some(text).filter(|text| !text.is_empty()));
    Target::parse(chip, ptx).map_err(|error| error.to_string())
}
