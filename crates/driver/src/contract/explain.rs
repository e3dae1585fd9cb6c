//! `tileiras-contract explain`: which launches of a kernel are legal, what limits its occupancy, and what is left.

use std::path::{Path, PathBuf};

use clap::Args;
use tileiras_contract::Explanation;
use tileiras_contract::resources::allows_threads;
use tileiras_mlir::text::listed;
use tileiras_target::occupancy::RegisterDirectives;
use tileiras_target::{Chip, Target};

use super::command::Command;
use super::facts::ModuleFacts;
use super::launch::LaunchOptions;
use crate::cli::rules::chip;
use crate::input::object::{images_for, is_same_chip, may_be_for};
use crate::input::{Format, Input};
use crate::messages::fault::{Fault, Kind};

/// The command line of `explain`.
#[derive(Args, Clone, Debug)]
pub(super) struct ExplainOptions {
    /// The name of the kernel
    kernel: String,
    /// .mlir, .mlirbc, .ll, .bc, .ptx, .cubin or .fatbin; told apart by content; - is standard input
    file: PathBuf,
    /// The chip [default: the chip of the file]; of a fat binary, only the images for this chip are explained
    #[arg(long, value_name = "CHIP", visible_alias = "arch", value_parser = chip(), hide_possible_values = true)]
    gpu_name: Option<Chip>,
    #[command(flatten)]
    launch: LaunchOptions,
}

impl Command<'_> {
    /// Explains the launches of a kernel, for each image of a fat binary.
    pub(super) fn explain(&mut self, options: &ExplainOptions) -> Result<(), Fault> {
        options.launch.check(true, "explain")?;
        self.explain_file(&options.file, options).map_err(|fault| fault.in_file(&options.file))
    }

    fn explain_file(&mut self, path: &Path, options: &ExplainOptions) -> Result<(), Fault> {
        let ExplainOptions { kernel, gpu_name, launch, .. } = options;
        let input = Input::read(path, self.limit)?;
        let is_fatbin = input.format == Format::Fatbin;
        let mut modules = self.modules(&input, Some(Target { chip: *gpu_name, ptx: None }))?;
        if let (Some(chip), true) = (gpu_name, is_fatbin) {
            modules = images_for(modules, *chip, |module| module.facts.target.chip)?;
        }
        let mut found = Vec::new();
        for module in &modules {
            let chip = chip_of(module, input.format, *gpu_name)?;
            // Modules in different places can have one name, and so their kernels.
            for (function, resources) in module.kernels().filter(|(function, _)| function.symbol.to_string() == *kernel)
            {
                if let Some(threads) =
                    launch.sizes().threads.filter(|threads| !allows_threads(&function.facts, *threads))
                {
                    let text = format!("'{kernel}' cannot be launched with the {threads} threads of --block");
                    return Err(Kind::Usage.fault(text));
                }
                let resources = resources.unwrap_or_default();
                // Only PTX has `.local_maxnreg`.
                let directives = RegisterDirectives {
                    local_maxnreg: function.local_maxnreg,
                    ..function.facts.register_directives()
                };
                let cap = function.register_cap.or_else(|| Some(chip.limits().register_cap(directives).registers));
                found.push(Explanation::new(kernel, &function.facts, resources, cap, chip, launch.sizes()));
            }
        }
        if found.is_empty() {
            let kernels = modules.iter().flat_map(ModuleFacts::kernels);
            return Err(Kind::Input.fault(unknown(kernel, kernels.map(|(function, _)| function.symbol.to_string()))));
        }
        let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
        self.print(is_fatbin, &found, &texts)
    }
}

/// The chip of a module: the one that is given, which must be the stated one, or else the stated one.
pub(super) fn chip_of(module: &ModuleFacts, format: Format, given: Option<Chip>) -> Result<Chip, Fault> {
    let is_for = |stated, chip| match format {
        Format::Elf => may_be_for(stated, chip),
        // Code for one chip can be compiled for another.
        Format::Mlir | Format::Llvm | Format::Ptx => true,
        Format::Fatbin | Format::Foreign(_) => is_same_chip(stated, chip),
    };
    match (module.facts.target.chip, given) {
        (Some(stated), Some(chip)) if !is_for(stated, chip) => {
            Err(Kind::Usage.fault(format!("is for {stated}, not {chip}")))
        }
        (_, Some(chip)) | (Some(chip), None) => Ok(chip),
        (None, None) => Err(Kind::Usage.fault("the chip is not known; --gpu-name names one")),
    }
}

/// What is there instead of a kernel that is not found: the kernels with these names.
pub(super) fn unknown(kernel: &str, names: impl Iterator<Item = String>) -> String {
    const MOST: usize = 10;
    let mut names: Vec<String> = names.map(|name| format!("'{name}'")).collect();
    names.sort_unstable();
    names.dedup();
    match names.as_slice() {
        [] => "has no kernels".to_owned(),
        names => format!("has no kernel '{kernel}'; its kernels are {}", listed(names, MOST)),
    }
}
