//! Locations of outputs, several inputs in one call, and deterministic bytes.

use crate::driver::bench::{Bench, Ran, example, run};
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;
use tileiras_test_support::llvm::stock;

const KERNEL: &str = "define ptx_kernel void @k() \"nvvm.maxntid\"=\"64\" { ret void }";

/// Inputs of which one fails in each stage, with the exit code that each has as the only input.
const MIXED: [(&str, &str, i32); 7] = [
    ("good.ll", KERNEL, 0),
    ("syntax.mlir", "llvm.func @k( {", 1),
    ("rule.ll", "define ptx_kernel void @k() \"nvvm.maxntid\"=\"64\" \"nvvm.minctasm\"=\"0\" { ret void }", 3),
    // An addition for which LLVM has no code on a GPU. LLVM would end the process.
    (
        "wide.ll",
        "define ptx_kernel void @k(ptr %p) {\n\
         %x = load fp128, ptr %p\n%sum = fadd fp128 %x, %x\nstore fp128 %sum, ptr %p\nret void }",
        4,
    ),
    ("extern.ll", "declare void @f()\ndefine ptx_kernel void @k() { call void @f() ret void }", 5),
    ("planted.ll", "module asm \".visible .entry planted() { ret; }\"\ndefine ptx_kernel void @k() { ret void }", 6),
    ("last.ll", KERNEL, 0),
];

#[test]
fn an_input_that_fails_does_not_stop_the_others_for_any_number_of_jobs() {
    let bench = Bench::new();
    for (name, text, _) in MIXED {
        bench.file(name, text);
    }
    for (name, _, code) in MIXED {
        bench.cc([name, "--gpu-name=sm_100", "-o/dev/null"]).code(code);
    }
    let names = MIXED.map(|(name, ..)| name);
    let mut errors: Vec<String> = Vec::new();
    for jobs in ["-j1", "-j4", "-j100"] {
        let folder = format!("out{jobs}");
        fs::create_dir(bench.path(&folder)).expect("a folder can be made");
        let ran = bench.cc([&names[..], &["--gpu-name=sm_100", jobs, "-o", &folder]].concat()).code(1);
        assert!(ran.out.is_empty());
        errors.push(ran.err);
        assert!(
            bench.path(&format!("{folder}/good.cubin")).exists()
                && bench.path(&format!("{folder}/last.cubin")).exists()
        );
        assert_eq!(fs::read_dir(bench.path(&folder)).expect("it can be read").count(), 2);
    }
    assert!(errors.iter().all(|text| *text == errors[0]), "{errors:?}");
    // The messages are in the order of the command line, one for each failed input.
    let mut rest = errors[0].as_str();
    for name in ["syntax.mlir:1:", "rule.ll:1:", "op unsupported library call", "extern.ll: ", "planted.ll: between"] {
        assert_eq!(errors[0].matches(name).count(), 1, "{name}: {}", errors[0]);
        rest = rest.split_once(name).unwrap_or_else(|| panic!("'{name}' is not in order: {}", errors[0])).1;
    }
    let reversed: Vec<&str> = names.into_iter().rev().chain(["--gpu-name=sm_100", "-oout-j1"]).collect();
    bench.cc(reversed).code(6);
}

#[test]
fn default_outputs_are_in_the_current_folder() {
    let bench = Bench::new();
    fs::create_dir(bench.path("in")).expect("a folder can be made");
    bench.file("in/k.a.ll", KERNEL);
    for (emit, name) in [("cubin", "k.a.cubin"), ("ptx", "k.a.ptx"), ("llvm", "k.a.ll"), ("mlir", "k.a.mlir")] {
        bench.cc(["in/k.a.ll", "--gpu-name=sm_90", &format!("--emit={emit}")]).code(0).stderr_is_empty();
        assert!(bench.path(name).exists(), "{name}");
    }
    // An output that is IR can be compiled again.
    let cubin = fs::read(bench.path("k.a.cubin")).expect("it is there");
    for name in ["k.a.ll", "k.a.mlir"] {
        bench.cc([name, "--gpu-name=sm_90", "-o", "again"]).code(0).stderr_is_empty();
        assert_eq!(fs::read(bench.path("again")).expect("it is there"), cubin, "{name}");
        assert_eq!(bench.contract(["audit", "in/k.a.ll", "again"]).code(0).text().lines().last(), Some("2 carried"));
    }
    // So can PTX.
    bench.cc(["k.a.ptx", "--gpu-name=sm_90", "-o", "again"]).code(0).stderr_is_empty();
    let text = "tileiras-cc: error: k.a.cubin: must be MLIR, LLVM IR or PTX, and is an ELF file\n";
    assert_eq!(bench.cc(["k.a.cubin", "--gpu-name=sm_90", "-o", "again"]).code(1).err, text);
}

