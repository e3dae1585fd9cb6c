//! The checks of launches at run time agree with `nvvm-verify`, and with each other.
//!
//! `nvvm-verify` checks launches with constant sizes. The same sizes are given to a program, which contains the host
//! code that `gpu-launch-guards` has changed and upstream has lowered, and the header that `tileiras-contract host` has
//! written. A launch is legal for all three or for none, and the text of a check is that of a finding.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::common;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::run;
use tileiras_test_support::rng::Rng;
use tileiras_test_support::tree::root;
use tileiras_test_support::{llvm, ptxas};

/// The kernels: their facts.
const KERNELS: [&str; 9] = [
    "",
    "nvvm.reqntid = array<i32: 128, 2, 1>",
    "nvvm.maxntid = array<i32: 256, 1, 1>",
    "nvvm.maxntid = array<i32: 1024, 1, 1>",
    "nvvm.cluster_dim = array<i32: 2, 2, 1>, nvvm.reqntid = array<i32: 32, 1, 1>",
    "nvvm.maxclusterrank = 4 : i32",
    "nvvm.explicit_cluster",
    "nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.reqntid = array<i32: 64, 1, 1>",
    "nvvm.explicit_cluster, nvvm.maxclusterrank = 8 : i32, nvvm.reqntid = array<i32: 1, 16, 64>",
];
const LAUNCHES_OF_EACH: usize = 100;
/// Every rule of the group but the last is broken by a size.
const RULES: [&str; 10] = [
    "launch-zero",
    "launch-block-mismatch",
    "launch-block-exceeds",
    "launch-block-cap",
    "launch-grid-cap",
    "launch-cluster-mismatch",
    "launch-cluster-exceeds",
    "launch-grid-not-multiple",
    "launch-shared-memory",
    MISSING,
];
/// Whether a launch states a cluster is known when it is compiled.
const MISSING: &str = "launch-cluster-missing";

/// The sizes of a launch: cluster, grid, block, and dynamic shared memory.
struct Launch {
    kernel: usize,
    has_cluster: bool,
    sizes: [i64; 10],
}

impl Launch {
    /// A launch that is legal, or has one or two other sizes.
    fn new(kernel: usize, rng: &mut Rng) -> Self {
        let block = match kernel {
            1 => [128, 2, 1],
            4 => [32, 1, 1],
            7 => [64, 1, 1],
            8 => [1, 16, 64],
            _ => rng.pick(&[[256, 1, 1], [1, 4, 64], [8, 8, 4], [32, 1, 1]]),
        };
        let cluster = match kernel {
            4 => [2, 2, 1],
            7 => [2, 1, 1],
            _ => rng.pick(&[[4, 1, 1], [1, 2, 2], [1, 1, 1]]),
        };
        let grid = rng.pick(&[[4, 4, 4], [8, 12, 4]]);
        let mut sizes =
            [cluster[0], cluster[1], cluster[2], grid[0], grid[1], grid[2], block[0], block[1], block[2], 0];
        sizes[9] = rng.pick(&[0, 1000, 232_448]);
        let others: &[i64] = &[0, -1, 1, 2, 3, 5, 16, 17, 64, 65, 257, 1024, 1025, 65536, 1 << 31, 1 << 32];
        for _ in 0..rng.below(3) {
            match rng.below(10) {
                9 => sizes[9] = rng.pick(&[-1, 232_449, i64::from(i32::MAX)]),
                size => sizes[size] = rng.pick(others),
            }
        }
        let states = rng.percent(50);
        Self { kernel, has_cluster: states || matches!(kernel, 6 | 8) && rng.percent(80), sizes }
    }

    /// The sizes that the launch has.
    fn given(&self) -> &[i64] {
        &self.sizes[if self.has_cluster { 0 } else { 3 }..]
    }

    /// The operation, with names for the sizes.
    fn operation(&self, name: impl Fn(usize) -> String) -> String {
        let list = |from: usize| [0, 1, 2].map(|axis| name(from + axis)).join(", ");
        let cluster = if self.has_cluster { format!(" clusters in ({})", list(0)) } else { String::new() };
        format!(
            "gpu.launch_func @m::@k{}{cluster} blocks in ({}) threads in ({}) : i64 dynamic_shared_memory_size {}",
            self.kernel,
            list(3),
            list(6),
            name(9)
        )
    }

    fn line(&self, what: &str) -> String {
        let sizes = self.sizes.map(|size| size.to_string()).join(" ");
        format!("{what} {} {} {sizes}\n", self.kernel, u8::from(self.has_cluster))
    }
}

