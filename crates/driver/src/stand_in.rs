//! `tileiras-ptxas`, a stand-in for `ptxas`: it runs the real one, and checks the PTX meanwhile.
//!
//! Guarantees:
//! - The real program gets every argument and the streams of this process, and this process ends as it does.
//! - Nothing that goes wrong here, such as a crash, a limit or a full disk, changes that: it is a warning.
//! - Findings change the exit code only if the user asks for it ([`Mode::Error`]).
//!
//! What was found is printed on standard error, or appended to a file of JSON lines. If `ptxas` fails, its messages are
//! all there is.
//!
//! Leaves out on purpose: options of its own, as each one belongs to `ptxas`. The environment has the settings.

mod called;
mod job;
mod settings;

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

use tileiras_mlir::guard::guard;
use tileiras_mlir::report::Severity;
use tileiras_process::foreground::{Foreground, end_as};
use tileiras_process::worker::{Failure, call_all};
use tileiras_ptxas::{Environment, Ptxas, reason};

use self::called::Called;
use self::job::{Job, Report, Text};
use self::settings::{Mode, Settings};
use crate::exit::{Fault, Kind};
use crate::messages::Message;
use crate::printer::{ColorOption, MessageFormat, Printer};
use crate::project::{ProjectOptions, Rules};
use crate::worker::{answer, fault_of, limited};
use crate::{Tool, interrupt, worker};

/// The variable that the real `ptxas` gets. A program that has it was started by this one.
const RUNNING: &str = "TILEIRAS_PTXAS_RUNNING";

/// What `ptxas --help` does not say, for the pages of the tools. The arguments are those of `ptxas`.
pub fn command_line() -> clap::Command {
    let arguments = clap::Arg::new("ARGUMENT").num_args(0..).help("What ptxas gets, as it is");
    clap::Command::new("tileiras-ptxas")
        .about("Run the real ptxas with the same arguments, and check the PTX and the cubin")
        .after_help(settings::HELP)
        .override_usage("tileiras-ptxas [ARGUMENT]...")
        .disable_help_flag(true)
        .arg(arguments)
}

/// Runs `ptxas` on a command line, which begins with the name of the program.
#[must_use]
pub fn ptxas(tool: &Tool, command_line: Vec<OsString>) -> ExitCode {
    let arguments: Vec<OsString> = command_line.into_iter().skip(1).collect();
    let environment = Environment::of_process();
    let program = match find(&environment) {
        Ok(program) => program,
        Err(fault) => return failed(tool, &fault),
    };
    let command = || {
        let mut command = Command::new(&program);
        command.args(&arguments).env(RUNNING, "1");
        command
    };
    let settings = Settings::read(&environment);
    let called = Called::read(&arguments);
    if settings.mode == Mode::Off || called.sources.is_empty() {
        return failed(tool, &replaced_by(command()));
    }
    interrupt::watch();
    tileiras_mlir::tool::prepare_process(tool.name);
    let mut started = command();
    let texts = called.sources.iter().map(|source| Text::of(source, &mut started)).collect();
    // If there is no process for it, this one becomes it.
    let Ok(child) = Foreground::start(started) else { return failed(tool, &replaced_by(command())) };
    let mut real = Real { child, status: None };
    let job = Job { texts, called };
    let is_refused = guard(|| check(tool, &settings, &job, &mut real)).unwrap_or(false);
    match real.wait() {
        Ok(status) if is_refused && status.success() => {
            // A compiler that fails leaves no output.
            let _ = fs::remove_file(&job.called.output);
            Kind::Verification.into()
        }
        Ok(status) => end_as(*status),
        Err(error) => {
            let text = format!("cannot wait for '{}': {}", program.display(), reason(error));
            failed(tool, &Kind::Ptxas.fault(text))
        }
    }
}

/// The real program.
fn find(environment: &Environment) -> Result<PathBuf, Fault> {
    let found = Ptxas::find(None, environment).map_err(|error| Kind::Ptxas.fault(error.to_string()))?;
    if environment.get(RUNNING).is_some() {
        let text =
            format!("'{}' starts this program again; TILEIRAS_PTXAS names the real ptxas", found.program.display());
        return Err(Kind::Ptxas.fault(text));
    }
    Ok(found.program)
}

/// Becomes the program. Returns if that fails.
fn replaced_by(mut command: Command) -> Fault {
    let error = command.exec();
    Kind::Ptxas.fault(format!("cannot start '{}': {}", Path::new(command.get_program()).display(), reason(&error)))
}