#[test]
fn standard_input_and_output_are_a_dash() {
    let bench = Bench::new();
    let piped = |arguments: &[&str], input: &[u8]| -> Ran { run(bench.cc_command(arguments.iter().copied()), input) };
    let cubin = piped(&["-", "--gpu-name=sm_90"], KERNEL.as_bytes()).code(0).stderr_is_empty().out;
    assert!(cubin.starts_with(b"\x7fELF"));
    let mlir = piped(&["-", "--gpu-name=sm_90", "--emit=mlir"], KERNEL.as_bytes()).code(0).text();
    for (emit, sign) in [("ptx", ".visible .entry k("), ("llvm", "define ptx_kernel void @k("), ("mlir", "llvm.func")] {
        let ran = piped(&["-", "--gpu-name=sm_90", &format!("--emit={emit}"), "-o-"], mlir.as_bytes())
            .code(0)
            .stderr_is_empty();
        assert!(ran.text().contains(sign), "{}", ran.text());
    }
    let bitcode = stock("llvm-as", &["-", "-o", "-"], KERNEL.as_bytes()).expect_good().out;
    assert_eq!(piped(&["-", "--gpu-name=sm_90"], &bitcode).code(0).out, cubin);
    let bytecode = stock("mlir-opt", &["--emit-bytecode"], mlir.as_bytes()).expect_good().out;
    assert_eq!(piped(&["-", "--gpu-name=sm_90"], &bytecode).code(0).out, cubin);
    // The content decides before the name.
    bench.file("k.ll", &bytecode);
    bench.cc(["k.ll", "--gpu-name=sm_90", "-o", "x"]).code(0);
    assert_eq!(fs::read(bench.path("x")).expect("it is there"), cubin);
    piped(&["-", "--gpu-name=sm_90"], b"define void @k( {").code(1).stderr_contains(&["<stdin>:1:18: error: "]);
    let audit = |input: &[u8]| run(bench.contract_command(["audit", "-", "x"]), input);
    assert_eq!(audit(KERNEL.as_bytes()).code(0).text().lines().last(), Some("2 carried"));
    let shown = run(bench.contract_command(["show", "-"]), &cubin).code(0).text();
    assert!(shown.starts_with("cubin, sm_90, 1 function with launch facts\n"), "{shown}");
}

#[test]
fn outputs_that_would_replace_a_file_of_the_run_are_refused_before_the_work() {
    let bench = Bench::new();
    fs::create_dir(bench.path("d")).expect("a folder can be made");
    for name in ["a.ll", "d/a.ll", "b.ll"] {
        bench.file(name, KERNEL);
    }
    // Outputs in the folder `out` are links: to an input, to a file that does not exist, and to themselves.
    fs::create_dir(bench.path("out")).expect("a folder can be made");
    for (target, link) in [("../b.ll", "a.ll"), ("../new", "b.ll"), ("../new", "c.ll"), ("d.ll", "d.ll")] {
        symlink(target, bench.path("out").join(link)).expect("a link can be made");
    }
    for name in ["c.ll", "d.ll"] {
        bench.file(name, KERNEL);
    }
    let llvm = "--emit=llvm";
    for (arguments, words) in [
        (&["a.ll", "d/a.ll"][..], "'a.ll' and 'd/a.ll' would both be written to 'a.cubin'"),
        (&["a.ll", "b.ll", "-ox"], "--output=x: is not a folder, which several inputs need; 'x/' makes one"),
        (&["a.ll", "--emit=llvm"], "the output would replace the input 'a.ll'; name another --output"),
        (&["a.ll", "--emit=llvm", "-o./d/../a.ll"], "the output would replace the input 'a.ll'; name another --output"),
        (&["a.ll", "b.ll", llvm, "-oout/"], "the output would replace the input 'b.ll'; name another --output"),
        (&["b.ll", "c.ll", llvm, "-oout/"], "'b.ll' and 'c.ll' would both be written to 'out/c.ll'"),
        (
            &["a.ll", llvm, "-ob.ll", "--link-bitcode=b.ll"],
            "the output would replace the library 'b.ll'; name another --output",
        ),
        (
            &["a.ll", llvm, "-ob.ll", "--libdevice=b.ll"],
            "the output would replace the library 'b.ll'; name another --output",
        ),
        (&["d.ll", llvm, "-oout/"], "cannot write 'out/d.ll': too many levels of symbolic links"),
        (&["a.ll", "d/a.ll", llvm, "-od"], "the output would replace the input 'd/a.ll'; name another --output"),
        (&["-", "-"], "standard input can be read once, but is given several times"),
    ] {
        let ran = bench.cc([&["--gpu-name=sm_90"], arguments].concat()).code(2).stderr_contains_times("\n", 1);
        assert_eq!(ran.err, format!("tileiras-cc: error: {words}\n"));
    }
    for arguments in [&["show"][..], &["audit"], &["check"], &["snapshot", "-onew.json"], &["report", "-onew.html"]] {
        let ran = bench.contract([arguments, &["-", "-"]].concat()).code(2);
        assert_eq!(ran.err, "tileiras-contract: error: standard input can be read once, but is given several times\n");
    }
    assert_eq!(bench.listing(), ["a.ll", "b.ll", "c.ll", "d", "d.ll", "out"]);
    // A link to a file that does not exist is followed.
    bench.cc(["b.ll", "--gpu-name=sm_90", llvm, "-oout/"]).code(0);
    assert!(bench.path("out/b.ll").is_symlink() && bench.path("new").is_file());
}

