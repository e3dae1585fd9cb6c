//! `tileiras-contract host`: the launch contracts of kernels for the code that launches them, as a C header or JSON.
//!
//! Guarantees that the conditions and their texts are those of the rules of group `launch`
//! ([`tileiras_contract::launch::condition`]), and the limits those of `explain`. Leaves out on purpose: the devices of
//! the host, which can have less than the chip allows, and launches themselves.

mod header;
mod json;
mod kernel;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;
use tileiras_target::{Chip, Target};

use self::kernel::{HostKernel, host_kernel, identifier, name_kernels};
use super::command::{Command, check_files};
use super::explain::chip_of;
use crate::cli::rules::chip;
use crate::input::object::images_for;
use crate::input::{Format, Input};
use crate::messages::fault::{Fault, Kind};

/// The command line of `host`.
#[derive(Args, Clone, Debug)]
pub(super) struct HostOptions {
    /// .mlir, .mlirbc, .ll, .bc, .ptx, .cubin or .fatbin; told apart by content; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What to write [default: c, or json with --json]
    #[arg(long, value_enum, hide_default_value = true)]
    format: Option<HostFormat>,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "PATH", default_value = "-")]
    output: PathBuf,
    /// The chip [default: the chip of each file]; of a fat binary, only the images for this chip are read
    #[arg(long, value_name = "CHIP", visible_alias = "arch", value_parser = chip(), hide_possible_values = true)]
    gpu_name: Option<Chip>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum HostFormat {
    /// A header for C99 and C++17
    C,
    /// JSON
    Json,
}

impl Command<'_> {
    /// Writes the launch contracts of the kernels of all files, or nothing if one cannot be read.
    pub(super) fn host(&self, options: &HostOptions) -> Result<(), Fault> {
        let HostOptions { files, format, output, .. } = options;
        check_files(files, output)?;
        let format = match (format, self.json) {
            (Some(HostFormat::C), true) => return Err(Kind::Usage.fault("--format=c cannot be used with --json")),
            (Some(format), _) => *format,
            (None, true) => HostFormat::Json,
            (None, false) => HostFormat::C,
        };
        let mut kernels = Vec::new();
        let mut file_of = BTreeMap::new();
        for file in files {
            let named = |fault: Fault| fault.in_file(file);
            for kernel in self.host_kernels(file, options).map_err(named)? {
                let key = (kernel.symbol.clone(), kernel.chip.to_string());
                if let Some(other) = file_of.insert(key, file) {
                    let text = format!("kernel '{}' for {} is also in {}", kernel.symbol, kernel.chip, other.display());
                    return Err(named(Kind::Input.fault(text)));
                }
                kernels.push(kernel);
            }
        }
        name_kernels(&mut kernels);
        let text = match format {
            HostFormat::C => {
                let file = if crate::path::is_standard_stream(output) { &files[0] } else { output };
                header::text(&guard_name(file), &kernels)
            }
            HostFormat::Json => {
                let text = serde_json::to_string_pretty(&Contracts { kernels: &kernels });
                text.map_err(|error| Kind::Internal.fault(error.to_string()))? + "\n"
            }
        };
        self.write_to(output, text.as_bytes())
    }

    /// The kernels of a file, of each image of a fat binary.
    fn host_kernels(&self, path: &Path, options: &HostOptions) -> Result<Vec<HostKernel>, Fault> {
        let gpu_name = options.gpu_name;
        let input = Input::read(path, self.limit)?;
        let mut modules = self.modules(&input, Some(Target { chip: gpu_name, ptx: None }))?;
        if let (Some(chip), Format::Fatbin) = (gpu_name, input.format) {
            modules = images_for(modules, chip, |module| module.facts.target.chip)?;
        }
        // A fat binary can have PTX and a cubin of one kernel for one chip. The cubin shows more.
        modules.sort_by_key(|module| module.resources.is_none());
        let (mut kernels, mut known) = (Vec::new(), BTreeSet::new());
        for module in &modules {
            let chip = chip_of(module, input.format, gpu_name)?;
            for (kernel, resources) in module.kernels() {
                let is_new = known.insert((chip.to_string(), kernel.symbol.clone()));
                if is_new || input.format != Format::Fatbin {
                    kernels.push(host_kernel(kernel, resources.unwrap_or_default(), chip));
                }
            }
        }
        if kernels.is_empty() { Err(Kind::Input.fault("has no kernels")) } else { Ok(kernels) }
    }
}

/// The include guard for a file.
fn guard_name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().as_encoded_bytes();
    format!("TILEIRAS_LAUNCH_{}_H", identifier(stem).to_ascii_uppercase())
}

#[derive(Serialize)]
struct Contracts<'a> {
    kernels: &'a [HostKernel],
}
