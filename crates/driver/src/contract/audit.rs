//! `tileiras-contract audit`: compares the launch facts of inputs with those of their output. The images of a fat
//! binary are compared one by one.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use tileiras_contract::audit::{Audit, Snapshot, Stage};
use tileiras_nvvm::device::linked_files;
use tileiras_target::{Chip, PtxVersion, Target};
use tileiras_translate::import::Library;

use super::command::Command;
use super::facts::{facts_of, ptx_facts};
use crate::cli::rules::chip;
use crate::compile::{device, library};
use crate::contract::units;
use crate::input::object::{images_for, is_same_chip, may_be_for};
use crate::input::{Format, Input, check_standard_input, reader};
use crate::messages::fault::{Fault, Kind};

/// The command line of `audit`.
#[derive(Args, Clone, Debug)]
pub(super) struct AuditOptions {
    /// Where the facts were stated: MLIR, LLVM IR or PTX; several, if they were linked. Last, where they have to be:
    /// PTX, a cubin or a fat binary
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The chip [default: the chip of the output]; of a fat binary, only the images for this chip are compared
    #[arg(long, value_name = "CHIP", visible_alias = "arch", value_parser = chip(), hide_possible_values = true)]
    gpu_name: Option<Chip>,
    /// The PTX version that a cubin was made from, as a cubin does not state it
    #[arg(long, value_name = "VERSION")]
    ptx_version: Option<PtxVersion>,
    /// The gpu.module that was compiled, where there are several
    #[arg(long, value_name = "NAME")]
    gpu_module: Option<String>,
    /// LLVM IR that was linked, whose kernels have facts, too; may be given several times
    #[arg(long, value_name = "FILE")]
    link_bitcode: Vec<PathBuf>,
}

