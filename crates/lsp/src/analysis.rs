//! What the rules find in a document, and the contracts of its kernels.
//!
//! Accepts any text. Guarantees that a crash, an endless loop or a lack of memory ends a worker process only, and that
//! the memory of the analysis goes with that process. A part of the document that MLIR cannot read has no findings:
//! upstream's server reports its errors.

use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::operation::OperationLike as _;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tileiras_contract::Symbol;
use tileiras_contract::read::ConflictPolicy;
use tileiras_driver::worker::{self, UserLimits};
use tileiras_driver::{Fault, Format, FunctionSymbols, Input, Kind, Limit, Project, Rules, check_module, reader};
use tileiras_finding::Fix;
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_mlir::collect::{CollectedDiagnostic, DiagnosticCollector};
use tileiras_mlir::report::{Message, Severity};
use tileiras_mlir::session::{parse_document, start};
use tileiras_mlir::text::lossy;
use tileiras_nvvm::program_facts::Program;
use tileiras_nvvm::target::targets;
use tileiras_passes::pipeline::StepOptions;
use tileiras_target::{Chip, Target};

use crate::attributes::{edit, is_name};
use crate::hover;
use crate::text::{Range, Text, parts};

/// Seconds after which the analysis of a document is given up, if the environment states no other limit.
const TIME: u64 = 20;

/// The name of the document in locations. No message shows it.
const NAME: &str = "document";

/// The result of an analysis.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Analysis {
    /// The findings, in the order in which they were reported.
    pub findings: Vec<Finding>,
    /// The kernels.
    pub kernels: Vec<Kernel>,
    /// Whether MLIR could read all parts.
    pub is_complete: bool,
}

impl Analysis {
    /// The result if the worker has ended early.
    #[must_use]
    pub fn failed(fault: &Fault) -> Self {
        let place = Place { text: "", lines: &Text::new(""), part: 0 };
        Self { findings: vec![place.fault(fault)], ..Self::default() }
    }
}

/// A finding.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Finding {
    /// The attribute that is to be changed, or else the name of the operation.
    pub range: Range,
    /// 1 is an error, 2 a warning, 3 information.
    pub severity: u8,
    /// The id of the rule.
    pub rule: Option<String>,
    /// The text.
    pub message: String,
    /// Other places, each with a text.
    pub notes: Vec<(Range, String)>,
    /// What fixes it.
    pub fix: Option<QuickFix>,
}

/// An edit that fixes a finding.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct QuickFix {
    /// What it does.
    pub title: String,
    /// What is replaced.
    pub range: Range,
    /// By what.
    pub text: String,
}

/// A kernel of the document.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Kernel {
    /// Its symbol, with those of the modules around it: `@m::@k`.
    pub symbol: String,
    /// The line on which it begins.
    pub line: u32,
    /// Its contract, as Markdown.
    pub contract: String,
}

/// Analyses a document in a worker. `path` is its file, which decides on the project.
///
/// # Errors
/// If the worker ends early.
pub fn analyse(path: Option<&Path>, text: &str, dialects: fn() -> DialectRegistry) -> Result<Analysis, Fault> {
    worker::call(UserLimits::of_process(TIME), || of_document(path, text, &dialects()))
}

fn of_document(path: Option<&Path>, text: &str, registry: &DialectRegistry) -> Analysis {
    let lines = Text::new(text);
    let mut all = Analysis { is_complete: true, ..Analysis::default() };
    let project = path.map_or_else(|| Ok(Project::default()), Project::of_document);
    let project = project.unwrap_or_else(|fault| {
        let place = Place { text, lines: &lines, part: 0 };
        all.findings.push(place.message(format!("the project file is not used: {fault}")));
        Project::default()
    });
    for (start, part) in parts(text) {
        if worker::has_crashed() {
            break;
        }
        let input = Input {
            path: PathBuf::from(NAME),
            name: NAME.to_owned(),
            format: Format::Mlir,
            content: part.as_bytes().to_vec(),
            limit: Limit::default(),
            image: None,
        };
        let place = Place { text, lines: &lines, part: start };
        let (_, read) = reader::with_context(&input, registry, |context| {
            let reported = all.findings.len();
            let collector = DiagnosticCollector::collect(context, b"", NAME);
            worker::enter("import", Kind::Input);
            let prepared = reader::prepare(context, &input);
            let dropped = collector.take();
            let parse = |text: &[u8]| parse_document(context, text, &input.name).ok();
            let module = prepared.as_ref().ok().and_then(|text| parse(text));
            // Upstream's server reports the errors of the parser.
            drop(collector.take());
            all.findings.extend(dropped.iter().map(|reported| place.finding(reported)));
            let Some(mut module) = module else { return Ok(false) };
            let mut checked = Ok(());
            for (number, chip) in chips(&project).enumerate() {
                if number > 0 {
                    // The steps have changed the module.
                    let Some(again) = prepared.as_ref().ok().and_then(|text| parse(text)) else { break };
                    module = again;
                }
                let kernels = if number == 0 { Some(&mut all.kernels) } else { None };
                checked = checked.and(check(&module, &project, chip, &place, kernels));
            }
            for finding in collector.take().iter().map(|reported| place.finding(reported)) {
                // Several chips can have the same one.
                if !all.findings[reported..].contains(&finding) {
                    all.findings.push(finding);
                }
            }
            // A fault without a message has been reported by a diagnostic.
            checked.or_else(|fault| if fault.message.is_none() { Ok(()) } else { Err(fault) })?;
            Ok(true)
        });
        match read {
            Ok(is_read) => all.is_complete &= is_read && !worker::has_crashed(),
            Err(fault) => all.findings.push(place.fault(&fault)),
        }
    }
    all
}

