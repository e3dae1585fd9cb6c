//! The same input gives the same bytes. Runs every tool several times, with threads and without, each time in other
//! folders and with another environment. No output contains a path, a time or an address.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::common::{CC, CONTRACT, LSP, OPT, TRANSLATE};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::harness::sample;
use tileiras_test_support::process::{End, run, run_command};
use tileiras_test_support::tree::{below, example, root};

/// How often each command runs at most.
const RUNS: usize = 20;

/// A command: its tool, its arguments, and the argument that disables threads.
struct Case {
    tool: &'static str,
    arguments: &'static [&'static str],
    /// Standard input.
    input: Option<&'static str>,
    /// The exit code.
    code: i32,
}

const fn case(tool: &'static str, arguments: &'static [&'static str]) -> Case {
    Case { tool, arguments, input: None, code: 0 }
}

/// Examples that are in every folder.
const EXAMPLES: [&str; 6] =
    ["gemm_cluster.ll", "kitchen_sink.ll", "params.ll", "saxpy.ll", "host_launch.mlir", "hopper_gemm_spec.mlir"];

#[rustfmt::skip]
const CASES: &[Case] = &[
    case(OPT, &["host_launch.mlir", "--nvvm-launch"]),
    case(OPT, &["host_launch.mlir", "--nvvm-transplant", "--mlir-print-debuginfo"]),
    case(OPT, &["host_launch.mlir", "--nvvm-transplant", "--emit-bytecode"]),
    case(OPT, &["host_launch.mlir", "--nvvm-launch", "--mlir-pass-statistics", "-o", "out.mlir"]),
    case(OPT, &[
        "many.mlir",
        "--pass-pipeline=any(nvvm-transplant,llvm.func(canonicalize),nvvm-legalize{chip=sm_90a},nvvm-export)",
    ]),
    // Errors, warnings and remarks of many functions, in one order.
    Case { code: 1, ..case(OPT, &["faults.mlir", "--nvvm-verify=chip=sm_90"]) },
    Case {
        code: 1,
        ..case(OPT, &["faults.mlir", "--pass-pipeline=any(llvm.func(canonicalize),nvvm-legalize{chip=sm_80})"])
    },
    case(TRANSLATE, &["--import-nvvm", "kitchen_sink.ll"]),
    case(TRANSLATE, &["--export-nvvm", "many.mlir"]),
    case(TRANSLATE, &["--export-nvvm-legacy", "many.mlir", "-o", "out.ll"]),
    case(TRANSLATE, &["--mlir-to-llvmir", "many.mlir"]),
    case(TRANSLATE, &["--nvvm-to-ptx-header", "--gpu-name=sm_90", "many.mlir"]),
    case(CC, &["gemm_cluster.ll", "params.ll", "saxpy.ll", "--gpu-name=sm_90a", "--emit=mlir"]),
    case(CC, &["gemm_cluster.ll", "params.ll", "saxpy.ll", "--gpu-name=sm_90a", "--emit=llvm", "-oout"]),
    case(CC, &["gemm_cluster.ll", "params.ll", "saxpy.ll", "--gpu-name=sm_90a", "--emit=ptx"]),
    case(CC, &["gemm_cluster.ll", "params.ll", "saxpy.ll", "--gpu-name=sm_90a"]),
    case(CC, &["hopper_gemm_spec.mlir", "--gpu-name=sm_90a", "--emit-remarks"]),
    Case { code: 3, ..case(CC, &["faults.mlir", "saxpy.ll", "--gpu-name=sm_90a", "-oout"]) },
    case(CONTRACT, &["show", "kitchen_sink.ll", "--json"]),
    case(CONTRACT, &["audit", "saxpy.ll", "header.ptx", "--gpu-name=sm_90"]),
    Case { input: Some(r#"{"jsonrpc":"2.0","id":0,"method":"initialize",
 "params":{"processId":1,"rootPath":null,"capabilities":{},"trace":"off"}}
// -----
{"jsonrpc":"2.0","method":"textDocument/didOpen",
 "params":{"textDocument":{"uri":"test:///k.mlir","languageId":"mlir","version":1,
                           "text":"llvm.func @k() attributes {nvvm.kernel = 1} { llvm.return }"}}}
// -----
{"jsonrpc":"2.0","id":1,"method":"shutdown"}
// -----
{"jsonrpc":"2.0","method":"exit"}
"#), ..case(LSP, &["--input-style=delimited", "--log=error"]) },
];

/// The outputs of a run: standard output, standard error, and the files that it made.
type Outputs = BTreeMap<String, Vec<u8>>;

/// A folder with the inputs.
fn folder(inputs: &[(String, Vec<u8>)]) -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.join("out")).expect("a folder can be made");
    for (name, content) in inputs {
        folder.file(name, content);
    }
    folder
}

