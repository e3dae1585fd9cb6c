//! The passes, one in each file. They are declared in `Passes.td`. Their order is in [`pipeline`] only.
//!
//! A pass accepts any module and reports by diagnostics only. A pass that fails has not changed the module.

#![forbid(unsafe_code)]

mod declaration;
mod launch_site;

pub mod convert_gpu_to_nv_tileaa;
pub mod convert_nv_tileaa_to_gpu;
pub mod gpu_launch_guards;
pub mod lowering;
pub mod nv_tileaa_derive_launch;
pub mod nvvm_check_bodies;
pub mod nvvm_export;
pub mod nvvm_infer_bounds;
pub mod nvvm_legalize;
pub mod nvvm_transplant;
pub mod nvvm_verify;
pub mod pipeline;

use tileiras_mlir::pass;

/// The options of the passes and of the pipeline `nvvm-launch`.
pub mod options {
    pub use crate::declaration::{
        GPULaunchGuardsOptions, NVTileAADeriveLaunchOptions, NVVMCheckBodiesOptions, NVVMExportOptions,
        NVVMInferBoundsOptions, NVVMLaunchOptions, NVVMLegalizeOptions, NVVMTransplantForm, NVVMTransplantOnConflict,
        NVVMTransplantOptions, NVVMVerifyForm, NVVMVerifyOptions,
    };
}

/// Registers all passes and pipelines with MLIR.
pub fn register() {
    pass::register::<convert_gpu_to_nv_tileaa::ConvertGPUToNVTileAA>();
    pass::register::<convert_nv_tileaa_to_gpu::ConvertNVTileAAToGPU>();
    pass::register::<gpu_launch_guards::GPULaunchGuards>();
    pass::register::<nv_tileaa_derive_launch::NVTileAADeriveLaunch>();
    pass::register::<nvvm_check_bodies::NVVMCheckBodies>();
    pass::register::<nvvm_export::NVVMExport>();
    pass::register::<nvvm_infer_bounds::NVVMInferBounds>();
    pass::register::<nvvm_legalize::NVVMLegalize>();
    pass::register::<nvvm_transplant::NVVMTransplant>();
    pass::register::<nvvm_verify::NVVMVerify>();
    pipeline::register();
}
