//! `tileiras-contract`: shows, compares and checks launch contracts, and lists a knobs file. The images of a fat binary
//! are shown and compared one by one.

mod audit;
mod baseline;
mod check;
mod explain;
mod facts;
mod knobs;
mod launch;
mod resources;
mod show;
mod snapshot;
mod table;

use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use melior::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tileiras_mlir::guard::guard;
use tileiras_ptxas::reason;

use crate::exit::{self, Fault, Kind};
use crate::input::{Input, Limit};
use crate::worker::{self, UserLimits};
use crate::{Tool, closed_output, compile, message};

/// Show and compare the launch contracts of MLIR, LLVM IR, PTX and cubins.
#[derive(Clone, Debug, Parser)]
#[command(name = "tileiras-contract", max_term_width = 100, after_help = exit_codes(), disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    task: Task,

    /// Print JSON for tools instead of tables for people
    #[arg(long, global = true)]
    json: bool,

    /// Refuse a file of more MiB than that
    #[arg(long, global = true, value_name = "MIB", default_value_t)]
    max_input_size: Limit,

    #[command(flatten)]
    limits: UserLimits,
}

#[derive(Clone, Debug, Subcommand)]
enum Task {
    /// Print the launch facts that files state, or what their kernels use
    Show(show::ShowOptions),
    /// Compare the launch facts of files with those of what was made of them
    #[command(override_usage = "tileiras-contract audit [OPTIONS] <INPUT>... <OUTPUT>")]
    Audit(audit::AuditOptions),
    /// Explain which launches of a kernel are legal, and what limits its occupancy
    Explain(explain::ExplainOptions),
    /// Write the contracts of many kernels to a file, for check
    Snapshot(snapshot::SnapshotOptions),
    /// Check the launch contracts and the bodies of files against the rules, or kernels against a snapshot
    Check(check::CheckOptions),
    /// List the commands of a ptxas knobs file
    Knobs(knobs::KnobsOptions),
}

fn exit_codes() -> String {
    exit::table(&[Kind::Input, Kind::Usage, Kind::Verification, Kind::Audit, Kind::Output, Kind::Internal])
}

/// Runs `tileiras-contract` on the arguments of the process.
#[must_use]
pub fn contract(tool: &Tool) -> ExitCode {
    let matches = Cli::command().version(tool.version).get_matches();
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let output_is_closed = tileiras_mlir::tool::prepare_process(tool.name);
    tileiras_passes::register();
    let mut command =
        Command { tool, json: cli.json, limit: cli.max_input_size, limits: cli.limits, output: String::new() };
    let result = guard(|| command.run(&cli.task)).unwrap_or_else(|panic| Err(Kind::Internal.fault(panic.to_string())));
    let mut stream = std::io::stdout().lock();
    let written = match stream.write_all(command.output.as_bytes()).and_then(|()| stream.flush()) {
        // The reader, such as `head`, has closed the pipe.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Ok(()) if output_is_closed && !command.output.is_empty() => Err(closed_output()),
        written => written.map_err(|error| Kind::Output.fault(format!("standard output: {}", reason(&error)))),
    };
    let result = result.and(written);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            print_error(&message(tool, &fault));
            fault.kind.into()
        }
    }
}

fn print_error(text: &str) {
    // An error is ignored: the stream may be closed.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// The command that runs, and what it prints.
struct Command<'a> {
    tool: &'a Tool,
    json: bool,
    limit: Limit,
    limits: UserLimits,
    output: String,
}

impl Command<'_> {
    fn run(&mut self, task: &Task) -> Result<(), Fault> {
        match task {
            Task::Show(options) => self.show(options),
            Task::Audit(options) => self.audit(options),
            Task::Explain(options) => self.explain(options),
            Task::Snapshot(options) => self.snapshot(options),
            Task::Check(options) => self.check(options),
            Task::Knobs(options) => self.knobs(options),
        }
    }

    /// Calls `work` with a new context in a worker, and prints the diagnostics.
    fn in_worker<T: Serialize + DeserializeOwned>(
        &self,
        input: &Input,
        work: impl Fn(&Context) -> Result<T, Fault> + Sync,
    ) -> Result<T, Fault> {
        let read = || compile::with_context(input, &(self.tool.dialects)(), &work);
        let (diagnostics, result) = worker::call(self.limits, read)?;
        print_error(&diagnostics);
        result
    }

    /// Prints values as JSON, or their texts. The JSON is a list if there can be several values, as of a fat binary.
    fn print(&mut self, is_list: bool, values: &[impl Serialize], texts: &[String]) -> Result<(), Fault> {
        if self.json {
            let text = match values {
                [value] if !is_list => serde_json::to_string_pretty(value),
                values => serde_json::to_string_pretty(values),
            };
            self.output.push_str(&text.map_err(|error| Kind::Internal.fault(error.to_string()))?);
            self.output.push('\n');
        } else {
            self.output.push_str(&texts.join("\n"));
        }
        Ok(())
    }
}
