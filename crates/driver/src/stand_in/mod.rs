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

mod job;
mod settings;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ExitCode, ExitStatus};

use clap::Parser;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::OFlags;
use rustix::io::Errno;
use tileiras_mlir::guard::guard;
use tileiras_mlir::report::Severity;
use tileiras_process::foreground::{Call, Foreground, end_as};
use tileiras_process::worker::{Answer, Failure, call_all};
use tileiras_ptxas::{Environment, Ptxas, reason};

use self::job::{Job, Text, TextReport};
use self::settings::{Mode, Settings};
use crate::assemble::ptxas_options::Called;
use crate::cli::project::{ProjectOptions, Rules};
use crate::input::Limit;
use crate::messages::Message;
use crate::messages::fault::{Fault, Kind};
use crate::messages::printer::{ColorOption, MessageFormat, Printer};
use crate::tool::Tool;
use crate::worker;
use crate::worker::{answer, fault_of, interrupt, limited};

/// The variable that the real `ptxas` gets. A program that has it was started by this one.
const RUNNING: &str = "TILEIRAS_PTXAS_RUNNING";

/// Run the real ptxas with the same arguments, and check the PTX and the cubin.
///
/// This is for the pages of the tools only: every argument belongs to `ptxas`.
#[derive(Parser)]
#[command(name = "tileiras-ptxas", after_help = settings::HELP, disable_help_flag = true)]
#[command(override_usage = "tileiras-ptxas [ARGUMENT]...", verbatim_doc_comment)]
pub struct StandInCli {
    /// What ptxas gets, as it is
    #[arg(value_name = "ARGUMENT")]
    _arguments: Vec<OsString>,
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
    let settings = Settings::read(&environment);
    let called = Called::read(&arguments);
    let call = Call { program, arguments, variable: (RUNNING, "1") };
    if settings.mode == Mode::Off || called.sources.is_empty() {
        return failed(tool, &replaced_by(&call));
    }
    interrupt::watch();
    tileiras_mlir::tool::prepare_process(tool.name);
    // If there is no process for it, this one is replaced by it.
    let Ok(mut child) = call.start(called.reads_standard_input()) else { return failed(tool, &replaced_by(&call)) };
    let input = child.input().and_then(pass_on_standard_input);
    let texts = called.sources.iter().map(|source| Text::of(source, input.as_deref())).collect();
    let mut real = Real { child, status: None };
    let job = Job { texts, called };
    let is_refused = guard(|| check(tool, &settings, &job, &mut real)).unwrap_or_else(|panic| {
        print(&printer(tool, MessageFormat::Human).text(None, &[Message::warning(panic.to_string())]));
        false
    });
    match real.wait() {
        Ok(status) if is_refused && status.success() => {
            if job.called.makes_cubin {
                remove_output(&job.called.output);
            }
            Kind::Verification.into()
        }
        Ok(status) => end_as(*status),
        Err(error) => {
            let text = format!("cannot wait for '{}': {}", call.program.display(), reason(error));
            failed(tool, &Kind::Ptxas.fault(text))
        }
    }
}

/// Passes standard input on to the real program. Returns it, unless there is too much to keep.
fn pass_on_standard_input(mut to: ChildStdin) -> Option<Vec<u8>> {
    let (mut from, mut chunk) = (io::stdin().lock(), vec![0; 1 << 16]);
    let mut kept = Some(Vec::new());
    loop {
        // Neither must wait for ever: the program can end before the text does.
        let mut polled = [PollFd::new(&from, PollFlags::IN), PollFd::new(&to, PollFlags::empty())];
        while poll(&mut polled, None) == Err(Errno::INTR) {}
        if polled[1].revents().contains(PollFlags::ERR) {
            return None;
        }
        let read = match from.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => chunk.get(..read.ok()?)?,
        };
        if read.is_empty() {
            return kept;
        }
        let size = kept.as_ref().map_or(0, Vec::len) + read.len();
        kept = kept.filter(|_| size as u64 <= Limit::default().bytes());
        kept = kept.and_then(|mut kept| kept.try_reserve(read.len()).ok().map(|()| kept));
        kept.iter_mut().for_each(|kept| kept.extend_from_slice(read));
        // It has ended.
        to.write_all(read).ok()?;
    }
}

