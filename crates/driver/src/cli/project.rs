//! The project file, `tileiras.toml`: the severities of the rules, and the chips.
//!
//! It is searched in the folder of the input and in the folders above; for standard input in the current folder and
//! those above. The command line takes precedence. Each fault of a file is reported at its place.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf, absolute};

use clap::Args;
use tileiras_finding::{RuleId, RuleOptions};
use tileiras_mlir::collect::SourceFile;
use tileiras_mlir::report::{self, Place, ReportedDiagnostic, Severity};
use tileiras_ptxas::reason;
use tileiras_target::Chip;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use tracing::info;

use crate::messages::Message;
use crate::messages::fault::{Fault, Kind};
use crate::path::is_standard_stream;

/// The name of a project file.
const NAME: &str = "tileiras.toml";

/// The maximum number of bytes of a project file.
const LARGEST: u64 = 1 << 20;

/// The maximum number of faults of a project file that are reported.
const MOST_FAULTS: usize = 100;

/// The options about the project file.
#[derive(Args, Clone, Debug, Default)]
pub struct ProjectOptions {
    /// The project file [default: the nearest tileiras.toml in the folder of the input or above]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Read no project file
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,
}

/// What a project file says; nothing if there is none.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Project {
    /// The file.
    pub file: Option<PathBuf>,
    /// The chips to compile or to check for.
    pub chips: Vec<Chip>,
    /// The rules that are not checked.
    allow: Vec<String>,
    /// The rules whose violations are warnings.
    warn: Vec<String>,
    /// The rules whose violations are errors.
    error: Vec<String>,
}

/// What the command line and the project file say about the rules.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    disable: Vec<String>,
    project: Project,
    warnings_as_errors: bool,
    pedantic: bool,
}

impl Rules {
    /// The rules for an input. `disable` is from the command line.
    pub fn new(project: &Project, disable: &[String], warnings_as_errors: bool, pedantic: bool) -> Self {
        let disable = disable.iter().chain(&project.allow).cloned().collect();
        Self { disable, project: project.clone(), warnings_as_errors, pedantic }
    }

    /// The same, as the rules take them.
    pub fn options(&self) -> RuleOptions<'_> {
        let Self { disable, project, warnings_as_errors, pedantic } = self;
        RuleOptions {
            disable,
            errors: &project.error,
            warnings: &project.warn,
            warnings_as_errors: *warnings_as_errors,
            pedantic: *pedantic,
        }
    }
}

/// Why a project file cannot be used.
enum Refused {
    /// It cannot be read.
    Unreadable(Fault),
    /// It has faults at these places.
    Invalid(Vec<ReportedDiagnostic>),
}

impl ProjectOptions {
    /// The project of each input. `report` gets the faults of a file.
    ///
    /// # Errors
    /// If a file cannot be read or is not valid.
    pub fn projects_of(&self, inputs: &[PathBuf], report: impl FnMut(&[Message])) -> Result<Vec<Project>, Fault> {
        self.each_project(inputs, report).into_iter().collect()
    }

    /// The project of each input, or why it cannot be used. Each file is read once, and `report` gets its faults once.
    pub fn each_project(&self, inputs: &[PathBuf], mut report: impl FnMut(&[Message])) -> Vec<Result<Project, Fault>> {
        let mut read: HashMap<Option<PathBuf>, Result<Project, Fault>> = HashMap::new();
        let mut project = |input: &PathBuf| {
            let file = match (&self.config, self.no_config) {
                (Some(file), _) => Some(file.clone()),
                (None, true) => None,
                (None, false) => nearest(input),
            };
            let project = read.entry(file).or_insert_with_key(|file| {
                let project = file.as_ref().map_or_else(|| Ok(Project::default()), |file| Project::read(file));
                project.map_err(|refused| {
                    report(&match refused {
                        Refused::Unreadable(fault) => Message::of_fault(&fault).into_iter().collect::<Vec<_>>(),
                        Refused::Invalid(faults) => faults.into_iter().map(Message::Diagnostic).collect(),
                    });
                    Kind::Usage.already_reported()
                })
            });
            project.clone()
        };
        inputs.iter().map(&mut project).collect()
    }

    /// The project of the current folder. `report` gets the faults of its file.
    ///
    /// # Errors
    /// As [`ProjectOptions::projects_of`].
    pub fn project_of_current_folder(&self, report: impl FnMut(&[Message])) -> Result<Project, Fault> {
        let projects = self.projects_of(&[PathBuf::from("-")], report)?;
        Ok(projects.into_iter().next().unwrap_or_default())
    }
}

/// The nearest project file of an input, relative to the current folder if it is in it.
pub(crate) fn nearest(input: &Path) -> Option<PathBuf> {
    let current = std::env::current_dir().ok()?;
    let folder = if is_standard_stream(input) { current.clone() } else { absolute(input).ok()?.parent()?.to_owned() };
    let file = folder.ancestors().map(|folder| folder.join(NAME)).find(|file| is_project_file(file))?;
    Some(file.strip_prefix(&current).map_or_else(|_| file.clone(), Path::to_owned))
}

/// Whether there is a file. So that it is not passed over in silence, a link that cannot be followed is one, which
/// cannot be read.
fn is_project_file(file: &Path) -> bool {
    file.metadata().map_or_else(|_| file.is_symlink(), |data| data.is_file())
}

/// Reads a project file, of which the size is limited.
fn content_of(file: &Path) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let read = File::open(file).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut content));
    read.map_err(|error| format!("cannot be read: {}", reason(&error)))?;
    if content.len() as u64 > LARGEST { Err(format!("is larger than {} MiB", LARGEST >> 20)) } else { Ok(content) }
}

