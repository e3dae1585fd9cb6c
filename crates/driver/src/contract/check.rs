//! `tileiras-contract check`: the rules on MLIR, LLVM IR and PTX, or kernels against a snapshot.
//!
//! If the first file is JSON, it is a snapshot, with which the other files are compared ([`super::snapshot`]). The JSON
//! of a cache beside its stages is none ([`super::cache`]).
//!
//! Guarantees that each file is checked, although others fail, and the exit code of the first that failed. The limits
//! of time and memory are those of one input: a worker checks it. IR is checked as a whole, host code and every
//! `gpu.module`, after its facts are in canonical form. Of a cubin, the contract is checked and what ptxas made of the
//! kernels, and no body. An image is for the chip that its fat binary says.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Once;

use clap::{Args, ValueEnum};
use melior::ir::Module;
use serde::{Deserialize, Serialize};
use tileiras_contract::read::ConflictPolicy;
use tileiras_cubin::Cubin;
use tileiras_finding::RuleOptions;
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_mlir::guard::guard;
use tileiras_mlir::report::ReportedDiagnostic;
use tileiras_mlir::tool::register_upstream_passes;
use tileiras_nvvm::program_facts::Program;
use tileiras_passes::pipeline::StepOptions;
use tileiras_ptx::Dump;
use tileiras_target::{Chip, PtxVersion, Target};

use super::baseline::{Baseline, ResourceTolerance, Tolerance};
use super::cache::without_entries;
use super::command::{Command, Reading};
use super::facts::{check_header, unreadable_kind};
use super::nvcc;
use super::sources::{Copies, Source, SourceOptions};
use super::summary::{ModuleSize, Summary};
use crate::assemble::cubin_input;
use crate::cli::project::{Project, ProjectOptions, Rules};
use crate::cli::rules::{chip, rule_name};
use crate::compile::{check_module, ptx_input, snapshot};
use crate::input::object::may_be_for;
use crate::input::{Format, Input, check_standard_input, reader};
use crate::messages::fault::{Fault, Kind};
use crate::messages::finding::findings;
use crate::messages::printer::MessageFormat;
use crate::messages::{ChipLogs, Message};

/// The command line of `check`.
#[derive(Args, Clone, Debug)]
pub(super) struct CheckOptions {
    #[command(flatten)]
    sources: SourceOptions,
    /// With a snapshot, how much more of a resource a kernel may use [default: nothing]: registers, static_shared,
    /// stack, local, barriers, spill_instructions
    #[arg(long, value_name = "RESOURCE=NUMBER", value_delimiter = ',')]
    tolerance: Vec<ResourceTolerance>,
    /// The chips to check for [default: those of tileiras.toml, or else that of .target or of the #nvvm.target]
    #[arg(long, value_name = "CHIP,...", visible_alias = "arch", value_delimiter = ',', value_parser = chip(), hide_possible_values = true)]
    gpu_name: Vec<Chip>,
    /// The PTX version [default: that of .version or of the #nvvm.target]
    #[arg(long, value_name = "VERSION")]
    ptx_version: Option<PtxVersion>,
    /// Rules that are not checked
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rule_name(), hide_possible_values = true)]
    disable: Vec<String>,
    /// Treat warnings of the rules as errors
    #[arg(long)]
    warnings_as_errors: bool,
    #[command(flatten)]
    project: ProjectOptions,
    /// Also remark where a rule cannot be decided
    #[arg(long)]
    pedantic: bool,
    /// Also print what was understood of the bodies of PTX: the blocks and instructions, the threads that execute them,
    /// or the launches that were executed
    #[arg(long, value_enum, value_name = "WHAT")]
    dump: Option<Dumped>,
    /// Also print how much of PTX was executed, and of which kernels nothing is known
    #[arg(long)]
    stats: bool,
    /// The form of the findings; JSON and SARIF are written to standard output, and the summary to standard error
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub message_format: MessageFormat,
}

/// What `--dump` prints.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum Dumped {
    /// The blocks and instructions of each function
    Program,
    /// The threads that execute each instruction of each kernel
    Threads,
    /// The launches of each kernel that were executed, and what is wrong in them
    Launch,
}

