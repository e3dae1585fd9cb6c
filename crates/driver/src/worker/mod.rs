//! What the driver does in worker processes: their limits, and the faults of workers that end early.
//!
//! MLIR and LLVM can crash, hang or need all memory of the machine, for corrupt files and in passes that a user names.
//! A worker then fails one input.

pub(crate) mod batch;
pub(crate) mod interrupt;

use std::alloc::{Layout, handle_alloc_error};
use std::cell::RefCell;
use std::num::NonZero;
use std::time::Duration;

use clap::{Args, value_parser};
use rustix::system::sysinfo;
use serde::{Deserialize, Serialize};
use tileiras_mlir::recovery::{ProcessState, end_when_damaged, process_state};
use tileiras_process::worker::{self, Answer, End, Failure, Limits, OUT_OF_MEMORY};
use tileiras_ptxas::{Environment, reason};

use crate::messages::fault::{Fault, Kind};

/// The limits of the work on an input, as options.
#[derive(Args, Clone, Copy, Debug)]
pub struct UserLimits {
    /// Seconds after which the work on an input, or a program of CUDA, is killed
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 600, value_parser = value_parser!(u64).range(1..))]
    time_limit: u64,

    /// MiB of memory for the data of the work on an input, and of each program of CUDA; 0 for no limit [default: half
    /// of the memory of the machine]
    #[arg(long, global = true, value_name = "MIB", env = MEMORY_VARIABLE, hide_env = true)]
    memory_limit: Option<u64>,

    /// Whether the environment has the limit of time, for messages.
    #[arg(skip)]
    is_of_environment: bool,
}

/// The limit of [`UserLimits::of_environment`] if no variable states another one, in MiB.
const MEMORY: u64 = 2048;

/// The variables with limits.
const TIME_VARIABLE: &str = "TILEIRAS_TIME_LIMIT";
const MEMORY_VARIABLE: &str = "TILEIRAS_MEMORY_LIMIT";

impl UserLimits {
    /// [`UserLimits::of_environment`] for a tool without options and messages. `time` is the default, in seconds.
    #[must_use]
    pub fn of_process(time: u64) -> Self {
        Self::of_environment(&Environment::of_process(), time, &mut Vec::new())
    }

    /// The limits that the environment states. `time` is the default, in seconds. Adds a warning for each value that
    /// cannot be used.
    pub fn of_environment(environment: &Environment, time: u64, warnings: &mut Vec<String>) -> Self {
        let mut number = |variable: &str, least: u64| {
            let value = environment.non_empty(variable)?.to_string_lossy();
            let number = value.parse().ok().filter(|number| *number >= least);
            if number.is_none() {
                warnings.push(format!("{variable} must be a number of at least {least}, got '{value}'"));
            }
            number
        };
        let time_limit = number(TIME_VARIABLE, 1).unwrap_or(time);
        let memory_limit = Some(number(MEMORY_VARIABLE, 0).unwrap_or(MEMORY));
        Self { time_limit, memory_limit, is_of_environment: true }
    }

    /// What raises the limits of time and of memory.
    const fn raising(self) -> [&'static str; 2] {
        if self.is_of_environment { [TIME_VARIABLE, MEMORY_VARIABLE] } else { ["--time-limit", "--memory-limit"] }
    }

    /// The time.
    #[must_use]
    pub const fn time(self) -> Duration {
        Duration::from_secs(self.time_limit)
    }

    fn mebibytes(self) -> Option<u64> {
        let half = || {
            let machine = sysinfo();
            (machine.totalram as u64).saturating_mul(machine.mem_unit.into()) >> 21
        };
        Some(self.memory_limit.unwrap_or_else(half)).filter(|memory| *memory > 0)
    }

    /// The limits of several workers.
    #[must_use]
    pub fn of(self, workers: usize) -> Limits {
        Limits { workers, memory: self.memory() }
    }

    /// The memory in bytes; `None` for no limit.
    #[must_use]
    pub fn memory(self) -> Option<u64> {
        self.mebibytes().map(|memory| memory.saturating_mul(1 << 20))
    }
}

/// What a call in a worker does: a step of the compilation, and the kind of a fault in it.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct CurrentStep {
    step: String,
    kind: Kind,
}

thread_local! {
    static STEP: RefCell<String> = RefCell::default();
}

