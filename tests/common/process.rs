//! Running a tool: text in, text out, and how it ended.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fmt, thread};

/// How a process ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum End {
    /// By itself, with this code.
    Exit(i32),
    /// By this signal: a crash.
    Signal(i32),
}

/// A process that has ended.
pub struct Run {
    command: String,
    /// How it ended.
    pub end: End,
    /// What it wrote to its standard output.
    pub out: Vec<u8>,
    /// What it wrote to its standard error.
    pub err: String,
}

impl Run {
    /// The output as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }

    /// The run, if it ended well.
    pub fn good(self) -> Result<Self, String> {
        if self.end == End::Exit(0) { Ok(self) } else { Err(self.to_string()) }
    }

    /// The run, which must have ended well.
    #[track_caller]
    pub fn expect_good(self) -> Self {
        self.good().unwrap_or_else(|what| panic!("{what}"))
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}\n{}", self.command, self.end, self.err)
    }
}

/// Runs a program on that input.
pub fn run(program: &Path, arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {}: {error}", program.display()));
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let output = thread::scope(|scope| {
        // A tool that gives up early closes the pipe, which is its right.
        scope.spawn(move || stdin.write_all(input).ok());
        child.wait_with_output().expect("its output can be read")
    });
    let status = output.status;
    let end = match status.code() {
        Some(code) => End::Exit(code),
        None => End::Signal(status.signal().expect("it ended by code or by signal")),
    };
    Run {
        command: format!("{} {}", program.display(), arguments.join(" ")),
        end,
        out: output.stdout,
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// `tileiras-opt`.
pub fn opt(arguments: &[&str], input: &[u8]) -> Run {
    run(Path::new(env!("CARGO_BIN_EXE_tileiras-opt")), arguments, input)
}

/// `tileiras-translate --import-nvvm`.
pub fn import(input: &[u8]) -> Run {
    run(Path::new(env!("CARGO_BIN_EXE_tileiras-translate")), &["--import-nvvm"], input)
}

/// A program of stock LLVM 22, such as `opt`. Without it there is nothing to compare with, so it must be there.
pub fn stock(name: &str, arguments: &[&str], input: &[u8]) -> Run {
    run(&stock_path(name), arguments, input)
}

fn stock_path(name: &str) -> PathBuf {
    let prefix = env::var("MLIR_SYS_220_PREFIX").ok();
    let prefix = prefix.as_deref().or(option_env!("MLIR_SYS_220_PREFIX"));
    let prefix = prefix.expect("MLIR_SYS_220_PREFIX says where LLVM 22 is; .cargo/config.toml sets it");
    let path = Path::new(prefix).join("bin").join(name);
    assert!(path.exists(), "the oracle {} is missing", path.display());
    path
}
