//! Inputs that are too large or that no tool can read: each tool prints one error and exits with the right code.

use crate::common::{CC, CONTRACT, OPT, TRANSLATE};
use crate::driver::bench::{Bench, Ran, run};
use std::fs::File;
use std::process::Command;
use tileiras_test_support::harness::sample;
use tileiras_test_support::process::End;

/// The tools that read MLIR, with their arguments before the input.
const OF_MLIR: [(&str, &[&str]); 5] = [
    (OPT, &["--nvvm-transplant"]),
    (TRANSLATE, &["--export-nvvm"]),
    (TRANSLATE, &["--nvvm-to-ptx-header"]),
    (CC, &["--gpu-name=sm_90", "-oout"]),
    (CONTRACT, &["show"]),
];

/// The tools that read LLVM IR.
const OF_LLVM: [(&str, &[&str]); 3] =
    [(TRANSLATE, &["--import-nvvm"]), (CC, &["--gpu-name=sm_90", "-oout"]), (CONTRACT, &["show"])];

fn tool(bench: &Bench, (program, arguments): (&str, &[&str]), input: &str) -> Ran {
    let mut command = bench.command(program);
    command.args(arguments).arg(input);
    run(command, b"")
}

/// Asserts that the run ended with that code after one error.
#[track_caller]
fn one_error(ran: Ran, code: i32, what: &str) -> Ran {
    assert_eq!(ran.end, End::Exit(code), "{what}: {}", ran.err);
    assert_eq!(ran.err.matches("error: ").count(), 1, "{what}: {}", ran.err);
    assert!(!ran.err.contains("bug report"), "{what}: {}", ran.err);
    ran
}

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn too_deep_nesting_is_one_error() {
    let bench = Bench::new();
    let of_mlir = [
        ("regions", format!("func.func @f(%c: i1) {{\n{}return\n}}\n", nested("scf.if %c {\n", "", "}\n", 10_000))),
        ("modules", nested("module {\n", "", "}\n", 20_000)),
        ("lists", format!("module attributes {{test.a = {}}} {{}}", nested("[", "", "]", 100_000))),
        ("dictionaries", format!("module attributes {{test.a = {}}} {{}}", nested("{x = ", "1", "}", 100_000))),
        ("types", format!("llvm.func @f({})", nested("!llvm.struct<(", "i8", ")>", 20_000))),
        // Nesting without brackets.
        ("signs", format!("module attributes {{test.a = affine_map<(d0) -> ({}d0)>}} {{}}", "-".repeat(100_000))),
    ];
    for (number, (name, text)) in of_mlir.into_iter().enumerate() {
        let file = format!("{name}.mlir");
        bench.file(&file, text);
        for reader in OF_MLIR.into_iter().skip(sample(number % 3, 0)).step_by(sample(3, 1)) {
            // The translations load few dialects, and none with this operation.
            if name != "regions" || reader.0 != TRANSLATE {
                one_error(tool(&bench, reader, &file), 1, &format!("{reader:?} {name}"))
                    .stderr_contains(&["nests too deeply"]);
            }
        }
    }
    let of_llvm = [
        ("types", format!("@g = external global {}", nested("{ ", "i8", " }", 100_000))),
        ("lists", format!("!nvvm.annotations = !{{!0}}\n!0 = !{{{}}}", nested("!{", "", "}", 100_000))),
    ];
    for (name, text) in of_llvm {
        let file = format!("{name}.ll");
        bench.file(&file, text);
        for reader in OF_LLVM {
            one_error(tool(&bench, reader, &file), 1, &format!("{reader:?} {name}"))
                .stderr_contains(&["nests too deeply"]);
        }
    }
    assert!(!bench.path("out").exists());
}

#[test]
fn one_that_nests_too_deeply_does_not_stop_the_others() {
    let bench = Bench::new();
    bench.file("a.mlir", nested("module {\n", "", "}\n", 20_000));
    bench.file("b.ll", "define ptx_kernel void @k() { ret void }");
    bench.cc(["a.mlir", "b.ll", "--gpu-name=sm_90"]).code(1).stderr_contains_times("error: ", 1);
    assert!(bench.path("b.cubin").exists());
}

/// Nesting of a depth that real code can have.
#[test]
fn nesting_of_a_thousand_levels_is_read() {
    let bench = Bench::new();
    bench.file("k.mlir", format!("module attributes {{test.a = {}}} {{}}", nested("[", "", "]", 1000)));
    for reader in [OF_MLIR[0], OF_MLIR[3], OF_MLIR[4]] {
        tool(&bench, reader, "k.mlir").code(0).stderr_is_empty();
    }
}

