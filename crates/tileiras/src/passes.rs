//! The passes with typed options, for melior's pass managers.
//!
//! Each function creates one pass. A struct with its options has the names and the defaults of the command line; set
//! the options that differ, and take the others from `Default`.
//!
//! ```
//! use tileiras::passes::{self, NVVMVerifyOptions};
//!
//! let options = NVVMVerifyOptions { chip: "sm_90a".into(), ..NVVMVerifyOptions::default() };
//! assert!(passes::create_nvvm_verify(&options).is_ok());
//!
//! let options = NVVMVerifyOptions { chip: "sm_90b".into(), ..NVVMVerifyOptions::default() };
//! let message = passes::create_nvvm_verify(&options).err().map(|error| error.to_string());
//! assert!(message.is_some_and(|message| message.starts_with("nvvm-verify: unknown chip 'sm_90b'")));
//! ```

use melior::pass::{OperationPassManager, Pass};
use tileiras_mlir::option::InvalidOptions;
use tileiras_mlir::pass::{create_default, create_with_options};
use tileiras_mlir::pipeline;
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

pub use tileiras_passes::options::*;

/// Creates `nvvm-transplant`: moves legacy launch annotations to canonical attributes.
///
/// # Errors
/// [`InvalidOptions`] if the pass refuses the options.
pub fn create_nvvm_transplant(options: &NVVMTransplantOptions) -> Result<Pass, InvalidOptions> {
    create_with_options::<NVVMTransplant>(options)
}

/// Creates `nv-tileaa-derive-launch`: derives launch facts from kernel specs.
///
/// # Errors
/// [`InvalidOptions`], for example for an unknown chip.
pub fn create_nv_tileaa_derive_launch(options: &NVTileAADeriveLaunchOptions) -> Result<Pass, InvalidOptions> {
    create_with_options::<NVTileAADeriveLaunch>(options)
}

/// Creates `gpu-launch-guards`: inserts checks of the launch rules for sizes that are not constant.
///
/// # Errors
/// [`InvalidOptions`] if the pass refuses the options.
pub fn create_gpu_launch_guards(options: &GPULaunchGuardsOptions) -> Result<Pass, InvalidOptions> {
    create_with_options::<GPULaunchGuards>(options)
}

/// Creates `nvvm-check-bodies`: checks how bodies are executed, in the PTX that LLVM makes of a copy, and changes
/// nothing. Upstream's passes must be registered.
///
/// # Errors
/// [`InvalidOptions`], for example for an unknown chip.
pub fn create_nvvm_check_bodies(options: &NVVMCheckBodiesOptions) -> Result<Pass, InvalidOptions> {
    create_with_options::<NVVMCheckBodies>(options)
}

/// Creates `nvvm-infer-bounds`: infers the block and the cluster of kernels from their launches.
///
/// # Errors
/// [`InvalidOptions`] if the pass refuses the options.
pub fn create_nvvm_infer_bounds(options: &NVVMInferBoundsOptions) -> Result<Pass, InvalidOptions> {
    create_with_options::<NVVMInferBounds>(options)
}

/// Creates `nvvm-legalize`: removes launch facts that are redundant or that the chip does not have.
///
/// # Errors
/// [`InvalidOptions`], for example for an unknown chip.
pub fn create_nvvm_legalize(options: &NVVMLegalizeOptions) -> Result<Pass, InvalidOptions> {
    create_with_options::<NVVMLegalize>(options)
}

/// Creates `nvvm-verify`: checks launch contracts, and changes nothing.
///
/// # Errors
/// [`InvalidOptions`], for example for an unknown chip or rule.
pub fn create_nvvm_verify(options: &NVVMVerifyOptions) -> Result<Pass, InvalidOptions> {
    create_with_options::<NVVMVerify>(options)
}

/// Creates `nvvm-export`: gives launch facts the form that upstream's translation, or a legacy consumer, reads.
///
/// # Errors
/// [`InvalidOptions`] if the pass refuses the options.
pub fn create_nvvm_export(options: &NVVMExportOptions) -> Result<Pass, InvalidOptions> {
    create_with_options::<NVVMExport>(options)
}

/// Creates `convert-gpu-to-nv-tileaa`: lowers `gpu.launch_func` to `nv_tileaa.launch_func`.
#[must_use]
pub fn create_convert_gpu_to_nv_tileaa() -> Pass {
    create_default::<ConvertGPUToNVTileAA>()
}

/// Creates `convert-nv-tileaa-to-gpu`: converts `nv_tileaa.launch_func` to `gpu.launch_func`, whose kernels need the
/// attribute `gpu.kernel`.
#[must_use]
pub fn create_convert_nv_tileaa_to_gpu() -> Pass {
    create_default::<ConvertNVTileAAToGPU>()
}

/// Adds the passes of the pipeline `nvvm-launch` to a pass manager.
///
/// # Errors
/// [`InvalidOptions`], for example for an unknown chip or rule.
pub fn add_nvvm_launch(
    manager: OperationPassManager<'_, '_>,
    options: &NVVMLaunchOptions,
) -> Result<(), InvalidOptions> {
    crate::register_passes();
    pipeline::add(manager, &NVVM_LAUNCH_INFO, options)
}
