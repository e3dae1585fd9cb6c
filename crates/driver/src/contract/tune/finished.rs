//! The file of finished rows, with which an interrupted run goes on.
//!
//! Accepts a file to which earlier runs have appended lines. Each can be cut off, as by a signal or a full disk.
//! Guarantees that each row is in the file as soon as it is finished. Refuses a file with other lines, to which a user
//! did not want to append.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tileiras_mlir::report::Place;
use tileiras_ptxas::reason;

use super::assemble::{RowAssembler, RowOutcome};
use super::bounds::Bounds;
use crate::input::{Input, Limit};
use crate::messages::fault::{Fault, Kind};
use crate::path::is_standard_stream;

/// A line of the file. Only the key and the outcome are read.
#[derive(Deserialize, Serialize)]
struct FinishedLine {
    /// What identifies the row ([`RowAssembler::key`]).
    key: String,
    kernel: String,
    chip: String,
    ptxas: String,
    #[serde(flatten)]
    bounds: Bounds,
    #[serde(flatten)]
    outcome: RowOutcome,
}

/// The finished rows.
pub(super) struct Finished {
    /// The file for further ones, if the user names one.
    file: Option<(PathBuf, File)>,
    rows: HashMap<String, RowOutcome>,
}

impl Finished {
    /// Reads a file, or creates it.
    ///
    /// # Errors
    /// If it cannot be read or written, or is no such file.
    pub fn open(path: Option<&Path>, limit: Limit) -> Result<Self, Fault> {
        let Some(path) = path else { return Ok(Self { file: None, rows: HashMap::new() }) };
        if is_standard_stream(path) {
            return Err(Kind::Usage.of_command("-o names a file, to which rows are appended"));
        }
        let is_filled = path.metadata().is_ok_and(|data| data.is_file() && data.len() > 0);
        let content = if is_filled { Input::read(path, limit).map_err(of_command)?.content } else { Vec::new() };
        let rows = read(path, &content)?;
        let file = OpenOptions::new().append(true).create(true).open(path);
        let mut file = file.map_err(|error| cannot_write(path, &error))?;
        if content.last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n").map_err(|error| cannot_write(path, &error))?;
        }
        Ok(Self { file: Some((path.to_owned(), file)), rows })
    }

    /// The outcome of a row.
    pub fn get(&self, key: &str) -> Option<RowOutcome> {
        self.rows.get(key).cloned()
    }

    /// Appends a row, unless its outcome can be different the next time.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(
        &mut self,
        key: &str,
        assembler: &RowAssembler,
        bounds: Bounds,
        outcome: &RowOutcome,
    ) -> Result<(), Fault> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        if matches!(outcome, RowOutcome::Failed(_)) {
            return Ok(());
        }
        let RowAssembler { kernel, chip, release, .. } = assembler;
        let (kernel, chip, ptxas) = (kernel.clone(), chip.to_string(), release.clone());
        let line = FinishedLine { key: key.to_owned(), kernel, chip, ptxas, bounds, outcome: outcome.clone() };
        let line = serde_json::to_string(&line).map_err(|error| Kind::Internal.fault(error.to_string()))?;
        // With one write, as another run can append to the file.
        file.write_all(format!("{line}\n").as_bytes()).map_err(|error| cannot_write(path, &error))
    }
}

/// The rows in the content of a file.
fn read(path: &Path, content: &[u8]) -> Result<HashMap<String, RowOutcome>, Fault> {
    let mut rows = HashMap::new();
    for (number, text) in content.split_inclusive(|byte| *byte == b'\n').enumerate() {
        match serde_json::from_slice(text.trim_ascii_end()) {
            Ok(FinishedLine { key, outcome, .. }) => drop(rows.insert(key, outcome)),
            // It was cut off. A later run has ended the line.
            Err(error) if error.is_eof() => {}
            Err(error) => {
                let place = Place { file: crate::path::name_of(path), line: number as u64 + 1, column: 1 };
                // The text is one line.
                let error = error.to_string().replace(" at line 1 column ", " at column ");
                let text = format!("is no row of tune: {error}");
                return Err(of_command(Kind::Input.fault(text).at(place)));
            }
        }
    }
    Ok(rows)
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Fault {
    Kind::Output.of_command(format!("cannot write '{}': {}", path.display(), reason(error)))
}

/// The same fault, which is not about the PTX.
fn of_command(fault: Fault) -> Fault {
    Fault { of_command: true, ..fault }
}
