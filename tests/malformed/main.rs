//! What no fact can be read from is refused with a located error and exit code 1, never with a crash, and the IR is left
//! as it was.
//!
//! One table holds every fault that `nvvm-transplant` refuses, as LLVM IR and as MLIR, with what stock
//! `opt` does with it, which is run as well. Random tuples follow. The wording of messages is tested by lit; here they
//! must name the tuple's number, its key and the value, at the function or the module.

#![allow(clippy::expect_used, reason = "a test may panic")]

mod common;

use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::{End, Run};
use tileiras_test_support::rng::Rng;
use tileiras_test_support::{llvm, mlir};

/// What stock `opt` does, measured; 11 is SIGSEGV.
const CRASHES: Option<End> = Some(End::Signal(11));
/// It accepts the tuple.
const TAKES_IT: Option<End> = Some(End::Exit(0));
const REFUSES: Option<End> = Some(End::Exit(1));
/// It takes one object for another: a crash, all memory, or a changed module, from one run to the next. It is not run.
const ANYTHING: Option<End> = None;

/// A faulty tuple. It is number 2 of its list.
struct Fault {
    name: &'static str,
    /// The tuple in LLVM IR, and what stock `opt` does; `None` if LLVM IR cannot represent it.
    llvm: Option<(&'static str, Option<End>)>,
    /// In MLIR.
    mlir: &'static str,
    /// What the messages must hold, all of it.
    says: &'static [&'static str],
}

const fn both(
    name: &'static str,
    llvm: &'static str,
    stock: Option<End>,
    mlir: &'static str,
    says: &'static [&'static str],
) -> Fault {
    Fault { name, llvm: Some((llvm, stock)), mlir, says }
}

const fn only_mlir(name: &'static str, mlir: &'static str, says: &'static [&'static str]) -> Fault {
    Fault { name, llvm: None, mlir, says }
}

