//! A signal while ptxas hangs: ptxas is killed, no temporary file is left, and the exit code is 128 + the signal
//! number.

use crate::driver::bench::Bench;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tileiras_test_support::process::{End, finish, is_running, run_command, start_with_signals};

/// How long a test waits for an event that must happen, even on a loaded machine.
const DEADLINE: Duration = Duration::from_secs(300);

/// The interval between two checks for an event.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Waits until an event has happened. Returns false if it has not happened at the deadline.
fn happens(mut event: impl FnMut() -> bool) -> bool {
    let started = Instant::now();
    loop {
        if event() {
            return true;
        }
        if started.elapsed() > DEADLINE {
            return false;
        }
        sleep(POLL_INTERVAL);
    }
}

/// Waits until a file contains a whole line, and returns it.
fn line_of(path: &Path) -> String {
    let mut line = String::new();
    let written = happens(|| {
        line = fs::read_to_string(path).unwrap_or_default();
        line.ends_with('\n')
    });
    assert!(written, "{} is never written", path.display());
    line.trim().to_owned()
}

/// Sends a signal to a child that has not been waited for. The child may have exited.
fn send(signal: Signal, child: &Child) {
    let process = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("it is a process ID");
    let _ = kill_process(process, signal);
}

#[test]
fn a_signal_ends_the_run_and_ptxas() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let bench = Bench::new();
        for name in ["a", "b", "c"] {
            bench.file(&format!("{name}.ll"), "define ptx_kernel void @k() { ret void }");
        }
        let script = bench.stand_in("sleep 600 &\necho $$ $! > \"$HOME\"\nwait");
        let log = bench.path("log");
        let mut command = bench.cc_command(["a.ll", "b.ll", "c.ll", "--gpu-name=sm_90", "--jobs=1"]);
        command.arg(format!("--ptxas-path={}", script.display())).env("HOME", &log);
        let child = start_with_signals(&command);
        let processes = line_of(&log);
        assert!(processes.split(' ').all(is_running), "{processes}");
        let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
        assert!(sent.expect("kill starts").success());
        let ran = finish(child);
        assert_eq!(ran.end, End::Exit(128 + number), "{}", ran.err);
        // The message names the input that was being compiled, and none of those that were not started.
        let ran = ran.stderr_contains(&[
            "tileiras-cc: error: a.ll: '",
            &format!("was killed on signal {number} (SIG{signal})\n"),
        ]);
        ran.stderr_contains_times("\n", 1);
        // SIGKILL was sent to the whole process group, but only ptxas itself is waited for. `sleep 600` would outlive
        // the deadline if it were not killed.
        let killed = happens(|| !processes.split(' ').any(is_running));
        assert!(killed, "{processes} outlived the run");
        assert_eq!(bench.listing(), ["a.ll", "b.ll", "c.ll", "log", "ptxas.sh"]);
    }
}

/// A second signal ends the process at once. `Bench` asserts on drop that no temporary file is left.
#[test]
fn a_second_signal_leaves_no_temporary_file() {
    for pause in [0, 0, 1, 2, 5, 10, 15, 20, 30] {
        let bench = Bench::new();
        bench.file("a.ll", "define ptx_kernel void @k() { ret void }");
        let script = bench.stand_in("echo $$ > \"$HOME\"\nwhile :; do sleep 1; done");
        let log = bench.path("log");
        let mut command = bench.cc_command(["a.ll", "--gpu-name=sm_90"]);
        command.arg(format!("--ptxas-path={}", script.display())).env("HOME", &log);
        let child = start_with_signals(&command);
        let process = line_of(&log);
        send(Signal::INT, &child);
        // The pauses make the second signal arrive in different steps of the cleanup. The assertions hold for each of
        // them.
        sleep(Duration::from_millis(pause));
        send(Signal::TERM, &child);
        let ran = finish(child);
        // The cleanup after the first signal may be finished when the second one arrives. The kernel does not deliver
        // two pending signals in the order in which they were sent, so that either can be the first.
        let ends = [End::Exit(130), End::Exit(143)];
        assert!(ends.contains(&ran.end), "{pause} ms: {:?} {}", ran.end, ran.err);
        let killed = happens(|| !is_running(&process));
        assert!(killed, "ptxas outlived the run");
        assert_eq!(bench.listing(), ["a.ll", "log", "ptxas.sh"]);
    }
}

