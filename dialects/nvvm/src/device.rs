//! Finds the device code of a module, and its target.

use melior::ir::{Attribute, OperationRef};
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::function::symbol_name;
use tileiras_mlir::operation;
use tileiras_mlir::target::NVVMTarget;
use tileiras_mlir::text::lossy;
use tileiras_target::{Chip, PtxVersion, Target, UnknownChip, VersionTooOld};

use crate::target::{nvvm_targets, targets};

/// Why the device code or its target cannot be determined. The messages name options of the tools.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum DeviceFault {
    /// There are several modules, and no name is given.
    #[error("has several gpu.modules, name one with --gpu-module: {}", names.join(", "))]
    SeveralModules {
        /// Their names, in order.
        names: Vec<String>,
    },
    /// No module has the name.
    #[error("has no gpu.module '{name}'{}", known(names))]
    NoModule {
        /// The name.
        name: String,
        /// The names of all modules, in order.
        names: Vec<String>,
    },
    /// Several modules have the name.
    #[error("has several gpu.modules '{name}'")]
    SameName {
        /// The name.
        name: String,
    },
    /// No option and no `#nvvm.target` names a known chip.
    #[error("is for an unknown chip: give --gpu-name, or translate a gpu.module that has an #nvvm.target")]
    NoChip,
    /// No option names a chip, and an `#nvvm.target` names an unknown one.
    #[error("has an #nvvm.target with an {0}")]
    UnknownChip(UnknownChip),
    /// There are several targets, and no option names one.
    #[error("is for several targets, name one with --gpu-name: {}", targets.join("; "))]
    SeveralTargets {
        /// The targets, in order.
        targets: Vec<String>,
    },
    /// Several targets can be the one, and they link different files.
    #[error("has several targets that link different files: {}", targets.join("; "))]
    SeveralLinks {
        /// The files of each, in order.
        targets: Vec<String>,
    },
    /// The PTX version does not support the chip.
    #[error(transparent)]
    Version(#[from] VersionTooOld),
}

fn known(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(", it has {}", names.join(", ")) }
}

/// The `gpu.module` that is `root` or nested in it, or `root` if there is none. With a name, the `gpu.module` of that
/// name.
///
/// # Errors
/// If there are several and no name is given, or if not exactly one has the name.
pub fn find<'c: 'a, 'a>(root: OperationRef<'c, 'a>, name: Option<&str>) -> Result<OperationRef<'c, 'a>, DeviceFault> {
    let modules = operation::find_all(root, "gpu.module");
    let name_of = |op: &OperationRef<'_, '_>| symbol_name(*op).map(|name| lossy(name).into_owned());
    let names = || modules.iter().filter_map(name_of).collect();
    let Some(name) = name else {
        return match modules.as_slice() {
            [] => Ok(root),
            [only] => Ok(*only),
            _ => Err(DeviceFault::SeveralModules { names: names() }),
        };
    };
    let mut named = modules.iter().copied().filter(|op| symbol_name(*op) == Some(name.as_bytes()));
    match (named.next(), named.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err(DeviceFault::NoModule { name: name.to_owned(), names: names() }),
        _ => Err(DeviceFault::SameName { name: name.to_owned() }),
    }
}

/// Whether the device code is a `gpu.module`.
#[must_use]
pub fn is_gpu_module(device: OperationRef<'_, '_>) -> bool {
    operation::name(device) == b"gpu.module"
}

/// The target of `device`: the chip and the PTX version of `given`, otherwise those of its `#nvvm.target`. If neither
/// has a version, it is the newest that LLVM 22 writes, or the first that supports the chip if that is newer.
///
/// # Errors
/// If there are several targets.
pub fn single_target(device: OperationRef<'_, '_>, given: Target) -> Result<Target, DeviceFault> {
    let found = targets(device, given);
    let [target] = found.as_slice() else {
        return Err(DeviceFault::SeveralTargets { targets: found.iter().map(ToString::to_string).collect() });
    };
    let ptx = target.ptx.or_else(|| Some(target.chip?.min_ptx().max(PtxVersion::LATEST_IN_LLVM)));
    Ok(Target { ptx, ..*target })
}

/// The names of the files that the `#nvvm.target` of `device` links, for code that is compiled for `chip`. If there are
/// several targets, it is the one with this chip, or any of them if none has.
///
/// # Errors
/// If several targets can be the one, and they link different files.
pub fn linked_files<'c>(device: OperationRef<'c, '_>, chip: Option<Chip>) -> Result<Vec<&'c [u8]>, DeviceFault> {
    let mut found: Vec<_> = nvvm_targets(device).collect();
    let chip = chip.map(Chip::canonical);
    let has_chip =
        |target: &NVVMTarget<'_>| chip.is_some() && Chip::parse(&lossy(target.chip)).ok().map(Chip::canonical) == chip;
    if found.iter().any(has_chip) {
        found.retain(has_chip);
    }
    let name = |file: Attribute<'c>| match view(file) {
        View::Text(name) => Some(name),
        _ => None,
    };
    let files =
        |target: &NVVMTarget<'c>| target.link.into_iter().flat_map(|list| list.iter().filter_map(name)).collect();
    let mut lists: Vec<Vec<&[u8]>> = found.iter().map(files).collect();
    lists.dedup();
    if lists.len() > 1 {
        let text = |list: &Vec<&[u8]>| {
            if list.is_empty() {
                return "none".to_owned();
            }
            list.iter().map(|name| format!("'{}'", lossy(name))).collect::<Vec<_>>().join(", ")
        };
        return Err(DeviceFault::SeveralLinks { targets: lists.iter().map(text).collect() });
    }
    Ok(lists.pop().unwrap_or_default())
}

/// Whether a `#nvvm.target` of `device` has options for `ptxas`, which upstream's serialisation gives it.
#[must_use]
pub fn has_ptxas_options(device: OperationRef<'_, '_>) -> bool {
    nvvm_targets(device).any(|target| target.flags.is_some_and(|flags| flags.has("ptxas-cmd-options")))
}

/// Why the chip of a device without a known chip is unknown.
#[must_use]
pub fn no_chip(device: OperationRef<'_, '_>) -> DeviceFault {
    let fault = nvvm_targets(device).find_map(|target| Chip::parse(&lossy(target.chip)).err());
    fault.map_or(DeviceFault::NoChip, DeviceFault::UnknownChip)
}

/// [`single_target`] with a known chip and version.
///
/// # Errors
/// If the chip is unknown, there are several targets, or the version does not support the chip.
pub fn target(device: OperationRef<'_, '_>, given: Target) -> Result<(Chip, PtxVersion), DeviceFault> {
    let target = single_target(device, given)?;
    let (Some(chip), Some(version)) = (target.chip, target.ptx) else { return Err(no_chip(device)) };
    Target::new(chip, version).check_version()?;
    Ok((chip, version))
}
