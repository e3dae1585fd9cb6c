//! `convert-gpu-to-nv-tileaa`: converts every `gpu.launch_func` to `nv_tileaa.launch_func`, operand for operand.
//!
//! Accepts launches with either spelling of the segment sizes. Guarantees that `operandSegmentSizes`, discardable
//! attributes, location and token are the same before and after. Refuses launches that are not valid, before anything
//! is converted: all launches of a module are converted, or none. Leaves out on purpose: the values of the sizes, which
//! `nvvm-verify` compares with the facts of the kernel.

use crate::declaration::{CONVERT_GPU_TO_NV_TILEAA, convert_gpu_to_nv_tileaa as statistic};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Identifier, OperationRef, ValueLike};
use tileiras_mlir::attribute::i32_array;
use tileiras_mlir::operation;
use tileiras_mlir::option::OptionValues;
use tileiras_mlir::pass::{Change, Pass, PassInfo, PassRun};
use tileiras_mlir::registry::Registry;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{ContextHandle, Diagnostic, Failure};
use tileiras_nv_tileaa::launch::{GPU_LAUNCH, LAUNCH, Launch, is_part};
use tileiras_nvvm::bodies::may_launch;

/// The pass.
pub struct ConvertGPUToNVTileAA;

impl Pass for ConvertGPUToNVTileAA {
    const INFO: &'static PassInfo = &CONVERT_GPU_TO_NV_TILEAA;

    fn new(_: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self)
    }

    fn dialects(registry: Registry<'_>) {
        tileiras_nv_tileaa::register(registry);
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
        // Most modules have no launch, and are not searched.
        let launches = if may_launch(run.analyses, root) { launches(root)? } else { Vec::new() };
        let mut symbols = Symbols::new();
        // Not `all`: every fault is reported.
        let faults = launches.iter().filter(|launch| check(launch, &mut symbols).is_err()).count();
        if faults > 0 {
            return Err(Failure);
        }
        for launch in &launches {
            convert(launch, LAUNCH)?;
        }
        run.statistics.add(statistic::LAUNCHES_CONVERTED, launches.len());
        Ok(Change::when(!launches.is_empty()))
    }
}

/// All launches that are nested in `root`, in order.
fn launches<'c, 'a>(root: OperationRef<'c, 'a>) -> Result<Vec<Launch<'c, 'a>>, Failure> {
    let mut found = Vec::new();
    let mut result = Ok(());
    for op in operation::find_all(root, GPU_LAUNCH) {
        match Launch::new(op) {
            Ok(launch) => found.push(launch),
            Err(text) => result = Err(refuse(op, &text).emit()),
        }
    }
    result.map(|()| found)
}

fn refuse<'c>(op: OperationRef<'c, '_>, text: &str) -> Diagnostic<'c> {
    Diagnostic::on(op).error(text)
}

fn check<'c, 'a>(launch: &Launch<'c, 'a>, symbols: &mut Symbols<'c, 'a>) -> Result<(), Failure> {
    let op = launch.operation();
    let (container, kernel) = launch.find_kernel(None, symbols);
    launch.check_kernel(container, kernel).map_err(|fault| fault.report(|text| refuse(op, text)))
}

/// Replaces a launch by the operation `name`, which has the same operands, segments, results, kernel and location, and
/// those discardable attributes that do not say again what the kernel is.
pub(crate) fn convert(launch: &Launch<'_, '_>, name: &str) -> Result<(), Failure> {
    let op = launch.operation();
    let context = ContextHandle::of(op);
    let inherent = [("kernel", launch.kernel()), ("operandSegmentSizes", i32_array(context, launch.sizes()))];
    let attributes = inherent.map(|(name, value)| (Identifier::new(&context, name), value));
    let operands: Vec<_> = op.operands().collect();
    let results: Vec<_> = op.results().map(|result| result.r#type()).collect();
    let converted = OperationBuilder::new(name, op.location())
        .add_operands(&operands)
        .add_results(&results)
        .add_attributes(&attributes)
        .build()
        .map_err(|error| refuse(op, &format!("cannot be converted: {error}")).emit())?;
    operation::copy_discardable_attributes(op, &converted, |name| !is_part(name));
    operation::replace(op, converted);
    Ok(())
}
