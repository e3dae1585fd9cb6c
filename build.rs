//! Sets the rpath of the tools to the libraries of LLVM, and passes LLVM's version to them.

use anyhow::Result;
use tileiras_build_support::Llvm;

fn main() -> Result<()> {
    let llvm = Llvm::find()?;
    println!("cargo:rustc-env=TILEIRAS_LLVM_VERSION={}", llvm.config("--version")?);
    // A standalone program uses no library of LLVM.
    if std::env::var_os("CARGO_FEATURE_STANDALONE").is_some() { Ok(()) } else { llvm.emit_rpath() }
}
