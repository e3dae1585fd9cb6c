//! Modules with legacy tuples and every other carrier of a launch fact.
//!
//! The input is a module. Its first lines can state the expected result of a transplant without conflicts:
//!
//! | line | what must be true after a successful run |
//! |---|---|
//! | `// states KEY VALUE INPUT_NAME` | the function with that name has the fact of the legacy key, with that value |
//! | `// keeps KEY VALUE` | a tuple still has the pair, in this spelling |

use super::{PassRun, modules, snapshot};
use crate::{FuzzTarget, Outcome};
use arbitrary::{Arbitrary, Result, Unstructured};
use melior::ir::{Module, OperationRef};
use std::fmt::{self, Debug, Display, Formatter, Write};
use tileiras_contract::{ANNOTATIONS, ATTRIBUTE_SPELLINGS, Fact, LEGACY_KEYS, LEGACY_ONLY_KEYS, MARKER, legacy_key};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::operation;
use tileiras_test_support::rng::Rng;

/// The target.
pub const TARGET: FuzzTarget = FuzzTarget { name: "tuples", check, seeds, generate, cases: 500 };

/// Checks what [`modules`] checks, and that the first lines are true.
pub fn check(text: &[u8]) -> Outcome {
    super::with_module(text, |context, module| {
        let copy = modules::copy(module);
        if PassRun::pass(context, copy.as_operation(), "any(nvvm-transplant)").succeeded {
            let text = String::from_utf8_lossy(text);
            text.lines()
                .map_while(|line| line.strip_prefix("// "))
                .for_each(|line| check_expectation(line, copy.as_operation(), module));
        }
    });
    modules::check(text)
}

fn check_expectation(line: &str, root: OperationRef<'_, '_>, before: &Module<'_>) {
    let shown = || format!("'{line}' is false\n{}\nbecame\n{}", snapshot(before.as_operation()), snapshot(root));
    let mut words = line.splitn(4, ' ');
    match (words.next(), words.next(), words.next(), words.next()) {
        (Some("states"), Some(key), Some(value), Some(name)) => {
            let spelling = legacy_key(key).unwrap_or_else(|| panic!("'{key}' is not a launch key"));
            let function = function(root, name).unwrap_or_else(|| panic!("{}", shown()));
            // A cluster shape of zeros means a cluster of any shape.
            let explicit = Fact::ExplicitCluster.attribute();
            if spelling.fact == Fact::ClusterDim && value == "0" && operation::attribute(function, explicit).is_some() {
                return;
            }
            let is_gpu = operation::name(function) == b"gpu.func" && spelling.fact == Fact::Kernel;
            let attribute = if is_gpu { "gpu.kernel" } else { spelling.fact.attribute() };
            let stated = operation::attribute(function, attribute).unwrap_or_else(|| panic!("{}", shown())).to_string();
            let numbers: Vec<&str> =
                stated.split(|c: char| !c.is_ascii_digit() && c != '-').filter(|word| !word.is_empty()).collect();
            let found = match (spelling.axis, spelling.fact) {
                // `array<i32: x, y, z>`
                (Some(axis), _) => numbers.get(1 + axis.index()) == Some(&value),
                (None, Fact::Kernel | Fact::BlocksAreClusters) => stated == "unit",
                (None, Fact::GridConstant) => value.split(',').all(|index| numbers[1..].contains(&index)),
                (None, _) => numbers.first() == Some(&value),
            };
            assert!(found, "{stated}: {}", shown());
        }
        (Some("keeps"), Some(key), Some(first), rest) => {
            let pair =
                format!("\"{key}\", {first}{}{}", if rest.is_some() { " " } else { "" }, rest.unwrap_or_default());
            let kept = lists(root).iter().any(|list| list.contains(&pair));
            assert!(kept, "{}", shown());
        }
        _ => panic!("'{line}' is not an expectation"),
    }
}

