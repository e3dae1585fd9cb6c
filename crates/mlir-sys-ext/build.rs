//! Compiles the shim and makes `-lMLIR-C` resolvable.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use tileiras_build_support::Llvm;

/// One file per responsibility.
const SHIM: &[&str] = &[
    "Attribute",
    "Backend",
    "Diagnostic",
    "Function",
    "LLVMExport",
    "LLVMImport",
    "Layout",
    "Parse",
    "Pass",
    "Process",
    "Recovery",
    "Tool",
    "Translation",
];

fn main() -> Result<()> {
    let llvm = Llvm::find()?;
    let mut build = llvm.cpp()?;
    for name in SHIM {
        build.file(format!("shim/{name}.cpp"));
    }
    println!("cargo:rerun-if-changed=shim");
    build.include("shim").compile("tileiras_mlir_shim");

    let out: PathBuf = std::env::var_os("OUT_DIR").context("OUT_DIR is not set")?.into();
    let libraries = llvm.library_dir()?;
    provide_c_api(&libraries, &out)?;
    for shared in ["libMLIR.so", "libLLVM-22.so"] {
        // Left there by a build with the feature.
        let _ = std::fs::remove_file(out.join(shared));
    }
    if std::env::var_os("CARGO_FEATURE_STANDALONE").is_some() {
        stand_alone(&llvm, &libraries, &out)?;
    }
    Ok(())
}

/// `mlir-sys` links `libMLIR-C.so`, which Debian does not ship: a linker script of that name stands in, which names the
/// archives of the C API. The linker takes from them only what is used; everything else stays in `libMLIR.so`.
fn provide_c_api(libraries: &Path, out: &Path) -> Result<()> {
    if libraries.join("libMLIR-C.so").exists() {
        return Ok(());
    }
    let archives = archives(libraries, "libMLIRCAPI")?;
    std::fs::write(out.join("libMLIR-C.so"), format!("GROUP ( {archives} )\n"))?;
    println!("cargo:rustc-link-search={}", out.display());
    Ok(())
}

/// What `mlir-sys` links as shared libraries becomes all archives of the same names, by linker scripts that are found
/// first. The linker takes from them only what is used.
fn stand_alone(llvm: &Llvm, libraries: &Path, out: &Path) -> Result<()> {
    let system = llvm.config("--link-static --system-libs")?;
    std::fs::write(out.join("libMLIR.so"), format!("GROUP ( {} )\n", archives(libraries, "libMLIR")?))?;
    std::fs::write(out.join("libLLVM-22.so"), format!("GROUP ( {} {system} )\n", archives(libraries, "libLLVM")?))?;
    println!("cargo:rustc-link-search={}", out.display());
    Ok(())
}

/// The archives of that beginning, in order of their names.
fn archives(libraries: &Path, beginning: &str) -> Result<String> {
    let mut archives = Vec::new();
    for entry in std::fs::read_dir(libraries)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with(beginning) && name.ends_with(".a") {
            archives.push(path.display().to_string());
        }
    }
    archives.sort();
    Ok(archives.join(" "))
}
