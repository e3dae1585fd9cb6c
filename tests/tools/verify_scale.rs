//! The time of `nvvm-verify` is linear in the size of the program.
//!
//! `cargo test --release --test tools verify_scale:: -- --nocapture` shows the times. `TILEIRAS_SCALE=100000` selects
//! programs of another size.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a test that shows its times")]

use crate::common;
use std::env;
use std::fmt::Write;

/// Kernels with bodies of some 50 operations in three blocks. A few of the operations are launch-relevant.
fn functions(count: usize) -> String {
    let mut text = String::new();
    let padding: String = (0..40).map(|at| format!("  %x{} = llvm.mul %x{at}, %n : i32\n", at + 1)).collect();
    for number in 0..count {
        write!(
            text,
            "llvm.func @f{number}(%a: !llvm.ptr<1>, %n: i32, %p: !llvm.ptr<3>) attributes {{\n\
             \x20   nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>}} {{\n\
             \x20 %c0 = llvm.mlir.constant(0 : i32) : i32\n  %t = nvvm.read.ptx.sreg.tid.x : i32\n\
             \x20 %x0 = llvm.add %t, %n : i32\n{padding}  %q = llvm.icmp \"eq\" %t, %c0 : i32\n\
             \x20 llvm.cond_br %q, ^b, ^c\n^b:\n  nvvm.mbarrier.expect_tx %p, %n : !llvm.ptr<3>, i32\n\
             \x20 llvm.store %x40, %a : i32, !llvm.ptr<1>\n  llvm.br ^c\n^c:\n  nvvm.barrier0\n  nvvm.cluster.arrive\n\
             \x20 nvvm.cluster.wait\n  llvm.return\n}}\n"
        )
        .expect("a string takes any text");
    }
    text
}

/// Kernels, and five launches of each.
fn launches(kernels: usize) -> String {
    let mut text = "module attributes {gpu.container_module} {\ngpu.module @m {\n".to_owned();
    for number in 0..kernels {
        let exact = "nvvm.reqntid = array<i32: 128, 1, 1>";
        writeln!(text, "  gpu.func @k{number}() kernel attributes {{{exact}}} {{ gpu.return }}").expect("a string");
    }
    text += "}\nfunc.func @host() {\n  %c1 = arith.constant 1 : index\n  %c128 = arith.constant 128 : index\n";
    for number in 0..5 * kernels {
        let (kernel, sizes) = (number % kernels, "blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)");
        writeln!(text, "  gpu.launch_func @m::@k{kernel} {sizes}").expect("a string");
    }
    text + "  return\n}\n}\n"
}

/// Seconds of the pass and of the whole process.
fn seconds(text: &str) -> (f64, f64) {
    let options = ["--nvvm-verify=chip=sm_90 ptx=8.4 warnings-as-errors", "--mlir-timing", "-o", "/dev/null"];
    let ran = common::opt(&options, text).expect_good();
    let row = |name: &str| {
        let line = ran.err.lines().find(|line| line.trim_end().ends_with(name));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_else(|| panic!("{}", ran.err))
    };
    (row("NVVMVerify"), row("Total"))
}

/// How often the time is measured before the test fails.
const ATTEMPTS: usize = 8;

fn check_linear_time(what: &str, program: fn(usize) -> String, small: usize) {
    // With linear time, a program of eight times the size takes eight times as long; with quadratic time, 64 times.
    let (factor, slack) = (8, 3.0);
    let large = env::var("TILEIRAS_SCALE").map_or(factor * small, |size| size.parse().expect("a number"));
    let mut shortest = [f64::INFINITY; 2];
    // On a busy machine a run can take many times as long as it needs. The shortest time of each size is compared, and
    // quadratic time fails every attempt.
    for attempt in 1..=ATTEMPTS {
        for (size, shortest) in [small, large].into_iter().zip(&mut shortest) {
            let (pass, total) = seconds(&program(size));
            println!("{size} {what}: nvvm-verify {pass:.3} s of {total:.3} s");
            *shortest = shortest.min(pass);
        }
        // Shorter times are mostly noise.
        let limit = shortest[0].max(0.05) * slack * large as f64 / small as f64;
        if shortest[1] <= limit {
            return;
        }
        println!("attempt {attempt} of {ATTEMPTS} took more than {limit:.3} s");
    }
    panic!("{large} {what} take {:.3} s, {small} take {:.3} s", shortest[1], shortest[0]);
}

#[test]
fn functions_are_checked_in_linear_time() {
    check_linear_time("functions", functions, 1_000);
}

#[test]
fn launches_are_checked_in_linear_time() {
    check_linear_time("kernels with five launches each", launches, 500);
}
