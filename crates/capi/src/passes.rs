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

/// Adds the pipeline `nvvm-launch` to a pass manager.
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
        // SAFETY: as for this function. MLIR copies the text.
        unsafe { mlirOpPassManagerAddPipeline(manager, raw_bytes(&text), callback, data) }
    })
}
