//! Checks the PTX that `ptxas` gets against the rules about the execution of bodies.
//!
//! Accepts PTX that was made of MLIR or LLVM IR. Guarantees a diagnostic for each violation, at the operation that the
//! instruction comes from. Only if there is something to report, the input is compiled a second time, with a
//! number at each operation ([`tileiras_translate::bodies`]). Leaves out on purpose: what `nvvm-verify` has
//! checked before, contracts and what bodies need of them; and PTX as an input ([`crate::compile::ptx_input`]).

use melior::ir::Location;
use tileiras_finding::{Group, RuleOptions};
use tileiras_ptx::check_functions;
use tileiras_target::Target;
use tileiras_translate::bodies::{Origins, report};
use tracing::info;

use crate::messages::fault::{Fault, Kind};
use crate::worker::enter;

/// Checks the PTX of a compilation. `numbered` compiles again, with a number at each operation. What has no operation
/// is reported at `elsewhere`.
///
/// # Errors
/// After a diagnostic, if a violation is an error.
pub fn check<'c>(
    (ptx, target): (&[u8], Target),
    rules: RuleOptions<'_>,
    elsewhere: Location<'c>,
    numbered: impl FnOnce() -> (Option<Vec<u8>>, Origins<'c>),
) -> Result<(), Fault> {
    let levels = rules.levels().map_err(|error| Kind::Usage.of_command(error.to_string()))?;
    let levels = levels.only(|rule| rule.group() == Group::Isa);
    info!(step = "check", "running");
    enter("check", Kind::Verification);
    let unreadable = |error| Kind::Internal.fault(format!("the PTX cannot be read: {error}"));
    let read = tileiras_ptx::read(ptx).map_err(unreadable)?;
    let findings = check_functions(ptx, &read, target, levels.enabled());
    if findings.is_empty() {
        return Ok(());
    }
    let (again, origins) = numbered();
    enter("check", Kind::Verification);
    let reported = again.as_deref().and_then(|text| {
        let read = tileiras_ptx::read(text).ok()?;
        let findings = check_functions(text, &read, target, levels.enabled());
        (!findings.is_empty()).then(|| report((text, &read), &findings, &origins, &levels, elsewhere))
    });
    // Without numbers, what was found is reported at the functions.
    let reported = reported.unwrap_or_else(|| report((ptx, &read), &findings, &origins, &levels, elsewhere));
    reported.map(drop).map_err(|_| Kind::Verification.already_reported())
}
