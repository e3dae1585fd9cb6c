//! Helpers for build scripts: finds LLVM, compiles C++ against it, runs `mlir-tblgen`, and sets the rpath.
//!
//! Needs no variable: [`Llvm::find`] looks where `mlir-sys` looks, and then where Debian and Ubuntu install LLVM.
//! Refuses an LLVM of another release, and an LLVM without MLIR. Leaves out on purpose: the list of libraries to link,
//! which `mlir-sys` has.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "build scripts pass instructions to Cargo on standard output")]

mod find;

use anyhow::{Context, Result, anyhow, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

pub use find::LLVM_MAJOR;

/// An LLVM installation. Its properties are those that `llvm-config` prints.
pub struct Llvm {
    /// The program `llvm-config`.
    config: PathBuf,
    /// The folder of the other programs.
    programs: PathBuf,
}

impl Llvm {
    /// Finds LLVM with MLIR: in the folder `MLIR_SYS_220_PREFIX` if this variable is set, else by the first of
    /// `llvm-config`, `llvm-config-22` and `/usr/lib/llvm-22/bin/llvm-config` that is of release [`LLVM_MAJOR`].
    ///
    /// # Errors
    /// If there is none: the message names the packages to install. If there is one, but the build scripts of
    /// `mlir-sys` and `tblgen` do not find it: the message has the settings for them.
    pub fn find() -> Result<Self> {
        let config = find::find().map_err(|message| anyhow!(message))?;
        let mut llvm = Self { config, programs: PathBuf::new() };
        llvm.programs = llvm.config("--bindir")?.into();
        Ok(llvm)
    }

    /// The output of `llvm-config` for one or more flags.
    ///
    /// # Errors
    /// If the program cannot be run or fails.
    pub fn config(&self, flags: &str) -> Result<String> {
        run(Command::new(&self.config).args(flags.split(' ')))
    }

    /// The path of a program of this installation.
    #[must_use]
    pub fn tool(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }

    /// The folder of the libraries.
    ///
    /// # Errors
    /// As [`Llvm::config`].
    pub fn library_dir(&self) -> Result<PathBuf> {
        Ok(self.config("--libdir")?.into())
    }

    /// The folder of the headers and `.td` files.
    ///
    /// # Errors
    /// As [`Llvm::config`].
    pub fn include_dir(&self) -> Result<PathBuf> {
        Ok(self.config("--includedir")?.into())
    }

    /// A C++ compilation with the flags with which LLVM was built.
    ///
    /// The compiler is `CXX`, or the clang of the installation if it is not set. It must be the compiler of LLVM: MLIR
    /// makes the type ID of a trait from the name that the compiler prints for a local class, and GCC and clang print
    /// different names. A shim from the other compiler links and runs, but finds no trait on any operation (measured:
    /// Debian's LLVM 22 is built with clang). A unit test in `symbol.rs` of `tileiras-mlir` checks this.
    ///
    /// `TILEIRAS_CXXFLAGS` has additional flags, for example those of a sanitizer.
    ///
    /// # Errors
    /// As [`Llvm::config`].
    pub fn cpp(&self) -> Result<cc::Build> {
        let mut build = cc::Build::new();
        build.cpp(true).warnings(false).include(self.include_dir()?);
        let clang = self.tool("clang++");
        println!("cargo:rerun-if-env-changed=CXX");
        if std::env::var_os("CXX").is_none() && clang.exists() {
            build.compiler(clang);
        }
        for flag in self.config("--cxxflags")?.split_whitespace() {
            // `-I` is set above. glibc warns about `_FORTIFY_SOURCE` without optimisation.
            if !flag.starts_with("-I") && !flag.starts_with("-D_FORTIFY_SOURCE") {
                build.flag(flag);
            }
        }
        if self.config("--has-rtti")? != "YES" {
            build.flag("-fno-rtti");
        }
        println!("cargo:rerun-if-env-changed=TILEIRAS_CXXFLAGS");
        for flag in std::env::var("TILEIRAS_CXXFLAGS").unwrap_or_default().split_whitespace() {
            build.flag(flag);
        }
        // LLVM was built with NDEBUG, and its headers must be compiled in the same way.
        build.define("NDEBUG", None).flag_if_supported("-Wno-unused-parameter");
        Ok(build)
    }

    /// Compiles the C++ files of a folder into the static library `name`, as one translation unit: most of the time is
    /// spent in MLIR's headers, which are then read once. `includes` are folders of more headers.
    ///
    /// # Errors
    /// As [`Llvm::config`], and if the folder cannot be read. An error in the code ends the process.
    pub fn compile_cpp(&self, folder: &Path, includes: &[&Path], name: &str) -> Result<()> {
        println!("cargo:rerun-if-changed={}", folder.display());
        let folder = std::env::current_dir()?.join(folder);
        let entries = std::fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        files.retain(|path| path.extension().is_some_and(|extension| extension == "cpp"));
        files.sort();
        let text: String = files.iter().map(|path| format!("#include \"{}\"\n", path.display())).collect();
        let unit = out_dir()?.join(format!("{name}.cpp"));
        std::fs::write(&unit, text)?;
        self.cpp()?.include(&folder).includes(includes).file(&unit).compile(name);
        Ok(())
    }

    /// The static libraries whose name starts with `prefix`, sorted by name.
    ///
    /// # Errors
    /// As [`Llvm::config`], and if the folder of the libraries cannot be read.
    pub fn archives(&self, prefix: &str) -> Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(self.library_dir()?)?;
        let mut archives: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        archives.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(prefix) && name.ends_with(".a")
        });
        archives.sort();
        Ok(archives)
    }

    /// Provides a library that the calling package and its dependencies link by its name, as a linker script that lists
    /// archives. The linker takes the used objects from them. It searches here before the folders of dependencies.
    ///
    /// # Errors
    /// If the script cannot be written.
    pub fn provide_library(&self, name: &str, archives: &[PathBuf], flags: &str) -> Result<()> {
        let out = out_dir()?;
        let archives: Vec<String> = archives.iter().map(|path| path.display().to_string()).collect();
        std::fs::write(out.join(name), format!("GROUP ( {} {flags} )\n", archives.join(" ")))?;
        println!("cargo:rustc-link-search={}", out.display());
        Ok(())
    }

    /// Runs `mlir-tblgen` and writes its output to `output`.
    ///
    /// # Errors
    /// If the tool cannot be run or fails.
    pub fn tblgen(&self, generator: &[&str], include_dirs: &[&Path], input: &Path, output: &Path) -> Result<()> {
        let mut command = Command::new(self.tool("mlir-tblgen"));
        command.args(generator).arg("-I").arg(self.include_dir()?);
        for dir in include_dirs {
            command.arg("-I").arg(dir);
        }
        run(command.arg(input).arg("-o").arg(output)).map(drop)
    }

    /// Sets the rpath of the binaries, tests and shared libraries of the calling package to LLVM's libraries.
    ///
    /// Cargo does not inherit link arguments from dependencies, so each package with such an artefact calls this.
    ///
    /// # Errors
    /// As [`Llvm::config`].
    pub fn emit_rpath(&self) -> Result<()> {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", self.library_dir()?.display());
        Ok(())
    }
}

/// The folder for what the build script writes.
///
/// # Errors
/// If Cargo does not run the program.
pub fn out_dir() -> Result<PathBuf> {
    Ok(std::env::var_os("OUT_DIR").context("OUT_DIR is not set")?.into())
}

fn run(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
