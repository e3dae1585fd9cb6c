//! The drivers `tileiras-cc`, `tileiras-contract` and `tileiras-ptxas`: from the output of a front end to an audited
//! cubin.
//!
//! Accepts MLIR and LLVM IR, as text or bytecode, PTX, and relocatable objects to link. Guarantees:
//! - An output file is written completely or not at all.
//! - If a step loses or invents a launch fact, an error names the step, and there is no output.
//! - One failing input does not stop the others, even if MLIR or LLVM crashes on it, hangs or needs all memory.
//! - Messages are in the order of the inputs.
//!
//! Each stage that can fail has its own exit code ([`exit::Kind`]).
//!
//! Leaves out on purpose: the passes (`tileiras-passes`), and running the programs of CUDA (`tileiras-ptxas`).

#![forbid(unsafe_code)]

mod arguments;
mod assemble;
mod assembled;
pub mod audit;
pub mod batch;
mod bodies;
pub mod cli;
pub mod compile;
pub mod contract;
mod cubin_input;
mod device;
mod driver;
pub mod exit;
mod finding;
mod foreign;
pub mod input;
mod interrupt;
mod libdevice;
mod library;
mod link;
mod messages;
mod object;
pub mod output;
mod output_location;
mod pack;
mod places;
mod printer;
pub mod project;
mod ptx;
mod ptx_input;
mod ptx_lines;
mod ptxas_options;
pub mod reader;
mod rules;
pub mod snapshot;
mod stand_in;
mod standard_output;
mod transplant;
mod units;
pub mod worker;

pub use stand_in::ptxas;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};
use indicatif::ProgressBar;
use melior::dialect::DialectRegistry;
use tileiras_ptxas::{Environment, Ptxas};

use crate::cli::Cli;
use crate::driver::{Driver, Tools};
use crate::exit::{Fault, Kind};
use crate::libdevice::Libdevice;
use crate::messages::Message;
use crate::output::Destination;
use crate::output_location::OutputLocation;
use crate::printer::Printer;
use crate::project::Project;

/// What differs between the tools of this crate.
pub struct Tool {
    /// The name, for messages.
    pub name: &'static str,
    /// The line that `--version` prints: the project and its version.
    pub version: &'static str,
    /// Makes a registry with every dialect.
    pub dialects: fn() -> DialectRegistry,
}

/// The command lines of the tools of this crate, from which pages and completions are made.
#[must_use]
pub fn command_lines() -> [clap::Command; 3] {
    [Cli::command(), contract::command_line(), stand_in::Cli::command()]
}

/// The release and the path of the `ptxas` that `tileiras-cc` finds without an option, for `--version`.
#[must_use]
pub fn ptxas_version() -> String {
    let Ok(ptxas) = Ptxas::find(None, &Environment::of_process()) else { return "ptxas not found".to_owned() };
    let release = ptxas.version().unwrap_or_else(|| "of an unknown release".to_owned());
    format!("ptxas {release} ({}, from {})", ptxas.program.display(), ptxas.origin)
}

/// A command line whose `--version` prints the version line alone. clap puts a name before the version: that of the
/// project, which the line begins with, in place of that of the tool.
fn with_version(command: clap::Command, tool: &Tool) -> clap::Command {
    let (project, version) = tool.version.split_once(' ').unwrap_or((tool.name, tool.version));
    command.display_name(project).version(version)
}