#[test]
fn the_command_line_is_checked_once_for_all_inputs() {
    let bench = Bench::new();
    for name in ["a.ll", "b.ll", "c.ll"] {
        bench.file(name, KERNEL);
    }
    for (argument, words) in [
        ("--gpu-name=sm_99", "unknown chip 'sm_99', did you mean 'sm_90'?; known chips are sm_50, "),
        ("--ptx-version=9.9", "unknown ptx version '9.9', did you mean '9.5'?; known versions are 1.0 to 1.5, "),
        ("--disable=dim-shap", "unknown rule 'dim-shap', did you mean 'dim-shape'?"),
        ("--on-conflict=first", "conflict policy must be 'error', 'last' or 'keep', got 'first'"),
        ("--emit=sass", "[possible values: mlir, llvm, ptx, cubin, fatbin]"),
        ("-O4", "4 is not in 0..=3"),
        ("--jobs=0", "0 is not in 1.."),
        ("--time-limit=0", "0 is not in 1.."),
        (
            "--passes=builtin.module(no-such-pass)",
            "'no-such-pass' does not refer to a registered pass or pass pipeline",
        ),
        ("--passes=canonicalize", "expected pass pipeline to be wrapped with the anchor operation type"),
        ("--passes=builtin.module(nvvm-verify{chip=sm_9})", "nvvm-verify: unknown chip 'sm_9', did you mean 'sm_90'?"),
        ("--passes=builtin.module(nvvm-verify{disable=x})", "unknown rule 'x'; the rules are dim-shape, "),
        ("--passes=builtin.module(nvvm-verify{colour=red})", "no such option colour"),
    ] {
        // A chip that is given twice would be the error.
        let chip: &[&str] = if argument.contains("gpu-name") { &[] } else { &["--gpu-name=sm_90"] };
        let ran = bench.cc([&["a.ll", "b.ll", "c.ll", argument], chip].concat());
        ran.code(2).stderr_contains_times(words, 1);
    }
    bench.cc::<&str>([]).code(2).stderr_contains(&[
        "required arguments were not provided",
        "<FILE>",
        "Usage: tileiras-cc",
    ]);
    bench.cc(["a.ll"]).code(2).stderr_contains(&["a.ll: the chip is not known: give --gpu-name"]);
    bench
        .cc(["a.ll", "--gpu-name=sm_90", "--gpu-module=m"])
        .code(2)
        .stderr_contains(&["a.ll: --gpu-module=m: there is no gpu.module"]);
    let help = bench.cc(["--help"]).code(0).text();
    for code in ["   0  ", "   1  ", "   2  ", "   3  ", "   4  ", "   5  ", "   6  ", "   7  ", "  70  ", " 128+ "] {
        assert!(help.contains(&format!("\n{code}")), "{help}");
    }
    assert_eq!(bench.listing(), ["a.ll", "b.ll", "c.ll"]);
}

