//! Memory does not grow: runs the shim, the passes and the translations thousands of times in one process.
//!
//! `cargo test --test soak -- --runs=10000` sets the number of runs of each subject. Prints for each subject the
//! resident memory during the runs, and how many bytes a run leaves on the heap, as the allocator counts them. Only the
//! second half of the runs is measured. A subject fails if a run leaves more than [`LEAK`] bytes, in addition to
//! [`NOISE`] for all runs, in three measurements.

#![allow(clippy::expect_used, clippy::print_stdout, reason = "a test")]

#[path = "common/session.rs"]
mod session;

use session::{Session, bytecode, pretty, whole};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs};
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_mlir::backend::{BackendTarget, DebugInfo};
use tileiras_nvvm::program_facts::Program;
use tileiras_translate::export::translate::modern;

/// The default number of runs of each subject.
const RUNS: usize = 300;
/// Bytes that a run may leave on average. The smallest allocation takes 24.
const LEAK: f64 = 8.0;
/// Bytes by which the allocator's count can change without a leak: caches of threads count as allocated.
const NOISE: f64 = 16_384.0;
/// The number of measurements of resident memory.
const POINTS: usize = 10;

/// Code that is run repeatedly.
struct Subject {
    name: &'static str,
    /// The number of runs is divided by this, since the subject is slow.
    slow: usize,
    run: fn(&Session),
}

const SUBJECTS: [Subject; 10] = [
    Subject { name: "passes on a module", slow: 1, run: passes },
    Subject { name: "passes that fail", slow: 1, run: failures },
    Subject { name: "launches converted", slow: 1, run: launches },
    Subject { name: "MLIR read and printed", slow: 1, run: texts },
    Subject { name: "invalid MLIR", slow: 1, run: invalid_mlir },
    Subject { name: "LLVM IR imported", slow: 1, run: imports },
    Subject { name: "invalid LLVM IR", slow: 1, run: invalid_llvm },
    Subject { name: "LLVM IR exported", slow: 1, run: exports },
    Subject { name: "PTX of the back end", slow: 10, run: back_end },
    Subject { name: "contexts", slow: 30, run: |_| drop(Session::new()) },
];

const LEGACY: &str = r#"
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32, "maxntidx", 128 : i32],
                                       [@k, "maxclusterrank", 4 : i32, "grid_constant", array<i32: 1>],
                                       [@l, "reqntidx", 64 : i32, "com.example.key", 1 : i32]]} {
  llvm.func @k(%a: !llvm.ptr {llvm.byval = i64}) attributes {passthrough = [["nvvm.maxnreg", "64"]]} {
    llvm.return
  }
  llvm.func @l() attributes {nvvm.kernel} { llvm.return }
}"#;

const FAULTY: [(&str, &str); 4] = [
    (
        "nvvm-transplant",
        r#"module attributes {nvvm.annotations = [[@k, "maxntidx", -1 : i32], [@n, "kernel", 1 : i32]]} {
       llvm.func @k() { llvm.return } }"#,
    ),
    (
        "nvvm-verify{chip=sm_90}",
        "llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 0>, nvvm.reqntid = array<i32: 9>}",
    ),
    (
        "nvvm-legalize{chip=sm_90}",
        "llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1>, nvvm.reqntid = array<i32: 9>}",
    ),
    ("nvvm-export{legacy}", "llvm.func @k() attributes {nvvm.kernel, nvvm.maxclusterrank = \"8\"}"),
];

const HOST: &str = r#"
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%a: i32) kernel
        attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [128], max_registers = 64>} {
      gpu.return
    }
  }
  func.func @host(%n: index, %a: i32) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : i32)
    return
  }
}"#;

const LLVM: &str = r#"
define void @k(ptr byval(i64) align 8 %a) "nvvm.maxnreg"="64" { ret void }
define ptx_kernel void @l() { ret void }
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1, !"maxntidx", i32 128, !"grid_constant", !{i32 1}}
!1 = !{ptr @l, !"reqntidx", i64 64, !"com.example.key", !{!"a", null}}
"#;

fn passes(session: &Session) {
    let module = session.parse(LEGACY);
    let all = "nvvm-transplant,nv-tileaa-derive-launch{chip=sm_90},nvvm-legalize{chip=sm_90},nvvm-verify{chip=sm_90}";
    session.run(&module, all).expect("the contract is legal");
    session.run(&module, "nvvm-export{legacy}").expect("it can be exported");
}

fn failures(session: &Session) {
    for (passes, text) in FAULTY {
        let module = session.parse(text);
        session.run(&module, passes).expect_err("the contract is not legal");
    }
}

fn launches(session: &Session) {
    let module = session.parse(HOST);
    session.run(&module, "nv-tileaa-derive-launch,convert-gpu-to-nv-tileaa").expect("the launches are legal");
}

fn texts(session: &Session) {
    let module = session.parse(HOST);
    for content in [pretty(module.as_operation()).as_bytes(), &bytecode(module.as_operation())] {
        session.read(content).expect("what is printed can be read");
    }
    assert!(!whole(module.as_operation()).is_empty());
}

