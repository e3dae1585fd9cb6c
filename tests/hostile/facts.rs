//! Launch facts of inputs and outputs, read without the project's code: by the readers of the tests, by LLVM's tools
//! and by `cuobjdump`.

use crate::corpus;
use crate::oracle::Case;
use crate::process::Ended;
use std::collections::{BTreeMap, BTreeSet};
use std::panic;
use tileiras_test_support::facts::{Facts, FactsOf, key, pairs, symbol};
use tileiras_test_support::process::End;
use tileiras_test_support::{ll, llvm, mlir, ptxas};

/// The facts of a function, as lists of numbers. Constant arguments are counted: their numbers can change, when an
/// argument becomes several.
pub type Numbers = BTreeMap<&'static str, Vec<u64>>;

/// The facts of a module, by function.
pub type Found = BTreeMap<String, Numbers>;

fn numbers(facts: &Facts) -> Numbers {
    let mut found = Numbers::new();
    found.extend(facts.kernel.then(|| ("nvvm.kernel", Vec::new())));
    found.extend(facts.blocks_are_clusters.then(|| ("nvvm.blocksareclusters", Vec::new())));
    found.extend(facts.dims.iter().map(|(name, dims)| {
        let is_explicit = *name == "nvvm.cluster_dim" && dims[0] == 0;
        (*name, if is_explicit { vec![0; 3] } else { dims.to_vec() })
    }));
    found.extend(facts.scalars.iter().map(|(name, number)| (*name, vec![*number])));
    let constant = facts.grid_constant.len() as u64;
    found.extend((constant > 0).then(|| ("nvvm.grid_constant", vec![constant])));
    found
}

fn all(facts: FactsOf) -> Found {
    facts.into_iter().map(|(name, facts)| (name, numbers(&facts))).collect()
}

/// Adds what a legacy tuple states.
fn add(stated: &mut FactsOf, tuple: &[mlir::Attribute]) {
    let Some(facts) = symbol(tuple).and_then(|name| stated.get_mut(name)) else { return };
    for (name, value) in pairs(tuple) {
        if let Some(key) = key(name) {
            facts.add(key, value);
        }
    }
}

/// The facts that LLVM IR states, in attributes and in tuples. `None` if the reader of the tests does not read it.
pub fn of_llvm_text(text: &str) -> Option<Found> {
    let read = || {
        let module = ll::parse(text);
        // A declaration is not in PTX, nor is an `available_externally` definition.
        let declared = |name: &str| {
            let is_it = |line: &str| line.contains(&format!("@{name}(")) || line.contains(&format!("@\"{name}\"("));
            let is_declared = |line: &str| line.starts_with("declare") || line.contains(" available_externally ");
            text.lines().any(|line| is_declared(line.trim_start()) && is_it(line))
        };
        let functions = module.functions.iter().filter(|function| !declared(&function.name));
        let mut stated: FactsOf = functions.map(|function| (function.name.clone(), Facts::of_llvm(function))).collect();
        module.annotations.iter().for_each(|tuple| add(&mut stated, tuple));
        all(stated)
    };
    panic::catch_unwind(read).ok()
}

/// The facts that LLVM IR states, text or bitcode. LLVM turns the tuples of bitcode into attributes.
pub fn of_llvm(content: &[u8]) -> Option<Found> {
    if content.starts_with(b"BC") {
        let read = llvm::stock("llvm-dis", &["-o", "-"], content).good().ok()?;
        return of_llvm_text(&read.text());
    }
    of_llvm_text(std::str::from_utf8(content).ok()?)
}

/// The facts of LLVM IR as LLVM reads it.
pub fn of_llvm_as_read(content: &[u8]) -> Option<Found> {
    if content.starts_with(b"BC") {
        return of_llvm(content);
    }
    of_llvm(&llvm::stock("llvm-as", &["-o", "-"], content).good().ok()?.out)
}

