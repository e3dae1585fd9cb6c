//! LLVM's NVPTX back end.

use crate::guard::guard;
use crate::llvm::LLVMModule;
use crate::text::{bytes, lossy, raw};
use mlir_sys::MlirStringRef;
use std::ffi::{c_int, c_void};
use tileiras_mlir_sys_ext::{TileirasBackendResult, TileirasSeverity, tileirasLLVMEmitPTX};

/// What code is generated for, in LLVM's words.
#[derive(Clone, Copy, Debug)]
pub struct BackendTarget<'a> {
    /// Such as `sm_90a`.
    pub chip: &'a str,
    /// Such as `+ptx84`.
    pub features: &'a str,
    /// Optimisation of the module and of code generation, 0 to 3.
    pub level: u8,
}

/// What the back end made and said.
#[derive(Clone, Debug, Default)]
pub struct BackendOutput {
    /// The PTX; none when there was an error.
    pub ptx: Option<Vec<u8>>,
    /// Errors, in order.
    pub errors: Vec<String>,
    /// Warnings, in order.
    pub warnings: Vec<String>,
}

impl LLVMModule<'_> {
    /// Compiles to PTX. An input that LLVM would end the process for is an error like any other.
    #[must_use]
    pub fn emit_ptx(self, target: BackendTarget<'_>) -> BackendOutput {
        unsafe extern "C" fn take(text: MlirStringRef, output: *mut c_void) {
            // SAFETY: the data is the output below; copying does not panic short of running out of memory.
            unsafe { (*output.cast::<BackendOutput>()).ptx = Some(bytes(text).to_vec()) }
        }
        unsafe extern "C" fn visit(severity: TileirasSeverity, text: MlirStringRef, output: *mut c_void) {
            // A message that cannot be kept is lost; the result still says that there was an error.
            let _ = guard(|| {
                // SAFETY: the data is the output below, and the text is alive during this call.
                let (output, text) = unsafe { (&mut *output.cast::<BackendOutput>(), lossy(bytes(text)).into_owned()) };
                match severity {
                    TileirasSeverity::Error => output.errors.push(text),
                    TileirasSeverity::Warning | TileirasSeverity::Remark => output.warnings.push(text),
                }
            });
        }
        let mut output = BackendOutput::default();
        let data = (&raw mut output).cast::<c_void>();
        let (chip, features, level) = (raw(target.chip), raw(target.features), c_int::from(target.level.min(3)));
        // SAFETY: the module is alive, all arguments live during the call, and both callbacks get the output they expect.
        let result = unsafe { tileirasLLVMEmitPTX(self.raw, chip, features, level, take, data, visit, data) };
        if result == TileirasBackendResult::Crashed {
            // It is in an unknown state: better lost than destroyed.
            std::mem::forget(self);
        }
        if result != TileirasBackendResult::Done && output.errors.is_empty() {
            output.errors.push("the back end failed without a word".to_owned());
        }
        output
    }
}
