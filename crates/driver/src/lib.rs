//! The drivers `tileiras-cc` and `tileiras-contract`: from the output of a front end to an audited cubin.
//!
//! Accepts MLIR and LLVM IR, as text or bytecode. Guarantees:
//! - An output file is written completely or not at all.
//! - If a step loses or invents a launch fact, an error names the step, and there is no output.
//! - One failing input does not stop the others.
//! - Messages are in the order of the inputs.
//!
//! Each stage that can fail has its own exit code ([`exit::Kind`]).
//!
//! Leaves out on purpose: the passes (`tileiras-passes`), and running `ptxas` (`tileiras-ptxas`).

mod assemble;
pub mod audit;
pub mod batch;
pub mod cli;
pub mod compile;
pub mod contract;
mod device;
pub mod exit;
pub mod input;
mod interrupt;
mod libdevice;
pub mod output;
mod output_location;
mod ptx;
pub mod snapshot;

use std::collections::HashSet;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};
use indicatif::ProgressBar;
use melior::dialect::DialectRegistry;
use tileiras_mlir::text::lossy;
use tileiras_ptxas::{Environment, Ptxas, reason};

use crate::assemble::Assembler;
use crate::cli::{Cli, Emit};
use crate::compile::Product;
use crate::exit::{Fault, Kind};
use crate::input::{Input, name_of};
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
    if options.debug && options.level > 0 {
        // ptxas: "Optimized debugging not supported".
        return Err(Kind::Usage.of_command("-g needs -O0, as ptxas cannot debug optimized code"));
    }
    let locations = output_location::output_locations(options)?;
    if output_is_closed && locations.contains(&OutputLocation::StandardOutput) {
        return Err(closed_output());
    }
    output_location::create_folder(options)?;
    let environment = Environment::of_process();
    let ptxas = match options.emit {
        Emit::Cubin => Some(Ptxas::find(options.ptxas_path.as_deref(), &environment)),
        Emit::Mlir | Emit::Llvm | Emit::Ptx => None,
    };
    let ptxas = ptxas.transpose().map_err(|error| Kind::Ptxas.of_command(error.to_string()))?;
    let libdevice = Libdevice::new(options, environment.clone());
    let assembler = ptxas.map(|ptxas| Assembler { ptxas, environment });
    Ok(Driver { tool, options, locations, libdevice, assembler })
}

/// Prints log messages to standard error: none, those about steps, or all.
fn log(verbose: u8) {
    let level = match verbose {
        0 => return,
        1 => tracing::Level::INFO,
        _ => tracing::Level::DEBUG,
    };
    let subscriber = tracing_subscriber::fmt().with_max_level(level).without_time().with_writer(std::io::stderr);
    // Fails only on a second call.
    let _ = subscriber.with_ansi(false).try_init();
}

fn message(tool: &Tool, fault: &Fault) -> String {
    let mut text = String::new();
    if !fault.message.is_empty() {
        text = format!("{}: error: {}\n", tool.name, fault.message);
    }
    text
}

fn print_error(bar: &ProgressBar, text: &str) {
    batch::write(bar, &mut std::io::stderr(), text.as_bytes());
}

/// The messages and the output of one input, which are written in the order of the inputs.
#[derive(Default)]
struct Report {
    /// For standard error.
    log: Vec<u8>,
    /// For standard error. An equal message is printed only once.
    command_error: String,
    /// For standard output.
    output: Vec<u8>,
    fault: Option<Kind>,
}

struct Driver<'a> {
    tool: &'a Tool,
    options: &'a Cli,
    locations: Vec<OutputLocation>,
    libdevice: Libdevice,
    /// `None` if the output is not a cubin.
    assembler: Option<Assembler>,
}

impl Driver<'_> {
    fn compile_all(&self) -> ExitCode {
        let count = self.options.inputs.len();
        let bar = batch::progress(count);
        let mut first = None;
        let mut printed = HashSet::new();
        let work = |registry: &DialectRegistry, item: usize| self.compile_one(registry, item);
        batch::in_order(count, batch::jobs(self.options.jobs), self.tool.dialects, work, |item, mut report: Report| {
            batch::write(&bar, &mut std::io::stderr(), &report.log);
            if let Err(error) = write_standard(&report.output) {
                let fault = Kind::Output.fault(format!("standard output: {}", reason(&error)));
                print_error(&bar, &message(self.tool, &with_input_name(&self.options.inputs[item], fault)));
                report.fault = report.fault.or(Some(Kind::Output));
            }
            if !report.command_error.is_empty() && !printed.contains(&report.command_error) {
                print_error(&bar, &report.command_error);
                printed.insert(report.command_error);
            }
            first = first.or(report.fault);
            bar.inc(1);
        });
        bar.finish_and_clear();
        if let Some(signal) = interrupt::received() {
            return ExitCode::from(128 + signal);
        }
        first.map_or(ExitCode::SUCCESS, ExitCode::from)
    }

    /// Compiles one input, and writes the output unless its location is standard output.
    fn compile_one(&self, registry: &DialectRegistry, item: usize) -> Report {
        let (path, location) = (&self.options.inputs[item], &self.locations[item]);
        let _span = tracing::info_span!("input", name = %path.display()).entered();
        let mut report = Report::default();
        if let Err(fault) = self.try_compile(registry, path, location, &mut report) {
            report.fault = Some(fault.kind);
            if fault.of_command {
                report.command_error = message(self.tool, &fault);
            } else {
                report.log.extend_from_slice(message(self.tool, &with_input_name(path, fault)).as_bytes());
            }
        }
        report
    }

    fn try_compile(
        &self,
        registry: &DialectRegistry,
        path: &Path,
        location: &OutputLocation,
        report: &mut Report,
    ) -> Result<(), Fault> {
        if interrupt::received().is_some() {
            return Err(Kind::Internal.already_reported());
        }
        let input = Input::read(path, self.options.max_input_size)?;
        if let OutputLocation::File(file) = location {
            // Reports a file that cannot be written before the compilation. The temporary file is removed at once, so
            // that none is left if the process is killed.
            drop(open(file)?);
        }
        let outcome = compile::compile(&input, self.options, &self.libdevice, registry);
        report.log.extend_from_slice(outcome.diagnostics.as_bytes());
        for warning in outcome.warnings {
            let line = format!("{}: warning: {}\n", self.tool.name, prefix_input_name(path, &warning));
            report.log.extend_from_slice(line.as_bytes());
        }
        let output = match (outcome.result?, &self.assembler) {
            (Product::Text(text), _) => text,
            (Product::Ptx(module), Some(assembler)) => {
                let stem = path.file_stem().map(|stem| lossy(stem.as_encoded_bytes()).into_owned());
                let name = stem.filter(|stem| stem != "-").unwrap_or_else(|| "stdin".to_owned());
                let assembled = assembler.assemble(&name, &module, self.options);
                report.log.extend_from_slice(&assembled.log);
                assembled.cubin?
            }
            (Product::Ptx(_), None) => return Err(Kind::Internal.fault("there is PTX to assemble, but no ptxas")),
        };
        match location {
            OutputLocation::File(file) => {
                open(file)?.commit(&output).map_err(|error| Kind::Output.fault(error.to_string()))
            }
            OutputLocation::StandardOutput => {
                report.output = output;
                Ok(())
            }
        }
    }
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

fn write_standard(output: &[u8]) -> std::io::Result<()> {
    if output.is_empty() {
        return Ok(());
    }
    let mut stream = std::io::stdout().lock();
    match stream.write_all(output).and_then(|()| stream.flush()) {
        // The reader, such as `head`, has closed the pipe.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
