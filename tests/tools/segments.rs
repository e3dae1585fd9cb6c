//! `convert-gpu-to-nv-tileaa` and `convert-nv-tileaa-to-gpu` keep every launch as it was: `operandSegmentSizes`,
//! operands, kernel, types, discardable attributes and location.
//!
//! All shapes of `gpu.launch_func` are in one module, in generic form, in both spellings of the segment sizes: async
//! dependencies 0 to 2, cluster, dynamic shared memory, 0 to 4 arguments, async object, token, and the three types of
//! sizes. The arrays are compared with those that the test computes, not only with those printed before. Then the
//! result is printed and parsed as text, generic text, the old spelling and bytecode.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::common;
use tileiras_test_support::mlir::{self, Attribute, Operation};
use tileiras_test_support::process::End;
use tileiras_test_support::{launches, llvm};

const SEGMENTS: usize = 13;
const ARGUMENTS: [(&str, &str); 4] = [("%n", "index"), ("%a", "f32"), ("%p", "!llvm.ptr"), ("%m", "memref<?xf32>")];
const CONVERT: &str = "--convert-gpu-to-nv-tileaa";
const CONVERT_BACK: &str = "--convert-nv-tileaa-to-gpu";
const GENERIC: &str = "--mlir-print-op-generic";
/// Each location in its line, in full.
const LOCATIONS: [&str; 2] = ["--mlir-print-debuginfo", "--mlir-print-local-scope"];

/// One shape of a launch.
#[derive(Clone, Copy, Debug)]
struct Shape {
    dependencies: usize,
    cluster: bool,
    shared_memory: bool,
    arguments: usize,
    object: bool,
    token: bool,
    size: &'static str,
    spelling: Spelling,
}

/// How the segment sizes are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Spelling {
    /// `<{kernel, operandSegmentSizes}>`
    Property,
    /// `<{kernel, operand_segment_sizes}>`
    OldProperty,
    /// `{kernel, operandSegmentSizes}`
    Attribute,
    /// `{kernel, operand_segment_sizes}`
    OldAttribute,
}

impl Spelling {
    const ALL: [Self; 4] = [Self::Property, Self::OldProperty, Self::Attribute, Self::OldAttribute];

    const fn name(self) -> &'static str {
        match self {
            Self::Property | Self::Attribute => "operandSegmentSizes",
            Self::OldProperty | Self::OldAttribute => "operand_segment_sizes",
        }
    }
}

impl Shape {
    fn all() -> Vec<Self> {
        let mut shapes = Vec::new();
        for size in launches::SIZES {
            for spelling in Spelling::ALL {
                for number in 0..3 * 5 * 16 {
                    let bit = |position: usize| number >> position & 1 == 1;
                    shapes.push(Self {
                        dependencies: number / 16 % 3,
                        cluster: bit(0),
                        shared_memory: bit(1),
                        arguments: number / 16 / 3,
                        object: bit(2),
                        token: bit(3),
                        size,
                        spelling,
                    });
                }
            }
        }
        shapes
    }

    /// The expected `operandSegmentSizes`.
    fn segments(&self) -> [i32; SEGMENTS] {
        let cluster = i32::from(self.cluster);
        let count = |count: usize| i32::try_from(count).expect("a few operands");
        [
            count(self.dependencies),
            1,
            1,
            1,
            1,
            1,
            1,
            cluster,
            cluster,
            cluster,
            i32::from(self.shared_memory),
            count(self.arguments),
            i32::from(self.object),
        ]
    }

