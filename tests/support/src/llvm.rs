//! The tools of the LLVM 22 that the project is built with, for comparisons.
//!
//! Fails the test where one is missing.

use crate::process::{Run, run};
use std::env;
use std::path::PathBuf;

/// The folder that LLVM is installed in.
#[must_use]
pub fn prefix() -> PathBuf {
    let prefix = env::var_os("MLIR_SYS_220_PREFIX").map(PathBuf::from);
    // A test that is run without cargo uses the folder that it was built with.
    let prefix = prefix.or_else(|| option_env!("MLIR_SYS_220_PREFIX").map(PathBuf::from));
    prefix.expect("MLIR_SYS_220_PREFIX is the folder of LLVM 22; .cargo/config.toml sets it")
}

/// The path of a tool, such as `opt`.
#[must_use]
pub fn tool(name: &str) -> PathBuf {
    let path = prefix().join("bin").join(name);
    assert!(path.is_file(), "{} is missing: install llvm-22-tools, or set MLIR_SYS_220_PREFIX", path.display());
    path
}

/// Runs a tool on that input.
pub fn stock(name: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    run(tool(name), arguments, input)
}
