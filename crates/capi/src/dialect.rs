//! `tileiras-c/Dialects.h`.

use crate::guarded;
use melior::dialect::DialectRegistry;
use mlir_sys::{
    MlirContext, MlirDialect, MlirDialectHandle, MlirDialectRegistry, MlirStringRef, mlirContextAppendDialectRegistry,
    mlirContextGetOrLoadDialect,
};
use tileiras_mlir::registry::Registry;
use tileiras_mlir::text::raw;
use tileiras_nv_tileaa::{NAMESPACE, register};

/// `MlirDialectRegistrationHooks` of `mlir/CAPI/Registration.h`, which a dialect handle points to.
#[repr(C)]
struct Hooks {
    insert: unsafe extern "C" fn(MlirDialectRegistry),
    load: unsafe extern "C" fn(MlirContext) -> MlirDialect,
    namespace: extern "C" fn() -> MlirStringRef,
}

static HOOKS: Hooks = Hooks { insert, load, namespace };

/// The handle of the dialect `nv_tileaa`.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetDialectHandle__nv_tileaa__() -> MlirDialectHandle {
    MlirDialectHandle { ptr: (&raw const HOOKS).cast() }
}

/// Adds the dialect `nv_tileaa` to a registry.
///
/// # Safety
/// The registry must be alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirasRegisterAllDialects(registry: MlirDialectRegistry) {
    // SAFETY: as for this function.
    guarded((), || unsafe { insert(registry) });
}

unsafe extern "C" fn insert(registry: MlirDialectRegistry) {
    // SAFETY: the caller has a registry that is alive during this call.
    guarded((), || register(unsafe { Registry::from_raw(registry) }));
}

unsafe extern "C" fn load(context: MlirContext) -> MlirDialect {
    guarded(MlirDialect { ptr: std::ptr::null_mut() }, || {
        let registry = DialectRegistry::new();
        register((&registry).into());
        // SAFETY: the caller has a context that is alive during this call. It copies from the registry.
        unsafe {
            mlirContextAppendDialectRegistry(context, registry.to_raw());
            mlirContextGetOrLoadDialect(context, raw(NAMESPACE))
        }
    })
}

extern "C" fn namespace() -> MlirStringRef {
    raw(NAMESPACE)
}
