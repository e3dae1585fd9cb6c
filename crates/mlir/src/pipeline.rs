//! Pass pipelines: registered with MLIR by name, and run from their textual form.

use crate::diagnostic::Failure;
use crate::guard::guard;
use crate::option::{OptionInfo, OptionTable, OptionValues};
use crate::text::{collect, raw};
use melior::ir::OperationRef;
use mlir_sys::{
    MlirLogicalResult, MlirPassManager, mlirIdentifierStr, mlirOperationGetContext, mlirOperationGetName,
    mlirParsePassPipeline, mlirPassManagerCreateOnOperation, mlirPassManagerDestroy, mlirPassManagerGetAsOpPassManager,
    mlirPassManagerRunOnOp,
};
use std::ffi::c_void;
use tileiras_mlir_sys_ext::{TileirasOptionValue, TileirasPipeline, TileirasTextSink, tileirasRegisterPipeline};

/// The constant description of a pipeline.
pub struct PipelineInfo {
    /// The command-line argument.
    pub argument: &'static str,
    /// One line for `--help`.
    pub summary: &'static str,
    /// The declared options.
    pub options: &'static [OptionInfo],
    /// Returns the textual pipeline for option values, without its anchor.
    pub text: fn(&OptionValues<'_>) -> String,
}

/// Registers a pipeline with MLIR under its argument.
pub fn register(info: &'static PipelineInfo) {
    let options: &'static OptionTable = Box::leak(Box::new(OptionTable::new(info.options)));
    let table: &'static TileirasPipeline = Box::leak(Box::new(TileirasPipeline {
        argument: raw(info.argument),
        description: raw(info.summary),
        options: options.as_ptr(),
        option_count: options.len(),
        data: (&raw const *info).cast(),
        text,
    }));
    // SAFETY: the table and all it points to live as long as the process.
    unsafe { tileirasRegisterPipeline(table) }
}

unsafe extern "C" fn text(
    data: *const c_void,
    values: *const TileirasOptionValue,
    build: TileirasTextSink,
    sink: *mut c_void,
) -> bool {
    // SAFETY: `data` is the `PipelineInfo` that `register` passed.
    let info: &'static PipelineInfo = unsafe { &*data.cast() };
    // SAFETY: the shim passes one value for each declared option, alive during this call.
    let values = unsafe { OptionValues::new(info.options, values) };
    let (text, good) = match guard(|| (info.text)(&values)) {
        Ok(text) => (text, true),
        Err(panic) => (format!("{}: {panic}", info.argument), false),
    };
    // SAFETY: the sink copies the text.
    unsafe { build(raw(&text), sink) }
    good
}

/// Why a pipeline failed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum PipelineError {
    /// Its text cannot be parsed. The message is the parser's.
    Text(String),
    /// A pass failed after a diagnostic.
    Pass(Failure),
}

/// Runs a textual pipeline with its anchor, such as `builtin.module(cse)` or `any(cse)`, on `op`.
///
/// # Errors
/// [`PipelineError`].
pub fn run(op: OperationRef<'_, '_>, text: &str) -> Result<(), PipelineError> {
    struct Manager(MlirPassManager);
    impl Drop for Manager {
        fn drop(&mut self) {
            // SAFETY: the pass manager is owned here.
            unsafe { mlirPassManagerDestroy(self.0) }
        }
    }
    let op = op.to_raw();
    // SAFETY: the operation is alive, the manager lives until the end of this function, and MLIR copies the strings.
    unsafe {
        let manager = Manager(mlirPassManagerCreateOnOperation(
            mlirOperationGetContext(op),
            mlirIdentifierStr(mlirOperationGetName(op)),
        ));
        let mut parsed = MlirLogicalResult { value: 0 };
        let message = collect(|callback, data| {
            parsed = mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(manager.0), raw(text), callback, data);
        });
        if parsed.value == 0 {
            return Err(PipelineError::Text(message.trim_end().to_owned()));
        }
        let done = mlirPassManagerRunOnOp(manager.0, op);
        if done.value != 0 { Ok(()) } else { Err(PipelineError::Pass(Failure)) }
    }
}
