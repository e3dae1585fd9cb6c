//! Runs the program without a driver, and with a stand-in for the driver.
//!
//! The stand-in, `stand_in.c`, is compiled here. It takes the place of the real driver because a test must not need a
//! GPU. It shows that the program finds a library under the name of the driver, calls it as `cuda.h` declares it, and
//! writes the table. Whether the rules are right, only `make gpu` on a machine with a GPU shows.

#![expect(clippy::expect_used, reason = "a test")]

use std::path::PathBuf;
use std::process::Command;

use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::{End, Run, run_command};
use tileiras_test_support::{ptxas, tree};

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tileiras-gpu"));
    command.env("TILEIRAS_PTXAS", ptxas::program()).env_remove("STAND_IN");
    command
}

/// A folder with the stand-in under the name of the driver.
fn stand_in() -> Folder {
    let folder = Folder::new();
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"]);
    compiler.arg(folder.join("libcuda.so.1")).arg(tree::root().join("scripts/gpu/tests/stand_in.c"));
    run_command(compiler, b"").expect_good();
    folder
}

/// Runs the program with the stand-in in the place of the driver.
fn with_stand_in(mode: &str, arguments: &[&str]) -> Run {
    let folder = stand_in();
    let mut command = program();
    command.env("LD_LIBRARY_PATH", folder.path()).env("STAND_IN", mode).args(arguments);
    run_command(command, b"")
}

/// The rows of a table, each with its five columns.
fn rows(table: &str) -> Vec<Vec<&str>> {
    let rows: Vec<Vec<&str>> = table.lines().skip(2).map(|line| line.split('\t').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 5), "{table}");
    rows
}

#[test]
fn without_a_driver_it_says_so() {
    for arguments in [&["--driver=/no/such/libcuda.so.1"][..], &["--driver=/no/such/libcuda.so.1", "--print-chip"]] {
        let mut command = program();
        command.args(arguments);
        let run = run_command(command, b"").code(0);
        assert_eq!(
            run.err,
            "tileiras-gpu: no CUDA driver: cannot load '/no/such/libcuda.so.1'; nothing was measured\n"
        );
        assert_eq!(run.text(), "");
    }
}

#[test]
fn without_a_device_it_says_so() {
    let run = with_stand_in("no-device", &[]).code(0);
    assert_eq!(run.err, "tileiras-gpu: no GPU: the CUDA driver 'libcuda.so.1' finds no device; nothing was measured\n");
    assert_eq!(run.text(), "");
}

#[test]
fn a_driver_that_does_not_work_is_an_error() {
    let run = with_stand_in("broken", &[]).code(2);
    let why = "the CUDA driver 'libcuda.so.1' cannot be used: cuInit: CUDA_ERROR_999";
    assert_eq!(run.err, format!("tileiras-gpu: error: {why}\n"));
    // A library of the system has none of its functions.
    let mut command = program();
    command.arg("--driver=libm.so.6");
    run_command(command, b"").code(2).stderr_contains(&["error: the CUDA driver 'libm.so.6' is too old: ", "cuInit"]);
}

#[test]
fn the_chip_is_that_of_the_device() {
    assert_eq!(with_stand_in("", &["--print-chip"]).code(0).stderr_is_empty().text(), "sm_90\n");
}

#[test]
fn the_verdict_on_each_launch_is_in_the_table() {
    let run = with_stand_in("", &[]);
    assert!(!run.err.contains("stand-in:"), "{}", run.err);
    let table = run.text();
    assert!(table.starts_with("# Measured by `make gpu`. Chip: sm_90. Device: stand-in, CUDA 13.5.\n"), "{table}");
    let rows = rows(&table);
    let of = |start: &str| -> Vec<&Vec<&str>> { rows.iter().filter(|row| row[1].starts_with(start)).collect() };
    for row in of("launch ").iter().chain(&of("largest-cluster")).chain(&of("resident-clusters")) {
        assert_eq!(row[4], "same", "{row:?}");
    }
    assert!(rows.iter().filter(|row| row[0] == "device").all(|row| row[4] == "same"), "{table}");
    // Each rule of the group rejects some launch, and so do the limits that are no rules. Each kernel is there.
    let launches = of("launch ");
    let rules = tileiras_lint::RULES.iter().filter(|rule| rule.id.group() == tileiras_finding::Group::Launch);
    let limits = ["explain-shared-memory", "explain-cluster-opt-in", "CUDA_SUCCESS"];
    // The driver knows no grid of a kernel: only the code depends on it.
    let rules = rules.map(|rule| rule.id.name());
    let rules = rules.filter(|name| !["launch-kernel-missing", "launch-grid-mismatch"].contains(name));
    for reason in rules.chain(limits) {
        assert!(launches.iter().any(|row| row[2] == reason), "no launch is expected to be '{reason}' alone");
    }
    // The stand-in does not read registers, so that these differ: the exit code says so, and the names are printed.
    assert_eq!(run.end, End::Exit(1));
    let different = rows.iter().filter(|row| row[4] == "differs").count();
    assert!(different > 0 && rows.iter().any(|row| row[1] == "NumRegs" && row[4] == "differs"));
    assert_eq!(run.err.matches("tileiras-gpu: differs: ").count(), different);
    assert!(run.err.ends_with(&format!("{different} of {} answers differ\n", rows.len())), "{}", run.err);
}

