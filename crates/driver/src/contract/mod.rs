//! `tileiras-contract`: shows, compares and checks launch contracts, and lists a knobs file. The images of a fat binary
//! are shown and compared one by one.

mod audit;
mod baseline;
mod cache;
mod check;
mod command;
mod explain;
mod facts;
mod findings;
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
mod units;

use std::cell::RefCell;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use tileiras_contract::read::ConflictPolicy;
use tileiras_mlir::guard::guard;

use self::command::{Command, print_error};
use crate::cli::policy;
use crate::cli::rules::RuleQuery;
use crate::input::Limit;
use crate::messages::Message;
use crate::messages::fault::{self, Fault, Kind};
use crate::messages::printer::{ColorOption, MessageFormat, Printer};
use crate::output::standard;
use crate::tool::Tool;
use crate::worker::{UserLimits, interrupt};

/// Show and compare the launch contracts of MLIR, LLVM IR, PTX and cubins.
#[derive(Clone, Debug, Parser)]
#[command(name = "tileiras-contract", max_term_width = 100, after_help = exit_codes(), disable_help_subcommand = true)]
struct ContractCli {
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
    fault::table(&[
        Kind::Input,
        Kind::Usage,
        Kind::Verification,
        Kind::Ptxas,
        Kind::Audit,
        Kind::Output,
        Kind::Internal,
    ])
}

/// The command line.
pub(crate) fn command_line() -> clap::Command {
    ContractCli::command()
}

/// Runs `tileiras-contract` on a command line, which begins with the name of the program.
#[must_use]
pub fn contract(tool: &Tool, command_line: Vec<OsString>) -> ExitCode {
    let mut parser = crate::tool::with_version(ContractCli::command(), tool);
    // `arg_required_else_help` of clap counts an option that a variable of the environment sets.
    if command_line.len() < 2 {
        clap::Error::raw(ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, parser.render_help()).exit();
    }
    let matches = parser.get_matches_from(command_line);
    let cli = match ContractCli::from_arg_matches(&matches) {
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
        (None, Some(task)) => run(&mut command, task),
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
    let written = standard::write(&command.output.borrow(), output_is_closed);
    let all = result.clone().and(written.clone());
    if let Err(fault) = if is_human { &all } else { &written } {
        let human = Printer::new(tool, MessageFormat::Human, cli.color);
        print_error(&human.text(None, &Vec::from_iter(Message::of_fault(fault))));
    }
    let signal = interrupt::received().map(|signal| 128 + signal);
    ExitCode::from(signal.unwrap_or_else(|| code(&all)))
}

/// Runs one of the commands.
fn run(command: &mut Command<'_>, task: &Task) -> Result<(), Fault> {
    match task {
        Task::Show(options) => command.show(options),
        Task::Audit(options) => command.audit(options),
        Task::Explain(options) => command.explain(options),
        Task::Tune(options) => command.tune(options),
        Task::Host(options) => command.host(options),
        Task::Snapshot(options) => command.snapshot(options),
        Task::Check(options) => command.check(options),
        Task::Findings(options) => command.show_findings(options),
        Task::Report(options) => command.write_report(options),
        Task::Knobs(options) => command.knobs(options),
    }
}
