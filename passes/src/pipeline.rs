//! The pipelines: the only place where the order of passes is written.

use crate::declaration::{CONVERT_GPU_TO_NV_TILEAA, NVVM_TRANSPLANT, NVVM_VERIFY};
use std::fmt::Write as _;
use std::sync::LazyLock;
use tileiras_mlir::option::{OptionInfo, OptionValues};
use tileiras_mlir::pass::PassInfo;
use tileiras_mlir::pipeline::{self, PipelineInfo};

/// `nvvm-launch`: from whatever a front end wrote to a checked contract and launches that carry it.
const NVVM_LAUNCH: [&PassInfo; 3] = [&NVVM_TRANSPLANT, &NVVM_VERIFY, &CONVERT_GPU_TO_NV_TILEAA];

/// The options of `nvvm-launch`: those of its passes, under the same names.
static NVVM_LAUNCH_OPTIONS: LazyLock<Vec<OptionInfo>> =
    LazyLock::new(|| NVVM_LAUNCH.iter().flat_map(|pass| pass.options).copied().collect());

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

/// The textual pipeline of `passes`, each with the values of its own options. `values` are those of all passes in a row.
fn text(passes: &[&PassInfo], values: &OptionValues<'_>) -> String {
    let mut values = values.iter();
    let mut text = String::new();
    for (number, pass) in passes.iter().enumerate() {
        let separator = if number == 0 { "" } else { "," };
        let options: Vec<String> = values
            .by_ref()
            .take(pass.options.len())
            .filter(|(_, value)| !value.is_empty())
            .map(|(info, value)| format!("{}={value}", info.name))
            .collect();
        // Writing to a string cannot fail.
        let _ = write!(text, "{separator}{}{{{}}}", pass.argument, options.join(" "));
    }
    text
}
