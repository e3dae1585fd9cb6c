//! The launch facts of a file, for `show` and `audit`.

use std::path::Path;

use melior::ir::{Module, OperationRef};
use tileiras_contract::audit::Snapshot;
use tileiras_contract::read::ConflictPolicy;
use tileiras_cubin::{Cubin, Fatbin, Image, ImageKind};
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_nvvm::program_facts::Program;
use tileiras_passes::pipeline::{READ_FACTS, Root, StepOptions};
use tileiras_target::Target;

use super::Command;
use crate::exit::{Fault, Kind};
use crate::input::{Format, Input};
use crate::messages::Message;
use crate::object::content_of;
use crate::{compile, snapshot, units};

impl Command<'_> {
    /// The facts of PTX, of a cubin, or of each image of a fat binary.
    pub(super) fn output_facts(&self, input: &Input) -> Result<Vec<Snapshot>, Fault> {
        match input.format {
            Format::Ptx => Ok(vec![ptx_facts(&input.name, &input.content)?]),
            Format::Elf => Ok(vec![cubin_facts(&input.content)?]),
            Format::Fatbin => {
                let fatbin = Fatbin::read(&input.content).map_err(|error| Kind::Input.fault(error.to_string()))?;
                let mut budget = self.limit.bytes();
                let images = fatbin.images.iter();
                let facts = images.filter_map(|image| self.image_facts(&input.name, image, &mut budget).transpose());
                let facts = facts.collect::<Result<Vec<_>, _>>()?;
                // An audit of no image would find nothing lost.
                if facts.is_empty() { Err(Kind::Input.fault("has no image that can be read")) } else { Ok(facts) }
            }
            Format::Mlir | Format::Llvm | Format::Foreign(_) => {
                Err(Kind::Input.fault(format!("must be PTX, a cubin or a fat binary, and is {}", input.format)))
            }
        }
    }

    /// The facts of an image of a fat binary; none, with a warning, if it is of an unknown kind.
    fn image_facts(&self, name: &str, image: &Image<'_>, budget: &mut u64) -> Result<Option<Snapshot>, Fault> {
        let in_image =
            |fault: Fault| Fault { message: format!("the image for {}: {}", image.arch, fault.message), ..fault };
        let mut content = || content_of(image, self.limit, budget);
        let mut facts = match image.kind {
            ImageKind::Cubin => cubin_facts(&content()?).map_err(in_image)?,
            ImageKind::Ptx => ptx_facts(name, &content()?).map_err(in_image)?,
            ImageKind::Other(kind) => {
                let text = format!("the image for {} is of the unknown kind {kind} and was not read", image.arch);
                self.report(Some(Path::new(name)), &[Message::warning(format!("{name}: {text}"))]);
                return Ok(None);
            }
        };
        // A cubin does not have the suffix `f` of its chip.
        facts.target.chip = image.chip().or(facts.target.chip);
        Ok(Some(facts))
    }
}

/// The facts of a part of a module, in canonical form. With a target, also those derived from kernel specs, as in a
/// compilation.
pub(super) fn facts_of<'c, 'a>(
    module: &'a Module<'c>,
    part: impl Fn(&'a Module<'c>) -> Result<OperationRef<'c, 'a>, Fault>,
    target: Option<Target>,
) -> Result<Snapshot, Fault> {
    let chip = target.and_then(|target| target.chip).map(|chip| chip.to_string()).unwrap_or_default();
    let on_conflict = ConflictPolicy::default().as_str();
    let options = StepOptions { on_conflict, derive_chip: &chip, ..StepOptions::default() };
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
    let ptx = tileiras_ptx::read(content).map_err(|error| Kind::Input.fault(format!("{name}:{error}")))?;
    Ok(snapshot::of_ptx(&ptx))
}

/// The facts of a cubin.
pub(super) fn cubin_facts(content: &[u8]) -> Result<Snapshot, Fault> {
    let cubin = Cubin::read(content).map_err(|error| Kind::Input.fault(error.to_string()))?;
    Ok(Snapshot::from(&cubin))
}
