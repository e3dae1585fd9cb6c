//! `tileiras-contract report`: an HTML page about programs.
//!
//! Files with the same name before the ending, in whatever folder, are one program, as tileiras-cc writes its outputs
//! to the current folder: `k.ll`, `k.ptx` and `k.cubin`. Each cubin, also of a fat binary, is compared with the PTX or
//! the IR of its program, and PTX with IR. The rules run on IR and on PTX. What they find is on the page, and is no
//! failure of this command.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::{Deserialize, Serialize};
use tileiras_finding::{Finding, Level, Location, Severity};
use tileiras_mlir::visible;
use tileiras_report::{Program, Report, ReportedFinding, StageFacts};
use tileiras_target::{Chip, Target};

use super::check::CheckOutcome;
use super::command::{Command, Reading, check_files};
use super::facts::ModuleFacts;
use super::sources::{Copies, Source, SourceOptions, Sources};
use crate::cli::project::{Project, ProjectOptions, Rules};
use crate::cli::rules::chip;
use crate::input::object::is_same_chip;
use crate::input::{Format, Input};
use crate::messages::Message;
use crate::messages::fault::{Fault, Kind};
use crate::messages::finding::findings;
use crate::path::is_standard_stream;

/// The command line of `report`.
#[derive(Args, Clone, Debug)]
pub(super) struct ReportOptions {
    #[command(flatten)]
    sources: SourceOptions,
    /// Where to write the page; - is standard output
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,
    /// The chip of IR and of PTX without a cubin [default: the chip that they state]
    #[arg(long, value_name = "CHIP", visible_alias = "arch", value_parser = chip(), hide_possible_values = true)]
    gpu_name: Option<Chip>,
    /// Bytes of dynamic shared memory of a launch, for the occupancy
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    dynamic_shared: u32,
    #[command(flatten)]
    project: ProjectOptions,
}

/// The inputs of one program, by their numbers.
struct Group {
    name: String,
    ir: Option<usize>,
    ptx: Option<usize>,
    compiled: Vec<usize>,
}

/// What an input is in a program.
#[derive(Clone, Copy, Deserialize, Serialize)]
enum Role {
    Ir,
    Ptx,
    Compiled,
}

/// What is read of an input.
#[derive(Deserialize, Serialize)]
struct Part {
    role: Role,
    /// `None` if it is read later, for the chip of what was compiled from it.
    facts: Option<(ModuleFacts, Vec<Message>)>,
    /// About reading it.
    messages: Vec<Message>,
}

/// An IR or a PTX of a program, for the chip that it was compiled for.
struct Stage<'a> {
    /// The number of the program.
    program: usize,
    source: usize,
    input: &'a Source,
    chip: Option<Chip>,
}

