//! Handles the signals that end the process, so that no temporary file and no child process is left.
//!
//! The first signal is stored: it is passed on to the workers, a running `ptxas` is killed, and no further input is
//! started. The process then ends by itself, or else is ended after [`GRACE`]. A second signal ends it at once. SIGXFSZ
//! (file size limit exceeded) does not end the process; the write fails instead.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, LazyLock};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::{flag, low_level};
use tileiras_process::{cleanup, is_ignored};

/// The signals that end the process.
const ENDING: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

/// How long the process may take to end by itself.
const GRACE: Duration = Duration::from_secs(3);

/// The interval between checks for a second signal.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Whether a signal ends this worker at once. False while it has temporary files or a child process.
static ENDS_AT_ONCE: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Installs the signal handlers. If that fails, a signal ends the process as usual, without a cleanup.
pub fn watch() {
    // A handler rather than SIG_IGN, which ptxas would inherit. The flag is not used.
    let _ = flag::register(SIGXFSZ, Arc::default());
    // What is ignored stays so, also for the programs that are started.
    let ending = ENDING.into_iter().filter(|signal| !is_ignored(*signal));
    let Ok(signals) = Signals::new(ending) else { return };
    let started = Arc::new(Barrier::new(2));
    let thread = {
        let started = Arc::clone(&started);
        move || {
            started.wait();
            listen(signals);
        }
    };
    if std::thread::Builder::new().spawn(thread).is_ok() {
        // A thread that starts holds a lock of the standard library, which a worker that is forked now would wait for.
        started.wait();
    } else {
        for signal in ENDING {
            let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::new(AtomicBool::new(true)));
        }
    }
}

fn listen(mut signals: Signals) {
    let Some(first) = signals.forever().next() else { return };
    // Signal numbers are small and positive.
    SIGNAL.store(usize::try_from(first).unwrap_or_default(), Ordering::Relaxed);
    cleanup::pass_on(first);
    let received = Instant::now();
    let mut last = first;
    while received.elapsed() < GRACE {
        if let Some(second) = signals.pending().next() {
            last = second;
            break;
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    cleanup::cleanup_for_exit();
    low_level::exit(128 + last);
}

/// Installs the signal handlers of a worker. A signal ends it at once, except in [`with_files`].
pub fn watch_in_worker() {
    ENDS_AT_ONCE.store(true, Ordering::SeqCst);
    for signal in ENDING {
        let _ = flag::register_conditional_default(signal, Arc::clone(&ENDS_AT_ONCE));
        let _ = flag::register_usize(signal, Arc::clone(&SIGNAL), usize::try_from(signal).unwrap_or_default());
    }
}

/// Calls `work`, which has temporary files or a child process. A signal is stored meanwhile.
pub fn with_files<T>(work: impl FnOnce() -> T) -> T {
    let ended_at_once = ENDS_AT_ONCE.swap(false, Ordering::SeqCst);
    let result = work();
    ENDS_AT_ONCE.store(ended_at_once, Ordering::SeqCst);
    result
}

/// The variable in which the number of the first signal is stored.
#[must_use]
pub fn signal() -> Arc<AtomicUsize> {
    Arc::clone(&SIGNAL)
}

/// The number of the first signal, if one was received.
#[must_use]
pub fn received() -> Option<u8> {
    u8::try_from(SIGNAL.load(Ordering::Relaxed)).ok().filter(|signal| *signal != 0)
}
