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

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};
use indicatif::ProgressBar;
use melior::dialect::DialectRegistry;
use tileiras_mlir::text::lossy;
use tileiras_ptxas::Environment;
use tileiras_ptxas::output::Destination;

use crate::cli::Cli;
use crate::compile::Made;
use crate::exit::{Fault, Kind};
use crate::input::Input;
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
    tileiras_passes::register();
    tileiras_mlir::tool::register_upstream_passes();
    match place::places(&options) {
        Ok(places) => Run { tool, options: &options, places: &places, environment: Environment::of_process() }.all(),
        Err(fault) => {
            say(&ProgressBar::hidden(), &message(tool, &fault));
            fault.kind.into()
        }
    }
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
struct Told {
    /// For standard error.
    words: Vec<u8>,
    /// For standard output.
    output: Vec<u8>,
    fault: Option<Kind>,
}

struct Run<'a> {
    tool: &'a Tool,
    options: &'a Cli,
    places: &'a [Place],
    environment: Environment,
}

impl Run<'_> {
    fn all(&self) -> ExitCode {
        let count = self.options.inputs.len();
        let bar = batch::progress(count);
        let mut first = None;
        let work = |registry: &DialectRegistry, item: usize| self.one(registry, item);
        batch::in_order(count, batch::jobs(self.options.jobs), self.tool.dialects, work, |_, mut told: Told| {
            batch::write(&bar, &mut std::io::stderr(), &told.words);
            if let Err(error) = write_standard(&told.output) {
                say(&bar, &message(self.tool, &Kind::Output.fault(format!("standard output: {error}"))));
                told.fault = told.fault.or(Some(Kind::Output));
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
        let mut told = Told { words: Vec::new(), output: Vec::new(), fault: None };
        if let Err(fault) = self.make(registry, path, place, &mut told) {
            let named = Fault { message: with_name(path, &fault.message), ..fault };
            told.words.extend_from_slice(message(self.tool, &named).as_bytes());
            told.fault = Some(named.kind);
        }
        told
    }

    fn make(&self, registry: &DialectRegistry, path: &Path, place: &Place, told: &mut Told) -> Result<(), Fault> {
        if interrupt::came().is_some() {
            return Err(Kind::Internal.told());
        }
        let input = Input::read(path)?;
        // A place that takes no file is better found out before the work.
        let destination = match place {
            Place::Standard => None,
            Place::File(file) => Some(Destination::open(file).map_err(|error| Kind::Output.fault(error.to_string()))?),
        };
        let outcome = compile::compile(&input, self.options, registry);
        told.words.extend_from_slice(outcome.diagnostics.as_bytes());
        for warning in outcome.warnings {
            let line = format!("{}: warning: {}\n", self.tool.name, with_name(path, &warning));
            told.words.extend_from_slice(line.as_bytes());
        }
        let output = match outcome.result? {
            Made::Text(text) => text,
            Made::Kernels(kernels) => {
                let stem = path.file_stem().map(|stem| lossy(stem.as_encoded_bytes()).into_owned());
                let name = stem.filter(|stem| stem != "-").unwrap_or_else(|| "stdin".to_owned());
                let made = assemble::assemble(&name, &kernels, self.options, &self.environment);
                told.words.extend_from_slice(&made.words);
                made.cubin?
            }
        };
        match destination {
            Some(destination) => destination.commit(&output).map_err(|error| Kind::Output.fault(error.to_string())),
            None => {
                told.output = output;
                Ok(())
            }
        }
    }
}

/// The message behind the name of the input it is about, unless there is none.
fn with_name(path: &Path, message: &str) -> String {
    let name = path.display().to_string();
    if message.is_empty() || message.starts_with(&name) { message.to_owned() } else { format!("{name}: {message}") }
}

fn write_standard(output: &[u8]) -> std::io::Result<()> {
    if output.is_empty() {
        return Ok(());
    }
    let mut stream = std::io::stdout().lock();
    stream.write_all(output).and_then(|()| stream.flush())
}
