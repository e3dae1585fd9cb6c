//! `tileiras-contract report`: an HTML page about programs.
//!
//! Files with the same name before the ending, in whatever folder, are one program, as tileiras-cc writes its outputs
//! to the current folder: `k.ll`, `k.ptx` and `k.cubin`. Each cubin, also of a fat binary, is compared with the PTX or
//! the IR of its program, and PTX with IR. The rules run on IR and on PTX. What they find is on the page, and is no
//! failure of this command.

use std::path::{Path, PathBuf};

use clap::Args;
use tileiras_finding::{Finding, Level, Location, Severity};
use tileiras_mlir::visible;
use tileiras_report::{Program, Report, ReportedFinding, StageFacts};
use tileiras_target::{Chip, Target};

use super::facts::ModuleFacts;
use super::{Command, check_files};
use crate::exit::{Fault, Kind};
use crate::finding::findings;
use crate::input::{Format, Input};
use crate::messages::Message;
use crate::object::is_same_chip;
use crate::output_location::is_standard_stream;
use crate::project::{Project, ProjectOptions, Rules};
use crate::rules::chip;

/// The command line of `report`.
#[derive(Args, Clone, Debug)]
pub(super) struct ReportOptions {
    /// .mlir, .mlirbc, .ll, .bc, .ptx, .cubin, .o or .fatbin; told apart by content. Files with the same name
    /// before the ending, in whatever folder, are one program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
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

/// The files of one program.
struct Files {
    name: String,
    ir: Option<(Input, Project)>,
    ptx: Option<(Input, Project)>,
    compiled: Vec<(String, ModuleFacts)>,
}

impl Command<'_> {
    /// Writes the page about all files, or nothing if one cannot be read.
    pub(super) fn write_report(&self, options: &ReportOptions) -> Result<(), Fault> {
        let ReportOptions { files, output, gpu_name, dynamic_shared, project } = options;
        if self.json {
            return Err(Kind::Usage.fault("report writes a page; show, explain and audit write JSON"));
        }
        check_files(files, output)?;
        let mut programs = Vec::new();
        let projects = project.projects_of(files, |faults| self.report(None, faults))?;
        for group in self.groups(files, projects)? {
            programs.extend(self.programs(group, *gpu_name)?);
        }
        let page = Report { tool: self.tool.version.to_owned(), dynamic_shared: *dynamic_shared, programs }.html();
        let page = visible::text(&page);
        self.write_to(output, page.as_bytes())
    }

    /// The files of each program, in the order in which its first file is given.
    fn groups(&self, files: &[PathBuf], projects: Vec<Project>) -> Result<Vec<Files>, Fault> {
        let mut groups: Vec<Files> = Vec::new();
        for (path, project) in files.iter().zip(projects) {
            let named = |fault: Fault| fault.in_file(path);
            let input = Input::read(path, self.limit).map_err(named)?;
            let name = program_name(path);
            let index = groups.iter().position(|group| group.name == name).unwrap_or_else(|| {
                groups.push(Files { name: name.clone(), ir: None, ptx: None, compiled: Vec::new() });
                groups.len() - 1
            });
            let Some(group) = groups.get_mut(index) else { continue };
            let slot = match input.format {
                Format::Mlir | Format::Llvm => &mut group.ir,
                Format::Ptx => &mut group.ptx,
                Format::Elf | Format::Fatbin | Format::Foreign(_) => {
                    let modules = self.output_modules(&input).map_err(named)?;
                    group.compiled.extend(modules.into_iter().map(|module| (input.name.clone(), module)));
                    continue;
                }
            };
            if let Some((other, _)) = slot.replace((input, project)) {
                let text = format!("'{name}' has another file of this kind, '{}'; rename one of them", other.name);
                return Err(named(Kind::Usage.fault(text)));
            }
        }
        Ok(groups)
    }

    /// A program for each cubin and each other image, or one without them.
    fn programs(&self, files: Files, given: Option<Chip>) -> Result<Vec<Program>, Fault> {
        let Files { name, ir, ptx, compiled } = files;
        let several = compiled.len() > 1;
        let outputs: Vec<_> = if compiled.is_empty() { vec![None] } else { compiled.into_iter().map(Some).collect() };
        let mut programs = Vec::new();
        for output in outputs {
            let chip = output.as_ref().and_then(|(_, module)| module.facts.target.chip).or(given);
            let (mut stages, mut found) = (Vec::new(), Vec::new());
            for (input, project) in [&ir, &ptx].into_iter().flatten() {
                let named = |fault: Fault| fault.in_file(&input.path);
                let modules = self.modules(input, Some(Target { chip, ptx: None })).map_err(named)?;
                // The PTX of one of several chips is not that of the others.
                let is_of = |stated| !several || chip.is_none_or(|chip| is_same_chip(stated, chip));
                let modules = modules.into_iter().filter(|module| module.facts.target.chip.is_none_or(is_of));
                let before = stages.len();
                stages.extend(modules.map(|module| stage(&input.name, module)));
                if stages.len() > before {
                    found.extend(self.findings(input, project, chip));
                }
            }
            let name = match chip.filter(|_| several) {
                Some(chip) => format!("{name}, {chip}"),
                None => name.clone(),
            };
            stages.extend(output.map(|(file, module)| stage(&file, module)));
            programs.push(Program { name, stages, findings: found });
        }
        Ok(programs)
    }

    /// What the rules find in IR or PTX.
    fn findings(&self, input: &Input, project: &Project, chip: Option<Chip>) -> impl Iterator<Item = ReportedFinding> {
        let given = Target { chip, ptx: None };
        let rules = Rules::new(project, &[], false, false);
        let (diagnostics, result) = self.check_for(input, given, &rules.options());
        let mut messages: Vec<Message> = diagnostics.into_iter().map(Message::Diagnostic).collect();
        messages.extend(result.err().as_ref().and_then(Message::of_fault));
        findings(self.tool.name, Some(&input.path), &messages).into_iter().map(of_page)
    }
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

fn stage(file: &str, module: ModuleFacts) -> StageFacts {
    StageFacts { file: file.to_owned(), facts: module.facts, resources: module.resources }
}

/// The name of a file without its ending.
fn program_name(path: &Path) -> String {
    if is_standard_stream(path) {
        return "standard input".to_owned();
    }
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
