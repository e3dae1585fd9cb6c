//! The verifiers of the dialect's operations, as C++ calls them.

use crate::launch::Launch;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use mlir_sys::MlirOperation;
use tileiras_mlir::guard::guard;
use tileiras_mlir::{Diagnostic, Failure};

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

fn error<'c>(op: OperationRef<'c, '_>, text: &str) -> Diagnostic<'c> {
    Diagnostic::error(op.location(), format!("'nv_tileaa.launch_func' op {text}"))
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
