//! The drivers `tileiras-cc` and `tileiras-contract`: from the output of a front end to an audited cubin.
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

mod argument_attributes;
mod arguments;
mod assemble;
mod assembled;
pub mod audit;
pub mod batch;
pub mod cli;
pub mod compile;
pub mod contract;
mod device;
mod driver;
pub mod exit;
pub mod input;
mod interrupt;
mod libdevice;
mod library;
mod link;
mod object;
pub mod output;
mod output_location;
mod pack;
mod places;
mod properties;
mod ptx;
mod ptx_input;
mod ptx_lines;
pub mod snapshot;
mod transplant;
mod units;
mod worker;

use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};
use indicatif::ProgressBar;
use melior::dialect::DialectRegistry;
use tileiras_ptxas::Environment;

use crate::cli::Cli;
use crate::driver::{Driver, Tools};
use crate::exit::{Fault, Kind};
use crate::input::name_of;
use crate::libdevice::Libdevice;
use crate::output::Destination;
use crate::output_location::OutputLocation;

/// What differs between the tools of this crate.
pub struct Tool {
    /// The name, for messages.
    pub name: &'static str,
    /// The version, for `--version`.
    pub version: &'static str,
    /// Makes a registry with every dialect.
    pub dialects: fn() -> DialectRegistry,
}

/// Runs `tileiras-cc` on the arguments of the process.
#[must_use]
pub fn cc(tool: &Tool) -> ExitCode {
    let matches = Cli::command().version(tool.version).get_matches();
    let options = match Cli::from_arg_matches(&matches) {
        Ok(options) => options,
        Err(error) => error.exit(),
    };
    log(options.verbose);
    interrupt::watch();
    let output_is_closed = tileiras_mlir::tool::prepare_process(tool.name);
    tileiras_passes::register();
    tileiras_mlir::tool::register_upstream_passes();
    prepare(tool, &options, output_is_closed).map_or_else(
        |fault| {
            print_error(&ProgressBar::hidden(), &message(tool, &fault));
            fault.kind.into()
        },
        |driver| driver.compile_all(),
    )
}

/// Prepares what is the same for every input.
fn prepare<'a>(tool: &'a Tool, options: &'a Cli, output_is_closed: bool) -> Result<Driver<'a>, Fault> {
    options.check()?;
    let locations = output_location::output_locations(options)?;
    if output_is_closed && locations.contains(&OutputLocation::StandardOutput) {
        return Err(closed_output());
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
    for warning in options.unused(false) {
        print_error(&ProgressBar::hidden(), &line(tool, "warning", &warning));
    }
    Ok(Driver { tool, options, locations, libraries, libdevice, tools })
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

fn message(tool: &Tool, fault: &Fault) -> String {
    if fault.message.is_empty() { String::new() } else { line(tool, "error", &fault.message) }
}

/// A message of the tool itself: `tileiras-cc: warning: ...`.
fn line(tool: &Tool, severity: &str, text: &str) -> String {
    format!("{}: {severity}: {text}\n", tool.name)
}

fn print_error(bar: &ProgressBar, text: &str) {
    batch::write(bar, &mut std::io::stderr(), text.as_bytes());
}

/// Rust reports no error for a write to a closed stream.
fn closed_output() -> Fault {
    Kind::Output.fault("standard output: is closed")
}

fn open(file: &Path) -> Result<Destination, Fault> {
    Destination::open(file).map_err(|error| Kind::Output.fault(error.to_string()))
}

fn with_input_name(path: &Path, fault: Fault) -> Fault {
    Fault { message: prefix_input_name(path, &fault.message), ..fault }
}

/// The message after the name of its input. An empty message stays empty.
fn prefix_input_name(path: &Path, message: &str) -> String {
    let name = format!("{}:", name_of(path));
    if message.is_empty() || message.starts_with(&name) { message.to_owned() } else { format!("{name} {message}") }
}
