//! Runs the pinned `ptxas`, and LLVM's `llc` and `clang`.

use tileiras_test_support::process::run_command;
use tileiras_test_support::ptxas::try_assemble;
use tileiras_test_support::{llvm, tree};

use std::process::Command;

/// The first lines of every PTX text of these tests.
pub const START: &str = ".version 9.0\n.target sm_90\n.address_size 64\n";

/// The cubin that `ptxas` writes for a text.
///
/// # Errors
/// Its standard error.
pub fn ptxas(text: &[u8]) -> Result<Vec<u8>, String> {
    ptxas_for("sm_90", text)
}

/// [`ptxas`] for any chip.
pub fn ptxas_for(chip: &str, text: &[u8]) -> Result<Vec<u8>, String> {
    try_assemble(chip, text, &[])
}

/// The PTX that `llc` writes for sm_90.
pub fn llc(module: &str) -> Vec<u8> {
    try_llc("sm_90", module).unwrap()
}

/// [`llc`] for any chip.
///
/// # Errors
/// Its standard error, if it fails or crashes.
pub fn try_llc(chip: &str, module: &str) -> Result<Vec<u8>, String> {
    let chip = format!("-mcpu={chip}");
    let options = ["-march=nvptx64", &chip, "-mattr=+ptx90", "-o", "-"];
    llvm::stock("llc", &options, module).good().map(|run| run.out)
}

/// The PTX that `clang` writes for an example with further options.
pub fn clang(example: &str, options: &[&str]) -> Vec<u8> {
    let target = ["-x", "cuda", "--target=x86_64-pc-linux-gnu", "--cuda-device-only", "--cuda-gpu-arch=sm_90"];
    let bare = ["--cuda-feature=+ptx84", "--cuda-path=no-sdk", "-nocudainc", "-nocudalib", "-nostdinc", "-nostdinc++"];
    let output = ["-O1", "-S", "-o", "-"];
    let mut clang = Command::new(llvm::tool("clang"));
    clang.current_dir(tree::example("")).args(target).args(bare).args(output).args(options).arg(example);
    run_command(clang, b"").expect_good().out
}

/// Every example in LLVM IR, without the lines that stock LLVM cannot handle (their README says which).
pub fn modules() -> Vec<(String, String)> {
    tree::llvm_examples(&["[name]", "[sampler]"])
}
