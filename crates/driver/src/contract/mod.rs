//! `tileiras-contract`: shows, compares and checks launch contracts, and lists a knobs file. The images of a fat binary
//! are shown and compared one by one.

mod audit;
mod baseline;
mod cache;
mod check;
mod explain;
mod facts;
mod findings;
mod header;
mod host;
mod knobs;
mod launch;
mod nvcc;
mod report;
mod resources;
mod show;
mod snapshot;
mod sources;
mod summary;
mod table;
mod tune;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Once;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use melior::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tileiras_container::Bytes;
use tileiras_contract::read::ConflictPolicy;
use tileiras_mlir::guard::guard;
use tileiras_mlir::report::ReportedDiagnostic;
use tileiras_mlir::visible;

use crate::cli::policy;
use crate::exit::{self, Fault, Kind};
use crate::input::{Input, Limit};
use crate::messages::Message;
use crate::output_location::{check_standard_input, is_standard_stream};
use crate::printer::{ColorOption, MessageFormat, Printer};
use crate::rules::RuleQuery;
use crate::worker::{self, UserLimits};
use crate::{Tool, interrupt, open, reader, standard_output};

/// Show and compare the launch contracts of MLIR, LLVM IR, PTX and cubins.
#[derive(Clone, Debug, Parser)]
#[command(name = "tileiras-contract", max_term_width = 100, after_help = exit_codes(), disable_help_subcommand = true)]
#[command(arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    task: Option<Task>,

    #[command(flatten)]
    query: RuleQuery,

    /// Print JSON in place of tables, on standard output; the findings of check are JSON with --message-format=json
    #[arg(long, global = true)]
    json: bool,

    /// Refuse a file of more MiB than that
    #[arg(long, global = true, value_name = "MIB", default_value_t)]
    max_input_size: Limit,

    /// What to do if IR states a launch fact twice, with different values
    #[arg(long, global = true, value_name = "POLICY", default_value_t, value_parser = policy)]
    on_conflict: ConflictPolicy,

    #[command(flatten)]
    color: ColorOption,

    #[command(flatten)]
    limits: UserLimits,
}

#[derive(Clone, Debug, Subcommand)]
enum Task {
    /// Print the launch facts that files state, or what their kernels use
    Show(show::ShowOptions),
    /// Compare the launch facts of files with those of the files compiled from them
    #[command(override_usage = "tileiras-contract audit [OPTIONS] <INPUT>... <OUTPUT>")]
    Audit(audit::AuditOptions),
    /// Explain which launches of a kernel are legal, and what limits its occupancy
    Explain(explain::ExplainOptions),
    /// Show what ptxas makes of a kernel with other blocks, register caps and CTAs per SM
    Tune(tune::TuneOptions),
    /// Write the launch contracts of kernels for the code that launches them
    Host(host::HostOptions),
    /// Write the contracts of many kernels to a file, for check
    Snapshot(snapshot::SnapshotOptions),
    /// Check the launch contracts and the bodies of files against the rules, or kernels against a snapshot
    Check(check::CheckOptions),
    /// Show the findings that tileiras-ptxas has written to files
    Findings(findings::FindingsOptions),
    /// Write an HTML page about the contracts of programs
    Report(report::ReportOptions),
    /// List the commands of a ptxas knobs file
    Knobs(knobs::KnobsOptions),
}

fn exit_codes() -> String {
    exit::table(&[Kind::Input, Kind::Usage, Kind::Verification, Kind::Ptxas, Kind::Audit, Kind::Output, Kind::Internal])
}

/// The command line.
pub(crate) fn command_line() -> clap::Command {
    Cli::command()
}

/// Runs `tileiras-contract` on a command line, which begins with the name of the program.
#[must_use]
pub fn contract(tool: &Tool, command_line: Vec<OsString>) -> ExitCode {
    let matches = crate::with_version(Cli::command(), tool).get_matches_from(command_line);
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let output_is_closed = tileiras_mlir::tool::prepare_process(tool.name);
    let format = match &cli.task {
        Some(Task::Check(options)) => options.message_format,
        _ => MessageFormat::Human,
    };
    let printer = Printer::new(tool, format, cli.color);
    let (limit, limits) = (cli.max_input_size, cli.limits);
    let (json, on_conflict) = (cli.json, cli.on_conflict);
    let (output, streams) = (RefCell::default(), RefCell::default());
    let mut command = Command { tool, printer, json, limit, limits, on_conflict, output, streams };
    let run = || match (cli.query.answer(), &cli.task) {
        (Some(answer), _) => {
            command.write(answer.as_bytes());
            Ok(())
        }
        (None, Some(task)) => command.run(task),
        (None, None) => Err(Kind::Usage.fault("a command is missing; --help lists them")),
    };
    let result = guard(run).unwrap_or_else(|panic| Err(Kind::Internal.fault(panic.to_string())));
    let code = |result: &Result<(), Fault>| result.as_ref().map_or_else(|fault| fault.kind.code(), |()| 0);
    let is_human = command.printer.is_human();
    if !is_human {
        // They are part of the output.
        if let Err(fault) = &result {
            command.report_fault(None, fault);
        }
        command.write(&command.printer.end(code(&result)));
    }
    let written = standard_output::write(&command.output.borrow(), output_is_closed);
    let all = result.clone().and(written.clone());
    if let Err(fault) = if is_human { &all } else { &written } {
        let human = Printer::new(tool, MessageFormat::Human, cli.color);
        print_error(&human.text(None, &Vec::from_iter(Message::of_fault(fault))));
    }
    let signal = interrupt::received().map(|signal| 128 + signal);
    ExitCode::from(signal.unwrap_or_else(|| code(&all)))
}

