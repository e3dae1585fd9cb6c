//! `convert-nv-tileaa-to-gpu`: converts every `nv_tileaa.launch_func` to `gpu.launch_func`, operand for operand.
//!
//! Accepts launches that upstream's verifier of `gpu.launch_func` accepts, wherever they are. Guarantees that
//! `operandSegmentSizes`, all attributes, location and token are the same before and after. Refuses other launches,
//! before anything is converted: all launches of a module are converted, or none. Leaves out on purpose: changes of the
//! module or of the kernel that would make a refused launch legal.

use crate::convert_gpu_to_nv_tileaa::convert;
use crate::declaration::{CONVERT_NV_TILEAA_TO_GPU, convert_nv_tileaa_to_gpu as statistic};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike as _;
use rustc_hash::FxHashMap;
use tileiras_mlir::attribute::{View, print, symbol_path, view};
use tileiras_mlir::operation;
use tileiras_mlir::option::OptionValues;
use tileiras_mlir::pass::{Change, Pass, PassInfo, PassRun};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{Diagnostic, Failure};
use tileiras_nv_tileaa::launch::{GPU_LAUNCH, LAUNCH, Launch, Segment};
use tileiras_nvvm::bodies::may_launch;

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
        let launches = if may_launch(run.analyses, root) { operation::find_all(root, LAUNCH) } else { Vec::new() };
        // The verifier of the dialect has reported an invalid launch.
        let launches: Vec<_> = launches.into_iter().filter_map(|op| Launch::new(op).ok()).collect();
        let mut symbols = Symbols::new();
        // Not `all`: every fault is reported.
        let faults = launches.iter().filter(|launch| check(launch, &mut symbols).is_err()).count();
        if faults > 0 {
            return Err(Failure);
        }
        let mut losses = Losses::default();
        for launch in &launches {
            losses.warn(launch);
        }
        for launch in &launches {
            convert(launch, GPU_LAUNCH)?;
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

    let Some(module) = innermost_module(op) else {
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

/// The module that is translated to LLVM IR with the launch.
fn innermost_module<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    std::iter::successors(op.parent_operation(), |op| op.parent_operation())
        .find(|op| operation::name(*op) == b"builtin.module")
}

/// The first launch that uses a variable.
struct FirstLaunch<'c, 'a> {
    kernel: &'c [u8],
    launch: OperationRef<'c, 'a>,
}

/// What upstream changes about the launches later, without a message (measured: LLVM 22.1.8).
#[derive(Default)]
struct Losses<'c, 'a> {
    /// The launches by their module, and the name of the global variable that has the name of the kernel.
    by_variable: FxHashMap<(Option<usize>, Vec<u8>), FirstLaunch<'c, 'a>>,
}

impl<'c, 'a> Losses<'c, 'a> {
    fn warn(&mut self, launch: &Launch<'c, 'a>) {
        // The lowering replaces a launch that has types which are not of LLVM, and does not copy the object.
        if !launch.range(Segment::AsyncObject).is_empty() && launch.needs_lowering() {
            let text = "has an asynchronous object, which upstream's 'gpu-to-llvm' drops without a message: it replaces \
                        a launch with tokens, or with operands of type 'index' or 'memref'";
            let _: Failure = Diagnostic::on(launch.operation()).warning(text).emit();
        }
        self.warn_of_name(launch);
    }

    /// Warns if upstream's translation to LLVM IR would get a kernel of another name. It makes a variable with the name
    /// of the kernel for the first launch, and names it after module and kernel: `@a::@b_c` and `@a_b::@c` have one
    /// name.
    fn warn_of_name(&mut self, launch: &Launch<'c, 'a>) {
        let path: Vec<&[u8]> = symbol_path(launch.kernel()).collect();
        let (Some(module), Some(kernel)) = (path.first(), path.last()) else { return };
        let variable = [*module, b"_", kernel, b"_name"].concat();
        let text = || {
            let variable = String::from_utf8_lossy(&variable);
            format!(
                "names a kernel whose name upstream's translation to LLVM IR takes from the variable '{variable}' of another \
                 launch: rename '{}'",
                print(launch.kernel())
            )
        };
        let key = (innermost_module(launch.operation()).map(operation::key), variable.clone());
        match self.by_variable.get(&key) {
            Some(first) if first.kernel != *kernel => {
                let note = operation::known_location(first.launch);
                let _: Failure =
                    Diagnostic::on(launch.operation()).warning(text()).note(note, "the other launch is here").emit();
            }
            Some(_) => {}
            None => {
                self.by_variable.insert(key, FirstLaunch { kernel, launch: launch.operation() });
            }
        }
    }
}