impl Command<'_> {
    /// Compares the facts of the inputs with those of the output, the last of the files.
    pub(super) fn audit(&mut self, options: &AuditOptions) -> Result<(), Fault> {
        let AuditOptions { files, gpu_name, ptx_version, gpu_module, link_bitcode } = options;
        let given = Target { chip: *gpu_name, ptx: *ptx_version };
        let Some((output, inputs)) = files.split_last().filter(|(_, inputs)| !inputs.is_empty()) else {
            return Err(Kind::Usage.fault("audit needs an input and an output"));
        };
        check_standard_input(files)?;
        let libraries = library::read_files(link_bitcode, self.limit)?;
        self.audit_files(inputs, output, given, gpu_module.as_deref(), &libraries)
    }

    fn audit_files(
        &mut self,
        inputs: &[PathBuf],
        output: &Path,
        given: Target,
        gpu_module: Option<&str>,
        libraries: &[Input],
    ) -> Result<(), Fault> {
        let compiled = Input::read(output, self.limit)?;
        let stages = self.output_facts(&compiled).and_then(|stages| match (compiled.format, given.chip) {
            (Format::Fatbin, Some(chip)) => images_for(stages, chip, |image| image.target.chip),
            _ => Ok(stages),
        });
        let stages = stages.map_err(|fault| fault.in_file(output))?;
        let files = inputs.iter().map(|input| Input::read(input, self.limit)).collect::<Result<Vec<_>, _>>()?;
        let mut audits = Vec::new();
        for after in stages {
            let target = target_of(given, after.target, compiled.format);
            let target = target.map_err(|fault| fault.in_file(output))?;
            let before = self.unit_facts(&files, (target, gpu_module), libraries, &after)?;
            let audit = Audit::compare(&Snapshot { target, ..before }, &Snapshot { target, ..after });
            audits.push(ImageAudit { chip: target.chip.map(|chip| chip.to_string()), audit });
        }
        let is_fatbin = compiled.format == Format::Fatbin;
        let text = |image: &ImageAudit| match &image.chip {
            Some(chip) if is_fatbin => format!("{chip}: {}", image.audit),
            _ => image.audit.to_string(),
        };
        let texts: Vec<_> = audits.iter().map(text).collect();
        if is_fatbin {
            self.print(is_fatbin, &audits, &texts)?;
        } else {
            let audits: Vec<_> = audits.iter().map(|image| &image.audit).collect();
            self.print(is_fatbin, &audits, &texts)?;
        }
        let lost: usize = audits.iter().map(|image| image.audit.lost().count()).sum();
        let invented: usize = audits.iter().map(|image| image.audit.invented().count()).sum();
        if lost + invented == 0 {
            return Ok(());
        }
        let text = format!("the contract is broken: {lost} lost, {invented} invented");
        Err(Kind::Audit.fault(text).in_file(output))
    }

    /// The facts of all inputs of `audit` and of their libraries, for the target of their output.
    fn unit_facts(
        &self,
        files: &[Input],
        (target, gpu_module): (Target, Option<&str>),
        libraries: &[Input],
        after: &Snapshot,
    ) -> Result<Snapshot, Fault> {
        let (mut units, mut linked) = (Vec::new(), Vec::new());
        for file in files {
            let facts = self.input_facts(file, (target, gpu_module), libraries, &mut linked);
            units.push(facts.map_err(|fault| fault.in_file(Path::new(&file.name)))?);
        }
        for library in libraries.iter().chain(&linked) {
            let facts = self.library_facts(library, target);
            units.push(facts.map_err(|fault| fault.in_file(Path::new(&library.name)))?);
        }
        let stage = units.first().map_or(Stage::Ir, |unit| unit.stage);
        if units.iter().any(|unit| unit.stage != stage) {
            return Err(Kind::Usage.fault("the inputs must all be IR or all be PTX"));
        }
        Ok(Snapshot { stage, target, functions: units::functions_of_all(units, after) })
    }

    /// The facts of an input of `audit`, as [`Self::linked_facts`].
    fn input_facts(
        &self,
        input: &Input,
        target: (Target, Option<&str>),
        libraries: &[Input],
        linked: &mut Vec<Input>,
    ) -> Result<Snapshot, Fault> {
        match input.format {
            Format::Mlir | Format::Llvm => self.linked_facts(input, target, libraries, linked),
            Format::Ptx if !libraries.is_empty() => {
                Err(Kind::Usage.fault("nothing is linked into PTX: --link-bitcode needs MLIR or LLVM IR"))
            }
            Format::Ptx => ptx_facts(&input.name, &input.content),
            Format::Elf | Format::Fatbin | Format::Foreign(_) => {
                Err(Kind::Input.fault(format!("must be MLIR, LLVM IR or PTX, and is {}", input.format)))
            }
        }
    }

    /// The facts of an input of `audit`, for the target of its output. The files that its `#nvvm.target` links are
    /// added to `linked`, if they are not in it or in `libraries`.
    fn linked_facts(
        &self,
        input: &Input,
        (target, gpu_module): (Target, Option<&str>),
        libraries: &[Input],
        linked: &mut Vec<Input>,
    ) -> Result<Snapshot, Fault> {
        let on_conflict = self.on_conflict;
        let (facts, names) = self.in_worker(input, |context| {
            let module = reader::read(context, input)?;
            let facts = facts_of(&module, |module| device::find(module, gpu_module), Some(target), on_conflict)?;
            let names = linked_files(device::find(&module, gpu_module)?, target.chip).map_err(device::usage)?;
            Ok((facts, names.into_iter().map(<[u8]>::to_vec).collect::<Vec<_>>()))
        })?;
        let names: Vec<&[u8]> = names.iter().map(Vec::as_slice).collect();
        let found = library::read_linked(&names, libraries.iter().chain(&*linked), self.limit)?;
        linked.extend(found);
        Ok(facts)
    }

    /// The facts of a library.
    fn library_facts(&self, input: &Input, target: Target) -> Result<Snapshot, Fault> {
        let on_conflict = self.on_conflict;
        self.in_worker(input, |context| match reader::read_library(context, input)? {
            Library::WithFacts(imported) => {
                facts_of(&imported.module, |module| Ok(module.as_operation()), Some(target), on_conflict)
            }
            Library::WithoutFacts(_) => Ok(Snapshot { stage: Stage::Ir, target, functions: Vec::new() }),
        })
    }
}

/// The target of an output: what it states, and what is given.
///
/// # Errors
/// If it states something else than what is given.
fn target_of(given: Target, stated: Target, format: Format) -> Result<Target, Fault> {
    let is_for = |stated, chip| match format {
        Format::Elf => may_be_for(stated, chip),
        _ => is_same_chip(stated, chip),
    };
    match (stated.chip, given.chip) {
        (Some(stated), Some(chip)) if !is_for(stated, chip) => {
            return Err(Kind::Usage.fault(format!("is for {stated}, not {chip}")));
        }
        _ => {}
    }
    match (stated.ptx, given.ptx) {
        (Some(stated), Some(ptx)) if stated != ptx && format == Format::Ptx => {
            Err(Kind::Usage.fault(format!("is PTX {stated}, not {ptx}")))
        }
        // The version is for the cubins of a fat binary, not for its PTX.
        _ => Ok(Target { ptx: stated.ptx.or(given.ptx), ..given.or(stated) }),
    }
}

/// An audit of an image of a fat binary.
#[derive(Serialize)]
struct ImageAudit {
    chip: Option<String>,
    #[serde(flatten)]
    audit: Audit,
}
