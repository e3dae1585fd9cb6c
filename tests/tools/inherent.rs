//! No attribute that upstream declares disappears without a message.
//!
//! The attributes of the functions and launches come from the ODS files. Each is set to values of several kinds, in
//! each form of the text, directly and through aliases. Either the tool keeps the value or it reports an error in
//! that line.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::common;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;
use tileiras_test_support::harness::sample;
use tileiras_test_support::llvm;
use tileiras_test_support::process::{End, run_command};
use tileiras_test_support::tree::root;

/// Each operation, its ODS file, and the number of attributes that it has at least.
const OPERATIONS: [(&str, &str, usize); 4] = [
    ("gpu.func", "mlir/Dialect/GPU/IR/GPUOps.td", 8),
    ("gpu.launch_func", "mlir/Dialect/GPU/IR/GPUOps.td", 2),
    ("llvm.func", "mlir/Dialect/LLVMIR/LLVMOps.td", 40),
    ("nv_tileaa.launch_func", "dialects/nv_tileaa/ods/Ops.td", 2),
];

/// Values of different kinds, as MLIR prints them.
const VALUES: [&str; 5] = ["\"text\"", "[1]", "{a = 1 : i64}", "@x", "affine_map<(d0) -> (d0)>"];

/// The attribute of operations with segments, which is no argument in ODS.
const SEGMENTS: &str = "operandSegmentSizes";

/// How an attribute is stated.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Form {
    Custom,
    /// The value is an alias.
    CustomAlias,
    Property,
    /// The properties are an alias.
    PropertyAlias,
    /// Beside properties.
    Attribute,
    /// Without properties.
    AttributeAlone,
}

impl Form {
    const ALL: [Self; 6] =
        [Self::Custom, Self::CustomAlias, Self::Property, Self::PropertyAlias, Self::Attribute, Self::AttributeAlone];

    /// One line with the operation. `number` makes names unique.
    fn line(self, operation: &str, name: &str, value: &str, number: usize) -> String {
        let given = format!("{name} = {value}");
        // What the operation requires.
        let required: Vec<(&str, String)> = match operation {
            "gpu.func" => vec![("function_type", "() -> ()".to_owned())],
            "llvm.func" => {
                vec![("function_type", "!llvm.func<void ()>".to_owned()), ("sym_name", format!("\"k{number}\""))]
            }
            _ => vec![
                ("kernel", format!("@m{number}::@k")),
                (SEGMENTS, "array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>".to_owned()),
            ],
        };
        let list = |with: Option<&str>| {
            let others = required.iter().filter(|(key, _)| with.is_none() || *key != name);
            let others = others.map(|(key, value)| format!("{key} = {value}"));
            others.chain(with.map(str::to_owned)).collect::<Vec<_>>().join(", ")
        };
        let symbol = if operation == "gpu.func" { format!("sym_name = \"k{number}\"") } else { String::new() };
        let (properties, attributes) = match self {
            Self::Property => (format!("<{{{}}}>", list(Some(&given))), symbol),
            Self::PropertyAlias => (format!("<#p{number}>"), symbol),
            Self::Attribute => {
                let comma = if symbol.is_empty() { "" } else { ", " };
                (format!("<{{{}}}>", list(None)), format!("{symbol}{comma}{given}"))
            }
            _ => {
                let comma = if symbol.is_empty() { "" } else { ", " };
                (String::new(), format!("{symbol}{comma}{}", list(Some(&given))))
            }
        };
        let alias = match self {
            Self::CustomAlias => format!("#v{number} = {value} "),
            Self::PropertyAlias => format!("#p{number} = {{{}}} ", list(Some(&given))),
            _ => String::new(),
        };
        let shown = if self == Self::CustomAlias { format!("{name} = #v{number}") } else { given };
        let is_custom = matches!(self, Self::Custom | Self::CustomAlias);
        let generic = |operands: &str, region: &str, r#type: &str| {
            format!("\"{operation}\"({operands}) {properties}{region} {{{attributes}}} : {type}")
        };
        let op = match (operation, is_custom) {
            ("gpu.func", true) => format!("gpu.func @k{number}() kernel attributes {{{shown}}} {{ gpu.return }}"),
            ("gpu.func", false) => generic("", " ({ gpu.return })", "() -> ()"),
            ("llvm.func", true) => format!("llvm.func @k{number}() attributes {{{shown}}}"),
            ("llvm.func", false) => generic("", " ({})", "() -> ()"),
            (_, true) => {
                format!("{operation} @m{number}::@k blocks in (%c, %c, %c) threads in (%c, %c, %c) : i64 {{{shown}}}")
            }
            (_, false) => generic("%c, %c, %c, %c, %c, %c", "", "(i64, i64, i64, i64, i64, i64) -> ()"),
        };
        let kernel = format!("gpu.module @m{number} {{ gpu.func @k() kernel {{ gpu.return }} }}");
        let module = match operation {
            "gpu.func" => format!("gpu.module @m{number} {{ {op} }}"),
            "llvm.func" => op,
            _ => format!(
                "module @n{number} attributes {{gpu.container_module}} {{ {kernel} \
                 llvm.func @h(%c: i64) {{ {op} llvm.return }} }}"
            ),
        };
        format!("{alias}{module}")
    }
}

