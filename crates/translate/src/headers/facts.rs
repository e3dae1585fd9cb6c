//! The launch directives of a function.

use tileiras_contract::rules::check;
use tileiras_contract::{Carrier, FunctionFacts, Sink, Subject};
use tileiras_finding::{Group, RuleId, RuleSet, Severity};
use tileiras_mlir::function::Function;
use tileiras_mlir::{Coded, Diagnostic, Failure};
use tileiras_ptx::{Directive, directives_of};
use tileiras_target::Target;

/// The rules about what a directive can state: the shapes of facts, which functions have them, how they are named, and
/// which chips and PTX versions have them. Legacy statements have an error of their own.
fn is_of_printing(rule: RuleId) -> bool {
    match rule {
        RuleId::LegacyFactRemains => false,
        RuleId::ClusterSuppressed | RuleId::DirectiveTarget => true,
        rule => rule.group() == Group::Shape,
    }
}

/// The directives of a function, in order; none of a function that is not a kernel, and of a kernel that is only
/// declared, for which `ptxas` accepts none (measured).
///
/// # Errors
/// The text of each fault, without the operation in front. Warnings are emitted.
pub fn directives(
    function: Function<'_, '_>,
    found: &FunctionFacts<'_>,
    target: Target,
) -> Result<Vec<Directive>, Vec<Coded>> {
    let legacy = found.legacy().filter(|statement| !matches!(statement.carrier, Carrier::Tuple(_)));
    let mut faults: Vec<Coded> = legacy
        .map(|statement| {
            let (name, carrier) = (statement.spelling.name, statement.carrier);
            Coded::from(format!("'{name}' {carrier} is a legacy form: run 'nvvm-transplant' first"))
        })
        .collect();
    let mut sink = Sink::new();
    check(&Subject::new(found, target), &RuleSet::of(is_of_printing), &mut sink);
    for violation in sink.take() {
        let (severity, code) = (violation.severity(), Some(violation.rule.name()));
        let words = Coded { text: violation.message, code };
        match severity {
            Severity::Error => faults.push(words),
            Severity::Warning => warn(function, words),
            Severity::Remark => {}
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let directives = directives_of(found, target).map_err(|fault| vec![fault.to_string().into()])?;
    if !function.has_body()
        && let Some(first) = directives.first()
    {
        warn(function, format!("is only declared: '{first}' is printed where the kernel is defined").into());
        return Ok(Vec::new());
    }
    Ok(directives)
}

fn warn(function: Function<'_, '_>, Coded { text, code }: Coded) {
    let _: Failure = Diagnostic::on(function.operation()).warning(text).with_code(code).emit();
}
