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
use tileiras_contract::audit::ModuleFacts;
use tileiras_mlir::backend::BackendTarget;
use tileiras_mlir::guard::guard;
use tileiras_mlir::llvm::LLVMModule;
use tileiras_mlir::pipeline::{self, PipelineFault};
use tileiras_mlir::session::{DiagnosticText, Unread, parse_module, without_warnings};
use tileiras_mlir::translation::{Import as _, Source};
use tileiras_nvvm::target::targets;
use tileiras_passes::pipeline::Step;
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
    pub facts: ModuleFacts,
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
/// When a pass refuses, or a pipeline of the user is none.
pub fn step(op: OperationRef<'_, '_>, step: &Step<'_>) -> Result<(), Fault> {
    info!(step = step.name(), pipeline = step.text(), "running");
    pipeline::run(op, &step.text()).map_err(|fault| match (fault, step) {
        (PipelineFault::Text(message), Step::User(text)) => {
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

impl<'a> Compilation<'a> {
    fn run(&self, warnings: &mut Vec<String>) -> Result<Made, Fault> {
        let module = read(self.context, self.input)?;
        let options = self.options;
        step(module.as_operation(), &Step::Transplant { on_conflict: options.on_conflict.as_str() })?;
        let name = options.gpu_module.as_deref();
        let device = device::find(&module, name)?;
        device::check_beside(&module, device)?;
        let chip = options.gpu_name.map(|chip| chip.to_string()).unwrap_or_default();
        let derive = Step::Derive { chip: &chip, emit_remarks: options.emit_remarks };
        let given = snapshot::of_module(device);
        step(device, &derive)?;
        let stated = snapshot::of_module(device);
        audit::kept(&given, &stated, derive.name())?;
        let user = options.passes.as_deref().map(Step::User);
        if let Some(user) = &user {
            step(module.as_operation(), user)?;
        }
        let device = device::find(&module, name)?;
        let target = self.target(device)?;
        info!(%target, "compiling for");
        let given = ModuleFacts { target, ..snapshot::of_module(device) };
        if let Some(user) = &user {
            audit::between(&stated, &given, user.name())?;
        }
        let facts = self.legal(device, given)?;
        // Other device code is for other targets. The host's launches are of all of it.
        let scope = if device::is_only_one(&module, device) { module.as_operation() } else { device };
        self.verify(scope, target)?;

        match (options.emit, target.chip, target.ptx) {
            (Emit::Mlir, ..) => Ok(Made::Text(format!("{}\n", module.as_operation()).into_bytes())),
            (Emit::Llvm, ..) => Ok(Made::Text(self.llvm(device, &facts)?.print())),
            (Emit::Ptx | Emit::Cubin, Some(chip), Some(version)) => {
                let ptx = self.ptx(device, &facts, (chip, version), warnings)?;
                let made = Kernels { ptx, chip, facts };
                Ok(if options.emit == Emit::Ptx { Made::Text(made.ptx) } else { Made::Kernels(made) })
            }
            (Emit::Ptx | Emit::Cubin, ..) => Err(Kind::Usage
                .fault("the chip is not known: give --gpu-name, or compile a gpu.module that has an #nvvm.target")),
        }
    }

    /// The chip and the version of PTX: of the command line, or else of the module.
    fn target(&self, device: OperationRef<'_, '_>) -> Result<Target, Fault> {
        let given = Target { chip: self.options.gpu_name, ptx: self.options.ptx_version };
        let found = targets(device, given);
        let [target] = found.as_slice() else {
            let names: Vec<String> = found.iter().map(ToString::to_string).collect();
            let names = names.join("; ");
            return Err(
                Kind::Usage.fault(format!("the gpu.module is for several targets, name one with --gpu-name: {names}"))
            );
        };
        let ptx = target.ptx.or_else(|| Some(target.chip?.min_ptx().max(PtxVersion::LATEST_IN_LLVM)));
        Ok(Target { ptx, ..*target })
    }

    /// Lowers and legalises the device code. Returns the facts that it states then.
    fn legal(&self, device: OperationRef<'_, '_>, given: ModuleFacts) -> Result<ModuleFacts, Fault> {
        let target = given.target;
        let snapshot = || ModuleFacts { target, ..snapshot::of_module(device) };
        let lower = Step::Lower { gpu: device::is_gpu(device) };
        let numbered = device::numbered_arguments(device);
        device::reconcile_known_sizes(device)?;
        step(device, &lower)?;
        device::check_numbering(device, &numbered)?;
        let lowered = snapshot();
        audit::between(&given, &lowered, lower.name())?;

        let (chip, ptx) = names(target);
        let legalize = Step::Legalize { chip: &chip, ptx: &ptx };
        step(device, &legalize)?;
        let legal = snapshot();
        audit::between(&lowered, &legal, legalize.name())?;
        Ok(legal)
    }

    fn verify(&self, module: OperationRef<'_, '_>, target: Target) -> Result<(), Fault> {
        let (chip, ptx) = names(target);
        let Cli { disable, warnings_as_errors, .. } = self.options;
        step(module, &Step::Verify { chip: &chip, ptx: &ptx, disable, warnings_as_errors: *warnings_as_errors })
    }

    /// LLVM IR, of which the constant arguments are audited here: nothing shows them later.
    fn llvm(&self, device: OperationRef<'a, '_>, facts: &ModuleFacts) -> Result<LLVMModule<'a>, Fault> {
        info!(step = "export", "running");
        let module = modern(self.context, device).map_err(|_| Kind::Verification.told())?;
        audit::constants(facts, &module, "export")?;
        Ok(module)
    }

    /// PTX of LLVM's back end, with the launch headers of ours.
    fn ptx(
        &self,
        device: OperationRef<'a, '_>,
        facts: &ModuleFacts,
        (chip, version): (Chip, PtxVersion),
        warnings: &mut Vec<String>,
    ) -> Result<Vec<u8>, Fault> {
        if !chip.known_to_llvm() {
            return Err(Kind::Backend.fault(format!("LLVM's back end does not know {chip}")));
        }
        ptx::check_names(device)?;
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
