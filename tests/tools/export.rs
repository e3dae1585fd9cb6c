//! Every launch fact is exported and read back: by `nvvm-export` with upstream's own translation, by `--export-nvvm`
//! and by `--export-nvvm-legacy`, for the examples and generated modules. LLVM's own upgrade converts the legacy form
//! to the modern form.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::common;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use tileiras_test_support::contract::Contract;
use tileiras_test_support::facts::{Facts, FactsOf, Key, key, pairs, symbol};
use tileiras_test_support::harness::sample;
use tileiras_test_support::mlir::{self, Attribute};
use tileiras_test_support::process::{End, Run};
use tileiras_test_support::rng::Rng;
use tileiras_test_support::tree::llvm_examples;
use tileiras_test_support::{generator, ll, llvm};

/// How many modules at most.
const GENERATED_MODULES: u64 = 16;
const SETS_OF_A_MODULE: usize = 25;
const CONTRACTS: usize = 400;

/// The launch facts of a module's functions, and the remaining tuples.
type Contents = (FactsOf, Vec<Vec<Attribute>>);

fn translate(flag: &str, input: &[u8]) -> Run {
    common::translate(&[flag], input)
}

/// The contents of MLIR in canonical form.
fn of_mlir(text: &[u8]) -> Contents {
    let generic = llvm::stock("mlir-opt", &["--mlir-print-op-generic"], text).expect_good();
    let module = mlir::parse(&generic.text());
    let mut facts = FactsOf::new();
    for function in module.all("llvm.func") {
        let name = function.symbol().expect("a function has a name");
        let of_function = Facts::of_mlir(function).unwrap_or_else(|what| panic!("@{name}: {what}"));
        facts.insert(name.to_owned(), of_function);
    }
    let list = module.attributes.get("nvvm.annotations").and_then(Attribute::list).unwrap_or_default();
    (facts, list.iter().map(|tuple| tuple.list().expect("a tuple is a list").to_vec()).collect())
}

/// The contents of LLVM IR. `blocksareclusters`, which LLVM leaves in its tuple, is taken from there.
fn of_llvm(text: &str) -> Contents {
    let module = ll::parse(text);
    let named = module.functions.iter().map(|function| (function.name.clone(), Facts::of_llvm(function)));
    let mut facts: FactsOf = named.collect();
    let mut rest = Vec::new();
    for tuple in module.annotations {
        let mut kept = vec![tuple[0].clone()];
        let function = symbol(&tuple).map(ToOwned::to_owned);
        for (name, value) in pairs(&tuple) {
            match (key(name), function.as_ref().and_then(|function| facts.get_mut(function))) {
                (Some(Key::BlocksAreClusters), Some(facts)) => facts.add(Key::BlocksAreClusters, value),
                _ => kept.extend([Attribute::Text(name.to_owned()), value.clone()]),
            }
        }
        rest.extend((kept.len() > 1).then_some(kept));
    }
    (facts, rest)
}

fn transplant(mlir: &[u8]) -> Vec<u8> {
    common::opt(&["--nvvm-transplant"], mlir).expect_good().out
}

/// Removes the declarations of intrinsics, which differ between the forms.
fn without_intrinsics((mut facts, rest): Contents) -> Contents {
    facts.retain(|name, _| !name.starts_with("llvm."));
    (facts, rest)
}

/// Removes the `align` pairs of functions, which LLVM's upgrade converts to attributes.
fn without_align((facts, rest): Contents) -> Contents {
    let other = |tuple: Vec<Attribute>| {
        let about_function = symbol(&tuple).is_some_and(|name| facts.contains_key(name));
        let mut kept = vec![tuple[0].clone()];
        for (name, value) in pairs(&tuple).filter(|(name, _)| !about_function || *name != "align") {
            kept.extend([Attribute::Text(name.to_owned()), value.clone()]);
        }
        (kept.len() > 1).then_some(kept)
    };
    let rest = rest.into_iter().filter_map(other).collect();
    (facts, rest)
}

