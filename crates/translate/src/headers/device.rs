//! Which module is translated, and for which target.

use melior::ir::OperationRef;
use tileiras_mlir::function::symbol_name;
use tileiras_mlir::operation;
use tileiras_mlir::text::lossy;
use tileiras_nvvm::target::targets;
use tileiras_target::{Chip, PtxVersion, Target, VersionTooOld};

/// Why it is not known what to translate. The options are those of the translation.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum DeviceFault {
    /// Several modules, and none is named.
    #[error("has several gpu.modules, name one with --gpu-module: {}", names.join(", "))]
    SeveralModules {
        /// Their names, in order.
        names: Vec<String>,
    },
    /// A name that no module has.
    #[error("has no gpu.module '{name}'{}", known(names))]
    NoModule {
        /// The name.
        name: String,
        /// The names that there are, in order.
        names: Vec<String>,
    },
    /// No option and no `#nvvm.target` names a chip of the table.
    #[error("is for an unknown chip: give --gpu-name, or translate a gpu.module that has an #nvvm.target")]
    NoChip,
    /// Several targets, and none is named.
    #[error("is for several targets, name one with --gpu-name: {}", targets.join("; "))]
    SeveralTargets {
        /// The targets, in order.
        targets: Vec<String>,
    },
    /// A version that does not take the chip.
    #[error(transparent)]
    Version(#[from] VersionTooOld),
}

fn known(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(", it has {}", names.join(", ")) }
}

/// The `gpu.module` at or below `root`, of several the one of that name, or else `root`.
///
/// # Errors
/// When there are several and none is named, or the name is none of theirs.
pub fn select<'c: 'a, 'a>(root: OperationRef<'c, 'a>, name: Option<&str>) -> Result<OperationRef<'c, 'a>, DeviceFault> {
    let modules = operation::find_all(root, "gpu.module");
    let named = |op: &OperationRef<'_, '_>| symbol_name(*op).map(|name| lossy(name).into_owned());
    let names = || modules.iter().filter_map(named).collect();
    match (name, modules.as_slice()) {
        (None, []) => Ok(root),
        (None, [only]) => Ok(*only),
        (None, _) => Err(DeviceFault::SeveralModules { names: names() }),
        (Some(name), _) => {
            let found = modules.iter().find(|op| symbol_name(**op) == Some(name.as_bytes()));
            found.copied().ok_or_else(|| DeviceFault::NoModule { name: name.to_owned(), names: names() })
        }
    }
}

/// The chip and the PTX version that `device` is translated for: those of `given`, then those of its `#nvvm.target`, and
/// for the version the newest that LLVM 22 writes, or the first that takes the chip.
///
/// # Errors
/// When the chip is not known, there are several targets, or the version does not take the chip.
pub fn target(device: OperationRef<'_, '_>, given: Target) -> Result<(Chip, PtxVersion), DeviceFault> {
    let found = targets(device, given);
    let [target] = found.as_slice() else {
        return Err(DeviceFault::SeveralTargets { targets: found.iter().map(ToString::to_string).collect() });
    };
    let chip = target.chip.ok_or(DeviceFault::NoChip)?;
    let version = target.ptx.unwrap_or_else(|| chip.min_ptx().max(PtxVersion::LATEST_IN_LLVM));
    Target::new(chip, version).check_version()?;
    Ok((chip, version))
}
