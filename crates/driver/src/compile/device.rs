//! Selects the part of a module to compile, and lowers it to the LLVM dialect.

use melior::ir::operation::OperationLike as _;
use melior::ir::{Module, OperationRef};
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_mlir::function::Function;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{Diagnostic, operation};
use tileiras_nvvm::compiled::CompiledBinaries;
use tileiras_nvvm::device::{self, DeviceFault, has_ptxas_options, is_gpu_module};
use tileiras_nvvm::function;
use tileiras_nvvm::program_facts::Program;
use tileiras_nvvm::scope::Scope;
use tileiras_passes::lowering::Kept;
use tileiras_translate::intrinsic;

use crate::compile::arguments::ArgumentTypes;
use crate::messages::fault::{Fault, Kind};

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
        warn_of_other_code(module, device);
    }
    if has_ptxas_options(device) {
        let text = "'ptxas-cmd-options' of '#nvvm.target' is ignored: give the options with --ptxas-option";
        let _ = Diagnostic::on(device).warning(text).emit();
    }
    check_facts_outside(module, device)
}

/// Refuses each `gpu.binary` in the code that is compiled: LLVM IR of it is code of the host.
fn refuse_binaries(module: &Module<'_>) -> Result<(), Fault> {
    let mut result = Ok(());
    for (op, kernels) in binaries(module.as_operation()) {
        let text = format!("is compiled already, and cannot be part of the code that is compiled{kernels}");
        let _ = Diagnostic::on(op).error(text).emit();
        result = Err(Kind::Input.already_reported());
    }
    result
}

/// Warns of each `gpu.binary` and `gpu.launch` beside the `gpu.module` that is compiled.
fn warn_of_other_code(module: &Module<'_>, device: OperationRef<'_, '_>) {
    for (op, text) in other_code(module.as_operation(), "is not in the output") {
        let _ = Diagnostic::on(op).warning(text).note(device.location(), "this gpu.module is compiled").emit();
    }
}

/// Each `gpu.binary`, with its kernels for a message, as far as they are known.
fn binaries<'c: 'm, 'm>(root: OperationRef<'c, 'm>) -> Vec<(OperationRef<'c, 'm>, String)> {
    let mut binaries = CompiledBinaries::default();
    let found = operation::find_all(root, "gpu.binary").into_iter().map(|op| {
        let names: Vec<String> = binaries.names(op).into_iter().map(|name| format!("'{name}'")).collect();
        (op, if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) })
    });
    found.collect()
}

/// Each `gpu.binary` and each `gpu.launch`, whose kernels are not functions of the module, with a message in which
/// `what` says what becomes of them.
pub fn other_code<'c: 'm, 'm>(root: OperationRef<'c, 'm>, what: &str) -> Vec<(OperationRef<'c, 'm>, String)> {
    let compiled = binaries(root).into_iter();
    let compiled = compiled.map(|(op, kernels)| (op, format!("is compiled already, and {what}{kernels}")));
    let inline = operation::find_all(root, "gpu.launch").into_iter();
    let text = format!("has a kernel without a name, which {what}: --gpu-kernel-outlining makes a gpu.func of it");
    compiled.chain(inline.map(|op| (op, text.clone()))).collect()
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
        if found.is_kernel() || found.attributes().next().is_some() {
            let error = Diagnostic::on(op).error("has launch facts but is outside the gpu.module that is compiled");
            let _ = error.note(device.location(), "this gpu.module is compiled").emit();
            result = Err(Kind::Verification.already_reported());
        }
    }
    result
}

/// Rejects operations of dialects that are not known in the code that is compiled, kernels that are not lowered to one,
/// and intrinsics that LLVM does not have.
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
    let kept = Kept::read(device).map_err(|_| Kind::Verification.already_reported())?;
    analyses.clear();
    convert(analyses)?;
    kept.restore(device);
    arguments.check(device, "lowering", "pass pointers instead")
}