fn kernels() -> String {
    let mut text = "  gpu.module @m [#nvvm.target<chip = \"sm_90a\", features = \"+ptx90\">] {\n".to_owned();
    for (number, facts) in KERNELS.iter().enumerate() {
        writeln!(text, "    gpu.func @k{number}() kernel attributes {{{facts}}} {{ gpu.return }}").expect("a string");
    }
    text + "  }\n"
}

/// The texts that `nvvm-verify` reports for each launch, without the operation in front.
fn verified(launches: &[Launch]) -> Vec<Vec<String>> {
    let mut text = format!("module attributes {{gpu.container_module}} {{\n{}  func.func @host() {{\n", kernels());
    let mut known = BTreeSet::new();
    for launch in launches {
        for (index, size) in launch.sizes.iter().enumerate() {
            let bits = if index == 9 { 32 } else { 64 };
            if known.insert((bits, *size)) {
                writeln!(text, "    %c{bits}_{} = arith.constant {size} : i{bits}", size.cast_unsigned())
                    .expect("a string");
            }
        }
    }
    let first = text.lines().count() + 1;
    for launch in launches {
        let name =
            |index: usize| format!("%c{}_{}", if index == 9 { 32 } else { 64 }, launch.sizes[index].cast_unsigned());
        writeln!(text, "    {}", launch.operation(name)).expect("a string");
    }
    text += "    return\n  }\n}\n";
    let report = common::opt(&["--nvvm-verify", "-o", "/dev/null"], &text).err;
    assert!(!report.contains("more errors are not shown"), "there are too many launches");
    let mut found = vec![Vec::new(); launches.len()];
    for line in report.lines() {
        let Some((place, message)) = line.split_once(": error: 'gpu.launch_func' op ") else {
            assert!(!line.contains("error:"), "{line}");
            continue;
        };
        let number: usize = place.split(':').nth(1).and_then(|line| line.parse().ok()).expect("a line number");
        found[number - first].push(message.to_owned());
    }
    found
}

/// The host code with a function for each kind of launch, with checks.
fn guarded() -> String {
    let mut text = format!("module attributes {{gpu.container_module}} {{\n{}", kernels());
    for kernel in 0..KERNELS.len() {
        for has_cluster in [false, true] {
            let sizes: Vec<String> = (0..9).map(|size| format!("%s{size}: i64")).collect();
            let launch = Launch { kernel, has_cluster, sizes: [0; 10] };
            writeln!(
                text,
                "  func.func @guard{kernel}_{}({}, %s9: i32) {{\n    {}\n    return\n  }}",
                u8::from(has_cluster),
                sizes.join(", "),
                launch.operation(|size| format!("%s{size}"))
            )
            .expect("a string");
        }
    }
    text += "}\n";
    let guarded = common::opt(&["--gpu-launch-guards"], &text).expect_good().text();
    assert_eq!(guarded, common::opt(&["--gpu-launch-guards"], &guarded).expect_good().text(), "a second run");
    // The kernels are compiled by now. Their code does not matter.
    let start = guarded.find("  gpu.module @m").expect("the kernels are there");
    let end = start + guarded[start..].find("\n  }\n").expect("the module ends") + "\n  }\n".len();
    let binary = "  gpu.binary @m [#gpu.object<#nvvm.target, bin = \"code\">]\n";
    let compiled = format!("{}{binary}{}", &guarded[..start], &guarded[end..]);
    let pipeline = "--pass-pipeline=builtin.module(gpu-to-llvm,convert-cf-to-llvm,convert-arith-to-llvm,\
                    convert-func-to-llvm,reconcile-unrealized-casts)";
    common::opt(&[pipeline], compiled).expect_good().text()
}

