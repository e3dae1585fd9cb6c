//! A signal while ptxas hangs: ptxas is killed, nothing stays, and the exit code says which signal it was.

use crate::bench::Bench;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tileiras_test_support::process::{End, finish, is_running, start};

/// Waits until a file has a whole line in it, and returns it.
fn line_of(path: &Path) -> String {
    let started = Instant::now();
    loop {
        match fs::read_to_string(path) {
            Ok(text) if text.ends_with('\n') => return text.trim().to_owned(),
            _ => assert!(started.elapsed() < Duration::from_secs(60), "{} is never written", path.display()),
        }
        sleep(Duration::from_millis(10));
    }
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
        let child = start(command);
        let processes = line_of(&log);
        assert!(processes.split(' ').all(is_running), "{processes}");
        let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
        assert!(sent.expect("kill starts").success());
        let ran = finish(child);
        assert_eq!(ran.end, End::Exit(128 + number), "{}", ran.err);
        // The input that was under way is named, those that were not begun are not.
        let ran = ran.says(&["tileiras-cc: error: a.ll: '", &format!("was killed on signal {number} (SIG{signal})\n")]);
        ran.says_times("\n", 1);
        assert!(!processes.split(' ').any(is_running), "{processes} outlived the run");
        assert_eq!(bench.listing(), ["a.ll", "b.ll", "c.ll", "log", "ptxas.sh"]);
    }
}

/// Sends a signal to a child that has not been waited for.
fn send(signal: Signal, process: u32) {
    let process = i32::try_from(process).ok().and_then(Pid::from_raw).expect("it is the number of a process");
    // It may be gone.
    let _ = kill_process(process, signal);
}

/// A second signal ends the process at once, and still nothing temporary stays: the bench looks for it in the end.
#[test]
fn a_second_signal_leaves_nothing_either() {
    for pause in [0, 0, 1, 2, 5, 10, 15, 20, 30] {
        let bench = Bench::new();
        bench.file("a.ll", "define ptx_kernel void @k() { ret void }");
        let script = bench.stand_in("echo $$ > \"$HOME\"\nwhile :; do sleep 1; done");
        let log = bench.path("log");
        let mut command = bench.cc_command(["a.ll", "--gpu-name=sm_90"]);
        command.arg(format!("--ptxas-path={}", script.display())).env("HOME", &log);
        let child = start(command);
        let process = line_of(&log);
        send(Signal::INT, child.id());
        sleep(Duration::from_millis(pause));
        send(Signal::TERM, child.id());
        let ran = finish(child);
        // The second one may come when all is done.
        let ends = [End::Exit(130), End::Exit(143)];
        assert!(ends.contains(&ran.end), "{pause} ms: {:?} {}", ran.end, ran.err);
        assert!(!is_running(&process), "ptxas outlived the run");
        assert_eq!(bench.listing(), ["a.ll", "log", "ptxas.sh"]);
    }
}

/// Killed while it writes, it leaves what stood under the name before, or the whole output. Only here may a temporary file
/// stay beside it, under a name of its own.
#[test]
fn a_kill_leaves_no_part_of_an_output() {
    let bench = Bench::new();
    let functions: String = (0..20_000).map(|number| format!("llvm.func @f{number}() {{ llvm.return }}\n")).collect();
    bench.file("k.mlir", functions);
    bench.cc(["k.mlir", "--emit=mlir", "-o", "whole"]).code(0).quiet();
    let whole = fs::read(bench.path("whole")).expect("it is there");
    let being_written = || {
        let hidden = bench.listing().into_iter().find(|name| name.starts_with(".tileiras"));
        hidden.filter(|name| bench.path(name).metadata().is_ok_and(|file| file.len() > 0))
    };
    let mut caught = 0;
    for _ in 0..5 {
        bench.file("out", "old");
        let mut child = start(bench.cc_command(["k.mlir", "--emit=mlir", "-o", "out"]));
        let mut half = None;
        while half.is_none() && child.try_wait().expect("it can be asked").is_none() {
            half = being_written();
            if half.is_some() {
                send(Signal::KILL, child.id());
            }
        }
        finish(child);
        let out = fs::read(bench.path("out")).expect("it is there");
        assert!(out == b"old" || out == whole, "{} bytes of {}", out.len(), whole.len());
        caught += usize::from(out == b"old");
        if let Some(half) = half {
            // It is not there if it was renamed in time.
            let _ = fs::remove_file(bench.path(&half));
        }
    }
    assert!(caught > 0, "no run was killed while it wrote");
}
