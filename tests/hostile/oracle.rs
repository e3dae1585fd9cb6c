//! One hostile run, and the properties that every run of a tool must have.

use crate::common::CC;
use crate::corpus;
use crate::process::{self, Ended, Input, MOST_MIB, Sent, Timed};
use crate::snapshot::{self, Snapshot};
use rustix::process::geteuid;
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use tileiras_test_support::process::End;
use tileiras_test_support::ptxas;
use tileiras_test_support::rng::Rng;

/// How long a run may take in addition to its `--time-limit`.
const BOUND: Duration = Duration::from_secs(240);
/// The limit of memory of tileiras-cc and tileiras-contract. What MLIR and LLVM read can make them need any amount.
const MEMORY_LIMIT_MIB: u64 = MOST_MIB - 1024;
/// Bytes on standard error, in addition to what a stand-in writes.
const MOST_MESSAGES: u64 = 4 << 20;
/// The exit codes of docs/DRIVER.md, without the internal error.
const CODES: [i32; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
/// What a tool prints when it crashes.
const CRASHES: [&str; 5] =
    ["panicked", "PLEASE submit a bug report", "Stack dump", "terminate called", "stack overflow"];
/// The user without rights.
pub const NOBODY: u32 = 65_534;

/// Whether tools can be run as [`NOBODY`]: only root can start them, and they must be in folders that all can enter.
pub fn can_be_nobody() -> bool {
    static CAN: OnceLock<bool> = OnceLock::new();
    *CAN.get_or_init(|| {
        let mut command = Command::new(CC);
        command.arg("--version").current_dir(env!("CARGO_TARGET_TMPDIR")).uid(NOBODY).gid(NOBODY);
        geteuid().is_root() && command.output().is_ok_and(|output| output.status.success())
    })
}

/// A command of a tool.
pub struct Call {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    /// Words before the program, which run it, such as `prlimit`.
    pub before: Vec<String>,
    pub input: Option<Vec<u8>>,
    /// The input has no end.
    pub holds_input: bool,
    /// Seconds of `--time-limit`, for each input.
    pub time_limit: u64,
    pub timed: Option<Timed>,
    pub as_nobody: bool,
    /// Bytes on standard error that a stand-in may have caused.
    pub flood: u64,
    /// The program follows the exit codes of docs/DRIVER.md; `tileiras-opt` does not.
    pub is_driver: bool,
    /// A limit of the user may kill it with SIGXCPU, SIGXFSZ or SIGKILL.
    pub may_hit_limit: bool,
    /// A stand-in starts processes that leave its process group. Only the kernel could stop them.
    pub may_leave_processes: bool,
}

impl Call {
    pub fn new<A: Into<OsString>>(program: impl Into<PathBuf>, arguments: impl IntoIterator<Item = A>) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            before: Vec::new(),
            input: None,
            holds_input: false,
            time_limit: 0,
            timed: None,
            as_nobody: false,
            flood: 0,
            is_driver: true,
            may_hit_limit: false,
            may_leave_processes: false,
        }
    }
}

/// A run with its folders and findings.
pub struct Case {
    pub class: &'static str,
    pub seed: u64,
    pub rng: Rng,
    /// The current folder of the tools.
    pub work: PathBuf,
    /// The folder for temporary files.
    temporary: PathBuf,
    pub commands: Vec<String>,
    pub ends: Vec<String>,
    /// Kinds and texts.
    pub findings: Vec<(String, String)>,
    /// Why a property was not checked.
    pub skipped: Vec<String>,
}

