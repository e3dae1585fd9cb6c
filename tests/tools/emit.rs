//! `--nvvm-to-ptx-header` over the examples and generated functions: names, linkage, parameters and facts are those of
//! LLVM's back end, every file with stubs assembles, and the cubin states what the header states.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use crate::common;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use tileiras_contract::{Fact, FactSet, StatedFact};
use tileiras_cubin::Cubin;
use tileiras_ptx::{Linkage, read};
use tileiras_target::PtxVersion;
use tileiras_test_support::harness::sample;
use tileiras_test_support::process::{End, Run, run};
use tileiras_test_support::rng::Rng;
use tileiras_test_support::tree::{example, llvm_examples};
use tileiras_test_support::{llvm, ptxas};

/// Generated modules, and functions of each.
const MODULES: u64 = 12;
const FUNCTIONS: usize = 60;

fn header(flags: &[&str], input: &[u8]) -> Run {
    common::translate(&[&["--nvvm-to-ptx-header"], flags].concat(), input)
}

fn transplant(llvm: &str) -> Vec<u8> {
    let imported = common::import(llvm.as_bytes()).expect_good();
    common::opt(&["--nvvm-transplant"], &imported.out).expect_good().out
}

/// The header of one function in a text.
#[derive(Clone, Debug, Eq, PartialEq)]
struct HeaderFacts {
    /// From the linkage to the last parameter, with each white space replaced by one blank.
    signature: String,
    facts: FactSet,
    has_explicit_cluster: bool,
    linkage: Linkage,
    defined: bool,
}

