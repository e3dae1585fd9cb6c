//! The pipelines: the only place where the order of passes is written.

use crate::declaration::{CONVERT_GPU_TO_NV_TILEAA, NVVM_LEGALIZE, NVVM_TRANSPLANT, NVVM_VERIFY};
use std::fmt::Write as _;
use std::sync::LazyLock;
use tileiras_mlir::option::{OptionInfo, OptionValues};
use tileiras_mlir::pass::PassInfo;
use tileiras_mlir::pipeline::{self, PipelineInfo};

/// `nvvm-launch`: from whatever a front end wrote to a checked contract and launches that carry it.
const NVVM_LAUNCH: [&PassInfo; 3] = [&NVVM_TRANSPLANT, &NVVM_VERIFY, &CONVERT_GPU_TO_NV_TILEAA];

/// Upstream's passes that bring the code of a `gpu.module` into the LLVM dialect. They come before `nvvm-legalize`, as
/// the conversion states launch facts of its own: `nvvm.maxntid` for `known_block_size`.
const LOWER_GPU: &str = "gpu.module(convert-nvgpu-to-nvvm,lower-affine,convert-vector-to-scf,convert-scf-to-cf,\
                         expand-strided-metadata,lower-affine,convert-gpu-to-nvvm,convert-index-to-llvm,\
                         convert-nvvm-to-llvm,reconcile-unrealized-casts)";

/// The same for code that is in the LLVM dialect but for instructions that are written as PTX.
const LOWER_NVVM: &str = "any(convert-nvvm-to-llvm)";

/// The options of `nvvm-launch`: those of its passes, under the same names.
static NVVM_LAUNCH_OPTIONS: LazyLock<Vec<OptionInfo>> =
    LazyLock::new(|| NVVM_LAUNCH.iter().flat_map(|pass| shared(pass)).copied().collect());

static NVVM_LAUNCH_INFO: LazyLock<PipelineInfo> = LazyLock::new(|| PipelineInfo {
    argument: "nvvm-launch",
    summary: "Transplant legacy launch annotations, verify launch contracts, lower launches to nv_tileaa",
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

/// The textual pipeline of `passes`, each with the values of its own options. `values` are those of all passes in a row.
fn text(passes: &[&PassInfo], values: &OptionValues<'_>) -> String {
    let mut values = values.iter();
    let mut text = String::new();
    for (number, pass) in passes.iter().enumerate() {
        let separator = if number == 0 { "" } else { "," };
        let options: Vec<String> = values
            .by_ref()
            .take(shared(pass).count())
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
