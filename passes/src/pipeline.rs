//! The pipelines: the only place where the order of passes is written.

use crate::declaration::{
    CONVERT_GPU_TO_NV_TILEAA, NV_TILEAA_DERIVE_LAUNCH, NVVM_LEGALIZE, NVVM_TRANSPLANT, NVVM_VERIFY,
};
use std::fmt::Write as _;
use std::sync::LazyLock;
use tileiras_mlir::option::{OptionInfo, OptionValues};
use tileiras_mlir::pass::PassInfo;
use tileiras_mlir::pipeline::{self, PipelineInfo};

/// `nvvm-launch`: from whatever a front end wrote to a checked contract and launches that carry it.
const NVVM_LAUNCH: [&PassInfo; 4] =
    [&NVVM_TRANSPLANT, &NV_TILEAA_DERIVE_LAUNCH, &NVVM_VERIFY, &CONVERT_GPU_TO_NV_TILEAA];

/// Upstream's passes that bring the code of a `gpu.module` into the LLVM dialect. They come before `nvvm-legalize`, as
/// the conversion states launch facts of its own: `nvvm.maxntid` for `known_block_size`.
const LOWER_GPU: &str = "gpu.module(convert-nvgpu-to-nvvm,lower-affine,convert-vector-to-scf,convert-scf-to-cf,\
                         expand-strided-metadata,lower-affine,convert-gpu-to-nvvm,convert-index-to-llvm,\
                         convert-nvvm-to-llvm,reconcile-unrealized-casts)";

/// The same for code that is in the LLVM dialect but for instructions that are written as PTX.
const LOWER_NVVM: &str = "any(convert-nvvm-to-llvm)";

/// The options of `nvvm-launch`: those of its passes, under the same names. An option of several passes is one option.
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
    summary: "Transplant legacy launch annotations, derive facts from kernel specs, verify, lower launches to nv_tileaa",
    options: &NVVM_LAUNCH_OPTIONS,
    text: |values| text(&NVVM_LAUNCH, values),
});

/// Makes all pipelines known to MLIR.
pub fn register() {
    pipeline::register(&NVVM_LAUNCH_INFO);
}

/// The options of a pass that a pipeline has, too: all but `form`, since what follows reads the canonical form.
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

/// One step of the driver, as a textual pipeline with its anchor. The steps stand in the order in which they are run.
#[derive(Clone, Debug)]
pub enum Step<'a> {
    /// Legacy carriers become canonical facts.
    Transplant {
        /// What becomes of two that differ.
        on_conflict: &'a str,
    },
    /// Kernel specs become facts.
    Derive {
        /// Such as `sm_90a`; empty for that of each module.
        chip: &'a str,
        /// Whether each fact is said to be derived.
        emit_remarks: bool,
    },
    /// Passes of the user's choice, with their anchor.
    User(&'a str),
    /// The code becomes LLVM's.
    Lower {
        /// Whether it stands in a `gpu.module`.
        gpu: bool,
    },
    /// Redundant facts go.
    Legalize {
        /// Such as `sm_90a`; empty for none.
        chip: &'a str,
        /// Such as `8.4`; empty for none.
        ptx: &'a str,
    },
    /// The contract is checked.
    Verify {
        /// Such as `sm_90a`; empty for none.
        chip: &'a str,
        /// Such as `8.4`; empty for none.
        ptx: &'a str,
        /// Rules that are not checked.
        disable: &'a [String],
        /// Whether a warning is an error.
        warnings_as_errors: bool,
    },
}

impl Step<'_> {
    /// The step in the words of logs and audits.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Step::Transplant { .. } => "transplant",
            Step::Derive { .. } => "derive",
            Step::User(_) => "passes",
            Step::Lower { .. } => "lower",
            Step::Legalize { .. } => "legalize",
            Step::Verify { .. } => "verify",
        }
    }

    /// The textual pipeline.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Step::Transplant { on_conflict } => one(&NVVM_TRANSPLANT, &[("on-conflict", on_conflict)]),
            Step::Derive { chip, emit_remarks } => {
                let values = [("chip", *chip), ("emit-remarks", if *emit_remarks { "true" } else { "" })];
                one(&NV_TILEAA_DERIVE_LAUNCH, &values)
            }
            Step::User(text) => (*text).to_owned(),
            Step::Lower { gpu } => if *gpu { LOWER_GPU } else { LOWER_NVVM }.to_owned(),
            Step::Legalize { chip, ptx } => one(&NVVM_LEGALIZE, &[("chip", chip), ("ptx", ptx)]),
            Step::Verify { chip, ptx, disable, warnings_as_errors } => {
                let (disable, errors) = (disable.join(","), if *warnings_as_errors { "true" } else { "" });
                let values = [("chip", *chip), ("ptx", ptx), ("disable", &disable), ("warnings-as-errors", errors)];
                one(&NVVM_VERIFY, &values)
            }
        }
    }
}

/// One pass on whatever operation it is run on. An empty value stands for the default.
fn one(pass: &PassInfo, values: &[(&str, &str)]) -> String {
    let values = values.iter().filter(|(_, value)| !value.is_empty());
    let values: Vec<String> = values.map(|(name, value)| format!("{name}={value}")).collect();
    format!("any({}{{{}}})", pass.argument, values.join(" "))
}