/// Checks a module of LLVM IR both ways. Returns how many functions state each fact, and how many tuples stay.
fn check_llvm(text: &str) -> BTreeMap<&'static str, usize> {
    let canonical = transplant(&common::import(text.as_bytes()).expect_good().out);
    let contents = without_intrinsics(of_mlir(&canonical));

    let modern = translate("--export-nvvm", &canonical).expect_good();
    let legacy = translate("--export-nvvm-legacy", &canonical).expect_good();
    assert_eq!(without_intrinsics(of_llvm(&modern.text())), contents, "the modern form: ours are on the left");
    for exported in [&modern, &legacy] {
        llvm::stock("llvm-as", &["-o", "/dev/null"], &exported.out).expect_good();
        let back = transplant(&common::import(&exported.out).expect_good().out);
        assert_eq!(without_intrinsics(of_mlir(&back)), contents, "read back: ours are on the left");
    }
    let [theirs, ours] = [&legacy, &modern].map(|exported| {
        let upgraded = llvm::stock("opt", &["-S"], &exported.out).expect_good().text();
        without_align(without_intrinsics(of_llvm(&upgraded)))
    });
    assert_eq!(theirs, ours, "the upgraded legacy form, and the modern form");

    let mut counts = BTreeMap::from([("tuples", contents.1.len())]);
    for fact in contents.0.values().flat_map(Facts::names) {
        *counts.entry(fact).or_default() += 1;
    }
    counts
}

#[test]
fn examples_round_trip() {
    for (name, text) in llvm_examples(&[]) {
        let counts = check_llvm(&text);
        assert!(counts.contains_key("nvvm.kernel"), "{name}: {counts:?}");
    }
}

#[test]
fn generated_llvm_modules_round_trip() {
    let mut total = BTreeMap::new();
    let modules = sample(4, GENERATED_MODULES);
    for seed in 0..modules {
        for (fact, count) in check_llvm(&generator::module(seed, SETS_OF_A_MODULE, false).text) {
            *total.entry(fact).or_insert(0) += count;
        }
    }
    assert!(
        total.len() == Facts::KINDS + 1 && total.values().all(|count| *count > 2 * modules as usize),
        "too few of a kind: {total:?}"
    );
}

/// Generated contracts, in canonical form: MLIR, and what is in it.
fn contracts(seed: u64) -> (String, FactsOf) {
    let mut rng = Rng::new(seed);
    let (mut text, mut all) = (String::from("module {\n"), FactsOf::new());
    for number in 0..CONTRACTS {
        let size = |rng: &mut Rng| rng.pick(&[1, 2, 4, 32, 128, 2_147_483_647]);
        let dims = |rng: &mut Rng| rng.percent(40).then(|| [(); 3].map(|()| size(rng)));
        let scalar = |rng: &mut Rng| rng.percent(40).then(|| rng.pick(&[0, 1, 8, 255, 2_147_483_647, 4_294_967_295]));
        let mut contract = Contract {
            kernel: rng.percent(80),
            maxntid: dims(&mut rng),
            reqntid: dims(&mut rng),
            cluster_dim: dims(&mut rng),
            minctasm: scalar(&mut rng),
            maxnreg: scalar(&mut rng),
            maxclusterrank: scalar(&mut rng),
            ..Contract::default()
        };
        let both = contract.reqntid.is_some() && contract.cluster_dim.is_some();
        contract.blocks_are_clusters = both && rng.percent(50);
        let arguments: Vec<&str> =
            (0..rng.below(5)).map(|_| rng.pick(&["!llvm.ptr", "i32", "!llvm.ptr {llvm.byval = i64}"])).collect();
        for (index, _) in (1..).zip(&arguments).filter(|(_, argument)| argument.contains("byval")) {
            // Arguments that upstream's form cannot express are in another test.
            if contract.kernel && rng.percent(60) {
                contract.grid_constant.push(index);
            }
        }
        let arguments: Vec<String> =
            arguments.iter().enumerate().map(|(index, argument)| format!("%a{index}: {argument}")).collect();
        let name = format!("k{number}");
        let attributes = contract.canonical().join(", ");
        writeln!(text, "llvm.func @{name}({}) attributes {{{attributes}}} {{ llvm.return }}", arguments.join(", "))
            .expect("a string takes any text");
        all.insert(name, Facts::of_contract(&contract));
    }
    (text + "}\n", all)
}

