//! Any functions with launch facts, as MLIR in canonical form and as MLIR with legacy tuples.

use proptest::collection::{btree_set, vec};
use proptest::option::weighted;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A block or cluster shape.
pub type Dims = [u32; 3];

/// A function with what it states. All of it is legal in shape, and any two facts may contradict each other.
#[derive(Clone, Debug)]
pub struct Function {
    kernel: bool,
    maxntid: Option<Dims>,
    reqntid: Option<Dims>,
    cluster: Option<Dims>,
    minctasm: Option<u32>,
    maxnreg: Option<u32>,
    rank: Option<u32>,
    blocks_are_clusters: bool,
    /// Whether each argument is passed by value.
    arguments: Vec<bool>,
    /// 0-based, among the arguments that are by value; those beyond them are none.
    constants: BTreeSet<usize>,
    /// The order of the pairs of its tuples.
    order: u64,
}

fn dims(sizes: &'static [u32]) -> impl Strategy<Value = Dims> {
    let size = || prop::sample::select(sizes);
    (size(), size(), size()).prop_map(|(x, y, z)| [x, y, z])
}

/// Any function.
pub fn function() -> impl Strategy<Value = Function> {
    let block = || weighted(0.5, dims(&[1, 2, 4, 8]));
    let shapes = (block(), block(), weighted(0.5, dims(&[1, 1, 2])));
    let number = |values: &'static [u32]| weighted(0.4, prop::sample::select(values));
    let numbers = (number(&[1, 2, 8, 64]), number(&[16, 32, 128, 255, 300]), number(&[1, 2, 4, 8, 16]));
    let arguments = (vec(any::<bool>(), 0..4), btree_set(0..3usize, 0..3));
    (prop::bool::weighted(0.85), shapes, numbers, any::<bool>(), arguments, any::<u64>()).prop_map(
        |(kernel, (maxntid, reqntid, cluster), (minctasm, maxnreg, rank), clusters, (arguments, constants), order)| {
            let blocks_are_clusters = clusters && reqntid.is_some() && cluster.is_some();
            Function {
                kernel,
                maxntid,
                reqntid,
                cluster,
                minctasm,
                maxnreg,
                rank,
                blocks_are_clusters,
                arguments,
                constants,
                order,
            }
        },
    )
}

/// Up to eight functions.
pub fn functions() -> impl Strategy<Value = Vec<Function>> {
    vec(function(), 1..8)
}

impl Function {
    fn shapes(&self) -> [(&'static str, Option<Dims>); 3] {
        [("maxntid", self.maxntid), ("reqntid", self.reqntid), ("cluster_dim", self.cluster)]
    }

    fn numbers(&self) -> [(&'static str, Option<u32>); 3] {
        [("minctasm", self.minctasm), ("maxnreg", self.maxnreg), ("maxclusterrank", self.rank)]
    }

    /// 1-based.
    fn constants(&self) -> Vec<usize> {
        let by_value = self.arguments.iter().enumerate().filter(|(_, by_value)| **by_value).map(|(place, _)| place + 1);
        by_value
            .enumerate()
            .filter(|(place, _)| self.kernel && self.constants.contains(place))
            .map(|(_, i)| i)
            .collect()
    }

    fn text(&self, name: &str, attributes: &[String]) -> String {
        let argument = |(place, by_value): (usize, &bool)| {
            let by_value = if *by_value { " {llvm.byval = i64}" } else { "" };
            format!("%a{place}: !llvm.ptr{by_value}")
        };
        let arguments: Vec<String> = self.arguments.iter().enumerate().map(argument).collect();
        let (arguments, attributes) = (arguments.join(", "), attributes.join(", "));
        format!("  llvm.func @{name}({arguments}) attributes {{{attributes}}} {{\n    llvm.return\n  }}\n")
    }

    fn canonical(&self) -> Vec<String> {
        let mut attributes: Vec<String> = self.kernel.then(|| "nvvm.kernel".to_owned()).into_iter().collect();
        for (name, dims) in self.shapes() {
            attributes.extend(dims.map(|[x, y, z]| format!("nvvm.{name} = array<i32: {x}, {y}, {z}>")));
        }
        for (name, number) in self.numbers() {
            attributes.extend(number.map(|number| format!("nvvm.{name} = {number} : i32")));
        }
        attributes.extend(self.blocks_are_clusters.then(|| "nvvm.blocksareclusters".to_owned()));
        let constants: Vec<String> = self.constants().iter().map(usize::to_string).collect();
        if !constants.is_empty() {
            attributes.push(format!("nvvm.grid_constant = array<i32: {}>", constants.join(", ")));
        }
        attributes
    }

    /// The tuples, with at most two pairs each.
    fn tuples(&self, name: &str) -> Vec<String> {
        let mut pairs: Vec<String> = self.kernel.then(|| "\"kernel\", 1 : i32".to_owned()).into_iter().collect();
        for (key, dims) in self.shapes() {
            let key = if key == "cluster_dim" { "cluster_dim_" } else { key };
            for (axis, size) in ["x", "y", "z"].into_iter().zip(dims.into_iter().flatten()) {
                pairs.push(format!("\"{key}{axis}\", {size} : i32"));
            }
        }
        for (key, number) in self.numbers() {
            pairs.extend(number.map(|number| format!("\"{key}\", {number} : i32")));
        }
        pairs.extend(self.blocks_are_clusters.then(|| "\"blocksareclusters\", 1 : i32".to_owned()));
        let constants: Vec<String> = self.constants().iter().map(usize::to_string).collect();
        if !constants.is_empty() {
            pairs.push(format!("\"grid_constant\", array<i32: {}>", constants.join(", ")));
        }
        crate::common::rng::Rng::new(self.order).shuffle(&mut pairs);
        pairs.chunks(2).map(|pairs| format!("[@{name}, {}]", pairs.join(", "))).collect()
    }
}

/// The name of the function in that place.
pub fn name(place: usize) -> String {
    format!("k{place}")
}

/// A module of these functions in canonical form.
pub fn canonical(functions: &[(String, &Function)]) -> String {
    let mut text = String::from("module {\n");
    for (name, function) in functions {
        text.push_str(&function.text(name, &function.canonical()));
    }
    text + "}\n"
}

/// A module of these functions whose facts stand in the tuples of the module.
pub fn legacy(functions: &[(String, &Function)]) -> String {
    let tuples: Vec<String> = functions.iter().flat_map(|(name, function)| function.tuples(name)).collect();
    let mut text = String::new();
    writeln!(text, "module attributes {{nvvm.annotations = [{}]}} {{", tuples.join(", ")).expect("a string");
    for (name, function) in functions {
        text.push_str(&function.text(name, &[]));
    }
    text + "}\n"
}

/// All of them, with their names.
pub fn named(functions: &[Function]) -> Vec<(String, &Function)> {
    functions.iter().enumerate().map(|(place, function)| (name(place), function)).collect()
}
