//! Compiles several inputs in parallel, and reports the results in the order of the command line.
//!
//! Guarantees that one failing input does not stop the others, and that messages and outputs do not depend on the
//! number of threads. Only the messages of `-v` are printed at once.

use std::io::{IsTerminal as _, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The stack size of a worker thread, in bytes. MLIR and LLVM recurse into nested operations, and expect the 8 MiB of a
/// main thread; Rust gives other threads 2 MiB. Memory that is not used is never allocated.
const STACK_SIZE: usize = 256 << 20;

/// Calls `work` for each of `count` items, in `jobs` threads. Passes the results to `report` in order, each as soon as
/// all earlier ones have been passed. `worker` makes the state of a thread, which is used for all its items.
pub fn in_order<W, T: Send>(
    count: usize,
    jobs: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&W, usize) -> T + Sync,
    mut report: impl FnMut(usize, T),
) {
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            let (send, next, worker, work) = (send.clone(), &next, &worker, &work);
            let run = move || {
                let state = worker();
                loop {
                    let item = next.fetch_add(1, Ordering::Relaxed);
                    // The receiver is dropped after all senders, so that sending fails only after a panic.
                    if item >= count || send.send((item, work(&state, item))).is_err() {
                        break;
                    }
                }
            };
            let builder = std::thread::Builder::new().stack_size(STACK_SIZE);
            if builder.spawn_scoped(scope, run.clone()).is_err() {
                scope.spawn(run);
            }
        }
        drop(send);
        let mut waiting: Vec<Option<T>> = (0..count).map(|_| None).collect();
        let mut reported = 0;
        for (item, result) in receive {
            waiting[item] = Some(result);
            while let Some(result) = waiting.get_mut(reported).and_then(Option::take) {
                report(reported, result);
                reported += 1;
            }
        }
    });
}

/// The number of threads: as requested, or one for each processor.
#[must_use]
pub fn jobs(requested: Option<u16>) -> usize {
    requested.map_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get), usize::from)
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

#[cfg(test)]
mod tests {
    use super::in_order;
    use std::time::Duration;

    #[test]
    fn results_are_reported_in_order() {
        for jobs in [1, 2, 7, 100] {
            let mut reported = Vec::new();
            let work = |(): &(), item: usize| {
                std::thread::sleep(Duration::from_millis(if item.is_multiple_of(3) { 3 } else { 0 }));
                item * 2
            };
            in_order(20, jobs, || (), work, |item, result| reported.push((item, result)));
            assert_eq!(reported, (0..20).map(|item| (item, item * 2)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn without_items_nothing_is_reported() {
        in_order(0, 4, || (), |(), _| (), |_, ()| unreachable!("nothing to report"));
    }
}