#[rustfmt::skip]
const FAULTS: &[Fault] = &[
    // The symbol.
    only_mlir("undefined symbol", r#"[@nope, "maxntidx", 1 : i32]"#, &["tuple 2", "@nope"]),
    only_mlir("undefined nested symbol", r#"[@m::@k, "kernel", 1 : i32]"#, &["tuple 2", "@m::@k"]),
    only_mlir("no tuple", r#""kernel""#, &["tuple 2", "\"kernel\""]),
    only_mlir("cyclic alias", r#"[@cycle, "maxntidx", 1 : i32]"#, &["tuple 2", "@cycle"]),
    only_mlir("alias that computes", r#"[@part, "maxntidx", 1 : i32]"#, &["tuple 2", "@part"]),
    both("launch key on a global", r#"ptr addrspace(1) @g, !"maxntidx", i32 1"#, ANYTHING, r#"[@g, "maxntidx", 1 : i32]"#, &["tuple 2", "'maxntidx'", "@g"]),
    both("kernel key on a global", r#"ptr addrspace(1) @g, !"kernel", i32 1"#, TAKES_IT, r#"[@g, "kernel", 1 : i32]"#, &["tuple 2", "'kernel'", "@g"]),
    both("alias of a global", r#"ptr addrspace(1) @other_g, !"maxntidx", i32 1"#, ANYTHING, r#"[@other_g, "maxntidx", 1 : i32]"#, &["tuple 2", "'maxntidx'", "@other_g"]),
    both("string as symbol", r#"!"k", !"kernel", i32 1"#, TAKES_IT, r#"["k", "kernel", 1 : i32]"#, &["tuple 2", "\"k\""]),
    both("number as symbol", r#"i32 1, !"kernel", i32 1"#, TAKES_IT, r#"[1 : i32, "kernel", 1 : i32]"#, &["tuple 2", "1 : i32"]),
    // Keys.
    both("key without value", r#"ptr @k, !"maxntidx""#, CRASHES, r#"[@k, "maxntidx"]"#, &["tuple 2", "\"maxntidx\""]),
    both("last key without value", r#"ptr @k, !"maxntidx", i32 1, !"maxntidy""#, CRASHES, r#"[@k, "maxntidx", 1 : i32, "maxntidy"]"#, &["tuple 2", "\"maxntidy\""]),
    both("number as key", "ptr @k, i32 3, i32 128", TAKES_IT, "[@k, 3 : i32, 128 : i32]", &["tuple 2", "3 : i32"]),
    both("function as key", "ptr @k, ptr @k, i32 128", TAKES_IT, "[@k, @k, 128 : i32]", &["tuple 2", "@k"]),
    both("null as key", "ptr @k, null, i32 128", CRASHES, "[@k, unit, 128 : i32]", &["tuple 2", "unit"]),
    // Kinds of values.
    both("string value", r#"ptr @k, !"maxntidx", !"128""#, CRASHES, r#"[@k, "maxntidx", "128"]"#, &["tuple 2", "'maxntidx'", "\"128\""]),
    both("string as kernel", r#"ptr @k, !"kernel", !"1""#, CRASHES, r#"[@k, "kernel", "1"]"#, &["tuple 2", "'kernel'", "\"1\""]),
    both("null value", r#"ptr @k, !"maxntidx", null"#, CRASHES, r#"[@k, "maxntidx", unit]"#, &["tuple 2", "'maxntidx'", "unit"]),
    both("null as kernel", r#"ptr @k, !"kernel", null"#, CRASHES, r#"[@k, "kernel", unit]"#, &["tuple 2", "'kernel'", "unit"]),
    both("node value", r#"ptr @k, !"maxntidx", !{i32 128}"#, CRASHES, r#"[@k, "maxntidx", array<i32: 128>]"#, &["tuple 2", "'maxntidx'", "array<i32: 128>"]),
    both("float value", r#"ptr @k, !"maxntidx", float 1.0"#, TAKES_IT, r#"[@k, "maxntidx", 1.0 : f32]"#, &["tuple 2", "'maxntidx'", "1.000000e+00"]),
    both("float as kernel", r#"ptr @k, !"kernel", float 1.0"#, TAKES_IT, r#"[@k, "kernel", 1.0 : f32]"#, &["tuple 2", "'kernel'", "1.000000e+00"]),
    both("address value", r#"ptr @k, !"maxntidx", ptr @k"#, TAKES_IT, r#"[@k, "maxntidx", @k]"#, &["tuple 2", "'maxntidx'", "@k"]),
    both("boolean value", r#"ptr @k, !"maxntidx", i1 true"#, TAKES_IT, r#"[@k, "maxntidx", true]"#, &["tuple 2", "'maxntidx'", "true"]),
    both("undefined value", r#"ptr @k, !"maxntidx", i32 undef"#, TAKES_IT, r#"[@k, "maxntidx", {}]"#, &["tuple 2", "'maxntidx'", "{"]),
    both("constant expression", r#"ptr @k, !"maxntidx", i64 ptrtoint (ptr @k to i64)"#, CRASHES, r#"[@k, "maxntidx", [@k]]"#, &["tuple 2", "'maxntidx'", "@k"]),
    both("debug information as value", r#"ptr @k, !"maxntidx", !DIFile(filename: "a", directory: "b")"#, ANYTHING, r#"[@k, "maxntidx", loc("a")]"#, &["tuple 2", "'maxntidx'", "got"]),
    both("cyclic metadata", r#"ptr @k, !"maxntidx", !2"#, CRASHES, r#"[@k, "maxntidx", [@k, "maxntidx", []]]"#, &["tuple 2", "'maxntidx'", "[@k, \"maxntidx\", "]),
    // Numbers.
    both("negative", r#"ptr @k, !"maxntidx", i32 -1"#, TAKES_IT, r#"[@k, "maxntidx", -1 : i32]"#, &["tuple 2", "'maxntidx'", "-1 : i32"]),
    both("negative scalar", r#"ptr @k, !"maxnreg", i32 -5"#, TAKES_IT, r#"[@k, "maxnreg", -5 : i32]"#, &["tuple 2", "'maxnreg'", "-5 : i32"]),
    both("negative of 8 bits", r#"ptr @k, !"minctasm", i8 -128"#, TAKES_IT, r#"[@k, "minctasm", -128 : i8]"#, &["tuple 2", "'minctasm'", "-128 : i8"]),
    both("above u32", r#"ptr @k, !"maxnreg", i64 4294967296"#, TAKES_IT, r#"[@k, "maxnreg", 4294967296 : i64]"#, &["tuple 2", "'maxnreg'", "4294967296"]),
    both("above u32 in a size", r#"ptr @k, !"reqntidz", i64 4294967297"#, TAKES_IT, r#"[@k, "reqntidz", 4294967297 : i64]"#, &["tuple 2", "'reqntidz'", "4294967297"]),
    both("size above i32", r#"ptr @k, !"maxntidx", i64 2147483648"#, TAKES_IT, r#"[@k, "maxntidx", 2147483648 : i64]"#, &["tuple 2", "'maxntidx'", "2147483648"]),
    both("128 bits, 128 if cut to 64", r#"ptr @k, !"maxntidx", i128 18446744073709551744"#, TAKES_IT, r#"[@k, "maxntidx", 18446744073709551744 : i128]"#, &["tuple 2", "'maxntidx'", "18446744073709551744"]),
    both("256 bits, 128 if cut to 128", r#"ptr @k, !"maxnreg", i256 340282366920938463463374607431768211584"#, TAKES_IT, r#"[@k, "maxnreg", 340282366920938463463374607431768211584 : i256]"#, &["tuple 2", "'maxnreg'", "340282366920938463463374607431768211584"]),
    // Constant arguments; @two has two.
    both("scalar grid_constant", r#"ptr @two, !"grid_constant", i32 1"#, CRASHES, r#"[@two, "grid_constant", 1 : i32]"#, &["tuple 2", "'grid_constant'", "1 : i32"]),
    both("grid_constant 0", r#"ptr @two, !"grid_constant", !{i32 0}"#, TAKES_IT, r#"[@two, "grid_constant", array<i32: 0>]"#, &["tuple 2", "'grid_constant'", "array<i32: 0>"]),
    both("grid_constant 3 of 2", r#"ptr @two, !"grid_constant", !{i32 1, i32 3}"#, REFUSES, r#"[@two, "grid_constant", array<i32: 1, 3>]"#, &["tuple 2", "'grid_constant'", "1 to 2", "3"]),
    both("grid_constant 1 of 0", r#"ptr @k, !"grid_constant", !{i32 1}"#, REFUSES, r#"[@k, "grid_constant", array<i32: 1>]"#, &["tuple 2", "'grid_constant'", "1"]),
    both("negative grid_constant", r#"ptr @two, !"grid_constant", !{i32 -1}"#, TAKES_IT, r#"[@two, "grid_constant", array<i32: -1>]"#, &["tuple 2", "'grid_constant'", "array<i32: -1>"]),
    both("string in grid_constant", r#"ptr @two, !"grid_constant", !{!"1"}"#, ANYTHING, r#"[@two, "grid_constant", ["1"]]"#, &["tuple 2", "'grid_constant'", "\"1\""]),
    both("large grid_constant", r#"ptr @two, !"grid_constant", !{i64 4294967297}"#, TAKES_IT, r#"[@two, "grid_constant", [4294967297 : i64]]"#, &["tuple 2", "'grid_constant'", "4294967297"]),
    // Facts together.
    both("two values", r#"ptr @k, !"maxnreg", i32 1, !"maxnreg", i32 2"#, TAKES_IT, r#"[@k, "maxnreg", 1 : i32, "maxnreg", 2 : i32]"#, &["tuple 2", "'maxnreg'", "1 and 2"]),
    both("blocksareclusters alone", r#"ptr @k, !"blocksareclusters", i32 1"#, TAKES_IT, r#"[@k, "blocksareclusters", 1 : i32]"#, &["tuple 2", "'blocksareclusters'", "'nvvm.reqntid'", "'nvvm.cluster_dim'"]),
];

/// Attributes of a function that no fact can be read from, and what the message must hold.
#[rustfmt::skip]
const FUNCTION_FAULTS: &[(&str, &[&str])] = &[
    ("nvvm.maxntidx = \"x\"", &["'nvvm.maxntidx'", "\"x\""]),
    ("nvvm.maxntidx = -1 : i32", &["'nvvm.maxntidx'", "-1 : i32"]),
    ("nvvm.maxntid = array<i32: -1>", &["'nvvm.maxntid'", "array<i32: -1>"]),
    ("nvvm.maxntidx = 1 : i32, nvvm.maxntid = array<i32: 2, 1, 1>", &["'nvvm.maxntid'", "'nvvm.maxntidx'", "2 and 1"]),
    ("nvvm.maxnreg = true", &["'nvvm.maxnreg'", "true"]),
    ("nvvm.minctasm = -1 : i32", &["'nvvm.minctasm'", "-1 : i32"]),
    ("nvvm.maxclusterrank = \"eight\"", &["'nvvm.maxclusterrank'", "\"eight\""]),
    ("nvvm.maxclusterrank = 5000000000 : i64", &["'nvvm.maxclusterrank'", "5000000000"]),
    ("nvvm.kernel = false", &["'nvvm.kernel'", "false"]),
    ("nvvm.kernel = \"no\"", &["'nvvm.kernel'", "\"no\""]),
    ("nvvm.grid_constant", &["'nvvm.grid_constant'", "unit"]),
    ("nvvm.grid_constant = array<i32: 0>", &["'nvvm.grid_constant'", "array<i32: 0>"]),
    ("nvvm.grid_constant = array<i32: 2>", &["'nvvm.grid_constant'", "1 to 1", "2"]),
    ("passthrough = [[\"nvvm.maxntid\", \"abc\"]]", &["'nvvm.maxntid'", "'passthrough'", "\"abc\""]),
    ("passthrough = [[\"nvvm.maxntid\", \"-1\"]]", &["'nvvm.maxntid'", "'passthrough'", "\"-1\""]),
    ("passthrough = [[\"nvvm.maxntid\", \"1,2,3,4\"]]", &["'nvvm.maxntid'", "'passthrough'", "4"]),
    ("passthrough = [[\"nvvm.maxntid\", \"2147483648\"]]", &["'nvvm.maxntid'", "'passthrough'", "2147483648"]),
    ("passthrough = [[\"nvvm.maxnreg\", \"4294967296\"]]", &["'nvvm.maxnreg'", "'passthrough'", "4294967296"]),
    ("passthrough = [[\"nvvm.maxnreg\", \"010\"]]", &["'nvvm.maxnreg'", "'passthrough'", "\"010\""]),
    ("passthrough = [[\"nvvm.grid_constant\", \"0\"]]", &["'nvvm.grid_constant'", "'passthrough'", "\"0\""]),
    ("passthrough = [\"nvvm.blocksareclusters\"]", &["'nvvm.blocksareclusters'", "'passthrough'", "'nvvm.reqntid'"]),
];

/// The part of each module other than the tuple.
const LLVM_REST: &str = r#"
target triple = "nvptx64-nvidia-cuda"
@g = addrspace(1) global i32 0
@other_k = alias void (), ptr @k
@other_g = alias i32, ptr addrspace(1) @g
define void @good() { ret void }
define void @k() { ret void }
define void @two(ptr %a, ptr %b) { ret void }
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @good, !"kernel", i32 1, !"maxntidx", i32 128}
!1 = !{ptr @good, !"com.example.key", i32 1}
"#;

const MLIR_REST: &str = r#"
  llvm.mlir.global external @g(0 : i32) {addr_space = 1 : i32} : i32
  llvm.mlir.alias external @other_k : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @k : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.alias external @other_g {addr_space = 1 : i32} : i32 {
    %0 = llvm.mlir.addressof @g : !llvm.ptr<1>
    llvm.return %0 : !llvm.ptr<1>
  }
  llvm.mlir.alias external @cycle : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @other_cycle : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.alias external @other_cycle : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @cycle : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.alias external @part : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @k : !llvm.ptr
    %1 = llvm.getelementptr %0[1] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.return %1 : !llvm.ptr
  }
  llvm.func @good() {
    llvm.return
  }
  llvm.func @k() {
    llvm.return
  }
  llvm.func @two(%a: !llvm.ptr, %b: !llvm.ptr) {
    llvm.return
  }
}
"#;

/// Every case has a `distinct` node, so that a cyclic one can be written like the others.
fn llvm_module(tuple: &str) -> String {
    format!("{LLVM_REST}!2 = distinct !{{{tuple}}}\n")
}

fn mlir_module(tuple: &str) -> String {
    let good = r#"[@good, "kernel", 1 : i32, "maxntidx", 128 : i32], [@good, "com.example.key", 1 : i32]"#;
    format!("module attributes {{nvvm.annotations = [{good}, {tuple}]}} {{{MLIR_REST}")
}

/// Checks that a run has refused its input: exit code 1, no output, and an error at a function or module of the input.
fn check_refused(name: &str, run: &Run, input: &str, says: &[&str]) {
    assert_eq!(run.end, End::Exit(1), "{name}: {run}");
    assert!(run.out.is_empty(), "{name}: nothing is printed after an error: {}", run.text());
    let line = error_line(&run.err).unwrap_or_else(|| panic!("{name}: an error has a place: {run}"));
    let place = input.lines().nth(line - 1).unwrap_or_default().trim();
    let there = place.starts_with("module attributes") || place.starts_with("llvm.func");
    assert!(there, "{name}: line {line} is no function or module: {place}: {run}");
    for text in says {
        assert!(run.err.contains(text), "{name}: the message does not hold {text}: {run}");
    }
}

/// The line of the first `<file>:<line>:<column>: error:`.
fn error_line(errors: &str) -> Option<usize> {
    errors.lines().find_map(|line| {
        let mut parts = line.split(": error: ").next().filter(|place| *place != line)?.rsplitn(3, ':');
        let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
        (!file.is_empty() && column.parse::<usize>().is_ok()).then(|| line.parse().ok())?
    })
}

#[test]
fn tuples_in_llvm_ir() {
    for fault in FAULTS {
        let Some((tuple, _)) = fault.llvm else { continue };
        let imported = common::import(llvm_module(tuple).as_bytes()).expect_good();
        let run = common::opt(&["--nvvm-transplant"], &imported.out);
        check_refused(fault.name, &run, &imported.text(), fault.says);
    }
}

#[test]
fn tuples_in_mlir() {
    for fault in FAULTS {
        let module = mlir_module(fault.mlir);
        check_refused(fault.name, &common::opt(&["--nvvm-transplant"], module.as_bytes()), &module, fault.says);
    }
}

/// The same in a `gpu.module`: faults are found in nested modules.
#[test]
fn tuples_in_a_gpu_module() {
    for fault in FAULTS {
        let inner = mlir_module(fault.mlir).replacen("module attributes", "gpu.module @m attributes", 1);
        let module = format!("module attributes {{gpu.container_module}} {{\n{inner}}}\n");
        let run = common::opt(&["--nvvm-transplant"], module.as_bytes());
        assert_eq!(run.end, End::Exit(1), "{}: {run}", fault.name);
        let line = error_line(&run.err).expect("an error has a place");
        assert!(line > 1, "{}: not at the outer module: {run}", fault.name);
    }
}

#[test]
fn attributes_of_functions() {
    for (attributes, says) in FUNCTION_FAULTS {
        let module = format!(
            "module {{\n  llvm.func @k(%a: !llvm.ptr) attributes {{{attributes}}} {{\n    llvm.return\n  }}\n}}\n"
        );
        let run = common::opt(&["--nvvm-transplant"], module.as_bytes());
        check_refused(attributes, &run, &module, says);
        assert_eq!(error_line(&run.err), Some(2), "{attributes}: {run}");
    }
}

/// All policies refuse what cannot be read; they are about values that contradict.
#[test]
fn policies_do_not_help() {
    for policy in ["last", "keep"] {
        let pass = format!("--nvvm-transplant=on-conflict={policy}");
        for fault in FAULTS.iter().filter(|fault| fault.name != "two values") {
            let module = mlir_module(fault.mlir);
            check_refused(fault.name, &common::opt(&[&pass], module.as_bytes()), &module, fault.says);
        }
    }
}

/// The other, well-formed tuples are not moved either.
#[test]
fn nothing_is_changed() {
    for fault in FAULTS {
        let module = mlir_module(fault.mlir);
        let before = llvm::stock("mlir-opt", &["--mlir-print-op-generic"], module.as_bytes()).expect_good();
        let arguments = ["--nvvm-transplant", "--mlir-print-ir-after-failure", "--mlir-print-op-generic"];
        let run = common::opt(&arguments, module.as_bytes());
        let (_, after) = run.err.split_once(" Failed (nvvm-transplant) //----- //\n").expect("the IR is printed");
        assert_eq!(before.text().trim(), after.trim(), "{}", fault.name);
    }
}

/// All faults of a module are reported, not only the first.
#[test]
fn all_at_once() {
    let tuples: Vec<&str> = FAULTS.iter().map(|fault| fault.mlir).collect();
    let module = mlir_module(&tuples.join(", "));
    let run = common::opt(&["--nvvm-transplant"], module.as_bytes());
    assert_eq!(run.end, End::Exit(1), "{run}");
    for (number, fault) in (2..).zip(FAULTS) {
        // Out of range is what all tuples about a function say together.
        let range = fault.name.starts_with("grid_constant");
        let said = run.err.contains(&format!("tuple {number} "));
        assert!(said || range, "tuple {number}, {}: {run}", fault.name);
    }
}

/// A place in a file, as a user sees it.
#[test]
fn errors_name_the_file() {
    let folder = Folder::new();
    let module = "module attributes {nvvm.annotations = [[@k, \"maxnreg\", -1 : i32]]} {\n\n  llvm.func @k()\n}\n";
    let path = folder.file("kernels.mlir", module);
    let path = path.to_str().expect("its name is text");
    let run = common::opt(&["--nvvm-transplant", path], b"");
    assert_eq!(run.end, End::Exit(1));
    assert!(run.err.starts_with(&format!("{path}:3:3: error: ")), "{run}");
}

fn check_stock(name: &str, tuple: &str, end: End) {
    let run = llvm::stock("opt", &["-S"], llvm_module(tuple).as_bytes());
    assert_eq!(run.end, end, "{name}: {run}");
}

/// The claims about stock LLVM in the table.
#[test]
fn the_table_describes_stock_llvm() {
    for fault in FAULTS {
        let Some((tuple, Some(end))) = fault.llvm else { continue };
        check_stock(fault.name, tuple, end);
    }
}

/// A tuple that is odd, but legal: its name, the tuple in LLVM IR and what stock `opt` does, the tuple in MLIR, what the
/// output must hold, and what the remarks must hold, where nothing means that there is to be no remark.
type Legal = (&'static str, &'static str, Option<End>, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const LEGAL: &[Legal] = &[
    ("empty", "", TAKES_IT, "[]", "", "tuple 2 carries nothing and is dropped"),
    ("symbol alone", "ptr @k", TAKES_IT, "[@k]", "", "tuple 2 carries nothing and is dropped"),
    ("null symbol", r#"null, !"kernel", i32 1"#, TAKES_IT, r#"[unit, "kernel", 1 : i32]"#, "", "tuple 2 carries nothing and is dropped"),
    ("alias of a function", r#"ptr @other_k, !"maxntidx", i32 64"#, ANYTHING, r#"[@other_k, "maxntidx", 64 : i32]"#, "llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 64, 1, 1>}", ""),
    ("align of a global", r#"ptr addrspace(1) @g, !"align", i32 4"#, ANYTHING, r#"[@g, "align", 4 : i32]"#, r#"[@g, "align", 4 : i32]"#, ""),
    ("cycle under an unknown key", r#"ptr @k, !"com.example.self", !2"#, TAKES_IT, r#"[@k, "com.example.self", [@k]]"#, r#"[@k, "com.example.self", [@k"#, ""),
    ("kernel 0", r#"ptr @k, !"kernel", i32 0"#, TAKES_IT, r#"[@k, "kernel", 0 : i32]"#, "llvm.func @k() attributes {nvvm.annotations_transplanted} {", "'kernel' in tuple 2 of 'nvvm.annotations' is 0: the fact does not hold"),
    ("largest scalar", r#"ptr @k, !"maxnreg", i64 4294967295"#, TAKES_IT, r#"[@k, "maxnreg", 4294967295 : i64]"#, "nvvm.maxnreg = 4294967295 : i64", ""),
    ("largest size", r#"ptr @k, !"maxntidx", i64 2147483647"#, TAKES_IT, r#"[@k, "maxntidx", 2147483647 : i64]"#, "nvvm.maxntid = array<i32: 2147483647, 1, 1>", ""),
];

#[test]
fn what_is_legal_is_taken() {
    for (name, llvm, stock, mlir, output, remark) in LEGAL {
        let imported = common::import(llvm_module(llvm).as_bytes()).expect_good().out;
        for module in [imported, mlir_module(mlir).into_bytes()] {
            let run = common::opt(&["--nvvm-transplant"], &module).expect_good();
            assert!(run.text().contains(output), "{name}: {}", run.text());
            assert!(run.err.contains(remark), "{name}: {run}");
            assert!(!remark.is_empty() || run.err.is_empty(), "{name}: {run}");
            // The other, well-formed tuples.
            assert!(
                run.text().contains("nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}"),
                "{name}: {}",
                run.text()
            );
            assert!(run.text().contains(r#"[@good, "com.example.key", 1 : i32]"#), "{name}: {}", run.text());
        }
        if let Some(end) = stock {
            check_stock(name, llvm, *end);
        }
    }
}

/// Input that LLVM cannot read: its message, at its place.
#[test]
fn broken_llvm_ir() {
    let text = format!("{LLVM_REST}!2 = !{{ptr @k, !\"kernel\" i32 1}}\n");
    let run = common::import(text.as_bytes());
    assert_eq!((run.end, error_line(&run.err)), (End::Exit(1), Some(text.lines().count())), "{run}");

    let broken = "define void @k() {\n  br label %self\nself:\n  %x = add i32 %x, 1\n  ret void\n}\n";
    let run = common::import(broken.as_bytes());
    assert_eq!(run.end, End::Exit(1), "{run}");
    assert!(error_line(&run.err).is_some(), "{run}");

    let bitcode = llvm::stock("llvm-as", &["-o", "-"], LLVM_REST.replace(", !2", "").as_bytes()).expect_good().out;
    for length in (4..bitcode.len()).step_by(bitcode.len() / 16) {
        let run = common::import(&bitcode[..length]);
        assert_eq!(run.end, End::Exit(1), "the first {length} bytes of bitcode: {run}");
        assert!(error_line(&run.err).is_some(), "the first {length} bytes of bitcode: {run}");
    }
}

/// Elements of random tuples, in LLVM IR and in MLIR.
#[rustfmt::skip]
const ELEMENTS: &[(&str, &str)] = &[
    ("ptr @k", "@k"), ("ptr @two", "@two"), ("ptr @k", "@k"), ("ptr @two", "@two"), ("ptr @other_k", "@other_k"), ("ptr addrspace(1) @g", "@g"),
    ("null", "unit"), ("!{}", "[]"), ("!{i32 1}", "array<i32: 1>"), ("!{i32 1, i64 2}", "[1 : i32, 2 : i64]"), ("!{null}", "[unit]"), ("!{!{}}", "[[]]"),
    ("!\"kernel\"", "\"kernel\""), ("!\"maxntidx\"", "\"maxntidx\""), ("!\"reqntidz\"", "\"reqntidz\""), ("!\"cluster_dim_y\"", "\"cluster_dim_y\""),
    ("!\"minctasm\"", "\"minctasm\""), ("!\"maxclusterrank\"", "\"maxclusterrank\""), ("!\"blocksareclusters\"", "\"blocksareclusters\""),
    ("!\"grid_constant\"", "\"grid_constant\""), ("!\"grid_constant\"", "\"grid_constant\""), ("!\"align\"", "\"align\""), ("!\"\"", "\"\""), ("!\"\\00\\FF\"", "\"\\00\\FF\""),
    ("i32 0", "0 : i32"), ("i32 1", "1 : i32"), ("i32 1", "1 : i32"), ("i32 -1", "-1 : i32"), ("i1 true", "true"), ("i64 4294967296", "4294967296 : i64"),
    ("i7 5", "5 : i7"), ("i512 1", "1 : i512"), ("double 0.0", "0.0 : f64"), ("i32 poison", "dense<1> : tensor<2xi32>"), ("{ i32 } { i32 1 }", "{x}"), ("i32 undef", "i32"),
];

/// A tuple that starts well in most cases, so that many get far.
fn random_tuple(rng: &mut Rng) -> Vec<(&'static str, &'static str)> {
    let is_key = |element: &(&str, &str)| element.1.starts_with('"');
    let keys: Vec<_> = ELEMENTS.iter().copied().filter(is_key).collect();
    let pairs = rng.below(4);
    let mut tuple = vec![if rng.percent(85) { rng.pick(&ELEMENTS[..5]) } else { rng.pick(ELEMENTS) }];
    for _ in 0..pairs {
        tuple.push(if rng.percent(85) { rng.pick(&keys) } else { rng.pick(ELEMENTS) });
        tuple.push(if rng.percent(60) { ("i32 1", "1 : i32") } else { rng.pick(ELEMENTS) });
    }
    if rng.percent(10) {
        tuple.pop();
    }
    tuple
}

/// No tuple crashes the import or the pass, and what is refused has a place.
#[test]
fn random_tuples_in_llvm_ir() {
    let mut rng = Rng::new(3);
    for round in 0..40 {
        let mut module = LLVM_REST.replace("!2}", "!2, !3, !4}");
        for number in 2..5 {
            let tuple: Vec<&str> = random_tuple(&mut rng).iter().map(|element| element.0).collect();
            module += &format!("!{number} = !{{{}}}\n", tuple.join(", "));
        }
        let imported = common::import(module.as_bytes()).expect_good();
        check_random(round, &common::opt(&["--nvvm-transplant"], &imported.out), &imported.text());
    }
}

#[test]
fn random_tuples_in_mlir() {
    let mut rng = Rng::new(4);
    let mut refused = 0;
    for round in 0..20 {
        let modules: Vec<String> = (0..50).map(|_| random_module(&mut rng)).collect();
        let run = common::opt(&["--nvvm-transplant", "--split-input-file"], modules.join("\n// -----\n").as_bytes());
        assert_eq!(run.end, End::Exit(1), "round {round}: {run}");
        refused += 50 - run.text().matches("llvm.func @good").count();
    }
    assert!((200..800).contains(&refused), "{refused} of 1000 modules are refused: too many of a kind");
}

fn random_module(rng: &mut Rng) -> String {
    let tuples = (0..1 + rng.below(2)).map(|_| {
        let tuple: Vec<&str> = random_tuple(rng).iter().map(|element| element.1).collect();
        format!("[{}]", tuple.join(", "))
    });
    mlir_module(&tuples.collect::<Vec<_>>().join(", "))
}

fn check_random(round: usize, run: &Run, input: &str) {
    match run.end {
        End::Exit(0) => {
            // What was taken can be taken again.
            let again = common::opt(&["--nvvm-transplant", "--mlir-print-op-generic"], &run.out).expect_good();
            mlir::parse(&again.text());
        }
        _ => check_refused(&format!("round {round}"), run, input, &["'nvvm.annotations'"]),
    }
}
