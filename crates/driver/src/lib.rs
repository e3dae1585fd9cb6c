//! What `tileiras-cc` and `tileiras-contract` do: the whole road from a front end's output to an audited cubin.
//!
//! Accepts MLIR and LLVM IR in any of their forms. Guarantees that an output stands under its name whole or not at all;
//! that the step which loses or invents a launch fact is named and no output is made; that one failing input does not stop
//! the others; and that what is said comes in the order of the inputs. Refuses, with an exit code for each stage
//! ([`exit::TABLE`]), what a stage refuses.
//!
//! Leaves out on purpose: what the passes do (`tileiras-passes`), how `ptxas` is run (`tileiras-ptxas`), and the streams of
//! the process, which the tools hand in.

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
mod place;
mod ptx;
pub mod snapshot;

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};
use indicatif::ProgressBar;
use melior::dialect::DialectRegistry;
use tileiras_mlir::text::lossy;
use tileiras_ptxas::{Destination, Environment, Ptxas, reason};

use crate::assemble::Assembler;
use crate::cli::{Cli, Emit};
use crate::compile::Made;
use crate::exit::{Fault, Kind};
use crate::input::{Input, name_of};
use crate::place::Place;

/// What the tools that use this crate know and lend to it.
pub struct Tool {
    /// The name, for messages.
    pub name: &'static str,
    /// What `--version` prints after it.
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
    let output_is_closed = tileiras_mlir::tool::begin(tool.name);
    tileiras_passes::register();
    tileiras_mlir::tool::register_upstream_passes();
    prepare(tool, &options, output_is_closed).map_or_else(
        |fault| {
            say(&ProgressBar::hidden(), &message(tool, &fault));
            fault.kind.into()
        },
        |run| run.all(),
    )
}

/// Finds out what is the same for every input.
fn prepare<'a>(tool: &'a Tool, options: &'a Cli, output_is_closed: bool) -> Result<Run<'a>, Fault> {
    let places = place::places(options)?;
    if output_is_closed && places.contains(&Place::Standard) {
        return Err(closed_output());
    }
    let environment = Environment::of_process();
    let ptxas = match options.emit {
        Emit::Cubin => Some(Ptxas::find(options.ptxas_path.as_deref(), &environment)),
        Emit::Mlir | Emit::Llvm | Emit::Ptx => None,
    };
    let ptxas = ptxas.transpose().map_err(|error| Kind::Ptxas.of_command(error.to_string()))?;
    Ok(Run { tool, options, places, assembler: ptxas.map(|ptxas| Assembler { ptxas, environment }) })
}

/// Sends what is done to standard error: nothing, the steps, or everything.
fn log(verbose: u8) {
    let level = match verbose {
        0 => return,
        1 => tracing::Level::INFO,
        _ => tracing::Level::DEBUG,
    };
    let subscriber = tracing_subscriber::fmt().with_max_level(level).without_time().with_writer(std::io::stderr);
    // A second call, which there is not, would be the only reason to fail.
    let _ = subscriber.with_ansi(false).try_init();
}

fn message(tool: &Tool, fault: &Fault) -> String {
    let mut text = String::new();
    if !fault.message.is_empty() {
        text = format!("{}: error: {}\n", tool.name, fault.message);
    }
    text
}

fn say(bar: &ProgressBar, text: &str) {
    batch::write(bar, &mut std::io::stderr(), text.as_bytes());
}

/// What became of an input, to be told in order.
#[derive(Default)]
struct Told {
    /// For standard error.
    words: Vec<u8>,
    /// For standard error, unless it was said before.
    once: String,
    /// For standard output.
    output: Vec<u8>,
    fault: Option<Kind>,
}

struct Run<'a> {
    tool: &'a Tool,
    options: &'a Cli,
    places: Vec<Place>,
    /// None where no cubin is made.
    assembler: Option<Assembler>,
}

