//! Invalid inputs, and outputs that cannot be written: each gives one error and leaves no files.

use crate::common::{CC, CONTRACT};
use crate::driver::bench::{Bench, Ran, example, run};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tileiras_test_support::process::End;
use tileiras_test_support::rng::Rng;

const KERNEL: &str = "define ptx_kernel void @k() \"nvvm.maxntid\"=\"64\" { ret void }";

/// Random bytes.
fn garbage(seed: u64, length: usize) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    (0..length).map(|_| rng.next() as u8).collect()
}

/// Asserts that the run ended with one of these exit codes, and that its first message is an error that names the file.
#[track_caller]
fn refused(ran: Ran, codes: &[i32], name: &str) {
    let codes: Vec<_> = codes.iter().map(|code| End::Exit(*code)).collect();
    assert!(codes.contains(&ran.end), "{name}: {:?}\n{}", ran.end, ran.err);
    let line = ran.err.lines().next().unwrap_or_default();
    assert!(line.contains(name) && line.contains("error: "), "{name}: {}", ran.err);
    assert!(ran.out.is_empty(), "{name}: {}", ran.text());
}

#[test]
fn invalid_inputs_are_refused() {
    let bench = Bench::new();
    let compile = |name: &str| bench.cc([name, "--gpu-name=sm_90", "-o", "out"]);
    for (name, content, words) in [
        ("empty.ll", &b""[..], "empty.ll: is empty"),
        ("blank.mlir", b" \n\t\n", "blank.mlir: is empty"),
        ("zeros.bc", &[0; 100], "zeros.bc: must be MLIR, LLVM IR or PTX, and is a file of no known kind"),
        ("elf.mlir", b"\x7fELF\x02\x01", "elf.mlir: must be MLIR, LLVM IR or PTX, and is an ELF file"),
        (
            "text.ptx",
            b".version 8.0\n",
            "text.ptx:2:1: error: '.version' must be followed by '.target', found the end of the file",
        ),
        ("prose.ll", b"Dear compiler,\n", "prose.ll:1:1: error: invalid LLVM IR: expected top-level entity"),
        ("prose.mlir", b"Dear compiler,\n", "prose.mlir:1:1: error: "),
        ("cut.bc", b"BC\xc0\xde\x35\x14\x00\x00", "cut.bc"),
        ("cut.mlirbc", b"ML\xefR\x06MLIR22", "cut.mlirbc"),
    ] {
        bench.file(name, content);
        let ran = compile(name).code(1).stderr_contains(&[words]);
        refused(ran, &[1], name);
        refused(bench.contract(["audit", name, name]), &[1], name);
    }
    for seed in 0..8 {
        for name in ["garbage.ll", "garbage.mlir", "garbage.bc", "garbage"] {
            let mut bytes = garbage(seed, 700);
            let magic = [&b"BC\xc0\xde"[..], b"ML\xefR", b"", b"; "][seed as usize % 4];
            bytes[..magic.len()].copy_from_slice(magic);
            bench.file(name, bytes);
            refused(compile(name), &[1], name);
        }
    }
    // A file name that is also a prefix of the file name in a message.
    bench.file("c", KERNEL);
    bench
        .cc(["c", "--gpu-name=sm_90", "-onone/x"])
        .code(7)
        .stderr_contains(&["tileiras-cc: error: c: cannot write 'none/x'"]);
    refused(compile("none.ll"), &[1], "none.ll: cannot be read: no such file or directory");
    refused(compile("."), &[1], ".: cannot be read: is a directory");
    refused(compile("/proc/self/mem"), &[1], "/proc/self/mem: cannot be read: ");
    assert!(!bench.path("out").exists());
}

#[test]
fn invalid_cubins_are_refused() {
    let bench = Bench::new();
    bench.file("k.ll", KERNEL);
    bench.cc(["k.ll", "--gpu-name=sm_90"]).code(0).stderr_is_empty();
    let cubin = fs::read(bench.path("k.cubin")).expect("it is there");
    let check = |name: &str, bytes: &[u8]| {
        bench.file(name, bytes);
        refused(bench.contract(["show", name]), &[1], name);
        refused(bench.contract(["audit", "k.ll", name]), &[1], name);
    };
    for part in (1..12).map(|part| cubin.len() * part / 12).chain([cubin.len() - 1]) {
        check("cut.cubin", &cubin[..part]);
    }
    check("fat.cubin", b"\x50\xed\x55\xba\x01\x00\x10\x00");
    check("garbage.cubin", &garbage(1, 3000));
    check("foreign.cubin", &fs::read(CONTRACT).expect("a program can be read")[..4096]);
    check("none.cubin", b"");
    // With changed bytes there may be an error, but never a crash.
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let mut bytes = cubin.clone();
        for _ in 0..1 + rng.below(8) {
            let position = rng.below(bytes.len());
            bytes[position] = rng.next() as u8;
        }
        bench.file("changed.cubin", bytes);
        for ran in [bench.contract(["show", "changed.cubin"]), bench.contract(["audit", "k.ll", "changed.cubin"])] {
            let known = [0, 1, 6].map(End::Exit);
            assert!(known.contains(&ran.end), "{seed}: {:?} {}", ran.end, ran.err);
            assert!(!ran.err.contains("panicked"), "{seed}: {}", ran.err);
        }
    }
    refused(
        bench.contract(["audit", "k.cubin", "k.cubin"]),
        &[1],
        "k.cubin: must be MLIR, LLVM IR or PTX, and is an ELF",
    );
    refused(
        bench.contract(["audit", "k.ll", "k.ll"]),
        &[1],
        "k.ll: must be PTX, a cubin or a fat binary, and is LLVM IR",
    );
    refused(bench.contract(["audit", "none", "k.cubin"]), &[1], "none: cannot be read");
    refused(bench.contract(["knobs", "k.cubin"]), &[1], "k.cubin: no '[knobs]' in the file");
}