#[test]
fn a_driver_that_rejects_nothing_differs_in_each_illegal_launch() {
    let run = with_stand_in("accepts-all", &[]).code(1);
    let table = run.text();
    let launches: Vec<Vec<&str>> = rows(&table).into_iter().filter(|row| row[1].starts_with("launch ")).collect();
    assert!(launches.len() > 500, "{}", launches.len());
    for row in &launches {
        // An opt-in beyond the limit of the chip fails before the launch.
        let failed = row[3] != "CUDA_SUCCESS";
        let is_legal = row[2] == "CUDA_SUCCESS";
        assert_eq!(row[4], if is_legal != failed { "same" } else { "differs" }, "{row:?}");
    }
    run.stderr_contains(&[
        "differs: k_reqntid_128_1_1: launch grid 1,1,1 block 64,2,1: expected launch-block-mismatch, \
                           measured CUDA_SUCCESS\n",
    ]);
}

#[test]
fn a_device_with_other_limits_differs() {
    let run = with_stand_in("register-file", &[]).code(1);
    run.stderr_contains(&["differs: device: MaxRegistersPerMultiprocessor: expected 65536, measured 32768\n"]);
}

#[test]
fn the_kernels_of_a_file_are_not_launched() {
    let folder = Folder::new();
    let text = ".version 8.4\n.target sm_90\n.address_size 64\n\
                .visible .entry other_reqntid_128_1_1(.param .u64 p) .reqntid 128, 1, 1 { ret; }\n";
    let cubin: PathBuf = folder.file("other.cubin", ptxas::assemble("sm_90", text.as_bytes(), &[]));
    let output = folder.join("gpu.tsv");
    let arguments = [cubin.to_str().expect("text"), "-o", output.to_str().expect("text")];
    assert_eq!(with_stand_in("", &arguments).code(1).text(), "");
    let table = std::fs::read_to_string(output).expect("the table was written");
    let other: Vec<Vec<&str>> = rows(&table).into_iter().filter(|row| row[0].starts_with("other.cubin")).collect();
    assert_eq!(other[0], ["other.cubin", "load sm_90", "CUDA_SUCCESS", "CUDA_SUCCESS", "same"]);
    let has = |row: [&str; 5]| assert!(other.iter().any(|found| *found == row), "{row:?} is not in {other:#?}");
    has(["other.cubin:other_reqntid_128_1_1", "MaxThreadsPerBlock", "128", "128", "same"]);
    has(["other.cubin:other_reqntid_128_1_1", "ctas-per-sm threads 128 shared 0", "16", "16", "same"]);
    assert!(other.iter().all(|row| !row[1].starts_with("launch ")), "{other:#?}");
}

#[test]
fn code_runs_on_newer_chips_of_its_generation() {
    // The stand-in has sm_90, and loads every file.
    let folder = Folder::new();
    let text = |chip: &str| format!(".version 8.8\n.target {chip}\n.address_size 64\n.visible .entry k() {{ ret; }}\n");
    for (chip, expected) in [
        ("sm_86", "not-for-this-chip"),
        ("sm_90", "CUDA_SUCCESS"),
        ("sm_90a", "CUDA_SUCCESS"),
        ("sm_100", "not-for-this-chip"),
    ] {
        let cubin = folder.file("k.cubin", ptxas::assemble(chip, text(chip).as_bytes(), &[]));
        let table = with_stand_in("", &[cubin.to_str().expect("text")]).code(1).text();
        let row = rows(&table).into_iter().find(|row| row[0] == "k.cubin").expect("a row");
        let same = if expected == "CUDA_SUCCESS" { "same" } else { "differs" };
        assert_eq!(row[2..], [expected, "CUDA_SUCCESS", same], "{chip}");
    }
    let object = folder.file("k.cubin", ptxas::assemble("sm_90", text("sm_90").as_bytes(), &["-c"]));
    let run = with_stand_in("", &[object.to_str().expect("text")]).code(2);
    run.stderr_contains(&["k.cubin': the file is a relocatable object, which nvlink must link first\n"]);
}

#[test]
fn a_file_that_is_no_cubin_is_an_error() {
    // Also without a driver.
    let mut command = program();
    command.args(["--driver=/no/such/libcuda.so.1", "/no/such/file.cubin"]);
    let run = run_command(command, b"").code(2);
    assert_eq!(run.err, "tileiras-gpu: error: cannot read '/no/such/file.cubin': no such file or directory\n");
    let folder = Folder::new();
    let text = folder.file("text.cubin", "text");
    let run = with_stand_in("", &[text.to_str().expect("text")]).code(2);
    let why = "the file is not an ELF file, so it is not a cubin";
    assert_eq!(run.err, format!("tileiras-gpu: error: cannot read '{}': {why}\n", text.display()));
}

#[test]
fn an_error_of_ptxas_is_shown() {
    let folder = Folder::new();
    let ptxas = folder.file_of_mode("ptxas", "#!/bin/sh\necho 'ptxas fatal : no' >&2\nexit 255\n", 0o755);
    let run = with_stand_in("", &["--ptxas", ptxas.to_str().expect("text")]).code(2);
    run.stderr_contains(&["tileiras-gpu: error: '", "ptxas' failed with exit status 255\nptxas fatal : no\n"]);
}