/// The facts of the canonical attributes in MLIR, text or bytecode.
pub fn of_mlir(content: &[u8]) -> Option<Found> {
    let arguments = ["--mlir-print-op-generic", "--allow-unregistered-dialect"];
    let generic = llvm::stock("mlir-opt", &arguments, content).good().ok()?;
    let read = || {
        let module = mlir::parse(&generic.text());
        let mut found = FactsOf::new();
        let mut unread = false;
        let mut tuples = Vec::new();
        module.walk(&mut |operation| {
            let list = operation.attributes.get("nvvm.annotations").and_then(mlir::Attribute::list);
            tuples.extend(list.unwrap_or_default().iter().filter_map(mlir::Attribute::list));
            // A declaration has no operations.
            if operation.name.ends_with(".func") && !operation.children.is_empty() {
                // The conversions of gpu.func keep its mark, whatever operation they make.
                let kernel = operation.attributes.contains_key("gpu.kernel");
                match Facts::of_mlir(operation).map(|facts| Facts { kernel: facts.kernel || kernel, ..facts }) {
                    Ok(facts) => found.extend(operation.symbol().map(|name| (name.to_owned(), facts))),
                    Err(_) => unread = true,
                }
            }
        });
        tuples.into_iter().for_each(|tuple| add(&mut found, tuple));
        (!unread).then(|| all(found))
    };
    panic::catch_unwind(read).ok().flatten()
}

/// The facts in the headers of PTX.
pub fn of_ptx(text: &str) -> Found {
    let mut found = Found::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once(".entry ") {
        let Some((name, after)) = after.split_once('(') else { break };
        let Some((_, after)) = after.split_once(')') else { break };
        let Some((header, body)) = after.split_once('{') else { break };
        // The header of a declaration ends with a semicolon.
        if header.contains(';') {
            rest = after;
            continue;
        }
        rest = body;
        let mut facts = Numbers::from([("nvvm.kernel", Vec::new())]);
        let mut directive = |name: &'static str, spelling: &str, axes: usize| {
            let Some((_, values)) = header.split_once(&format!(".{spelling}")) else { return };
            let values = values.split(['.', '\n']).next().unwrap_or_default();
            let mut values: Vec<u64> = values.split(',').filter_map(|value| value.trim().parse().ok()).collect();
            if axes == 3 {
                values.resize(3, 1);
            }
            facts.insert(name, values);
        };
        directive("nvvm.maxntid", "maxntid", 3);
        directive("nvvm.reqntid", "reqntid", 3);
        directive("nvvm.cluster_dim", "reqnctapercluster", 3);
        directive("nvvm.minctasm", "minnctapersm", 1);
        directive("nvvm.maxnreg", "maxnreg", 1);
        directive("nvvm.maxclusterrank", "maxclusterrank", 1);
        directive("nvvm.blocksareclusters", "blocksareclusters", 0);
        if header.contains(".explicitcluster") {
            facts.entry("nvvm.cluster_dim").or_insert_with(|| vec![0; 3]);
        }
        found.insert(name.trim().to_owned(), facts);
    }
    found
}

/// The facts of a cubin that `cuobjdump` shows. `None` if it does not read the file.
pub fn of_cubin(cubin: &[u8]) -> Option<Found> {
    let dump = panic::catch_unwind(|| ptxas::cuobjdump(cubin)).ok()?;
    let mut found = Found::new();
    for (section, attributes) in ptxas::attributes(&dump) {
        let Some(kernel) = section.strip_prefix(".nv.info.") else { continue };
        let mut facts = Numbers::from([("nvvm.kernel", Vec::new())]);
        for (name, attribute) in [
            ("nvvm.maxntid", "MAX_THREADS"),
            ("nvvm.reqntid", "REQNTID"),
            ("nvvm.cluster_dim", "CTA_PER_CLUSTER"),
            ("nvvm.maxclusterrank", "MAX_CLUSTER_RANK"),
            ("nvvm.blocksareclusters", "BLOCKS_ARE_CLUSTERS"),
        ] {
            let value = attributes.get(&format!("EIATTR_{attribute}"));
            facts.extend(value.map(|value| (name, ptxas::words(value).into_iter().map(u64::from).collect())));
        }
        if attributes.contains_key("EIATTR_EXPLICIT_CLUSTER") {
            facts.entry("nvvm.cluster_dim").or_insert_with(|| vec![0; 3]);
        }
        found.insert(kernel.to_owned(), facts);
    }
    Some(found)
}

