//! The dialect `nv_tileaa`: launches whose kernel is one symbol reference, and the spec of a kernel.
//!
//! `ods/` is the one source of truth: the C++ of the operations and attributes and the Rust accessors in [`ods`] are
//! generated from it. The rules of an operation stand in Rust ([`launch`]), as do those of the attribute
//! ([`kernel_spec`]); the C++ only hands them over. Leaves out on purpose: values of the launch operands, which the group
//! `launch` of `nvvm-verify` looks at.

pub mod kernel_spec;
pub mod launch;
mod verifier;

use tileiras_mlir::registry::Registry;
use tileiras_mlir_sys_ext::{TileirasNvTileaaHooks, tileirasRegisterNvTileaa};

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
    let hooks = TileirasNvTileaaHooks {
        verify_launch: verifier::verify_launch,
        verify_kernel: verifier::verify_kernel,
        verify_kernel_spec: verifier::verify_kernel_spec,
        verify_attribute: verifier::verify_attribute,
    };
    // SAFETY: the registry is alive, and the hooks are functions.
    unsafe { tileirasRegisterNvTileaa(registry.to_raw(), hooks) }
}
