//! Workers that answer, crash, hang, exit and use up their memory: each call gets one result, the others are made all
//! the same, and no process is left. Without the test harness, as workers are forked from the main thread.

#![allow(clippy::expect_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::time::Duration;
use tileiras_process::worker::{Answer, End, Failure, Limits, OUT_OF_MEMORY, call_all, note, stop_after};

const CALLS: usize = 40;
const MEMORY: u64 = 256 << 20;

/// What the call of that number does.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Action {
    Answers,
    AnswersLast,
    Aborts,
    Exits,
    Panics,
    Hangs,
    Allocates,
    RunsOutOfMemory,
}

const ACTIONS: [Action; 8] = [
    Action::Answers,
    Action::AnswersLast,
    Action::Aborts,
    Action::Exits,
    Action::Panics,
    Action::Hangs,
    Action::Allocates,
    Action::RunsOutOfMemory,
];

fn action(call: usize) -> Action {
    // Most calls answer, so that workers are used again.
    ACTIONS.get(call % 16).copied().unwrap_or(Action::Answers)
}

fn work(call: usize) -> Answer<String> {
    let action = action(call);
    note(format!("{action:?}").as_bytes());
    match action {
        Action::Answers | Action::AnswersLast => {}
        Action::Aborts => std::process::abort(),
        Action::Exits => std::process::exit(7),
        Action::Panics => panic!("planted"),
        Action::Hangs => {
            stop_after(Some(Duration::from_secs(1)));
            loop {
                std::thread::park();
            }
        }
        Action::Allocates => drop(black_box(vec![1_u8; 2 * MEMORY as usize])),
        Action::RunsOutOfMemory => std::process::exit(OUT_OF_MEMORY),
    }
    Answer { value: format!("result {call}"), is_last: action == Action::AnswersLast, lacks_process: false }
}

fn results(workers: usize) -> BTreeMap<usize, Result<String, Failure>> {
    let mut results = BTreeMap::new();
    let limits = Limits { workers, memory: Some(MEMORY) };
    let store = |call, result| assert!(results.insert(call, result).is_none(), "call {call} has two results");
    call_all(CALLS, limits, || (), |(), call| work(call), || false, store);
    results
}

fn every_call_has_the_result_of_its_action() {
    for workers in [1, 3, 100] {
        let results = results(workers);
        assert_eq!(results.keys().copied().collect::<Vec<_>>(), (0..CALLS).collect::<Vec<_>>());
        for (call, result) in results {
            let action = action(call);
            let is_expected = match (action, &result) {
                (Action::Answers | Action::AnswersLast, Ok(value)) => *value == format!("result {call}"),
                (_, Err(Failure::Ended { end, note, .. })) => {
                    assert_eq!(String::from_utf8_lossy(note), format!("{action:?}"), "call {call}");
                    match (action, end) {
                        (Action::Aborts | Action::Allocates, End::Signal(signal)) => signal.0 == 6,
                        (Action::Exits, End::Exit(code)) => *code == 7,
                        (Action::Panics, End::Exit(code)) => *code == 1,
                        (Action::Hangs, End::TimedOut) | (Action::RunsOutOfMemory, End::OutOfMemory) => true,
                        _ => false,
                    }
                }
                _ => false,
            };
            assert!(is_expected, "call {call} {action:?}: {result:?}");
        }
    }
}

fn nothing_is_called_after_a_stop() {
    let mut finished = Vec::new();
    let limits = Limits { workers: 1, memory: None };
    let answer = |(): &(), call: usize| Answer { value: call, is_last: false, lacks_process: false };
    let count = std::cell::Cell::new(0);
    let is_stopped = || count.get() == 3;
    call_all(
        10,
        limits,
        || (),
        answer,
        is_stopped,
        |call, result| {
            finished.push((call, result.expect("it answers")));
            count.set(count.get() + 1);
        },
    );
    assert_eq!(finished, [(0, 0), (1, 1), (2, 2)]);
    call_all(0, limits, || (), answer, || false, |_, _: Result<usize, Failure>| unreachable!("there is no call"));
}

/// A large result is more than a pipe holds.
fn a_result_can_be_large() {
    let limits = Limits { workers: 2, memory: None };
    let mut sizes = Vec::new();
    let answer = |(): &(), call: usize| Answer { value: "x".repeat(call << 20), is_last: false, lacks_process: false };
    call_all(5, limits, || (), answer, || false, |call, result| sizes.push((call, result.expect("it answers").len())));
    sizes.sort_unstable();
    assert_eq!(sizes, [0, 1, 2, 3, 4].map(|call| (call, call << 20)));
}

/// Calls that lack a process unless they are alone.
fn a_call_that_lacks_a_process_is_made_again_with_fewer_workers() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let limits = Limits { workers: 4, memory: None };
    let answer = |(): &(), call: usize| {
        // The lock file is a process that only one call can have.
        let lock = folder.path().join("lock");
        let has_process = fs::File::create_new(&lock).is_ok();
        if has_process {
            std::thread::sleep(Duration::from_millis(50));
            fs::remove_file(&lock).expect("it is there");
        }
        Answer { value: (call, has_process), is_last: false, lacks_process: !has_process }
    };
    let mut found = BTreeMap::new();
    call_all(
        6,
        limits,
        || (),
        answer,
        || false,
        |call, result| {
            assert!(found.insert(call, result.expect("it answers")).is_none());
        },
    );
    assert_eq!(found, (0..6).map(|call| (call, (call, true))).collect());
    // A call that lacks a process although it is alone is not made again.
    let answer = |(): &(), call: usize| Answer { value: call, is_last: false, lacks_process: true };
    let mut count = 0;
    call_all(3, limits, || (), answer, || false, |_, result| count += usize::from(result.is_ok()));
    assert_eq!(count, 3);
}

fn no_process_is_left() {
    let children = fs::read_to_string("/proc/thread-self/children").expect("it can be read");
    assert_eq!(children.trim(), "");
}

fn main() {
    every_call_has_the_result_of_its_action();
    nothing_is_called_after_a_stop();
    a_result_can_be_large();
    a_call_that_lacks_a_process_is_made_again_with_fewer_workers();
    no_process_is_left();
}
