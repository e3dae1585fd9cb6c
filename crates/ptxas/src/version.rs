//! The release of a `ptxas`, as the program prints it.

use std::process::Command;
use std::time::Duration;

use tileiras_process::supervise;

use crate::find::Ptxas;

/// The time limit for an answer, which takes milliseconds.
const TIME_LIMIT: Duration = Duration::from_secs(10);

impl Ptxas {
    /// The release that `ptxas --version` prints, such as `13.5.37`; `None` if the program is not a `ptxas`.
    #[must_use]
    pub fn version(&self) -> Option<String> {
        let mut command = Command::new(&self.program);
        command.arg("--version");
        let ended = supervise::run(command, Some(TIME_LIMIT), None, None).ok()?;
        read(&String::from_utf8_lossy(&ended.stdout)).map(str::to_owned)
    }
}

/// The release in the output, which has it after the last comma of a line: `..., release 13.5, V13.5.37`.
fn read(output: &str) -> Option<&str> {
    output
        .lines()
        .find_map(|line| line.split_once(", release ")?.1.split_once(", V").map(|(_, version)| version.trim()))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn the_release_is_found_in_its_line() {
        let output = "ptxas: NVIDIA (R) Ptx optimizing assembler\nCuda compilation tools, release 13.5, V13.5.37\n";
        assert_eq!(read(output), Some("13.5.37"));
        assert_eq!(read("GNU assembler, release 2\n"), None);
        assert_eq!(read(""), None);
    }
}
