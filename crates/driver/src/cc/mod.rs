//! `tileiras-cc`: reads the command line and the project files, and prepares the driver.

mod driver;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};
use indicatif::ProgressBar;
use tileiras_ptxas::Environment;

use self::driver::{Driver, Tools, print_error};
use crate::cli::Cli;
use crate::cli::project::{self, Project};
use crate::compile::libdevice::Libdevice;
use crate::compile::library;
use crate::messages::Message;
use crate::messages::fault::{Fault, Kind};
use crate::messages::printer::Printer;
use crate::output::location::{self, OutputLocation};
use crate::output::standard;
use crate::tool::{Tool, with_version};
use crate::worker::interrupt;

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
        return match standard::write(answer.as_bytes(), output_is_closed) {
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
    let locations = location::output_locations(options)?;
    if output_is_closed && locations.contains(&OutputLocation::StandardOutput) {
        return Err(standard::closed());
    }
    let libraries = library::read_named(options)?;
    let environment = Environment::of_process();
    let libdevice = Libdevice::new(options, environment.clone());
    let tools = options.emit.is_assembled().then(|| Tools::find(options, environment)).transpose()?;
    location::check_files(&locations, || {
        let linked = location::linked_in_texts(options).into_iter().map(|file| ("the linked file", file));
        let libdevices = libdevice.candidates().into_iter().map(|file| ("libdevice", file));
        let programs = tools.iter().flat_map(Tools::programs).map(|file| ("the program", file));
        linked.chain(libdevices).chain(programs)
    })?;
    location::create_folder(options)?;
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
