//! The launch facts of a file, and what its kernels use.

use std::path::Path;

use melior::ir::{Module, OperationRef};
use serde::{Deserialize, Serialize};
use tileiras_contract::Resources;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot};
use tileiras_contract::read::ConflictPolicy;
use tileiras_cubin::{Cubin, Fatbin, Image, ImageKind};
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_nvvm::device::single_target;
use tileiras_nvvm::program_facts::Program;
use tileiras_passes::pipeline::{READ_FACTS, Root, StepOptions};
use tileiras_target::Target;

use super::Command;
use crate::exit::{Fault, Kind};
use crate::input::{Format, Input};
use crate::messages::Message;
use crate::object::content_of;
use crate::{compile, device, ptx_input, reader, snapshot, units};

/// What one file, or one image of a fat binary, states.
#[derive(Deserialize, Serialize)]
pub(super) struct ModuleFacts {
    /// The facts of its functions.
    pub facts: Snapshot,
    /// What the functions use, in the same order; `None` for IR and PTX, from which it does not follow.
    pub resources: Option<Vec<Resources>>,
}

impl ModuleFacts {
    /// Its kernels, with what they use.
    pub fn kernels(&self) -> impl Iterator<Item = (&FunctionSnapshot, Option<Resources>)> {
        let resources = |number: usize| self.resources.as_ref().and_then(|all| all.get(number).copied());
        let functions = self.facts.functions.iter().enumerate();
        functions.filter(|(_, function)| function.is_kernel()).map(move |(number, kernel)| (kernel, resources(number)))
    }
}

impl Command<'_> {
    /// What a file states: MLIR and LLVM IR after `nvvm-transplant`, PTX, a cubin, or each image of a fat binary. With
    /// `compiled`, also the facts that are derived from kernel specs, for this target or that of the IR.
    pub(super) fn modules(&self, input: &Input, compiled: Option<Target>) -> Result<Vec<ModuleFacts>, Fault> {
        match input.format {
            Format::Mlir | Format::Llvm => {
                let on_conflict = self.on_conflict;
                let facts = self.in_worker(input, |context| {
                    let module = reader::read(context, input)?;
                    let stated = |given| device::find(&module, None).ok().and_then(|op| single_target(op, given).ok());
                    let target = compiled.map(|given| stated(given).unwrap_or(given));
                    let facts = facts_of(&module, |module| Ok(module.as_operation()), target, on_conflict)?;
                    Ok(Snapshot { target: target.unwrap_or_default(), ..facts })
                })?;
                Ok(vec![ModuleFacts { facts, resources: None }])
            }
            Format::Ptx | Format::Elf | Format::Fatbin => self.output_modules(input),
            Format::Foreign(_) => {
                let text = format!("must be MLIR, LLVM IR, PTX, a cubin or a fat binary, and is {}", input.format);
                Err(Kind::Input.fault(text))
            }
        }
    }

    /// The facts of PTX, of a cubin, or of each image of a fat binary.
    pub(super) fn output_facts(&self, input: &Input) -> Result<Vec<Snapshot>, Fault> {
        Ok(self.output_modules(input)?.into_iter().map(|module| module.facts).collect())
    }

    /// What PTX, a cubin, or each image of a fat binary states.
    pub(super) fn output_modules(&self, input: &Input) -> Result<Vec<ModuleFacts>, Fault> {
        match input.format {
            Format::Ptx => Ok(vec![ptx_module(&input.name, &input.content)?]),
            Format::Elf => Ok(vec![cubin_module(&input.content)?]),
            Format::Fatbin => {
                let fatbin = Fatbin::read(&input.content).map_err(|error| Kind::Input.fault(error.to_string()))?;
                let mut budget = self.limit.bytes();
                let images = fatbin.images.iter();
                let read = images.filter_map(|image| self.image(&input.name, image, &mut budget).transpose());
                let read = read.collect::<Result<Vec<_>, _>>()?;
                // An audit of no image would find nothing lost.
                if read.is_empty() { Err(Kind::Input.fault("has no image that can be read")) } else { Ok(read) }
            }
            Format::Mlir | Format::Llvm | Format::Foreign(_) => {
                Err(Kind::Input.fault(format!("must be PTX, a cubin or a fat binary, and is {}", input.format)))
            }
        }
    }

    /// What an image of a fat binary states; nothing, with a warning, if it is of an unknown kind.
    fn image(&self, name: &str, image: &Image<'_>, budget: &mut u64) -> Result<Option<ModuleFacts>, Fault> {
        self.warn_of_options(name, image);
        let in_image = |fault: Fault| fault.map(|message| format!("the image for {}: {message}", image.arch));
        let mut content = || content_of(image, self.limit, budget);
        let mut module = match image.kind {
            ImageKind::Cubin => cubin_module(&content()?).map_err(in_image)?,
            ImageKind::Ptx => ptx_module(name, &content()?).map_err(|fault| in_image(fault.in_words()))?,
            ImageKind::Other(kind) => {
                let text = format!("the image for {} is of the unknown kind {kind} and was not read", image.arch);
                self.report(Some(Path::new(name)), &[Message::warning_in(Path::new(name), text)]);
                return Ok(None);
            }
        };
        let stated = module.facts.target.chip;
        if let Some((header, content)) = image.chip().zip(stated) {
            let is_for = match image.kind {
                ImageKind::Ptx => header.runs(content),
                _ => header.canonical().number() == content.canonical().number(),
            };
            if !is_for && header.number() != content.number() {
                return Err(Kind::Input.fault(format!("the image for {header} has code for {content}")));
            }
        }
        // A cubin does not have the suffix `f` of its chip.
        module.facts.target.chip = image.chip().or(module.facts.target.chip);
        Ok(Some(module))
    }

    /// Warns of launch facts in the options that a driver compiles PTX with: they are for all kernels, and not in the
    /// PTX. A cubin has the facts of the options that it was compiled with.
    fn warn_of_options(&self, name: &str, image: &Image<'_>) {
        let names = |option: &str, fact: &str| {
            let option = option.strip_prefix("--").or_else(|| option.strip_prefix('-'));
            option.and_then(|option| option.split('=').next()) == Some(fact)
        };
        let facts = ["maxrregcount", "maxntid", "minnctapersm"];
        let has_facts = image.options.split_whitespace().any(|option| facts.iter().any(|fact| names(option, fact)));
        if image.kind == ImageKind::Ptx && has_facts {
            let (arch, options) = (&image.arch, &image.options);
            let text =
                format!("the image for {arch} is compiled with '{options}', and the facts of these are not read");
            self.report(Some(Path::new(name)), &[Message::warning_in(Path::new(name), text)]);
        }
    }
}

