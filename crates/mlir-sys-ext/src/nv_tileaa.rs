//! The types of the C++ code of the dialect `nv_tileaa`, with its names and layouts.

use crate::types::TileirasTextSink;
use mlir_sys::{MlirAttribute, MlirOperation, MlirStringRef};
use std::ffi::c_void;

/// The sizes of a shape; empty if the parameter is missing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasSizes {
    /// The sizes.
    pub values: *const i64,
    /// The number of sizes.
    pub count: isize,
}

/// An optional number.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasNumber {
    /// The number; 0 if it is missing.
    pub value: i64,
    /// Whether it is present.
    pub given: bool,
}

/// The parameters of a `#nv_tileaa.kernel_spec`, unchecked.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasKernelSpec {
    /// The exact block.
    pub block: TileirasSizes,
    /// The upper bound of the block.
    pub max_block: TileirasSizes,
    /// The cluster.
    pub cluster: TileirasSizes,
    /// A dictionary of `i64`, or null.
    pub roles: MlirAttribute,
    /// The maximum number of CTAs of a cluster.
    pub max_cluster_rank: TileirasNumber,
    /// The minimum number of CTAs per SM.
    pub min_ctas_per_sm: TileirasNumber,
    /// Registers of the accumulator.
    pub accumulator_registers: TileirasNumber,
    /// Registers of all other live values.
    pub working_registers: TileirasNumber,
    /// Spare registers.
    pub slack_registers: TileirasNumber,
    /// The maximum number of registers per thread.
    pub max_registers: TileirasNumber,
    /// The value of the atom in its enum.
    pub atom: TileirasNumber,
    /// Whether the grid counts clusters of one CTA.
    pub single_cta_cluster: bool,
}

/// The callbacks of the dialect `nv_tileaa`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileirasNvTileaaHooks {
    /// Verifies a `nv_tileaa.launch_func` without its kernel; false after a diagnostic.
    pub verify_launch: unsafe extern "C" fn(MlirOperation) -> bool,
    /// Verifies a `nv_tileaa.launch_func` against its `gpu.module` or `gpu.binary` and its kernel, which are null if
    /// they do not exist; false after a diagnostic.
    pub verify_kernel: unsafe extern "C" fn(MlirOperation, MlirOperation, MlirOperation) -> bool,
    /// Verifies the parameters of a `#nv_tileaa.kernel_spec`; false after the sink has received each error.
    pub verify_kernel_spec: unsafe extern "C" fn(*const TileirasKernelSpec, TileirasTextSink, *mut c_void) -> bool,
    /// Verifies a discardable attribute of the dialect on an operation; false after a diagnostic.
    pub verify_attribute: unsafe extern "C" fn(MlirOperation, MlirStringRef, MlirAttribute) -> bool,
}
