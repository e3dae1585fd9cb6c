//! PTX as an input: it is checked against the rules, and assembled as it is.
//!
//! Accepts any bytes. Guarantees a diagnostic for each violation, as MLIR prints them: the position, the line, a caret
//! and notes; and that the text which `ptxas` gets is the input. Leaves out on purpose: MLIR, which PTX does not need.

use tileiras_contract::audit::Snapshot;
use tileiras_finding::{Certainty, RuleOptions, Severity};
use tileiras_mlir::collect::SourceFile;
use tileiras_mlir::report::{self, Message, Place, ReportedDiagnostic};
use tileiras_ptx::{Dump, Finding, Header, Ptx};
use tileiras_target::{Chip, Target};

use crate::cli::{Cli, Emit};
use crate::compile::places::{KernelPlace, KernelPlaces};
use crate::compile::product::{Outcome, Product, PtxModule};
use crate::compile::{ptx, snapshot};
use crate::input::Input;
use crate::messages::fault::{Fault, Kind};
use crate::messages::ptx_lines::{LineTables, contains};
use crate::worker::enter;

/// The most diagnostics of one severity that are shown, and the longest message, as for MLIR.
const MOST: usize = 1000;
const LONGEST_MESSAGE: usize = 4096;

/// The note about the place in the source that an instruction comes from.
pub const SOURCE: &str = "the instruction comes from here";

/// Compiles PTX: checks it, and hands it on.
pub fn compile(input: &Input, chip: Option<Chip>, options: &Cli, rules: &RuleOptions<'_>) -> Outcome {
    let mut outcome =
        Outcome { diagnostics: Vec::new(), warnings: unused(options), result: Err(Kind::Internal.already_reported()) };
    outcome.result = read(input).and_then(|ptx| {
        let given = Target { chip, ptx: options.ptx_version };
        check_version(&ptx, given)?;
        let target = given.or(ptx.stated_target());
        let (diagnostics, result) = check_read(input, &ptx, target, rules);
        outcome.diagnostics = diagnostics;
        result?;
        product(input, &ptx, target, options)
    });
    outcome
}

/// A warning for each option that has no effect on PTX.
fn unused(options: &Cli) -> Vec<String> {
    let given = [
        (options.passes.is_some(), "--passes"),
        (options.gpu_module.is_some(), "--gpu-module"),
        (!options.link_bitcode.is_empty(), "--link-bitcode"),
        (options.strip_debug, "--strip-debug"),
        (options.libdevice.is_some(), "--libdevice"),
    ];
    let given = given.into_iter().filter(|(given, _)| *given);
    given.map(|(_, option)| format!("{option} has no effect on PTX")).collect()
}

/// What is made of PTX that breaks no rule.
fn product(input: &Input, ptx: &Ptx<'_>, target: Target, options: &Cli) -> Result<Product, Fault> {
    match options.emit {
        Emit::Mlir | Emit::Llvm => {
            Err(Kind::Usage.fault(format!("--emit={} needs MLIR or LLVM IR, and this is PTX", options.emit.name())))
        }
        Emit::Ptx => Ok(Product::Text(input.content.clone())),
        Emit::Cubin | Emit::Fatbin => {
            let Some(chip) = target.chip else { return Err(Kind::Usage.fault(no_known_chip(ptx))) };
            let facts = Snapshot { target, ..snapshot::of_ptx(ptx) };
            let debug_option = ptx::debug_option(&input.content);
            let name = input.name.clone();
            let (ptx, places) = (input.content.clone(), places(input, ptx));
            Ok(Product::Ptx(PtxModule { ptx, chip, debug_option, facts, name, is_input: true, places }))
        }
    }
}

/// Where the kernels are.
pub fn places(input: &Input, ptx: &Ptx<'_>) -> KernelPlaces {
    let file = SourceFile::new(input.content.as_slice().into());
    let place = |header: &Header<'_>| {
        let (place, line) = file.place(header.span.start);
        let place = KernelPlace {
            place: Some(Place { file: input.name.clone(), ..place }),
            subject: format!("kernel '{}':", header.name),
            line,
            is_ptx: true,
            allowed: Vec::new(),
        };
        (header.name.as_bytes().to_vec(), place)
    };
    KernelPlaces::new(ptx.entries().map(place))
}

/// Checks a PTX input. Returns the diagnostics, and a fault if one is an error. What is given of the target replaces
/// what the text states.
pub fn check(input: &Input, given: Target, rules: &RuleOptions<'_>) -> (Vec<ReportedDiagnostic>, Result<(), Fault>) {
    let ptx = match read(input) {
        Ok(ptx) => ptx,
        Err(fault) => return (Vec::new(), Err(fault)),
    };
    let target = given.or(ptx.stated_target());
    let (mut diagnostics, mut result) = check_read(input, &ptx, target, rules);
    if target.chip.is_none() {
        let file = SourceFile::new(input.content.as_slice().into());
        let error = message(input, &file, report::Severity::Error, ptx.target_position, &no_known_chip(&ptx));
        diagnostics.push(ReportedDiagnostic::new(error));
        result = Err(Kind::Verification.already_reported());
    }
    (diagnostics, result)
}