impl From<Dumped> for Dump {
    fn from(dumped: Dumped) -> Self {
        match dumped {
            Dumped::Program => Self::Program,
            Dumped::Threads => Self::Threads,
            Dumped::Launch => Self::Launch,
        }
    }
}

impl CheckOptions {
    /// Refuses the options that have no effect with a snapshot.
    fn check_snapshot_options(&self) -> Result<(), Fault> {
        let given = [
            (!self.gpu_name.is_empty(), "--gpu-name"),
            (self.ptx_version.is_some(), "--ptx-version"),
            (!self.disable.is_empty(), "--disable"),
            (self.warnings_as_errors, "--warnings-as-errors"),
            (self.pedantic, "--pedantic"),
            (self.dump.is_some(), "--dump"),
            (self.stats, "--stats"),
            (self.message_format != MessageFormat::Human, "--message-format"),
            (self.project.config.is_some(), "--config"),
            (self.project.no_config, "--no-config"),
        ];
        match given.into_iter().find(|(given, _)| *given) {
            Some((_, option)) => Err(Kind::Usage.fault(format!("{option} has no effect with a snapshot"))),
            None => Ok(()),
        }
    }
}

/// What the check of one input found.
#[derive(Default, Deserialize, Serialize)]
struct CheckedInput {
    /// What was understood of the bodies.
    understood: String,
    messages: Vec<Message>,
    fault: Option<Fault>,
    module: Option<ModuleSize>,
    /// Whether it is code for none of the chips, and was not checked.
    is_for_others: bool,
}

/// The result of a check for one target.
pub(super) struct CheckOutcome {
    /// The diagnostics.
    pub diagnostics: Vec<ReportedDiagnostic>,
    /// A fault if one of them is an error, or if the input cannot be read.
    pub result: Result<(), Fault>,
    /// What was read; `None` if it cannot be read.
    pub module: Option<ModuleSize>,
}

impl Command<'_> {
    /// Checks each file.
    pub(super) fn check(&mut self, options: &CheckOptions) -> Result<(), Fault> {
        check_standard_input(&options.sources.files)?;
        let files = without_entries(&options.sources.files)?;
        let Some((first, others)) = files.split_first() else {
            return Err(Kind::Usage.fault("check needs a file"));
        };
        match self.snapshot_of(first)? {
            Some(snapshot) => {
                options.check_snapshot_options()?;
                self.check_snapshot(&snapshot, others, &options.sources, &Tolerance::new(&options.tolerance))
            }
            None => self.check_rules(&files, options),
        }
    }

    fn check_rules(&self, files: &[PathBuf], options: &CheckOptions) -> Result<(), Fault> {
        if !options.tolerance.is_empty() {
            return Err(Kind::Usage.fault("--tolerance has no effect without a snapshot as the first file"));
        }
        if self.json {
            return Err(Kind::Usage.fault("check prints findings; --message-format=json makes them JSON"));
        }
        if options.message_format != MessageFormat::Human && (options.dump.is_some() || options.stats) {
            let text = "--dump and --stats print text where --message-format writes its output";
            return Err(Kind::Usage.fault(text));
        }
        let sources = self.sources(files, &options.sources, Copies::Once)?;
        let list = &sources.list;
        let paths: Vec<PathBuf> = list.iter().map(|source| sources.file(source).to_owned()).collect();
        let projects = options.project.each_project(&paths, |faults| self.report(None, faults));
        let mut result = sources.result.clone();
        let mut summary = Summary::default();
        let mut entries = HashSet::new();
        // Of each argument, whether some of its code is for the chips.
        let mut is_checked: BTreeMap<usize, bool> = BTreeMap::new();
        let reading = self.reading();
        let work = |number: usize, input: &Input| match &projects[number] {
            Ok(project) => reading.check_input(input, &list[number], project, options),
            Err(fault) => CheckedInput { fault: Some(fault.clone()), ..CheckedInput::default() },
        };
        let repeated = self.read_each(&sources, work, |number, checked| {
            let source = &list[number];
            let path = &*source.path;
            let CheckedInput { understood, mut messages, fault, module, is_for_others } =
                checked.unwrap_or_else(|fault| CheckedInput { fault: Some(fault), ..CheckedInput::default() });
            *is_checked.entry(sources.argument(source)).or_default() |= !is_for_others;
            summary.add_others(usize::from(is_for_others));
            if source.entry.is_some() {
                // What is wrong with an entry itself is found beside each of its stages.
                messages.retain(|message| match message {
                    Message::Tool { place: Some(place), text, .. } => {
                        entries.insert((place.file.clone(), text.clone()))
                    }
                    _ => true,
                });
            }
            self.write(understood.as_bytes());
            self.report(Some(path), &messages);
            if let Some(fault) = fault {
                self.keep_fault(path, fault, &mut result);
            }
            module.into_iter().for_each(|module| summary.add(module));
            findings(self.tool.name, Some(path), &messages).iter().for_each(|finding| summary.add_finding(finding));
        });
        for (argument, _) in is_checked.into_iter().filter(|(_, is_checked)| !is_checked) {
            let chips = options.gpu_name.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let text = match options.gpu_name.is_empty() {
                true => "has no device code for the chips of the project file".to_owned(),
                false => format!("has no device code for {chips}"),
            };
            self.keep_fault(&files[argument], Kind::Input.fault(text), &mut result);
        }
        if let Some(found) = sources.found {
            self.print_summary(&summary.text(found, repeated), self.printer.is_human());
        }
        result
    }
}

