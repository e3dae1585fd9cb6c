//! The boundary that no panic crosses.
//!
//! A panic in a callback that C++ called would abort the tool. [`guard`] catches it and hands its message to the
//! caller, who makes a diagnostic of it; the usual report on standard error is held back while a guard is on.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A caught panic: what it said and where.
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
/// When `work` panicked.
pub fn guard<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    install_hook();
    let outer = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    result.map_err(|_| Panic(MESSAGE.take().unwrap_or_else(|| "panic without a message".to_owned())))
}

/// Wraps the panic hook once, so that a guarded panic is kept instead of printed.
fn install_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !GUARDED.get() {
                return report(info);
            }
            let text = info.payload_as_str().unwrap_or("panic without a message");
            let place = info.location().map(|place| format!(" ({}:{})", place.file(), place.line()));
            MESSAGE.set(Some(format!("{text}{}", place.unwrap_or_default())));
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
