//! The launch directives of a function.

use tileiras_contract::rules::check;
use tileiras_contract::{Group, Rule, RuleSet, Severity, Sink, Subject};
use tileiras_mlir::function::Function;
use tileiras_mlir::{Diagnostic, Failure};
use tileiras_nvvm::carrier;
use tileiras_ptx::{Directive, directives};
use tileiras_target::Target;

/// The rules that are about what a directive can state: the shapes of facts, where facts are printed, and how they are
/// called. Legacy carriers are refused with words of our own.
fn is_of_printing(rule: &Rule) -> bool {
    rule.group == Group::Shape && rule.id != "legacy-fact-remains" || rule.id == "cluster-suppressed"
}

/// The directives of a function, in order; none of a function that is no kernel, and of a kernel that is only declared,
/// which `ptxas` gives none (measured).
///
/// # Errors
/// The text of each fault, without the operation in front. Warnings are emitted.
pub fn of(function: Function<'_, '_>, target: Target) -> Result<Vec<Directive>, Vec<String>> {
    let contract = carrier::contract(function);
    let legacy = contract.legacy.iter();
    let unread = |key: &str, place: String| format!("'{key}' {place} is a legacy form: run 'nvvm-transplant' first");
    let mut faults: Vec<String> = legacy.map(|trace| unread(&trace.key, trace.carrier.to_string())).collect();
    let mut sink = Sink::new();
    check(&Subject::new(&contract, target), &RuleSet::of(is_of_printing), &mut sink);
    for violation in sink.take() {
        let text = format!("{} [{}]", violation.message, violation.rule.id);
        match violation.rule.severity {
            Severity::Error => faults.push(text),
            Severity::Warning => warn(function, &text),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let directives = directives(&contract, target).map_err(|fault| vec![fault.to_string()])?;
    if !function.has_body()
        && let Some(first) = directives.first()
    {
        warn(function, &format!("is only declared: '{first}' is printed where the kernel is defined"));
        return Ok(Vec::new());
    }
    Ok(directives)
}

fn warn(function: Function<'_, '_>, text: &str) {
    let _: Failure = Diagnostic::warning(function.location(), format!("'{}' op {text}", function.kind())).emit();
}
