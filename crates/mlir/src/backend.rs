//! LLVM's NVPTX back end.

use crate::guard::guard;
use crate::llvm::LLVMModule;
use crate::session::STACK_OVERFLOW;
use crate::text::{bytes, lossy, raw};
use mlir_sys::MlirStringRef;
use std::ffi::c_void;
use tileiras_mlir_sys_ext::{
    TileirasBackendResult, TileirasBackendTarget, TileirasDebugInfo, TileirasSeverity, tileirasLLVMEmitPTX,
};

/// The target of code generation, with LLVM's names.
#[derive(Clone, Copy, Debug)]
pub struct BackendTarget<'a> {
    /// The processor, such as `sm_90a`.
    pub chip: &'a str,
    /// The target features, such as `+ptx84`.
    pub features: &'a str,
    /// The optimisation level of the pass pipeline and of code generation, 0 to 3.
    pub level: u8,
    /// Whether pointers to shared, constant and local memory have 32 bits.
    pub short_pointers: bool,
    /// The debug information in the PTX.
    pub debug_info: DebugInfo,
}

/// The debug information in PTX.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum DebugInfo {
    /// None.
    None,
    /// The directives `.file` and `.loc`, for any optimisation level.
    #[default]
    LineTables,
    /// The same, with the calls that LLVM has inlined, in comments.
    Calls,
    /// All that the module has. `.target` gets the option `debug` if the module has any.
    Full,
}

/// The output and the diagnostics of the back end.
#[derive(Clone, Debug, Default)]
pub struct BackendOutput {
    /// The PTX; `None` after an error.
    pub ptx: Option<Vec<u8>>,
    /// Errors, in order.
    pub errors: Vec<String>,
    /// Warnings, in order.
    pub warnings: Vec<String>,
    /// What LLVM was doing at a fatal error, a line for each step.
    trace: String,
}

impl BackendOutput {
    /// A diagnostic of [`BackendOutput::errors`] or [`BackendOutput::warnings`] as the function that it is about, if
    /// known, and a text.
    #[must_use]
    pub fn split<'t>(&'t self, diagnostic: &'t str) -> (Option<&'t str>, &'t str) {
        let text = diagnostic.strip_prefix("<unknown>:0:0: ").unwrap_or(diagnostic);
        // `in function k void (ptr): the message`, as LLVM prints what a target does not support.
        let about = text.strip_prefix("in function ").and_then(|rest| {
            let (function, message) = rest.split_once("): ")?;
            Some((function.split_once(' ')?.0, message))
        });
        match about {
            Some((function, message)) => (Some(function), message),
            None => (self.function(), text),
        }
    }

    /// The function at which a fatal error was reported.
    fn function(&self) -> Option<&str> {
        let (_, rest) = self.trace.split_once("on function '@")?;
        Some(rest.split_once('\'')?.0)
    }
}

unsafe extern "C" fn take(text: MlirStringRef, output: *mut c_void) {
    // SAFETY: `output` is a `BackendOutput`. Copying does not panic short of running out of memory.
    unsafe { (*output.cast::<BackendOutput>()).ptx = Some(bytes(text).to_vec()) }
}

/// Adds a diagnostic to a `BackendOutput`.
pub(crate) unsafe extern "C" fn visit(severity: TileirasSeverity, text: MlirStringRef, output: *mut c_void) {
    // After a panic the message is lost; the result code still reports the error.
    let _ = guard(|| {
        // SAFETY: `output` is a `BackendOutput`, and the text is alive during this call.
        let (output, text) = unsafe { (&mut *output.cast::<BackendOutput>(), lossy(bytes(text)).into_owned()) };
        match severity {
            // The message of a crash can be empty.
            TileirasSeverity::Error if text.is_empty() => output.errors.push("LLVM crashed".to_owned()),
            TileirasSeverity::Error => output.errors.push(text.trim_end().to_owned()),
            TileirasSeverity::Warning => output.warnings.push(text.trim_end().to_owned()),
            TileirasSeverity::Remark => output.trace = text,
        }
    });
}

impl LLVMModule<'_> {
    /// Compiles to PTX. An input for which LLVM would end the process is reported as an error.
    #[must_use]
    pub fn emit_ptx(self, target: BackendTarget<'_>) -> BackendOutput {
        let mut output = BackendOutput::default();
        let data = (&raw mut output).cast::<c_void>();
        let options = TileirasBackendTarget {
            chip: raw(target.chip),
            features: raw(target.features),
            level: target.level.min(3).into(),
            short_pointers: target.short_pointers,
            debug_info: match target.debug_info {
                DebugInfo::None => TileirasDebugInfo::None,
                DebugInfo::LineTables => TileirasDebugInfo::LineTables,
                DebugInfo::Calls => TileirasDebugInfo::Calls,
                DebugInfo::Full => TileirasDebugInfo::Full,
            },
        };
        // SAFETY: the module is alive, all arguments live during the call, and both callbacks get `output` as data.
        let result = unsafe { tileirasLLVMEmitPTX(self.raw, options, take, data, visit, data) };
        self.errors_of(result, output)
    }

    /// Completes the errors of an output. Consumes the module, which is in an unknown state after an error.
    pub(crate) fn errors_of(self, result: TileirasBackendResult, mut output: BackendOutput) -> BackendOutput {
        if result == TileirasBackendResult::StackOverflow {
            output.errors.push(STACK_OVERFLOW.to_owned());
        }
        if matches!(result, TileirasBackendResult::Crashed | TileirasBackendResult::StackOverflow) {
            // The module is leaked, as its destructor might crash.
            std::mem::forget(self);
        }
        if result != TileirasBackendResult::Done && output.errors.is_empty() {
            output.errors.push("LLVM failed without a message".to_owned());
        }
        output
    }
}
