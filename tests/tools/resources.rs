//! The resources that `tileiras-contract` shows are those of NVIDIA's tools, and a snapshot of many kernels finds what
//! has changed.

#![expect(clippy::expect_used, reason = "a test")]

use std::process::Command;
use std::{fs, iter};

use crate::common::{CC, CONTRACT};
use serde_json::Value;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::harness::sample;
use tileiras_test_support::process::{Run, run_command};
use tileiras_test_support::ptxas::{self, resource_usage};
use tileiras_test_support::tree::{files, name};

/// Runs a tool in a folder.
fn run(program: &str, folder: &Folder, arguments: impl IntoIterator<Item = impl AsRef<std::ffi::OsStr>>) -> Run {
    let mut command = Command::new(program);
    command.current_dir(folder.path()).args(arguments).env("TILEIRAS_PTXAS", ptxas::program());
    run_command(command, b"")
}

fn contract(folder: &Folder, arguments: &[String]) -> Run {
    run(CONTRACT, folder, arguments)
}

fn words<'a>(words: &'a str, files: &'a [String]) -> Vec<String> {
    words.split_whitespace().map(str::to_owned).chain(files.iter().cloned()).collect()
}

/// Compares each kernel of a cubin with the output of `cuobjdump`. Returns how many there are.
fn compare(folder: &Folder, cubin: &str) -> usize {
    let shown = contract(folder, &words("show --resources --json", &[cubin.to_owned()])).expect_good();
    let shown: Value = serde_json::from_slice(&shown.out).expect("it is JSON");
    let usage = resource_usage(&fs::read(folder.join(cubin)).expect("the cubin can be read"));
    let chip = shown["chip"].as_str().expect("a chip");
    // The section of shared memory has what the system reserves from sm_90 on.
    let has_reserved = !chip.starts_with("sm_7") && !chip.starts_with("sm_8");
    let kernels = shown["kernels"].as_array().expect("a list");
    for kernel in kernels {
        let usage = &usage[kernel["name"].as_str().expect("a name")];
        let number = |resource: &str| kernel["resources"][resource].as_u64();
        let found = |resource: &str| usage[resource].parse::<u64>().ok();
        assert_eq!(number("registers"), found("REG"), "{cubin}: {kernel}");
        assert_eq!(number("stack"), found("STACK"), "{cubin}: {kernel}");
        assert_eq!(number("local"), found("LOCAL"), "{cubin}: {kernel}");
        let shared = found("SHARED").map(|bytes| if has_reserved { bytes.saturating_sub(1024) } else { bytes });
        assert_eq!(number("static_shared"), shared, "{cubin}: {kernel}");
    }
    kernels.len()
}

/// The kernels of Triton, numba and clang, compiled by this build, and those that ptxas compiles.
#[test]
fn resources_of_real_kernels_are_those_of_cuobjdump() {
    let folder = Folder::new();
    let mut kernels = 0;
    let chips = ["sm_90a", "sm_100a", "sm_120"];
    for (chip, producer) in chips[..sample(1, chips.len())]
        .iter()
        .flat_map(|&chip| ["clang", "numba", "triton"].map(move |producer| (chip, producer)))
    {
        let output = format!("{chip}-{producer}");
        // Code for one chip can have instructions that others do not have.
        let sources = files(&format!("examples/producers/{producer}"), &[".ll"]).into_iter();
        let sources = sources.filter(|path| !name(path).contains("_sm90") || chip == "sm_90a");
        let arguments = [format!("--gpu-name={chip}"), format!("--output={output}/")];
        run(CC, &folder, arguments.into_iter().chain(sources.map(|path| path.display().to_string()))).expect_good();
        for cubin in tileiras_test_support::folder::names(&folder.join(&output)) {
            kernels += compare(&folder, &format!("{output}/{cubin}"));
        }
    }
    assert!(kernels >= sample(20, 60), "{kernels} kernels");
}

/// The number of files, and of kernels in each.
const FILES: usize = 20;
const KERNELS: usize = 10;

/// A kernel whose facts and registers depend on the numbers.
fn kernel(name: &str, threads: usize, values: usize) -> String {
    let loads: String = (0..values).map(|n| format!("ld.volatile.global.f32 %f{n}, [%d+{}];\n", 4 * n)).collect();
    let stores: String =
        (0..values).map(|n| format!("st.volatile.global.f32 [%d+{}], %f{n};\n", 4 * (values - 1 - n))).collect();
    format!(
        ".visible .entry {name}(.param .u64 p)\n.reqntid {threads}\n{{\n.reg .b64 %d; .reg .f32 %f<{values}>;\n\
         ld.param.u64 %d, [p];\n{loads}{stores}ret;\n}}\n"
    )
}

fn write(folder: &Folder, file: usize, facts: impl Fn(usize) -> (usize, usize)) -> String {
    let kernels = (0..KERNELS).map(|number| {
        let (threads, values) = facts(number);
        kernel(&format!("k{file}_{number}"), threads, values)
    });
    let head = ".version 8.7\n.target sm_90a\n.address_size 64\n".to_owned();
    let name = format!("m{file}.ptx");
    folder.file(&name, iter::once(head).chain(kernels).collect::<String>());
    name
}

fn compile(folder: &Folder, sources: &[String]) {
    run(CC, folder, words("", sources)).expect_good();
}

#[test]
fn a_snapshot_of_200_kernels_finds_what_has_changed() {
    let folder = Folder::new();
    let usual = |number: usize| (32 * (1 + number), 4 + 3 * number);
    let sources: Vec<String> = (0..FILES).map(|file| write(&folder, file, usual)).collect();
    let cubins: Vec<String> = sources.iter().map(|name| name.replace(".ptx", ".cubin")).collect();
    compile(&folder, &sources);
    contract(&folder, &words("snapshot -o contracts.json", &cubins)).expect_good();
    let snapshot: Value =
        serde_json::from_slice(&fs::read(folder.join("contracts.json")).expect("a snapshot")).expect("it is JSON");
    assert_eq!(snapshot["contracts"].as_array().map(Vec::len), Some(FILES * KERNELS));
    // The same build.
    compile(&folder, &sources);
    let check = words("check contracts.json", &cubins);
    let same = contract(&folder, &check).expect_good().stderr_is_empty();
    assert_eq!(String::from_utf8_lossy(&same.out), "");
    // One fact and the registers of one kernel.
    write(&folder, 7, |number| if number == 3 { (256, usual(number).1) } else { usual(number) });
    write(&folder, 11, |number| if number == 5 { (usual(number).0, 60) } else { usual(number) });
    compile(&folder, &[sources[7].clone(), sources[11].clone()]);
    let changed = contract(&folder, &check).code(6);
    let text = String::from_utf8_lossy(&changed.out).into_owned();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 4, "{text}");
    assert_eq!(rows[0], ["2", "changes"]);
    let start = |row: &[&str]| row[..5].join(" ");
    assert_eq!(rows[2].join(" "), "k7_3 sm_90a m7.cubin changed nvvm.reqntid 128, 1, 1 256, 1, 1");
    assert_eq!(start(&rows[3]), "k11_5 sm_90a m11.cubin more registers");
    changed.stderr_contains(&["contracts.json: 1 fact changed, 1 resource grew"]);
    // The tolerance is for the registers only.
    let tolerant = [check, vec!["--tolerance=registers=200".to_owned()]].concat();
    contract(&folder, &tolerant).code(6).stderr_contains(&["contracts.json: 1 fact changed\n"]);
}