/// What the header and the guards say about each launch.
fn executed(launches: &[Launch], what: &str) -> Vec<String> {
    let folder = Folder::new();
    let path = |name: &str| folder.join(name).to_str().expect("the path is text").to_owned();
    let device = [
        "module {
",
        &kernels(),
        "}
",
    ]
    .concat();
    folder.file("kernels.mlir", device);
    let ptxas = ptxas::program();
    let ptxas = format!("--ptxas-path={}", ptxas.to_str().expect("the path is text"));
    let cubin = [&path("kernels.mlir"), "-o", &path("kernels.cubin"), "--gpu-name=sm_90a", &ptxas].map(str::to_owned);
    run(common::CC, &cubin.each_ref().map(String::as_str), "").expect_good();
    let header = run(common::CONTRACT, &["host", &path("kernels.cubin")], "").expect_good();
    folder.file("kernels.h", header.out);

    let ir = llvm::stock("mlir-translate", &["--mlir-to-llvmir"], guarded()).expect_good().out;
    folder.file("guards.ll", ir);
    let mut table = String::new();
    let arguments = "int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int32_t";
    let (mut checks, mut guards) = (String::new(), String::new());
    for kernel in 0..KERNELS.len() {
        writeln!(table, "void guard{kernel}_0({arguments});\nvoid guard{kernel}_1({arguments});").expect("a string");
        write!(checks, "k{kernel}_check, ").expect("a string");
        write!(guards, "{{guard{kernel}_0, guard{kernel}_1}}, ").expect("a string");
    }
    writeln!(table, "static Check *checks[] = {{{checks}}};").expect("a string");
    writeln!(table, "static void (*guards[][2])({arguments}) = {{{guards}}};").expect("a string");
    folder.file("table.inc", table);

    let source = |name: &str| root().join("tests/tools").join(name).to_str().expect("the path is text").to_owned();
    let include = format!("-I{}", folder.path().to_str().expect("the path is text"));
    let clang = llvm::tool("clang");
    let program = path("launcher");
    let arguments = [
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-override-module",
        &include,
        &source("launch_checks/launcher.c"),
        &source("host_launch/runtime.c"),
        &path("guards.ll"),
        "-o",
        &program,
    ]
    .map(str::to_owned);
    run(&clang, &arguments.each_ref().map(String::as_str), "").expect_good();
    // The header alone, in both languages and without extensions.
    folder
        .file("use.c", "#include \"kernels.h\"\n#include \"kernels.h\"\nint main(void) { unsigned one[3] = {1, 1, 1}; return k0_check(one, one, NULL, 0) != NULL; }\n");
    for language in [["-xc", "-std=c99"], ["-xc++", "-std=c++17"]] {
        let strict = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", &path("use.c")].map(str::to_owned);
        let strict = strict.each_ref().map(String::as_str);
        run(&clang, &[&language[..], &strict[..]].concat(), "").expect_good().stderr_is_empty();
    }

    let input: String = launches.iter().map(|launch| launch.line(what)).collect();
    let output = run(&program, &[], input).expect_good().text();
    // The stand-in for the runtime prints what it is asked to do.
    let is_verdict = |line: &&str| *line == "ok" || line.ends_with(']') || line.contains(" must ");
    output.lines().filter(is_verdict).map(str::to_owned).collect()
}

/// Compares what checks at run time say with the findings.
fn compare(what: &str, launches: &[Launch], findings: &[Vec<String>], is_checked: impl Fn(&str) -> bool) {
    let verdicts = executed(launches, what);
    assert_eq!(verdicts.len(), launches.len());
    let (mut legal, mut rules) = (0, BTreeSet::new());
    for ((launch, findings), verdict) in launches.iter().zip(findings).zip(&verdicts) {
        let findings: Vec<&String> = findings.iter().filter(|text| is_checked(text)).collect();
        let context = || format!("{} {}: {verdict}, {findings:?}", launch.line(what), KERNELS[launch.kernel]);
        assert_eq!(verdict == "ok", findings.is_empty(), "{}", context());
        legal += usize::from(verdict == "ok");
        let Some((text, rule)) = verdict.strip_suffix(']').and_then(|text| text.rsplit_once(" [")) else { continue };
        rules.insert(rule.to_owned());
        // The rules say no more about a size that is not positive.
        if launch.given().iter().all(|size| *size > 0) {
            let is_same = |finding: &&String| finding.starts_with(text) && finding.ends_with(&format!("[{rule}]"));
            assert!(findings.iter().any(is_same), "{}", context());
        }
    }
    assert!(legal > launches.len() / 8 && legal < launches.len(), "{legal} of {} launches are legal", launches.len());
    let wanted: BTreeSet<String> =
        RULES.iter().filter(|rule| is_checked(rule)).map(|rule| (*rule).to_owned()).collect();
    assert_eq!(rules, wanted, "every rule is broken");
}

fn launches(seed: u64) -> Vec<Launch> {
    let mut rng = Rng::new(seed);
    let kernels = (0..KERNELS.len()).flat_map(|kernel| std::iter::repeat_n(kernel, LAUNCHES_OF_EACH));
    kernels.map(|kernel| Launch::new(kernel, &mut rng)).collect()
}

#[test]
fn guards_abort_if_nvvm_verify_finds_an_error() {
    let launches = launches(1);
    compare("guard", &launches, &verified(&launches), |text| !text.contains(MISSING));
}

#[test]
fn the_header_finds_what_nvvm_verify_finds() {
    let mut launches = launches(2);
    // Sizes are unsigned in the header.
    launches.retain(|launch| launch.sizes.iter().all(|size| u32::try_from(*size).is_ok()));
    compare("header", &launches, &verified(&launches), |_| true);
}
