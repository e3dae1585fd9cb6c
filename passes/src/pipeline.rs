//! The pipelines and the steps of the tools. The order of passes is written in this file only.

use crate::declaration::{
    CONVERT_GPU_TO_NV_TILEAA, NV_TILEAA_DERIVE_LAUNCH, NVVM_LEGALIZE, NVVM_TRANSPLANT, NVVM_VERIFY,
};
use std::fmt::Write as _;
use std::sync::LazyLock;
use tileiras_mlir::option::{OptionInfo, OptionValues};
use tileiras_mlir::pass::PassInfo;
use tileiras_mlir::pipeline::{self, PipelineInfo};

/// `nvvm-launch`: from the output of a front end to a checked contract, and launches of `nv_tileaa`.
const NVVM_LAUNCH: [&PassInfo; 4] =
    [&NVVM_TRANSPLANT, &NV_TILEAA_DERIVE_LAUNCH, &NVVM_VERIFY, &CONVERT_GPU_TO_NV_TILEAA];

/// Upstream's passes that convert the code of a `gpu.module` to the LLVM dialect. They run before `nvvm-legalize`, as
/// the conversion adds launch facts: `nvvm.maxntid` for `known_block_size`.
const LOWER_GPU: &str = "gpu.module(convert-nvgpu-to-nvvm,lower-affine,convert-vector-to-scf,convert-scf-to-cf,\
                         expand-strided-metadata,lower-affine,convert-gpu-to-nvvm,convert-index-to-llvm,\
                         convert-nvvm-to-llvm,reconcile-unrealized-casts)";

/// The same for code of the LLVM dialect. Converts only operations that are written as PTX.
const LOWER_NVVM: &str = "any(convert-nvvm-to-llvm)";

/// The options of `nvvm-launch`: those of its passes, under the same names. Options of the same name are one option.
static NVVM_LAUNCH_OPTIONS: LazyLock<Vec<OptionInfo>> = LazyLock::new(|| {
    let mut options: Vec<OptionInfo> = Vec::new();
    for option in NVVM_LAUNCH.iter().flat_map(|pass| shared(pass)) {
        if !options.iter().any(|known| known.name == option.name) {
            options.push(*option);
        }
    }
    options
});

static NVVM_LAUNCH_INFO: LazyLock<PipelineInfo> = LazyLock::new(|| PipelineInfo {
    argument: "nvvm-launch",
    summary: "Transplant legacy launch annotations, derive facts from kernel specs, verify, lower launches to \
              nv_tileaa",
    options: &NVVM_LAUNCH_OPTIONS,
    text: |values| text(&NVVM_LAUNCH, values),
});

/// Registers all pipelines with MLIR.
pub fn register() {
    pipeline::register(&NVVM_LAUNCH_INFO);
}

/// The options of a pass that are options of the pipeline: all but `form`, as the next pass requires the canonical
/// form.
fn shared(pass: &PassInfo) -> impl Iterator<Item = &'static OptionInfo> {
    pass.options.iter().filter(|option| option.name != "form")
}

/// The textual pipeline of `passes`, each with the values of its own options.
fn text(passes: &[&PassInfo], values: &OptionValues<'_>) -> String {
    let mut text = String::new();
    for (number, pass) in passes.iter().enumerate() {
        let separator = if number == 0 { "" } else { "," };
        let options: Vec<String> = shared(pass)
            .filter_map(|option| values.iter().find(|(info, _)| info.name == option.name))
            .filter(|(_, value)| !value.is_empty())
            .map(|(info, value)| format!("{}={value}", info.name))
            .collect();
        // Writing to a string cannot fail.
        let _ = write!(text, "{separator}{}{{{}}}", pass.argument, options.join(" "));
    }
    text
}

/// The steps of `tileiras-cc` up to the translation to LLVM IR, in the order in which they run.
pub const COMPILE: [Step; 6] =
    [Step::Transplant, Step::Derive, Step::UserPasses, Step::Lower, Step::Legalize, Step::Verify];

/// The steps of `tileiras-contract` before it reads the facts of IR, in the order in which they run. `audit` runs all
/// of them; `show`, which has no target to derive facts for, runs only those of the whole input.
pub const READ_FACTS: [Step; 2] = [Step::Transplant, Step::Derive];

