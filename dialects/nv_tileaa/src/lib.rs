//! The dialect `nv_tileaa`: kernel launches with one symbol reference to the kernel, and the kernel spec.
//!
//! Operations and attributes are defined in `ods/`, from which their C++ and the Rust accessors in [`ods`] are
//! generated. They are verified in Rust ([`launch`], [`kernel_spec`]), which C++ calls, and built with [`builder`].
//! Leaves out on purpose: the values of launch operands, which the rule group `launch` of `nvvm-verify` checks.

pub mod builder;
mod ffi;
pub mod kernel_spec;
pub mod launch;

use tileiras_mlir::registry::Registry;

/// Accessors and builders generated from `ods/Ops.td`.
#[allow(missing_docs, clippy::all, unused_qualifications, reason = "generated code")]
mod generated {
    melior::dialect! {
        name: "nv_tileaa",
        files: ["Ops.td"],
        include_directory_env_vars: ["NV_TILEAA_ODS"],
    }
}

pub use generated::nv_tileaa as ods;

/// The namespace of the dialect.
pub const NAMESPACE: &str = "nv_tileaa";

/// Adds the dialect to a registry.
pub fn register(registry: Registry<'_>) {
    ffi::register(registry);
}
