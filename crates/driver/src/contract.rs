//! `tileiras-contract`: what any stage states, whether a later one still states it, and what is in a knobs file.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use comfy_table::{ContentArrangement, Table, presets};
use melior::Context;
use serde::Serialize;
use tileiras_contract::{ConflictPolicy, Fact};
use tileiras_mlir::guard::guard;
use tileiras_mlir::session::DiagnosticText;
use tileiras_passes::pipeline::Step;
use tileiras_ptxas::knobs::Knobs;
use tileiras_ptxas::{Audit, Cubin, Facts, ModuleFacts};
use tileiras_target::{Chip, PtxVersion, Target};

use crate::exit::{Fault, Kind, TABLE};
use crate::input::{Format, Input};
use crate::snapshot::{self, Legalized};
use crate::{Tool, compile, device, message, with_name};

/// Look at launch contracts wherever they stand: MLIR, LLVM IR, PTX, cubins.
#[derive(Clone, Debug, Parser)]
#[command(name = "tileiras-contract", max_term_width = 100, after_help = TABLE, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    task: Task,

    /// Print JSON for tools instead of tables for people
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Clone, Debug, Subcommand)]
enum Task {
    /// Print the launch facts that a file states
    Show {
        /// .mlir, .mlirbc, .ll, .bc, .ptx or .cubin; told apart by content; - is standard input
        file: PathBuf,
    },
    /// Compare the launch facts of a file with those of what was made of it
    Audit {
        /// Where the facts were stated: MLIR, LLVM IR or PTX
        input: PathBuf,
        /// Where they have to be: PTX or a cubin
        output: PathBuf,
        /// The chip [default: what the output says it is for]
        #[arg(long, value_name = "CHIP", visible_alias = "arch")]
        gpu_name: Option<Chip>,
        /// The PTX version that the output was made with, where it does not say so itself
        #[arg(long, value_name = "VERSION")]
        ptx_version: Option<PtxVersion>,
        /// The gpu.module that was compiled, where there are several
        #[arg(long, value_name = "NAME")]
        gpu_module: Option<String>,
    },
    /// List the commands of a ptxas knobs file
    Knobs {
        /// The file; - is standard input
        file: PathBuf,
    },
}

/// Runs `tileiras-contract` on the arguments of the process.
#[must_use]
pub fn contract(tool: &Tool) -> ExitCode {
    let matches = Cli::command().version(tool.version).get_matches();
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    tileiras_passes::register();
    let mut report = Report { tool, json: cli.json, output: String::new() };
    let result = guard(|| report.run(&cli.task)).unwrap_or_else(|panic| Err(Kind::Internal.fault(panic.to_string())));
    let mut stream = std::io::stdout().lock();
    let written = stream.write_all(report.output.as_bytes()).and_then(|()| stream.flush());
    let result = result.and(written.map_err(|error| Kind::Output.fault(format!("standard output: {error}"))));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            say(&message(tool, &fault));
            fault.kind.into()
        }
    }
}

fn say(text: &str) {
    // A closed stream is no reason to fail.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

struct Report<'a> {
    tool: &'a Tool,
    json: bool,
    output: String,
}

