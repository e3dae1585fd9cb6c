//! Input from which no fact can be read is refused with a located error and exit code 1. It never causes a crash, and
//! the IR is not changed.
//!
//! [`table`] has every fault that `nvvm-transplant` refuses, as LLVM IR and as MLIR, with what stock `opt` does, which
//! is run as well. Other tests use random tuples. The wording of messages is tested by lit; here they must contain the
//! tuple's number, its key and the value, at the function or the module.

#![allow(clippy::expect_used, reason = "a test may panic")]

mod table;

use crate::common;
use table::{ELEMENTS, FAULTS, FUNCTION_FAULTS, Fault, LEGAL, LLVM_REST, MLIR_REST};
use tileiras_test_support::folder::Folder;
use tileiras_test_support::harness::sample;
use tileiras_test_support::process::{End, Run};
use tileiras_test_support::rng::Rng;
use tileiras_test_support::{llvm, mlir};

/// Every case has a `distinct` node, so that a cyclic one can be written like the others.
fn llvm_module(tuple: &str) -> String {
    format!("{LLVM_REST}!2 = distinct !{{{tuple}}}\n")
}

fn mlir_module(tuple: &str) -> String {
    let good = r#"[@good, "kernel", 1 : i32, "maxntidx", 128 : i32], [@good, "com.example.key", 1 : i32]"#;
    format!("module attributes {{nvvm.annotations = [{good}, {tuple}]}} {{{MLIR_REST}")
}

/// Checks that a run has refused its input: exit code 1, no output, and an error at a function or module of the input.
fn check_refused(name: &str, run: &Run, input: &str, messages: &[&str]) {
    assert_eq!(run.end, End::Exit(1), "{name}: {run}");
    assert!(run.out.is_empty(), "{name}: nothing is printed after an error: {}", run.text());
    let line = error_line(&run.err).unwrap_or_else(|| panic!("{name}: an error has a location: {run}"));
    let found = input.lines().nth(line - 1).unwrap_or_default().trim();
    let is_legal = found.starts_with("module attributes") || found.starts_with("llvm.func");
    assert!(is_legal, "{name}: line {line} is no function or module: {found}: {run}");
    for text in messages {
        assert!(run.err.contains(text), "{name}: the message does not contain {text}: {run}");
    }
}

/// The line of the first `<file>:<line>:<column>: error:`.
fn error_line(errors: &str) -> Option<usize> {
    errors.lines().find_map(|line| {
        let mut parts = line.split(": error: ").next().filter(|location| *location != line)?.rsplitn(3, ':');
        let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
        (!file.is_empty() && column.parse::<usize>().is_ok()).then(|| line.parse().ok())?
    })
}

/// All faults, or a sample of them.
fn faults() -> impl Iterator<Item = &'static Fault> {
    FAULTS.iter().step_by(sample(3, 1))
}

#[test]
fn tuples_in_llvm_ir() {
    for fault in faults() {
        let Some((tuple, _)) = fault.llvm else { continue };
        let imported = common::import(llvm_module(tuple).as_bytes()).expect_good();
        let run = common::opt(&["--nvvm-transplant"], &imported.out);
        check_refused(fault.name, &run, &imported.text(), fault.messages);
    }
}

#[test]
fn tuples_in_mlir() {
    for fault in faults() {
        let module = mlir_module(fault.mlir);
        check_refused(fault.name, &common::opt(&["--nvvm-transplant"], module.as_bytes()), &module, fault.messages);
    }
}

/// The same in a `gpu.module`: faults are found in nested modules.
#[test]
fn tuples_in_a_gpu_module() {
    for fault in faults() {
        let inner = mlir_module(fault.mlir).replacen("module attributes", "gpu.module @m attributes", 1);
        let module = format!("module attributes {{gpu.container_module}} {{\n{inner}}}\n");
        let run = common::opt(&["--nvvm-transplant"], module.as_bytes());
        assert_eq!(run.end, End::Exit(1), "{}: {run}", fault.name);
        let line = error_line(&run.err).expect("an error has a location");
        assert!(line > 1, "{}: not at the outer module: {run}", fault.name);
    }
}

