//! Diagnostics of violations.

use melior::ir::Location;
use tileiras_finding::Severity;
use tileiras_mlir::Diagnostic;

/// A diagnostic of the severity that a violation is reported with.
pub fn diagnostic(severity: Severity, location: Location<'_>, text: impl Into<String>) -> Diagnostic<'_> {
    match severity {
        Severity::Error => Diagnostic::error(location, text),
        Severity::Warning => Diagnostic::warning(location, text),
        Severity::Remark => Diagnostic::remark(location, text),
    }
}
