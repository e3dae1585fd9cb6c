//! Any functions with launch facts, as MLIR in canonical form and as MLIR with legacy tuples.

use proptest::collection::{btree_set, vec};
use proptest::option::weighted;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use tileiras_test_support::contract::{Contract, Dims};
use tileiras_test_support::rng::Rng;

/// A function with its facts. Each fact is well-formed; facts may contradict each other.
#[derive(Clone, Debug)]
pub struct Function {
    contract: Contract,
    /// Whether each argument is passed by value.
    arguments: Vec<bool>,
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
        |(kernel, (maxntid, reqntid, cluster_dim), numbers, clusters, (arguments, constants), order)| {
            let (minctasm, maxnreg, maxclusterrank) = numbers;
            let blocks_are_clusters = clusters && reqntid.is_some() && cluster_dim.is_some();
            let grid_constant = if kernel { chosen(&arguments, &constants) } else { Vec::new() };
            let contract = Contract {
                kernel,
                maxntid,
                reqntid,
                cluster_dim,
                minctasm,
                maxnreg,
                maxclusterrank,
                blocks_are_clusters,
                grid_constant,
            };
            Function { contract, arguments, order }
        },
    )
}

/// The 1-based indices of the chosen arguments. `chosen` has 0-based indices among the arguments by value; an index
/// that is too large is ignored.
fn chosen(arguments: &[bool], chosen: &BTreeSet<usize>) -> Vec<usize> {
    let by_value = (1..).zip(arguments).filter(|(_, by_value)| **by_value).map(|(argument, _)| argument);
    by_value.enumerate().filter(|(index, _)| chosen.contains(index)).map(|(_, argument)| argument).collect()
}

/// Up to eight functions.
pub fn functions() -> impl Strategy<Value = Vec<Function>> {
    vec(function(), 1..8)
}

impl Function {
    fn text(&self, name: &str, attributes: &[String]) -> String {
        let argument = |(index, by_value): (usize, &bool)| {
            let by_value = if *by_value { " {llvm.byval = i64}" } else { "" };
            format!("%a{index}: !llvm.ptr{by_value}")
        };
        let arguments: Vec<String> = self.arguments.iter().enumerate().map(argument).collect();
        let (arguments, attributes) = (arguments.join(", "), attributes.join(", "));
        format!("  llvm.func @{name}({arguments}) attributes {{{attributes}}} {{\n    llvm.return\n  }}\n")
    }

    /// The tuples, with at most two pairs each.
    fn tuples(&self, name: &str) -> Vec<String> {
        let contract = &self.contract;
        let mut pairs: Vec<String> = contract.kernel.then(|| "\"kernel\", 1 : i32".to_owned()).into_iter().collect();
        pairs.extend(contract.axes().flatten().map(|(key, size)| format!("\"{key}\", {size} : i32")));
        for (key, number) in contract.scalars() {
            pairs.extend(number.map(|number| format!("\"{key}\", {number} : i32")));
        }
        pairs.extend(contract.blocks_are_clusters.then(|| "\"blocksareclusters\", 1 : i32".to_owned()));
        if !contract.grid_constant.is_empty() {
            let indices: Vec<String> = contract.grid_constant.iter().map(usize::to_string).collect();
            pairs.push(format!("\"grid_constant\", array<i32: {}>", indices.join(", ")));
        }
        Rng::new(self.order).shuffle(&mut pairs);
        pairs.chunks(2).map(|pairs| format!("[@{name}, {}]", pairs.join(", "))).collect()
    }
}

/// The name of the function with that index.
pub fn name(index: usize) -> String {
    format!("k{index}")
}

/// A module of these functions in canonical form.
pub fn canonical(functions: &[(String, &Function)]) -> String {
    let mut text = String::from("module {\n");
    for (name, function) in functions {
        text.push_str(&function.text(name, &function.contract.canonical()));
    }
    text + "}\n"
}

/// A module of these functions, whose facts are in the tuples of the module.
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
    functions.iter().enumerate().map(|(index, function)| (name(index), function)).collect()
}
