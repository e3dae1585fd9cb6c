//! Compiles several inputs in parallel, and reports the results in the order of the command line.
//!
//! Guarantees that one failing input does not stop the others, and that messages and outputs do not depend on the
//! number of workers. Only the messages of `-v` are printed at once.

use std::io::{IsTerminal as _, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tileiras_process::worker::{self, Answer, Failure, Limits};

use crate::worker::interrupt;

/// Calls `work` for each of `count` items, in worker processes. Calls `finish` with each result as soon as it is there,
/// and `report` with what it returns, in order, as soon as all earlier ones have been reported. `worker` makes the
/// state of a worker, which is used for all its items.
pub fn in_order<W, T: Serialize + DeserializeOwned, R>(
    count: usize,
    limits: Limits,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&W, usize) -> Answer<T> + Sync,
    mut finish: impl FnMut(usize, Result<T, Failure>) -> R,
    mut report: impl FnMut(usize, R),
) {
    let mut waiting: Vec<Option<R>> = (0..count).map(|_| None).collect();
    let mut reported = 0;
    let is_stopped = || interrupt::received().is_some();
    worker::call_all(count, limits, worker, work, is_stopped, |item, result| {
        waiting[item] = Some(finish(item, result));
        while let Some(result) = waiting.get_mut(reported).and_then(Option::take) {
            report(reported, result);
            reported += 1;
        }
    });
    // After a signal, some items have no result.
    for (item, result) in waiting.into_iter().enumerate() {
        if let Some(result) = result {
            report(item, result);
        }
    }
}

/// A progress bar. It is hidden for a single input, or if standard error is not a terminal.
#[must_use]
pub fn progress(count: usize) -> ProgressBar {
    if count < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr());
    match ProgressStyle::with_template("{wide_bar} {pos}/{len}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Writes to a stream while the progress bar is hidden.
pub fn write(bar: &ProgressBar, stream: &mut dyn Write, text: &[u8]) {
    if !text.is_empty() {
        // An error is ignored: the stream may be closed.
        bar.suspend(|| drop(stream.write_all(text).and_then(|()| stream.flush())));
    }
}
