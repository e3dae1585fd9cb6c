//! The environment of a test: a working folder, a folder for temporary files, and the two tools.

use crate::common::{CC, CONTRACT};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use tileiras_test_support::folder::{Folder, Scratch};
pub use tileiras_test_support::process::{Run as Ran, run_command as run};
pub use tileiras_test_support::ptxas::program as ptxas;
pub use tileiras_test_support::tree::example;

/// The folders of a test. Asserts on drop that no temporary file is left.
pub struct Bench {
    work: Folder,
    temporary: Scratch,
}

impl Bench {
    pub fn new() -> Self {
        Self { work: Folder::new(), temporary: Scratch::new() }
    }

    /// A path in the working folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.work.join(name)
    }

    /// The folder for temporary files.
    pub fn temporary(&self) -> &Path {
        self.temporary.path()
    }

    /// Writes a file in the working folder.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        self.work.file(name, content)
    }

    /// Writes a script to use as ptxas. `$PTXAS` is the real ptxas; `$input` and `$output` are its files.
    pub fn stand_in(&self, body: &str) -> PathBuf {
        let find = "for word in \"$@\"; do\n  case $last in -o) output=$word ;; esac\n  \
                    case $word in *.ptx) input=$word ;; esac\n  last=$word\ndone";
        let script = format!("#!/bin/sh\nPTXAS='{}'\n{find}\n{body}\n", ptxas().display());
        self.work.file_of_mode("ptxas.sh", script, 0o755)
    }

    /// The names of the files in the working folder, sorted.
    pub fn listing(&self) -> Vec<String> {
        self.work.names()
    }

    /// A command that runs in the working folder, with its own folder for temporary files and without a knobs file.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.work.path()).env("TMPDIR", self.temporary()).env("TILEIRAS_PTXAS", ptxas());
        for name in ["MLIR_ENABLE_EVO", "PTX_KNOBS_PATH", "CUDA_HOME", "CUDA_PATH"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::null());
        command
    }

    pub fn cc_command<A: Into<OsString>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = self.command(CC);
        command.args(arguments.into_iter().map(Into::into));
        command
    }

    pub fn contract_command<A: Into<OsString>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = self.command(CONTRACT);
        command.args(arguments.into_iter().map(Into::into));
        command
    }

    /// Runs `tileiras-cc`.
    pub fn cc<A: Into<OsString>>(&self, arguments: impl IntoIterator<Item = A>) -> Ran {
        run(self.cc_command(arguments), b"")
    }

    /// Runs `tileiras-contract`.
    pub fn contract<A: Into<OsString>>(&self, arguments: impl IntoIterator<Item = A>) -> Ran {
        run(self.contract_command(arguments), b"")
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        if !thread::panicking() {
            let hidden = self.listing().into_iter().filter(|name| name.starts_with(".tileiras"));
            assert_eq!(hidden.collect::<Vec<_>>(), [""; 0], "temporary files are left in the folder of the outputs");
        }
    }
}