#[test]
fn contracts_round_trip_by_upstreams_translation() {
    for seed in 0..2 {
        let (text, truth) = contracts(seed);
        let stated: BTreeSet<&str> = truth.values().flat_map(Facts::names).collect();
        assert_eq!(stated.len(), Facts::KINDS, "a fact is missing: {stated:?}");
        assert_eq!(of_mlir(text.as_bytes()).0, truth, "the generator writes the facts that it returns");

        let exported = common::opt(&["--nvvm-export"], text.as_bytes()).expect_good().out;
        let llvm = llvm::stock("mlir-translate", &["--mlir-to-llvmir"], &exported).expect_good();
        assert_eq!(of_llvm(&llvm.text()), (truth.clone(), Vec::new()));
        // There are no warnings about upstream's own form.
        let ours = translate("--mlir-to-llvmir", &exported).expect_good();
        assert_eq!((ours.text(), &*ours.err), (llvm.text(), ""));
        let ours = translate("--export-nvvm", text.as_bytes()).expect_good();
        assert_eq!((ours.text(), &*ours.err), (llvm.text(), ""));

        let back = common::opt(&["--nvvm-transplant"], &exported).expect_good();
        assert_eq!(of_mlir(&back.out).0, truth);
        let again = common::opt(&["--nvvm-export"], &exported).expect_good();
        assert_eq!(again.out, exported, "a second run changes nothing");
        let at_once = common::opt(&["--nvvm-transplant=form=upstream"], text.as_bytes()).expect_good();
        assert_eq!(at_once.text(), String::from_utf8_lossy(&exported));
    }
}

#[test]
fn contracts_round_trip_by_the_legacy_form() {
    let (text, truth) = contracts(7);
    let exported = common::opt(&["--nvvm-export=legacy"], text.as_bytes()).expect_good().out;
    let generic = llvm::stock("mlir-opt", &["--mlir-print-op-generic"], &exported).expect_good();
    for function in mlir::parse(&generic.text()).all("llvm.func") {
        let left: Vec<&String> = function.attributes.keys().filter(|name| name.starts_with("nvvm.")).collect();
        assert!(left.is_empty(), "{left:?} is left on {:?}", function.symbol());
    }
    assert_eq!(of_mlir(&transplant(&exported)), (truth, Vec::new()));
    let again = common::opt(&["--nvvm-export=legacy"], &exported).expect_good();
    assert_eq!(again.out, exported, "a second run changes nothing");
    let upstream = common::opt(&["--nvvm-export"], text.as_bytes()).expect_good();
    let at_once = common::opt(&["--nvvm-transplant=form=upstream"], &exported).expect_good();
    assert_eq!(at_once.text(), upstream.text(), "the legacy form gives the same bytes");
}

/// The translations export a constant argument that upstream's form cannot express. The pass refuses it.
#[test]
fn constant_arguments_that_are_not_by_value() {
    let text = b"llvm.func @k(%a: !llvm.ptr, %b: !llvm.ptr {llvm.byval = i64}, %c: !llvm.ptr {llvm.noalias})\n\
                 attributes {nvvm.kernel, nvvm.grid_constant = array<i32: 1, 2, 3>} { llvm.return }";
    let refused = common::opt(&["--nvvm-export"], text);
    assert_eq!(refused.end, End::Exit(1));
    assert!(refused.err.contains("names arguments 1, 3, which are not 'llvm.byval'"), "{refused}");
    for flag in ["--export-nvvm", "--export-nvvm-legacy"] {
        let exported = translate(flag, text).expect_good();
        let upgraded = llvm::stock("opt", &["-S"], &exported.out).expect_good().text();
        assert_eq!(&of_llvm(&upgraded).0["k"].grid_constant, &BTreeSet::from([1, 2, 3]), "{flag}");
    }
}
