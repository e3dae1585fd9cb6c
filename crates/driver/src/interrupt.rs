//! Signals that end the process: what is under way is given up, and nothing temporary stays.
//!
//! The first signal is noted, kills a `ptxas` that is running, and keeps further inputs from being begun; a second one ends
//! the process at once. A file that may not grow any more (SIGXFSZ) is an error of writing, not the end.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::{flag, low_level};
use tileiras_ptxas::temporary;

/// The signals that end the process.
const ENDING: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Begins to note signals. Without a handler a signal ends the process, as it does anyway.
pub fn watch() {
    // A handler, as what is ignored would be ignored by ptxas as well. Nobody asks what it noted.
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
        // They are small and positive.
        let number = usize::try_from(signal).unwrap_or_default();
        if SIGNAL.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            temporary::give_up();
            low_level::exit(128 + signal);
        }
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
