//! `convert-nv-tileaa-to-gpu`: converts every `nv_tileaa.launch_func` to `gpu.launch_func`, operand for operand.
//!
//! Accepts launches that upstream's verifier of `gpu.launch_func` accepts, wherever they are. Guarantees that
//! `operandSegmentSizes`, all attributes, location and token are the same before and after. Refuses other launches, before
//! anything is converted: all launches of a module are converted, or none. Leaves out on purpose: changes of the module
//! or of the kernel that would make a refused launch legal.

use crate::declaration::{CONVERT_NV_TILEAA_TO_GPU, convert_nv_tileaa_to_gpu as statistic};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike as _;
use tileiras_mlir::attribute::{View, print, view};
use tileiras_mlir::operation;
use tileiras_mlir::option::OptionValues;
use tileiras_mlir::pass::{Change, Pass, PassInfo, PassRun};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{Diagnostic, Failure};
use tileiras_nv_tileaa::launch::{GPU_LAUNCH, LAUNCH, Launch, Segment};
use tileiras_nvvm::scope::Scope;

/// The pass.
pub struct ConvertNVTileAAToGPU;

/// The attribute of a module that has launches and the modules of their kernels.
const CONTAINER: &str = "gpu.container_module";
const KERNEL: &str = "gpu.kernel";

impl Pass for ConvertNVTileAAToGPU {
    const INFO: &'static PassInfo = &CONVERT_NV_TILEAA_TO_GPU;

    fn new(_: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self)
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
        // Most modules have no launch, and are not searched.
        let launches = if run.analyses.get::<Scope<'_, '_>>(root).has_launch_relevant_ops() {
            operation::find_all(root, LAUNCH)
        } else {
            Vec::new()
        };
        // The verifier of the dialect has reported an invalid launch.
        let launches: Vec<_> = launches.into_iter().filter_map(|op| Launch::new(op).ok()).collect();
        let mut symbols = Symbols::new();
        // Not `all`: every fault is reported.
        let faults = launches.iter().filter(|launch| check(launch, &mut symbols).is_err()).count();
        if faults > 0 {
            return Err(Failure);
        }
        for launch in &launches {
            warn_of_async_object(launch);
            let op = launch.operation();
            launch.replace_by(GPU_LAUNCH, |_| true).map_err(|text| Diagnostic::on(op).error(text).emit())?;
        }
        run.statistics.add(statistic::LAUNCHES_CONVERTED, launches.len());
        Ok(Change::when(!launches.is_empty()))
    }
}

/// Checks what upstream requires of a `gpu.launch_func` and the dialect does not. Upstream's verifier checks only the
/// launches that are directly in a function of the module; its lowering needs it of all.
fn check<'c, 'a>(launch: &Launch<'c, 'a>, symbols: &mut Symbols<'c, 'a>) -> Result<(), Failure> {
    let (op, symbol) = (launch.operation(), print(launch.kernel()));
    let has = |op, name| operation::attribute(op, name).is_some_and(|attribute| matches!(view(attribute), View::Unit));
    let refuse = |text: &str, note: Option<(OperationRef<'c, 'a>, &str)>| {
        let diagnostic = Diagnostic::on(op).error(text);
        Err(match note {
            Some((other, text)) => diagnostic.note(operation::known_location(other), text).emit(),
            None => diagnostic.emit(),
        })
    };

    let module = std::iter::successors(op.parent_operation(), |op| op.parent_operation())
        .find(|op| operation::name(*op) == b"builtin.module");
    let Some(module) = module else {
        return refuse(&format!("must be in a module with '{CONTAINER}', as '{GPU_LAUNCH}' requires"), None);
    };
    if !has(module, CONTAINER) {
        let text = format!("must be in a module with '{CONTAINER}', as '{GPU_LAUNCH}' requires");
        return refuse(&text, Some((module, "the module is here")));
    }
    let (container, kernel) = launch.find_kernel(None, symbols);
    // The verifier of the dialect reports a kernel that is not defined.
    let Some(container) = container else { return Ok(()) };
    let note = Some((container, "the container is here"));
    if container.parent_operation().map(operation::key) != Some(operation::key(module)) {
        let text = format!("kernel container of '{symbol}' must be in the innermost module around the launch");
        return refuse(&text, note);
    }
    match (operation::name(container), kernel) {
        (b"gpu.binary", _) => Ok(()),
        (b"gpu.module", Some(kernel)) if !has(kernel, KERNEL) => {
            let text = format!("kernel '{symbol}' must have '{KERNEL}', as '{GPU_LAUNCH}' requires");
            refuse(&text, Some((kernel, "the kernel is here")))
        }
        (b"gpu.module", _) => Ok(()),
        (other, _) => {
            let other = String::from_utf8_lossy(other);
            let text =
                format!("kernel container of '{symbol}' must be a 'gpu.module' or a 'gpu.binary', got '{other}'");
            refuse(&text, note)
        }
    }
}

/// Warns if upstream's lowering would drop the stream of a launch: it replaces a launch that has operands or results of
/// other types than those of LLVM, and does not copy the asynchronous object (measured: LLVM 22.1.8).
fn warn_of_async_object(launch: &Launch<'_, '_>) {
    if launch.range(Segment::AsyncObject).is_empty() || !launch.needs_lowering() {
        return;
    }
    let text = "has an asynchronous object, which upstream's 'gpu-to-llvm' drops without a message: it replaces a launch \
                with tokens, or with operands of type 'index' or 'memref'";
    let _: Failure = Diagnostic::on(launch.operation()).warning(text).emit();
}
