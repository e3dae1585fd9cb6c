//! A signal while ptxas hangs: ptxas is killed, nothing stays, and the exit code says which signal it was.

use crate::bench::{Bench, finish, start};
use crate::common::process::End;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

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

fn is_running(process: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // Behind the name, which is in parentheses; a zombie is gone for all that matters.
    state.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
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
