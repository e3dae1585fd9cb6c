//! One input, the whole way.
//!
//! import → transplant → derive → (passes of the user) → lower → legalize → verify → LLVM IR → PTX → cubin. After each step
//! that can lose a fact, what the module states is compared with what it stated before; the step that lost or invented one
//! is named.

use std::mem::ManuallyDrop;

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::operation::OperationLike as _;
use melior::ir::{Module, OperationRef};
use tileiras_contract::audit::Snapshot;
use tileiras_mlir::backend::BackendTarget;
use tileiras_mlir::guard::guard;
use tileiras_mlir::llvm::LLVMModule;
use tileiras_mlir::pipeline::{self, PipelineFault};
use tileiras_mlir::session::{DiagnosticText, Unread, parse_module, without_warnings};
use tileiras_mlir::translation::{Import as _, Source};
use tileiras_nvvm::device::{DeviceFault, is_gpu_module, single_target};
use tileiras_nvvm::program_facts::Program;
use tileiras_passes::pipeline::{COMPILE, Effect, Root, Step, StepOptions};
use tileiras_target::{Chip, PtxVersion, Target};
use tileiras_translate::export::translate::modern;
use tileiras_translate::import::ImportNVVM;
use tracing::info;

use crate::cli::{Cli, Emit};
use crate::exit::{Fault, Kind};
use crate::input::{Format, Input};
use crate::{audit, device, ptx, snapshot};

/// What became of one input.
pub struct Outcome {
    /// What MLIR said: errors, warnings, remarks.
    pub diagnostics: String,
    /// What LLVM warned of.
    pub warnings: Vec<String>,
    /// What was made, or why nothing was.
    pub result: Result<Made, Fault>,
}

/// What was made of an input.
pub enum Made {
    /// Text in the form that was asked for.
    Text(Vec<u8>),
    /// PTX that `ptxas` is to assemble.
    Kernels(Kernels),
}

/// PTX with what it must become.
pub struct Kernels {
    /// The text.
    pub ptx: Vec<u8>,
    /// The chip to assemble for.
    pub chip: Chip,
    /// What the cubin has to state.
    pub facts: Snapshot,
}

/// Compiles one input up to what `ptxas` is for. A panic on the way is a fault of kind internal.
#[must_use]
pub fn compile(input: &Input, options: &Cli, registry: &DialectRegistry) -> Outcome {
    let mut warnings = Vec::new();
    let (diagnostics, result) =
        in_context(input, registry, |context| Compilation { context, input, options }.run(&mut warnings));
    Outcome { diagnostics, warnings, result }
}

/// Does work in a context of its own. Returns what MLIR said, and the result; a panic is a fault of kind internal. A context
/// that MLIR's reader crashed in is never destroyed.
pub fn in_context<T>(
    input: &Input,
    registry: &DialectRegistry,
    work: impl FnOnce(&Context) -> Result<T, Fault>,
) -> (String, Result<T, Fault>) {
    let context = ManuallyDrop::new(Context::new_with_registry(registry, false));
    let said = ManuallyDrop::new(DiagnosticText::collect(&context, &input.content, &input.name));
    let result = guard(|| work(&context)).unwrap_or_else(|panic| Err(Kind::Internal.fault(panic.to_string())));
    let text = said.text();
    if !matches!(&result, Err(Fault { kind: Kind::Crash, .. })) {
        drop(ManuallyDrop::into_inner(said));
        drop(ManuallyDrop::into_inner(context));
    }
    (text, result)
}

/// Reads a module of MLIR or LLVM IR.
///
/// # Errors
/// After a diagnostic, or because the input is something else.
pub fn read<'c>(context: &'c Context, input: &Input) -> Result<Module<'c>, Fault> {
    let source = Source { content: &input.content, name: &input.name };
    match input.format {
        Format::Mlir => parse_module(context, &input.content, &input.name).map_err(|unread| match unread {
            Unread::Reported(_) => Kind::Input.told(),
            Unread::Crashed(words) => {
                let words = if words.is_empty() { words } else { format!(": {words}") };
                Kind::Crash.fault(format!("invalid MLIR: MLIR's reader crashed on it{words}"))
            }
        }),
        // Upstream warns of parts of the data layout that it cannot say in MLIR. The back end sets the layout of its
        // target, so nothing comes of it.
        Format::Llvm => {
            let imported =
                without_warnings(context, "unhandled data layout token", || ImportNVVM::import(&source, context));
            // MLIR's importer does not look at what it has made.
            let module = imported.ok().map(|imported| imported.module);
            module.filter(|module| module.as_operation().verify()).ok_or_else(|| Kind::Input.told())
        }
        Format::Ptx | Format::Elf | Format::Binary => {
            Err(Kind::Input.fault(format!("must be MLIR or LLVM IR, and is {}", input.format)))
        }
    }
}

/// Runs one step on an operation.
///
/// # Errors
/// When a pass refuses, or the pipeline of the user is invalid.
pub fn run_step(step: Step, op: OperationRef<'_, '_>, options: &StepOptions<'_>) -> Result<(), Fault> {
    let Some(text) = step.pipeline(options) else { return Ok(()) };
    info!(step = step.name(), pipeline = text, "running");
    pipeline::run(op, &text).map_err(|fault| match (fault, step) {
        (PipelineFault::Text(message), Step::UserPasses) => {
            Kind::Usage.of_command(format!("--passes={text}: {}", without_empty_lines(&message)))
        }
        (PipelineFault::Text(message), _) => Kind::Internal.fault(without_empty_lines(&message)),
        (PipelineFault::Pass(_), _) => Kind::Verification.told(),
    })
}

fn without_empty_lines(text: &str) -> String {
    text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

struct Compilation<'a> {
    context: &'a Context,
    input: &'a Input,
    options: &'a Cli,
}