/// The headers of a text by function. For a function that is declared and defined, the definition.
fn header_facts(text: &[u8]) -> BTreeMap<String, HeaderFacts> {
    let mut found = BTreeMap::new();
    for header in read(text).unwrap_or_else(|what| panic!("{what}")).functions {
        let signature = String::from_utf8(text[header.span.start..header.clause.start].to_vec()).unwrap();
        let signature =
            signature.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(").replace(" (", "(");
        let (facts, defined) = (header.facts(), header.body.is_some());
        if defined || !found.contains_key(header.name) {
            let (has_explicit_cluster, linkage) = (header.has_explicit_cluster(), header.linkage);
            let name = header.name.to_owned();
            let header = HeaderFacts { signature, facts, has_explicit_cluster, linkage, defined };
            found.insert(name, header);
        }
    }
    found
}

fn llc(llvm: &str) -> Vec<u8> {
    llvm::stock("llc", &["-march=nvptx64", "-mcpu=sm_90a", "-mattr=+ptx84"], llvm.as_bytes()).expect_good().out
}

/// Compares our headers of a module with LLVM's. `lost` are kernels of which LLVM loses `blocksareclusters`.
fn compare(name: &str, llvm: &str, lost: &[&str]) -> BTreeMap<String, HeaderFacts> {
    let flags = ["--gpu-name=sm_90a", "--ptx-version=8.4", "--stub-bodies"];
    let text = header(&flags, &transplant(llvm)).expect_good().out;
    let (mut ours, theirs) = (header_facts(&text), header_facts(&llc(llvm)));
    for kernel in lost {
        let facts = &mut ours.get_mut(*kernel).expect("the kernel has a header").facts;
        assert!(facts.states(Fact::BlocksAreClusters), "{name}: {kernel}");
        facts.remove(Fact::BlocksAreClusters);
    }
    // LLVM does not declare functions without a call.
    ours.retain(|function, header| header.linkage != Linkage::Extern || theirs.contains_key(function));
    let names = |headers: &BTreeMap<String, HeaderFacts>| headers.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(&ours), names(&theirs), "{name}: ours are on the left");
    for (function, ours) in &ours {
        let theirs = &theirs[function];
        assert_eq!(ours.signature, theirs.signature, "{name}: ours is on the left");
        assert_eq!(ours.facts, theirs.facts, "{name}, {function}: ours are on the left");
        assert_eq!(ours.has_explicit_cluster, theirs.has_explicit_cluster, "{name}, {function}: ours is on the left");
        assert!(ours.defined || !theirs.defined, "{name}: {function} has no stub");
    }
    ours
}

/// The `.ll` examples without the kernels whose names PTX cannot spell, on which LLVM aborts.
fn examples() -> Vec<(String, String)> {
    llvm_examples(&["; [name]"])
}

#[test]
fn headers_of_the_examples_are_those_of_llvm() {
    for (name, text) in examples() {
        let lost: &[&str] = if name == "kitchen_sink.ll" { &["blocks_are_clusters"] } else { &[] };
        let found = compare(&name, &text, lost);
        let stated = found.values().filter(|header| header.facts != FactSet::default()).count();
        assert!(stated > 0, "{name} states no fact");
    }
}

/// Types that PTX has parameters for. The last ones are only for functions.
const TYPES: [&str; 32] = [
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "i129",
    "i256",
    "half",
    "bfloat",
    "float",
    "double",
    "fp128",
    "ptr",
    "ptr addrspace(1)",
    "ptr addrspace(3)",
    "ptr addrspace(4)",
    "ptr addrspace(5)",
    "ptr addrspace(6)",
    "ptr addrspace(7)",
    "<2 x half>",
    "<3 x i8>",
    "<4 x float>",
    "<5 x i1>",
    "<3 x i64>",
    "<2 x ptr>",
    "<32 x i64>",
    "%pair",
    "%packed",
    "i7",
    "i24",
    "i100",
];
const OF_KERNELS: usize = 29;

/// A type, or a struct or an array of some.
fn any_type(rng: &mut Rng, of_kernel: bool, depth: usize) -> String {
    match rng.below(8) {
        0 if depth > 0 => format!("[{} x {}]", 1 + rng.below(5), any_type(rng, false, depth - 1)),
        1 if depth > 0 => {
            let members: Vec<_> = (0..1 + rng.below(4)).map(|_| any_type(rng, false, depth - 1)).collect();
            let (open, close) = if rng.percent(30) { ("<{", "}>") } else { ("{", "}") };
            format!("{open}{}{close}", members.join(", "))
        }
        _ => TYPES[rng.below(if of_kernel { OF_KERNELS } else { TYPES.len() })].to_owned(),
    }
}

fn parameter(rng: &mut Rng, of_kernel: bool) -> String {
    let (powers, bytes) = ([1, 2, 4, 8, 16, 32, 64, 128], |rng: &mut Rng| rng.below(8));
    if rng.percent(15) {
        let align = if rng.percent(50) { format!(" align {}", powers[bytes(rng)]) } else { String::new() };
        return format!("ptr byval({}){align}", any_type(rng, false, 2));
    }
    let mut text = any_type(rng, of_kernel, 2);
    if text.starts_with("ptr") && rng.percent(50) {
        write!(text, " align {}", powers[bytes(rng)]).unwrap();
    } else if rng.percent(10) {
        write!(text, " alignstack({})", powers[bytes(rng)]).unwrap();
    }
    text
}

/// The launch facts of a kernel as LLVM IR has them. They do not contradict each other.
fn facts(rng: &mut Rng) -> String {
    let mut text = String::new();
    let block = rng.pick(&["", "\"nvvm.maxntid\"", "\"nvvm.reqntid\""]);
    if !block.is_empty() {
        write!(text, " {block}={}", rng.pick(&["\"128\"", "\"64,2\"", "\"8,4,2\"", "\"1,1,32\""])).unwrap();
        text += rng.pick(&["", " \"nvvm.minctasm\"=\"2\""]);
    }
    text += rng.pick(&["", " \"nvvm.maxnreg\"=\"40\""]);
    text + rng.pick(&[
        "",
        " \"nvvm.cluster_dim\"=\"2,1,1\"",
        " \"nvvm.cluster_dim\"=\"4\"",
        " \"nvvm.maxclusterrank\"=\"8\"",
    ])
}

/// A module of functions of every kind. Declarations, and some definitions, have their address in a table.
fn module(rng: &mut Rng) -> String {
    let mut text =
        "target triple = \"nvptx64-nvidia-cuda\"\n%pair = type { i32, double }\n%packed = type <{ i8, i64 }>\n"
            .to_owned();
    let mut table = Vec::new();
    for number in 0..FUNCTIONS {
        let of_kernel = rng.percent(50);
        let parameters: Vec<_> = (0..rng.below(7)).map(|_| parameter(rng, of_kernel)).collect();
        let (name, parameters) = (format!("f{number}"), parameters.join(", "));
        if of_kernel {
            let linkage = rng.pick(&["", "weak_odr ", "linkonce_odr ", "weak "]);
            writeln!(text, "define {linkage}ptx_kernel void @{name}({parameters}){} {{ ret void }}", facts(rng))
                .unwrap();
            continue;
        }
        let mut result = if rng.percent(30) { "void".to_owned() } else { any_type(rng, false, 2) };
        if result.starts_with(['[', '{', '<']) && rng.percent(20) {
            result = format!("alignstack(32) {result}");
        }
        let linkage = rng.pick(&["", "internal ", "private ", "weak ", "linkonce ", "declare"]);
        if linkage == "declare" {
            writeln!(text, "declare {result} @{name}({parameters})").unwrap();
        } else {
            writeln!(text, "define {linkage}{result} @{name}({parameters}) {{ unreachable }}").unwrap();
        }
        if linkage == "declare" || rng.percent(20) {
            table.push(format!("ptr @{name}"));
        }
    }
    writeln!(text, "@table = global [{} x ptr] [{}]", table.len(), table.join(", ")).unwrap();
    text
}

#[test]
fn headers_of_generated_functions_are_those_of_llvm() {
    let mut kinds = BTreeSet::new();
    for seed in 0..sample(4, MODULES) {
        let found = compare(&format!("seed {seed}"), &module(&mut Rng::new(seed)), &[]);
        kinds.extend(found.values().flat_map(|header| header.signature.split(' ').map(ToOwned::to_owned)));
    }
    for word in [".visible", ".weak", ".extern", ".entry", ".func", ".u8", ".f64", ".b128", ".u32", ".ptr", ".global"] {
        assert!(kinds.contains(word), "no header has {word}");
    }
}

/// Assembles a file of headers, and compares the facts that the cubin states with those of the headers.
fn assemble(name: &str, chip: &str, text: &[u8]) -> Cubin {
    let assembled = ptxas::try_assemble(chip, text, &[]).unwrap_or_else(|what| panic!("{name}, {chip}: {what}"));
    let cubin = Cubin::read(&assembled).unwrap_or_else(|what| panic!("{name}, {chip}: {what}"));
    let ptx = read(text).unwrap();
    let entries: Vec<_> = ptx.entries().collect();
    assert_eq!(cubin.kernels.len(), entries.len(), "{name}, {chip}");
    for entry in entries {
        let (kernel, facts) = (cubin.kernel(entry.name).expect("the cubin has every kernel"), entry.facts());
        // The other facts leave no value of their own in a cubin.
        let in_cubin = [
            Fact::MaxNTid,
            Fact::ReqNTid,
            Fact::ClusterDim,
            Fact::ExplicitCluster,
            Fact::MaxClusterRank,
            Fact::BlocksAreClusters,
        ];
        for fact in in_cubin {
            assert_eq!(kernel.facts.get(fact), facts.get(fact), "{}: {fact}", entry.name);
        }
        assert_eq!(kernel.explicit_cluster, entry.has_explicit_cluster(), "{}", entry.name);
    }
    cubin
}

/// Every input is legalised for each chip.
#[test]
fn files_with_stubs_assemble() {
    let modules = (0..2).map(|seed| (format!("seed {seed}"), module(&mut Rng::new(seed))));
    let mut refused = Vec::new();
    for (name, text) in examples().into_iter().chain(modules) {
        let transplanted = transplant(&text);
        for chip in ["sm_80", "sm_90a", "sm_100a", "sm_120a"] {
            let legalize = format!("--nvvm-legalize=chip={chip} ptx=9.0");
            let legal = common::opt(&[&legalize], &transplanted);
            if legal.end != End::Exit(0) {
                refused.push(format!("{name} {chip}"));
                continue;
            }
            let name_flag = format!("--gpu-name={chip}");
            let made = header(&[&name_flag, "--stub-bodies"], &legal.out).expect_good();
            assert_eq!(made.err, "", "{name}, {chip}");
            assemble(&name, chip, &made.out);
        }
    }
    // The code, or the grid, needs a cluster, and the chip has none.
    assert_eq!(refused, ["gemm_cluster.ll sm_80", "kitchen_sink.ll sm_80"]);
}

fn hopper_gemm() -> Vec<u8> {
    fs::read(example("hopper_gemm.mlir")).unwrap()
}

#[test]
fn the_cubin_has_the_facts_of_the_hopper_gemm() {
    let text = header(&["--stub-bodies"], &hopper_gemm()).expect_good().out;
    let cubin = assemble("hopper_gemm", "sm_90a", &text);
    let kernel = cubin.kernel("gemm_kernel").expect("the kernel is there");
    let mut facts = FactSet::new();
    facts.insert(StatedFact::Kernel);
    facts.insert(StatedFact::ReqNTid([128, 1, 1]));
    facts.insert(StatedFact::ClusterDim([2, 1, 1]));
    assert_eq!(kernel.facts, facts);
    assert!(kernel.explicit_cluster);
    assert_eq!(kernel.max_registers, Some(168));
    // Four of 8 bytes, three of 4.
    assert_eq!(kernel.param_bytes, Some(44));
}

/// The driver puts the same header in front of the code, also in a version of PTX that LLVM does not support.
#[test]
fn the_driver_writes_the_same_header() {
    for version in ["8.4", "9.3"] {
        let flag = format!("--ptx-version={version}");
        let code = run(common::CC, &["--emit=ptx", &flag, "-o", "-", "-"], hopper_gemm()).expect_good().out;
        let stubs = header(&[&flag, "--stub-bodies"], &hopper_gemm()).expect_good().out;
        assert_eq!(header_facts(&code), header_facts(&stubs));
        assert_eq!(read(&code).unwrap().ptx_version(), PtxVersion::parse(version).ok());
        assemble(version, "sm_90a", &code);
    }
}