impl Report<'_> {
    fn run(&mut self, task: &Task) -> Result<(), Fault> {
        match task {
            Task::Show { file } => self.show(file).map_err(|fault| named(file, fault)),
            Task::Audit { input, output, gpu_name, ptx_version, gpu_module } => {
                let given = Target { chip: *gpu_name, ptx: *ptx_version };
                self.audit(input, output, given, gpu_module.as_deref())
            }
            Task::Knobs { file } => self.knobs(file).map_err(|fault| named(file, fault)),
        }
    }

    fn show(&mut self, path: &Path) -> Result<(), Fault> {
        let input = Input::read(path)?;
        let facts = match input.format {
            Format::Mlir | Format::Llvm => snapshot::in_ir(self.in_ir(&input, None, None)?),
            Format::Ptx | Format::Elf => made(&input)?,
        };
        self.print(&facts, |text| text.push_str(&table(&facts)))
    }

    /// The facts of IR, brought into canonical form, as they are for a target. Without a name, of all of it.
    fn in_ir(
        &self,
        input: &Input,
        gpu_module: Option<Option<&str>>,
        target: Option<Target>,
    ) -> Result<Vec<Legalized>, Fault> {
        let registry = (self.tool.dialects)();
        let context = Context::new_with_registry(&registry, false);
        let said = DiagnosticText::collect(&context, &input.content, &input.name);
        let read = || {
            let module = compile::read(&context, input)?;
            let on_conflict = ConflictPolicy::default().as_str();
            compile::step(module.as_operation(), &Step::Transplant { on_conflict })?;
            let root = match gpu_module {
                Some(name) => device::find(&module, name)?,
                None => module.as_operation(),
            };
            Ok(snapshot::legalized(root, target))
        };
        let result = read();
        say(&said.text());
        result
    }

    fn audit(&mut self, input: &Path, output: &Path, given: Target, gpu_module: Option<&str>) -> Result<(), Fault> {
        let after = Input::read(output).and_then(|file| made(&file)).map_err(|fault| named(output, fault))?;
        let target = given.or(after.target);
        let file = Input::read(input)?;
        let legalized = match file.format {
            Format::Mlir | Format::Llvm => self.in_ir(&file, Some(gpu_module), Some(target)),
            Format::Ptx => made(&file).map(|facts| facts.functions.into_iter().map(Legalized::from).collect()),
            Format::Elf => Err(Kind::Usage.fault("must be MLIR, LLVM IR or PTX: a cubin is where facts arrive")),
        }
        .map_err(|fault| named(input, fault))?;
        let removed: Vec<Removed> = legalized.iter().flat_map(removed).collect();
        let mut before = snapshot::in_ir(legalized);
        if file.format == Format::Ptx {
            before.stage = tileiras_ptxas::Stage::Ptx;
        }
        let audit = Audit::compare(&ModuleFacts { target, ..before }, &ModuleFacts { target, ..after });
        let faithful = audit.is_faithful();
        self.print(&Audited { audit: &audit, removed: &removed }, |text| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{audit}");
            for Removed { kernel, message, .. } in &removed {
                let _ = writeln!(text, "'{kernel}': {message}");
            }
        })?;
        if faithful {
            return Ok(());
        }
        let (lost, invented) = (audit.lost().count(), audit.invented().count());
        Err(Kind::Audit.fault(format!("{}: {lost} facts lost, {invented} invented", output.display())))
    }

    fn knobs(&mut self, path: &Path) -> Result<(), Fault> {
        let input = Input::read(path)?;
        let knobs = Knobs::read(&input.content).map_err(|error| Kind::Input.fault(error.to_string()))?;
        self.print(&knobs, |text| text.push_str(&knobs.to_string()))
    }

    fn print(&mut self, value: &impl Serialize, people: impl FnOnce(&mut String)) -> Result<(), Fault> {
        if self.json {
            let text = serde_json::to_string_pretty(value).map_err(|error| Kind::Internal.fault(error.to_string()))?;
            self.output.push_str(&text);
            self.output.push('\n');
        } else {
            people(&mut self.output);
        }
        Ok(())
    }
}

/// An audit, and what was not expected to arrive.
#[derive(Serialize)]
struct Audited<'a> {
    #[serde(flatten)]
    audit: &'a Audit,
    removed: &'a [Removed],
}

/// A fact that `nvvm-legalize` removes for the target.
#[derive(Serialize)]
struct Removed {
    kernel: String,
    fact: &'static str,
    rule: &'static str,
    message: String,
}

fn removed(legalized: &Legalized) -> Vec<Removed> {
    let kernel = &legalized.facts.name;
    let removals = legalized.removals.iter();
    let row = |removal: &tileiras_contract::legalize::Removal| Removed {
        kernel: kernel.clone(),
        fact: removal.fact.attribute(),
        rule: removal.rule,
        message: removal.message.clone(),
    };
    removals.map(row).collect()
}

/// The facts of PTX or of a cubin.
fn made(input: &Input) -> Result<ModuleFacts, Fault> {
    match input.format {
        Format::Ptx => match tileiras_ptx::read(&input.content) {
            Ok(ptx) => Ok(snapshot::of_ptx(&ptx)),
            Err(error) => Err(Kind::Input.fault(format!("{}:{error}", input.name))),
        },
        Format::Elf => match Cubin::read(&input.content) {
            Ok(cubin) => Ok(ModuleFacts::of_cubin(&cubin)),
            Err(error) => Err(Kind::Input.fault(error.to_string())),
        },
        Format::Mlir | Format::Llvm => Err(Kind::Input.fault("must be PTX or a cubin, which this is not")),
    }
}

fn named(path: &Path, fault: Fault) -> Fault {
    Fault { message: with_name(path, &fault.message), ..fault }
}

/// One row for each function, one column for each fact that any of them states.
fn table(module: &ModuleFacts) -> String {
    let stated = |fact: &Fact| module.functions.iter().any(|facts| facts.get(*fact).is_some());
    let facts: Vec<Fact> = Fact::ALL.into_iter().filter(stated).collect();
    let capped = module.functions.iter().any(|facts| facts.register_cap.is_some());
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    let short = |fact: &Fact| fact.attribute().trim_start_matches(tileiras_contract::PREFIX);
    let mut header = vec!["function"];
    header.extend(facts.iter().map(short));
    header.extend(capped.then_some("register cap"));
    table.set_header(header);
    for function in &module.functions {
        table.add_row(row(function, &facts, capped));
    }
    let target = if module.target == Target::default() { String::new() } else { format!(", {}", module.target) };
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    format!("{}{target}, {} functions with launch facts\n{}\n", module.stage, module.functions.len(), lines.join("\n"))
}

fn row(function: &Facts, facts: &[Fact], capped: bool) -> Vec<String> {
    let text = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let mut row = vec![function.name.clone()];
    row.extend(facts.iter().map(|fact| text(function.get(*fact).map(ToString::to_string))));
    row.extend(capped.then(|| text(function.register_cap.map(|cap| cap.to_string()))));
    row
}