#[test]
fn attributes_of_functions() {
    for (attributes, messages) in FUNCTION_FAULTS {
        let module = format!(
            "module {{\n  llvm.func @k(%a: !llvm.ptr) attributes {{{attributes}}} {{\n    llvm.return\n  }}\n}}\n"
        );
        let run = common::opt(&["--nvvm-transplant"], module.as_bytes());
        check_refused(attributes, &run, &module, messages);
        assert_eq!(error_line(&run.err), Some(2), "{attributes}: {run}");
    }
}

/// Policies apply to contradicting values only. A value that cannot be read is refused with each of them.
#[test]
fn policies_do_not_change_the_errors() {
    for policy in ["last", "keep"] {
        let pass = format!("--nvvm-transplant=on-conflict={policy}");
        for fault in faults().filter(|fault| fault.name != "two values") {
            let module = mlir_module(fault.mlir);
            check_refused(fault.name, &common::opt(&[&pass], module.as_bytes()), &module, fault.messages);
        }
    }
}

/// The well-formed tuples are not moved, either.
#[test]
fn the_ir_is_not_changed() {
    for fault in faults() {
        let module = mlir_module(fault.mlir);
        let before = llvm::stock("mlir-opt", &["--mlir-print-op-generic"], module.as_bytes()).expect_good();
        let arguments = ["--nvvm-transplant", "--mlir-print-ir-after-failure", "--mlir-print-op-generic"];
        let run = common::opt(&arguments, module.as_bytes());
        let (_, after) = run.err.split_once(" Failed (nvvm-transplant) //----- //\n").expect("the IR is printed");
        assert_eq!(before.text().trim(), after.trim(), "{}", fault.name);
    }
}

/// Not only the first fault of a module is reported.
#[test]
fn all_faults_are_reported() {
    let tuples: Vec<&str> = FAULTS.iter().map(|fault| fault.mlir).collect();
    let module = mlir_module(&tuples.join(", "));
    let run = common::opt(&["--nvvm-transplant"], module.as_bytes());
    assert_eq!(run.end, End::Exit(1), "{run}");
    for (number, fault) in (2..).zip(FAULTS) {
        // The indices of all tuples about a function are checked together.
        let range = fault.name.starts_with("grid_constant");
        let reported = run.err.contains(&format!("tuple {number} "));
        assert!(reported || range, "tuple {number}, {}: {run}", fault.name);
    }
}

/// The location of an error has the name of the file.
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

#[test]
fn the_table_describes_stock_llvm() {
    for fault in FAULTS {
        let Some((tuple, Some(end))) = fault.llvm else { continue };
        check_stock(fault.name, tuple, end);
    }
}

#[test]
fn legal_tuples_are_accepted() {
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

/// The errors of LLVM for input that it cannot read have a location.
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

/// A tuple that starts with legal elements in most cases, so that later elements are read.
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

/// No tuple crashes the import or the pass, and each error has a location.
#[test]
fn random_tuples_in_llvm_ir() {
    let mut rng = Rng::new(3);
    for round in 0..sample(10, 40) {
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
    let rounds = sample(5, 20);
    for round in 0..rounds {
        let modules: Vec<String> = (0..50).map(|_| random_module(&mut rng)).collect();
        let run = common::opt(&["--nvvm-transplant", "--split-input-file"], modules.join("\n// -----\n").as_bytes());
        assert_eq!(run.end, End::Exit(1), "round {round}: {run}");
        refused += 50 - run.text().matches("llvm.func @good").count();
    }
    let all = 50 * rounds;
    assert!((all / 5..all * 4 / 5).contains(&refused), "{refused} of {all} modules are refused: too many of a kind");
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
            // The output of an accepted module is accepted, too.
            let again = common::opt(&["--nvvm-transplant", "--mlir-print-op-generic"], &run.out).expect_good();
            mlir::parse(&again.text());
        }
        _ => check_refused(&format!("round {round}"), run, input, &["'nvvm.annotations'"]),
    }
}
