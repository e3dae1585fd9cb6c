//! Compiles the inputs of `tileiras-cc`, each for each chip, links or packs the results, and writes them.

use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use melior::dialect::DialectRegistry;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use tileiras_mlir::text::lossy;
use tileiras_process::worker::Failure;
use tileiras_ptxas::{Environment, NotFound, Ptxas, Runner};
use tileiras_target::Chip;

use crate::assemble::ptxas_options::Called;
use crate::assemble::{Assembler, ToolResult, ineffective_register_cap};
use crate::cli::Cli;
use crate::cli::project::{Project, Rules};
use crate::compile::libdevice::Libdevice;
use crate::compile::product::Product;
use crate::input::object::{self, Object};
use crate::input::{Format, Input};
use crate::link::pack;
use crate::messages::fault::{Fault, Kind};
use crate::messages::printer::Printer;
use crate::messages::{ChipLogs, Message, ProgramOutput};
use crate::output::location::OutputLocation;
use crate::output::{open, standard};
use crate::tool::Tool;
use crate::worker::{batch, interrupt};
use crate::{compile, link, worker};

/// The programs of CUDA that a run needs.
pub struct Tools {
    assembler: Assembler,
    /// Only with `--link`.
    nvlink: Option<Runner>,
    /// Only if the output is a fat binary.
    fatbinary: Option<Runner>,
}

impl Tools {
    /// Finds them.
    ///
    /// # Errors
    /// If one is not found.
    pub fn find(options: &Cli, environment: Environment) -> Result<Self, Fault> {
        let fault = |error: NotFound| Kind::Ptxas.of_command(error.to_string());
        let ptxas = Ptxas::find(options.ptxas_path.as_deref(), &environment).map_err(fault)?;
        let runner = |name| {
            let program = ptxas.companion(name, &environment).map_err(fault)?;
            let runner = Runner::new(&program, &environment).interrupt(interrupt::signal());
            Ok(runner.time_limit(Some(options.limits.time())).memory_limit(options.limits.memory()))
        };
        let nvlink = options.link.then(|| runner("nvlink")).transpose()?;
        let fatbinary = options.makes_fatbin().then(|| runner("fatbinary")).transpose()?;
        // A comma in the folder of temporary files would end the argument for an image.
        let fatbinary = fatbinary.map(Runner::in_temporary_folder);
        Ok(Self { assembler: Assembler { ptxas, environment }, nvlink, fatbinary })
    }

    /// The files of the programs.
    pub fn programs(&self) -> Vec<PathBuf> {
        let others = self.nvlink.iter().chain(&self.fatbinary).map(|runner| runner.program().to_owned());
        std::iter::once(self.assembler.ptxas.program.clone()).chain(others).collect()
    }
}

/// The messages and the results of one input.
#[derive(Default, Deserialize, Serialize)]
struct InputReport {
    /// The messages about the input.
    log: Vec<Message>,
    /// A message about the command. An equal message is printed only once.
    command_error: Option<Message>,
    /// What is written to the location of the output.
    output: Option<ByteBuf>,
    /// To be linked.
    objects: Vec<Object>,
    /// Whether the input is an object itself.
    is_object: bool,
    fault: Option<Kind>,
    lacks_process: bool,
}

/// What an input was compiled to.
enum Compiled {
    Text(Vec<u8>),
    /// One for each chip.
    Objects(Vec<Object>),
}

/// A run of `tileiras-cc`.
pub struct Driver<'a> {
    pub tool: &'a Tool,
    pub printer: &'a Printer<'a>,
    pub options: &'a Cli,
    /// Of each input.
    pub projects: Vec<Project>,
    /// Of each input, or of the linked cubin.
    pub locations: Vec<OutputLocation>,
    /// The files of `--link-bitcode`.
    pub libraries: Vec<Input>,
    pub libdevice: Libdevice,
    /// `None` if the output is a text.
    pub tools: Option<Tools>,
}