impl Reading<'_> {
    /// Checks an input for each chip. Must be called in a worker.
    fn check_input(self, input: &Input, source: &Source, project: &Project, options: &CheckOptions) -> CheckedInput {
        let mut checked = CheckedInput::default();
        let result = self.check_chips(input, source, project, options, &mut checked);
        CheckedInput { fault: result.err(), ..checked }
    }

    fn check_chips(
        self,
        input: &Input,
        source: &Source,
        project: &Project,
        options: &CheckOptions,
        checked: &mut CheckedInput,
    ) -> Result<(), Fault> {
        if Baseline::is_json(&input.content) {
            return Err(Kind::Usage.fault("is JSON; a snapshot must be the first file of 'check'"));
        }
        let rules = Rules::new(project, &options.disable, options.warnings_as_errors, options.pedantic);
        let chips = chips(input, source, project, options)?;
        if chips.is_empty() {
            checked.is_for_others = true;
            return Ok(());
        }
        let (warning, fits) = check_header(input);
        checked.messages.extend(warning);
        fits?;
        if input.format == Format::Ptx || !source.is_found {
            checked.understood = understood(input, options)?;
        }
        let mut logs = ChipLogs::default();
        let mut result = Ok(());
        for chip in chips {
            let outcome = self.check_for(input, Target { chip, ptx: options.ptx_version }, &rules.options());
            let mut messages: Vec<_> = outcome.diagnostics.into_iter().map(Message::Diagnostic).collect();
            if let Err(fault) = outcome.result {
                let kind = fault.kind;
                messages.extend(Message::of_fault(&fault.in_file(&input.path)));
                result = result.and(Err(kind.already_reported()));
            }
            checked.module = checked.module.take().or(outcome.module);
            logs.add(chip, messages);
        }
        checked.messages.extend(logs.messages());
        let module = || self.module(input, None).1.ok();
        let host = nvcc::host_of(&input.path).filter(|_| input.format == Format::Ptx);
        if let Some((host, module)) = host.and_then(|host| Some((host, module()?))) {
            let (diagnostics, launched) = nvcc::check_launches(&host, &module.facts, &rules.options());
            checked.messages.extend(diagnostics.into_iter().map(Message::Diagnostic));
            result = result.and(launched);
        }
        if let Some((entry, module)) = source.entry.as_ref().and_then(|entry| Some((entry, module()?))) {
            let mut found = entry.contradictions(input, &module);
            if options.warnings_as_errors {
                found = found.into_iter().map(Message::raised).collect();
            }
            if found.iter().any(Message::is_error) {
                result = result.and(Err(Kind::Audit.already_reported()));
            }
            checked.messages.extend(found);
        }
        result
    }

    /// Checks an input for one target. Must be called in a worker.
    pub(super) fn check_for(self, input: &Input, given: Target, rules: &RuleOptions<'_>) -> CheckOutcome {
        static REGISTERED: Once = Once::new();
        let caught = |check: &dyn Fn() -> (Vec<ReportedDiagnostic>, Result<(), Fault>)| {
            guard(check).unwrap_or_else(|panic| (Vec::new(), Err(Kind::Internal.fault(panic.to_string()))))
        };
        match input.format {
            Format::Ptx => {
                let (diagnostics, result) = caught(&|| ptx_input::check(input, given, rules));
                CheckOutcome { diagnostics, result, module: ModuleSize::of_ptx(input) }
            }
            Format::Elf => {
                let (diagnostics, result) = caught(&|| cubin_input::check(input, given, rules));
                CheckOutcome { diagnostics, result, module: ModuleSize::of_cubin(input) }
            }
            Format::Mlir | Format::Llvm => {
                let mut size = None;
                let (diagnostics, result) = self.with_context(input, |context| {
                    // Only here the code is lowered.
                    REGISTERED.call_once(register_upstream_passes);
                    let module = reader::read_with_positions(context, input)?;
                    check_ir(&module, given, rules, self.on_conflict, &mut size)
                });
                CheckOutcome { diagnostics, result, module: size }
            }
            Format::Fatbin | Format::Foreign(_) => {
                CheckOutcome { diagnostics: Vec::new(), result: Err(unreadable_kind(input)), module: None }
            }
        }
    }
}

