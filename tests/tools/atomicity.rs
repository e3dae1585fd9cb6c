//! A pass that fails has not changed the module. Runs every pass on the modules of the lit suite; the sample of them is
//! every eighth one, and those whose file runs the pass.

#![allow(clippy::expect_used, clippy::print_stdout, reason = "a test")]

use crate::session::{Session, whole};
use melior::ir::operation::OperationLike as _;
use std::collections::BTreeMap;
use std::fs;
use tileiras_test_support::harness::sample;
use tileiras_test_support::tree::files;

/// Each pass, with options that make it fail for different reasons.
const PASSES: [&str; 16] = [
    "nvvm-transplant",
    "nvvm-transplant{form=upstream}",
    "nvvm-transplant{on-conflict=last}",
    "nvvm-verify",
    "nvvm-verify{chip=sm_80}",
    "nvvm-verify{chip=sm_90 warnings-as-errors}",
    "nvvm-legalize",
    "nvvm-legalize{chip=sm_80 ptx=7.0}",
    "nvvm-legalize{chip=sm_90a ptx=7.8}",
    "nvvm-export",
    "nvvm-export{legacy}",
    "nv-tileaa-derive-launch",
    "nv-tileaa-derive-launch{chip=sm_80}",
    "convert-gpu-to-nv-tileaa",
    "convert-nv-tileaa-to-gpu",
    "gpu-launch-guards",
];

/// A module of the lit suite that can be read.
struct Input {
    file: String,
    text: String,
    /// The passes of [`PASSES`] that the file names.
    named: Vec<&'static str>,
}

fn inputs() -> Vec<Input> {
    let mut inputs = Vec::new();
    for path in files("lit", &[".mlir"]) {
        // A file may contain bytes that are not UTF-8.
        let text = String::from_utf8_lossy(&fs::read(&path).expect("a file can be read")).into_owned();
        let file = path.file_name().expect("a file").to_string_lossy().into_owned();
        let named: Vec<_> = PASSES.into_iter().filter(|passes| text.contains(without_options(passes))).collect();
        inputs.extend(text.split("// -----").map(|part| Input {
            file: file.clone(),
            text: part.to_owned(),
            named: named.clone(),
        }));
    }
    inputs
}

fn without_options(passes: &str) -> &str {
    passes.split('{').next().unwrap_or(passes)
}

#[test]
fn a_pass_that_fails_has_changed_nothing() {
    let session = Session::new();
    let mut failures: BTreeMap<&str, usize> = BTreeMap::new();
    let mut read = 0;
    let step = sample(8, 1);
    for (index, Input { file, text, named }) in inputs().iter().enumerate() {
        for passes in PASSES.into_iter().filter(|passes| index % step == 0 || named.contains(passes)) {
            let Ok(module) = session.read(text.as_bytes()) else { break };
            let before = whole(module.as_operation());
            if session.run(&module, passes).is_err() {
                assert_eq!(before, whole(module.as_operation()), "{passes} on {file}:\n{text}");
                assert!(module.as_operation().verify(), "{passes} on {file}");
                *failures.entry(passes).or_default() += 1;
            }
            read += 1;
        }
    }
    println!("{read} runs; failures: {failures:?}");
    for passes in PASSES {
        let count = failures.get(passes).copied().unwrap_or_default();
        assert!(count >= sample(1, 5), "{passes} fails on {count} inputs only");
    }
}
