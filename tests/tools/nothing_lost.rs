//! Every launch fact of every input is in the output of the import and `nvvm-transplant`, and no other fact is: as a
//! canonical attribute of the same value, or as a pair that stays in its tuple.
//!
//! Inputs are the examples, generated modules (`tests/support/src/generator.rs`) as text and as bitcode, and
//! `examples/host_launch.mlir`. The tuples are read from the inputs by the readers of `tests/support` and stock
//! `mlir-opt`. All pairs are counted: those read are those moved, those left, and those of tuples without a symbol.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::common;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;
use tileiras_test_support::facts::{Facts, FactsOf, Key, key, pairs, symbol};
use tileiras_test_support::harness::sample;
use tileiras_test_support::mlir::{self, Attribute, Operation};
use tileiras_test_support::tree::{self, llvm_examples, read};
use tileiras_test_support::{generator, ll, llvm};

/// How many modules at most.
const GENERATED_MODULES: u64 = 20;
const SETS_OF_A_MODULE: usize = 25;

/// The examples with their accounts, counted by hand in the files.
const EXAMPLES: [(&str, Account); 6] = [
    ("gemm_cluster.ll", Account { tuples: 8, read: 8, moved: 8, left: 0, dropped: 0 }),
    ("kitchen_sink.ll", Account { tuples: 61, read: 87, moved: 74, left: 11, dropped: 2 }),
    ("many.ll", Account { tuples: 15, read: 15, moved: 15, left: 0, dropped: 0 }),
    ("params.ll", Account { tuples: 7, read: 10, moved: 10, left: 0, dropped: 0 }),
    ("saxpy.ll", Account { tuples: 3, read: 3, moved: 3, left: 0, dropped: 0 }),
    ("shared.ll", Account { tuples: 6, read: 6, moved: 6, left: 0, dropped: 0 }),
];
const HOST_LAUNCH: Account = Account { tuples: 18, read: 24, moved: 22, left: 2, dropped: 0 };

/// The numbers of pairs, and what became of them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
struct Account {
    tuples: usize,
    read: usize,
    moved: usize,
    left: usize,
    /// Pairs of tuples without a symbol.
    dropped: usize,
}

impl AddAssign for Account {
    fn add_assign(&mut self, other: Self) {
        self.tuples += other.tuples;
        self.read += other.read;
        self.moved += other.moved;
        self.left += other.left;
        self.dropped += other.dropped;
    }
}

/// A module with annotations: its tuples and functions.
struct Scope {
    tuples: Vec<Vec<Attribute>>,
    functions: FactsOf,
}

impl Scope {
    /// The module of an LLVM IR file.
    fn of_llvm(text: &str) -> Self {
        let module = ll::parse(text);
        let functions = module.functions.iter().filter(|function| !is_intrinsic(&function.name));
        let functions = functions.map(|function| (function.name.clone(), Facts::of_llvm(function)));
        Self { functions: functions.collect(), tuples: module.annotations }
    }

    /// The modules of an MLIR file, outermost first.
    fn all_of_mlir(module: &Operation) -> Vec<Self> {
        let mut found = Vec::new();
        module.walk(&mut |operation| {
            if matches!(&*operation.name, "builtin.module" | "gpu.module") {
                found.push(Self { tuples: tuples_of(operation), functions: functions_of(operation) });
            }
        });
        found
    }
}

fn tuples_of(module: &Operation) -> Vec<Vec<Attribute>> {
    let list = module.attributes.get("nvvm.annotations").map(|list| list.list().expect("annotations are a list"));
    list.unwrap_or_default().iter().map(|tuple| tuple.list().expect("a tuple is a list").to_vec()).collect()
}

fn functions_of(module: &Operation) -> FactsOf {
    let functions = module.children.iter().filter(|operation| operation.name.ends_with(".func"));
    let named = functions.map(|function| (function.symbol().expect("a function has a name"), function));
    named
        .filter(|(name, _)| !is_intrinsic(name))
        .map(|(name, function)| {
            let facts = Facts::of_mlir(function).unwrap_or_else(|what| panic!("@{name}: {what}"));
            (name.to_owned(), facts)
        })
        .collect()
}

/// Whether a function is an intrinsic. The import converts most calls of intrinsics to operations.
fn is_intrinsic(name: &str) -> bool {
    name.starts_with("llvm.")
}

