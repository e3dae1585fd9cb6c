//! Cubins as inputs: their contracts, and what ptxas made of the kernels, are checked against the rules.
//!
//! Accepts any bytes. Leaves out on purpose: code, which is not PTX, and so the rules about bodies.

use tileiras_contract::audit::{FunctionSnapshot, Snapshot};
use tileiras_contract::rules::check as check_contract;
use tileiras_contract::{Sink, Subject, Violation};
use tileiras_cubin::Cubin;
use tileiras_finding::{RuleOptions, RuleSet};
use tileiras_mlir::report::{Place, ReportedDiagnostic, Severity};
use tileiras_target::Target;

use crate::assemble::assembled;
use crate::compile::places::{KernelPlace, shown};
use crate::compile::snapshot::contract_of;
use crate::input::Input;
use crate::messages::fault::{Fault, Kind};
use crate::worker::enter;

/// Checks a cubin. Returns the diagnostics, and a fault if one is an error. A chip that is given replaces that of the
/// cubin, which does not have the suffix `f`.
pub fn check(input: &Input, given: Target, rules: &RuleOptions<'_>) -> (Vec<ReportedDiagnostic>, Result<(), Fault>) {
    enter("import", Kind::Input);
    let cubin = match Cubin::read(&input.content) {
        Ok(cubin) => cubin,
        Err(error) => return (Vec::new(), Err(Kind::Input.fault(error.to_string()))),
    };
    let levels = match rules.levels() {
        Ok(levels) => levels,
        Err(error) => return (Vec::new(), Err(Kind::Usage.of_command(error.to_string()))),
    };
    enter("check", Kind::Verification);
    let facts = Snapshot::from(&cubin);
    let target = Target { chip: given.chip.or(facts.target.chip), ptx: None };
    let mut diagnostics = Vec::new();
    let mut result = Ok(());
    for (kernel, made) in facts.functions.iter().zip(assembled::of_kernels(&cubin)) {
        let made = made.map(|made| assembled::violations(kernel, target, &made, levels.enabled()));
        for violation in violations(kernel, target, levels.enabled()).into_iter().chain(made.into_iter().flatten()) {
            let severity = shown(levels.severity(violation.rule, violation.certainty));
            if severity == Severity::Error {
                result = Err(Kind::Verification.already_reported());
            }
            let place = Some(Place { file: input.name.clone(), line: 0, column: 0 });
            let subject = format!("kernel '{}':", kernel.symbol);
            let place = KernelPlace { place, subject, line: None, is_ptx: false, allowed: Vec::new() };
            diagnostics.push(place.diagnostic(severity, Some(violation.rule), &violation.message));
        }
    }
    (diagnostics, result)
}

/// The violations of the rules by a kernel.
fn violations(kernel: &FunctionSnapshot, target: Target, enabled: &RuleSet) -> Vec<Violation> {
    let contract = contract_of(kernel);
    let mut sink = Sink::new();
    check_contract(&Subject::new(&contract, target), enabled, &mut sink);
    sink.take()
}
