//! The order of the passes, which is written in this file only: the pass pipeline `nvvm-launch`, and the steps of
//! `tileiras-cc` and `tileiras-contract`. A step runs one pass pipeline on one operation.
//!
//! A *fact* is one piece of the launch metadata of a kernel, such as its block size. A *canonical* fact is an attribute
//! in the one form that the later passes read. Each other form, such as a tuple of `nvvm.annotations`, is *legacy*. The
//! *contract* is all facts of one kernel. A *kernel spec* is the attribute `#nv_tileaa.kernel_spec`, which facts are
//! derived from. docs/ARCHITECTURE.md defines all terms.

use crate::declaration::{
    CONVERT_GPU_TO_NV_TILEAA, NV_TILEAA_DERIVE_LAUNCH, NVVM_CHECK_BODIES, NVVM_LAUNCH_OPTIONS, NVVM_LEGALIZE,
    NVVM_TRANSPLANT, NVVM_VERIFY,
};
use std::fmt::Write as _;
use tileiras_finding::RuleOptions;
use tileiras_mlir::option::{OptionInfo, OptionValues};
use tileiras_mlir::pass::PassInfo;
use tileiras_mlir::pipeline::{self, PipelineInfo};

/// The passes of `nvvm-launch`. They make the legacy facts of a front end canonical, derive more facts, remove those
/// that do not assemble, check the contract and, with the option `check-bodies`, the bodies, and convert launches to
/// `nv_tileaa.launch_func`.
const NVVM_LAUNCH: [&PassInfo; 6] = [
    &NVVM_TRANSPLANT,
    &NV_TILEAA_DERIVE_LAUNCH,
    &NVVM_LEGALIZE,
    &NVVM_VERIFY,
    &NVVM_CHECK_BODIES,
    &CONVERT_GPU_TO_NV_TILEAA,
];

/// The option of `nvvm-launch` itself: whether [`NVVM_CHECK_BODIES`] runs.
const CHECK_BODIES: &str = "check-bodies";

/// MLIR's own passes that convert the code of a `gpu.module` to the LLVM dialect. They add a fact: a function with
/// `known_block_size` gets `nvvm.maxntid`. `nvvm-legalize` must run later, and removes this fact if it is redundant.
const LOWER_GPU: &str = "convert-nvgpu-to-nvvm,lower-affine,convert-vector-to-scf,convert-scf-to-cf,\
                         expand-strided-metadata,lower-affine,convert-gpu-to-nvvm,convert-index-to-llvm,\
                         convert-nvvm-to-llvm,reconcile-unrealized-casts";

/// MLIR's own pass for code that is in the LLVM dialect already. It converts only operations of the NVVM dialect that
/// LLVM has no intrinsic for, to inline PTX.
const LOWER_NVVM: &str = "convert-nvvm-to-llvm";

/// MLIR's own passes for functions of the LLVM dialect with control flow and arithmetic of other dialects.
const LOWER_MIXED: &str = "convert-scf-to-cf,convert-cf-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,\
                           convert-nvvm-to-llvm,reconcile-unrealized-casts";

/// The pipeline `nvvm-launch`.
pub static NVVM_LAUNCH_INFO: PipelineInfo = PipelineInfo {
    argument: "nvvm-launch",
    summary: "Transplant legacy launch annotations, derive facts from kernel specs, legalize, verify, lower launches \
              to nv_tileaa",
    options: &NVVM_LAUNCH_OPTIONS,
    text: |values| textual_pipeline(&NVVM_LAUNCH, values),
};

/// Registers all pipelines with MLIR.
pub fn register() {
    pipeline::register(&NVVM_LAUNCH_INFO);
}

/// The options of a pass that the pipeline has, too: all but `form`. The passes after the transplant read canonical
/// facts only, so it writes that form, and `nvvm-verify` accepts no other.
fn forwarded_options(pass: &PassInfo) -> impl Iterator<Item = &'static OptionInfo> {
    pass.options.iter().filter(|option| option.name != "form")
}

