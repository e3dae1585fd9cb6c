//! Every fact of an input has a row in the audit, with the stated value, and none is lost between input and cubin.

use crate::driver::bench::{Bench, Ran, example};
use crate::driver::contracts::{self, CHIPS, Function};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tileiras_test_support::facts::{Facts, FactsOf, key, pairs, symbol};
use tileiras_test_support::harness::sample;
use tileiras_test_support::rng::Rng;
use tileiras_test_support::tree::llvm_examples;
use tileiras_test_support::{ll, ptxas};

/// How many modules at most.
const MODULES: usize = 6;
const CONTRACTS_OF_A_MODULE: usize = 40;

/// The verdicts that do not break the contract.
const KEPT: [&str; 6] = ["carried", "folded", "suppressed", "implied", "ignored", "hidden"];

/// The rows of an audit: by function and subject, the verdict and its details.
type Rows = BTreeMap<String, BTreeMap<String, (String, String)>>;

/// Reads the output of `tileiras-contract audit`.
fn rows(text: &str) -> Rows {
    let mut rows = Rows::new();
    let mut function = String::new();
    for line in text.lines().skip(1) {
        if let Some(name) = line.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
            function = name.to_owned();
        } else if let Some(row) = line.strip_prefix("  ") {
            let (subject, rest) = row.split_at(24);
            let (word, rest) = rest.split_once(' ').expect("a verdict and a value");
            let row = (word.to_owned(), rest.trim().to_owned());
            let before = rows.entry(function.clone()).or_default().insert(subject.trim().to_owned(), row);
            assert!(before.is_none(), "two rows about {subject} of '{function}':\n{text}");
        }
    }
    rows
}

/// Audits a cubin that was made from an input, and asserts that nothing is lost.
fn audited(bench: &Bench, input: &Path, cubin: &Path, module: Option<&str>) -> Rows {
    let mut arguments = vec!["audit".into(), input.to_owned(), cubin.to_owned()];
    arguments.extend(module.map(|module| format!("--gpu-module={module}").into()));
    let rows = rows(&bench.contract(arguments).code(0).text());
    for (function, row) in rows.iter().flat_map(|(function, rows)| rows.iter().map(move |row| (function, row))) {
        let (subject, (word, details)) = row;
        assert!(KEPT.contains(&word.as_str()), "{}: '{function}' {subject} {word} {details}", input.display());
    }
    rows
}

/// The number of facts by verdict.
#[derive(Default)]
struct Totals(BTreeMap<String, usize>);

impl Totals {
    fn add(&mut self, rows: &Rows) {
        for (word, _) in rows.values().flat_map(BTreeMap::values) {
            *self.0.entry(word.clone()).or_default() += 1;
        }
    }

    fn of(&self, word: &str) -> usize {
        self.0.get(word).copied().unwrap_or_default()
    }

    fn print(&self, what: &str) {
        let all: usize = self.0.values().sum();
        let parts: Vec<String> = self.0.iter().map(|(word, count)| format!("{count} {word}")).collect();
        println!("{what}: {all} facts: {}", parts.join(", "));
    }
}

/// The launch facts that cuobjdump shows for each kernel: attributes with their values.
fn dumped(cubin: &Path) -> BTreeMap<String, BTreeMap<String, Vec<u32>>> {
    const LAUNCH: [&str; 6] =
        ["MAX_THREADS", "REQNTID", "CTA_PER_CLUSTER", "EXPLICIT_CLUSTER", "MAX_CLUSTER_RANK", "BLOCKS_ARE_CLUSTERS"];
    let is_launch = |name: &str| LAUNCH.iter().any(|launch| name == format!("EIATTR_{launch}"));
    let sections = ptxas::attributes(&ptxas::cuobjdump(&fs::read(cubin).expect("a cubin can be read")));
    let of_kernel = |(section, attributes): (String, BTreeMap<String, String>)| {
        let kernel = section.strip_prefix(".nv.info.")?.to_owned();
        let launch = attributes.into_iter().filter(|(name, _)| is_launch(name));
        Some((kernel, launch.map(|(name, value)| (name, ptxas::words(&value))).collect()))
    };
    sections.into_iter().filter_map(of_kernel).collect()
}

