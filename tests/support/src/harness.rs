//! What a test runs: a sample or all of it, chosen by the environment; arguments, for a test without the harness of
//! `cargo test`; and work in several threads.

use std::env;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many cases a test runs: `all` if `TILEIRAS_WHOLE` is in the environment, as in `make long-whole`, else `sample`.
#[must_use]
pub fn sample<T>(sample: T, all: T) -> T {
    if env::var_os("TILEIRAS_WHOLE").is_some() { all } else { sample }
}

/// Whether the arguments of `cargo test` select this test. `flag` is called for each argument of the test itself, with
/// an iterator over the following ones, from which it may take a value. `--list` prints the test.
#[expect(clippy::print_stdout, reason = "that is how a test is listed")]
pub fn selected(test: &str, mut flag: impl FnMut(&str, &mut dyn Iterator<Item = String>)) -> bool {
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--list" => {
                println!("{test}: test");
                return false;
            }
            "--ignored" => return false,
            name if name.starts_with('-') => flag(name, &mut arguments),
            filter if !test.contains(filter) => return false,
            _ => {}
        }
    }
    true
}

/// Calls `work` for the numbers below `count` in several threads. The results are in the order of the numbers.
pub fn in_parallel<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(Vec::with_capacity(count));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let answer = work(number);
                    answers.lock().expect("no thread panics here").push((number, answer));
                }
            });
        }
    });
    let mut answers = answers.into_inner().expect("no thread panics here");
    answers.sort_unstable_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

#[cfg(test)]
mod tests {
    use super::in_parallel;

    #[test]
    fn answers_are_in_the_order_of_the_numbers() {
        for threads in [1, 2, 7] {
            assert_eq!(
                in_parallel(threads, 20, |number| 2 * number),
                (0..20).map(|number| 2 * number).collect::<Vec<_>>()
            );
        }
        assert!(in_parallel(2, 0, |number| number).is_empty());
    }
}