/// What was understood of the bodies of a PTX input, and how much of it was executed.
pub fn understood(input: &Input, dump: Option<Dump>, stats: bool) -> Result<String, Fault> {
    let ptx = read(input)?;
    enter("check", Kind::Verification);
    let mut text = dump.map(|what| tileiras_ptx::dump(&input.content, &ptx, what)).unwrap_or_default();
    if stats {
        text += &tileiras_ptx::stats(&input.content, &ptx).to_string();
    }
    Ok(text)
}

fn no_known_chip(ptx: &Ptx<'_>) -> String {
    format!("no known chip in '.target {}'; --gpu-name names one", ptx.target.join(", "))
}

fn read(input: &Input) -> Result<Ptx<'_>, Fault> {
    enter("import", Kind::Input);
    read_text(&input.name, &input.content)
}

/// Reads the headers of PTX in a file of that name.
///
/// # Errors
/// At the first thing that is not PTX.
pub fn read_text<'t>(name: &str, content: &'t [u8]) -> Result<Ptx<'t>, Fault> {
    tileiras_ptx::read(content).map_err(|error| {
        let place = Place { file: name.to_owned(), line: error.line as u64, column: error.column as u64 };
        Kind::Input.fault(error.fault.to_string()).at(place)
    })
}

/// PTX of one version is not made another one.
fn check_version(ptx: &Ptx<'_>, given: Target) -> Result<(), Fault> {
    match (ptx.ptx_version(), given.ptx) {
        (Some(stated), Some(version)) if stated != version => {
            Err(Kind::Usage.fault(format!("is PTX {stated}, not {version}")))
        }
        _ => Ok(()),
    }
}

fn check_read(
    input: &Input,
    ptx: &Ptx<'_>,
    target: Target,
    rules: &RuleOptions<'_>,
) -> (Vec<ReportedDiagnostic>, Result<(), Fault>) {
    let levels = match rules.levels() {
        Ok(levels) => levels,
        Err(error) => return (Vec::new(), Err(Kind::Usage.of_command(error.to_string()))),
    };
    enter("check", Kind::Verification);
    let mut findings = tileiras_ptx::check(&input.content, ptx, target, levels.enabled());
    for finding in &mut findings {
        finding.severity = levels.severity(finding.rule, finding.certainty);
    }
    let is_error = findings.iter().any(|finding| finding.severity == Severity::Error);
    let result = if is_error { Err(Kind::Verification.already_reported()) } else { Ok(()) };
    (diagnostics(input, ptx, &findings), result)
}

/// The diagnostics, those of one severity after the other.
fn diagnostics(input: &Input, ptx: &Ptx<'_>, findings: &[Finding]) -> Vec<ReportedDiagnostic> {
    if findings.is_empty() {
        return Vec::new();
    }
    let file = SourceFile::new(input.content.as_slice().into());
    let sources = LineTables::of(&input.content);
    let message = |severity, position, text: &str| message(input, &file, severity, position, text);
    let mut diagnostics = Vec::new();
    for (severity, shown, plural) in [
        (Severity::Error, report::Severity::Error, "errors"),
        (Severity::Warning, report::Severity::Warning, "warnings"),
        (Severity::Remark, report::Severity::Remark, "remarks"),
    ] {
        let found = || findings.iter().filter(|finding| finding.severity == severity);
        for finding in found().take(MOST) {
            let mut notes = source_notes(&sources, ptx, finding.position);
            if let Some((position, text)) = finding.note {
                notes.push(message(report::Severity::Note, position, text));
                notes.extend(source_notes(&sources, ptx, position));
            }
            diagnostics.push(ReportedDiagnostic {
                message: Message {
                    code: Some(finding.rule.name().to_owned()),
                    is_witness: finding.certainty == Certainty::Witness,
                    ..message(shown, finding.position, &format!("{} {}", finding.subject, finding.message))
                },
                notes,
            });
        }
        if let Some(hidden) = found().count().checked_sub(MOST).filter(|hidden| *hidden > 0) {
            let text = format!("{hidden} more {plural} are not shown");
            diagnostics.push(ReportedDiagnostic::new(Message::without_place(report::Severity::Note, text)));
        }
    }
    diagnostics
}

/// Notes about the place in the source that an instruction comes from; none without line tables.
fn source_notes(sources: &LineTables<'_>, ptx: &Ptx<'_>, position: usize) -> Vec<Message> {
    let Some(function) = ptx.functions.iter().find(|function| contains(function, position)) else { return Vec::new() };
    let words = std::iter::once(SOURCE).chain(std::iter::repeat("it is inlined here"));
    let note = |(place, text): (Place, &str)| Message {
        place: Some(place),
        ..Message::without_place(report::Severity::Note, text.to_owned())
    };
    sources.at(function, position).zip(words).map(note).collect()
}

fn message(input: &Input, file: &SourceFile, severity: report::Severity, position: usize, text: &str) -> Message {
    let (place, line) = file.place(position);
    let text = text[..text.floor_char_boundary(LONGEST_MESSAGE)].to_owned();
    let place = Some(Place { file: input.name.clone(), ..place });
    Message { severity, place, text, code: None, is_witness: false, line }
}
