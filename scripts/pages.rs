//! Writes the man pages of all tools, and the completions of those with a command line of this project, for bash, zsh
//! and fish: `cargo run --example pages -- FOLDER`. The command lines of the other tools are those of upstream, of
//! which a page has only what this project adds.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::{Arg, Command};
use clap_complete::Shell;
use tileiras_tools::tools::{self, Tool};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The declarations of the passes.
const PASSES: [&str; 3] = [
    include_str!("../passes/FactPasses.td"),
    include_str!("../passes/LaunchPasses.td"),
    include_str!("../passes/BodyPasses.td"),
];

/// The pipeline and the translations of this project.
const OTHER_PASSES: [(&str, &str); 1] = [("nvvm-launch", "The passes for launch facts, in their order")];
const TRANSLATIONS: [(&str, &str); 5] = [
    ("import-nvvm", "Translate LLVM IR to MLIR, keeping legacy nvvm.annotations and launch attributes"),
    ("export-nvvm", "Translate MLIR to LLVM IR with every launch fact, as attributes"),
    ("export-nvvm-legacy", "Translate MLIR to LLVM IR with every launch fact, as nvvm.annotations for LLVM up to 19"),
    ("mlir-to-llvmir", "Translate MLIR to LLVM IR as upstream does, and report launch facts that this loses"),
    ("nvvm-to-ptx-header", "Translate the launch facts of kernels to the headers of PTX"),
];

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).context("usage: pages FOLDER")?;
    write_all(&folder)
}

/// Writes `man` and `completions` in a folder.
///
/// # Errors
/// If a file cannot be written.
pub fn write_all(folder: &Path) -> Result<()> {
    let (man, completions) = (folder.join("man"), folder.join("completions"));
    for folder in [&man, &completions] {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    for command in tileiras_driver::command_lines() {
        let command = command.version(VERSION);
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let name = command.get_name().to_owned();
            clap_complete::generate_to(shell, &mut command.clone(), name, &completions)?;
        }
        clap_mangen::generate_to(command, &man)?;
    }
    for command in upstream_tools() {
        clap_mangen::generate_to(command.version(VERSION), &man)?;
    }
    let command = tools::command_line().version(VERSION);
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut command.clone(), tools::NAME, &completions)?;
    }
    // Each command has a page of its own, that of the tool.
    let page = clap_mangen::Man::new(command);
    page.generate_to(&man)?;
    Ok(())
}

/// The tools with a command line of upstream, with what this project adds.
fn upstream_tools() -> [Command; 3] {
    let passes = PASSES.iter().flat_map(|table| table.split(": Pass<\"").skip(1)).filter_map(|pass| {
        let name = pass.split('"').next()?;
        let summary = pass.split_once("let summary = \"")?.1.split('"').next()?;
        Some((name, summary))
    });
    [
        tool("tileiras-opt", "mlir-opt", "passes")
            .args(passes.chain(OTHER_PASSES).map(|(name, summary)| option(name, summary))),
        tool("tileiras-translate", "mlir-translate", "translations")
            .args(TRANSLATIONS.map(|(name, summary)| option(name, summary))),
        tool("tileiras-lsp-server", "mlir-lsp-server", "dialect"),
    ]
}

fn tool(name: &'static str, upstream: &str, adds: &str) -> Command {
    let purpose = Tool::named(name.as_ref()).map_or("", |tool| tool.purpose);
    let what = format!(
        "{purpose}. This is {upstream} of LLVM with the {adds} of tileiras, and takes every option of {upstream}; \
         {name} --help lists all of them."
    );
    let file = Arg::new("FILE").help("The input; - is standard input");
    let takes_file = adds != "dialect";
    let usage = if takes_file { format!("{name} [OPTIONS] [FILE]") } else { format!("{name} [OPTIONS]") };
    let command = Command::new(name).about(purpose).long_about(what).override_usage(usage);
    let command = command.disable_help_flag(true).disable_version_flag(true);
    let command = command.arg(option("help", "Print all options")).arg(option("version", "Print the versions"));
    if takes_file { command.arg(file) } else { command }
}

fn option(name: &'static str, summary: &'static str) -> Arg {
    Arg::new(name).long(name).help(summary).num_args(0)
}
