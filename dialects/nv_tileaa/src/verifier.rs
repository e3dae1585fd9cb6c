//! The verifiers of the dialect's operations and attributes, as C++ calls them.

use crate::kernel_spec::{KernelSpec, misplaced};
use crate::launch::Launch;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};
use mlir_sys::{MlirAttribute, MlirOperation, MlirStringRef};
use std::ffi::c_void;
use tileiras_mlir::guard::guard;
use tileiras_mlir::text::{bytes, lossy, raw};
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_mlir_sys_ext::{TileirasKernelSpec, TileirasTextSink};

/// Verifies one `nv_tileaa.launch_func` by itself.
pub(crate) unsafe extern "C" fn verify_launch(op: MlirOperation) -> bool {
    // SAFETY: the operation is alive during this call.
    let op = unsafe { OperationRef::from_raw(op) };
    answer(op, || Launch::new(op).map(drop).map_err(|text| error(op, &text).emit()))
}

/// Verifies it against its module and kernel, either null when there is none.
pub(crate) unsafe extern "C" fn verify_kernel(
    op: MlirOperation,
    container: MlirOperation,
    kernel: MlirOperation,
) -> bool {
    // SAFETY: the operations are alive during this call, or null.
    let (op, container, kernel) = unsafe {
        (OperationRef::from_raw(op), OperationRef::from_option_raw(container), OperationRef::from_option_raw(kernel))
    };
    answer(op, || {
        // Faults of the operation itself were reported by its own verifier.
        let Ok(launch) = Launch::new(op) else { return Err(Failure) };
        launch.check_kernel(container, kernel).map_err(|fault| fault.report(|text| error(op, text)))
    })
}

/// Verifies the parameters of a kernel spec; the sink is told of every fault.
pub(crate) unsafe extern "C" fn verify_kernel_spec(
    spec: *const TileirasKernelSpec,
    sink: TileirasTextSink,
    data: *mut c_void,
) -> bool {
    // SAFETY: the parameters, and what they point to, are alive during this call.
    let spec = unsafe { KernelSpec::from_raw(*spec) };
    let faults = guarded(|| spec.faults());
    for fault in &faults {
        // SAFETY: the sink copies the text.
        unsafe { sink(raw(fault), data) }
    }
    faults.is_empty()
}

/// Verifies a discardable attribute of the dialect on an operation.
pub(crate) unsafe extern "C" fn verify_attribute(
    op: MlirOperation,
    name: MlirStringRef,
    attribute: MlirAttribute,
) -> bool {
    // SAFETY: operation and attribute are alive during this call.
    let (op, name, attribute) = unsafe { (OperationRef::from_raw(op), bytes(name), Attribute::from_raw(attribute)) };
    answer(op, || misplaced(op, name, attribute).map_or(Ok(()), |text| Err(error(op, &text).emit())))
}

fn error<'c>(op: OperationRef<'c, '_>, text: &str) -> Diagnostic<'c> {
    Diagnostic::error(op.location(), format!("'{}' op {text}", lossy(operation::name(op))))
}

/// The faults that are found; a panic is one.
fn guarded(find: impl FnOnce() -> Vec<String>) -> Vec<String> {
    guard(find).unwrap_or_else(|panic| vec![panic.to_string()])
}

fn answer(op: OperationRef<'_, '_>, verify: impl FnOnce() -> Result<(), Failure>) -> bool {
    match guard(verify) {
        Ok(result) => result.is_ok(),
        Err(panic) => {
            let _: Failure = error(op, &panic.to_string()).emit();
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

    /// The hooks that verify operations answer through `answer`: a panic planted there is an error at the operation.
    #[test]
    fn a_panic_in_a_verifier_is_an_error() {
        let context = Context::new();
        let said = Rc::new(RefCell::new(Vec::new()));
        let heard = Rc::clone(&said);
        context.attach_diagnostic_handler(move |diagnostic| {
            heard.borrow_mut().push((diagnostic.severity(), diagnostic.to_string()));
            true
        });
        let module = Module::new(Location::unknown(&context));
        assert!(!answer(module.as_operation(), || panic!("planted")));
        let said = said.borrow();
        assert!(
            matches!(said.as_slice(), [(DiagnosticSeverity::Error, text)]
            if text.starts_with("'builtin.module' op internal error: planted (")),
            "{said:?}"
        );
        assert!(module.as_operation().verify());
    }

    #[test]
    fn a_panic_in_the_verifier_of_kernel_specs_is_a_fault() {
        let faults = guarded(|| panic!("planted"));
        assert!(matches!(faults.as_slice(), [text] if text.starts_with("internal error: planted (")), "{faults:?}");
    }
}