/// The textual pipeline of `passes`, each with the values of its own options.
fn textual_pipeline(passes: &[&PassInfo], values: &OptionValues<'_>) -> String {
    let mut text = String::new();
    let checks_bodies = values.iter().any(|(info, value)| info.name == CHECK_BODIES && value == "true");
    let passes = passes.iter().filter(|pass| checks_bodies || pass.argument != NVVM_CHECK_BODIES.argument);
    for (number, pass) in passes.enumerate() {
        let separator = if number == 0 { "" } else { "," };
        let given = forwarded_options(pass)
            .filter_map(|option| values.iter().find(|(info, _)| info.name == option.name))
            .filter(|(_, value)| !value.is_empty())
            .map(|(info, value)| format!("{}={value}", info.name));
        let form = pass.options.iter().any(|option| option.name == "form").then(|| "form=canonical".to_owned());
        let options: Vec<String> = form.into_iter().chain(given).collect();
        // Writing to a string cannot fail.
        let _ = write!(text, "{separator}{}{{{}}}", pass.argument, options.join(" "));
    }
    text
}

/// The steps of `tileiras-cc` up to the translation to LLVM IR, in the order in which they run.
pub const COMPILE: [Step; 6] =
    [Step::Transplant, Step::Derive, Step::UserPasses, Step::Lower, Step::Legalize, Step::Verify];

/// The steps of `tileiras-contract` before it reads the facts of IR, in the order in which they run. The subcommand
/// `audit` runs all of them. `show` has no target to derive facts for, and runs only the steps with [`Root::Module`].
pub const READ_FACTS: [Step; 2] = [Step::Transplant, Step::Derive];

/// The steps of `tileiras-contract check`, all on the whole input, in the order in which they run.
pub const CHECK: [Step; 4] = [Step::Transplant, Step::Derive, Step::Verify, Step::CheckBodies];

/// One step of a tool. It has a pipeline, an operation that the pipeline runs on, and an allowed change of facts.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Step {
    /// Makes legacy facts canonical.
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
    /// Checks how bodies are executed.
    CheckBodies,
}

/// The operation that a step runs on.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Root {
    /// The whole input.
    Module,
    /// The device code that is compiled.
    Device,
    /// The whole input if it contains no other device code. Else only the device code that is compiled, because the
    /// other device code is for other targets.
    Target,
}

/// The change of facts that a step is allowed to make. The driver reads the facts before and after the step, and
/// reports any other change. This is the *audit* of the step.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Effect {
    /// It makes legacy facts canonical. What all carriers stated is compared with the canonical facts.
    Converts,
    /// It may add facts, and loses none.
    Adds,
    /// It keeps all facts, and adds none.
    Keeps,
    /// It changes nothing.
    Checks,
}

/// The operations that [`Step::Lower`] converts.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum DeviceCode {
    /// Those of the LLVM dialect.
    #[default]
    Llvm,
    /// Functions of the LLVM dialect with operations of other dialects.
    Mixed,
    /// A `gpu.module`.
    Gpu,
}

