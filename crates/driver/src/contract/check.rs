//! `tileiras-contract check`: the rules on MLIR, LLVM IR and PTX.
//!
//! Guarantees that each file is checked, although others fail, and the exit code of the first that failed. IR is checked
//! as a whole, host code and every `gpu.module`, after its facts are in canonical form. Leaves out on purpose: cubins,
//! whose code is not PTX.

use std::path::{Path, PathBuf};

use clap::Args;
use melior::ir::Module;
use tileiras_contract::read::ConflictPolicy;
use tileiras_contract::rules::RuleOptions;
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_mlir::report::ReportedDiagnostic;
use tileiras_passes::pipeline::{CHECK, StepOptions};
use tileiras_target::{Chip, PtxVersion, Target};

use super::Command;
use crate::exit::{Fault, Kind};
use crate::input::{Format, Input};
use crate::messages::{ChipLogs, Message};
use crate::printer::MessageFormat;
use crate::project::{Project, ProjectOptions, Rules};
use crate::rules::{chip, rule_name};
use crate::{compile, ptx_input, with_input_name};

/// The command line of `check`.
#[derive(Args, Clone, Debug)]
pub(super) struct CheckOptions {
    /// .mlir, .mlirbc, .ll, .bc or .ptx; told apart by content; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
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
    /// Report what is not known, too
    #[arg(long)]
    pedantic: bool,
    /// The form of the findings; JSON and SARIF are written to standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub message_format: MessageFormat,
}

impl Command<'_> {
    /// Checks each file.
    pub(super) fn check(&self, options: &CheckOptions) -> Result<(), Fault> {
        if self.json {
            return Err(Kind::Usage.fault("check prints findings; --message-format=json makes them JSON"));
        }
        let projects = options.project.projects_of(&options.files, |faults| self.report(None, faults))?;
        let mut result = Ok(());
        for (file, project) in options.files.iter().zip(&projects) {
            if let Err(fault) = self.check_file(file, project, options) {
                let fault = with_input_name(file, fault);
                self.report_fault(Some(file), &fault);
                result = result.and(Err(fault.kind.already_reported()));
            }
        }
        result
    }

    /// Checks a file for each chip.
    fn check_file(&self, path: &Path, project: &Project, options: &CheckOptions) -> Result<(), Fault> {
        let rules = Rules::new(project, &options.disable, options.warnings_as_errors, options.pedantic);
        let input = Input::read(path, self.limit)?;
        let named = if options.gpu_name.is_empty() { &project.chips } else { &options.gpu_name };
        let chips = named.iter().copied().map(Some);
        let chips: Vec<_> = if chips.len() == 0 { vec![None] } else { chips.collect() };
        let mut logs = ChipLogs::default();
        let mut result = Ok(());
        for chip in chips {
            let given = Target { chip, ptx: options.ptx_version };
            let (diagnostics, checked) = self.check_for(&input, given, &rules.options());
            let mut messages: Vec<_> = diagnostics.into_iter().map(Message::Diagnostic).collect();
            if let Err(fault) = checked {
                messages.extend(Message::of_fault(&with_input_name(path, fault.clone())));
                result = result.and(Err(fault.kind.already_reported()));
            }
            logs.add(chip, messages);
        }
        self.report(Some(path), &logs.messages().collect::<Vec<_>>());
        result
    }

    /// Checks a file for one target. Returns the diagnostics and the result.
    fn check_for(
        &self,
        input: &Input,
        given: Target,
        rules: &RuleOptions<'_>,
    ) -> (Vec<ReportedDiagnostic>, Result<(), Fault>) {
        match input.format {
            Format::Ptx => ptx_input::check(input, given, rules),
            Format::Mlir | Format::Llvm => {
                let called = self.call_worker(input, |context| {
                    let module = compile::read(context, input)?;
                    check_ir(&module, given, rules)
                });
                called.unwrap_or_else(|fault| (Vec::new(), Err(fault)))
            }
            Format::Elf | Format::Fatbin | Format::Foreign(_) => {
                let text = format!("must be MLIR, LLVM IR or PTX, and is {}", input.format);
                (Vec::new(), Err(Kind::Input.fault(text)))
            }
        }
    }
}

/// Checks a module against the rules, after its facts are in canonical form.
fn check_ir(module: &Module<'_>, given: Target, rules: &RuleOptions<'_>) -> Result<(), Fault> {
    let text = |value: Option<String>| value.unwrap_or_default();
    let chip = text(given.chip.map(|chip| chip.to_string()));
    let ptx = text(given.ptx.map(|version| version.to_string()));
    let options = StepOptions {
        on_conflict: ConflictPolicy::default().as_str(),
        derive_chip: &chip,
        chip: &chip,
        ptx: &ptx,
        rules: *rules,
        ..StepOptions::default()
    };
    let mut analyses = SavedAnalyses::new(module.as_operation());
    CHECK.into_iter().try_for_each(|step| compile::run_step(step, &mut analyses, &options))
}
