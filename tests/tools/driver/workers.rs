//! An input whose worker crashes, hangs or needs too much memory fails by itself: the others are compiled all the same.

use crate::driver::bench::Bench;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead as _, BufReader, Read as _};
use tileiras_test_support::harness::sample;
use tileiras_test_support::process::{End, finish, start_with_signals};

const KERNEL: &str = "llvm.func @k() attributes {nvvm.kernel} { llvm.return }";

/// Functions that take much longer to optimise than the limit of a test, and more memory.
fn large() -> String {
    (0..40_000)
        .map(|number| {
            format!("llvm.func @f{number}(%a: i32) -> i32 {{ %b = llvm.add %a, %a : i32 llvm.return %b : i32 }}\n")
        })
        .collect()
}

/// A pipeline that never ends in practice.
fn endless() -> String {
    format!("--passes=builtin.module({})", vec!["cse,canonicalize"; 2000].join(","))
}

#[test]
fn a_compilation_ends_at_its_time_limit() {
    let bench = Bench::new();
    bench.file("large.mlir", large());
    bench.file("k.mlir", KERNEL);
    let ran = bench.cc(["k.mlir", "large.mlir", "--emit=mlir", "-o", "out/", "--time-limit=10", &endless()]);
    let end = "' did not end within 10s and was killed; --time-limit raises the limit\n";
    // On a busy machine, reading it can need as long, and the small one, too.
    let code = if ran.err.contains("the step 'import'") { 1 } else { 3 };
    let ran = ran.code(code).stderr_contains(&["tileiras-cc: error: large.mlir: the step '", end]);
    assert!(!bench.path("out/large.mlir").exists());
    assert!(bench.path("out/k.mlir").exists() || ran.err.contains("error: k.mlir: the step '"));
}

#[test]
fn a_compilation_that_needs_too_much_memory_fails_by_itself() {
    let bench = Bench::new();
    bench.file("large.mlir", large());
    bench.file("k.mlir", KERNEL);
    for limit in (40..=150).step_by(sample(35, 10)) {
        let memory = format!("--memory-limit={limit}");
        let ran = bench.cc(["large.mlir", "k.mlir", "--emit=mlir", "-o", "out/", "-j2", &memory]);
        assert!(bench.path("out/k.mlir").exists());
        if limit > 60 && ran.end == End::Exit(0) {
            break;
        }
        // The step that needs it depends on the limit, and on what the build needs by itself.
        let step = ran.err.split('\'').nth(1).unwrap_or_default().to_owned();
        assert!(["import", "lower", "verify"].contains(&step.as_str()), "{ran}");
        let error = format!(
            "tileiras-cc: error: large.mlir: the step '{step}' needs more than {limit} MiB of memory; --memory-limit raises \
             the limit\n"
        );
        assert_eq!(ran.code(if step == "import" { 1 } else { 3 }).err, error);
        assert!(!bench.path("out/large.mlir").exists());
    }
    bench.contract(["show", "large.mlir", "--memory-limit=40"]).code(1).stderr_contains(&[
        "tileiras-contract: error: large.mlir: the step 'import' needs more than 40 MiB of memory; --memory-limit raises the \
         limit\n",
    ]);
}

/// LLVM ends the process for a PTX version that the chip does not have.
#[test]
fn a_pass_that_ends_the_process_fails_one_input() {
    let bench = Bench::new();
    let target = "gpu.module @m [#nvvm.target<chip = \"sm_100\", features = \"+ptx60\">]";
    bench.file("fatal.mlir", format!("module attributes {{gpu.container_module}} {{ {target} {{ {KERNEL} }} }}"));
    bench.file("k.mlir", KERNEL);
    let passes = "--passes=builtin.module(gpu-module-to-binary{format=isa})";
    for inputs in [["fatal.mlir", "k.mlir"], ["k.mlir", "fatal.mlir"]] {
        let ran = bench.cc([inputs.as_slice(), &["--emit=mlir", "-o", "out/", passes]].concat());
        ran.code(3).stderr_contains(&[
            "LLVM ERROR: PTX version 6.0 does not support target 'sm_100'.",
            "tileiras-cc: error: fatal.mlir: the step 'passes' ended the process with exit code 1\n",
        ]);
        assert!(bench.path("out/k.mlir").exists() && !bench.path("out/fatal.mlir").exists());
    }
}

/// A signal that the user sends is not reported as a crash of the step that it ends.
#[test]
fn a_signal_during_a_compilation_is_no_crash() {
    let bench = Bench::new();
    bench.file("large.mlir", large());
    for (signal, number) in [(Signal::INT, 2), (Signal::TERM, 15)] {
        let mut command = bench.cc_command(["large.mlir", "--emit=mlir", "-o", "out", "-v", &endless()]);
        command.env("NO_COLOR", "1");
        let mut child = start_with_signals(&command);
        // The log says that the passes have begun.
        let mut log = BufReader::new(child.stderr.take().expect("it is a pipe"));
        let mut line = String::new();
        while !line.contains("step=\"passes\"") {
            line.clear();
            assert_ne!(log.read_line(&mut line).expect("it can be read"), 0, "the passes never begin");
        }
        let process = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("it is a process ID");
        kill_process(process, signal).expect("it is running");
        let mut rest = String::new();
        log.read_to_string(&mut rest).expect("it can be read");
        assert_eq!(finish(child).end, End::Exit(128 + number));
        assert!(!rest.contains("crashed"), "{rest}");
        assert_eq!(bench.listing(), ["large.mlir"]);
    }
}
