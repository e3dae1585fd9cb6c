//! Checks the samples of real producers in `examples/producers`.
//!
//! Stock `opt` verifies each `.ll` sample. Except for launch facts, `--import-nvvm` makes the same module of it as
//! stock `--import-llvm`. `--nvvm-launch` changes only launch facts in each `.mlir` sample, and in the module that
//! stock LLVM imports from each `.ll` sample. Afterwards, each function has the launch facts of the sample in canonical
//! form.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::common;
use std::collections::BTreeMap;
use std::path::Path;
use std::thread;
use tileiras_test_support::facts::{Dims, Facts, FactsOf};
use tileiras_test_support::harness::sample;
use tileiras_test_support::llvm::stock;
use tileiras_test_support::mlir::{self, Attribute, Dictionary, Operation};
use tileiras_test_support::{harness, ll, tree};

const GENERIC: &str = "--mlir-print-op-generic";

/// The operations with attributes that state launch facts.
const WITH_FACTS: [&str; 4] = ["builtin.module", "gpu.module", "llvm.func", "gpu.func"];

/// The discardable attributes that state launch facts, or that the transplant adds.
const FACT_ATTRIBUTES: [&str; 11] = [
    "nvvm.annotations",
    "nvvm.annotations_transplanted",
    "nvvm.kernel",
    "nvvm.maxntid",
    "nvvm.reqntid",
    "nvvm.cluster_dim",
    "nvvm.minctasm",
    "nvvm.maxnreg",
    "nvvm.maxclusterrank",
    "nvvm.cluster_max_blocks",
    "nvvm.grid_constant",
];

