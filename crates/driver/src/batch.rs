//! Several inputs in one call: compiled side by side, told in the order of the command line.
//!
//! Guarantees that one failing input does not stop the rest, and that what is said and written does not depend on how many
//! run at the same time. Only the messages of `-v` come as things happen.

use std::io::{IsTerminal as _, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The stack of a worker, in bytes. MLIR and LLVM recurse into what is nested, and are made for the eight megabytes of a
/// main thread; the usual stack of a thread is a quarter of that. What is not used costs nothing.
const STACK: usize = 256 << 20;

/// Does `work` for each of `count` items, `jobs` at a time, and hands the results to `tell` in order, each as soon as all
/// before it are there. `worker` makes what one thread needs for all its items.
pub fn in_order<W, T: Send>(
    count: usize,
    jobs: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&W, usize) -> T + Sync,
    mut tell: impl FnMut(usize, T),
) {
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            let (send, next, worker, work) = (send.clone(), &next, &worker, &work);
            let run = move || {
                let held = worker();
                loop {
                    let item = next.fetch_add(1, Ordering::Relaxed);
                    // The receiver lives until every sender is gone.
                    if item >= count || send.send((item, work(&held, item))).is_err() {
                        break;
                    }
                }
            };
            let builder = std::thread::Builder::new().stack_size(STACK);
            if builder.spawn_scoped(scope, run.clone()).is_err() {
                scope.spawn(run);
            }
        }
        drop(send);
        let mut waiting: Vec<Option<T>> = (0..count).map(|_| None).collect();
        let mut told = 0;
        for (item, result) in receive {
            waiting[item] = Some(result);
            while let Some(result) = waiting.get_mut(told).and_then(Option::take) {
                tell(told, result);
                told += 1;
            }
        }
    });
}

/// How many inputs to compile at the same time: what is asked for, or one for each processor.
#[must_use]
pub fn jobs(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get), usize::from)
}

/// A bar on a terminal for more than one input; nothing elsewhere.
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

/// Writes past a bar, which is drawn anew below.
pub fn write(bar: &ProgressBar, stream: &mut dyn Write, text: &[u8]) {
    if !text.is_empty() {
        // A closed stream is no reason to fail.
        bar.suspend(|| drop(stream.write_all(text).and_then(|()| stream.flush())));
    }
}

#[cfg(test)]
mod tests {
    use super::in_order;
    use std::time::Duration;

    #[test]
    fn results_come_in_order_whatever_takes_long() {
        for jobs in [1, 2, 7, 100] {
            let mut told = Vec::new();
            let work = |(): &(), item: usize| {
                std::thread::sleep(Duration::from_millis(if item.is_multiple_of(3) { 3 } else { 0 }));
                item * 2
            };
            in_order(20, jobs, || (), work, |item, result| told.push((item, result)));
            assert_eq!(told, (0..20).map(|item| (item, item * 2)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_item_is_no_work() {
        in_order(0, 4, || (), |(), _| (), |_, ()| unreachable!("nothing to tell"));
    }
}
