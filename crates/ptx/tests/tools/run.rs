//! The programs: the pinned `ptxas`, and LLVM's `llc` and `clang`. A test fails where one is missing.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// What begins every PTX text of these tests.
pub const START: &str = ".version 9.0\n.target sm_90\n.address_size 64\n";

/// What `ptxas` makes of a text: the cubin, or what it says.
pub fn ptxas(text: &[u8]) -> Result<Vec<u8>, String> {
    ptxas_for("sm_90", text)
}

/// [`ptxas`] for any chip.
pub fn ptxas_for(chip: &str, text: &[u8]) -> Result<Vec<u8>, String> {
    let folder = TempDir::new().unwrap();
    let (input, output) = (folder.path().join("x.ptx"), folder.path().join("x.cubin"));
    std::fs::write(&input, text).unwrap();
    let ptxas = std::env::var_os("TILEIRAS_PTXAS").expect("TILEIRAS_PTXAS names ptxas, cargo sets it");
    let done = Command::new(ptxas).args(["-arch", chip, "-o"]).arg(&output).arg(&input).output().unwrap();
    match done.status.success() {
        true => Ok(std::fs::read(output).unwrap()),
        false => Err(String::from_utf8_lossy(&done.stderr).into_owned() + &String::from_utf8_lossy(&done.stdout)),
    }
}

/// A tool of the LLVM installation.
fn llvm(tool: &str) -> Command {
    let prefix = std::env::var_os("MLIR_SYS_220_PREFIX").expect("MLIR_SYS_220_PREFIX names LLVM, cargo sets it");
    Command::new(PathBuf::from(prefix).join("bin").join(tool))
}

/// The PTX that `llc` writes for sm_90.
pub fn llc(module: &str) -> Vec<u8> {
    try_llc(module).unwrap()
}

/// [`llc`], or what it says where it fails or dies.
pub fn try_llc(module: &str) -> Result<Vec<u8>, String> {
    let folder = TempDir::new().unwrap();
    let input = folder.path().join("x.ll");
    std::fs::write(&input, module).unwrap();
    let options = ["-march=nvptx64", "-mcpu=sm_90", "-mattr=+ptx90", "-o", "-"];
    let done = llvm("llc").args(options).arg(input).output().unwrap();
    if done.status.success() { Ok(done.stdout) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
}

/// The PTX that `clang` writes for an example, with whatever else it is told.
pub fn clang(example: &str, options: &[&str]) -> Vec<u8> {
    let target = ["-x", "cuda", "--target=x86_64-pc-linux-gnu", "--cuda-device-only", "--cuda-gpu-arch=sm_90"];
    let bare = ["--cuda-feature=+ptx84", "--cuda-path=no-sdk", "-nocudainc", "-nocudalib", "-nostdinc", "-nostdinc++"];
    let output = ["-O1", "-S", "-o", "-"];
    let mut clang = llvm("clang");
    clang.current_dir(examples()).args(target).args(bare).args(output).args(options).arg(example);
    let done = clang.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    done.stdout
}

/// The folder of the examples.
pub fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Every example in LLVM IR, without the lines that stock LLVM cannot handle (their README says which).
pub fn modules() -> Vec<(String, String)> {
    let mut modules = Vec::new();
    for entry in std::fs::read_dir(examples()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "ll") {
            let text = std::fs::read_to_string(&path).unwrap();
            let lines = text.lines().filter(|line| !line.contains("[name]") && !line.contains("[sampler]"));
            let text = lines.map(|line| format!("{line}\n")).collect();
            modules.push((path.file_stem().unwrap().to_string_lossy().into_owned(), text));
        }
    }
    modules.sort();
    assert!(modules.len() >= 6, "the examples are there");
    modules
}
