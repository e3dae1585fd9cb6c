//! Makes LLVM IR with annotations in every legal shape, many independent sets of them in one module.
//!
//! A set is one to six functions with their facts, scattered over tuples. Tuples of different functions are
//! independent, so all sets of a module share one list, in any order.
//!
//! Leaves out on purpose what stock LLVM crashes on or misreads: launch keys and `align` on globals, tuples with a key
//! without a value, values of other types, empty tuples, negative numbers. Also leaves out a conflict between
//! `distinct` tuples with the same content, which LLVM reads twice and which are equal as MLIR attributes.

use crate::rng::Rng;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A module.
pub struct Module {
    /// LLVM IR.
    pub text: String,
    /// For each set its functions, by their names without escapes.
    pub sets: Vec<Vec<String>>,
}

/// Makes a module of `sets` annotation sets. With `conflicts`, one fact can have several values.
pub fn module(seed: u64, sets: usize, conflicts: bool) -> Module {
    let rng = Rng::new(seed);
    let mut maker = Maker { rng, conflicts, set: 0, functions: Vec::new(), tuples: Vec::new(), numbers: 0 };
    let mut names = Vec::new();
    for set in 0..sets {
        maker.set = set;
        names.push(maker.make_set());
    }
    Module { text: maker.write(), sets: names }
}

struct Maker {
    rng: Rng,
    conflicts: bool,
    set: usize,
    /// Definitions, declarations and globals.
    functions: Vec<String>,
    tuples: Vec<Tuple>,
    /// The number of unique numbers so far.
    numbers: usize,
}

#[derive(Clone)]
struct Tuple {
    text: String,
    distinct: bool,
    /// The node is in the list twice.
    repeated: bool,
}

/// A function that is being made.
struct Function {
    /// The name with sigil, quotes and escapes.
    symbol: String,
    parameters: Vec<&'static str>,
    attributes: Vec<(&'static str, String)>,
    truth: Truth,
}

/// The values of a set without conflicts, by key.
type Truth = BTreeMap<&'static str, u64>;

const AXES: [[&str; 3]; 3] = [
    ["maxntidx", "maxntidy", "maxntidz"],
    ["reqntidx", "reqntidy", "reqntidz"],
    ["cluster_dim_x", "cluster_dim_y", "cluster_dim_z"],
];
const SHAPES: [&str; 3] = ["nvvm.maxntid", "nvvm.reqntid", "nvvm.cluster_dim"];
const SCALARS: [&str; 4] = ["minctasm", "maxnreg", "maxclusterrank", "cluster_max_blocks"];
const PARAMETERS: [&str; 7] = [
    "ptr",
    "ptr",
    "i32",
    "float",
    "ptr byval(%pair) align 4",
    "ptr byval({ i32, [3 x float] }) align 8",
    "ptr byval(%pair) align 4 \"nvvm.grid_constant\"",
];
const OTHER_ATTRIBUTES: [(&str, &str); 4] =
    [("frame-pointer", "all"), ("com.example.note", "a, b = {#1}"), ("kernel", ""), ("uniform-work-group-size", "")];

impl Maker {
    /// A set; returns the names of its functions.
    fn make_set(&mut self) -> Vec<String> {
        if self.rng.percent(15) {
            self.make_global();
        }
        let count = 1 + self.rng.below(6);
        (0..count).map(|number| self.make_function(number)).collect()
    }

    fn make_function(&mut self, number: usize) -> String {
        let (name, symbol) = self.name(number);
        let count = self.rng.below(5);
        let parameters = (0..count).map(|_| self.rng.pick(&PARAMETERS)).collect();
        let truth = self.truth();
        let mut function = Function { symbol, parameters, attributes: Vec::new(), truth };
        let convention = self.rng.percent(20);
        let kernel = convention || self.rng.percent(75);
        self.add_attributes(&mut function);
        if kernel && self.rng.percent(10) {
            function.attributes.push(("nvvm.kernel", String::new()));
        }
        let mut claims = self.claims(&function, kernel);
        self.add_blocks_are_clusters(&mut function, &mut claims);
        let result = if kernel || self.rng.percent(50) { "void" } else { "i32" };
        if result == "i32" && self.rng.percent(30) {
            claims.push(("align", "i32 8".to_owned()));
        }
        self.define(&function, result, convention);
        self.scatter(&function.symbol, claims);
        name
    }

