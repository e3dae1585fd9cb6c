//! Compiles the shim, and provides the library `libMLIR-C.so` that `mlir-sys` links.

use anyhow::Result;
use std::path::Path;
use tileiras_build_support::Llvm;

fn main() -> Result<()> {
    let llvm = Llvm::find()?;
    llvm.compile_cpp(Path::new("shim"), &[], "tileiras_mlir_shim")?;
    provide_c_api(&llvm)
}

/// Writes `libMLIR-C.so`, which `mlir-sys` links and Debian does not ship, as a linker script that lists the static
/// archives of the C API. The linker takes the used objects from them. All other symbols come from `libMLIR.so`.
fn provide_c_api(llvm: &Llvm) -> Result<()> {
    if llvm.library_dir()?.join("libMLIR-C.so").exists() {
        return Ok(());
    }
    llvm.provide_library("libMLIR-C.so", &llvm.archives("libMLIRCAPI")?, "")
}
