//! Reports findings about PTX at operations.

use melior::ir::Location;
use rustc_hash::FxHashSet;
use std::fmt::Write as _;
use tileiras_finding::{Certainty, Levels, Severity};
use tileiras_mlir::Failure;
use tileiras_mlir::location::file_position;
use tileiras_ptx::{Finding, FunctionKind, Header, Ptx};

use super::lines::numbers;
use super::origins::{Origin, Origins};
use crate::severity::diagnostic;

/// Reports the findings about a PTX text, and returns how many. Those about code that is in no operation are reported
/// at `elsewhere`.
///
/// # Errors
/// If one is an error.
pub fn report(
    (text, ptx): (&[u8], &Ptx<'_>),
    findings: &[Finding],
    origins: &Origins<'_>,
    levels: &Levels,
    elsewhere: Location<'_>,
) -> Result<usize, Failure> {
    let mut seen = FxHashSet::default();
    let mut result = Ok(());
    let mut count = 0;
    for finding in findings {
        let Some(header) = function_at(ptx, finding.position) else { continue };
        let function = origins.function(header.name);
        let is_whole = finding.position == header.span.start;
        let chain = if is_whole { Vec::new() } else { numbers_at(text, header, finding.position) };
        let instruction = chain.first().copied().filter(|number| origins.get(*number).is_some());
        // LLVM renames functions with local linkage.
        let function = function.or_else(|| outermost(&chain, origins));
        let at = if is_whole { function } else { instruction.or(function) };
        // Several kernels can inline one function, and a loop can be unrolled.
        let place = at.map_or_else(|| Err(finding.position), Ok);
        if !seen.insert((finding.rule, place, finding.message.clone())) {
            continue;
        }
        let origin = at.and_then(|number| origins.get(number));
        let is_allowed =
            |number: &usize| origins.get(*number).is_some_and(|origin| origin.allowed.contains(finding.rule));
        if at.iter().chain(&function).any(is_allowed) {
            continue;
        }
        let severity = levels.severity(finding.rule, finding.certainty);
        let location = origin.map_or(elsewhere, |origin| origin.location);
        let mut words = words(finding, origin, header, is_whole || instruction.is_some());
        // Bitcode has no lines.
        if let Some(origin) = origin.filter(|_| !has_line(location)) {
            let _ = write!(words, ", in '{}'", origins.name(origin.function));
        }
        let is_witness = finding.certainty == Certainty::Witness;
        let mut diagnostic =
            diagnostic(severity, location, words).with_code(finding.rule.name()).as_witness(is_witness);
        if let Some(source) = origin.and_then(|origin| origin.source) {
            diagnostic = diagnostic.note(source, "the source is here");
        }
        for call in chain.iter().skip(1).filter_map(|number| origins.get(*number)) {
            let words = match has_line(call.location) {
                true => "inlined by this call".to_owned(),
                false => format!("inlined by a call in '{}'", origins.name(call.function)),
            };
            diagnostic = diagnostic.note(call.location, words);
        }
        if let Some((position, words)) = finding.note {
            let is_function = position == header.span.start;
            let other = if is_function { function } else { numbers_at(text, header, position).first().copied() };
            let other = other.and_then(|number| origins.get(number)).map(|origin| origin.location);
            match other {
                Some(other) if other != location => diagnostic = diagnostic.note(other, words),
                Some(other) if !has_line(other) && is_function => {
                    diagnostic = diagnostic.note(other, format!("{words}: '{}'", header.name));
                }
                _ => {}
            }
        }
        count += 1;
        let failure = diagnostic.emit();
        if severity == Severity::Error {
            result = Err(failure);
        }
    }
    result.map(|()| count)
}

/// The text of a finding. What is not reported at the operation itself names the instruction, and the function if that
/// is in no operation either.
fn words(finding: &Finding, origin: Option<&Origin<'_>>, header: &Header<'_>, is_exact: bool) -> String {
    let Finding { subject, message, .. } = finding;
    let kind = match header.kind {
        FunctionKind::Entry => "kernel",
        FunctionKind::Func => "function",
    };
    match origin {
        Some(Origin { prefix, .. }) if is_exact => format!("{prefix} {message}"),
        Some(Origin { prefix, .. }) => format!("{prefix} {subject} {message}"),
        None if is_exact => format!("{kind} '{}' {message}", header.name),
        None => format!("{kind} '{}': {subject} {message}", header.name),
    }
}

/// The function of the outermost call whose operation is known.
fn outermost(chain: &[usize], origins: &Origins<'_>) -> Option<usize> {
    chain.iter().rev().find_map(|number| Some(origins.get(*number)?.function))
}

/// Whether a location has a line.
fn has_line(location: Location<'_>) -> bool {
    file_position(location).is_some_and(|position| position.line > 0)
}

fn numbers_at(text: &[u8], header: &Header<'_>, position: usize) -> Vec<usize> {
    header.body.clone().map(|body| numbers(text, body, position)).unwrap_or_default()
}

/// The function that contains a position, in its header or in its body.
fn function_at<'p, 'a>(ptx: &'p Ptx<'a>, position: usize) -> Option<&'p Header<'a>> {
    ptx.functions.iter().find(|header| {
        let end = header.body.as_ref().map_or(header.span.end, |body| body.end);
        (header.span.start..end).contains(&position)
    })
}