/// The facts of a part of a module, in canonical form. With a target, also those derived from kernel specs, as in a
/// compilation.
pub(super) fn facts_of<'c, 'a>(
    module: &'a Module<'c>,
    part: impl Fn(&'a Module<'c>) -> Result<OperationRef<'c, 'a>, Fault>,
    target: Option<Target>,
    on_conflict: ConflictPolicy,
) -> Result<Snapshot, Fault> {
    let chip = target.and_then(|target| target.chip).map(|chip| chip.to_string()).unwrap_or_default();
    let options = StepOptions { on_conflict: on_conflict.name(), derive_chip: &chip, ..StepOptions::default() };
    let mut analyses = SavedAnalyses::new(module.as_operation());
    for step in READ_FACTS {
        let root = match step.root() {
            Root::Module => module.as_operation(),
            Root::Device | Root::Target if target.is_some() => part(module)?,
            Root::Device | Root::Target => continue,
        };
        analyses.set_root(root);
        compile::run_step(step, &mut analyses, &options)?;
    }
    let root = part(module)?;
    analyses.set_root(root);
    units::warn_unread(Program::saved(&analyses));
    Ok(snapshot::of_program(Program::saved(&analyses)))
}

/// The facts of PTX.
pub(super) fn ptx_facts(name: &str, content: &[u8]) -> Result<Snapshot, Fault> {
    Ok(snapshot::of_ptx(&ptx_input::read_text(name, content)?))
}

fn ptx_module(name: &str, content: &[u8]) -> Result<ModuleFacts, Fault> {
    Ok(ModuleFacts { facts: ptx_facts(name, content)?, resources: None })
}

fn cubin_module(content: &[u8]) -> Result<ModuleFacts, Fault> {
    let cubin = Cubin::read(content).map_err(|error| Kind::Input.fault(error.to_string()))?;
    let resources = cubin.kernels.iter().map(|kernel| cubin.resources(kernel)).collect();
    Ok(ModuleFacts { facts: Snapshot::from(&cubin), resources: Some(resources) })
}
