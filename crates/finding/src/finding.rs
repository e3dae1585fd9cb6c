//! A finding for programs: with its rule, its place and its notes.
//!
//! docs/schemas/findings.schema.json describes the JSON. A change that a reader of the former version cannot read gets
//! a new [`VERSION`].

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize, Serializer};

use crate::rule::Rule;
use crate::severity::Certainty;

/// The version of the JSON.
pub const VERSION: u32 = 1;

/// What the message of a finding means.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The input is refused.
    Error,
    /// It is accepted, and probably wrong.
    Warning,
    /// Nothing is wrong.
    Remark,
    /// It is about the messages themselves, such as how many are not shown.
    Note,
}

impl Level {
    /// The word that messages and the JSON have.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Remark => "remark",
            Self::Note => "note",
        }
    }
}

/// One finding.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The version of the JSON, [`VERSION`].
    pub version: u32,
    /// The tool that ran.
    pub tool: String,
    /// Whose words the message has: those of the tool, or of a program of CUDA.
    pub reporter: String,
    /// What it means.
    pub severity: Level,
    /// How much is known of it, if a rule is broken.
    pub certainty: Option<Certainty>,
    /// The rule that is broken, if there is one.
    #[serde(serialize_with = "name")]
    pub rule: Option<&'static Rule>,
    /// The words.
    pub message: String,
    /// How to fix it.
    pub fix: Option<&'static str>,
    /// What it is about.
    pub location: Option<Location>,
    /// More about it.
    pub notes: Vec<Note>,
    /// The chips of --gpu-name or tileiras.toml that the finding is for; empty if none is named, or if it is for no
    /// chip.
    pub chips: Vec<String>,
}

/// More about a finding.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Note {
    /// The words.
    pub message: String,
    /// What they are about.
    pub location: Option<Location>,
}

/// A place in a file. Line and column begin at 1.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Location {
    /// The file, as on the command line.
    pub file: String,
    /// The line, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column in bytes, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// The line at the place.
    #[serde(skip)]
    pub text: Option<String>,
}

impl Location {
    /// A place in a file. A line or a column that is not known is 0.
    pub fn new(file: impl Into<String>, line: u64, column: u64) -> Self {
        let known = |number: u64| (number > 0).then_some(number);
        Self { file: file.into(), line: known(line), column: known(line).and(known(column)), text: None }
    }

    /// The column in characters, as far as the line is known.
    pub fn character(&self) -> Option<u64> {
        let column = self.column?;
        let before = self.text.as_deref().and_then(|text| text.get(..usize::try_from(column).ok()?.checked_sub(1)?));
        Some(before.map_or(column, |before| before.chars().count() as u64 + 1))
    }
}

/// `k.mlir:2:1`, as far as it is known.
impl Display for Location {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        [self.line, self.column].into_iter().flatten().try_for_each(|number| write!(f, ":{number}"))
    }
}

/// A rule in JSON.
fn name<S: Serializer>(rule: &Option<&'static Rule>, serializer: S) -> Result<S::Ok, S::Error> {
    rule.map(|rule| rule.id.name()).serialize(serializer)
}
