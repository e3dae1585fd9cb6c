//! The passes: one file each, declared in `Passes.td`, put in order in [`pipeline`] and nowhere else.
//!
//! A pass accepts any module, reports by diagnostics only, and when it fails it has changed nothing.

mod declaration;

pub mod convert_gpu_to_nv_tileaa;
pub mod nv_tileaa_derive_launch;
pub mod nvvm_export;
pub mod nvvm_legalize;
pub mod nvvm_transplant;
pub mod nvvm_verify;
pub mod pipeline;

use tileiras_mlir::pass;

/// Makes all passes and pipelines known to MLIR.
pub fn register() {
    pass::register::<convert_gpu_to_nv_tileaa::ConvertGPUToNVTileAA>();
    pass::register::<nv_tileaa_derive_launch::NVTileAADeriveLaunch>();
    pass::register::<nvvm_export::NVVMExport>();
    pass::register::<nvvm_legalize::NVVMLegalize>();
    pass::register::<nvvm_transplant::NVVMTransplant>();
    pass::register::<nvvm_verify::NVVMVerify>();
    pipeline::register();
}