/// One step of a tool: a pipeline, the operation that it runs on, and the change of launch facts that is allowed.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Step {
    /// Converts legacy carriers to canonical facts.
    Transplant,
    /// Derives facts from kernel specs.
    Derive,
    /// Runs the passes that the user chose.
    UserPasses,
    /// Converts the code to the LLVM dialect.
    Lower,
    /// Removes redundant facts.
    Legalize,
    /// Checks the contract.
    Verify,
}

/// The operation that a step runs on.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Root {
    /// The whole input.
    Module,
    /// The device code that is compiled.
    Device,
    /// The whole input; only the device code if the input has other device code, which is for other targets.
    Target,
}

/// The change of launch facts that a step is allowed to make. The driver audits it.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Effect {
    /// It reads carriers that the audit does not read.
    Reads,
    /// It adds facts, and loses none.
    Adds,
    /// It keeps all facts, and adds none.
    Keeps,
    /// It changes nothing.
    Checks,
}

/// The options of all steps. An empty text means the default.
#[derive(Clone, Debug, Default)]
pub struct StepOptions<'a> {
    /// What `nvvm-transplant` does with two claims that differ.
    pub on_conflict: &'a str,
    /// The chip that facts are derived for, such as `sm_90a`; if empty, the chip of each module.
    pub derive_chip: &'a str,
    /// Whether each derived fact is reported.
    pub emit_remarks: bool,
    /// The pipeline that the user chose, with its anchor.
    pub user_passes: Option<&'a str>,
    /// Whether the device code is a `gpu.module`.
    pub is_gpu_module: bool,
    /// The chip that is compiled for, such as `sm_90a`.
    pub chip: &'a str,
    /// The version of PTX that is compiled to, such as `8.4`.
    pub ptx: &'a str,
    /// Rules that are not checked.
    pub disable: &'a [String],
    /// Whether a warning is an error.
    pub warnings_as_errors: bool,
}

impl Step {
    /// The name of the step in logs and in messages of the audit.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Step::Transplant => "transplant",
            Step::Derive => "derive",
            Step::UserPasses => "passes",
            Step::Lower => "lower",
            Step::Legalize => "legalize",
            Step::Verify => "verify",
        }
    }

    /// The operation that it runs on.
    #[must_use]
    pub const fn root(self) -> Root {
        match self {
            Step::Transplant | Step::UserPasses => Root::Module,
            Step::Derive | Step::Lower | Step::Legalize => Root::Device,
            Step::Verify => Root::Target,
        }
    }

    /// The change of launch facts that it is allowed to make.
    #[must_use]
    pub const fn effect(self) -> Effect {
        match self {
            Step::Transplant => Effect::Reads,
            Step::Derive => Effect::Adds,
            Step::UserPasses | Step::Lower | Step::Legalize => Effect::Keeps,
            Step::Verify => Effect::Checks,
        }
    }

    /// The textual pipeline, with its anchor. None if there is nothing to run.
    #[must_use]
    pub fn pipeline(self, options: &StepOptions<'_>) -> Option<String> {
        let StepOptions { on_conflict, derive_chip, chip, ptx, .. } = *options;
        let flag = |is_set: bool| if is_set { "true" } else { "" };
        Some(match self {
            Step::Transplant => one(&NVVM_TRANSPLANT, &[("on-conflict", on_conflict)]),
            Step::Derive => {
                one(&NV_TILEAA_DERIVE_LAUNCH, &[("chip", derive_chip), ("emit-remarks", flag(options.emit_remarks))])
            }
            Step::UserPasses => options.user_passes?.to_owned(),
            Step::Lower => if options.is_gpu_module { LOWER_GPU } else { LOWER_NVVM }.to_owned(),
            Step::Legalize => one(&NVVM_LEGALIZE, &[("chip", chip), ("ptx", ptx)]),
            Step::Verify => {
                let (disable, errors) = (options.disable.join(","), flag(options.warnings_as_errors));
                let values = [("chip", chip), ("ptx", ptx), ("disable", &disable), ("warnings-as-errors", errors)];
                one(&NVVM_VERIFY, &values)
            }
        })
    }
}

/// A pipeline of one pass, with any anchor. An empty value means the default.
fn one(pass: &PassInfo, values: &[(&str, &str)]) -> String {
    let values = values.iter().filter(|(_, value)| !value.is_empty());
    let values: Vec<String> = values.map(|(name, value)| format!("{name}={value}")).collect();
    format!("any({}{{{}}})", pass.argument, values.join(" "))
}