impl Project {
    /// The project of a document; none if there is no file.
    ///
    /// # Errors
    /// A text with the first fault of the file.
    pub fn of_document(path: &Path) -> Result<Self, String> {
        let Some(file) = nearest(path) else { return Ok(Self::default()) };
        Self::read(&file).map_err(|refused| match refused {
            Refused::Unreadable(fault) => fault.to_string(),
            Refused::Invalid(faults) => {
                let first = faults.into_iter().next().map(|fault| fault.message);
                let place = first.as_ref().and_then(|first| first.place.as_ref());
                let line = place.map_or(0, |place| place.line);
                format!("{}:{line}: {}", file.display(), first.as_ref().map_or("", |first| &first.text))
            }
        })
    }

    fn read(file: &Path) -> Result<Self, Refused> {
        let fault = |text: String| Refused::Unreadable(Kind::Usage.of_command(format!("{}: {text}", file.display())));
        let content = content_of(file).map_err(fault)?;
        let text = str::from_utf8(&content).map_err(|error| fault(format!("is not UTF-8: {error}")))?;
        info!(file = %file.display(), "project file");
        let mut reader =
            Reader { project: Self { file: Some(file.to_owned()), ..Self::default() }, faults: Vec::new() };
        match DeTable::parse(text) {
            Ok(table) => reader.read(table.get_ref()),
            Err(error) => {
                let words = error.message().lines().collect::<Vec<_>>().join(", ");
                reader.refuse(error.span().unwrap_or_default().start, words);
            }
        }
        if reader.faults.is_empty() {
            return Ok(reader.project);
        }
        let source = SourceFile::new(text.as_bytes().into());
        // A table has its keys in the order of the alphabet.
        reader.faults.sort_by_key(|(position, _)| *position);
        let hidden = reader.faults.len().saturating_sub(MOST_FAULTS);
        let diagnostics = reader.faults.into_iter().take(MOST_FAULTS).map(|(position, text)| {
            let (place, line) = source.place(position);
            let place = Some(Place { file: file.display().to_string(), ..place });
            let severity = Severity::Error;
            ReportedDiagnostic::new(report::Message { severity, place, text, code: None, is_witness: false, line })
        });
        let mut diagnostics: Vec<_> = diagnostics.collect();
        if hidden > 0 {
            let text = format!("{hidden} more errors are not shown");
            diagnostics.push(ReportedDiagnostic::new(report::Message::without_place(Severity::Note, text)));
        }
        Err(Refused::Invalid(diagnostics))
    }
}

/// Reads a project file, and collects its faults with their positions.
struct Reader {
    project: Project,
    faults: Vec<(usize, String)>,
}

type Value<'t> = Spanned<DeValue<'t>>;

impl Reader {
    fn refuse(&mut self, position: usize, text: impl Into<String>) {
        self.faults.push((position, text.into()));
    }

    fn wanted(&mut self, value: &Value<'_>, what: &str) {
        self.refuse(value.span().start, format!("must be {what}, found {}", value.get_ref().type_str()));
    }

    fn read(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "chips" => self.chips(value),
                "rules" => self.rules(value),
                other => {
                    self.refuse(key.span().start, format!("unknown key '{other}'; the keys are 'chips' and 'rules'"))
                }
            }
        }
    }

    fn chips(&mut self, value: &Value<'_>) {
        let Some(array) = value.get_ref().as_array() else {
            return self.wanted(value, "a list of chips, such as [\"sm_90a\"]");
        };
        for item in array {
            match item.get_ref().as_str().map(str::parse::<Chip>) {
                Some(Ok(chip)) if self.project.chips.iter().any(|other| other.canonical() == chip.canonical()) => {
                    self.refuse(item.span().start, format!("names {chip} twice"));
                }
                Some(Ok(chip)) => self.project.chips.push(chip),
                Some(Err(error)) => self.refuse(item.span().start, error.to_string()),
                None => self.wanted(item, "the name of a chip"),
            }
        }
    }

    fn rules(&mut self, value: &Value<'_>) {
        let Some(table) = value.get_ref().as_table() else {
            return self.wanted(value, "a table, such as [rules]");
        };
        for (key, level) in table {
            if let Err(error) = key.get_ref().parse::<RuleId>() {
                self.refuse(key.span().start, error.to_string());
            }
            let names = match level.get_ref().as_str() {
                Some("allow") => &mut self.project.allow,
                Some("warn") => &mut self.project.warn,
                Some("error") => &mut self.project.error,
                _ => {
                    self.refuse(level.span().start, "must be \"allow\", \"warn\" or \"error\"");
                    continue;
                }
            };
            names.push(key.get_ref().to_string());
        }
    }
}

/// The chips of the projects of all inputs.
///
/// # Errors
/// If they name different ones.
pub fn common_chips(projects: &[Project]) -> Result<Vec<Chip>, Fault> {
    let Some((first, others)) = projects.split_first() else { return Ok(Vec::new()) };
    match others.iter().find(|other| other.chips != first.chips) {
        None => Ok(first.chips.clone()),
        Some(other) => {
            let names = |project: &Project| {
                let chips: Vec<_> = project.chips.iter().map(ToString::to_string).collect();
                let chips = if chips.is_empty() { "none".to_owned() } else { chips.join(", ") };
                project.file.as_ref().map_or(chips.clone(), |file| format!("{chips} in {}", file.display()))
            };
            let text = format!(
                "the chips of the inputs differ: {}, and {}; name the chips with --gpu-name",
                names(first),
                names(other)
            );
            Err(Kind::Usage.of_command(text))
        }
    }
}
