//! Pass pipelines that MLIR knows by name.

use crate::guard::guard;
use crate::option::{Declared, OptionInfo, OptionValues};
use crate::text::raw;
use std::ffi::c_void;
use tileiras_mlir_sys_ext::{TileirasOptionValue, TileirasPipeline, TileirasTextSink, tileirasRegisterPipeline};

/// What is constant about a pipeline.
pub struct PipelineInfo {
    /// The flag.
    pub argument: &'static str,
    /// One line for the help text.
    pub summary: &'static str,
    /// The declared options.
    pub options: &'static [OptionInfo],
    /// Writes the textual pipeline that the option values ask for, without its anchor.
    pub text: fn(&OptionValues<'_>) -> String,
}

/// Makes a pipeline known to MLIR under its argument.
pub fn register(info: &'static PipelineInfo) {
    let options: &'static Declared = Box::leak(Box::new(Declared::new(info.options)));
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
    // SAFETY: `data` is what `register` handed over.
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
