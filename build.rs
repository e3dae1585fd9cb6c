//! Sets how the tools link LLVM, passes LLVM's version to them, and links the name of each tool to the program.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use tileiras_build_support::{Llvm, out_dir};

/// The names under which the program `tileiras` is one of the tools, as in `src/tools.rs`.
const TOOLS: [&str; 6] =
    ["tileiras-cc", "tileiras-contract", "tileiras-lsp-server", "tileiras-opt", "tileiras-ptxas", "tileiras-translate"];

fn main() -> Result<()> {
    let llvm = Llvm::find()?;
    println!("cargo:rustc-env=TILEIRAS_LLVM_VERSION={}", llvm.config("--version")?);
    link_tools()?;
    if std::env::var_os("CARGO_FEATURE_STANDALONE").is_some() { link_statically(&llvm) } else { llvm.emit_rpath() }
}

/// Makes the links beside the program. Cargo itself makes none: it would build, and link LLVM into, a program for each.
fn link_tools() -> Result<()> {
    // target/debug/build/PACKAGE/out
    let out = out_dir()?;
    let folder = out.ancestors().nth(3).context("OUT_DIR is in the folder of the programs")?;
    for tool in TOOLS {
        let link = folder.join(tool);
        if link.read_link().is_ok_and(|target| target == Path::new("tileiras")) {
            continue;
        }
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink("tileiras", &link).with_context(|| link.display().to_string())?;
    }
    Ok(())
}

/// Lets the names of the shared libraries that `mlir-sys` links mean the static archives. The program then needs no
/// library but glibc's and GCC's.
fn link_statically(llvm: &Llvm) -> Result<()> {
    let system = llvm.config("--link-static --system-libs")?;
    let system = system.replace("-lzstd", "-l:libzstd.a").replace("-lz ", "-l:libz.a ");
    llvm.provide_library("libMLIR.so", &llvm.archives("libMLIR")?, "")?;
    llvm.provide_library("libLLVM-22.so", &llvm.archives("libLLVM")?, &system)?;
    llvm.provide_library("libstdc++.so", &[system_archive(llvm, "libstdc++.a")?], "")?;
    // Without a reference to one of its own functions, `malloc` would be that of glibc, which the linker finds first.
    let jemalloc = system_archive(llvm, "libjemalloc_pic.a")?;
    println!("cargo:rustc-link-arg-bins=-Wl,--undefined=mallctl,{}", jemalloc.display());
    // Position-independent, a start would write 300,000 addresses of LLVM's tables.
    println!("cargo:rustc-link-arg-bins=-no-pie");
    // The constructors of LLVM side by side: a start would otherwise read pages all over the program.
    println!("cargo:rustc-link-arg-bins=-Wl,-z,keep-text-section-prefix");
    Ok(())
}

/// The path of an archive in a folder of the C++ compiler.
fn system_archive(llvm: &Llvm, name: &str) -> Result<PathBuf> {
    let mut compiler = llvm.cpp()?.try_get_compiler()?.to_command();
    let output = compiler.arg(format!("-print-file-name={name}")).output()?;
    let path = PathBuf::from(String::from_utf8(output.stdout)?.trim());
    // The compiler prints a name that it does not find as it is.
    ensure!(path.is_absolute(), "{name} is missing: run `make build-dependencies`");
    Ok(path)
}