#[test]
fn too_large_inputs_are_refused() {
    let bench = Bench::new();
    // A sparse file without data.
    let file = File::create(bench.path("large.mlir")).expect("a file can be made");
    file.set_len((1 << 30) + 1).expect("it can be made longer");
    let text = "large.mlir: is larger than 1024 MiB; --max-input-size raises the limit";
    for reader in [OF_MLIR[3], OF_MLIR[4]] {
        one_error(tool(&bench, reader, "large.mlir"), 1, "large").stderr_contains(&[text]);
    }
    // A device has no size, and is read up to the limit.
    for reader in [(CC, &["--gpu-name=sm_90", "--max-input-size=1"][..]), (CONTRACT, &["show", "--max-input-size=1"])] {
        one_error(tool(&bench, reader, "/dev/zero"), 1, "endless")
            .stderr_contains(&["/dev/zero: is larger than 1 MiB"]);
    }
    bench.file("k.mlir", format!("//{}\nmodule {{}}", " ".repeat(1 << 20)));
    bench
        .cc(["k.mlir", "--emit=mlir", "--max-input-size=1", "-o-"])
        .code(1)
        .stderr_contains(&["k.mlir: is larger than 1 MiB"]);
    bench.cc(["k.mlir", "--emit=mlir", "--max-input-size=2", "-o-"]).code(0).stderr_is_empty();
    bench.cc(["k.mlir", "--max-input-size=-1"]).code(2);
}

#[test]
fn invalid_text_is_one_error() {
    let bench = Bench::new();
    for (name, content) in [
        ("latin", &b"module attributes {caf\xe9} {}"[..]),
        ("wide", b"\xff\xfem\0o\0d\0u\0l\0e\0"),
        ("elf", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0"),
        ("cut bytecode", b"ML\xefR\x06MLIR22"),
    ] {
        let file = format!("{name}.mlir");
        bench.file(&file, content);
        for reader in OF_MLIR {
            one_error(tool(&bench, reader, &file), 1, &format!("{reader:?} {name}"));
        }
    }
    for (name, content) in [
        ("latin", &b"define void @caf\xe9() { ret void"[..]),
        ("wide", b"\xff\xfed\0e\0f\0i\0n\0e\0"),
        ("cut bitcode", b"BC\xc0\xde\x35\x14\x00\x00"),
    ] {
        let file = format!("{name}.ll");
        bench.file(&file, content);
        for reader in OF_LLVM {
            one_error(tool(&bench, reader, &file), 1, &format!("{reader:?} {name}"));
        }
    }
    // To the readers of MLIR and LLVM, a byte of 0 is a blank, and blanks are an empty module.
    bench.file("zeros.mlir", [0; 4096]);
    tool(&bench, OF_LLVM[0], "zeros.mlir").code(0);
    for (reader, code) in OF_MLIR.into_iter().zip([0, 0, 1, 1, 1]) {
        tool(&bench, reader, "zeros.mlir").code(code);
    }
    // A string and a comment may hold any bytes.
    bench.file("bytes.mlir", b"// caf\xe9\nmodule attributes {test.a = \"\xe9\"} {}");
    for reader in [OF_MLIR[0], OF_MLIR[3], OF_MLIR[4]] {
        tool(&bench, reader, "bytes.mlir").code(0).stderr_is_empty();
    }
}

#[test]
fn a_file_that_cannot_be_read_is_one_error() {
    let bench = Bench::new();
    for reader in OF_MLIR.into_iter().chain(OF_LLVM) {
        for name in ["none.mlir", "."] {
            let ran = tool(&bench, reader, name).code(1);
            assert_eq!(ran.err.lines().count(), 1, "{reader:?} {name}: {}", ran.err);
        }
    }
    bench.file("empty.mlir", "");
    // An empty file is an empty module to MLIR's own readers.
    for (reader, code) in OF_MLIR.into_iter().zip([0, 0, 1, 1, 1]) {
        let ran = tool(&bench, reader, "empty.mlir").code(code);
        assert_eq!(ran.err.matches("error: ").count(), usize::from(code == 1), "{reader:?}: {}", ran.err);
    }
}

/// A closed standard output is an error if the tool writes to it.
#[test]
fn a_closed_output_is_an_error() {
    let bench = Bench::new();
    bench.file("k.mlir", "llvm.func @k() attributes {nvvm.kernel} { llvm.return }");
    let closed = |program: &str, arguments: &[&str]| {
        let mut command: Command = bench.command("sh");
        command.args(["-c", "exec \"$@\" >&-", "sh", program]).args(arguments);
        run(command, b"")
    };
    let words = "error: standard output: is closed";
    closed(CC, &["k.mlir", "--gpu-name=sm_90", "--emit=ptx", "-o-"]).code(7).stderr_contains(&["tileiras-cc: ", words]);
    closed(CONTRACT, &["show", "k.mlir"]).code(7).stderr_contains(&["tileiras-contract: ", words]);
    for (program, arguments) in [(OPT, &["k.mlir"][..]), (TRANSLATE, &["k.mlir", "--export-nvvm"])] {
        closed(program, arguments).code(1).stderr_contains(&["Bad file descriptor"]);
    }
    // These runs do not write to standard output.
    closed(CC, &["k.mlir", "--gpu-name=sm_90", "-oout"]).code(0).stderr_is_empty();
    closed(OPT, &["k.mlir", "-o", "out.mlir"]).code(0).stderr_is_empty();
}