/// The options of all steps. An empty string means the default of the pass.
#[derive(Clone, Debug, Default)]
pub struct StepOptions<'a> {
    /// What `nvvm-transplant` does if two legacy forms state different values of one fact.
    pub on_conflict: &'a str,
    /// The chip that facts are derived for, such as `sm_90a`; if empty, the chip of each module.
    pub derive_chip: &'a str,
    /// Whether each derived fact is reported.
    pub emit_remarks: bool,
    /// What the device code is.
    pub code: DeviceCode,
    /// The chip that is compiled for, such as `sm_90a`.
    pub chip: &'a str,
    /// The version of PTX that is compiled to, such as `8.4`.
    pub ptx: &'a str,
    /// The rules that [`Step::Verify`] and [`Step::CheckBodies`] check.
    pub rules: RuleOptions<'a>,
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
            Step::CheckBodies => "check-bodies",
        }
    }

    /// The operation that it runs on.
    #[must_use]
    pub const fn root(self) -> Root {
        match self {
            Step::Transplant | Step::UserPasses | Step::CheckBodies => Root::Module,
            Step::Derive | Step::Lower | Step::Legalize => Root::Device,
            Step::Verify => Root::Target,
        }
    }

    /// The change of facts that it is allowed to make.
    #[must_use]
    pub const fn effect(self) -> Effect {
        match self {
            Step::Transplant => Effect::Converts,
            Step::Derive => Effect::Adds,
            Step::UserPasses | Step::Lower | Step::Legalize => Effect::Keeps,
            Step::Verify | Step::CheckBodies => Effect::Checks,
        }
    }

    /// The passes that it runs, as text without an anchor. Empty for [`Step::UserPasses`].
    #[must_use]
    pub fn passes(self, options: &StepOptions<'_>) -> String {
        let StepOptions { on_conflict, derive_chip, chip, ptx, .. } = *options;
        let target = || vec![("chip", chip.to_owned()), ("ptx", ptx.to_owned())];
        match self {
            Step::Transplant => single_pass(&NVVM_TRANSPLANT, vec![("on-conflict", on_conflict.to_owned())]),
            Step::Derive => single_pass(
                &NV_TILEAA_DERIVE_LAUNCH,
                vec![("chip", derive_chip.to_owned()), ("emit-remarks", flag(options.emit_remarks))],
            ),
            Step::UserPasses => String::new(),
            Step::Lower => match options.code {
                DeviceCode::Llvm => LOWER_NVVM.to_owned(),
                DeviceCode::Mixed => LOWER_MIXED.to_owned(),
                DeviceCode::Gpu => LOWER_GPU.to_owned(),
            },
            Step::Legalize => single_pass(&NVVM_LEGALIZE, target()),
            Step::Verify => {
                let form = ("form", "canonical".to_owned());
                single_pass(&NVVM_VERIFY, [vec![form], target(), rules(&options.rules)].concat())
            }
            Step::CheckBodies => single_pass(&NVVM_CHECK_BODIES, [target(), rules(&options.rules)].concat()),
        }
    }
}

/// The name of an option of a pass, and its value. If it is empty, the pass uses its default.
type OptionText = (&'static str, String);

/// The text of a Boolean option, which is false by default.
fn flag(is_set: bool) -> String {
    if is_set { "true".to_owned() } else { String::new() }
}

/// The options that choose rules.
fn rules(options: &RuleOptions<'_>) -> Vec<OptionText> {
    vec![
        ("disable", options.disable.join(",")),
        ("errors", options.errors.join(",")),
        ("warnings", options.warnings.join(",")),
        ("warnings-as-errors", flag(options.warnings_as_errors)),
        ("pedantic", flag(options.pedantic)),
    ]
}

/// The text of one pass with options.
fn single_pass(pass: &PassInfo, values: Vec<OptionText>) -> String {
    let values = values.into_iter().filter(|(_, value)| !value.is_empty());
    let values: Vec<String> = values.map(|(name, value)| format!("{name}={value}")).collect();
    format!("{}{{{}}}", pass.argument, values.join(" "))
}

#[cfg(test)]
mod tests {
    use super::{CHECK_BODIES, NVVM_LAUNCH, NVVM_LAUNCH_OPTIONS, forwarded_options};
    use std::collections::BTreeSet;

    /// `Passes.td` lists the passes of the pipeline, too: those whose options it has besides its own.
    #[test]
    fn the_pipeline_has_the_options_of_its_passes() {
        let of_passes: BTreeSet<&str> =
            NVVM_LAUNCH.iter().flat_map(|pass| forwarded_options(pass)).map(|option| option.name).collect();
        let declared: Vec<&str> = NVVM_LAUNCH_OPTIONS.iter().map(|option| option.name).collect();
        assert_eq!(declared.len(), of_passes.len() + 1, "{declared:?}");
        assert_eq!(declared.into_iter().filter(|name| *name != CHECK_BODIES).collect::<BTreeSet<_>>(), of_passes);
    }
}
