//! Compiles one input, up to the PTX for `ptxas`.
//!
//! import → transplant → derive → (passes of the user) → lower → legalize → verify → LLVM IR → link → PTX → cubin.
//! After each step, the facts are read again and compared with those before the step. An error names the step that lost
//! or invented a fact. A library with facts takes the same steps up to LLVM IR, without the passes of the user.

pub mod arguments;
pub mod audit;
pub mod bodies;
pub mod device;
pub mod libdevice;
pub mod library;
pub mod places;
pub mod product;
pub mod ptx;
pub mod ptx_input;
pub mod snapshot;
pub mod transplant;

use std::cell::RefCell;
use std::collections::HashMap;

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::{Location, Module, OperationRef};
use tileiras_contract::audit::{Snapshot, Stage};
use tileiras_finding::{RuleOptions, Severity};
use tileiras_mlir::Failure;
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_mlir::backend::{BackendOutput, BackendTarget, DebugInfo};
use tileiras_mlir::collect::DiagnosticCollector;
use tileiras_mlir::layout::DataLayout;
use tileiras_mlir::pipeline::{self, PipelineError};
use tileiras_mlir::text::lossy;
use tileiras_nvvm::device::{DeviceFault, is_gpu_module, linked_files, no_chip, single_target};
use tileiras_nvvm::program_facts::Program;
use tileiras_passes::pipeline::{CHECK, COMPILE, DeviceCode, Effect, Root, Step, StepOptions};
use tileiras_target::{Chip, PtxVersion, Target};
use tileiras_translate::backend::{self, LlvmMessage};
use tileiras_translate::bodies::Origins;
use tileiras_translate::export::translate::modern;
use tileiras_translate::headers::function::check_kernels;
use tileiras_translate::import::Library;
use tileiras_translate::machine;
use tracing::info;

use self::arguments::ArgumentTypes;
use self::libdevice::Libdevice;
use self::library::Code;
use self::places::{KernelPlaces, declared_kernels};
use self::product::{Outcome, Product, PtxModule};
use crate::cli::{Cli, Emit};
use crate::input::reader::{read, read_library, read_with_positions, with_context};
use crate::input::{Format, Input};
use crate::messages::fault::{Fault, Kind};
use crate::output::location;
use crate::worker::enter;

