//! The `ptxas` that the project pins, and `nvlink`, `fatbinary` and `cuobjdump`, which come with it.
//!
//! Starts the programs itself and shares no code with `tileiras-ptxas`, which finds and runs them for users. Guarantees
//! that the names of files in messages and cubins are the same in every run. Fails the test where a program is missing.

use crate::folder::Folder;
use crate::process::{Run, run_command};
use crate::tree;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// The name of the input file of `ptxas`.
pub const INPUT: &str = "k.ptx";

/// The path of `ptxas`: what `TILEIRAS_PTXAS` names, which cargo sets, or where `make dependencies` puts it.
#[must_use]
pub fn program() -> PathBuf {
    let path = env::var_os("TILEIRAS_PTXAS").map_or_else(|| tree::root().join(".tools/bin/ptxas"), PathBuf::from);
    assert!(path.is_file(), "ptxas is missing, it should be {}: run 'make dependencies'", path.display());
    path
}

/// The path of another program in the folder of `ptxas`.
#[must_use]
pub fn sibling(name: &str) -> PathBuf {
    let path = program().with_file_name(name);
    assert!(path.is_file(), "{} is missing: run 'make dependencies'", path.display());
    path
}

/// A module of one kernel for each header, named `k0`, `k1`, ...
#[must_use]
pub fn module(chip: &str, version: &str, headers: &[String]) -> String {
    let mut text = format!(".version {version}\n.target {chip}\n.address_size 64\n");
    for (number, header) in headers.iter().enumerate() {
        text += &format!(".visible .entry k{number}(.param .u64 p, .param .u32 q)\n{header}\n{{ ret; }}\n");
    }
    text
}

/// Runs `ptxas` on a text. Returns the run, which may have failed, and the cubin, if one was written.
#[must_use]
pub fn try_run(chip: &str, text: &[u8], arguments: &[&str]) -> (Run, Option<Vec<u8>>) {
    let folder = Folder::new();
    folder.file(INPUT, text);
    let mut command = Command::new(program());
    command.current_dir(folder.path()).args(["-arch", chip]).args(arguments).args([INPUT, "-o", "k.cubin"]);
    let run = run_command(command, b"");
    (run, fs::read(folder.join("k.cubin")).ok())
}

/// The cubin of a text.
///
/// # Errors
/// The output of `ptxas`.
pub fn try_assemble(chip: &str, text: &[u8], arguments: &[&str]) -> Result<Vec<u8>, String> {
    let (run, cubin) = try_run(chip, text, arguments);
    let output = run.text();
    let run = run.good().map_err(|message| message + &output)?;
    Ok(cubin.unwrap_or_else(|| panic!("ptxas wrote no cubin: {run}")))
}

/// The cubin of a text that `ptxas` accepts.
#[track_caller]
#[must_use]
pub fn assemble(chip: &str, text: &[u8], arguments: &[&str]) -> Vec<u8> {
    try_assemble(chip, text, arguments)
        .unwrap_or_else(|output| panic!("for {chip}: {output}\n{}", String::from_utf8_lossy(text)))
}

/// The output of `cuobjdump -elf` for a cubin.
#[must_use]
pub fn cuobjdump(cubin: &[u8]) -> String {
    let folder = Folder::new();
    let mut command = Command::new(sibling("cuobjdump"));
    command.arg("-elf").arg(folder.file("k.cubin", cubin));
    run_command(command, b"").expect_good().text()
}

/// The attributes of each section in the output of [`cuobjdump`], with their values as printed.
#[must_use]
pub fn attributes(dump: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut sections: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    let (mut section, mut attribute) = (String::new(), String::new());
    for line in dump.lines() {
        if line.starts_with('.') {
            section = line.trim().to_owned();
        } else if let Some(name) = line.trim().strip_prefix("Attribute:") {
            attribute = name.trim().to_owned();
            sections.entry(section.clone()).or_default().insert(attribute.clone(), String::new());
        } else if let Some(value) = line.trim().strip_prefix("Value:") {
            let value = value.trim().to_owned();
            sections.entry(section.clone()).or_default().insert(attribute.clone(), value);
        }
    }
    sections
}

/// The numbers of a value that consists of words in hexadecimal.
#[must_use]
pub fn words(value: &str) -> Vec<u32> {
    let word = |word: &str| u32::from_str_radix(word.trim_start_matches("0x"), 16).expect("a number");
    value.split_whitespace().map(word).collect()
}

/// A fat binary with these images: their kind (`elf` or `ptx`), their chip without `sm_`, and their content.
#[must_use]
pub fn fatbinary(images: &[(&str, &str, &[u8])], arguments: &[&str]) -> Vec<u8> {
    let folder = Folder::new();
    let mut command = Command::new(sibling("fatbinary"));
    command.args(["--create=out.fatbin", "--64"]).args(arguments).current_dir(folder.path());
    for (number, (kind, chip, content)) in images.iter().enumerate() {
        let file = folder.file(format!("{number}.{kind}"), content);
        command.arg(format!("--image3=kind={kind},sm={chip},file={}", file.display()));
    }
    run_command(command, b"").expect_good();
    fs::read(folder.join("out.fatbin")).expect("fatbinary wrote it")
}

/// The output of `cuobjdump -res-usage` for a cubin: the resources of each function by name, such as `REG` and `STACK`.
#[must_use]
pub fn resource_usage(cubin: &[u8]) -> BTreeMap<String, BTreeMap<String, String>> {
    let folder = Folder::new();
    let mut command = Command::new(sibling("cuobjdump"));
    command.arg("-res-usage").arg(folder.file("k.cubin", cubin));
    let text = run_command(command, b"").expect_good().text();
    let mut functions = BTreeMap::new();
    let mut lines = text.lines().map(str::trim);
    while let Some(line) = lines.next() {
        let Some(name) = line.strip_prefix("Function ").and_then(|line| line.strip_suffix(':')) else { continue };
        let pairs = lines.next().unwrap_or_default().split_whitespace().filter_map(|pair| pair.split_once(':'));
        functions.insert(name.to_owned(), pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect());
    }
    functions
}
