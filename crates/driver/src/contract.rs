//! `tileiras-contract`: shows, compares and checks launch contracts, and lists a knobs file. The images of a fat binary
//! are shown and compared one by one.

mod check;

use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use comfy_table::{ContentArrangement, Table, presets};
use melior::Context;
use melior::ir::{Module, OperationRef};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tileiras_contract::Fact;
use tileiras_contract::audit::{Audit, FunctionSnapshot, Snapshot, SnapshotJson, Stage};
use tileiras_contract::read::ConflictPolicy;
use tileiras_cubin::{Cubin, Fatbin, Image, ImageKind};
use tileiras_knobs::Knobs;
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_mlir::guard::guard;
use tileiras_nvvm::device::linked_files;
use tileiras_nvvm::program_facts::Program;
use tileiras_passes::pipeline::{READ_FACTS, Root, StepOptions};
use tileiras_ptxas::reason;
use tileiras_target::{Chip, PtxVersion, Target};
use tileiras_translate::import::Library;

use crate::exit::{self, Fault, Kind};
use crate::input::{Format, Input, Limit};
use crate::object::{content_of, is_same_chip, may_be_for};
use crate::output_location::is_standard_stream;
use crate::worker::{self, UserLimits};
use crate::{Tool, closed_output, compile, device, library, line, message, snapshot, units, with_input_name};

/// Show and compare the launch contracts of MLIR, LLVM IR, PTX and cubins.
#[derive(Clone, Debug, Parser)]
#[command(name = "tileiras-contract", max_term_width = 100, after_help = exit_codes(), disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    task: Task,

    /// Print JSON for tools instead of tables for people
    #[arg(long, global = true)]
    json: bool,

    /// Refuse a file of more MiB than that
    #[arg(long, global = true, value_name = "MIB", default_value_t)]
    max_input_size: Limit,

    #[command(flatten)]
    limits: UserLimits,
}

#[derive(Clone, Debug, Subcommand)]
enum Task {
    /// Print the launch facts that a file states
    Show {
        /// .mlir, .mlirbc, .ll, .bc, .ptx, .cubin, .o or .fatbin; told apart by content; - is standard input
        file: PathBuf,
    },
    /// Compare the launch facts of files with those of what was made of them
    #[command(override_usage = "tileiras-contract audit [OPTIONS] <INPUT>... <OUTPUT>")]
    Audit {
        /// Where the facts were stated: MLIR, LLVM IR or PTX; several, if they were linked. Last, where they have to be:
        /// PTX, a cubin or a fat binary
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The chip [default: the chip of the output]; of a fat binary, only the images for this chip are compared
        #[arg(long, value_name = "CHIP", visible_alias = "arch")]
        gpu_name: Option<Chip>,
        /// The PTX version that a cubin was made from, as a cubin does not state it
        #[arg(long, value_name = "VERSION")]
        ptx_version: Option<PtxVersion>,
        /// The gpu.module that was compiled, where there are several
        #[arg(long, value_name = "NAME")]
        gpu_module: Option<String>,
        /// LLVM IR that was linked, whose kernels have facts, too; may be given several times
        #[arg(long, value_name = "FILE")]
        link_bitcode: Vec<PathBuf>,
    },
    /// Check the launch contracts and the bodies of files against the rules
    Check(check::CheckOptions),
    /// List the commands of a ptxas knobs file
    Knobs {
        /// The file; - is standard input
        file: PathBuf,
    },
}

fn exit_codes() -> String {
    exit::table(&[Kind::Input, Kind::Usage, Kind::Verification, Kind::Audit, Kind::Output, Kind::Internal])
}

/// Runs `tileiras-contract` on the arguments of the process.
#[must_use]
pub fn contract(tool: &Tool) -> ExitCode {
    let matches = Cli::command().version(tool.version).get_matches();
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let output_is_closed = tileiras_mlir::tool::prepare_process(tool.name);
    tileiras_passes::register();
    let mut command =
        Command { tool, json: cli.json, limit: cli.max_input_size, limits: cli.limits, output: String::new() };
    let result = guard(|| command.run(&cli.task)).unwrap_or_else(|panic| Err(Kind::Internal.fault(panic.to_string())));
    let mut stream = std::io::stdout().lock();
    let written = match stream.write_all(command.output.as_bytes()).and_then(|()| stream.flush()) {
        // The reader, such as `head`, has closed the pipe.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Ok(()) if output_is_closed && !command.output.is_empty() => Err(closed_output()),
        written => written.map_err(|error| Kind::Output.fault(format!("standard output: {}", reason(&error)))),
    };
    let result = result.and(written);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            print_error(&message(tool, &fault));
            fault.kind.into()
        }
    }
}

