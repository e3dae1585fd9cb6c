//! Compiles the shim, and provides the library `libMLIR-C.so` that `mlir-sys` links.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use tileiras_build_support::Llvm;

/// The C++ files of the shim, without their extension.
const SHIM: &[&str] = &[
    "Attribute",
    "Backend",
    "Diagnostic",
    "Function",
    "LLVMExport",
    "LLVMImport",
    "Layout",
    "Link",
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
    let is_standalone = std::env::var_os("CARGO_FEATURE_STANDALONE").is_some();
    if is_standalone {
        build.file("shim/Random.cpp");
    }
    println!("cargo:rerun-if-changed=shim");
    build.include("shim").compile("tileiras_mlir_shim");

    let out: PathBuf = std::env::var_os("OUT_DIR").context("OUT_DIR is not set")?.into();
    let libraries = llvm.library_dir()?;
    provide_c_api(&libraries, &out)?;
    for shared in ["libMLIR.so", "libLLVM-22.so", "libstdc++.so"] {
        // An earlier build with the feature may have written it.
        let _ = std::fs::remove_file(out.join(shared));
    }
    if is_standalone {
        link_statically(&llvm, &libraries, &out)?;
    }
    Ok(())
}

/// Writes `libMLIR-C.so`, which `mlir-sys` links and Debian does not ship, as a linker script that lists the static archives
/// of the C API. The linker takes the used objects from them. All other symbols come from `libMLIR.so`.
fn provide_c_api(libraries: &Path, out: &Path) -> Result<()> {
    if libraries.join("libMLIR-C.so").exists() {
        return Ok(());
    }
    let archives = archives(libraries, "libMLIRCAPI")?;
    std::fs::write(out.join("libMLIR-C.so"), format!("GROUP ( {archives} )\n"))?;
    println!("cargo:rustc-link-search={}", out.display());
    Ok(())
}

/// Writes linker scripts with the names of the shared libraries that `mlir-sys` links. They list the static archives, and
/// the linker finds them before the shared libraries. The linker takes only the used objects.
fn link_statically(llvm: &Llvm, libraries: &Path, out: &Path) -> Result<()> {
    let system = llvm.config("--link-static --system-libs")?;
    // The tools then need no library but glibc's and GCC's.
    let system = system.replace("-lzstd", "-l:libzstd.a").replace("-lz ", "-l:libz.a ");
    std::fs::write(out.join("libMLIR.so"), format!("GROUP ( {} )\n", archives(libraries, "libMLIR")?))?;
    std::fs::write(out.join("libLLVM-22.so"), format!("GROUP ( {} {system} )\n", archives(libraries, "libLLVM")?))?;
    std::fs::write(out.join("libstdc++.so"), format!("GROUP ( {} )\n", cpp_library(llvm)?))?;
    println!("cargo:rustc-link-search={}", out.display());
    Ok(())
}

/// The path of the C++ standard library as an archive.
fn cpp_library(llvm: &Llvm) -> Result<String> {
    let mut compiler = llvm.cpp()?.try_get_compiler()?.to_command();
    let output = compiler.arg("-print-file-name=libstdc++.a").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// The archives whose name starts with `prefix`, sorted by name.
fn archives(libraries: &Path, prefix: &str) -> Result<String> {
    let mut archives = Vec::new();
    for entry in std::fs::read_dir(libraries)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with(prefix) && name.ends_with(".a") {
            archives.push(path.display().to_string());
        }
    }
    archives.sort();
    Ok(archives.join(" "))
}