impl Command<'_> {
    /// Writes the page about all files. If one cannot be read, nothing is written, unless files were searched.
    pub(super) fn write_report(&self, options: &ReportOptions) -> Result<(), Fault> {
        let ReportOptions { sources: files, output, gpu_name, dynamic_shared, project } = options;
        if self.json {
            return Err(Kind::Usage.fault("report writes a page; show, explain and audit write JSON"));
        }
        check_files(&files.files, output)?;
        let sources = self.sources(&files.files, files, Copies::All)?;
        sources.check_output(output)?;
        let paths: Vec<PathBuf> = sources.list.iter().map(|source| sources.file(source).to_owned()).collect();
        let projects = project.projects_of(&paths, |faults| self.report(None, faults))?;
        let mut result = sources.result.clone();
        let parts = self.parts(&sources, &projects, &mut result);
        let groups = groups(&sources, &parts)?;
        let programs = self.programs(&sources, groups, parts, &projects, *gpu_name, &mut result);
        if sources.found.is_none() || programs.is_empty() {
            result.clone()?;
        }
        let page = Report { tool: self.tool.version.to_owned(), dynamic_shared: *dynamic_shared, programs }.html();
        self.write_to(output, visible::text(&page).as_bytes())?;
        result
    }

    /// Reads every input; `None` for one that cannot be read.
    fn parts(&self, sources: &Sources, projects: &[Project], result: &mut Result<(), Fault>) -> Vec<Option<Part>> {
        let reading = self.reading();
        let work = |number: usize, input: &Input| match input.format {
            Format::Mlir | Format::Llvm => Ok(Part { role: Role::Ir, facts: None, messages: Vec::new() }),
            Format::Ptx => Ok(Part { role: Role::Ptx, facts: None, messages: Vec::new() }),
            Format::Elf | Format::Fatbin | Format::Foreign(_) => {
                let (messages, module) = reading.module(input, None);
                let found = reading.found(input, &projects[number], None);
                module.map(|module| Part { role: Role::Compiled, facts: Some((module, found)), messages })
            }
        };
        let mut parts: Vec<Option<Part>> = sources.list.iter().map(|_| None).collect();
        let all: Vec<&Source> = sources.list.iter().collect();
        self.read_all(sources, &all, work, |number, part| {
            let path = &sources.list[number].path;
            match part.and_then(|part| part) {
                Ok(part) => {
                    self.report(Some(path), &part.messages);
                    parts[number] = Some(part);
                }
                Err(fault) => self.keep_fault(path, fault, result),
            }
        });
        parts
    }

    /// A program for each cubin of each group, or one without them.
    fn programs(
        &self,
        sources: &Sources,
        groups: Vec<Group>,
        mut parts: Vec<Option<Part>>,
        projects: &[Project],
        given: Option<Chip>,
        result: &mut Result<(), Fault>,
    ) -> Vec<Program> {
        let mut programs = Vec::new();
        let mut outputs = Vec::new();
        let mut stages = Vec::new();
        for Group { name, ir, ptx, compiled } in groups {
            let several = compiled.len() > 1;
            let compiled: Vec<Option<usize>> = match compiled.is_empty() {
                true => vec![None],
                false => compiled.into_iter().map(Some).collect(),
            };
            for source in compiled {
                let output = source.and_then(|source| parts.get_mut(source)?.take()?.facts.zip(Some(source)));
                let chip = output.as_ref().and_then(|((module, _), _)| module.facts.target.chip).or(given);
                let name = match chip.filter(|_| several) {
                    Some(chip) => format!("{name}, {chip}"),
                    None => name.clone(),
                };
                let program = programs.len();
                let of_stage = |source: usize| Stage { program, source, input: &sources.list[source], chip };
                stages.extend([ir, ptx].into_iter().flatten().map(of_stage));
                programs.push(Program { name, stages: Vec::new(), findings: Vec::new() });
                outputs.push((output, several));
            }
        }
        let chosen: Vec<&Source> = stages.iter().map(|stage| stage.input).collect();
        let reading = self.reading();
        let work = |number: usize, input: &Input| {
            let Stage { source, chip, .. } = stages[number];
            let (messages, module) = reading.module(input, Some(Target { chip, ptx: None }));
            (messages, module.map(|module| (module, reading.found(input, &projects[source], chip))))
        };
        self.read_all(sources, &chosen, work, |number, read| {
            let Stage { program, chip, input, .. } = stages[number];
            let (messages, read) = read.unwrap_or_else(|fault| (Vec::new(), Err(fault)));
            self.report(Some(&input.path), &messages);
            match read {
                // The PTX of one of several chips is not that of the others.
                Ok((module, _)) if !is_of(module.facts.target.chip, chip.filter(|_| outputs[program].1)) => {}
                Ok((module, found)) => self.add_stage(&mut programs[program], input, module, &found),
                Err(fault) => self.keep_fault(&input.path, fault, result),
            }
        });
        for (program, (output, _)) in programs.iter_mut().zip(outputs) {
            if let Some(((module, found), source)) = output {
                self.add_stage(program, &sources.list[source], module, &found);
            }
        }
        programs
    }

    fn add_stage(&self, program: &mut Program, source: &Source, module: ModuleFacts, found: &[Message]) {
        program.stages.push(StageFacts {
            file: source.label.clone(),
            facts: module.facts,
            resources: module.resources,
        });
        let found = findings(self.tool.name, Some(&source.path), found);
        program.findings.extend(found.into_iter().map(of_page));
    }
}

