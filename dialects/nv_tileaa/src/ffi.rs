//! The interface to the C++ of the dialect. All `unsafe` code of this crate is here.
//!
//! C++ calls the hooks of [`register`] to verify operations and attributes. Each hook converts its arguments, and runs
//! the verifier inside the panic guard.

use crate::kernel_spec::{KernelSpec, verify_placement};
use crate::launch::Launch;
use melior::ir::{Attribute, AttributeLike as _, OperationRef};
use mlir_sys::{MlirAttribute, MlirOperation, MlirStringRef};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use tileiras_mlir::attribute::Dictionary;
use tileiras_mlir::guard::guard;
use tileiras_mlir::registry::Registry;
use tileiras_mlir::text::{bytes, raw};
use tileiras_mlir::{Diagnostic, Failure};
use tileiras_mlir_sys_ext::{
    TileirasKernelSpec, TileirasNumber, TileirasNvTileaaHooks, TileirasSizes, TileirasTextSink,
    tileirasNvTileaaKernelSpec, tileirasRegisterNvTileaa,
};

/// Adds the dialect to a registry, and sets the hooks.
pub(crate) fn register(registry: Registry<'_>) {
    let hooks = TileirasNvTileaaHooks { verify_launch, verify_kernel, verify_kernel_spec, verify_attribute };
    // SAFETY: the registry is alive, and the hooks are functions.
    unsafe { tileirasRegisterNvTileaa(registry.to_raw(), hooks) }
}

impl<'c> KernelSpec<'c> {
    /// The spec that an attribute is; `None` for another attribute.
    #[must_use]
    pub fn new(attribute: Attribute<'c>) -> Option<Self> {
        let mut raw = MaybeUninit::uninit();
        // SAFETY: the function accepts any attribute, and fills all parameters if it returns true. Sizes and roles live
        // as long as the context.
        unsafe {
            tileirasNvTileaaKernelSpec(attribute.to_raw(), raw.as_mut_ptr()).then(|| from_raw(&raw.assume_init()))
        }
    }
}

/// # Safety
/// Sizes and roles must be alive for `'c`.
unsafe fn from_raw<'c>(raw: &TileirasKernelSpec) -> KernelSpec<'c> {
    let sizes = |sizes: TileirasSizes| match usize::try_from(sizes.count) {
        // SAFETY: the caller guarantees pointer and length.
        Ok(count @ 1..) => unsafe { std::slice::from_raw_parts(sizes.values, count) },
        _ => &[],
    };
    let number = |number: TileirasNumber| number.given.then_some(number.value);
    // SAFETY: the caller guarantees that the attribute is alive. Null means none.
    let roles = unsafe { Attribute::from_option_raw(raw.roles) };
    KernelSpec {
        block: sizes(raw.block),
        max_block: sizes(raw.max_block),
        cluster: sizes(raw.cluster),
        roles: roles.and_then(Dictionary::new),
        max_cluster_rank: number(raw.max_cluster_rank),
        min_ctas_per_sm: number(raw.min_ctas_per_sm),
        accumulator_registers: number(raw.accumulator_registers),
        working_registers: number(raw.working_registers),
        slack_registers: number(raw.slack_registers),
        max_registers: number(raw.max_registers),
        atom: number(raw.atom),
        single_cta_cluster: raw.single_cta_cluster,
    }
}

/// Verifies a `nv_tileaa.launch_func` without its kernel.
unsafe extern "C" fn verify_launch(op: MlirOperation) -> bool {
    // SAFETY: the operation is alive during this call.
    let op = unsafe { OperationRef::from_raw(op) };
    answer(op, || Launch::new(op).map(drop).map_err(|text| Diagnostic::on(op).error(text).emit()))
}

/// Verifies a `nv_tileaa.launch_func` against its module and its kernel. Either is null if it does not exist.
unsafe extern "C" fn verify_kernel(op: MlirOperation, container: MlirOperation, kernel: MlirOperation) -> bool {
    // SAFETY: the operations are alive during this call, or null.
    let (op, container, kernel) = unsafe {
        (OperationRef::from_raw(op), OperationRef::from_option_raw(container), OperationRef::from_option_raw(kernel))
    };
    answer(op, || {
        // `verify_launch` has reported these errors.
        let Ok(launch) = Launch::new(op) else { return Err(Failure) };
        launch.check_kernel(container, kernel).map_err(|error| error.report(|text| Diagnostic::on(op).error(text)))
    })
}

/// Verifies the parameters of a kernel spec. Passes each error to the sink.
unsafe extern "C" fn verify_kernel_spec(
    spec: *const TileirasKernelSpec,
    sink: TileirasTextSink,
    data: *mut c_void,
) -> bool {
    // SAFETY: the parameters are alive during this call, with their sizes and roles.
    let spec = unsafe { from_raw(&*spec) };
    let errors = guarded(|| spec.errors());
    for error in &errors {
        // SAFETY: `sink` and `data` belong together, and the sink copies the text.
        unsafe { sink(raw(error), data) }
    }
    errors.is_empty()
}

/// Verifies a discardable attribute of the dialect on an operation.
unsafe extern "C" fn verify_attribute(op: MlirOperation, name: MlirStringRef, attribute: MlirAttribute) -> bool {
    // SAFETY: operation and attribute are alive during this call.
    let (op, name, attribute) = unsafe { (OperationRef::from_raw(op), bytes(name), Attribute::from_raw(attribute)) };
    answer(op, || verify_placement(op, name, attribute).map_err(|text| Diagnostic::on(op).error(text).emit()))
}

/// Runs `find` and returns the errors it finds. A panic is an error.
fn guarded(find: impl FnOnce() -> Vec<String>) -> Vec<String> {
    guard(find).unwrap_or_else(|panic| vec![panic.to_string()])
}

/// Runs `verify` and returns whether it succeeds. A panic is an error at the operation.
fn answer(op: OperationRef<'_, '_>, verify: impl FnOnce() -> Result<(), Failure>) -> bool {
    match guard(verify) {
        Ok(result) => result.is_ok(),
        Err(panic) => {
            let _: Failure = Diagnostic::on(op).error(panic).emit();
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{answer, guarded};
    use melior::ir::operation::OperationLike as _;
    use melior::ir::{Location, Module};
    use melior::{Context, diagnostic::DiagnosticSeverity};
    use std::cell::RefCell;
    use std::rc::Rc;

    /// The hooks that verify operations use `answer`: a panic in it is an error at the operation.
    #[test]
    fn a_panic_in_a_verifier_is_an_error() {
        let context = Context::new();
        let emitted = Rc::new(RefCell::new(Vec::new()));
        let sink = Rc::clone(&emitted);
        context.attach_diagnostic_handler(move |diagnostic| {
            sink.borrow_mut().push((diagnostic.severity(), diagnostic.to_string()));
            true
        });
        let module = Module::new(Location::unknown(&context));
        assert!(!answer(module.as_operation(), || panic!("planted")));
        let emitted = emitted.borrow();
        assert!(
            matches!(emitted.as_slice(), [(DiagnosticSeverity::Error, text)]
            if text.starts_with("'builtin.module' op internal error: planted (")),
            "{emitted:?}"
        );
        assert!(module.as_operation().verify());
    }

    #[test]
    fn a_panic_in_the_verifier_of_kernel_specs_is_a_fault() {
        let errors = guarded(|| panic!("planted"));
        assert!(matches!(errors.as_slice(), [text] if text.starts_with("internal error: planted (")), "{errors:?}");
    }
}
