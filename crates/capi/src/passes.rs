//! `tileiras-c/Passes.h`.

use crate::guarded;
use mlir_sys::{
    MlirLogicalResult, MlirOpPassManager, MlirPass, MlirStringCallback, MlirStringRef, mlirOpPassManagerAddPipeline,
};
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};
use tileiras_mlir::pass::{self, Pass};
use tileiras_mlir::text::{bytes, raw_bytes};
use tileiras_passes::convert_gpu_to_nv_tileaa::ConvertGPUToNVTileAA;
use tileiras_passes::convert_nv_tileaa_to_gpu::ConvertNVTileAAToGPU;
use tileiras_passes::gpu_launch_guards::GPULaunchGuards;
use tileiras_passes::nv_tileaa_derive_launch::NVTileAADeriveLaunch;
use tileiras_passes::nvvm_check_bodies::NVVMCheckBodies;
use tileiras_passes::nvvm_export::NVVMExport;
use tileiras_passes::nvvm_infer_bounds::NVVMInferBounds;
use tileiras_passes::nvvm_legalize::NVVMLegalize;
use tileiras_passes::nvvm_transplant::NVVMTransplant;
use tileiras_passes::nvvm_verify::NVVMVerify;
use tileiras_passes::pipeline::NVVM_LAUNCH_INFO;

/// Held while MLIR's registry of passes changes.
static REGISTRY: Mutex<()> = Mutex::new(());

fn registering(work: impl FnOnce()) {
    guarded((), || {
        let _held = REGISTRY.lock().unwrap_or_else(PoisonError::into_inner);
        work();
    });
}

fn created<P: Pass>() -> MlirPass {
    guarded(MlirPass { ptr: std::ptr::null_mut() }, pass::create::<P>)
}

/// The two functions of each pass.
macro_rules! passes {
    ($($pass:ident, $create:ident, $register:ident;)*) => {$(
        #[doc = concat!("Creates the pass `", stringify!($pass), "` with the default values of its options.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $create() -> MlirPass {
            created::<$pass>()
        }

        #[doc = concat!("Registers the pass `", stringify!($pass), "` under its argument.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $register() {
            registering(pass::register::<$pass>);
        }
    )*};
}

passes! {
    ConvertGPUToNVTileAA, tileirasCreateConvertGPUToNVTileAAPass, tileirasRegisterConvertGPUToNVTileAAPass;
    ConvertNVTileAAToGPU, tileirasCreateConvertNVTileAAToGPUPass, tileirasRegisterConvertNVTileAAToGPUPass;
    GPULaunchGuards, tileirasCreateGPULaunchGuardsPass, tileirasRegisterGPULaunchGuardsPass;
    NVTileAADeriveLaunch, tileirasCreateNVTileAADeriveLaunchPass, tileirasRegisterNVTileAADeriveLaunchPass;
    NVVMCheckBodies, tileirasCreateNVVMCheckBodiesPass, tileirasRegisterNVVMCheckBodiesPass;
    NVVMExport, tileirasCreateNVVMExportPass, tileirasRegisterNVVMExportPass;
    NVVMInferBounds, tileirasCreateNVVMInferBoundsPass, tileirasRegisterNVVMInferBoundsPass;
    NVVMLegalize, tileirasCreateNVVMLegalizePass, tileirasRegisterNVVMLegalizePass;
    NVVMTransplant, tileirasCreateNVVMTransplantPass, tileirasRegisterNVVMTransplantPass;
    NVVMVerify, tileirasCreateNVVMVerifyPass, tileirasRegisterNVVMVerifyPass;
}

/// Registers all passes and pipelines.
#[unsafe(no_mangle)]
pub extern "C" fn tileirasRegisterPasses() {
    registering(tileiras_passes::register);
}

/// Registers the pipeline `nvvm-launch` and its passes.
#[unsafe(no_mangle)]
pub extern "C" fn tileirasRegisterNVVMLaunchPipeline() {
    registering(tileiras_passes::register);
}

/// Receives the text of an error that the caller does not want.
extern "C" fn ignore(_: MlirStringRef, _: *mut c_void) {
    // Nothing is to be done.
}