#[test]
fn generated_contracts_reach_the_cubin() {
    let bench = Bench::new();
    let mut rng = Rng::new(22);
    // In every second module, grids count clusters.
    let modules: Vec<(String, Vec<Function>)> = (0..sample(2, MODULES))
        .map(|module| {
            let (name, grids) = (|number| format!("m{module}k{number}"), module % 2 == 1);
            let contracts: Vec<_> =
                (0..CONTRACTS_OF_A_MODULE).map(|number| contracts::function(&mut rng, name(number), grids)).collect();
            let file = format!("m{module}.ll");
            bench.file(&file, contracts::write(&mut rng, &contracts));
            (file, contracts)
        })
        .collect();
    let mut totals = Totals::default();
    for chip in CHIPS {
        let option = format!("--gpu-name={}", chip.name);
        let compiled: Vec<_> = modules.iter().step_by(if chip.clusters { 1 } else { 2 }).collect();
        bench.cc(compiled.iter().map(|(file, _)| file.as_str()).chain([option.as_str()])).code(0);
        for (file, contracts) in compiled {
            let (input, cubin) = (bench.path(file), bench.path(&file.replace(".ll", ".cubin")));
            let found = audited(&bench, &input, &cubin, None);
            totals.add(&found);
            let seen = dumped(&cubin);
            for contract in contracts {
                let name = &contract.name;
                let expected = contract.outcomes(chip);
                let found = found.get(name).cloned().unwrap_or_default();
                let subjects: BTreeSet<&str> = found.keys().map(String::as_str).collect();
                assert_eq!(subjects, expected.keys().copied().collect(), "{}: {name}", chip.name);
                for (subject, (word, value)) in expected {
                    let (found, details) = &found[subject];
                    // A register fact that does not determine the cap is hidden.
                    let is_unbound =
                        found == "hidden" && details.ends_with(": the register cap is the same without it");
                    let found = if is_unbound { "folded" } else { found };
                    assert_eq!(found, word, "{}: {name}: {subject} {details}", chip.name);
                    let same = details
                        .strip_prefix(&value)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ',']));
                    assert!(same, "{}: {name}: {subject} is {value}, the audit has {details}", chip.name);
                }
                // NVIDIA's cuobjdump shows the same.
                assert_eq!(seen.contains_key(name), contract.is_kernel(), "{}: {name}", chip.name);
                if let Some(seen) = seen.get(name) {
                    let expected = contract.attributes(chip);
                    let expected = expected.into_iter().map(|(name, words)| (name.to_owned(), words));
                    assert_eq!(*seen, expected.collect(), "{}: {name}", chip.name);
                }
            }
        }
    }
    totals.print(&format!("{} contracts for {} chips", modules.len() * CONTRACTS_OF_A_MODULE, CHIPS.len()));
    for word in KEPT {
        assert!(totals.of(word) >= 5 * modules.len(), "only {} facts are {word}", totals.of(word));
    }
}

/// The facts of a `.ll` file, read by the tests' own reader.
fn stated(text: &str) -> FactsOf {
    let module = ll::parse(text);
    let mut stated: FactsOf =
        module.functions.iter().map(|function| (function.name.clone(), Facts::of_llvm(function))).collect();
    for tuple in &module.annotations {
        let Some(facts) = symbol(tuple).and_then(|name| stated.get_mut(name)) else { continue };
        for (name, value) in pairs(tuple) {
            if let Some(key) = key(name) {
                facts.add(key, value);
            }
        }
    }
    stated
}

