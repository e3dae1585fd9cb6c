//! The text of pipelines with the options of passes.

use super::{INPUT_NAME, PassRun, in_context};
use crate::{FuzzTarget, Outcome, contents, mutate};
use tileiras_lint::RULES;
use tileiras_mlir::session::parse_module;
use tileiras_test_support::rng::Rng;

/// The target.
pub const TARGET: FuzzTarget = FuzzTarget { name: "options", check, seeds, generate, cases: 600 };

/// A module on which every pass has an effect.
const MODULE: &str = r#"
module attributes {gpu.container_module, nvvm.annotations = [[@k, "maxntidx", 128 : i32], [@k, "other", 1 : i32]]} {
  llvm.func @k(%arg0: !llvm.ptr) attributes {nvvm.maxntid = array<i32: 128, 2, 1>, nvvm.maxnreg = 300 : i32} {
    llvm.return
  }
  gpu.module @m [#nvvm.target<chip = "sm_90a">] {
    gpu.func @g() kernel attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.maxclusterrank = 8 : i32} {
      gpu.return
    }
  }
  func.func @host() {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@g blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
"#;

/// Checks that a text is refused with a message, or that its passes run or fail with an error; and that a second run on
/// the same module has the same result.
fn check(text: &[u8]) -> Outcome {
    let Ok(text) = std::str::from_utf8(text) else { return Outcome::Refused };
    in_context(|context| {
        let module = || parse_module(context, MODULE.as_bytes(), INPUT_NAME).expect("the module is valid");
        let (once, twice) = (module(), module());
        let first = PassRun::pipeline(context, once.as_operation(), text);
        let second = PassRun::pipeline(context, twice.as_operation(), text);
        let shown = |run: &Result<PassRun, String>| {
            run.as_ref().map(|run| (run.succeeded, run.diagnostics.clone(), run.after.clone())).map_err(Clone::clone)
        };
        assert_eq!(shown(&first), shown(&second), "'{text}'");
        Outcome::of(&first)
    })
}

/// Every pass with every option, and the pipelines in the tests of the tools.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<String> = [
        "any(nvvm-transplant)",
        "builtin.module(nvvm-transplant{on-conflict=error form=canonical},nvvm-verify)",
        "builtin.module(nvvm-transplant{on-conflict=last form=upstream})",
        "nvvm-transplant{on-conflict=keep}",
        "builtin.module(nv-tileaa-derive-launch{chip=sm_100a emit-remarks=true},gpu.module(nvvm-verify{chip=sm_90a}))",
        "any(nvvm-legalize{chip=sm_80 ptx=7.8})",
        "builtin.module(nvvm-export{legacy=true},nvvm-export{legacy=false})",
        "any(nvvm-verify{chip=sm_90a ptx=8.4 warnings-as-errors=true disable=dim-shape,unit-shape})",
        "any(convert-gpu-to-nv-tileaa)",
        "any(convert-nv-tileaa-to-gpu)",
        "any(gpu-launch-guards)",
        "builtin.module(nvvm-launch{on-conflict=last chip=sm_90f ptx=9.5 disable=dim-shape emit-remarks})",
        "builtin.module(any(nvvm-verify{disable='maxntid-cap'}),llvm.func(nvvm-transplant,nvvm-verify),func.func())",
    ]
    .map(str::to_owned)
    .to_vec();
    seeds.extend(RULES.iter().map(|rule| format!("any(nvvm-verify{{disable={}}})", rule.id)));
    let tests = contents("lit/pipeline", &[".mlir", ".test"]).into_iter().chain(contents("lit/passes", &[".mlir"]));
    let tests = tests.map(|text| String::from_utf8_lossy(&text).into_owned()).collect::<Vec<_>>();
    for word in tests.iter().flat_map(|text| text.split_whitespace()) {
        let pipeline = word.trim_matches(|c| "'\"".contains(c)).strip_prefix("--pass-pipeline=");
        seeds.extend(pipeline.map(|text| text.trim_matches(|c| "'\"".contains(c)).to_owned()));
    }
    seeds.into_iter().map(String::into_bytes).collect()
}

fn generate(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    mutate::text(&seeds[rng.below(seeds.len())], seeds, rng)
}
