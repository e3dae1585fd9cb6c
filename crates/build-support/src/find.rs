//! Finds LLVM with MLIR, and checks that the build scripts of the bindings find it, too.
//!
//! This module has no dependencies, because the build script of this package is made of it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The LLVM release that the bindings, the shim and the plugin are built for.
pub const LLVM_MAJOR: &str = "22";

/// The variables that tell `mlir-sys` and `tblgen` where LLVM is. Without them they run the `llvm-config` of `PATH`.
const VARIABLES: [&str; 2] = ["MLIR_SYS_220_PREFIX", "TABLEGEN_220_PREFIX"];

/// The programs to try if there is no variable. The second is the name on Debian, Ubuntu and Fedora.
const PROGRAMS: [&str; 3] = ["llvm-config", "llvm-config-22", "/usr/lib/llvm-22/bin/llvm-config"];

/// What to do if there is no LLVM.
const INSTALL: &str = "\
Debian, Ubuntu (packages of the distribution, or of https://apt.llvm.org):
    apt install llvm-22-dev libmlir-22-dev mlir-22-tools libpolly-22-dev clang-22 libclang-22-dev zlib1g-dev libzstd-dev
Elsewhere: set MLIR_SYS_220_PREFIX and TABLEGEN_220_PREFIX to the folder of an LLVM 22 that was built with MLIR.";

/// Finds the program `llvm-config` of an LLVM with MLIR.
///
/// # Errors
/// A message that says what to install or to set.
pub fn find() -> Result<PathBuf, String> {
    // Not PATH: it differs between shells and editors, and each change would compile all C++ again.
    for variable in VARIABLES {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    let programs = match prefix(VARIABLES[0]) {
        Some(prefix) => vec![program_in(&prefix)],
        None => PROGRAMS.map(PathBuf::from).to_vec(),
    };
    let Some(program) = programs.iter().find(|program| is_wanted(program)) else {
        let tried: Vec<String> = programs.iter().map(|program| describe(program)).collect();
        return Err(format!("LLVM {LLVM_MAJOR} was not found: {}.\n{INSTALL}", tried.join(", ")));
    };
    let folder = |flag| output(program, flag).map(PathBuf::from).unwrap_or_default();
    for file in [folder("--includedir").join("mlir-c/IR.h"), folder("--bindir").join("mlir-tblgen")] {
        if !file.exists() {
            return Err(format!(
                "LLVM {LLVM_MAJOR} is installed without MLIR: {} is missing.\n{INSTALL}",
                file.display()
            ));
        }
    }
    check_bindings(&folder("--prefix"))?;
    Ok(program.clone())
}

/// Fails if the build script of `mlir-sys` or of `tblgen` would not find the release.
fn check_bindings(installation: &Path) -> Result<(), String> {
    let program = |variable| prefix(variable).map_or_else(|| PROGRAMS[0].into(), |prefix| program_in(&prefix));
    let failing: Vec<PathBuf> = VARIABLES.into_iter().map(program).filter(|program| !is_wanted(program)).collect();
    let Some(program) = failing.first() else { return Ok(()) };
    Err(format!(
        "LLVM {LLVM_MAJOR} is in {0}, but the build scripts of mlir-sys and tblgen run another program: {1}.\n\
         Put this into .cargo/config.toml, in the folder of your Cargo.toml or of your workspace:\n\n\
         [env]\n\
         MLIR_SYS_220_PREFIX = \"{0}\"\n\
         TABLEGEN_220_PREFIX = \"{0}\"\n",
        installation.display(),
        describe(program),
    ))
}

fn prefix(variable: &str) -> Option<OsString> {
    std::env::var_os(variable).filter(|prefix| !prefix.is_empty())
}

fn program_in(prefix: &OsStr) -> PathBuf {
    Path::new(prefix).join("bin/llvm-config")
}

/// What a program `llvm-config` prints for a flag; `None` if it cannot be run, or fails.
fn output(program: &Path, flag: &str) -> Option<String> {
    let output = Command::new(program).arg(flag).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Whether a program `llvm-config` is of the release.
fn is_wanted(program: &Path) -> bool {
    output(program, "--version").is_some_and(|version| version.split('.').next() == Some(LLVM_MAJOR))
}

/// What a program `llvm-config` is, for messages.
fn describe(program: &Path) -> String {
    match output(program, "--version") {
        Some(version) => format!("{} is of LLVM {version}", program.display()),
        None => format!("{} cannot be run", program.display()),
    }
}
