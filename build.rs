//! Makes the tools find LLVM's libraries and tells them their version.

use anyhow::Result;
use tileiras_build_support::Llvm;

fn main() -> Result<()> {
    let llvm = Llvm::find()?;
    println!("cargo:rustc-env=TILEIRAS_LLVM_VERSION={}", llvm.config("--version")?);
    llvm.emit_rpath()
}