/// What becomes of a tuple: the pairs that are moved, and the tuple that stays.
fn split<'t>(tuple: &'t [Attribute], functions: &FactsOf) -> (Vec<(Key, &'t Attribute)>, Option<Vec<Attribute>>) {
    let Some(symbol) = symbol(tuple).filter(|_| tuple.len() > 1) else { return (Vec::new(), None) };
    let moves = |name| key(name).filter(|_| functions.contains_key(symbol));
    let mut moved = Vec::new();
    let mut rest = vec![tuple[0].clone()];
    for (name, value) in pairs(tuple) {
        match moves(name) {
            Some(key) => moved.push((key, value)),
            None => rest.extend([Attribute::Text(name.to_owned()), value.clone()]),
        }
    }
    (moved, (rest.len() > 1).then_some(rest))
}

/// Checks what became of one module; all values of a fact are the same.
fn check_scope(before: &Scope, after: &Scope) -> Account {
    let account = check_tuples(before, after);
    let mut expected = before.functions.clone();
    for tuple in &before.tuples {
        for (key, value) in split(tuple, &before.functions).0 {
            let name = symbol(tuple).expect("only tuples about functions are moved");
            assert!(after.functions[name].contains(key, value), "@{name}: {key:?} {value:?} is lost");
            expected.get_mut(name).expect("only tuples about functions are moved").add(key, value);
        }
    }
    for (name, facts) in &expected {
        assert_eq!(after.functions.get(name), Some(facts), "the facts of @{name}: theirs are on the left");
    }
    assert_eq!(after.functions.len(), expected.len(), "functions are neither lost nor made");
    account
}

/// Checks which pairs stay in tuples, in which order, and counts.
fn check_tuples(before: &Scope, after: &Scope) -> Account {
    let mut account = Account { tuples: before.tuples.len(), ..Account::default() };
    let mut rests = Vec::new();
    for tuple in &before.tuples {
        let (moved, rest) = split(tuple, &before.functions);
        let count = tuple.len() / 2;
        let left = rest.as_ref().map_or(0, |rest| rest.len() / 2);
        account.read += count;
        account.moved += moved.len();
        account.dropped += if symbol(tuple).is_none() { count } else { 0 };
        rests.extend(rest);
        assert!(symbol(tuple).is_none() || moved.len() + left == count, "{tuple:?}");
    }
    assert_eq!(after.tuples, rests, "the tuples that stay: ours are on the left");
    account.left = after.tuples.iter().map(|tuple| tuple.len() / 2).sum();
    assert_eq!(account.read, account.moved + account.left + account.dropped, "no pair is lost or made: {account:?}");
    account
}

/// A statistic of the pass. None is printed if all are 0.
fn statistic(text: &str, name: &str) -> usize {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("(S) "));
    let mut statistics = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let found = statistics.find(|words| words.get(1) == Some(&name));
    found.map_or(0, |words| words[0].parse().expect("a statistic is a number"))
}

/// The facts that legacy carriers state, each once for its function. The inputs have shapes and numbers in no canonical
/// attribute.
fn stated(scope: &Scope) -> BTreeSet<(&str, &str)> {
    let flagged = scope.functions.iter().filter(|(_, facts)| facts.blocks_are_clusters);
    let flags = flagged.map(|(name, _)| (&**name, Key::BlocksAreClusters.attribute()));
    let kernels = scope.functions.iter().filter(|(_, facts)| facts.kernel_string);
    let kernels = kernels.map(|(name, _)| (&**name, Key::Kernel.attribute()));
    statements(scope).map(|(name, key, _)| (name, key.attribute())).chain(flags).chain(kernels).collect()
}

