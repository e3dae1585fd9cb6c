//! `tileiras-contract check`: the rules on MLIR, LLVM IR and PTX.
//!
//! Guarantees that each file is checked, although others fail, and the exit code of the first that failed. IR is checked
//! as a whole, host code and every `gpu.module`, after its facts are in canonical form. Leaves out on purpose: cubins,
//! whose code is not PTX.

use std::path::{Path, PathBuf};

use clap::Args;
use melior::ir::Module;
use tileiras_contract::read::ConflictPolicy;
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_passes::pipeline::{CHECK, StepOptions};
use tileiras_target::{Chip, PtxVersion, Target};

use super::Command;
use crate::exit::{Fault, Kind};
use crate::input::{Format, Input};
use crate::printer::MessageFormat;
use crate::ptx_input::{self, Rules};
use crate::rules::rule_name;
use crate::{compile, with_input_name};

/// The command line of `check`.
#[derive(Args, Clone, Debug)]
pub(super) struct CheckOptions {
    /// .mlir, .mlirbc, .ll, .bc or .ptx; told apart by content; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The chip [default: that of .target or of the #nvvm.target]
    #[arg(long, value_name = "CHIP", visible_alias = "arch")]
    gpu_name: Option<Chip>,
    /// The PTX version [default: that of .version or of the #nvvm.target]
    #[arg(long, value_name = "VERSION")]
    ptx_version: Option<PtxVersion>,
    /// Rules that are not checked
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rule_name)]
    disable: Vec<String>,
    /// Treat warnings of the rules as errors
    #[arg(long)]
    warnings_as_errors: bool,
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
        let given = Target { chip: options.gpu_name, ptx: options.ptx_version };
        let CheckOptions { disable, warnings_as_errors, pedantic, .. } = options;
        let rules = Rules { disable, warnings_as_errors: *warnings_as_errors, pedantic: *pedantic };
        let mut result = Ok(());
        for file in &options.files {
            if let Err(fault) = self.check_file(file, given, &rules) {
                let fault = with_input_name(file, fault);
                self.report_fault(Some(file), &fault);
                result = result.and(Err(fault.kind.already_reported()));
            }
        }
        result
    }

    fn check_file(&self, path: &Path, given: Target, rules: &Rules<'_>) -> Result<(), Fault> {
        let input = Input::read(path, self.limit)?;
        match input.format {
            Format::Ptx => {
                let (diagnostics, result) = ptx_input::check(&input, given, rules);
                self.report_diagnostics(&input, diagnostics);
                result
            }
            Format::Mlir | Format::Llvm => self.in_worker(&input, |context| {
                let module = compile::read(context, &input)?;
                check_ir(&module, given, rules)
            }),
            Format::Elf | Format::Fatbin | Format::Foreign(_) => {
                Err(Kind::Input.fault(format!("must be MLIR, LLVM IR or PTX, and is {}", input.format)))
            }
        }
    }
}

/// Checks a module against the rules, after its facts are in canonical form.
fn check_ir(module: &Module<'_>, given: Target, rules: &Rules<'_>) -> Result<(), Fault> {
    let text = |value: Option<String>| value.unwrap_or_default();
    let chip = text(given.chip.map(|chip| chip.to_string()));
    let ptx = text(given.ptx.map(|version| version.to_string()));
    let options = StepOptions {
        on_conflict: ConflictPolicy::default().as_str(),
        derive_chip: &chip,
        chip: &chip,
        ptx: &ptx,
        disable: rules.disable,
        warnings_as_errors: rules.warnings_as_errors,
        pedantic: rules.pedantic,
        ..StepOptions::default()
    };
    let mut analyses = SavedAnalyses::new(module.as_operation());
    CHECK.into_iter().try_for_each(|step| compile::run_step(step, &mut analyses, &options))
}