fn print_error(text: &str) {
    // An error is ignored: the stream may be closed.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// The command that runs, and what it prints.
struct Command<'a> {
    tool: &'a Tool,
    json: bool,
    limit: Limit,
    limits: UserLimits,
    output: String,
}

impl Command<'_> {
    fn run(&mut self, task: &Task) -> Result<(), Fault> {
        match task {
            Task::Show { file } => self.show(file).map_err(|fault| with_input_name(file, fault)),
            Task::Audit { files, gpu_name, ptx_version, gpu_module, link_bitcode } => {
                let given = Target { chip: *gpu_name, ptx: *ptx_version };
                let Some((output, inputs)) = files.split_last().filter(|(_, inputs)| !inputs.is_empty()) else {
                    return Err(Kind::Usage.fault("audit needs an input and an output"));
                };
                let libraries = library::read_files(link_bitcode, self.limit)?;
                self.audit(inputs, output, given, gpu_module.as_deref(), &libraries)
            }
            Task::Check(options) => self.check(options),
            Task::Knobs { file } => self.knobs(file).map_err(|fault| with_input_name(file, fault)),
        }
    }

    fn show(&mut self, path: &Path) -> Result<(), Fault> {
        let input = Input::read(path, self.limit)?;
        let facts = match input.format {
            Format::Mlir | Format::Llvm => vec![self.in_worker(&input, |context| {
                let module = compile::read(context, &input)?;
                facts_of(&module, |module| Ok(module.as_operation()), None)
            })?],
            Format::Ptx | Format::Elf | Format::Fatbin => self.output_facts(&input)?,
            Format::Binary => {
                let text = format!("must be MLIR, LLVM IR, PTX, a cubin or a fat binary, and is {}", input.format);
                return Err(Kind::Input.fault(text));
            }
        };
        let tables: Vec<_> = facts.iter().map(table).collect();
        let facts: Vec<_> = facts.iter().map(SnapshotJson).collect();
        self.print(input.format, &facts, &tables)
    }

    /// The facts of an input of `audit`, for the target of its output. The files that its `#nvvm.target` links are added
    /// to `linked`, if they are not in it or in `libraries`.
    fn linked_facts(
        &self,
        input: &Input,
        (target, gpu_module): (Target, Option<&str>),
        libraries: &[Input],
        linked: &mut Vec<Input>,
    ) -> Result<Snapshot, Fault> {
        let (facts, names) = self.in_worker(input, |context| {
            let module = compile::read(context, input)?;
            let facts = facts_of(&module, |module| device::find(module, gpu_module), Some(target))?;
            let names = linked_files(device::find(&module, gpu_module)?, target.chip).map_err(device::usage)?;
            Ok((facts, names.into_iter().map(<[u8]>::to_vec).collect::<Vec<_>>()))
        })?;
        let names: Vec<&[u8]> = names.iter().map(Vec::as_slice).collect();
        let found = library::read_linked(&names, libraries.iter().chain(&*linked), self.limit)?;
        linked.extend(found);
        Ok(facts)
    }

    /// The facts of a library.
    fn library_facts(&self, input: &Input, target: Target) -> Result<Snapshot, Fault> {
        self.in_worker(input, |context| match compile::read_library(context, input)? {
            Library::WithFacts(imported) => {
                facts_of(&imported.module, |module| Ok(module.as_operation()), Some(target))
            }
            Library::WithoutFacts(_) => Ok(Snapshot { stage: Stage::Ir, target, functions: Vec::new() }),
        })
    }

    /// Calls `work` with a new context in a worker, and prints the diagnostics.
    fn in_worker<T: Serialize + DeserializeOwned>(
        &self,
        input: &Input,
        work: impl Fn(&Context) -> Result<T, Fault> + Sync,
    ) -> Result<T, Fault> {
        let read = || compile::with_context(input, &(self.tool.dialects)(), &work);
        let (diagnostics, result) = worker::call(self.limits, read)?;
        print_error(&diagnostics);
        result
    }

    fn audit(
        &mut self,
        inputs: &[PathBuf],
        output: &Path,
        given: Target,
        gpu_module: Option<&str>,
        libraries: &[Input],
    ) -> Result<(), Fault> {
        let streams = inputs.iter().filter(|input| is_standard_stream(input)).count();
        if streams + usize::from(is_standard_stream(output)) > 1 {
            return Err(Kind::Usage.fault("standard input can be read once, but is given several times"));
        }
        let compiled = Input::read(output, self.limit)?;
        let stages = self.output_facts(&compiled).and_then(|stages| match (compiled.format, given.chip) {
            (Format::Fatbin, Some(chip)) => images_for(stages, chip),
            _ => Ok(stages),
        });
        let stages = stages.map_err(|fault| with_input_name(output, fault))?;
        let files = inputs.iter().map(|input| Input::read(input, self.limit)).collect::<Result<Vec<_>, _>>()?;
        let mut audits = Vec::new();
        for after in stages {
            let target = target_of(given, after.target, compiled.format);
            let target = target.map_err(|fault| with_input_name(output, fault))?;
            let before = self.unit_facts(&files, (target, gpu_module), libraries, &after)?;
            let audit = Audit::compare(&Snapshot { target, ..before }, &Snapshot { target, ..after });
            audits.push(ImageAudit { chip: target.chip.map(|chip| chip.to_string()), audit });
        }
        let is_fatbin = compiled.format == Format::Fatbin;
        let text = |image: &ImageAudit| match &image.chip {
            Some(chip) if is_fatbin => format!("{chip}: {}", image.audit),
            _ => image.audit.to_string(),
        };
        let texts: Vec<_> = audits.iter().map(text).collect();
        if is_fatbin {
            self.print(compiled.format, &audits, &texts)?;
        } else {
            let audits: Vec<_> = audits.iter().map(|image| &image.audit).collect();
            self.print(compiled.format, &audits, &texts)?;
        }
        let lost: usize = audits.iter().map(|image| image.audit.lost().count()).sum();
        let invented: usize = audits.iter().map(|image| image.audit.invented().count()).sum();
        if lost + invented == 0 {
            return Ok(());
        }
        Err(with_input_name(
            output,
            Kind::Audit.fault(format!("the contract is broken: {lost} lost, {invented} invented")),
        ))
    }

    fn knobs(&mut self, path: &Path) -> Result<(), Fault> {
        let input = Input::read(path, self.limit)?;
        let knobs = Knobs::read(&input.content).map_err(|error| Kind::Input.fault(error.to_string()))?;
        self.print(input.format, std::slice::from_ref(&knobs), &[knobs.to_string()])
    }

    /// The facts of all inputs of `audit` and of their libraries, for the target of their output.
    fn unit_facts(
        &self,
        files: &[Input],
        (target, gpu_module): (Target, Option<&str>),
        libraries: &[Input],
        after: &Snapshot,
    ) -> Result<Snapshot, Fault> {
        let (mut units, mut linked) = (Vec::new(), Vec::new());
        for file in files {
            let facts = self.input_facts(file, (target, gpu_module), libraries, &mut linked);
            units.push(facts.map_err(|fault| with_input_name(Path::new(&file.name), fault))?);
        }
        for library in libraries.iter().chain(&linked) {
            let facts = self.library_facts(library, target);
            units.push(facts.map_err(|fault| with_input_name(Path::new(&library.name), fault))?);
        }
        let stage = units.first().map_or(Stage::Ir, |unit| unit.stage);
        if units.iter().any(|unit| unit.stage != stage) {
            return Err(Kind::Usage.fault("the inputs must all be IR or all be PTX"));
        }
        Ok(Snapshot { stage, target, functions: units::functions_of_all(units, after) })
    }

    /// The facts of an input of `audit`, as [`Self::linked_facts`].
    fn input_facts(
        &self,
        input: &Input,
        target: (Target, Option<&str>),
        libraries: &[Input],
        linked: &mut Vec<Input>,
    ) -> Result<Snapshot, Fault> {
        match input.format {
            Format::Mlir | Format::Llvm => self.linked_facts(input, target, libraries, linked),
            Format::Ptx if !libraries.is_empty() => {
                Err(Kind::Usage.fault("nothing is linked into PTX: --link-bitcode needs MLIR or LLVM IR"))
            }
            Format::Ptx => ptx_facts(&input.name, &input.content),
            Format::Elf | Format::Fatbin | Format::Binary => {
                Err(Kind::Input.fault(format!("must be MLIR, LLVM IR or PTX, and is {}", input.format)))
            }
        }
    }

    /// The facts of PTX, of a cubin, or of each image of a fat binary.
    fn output_facts(&self, input: &Input) -> Result<Vec<Snapshot>, Fault> {
        match input.format {
            Format::Ptx => Ok(vec![ptx_facts(&input.name, &input.content)?]),
            Format::Elf => Ok(vec![cubin_facts(&input.content)?]),
            Format::Fatbin => {
                let fatbin = Fatbin::read(&input.content).map_err(|error| Kind::Input.fault(error.to_string()))?;
                let mut budget = self.limit.bytes();
                let images = fatbin.images.iter();
                let facts = images.filter_map(|image| self.image_facts(&input.name, image, &mut budget).transpose());
                let facts = facts.collect::<Result<Vec<_>, _>>()?;
                // An audit of no image would find nothing lost.
                if facts.is_empty() { Err(Kind::Input.fault("has no image that can be read")) } else { Ok(facts) }
            }
            Format::Mlir | Format::Llvm | Format::Binary => {
                Err(Kind::Input.fault(format!("must be PTX, a cubin or a fat binary, and is {}", input.format)))
            }
        }
    }

    /// The facts of an image of a fat binary; none, with a warning, if it is of an unknown kind.
    fn image_facts(&self, name: &str, image: &Image<'_>, budget: &mut u64) -> Result<Option<Snapshot>, Fault> {
        let in_image =
            |fault: Fault| Fault { message: format!("the image for {}: {}", image.arch, fault.message), ..fault };
        let mut content = || content_of(image, self.limit, budget);
        let mut facts = match image.kind {
            ImageKind::Cubin => cubin_facts(&content()?).map_err(in_image)?,
            ImageKind::Ptx => ptx_facts(name, &content()?).map_err(in_image)?,
            ImageKind::Other(kind) => {
                let text = format!("the image for {} is of the unknown kind {kind} and was not read", image.arch);
                print_error(&line(self.tool, "warning", &format!("{name}: {text}")));
                return Ok(None);
            }
        };
        // A cubin does not have the suffix `f` of its chip.
        facts.target.chip = image.chip().or(facts.target.chip);
        Ok(Some(facts))
    }

    /// Prints values as JSON, or their texts. The JSON of a fat binary is a list.
    fn print(&mut self, format: Format, values: &[impl Serialize], texts: &[String]) -> Result<(), Fault> {
        if self.json {
            let text = match values {
                [value] if format != Format::Fatbin => serde_json::to_string_pretty(value),
                values => serde_json::to_string_pretty(values),
            };
            self.output.push_str(&text.map_err(|error| Kind::Internal.fault(error.to_string()))?);
            self.output.push('\n');
        } else {
            self.output.push_str(&texts.join("\n"));
        }
        Ok(())
    }
}

