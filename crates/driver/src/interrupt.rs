//! Signals that end the process: what is under way is given up, and nothing temporary stays.
//!
//! The first signal is noted, kills a `ptxas` that is running, and keeps further inputs from being begun; a second one ends
//! the process at once.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Begins to note signals. Without a handler a signal ends the process, as it does anyway.
pub fn watch() {
    let again = Arc::new(AtomicBool::new(false));
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        // The order matters: the first signal passes the first handler and arms it.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&again));
        let _ = signal_hook::flag::register(signal, Arc::clone(&again));
        let _ = signal_hook::flag::register_usize(signal, Arc::clone(&SIGNAL), signal as usize);
    }
}

/// Where the number of the signal is noted.
#[must_use]
pub fn signal() -> Arc<AtomicUsize> {
    Arc::clone(&SIGNAL)
}

/// The number of the signal that came, if one did.
#[must_use]
pub fn came() -> Option<u8> {
    u8::try_from(SIGNAL.load(Ordering::Relaxed)).ok().filter(|signal| *signal != 0)
}