fn invalid_mlir(session: &Session) {
    for content in [&b"module {"[..], b"llvm.func @k() attributes {nvvm.kernel = ", b"ML\xefR\x06MLIR22", b"\xff"] {
        session.read(content).expect_err("it is invalid MLIR");
    }
}

fn imports(session: &Session) {
    let module = session.import(LLVM).expect("it is LLVM IR");
    session.run(&module, "nvvm-transplant").expect("its tuples are legal");
}

fn invalid_llvm(session: &Session) {
    for text in ["define void @k( {", "!nvvm.annotations = !{!0}", "define void @k() { %x = add i32 %x, 1 ret void }"] {
        session.import(text).expect_err("it is invalid LLVM IR");
    }
}

fn exports(session: &Session) {
    let module = session.import(LLVM).expect("it is LLVM IR");
    session.run(&module, "nvvm-transplant").expect("its tuples are legal");
    assert!(
        !modern(Program::saved(&SavedAnalyses::new(module.as_operation())))
            .expect("it can be exported")
            .print()
            .is_empty()
    );
}

fn back_end(session: &Session) {
    let module = session.import(LLVM).expect("it is LLVM IR");
    session.run(&module, "nvvm-transplant").expect("its tuples are legal");
    let llvm = modern(Program::saved(&SavedAnalyses::new(module.as_operation()))).expect("it can be exported");
    let debug_info = DebugInfo::LineTables;
    let target = BackendTarget { chip: "sm_90", features: "+ptx84", level: 3, short_pointers: false, debug_info };
    assert!(llvm.emit_ptx(target).ptx.is_some());
}

/// The bytes that are allocated, in all arenas and mappings.
fn allocated() -> usize {
    // SAFETY: the function has no arguments, and only reads the counts of the allocator.
    let found = unsafe { libc::mallinfo2() };
    found.uordblks + found.hblkhd
}

/// Resident memory, in MiB.
fn resident() -> f64 {
    let status = fs::read_to_string("/proc/self/statm").expect("Linux has this file");
    let pages: f64 = status.split(' ').nth(1).and_then(|pages| pages.parse().ok()).expect("a number of pages");
    pages * 4096.0 / f64::from(1 << 20)
}

/// Runs a subject. Returns whether its memory does not grow. If not `counted`, memory is not checked: a sanitizer has
/// its own allocator.
fn measure(subject: &Subject, runs: usize, counted: bool) -> bool {
    let session = Session::new();
    let runs = (runs / subject.slow).max(2 * POINTS);
    let started = Instant::now();
    let mut curve = Vec::new();
    let again = |run: usize, curve: &mut Vec<String>| {
        if run * POINTS % runs < POINTS {
            curve.push(format!("{:.1}", resident()));
        }
        (subject.run)(&session);
    };
    (0..runs / 2).for_each(|run| again(run, &mut curve));
    let measured = (runs - runs / 2) as f64;
    let middle = allocated();
    (runs / 2..runs).for_each(|run| again(run, &mut curve));
    let mut left = allocated() as f64 - middle as f64;
    curve.push(format!("{:.1}", resident()));
    // A temporary allocation can look like a leak in one measurement. A leak is in all of them.
    for _ in 0..2 {
        if left > NOISE + LEAK * measured {
            let before = allocated();
            (0..runs - runs / 2).for_each(|_| (subject.run)(&session));
            left = left.min(allocated() as f64 - before as f64);
        }
    }
    let (each, good) = (left / measured, left <= NOISE + LEAK * measured || !counted);
    println!(
        "test {} ... {}: {runs} runs in {:.1} s, {each:.2} bytes left by a run, resident MiB: {}",
        subject.name,
        if good { "ok" } else { "FAILED" },
        started.elapsed().as_secs_f64(),
        curve.join(" ")
    );
    good
}

/// Checks that [`measure`] detects a leak of the smallest allocation.
fn measure_detects_leaks() -> bool {
    let leaky = Subject { name: "a planted leak is detected", slow: 1, run: |_| std::mem::forget(Box::new(1u8)) };
    let session = Session::new();
    let before = allocated();
    const RUNS: f64 = 10_000.0;
    for _ in 0..RUNS as usize {
        (leaky.run)(&session);
    }
    let left = allocated() as f64 - before as f64;
    let (each, good) = (left / RUNS, left > NOISE + LEAK * RUNS);
    println!("test {} ... {}: {each:.2} bytes left by a run", leaky.name, if good { "ok" } else { "FAILED" });
    good
}

fn main() -> ExitCode {
    let runs = env::args().find_map(|argument| argument.strip_prefix("--runs=")?.parse().ok()).unwrap_or(RUNS);
    let counted = env::args().all(|argument| argument != "--no-count");
    let mut results = Vec::new();
    if counted {
        results.push(measure_detects_leaks());
    }
    results.extend(SUBJECTS.iter().map(|subject| measure(subject, runs, counted)));
    let passed = results.iter().filter(|good| **good).count();
    println!("{passed} passed, {} failed", results.len() - passed);
    if passed == results.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
