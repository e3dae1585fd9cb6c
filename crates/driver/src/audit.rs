//! Whether a step lost or invented a launch fact.

use std::fmt::Write as _;

use tileiras_ptxas::{Audit, ModuleFacts};
use tracing::debug;

use crate::exit::{Fault, Kind};

/// Compares what was stated before a step with what is stated after it.
///
/// # Errors
/// A fault that names the step, each kernel and each fact, when something was lost or invented.
pub fn between(before: &ModuleFacts, after: &ModuleFacts, step: &str) -> Result<(), Fault> {
    let audit = Audit::compare(before, after);
    debug!(step, rows = audit.rows().count(), faithful = audit.is_faithful(), "audited");
    if audit.is_faithful() {
        return Ok(());
    }
    let mut message = format!("the step '{step}' broke the launch contract");
    for (kernel, row) in audit.lost().chain(audit.invented()) {
        // Writing to a string cannot fail.
        let _ = write!(message, "\n  {} '{}' of '{kernel}': {}", row.verdict.word(), row.subject, row.verdict);
    }
    Err(Kind::Audit.fault(message))
}
