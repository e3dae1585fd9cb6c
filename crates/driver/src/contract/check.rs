//! `tileiras-contract check`: the rules on MLIR, LLVM IR and PTX, or kernels against a snapshot.
//!
//! If the first file is JSON, it is a snapshot, with which the other files are compared ([`super::snapshot`]).
//!
//! Guarantees that each file is checked, although others fail, and the exit code of the first that failed. The limits
//! of time and memory are those of one file and chip: a worker checks it. IR is checked as a whole, host code and
//! every `gpu.module`, after its facts are in canonical form. Leaves out on purpose: cubins, whose code is not PTX.

use std::path::PathBuf;
use std::sync::Once;

use clap::{Args, ValueEnum};
use melior::ir::Module;
use tileiras_contract::read::ConflictPolicy;
use tileiras_finding::RuleOptions;
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_mlir::guard::guard;
use tileiras_mlir::report::ReportedDiagnostic;
use tileiras_mlir::tool::register_upstream_passes;
use tileiras_passes::pipeline::StepOptions;
use tileiras_ptx::Dump;
use tileiras_target::{Chip, PtxVersion, Target};

use super::Command;
use super::baseline::{Baseline, ResourceTolerance, Tolerance};
use crate::exit::{Fault, Kind};
use crate::input::{Format, Input};
use crate::messages::{ChipLogs, Message};
use crate::output_location::check_standard_input;
use crate::printer::MessageFormat;
use crate::project::{Project, ProjectOptions, Rules};
use crate::rules::{chip, rule_name};
use crate::{compile, ptx_input, reader, worker};

/// The command line of `check`.
#[derive(Args, Clone, Debug)]
pub(super) struct CheckOptions {
    /// .mlir, .mlirbc, .ll, .bc or .ptx; told apart by content; - is standard input. If the first one is a snapshot,
    /// the kernels of the others are compared with it, and these may be .cubin, .o and .fatbin, too
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
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
    /// The form of the findings; JSON and SARIF are written to standard output
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

impl Command<'_> {
    /// Checks each file.
    pub(super) fn check(&mut self, options: &CheckOptions) -> Result<(), Fault> {
        let Some((first, others)) = options.files.split_first() else {
            return Err(Kind::Usage.fault("check needs a file"));
        };
        check_standard_input(&options.files)?;
        match Input::read(first, self.limit) {
            Ok(snapshot) if Baseline::is_json(&snapshot.content) => {
                options.check_snapshot_options()?;
                self.check_snapshot(&snapshot, others, &Tolerance::new(&options.tolerance))
            }
            // It is read once, as it can be a pipe.
            input => self.check_rules(options, input),
        }
    }

    fn check_rules(&self, options: &CheckOptions, first: Result<Input, Fault>) -> Result<(), Fault> {
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
        let projects = options.project.projects_of(&options.files, |faults| self.report(None, faults))?;
        let mut result = Ok(());
        let mut first = Some(first);
        for (file, project) in options.files.iter().zip(&projects) {
            let input = first.take().unwrap_or_else(|| Input::read(file, self.limit));
            if let Err(fault) = input.and_then(|input| self.check_file(&input, project, options)) {
                let fault = fault.in_file(file);
                self.report_fault(Some(file), &fault);
                result = result.and(Err(fault.kind.already_reported()));
            }
        }
        result
    }

    /// Checks a file for each chip.
    fn check_file(&self, input: &Input, project: &Project, options: &CheckOptions) -> Result<(), Fault> {
        let rules = Rules::new(project, &options.disable, options.warnings_as_errors, options.pedantic);
        let path = &*input.path;
        if Baseline::is_json(&input.content) {
            return Err(Kind::Usage.fault("is JSON; a snapshot must be the first file of 'check'"));
        }
        let named = if options.gpu_name.is_empty() { default_chips(project, input) } else { options.gpu_name.clone() };
        let chips: Vec<_> = if named.is_empty() { vec![None] } else { named.into_iter().map(Some).collect() };
        self.print_understood(input, options)?;
        let mut logs = ChipLogs::default();
        let mut result = Ok(());
        for chip in chips {
            let given = Target { chip, ptx: options.ptx_version };
            let (diagnostics, checked) = self.check_for(input, given, &rules.options());
            let mut messages: Vec<_> = diagnostics.into_iter().map(Message::Diagnostic).collect();
            if let Err(fault) = checked {
                messages.extend(Message::of_fault(&fault.clone().in_file(path)));
                result = result.and(Err(fault.kind.already_reported()));
            }
            logs.add(chip, messages);
        }
        self.report(Some(path), &logs.messages().collect::<Vec<_>>());
        result
    }

    /// Prints what was understood of the bodies of a file, as far as the options ask for it.
    fn print_understood(&self, input: &Input, options: &CheckOptions) -> Result<(), Fault> {
        if options.dump.is_none() && !options.stats {
            return Ok(());
        }
        if input.format != Format::Ptx {
            return Err(Kind::Usage.fault(format!("--dump and --stats are for PTX, and this is {}", input.format)));
        }
        let understood = || {
            let found = guard(|| ptx_input::understood(input, options.dump.map(Dump::from), options.stats));
            found.unwrap_or_else(|panic| Err(Kind::Internal.fault(panic.to_string())))
        };
        let text: String = worker::call(self.limits, understood)??;
        self.write(text.as_bytes());
        Ok(())
    }

    /// Checks a file for one target. Returns the diagnostics and the result.
    pub(super) fn check_for(
        &self,
        input: &Input,
        given: Target,
        rules: &RuleOptions<'_>,
    ) -> (Vec<ReportedDiagnostic>, Result<(), Fault>) {
        static REGISTERED: Once = Once::new();
        let on_conflict = self.on_conflict;
        let called = match input.format {
            Format::Ptx => {
                let check = || {
                    let checked = guard(|| ptx_input::check(input, given, rules));
                    checked.unwrap_or_else(|panic| (Vec::new(), Err(Kind::Internal.fault(panic.to_string()))))
                };
                worker::call(self.limits, check)
            }
            Format::Mlir | Format::Llvm => self.call_worker(input, |context| {
                // Only here the code is lowered.
                REGISTERED.call_once(register_upstream_passes);
                let module = reader::read_with_positions(context, input)?;
                check_ir(&module, given, rules, on_conflict)
            }),
            Format::Elf | Format::Fatbin | Format::Foreign(_) => {
                let text = format!("must be MLIR, LLVM IR or PTX, and is {}", input.format);
                Err(Kind::Input.fault(text))
            }
        };
        called.unwrap_or_else(|fault| (Vec::new(), Err(fault)))
    }
}

/// The chips of a project file that a file is checked for. PTX is for those of them that run code for its `.target`.
fn default_chips(project: &Project, input: &Input) -> Vec<Chip> {
    let mut chips = project.chips.clone();
    if !chips.is_empty()
        && input.format == Format::Ptx
        && let Ok(ptx) = ptx_input::read_text(&input.name, &input.content)
        && let Some(code) = ptx.stated_target().chip
    {
        chips.retain(|chip| chip.runs(code));
    }
    chips
}

/// Checks a module against the rules, after its facts are in canonical form.
fn check_ir(
    module: &Module<'_>,
    given: Target,
    rules: &RuleOptions<'_>,
    on_conflict: ConflictPolicy,
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
    compile::check(&mut analyses, &options)
}
