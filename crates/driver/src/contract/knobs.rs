//! `tileiras-contract knobs`: lists the commands of a knobs file, and fails if one is malformed.

use std::path::{Path, PathBuf};

use clap::Args;
use tileiras_knobs::Knobs;

use super::command::Command;
use crate::input::Input;
use crate::messages::fault::{Fault, Kind};

/// The command line of `knobs`.
#[derive(Args, Clone, Debug)]
pub(super) struct KnobsOptions {
    /// The file; - is standard input
    file: PathBuf,
}

impl Command<'_> {
    /// Lists the commands of a file, the malformed ones, too.
    pub(super) fn knobs(&mut self, options: &KnobsOptions) -> Result<(), Fault> {
        self.list_knobs(&options.file).map_err(|fault| fault.in_file(&options.file))
    }

    fn list_knobs(&mut self, path: &Path) -> Result<(), Fault> {
        let input = Input::read(path, self.limit)?;
        let knobs = Knobs::read(&input.content).map_err(|error| Kind::Input.fault(error.to_string()))?;
        self.print(false, std::slice::from_ref(&knobs), &[knobs.to_string()])?;
        let mut malformed = knobs.malformed();
        let Some((line, reason)) = malformed.next() else { return Ok(()) };
        let more = match malformed.count() {
            0 => String::new(),
            more => format!("; malformed commands after it: {more}"),
        };
        Err(Kind::Input.fault(format!("line {line}: malformed command: {reason}{more}")))
    }
}