/// Removes the output, as a compiler that fails leaves none. A device stays.
fn remove_output(path: &Path) {
    if let Ok(file) = path.canonicalize()
        && file.is_file()
    {
        // An error is ignored: the exit code says that the output is not to be used.
        let _ = fs::remove_file(file);
    }
}

/// The real program.
fn find(environment: &Environment) -> Result<PathBuf, Fault> {
    let found = Ptxas::find(None, environment).map_err(|error| Kind::Ptxas.fault(error.to_string()))?;
    if environment.non_empty(RUNNING).is_some() {
        let text =
            format!("'{}' starts this program again; TILEIRAS_PTXAS names the real ptxas", found.program.display());
        return Err(Kind::Ptxas.fault(text));
    }
    Ok(found.program)
}

/// Replaces this process by the program. Returns if that fails.
fn replaced_by(call: &Call) -> Fault {
    let error = call.replace();
    Kind::Ptxas.fault(format!("cannot start '{}': {}", call.program.display(), reason(&error)))
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

/// The calls of a worker: the first one while `ptxas` runs.
const CHECK: usize = 0;
/// When it has ended.
const AUDIT: usize = 1;

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
        // If the machine has no memory left, the system ends this process before the compiler.
        let _ = fs::write("/proc/self/oom_score_adj", "1000");
    };
    let work = |number| if number == CHECK { job.check(&rules) } else { job.audit(&rules) };
    // A worker ends at once after its last answer, without destructors.
    let call = |(): &(), number: usize| {
        let reports = limited(limits.time(), || work(number));
        let answer = answer(reports, false);
        Answer { is_last: answer.is_last || number == AUDIT, ..answer }
    };
    let mut reports = Vec::new();
    let done = |number: usize, received: Result<Vec<TextReport>, Failure>| {
        let received = received.unwrap_or_else(|failure| job.failed(&fault_of(failure, limits)));
        reports.extend(received.into_iter().map(|report| (number, report)));
        if number == CHECK {
            let _ = real.wait();
        }
    };
    call_all(AUDIT + 1, limits.of(1), prepare, call, || interrupt::received().is_some(), done);
    if !real.has_succeeded() {
        // It has reported why, and there is no cubin that could be wrong.
        return false;
    }
    let mut published = vec![(None, messages)];
    let mut unchecked = BTreeSet::new();
    for (number, TextReport { text, mut messages, fault }) in reports {
        let Some(path) = job.texts.get(text).map(Text::path) else { continue };
        // It is said once of a text that nothing is known of it.
        let fault = fault.filter(|_| unchecked.insert(text));
        let what = if number == CHECK { "is not checked" } else { "the cubin is not compared with it" };
        let words = fault.map(|fault| format!("{what}: {}", fault.in_words()));
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
    let is_refused = settings.mode == Mode::Error && messages.iter().flat_map(|(_, messages)| messages).any(is_error);
    // A build that fails says why.
    if is_refused || !matches!(appended, Some((_, Ok(())))) {
        print(&text(MessageFormat::Human));
    }
    is_refused
}

fn is_error(message: &Message) -> bool {
    match message {
        Message::Diagnostic(diagnostic) => diagnostic.message.severity == Severity::Error,
        Message::Tool { severity, .. } => *severity == Severity::Error,
        Message::Program(_) | Message::ForChips { .. } => false,
    }
}

/// Appends lines to a file to which other processes append, too: with one write. Without lines, there is a file.
fn append(file: &Path, lines: &[u8]) -> io::Result<()> {
    // A pipe that nobody reads is an error.
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let mut to = OpenOptions::new().append(true).create(true).custom_flags(flags).open(file)?;
    // A disk that was full has cut off the last line.
    let is_cut = to.metadata()?.is_file() && last_byte(file).is_ok_and(|last| last != b'\n');
    to.write_all(&[if is_cut { &b"\n"[..] } else { &[] }, lines].concat())
}

fn last_byte(file: &Path) -> io::Result<u8> {
    let (mut from, mut last) = (File::open(file)?, [0]);
    from.seek(SeekFrom::End(-1))?;
    from.read_exact(&mut last)?;
    Ok(last[0])
}
