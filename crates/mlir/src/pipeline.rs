//! Pass pipelines: registered with MLIR by name, and run from their textual form.

use crate::analysis::SavedAnalyses;
use crate::failure::Failure;
use crate::guard::guard;
use crate::option::{InvalidOptions, OptionInfo, OptionTable, OptionValues, TypedOptions};
use crate::text::{collect, raw};
use melior::ir::OperationRef;
use melior::pass::OperationPassManager;
use mlir_sys::{
    MlirLogicalResult, MlirOpPassManager, MlirPassManager, MlirStringCallback, MlirStringRef, mlirIdentifierStr,
    mlirOpPassManagerAddPipeline, mlirOperationGetContext, mlirOperationGetName, mlirParsePassPipeline,
    mlirPassManagerCreateOnOperation, mlirPassManagerDestroy, mlirPassManagerGetAsOpPassManager,
    mlirPassManagerRunOnOp,
};
use std::error::Error;
use std::ffi::c_void;
use std::fmt::{self, Display, Formatter};
use tileiras_mlir_sys_ext::{
    TileirasOptionValue, TileirasPipeline, TileirasTextSink, tileirasAddAnalysesExchange, tileirasRegisterPipeline,
};

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

impl Display for PipelineError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(message) => f.write_str(message),
            Self::Pass(_) => f.write_str("a pass failed"),
        }
    }
}

impl Error for PipelineError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Text(_) => None,
            Self::Pass(failure) => Some(failure),
        }
    }
}

/// Adds a registered pipeline with options to a pass manager of melior.
///
/// # Errors
/// [`InvalidOptions`] if it, or one of its passes, refuses them.
pub fn add(
    manager: OperationPassManager<'_, '_>,
    info: &PipelineInfo,
    options: &impl TypedOptions,
) -> Result<(), InvalidOptions> {
    let text = format!("{}{{{}}}", info.argument, options.to_text()?);
    parse(manager.to_raw(), mlirOpPassManagerAddPipeline, &text)
        .map_err(|message| InvalidOptions::from_parser(&message))
}

/// Runs a textual pipeline with its anchor, such as `builtin.module(cse)` or `any(cse)`, on `op`.
///
/// # Errors
/// [`PipelineError`].
pub fn run(op: OperationRef<'_, '_>, text: &str) -> Result<(), PipelineError> {
    let manager = PassManager::on(op);
    manager.parse(mlirParsePassPipeline, text)?;
    manager.run(op)
}

/// Runs passes, given as text without an anchor such as `cse,canonicalize`, on the operation of `analyses`. The passes
/// use these analyses. Those that are valid after the last pass are kept.
///
/// # Errors
/// [`PipelineError`]. No analyses are kept then.
pub fn run_passes(analyses: &mut SavedAnalyses<'_, '_>, text: &str) -> Result<(), PipelineError> {
    let op = analyses.root();
    let manager = PassManager::on(op);
    // MLIR owns the analyses from the first of these two passes to the second.
    manager.add_exchange(analyses);
    manager.parse(mlirOpPassManagerAddPipeline, text)?;
    manager.add_exchange(analyses);
    manager.run(op)
}

/// A function that parses a text into a pass manager. The callback gets the error message.
type Parser =
    unsafe extern "C" fn(MlirOpPassManager, MlirStringRef, MlirStringCallback, *mut c_void) -> MlirLogicalResult;

/// Parses a text into a pass manager. The error is the message of the parser.
fn parse(manager: MlirOpPassManager, parser: Parser, text: &str) -> Result<(), String> {
    let mut parsed = MlirLogicalResult { value: 0 };
    let message = collect(|callback, data| {
        // SAFETY: the pass manager is alive, and MLIR copies the text.
        parsed = unsafe { parser(manager, raw(text), callback, data) };
    });
    if parsed.value == 0 { Err(message.trim_end().to_owned()) } else { Ok(()) }
}

/// A pass manager of MLIR.
struct PassManager(MlirPassManager);

impl Drop for PassManager {
    fn drop(&mut self) {
        // SAFETY: the pass manager is owned here.
        unsafe { mlirPassManagerDestroy(self.0) }
    }
}

impl PassManager {
    /// A pass manager for operations with the name of `op`.
    fn on(op: OperationRef<'_, '_>) -> Self {
        let op = op.to_raw();
        // SAFETY: the operation is alive, and MLIR copies the name.
        Self(unsafe {
            mlirPassManagerCreateOnOperation(mlirOperationGetContext(op), mlirIdentifierStr(mlirOperationGetName(op)))
        })
    }

    fn as_op_pass_manager(&self) -> MlirOpPassManager {
        // SAFETY: the pass manager is alive.
        unsafe { mlirPassManagerGetAsOpPassManager(self.0) }
    }

    /// Parses a text with one of the two parsers of the C API.
    fn parse(&self, parser: Parser, text: &str) -> Result<(), PipelineError> {
        parse(self.as_op_pass_manager(), parser, text).map_err(PipelineError::Text)
    }

    /// Adds a pass that exchanges the analyses that MLIR keeps with those of the caller.
    fn add_exchange(&self, analyses: &mut SavedAnalyses<'_, '_>) {
        // SAFETY: the pass runs only in `run_passes`, while the analyses are borrowed.
        unsafe { tileirasAddAnalysesExchange(self.as_op_pass_manager(), analyses.as_mut_ptr()) }
    }

    fn run(&self, op: OperationRef<'_, '_>) -> Result<(), PipelineError> {
        // SAFETY: the pass manager and the operation are alive.
        let done = unsafe { mlirPassManagerRunOnOp(self.0, op.to_raw()) };
        if done.value != 0 { Ok(()) } else { Err(PipelineError::Pass(Failure)) }
    }
}