#[test]
fn samples_keep_their_launch_facts_and_everything_else() {
    let samples = tree::files("examples/producers", &[".ll", ".mlir"]);
    let samples: Vec<_> = samples.into_iter().step_by(sample(3, 1)).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let results = harness::in_parallel(threads, samples.len(), |number| check(&samples[number]));
    let failures: Vec<String> = samples
        .iter()
        .zip(&results)
        .filter_map(|(path, result)| Some(format!("{}: {}", tree::name(path), result.as_ref().err()?)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let counts = |ending: &str| samples.iter().filter(|path| path.to_string_lossy().ends_with(ending)).count();
    assert!(counts(".ll") > 0 && counts(".mlir") > 0);
    let kernels: usize = results.into_iter().flatten().sum();
    assert!(kernels >= samples.len(), "{kernels} kernels in {} samples", samples.len());
}

/// Checks one sample. Returns the number of its kernels.
fn check(path: &Path) -> Result<usize, String> {
    let text = tree::read(path);
    let stated = if path.extension().is_some_and(|extension| extension == "ll") {
        let upgraded = ll::parse(&stock("opt", &["-passes=verify", "-S"], &text).good()?.text());
        let facts = upgraded.functions.iter().map(|function| (function.name.clone(), Facts::of_llvm(function)));
        let stated: FactsOf = facts.collect();
        let (ours, peer) = (common::import(&text).good()?, stock("mlir-translate", &["--import-llvm"], &text).good()?);
        // The stock import drops this property of global variables.
        let property = "externally_initialized";
        let imported = generic(&ours.text())?;
        let (stated_in_llvm, kept) = (text.matches(property).count(), imported.matches(property).count());
        if kept != stated_in_llvm {
            return Err(format!("{kept} of {stated_in_llvm} global variables are {property}"));
        }
        let imported = imported.replace(&format!("{property}, "), "");
        same_but_facts("--import-nvvm", &imported, &generic(&peer.text())?)?;
        same_facts(&stated, &canonical_facts(&mlir::parse(&launched(&ours.text())?))?)?;
        // The facts are not compared here: stock LLVM loses `nvvm.grid_constant` on arguments.
        same_but_facts("--nvvm-launch", &launched(&peer.text())?, &generic(&peer.text())?)?;
        stated
    } else {
        let (before, after) = (generic(&text)?, launched(&text)?);
        same_but_facts("--nvvm-launch", &after, &before)?;
        let stated = facts_as_written(&mlir::parse(&before));
        same_facts(&stated, &canonical_facts(&mlir::parse(&after))?)?;
        stated
    };
    Ok(stated.values().filter(|facts| facts.kernel).count())
}

/// What `tileiras-opt --nvvm-launch` prints in generic form.
fn launched(mlir: &str) -> Result<String, String> {
    Ok(common::opt(&["--nvvm-launch", GENERIC], mlir).good()?.text())
}

/// What stock `mlir-opt` prints in generic form.
fn generic(mlir: &str) -> Result<String, String> {
    Ok(stock("mlir-opt", &[GENERIC], mlir).good()?.text())
}

/// An error if two modules in generic form differ in anything but launch facts.
///
/// The reader of tests/support leaves out the names of results and the labels of blocks, so that the lines are compared
/// as well: all but those with the attributes of a function or module.
fn same_but_facts(step: &str, ours: &str, peer: &str) -> Result<(), String> {
    let lines =
        |text: &str| -> Vec<String> { text.lines().filter(|line| !has_facts(line)).map(str::to_owned).collect() };
    same_lines(step, lines(ours), lines(peer))?;
    same_lines(step, operations(ours), operations(peer))
}

/// Whether a line is the first or the last one of an operation with a region.
fn has_facts(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("})") || WITH_FACTS.iter().any(|name| line.starts_with(&format!("\"{name}\"")))
}

fn same_lines(step: &str, ours: Vec<String>, peer: Vec<String>) -> Result<(), String> {
    match ours.iter().zip(&peer).find(|(ours, peer)| ours != peer) {
        Some((ours, peer)) => Err(format!("{step}\n  ours:  {ours}\n  stock: {peer}")),
        None if ours.len() != peer.len() => Err(format!("{step}: {} lines, stock has {}", ours.len(), peer.len())),
        None => Ok(()),
    }
}

/// Each operation of a module with its attributes, without launch facts.
fn operations(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    mlir::parse(text).walk(&mut |op| {
        let (mut properties, mut attributes) = (op.properties.clone(), op.attributes.clone());
        if WITH_FACTS.contains(&&*op.name) {
            attributes.retain(|name, _| !FACT_ATTRIBUTES.contains(&&**name));
            remove_facts(&mut properties);
        }
        found.push(format!("{} {} {properties:?} {attributes:?} {}", op.name, op.operands, op.rest));
    });
    found
}

/// Removes the launch facts in the calling convention, in `passthrough` and on arguments.
fn remove_facts(properties: &mut Dictionary) {
    if let Some(Attribute::Other(convention)) = properties.get_mut("CConv") {
        *convention = convention.replace("ptx_kernelcc", "ccc");
    }
    if let Some(Attribute::List(entries)) = properties.get_mut("passthrough") {
        entries.retain(|entry| {
            let name = entry.list().and_then(<[_]>::first).unwrap_or(entry);
            !name.text().is_some_and(|name| name.starts_with("nvvm."))
        });
    }
    if let Some(Attribute::List(arguments)) = properties.get_mut("arg_attrs") {
        for argument in arguments.iter_mut() {
            if let Attribute::Dictionary(attributes) = argument {
                attributes.remove("nvvm.grid_constant");
            }
        }
    }
    let empty = Attribute::Dictionary(Dictionary::new());
    properties.retain(|name, value| match value {
        Attribute::List(entries) if name == "passthrough" => !entries.is_empty(),
        Attribute::List(arguments) if name == "arg_attrs" => arguments.iter().any(|argument| *argument != empty),
        _ => true,
    });
}

fn functions(module: &Operation) -> impl Iterator<Item = (String, &Operation)> {
    let found = [module.all("llvm.func"), module.all("gpu.func")].concat();
    found.into_iter().map(|function| (function.symbol().expect("a function has a name").to_owned(), function))
}

/// The launch facts of each function, all of which must be in canonical form.
fn canonical_facts(module: &Operation) -> Result<FactsOf, String> {
    let facts = |(name, function)| Ok((name, Facts::of_mlir(function)?));
    functions(module).map(facts).collect()
}

/// The launch facts of each function, in the forms that Triton and numba-cuda-mlir use.
fn facts_as_written(module: &Operation) -> FactsOf {
    functions(module).map(|(name, function)| (name, as_written(function))).collect()
}

fn as_written(function: &Operation) -> Facts {
    let mut facts = Facts::default();
    for (name, value) in &function.attributes {
        match &**name {
            "nvvm.kernel" | "gpu.kernel" => facts.kernel = true,
            name @ ("nvvm.maxntid" | "nvvm.reqntid" | "nvvm.cluster_dim") => {
                let mut dims: Dims = [1; 3];
                for (size, number) in dims.iter_mut().zip(numbers(value)) {
                    *size = number;
                }
                let known = FACT_ATTRIBUTES.into_iter().find(|known| *known == name).expect("it is in the list");
                facts.dims.insert(known, dims);
            }
            "nvvm.minctasm" => facts.scalars.extend(numbers(value).first().map(|number| ("nvvm.minctasm", *number))),
            "nvvm.maxnreg" => facts.scalars.extend(numbers(value).first().map(|number| ("nvvm.maxnreg", *number))),
            "nvvm.maxclusterrank" | "nvvm.cluster_max_blocks" => {
                facts.scalars.extend(numbers(value).first().map(|number| ("nvvm.maxclusterrank", *number)));
            }
            _ => {}
        }
    }
    facts
}

/// The numbers of an integer or of a list of integers.
fn numbers(value: &Attribute) -> Vec<u64> {
    match value {
        Attribute::Integer { value, .. } => vec![u64::try_from(*value).expect("it is not negative")],
        Attribute::I32s(values) => {
            values.iter().map(|value| u64::try_from(*value).expect("it is not negative")).collect()
        }
        Attribute::List(values) => values.iter().flat_map(numbers).collect(),
        other => panic!("a number is expected, got {other:?}"),
    }
}

fn same_facts(stated: &FactsOf, found: &FactsOf) -> Result<(), String> {
    let with_facts = |facts: &FactsOf| -> BTreeMap<String, Facts> {
        let facts = facts.iter().filter(|(_, facts)| **facts != Facts::default());
        facts.map(|(name, facts)| (name.clone(), facts.clone())).collect()
    };
    let (stated, found) = (with_facts(stated), with_facts(found));
    if stated == found { Ok(()) } else { Err(format!("facts\n  stated: {stated:?}\n  found:  {found:?}")) }
}
