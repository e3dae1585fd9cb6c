//! The tools, each as a function of its command line.
//!
//! An installation has one program, `tileiras`, which is all tools: LLVM is linked statically, and most of each tool is
//! LLVM. The program is the tool whose name it is called by, as `tileiras-opt`, or that its first argument names, as
//! `tileiras opt`. `build.rs` makes links with the names of the tools.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use clap::Command as CommandLine;
use tileiras_mlir::{tool, translation};
use tileiras_translate::export::translate as exports;
use tileiras_translate::mlir_text::MLIRText;

/// The program that is all tools.
pub const NAME: &str = "tileiras";

/// One tool.
#[derive(Clone, Copy)]
pub struct Tool {
    /// The name of its program, which begins with [`NAME`].
    pub name: &'static str,
    /// The program in whose place it can be installed, under its name or one that begins with it, as `ptxas-13.5`.
    pub stands_in_for: Option<&'static str>,
    /// What it does.
    pub purpose: &'static str,
    /// Runs it on a command line, which begins with the name of the program.
    pub run: fn(Vec<OsString>) -> ExitCode,
}

/// The tools.
pub const TOOLS: [Tool; 6] = [
    Tool::new("tileiras-cc", "Compile GPU kernels to an audited cubin", cc),
    Tool::new("tileiras-contract", "Show and compare launch contracts", contract),
    Tool::new("tileiras-opt", "Run MLIR passes", opt),
    Tool {
        stands_in_for: Some("ptxas"),
        ..Tool::new("tileiras-ptxas", "Run ptxas, and check what it assembles", ptxas)
    },
    Tool::new("tileiras-translate", "Translate between MLIR, LLVM IR and PTX headers", translate),
    Tool::new("tileiras-lsp-server", "Serve MLIR to editors, over the language server protocol", language_server),
];

impl Tool {
    const fn new(name: &'static str, purpose: &'static str, run: fn(Vec<OsString>) -> ExitCode) -> Self {
        Self { name, stands_in_for: None, purpose, run }
    }

    /// The tool that a program of this name is.
    #[must_use]
    pub fn named(name: &OsStr) -> Option<Tool> {
        TOOLS.into_iter().find(|tool| {
            let begins_with = |other: &str| name.as_encoded_bytes().starts_with(other.as_bytes());
            name == tool.name || tool.stands_in_for.is_some_and(begins_with)
        })
    }

    /// The first argument of `tileiras` that means this tool.
    #[must_use]
    pub fn sub_command(&self) -> &'static str {
        self.name.strip_prefix(NAME).and_then(|rest| rest.strip_prefix('-')).unwrap_or(self.name)
    }
}

/// The compiler driver: compiles MLIR or LLVM IR to a cubin and audits it.
#[must_use]
pub fn cc(command_line: Vec<OsString>) -> ExitCode {
    tileiras_driver::cc(&crate::driver("tileiras-cc"), command_line)
}

/// Shows and compares the launch contracts of files of any stage, and lists the content of knobs files of ptxas.
#[must_use]
pub fn contract(command_line: Vec<OsString>) -> ExitCode {
    tileiras_driver::contract(&crate::driver("tileiras-contract"), command_line)
}

/// Runs the real `ptxas`, and checks the PTX meanwhile.
#[must_use]
pub fn ptxas(command_line: Vec<OsString>) -> ExitCode {
    tileiras_driver::ptxas(&crate::driver("tileiras-ptxas"), command_line)
}

/// `mlir-opt` with every upstream dialect and pass, the dialect `nv_tileaa` and the passes of this project.
#[must_use]
pub fn opt(command_line: Vec<OsString>) -> ExitCode {
    // A plugin needs the shared libMLIR.so of its host.
    #[cfg(feature = "standalone")]
    if let Some(flag) = tool::plugin_option(&command_line) {
        let text =
            format!("error: --{flag}: MLIR is linked into this program statically, so plugins cannot be loaded\n");
        let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
        return ExitCode::FAILURE;
    }
    tool::add_version(crate::VERSION);
    tool::register_upstream_passes();
    tileiras_passes::register();
    tool::opt::<MLIRText>(
        "tileiras-opt",
        "tileiras modular optimizer driver",
        (&crate::dialects()).into(),
        command_line,
    )
}