    /// A name, plain and as LLVM writes it.
    fn name(&mut self, number: usize) -> (String, String) {
        let start = format!("s{}k{number}", self.set);
        let rest = self.rng.pick(&[
            "",
            "",
            "",
            "_ZN5image6invertEPhj",
            ".part.1",
            "$_0",
            " ns::apply<float, (int)4>(ns::view<float const*>, ...)::{lambda(int)#1} \"!nvvm.annotations = !{!\"",
            " operator->(Iterator&) const; ! @k %1 #0 <{[(",
            " with a \\ and a \\22 in it",
            "_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE",
            " für alle",
        ]);
        let name = start + rest;
        let escaped: String = name.bytes().fold(String::new(), |mut text, byte| {
            match byte {
                b'"' | b'\\' | 0..b' ' | 0x7f.. => write!(text, "\\{byte:02X}").expect("a string takes any text"),
                byte => text.push(char::from(byte)),
            }
            text
        });
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_$.".contains(&byte));
        let symbol = if plain && self.rng.percent(80) { format!("@{name}") } else { format!("@\"{escaped}\"") };
        (name, symbol)
    }

    fn truth(&mut self) -> Truth {
        let mut truth = Truth::new();
        for axes in AXES {
            for axis in axes {
                truth.insert(axis, self.size());
            }
        }
        for key in SCALARS {
            truth.insert(key, self.scalar());
        }
        truth.insert("cluster_max_blocks", truth["maxclusterrank"]);
        truth
    }

    fn size(&mut self) -> u64 {
        match self.rng.below(50) {
            0 => 0,
            1 => self.rng.next() % (1 << 31),
            2 => (1 << 31) - 1,
            _ => self.rng.pick(&[1, 1, 2, 4, 8, 32, 64, 96, 128, 256, 512, 1024]),
        }
    }

    fn scalar(&mut self) -> u64 {
        match self.rng.below(50) {
            0 => 0,
            1 => self.rng.next() % (1 << 32),
            2 => (1 << 32) - 1,
            _ => self.rng.pick(&[1, 2, 3, 4, 8, 16, 24, 32, 64, 128, 168, 255]),
        }
    }

    /// A value for a key: the true one, or with conflicts any.
    fn value(&mut self, function: &Function, key: &'static str) -> u64 {
        if !self.conflicts || self.rng.percent(60) {
            return function.truth[key];
        }
        if SCALARS.contains(&key) { self.scalar() } else { self.size() }
    }

    /// An integer constant of some type that holds it without a sign.
    fn integer(&mut self, value: u64) -> String {
        let fitting: Vec<u32> =
            [8, 16, 32, 64, 128].into_iter().filter(|bits| value < 1 << (bits - 1).min(63)).collect();
        let bits = if fitting.contains(&32) && self.rng.percent(70) { 32 } else { self.rng.pick(&fitting) };
        format!("i{bits} {value}")
    }

    fn add_attributes(&mut self, function: &mut Function) {
        for (shape, axes) in SHAPES.into_iter().zip(AXES) {
            if !self.rng.percent(12) {
                continue;
            }
            let count = if self.conflicts { 1 + self.rng.below(3) } else { 3 };
            let values: Vec<String> = axes[..count].iter().map(|axis| self.value(function, axis).to_string()).collect();
            let separator = self.rng.pick(&[",", ",", ", "]);
            function.attributes.push((shape, values.join(separator)));
        }
        let scalars =
            [("nvvm.minctasm", SCALARS[0]), ("nvvm.maxnreg", SCALARS[1]), ("nvvm.maxclusterrank", SCALARS[2])];
        for (name, key) in scalars {
            if self.rng.percent(10) {
                let value = self.value(function, key).to_string();
                function.attributes.push((name, value));
            }
        }
        for (name, value) in OTHER_ATTRIBUTES {
            if self.rng.percent(5) {
                function.attributes.push((name, value.to_owned()));
            }
        }
    }

