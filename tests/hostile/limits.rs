//! Limits of the system: memory, processes, open files, size of files, time, stack.

use crate::common::{CC, CONTRACT};
use crate::corpus::{self, CHIP, FORMATS, GOOD};
use crate::oracle::{Call, Case, NOBODY, can_be_nobody, tail};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use tileiras_test_support::process::End;

pub fn run(case: &mut Case) {
    let Some((limit, as_nobody)) = limit(case) else {
        // Root is not limited, and only root can become another user.
        return case.skip("the number of processes cannot be limited here");
    };
    let before = vec!["prlimit".to_owned(), limit.clone()];
    let program = if case.rng.percent(25) { CONTRACT } else { CC };
    if !starts(&smaller_stack(&limit), program, as_nobody) {
        return case.skip("the limit is too small for --version");
    }
    if program == CONTRACT {
        case.file("saxpy.ll", corpus::good("saxpy.ll"));
        case.file("saxpy.cubin", corpus::alone("saxpy.ll", "cubin", &[]));
        let arguments = case.rng.pick(&[
            &["show", "saxpy.ll"][..],
            &["show", "saxpy.cubin"],
            &["audit", "saxpy.ll", "saxpy.cubin"],
        ]);
        let mut call = Call::new(CONTRACT, arguments);
        limited(&mut call, before, &limit, as_nobody);
        let files = case.snapshot();
        case.run(call);
        return case.check_unchanged(&files, |_| false);
    }
    let (format, ending) = case.rng.pick(&FORMATS);
    let mut goods = GOOD;
    case.rng.shuffle(&mut goods);
    let goods = &goods[..1 + case.rng.below(3)];
    goods.iter().for_each(|name| drop(case.file(name, corpus::good(name))));
    let old = case.rng.percent(50);
    let output = |good: &str| format!("{}.{ending}", good.split('.').next().unwrap_or_default());
    // The output of LLVM IR in the current folder would be the input.
    let folder = "out";
    for good in goods {
        case.file(format!("{folder}/{}", output(good)), "old");
        if !old {
            std::fs::remove_file(case.path(format!("{folder}/{}", output(good)))).expect("it is there");
        }
    }
    if as_nobody {
        let all = Command::new("chown").args(["-R", "-h", "65534:65534", "."]).current_dir(&case.work).status();
        assert!(all.is_ok_and(|status| status.success()), "root can change the owner");
    }
    let jobs = format!("--jobs={}", 1 + case.rng.below(4));
    let emit = format!("--emit={format}");
    let mut call = Call::new(CC, goods.iter().copied().chain([CHIP, "-oout/", &emit, &jobs, "--time-limit=20"]));
    call.time_limit = 60;
    limited(&mut call, before, &limit, as_nobody);
    let files = case.snapshot();
    let ended = case.run(call);
    case.check_unchanged(&files, |path| path.starts_with(folder));
    for good in goods {
        let made = case.read(format!("{folder}/{}", output(good))).filter(|made| made != b"old");
        let is_right = made.as_ref().is_none_or(|made| *made == corpus::alone(good, format, &[]));
        if !is_right {
            case.finding("an output is damaged", format!("of {good}: {}", tail(&ended.err)));
        } else if made.is_none() && ended.end == End::Exit(0) {
            case.finding("a success writes no output", format!("of {good}: {}", tail(&ended.err)));
        }
    }
}

fn limited(call: &mut Call, before: Vec<String>, limit: &str, as_nobody: bool) {
    call.before = before;
    call.as_nobody = as_nobody;
    call.may_hit_limit = limit.starts_with("--cpu");
}

/// An option of `prlimit`, and whether the run must not be root's.
fn limit(case: &mut Case) -> Option<(String, bool)> {
    let rng = &mut case.rng;
    // Small ones are as frequent as large ones.
    let mib = |rng: &mut tileiras_test_support::rng::Rng| {
        let most = 1 << (6 + rng.below(7));
        (16 + rng.below(most)) << 20
    };
    Some(match rng.below(8) {
        // The libraries of LLVM and MLIR take 300 MiB of addresses.
        0 | 1 => (format!("--as={}", (300 << 20) + mib(rng)), false),
        2 => (format!("--data={}", mib(rng)), false),
        3 => (format!("--nofile={}", 3 + rng.below(30)), false),
        4 => {
            let most = 1 << rng.below(18);
            (format!("--fsize={}", rng.below(most)), false)
        }
        5 => (format!("--cpu={}:{}", 1, 2), false),
        6 => {
            let most = 1 << (6 + rng.below(8));
            (format!("--stack={}", (32 + rng.below(most)) << 10), false)
        }
        _ if can_be_nobody() => (format!("--nproc={}", 1 + rng.below(12)), true),
        _ => return None,
    })
}

/// The limit, of the stack a smaller one. At the limit, one run starts and the next does not: the kernel moves the
/// start of the stack by up to 8 KiB at random, and the arguments are on it.
fn smaller_stack(limit: &str) -> String {
    const SPREAD: u64 = 32 << 10;
    let bytes = limit.strip_prefix("--stack=").and_then(|bytes| bytes.parse::<u64>().ok());
    bytes.map_or_else(|| limit.to_owned(), |bytes| format!("--stack={}", bytes.saturating_sub(SPREAD)))
}

/// Whether the program can be started under that limit: the loader of programs has no messages of its own.
fn starts(limit: &str, program: &str, as_nobody: bool) -> bool {
    let mut command = Command::new("prlimit");
    command.args([limit, program, "--version"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if as_nobody {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.status().is_ok_and(|status| status.success())
}