/// Reports a fault. Returns its exit code.
fn failed(tool: &Tool, fault: &Fault) -> ExitCode {
    print(&printer(tool, MessageFormat::Human).text(None, &Vec::from_iter(Message::of_fault(fault))));
    fault.kind.into()
}

fn printer(tool: &Tool, format: MessageFormat) -> Printer<'_> {
    Printer::new(tool, format, ColorOption::default())
}

fn print(text: &[u8]) {
    // An error is ignored: the stream may be closed.
    let _ = io::stderr().write_all(text);
}

/// The real `ptxas`.
struct Real {
    child: Foreground,
    /// How it ended, once it has been waited for.
    status: Option<io::Result<ExitStatus>>,
}

impl Real {
    /// Waits for its end.
    fn wait(&mut self) -> &io::Result<ExitStatus> {
        let child = &mut self.child;
        self.status.get_or_insert_with(|| child.wait())
    }

    fn has_succeeded(&mut self) -> bool {
        self.wait().as_ref().is_ok_and(ExitStatus::success)
    }
}

/// What a worker does, one after the other: the texts while `ptxas` runs, and the cubin when it has ended.
const TEXTS: usize = 0;
const CALLS: usize = 2;

/// Checks the texts and the cubin. Returns whether the build is to be refused.
fn check(tool: &Tool, settings: &Settings, job: &Job, real: &mut Real) -> bool {
    let mut messages: Vec<Message> = settings.warnings.iter().map(Message::warning).collect();
    // The input of a compiler is a temporary file, so that the current folder decides.
    let project = ProjectOptions::default().project_of_current_folder(|faults| messages.extend_from_slice(faults));
    let project = match project {
        Ok(project) => project,
        Err(fault) => {
            messages.extend(Message::of_fault(&fault));
            return real.has_succeeded() && publish(tool, settings, &[(None, messages)]);
        }
    };
    let rules = Rules::new(&project, &[], false, false);
    let limits = settings.limits;
    let prepare = || {
        worker::prepare();
        // If the machine has no memory left, this process goes first, not the compiler.
        let _ = fs::write("/proc/self/oom_score_adj", "1000");
    };
    let work = |number| if number == TEXTS { job.check(&rules) } else { job.audit() };
    let call = |(): &(), number: usize| answer(limited(limits.time(), || work(number)), false);
    let mut reports = Vec::new();
    let done = |number: usize, received: Result<Vec<Report>, Failure>| {
        reports.extend(received.unwrap_or_else(|failure| vec![Report::failed(fault_of(failure, limits))]));
        if number == TEXTS {
            let _ = real.wait();
        }
    };
    call_all(CALLS, limits.of(1), prepare, call, || interrupt::received().is_some(), done);
    if !real.has_succeeded() {
        // It has reported why, and there is no cubin that could be wrong.
        return false;
    }
    let mut published = vec![(None, messages)];
    for Report { text, mut messages, fault } in reports {
        let Some(path) = job.texts.get(text).map(Text::path) else { continue };
        let words = fault.map(|fault| format!("is not checked: {}", fault.in_words()));
        messages.extend(words.map(|words| Message::warning_in(path, words)));
        published.push((Some(path), messages));
    }
    publish(tool, settings, &published)
}

/// Prints messages, each about a file, or appends them to the file of the settings. Returns whether the build is to be
/// refused.
fn publish(tool: &Tool, settings: &Settings, messages: &[(Option<&Path>, Vec<Message>)]) -> bool {
    let text = |format: MessageFormat| -> Vec<u8> {
        let printer = printer(tool, format);
        messages.iter().flat_map(|(path, messages)| printer.text(*path, messages)).collect()
    };
    let appended = settings.findings.as_ref().map(|file| (file, append(file, &text(MessageFormat::Json))));
    if let Some((file, Err(error))) = &appended {
        let warning = Message::warning(format!("cannot write '{}': {}", file.display(), reason(error)));
        print(&printer(tool, MessageFormat::Human).text(None, &[warning]));
    }
    if !matches!(appended, Some((_, Ok(())))) {
        print(&text(MessageFormat::Human));
    }
    settings.mode == Mode::Error && messages.iter().flat_map(|(_, messages)| messages).any(is_error)
}

fn is_error(message: &Message) -> bool {
    match message {
        Message::Diagnostic(diagnostic) => diagnostic.message.severity == Severity::Error,
        Message::Tool { severity, .. } => *severity == Severity::Error,
        Message::Program(_) | Message::ForChips { .. } => false,
    }
}

/// Appends lines to a file to which other processes append, too: with one write.
fn append(file: &Path, lines: &[u8]) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    OpenOptions::new().append(true).create(true).open(file)?.write_all(lines)
}