    /// The operands with their types. Each size is another operand.
    fn operands(&self) -> Vec<(String, &'static str)> {
        let mut operands = Vec::new();
        let dependencies = ["%t0", "%t1"].into_iter().take(self.dependencies);
        operands.extend(dependencies.map(|name| (name.to_owned(), "!gpu.async.token")));
        let sizes = if self.cluster { 9 } else { 6 };
        operands.extend((0..sizes).map(|number| (format!("%{}_{number}", self.size), self.size)));
        if self.shared_memory {
            operands.push(("%bytes".to_owned(), "i32"));
        }
        operands.extend(ARGUMENTS[..self.arguments].iter().map(|(name, r#type)| ((*name).to_owned(), *r#type)));
        if self.object {
            operands.push(("%stream".to_owned(), "!llvm.ptr"));
        }
        operands
    }

    /// The launch in generic form. Every one has its number as attribute and location.
    fn text(&self, number: usize) -> String {
        let (names, types): (Vec<_>, Vec<_>) = self.operands().into_iter().unzip();
        let result = if self.token { format!("%r{number} = ") } else { String::new() };
        let result_type = if self.token { "!gpu.async.token" } else { "()" };
        let kernel = format!("kernel = @kernels::@k{}", self.arguments);
        let segments = self.segments().map(|size| size.to_string()).join(", ");
        let segments = format!("{} = array<i32: {segments}>", self.spelling.name());
        let extra = format!("number = {number} : i64, com.example.note = \"{{launch {number}}}\"");
        let attributes = match self.spelling {
            Spelling::Property | Spelling::OldProperty => format!("<{{{kernel}, {segments}}}> {{{extra}}}"),
            Spelling::Attribute | Spelling::OldAttribute => format!("{{{kernel}, {segments}, {extra}}}"),
        };
        format!(
            "{result}\"gpu.launch_func\"({}) {attributes} : ({}) -> {result_type} loc(\"launch\":{number}:7)",
            names.join(", "),
            types.join(", ")
        )
    }
}

fn module(shapes: &[Shape]) -> String {
    let launches = shapes.iter().enumerate().map(|(number, shape)| shape.text(number));
    launches::module(&ARGUMENTS, |_| String::new(), launches)
}

fn opt(arguments: &[&str], input: &str) -> String {
    common::opt(arguments, input.as_bytes()).expect_good().text()
}

fn segments(launch: &Operation) -> &Attribute {
    launch.properties.get("operandSegmentSizes").unwrap_or_else(|| panic!("{launch:?} has segment sizes"))
}

fn number(launch: &Operation) -> usize {
    match launch.attributes.get("number") {
        Some(Attribute::Integer { value, .. }) => usize::try_from(*value).expect("it was given a number"),
        other => panic!("it was given a number, has {other:?}"),
    }
}

#[test]
fn segments_of_every_shape_are_kept() {
    let shapes = Shape::all();
    assert_eq!(shapes.len(), 3 * 2 * 2 * 5 * 2 * 2 * 3 * Spelling::ALL.len());
    let input = module(&shapes);
    let before = mlir::parse(&opt(&[GENERIC, LOCATIONS[0], LOCATIONS[1]], &input));
    let after = mlir::parse(&opt(&[CONVERT, GENERIC, LOCATIONS[0], LOCATIONS[1]], &input));
    assert!(after.all("gpu.launch_func").is_empty(), "a launch is not converted");
    let (before, after) = (before.all("gpu.launch_func"), after.all("nv_tileaa.launch_func"));
    assert_eq!((before.len(), after.len()), (shapes.len(), shapes.len()));
    for (index, shape) in shapes.iter().enumerate() {
        let (before, after) = (before[index], after[index]);
        assert_eq!(number(after), index, "launches stay in order");
        assert_eq!(*segments(after), Attribute::I32s(shape.segments().to_vec()), "{shape:?}");
        assert_eq!(segments(after), segments(before), "{shape:?}");
        assert_eq!(after.properties, before.properties, "the kernel of {shape:?}");
        assert_eq!(after.attributes, before.attributes, "the attributes of {shape:?}");
        assert_eq!(after.operands, before.operands, "the operands of {shape:?}");
        assert_eq!(after.rest, before.rest, "types and location of {shape:?}");
        assert!(
            after.rest.ends_with(&format!("loc(\"launch\":{index}:7)")),
            "the location of {shape:?}: {}",
            after.rest
        );
        let count = usize::try_from(shape.segments().iter().sum::<i32>()).expect("a few operands");
        assert_eq!(after.operands.split(", ").count(), count, "the operands of {shape:?}");
    }
}

/// Nothing else in the module is changed: with the old name, both texts are the same.
#[test]
fn the_rest_of_the_module_is_unchanged() {
    let input = module(&Shape::all());
    let before = opt(&[GENERIC, LOCATIONS[0], LOCATIONS[1]], &input);
    let after = opt(&[CONVERT, GENERIC, LOCATIONS[0], LOCATIONS[1]], &input);
    assert_ne!(before, after);
    assert_eq!(after.replace("\"nv_tileaa.launch_func\"", "\"gpu.launch_func\""), before);
}

/// The conversion makes each inherent attribute by itself. One that a new release of MLIR adds would be lost.
#[test]
fn a_launch_has_no_other_inherent_attributes() {
    let include = llvm::prefix().join("include");
    let ops = include.join("mlir/Dialect/GPU/IR/GPUOps.td");
    let paths = [include.to_str().expect("a path"), ops.to_str().expect("a path")];
    let declarations =
        llvm::stock("mlir-tblgen", &["-gen-op-decls", "-I", paths[0], paths[1]], "").expect_good().text();
    let (_, launch) = declarations.split_once("class LaunchFuncOp :").expect("the operation is declared");
    let (_, names) = launch.split_once("attrNames[] = {").expect("it has attributes");
    let names: Vec<&str> = names.split_once("};").expect("they end").0.split('"').skip(1).step_by(2).collect();
    assert_eq!(names, ["kernel", "operandSegmentSizes"]);
}

/// There and back again is the text that was there before, in each form.
#[test]
fn launches_round_trip_through_the_dialect() {
    let input = module(&Shape::all());
    let dialect = opt(&[CONVERT, GENERIC, LOCATIONS[0], LOCATIONS[1]], &input);
    for form in [&[][..], &[GENERIC], &[LOCATIONS[0]], &[GENERIC, LOCATIONS[0], LOCATIONS[1]]] {
        let before = opt(form, &input);
        assert_eq!(opt(&[&[CONVERT, CONVERT_BACK], form].concat(), &input), before, "in one run, {form:?}");
        assert_eq!(opt(&[&[CONVERT_BACK], form].concat(), &dialect), before, "in two runs, {form:?}");
    }
    let back = opt(&[CONVERT_BACK], &dialect);
    // Upstream agrees: the text is legal.
    let stock = llvm::stock("mlir-opt", &[], back.as_bytes());
    assert_eq!(stock.expect_good().text(), back);
}

/// The pass refuses a launch if upstream refuses it as `gpu.launch_func`.
#[test]
fn launches_that_upstream_rejects_are_refused() {
    let launch = |kernel: &str| {
        format!(
            "func.func @f(%i: index) {{ nv_tileaa.launch_func {kernel} blocks in (%i, %i, %i) threads in (%i, %i, %i) return }}"
        )
    };
    let marks = ["", " attributes {gpu.container_module}", " attributes {gpu.container_module = true}"];
    let containers = ["module @m { K }", "gpu.module @m { K }", "gpu.binary @m [#gpu.object<#nvvm.target, \"\">]"];
    let kernels = [
        "gpu.func @k() kernel { gpu.return }",
        "llvm.func @k() attributes {gpu.kernel, nvvm.kernel} { llvm.return }",
        "llvm.func @k() attributes {nvvm.kernel} { llvm.return }",
        "llvm.func @k() attributes {gpu.kernel = true, nvvm.kernel} { llvm.return }",
        "llvm.func ptx_kernelcc @k() { llvm.return }",
    ];
    let mut accepted = 0;
    let mut modules = Vec::new();
    for mark in marks {
        for container in containers {
            for kernel in kernels {
                let container = container.replace('K', kernel);
                let launch = launch("@m::@k");
                modules.push(format!("module{mark} {{ {container} {launch} }}"));
            }
        }
        let (container, launch) = (containers[1].replace('K', kernels[0]), launch("@m::@k"));
        modules.push(format!("module{mark} {{ {container} module{mark} {{ {launch} }} }}"));
        modules.push(format!("module{mark} {{ module {{ {container} {launch} }} }}"));
    }
    for module in &modules {
        if common::opt(&[], module.as_bytes()).end != End::Exit(0) {
            // The dialect does not accept it.
            continue;
        }
        let run = common::opt(&[CONVERT_BACK], module.as_bytes());
        let stock = llvm::stock("mlir-opt", &[], module.replace("nv_tileaa.launch_func", "gpu.launch_func").as_bytes());
        assert_eq!(run.end, stock.end, "{module}\n{run}\n{stock}");
        if run.end == End::Exit(0) {
            assert_eq!(run.text(), stock.text());
            accepted += 1;
        } else {
            assert!(run.err.contains("error: 'nv_tileaa.launch_func' op "), "{module}\n{run}");
        }
    }
    assert!((2..modules.len() / 2).contains(&accepted), "{accepted} of {}", modules.len());
}

#[test]
fn launches_round_trip_through_text_and_bytecode() {
    let input = module(&Shape::all());
    let printed = opt(&[CONVERT], &input);
    assert_eq!(opt(&[], &printed), printed, "text");
    let generic = opt(&[GENERIC], &printed);
    assert_eq!(opt(&[], &generic), printed, "generic text");
    let located = opt(&[CONVERT, LOCATIONS[0]], &input);
    assert_eq!(opt(&[LOCATIONS[0]], &located), located, "text with locations");
    let bytecode = common::opt(&[CONVERT, "--emit-bytecode"], input.as_bytes()).expect_good().out;
    assert!(bytecode.starts_with(b"ML\xefR"), "bytecode is written");
    assert_eq!(common::opt(&[], &bytecode).expect_good().text(), printed, "bytecode");
    let again = common::opt(&["--emit-bytecode"], &bytecode).expect_good().out;
    assert_eq!(again, common::opt(&["--emit-bytecode"], &again).expect_good().out, "bytecode of bytecode");
}

/// A cluster of another type than the grid has no text form. Upstream prints one that it cannot parse.
#[test]
fn sizes_of_two_types_are_refused() {
    for (grid, cluster) in [("index", "i32"), ("i32", "i64"), ("i64", "index")] {
        let shape = Shape { cluster: true, size: grid, ..Shape::all()[0] };
        let old = format!("%{grid}_6, %{grid}_7, %{grid}_8");
        let types = [grid; 9].join(", ");
        let new_types = [grid, grid, grid, grid, grid, grid, cluster, cluster, cluster].join(", ");
        let input = module(&[shape]).replace(&old, &old.replace(grid, cluster)).replace(&types, &new_types);
        llvm::stock("mlir-opt", &[], input.as_bytes()).expect_good();
        let run = common::opt(&[CONVERT], input.as_bytes());
        assert_eq!(run.end, End::Exit(1), "a cluster of {cluster} in a grid of {grid}: {run}");
        assert!(run.err.starts_with("launch:0:7: error: 'gpu.launch_func' op "), "{run}");
        assert!(run.err.contains(grid) && run.err.contains(cluster), "{run}");
    }
}

/// The new operation accepts the old spelling, too, as property and as attribute.
#[test]
fn the_old_spelling_is_accepted_in_the_new_operation() {
    let generic = opt(&[CONVERT, GENERIC], &module(&Shape::all()));
    let old_property = generic.replace("operandSegmentSizes", "operand_segment_sizes");
    assert_ne!(generic, old_property);
    assert_eq!(opt(&[GENERIC], &old_property), generic, "as a property");
    // `<{a}> {b}` becomes `{a, b}`.
    let line = |line: &str| {
        let launch = line.contains("\"nv_tileaa.launch_func\"");
        if launch { line.replacen("<{", "{", 1).replacen("}> {", ", ", 1) } else { line.to_owned() }
    };
    let attribute: Vec<String> = old_property.lines().map(line).collect();
    assert_eq!(opt(&[GENERIC], &attribute.join("\n")), generic, "as an attribute");
}

/// `kernelModule` and `kernelFunc` of older IR are folded into the kernel; other attributes stay.
#[test]
fn launches_with_a_kernel_in_two_parts_are_converted() {
    let shapes = &Shape::all()[..40];
    let input = module(shapes);
    let parts = |text: &str| {
        let number = text.find("number = ");
        number.map_or_else(
            || text.to_owned(),
            |at| {
                let kernel =
                    text.split("@kernels::@").nth(1).and_then(|rest| rest.get(..2)).expect("a kernel is named");
                format!("{}kernelModule = @kernels, kernelFunc = \"{kernel}\", {}", &text[..at], &text[at..])
            },
        )
    };
    let in_parts: Vec<String> = input.lines().map(parts).collect();
    let in_parts = in_parts.join("\n");
    assert_eq!(in_parts.matches("kernelFunc").count(), shapes.len());
    assert_eq!(opt(&[CONVERT, GENERIC], &in_parts), opt(&[CONVERT, GENERIC], &input));
}

/// If one launch cannot be converted, none of the others is.
#[test]
fn a_failed_run_keeps_all_launches() {
    let input = module(&Shape::all()[..40]);
    // A cluster of one size.
    let broken = "    \"gpu.launch_func\"(%i64_0, %i64_1, %i64_2, %i64_3, %i64_4, %i64_5, %i64_6) \
                  <{kernel = @kernels::@k0, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}> \
                  : (i64, i64, i64, i64, i64, i64, i64) -> ()\n    return\n";
    let input = input.replace("    return\n", broken);
    let before = opt(&[GENERIC], &input);
    let run = common::opt(&[CONVERT, "--mlir-print-ir-after-failure", GENERIC], input.as_bytes());
    assert_eq!(run.end, End::Exit(1), "{run}");
    assert!(run.out.is_empty(), "nothing is printed after an error");
    let line = input.lines().count() - 3;
    assert!(run.err.contains(&format!("<stdin>:{line}:5: error: 'gpu.launch_func' op ")), "line {line}: {run}");
    let (_, after) = run.err.split_once(" Failed (convert-gpu-to-nv-tileaa) //----- //\n").expect("the IR is printed");
    assert_eq!(before.trim(), after.trim());
}
