//! A place for one test: a folder to work in, one for temporary files, and the two tools.

use crate::common::process::End;
use std::ffi::{OsStr, OsString};
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::{env, thread};
use tempfile::TempDir;

/// The ptxas that the project pins.
pub fn ptxas() -> PathBuf {
    let path = env::var_os("TILEIRAS_PTXAS").map(PathBuf::from).filter(|path| path.is_file());
    path.expect("ptxas is missing where TILEIRAS_PTXAS says it is: run 'make install'")
}

/// A file of `examples/`.
pub fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name)
}

/// The folders of a test. Fails in the end if a temporary file is left.
pub struct Bench {
    work: TempDir,
    temporary: TempDir,
}

/// What a tool did.
#[derive(Debug)]
pub struct Ran {
    pub end: End,
    pub out: Vec<u8>,
    pub err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        let status = output.status;
        let signal = || End::Signal(status.signal().expect("it ended by code or by signal"));
        let end = status.code().map_or_else(signal, End::Exit);
        Self { end, out: output.stdout, err: String::from_utf8_lossy(&output.stderr).into_owned() }
    }

    /// What it wrote to its standard output, as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }

    /// It ended with that code.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        assert_eq!(self.end, End::Exit(code), "{}\n{}", self.err, self.text());
        self
    }

    /// It wrote these parts to its standard error, in this order.
    #[track_caller]
    pub fn says(self, parts: &[&str]) -> Self {
        let mut rest = self.err.as_str();
        for part in parts {
            let place = rest.find(part).unwrap_or_else(|| panic!("no '{part}' in its place in:\n{}", self.err));
            rest = &rest[place + part.len()..];
        }
        self
    }

    /// It wrote that part to its standard error, so often.
    #[track_caller]
    pub fn says_times(self, part: &str, times: usize) -> Self {
        assert_eq!(self.err.matches(part).count(), times, "'{part}' in:\n{}", self.err);
        self
    }

    /// It wrote nothing to its standard error.
    #[track_caller]
    pub fn quiet(self) -> Self {
        assert_eq!(self.err, "");
        self
    }
}

impl Bench {
    pub fn new() -> Self {
        Self { work: TempDir::new().expect("a folder"), temporary: TempDir::new().expect("a folder") }
    }

    /// A path in the folder to work in.
    pub fn path(&self, name: &str) -> PathBuf {
        self.work.path().join(name)
    }

    /// The folder for temporary files.
    pub fn temporary(&self) -> &Path {
        self.temporary.path()
    }

    /// Writes a file there.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).expect("a file can be written");
        path
    }

    /// Writes a script there, in place of ptxas. `$PTXAS` is the real one, `$input` and `$output` are its files.
    pub fn stand_in(&self, body: &str) -> PathBuf {
        let find = "for word in \"$@\"; do\n  case $last in -o) output=$word ;; esac\n  case $word in *.ptx) input=$word ;; esac\n  \
                    last=$word\ndone";
        let script = format!("#!/bin/sh\nPTXAS='{}'\n{find}\n{body}\n", ptxas().display());
        let path = self.file("ptxas.sh", script);
        fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("it can be made executable");
        path
    }

    /// What lies in the folder to work in, in order.
    pub fn listing(&self) -> Vec<String> {
        names(self.work.path())
    }

    /// A command that runs here, with its own folder for temporary files and no gate open.
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
        let mut command = self.command(env!("CARGO_BIN_EXE_tileiras-cc"));
        command.args(arguments.into_iter().map(Into::into));
        command
    }

    pub fn contract_command<A: Into<OsString>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_tileiras-contract"));
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
            assert_eq!(names(self.temporary()), [""; 0], "temporary files are left");
            let hidden = self.listing().into_iter().filter(|name| name.starts_with(".tileiras"));
            assert_eq!(hidden.collect::<Vec<_>>(), [""; 0], "files are left beside the outputs");
        }
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder can be read").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Starts a command with pipes.
pub fn start(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"))
}

/// Runs a command on that input.
pub fn run(mut command: Command, input: &[u8]) -> Ran {
    if !input.is_empty() {
        command.stdin(Stdio::piped());
    }
    let mut child = start(command);
    let stdin = child.stdin.take();
    let output = thread::scope(|scope| {
        // A tool that gives up early closes the pipe, which is its right.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        child.wait_with_output().expect("its output can be read")
    });
    Ran::of(output)
}

/// Waits for a child that was started.
pub fn finish(child: Child) -> Ran {
    Ran::of(child.wait_with_output().expect("its output can be read"))
}