fn function<'c, 'a>(root: OperationRef<'c, 'a>, name: &str) -> Option<OperationRef<'c, 'a>> {
    let mut found = None;
    operation::walk(root, |op| {
        if Function::new(op).is_some() && symbol_name(op) == Some(name.as_bytes()) {
            found = Some(op);
        }
    });
    found
}

/// The annotations of all modules.
fn lists(root: OperationRef<'_, '_>) -> Vec<String> {
    let mut lists = Vec::new();
    operation::walk(root, |op| {
        lists.extend(operation::discardable_attribute(op, ANNOTATIONS).map(|list| list.to_string()))
    });
    lists
}

/// A module with tuples, generated from a fuzzer's bytes.
pub struct Annotated(String);

impl Annotated {
    /// The text.
    pub const fn text(&self) -> &str {
        self.0.as_str()
    }
}

/// The text, so that a finding can be stored without change.
impl Debug for Annotated {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'a> Arbitrary<'a> for Annotated {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let mut generator = Generator { u, head: String::new(), tuples: Vec::new(), body: String::new() };
        generator.module().map(Annotated)
    }
}

const NAMES: [&str; 4] = ["k", "operator->(A<int, 3>&) const; [@x, {", "_ZN1k1f.part.0$_1", "für alle"];
/// Values of facts. Those that are legal for most facts occur more often.
const VALUES: [i128; 16] =
    [0, 1, 1, 1, 2, 2, 4, 16, 64, 128, 1024, 2_147_483_647, 2_147_483_648, 4_294_967_295, 4_294_967_296, -1];
const WIDTHS: [&str; 7] = ["i32", "i32", "i32", "i64", "i8", "i128", "index"];
const ODD_VALUES: [&str; 14] = [
    "unit",
    "true",
    "false",
    "\"128\"",
    "\"\"",
    "1.0 : f32",
    "[]",
    "[1 : i32]",
    "array<i64: 1>",
    "array<i32>",
    "@k0",
    "{}",
    "loc(\"x\")",
    "dense<1> : tensor<2xi32>",
];

struct Generator<'u, 'a> {
    u: &'u mut Unstructured<'a>,
    head: String,
    tuples: Vec<String>,
    body: String,
}

/// A generated function.
struct GeneratedFunction {
    name: String,
    /// `@name`, with quotes.
    symbol: String,
    arguments: usize,
    /// Whether it has the marker, so that the transplant ignores it.
    marked: bool,
}

impl Generator<'_, '_> {
    fn module(&mut self) -> Result<String> {
        let gpu = self.u.ratio(1, 3)?;
        for number in 0..self.u.int_in_range(1..=3)? {
            let shape = self.function(number, gpu)?;
            for _ in 0..self.u.int_in_range(0..=3)? {
                self.tuple(&shape)?;
            }
        }
        if self.u.ratio(1, 4)? {
            self.other_symbol(gpu)?;
        }
        // Tuples stand in any order.
        for last in (1..self.tuples.len()).rev() {
            let other = self.u.int_in_range(0..=last)?;
            self.tuples.swap(last, other);
        }
        let list = format!("attributes {{nvvm.annotations = [{}]}}", self.tuples.join(", "));
        let Self { head, body, .. } = self;
        Ok(if gpu {
            format!("{head}module attributes {{gpu.container_module}} {{\ngpu.module @m {list} {{\n{body}}}\n}}\n")
        } else {
            format!("{head}module {list} {{\n{body}}}\n")
        })
    }

