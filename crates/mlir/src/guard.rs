//! Catches panics in callbacks from C++.
//!
//! A panic in an `extern "C"` function aborts the process. [`guard`] catches it and returns its message, so that the
//! callback can report a diagnostic. The panic hook prints nothing while a guard is active.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The message and the source location of a caught panic.
#[derive(Debug)]
pub struct Panic(String);

impl std::fmt::Display for Panic {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "internal error: {}", self.0)
    }
}

/// Runs `work` and catches a panic in it.
///
/// # Errors
/// [`Panic`] if `work` panicked.
pub fn guard<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    install_hook();
    let outer = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    result.map_err(|_| Panic(MESSAGE.take().unwrap_or_else(|| "panic without a message".to_owned())))
}

/// Wraps the panic hook once. The new hook stores the message of a guarded panic instead of printing it.
fn install_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !GUARDED.get() {
                return report(info);
            }
            let text = info.payload_as_str().unwrap_or("panic without a message");
            let location = info.location().map(|location| format!(" ({}:{})", location.file(), location.line()));
            MESSAGE.set(Some(format!("{text}{}", location.unwrap_or_default())));
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::guard;

    #[test]
    fn a_panic_becomes_its_message() {
        let error = guard(|| panic!("planted")).expect_err("must be caught");
        assert!(error.to_string().starts_with("internal error: planted ("), "{error}");
    }

    #[test]
    fn a_result_passes_through() {
        assert_eq!(guard(|| 7).ok(), Some(7));
    }
}
