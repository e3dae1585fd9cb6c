//! Selects the part of a module to compile, and lowers it to the LLVM dialect.

use std::collections::{HashMap, HashSet};

use melior::ir::operation::OperationLike as _;
use melior::ir::{Attribute, Module, OperationRef};
use tileiras_contract::{Dims, Fact, attribute_spelling};
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::text::lossy;
use tileiras_mlir::{Diagnostic, operation};
use tileiras_nvvm::compiled::CompiledBinaries;
use tileiras_nvvm::device::{self, DeviceFault, is_gpu_module};
use tileiras_nvvm::function;
use tileiras_nvvm::program_facts::Program;
use tileiras_nvvm::scope::Scope;
use tileiras_translate::intrinsic;

use crate::argument_attributes::ArgumentAttributes;
use crate::arguments::ArgumentTypes;
use crate::exit::{Fault, Kind};

/// The device code of a module: its `gpu.module`, the one with the given name if there are several, or else the module.
///
/// # Errors
/// If there are several and no name is given, or if not exactly one has the name.
pub fn find<'c, 'a>(module: &'a Module<'c>, name: Option<&str>) -> Result<OperationRef<'c, 'a>, Fault> {
    device::find(module.as_operation(), name).map_err(usage)
}

/// A usage fault for device code or a target that cannot be selected.
pub fn usage(fault: DeviceFault) -> Fault {
    Kind::Usage.fault(match fault {
        DeviceFault::SeveralModules { names } => {
            format!("several gpu.modules can be compiled, name one with --gpu-module: {}", names.join(", "))
        }
        DeviceFault::NoModule { name, names } if names.is_empty() => {
            format!("--gpu-module={name}: there is no gpu.module")
        }
        DeviceFault::NoModule { name, names } => {
            format!("--gpu-module={name}: the gpu.modules are {}", names.join(", "))
        }
        DeviceFault::SameName { name } => format!("--gpu-module={name}: several gpu.modules have this name"),
        DeviceFault::SeveralTargets { targets } => {
            format!("the gpu.module is for several targets, name one with --gpu-name: {}", targets.join("; "))
        }
        DeviceFault::SeveralLinks { targets } => {
            format!("the gpu.module has several targets that link different files: {}", targets.join("; "))
        }
        DeviceFault::NoChip => {
            "the chip is not known: give --gpu-name, or compile a gpu.module that has an #nvvm.target".to_owned()
        }
        DeviceFault::UnknownChip(fault) => format!("#nvvm.target: {fault}"),
        DeviceFault::Version(fault) => fault.to_string(),
    })
}

/// Checks what is in the module and is not compiled. `is_named` is whether the user named the `gpu.module`.
///
/// # Errors
/// After a diagnostic for each launch fact on a function outside any `gpu.module`, if one is compiled, as it would have
/// no effect; and for each `gpu.binary` in the code that is compiled.
pub fn check_outside(module: &Module<'_>, device: OperationRef<'_, '_>, is_named: bool) -> Result<(), Fault> {
    if !is_gpu_module(device) {
        return refuse_binaries(module);
    }
    if !is_named {
        warn_of_binaries(module, device);
    }
    check_facts_outside(module, device)
}

/// Refuses each `gpu.binary` in the code that is compiled: LLVM IR of it is code of the host.
fn refuse_binaries(module: &Module<'_>) -> Result<(), Fault> {
    let mut result = Ok(());
    for (op, kernels) in binaries(module) {
        let text = format!("is compiled already, and cannot be part of the code that is compiled{kernels}");
        let _ = Diagnostic::on(op).error(text).emit();
        result = Err(Kind::Input.already_reported());
    }
    result
}

/// Warns of each `gpu.binary` beside the `gpu.module` that is compiled.
fn warn_of_binaries(module: &Module<'_>, device: OperationRef<'_, '_>) {
    for (op, kernels) in binaries(module) {
        let text = format!("is compiled already, and its kernels are not in the output{kernels}");
        let _ = Diagnostic::on(op).warning(text).note(device.location(), "this gpu.module is compiled").emit();
    }
}

/// Each `gpu.binary`, with its kernels for a message, as far as they are known.
fn binaries<'c, 'm>(module: &'m Module<'c>) -> Vec<(OperationRef<'c, 'm>, String)> {
    let mut binaries = CompiledBinaries::default();
    let found = operation::find_all(module.as_operation(), "gpu.binary").into_iter().map(|op| {
        let names: Vec<String> = binaries.names(op).into_iter().map(|name| format!("'{name}'")).collect();
        (op, if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) })
    });
    found.collect()
}

fn check_facts_outside(module: &Module<'_>, device: OperationRef<'_, '_>) -> Result<(), Fault> {
    let mut result = Ok(());
    for function in Scope::collect(module.as_operation()).functions {
        let op = function.operation();
        let inside = std::iter::successors(op.parent_operation(), |op| op.parent_operation()).any(is_gpu_module);
        if inside {
            continue;
        }
        let found = function::read(function);
        if found.is_kernel() || found.stated().next().is_some() {
            let error = Diagnostic::on(op).error("has launch facts but is outside the gpu.module that is compiled");
            let _ = error.note(device.location(), "this gpu.module is compiled").emit();
            result = Err(Kind::Verification.already_reported());
        }
    }
    result
}