/// Checks a module against the rules, as `tileiras-contract check` does, and describes its kernels.
fn check(
    module: &Module<'_>,
    project: &Project,
    chip: Option<Chip>,
    place: &Place<'_>,
    kernels: Option<&mut Vec<Kernel>>,
) -> Result<(), Fault> {
    let name = chip.map(|chip| chip.to_string()).unwrap_or_default();
    let rules = Rules::new(project, &[], false, false);
    let options = StepOptions {
        on_conflict: ConflictPolicy::default().name(),
        derive_chip: &name,
        chip: &name,
        rules: rules.options(),
        ..StepOptions::default()
    };
    let mut analyses = SavedAnalyses::new(module.as_operation());
    let checked = check_module(&mut analyses, &options);
    let Some(kernels) = kernels else { return checked };
    let program = Program::saved(&analyses);
    let mut symbols = FunctionSymbols::new(program.root, program.scope);
    for (number, function) in program.scope.functions.iter().enumerate() {
        let facts = program.facts.of_group(program.facts.group(number));
        let Some(start) = start(function.operation().location()).filter(|_| facts.is_kernel()) else {
            continue;
        };
        let module = program.scope.module_of[number].map(|module| program.scope.modules[module]);
        let given = chips(project).map(|chip| Target { chip, ptx: None });
        let targets = given.flat_map(|given| module.map_or_else(|| vec![given], |module| targets(module, given)));
        let targets: Vec<Target> = targets.collect();
        let symbol = in_mlir(&symbols.get(number));
        kernels.push(Kernel {
            contract: hover::contract(&symbol, facts, &targets),
            line: place.position(start).line,
            symbol,
        });
    }
    checked
}

/// The chips of a project; one that is not known, if it has none.
fn chips(project: &Project) -> impl Iterator<Item = Option<Chip>> {
    let unknown = project.chips.is_empty().then_some(None);
    project.chips.iter().copied().map(Some).chain(unknown)
}

/// A symbol as MLIR text: `@m::@k`.
fn in_mlir(symbol: &Symbol) -> String {
    let written = |name: &[u8]| {
        let name = lossy(name);
        let is_bare = name.bytes().all(is_name) && !name.starts_with(|letter: char| letter.is_ascii_digit());
        if is_bare { format!("@{name}") } else { format!("@{name:?}") }
    };
    let names: Vec<String> = symbol.path().into_iter().map(written).collect();
    names.join("::")
}

/// Line and column of a message; 0 if they are unknown. The file is the document.
fn position(message: &Message) -> (u64, u64) {
    message.place.as_ref().map_or((0, 0), |place| (place.line, place.column))
}

/// Where a part of the document is.
struct Place<'t> {
    text: &'t str,
    lines: &'t Text<'t>,
    /// The offset of the part.
    part: usize,
}

impl Place<'_> {
    fn offset(&self, position: (u64, u64)) -> usize {
        self.lines.offset_in_part(self.part, position)
    }

    fn position(&self, position: (u64, u64)) -> crate::text::Position {
        self.lines.position(self.offset(position))
    }

    /// The range of the name that begins there; if the position is 0, the start of the part.
    fn name(&self, position: (u64, u64)) -> Range {
        let start = self.offset(position);
        let rest = &self.text.as_bytes()[start..];
        let length = match rest {
            [b'"', quoted @ ..] => quoted.iter().position(|byte| matches!(byte, b'"' | b'\n')).map_or(1, |end| end + 2),
            _ => rest.iter().take_while(|byte| is_name(**byte)).count(),
        };
        self.lines.range(start..(start + length).min(self.text.len()))
    }

    fn finding(&self, reported: &CollectedDiagnostic) -> Finding {
        let CollectedDiagnostic { diagnostic, end, data } = reported;
        let fix = data.as_ref().and_then(|data| data.downcast_ref::<Fix>());
        let rule = diagnostic.message.code.clone();
        let fix = fix.filter(|_| end.0 > 0).and_then(|fix| {
            let operation = self.offset(position(&diagnostic.message))..self.offset(*end);
            let edit = edit(self.text.get(operation.clone())?, fix)?;
            let range = |found: std::ops::Range<usize>| {
                self.lines.range(operation.start + found.start..operation.start + found.end)
            };
            let quick = QuickFix { title: fix.to_string(), range: range(edit.range), text: edit.text };
            Some((quick, edit.attribute.map(range)))
        });
        let (fix, attribute) = fix.unzip();
        Finding {
            range: attribute.flatten().unwrap_or_else(|| self.name(position(&diagnostic.message))),
            severity: match diagnostic.message.severity {
                Severity::Error => 1,
                Severity::Warning => 2,
                Severity::Remark | Severity::Note => 3,
            },
            rule,
            message: diagnostic.message.text.clone(),
            notes: diagnostic.notes.iter().map(|note| (self.name(position(note)), note.text.clone())).collect(),
            fix,
        }
    }

    fn fault(&self, fault: &Fault) -> Finding {
        self.message(format!("the rules were not checked: {fault}"))
    }

    /// A warning at the start of the part.
    fn message(&self, message: String) -> Finding {
        Finding { range: self.name((0, 0)), severity: 2, rule: None, message, notes: Vec::new(), fix: None }
    }
}