/// Adds the pipeline `nvvm-launch` to a pass manager. Without a callback, the text of an error is lost.
///
/// # Safety
/// The pass manager and the options must be alive, and the callback must accept `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirasBuildNVVMLaunchPipeline(
    manager: MlirOpPassManager,
    options: MlirStringRef,
    callback: MlirStringCallback,
    data: *mut c_void,
) -> MlirLogicalResult {
    guarded(MlirLogicalResult { value: 0 }, || {
        tileirasRegisterNVVMLaunchPipeline();
        // SAFETY: as for this function.
        let options = unsafe { bytes(options) };
        let text = [NVVM_LAUNCH_INFO.argument.as_bytes(), b"{", options, b"}"].concat();
        if manager.ptr.is_null() {
            return MlirLogicalResult { value: 0 };
        }
        // SAFETY: as for this function. MLIR copies the text, and calls the callback without a check.
        unsafe { mlirOpPassManagerAddPipeline(manager, raw_bytes(&text), Some(callback.unwrap_or(ignore)), data) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use melior::Context;
    use melior::ir::Module;
    use melior::pass::PassManager;
    use mlir_sys::{mlirPassManagerAddOwnedPass, mlirPassManagerGetAsOpPassManager, mlirPassManagerRunOnOp};
    use tileiras_mlir::text::raw;

    /// Adds the pipeline with these options, without a callback.
    fn add(manager: MlirOpPassManager, options: &str) -> i8 {
        // SAFETY: the manager is alive, or null, which is accepted.
        unsafe { tileirasBuildNVVMLaunchPipeline(manager, raw(options), None, std::ptr::null_mut()) }.value
    }

    #[test]
    fn a_callback_is_not_needed() {
        let context = Context::new();
        let manager = PassManager::new(&context);
        // SAFETY: the manager is alive.
        let passes = unsafe { mlirPassManagerGetAsOpPassManager(manager.to_raw()) };
        for options in ["chip=sm_9O", "no-such-option=1", "}", "{"] {
            assert_eq!(add(passes, options), 0, "{options}");
        }
        assert_ne!(add(passes, "chip=sm_90a"), 0);
        assert_ne!(add(passes, ""), 0);
        assert_eq!(add(MlirOpPassManager { ptr: std::ptr::null_mut() }, ""), 0);
    }

    /// Operations of all dialects that the passes know, as the parser makes them of dialects that are not loaded.
    const UNLOADED: &str = r#""builtin.module"() ({
  "gpu.module"() ({
    "gpu.func"() ({
      "nvvm.barrier0"() : () -> ()
      "gpu.return"() : () -> ()
    }) {function_type = () -> (), gpu.kernel, sym_name = "k", nvvm.reqntid = array<i32: 64>} : () -> ()
    "llvm.func"() ({
      "llvm.return"() : () -> ()
    }) {nvvm.kernel, nvvm.maxntidx = 128 : i32, passthrough = [["nvvm.maxnreg", "64"]], sym_name = "l"} : () -> ()
  }) {sym_name = "device"} : () -> ()
  "func.func"() ({
    %0 = "arith.constant"() {value = 1 : index} : () -> index
    "gpu.launch_func"(%0, %0, %0, %0, %0, %0) {kernel = @device::@k,
      operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}
      : (index, index, index, index, index, index) -> ()
    "nv_tileaa.launch_func"(%0, %0, %0, %0, %0, %0) {kernel = @device::@k,
      operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}
      : (index, index, index, index, index, index) -> ()
    "func.return"() : () -> ()
  }) {sym_name = "host"} : () -> ()
}) {gpu.container_module, nvvm.annotations = [[@l, "maxntidy", 2 : i32]]} : () -> ()"#;

    /// Operations of none of the dialects that a pass loads: MLIR frees the names of such operations when it loads
    /// their dialect, and crashes.
    const OTHER: &str = r#""llvm.func"() ({
      "llvm.return"() : () -> ()
    }) {nvvm.kernel, nvvm.maxntidx = 128 : i32, sym_name = "l"} : () -> ()"#;

    /// `nvvm-check-bodies` loads the dialects of all code that it compiles.
    const FOREIGN: &str = r#""other.function"() {sym_name = "l"} : () -> ()"#;

    #[test]
    fn no_dialect_needs_to_be_loaded() {
        let passes: [(extern "C" fn() -> MlirPass, &str); 10] = [
            (tileirasCreateConvertGPUToNVTileAAPass, OTHER),
            (tileirasCreateConvertNVTileAAToGPUPass, OTHER),
            (tileirasCreateGPULaunchGuardsPass, OTHER),
            (tileirasCreateNVTileAADeriveLaunchPass, UNLOADED),
            (tileirasCreateNVVMCheckBodiesPass, FOREIGN),
            (tileirasCreateNVVMExportPass, UNLOADED),
            (tileirasCreateNVVMInferBoundsPass, UNLOADED),
            (tileirasCreateNVVMLegalizePass, UNLOADED),
            (tileirasCreateNVVMTransplantPass, UNLOADED),
            (tileirasCreateNVVMVerifyPass, UNLOADED),
        ];
        for (create, text) in passes {
            let context = Context::new();
            context.set_allow_unregistered_dialects(true);
            let Some(module) = Module::parse(&context, text) else { panic!("it is valid") };
            let manager = PassManager::new(&context);
            // SAFETY: the manager and the module are alive. A pass may refuse the module.
            unsafe {
                mlirPassManagerAddOwnedPass(manager.to_raw(), create());
                mlirPassManagerRunOnOp(manager.to_raw(), module.as_operation().to_raw());
            }
        }
    }
}