    fn function(&mut self, number: usize, gpu: bool) -> Result<GeneratedFunction> {
        let name = format!("{}{number}", if self.u.ratio(1, 4)? { *self.u.choose(&NAMES)? } else { "k" });
        let symbol = format!("@\"{name}\"");
        let arguments = self.u.int_in_range(0..=3)?;
        let kind = if gpu && self.u.ratio(1, 2)? { "gpu.func" } else { *self.u.choose(&["llvm.func"; 4])? };
        let kind = if self.u.ratio(1, 8)? { "func.func" } else { kind };
        let marked = self.u.ratio(1, 16)?;
        let mut attributes = Vec::new();
        for _ in 0..self.u.int_in_range(0..=2)? {
            let spelling = self.u.choose(ATTRIBUTE_SPELLINGS)?;
            let value = self.attribute(spelling.axis.is_some(), spelling.fact)?;
            attributes.push(format!("{} = {value}", spelling.name));
        }
        if self.u.ratio(1, 3)? {
            attributes.push(self.passthrough()?);
        }
        if marked {
            attributes.push(MARKER.to_owned());
        }
        attributes.sort();
        attributes.dedup_by_key(|text| text.split(' ').next().map(str::to_owned));
        let mut list = Vec::new();
        for index in 0..arguments {
            let argument = match kind {
                "llvm.func" => *self.u.choose(&[
                    "!llvm.ptr",
                    "!llvm.ptr {llvm.byval = i32}",
                    "!llvm.ptr {llvm.byval = i32, nvvm.grid_constant}",
                    "i32",
                ])?,
                _ => *self.u.choose(&["i32", "memref<4xf32>", "!llvm.ptr"])?,
            };
            list.push(format!("%arg{index}: {argument}"));
        }
        let convention = kind == "llvm.func" && self.u.ratio(1, 6)?;
        let head = format!("{kind}{} {symbol}({})", if convention { " ptx_kernelcc" } else { "" }, list.join(", "));
        let kernel = if kind == "gpu.func" && self.u.ratio(1, 2)? { " kernel" } else { "" };
        let attributes = format!("attributes {{{}}}", attributes.join(", "));
        let end = match kind {
            "llvm.func" => "llvm.return",
            "gpu.func" => "gpu.return",
            _ => "func.return",
        };
        self.line(format_args!("{head}{kernel} {attributes} {{ {end} }}"));
        Ok(GeneratedFunction { name, symbol, arguments, marked })
    }

    fn line(&mut self, line: impl Display) {
        // Writing to a `String` cannot fail.
        let _ = writeln!(self.body, "  {line}");
    }

    /// The value of an attribute that means a fact or one axis of it.
    fn attribute(&mut self, axis: bool, fact: Fact) -> Result<String> {
        if self.u.ratio(1, 12)? {
            return Ok((*self.u.choose(&ODD_VALUES)?).to_owned());
        }
        let number = self.number()?;
        Ok(match fact {
            Fact::Kernel | Fact::BlocksAreClusters => {
                (*self.u.choose(&["unit", "unit", "1 : ui1", "true"])?).to_owned()
            }
            Fact::MaxNTid | Fact::ReqNTid | Fact::ClusterDim if !axis => {
                let values = vec![number.to_string(); self.u.int_in_range(1..=3)?].join(", ");
                format!("array<i32: {values}>")
            }
            Fact::GridConstant => format!("array<i32: {number}>"),
            _ => format!("{number} : {}", self.u.choose(&WIDTHS)?),
        })
    }

    fn number(&mut self) -> Result<i128> {
        Ok(if self.u.ratio(2, 3)? { self.u.int_in_range(1..=128)? } else { *self.u.choose(&VALUES)? })
    }

    fn passthrough(&mut self) -> Result<String> {
        let mut entries = Vec::new();
        for _ in 0..self.u.int_in_range(0..=3)? {
            let spelling = self.u.choose(ATTRIBUTE_SPELLINGS)?;
            let number = self.number()?;
            entries.push(match self.u.int_in_range(0..=7)? {
                0 => format!("\"{}\"", spelling.name),
                1 => format!("[\"{}\", \"{number}, {number},1\"]", spelling.name),
                2 => (*self.u.choose(&["\"noinline\"", "[\"a\", \"b\"]", "\"\"", "[\"nvvm.maxntid\", \",\"]"])?)
                    .to_owned(),
                3 => format!("[\"{}\", \" {number} ,\"]", spelling.name),
                _ => format!("[\"{}\", \"{number}\"]", spelling.name),
            });
        }
        Ok(format!("passthrough = [{}]", entries.join(", ")))
    }