/// Runs the transplant on a module, checks what became of it, and returns the account.
fn transplant(module: &[u8], before: &[Scope]) -> Account {
    let arguments = ["--nvvm-transplant", "--mlir-print-op-generic", "--mlir-pass-statistics"];
    let run = common::opt(&arguments, module).expect_good();
    let output = mlir::parse(&run.text());
    let after = Scope::all_of_mlir(&output);
    assert_eq!(before.len(), after.len(), "modules are neither lost nor made");
    let (mut account, mut moved, mut sources) = (Account::default(), 0, BTreeSet::new());
    for (before, after) in before.iter().zip(&after) {
        account += check_scope(before, after);
        let stated = stated(before);
        sources.extend(stated.iter().map(|(name, _)| *name));
        // A kernel value of 0 and an empty list of arguments state no fact.
        let holds = |(name, fact): &&(&str, &str)| after.functions[*name].names().any(|holds| holds == *fact);
        moved += stated.iter().filter(holds).count();
    }
    let mut marked = BTreeSet::new();
    output.walk(&mut |operation| {
        if operation.attributes.contains_key("nvvm.annotations_transplanted") {
            marked.extend(operation.symbol());
        }
    });
    assert_eq!(marked, sources, "the functions with a marker are those from which a fact was moved");
    let statistic = |name| statistic(&run.err, name);
    assert_eq!(statistic("tuples-seen"), account.tuples);
    assert_eq!(statistic("facts-left"), account.left);
    assert_eq!(statistic("functions-marked"), marked.len());
    assert_eq!(statistic("facts-moved"), moved);
    check_second_run(module);
    account
}

/// A second run changes no byte and prints nothing.
fn check_second_run(module: &[u8]) {
    let once = common::opt(&["--nvvm-transplant"], module).expect_good();
    let twice = common::opt(&["--nvvm-transplant", "--mlir-pass-statistics"], &once.out).expect_good();
    assert_eq!(once.text(), twice.text(), "a second run changes nothing");
    assert!(!twice.err.contains("remark:"), "a second run reports nothing: {}", twice.err);
    assert_eq!(statistic(&twice.err, "facts-moved"), 0);
}

/// Imports LLVM IR, and checks that every tuple is imported unchanged.
fn import(content: &[u8], before: &Scope) -> Vec<u8> {
    let imported = common::import(content).expect_good().out;
    let generic = llvm::stock("mlir-opt", &["--mlir-print-op-generic"], &imported).expect_good();
    let tuples = tuples_of(&mlir::parse(&generic.text()));
    assert_eq!(tuples, before.tuples, "the tuples as imported: ours are on the left");
    imported
}

fn check_llvm(text: &str) -> Account {
    let before = Scope::of_llvm(text);
    transplant(&import(text.as_bytes(), &before), &[before])
}

fn example(name: &str) -> String {
    read(tree::example(name))
}

#[test]
fn no_fact_of_the_examples_is_lost() {
    for (name, expected) in EXAMPLES {
        assert_eq!(check_llvm(&example(name)), expected, "{name}");
    }
}

#[test]
fn every_example_is_listed() {
    let found: BTreeSet<String> = llvm_examples(&[]).into_iter().map(|(name, _)| name).collect();
    let known: BTreeSet<String> = EXAMPLES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(found, known);
}

#[test]
fn no_fact_of_gpu_modules_is_lost() {
    let text = example("host_launch.mlir");
    let generic = llvm::stock("mlir-opt", &["--mlir-print-op-generic"], text.as_bytes()).expect_good();
    let before = Scope::all_of_mlir(&mlir::parse(&generic.text()));
    assert_eq!(transplant(text.as_bytes(), &before), HOST_LAUNCH);
}

#[test]
fn no_fact_of_generated_modules_is_lost() {
    let mut account = Account::default();
    let modules = sample(5, GENERATED_MODULES);
    for seed in 0..modules {
        account += check_llvm(&generator::module(seed, SETS_OF_A_MODULE, false).text);
    }
    let enough = |count: usize, each: u64| count as u64 > each * modules;
    let enough = enough(account.moved, 200) && enough(account.left, 20) && enough(account.dropped, 2);
    assert!(enough, "too few of a kind: {account:?}");
}

/// A remark at the function names each discarded value.
#[test]
fn discarded_values_are_named_in_remarks() {
    for policy in ["last", "keep"] {
        let mut discarded = 0;
        let modules = sample(3, GENERATED_MODULES / 2);
        for seed in 0..modules {
            discarded += check_conflicts(&generator::module(seed, SETS_OF_A_MODULE, true).text, policy);
        }
        assert!(discarded as u64 > 25 * modules, "only {discarded} values are discarded with on-conflict={policy}");
    }
}

