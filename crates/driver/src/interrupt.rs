//! Handles the signals that end the process, so that no temporary file and no child process is left.
//!
//! The first signal is stored: a running `ptxas` is killed, and no further input is started. A second signal ends the
//! process at once. SIGXFSZ (file size limit exceeded) does not end the process; the write fails instead.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::{flag, low_level};
use tileiras_ptxas::cleanup;

/// The signals that end the process.
const ENDING: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Installs the signal handlers. If that fails, a signal ends the process as usual, without a cleanup.
pub fn watch() {
    // A handler rather than SIG_IGN, which ptxas would inherit. The flag is not used.
    let _ = flag::register(SIGXFSZ, Arc::default());
    let Ok(signals) = Signals::new(ENDING) else { return };
    if std::thread::Builder::new().spawn(move || listen(signals)).is_err() {
        for signal in ENDING {
            let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::new(AtomicBool::new(true)));
        }
    }
}

fn listen(mut signals: Signals) {
    for signal in &mut signals {
        // Signal numbers are small and positive.
        let number = usize::try_from(signal).unwrap_or_default();
        if SIGNAL.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            cleanup::cleanup_for_exit();
            low_level::exit(128 + signal);
        }
    }
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