    /// The pairs of the tuples about a function, in any order.
    fn claims(&mut self, function: &Function, kernel: bool) -> Vec<(&'static str, String)> {
        let mut keys: Vec<&'static str> = Vec::new();
        for axes in AXES {
            if self.rng.percent(35) {
                keys.extend(axes.into_iter().filter(|_| self.rng.percent(65)));
            }
        }
        keys.extend(SCALARS.into_iter().filter(|_| self.rng.percent(25)));
        for index in 0..keys.len() {
            if self.rng.percent(15) {
                keys.push(keys[index]);
            }
        }
        let mut claims: Vec<(&'static str, String)> = Vec::new();
        for key in keys {
            let value = self.value(function, key);
            claims.push((key, self.integer(value)));
        }
        if kernel && self.rng.percent(90) {
            claims.push(("kernel", self.rng.pick(&["i32 1", "i32 1", "i1 true", "i64 1", "i8 1", "i32 2"]).to_owned()));
        }
        if (!kernel || self.conflicts) && self.rng.percent(10) {
            claims.push(("kernel", self.rng.pick(&["i32 0", "i1 false"]).to_owned()));
        }
        while self.rng.percent(12) {
            claims.push(("grid_constant", self.indices(function.parameters.len())));
        }
        if self.rng.percent(8)
            && let Some(index) = function.parameters.iter().position(|text| *text == "ptr")
        {
            claims.push(("align", format!("i32 {}", (index + 1) << 16 | self.rng.pick(&[4, 8, 16]))));
        }
        while self.rng.percent(12) {
            claims.push(self.other_pair());
        }
        self.rng.shuffle(&mut claims);
        claims
    }

    fn indices(&mut self, arguments: usize) -> String {
        let count = if arguments == 0 { 0 } else { self.rng.below(arguments + 2) };
        let bits = self.rng.pick(&["i32", "i32", "i32", "i64", "i16"]);
        let indices: Vec<String> = (0..count).map(|_| format!("{bits} {}", 1 + self.rng.below(arguments))).collect();
        format!("!{{{}}}", indices.join(", "))
    }

    /// A pair that stays legacy.
    fn other_pair(&mut self) -> (&'static str, String) {
        let key =
            self.rng.pick(&["local_maxnreg", "com.example.tuning", "MaxNTidX", "minnctapersm", "producer \\22!{\\22"]);
        let value = match self.rng.below(5) {
            0 => "!\"kitchen sink !{!\\22\"".to_owned(),
            1 => "!{i32 3, !\"x\", i64 -1}".to_owned(),
            2 => "!{i32 1, i32 2}".to_owned(),
            3 => format!("i64 -{}", self.rng.below(1000)),
            _ => format!("i32 {}", self.rng.below(1000)),
        };
        (key, value)
    }

    /// The legacy flag is rejected without its companions, so both are stated. A cluster shape of zeros is none.
    fn add_blocks_are_clusters(&mut self, function: &mut Function, claims: &mut Vec<(&'static str, String)>) {
        let is_cluster = |name: &str| name.contains("cluster_dim");
        let attributes = function.attributes.iter().filter(|(name, _)| is_cluster(name));
        let has_zero = attributes.flat_map(|(_, sizes)| sizes.split(',')).any(|size| size.trim() == "0")
            || claims.iter().any(|(key, value)| is_cluster(key) && value.ends_with(" 0"))
            || function.truth["cluster_dim_x"] == 0;
        if has_zero || !self.rng.percent(5) {
            return;
        }
        for key in ["reqntidx", "cluster_dim_x"] {
            let least = u64::from(key == "cluster_dim_x");
            let value = self.value(function, key).max(least);
            claims.push((key, self.integer(value)));
        }
        if self.rng.percent(50) {
            claims.push(("blocksareclusters", "i32 1".to_owned()));
        } else {
            function.attributes.push(("nvvm.blocksareclusters", String::new()));
        }
    }

    fn make_global(&mut self) {
        let symbol = format!("@s{}image", self.set);
        self.functions.push(format!("{symbol} = addrspace(1) global i64 0, align 8"));
        let key = self.rng.pick(&["texture", "surface", "sampler", "managed"]);
        self.push(format!("ptr addrspace(1) {symbol}, !\"{key}\", i32 1"));
        if self.rng.percent(30) {
            self.push(format!("ptr addrspace(1) {symbol}, !\"com.example.slot\", i32 {}", self.set));
        }
    }

    fn define(&mut self, function: &Function, result: &str, convention: bool) {
        let convention = if convention { "ptx_kernel " } else { "" };
        let attributes: Vec<String> = function
            .attributes
            .iter()
            .map(
                |(name, value)| {
                    if value.is_empty() { format!("\"{name}\"") } else { format!("\"{name}\"=\"{value}\"") }
                },
            )
            .collect();
        let mut attributes = attributes.join(" ");
        if !attributes.is_empty() && self.rng.percent(50) {
            let group = self.unique();
            self.functions.push(format!("attributes #{group} = {{ nounwind {attributes} }}"));
            attributes = format!("#{group}");
        }
        let declared = self.rng.percent(15);
        let parameters: Vec<String> = (0..)
            .zip(&function.parameters)
            .map(|(index, text)| if declared { (*text).to_owned() } else { format!("{text} %p{index}") })
            .collect();
        let header = format!("{convention}{result} {}({}) {attributes}", function.symbol, parameters.join(", "));
        let value = if result == "void" { "void" } else { "i32 0" };
        self.functions.push(match declared {
            true => format!("declare {header}"),
            false => format!("define {header} {{\n  ret {value} ; !nvvm.annotations = !{{}}\n}}"),
        });
    }

    const fn unique(&mut self) -> usize {
        self.numbers += 1;
        self.numbers
    }

    /// Distributes the pairs over tuples.
    fn scatter(&mut self, symbol: &str, claims: Vec<(&'static str, String)>) {
        let mut claims = claims.into_iter().peekable();
        while claims.peek().is_some() {
            let size = 1 + self.rng.below(5);
            let mut text = format!("ptr {symbol}");
            for (key, value) in claims.by_ref().take(size) {
                write!(text, ", !\"{key}\", {value}").expect("a string takes any text");
            }
            self.push(text);
        }
        if self.rng.percent(5) {
            self.push(format!("ptr {symbol}"));
        }
        if self.rng.percent(5) {
            self.push("null, !\"kernel\", i32 1".to_owned());
        }
    }

    fn push(&mut self, mut text: String) {
        let distinct = self.rng.percent(5);
        if distinct {
            write!(text, ", !\"com.example.number\", i32 {}", self.unique()).expect("a string takes any text");
        }
        let copies = if !distinct && self.rng.percent(6) { 2 } else { 1 };
        let repeated = self.rng.percent(4);
        self.tuples.extend(vec![Tuple { text, distinct, repeated }; copies]);
    }

    fn write(mut self) -> String {
        let mut tuples = std::mem::take(&mut self.tuples);
        self.rng.shuffle(&mut tuples);
        let mut numbers: Vec<usize> = (0..tuples.len()).collect();
        self.rng.shuffle(&mut numbers);
        let mut definitions = std::mem::take(&mut self.functions);
        for (tuple, number) in tuples.iter().zip(&numbers) {
            let distinct = if tuple.distinct { "distinct " } else { "" };
            definitions.push(format!("!{number} = {distinct}!{{{}}}", tuple.text));
        }
        for part in self.parts(&tuples, &numbers) {
            definitions.push(part);
        }
        definitions.push("@text = private constant [26 x i8] c\"!nvvm.annotations = !{!0}\\00\"".to_owned());
        definitions.push("; !nvvm.annotations = !{!99999}".to_owned());
        // The parts of the list stay in their order, as that is the order of the tuples.
        let list: Vec<String> = definitions.iter().filter(|text| is_list(text)).cloned().collect();
        self.rng.shuffle(&mut definitions);
        let mut list = list.into_iter();
        for definition in &mut definitions {
            if is_list(definition) {
                *definition = list.next().expect("as many as before");
            }
        }
        format!("target triple = \"nvptx64-nvidia-cuda\"\n%pair = type {{ i32, float }}\n{}\n", definitions.join("\n"))
    }

    /// The list of all tuples, in one part or several.
    fn parts(&mut self, tuples: &[Tuple], numbers: &[usize]) -> Vec<String> {
        let mut references: Vec<String> = Vec::new();
        for number in numbers {
            references.push(format!("!{number}"));
        }
        for (tuple, number) in tuples.iter().zip(numbers) {
            if tuple.repeated {
                let index = self.rng.below(references.len() + 1);
                references.insert(index, format!("!{number}"));
            }
        }
        let size = if self.rng.percent(50) { references.len().max(1) } else { 1 + self.rng.below(40) };
        let name = |rng: &mut Rng| if rng.percent(5) { r"!nvvm.\61nnotations" } else { "!nvvm.annotations" };
        references.chunks(size).map(|part| format!("{} = !{{{}}}", name(&mut self.rng), part.join(", "))).collect()
    }
}

fn is_list(definition: &str) -> bool {
    definition.starts_with("!nvvm.")
}