    fn tuple(&mut self, shape: &GeneratedFunction) -> Result<()> {
        let mut parts = vec![match self.u.int_in_range(0..=40)? {
            0 => "unit".to_owned(),
            1 => "@missing".to_owned(),
            2 => "\"k\"".to_owned(),
            3 => format!("@m::{}", shape.symbol),
            _ => shape.symbol.clone(),
        }];
        let mut claims = String::new();
        for _ in 0..self.u.int_in_range(0..=4)? {
            let claim = self.pair(shape, &mut parts)?;
            claims += &claim;
        }
        match self.u.int_in_range(0..=60)? {
            0 => parts.push("\"odd\"".to_owned()),
            1 => parts.extend(["1 : i32".to_owned(), "1 : i32".to_owned()]),
            _ => {}
        }
        if parts[0] == shape.symbol && !shape.marked {
            self.head += &claims;
        }
        self.tuples.push(format!("[{}]", parts.join(", ")));
        Ok(())
    }

    /// Adds a key and its value. Returns the lines with the expected result.
    fn pair(&mut self, shape: &GeneratedFunction, parts: &mut Vec<String>) -> Result<String> {
        if self.u.ratio(1, 5)? {
            let key = *self.u.choose(LEGACY_ONLY_KEYS)?;
            let value =
                if self.u.ratio(1, 2)? { (*self.u.choose(&ODD_VALUES)?).to_owned() } else { "7 : i32".to_owned() };
            let written = value == "7 : i32";
            parts.extend([format!("\"{key}\""), value]);
            return Ok(if written { format!("// keeps {key} 7 : i32\n") } else { String::new() });
        }
        let spelling = self.u.choose(LEGACY_KEYS)?;
        let key = format!("\"{}\"", spelling.name);
        if self.u.ratio(1, 24)? {
            parts.extend([key, (*self.u.choose(&ODD_VALUES)?).to_owned()]);
            return Ok(String::new());
        }
        let (written, diagnostics) = if spelling.fact == Fact::GridConstant {
            let index = self.u.int_in_range(1..=shape.arguments.max(1))?;
            (format!("array<i32: {index}>"), index.to_string())
        } else if matches!(spelling.fact, Fact::Kernel | Fact::BlocksAreClusters) {
            ("1 : i32".to_owned(), "1".to_owned())
        } else {
            let number = self.number()?;
            (format!("{number} : {}", self.u.choose(&WIDTHS)?), number.to_string())
        };
        parts.extend([key, written]);
        Ok(format!("// states {} {diagnostics} {}\n", spelling.name, shape.name))
    }

    /// A global variable or an unknown symbol, with tuples.
    fn other_symbol(&mut self, gpu: bool) -> Result<()> {
        if gpu {
            self.tuples.push("[@m, \"texture\", 1 : i32]".to_owned());
            return Ok(());
        }
        self.line("llvm.mlir.global external @image(0 : i32) {addr_space = 1 : i32} : i32");
        let key = *self.u.choose(&["texture", "surface", "sampler", "managed", "maxntidx", "com.example"])?;
        self.tuples.push(format!("[@image, \"{key}\", 1 : i32]"));
        Ok(())
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let mut rng = Rng::new(1);
    (0..40).map(|_| bytes(&mut rng)).collect()
}

fn bytes(rng: &mut Rng) -> Vec<u8> {
    (0..256).map(|_| rng.next() as u8).collect()
}

fn generate(rng: &mut Rng, _: &[Vec<u8>]) -> Vec<u8> {
    let bytes = bytes(rng);
    Annotated::arbitrary(&mut Unstructured::new(&bytes)).map(|made| made.0.into_bytes()).unwrap_or_default()
}
