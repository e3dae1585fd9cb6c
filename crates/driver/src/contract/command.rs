//! What the commands of `tileiras-contract` have in common: the inputs that they read, and what they print.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Once;

use melior::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tileiras_container::Bytes;
use tileiras_contract::read::ConflictPolicy;
use tileiras_mlir::report::ReportedDiagnostic;
use tileiras_mlir::visible;

use crate::input::{Input, Limit, check_standard_input, reader};
use crate::messages::Message;
use crate::messages::fault::{self, Fault, Kind};
use crate::messages::printer::Printer;
use crate::output::open;
use crate::path::is_standard_stream;
use crate::tool::Tool;
use crate::worker::{self, UserLimits};

pub(super) fn print_error(text: &[u8]) {
    // An error is ignored: the stream may be closed.
    let _ = std::io::stderr().write_all(text);
}

/// Checks that standard input is given at most once, and that the output is no input.
pub(super) fn check_files(inputs: &[PathBuf], output: &Path) -> Result<(), Fault> {
    check_standard_input(inputs)?;
    if !is_standard_stream(output) && inputs.iter().any(|input| input == output) {
        return Err(Kind::Usage.fault(format!("the output '{}' is also an input", output.display())));
    }
    Ok(())
}

/// What reads inputs in workers.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    pub tool: &'a Tool,
    pub on_conflict: ConflictPolicy,
}

impl Reading<'_> {
    /// Calls `work` with a new context. Must be called in a worker. Returns the diagnostics and the result.
    pub fn with_context<T>(
        self,
        input: &Input,
        work: impl FnOnce(&Context) -> Result<T, Fault>,
    ) -> (Vec<ReportedDiagnostic>, Result<T, Fault>) {
        static REGISTERED: Once = Once::new();
        REGISTERED.call_once(tileiras_passes::register);
        reader::with_context(input, &(self.tool.dialects)(), work)
    }
}

/// The command that runs, and what it prints.
pub(super) struct Command<'a> {
    pub tool: &'a Tool,
    pub printer: Printer<'a>,
    pub json: bool,
    pub limit: Limit,
    pub limits: UserLimits,
    pub on_conflict: ConflictPolicy,
    /// For standard output.
    pub output: RefCell<Vec<u8>>,
    /// What was read of standard input and of pipes, by path.
    pub streams: RefCell<HashMap<PathBuf, Bytes>>,
}

impl Command<'_> {
    /// Adds a text to the output.
    pub fn write(&self, text: &[u8]) {
        self.output.borrow_mut().extend_from_slice(text);
    }

    /// Writes a text to a file, or to standard output.
    pub fn write_to(&self, output: &Path, text: &[u8]) -> Result<(), Fault> {
        if is_standard_stream(output) {
            self.write(text);
            return Ok(());
        }
        open(output)?.commit(text).map_err(|error| Kind::Output.fault(error.to_string()))
    }

    /// Prints the summary of a search: after a text for people, and on standard error beside JSON and SARIF.
    pub fn print_summary(&self, text: &str, is_for_people: bool) {
        if is_for_people { self.write(text.as_bytes()) } else { print_error(text.as_bytes()) }
    }

    /// Reports messages about an input, or about the command: on standard error if they are for people, and else on
    /// standard output.
    pub fn report(&self, input: Option<&Path>, messages: &[Message]) {
        let text = self.printer.text(input, messages);
        if self.printer.is_human() { print_error(&text) } else { self.write(&text) }
    }

    /// Reports a fault, unless a diagnostic has reported it.
    pub fn report_fault(&self, input: Option<&Path>, fault: &Fault) {
        self.report(input, &Vec::from_iter(Message::of_fault(fault)));
    }

    /// Reports the fault of an input, and keeps the first one of a run that goes on.
    pub fn keep_fault(&self, path: &Path, fault: Fault, result: &mut Result<(), Fault>) {
        let fault = fault.in_file(path);
        self.report_fault(Some(path), &fault);
        fault::keep_first(result, fault.kind);
    }

    /// What reads inputs in workers.
    pub fn reading(&self) -> Reading<'_> {
        Reading { tool: self.tool, on_conflict: self.on_conflict }
    }

    /// Calls `work` with a new context in a worker, and prints the diagnostics.
    pub fn in_worker<T: Serialize + DeserializeOwned>(
        &self,
        input: &Input,
        work: impl Fn(&Context) -> Result<T, Fault> + Sync,
    ) -> Result<T, Fault> {
        let reading = self.reading();
        let (diagnostics, result) = worker::call(self.limits, || reading.with_context(input, &work))?;
        let messages: Vec<_> = diagnostics.into_iter().map(Message::Diagnostic).collect();
        self.report(Some(&input.path), &messages);
        result
    }

    /// Prints values as JSON, or their texts. The JSON is a list if there can be several values, as of a fat binary.
    pub fn print(&self, is_list: bool, values: &[impl Serialize], texts: &[String]) -> Result<(), Fault> {
        match values {
            [value] if self.json && !is_list => self.print_json(value),
            values => self.print_list(values, texts),
        }
    }

    /// Prints values as a list in JSON, or their texts.
    pub fn print_list(&self, values: &[impl Serialize], texts: &[String]) -> Result<(), Fault> {
        if self.json {
            return self.print_json(values);
        }
        self.write(visible::text(&texts.join("\n")).as_bytes());
        Ok(())
    }

    pub fn print_json(&self, value: &(impl Serialize + ?Sized)) -> Result<(), Fault> {
        let text = serde_json::to_string_pretty(value).map_err(|error| Kind::Internal.fault(error.to_string()))?;
        self.write(visible::json(&text).as_bytes());
        self.write(b"\n");
        Ok(())
    }
}