/// `mlir-translate` with every upstream translation, `--import-nvvm`, `--export-nvvm`, `--export-nvvm-legacy` and
/// `--nvvm-to-ptx-header`.
#[must_use]
pub fn translate(command_line: Vec<OsString>) -> ExitCode {
    tool::add_version(crate::VERSION);
    tool::register_upstream_translations();
    tool::register_upstream_passes();
    tileiras_passes::register();
    translation::register::<tileiras_translate::import::ImportNVVM>();
    translation::register_export::<exports::ExportNVVM, MLIRText>();
    translation::register_export::<exports::ExportNVVMLegacy, MLIRText>();
    translation::register_export::<exports::MLIRToLLVMIR, MLIRText>();
    translation::register_export::<tileiras_translate::headers::NVVMToPTXHeader, MLIRText>();
    tool::translate("tileiras-translate", "tileiras translation driver", command_line)
}

/// `mlir-lsp-server` with the dialect `nv_tileaa`, the findings of the rules, their fixes, and the contracts of
/// kernels.
#[must_use]
pub fn language_server(mut command_line: Vec<OsString>) -> ExitCode {
    const SERVER: &str = "tileiras-lsp-server";
    #[cfg(feature = "standalone")]
    crate::allocator::use_settings_of_server(SERVER, &command_line);
    // The server starts this program again for upstream's part.
    if command_line.get(1).is_some_and(|argument| argument == tileiras_lsp::UPSTREAM) {
        command_line.remove(1);
        tool::add_version(crate::VERSION);
        return tool::lsp_server(SERVER, (&crate::dialects()).into(), command_line);
    }
    tileiras_lsp::run(&crate::language_server(SERVER), command_line)
}

/// Runs the tool whose name the program is called by, or that the first argument names.
#[must_use]
pub fn any(mut command_line: Vec<OsString>) -> ExitCode {
    let called = command_line.first().map(Path::new).and_then(Path::file_name).unwrap_or_default();
    if let Some(tool) = Tool::named(called) {
        return (tool.run)(command_line);
    }
    let named = |argument: &OsString| TOOLS.into_iter().find(|tool| tool.sub_command() == argument.as_os_str());
    if let Some(tool) = command_line.get(1).and_then(named) {
        command_line.remove(0);
        command_line[0] = tool.name.into();
        return (tool.run)(command_line);
    }
    // What is left is a question or a mistake, and clap ends the process for both. `ptxas` is searched for a question
    // only.
    let is_version =
        command_line.get(1).is_some_and(|argument| ["--version", "-V"].iter().any(|flag| argument == flag));
    let version = if is_version { version() } else { String::new() }.leak();
    let _ = self::command_line().version(&*version).get_matches_from(command_line);
    ExitCode::SUCCESS
}

/// The versions of this project, of LLVM and of the `ptxas` that `tileiras-cc` finds.
fn version() -> String {
    let own = crate::VERSION.strip_prefix(NAME).unwrap_or(crate::VERSION).trim_start();
    format!("{own}\n{}", tileiras_driver::ptxas_version())
}

/// The command line of `tileiras`, with those of the tools that have one of this project.
#[must_use]
pub fn command_line() -> CommandLine {
    let commands = TOOLS.into_iter().map(|tool| {
        let own = tileiras_driver::command_lines().into_iter().find(|command| command.get_name() == tool.name);
        let command = own.unwrap_or_else(|| CommandLine::new(tool.name).disable_help_flag(true));
        command.name(tool.sub_command()).about(tool.purpose)
    });
    CommandLine::new(NAME)
        .about("Run a tool of tileiras, which carries the launch contracts of GPU kernels to the cubin")
        .after_help("Each command is also a program, such as tileiras-cc for tileiras cc.")
        .override_usage("tileiras <COMMAND> [ARGUMENTS]")
        .disable_help_subcommand(true)
        .arg_required_else_help(true)
        .subcommand_required(true)
        .subcommands(commands)
}