fn print_error(text: &[u8]) {
    // An error is ignored: the stream may be closed.
    let _ = std::io::stderr().write_all(text);
}

/// Checks that standard input is given at most once, and that the output is no input.
fn check_files(inputs: &[PathBuf], output: &Path) -> Result<(), Fault> {
    check_standard_input(inputs)?;
    if !is_standard_stream(output) && inputs.iter().any(|input| input == output) {
        return Err(Kind::Usage.fault(format!("the output '{}' is also an input", output.display())));
    }
    Ok(())
}

/// What reads inputs in workers.
#[derive(Clone, Copy)]
struct Reading<'a> {
    tool: &'a Tool,
    on_conflict: ConflictPolicy,
}

impl Reading<'_> {
    /// Calls `work` with a new context. Must be called in a worker. Returns the diagnostics and the result.
    fn with_context<T>(
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
struct Command<'a> {
    tool: &'a Tool,
    printer: Printer<'a>,
    json: bool,
    limit: Limit,
    limits: UserLimits,
    on_conflict: ConflictPolicy,
    /// For standard output.
    output: RefCell<Vec<u8>>,
    /// What was read of standard input and of pipes, by path.
    streams: RefCell<HashMap<PathBuf, Bytes>>,
}

impl Command<'_> {
    fn run(&mut self, task: &Task) -> Result<(), Fault> {
        match task {
            Task::Show(options) => self.show(options),
            Task::Audit(options) => self.audit(options),
            Task::Explain(options) => self.explain(options),
            Task::Tune(options) => self.tune(options),
            Task::Host(options) => self.host(options),
            Task::Snapshot(options) => self.snapshot(options),
            Task::Check(options) => self.check(options),
            Task::Findings(options) => self.show_findings(options),
            Task::Report(options) => self.write_report(options),
            Task::Knobs(options) => self.knobs(options),
        }
    }

    /// Adds a text to the output.
    fn write(&self, text: &[u8]) {
        self.output.borrow_mut().extend_from_slice(text);
    }

    /// Writes a text to a file, or to standard output.
    fn write_to(&self, output: &Path, text: &[u8]) -> Result<(), Fault> {
        if is_standard_stream(output) {
            self.write(text);
            return Ok(());
        }
        open(output)?.commit(text).map_err(|error| Kind::Output.fault(error.to_string()))
    }

    /// Prints the summary of a search: after a text for people, and on standard error beside JSON and SARIF.
    fn print_summary(&self, text: &str, is_for_people: bool) {
        if is_for_people { self.write(text.as_bytes()) } else { print_error(text.as_bytes()) }
    }

    /// Reports messages about an input, or about the command: on standard error if they are for people, and else on
    /// standard output.
    fn report(&self, input: Option<&Path>, messages: &[Message]) {
        let text = self.printer.text(input, messages);
        if self.printer.is_human() { print_error(&text) } else { self.write(&text) }
    }

    /// Reports a fault, unless a diagnostic has reported it.
    fn report_fault(&self, input: Option<&Path>, fault: &Fault) {
        self.report(input, &Vec::from_iter(Message::of_fault(fault)));
    }

    /// Reports the fault of an input, and keeps the first one of a run that goes on.
    fn keep_fault(&self, path: &Path, fault: Fault, result: &mut Result<(), Fault>) {
        let fault = fault.in_file(path);
        self.report_fault(Some(path), &fault);
        exit::keep_first(result, fault.kind);
    }

    /// What reads inputs in workers.
    fn reading(&self) -> Reading<'_> {
        Reading { tool: self.tool, on_conflict: self.on_conflict }
    }

    /// Calls `work` with a new context in a worker, and prints the diagnostics.
    fn in_worker<T: Serialize + DeserializeOwned>(
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
    fn print(&self, is_list: bool, values: &[impl Serialize], texts: &[String]) -> Result<(), Fault> {
        match values {
            [value] if self.json && !is_list => self.print_json(value),
            values => self.print_list(values, texts),
        }
    }

    /// Prints values as a list in JSON, or their texts.
    fn print_list(&self, values: &[impl Serialize], texts: &[String]) -> Result<(), Fault> {
        if self.json {
            return self.print_json(values);
        }
        self.write(visible::text(&texts.join("\n")).as_bytes());
        Ok(())
    }

    fn print_json(&self, value: &(impl Serialize + ?Sized)) -> Result<(), Fault> {
        let text = serde_json::to_string_pretty(value).map_err(|error| Kind::Internal.fault(error.to_string()))?;
        self.write(visible::json(&text).as_bytes());
        self.write(b"\n");
        Ok(())
    }
}