/// What was understood of the bodies of a file, as far as the options ask for it. Must be called in a worker.
fn understood(input: &Input, options: &CheckOptions) -> Result<String, Fault> {
    if options.dump.is_none() && !options.stats {
        return Ok(String::new());
    }
    if input.format != Format::Ptx {
        return Err(Kind::Usage.fault(format!("--dump and --stats are for PTX, and this is {}", input.format)));
    }
    let found = guard(|| ptx_input::understood(input, options.dump.map(Dump::from), options.stats));
    found.unwrap_or_else(|panic| Err(Kind::Internal.fault(panic.to_string())))
}

/// The chips that an input is checked for: those of the command line, or else of the project file, or else its own
/// (`None`). PTX of the project, and what was found, is for those of them that run its code.
///
/// # Errors
/// If a cubin that an argument names is for another chip than those of the command line.
fn chips(
    input: &Input,
    source: &Source,
    project: &Project,
    options: &CheckOptions,
) -> Result<Vec<Option<Chip>>, Fault> {
    let is_given = !options.gpu_name.is_empty();
    let named = if is_given { &options.gpu_name } else { &project.chips };
    if named.is_empty() {
        return Ok(vec![None]);
    }
    let mut chips = named.clone();
    match input.format {
        Format::Ptx if source.is_found || !is_given => {
            let stated = ptx_input::read_text(&input.name, &input.content).ok().map(|ptx| ptx.stated_target());
            if let Some(code) = stated.and_then(|target| target.chip) {
                chips.retain(|chip| chip.runs(code));
            }
        }
        Format::Elf => {
            if let Some(stated) = Cubin::read(&input.content).ok().and_then(|cubin| cubin.chip()) {
                chips.retain(|chip| may_be_for(stated, *chip));
                if chips.is_empty() && is_given && !source.is_found {
                    let names: Vec<_> = named.iter().map(ToString::to_string).collect();
                    return Err(Kind::Usage.fault(format!("is for {stated}, not {}", names.join(", "))));
                }
            }
        }
        _ => {}
    }
    Ok(if chips.is_empty() && !is_given { vec![None] } else { chips.into_iter().map(Some).collect() })
}

/// Checks a module against the rules, after its facts are in canonical form.
fn check_ir(
    module: &Module<'_>,
    given: Target,
    rules: &RuleOptions<'_>,
    on_conflict: ConflictPolicy,
    size: &mut Option<ModuleSize>,
) -> Result<(), Fault> {
    let text = |value: Option<String>| value.unwrap_or_default();
    let chip = text(given.chip.map(|chip| chip.to_string()));
    let ptx = text(given.ptx.map(|version| version.to_string()));
    let options = StepOptions {
        on_conflict: on_conflict.name(),
        derive_chip: &chip,
        chip: &chip,
        ptx: &ptx,
        rules: *rules,
        ..StepOptions::default()
    };
    let mut analyses = SavedAnalyses::new(module.as_operation());
    let result = check_module(&mut analyses, &options);
    *size = Some(ModuleSize::of(&snapshot::of_program(Program::saved(&analyses))));
    result
}