/// The driver blocks after the first signal, because the test does not read its standard error. Only the second signal
/// can end it.
#[test]
fn a_second_signal_ends_a_blocked_run() {
    let bench = Bench::new();
    bench.file("a.ll", "define ptx_kernel void @k() { ret void }");
    // More than fits into the pipe of standard error. The driver prints it after ptxas was killed.
    let script =
        bench.stand_in("head -c 1000000 /dev/zero | tr '\\0' x >&2\necho $$ > \"$HOME\"\nwhile :; do sleep 1; done");
    let log = bench.path("log");
    let mut command = bench.cc_command(["a.ll", "--gpu-name=sm_90"]);
    command.arg(format!("--ptxas-path={}", script.display())).env("HOME", &log);
    let mut child = start_with_signals(&command);
    let process = line_of(&log);
    send(Signal::INT, &child);
    // The first byte is the event that the first signal was handled.
    child.stderr.as_mut().expect("it is a pipe").read_exact(&mut [0]).expect("it can be read");
    send(Signal::TERM, &child);
    // Standard error is read only after the exit, so that the run stays blocked.
    assert!(happens(|| child.try_wait().expect("its status can be read").is_some()), "the second signal has no effect");
    let ran = finish(child);
    assert_eq!(ran.end, End::Exit(143));
    assert!(happens(|| !is_running(&process)), "ptxas outlived the run");
    assert_eq!(bench.listing(), ["a.ll", "log", "ptxas.sh"]);
}

/// A run that is killed once its temporary file exists leaves the old content of the output, or the whole output. The
/// kill can come at any time after that; `a_process_that_dies_while_it_writes_keeps_the_old_file` in crates/driver is
/// about a kill in the middle of the write.
#[test]
fn a_kill_leaves_no_part_of_an_output() {
    let bench = Bench::new();
    let functions: String = (0..20_000).map(|number| format!("llvm.func @f{number}() {{ llvm.return }}\n")).collect();
    bench.file("k.mlir", functions);
    bench.cc(["k.mlir", "--emit=mlir", "-o", "whole"]).code(0).stderr_is_empty();
    let whole = fs::read(bench.path("whole")).expect("it is there");
    let temporary = || bench.listing().into_iter().find(|name| name.starts_with(".tileiras"));
    for _ in 0..5 {
        bench.file("out", "old");
        let mut child = start_with_signals(&bench.cc_command(["k.mlir", "--emit=mlir", "-o", "out"]));
        while temporary().is_none() && child.try_wait().expect("its status can be read").is_none() {}
        send(Signal::KILL, &child);
        finish(child);
        let out = fs::read(bench.path("out")).expect("it is there");
        assert!(out == b"old" || out == whole, "{} bytes of {}", out.len(), whole.len());
        // Only SIGKILL may leave it.
        if let Some(temporary) = temporary() {
            fs::remove_file(bench.path(&temporary)).expect("it can be removed");
        }
    }
}

/// A signal ends `tune` and its ptxas. The finished rows are in the file, and the same command goes on with the others.
#[test]
fn tune_goes_on_after_a_signal() {
    let bench = Bench::new();
    let text = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() .maxntid 128 { ret; }\n";
    bench.file("k.ptx", text);
    // It hangs in the third row, unless there is a file. The second argument is a part of each run but `--version`.
    let script = bench.stand_in(
        "case $2 in sm_90) ;; *) exec \"$PTXAS\" \"$@\" ;; esac\necho row >> rows\n\
         if [ $(wc -l < rows) -eq 3 ] && ! [ -e go ]; then echo $$ > log; sleep 600; fi\nexec \"$PTXAS\" \"$@\"",
    );
    let arguments = ["tune", "k", "k.ptx", "--maxnreg=32,64,128", "--jobs=1", "-o", "k.jsonl"];
    let command = |arguments: &[&str]| {
        let mut command = bench.contract_command(arguments.iter().copied());
        command.arg(format!("--ptxas-path={}", script.display()));
        command
    };
    let child = start_with_signals(&command(&arguments));
    let process = line_of(&bench.path("log"));
    send(Signal::INT, &child);
    let ran = finish(child).code(130).stderr_contains(&[
        "tileiras-contract: error: interrupted: 2 of 4 rows are missing; the same command goes on with those that \
         'k.jsonl' lacks\n",
    ]);
    ran.stderr_contains_times("\n", 1);
    assert!(happens(|| !is_running(&process)), "ptxas outlived the run");
    let lines = |name: &str| fs::read_to_string(bench.path(name)).expect("it is there").lines().count();
    assert_eq!((lines("k.jsonl"), lines("rows")), (2, 3));
    bench.file("go", "");
    let resumed = run_command(command(&arguments), "").code(0).stderr_is_empty().text();
    assert_eq!((lines("k.jsonl"), lines("rows")), (4, 5));
    assert_eq!(resumed, run_command(command(&arguments[..5]), "").code(0).stderr_is_empty().text());
    // Without a file, the advice is to name one.
    fs::remove_file(bench.path("go")).expect("it can be removed");
    fs::remove_file(bench.path("log")).expect("it can be removed");
    bench.file("rows", "");
    let child = start_with_signals(&command(&arguments[..5]));
    line_of(&bench.path("log"));
    send(Signal::TERM, &child);
    let wanted = "interrupted: 2 of 4 rows are missing; -o FILE keeps the finished ones for the next run\n";
    finish(child).code(143).stderr_contains(&[wanted]);
}