impl Driver<'_> {
    /// Compiles all inputs, in workers. Returns the exit code of the first fault.
    pub fn compile_all(&self) -> u8 {
        let Cli { inputs, jobs, .. } = self.options;
        let limits = self.options.limits;
        let bar = batch::progress(inputs.len());
        let mut first = None;
        let mut printed = Vec::new();
        let mut objects = Vec::new();
        let mut all_are_objects = true;
        let start = || {
            worker::prepare();
            (self.tool.dialects)()
        };
        let work = |registry: &DialectRegistry, item: usize| {
            let report = self.compile_one(registry, item);
            let lacks_process = report.lacks_process;
            worker::answer(report, lacks_process)
        };
        let finish = |item: usize, received: Result<InputReport, Failure>| {
            let mut report = received.unwrap_or_else(|failure| {
                let mut report = InputReport::default();
                // The signal that this process has received ended the worker, too.
                let fault = match interrupt::received() {
                    Some(_) => Kind::Internal.already_reported(),
                    None => worker::fault_of(failure, limits),
                };
                self.conclude(Some(&inputs[item]), Err(fault), &mut report);
                report
            });
            let location = self.locations.get(item).filter(|_| !self.options.link);
            self.write_file(Some(&inputs[item]), location, &mut report);
            report
        };
        let print = |item: usize, mut report: InputReport| {
            objects.push(std::mem::take(&mut report.objects));
            all_are_objects &= report.is_object;
            first = first.or(self.print(&bar, Some(&inputs[item]), report, &mut printed));
            bar.inc(1);
        };
        batch::in_order(inputs.len(), limits.of(worker::jobs(*jobs)), start, work, finish, print);
        bar.finish_and_clear();
        if self.options.link && first.is_none() && interrupt::received().is_none() {
            let mut report = InputReport::default();
            if all_are_objects {
                report.log.extend(self.options.unused(true).into_iter().map(Message::warning));
            }
            let result = self.link(&objects, &mut report);
            self.conclude(None, result, &mut report);
            self.write_file(None, self.locations.first(), &mut report);
            first = self.print(&bar, None, report, &mut printed);
        }
        match (interrupt::received(), first) {
            (Some(signal), _) => 128 + signal,
            (None, Some(kind)) => kind.code(),
            (None, None) => 0,
        }
    }

    /// Prints the messages and the output of a report. Returns its fault.
    fn print(
        &self,
        bar: &ProgressBar,
        path: Option<&Path>,
        report: InputReport,
        printed: &mut Vec<Message>,
    ) -> Option<Kind> {
        let show = |messages: &[Message]| print_error(bar, &self.printer.text(path, messages));
        show(&report.log);
        let mut fault = report.fault;
        // `prepare` has refused a standard output that is closed.
        if let Err(error) = standard::write(&report.output.unwrap_or_default(), false) {
            show(&Vec::from_iter(Message::of_fault(&of_input(path, error))));
            fault = fault.or(Some(Kind::Output));
        }
        if let Some(error) = report.command_error.filter(|error| !printed.contains(error)) {
            print_error(bar, &self.printer.text(None, std::slice::from_ref(&error)));
            printed.push(error);
        }
        fault
    }

    /// Adds the fault of a result to a report.
    fn conclude(&self, path: Option<&Path>, result: Result<(), Fault>, report: &mut InputReport) {
        let Err(fault) = result else { return };
        let fault = self.report(path, fault, &mut report.log);
        report.fault = Some(fault.kind);
        report.lacks_process = fault.lacks_process;
        report.command_error = Message::of_fault(&fault);
    }

    /// Writes the output of a report, unless its location is standard output.
    fn write_file(&self, path: Option<&Path>, location: Option<&OutputLocation>, report: &mut InputReport) {
        let Some(OutputLocation::File(file)) = location else { return };
        let Some(output) = report.output.take() else { return };
        let written = open(file)
            .and_then(|destination| destination.commit(&output).map_err(|error| Kind::Output.fault(error.to_string())));
        self.conclude(path, written, report);
    }

    /// Compiles one input.
    fn compile_one(&self, registry: &DialectRegistry, item: usize) -> InputReport {
        let path = &self.options.inputs[item];
        let _span = tracing::info_span!("input", name = %path.display()).entered();
        let mut report = InputReport::default();
        let result = self.try_compile(registry, path, item, &mut report);
        self.conclude(Some(path), result, &mut report);
        report
    }

    fn try_compile(
        &self,
        registry: &DialectRegistry,
        path: &Path,
        item: usize,
        report: &mut InputReport,
    ) -> Result<(), Fault> {
        let input = Input::read(path, self.options.max_input_size)?;
        let location = self.locations.get(item).filter(|_| !self.options.link);
        if let Some(OutputLocation::File(file)) = location {
            // Reports a file that cannot be written before the compilation. The temporary file is removed at once, so
            // that none is left if the process is killed.
            interrupt::with_files(|| open(file).map(drop))?;
            if interrupt::received().is_some() {
                return Err(Kind::Internal.already_reported());
            }
        }
        let compiled = match input.format {
            Format::Elf | Format::Fatbin if self.options.link => {
                report.is_object = true;
                Compiled::Objects(object::read(&input, &self.options.gpu_name)?)
            }
            _ => self.compile_for_chips(registry, item, &input, &mut report.log)?,
        };
        match (compiled, location) {
            (Compiled::Objects(objects), None) => report.objects = objects,
            (Compiled::Objects(objects), Some(_)) => {
                let images = objects.into_iter().map(|object| (object.chip, object.bytes)).collect();
                report.output = Some(ByteBuf::from(self.package(images, &mut report.log)?));
            }
            (Compiled::Text(text), Some(_)) => report.output = Some(ByteBuf::from(text)),
            (Compiled::Text(_), None) => return Err(Kind::Internal.fault("there is no object to link")),
        }
        Ok(())
    }

    /// Compiles an input for each chip. If it fails for one, it is compiled for the others all the same.
    fn compile_for_chips(
        &self,
        registry: &DialectRegistry,
        item: usize,
        input: &Input,
        log: &mut Vec<Message>,
    ) -> Result<Compiled, Fault> {
        let path = &*self.options.inputs[item];
        let Cli { disable, warnings_as_errors, .. } = self.options;
        let rules = Rules::new(&self.projects[item], disable, *warnings_as_errors, false);
        let named = self.options.gpu_name.iter().copied().map(Some);
        let chips: Vec<Option<Chip>> = if named.len() == 0 { vec![None] } else { named.collect() };
        let mut logs = ChipLogs::default();
        let mut objects = Vec::new();
        let mut result = Ok(());
        for chip in chips {
            let mut messages = Vec::new();
            match self.compile_for(chip, &rules, registry, input, &mut messages) {
                Ok(Compiled::Objects(made)) => objects.extend(made),
                Ok(Compiled::Text(output)) => {
                    logs.add(chip, messages);
                    log.extend(logs.messages());
                    return Ok(Compiled::Text(output));
                }
                Err(fault) => result = result.and(Err(self.report(Some(path), fault, &mut messages))),
            }
            logs.add(chip, messages);
            if worker::has_crashed() || interrupt::received().is_some() {
                break;
            }
        }
        log.extend(logs.messages());
        result.map(|()| Compiled::Objects(objects))
    }

    /// Adds the message of a fault to other messages, and returns it without the message. A fault of the command is
    /// returned as it is: it is reported once for all inputs.
    fn report(&self, path: Option<&Path>, fault: Fault, messages: &mut Vec<Message>) -> Fault {
        if fault.of_command {
            return fault;
        }
        let Fault { kind, lacks_process, .. } = fault;
        messages.extend(Message::of_fault(&of_input(path, fault)));
        Fault { lacks_process, ..kind.already_reported() }
    }

    /// Compiles an input for one chip.
    fn compile_for(
        &self,
        chip: Option<Chip>,
        rules: &Rules,
        registry: &DialectRegistry,
        input: &Input,
        log: &mut Vec<Message>,
    ) -> Result<Compiled, Fault> {
        let path = &*input.path;
        let outcome = worker::limited(self.options.limits.time(), || {
            compile::compile(input, chip, (self.options, rules.options()), &self.libraries, &self.libdevice, registry)
        });
        log.extend(outcome.diagnostics.into_iter().map(Message::Diagnostic));
        log.extend(outcome.warnings.iter().map(|warning| Message::warning_in(path, warning.as_str())));
        let module = match outcome.result? {
            Product::Text(text) => return Ok(Compiled::Text(text)),
            Product::Ptx(module) => module,
        };
        let stem = path.file_stem().map(|stem| lossy(stem.as_encoded_bytes()).into_owned());
        let name = stem.filter(|stem| stem != "-").unwrap_or_else(|| "stdin".to_owned());
        let ineffective = ineffective_register_cap(&module.facts, &Called::of_options(&self.options.ptxas_option));
        log.extend(ineffective.map(|warning| Message::warning_in(path, warning)));
        let assembler = &self.tools()?.assembler;
        worker::enter("ptxas", Kind::Ptxas);
        let assembled = interrupt::with_files(|| assembler.assemble(&name, &module, self.options, &rules.options()));
        let bytes = finish(assembled, "ptxas", module.is_input, log)?;
        Ok(Compiled::Objects(vec![Object { name: input.name.clone(), chip: module.chip, bytes, facts: module.facts }]))
    }

    /// Links the objects of all inputs for each chip, and packs the result.
    fn link(&self, inputs: &[Vec<Object>], report: &mut InputReport) -> Result<(), Fault> {
        let nvlink = self.tools()?.nvlink.as_ref().ok_or_else(|| Kind::Internal.fault("there is no nvlink"))?;
        let mut linked = Vec::new();
        let mut logs = ChipLogs::default();
        let mut result = Ok(());
        for (chip, objects) in link::by_chip(inputs, &self.options.gpu_name)? {
            let mut messages = Vec::new();
            match finish(link::link_objects(nvlink, chip, &objects, self.options), "nvlink", false, &mut messages) {
                Ok(bytes) => linked.push((chip, bytes)),
                Err(fault) => result = result.and(Err(self.report(None, fault, &mut messages))),
            }
            logs.add(Some(chip), messages);
        }
        report.log.extend(logs.messages());
        result?;
        report.output = Some(ByteBuf::from(self.package(linked, &mut report.log)?));
        Ok(())
    }

    /// The output file of the code for each chip: a fat binary, or the only one.
    fn package(&self, mut images: Vec<(Chip, Vec<u8>)>, log: &mut Vec<Message>) -> Result<Vec<u8>, Fault> {
        match (&self.tools()?.fatbinary, images.pop()) {
            (None, Some((_, bytes))) if images.is_empty() => Ok(bytes),
            (Some(fatbinary), Some(last)) => {
                images.push(last);
                let packed = interrupt::with_files(|| pack::pack(fatbinary, &images, self.options.device_c));
                finish(packed, "fatbinary", false, log)
            }
            _ => Err(Kind::Internal.fault("there is code for several chips, but no fatbinary")),
        }
    }

    fn tools(&self) -> Result<&Tools, Fault> {
        self.tools.as_ref().ok_or_else(|| Kind::Internal.fault("there is PTX to assemble, but no ptxas"))
    }
}

/// The output file of a program, whose messages are added to the log.
fn finish(result: ToolResult, program: &str, reads_input: bool, log: &mut Vec<Message>) -> Result<Vec<u8>, Fault> {
    let ToolResult { log: text, notes: origins, diagnostics, file } = result;
    if !text.is_empty() {
        let (program, text) = (program.to_owned(), ByteBuf::from(text));
        log.push(Message::Program(ProgramOutput { program, text, origins, reads_input }));
    }
    log.extend(diagnostics.into_iter().map(Message::Diagnostic));
    file
}

/// A fault of an input, or of the link.
fn of_input(path: Option<&Path>, fault: Fault) -> Fault {
    match path {
        Some(path) => fault.in_file(path),
        None => fault,
    }
}

/// Prints to standard error while the progress bar is hidden.
pub fn print_error(bar: &ProgressBar, text: &[u8]) {
    batch::write(bar, &mut std::io::stderr(), text);
}