/// The outputs of every kind of a few examples, made in a new folder. Also returns the folders of the run.
fn everything(jobs: &str) -> (Vec<(String, Vec<u8>)>, Vec<PathBuf>) {
    let bench = Bench::new();
    let mut made = Vec::new();
    let inputs = ["saxpy.ll", "params.ll", "shared.ll", "gemm_cluster.ll"].map(|name| example(name).into_os_string());
    for emit in ["mlir", "llvm", "ptx", "cubin"] {
        let options = [format!("--emit={emit}"), "--gpu-name=sm_90a".to_owned(), jobs.to_owned()];
        bench.cc(inputs.iter().cloned().chain(options.map(Into::into))).code(0).stderr_is_empty();
    }
    for name in bench.listing() {
        let bytes = fs::read(bench.path(&name)).expect("an output can be read");
        made.push((name, bytes));
    }
    let folders = vec![bench.path(""), bench.temporary().to_owned(), example("")];
    (made, folders)
}

#[test]
fn outputs_are_deterministic_and_contain_no_path() {
    let (first, folders) = everything("-j1");
    assert_eq!(first.len(), 16);
    let (second, _) = everything("-j4");
    for ((name, bytes), (other, again)) in first.iter().zip(&second) {
        assert!(name == other && bytes == again, "{name} differs from run to run");
        let contains = |word: &[u8]| bytes.windows(word.len()).any(|window| window == word);
        for folder in &folders {
            assert!(!contains(folder.as_os_str().as_encoded_bytes()), "{name} contains {}", folder.display());
        }
        assert!(!contains(b"tileiras-"), "{name} contains the name of a temporary file");
    }
}

/// Files that are read, and are not named as an input or a library.
#[test]
fn an_output_replaces_no_file_that_is_read() {
    let bench = Bench::new();
    let source = "llvm.func @k() attributes {nvvm.kernel} { llvm.return }";
    let file = bench.file("k.mlir", source);
    let mut from_itself = bench.cc_command(["-", "--emit=mlir", "-o", "k.mlir"]);
    from_itself.stdin(fs::File::open(&file).expect("it can be opened"));
    let status = from_itself.output().expect("it starts").status;
    assert_eq!(status.code(), Some(2));
    bench.cc(["k.mlir", "--emit=mlir", "-o", "none/../"]).code(2).stderr_contains(&["cannot have '..' in its path"]);
    let mut with_library = bench.cc_command(["k.mlir", "--emit=ptx", "--gpu-name=sm_90", "-o", "library.bc"]);
    with_library.env("TILEIRAS_LIBDEVICE", bench.file("library.bc", "BC"));
    let words = "tileiras-cc: error: the output 'library.bc' would replace libdevice '";
    run(with_library, b"").code(2).stderr_contains(&[words]);
    let script = bench.stand_in("exit 0");
    let option = format!("--ptxas-path={}", script.display());
    let words = "the output 'ptxas.sh' would replace the program '";
    bench.cc(["k.mlir", "--gpu-name=sm_90", "-o", "ptxas.sh", &option]).code(2).stderr_contains(&[words]);
    assert_eq!(fs::read(&file).expect("it is there"), source.as_bytes());
}

#[test]
fn a_private_output_stays_private() {
    let bench = Bench::new();
    bench.file("k.mlir", "llvm.func @k() attributes {nvvm.kernel} { llvm.return }");
    let out = bench.file("out", "old");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o600)).expect("it can be changed");
    bench.cc(["k.mlir", "--emit=mlir", "-o", "out"]).code(0);
    assert_eq!(fs::metadata(&out).expect("it is there").permissions().mode() & 0o777, 0o600);
}

/// Messages of `-v` that cannot be written are no fault.
#[test]
fn a_closed_standard_error_is_no_fault() {
    let bench = Bench::new();
    bench.file("k.mlir", "llvm.func @k() attributes {nvvm.kernel} { llvm.return }");
    let mut command = bench.cc_command(["k.mlir", "--emit=mlir", "-o", "out", "-v"]);
    command.stderr(fs::File::options().write(true).open("/dev/full").expect("it can be opened"));
    assert_eq!(command.status().expect("it starts").code(), Some(0));
    assert!(bench.path("out").exists());
}