/// Compiles one input for a chip, up to PTX. Without a chip, it is that of the module. A panic becomes a fault of kind
/// [`Kind::Internal`].
#[must_use]
pub fn compile(
    input: &Input,
    chip: Option<Chip>,
    (options, rules): (&Cli, RuleOptions<'_>),
    libraries: &[Input],
    libdevice: &Libdevice,
    registry: &DialectRegistry,
) -> Outcome {
    if input.format == Format::Ptx {
        return ptx_input::compile(input, chip, options, &rules);
    }
    let mut warnings = Vec::new();
    let (diagnostics, result) = with_context(input, registry, |context| {
        Compilation { context, input, chip, options, rules, libraries, libdevice, linked_into: None, origins: None }
            .run(&mut warnings)
    });
    Outcome { diagnostics, warnings, result }
}

/// Runs the steps that check a module, all of them, also if one finds violations.
///
/// # Errors
/// After a diagnostic.
pub fn check_module(module: &mut SavedAnalyses<'_, '_>, options: &StepOptions<'_>) -> Result<(), Fault> {
    let mut result = Ok(());
    for step in CHECK {
        let done = run_step(step, module, options);
        if done.is_err() && step.effect() != Effect::Checks {
            return done;
        }
        result = result.and(done);
    }
    result
}

/// Runs one step on the operation of `analyses`, which it uses and keeps if they are still valid.
///
/// # Errors
/// If a pass fails, or if the pipeline of the user is invalid.
pub fn run_step(step: Step, analyses: &mut SavedAnalyses<'_, '_>, options: &StepOptions<'_>) -> Result<(), Fault> {
    let passes = step.passes(options);
    info!(step = step.name(), passes, "running");
    enter(step.name(), Kind::Verification);
    // The pass uses the same analyses, so that nothing is read twice.
    let stated =
        (step.effect() == Effect::Converts).then(|| transplant::read(Program::saved(analyses), options.on_conflict));
    pipeline::run_passes(analyses, &passes).map_err(|error| match error {
        PipelineError::Text(message) => Kind::Internal.fault(without_empty_lines(&message)),
        PipelineError::Pass(Failure) => Kind::Verification.already_reported(),
    })?;
    stated.map_or(Ok(()), |stated| transplant::check(&stated, Program::saved(analyses)))
}

/// Runs the pipeline of the user.
fn run_user_passes(module: OperationRef<'_, '_>, text: &str) -> Result<(), Fault> {
    info!(step = Step::UserPasses.name(), pipeline = text, "running");
    enter(Step::UserPasses.name(), Kind::Verification);
    pipeline::run(module, text).map_err(|error| match error {
        PipelineError::Text(message) => {
            Kind::Usage.of_command(format!("--passes={text}: {}", without_empty_lines(&message)))
        }
        PipelineError::Pass(Failure) => Kind::Verification.already_reported(),
    })
}

fn without_empty_lines(text: &str) -> String {
    text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

/// The compilation of one input.
#[derive(Clone, Copy)]
pub struct Compilation<'c, 'i> {
    /// The context of all modules.
    pub context: &'c Context,
    /// What is compiled.
    pub input: &'i Input,
    /// The chip that the user named.
    chip: Option<Chip>,
    options: &'i Cli,
    /// The rules that are checked.
    pub rules: RuleOptions<'i>,
    /// The files of `--link-bitcode`.
    libraries: &'i [Input],
    libdevice: &'i Libdevice,
    /// The target of the code that the input is linked into; `None` if the input is no library.
    linked_into: Option<Target>,
    /// Where the operations are numbered, if they are.
    origins: Option<&'i RefCell<Origins<'c>>>,
}

/// The device code after a step.
struct Device<'c, 'm> {
    analyses: SavedAnalyses<'c, 'm>,
    /// Its launch facts.
    facts: Snapshot,
}

impl<'c> Compilation<'c, '_> {
    fn run(&self, warnings: &mut Vec<String>) -> Result<Product, Fault> {
        let module = read(self.context, self.input)?;
        let device = self.prepare(&module)?;
        let target = device.facts.target;
        match (self.options.emit, target.chip, target.ptx) {
            (Emit::Mlir, ..) => Ok(Product::Text(format!("{}\n", module.as_operation()).into_bytes())),
            (Emit::Llvm, ..) => Ok(Product::Text(self.linked(device)?.module.print())),
            (_, Some(chip), Some(version)) => {
                let places = KernelPlaces::of_program(self.context, self.input, Program::saved(&device.analyses));
                let (ptx, facts) = self.ptx(device, (chip, version), warnings)?;
                let elsewhere = Location::new(self.context, &self.input.name, 0, 0);
                bodies::check((&ptx, Target::new(chip, version)), self.rules, elsewhere, || self.numbered())?;
                if self.options.emit == Emit::Ptx {
                    return Ok(Product::Text(ptx));
                }
                let debug_option = ptx::debug_option(&ptx);
                if self.options.debug && debug_option.is_none() {
                    warnings.push("-g has no effect: the input has no debug information".to_owned());
                }
                let name = self.input.name.clone();
                Ok(Product::Ptx(PtxModule { ptx, chip, debug_option, facts, name, is_input: false, places }))
            }
            _ => Err(device::usage(no_chip(device.analyses.root()))),
        }
    }

    /// The PTX of the code with numbered operations, and where these are. Diagnostics are discarded: the code
    /// was compiled before.
    fn numbered(&self) -> (Option<Vec<u8>>, Origins<'c>) {
        let origins = RefCell::new(Origins::default());
        let again = Compilation { origins: Some(&origins), ..*self };
        let discarded = DiagnosticCollector::collect(self.context, b"", "");
        let compile = || {
            let module = read_with_positions(self.context, self.input)?;
            let device = again.prepare(&module)?;
            match (device.facts.target.chip, device.facts.target.ptx) {
                (Some(chip), Some(version)) => Ok(again.ptx(device, (chip, version), &mut Vec::new())?.0),
                _ => Err(Kind::Internal.already_reported()),
            }
        };
        let ptx: Result<_, Fault> = compile();
        drop(discarded);
        (ptx.ok(), origins.into_inner())
    }

    /// Reports what LLVM cannot select, at the operations and the instructions that need it.
    ///
    /// # Errors
    /// After a diagnostic for each.
    fn report_unselected(&self, emitted: &BackendOutput, chip: Chip) -> Result<(), Fault> {
        let is_unselected =
            |error: &String| matches!(LlvmMessage::read(emitted.split(error).1), LlvmMessage::UnselectedIntrinsic(_));
        if self.origins.is_some() || !emitted.errors.iter().any(is_unselected) {
            return Ok(());
        }
        let (_, origins) = self.numbered();
        let reported = origins.report_unselected(emitted, chip.name());
        reported.map_or(Ok(()), |_| Err(Kind::Backend.already_reported()))
    }

    /// Runs all steps before LLVM IR.
    fn prepare<'m>(&self, module: &'m Module<'c>) -> Result<Device<'c, 'm>, Fault> {
        let mut device = None;
        // Numbered code was checked before.
        for step in COMPILE.into_iter().filter(|step| self.origins.is_none() || *step != Step::Verify) {
            device = self.step(step, module, device)?;
        }
        device.ok_or_else(|| Kind::Internal.fault("no step has read the device code"))
    }

    /// Runs one step on the module, and audits the facts of the device code.
    fn step<'m>(
        &self,
        step: Step,
        module: &'m Module<'c>,
        before: Option<Device<'c, 'm>>,
    ) -> Result<Option<Device<'c, 'm>>, Fault> {
        let root = match step.root() {
            Root::Module => module.as_operation(),
            Root::Device => self.device(module)?,
            Root::Target => {
                let device = self.device(module)?;
                if device::is_only_one(module, device) { module.as_operation() } else { device }
            }
        };
        let (mut analyses, before) = match before {
            Some(Device { analyses, facts }) => (analyses, Some(facts)),
            None => (SavedAnalyses::new(root), None),
        };
        let target = before.as_ref().map(|facts| facts.target).unwrap_or_default();
        let has_passes = step == Step::UserPasses && self.options.passes.is_some();
        let arguments = has_passes.then(|| ArgumentTypes::read(Program::saved(&analyses)));
        self.run_step(step, root, &mut analyses, target)?;
        if step.effect() == Effect::Checks {
            // The facts are read again: a pass that says that it changed nothing is not believed.
            analyses.clear();
        }

        let device = self.device(module)?;
        if step == Step::Transplant {
            device::check_operations(device)?;
            machine::check(device).map_err(|_| Kind::Input.already_reported())?;
            device::check_outside(module, device, self.options.gpu_module.is_some())?;
        }
        if let Some(arguments) = arguments {
            arguments.check(device, "--passes", "pass pointers instead, or state it after these passes")?;
        }
        // The target is read after the passes of the user, which may set it.
        let target = if step == Step::UserPasses { self.target(device)? } else { target };
        analyses.set_root(device);
        let facts = Snapshot { target, ..snapshot::of_program(Program::saved(&analyses)) };
        if let Some(before) = before {
            match step.effect() {
                Effect::Keeps | Effect::Checks => audit::check_equal(&before, &facts, step.name())?,
                Effect::Adds => {
                    let before = snapshot::beside_known_sizes(before, Program::saved(&analyses));
                    audit::check_none_lost(&before, &facts, step.name())?;
                }
                // `run_step` compares what all carriers state.
                Effect::Converts => {}
            }
        }
        Ok(Some(Device { analyses, facts }))
    }

    /// Runs one step on `root`, and keeps those analyses of the device code that are still valid.
    fn run_step<'m>(
        &self,
        step: Step,
        root: OperationRef<'c, 'm>,
        device: &mut SavedAnalyses<'c, 'm>,
        target: Target,
    ) -> Result<(), Fault> {
        let (chip, ptx) = target_options(target);
        let Cli { on_conflict, emit_remarks, passes, .. } = self.options;
        let options = StepOptions {
            on_conflict: on_conflict.name(),
            derive_chip: &self.chip.map(|chip| chip.to_string()).unwrap_or_default(),
            emit_remarks: *emit_remarks,
            code: if is_gpu_module(root) { DeviceCode::Gpu } else { DeviceCode::Llvm },
            chip: &chip,
            ptx: &ptx,
            rules: self.rules,
        };
        match step {
            Step::UserPasses => {
                device.clear();
                let passes = passes.as_ref().filter(|_| self.linked_into.is_none());
                passes.map_or(Ok(()), |passes| run_user_passes(root, passes))
            }
            Step::Lower => device::lower(device, |device| run_step(step, device, &options)),
            _ if device.root() == root => run_step(step, device, &options),
            _ => run_step(step, &mut SavedAnalyses::new(root), &options),
        }
    }

    /// The device code to compile. It is searched again after each step, as passes may replace it.
    fn device<'m>(&self, module: &'m Module<'c>) -> Result<OperationRef<'c, 'm>, Fault> {
        let name = self.options.gpu_module.as_deref().filter(|_| self.linked_into.is_none());
        device::find(module, name)
    }

    /// The chip and the PTX version: from the command line, or else from the module. For a library, those of the code
    /// that it is linked into.
    fn target(&self, device: OperationRef<'_, '_>) -> Result<Target, Fault> {
        if let Some(target) = self.linked_into {
            return Ok(target);
        }
        let given = Target { chip: self.chip, ptx: self.options.ptx_version };
        single_target(device, given).map_err(device::usage)
    }

    /// Exports LLVM IR, and audits it.
    fn export(&self, device: Device<'c, '_>) -> Result<Code<'c>, Fault> {
        let Device { analyses, facts } = device;
        if let Some(origins) = self.origins {
            origins.borrow_mut().add(analyses.root());
            Origins::add_debug_information(analyses.root());
        }
        let program = Program::saved(&analyses);
        let target = facts.target;
        let kernels = match self.options.emit {
            Emit::Ptx | Emit::Cubin | Emit::Fatbin => {
                // LLVM renames the functions of a library that are not kernels, as they become internal.
                ptx::check_names(program.root, self.linked_into.is_some())?;
                ptx::check_aliases(program)?;
                ptx::warn_local_maxnreg(program);
                if let (Some(chip), Some(version)) = (target.chip, target.ptx) {
                    check_kernels(program, (chip, version)).map_err(|_| Kind::Verification.already_reported())?;
                }
                ptx::headers(program, target)?
            }
            Emit::Mlir | Emit::Llvm => Vec::new(),
        };
        info!(step = "export", "running");
        enter("export", Kind::Verification);
        machine::complete(program.root);
        let declared = declared_kernels(program);
        let module = modern(program).map_err(|_| Kind::Verification.already_reported())?;
        audit::check_llvm(&facts, &module, "export")?;
        Ok(Code { name: self.input.name.clone(), module, facts, kernels, declared })
    }

    /// Exports LLVM IR, and links the libraries.
    fn linked(&self, device: Device<'c, '_>) -> Result<Code<'c>, Fault> {
        let target = device.facts.target;
        let names = linked_files(device.analyses.root(), target.chip).map_err(device::usage)?;
        let named = library::read_linked(&names, self.libraries, self.options.max_input_size)?;
        if !named.is_empty() {
            let files = || named.iter().map(|file| ("the linked file", file.path.clone()));
            location::check_files(&location::output_locations(self.options)?, files)?;
        }
        let code = self.export(device)?;
        let libraries = self.libraries.iter().chain(&named).map(|library| self.library(library, target));
        library::link(code, libraries.collect::<Result<_, _>>()?, (self.context, self.options))
    }

    /// Reads a library, and its facts if it has any.
    fn library(&self, input: &Input, target: Target) -> Result<Code<'c>, Fault> {
        info!(step = "import", library = input.name, "running");
        enter("import", Kind::Input);
        let module = match read_library(self.context, input)? {
            Library::WithFacts(imported) => imported.module,
            Library::WithoutFacts(module) => {
                let facts = Snapshot { stage: Stage::Ir, target, functions: Vec::new() };
                let (kernels, declared) = (Vec::new(), HashMap::new());
                return Ok(Code { name: input.name.clone(), module, facts, kernels, declared });
            }
        };
        let library = Compilation { input, linked_into: Some(target), ..*self };
        let code = library.prepare(&module).and_then(|device| library.export(device));
        code.map_err(|fault| fault.map(|message| format!("{}: {message}", input.name)))
    }

    /// PTX from LLVM's back end, with launch directives that state the facts, and these facts.
    fn ptx(
        &self,
        device: Device<'c, '_>,
        (chip, version): (Chip, PtxVersion),
        warnings: &mut Vec<String>,
    ) -> Result<(Vec<u8>, Snapshot), Fault> {
        if !chip.known_to_llvm() {
            return Err(Kind::Backend.fault(format!("LLVM's back end does not know {chip}")));
        }
        // A rule checks this for kernels.
        Target::new(chip, version).check_version().map_err(|fault| device::usage(DeviceFault::Version(fault)))?;
        let has_code = Program::saved(&device.analyses).scope.functions.iter().any(|function| function.has_body());
        let root = device.analyses.root();
        let Code { module, mut facts, kernels, .. } = self.linked(device)?;
        let mut module = self.libdevice.link(module, self.options, warnings)?;
        let file = self.input.path.file_name().unwrap_or_default();
        module.set_source_file(&lossy(file.as_encoded_bytes()));
        ptx::hide_misread_attributes(&mut module, &facts);
        let written = version.min(PtxVersion::LATEST_IN_LLVM);
        let target = BackendTarget {
            chip: chip.name(),
            features: &written.llvm_feature(),
            level: self.options.level,
            short_pointers: DataLayout::read(&module.data_layout()).is_some_and(|layout| layout.has_short_pointers()),
            debug_info: self.origins.map_or(self.options.debug_info(), |_| DebugInfo::Calls),
        };
        info!(step = "back end", ?target, "running");
        enter("back end", Kind::Backend);
        if let Some(origins) = self.origins {
            origins.borrow_mut().set_calls(&module);
        }
        let emitted = module.emit_ptx(target);
        self.report_unselected(&emitted, chip)?;
        warnings.extend(backend::report(root, &emitted, Severity::Warning, chip.name()));
        let errors = backend::report(root, &emitted, Severity::Error, chip.name());
        let failed = || match errors.is_empty() {
            true => Kind::Backend.already_reported(),
            false => Kind::Backend.fault(errors.join("\n")),
        };
        let text = emitted.ptx.ok_or_else(failed)?;
        let ptx::PtxText { text, constructor_kernels } =
            ptx::with_headers(&text, &kernels, Target::new(chip, version))?;
        facts.functions.extend(constructor_kernels.iter().cloned());
        audit::check_equal(&facts, &snapshot::of_ptx(&tileiras_ptx::read(&text).map_err(unreadable)?), "back end")?;
        let has_kernel = !kernels.is_empty() || !constructor_kernels.is_empty();
        if !has_kernel && has_code && self.options.emit.is_assembled() && !self.options.makes_objects() {
            warnings.push("the code has functions but no kernel, so that the cubin has no code".to_owned());
        }
        Ok((text, facts))
    }
}

/// A fault for PTX that was made here and cannot be read.
fn unreadable(error: tileiras_ptx::ReadError) -> Fault {
    Kind::Internal.fault(format!("the PTX cannot be read: {error}"))
}

/// A target as pass options; empty where it is unknown.
fn target_options(target: Target) -> (String, String) {
    let chip = target.chip.map(|chip| chip.to_string()).unwrap_or_default();
    (chip, target.ptx.map(|ptx| ptx.to_string()).unwrap_or_default())
}