/// Runs a case once, with threads or without, in new folders. Returns its outputs, and the folders whose paths must not
/// be in them.
fn run_case(case: &Case, round: usize, inputs: &[(String, Vec<u8>)]) -> (Outputs, Vec<PathBuf>) {
    let (work, temporary, home) = (folder(inputs), folder(&[]), folder(&[]));
    let mut command = Command::new(case.tool);
    command.args(case.arguments).current_dir(work.path()).env("TMPDIR", temporary.path()).env("HOME", home.path());
    let zones = ["UTC", "Asia/Tokyo", "America/New_York"];
    let languages = ["C", "C.UTF-8", "de_DE.UTF-8"];
    command.env("TZ", zones[round % 3]).env("LC_ALL", languages[round / 2 % 3]).env("USER", format!("user{round}"));
    match (round % 2, case.tool) {
        (1, OPT) => drop(command.arg("--mlir-disable-threading")),
        (1, CC) => drop(command.arg("-j1")),
        (0, CC) => drop(command.arg("-j4")),
        _ => {}
    }
    let ran = run_command(command, case.input.unwrap_or_default());
    assert_eq!(ran.end, End::Exit(case.code), "{ran}");
    let mut outputs = Outputs::from([("stdout".to_owned(), ran.out), ("stderr".to_owned(), ran.err.into_bytes())]);
    for path in below(work.path()) {
        let name = path.strip_prefix(work.path()).expect("it is below").to_string_lossy().into_owned();
        if inputs.iter().all(|(input, _)| *input != name) {
            outputs.insert(name, fs::read(&path).expect("a file can be read"));
        }
    }
    assert_eq!(temporary.names().len(), 1, "temporary files are left");
    let folders = [&work, &temporary, &home].map(|folder| folder.path().to_owned());
    (outputs, folders.into_iter().chain([root()]).collect())
}

/// Functions whose contracts assemble, and functions whose contracts have many kinds of faults.
fn generated() -> [(String, Vec<u8>); 2] {
    let (mut many, mut faults) = (String::new(), String::new());
    for number in 0..60 {
        let threads = 32 * (1 + number % 8);
        many.push_str(&format!(
            "llvm.func @k{number}(%a: !llvm.ptr {{llvm.byval = i64}}) attributes {{nvvm.kernel, \
             nvvm.reqntid = array<i32: {threads}, 1, 1>, nvvm.grid_constant = array<i32: 1>}} {{ llvm.return }}\n"
        ));
        faults.push_str(&format!(
            "llvm.func @k{number}() attributes {{nvvm.kernel, nvvm.maxntid = array<i32: {number}, 1, 1>, \
             nvvm.reqntid = array<i32: {threads}, 1, 1>, nvvm.maxnreg = {number} : i32, \
             nvvm.maxclusterrank = 99 : i32, nvvm.cluster_dim = array<i32: 3, 3, 3>, \
             nvvm.minctapersm = 1 : i32}} {{ llvm.return }}\n"
        ));
    }
    [("many.mlir".to_owned(), many.into_bytes()), ("faults.mlir".to_owned(), faults.into_bytes())]
}

fn inputs() -> Vec<(String, Vec<u8>)> {
    let mut inputs: Vec<_> = EXAMPLES
        .iter()
        .map(|name| ((*name).to_owned(), fs::read(example(name)).expect("an example can be read")))
        .collect();
    inputs.extend(generated());
    let saxpy = example("saxpy.ll").display().to_string();
    let ptx = run(CC, &[&saxpy, "--gpu-name=sm_90", "--emit=ptx", "-o-"], b"");
    inputs.push(("header.ptx".to_owned(), ptx.out));
    inputs
}

fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

/// `0x` and as many digits as an address has, or a time of day.
fn looks_like_an_address_or_a_time(text: &str) -> Option<String> {
    for (start, _) in text.match_indices("0x") {
        let digits = text[start + 2..].bytes().take_while(u8::is_ascii_hexdigit).count();
        // Addresses of the usual address space have eleven or twelve digits.
        if (11..=12).contains(&digits) {
            return Some(text[start..start + 2 + digits].to_owned());
        }
    }
    text.match_indices(':').find_map(|(colon, _)| {
        let time = text.get(colon.checked_sub(2)?..colon + 6)?;
        let numbers: Vec<u8> = time.split(':').filter_map(|part| part.parse().ok()).collect();
        let is_end =
            |letter: Option<char>| letter.is_none_or(|letter| !letter.is_ascii_alphanumeric() && letter != ':');
        let is_whole = is_end(text[..colon - 2].chars().next_back()) && is_end(text[colon + 6..].chars().next());
        let is_time = matches!(numbers[..], [..24, ..60, ..60]) && is_whole;
        is_time.then(|| time.to_owned())
    })
}

#[test]
fn every_tool_is_deterministic() {
    let inputs = inputs();
    for case in CASES {
        let what = format!("{} {:?}", case.tool.rsplit('/').next().unwrap_or_default(), case.arguments);
        let (first, _) = run_case(case, 0, &inputs);
        assert!(first.values().any(|bytes| !bytes.is_empty()), "{what} makes nothing");
        for round in 0..sample(4, RUNS) {
            let (outputs, folders) = run_case(case, round, &inputs);
            for (name, bytes) in &outputs {
                assert!(first.get(name) == Some(bytes), "{what}: {name} differs in run {round}");
                for folder in &folders {
                    let path = folder.as_os_str().as_encoded_bytes();
                    assert!(!contains(bytes, path), "{what}: {name} contains {folder:?}");
                }
                let found = std::str::from_utf8(bytes).ok().and_then(looks_like_an_address_or_a_time);
                assert_eq!(found, None, "{what}: {name}");
            }
            assert_eq!(outputs.len(), first.len(), "{what}: run {round} makes other files");
        }
    }
}

#[test]
fn addresses_and_times_are_recognized() {
    assert!(looks_like_an_address_or_a_time("at 0x55d3c660e350 in").is_some());
    assert!(looks_like_an_address_or_a_time("made 12:34:56 by").is_some());
    assert!(looks_like_an_address_or_a_time("0x1F 0xFFFFFFFF file:12:34: k 1:2 n16:32:64 9:10:11").is_none());
}
