//! Runs of ptxas: its output, its exit status, the search for it, and the variables that enable a knobs file.

use crate::driver::bench::{Bench, Ran, ptxas, run};
use std::ffi::OsString;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

const KERNEL: &str = "define ptx_kernel void @k() \"nvvm.maxntid\"=\"64\" { ret void }";

/// A command that compiles the kernel with that script as ptxas. There is an old output.
fn command(bench: &Bench, stand_in: &str, arguments: &[&str]) -> Command {
    bench.file("k.ll", KERNEL);
    bench.file("k.cubin", "old");
    let path = format!("--ptxas-path={}", bench.stand_in(stand_in).display());
    bench.cc_command([&["k.ll", "--gpu-name=sm_90", &path], arguments].concat())
}

/// ptxas failed: these messages, exit code 5, no output.
#[track_caller]
fn failed(bench: &Bench, ran: Ran, words: &[&str]) -> Ran {
    assert_eq!(fs::read(bench.path("k.cubin")).expect("it is there"), b"old");
    assert_eq!(bench.listing(), ["k.cubin", "k.ll", "ptxas.sh"]);
    ran.code(5).stderr_contains(words)
}

#[test]
fn the_output_of_ptxas_comes_first_and_is_unchanged() {
    let bench = Bench::new();
    let body = "echo out; printf 'ptxas fatal   : as asked \\377 \\n  again' >&2; exit 3";
    let ran = run(command(&bench, body, &[]), b"");
    let ran = failed(&bench, ran, &[]);
    let expected = format!(
        "out\nptxas fatal   : as asked \u{fffd} \n  again\ntileiras-cc: error: k.ll: '{}' failed with exit status 3\n",
        bench.path("ptxas.sh").display()
    );
    assert_eq!(ran.err, expected);
    // Warnings are shown as well.
    let ran = run(command(&bench, "echo careful >&2; exec \"$PTXAS\" \"$@\"", &[]), b"").code(0);
    assert_eq!(ran.err, "careful\n");
}

#[test]
fn an_option_to_show_the_named_lines_is_suggested() {
    let bench = Bench::new();
    bench.file("k.ll", "define ptx_kernel void @k() { call void asm sideeffect \"nonsense;\", \"\"() ret void }");
    let ran = bench.cc(["k.ll", "--gpu-name=sm_90"]).code(5);
    ran.stderr_contains(&[
        "k.ptx, line ",
        "tileiras-cc: error: k.ll: ",
        "failed with exit status 255; --emit=ptx shows these lines",
    ]);
}

#[test]
fn no_end_of_ptxas_leaves_files() {
    let bench = Bench::new();
    for (body, words) in [
        ("kill -SEGV $$", "was killed by signal 11 (SIGSEGV)"),
        ("kill -KILL $$", "was killed by signal 9 (SIGKILL)"),
        ("exit 0", "succeeded but wrote no output"),
        (": > \"$output\"", "succeeded but wrote no output"),
        ("mkdir \"$output\"", "succeeded, but its output "),
        ("echo half > \"$output\"; echo x > \"$output.log\"; exit 1", "failed with exit status 1"),
    ] {
        failed(&bench, run(command(&bench, body, &[]), b""), &["tileiras-cc: error: k.ll: '", words]);
    }
    let ran = run(command(&bench, "echo no cubin > \"$output\"", &[]), b"");
    ran.code(6).stderr_contains(&["tileiras-cc: error: k.ll: the cubin cannot be read: the file is not an ELF file"]);
    let ran = run(command(&bench, "head -c 500 /dev/zero > \"$output\"", &["--no-audit"]), b"");
    ran.code(0).stderr_is_empty();
    assert_eq!(
        fs::read(bench.path("k.cubin")).expect("it is there").len(),
        500,
        "without an audit, the output of ptxas is not read"
    );
}

#[test]
fn a_ptxas_that_hangs_is_killed_after_the_time_limit() {
    let bench = Bench::new();
    let started = Instant::now();
    let ran = run(command(&bench, "echo here; sleep 600", &["--time-limit=1"]), b"");
    assert!(started.elapsed() < Duration::from_secs(300), "{:?}", started.elapsed());
    failed(&bench, ran, &["here\ntileiras-cc: error: k.ll: '", "did not finish within 1s and was killed\n"]);
}

#[test]
fn ten_million_bytes_of_diagnostics_reach_the_user() {
    let bench = Bench::new();
    let ran = run(command(&bench, "head -c 10000000 /dev/zero | tr '\\0' x >&2; exit 1", &[]), b"");
    let ran = failed(&bench, ran, &["failed with exit status 1"]);
    assert_eq!(ran.err.bytes().take_while(|byte| *byte == b'x').count(), 10_000_000);
}