impl Case {
    pub fn new(class: &'static str, seed: u64) -> Self {
        let place = corpus::scratch().join(format!("{class}-{seed}"));
        let _ = fs::remove_dir_all(&place);
        let (work, temporary) = (place.join("work"), place.join("tmp"));
        for folder in [&work, &temporary] {
            fs::create_dir_all(folder).expect("a folder can be made");
            fs::set_permissions(folder, Permissions::from_mode(0o777)).expect("permissions can be changed");
        }
        let name: u64 = class.bytes().fold(0, |sum, byte| sum * 31 + u64::from(byte));
        let rng = Rng::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(name));
        let (commands, ends, findings, skipped) = Default::default();
        Self { class, seed, rng, work, temporary, commands, ends, findings, skipped }
    }

    pub fn finding(&mut self, kind: &str, text: impl Into<String>) {
        self.findings.push((kind.to_owned(), text.into()));
    }

    pub fn skip(&mut self, reason: &str) {
        self.skipped.push(reason.to_owned());
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.work.join(name)
    }

    /// Writes a file, and the folders that it is in.
    pub fn file(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        fs::write(&path, content).expect("a file can be written");
        path
    }

    /// Writes a file that can be executed.
    pub fn script(&self, name: &str, content: &str) -> PathBuf {
        let path = self.file(name, content);
        fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("permissions can be changed");
        path
    }

    pub fn read(&self, name: impl AsRef<Path>) -> Option<Vec<u8>> {
        fs::read(self.path(name)).ok()
    }

    pub fn snapshot(&self) -> Snapshot {
        snapshot::take(&self.work)
    }

    /// Removes the files of a run without a finding.
    pub fn remove(self) {
        if let Some(place) = self.work.parent() {
            let _ = fs::remove_dir_all(place);
        }
    }

    /// Starts the tool in the working folder, and checks the properties of every run but that about its outputs.
    pub fn run(&mut self, call: Call) -> Ended {
        let mut words = call.before.iter().map(OsString::from).collect::<Vec<_>>();
        if call.timed.is_some() {
            // In the background of a shell without job control, SIGINT is ignored, also in what is started there.
            words.splice(0..0, ["env", "--default-signal=INT,TERM,HUP"].map(OsString::from));
        }
        words.push(call.program.clone().into());
        words.extend(call.arguments.iter().cloned());
        let line: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        self.commands.push(line.join(" "));
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).current_dir(&self.work).env("TMPDIR", &self.temporary);
        command.env("TILEIRAS_PTXAS", ptxas::program()).env("TILEIRAS_MEMORY_LIMIT", MEMORY_LIMIT_MIB.to_string());
        for name in ["MLIR_ENABLE_EVO", "PTX_KNOBS_PATH", "CUDA_HOME", "CUDA_PATH"] {
            command.env_remove(name);
        }
        if call.as_nobody {
            command.uid(NOBODY).gid(NOBODY);
        }
        let input = Input { bytes: call.input.clone(), is_held: call.holds_input };
        let mark = format!("{}-{}-{}", self.class, self.seed, self.commands.len());
        let most = BOUND + Duration::from_secs(call.time_limit);
        let ended = process::run(command, &mark, input, most, call.timed, call.may_leave_processes);
        self.ends.push(match ended.end {
            End::Exit(code) => code.to_string(),
            End::Signal(number) => format!("signal {number}"),
        });
        self.check_end(&call, &ended);
        self.check_traces(&call, &ended);
        ended
    }

    /// How it ended, and what it printed.
    fn check_end(&mut self, call: &Call, ended: &Ended) {
        let text = format!("{:?}, {}", ended.end, tail(&ended.err));
        if ended.hung {
            let kind = if ended.sent.is_some() { "does not end after a signal" } else { "does not end" };
            return self.finding(kind, text);
        }
        if ended.peak_mib > MOST_MIB {
            return self.finding("takes too much memory", format!("{} MiB, {text}", ended.peak_mib));
        }
        let signal = call.timed.filter(|_| ended.sent.is_some()).map(|timed| timed.signal.as_raw());
        let is_expected = match ended.end {
            End::Exit(code) => {
                signal.is_some_and(|signal| code == 128 + signal)
                    || CODES.contains(&code)
                    || !call.is_driver && code < 64
            }
            // SIGXCPU, SIGXFSZ and SIGKILL.
            End::Signal(24 | 25 | 9) if call.may_hit_limit => true,
            End::Signal(number) => Some(number) == signal && (!call.is_driver || ended.sent == Some(Sent::Unhandled)),
        };
        let crash = CRASHES.iter().find(|crash| ended.err.contains(**crash));
        if let Some(crash) = crash {
            self.finding(&format!("prints '{crash}'"), text);
        } else if !is_expected {
            self.finding(&format!("ends with {:?}", ended.end), text);
        } else if matches!(ended.end, End::Exit(1..=7)) && !ended.err.contains("error:") {
            self.finding("fails without an error", text);
        }
        if ended.err_length > MOST_MESSAGES + call.flood {
            self.finding("prints too much", format!("{} bytes", ended.err_length));
        }
    }

    /// What it left: processes and temporary files.
    fn check_traces(&mut self, call: &Call, ended: &Ended) {
        // SIGKILL and SIGXCPU leave no time for it.
        let killed = ended.hung || matches!(ended.end, End::Signal(9 | 24));
        if !ended.left.is_empty() && !call.may_leave_processes && !killed {
            self.finding("leaves processes", ended.left.join("\n"));
        }
        let temporary = snapshot::take(&self.temporary);
        let hidden = self.snapshot().into_keys();
        let hidden: Vec<PathBuf> = hidden
            .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".tileiras")))
            .collect();
        let left: Vec<&PathBuf> = temporary.keys().chain(&hidden).collect();
        if !left.is_empty() && !killed && !self.is_own(&temporary) {
            self.finding("leaves temporary files", format!("{left:?} after {:?}", ended.end));
        }
        hidden.iter().for_each(|path| drop(fs::remove_file(self.path(path))));
        let _ = Command::new("chmod").args(["-R", "u+rwx"]).arg(&self.temporary).status();
        for entry in fs::read_dir(&self.temporary).into_iter().flatten().flatten() {
            let _ = fs::remove_file(entry.path()).or_else(|_| fs::remove_dir_all(entry.path()));
        }
    }

    /// A stand-in may have made the only files that are left.
    fn is_own(&self, temporary: &Snapshot) -> bool {
        !temporary.is_empty() && temporary.keys().all(|path| path.to_string_lossy().starts_with("stand-in"))
    }

    /// Reports what a run has changed besides the paths that it may write.
    pub fn check_unchanged(&mut self, before: &Snapshot, may_write: impl Fn(&Path) -> bool) {
        let changes = snapshot::changes(before, &self.snapshot());
        let wrong: Vec<String> = changes
            .into_iter()
            .filter(|(path, _)| !may_write(path))
            .map(|(path, what)| format!("{} was {what}", path.display()))
            .collect();
        if !wrong.is_empty() {
            self.finding("changes files", wrong.join("\n"));
        }
    }
}

/// The end of a text.
pub fn tail(text: &str) -> String {
    let skipped = text.chars().count().saturating_sub(1500);
    text.chars().skip(skipped).collect()
}