/// Rejects operations of dialects that are not known in the code that is compiled, kernels that are not lowered to one, and
/// intrinsics that LLVM does not have.
///
/// # Errors
/// After a diagnostic for each.
pub fn check_operations(device: OperationRef<'_, '_>) -> Result<(), Fault> {
    let mut result = Ok(());
    operation::walk(device, |op| {
        if !operation::is_registered(op, &lossy(operation::name(op))) {
            let _ = Diagnostic::on(op).error("is not an operation of a known dialect, and cannot be compiled").emit();
            result = Err(Kind::Input.already_reported());
        }
        if let Some(function) = Function::new(op)
            && function.is_kernel()
            && function::kernel_attribute(function).is_none()
        {
            let name = lossy(operation::name(op));
            let text = format!("is marked as a kernel, and a {name} is not lowered to one; use a gpu.func");
            let _ = Diagnostic::on(op).error(text).emit();
            result = Err(Kind::Input.already_reported());
        }
        if let Some(fault) = intrinsic::fault(op) {
            let _ = Diagnostic::on(op).error(fault).emit();
            result = Err(Kind::Input.already_reported());
        }
    });
    result
}

/// Whether the module has no other `gpu.module`.
pub fn is_only_one(module: &Module<'_>, device: OperationRef<'_, '_>) -> bool {
    operation::find_all(module.as_operation(), "gpu.module").iter().all(|op| *op == device)
}

/// Runs the conversion to the LLVM dialect, with a check before and a check after it.
///
/// # Errors
/// If the conversion or one of the checks fails.
pub fn lower<'c, 'a>(
    analyses: &mut SavedAnalyses<'c, 'a>,
    convert: impl FnOnce(&mut SavedAnalyses<'c, 'a>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let device = analyses.root();
    let arguments = ArgumentTypes::read(Program::saved(analyses));
    let attributes = ArgumentAttributes::read(device);
    let kept = reconcile_known_sizes(device)?;
    let before = names(device);
    analyses.clear();
    convert(analyses)?;
    remove_copied_facts(device, &before);
    restore_known_sizes(device, &kept);
    attributes.restore(device);
    arguments.check(device, "lowering", "pass pointers instead")
}

/// The names of the functions.
fn names(device: OperationRef<'_, '_>) -> HashSet<Vec<u8>> {
    operation::children(device).into_iter().filter_map(|op| Some(symbol_name(op)?.to_vec())).collect()
}

/// Removes the launch facts of functions that the conversion adds: a wrapper `_mlir_ciface_f` of a `func.func` gets the
/// attributes of `f` (measured: MLIR 22), and no kernel is one.
fn remove_copied_facts(device: OperationRef<'_, '_>, before: &HashSet<Vec<u8>>) {
    for op in operation::children(device) {
        if Function::new(op).is_none() || symbol_name(op).is_none_or(|name| before.contains(name)) {
            continue;
        }
        let names = operation::discardable_attributes(op).map(|(name, _)| lossy(name).into_owned());
        let facts: Vec<String> = names.filter(|name| attribute_spelling(name).is_some()).collect();
        for fact in facts {
            operation::remove_attribute(op, &fact);
        }
    }
}

/// A known size that the conversion must not make a fact of.
struct KeptSize<'c> {
    /// The symbol of the kernel.
    kernel: Vec<u8>,
    attribute: &'static str,
    value: Attribute<'c>,
}

/// Removes launch facts that upstream's conversion adds again. It adds `known_block_size` and `known_cluster_size` as
/// launch facts without a check whether the attribute exists already (measured: MLIR 22 writes it twice). A known block
/// within a larger bound is removed instead, and returned: both statements stay as they are.
///
/// # Errors
/// After a diagnostic, if the two contradict each other, as in the rule `known-size-conflict`.
fn reconcile_known_sizes<'c>(device: OperationRef<'c, '_>) -> Result<Vec<KeptSize<'c>>, Fault> {
    let product = |sizes: Dims| sizes.into_iter().map(u128::from).product::<u128>();
    let (mut result, mut kept) = (Ok(()), Vec::new());
    for op in operation::find_all(device, "gpu.func") {
        let Some(function) = Function::new(op) else { continue };
        let facts = function::read(function);
        for known in &facts.known_sizes {
            let Some((fact, sizes)) = known.converted() else { continue };
            match facts.dims(fact) {
                None if fact == Fact::MaxNTid && facts.is_kernel() && !facts.states(Fact::ReqNTid) => {
                    let (known, exact) = (known.known.attribute, Fact::ReqNTid);
                    let text = format!(
                        "'{known}' states the block of every launch, and becomes '{fact}', which only bounds it; state \
                         '{exact}' if the kernel needs exactly this block"
                    );
                    let _ = Diagnostic::on(op).remark(text).emit();
                }
                None => {}
                Some(stated) if stated == sizes => {
                    operation::remove_attribute(op, fact.attribute());
                }
                Some(stated) if fact == Fact::MaxNTid && product(sizes) <= product(stated) => {
                    let attribute = known.known.attribute;
                    let value = operation::inherent_attribute(op, attribute);
                    let kernel = symbol_name(op).unwrap_or_default().to_vec();
                    kept.extend(value.map(|value| KeptSize { kernel, attribute, value }));
                    operation::remove_attribute(op, attribute);
                }
                Some(stated) => {
                    let text = format!("'{}' is {sizes:?} and '{fact}' is {stated:?}", known.known.attribute);
                    let _ = Diagnostic::on(op).error(text).emit();
                    result = Err(Kind::Verification.already_reported());
                }
            }
        }
    }
    result.map(|()| kept)
}

/// States the known sizes on the converted functions, where they are compared with launches.
fn restore_known_sizes(device: OperationRef<'_, '_>, kept: &[KeptSize<'_>]) {
    let mut of_kernel: HashMap<&[u8], Vec<&KeptSize<'_>>> = HashMap::new();
    for size in kept {
        of_kernel.entry(&size.kernel).or_default().push(size);
    }
    for op in operation::children(device) {
        for size in symbol_name(op).and_then(|name| of_kernel.get(name)).into_iter().flatten() {
            operation::set_discardable_attribute(op, size.attribute, size.value);
        }
    }
}