/// Returns the number of values discarded.
fn check_conflicts(text: &str, policy: &str) -> usize {
    let before = Scope::of_llvm(text);
    let imported = import(text.as_bytes(), &before);
    let pass = format!("--nvvm-transplant=on-conflict={policy}");
    let run = common::opt(&[&pass, "--mlir-print-op-generic"], &imported).expect_good();
    let after = Scope::all_of_mlir(&mlir::parse(&run.text())).remove(0);
    check_tuples(&before, &after);
    let remarks = remarks_by_function(&run.err, &String::from_utf8_lossy(&imported));
    let mut discarded = 0;
    for (name, key, value) in statements(&before) {
        if !after.functions[name].contains(key, &value) {
            discarded += 1;
            let is_named =
                remarks.get(name).is_some_and(|remarks| remarks.iter().any(|remark| names(remark, key, &value)));
            assert!(is_named, "@{name}: {key:?} {value:?} is discarded and no remark names it: {}", run.err);
        }
    }
    discarded
}

/// All statements about functions: those of their own attributes, and those of tuples.
fn statements(scope: &Scope) -> impl Iterator<Item = (&str, Key, Attribute)> {
    let own = scope.functions.iter().flat_map(|(name, facts)| {
        let statements =
            facts.numbers().map(|(key, value)| (key, Attribute::Integer { value: value.into(), bits: 64 }));
        statements.map(move |(key, value)| (&**name, key, value))
    });
    let legacy = scope.tuples.iter().flat_map(|tuple| {
        let moved = split(tuple, &scope.functions).0.into_iter();
        moved.filter_map(|(key, value)| Some((symbol(tuple)?, key, value.clone())))
    });
    own.chain(legacy)
}

/// Whether a remark reports that this value of this fact is discarded.
fn names(remark: &str, key: Key, value: &Attribute) -> bool {
    let value = match (key, value) {
        (Key::Kernel, Attribute::Integer { value, .. }) => (*value != 0).to_string(),
        (_, Attribute::Integer { value, .. }) => value.to_string(),
        _ => return false,
    };
    let about = remark.contains(&format!("op '{}' has conflicting values", key.attribute()));
    about && remark.contains(&format!("; {value} from ")) && remark.ends_with(" is discarded")
}

/// The remarks of a run, by the function at their location.
fn remarks_by_function(errors: &str, input: &str) -> BTreeMap<String, Vec<String>> {
    let lines: Vec<&str> = input.lines().collect();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in errors.lines() {
        let Some((location, remark)) = line.split_once(": remark: ") else { continue };
        let number: usize = location.split(':').nth(1).and_then(|line| line.parse().ok()).expect("a remark has a line");
        let header = lines[number - 1].trim();
        if header.starts_with("llvm.func") {
            found.entry(mlir::first_symbol(header)).or_default().push(remark.to_owned());
        }
    }
    found
}

/// Stock LLVM upgrades annotations when it reads them, so it cannot write them to bitcode. The bitcode is written with
/// another name of the metadata, which is then replaced.
#[test]
fn no_fact_of_bitcode_is_lost() {
    for seed in 0..sample(2, GENERATED_MODULES / 4) {
        let text = generator::module(seed, SETS_OF_A_MODULE, false).text;
        let before = Scope::of_llvm(&text);
        let renamed = text.replace("nnotations", "nnotationz");
        let mut bitcode = llvm::stock("llvm-as", &["-o", "-"], renamed.as_bytes()).expect_good().out;
        assert!(replace_bits(&mut bitcode, b"nvvm.annotationz", b"nvvm.annotations") > 0, "the name is in the bitcode");
        transplant(&import(&bitcode, &before), &[before]);
    }
}

/// Replaces a text that starts at any bit. Returns how often it was found.
fn replace_bits(content: &mut [u8], from: &[u8], to: &[u8]) -> usize {
    let mut count = 0;
    for shift in 0..8 {
        for start in 0..content.len().saturating_sub(from.len()) {
            if (0..from.len()).all(|index| byte_at(content, start + index, shift) == from[index]) {
                for (index, byte) in to.iter().enumerate() {
                    set_byte(content, start + index, shift, *byte);
                }
                count += 1;
            }
        }
    }
    count
}

fn byte_at(content: &[u8], at: usize, shift: u32) -> u8 {
    let pair = u16::from_le_bytes([content[at], content[at + 1]]);
    (pair >> shift).to_le_bytes()[0]
}

fn set_byte(content: &mut [u8], at: usize, shift: u32, byte: u8) {
    let pair = u16::from_le_bytes([content[at], content[at + 1]]);
    let pair = pair & !(0xff << shift) | u16::from(byte) << shift;
    content[at..at + 2].copy_from_slice(&pair.to_le_bytes());
}