/// Runs `tileiras-cc` on a command line, which begins with the name of the program.
#[must_use]
pub fn cc(tool: &Tool, command_line: Vec<OsString>) -> ExitCode {
    let matches = with_version(Cli::command(), tool).get_matches_from(command_line);
    let mut options = match Cli::from_arg_matches(&matches) {
        Ok(options) => options,
        Err(error) => error.exit(),
    };
    log(options.verbose);
    interrupt::watch();
    let output_is_closed = tileiras_mlir::tool::prepare_process(tool.name);
    let printer = Printer::new(tool, options.message_format, options.color);
    if let Some(answer) = options.query.answer() {
        return match standard_output::write(answer.as_bytes(), output_is_closed) {
            Ok(()) => ExitCode::SUCCESS,
            Err(fault) => failed(&printer, &fault).into(),
        };
    }
    tileiras_passes::register();
    tileiras_mlir::tool::register_upstream_passes();
    let prepared = read_projects(&printer, &mut options)
        .and_then(|projects| prepare(tool, &printer, &options, projects, output_is_closed));
    let code = match prepared {
        Ok(driver) => driver.compile_all(),
        Err(fault) => failed(&printer, &fault),
    };
    print_error(&ProgressBar::hidden(), &printer.end(code));
    ExitCode::from(code)
}

/// Reports a fault of the command. Returns its exit code.
fn failed(printer: &Printer<'_>, fault: &Fault) -> u8 {
    print_error(&ProgressBar::hidden(), &printer.text(None, &Vec::from_iter(Message::of_fault(fault))));
    fault.kind.code()
}

/// Reads the project file of each input. The chips are those of the files if the command line names none.
fn read_projects(printer: &Printer<'_>, options: &mut Cli) -> Result<Vec<Project>, Fault> {
    let report = |faults: &[Message]| print_error(&ProgressBar::hidden(), &printer.text(None, faults));
    let projects = options.project.projects_of(&options.inputs, report)?;
    if options.gpu_name.is_empty() {
        let chips = project::common_chips(&projects)?;
        if chips.len() > 1 && !options.emit.is_assembled() {
            let (emit, count) = (options.emit.name(), chips.len());
            let text =
                format!("--emit={emit} is for one chip, and the project file has {count}; name one with --gpu-name");
            return Err(Kind::Usage.of_command(text));
        }
        options.gpu_name = chips;
    }
    Ok(projects)
}

/// Prepares what is the same for every input.
fn prepare<'a>(
    tool: &'a Tool,
    printer: &'a Printer<'a>,
    options: &'a Cli,
    projects: Vec<Project>,
    output_is_closed: bool,
) -> Result<Driver<'a>, Fault> {
    options.check()?;
    let locations = output_location::output_locations(options)?;
    if output_is_closed && locations.contains(&OutputLocation::StandardOutput) {
        return Err(standard_output::closed());
    }
    let libraries = library::read_named(options)?;
    let environment = Environment::of_process();
    let libdevice = Libdevice::new(options, environment.clone());
    let tools = options.emit.is_assembled().then(|| Tools::find(options, environment)).transpose()?;
    output_location::check_files(&locations, || {
        let linked = output_location::linked_in_texts(options).into_iter().map(|file| ("the linked file", file));
        let libdevices = libdevice.candidates().into_iter().map(|file| ("libdevice", file));
        let programs = tools.iter().flat_map(Tools::programs).map(|file| ("the program", file));
        linked.chain(libdevices).chain(programs)
    })?;
    output_location::create_folder(options)?;
    let warnings: Vec<_> = options.unused(false).into_iter().map(Message::warning).collect();
    print_error(&ProgressBar::hidden(), &printer.text(None, &warnings));
    Ok(Driver { tool, printer, options, projects, locations, libraries, libdevice, tools })
}

/// Prints log messages to standard error: none, those about steps, or all.
fn log(verbose: u8) {
    let level = match verbose {
        0 => return,
        1 => tracing::Level::INFO,
        _ => tracing::Level::DEBUG,
    };
    let subscriber = tracing_subscriber::fmt().with_max_level(level).without_time().with_writer(std::io::stderr);
    // It would write to the stream that cannot be written.
    let subscriber = subscriber.log_internal_errors(false);
    // Fails only on a second call.
    let _ = subscriber.with_ansi(false).try_init();
}

fn print_error(bar: &ProgressBar, text: &[u8]) {
    batch::write(bar, &mut std::io::stderr(), text);
}

fn open(file: &Path) -> Result<Destination, Fault> {
    Destination::open(file).map_err(|error| Kind::Output.fault(error.to_string()))
}
