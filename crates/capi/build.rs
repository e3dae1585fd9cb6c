//! Sets the soname of `libTileirasC.so`, and its rpath to the libraries of LLVM.

use anyhow::{Context, Result};

fn main() -> Result<()> {
    let number = |part: &str| std::env::var(format!("CARGO_PKG_VERSION_{part}")).context("Cargo sets the version");
    // Up to 1.0, each minor version may change the API.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libTileirasC.so.{}.{}", number("MAJOR")?, number("MINOR")?);
    tileiras_build_support::Llvm::find()?.emit_rpath()
}
