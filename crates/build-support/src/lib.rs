//! What the build scripts share: where LLVM is, how C++ is compiled against it, how binaries find it.
//!
//! Accepts the two variables that the binding crates read as well, `MLIR_SYS_220_PREFIX` (headers, libraries) and
//! `TABLEGEN_220_PREFIX` (TableGen tools); `.cargo/config.toml` sets both to Debian's prefix unless the environment does.
//! Leaves out on purpose: linking. `mlir-sys` names the libraries, this crate only makes them findable.

#![expect(clippy::print_stdout, reason = "that is how a build script talks to Cargo")]

use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The LLVM release that the bindings, the shim and the plugin are built for.
pub const LLVM_MAJOR: &str = "22";

/// An LLVM installation, asked through its `llvm-config`.
pub struct Llvm {
    prefix: PathBuf,
}

impl Llvm {
    /// Finds the installation that `MLIR_SYS_220_PREFIX` names.
    ///
    /// # Errors
    /// When the variable is unset, `llvm-config` does not run there, or the release is another one.
    pub fn find() -> Result<Self> {
        println!("cargo:rerun-if-env-changed=MLIR_SYS_220_PREFIX");
        let prefix = std::env::var_os("MLIR_SYS_220_PREFIX")
            .context("MLIR_SYS_220_PREFIX is not set: it names the folder of LLVM 22 that holds bin/llvm-config")?;
        let llvm = Self { prefix: prefix.into() };
        let version = llvm.config("--version")?;
        ensure!(
            version.split('.').next() == Some(LLVM_MAJOR),
            "{} is LLVM {version}, but LLVM {LLVM_MAJOR} is needed",
            llvm.prefix.display()
        );
        Ok(llvm)
    }

    /// One answer of `llvm-config`, to one or more flags.
    ///
    /// # Errors
    /// When the program cannot be run or says no.
    pub fn config(&self, question: &str) -> Result<String> {
        run(Command::new(self.tool("llvm-config")).args(question.split(' ')))
    }

    /// The path of a program of this installation.
    #[must_use]
    pub fn tool(&self, name: &str) -> PathBuf {
        self.prefix.join("bin").join(name)
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

    /// A C++ compilation with the flags LLVM itself was built with.
    ///
    /// The compiler is the clang of the installation unless `CXX` names another. It matters: MLIR tells traits apart by
    /// the name that the compiler prints for a local class, and GCC and clang print different ones. A shim compiled with
    /// the other compiler links, runs, and sees no trait on any operation (measured: Debian's LLVM 22 is built with
    /// clang). A test of `tileiras-mlir` guards this.
    ///
    /// `TILEIRAS_CXXFLAGS` has more flags, for our C++ alone: those of a sanitizer.
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
            // `-I` is given above; glibc wants `_FORTIFY_SOURCE` only together with optimisation.
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
        // Asserts of LLVM's headers must match the release build of the library they are linked to.
        build.define("NDEBUG", None).flag_if_supported("-Wno-unused-parameter");
        Ok(build)
    }

    /// Runs `mlir-tblgen` and writes its output to `output`.
    ///
    /// # Errors
    /// When the tool is missing or refuses the file.
    pub fn tblgen(&self, generator: &[&str], include_dirs: &[&Path], input: &Path, output: &Path) -> Result<()> {
        let mut command = Command::new(self.tool("mlir-tblgen"));
        command.args(generator).arg("-I").arg(self.include_dir()?);
        for dir in include_dirs {
            command.arg("-I").arg(dir);
        }
        run(command.arg(input).arg("-o").arg(output)).map(drop)
    }

    /// Tells the dynamic loader of every binary and test of the calling package where LLVM's libraries are.
    ///
    /// Cargo does not hand link arguments on from a dependency, so each package with a final artefact calls this.
    ///
    /// # Errors
    /// As [`Llvm::config`].
    pub fn emit_rpath(&self) -> Result<()> {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", self.library_dir()?.display());
        Ok(())
    }
}

fn run(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
