//! The real ptxas: a header in, what it says out.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};
use tempfile::TempDir;

/// What ptxas does with a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Answer {
    /// It makes a cubin, and may warn.
    Accepts { warnings: Vec<String> },
    /// It makes none, and says why.
    Rejects { errors: Vec<String> },
    /// It dies of a signal.
    Dies { signal: i32 },
}

/// The assembler, and a folder for its input.
pub struct Ptxas {
    program: PathBuf,
    folder: TempDir,
}

impl Ptxas {
    /// The pinned one, which cargo names in `TILEIRAS_PTXAS`. Without it there is nothing to agree with.
    pub fn find() -> Result<Self, String> {
        let program = env::var_os("TILEIRAS_PTXAS").map(PathBuf::from).filter(|path| path.is_file());
        let program = program.ok_or("ptxas is missing where TILEIRAS_PTXAS says it is: run 'make install'")?;
        let folder = TempDir::new().map_err(|error| format!("no folder for the input of ptxas: {error}"))?;
        Ok(Self { program, folder })
    }

    /// Assembles a text for a chip. Each worker has its own file.
    pub fn assemble(&self, worker: usize, arch: &str, text: &str) -> Answer {
        let input = self.folder.path().join(format!("{worker}.ptx"));
        fs::write(&input, text).expect("the input of ptxas can be written");
        let output = Command::new(&self.program)
            .args(["-arch", arch, "-o", "/dev/null"])
            .arg(&input)
            .output()
            .unwrap_or_else(|error| panic!("{} does not start: {error}", self.program.display()));
        let said = [output.stderr, output.stdout].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        let lines = said.lines().map(|line| neutral(line, &input));
        // The last line of every rejection, which says nothing.
        let lines: Vec<String> =
            lines.filter(|line| !line.is_empty() && !line.contains("Ptx assembly aborted due to errors")).collect();
        match output.status.signal() {
            Some(signal) => Answer::Dies { signal },
            None if output.status.success() => Answer::Accepts { warnings: lines },
            None => Answer::Rejects { errors: lines },
        }
    }
}

/// The line without the name of the input, so that it is the same whoever asks.
fn neutral(line: &str, input: &Path) -> String {
    line.trim().replace(&input.display().to_string(), "k.ptx")
}