/// The facts of a part of a module, in canonical form. With a target, also those derived from kernel specs, as in a
/// compilation.
fn facts_of<'c, 'a>(
    module: &'a Module<'c>,
    part: impl Fn(&'a Module<'c>) -> Result<OperationRef<'c, 'a>, Fault>,
    target: Option<Target>,
) -> Result<Snapshot, Fault> {
    let chip = target.and_then(|target| target.chip).map(|chip| chip.to_string()).unwrap_or_default();
    let on_conflict = ConflictPolicy::default().as_str();
    let options = StepOptions { on_conflict, derive_chip: &chip, ..StepOptions::default() };
    let mut analyses = SavedAnalyses::new(module.as_operation());
    for step in READ_FACTS {
        let root = match step.root() {
            Root::Module => module.as_operation(),
            Root::Device | Root::Target if target.is_some() => part(module)?,
            Root::Device | Root::Target => continue,
        };
        analyses.set_root(root);
        compile::run_step(step, &mut analyses, &options)?;
    }
    let root = part(module)?;
    analyses.set_root(root);
    units::warn_unread(Program::saved(&analyses));
    Ok(snapshot::of_program(Program::saved(&analyses)))
}

/// The target of an output: what it states, and what is given.
///
/// # Errors
/// If it states something else than what is given.
fn target_of(given: Target, stated: Target, format: Format) -> Result<Target, Fault> {
    let is_for = |stated, chip| match format {
        Format::Elf => may_be_for(stated, chip),
        _ => is_same_chip(stated, chip),
    };
    match (stated.chip, given.chip) {
        (Some(stated), Some(chip)) if !is_for(stated, chip) => {
            return Err(Kind::Usage.fault(format!("is for {stated}, not {chip}")));
        }
        _ => {}
    }
    match (stated.ptx, given.ptx) {
        (Some(stated), Some(ptx)) if stated != ptx && format == Format::Ptx => {
            Err(Kind::Usage.fault(format!("is PTX {stated}, not {ptx}")))
        }
        // The version is for the cubins of a fat binary, not for its PTX.
        _ => Ok(Target { ptx: stated.ptx.or(given.ptx), ..given.or(stated) }),
    }
}