/// The device code between two steps.
struct Device<'c, 'm> {
    program: Program<'c, 'm>,
    /// What it states.
    facts: Snapshot,
}

impl<'a> Compilation<'a> {
    fn run(&self, warnings: &mut Vec<String>) -> Result<Made, Fault> {
        let module = read(self.context, self.input)?;
        let mut device = None;
        for step in COMPILE {
            device = self.step(step, &module, device)?;
        }
        let device = device.ok_or_else(|| Kind::Internal.fault("no step has read the device code"))?;
        let Device { program, facts } = device;
        let target = facts.target;
        match (self.options.emit, target.chip, target.ptx) {
            (Emit::Mlir, ..) => Ok(Made::Text(format!("{}\n", module.as_operation()).into_bytes())),
            (Emit::Llvm, ..) => Ok(Made::Text(self.llvm(&program, &facts)?.print())),
            (Emit::Ptx | Emit::Cubin, Some(chip), Some(version)) => {
                let ptx = self.ptx(&program, &facts, (chip, version), warnings)?;
                let made = Kernels { ptx, chip, facts };
                Ok(if self.options.emit == Emit::Ptx { Made::Text(made.ptx) } else { Made::Kernels(made) })
            }
            (Emit::Ptx | Emit::Cubin, ..) => Err(device::usage(DeviceFault::NoChip)),
        }
    }

    /// Runs one step on the module, and audits what it has done to the facts of the device code.
    fn step<'m>(
        &self,
        step: Step,
        module: &'m Module<'a>,
        before: Option<Device<'a, 'm>>,
    ) -> Result<Option<Device<'a, 'm>>, Fault> {
        let root = match step.root() {
            Root::Module => module.as_operation(),
            Root::Device => self.device(module)?,
            Root::Target => {
                let device = self.device(module)?;
                if device::is_only_one(module, device) { module.as_operation() } else { device }
            }
        };
        let target = before.as_ref().map(|device| device.facts.target).unwrap_or_default();
        let (chip, ptx) = names(target);
        let Cli { on_conflict, gpu_name, emit_remarks, passes, disable, warnings_as_errors, .. } = self.options;
        let options = StepOptions {
            on_conflict: on_conflict.as_str(),
            derive_chip: &gpu_name.map(|chip| chip.to_string()).unwrap_or_default(),
            emit_remarks: *emit_remarks,
            user_passes: passes.as_deref(),
            is_gpu_module: is_gpu_module(root),
            chip: &chip,
            ptx: &ptx,
            disable,
            warnings_as_errors: *warnings_as_errors,
        };
        if step == Step::Lower {
            device::lower(root, |root| run_step(step, root, &options))?;
        } else {
            run_step(step, root, &options)?;
        }
        if step.effect() == Effect::Checks {
            return Ok(before);
        }

        let device = self.device(module)?;
        if step == Step::Transplant {
            device::check_beside(module, device)?;
        }
        // The target is known once the passes of the user, which may set it, have run.
        let target = if step == Step::UserPasses { self.target(device)? } else { target };
        let program = Program::read(device);
        let facts = Snapshot { target, ..snapshot::of_program(&program) };
        if let Some(before) = before {
            match step.effect() {
                Effect::Keeps => audit::between(&before.facts, &facts, step.name())?,
                Effect::Adds => audit::kept(&before.facts, &facts, step.name())?,
                Effect::Reads | Effect::Checks => {}
            }
        }
        Ok(Some(Device { program, facts }))
    }

    /// The device code that is compiled. Passes may replace it.
    fn device<'m>(&self, module: &'m Module<'a>) -> Result<OperationRef<'a, 'm>, Fault> {
        device::find(module, self.options.gpu_module.as_deref())
    }

    /// The chip and the version of PTX: of the command line, or else of the module.
    fn target(&self, device: OperationRef<'_, '_>) -> Result<Target, Fault> {
        let given = Target { chip: self.options.gpu_name, ptx: self.options.ptx_version };
        single_target(device, given).map_err(device::usage)
    }

    /// LLVM IR, of which the constant arguments are audited here: nothing shows them later.
    fn llvm(&self, device: &Program<'a, '_>, facts: &Snapshot) -> Result<LLVMModule<'a>, Fault> {
        info!(step = "export", "running");
        let module = modern(device).map_err(|_| Kind::Verification.told())?;
        audit::constants(facts, &module, "export")?;
        Ok(module)
    }

    /// PTX of LLVM's back end, with launch headers that state the facts.
    fn ptx(
        &self,
        device: &Program<'a, '_>,
        facts: &Snapshot,
        (chip, version): (Chip, PtxVersion),
        warnings: &mut Vec<String>,
    ) -> Result<Vec<u8>, Fault> {
        if !chip.known_to_llvm() {
            return Err(Kind::Backend.fault(format!("LLVM's back end does not know {chip}")));
        }
        ptx::check_names(device.root)?;
        let headers = ptx::headers(device, Target::new(chip, version))?;
        let module = self.llvm(device, facts)?;
        let written = version.min(PtxVersion::LATEST_IN_LLVM);
        let target = BackendTarget { chip: chip.name(), features: &written.llvm_feature(), level: self.options.level };
        info!(step = "back end", ?target, "running");
        let made = module.emit_ptx(target);
        warnings.extend(made.warnings);
        let text = made.ptx.ok_or_else(|| Kind::Backend.fault(made.errors.join("\n")))?;
        ptx::with_headers(&text, &headers, version)
    }
}

/// A target as options name it; empty where it is not known.
fn names(target: Target) -> (String, String) {
    let chip = target.chip.map(|chip| chip.to_string()).unwrap_or_default();
    (chip, target.ptx.map(|ptx| ptx.to_string()).unwrap_or_default())
}