#[test]
fn ptxas_is_searched_for_in_order() {
    let bench = Bench::new();
    bench.file("a.ll", KERNEL);
    bench.file("b.ll", KERNEL);
    let without = || {
        let mut command = bench.cc_command(["a.ll", "b.ll", "--gpu-name=sm_90"]);
        command.env_remove("TILEIRAS_PTXAS").env("PATH", "/nowhere:/nowhere/else");
        command
    };
    // Reported once for all inputs, and before any work.
    let ran = run(without(), b"").code(5).stderr_contains_times("cannot find ptxas", 1).stderr_contains_times("\n", 1);
    let first = "tileiras-cc: error: cannot find ptxas; looked at the command line and TILEIRAS_PTXAS (not given), ";
    ran.stderr_contains(&[first, "and the 2 folders of PATH\n"]);
    let mut command = without();
    command.env("TILEIRAS_PTXAS", bench.path("none"));
    let ran = run(command, b"").code(5).stderr_contains_times("\n", 1);
    ran.stderr_contains(&[
        "tileiras-cc: error: cannot use the ptxas that TILEIRAS_PTXAS names, '",
        "none': no such file or directory",
    ]);
    let mut command = without();
    command.arg("--ptxas-path=a.ll");
    run(command, b"")
        .code(5)
        .stderr_contains(&["cannot use the ptxas that the command line names, 'a.ll': is not executable\n"]);
    assert_eq!(bench.listing(), ["a.ll", "b.ll"]);
    // PTX is made without ptxas.
    let mut command = without();
    command.arg("--emit=ptx");
    run(command, b"").code(0).stderr_is_empty();
    for (variable, folder) in [("CUDA_HOME", "toolkit"), ("PATH", "toolkit/bin")] {
        fs::create_dir_all(bench.path("toolkit/bin")).expect("a folder can be made");
        let _ = std::os::unix::fs::symlink(ptxas(), bench.path("toolkit/bin/ptxas"));
        let mut command = without();
        command.env(variable, bench.path(folder)).arg("-v");
        let found = format!("running ptxas argv=[\"{}\"", bench.path("toolkit/bin/ptxas").display());
        run(command, b"").code(0).stderr_contains(&[&found]);
    }
}

/// Compiles the kernel with these variables. The stand-in for ptxas logs its arguments.
fn called_with(bench: &Bench, variables: &[(&str, &str)]) -> String {
    let mut command = command(bench, "printf '%s\\n' \"$@\" > \"$OLDPWD\"; exec \"$PTXAS\"", &[]);
    let log = bench.path("argv");
    command.env("OLDPWD", &log).envs(variables.iter().copied());
    run(command, b"");
    let argv = fs::read_to_string(&log).unwrap_or_default();
    let _ = fs::remove_file(log);
    argv
}

#[test]
fn two_variables_enable_the_knobs_file() {
    const VARIABLES: [&str; 2] = ["MLIR_ENABLE_EVO", "PTX_KNOBS_PATH"];
    let bench = Bench::new();
    for variables in [&[][..], &[(VARIABLES[0], "1")], &[(VARIABLES[1], "/a file")]] {
        let argv = called_with(&bench, variables);
        assert!(argv.contains("-arch\nsm_90\n-O3\n") && !argv.contains("knobs"), "{variables:?}: {argv}");
    }
    // The variables must be set, to any value. The file need not exist.
    for [enable, path] in [["1", "/a file"], ["", "x~;;"], ["0", ""]] {
        let argv = called_with(&bench, &[(VARIABLES[0], enable), (VARIABLES[1], path)]);
        assert!(argv.lines().any(|word| word == format!("--knobs-file={path}")), "{argv}");
    }
    bench.file("k.ll", KERNEL);
    let mut command = bench.cc_command(["k.ll", "--gpu-name=sm_90"].map(OsString::from));
    command.envs([(VARIABLES[0], "1"), (VARIABLES[1], "/k")]);
    let ran = run(command, b"").code(5);
    let ours = "failed with exit status 255; this release of ptxas does not have the option '--knobs-file'; unset \
                MLIR_ENABLE_EVO or PTX_KNOBS_PATH\n";
    ran.stderr_contains(&["ptxas fatal   : Unknown option '-knobs-file'\ntileiras-cc: error: k.ll: '", ours])
        .stderr_contains_times("\n", 2);
}
