//! The passes and the dialect `nv_tileaa` as a plugin for upstream's `mlir-opt`.
//!
//! Accepts `--load-pass-plugin` and `--load-dialect-plugin` of the LLVM release for which it was built. Guarantees that
//! the passes behave as in `tileiras-opt`; both use `libMLIR.so`. Leaves out on purpose: pass statistics, which
//! upstream's `mlir-opt` prints only if MLIR was built with them.

#![allow(non_snake_case, reason = "MLIR defines the names of the entry points")]

use mlir_sys::MlirDialectRegistry;
use std::ffi::c_char;
use tileiras_mlir::guard::guard;
use tileiras_mlir::registry::Registry;

/// `MLIR_PLUGIN_API_VERSION`.
const API_VERSION: u32 = 1;

/// `mlir::PassPluginLibraryInfo`.
#[repr(C)]
pub struct PassPluginLibraryInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: unsafe extern "C" fn(),
}

/// `mlir::DialectPluginLibraryInfo`.
#[repr(C)]
pub struct DialectPluginLibraryInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: unsafe extern "C" fn(*mut std::ffi::c_void),
}

const NAME: *const c_char = c"tileiras".as_ptr();
const VERSION: *const c_char = concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast();

/// The entry point of `--load-pass-plugin`.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetPassPluginInfo() -> PassPluginLibraryInfo {
    PassPluginLibraryInfo { api_version: API_VERSION, name: NAME, version: VERSION, register: register_passes }
}

/// The entry point of `--load-dialect-plugin`.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetDialectPluginInfo() -> DialectPluginLibraryInfo {
    DialectPluginLibraryInfo { api_version: API_VERSION, name: NAME, version: VERSION, register: register_dialects }
}

unsafe extern "C" fn register_passes() {
    guarded(tileiras_passes::register);
}

unsafe extern "C" fn register_dialects(registry: *mut std::ffi::c_void) {
    // SAFETY: the loader passes a `mlir::DialectRegistry` that is alive during this call.
    let registry = unsafe { Registry::from_raw(MlirDialectRegistry { ptr: registry }) };
    guarded(|| tileiras_nv_tileaa::register(registry));
}

/// Runs `work`, and prints the message of a panic. No diagnostic can be emitted, as there is no context yet.
#[expect(clippy::print_stderr, reason = "there is no context for a diagnostic")]
fn guarded(work: impl FnOnce()) {
    if let Err(panic) = guard(work) {
        eprintln!("tileiras plugin: {panic}");
    }
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_does_not_leave_the_plugin() {
        guarded(|| panic!("planted"));
    }
}