#[test]
fn outputs_that_cannot_be_written() {
    let bench = Bench::new();
    bench.file("k.ll", KERNEL);
    fs::create_dir(bench.path("folder")).expect("a folder can be made");
    fs::create_dir(bench.path("folder/k.cubin")).expect("a folder can be made");
    for (output, words) in [
        ("k.ll/x", "cannot write 'k.ll/x': cannot create a file in 'k.ll': not a directory"),
        ("none/x", "cannot write 'none/x': cannot create a file in 'none': no such file or directory"),
        ("/proc/x", "cannot write '/proc/x': cannot create a file in '/proc': "),
        ("folder", "cannot write 'folder/k.cubin': is a folder"),
        ("/dev/full", "cannot write '/dev/full': no space left on device"),
    ] {
        let ran = bench.cc(["k.ll", "--gpu-name=sm_90", "-o", output]);
        refused(ran.stderr_contains(&[&format!("tileiras-cc: error: k.ll: {words}")]), &[7], "k.ll");
    }
    // The output is checked before the work: a broken input is not read.
    bench.file("broken.ll", "define");
    bench.cc(["broken.ll", "--gpu-name=sm_90", "-onone/x"]).code(7);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
    let mut command = bench.cc_command(["k.ll", "--gpu-name=sm_90", "-o-"]);
    command.stdout(full.try_clone().expect("it can be shared"));
    let ran = run(command, b"").code(7);
    assert_eq!(ran.err, "tileiras-cc: error: k.ll: standard output: no space left on device\n");
    let mut command = bench.contract_command(["show", "k.ll"]);
    command.stdout(full);
    run(command, b"").code(7);
}

#[test]
fn a_disk_that_fills_up_leaves_the_old_output() {
    let bench = Bench::new();
    bench.file("k.ll", fs::read(example("many.ll")).expect("an example can be read"));
    bench.file("k.ptx", "old");
    // The file size limit is one block. Writing fails, whether SIGXFSZ is ignored or not.
    for script in ["trap '' XFSZ; ulimit -f 1; exec \"$@\"", "ulimit -f 1; exec \"$@\""] {
        let limited = |arguments: &[&str]| {
            let mut command = bench.command("sh");
            command.args(["-c", script, "sh", CC, "k.ll", "--gpu-name=sm_90"]).args(arguments);
            run(command, b"")
        };
        let ran = limited(&["--emit=ptx"]);
        refused(ran.stderr_contains(&["tileiras-cc: error: k.ll: cannot write 'k.ptx': file too large"]), &[7], "k.ll");
        assert_eq!(fs::read(bench.path("k.ptx")).expect("it is there"), b"old");
        // The text for ptxas does not fit either.
        let ran = limited(&["-ok.cubin"]);
        refused(ran.stderr_contains(&["k.ptx', the input of ptxas: file too large"]), &[5], "k.ll");
        assert_eq!(bench.listing(), ["k.ll", "k.ptx"]);
    }
}

#[test]
fn an_output_is_replaced_completely_or_not_at_all() {
    let bench = Bench::new();
    bench.file("k.ll", KERNEL);
    bench.file("real.cubin", "old");
    fs::set_permissions(bench.path("k.ll"), fs::Permissions::from_mode(0o444)).expect("it can be changed");
    std::os::unix::fs::symlink("real.cubin", bench.path("link.cubin")).expect("a link can be made");
    bench.cc(["k.ll", "--gpu-name=sm_90", "-olink.cubin"]).code(0).stderr_is_empty();
    assert!(bench.path("link.cubin").is_symlink());
    assert!(fs::read(bench.path("real.cubin")).expect("it is there").starts_with(b"\x7fELF"));
    bench.cc(["k.ll", "--gpu-name=sm_90", "-o/dev/null"]).code(0).stderr_is_empty();
    assert!(!Path::new("/dev/null").is_file());
}

#[test]
fn a_temporary_folder_that_does_not_exist_is_named() {
    let bench = Bench::new();
    bench.file("k.ll", KERNEL);
    let mut command = bench.cc_command(["k.ll", "--gpu-name=sm_90"]);
    command.env("TMPDIR", bench.path("none"));
    let words = "tileiras-cc: error: k.ll: cannot write '";
    run(command, b"").code(5).stderr_contains(&[words, "none', the input of ptxas: no such file or directory"]);
    assert_eq!(bench.listing(), ["k.ll"]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let bench = Bench::new();
    bench.file("k.ll", KERNEL);
    let mut command = bench.command("sh");
    command.args(["-c", "(\"$1\" show k.ll; echo $? >&2) | true", "sh", CONTRACT]);
    // The exit code is 0, whether the pipe is closed before the tool writes or not.
    assert_eq!(run(command, b"").code(0).err, "0\n");
}