/// The step that began last.
#[must_use]
pub fn step() -> String {
    STEP.with_borrow(String::clone)
}

/// Notes that a step begins, and the kind of a fault in it. If the worker ends in the step, the fault names it.
pub fn enter(step: &str, kind: Kind) {
    let current = CurrentStep { step: step.to_owned(), kind };
    STEP.set(current.step.clone());
    worker::note(&postcard::to_stdvec(&current).unwrap_or_default());
}

/// Prepares the process of a worker.
pub fn prepare() {
    interrupt::watch_in_worker();
    end_when_damaged(OUT_OF_MEMORY);
}

/// Calls `work`, which must have no temporary file and no child process, with a limit of time.
pub fn limited<T>(time: Duration, work: impl FnOnce() -> T) -> T {
    worker::stop_after(Some(time));
    let result = work();
    // After a crash, the limit of `prepare` stays.
    if !has_crashed() {
        worker::stop_after(None);
    }
    result
}

/// Whether MLIR or LLVM crashed in this process, so that no more of them must run.
#[must_use]
pub fn has_crashed() -> bool {
    process_state() == ProcessState::Crashed
}

/// The answer of a worker. It is the last one if work of MLIR or LLVM was abandoned.
pub fn answer<T>(value: T, lacks_process: bool) -> Answer<T> {
    Answer { value, is_last: process_state() != ProcessState::Sound, lacks_process }
}

/// Calls `work` in a worker.
///
/// # Errors
/// If the worker ends early.
pub fn call<T: Serialize + for<'de> Deserialize<'de>>(
    limits: UserLimits,
    work: impl Fn() -> T + Sync,
) -> Result<T, Fault> {
    let mut result = None;
    let call = |(): &(), _: usize| answer(limited(limits.time(), &work), false);
    worker::call_all(1, limits.of(1), prepare, call, || false, |_, received| result = Some(received));
    let failure = match result {
        Some(Ok(value)) => return Ok(value),
        Some(Err(failure)) => failure,
        None => return Err(Kind::Internal.fault("no worker was called")),
    };
    Err(fault_of(failure, limits))
}

/// The fault of an input whose worker ended early.
pub fn fault_of(failure: Failure, limits: UserLimits) -> Fault {
    let (end, note, elapsed) = match failure {
        Failure::Ended { end, note, elapsed } => (end, note, elapsed),
        Failure::NotStarted(error) => {
            return Kind::Input.of_command(format!("cannot start a process: {}", reason(&error)));
        }
    };
    let Some(CurrentStep { step, kind }) = postcard::from_bytes(&note).ok() else {
        let kind = if matches!(end, End::OutOfMemory) { Kind::Input } else { Kind::Internal };
        return kind.fault(format!("the worker {}", description(end, limits)));
    };
    let text = match end {
        End::TimedOut if elapsed < limits.time() => "crashed and did not end".to_owned(),
        end => description(end, limits),
    };
    kind.fault(format!("the step '{step}' {text}"))
}

fn description(end: End, limits: UserLimits) -> String {
    let [time, memory] = limits.raising();
    match end {
        End::TimedOut => format!("did not end within {:?} and was killed; {time} raises the limit", limits.time()),
        End::OutOfMemory => {
            let limit = limits.mebibytes().map(|limit| format!("{limit} MiB of memory; {memory} raises the limit"));
            format!("needs more than {}", limit.unwrap_or_else(|| "the memory that there is".to_owned()))
        }
        End::Signal(signal) => format!("crashed with {signal}"),
        End::Exit(code) => format!("ended the process with exit code {code}"),
        End::Unreadable => "ended the process".to_owned(),
    }
}

/// The memory that a step needs at least.
const LEAST_MEMORY: usize = 4 << 20;

/// Ends the process as a failed allocation does, if there is hardly any memory left: a reader of LLVM that gets none
/// can crash.
pub fn end_without_memory() {
    if Vec::<u8>::new().try_reserve_exact(LEAST_MEMORY).is_err() {
        handle_alloc_error(Layout::new::<[u8; LEAST_MEMORY]>());
    }
}

/// The number of workers: as requested, or one for each processor.
#[must_use]
pub fn jobs(requested: Option<u16>) -> usize {
    requested.map_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get), usize::from)
}
