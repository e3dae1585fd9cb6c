//! PTX as an input: it is checked against the rules, and assembled as it is.
//!
//! Accepts any bytes. Guarantees a diagnostic for each violation, as MLIR prints them: the position, the line, a caret
//! and notes; and that the text which `ptxas` gets is the input. Leaves out on purpose: MLIR, which PTX does not need.

use std::fmt::Write as _;

use tileiras_contract::audit::Snapshot;
use tileiras_contract::{RuleSet, Severity};
use tileiras_ptx::{Finding, Ptx};
use tileiras_target::{Chip, Target};

use crate::cli::{Cli, Emit};
use crate::compile::{Outcome, Product, PtxModule};
use crate::exit::{Fault, Kind};
use crate::input::Input;
use crate::{ptx, snapshot};

/// The most diagnostics of one severity that are shown, and the longest message and line, as for MLIR.
const MOST: usize = 1000;
const LONGEST_MESSAGE: usize = 4096;
const LONGEST_LINE: usize = 1000;

/// Which rules are checked.
pub struct Rules<'a> {
    /// The names of the rules that are not.
    pub disable: &'a [String],
    /// Whether a warning is an error.
    pub warnings_as_errors: bool,
    /// Whether what is not known is reported.
    pub pedantic: bool,
}

/// Compiles PTX: checks it, and hands it on.
pub fn compile(input: &Input, chip: Option<Chip>, options: &Cli) -> Outcome {
    let rules = Rules { disable: &options.disable, warnings_as_errors: options.warnings_as_errors, pedantic: false };
    let mut outcome = Outcome {
        diagnostics: String::new(),
        warnings: unused(options),
        result: Err(Kind::Internal.already_reported()),
    };
    outcome.result = read(input).and_then(|ptx| {
        let given = Target { chip, ptx: options.ptx_version };
        check_version(&ptx, given)?;
        let target = given.or(ptx.stated_target());
        let (diagnostics, result) = check_read(input, &ptx, target, &rules);
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
            Ok(Product::Ptx(PtxModule { ptx: input.content.clone(), chip, debug_option, facts }))
        }
    }
}

/// Checks a PTX input. Returns the diagnostics, and a fault if one is an error. What is given of the target replaces what
/// the text states.
pub fn check(input: &Input, given: Target, rules: &Rules<'_>) -> (String, Result<(), Fault>) {
    let ptx = match read(input) {
        Ok(ptx) => ptx,
        Err(fault) => return (String::new(), Err(fault)),
    };
    let target = given.or(ptx.stated_target());
    let (mut diagnostics, mut result) = check_read(input, &ptx, target, rules);
    if target.chip.is_none() {
        Lines::of(input).diagnostic(&mut diagnostics, ptx.target_position, "error", &no_known_chip(&ptx));
        result = Err(Kind::Verification.already_reported());
    }
    (diagnostics, result)
}

fn no_known_chip(ptx: &Ptx<'_>) -> String {
    format!("no known chip in '.target {}'; --gpu-name names one", ptx.target.join(", "))
}

fn read(input: &Input) -> Result<Ptx<'_>, Fault> {
    tileiras_ptx::read(&input.content).map_err(|error| Kind::Input.fault(format!("{}:{error}", input.name)))
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

fn check_read(input: &Input, ptx: &Ptx<'_>, target: Target, rules: &Rules<'_>) -> (String, Result<(), Fault>) {
    let enabled = match RuleSet::of_faults().with_remarks(rules.pedantic).without(&rules.disable.join(",")) {
        Ok(enabled) => enabled,
        Err(error) => return (String::new(), Err(Kind::Usage.of_command(error.to_string()))),
    };
    let mut findings = tileiras_ptx::check(&input.content, ptx, target, &enabled);
    for finding in &mut findings {
        if rules.warnings_as_errors && finding.severity == Severity::Warning {
            finding.severity = Severity::Error;
        }
    }
    let is_error = findings.iter().any(|finding| finding.severity == Severity::Error);
    let result = if is_error { Err(Kind::Verification.already_reported()) } else { Ok(()) };
    (text(input, &findings), result)
}

/// The diagnostics as text.
fn text(input: &Input, findings: &[Finding]) -> String {
    let lines = Lines::of(input);
    let mut text = String::new();
    for (severity, plural) in
        [(Severity::Error, "errors"), (Severity::Warning, "warnings"), (Severity::Remark, "remarks")]
    {
        let mut count = 0_usize;
        for finding in findings.iter().filter(|finding| finding.severity == severity) {
            count += 1;
            if count > MOST {
                continue;
            }
            let mut message = finding.to_string();
            message.truncate(message.floor_char_boundary(LONGEST_MESSAGE));
            lines.diagnostic(&mut text, finding.position, &severity.to_string(), &message);
            if let Some((position, note)) = finding.note {
                lines.diagnostic(&mut text, position, "note", note);
            }
        }
        if let Some(hidden) = count.checked_sub(MOST).filter(|hidden| *hidden > 0) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "note: {hidden} more {plural} are not shown");
        }
    }
    text
}

/// The lines of an input.
struct Lines<'i> {
    input: &'i Input,
    /// The first byte of each line.
    starts: Vec<usize>,
}

impl<'i> Lines<'i> {
    fn of(input: &'i Input) -> Self {
        let ends = input.content.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        Lines { input, starts: std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect() }
    }

    /// `k.ptx:12:3: error: ...`, the line, and a caret.
    fn diagnostic(&self, text: &mut String, position: usize, severity: &str, message: &str) {
        let line = self.starts.partition_point(|start| *start <= position);
        let start = line.checked_sub(1).and_then(|index| self.starts.get(index)).copied().unwrap_or(0);
        let column = position.saturating_sub(start);
        let _ = writeln!(text, "{}:{line}:{}: {severity}: {message}", self.input.name, column + 1);
        let source = self.input.content.get(start..).unwrap_or_default();
        let source = source.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_end();
        if source.len() > LONGEST_LINE || column > source.len() {
            return;
        }
        // The caret is below its column also after tabs.
        let indent: String = source.iter().take(column).map(|byte| if *byte == b'\t' { '\t' } else { ' ' }).collect();
        let _ = writeln!(text, "{}\n{indent}^", String::from_utf8_lossy(source));
    }
}