impl Reading<'_> {
    /// What the rules find in an input. Must be called in a worker.
    fn found(self, input: &Input, project: &Project, chip: Option<Chip>) -> Vec<Message> {
        let rules = Rules::new(project, &[], false, false);
        let CheckOutcome { diagnostics, result, .. } =
            self.check_for(input, Target { chip, ptx: None }, &rules.options());
        let mut messages: Vec<Message> = diagnostics.into_iter().map(Message::Diagnostic).collect();
        messages.extend(result.err().as_ref().and_then(Message::of_fault));
        messages
    }
}

/// Whether code is for a chip; true if one of the two is not known.
fn is_of(stated: Option<Chip>, chip: Option<Chip>) -> bool {
    stated.zip(chip).is_none_or(|(stated, chip)| is_same_chip(stated, chip))
}

/// The inputs of each program, in the order in which its first one was found.
fn groups(sources: &Sources, parts: &[Option<Part>]) -> Result<Vec<Group>, Fault> {
    let mut groups: Vec<Group> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut add = |name: String| {
        *numbers.entry(name.clone()).or_insert_with(|| {
            groups.push(Group { name, ir: None, ptx: None, compiled: Vec::new() });
            groups.len() - 1
        })
    };
    let mut roles = Vec::new();
    for (number, (source, part)) in sources.list.iter().zip(parts).enumerate() {
        if let Some(part) = part {
            roles.push((number, source, part.role, add(program_name(source))));
        }
    }
    for (number, source, role, group) in roles {
        let Group { name, ir, ptx, compiled } = &mut groups[group];
        let slot = match role {
            Role::Ir => ir,
            Role::Ptx => ptx,
            Role::Compiled => {
                compiled.push(number);
                continue;
            }
        };
        match slot {
            None => *slot = Some(number),
            Some(other) if source.is_named => {
                let other = &sources.list[*other].label;
                let text = format!("'{name}' has another file of this kind, '{other}'; rename one of them");
                return Err(Kind::Usage.fault(text).in_file(&source.path));
            }
            Some(_) => {
                let mut alone = Group { name: source.label.clone(), ir: None, ptx: None, compiled: Vec::new() };
                *(if matches!(role, Role::Ir) { &mut alone.ir } else { &mut alone.ptx }) = Some(number);
                groups.push(alone);
            }
        }
    }
    Ok(groups)
}

/// A finding as the page has it.
fn of_page(found: Finding) -> ReportedFinding {
    let place = |location: Option<&Location>| location.map(Location::to_string).unwrap_or_default();
    ReportedFinding {
        severity: match found.severity {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Remark | Level::Note => Severity::Remark,
        },
        rule: found.rule,
        location: place(found.location.as_ref()),
        message: found.message,
        notes: found
            .notes
            .iter()
            .map(|note| match place(note.location.as_ref()) {
                location if location.is_empty() => note.message.clone(),
                location => format!("{location}: {}", note.message),
            })
            .collect(),
    }
}

/// The name of a program: that of a file that an argument names, without folder and ending; of what was found with the
/// folder or the file that it is in. An image in a program is one of its own.
fn program_name(source: &Source) -> String {
    if is_standard_stream(&source.path) {
        return "standard input".to_owned();
    }
    let label = source.label.trim_end_matches(')');
    let name = Path::new(label).with_extension("");
    if source.is_named {
        return name.file_name().unwrap_or(name.as_os_str()).to_string_lossy().into_owned();
    }
    match &source.program {
        Some(_) => source.label.clone(),
        None => name.display().to_string() + &source.label[label.len()..],
    }
}
