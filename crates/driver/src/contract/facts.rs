//! The launch facts of a file, and what its kernels use.

use melior::ir::{Module, OperationRef};
use serde::{Deserialize, Serialize};
use tileiras_container::ImageHeader;
use tileiras_contract::Resources;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot};
use tileiras_contract::read::ConflictPolicy;
use tileiras_cubin::{Cubin, ImageKind};
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_nvvm::device::single_target;
use tileiras_nvvm::program_facts::Program;
use tileiras_passes::pipeline::{READ_FACTS, Root, StepOptions};
use tileiras_target::{Chip, Target};

use super::command::{Command, Reading};
use super::sources::file::images;
use crate::compile::{device, ptx_input, snapshot};
use crate::contract::units;
use crate::input::{Format, Input, reader};
use crate::messages::Message;
use crate::messages::fault::{Fault, Kind};
use crate::{compile, worker};

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
    /// What a file states, or each image of a fat binary. With `compiled`, also the facts that are derived from kernel
    /// specs, for this target or that of the IR.
    pub(super) fn modules(&self, input: &Input, compiled: Option<Target>) -> Result<Vec<ModuleFacts>, Fault> {
        if input.format != Format::Fatbin {
            let reading = self.reading();
            let (messages, result) = worker::call(self.limits, || reading.module(input, compiled))?;
            self.report(Some(&input.path), &messages);
            return Ok(vec![result?]);
        }
        let (images, messages) = images(input, self.limit);
        self.report(None, &messages);
        if messages.iter().any(Message::is_error) {
            return Err(Kind::Input.already_reported());
        }
        let mut modules = Vec::new();
        for image in images {
            let (messages, result) = self.reading().module(&image, compiled);
            self.report(Some(&image.path), &messages);
            modules.push(result.map_err(|fault| fault.in_file(&image.path))?);
        }
        // An audit of no image would find nothing lost.
        if modules.is_empty() { Err(Kind::Input.fault("has no image that can be read")) } else { Ok(modules) }
    }

    /// The facts of PTX, of a cubin, or of each image of a fat binary.
    pub(super) fn output_facts(&self, input: &Input) -> Result<Vec<Snapshot>, Fault> {
        match input.format {
            Format::Ptx | Format::Elf | Format::Fatbin => {
                Ok(self.modules(input, None)?.into_iter().map(|module| module.facts).collect())
            }
            Format::Mlir | Format::Llvm | Format::Foreign(_) => {
                Err(Kind::Input.fault(format!("must be PTX, a cubin or a fat binary, and is {}", input.format)))
            }
        }
    }
}

impl Reading<'_> {
    /// What a file or an image states: MLIR and LLVM IR after `nvvm-transplant`, PTX, or a cubin. `compiled` is that of
    /// [`Command::modules`]. Must be called in a worker for IR.
    pub(super) fn module(self, input: &Input, compiled: Option<Target>) -> (Vec<Message>, Result<ModuleFacts, Fault>) {
        match input.format {
            Format::Mlir | Format::Llvm => {
                let (diagnostics, facts) = self.with_context(input, |context| {
                    let module = reader::read(context, input)?;
                    let stated = |given| device::find(&module, None).ok().and_then(|op| single_target(op, given).ok());
                    let target = compiled.map(|given| stated(given).unwrap_or(given));
                    let facts = facts_of(&module, |module| Ok(module.as_operation()), target, self.on_conflict)?;
                    Ok(Snapshot { target: target.unwrap_or_default(), ..facts })
                });
                let messages = diagnostics.into_iter().map(Message::Diagnostic).collect();
                (messages, facts.map(|facts| ModuleFacts { facts, resources: None }))
            }
            Format::Ptx | Format::Elf => match &input.image {
                None => (Vec::new(), output_module(input)),
                Some(image) => (options_warning(input, image).into_iter().collect(), image_module(input, image)),
            },
            Format::Fatbin | Format::Foreign(_) => (Vec::new(), Err(unreadable_kind(input))),
        }
    }
}

/// The fault of an input of another kind. A fat binary is read as its images, unless only its name says that it is one.
pub(super) fn unreadable_kind(input: &Input) -> Fault {
    Kind::Input.fault(match input.format {
        Format::Fatbin => "is no fat binary".to_owned(),
        format => format!("must be MLIR, LLVM IR, PTX, a cubin or a fat binary, and is {format}"),
    })
}

/// What PTX or a cubin states.
fn output_module(input: &Input) -> Result<ModuleFacts, Fault> {
    match input.format {
        Format::Ptx => Ok(ModuleFacts { facts: ptx_facts(&input.name, &input.content)?, resources: None }),
        _ => cubin_module(&input.content),
    }
}

/// What an image of a fat binary states, which has to be what the fat binary says.
fn image_module(input: &Input, image: &ImageHeader) -> Result<ModuleFacts, Fault> {
    let mut module = output_module(input)?;
    check_chip(image, module.facts.target.chip)?;
    // A cubin does not have the suffix `f` of its chip.
    module.facts.target.chip = Chip::parse(&image.arch).ok().or(module.facts.target.chip);
    Ok(module)
}

/// A warning of launch facts in the options of an image, and a fault if its code contradicts its header. Code that
/// cannot be read contradicts nothing.
pub(super) fn check_header(input: &Input) -> (Option<Message>, Result<(), Fault>) {
    let Some(image) = &input.image else { return (None, Ok(())) };
    let code = match input.format {
        Format::Ptx => ptx_input::read_text(&input.name, &input.content).ok().and_then(|ptx| ptx.chip()),
        Format::Elf => Cubin::read(&input.content).ok().and_then(|cubin| cubin.chip()),
        Format::Mlir | Format::Llvm | Format::Fatbin | Format::Foreign(_) => None,
    };
    (options_warning(input, image), check_chip(image, code))
}

/// Checks that the header of an image names a chip for which its code is.
fn check_chip(image: &ImageHeader, code: Option<Chip>) -> Result<(), Fault> {
    let Some((header, code)) = Chip::parse(&image.arch).ok().zip(code) else { return Ok(()) };
    let is_for = match image.kind {
        ImageKind::Ptx => header.runs(code),
        _ => header.canonical().number() == code.canonical().number(),
    };
    match is_for || header.number() == code.number() {
        true => Ok(()),
        false => Err(Kind::Input.fault(format!("has code for {code}, and the fat binary says {header}"))),
    }
}

/// A warning of launch facts in the options that a driver compiles PTX with: they are for all kernels, and not in the
/// PTX. A cubin has the facts of the options that it was compiled with.
fn options_warning(input: &Input, image: &ImageHeader) -> Option<Message> {
    let names = |option: &str, fact: &str| {
        let option = option.strip_prefix("--").or_else(|| option.strip_prefix('-'));
        option.and_then(|option| option.split('=').next()) == Some(fact)
    };
    let facts = ["maxrregcount", "maxntid", "minnctapersm"];
    let has_facts = image.options.split_whitespace().any(|option| facts.iter().any(|fact| names(option, fact)));
    let text = format!("is compiled with '{}', and the facts of these options are not read", image.options);
    (image.kind == ImageKind::Ptx && has_facts).then(|| Message::warning_in(&input.path, text))
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

fn cubin_module(content: &[u8]) -> Result<ModuleFacts, Fault> {
    let cubin = Cubin::read(content).map_err(|error| Kind::Input.fault(error.to_string()))?;
    let resources = cubin.kernels.iter().map(|kernel| cubin.resources(kernel)).collect();
    Ok(ModuleFacts { facts: Snapshot::from(&cubin), resources: Some(resources) })
}
