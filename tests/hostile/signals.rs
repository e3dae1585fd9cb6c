//! One signal at a random moment, while slow inputs are compiled or a `ptxas` hangs.

use crate::common::{CC, CONTRACT, LSP, OPT, TRANSLATE};
use crate::corpus::{self, CHIP, FORMATS, GOOD};
use crate::oracle::{Call, Case, tail};
use crate::process::Timed;
use rustix::process::Signal;
use std::fmt::Write;
use std::time::Duration;
use tileiras_test_support::ptxas;
use tileiras_test_support::rng::Rng;

/// Programs in place of `ptxas`: the real one, and ones that do not end.
const PTXAS: [&str; 6] = [
    "exec \"$PTXAS\" \"$@\"",
    "sleep 600",
    "sleep 600 & sleep 600 & wait",
    "trap '' TERM INT HUP; while :; do sleep 1; done",
    "yes",
    "\"$PTXAS\" \"$@\"; sleep 600",
];

pub fn run(case: &mut Case) {
    let signal = case.rng.pick(&[Signal::INT, Signal::TERM, Signal::HUP]);
    let longest = case.rng.pick(&[50, 300, 1000, 3000]);
    let timed = Timed { signal, after: Duration::from_millis(case.rng.below(longest) as u64) };
    if case.rng.percent(25) {
        others(case, timed);
    } else {
        driver(case, timed);
    }
}

/// A module that takes about a second.
fn slow(rng: &mut Rng) -> String {
    let mut text = String::new();
    for number in 0..500 + rng.below(8000) {
        writeln!(
            text,
            "llvm.func @f{number}(%a: i32) -> i32 {{\n  %b = llvm.add %a, %a : i32\n  llvm.return %b : i32\n}}"
        )
        .expect("a string takes any text");
    }
    text + "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} { llvm.return }\n"
}

fn driver(case: &mut Case, timed: Timed) {
    let (format, ending) = case.rng.pick(&FORMATS);
    let mut goods = GOOD;
    case.rng.shuffle(&mut goods);
    let goods = &goods[..case.rng.below(4)];
    goods.iter().for_each(|name| drop(case.file(name, corpus::good(name))));
    let mut arguments: Vec<String> = goods.iter().map(|name| (*name).to_owned()).collect();
    if goods.is_empty() || case.rng.percent(50) {
        let text = slow(&mut case.rng);
        case.file("slow.mlir", text);
        let at = case.rng.below(arguments.len() + 1);
        arguments.insert(at, "slow.mlir".to_owned());
    }
    if case.rng.percent(30) {
        let passes = vec!["canonicalize,cse,symbol-dce,sccp"; 1 + case.rng.below(6)];
        arguments.push(format!("--passes=builtin.module({})", passes.join(",")));
    }
    let stand_in = case.rng.pick(&PTXAS);
    let script = format!("#!/bin/sh\nPTXAS='{}'\n{stand_in}\n", ptxas::program().display());
    case.script("ptxas.sh", &script);
    let jobs = format!("--jobs={}", 1 + case.rng.below(4));
    // A run whose ptxas hangs ends at this limit, if the signal came too early or too late to be noticed.
    let more = [CHIP, "-oout/", "--ptxas-path=./ptxas.sh", &jobs, "--time-limit=20"];
    arguments.extend(more.map(str::to_owned));
    arguments.push(format!("--emit={format}"));
    if case.rng.percent(50) {
        goods.iter().for_each(|name| drop(case.file(output(name, ending), "old")));
    }
    let before = case.snapshot();
    let mut call = Call::new(CC, &arguments);
    call.timed = Some(timed);
    call.time_limit = 80;
    call.flood = 64 << 20;
    let ended = case.run(call);
    case.commands.push(format!("with {timed:?} and ptxas.sh: {stand_in}"));
    case.check_unchanged(&before, |path| path.starts_with("out"));
    // With other passes the output can be another one.
    let has_passes = arguments.iter().any(|argument| argument.starts_with("--passes"));
    for good in goods {
        let made = case.read(output(good, ending)).filter(|made| made != b"old");
        if !has_passes && made.is_some_and(|made| made != corpus::alone(good, format, &[])) {
            case.finding("a part of an output is left", format!("of {good}: {}", tail(&ended.err)));
        }
    }
}

fn output(good: &str, ending: &str) -> String {
    format!("out/{}.{ending}", good.split('.').next().unwrap_or_default())
}

/// The other tools may be killed by the signal.
fn others(case: &mut Case, timed: Timed) {
    let text = slow(&mut case.rng);
    case.file("slow.mlir", text);
    let commands: [(&str, &[&str]); 5] = [
        (OPT, &["slow.mlir", "--canonicalize", "--cse", "--nvvm-transplant", "-o", "out"]),
        (OPT, &["slow.mlir", "--nvvm-verify=chip=sm_90", "-o", "out"]),
        (TRANSLATE, &["slow.mlir", "--export-nvvm", "-o", "out"]),
        (CONTRACT, &["show", "slow.mlir"]),
        (LSP, &[]),
    ];
    let (program, arguments) = case.rng.pick(&commands);
    let before = case.snapshot();
    let mut call = Call::new(program, arguments);
    call.timed = Some(timed);
    call.is_driver = false;
    if program == LSP {
        call.input = Some(Vec::new());
        call.holds_input = true;
    }
    case.run(call);
    case.commands.push(format!("with {timed:?}"));
    // Upstream's writer of outputs opens the file under its name, and removes it on a signal.
    case.check_unchanged(&before, |path| path.starts_with("out"));
}