impl Run<'_> {
    fn all(&self) -> ExitCode {
        let count = self.options.inputs.len();
        let bar = batch::progress(count);
        let mut first = None;
        let mut said = HashSet::new();
        let work = |registry: &DialectRegistry, item: usize| self.one(registry, item);
        batch::in_order(count, batch::jobs(self.options.jobs), self.tool.dialects, work, |item, mut told: Told| {
            batch::write(&bar, &mut std::io::stderr(), &told.words);
            if let Err(error) = write_standard(&told.output) {
                let fault = Kind::Output.fault(format!("standard output: {}", reason(&error)));
                say(&bar, &message(self.tool, &named(&self.options.inputs[item], fault)));
                told.fault = told.fault.or(Some(Kind::Output));
            }
            if !told.once.is_empty() && !said.contains(&told.once) {
                say(&bar, &told.once);
                said.insert(told.once);
            }
            first = first.or(told.fault);
            bar.inc(1);
        });
        bar.finish_and_clear();
        if let Some(signal) = interrupt::came() {
            return ExitCode::from(128 + signal);
        }
        first.map_or(ExitCode::SUCCESS, ExitCode::from)
    }

    /// Compiles one input and puts the output in its place, unless that is standard output.
    fn one(&self, registry: &DialectRegistry, item: usize) -> Told {
        let (path, place) = (&self.options.inputs[item], &self.places[item]);
        let _span = tracing::info_span!("input", name = %path.display()).entered();
        let mut told = Told::default();
        if let Err(fault) = self.make(registry, path, place, &mut told) {
            told.fault = Some(fault.kind);
            if fault.of_command {
                told.once = message(self.tool, &fault);
            } else {
                told.words.extend_from_slice(message(self.tool, &named(path, fault)).as_bytes());
            }
        }
        told
    }

    fn make(&self, registry: &DialectRegistry, path: &Path, place: &Place, told: &mut Told) -> Result<(), Fault> {
        if interrupt::came().is_some() {
            return Err(Kind::Internal.told());
        }
        let input = Input::read(path, self.options.max_input_size)?;
        if let Place::File(file) = place {
            // A place that takes no file is better found out before the work. Nothing stands there meanwhile, so that
            // nothing stays if the process is killed.
            drop(open(file)?);
        }
        let outcome = compile::compile(&input, self.options, registry);
        told.words.extend_from_slice(outcome.diagnostics.as_bytes());
        for warning in outcome.warnings {
            let line = format!("{}: warning: {}\n", self.tool.name, with_name(path, &warning));
            told.words.extend_from_slice(line.as_bytes());
        }
        let output = match (outcome.result?, &self.assembler) {
            (Made::Text(text), _) => text,
            (Made::Kernels(kernels), Some(assembler)) => {
                let stem = path.file_stem().map(|stem| lossy(stem.as_encoded_bytes()).into_owned());
                let name = stem.filter(|stem| stem != "-").unwrap_or_else(|| "stdin".to_owned());
                let made = assembler.assemble(&name, &kernels, self.options);
                told.words.extend_from_slice(&made.words);
                made.cubin?
            }
            (Made::Kernels(_), None) => return Err(Kind::Internal.fault("there is PTX to assemble, and no ptxas")),
        };
        match place {
            Place::File(file) => open(file)?.commit(&output).map_err(|error| Kind::Output.fault(error.to_string())),
            Place::Standard => {
                told.output = output;
                Ok(())
            }
        }
    }
}

/// Rust takes what is written to a closed stream for written.
fn closed_output() -> Fault {
    Kind::Output.fault("standard output: is closed")
}

fn open(file: &Path) -> Result<Destination, Fault> {
    Destination::open(file).map_err(|error| Kind::Output.fault(error.to_string()))
}

fn named(path: &Path, fault: Fault) -> Fault {
    Fault { message: with_name(path, &fault.message), ..fault }
}

/// The message behind the name of the input it is about, unless there is none.
fn with_name(path: &Path, message: &str) -> String {
    let name = format!("{}:", name_of(path));
    if message.is_empty() || message.starts_with(&name) { message.to_owned() } else { format!("{name} {message}") }
}

fn write_standard(output: &[u8]) -> std::io::Result<()> {
    if output.is_empty() {
        return Ok(());
    }
    let mut stream = std::io::stdout().lock();
    stream.write_all(output).and_then(|()| stream.flush())
}