/// Constant arguments of the output that are not the structures that the input has made constant: a pass has moved
/// them.
pub fn moved_constants(format: &str, content: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(content);
    match format {
        "llvm" => {
            let parts: Vec<&str> = text.split("\"nvvm.grid_constant\"").collect();
            let before = parts.iter().take(parts.len() - 1);
            let parameters = before.filter_map(|before| before.rsplit("ptr").next());
            parameters.filter(|parameter| !parameter.contains("byval(")).map(str::to_owned).collect()
        }
        "mlir" => {
            let arguments = ["--mlir-print-op-generic", "--allow-unregistered-dialect"];
            let Ok(generic) = llvm::stock("mlir-opt", &arguments, content).good() else { return Vec::new() };
            let mut moved = Vec::new();
            mlir::parse(&generic.text()).walk(&mut |operation| {
                let attributes = operation.properties.get("arg_attrs").and_then(mlir::Attribute::list);
                let Ok(facts) = Facts::of_mlir(operation) else { return };
                for index in facts.grid_constant {
                    let own = attributes.and_then(|attributes| attributes.get(index as usize - 1));
                    let is_structure =
                        matches!(own, Some(mlir::Attribute::Dictionary(names)) if names.contains_key("llvm.byval"));
                    if !is_structure {
                        moved.push(format!("argument {index} of {:?}", operation.symbol()));
                    }
                }
            });
            moved
        }
        _ => Vec::new(),
    }
}

/// The facts of an output, and which facts its format can state.
pub fn of_output(format: &str, content: &[u8]) -> Option<(Found, BTreeSet<&'static str>)> {
    let cubin = [
        "nvvm.kernel",
        "nvvm.maxntid",
        "nvvm.reqntid",
        "nvvm.cluster_dim",
        "nvvm.maxclusterrank",
        "nvvm.blocksareclusters",
    ];
    let ptx = cubin.into_iter().chain(["nvvm.minctasm", "nvvm.maxnreg"]);
    let ir = ptx.clone().chain(["nvvm.grid_constant"]);
    Some(match format {
        "mlir" => (of_mlir(content)?, ir.collect()),
        "llvm" => (of_llvm_text(std::str::from_utf8(content).ok()?)?, ir.collect()),
        "ptx" => (of_ptx(std::str::from_utf8(content).ok()?), ptx.collect()),
        _ => (of_cubin(content)?, cubin.into_iter().collect()),
    })
}

/// What is wrong in the facts of kernels: facts that are stated and not in the output, and those that only the output
/// has. Legalization may remove a fact with a remark, and a fact that another one implies. Facts are not searched for
/// in every carrier of MLIR, so that only LLVM IR has `all` of them.
pub fn wrong(stated: &Found, all: bool, format: &str, content: &[u8], ended: &Ended) -> Option<Vec<String>> {
    assert_eq!(ended.end, End::Exit(0), "only what is accepted is compared");
    let (found, can_state) = of_output(format, content)?;
    let mut wrong = Vec::new();
    for (function, facts) in stated.iter().filter(|(_, facts)| facts.contains_key("nvvm.kernel")) {
        let own = found.get(function).cloned().unwrap_or_default();
        for (name, value) in facts.iter().filter(|(name, _)| can_state.contains(**name)) {
            let is_implied = match *name {
                "nvvm.maxntid" => own.contains_key("nvvm.reqntid"),
                "nvvm.maxclusterrank" => own.contains_key("nvvm.cluster_dim"),
                "nvvm.blocksareclusters" => own.get("nvvm.cluster_dim").is_some_and(|cluster| *cluster == [1; 3]),
                _ => false,
            };
            let is_reported = ended.err.lines().any(|line| line.contains("remark") && line.contains(name));
            match own.get(name) {
                Some(same) if same == value => {}
                Some(other) => wrong.push(format!("{name} of '{function}' is {value:?} and became {other:?}")),
                None if is_implied || is_reported => {}
                None => wrong.push(format!("{name} of '{function}' is {value:?} and is not in the output")),
            }
        }
        let invented = own.iter().filter(|(name, _)| all && !facts.contains_key(*name));
        wrong
            .extend(invented.map(|(name, value)| format!("{name} of '{function}' is not stated and became {value:?}")));
    }
    Some(wrong)
}

/// Checks that the output `out`, into which something hostile was linked, has the facts of a good input.
pub fn check_linked(case: &mut Case, good: &str, format: &str, ended: &Ended) {
    let input = corpus::good(good);
    let stated = if good.ends_with(".ll") { of_llvm(&input) } else { of_mlir(&input) };
    let made = case.read("out").unwrap_or_default();
    match stated.and_then(|stated| wrong(&stated, false, format, &made, ended)) {
        Some(wrong) if !wrong.is_empty() => case.finding("has other facts", wrong.join("\n")),
        Some(_) => {}
        None => case.skip("the readers of the tests do not read the output"),
    }
}