/// An audit of an image of a fat binary.
#[derive(Serialize)]
struct ImageAudit {
    chip: Option<String>,
    #[serde(flatten)]
    audit: Audit,
}

/// The images for a chip.
fn images_for(images: Vec<Snapshot>, chip: Chip) -> Result<Vec<Snapshot>, Fault> {
    let is_wanted = |image: &Snapshot| image.target.chip.is_some_and(|stated| is_same_chip(stated, chip));
    let images: Vec<_> = images.into_iter().filter(is_wanted).collect();
    if images.is_empty() { Err(Kind::Input.fault(format!("has no image for {chip}"))) } else { Ok(images) }
}

fn ptx_facts(name: &str, content: &[u8]) -> Result<Snapshot, Fault> {
    let ptx = tileiras_ptx::read(content).map_err(|error| Kind::Input.fault(format!("{name}:{error}")))?;
    Ok(snapshot::of_ptx(&ptx))
}

fn cubin_facts(content: &[u8]) -> Result<Snapshot, Fault> {
    let cubin = Cubin::read(content).map_err(|error| Kind::Input.fault(error.to_string()))?;
    Ok(Snapshot::from(&cubin))
}

/// One row for each function, one column for each fact that any of them states.
fn table(module: &Snapshot) -> String {
    let functions = || module.functions.iter().filter(|function| function.iter().next().is_some());
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
    for function in functions() {
        table.add_row(row(function, &facts, capped));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let mut text = module.stage.to_string();
    // Writing to a string cannot fail.
    let _ = module.target.chip.map_or(Ok(()), |chip| write!(text, ", {chip}"));
    let _ = module.target.ptx.map_or(Ok(()), |ptx| write!(text, ", ptx {ptx}"));
    let _ = match functions().count() {
        0 => write!(text, ", no launch facts"),
        1 => write!(text, ", 1 function with launch facts"),
        count => write!(text, ", {count} functions with launch facts"),
    };
    for line in table.lines().take_while(|_| functions().next().is_some()) {
        let _ = write!(text, "\n{}", line.trim_end());
    }
    text.push('\n');
    text
}

fn row(function: &FunctionSnapshot, facts: &[Fact], capped: bool) -> Vec<String> {
    let text = |value: Option<String>| value.map_or_else(|| "-".to_owned(), short_cell);
    let mut row = vec![short_cell(function.symbol.to_string())];
    row.extend(facts.iter().map(|fact| text(function.get(*fact).map(|value| value.to_string()))));
    row.extend(capped.then(|| text(function.register_cap.map(|cap| cap.to_string()))));
    row
}

/// The text of a cell, of at most 1,000 bytes. Each row of a table is as wide as the widest one; `--json` has all of it.
fn short_cell(mut text: String) -> String {
    const LONGEST: usize = 1000;
    if text.len() > LONGEST {
        text.truncate(text.floor_char_boundary(LONGEST - 3));
        text.push_str("...");
    }
    text
}