#[test]
fn every_example_reaches_the_cubin() {
    let bench = Bench::new();
    let mut totals = Totals::default();
    // Without symbols that PTX cannot spell and lines that ptxas rejects; the header of the file lists them.
    let examples = llvm_examples(&["[name]", "[sampler]"]);
    for (name, text) in &examples {
        let input = bench.file(name, text);
        let stated = stated(text);
        for chip in CHIPS {
            let option = format!("--gpu-name={}", chip.name);
            let ran = bench.cc([name.as_str(), &option, "--output=x.cubin"]);
            let refused = match name.as_str() {
                "gemm_cluster.ll" => {
                    Some("'nvvm.maxclusterrank' cannot be removed for sm_80, which has no clusters: the body uses them")
                }
                "kitchen_sink.ll" => Some(
                    "'nvvm.blocksareclusters' cannot be removed, as the grid counts clusters of 2 CTAs, and sm_80 has none",
                ),
                _ => None,
            };
            if let Some(refused) = refused.filter(|_| !chip.clusters) {
                ran.code(3).stderr_contains(&[refused]);
                assert!(!bench.path("x.cubin").exists());
                continue;
            }
            ran.code(0);
            let found = audited(&bench, &input, &bench.path("x.cubin"), None);
            totals.add(&found);
            for (function, facts) in &stated {
                let expected: BTreeSet<&str> = facts.names().collect();
                let found: BTreeSet<&str> =
                    found.get(function).into_iter().flat_map(BTreeMap::keys).map(String::as_str).collect();
                assert_eq!(found, expected, "{name} for {}: '{function}'", chip.name);
            }
            assert!(found.keys().all(|function| stated.contains_key(function)), "{name}: {:?}", found.keys());
            fs::remove_file(bench.path("x.cubin")).expect("it is there");
        }
    }
    totals.print(&format!("{} examples", examples.len()));
}

#[test]
fn a_name_that_ptx_cannot_spell_is_refused_with_its_location() {
    let bench = Bench::new();
    let ran: Ran = bench.cc([example("kitchen_sink.ll").into_os_string(), "--gpu-name=sm_90a".into()]);
    let parts = ["kitchen_sink.ll:149:1: error: 'llvm.func' op 'void ns::apply<float", "cannot be spelled in ptx"];
    ran.code(3).stderr_contains(&parts).stderr_contains_times("error", 1);
    assert_eq!(bench.listing(), [""; 0]);
}

#[test]
fn each_module_of_the_host_example_reaches_the_cubin() {
    let bench = Bench::new();
    let input = example("host_launch.mlir");
    let ran = bench.cc([input.clone().into_os_string(), "--gpu-name=sm_90a".into()]);
    ran.code(2).stderr_contains(&[
        "host_launch.mlir: several gpu.modules can be compiled, name one with --gpu-module: device, imported",
    ]);
    let mut totals = Totals::default();
    // Functions and facts, counted by hand in the file.
    for (module, functions, facts) in [("device", 5, 13), ("imported", 2, 5)] {
        for chip in CHIPS {
            let [name, module_option] = [format!("--gpu-name={}", chip.name), format!("--gpu-module={module}")];
            let arguments = [input.clone().into_os_string(), name.into(), module_option.into(), "-ox.cubin".into()];
            // There is no message about the module that is not compiled.
            let removed = if module == "device" && !chip.clusters { 2 } else { 0 };
            // LLVM's back end prints no directive for this key.
            let local = usize::from(module == "imported");
            bench
                .cc(arguments)
                .code(0)
                .stderr_contains_times("cluster-suppressed", removed)
                .stderr_contains_times("'local_maxnreg' in tuple", local)
                .stderr_contains_times("host_launch", removed + local);
            let found = audited(&bench, &input, &bench.path("x.cubin"), Some(module));
            let count: usize = found.values().map(BTreeMap::len).sum();
            assert_eq!((found.len(), count), (functions, facts), "{module} for {}: {found:?}", chip.name);
            totals.add(&found);
        }
    }
    totals.print("host_launch.mlir");
}
