//! The passes and the dialect as a plugin of a stock `mlir-opt`: two entry symbols, nothing else.
//!
//! Accepts `--load-pass-plugin` and `--load-dialect-plugin` of the LLVM release it was built for. Guarantees the same
//! passes as in `tileiras-opt`, since both share one `libMLIR.so`. Leaves out on purpose: pass statistics, which a stock
//! `mlir-opt` prints only if its MLIR was built with them.

#![allow(non_snake_case, reason = "the entry symbols have the names that MLIR looks for")]

use mlir_sys::MlirDialectRegistry;
use std::ffi::c_char;
use tileiras_mlir::guard::guard;
use tileiras_mlir::registry::Registry;
use tileiras_mlir::tool;

const _: () = assert!(!tool::STANDS_ALONE, "a plugin shares MLIR with its host: build it without 'standalone'");

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

/// The entry symbol for passes.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetPassPluginInfo() -> PassPluginLibraryInfo {
    PassPluginLibraryInfo { api_version: API_VERSION, name: NAME, version: VERSION, register: register_passes }
}

/// The entry symbol for dialects.
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

/// Does the work; what panics is reported. There is no context to report to yet.
#[expect(clippy::print_stderr, reason = "the loader offers no other way to say it")]
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