/// The names of the attributes that ODS declares.
fn declared(operation: &str, file: &str) -> Vec<String> {
    let include = llvm::prefix().join("include");
    let own = root().join(file);
    let file = if own.exists() { own } else { include.join(file) };
    let mut command = Command::new(llvm::tool("llvm-tblgen"));
    command.arg("--dump-json").arg("-I").arg(&include).arg("-I").args(file.parent()).arg(&file);
    let records: Value = serde_json::from_slice(&run_command(command, b"").expect_good().out).expect("it is JSON");
    let (dialect, name) = operation.split_once('.').expect("the name has a dialect");
    let record = |reference: &Value| &records[reference["def"].as_str().unwrap_or_default()];
    let is_operation =
        |candidate: &&Value| candidate["opName"] == name && record(&candidate["opDialect"])["name"] == dialect;
    let found = records.as_object().expect("it is an object").values().find(is_operation).expect("ODS has it");
    let arguments = found["arguments"]["args"].as_array().expect("it has arguments");
    let is_attribute = |argument: &&Value| {
        let classes = record(&argument[0])["!superclasses"].as_array().cloned().unwrap_or_default();
        classes.iter().any(|class| class == "Attr")
    };
    let mut names: Vec<String> = arguments
        .iter()
        .filter(is_attribute)
        .map(|argument| argument[1].as_str().expect("it has a name").to_owned())
        .collect();
    if found["traits"].as_array().expect("it has traits").iter().any(|found| found["def"] == "AttrSizedOperandSegments")
    {
        names.push(SEGMENTS.to_owned());
    }
    names
}

/// The lines with an error.
fn lines_with_errors(err: &str) -> BTreeSet<usize> {
    let places = err.lines().filter_map(|line| line.strip_prefix("<stdin>:")?.split_once(": error: "));
    places.filter_map(|(place, _)| place.split(':').next()?.parse().ok()).collect()
}

const PRINT: [&str; 2] = ["--mlir-print-op-generic", "--mlir-print-local-scope"];

/// Checks attributes, of which `is_kept` says whether the printed operation has them.
fn check(operation: &str, names: &[String], form: Form, value: &str) -> usize {
    let lines: Vec<String> =
        names.iter().enumerate().map(|(number, name)| form.line(operation, name, value, number)).collect();
    let run = common::opt(&PRINT, lines.join("\n").as_bytes());
    let reported = if run.end == End::Exit(0) { BTreeSet::new() } else { lines_with_errors(&run.err) };
    let mut refused = reported.len();
    for (number, (line, name)) in lines.iter().zip(names).enumerate() {
        if reported.contains(&(number + 1)) {
            continue;
        }
        let run = common::opt(&PRINT, line.as_bytes());
        if run.end == End::Exit(0) {
            assert!(run.text().contains(&format!("{name} = {value}")), "{form:?}: {line}\n{run}");
        } else {
            refused += 1;
            assert_eq!(lines_with_errors(&run.err), BTreeSet::from([1]), "{form:?}: {line}\n{run}");
        }
    }
    refused
}

#[test]
fn no_declared_attribute_disappears() {
    for (operation, file, least) in OPERATIONS {
        let names = declared(operation, file);
        assert!(names.len() >= least, "{operation} declares {names:?}");
        for (number, form) in Form::ALL.into_iter().enumerate() {
            let mut refused = 0;
            for value in VALUES.into_iter().skip(sample(number % 3, 0)).step_by(sample(3, 1)) {
                refused += check(operation, &names, form, value);
            }
            // No attribute accepts values of all kinds.
            assert!(refused >= sample(1, names.len()), "{operation}, {form:?}: {refused}");
        }
    }
}

#[test]
fn no_misspelt_property_disappears() {
    for (operation, file, _) in OPERATIONS {
        let names: Vec<String> = declared(operation, file).into_iter().map(|name| format!("{name}_")).collect();
        for form in [Form::Property, Form::PropertyAlias] {
            for value in VALUES {
                assert_eq!(check(operation, &names, form, value), names.len(), "{operation}, {form:?}, {value}");
            }
        }
    }
}
