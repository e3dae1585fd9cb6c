//! An audit as text, and the names in its JSON.

use std::fmt::{self, Display, Formatter};

use serde::{Serialize, Serializer};

use crate::fact::Fact;
use crate::symbol::Symbol;

use super::snapshot::JsonStated;
use super::{Audit, HiddenReason, KernelAudit, Row, RowSubject, Stated, StatedValue, Verdict};

/// `nvvm.maxntid`, `.explicitcluster`, `register cap`.
impl Display for RowSubject {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            RowSubject::Fact(fact) => fact.attribute(),
            RowSubject::ExplicitCluster => ".explicitcluster",
            RowSubject::RegisterCap => "register cap",
            RowSubject::LocalMaxNReg => ".local_maxnreg",
            RowSubject::Unknown(code) => return f.pad(&format!("attribute {code:#04x}")),
        })
    }
}

impl Serialize for RowSubject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A fact by its attribute.
pub(super) fn attribute<S: Serializer>(fact: &Fact, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(fact.attribute())
}

/// A statement as in the JSON of a snapshot.
pub(super) fn value<S: Serializer>(value: &StatedValue, serializer: S) -> Result<S::Ok, S::Error> {
    JsonStated(value).serialize(serializer)
}

/// A symbol as text.
pub(super) fn symbol<S: Serializer>(symbol: &Symbol, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(symbol)
}

impl Display for Stated {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Stated::Value(value) => value.fmt(f),
            Stated::RegisterCap(cap) => write!(f, "a register cap of {cap}"),
            Stated::ProgramMemory(bytes) => write!(f, "{bytes} for all kernels"),
        }
    }
}

impl Display for HiddenReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HiddenReason::NotVisible => "this stage does not show it",
            HiddenReason::UnknownChip => "it is folded by the limits of a chip that is not known",
            HiddenReason::NotStated => "the earlier stage does not show it",
            HiddenReason::NotBinding => "the register cap is the same without it",
        })
    }
}

impl Verdict {
    /// The verdict as one word, in capitals if it means that a translation is wrong.
    pub const fn name(&self) -> &'static str {
        match self {
            Verdict::Carried { .. } => "carried",
            Verdict::Folded { .. } => "folded",
            Verdict::Suppressed { .. } => "suppressed",
            Verdict::Implied { .. } => "implied",
            Verdict::Raised { .. } => "raised",
            Verdict::Unknown { .. } => "unknown",
            Verdict::Ignored { .. } => "ignored",
            Verdict::Hidden { .. } => "hidden",
            Verdict::Lost { .. } => "LOST",
            Verdict::Invented { .. } => "INVENTED",
        }
    }
}

/// The text after the word.
impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Carried { value } => write!(f, "{value}"),
            Verdict::Folded { value, cap } => write!(f, "{value}, into a register cap of {cap}"),
            Verdict::Suppressed { value } => write!(f, "{value}: the chip has no clusters"),
            Verdict::Implied { value, by } => write!(f, "{value}: {by} implies it"),
            Verdict::Raised { value, to } => write!(f, "{value}: all kernels have {to}"),
            Verdict::Unknown { .. } => f.write_str("it may be a launch fact of a later release"),
            Verdict::Ignored { value, reason } => write!(f, "{value}: {reason}"),
            Verdict::Hidden { value, reason } => write!(f, "{value}: {reason}"),
            Verdict::Lost { expected, found: Some(found) } => write!(f, "expected {expected}, found {found}"),
            Verdict::Lost { expected, found: None } => write!(f, "expected {expected}, found nothing"),
            Verdict::Invented { found } => write!(f, "found {found}, expected nothing"),
        }
    }
}

/// `nvvm.maxntid        carried     128, 1, 1`.
impl Display for Row {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:<24}{:<12}{}", self.subject, self.verdict.name(), self.verdict)
    }
}

impl Display for KernelAudit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "'{}'", self.symbol)?;
        self.rows.iter().try_for_each(|row| writeln!(f, "  {row}"))
    }
}

/// The words of the verdicts, in the order in which they are counted.
const WORDS: [&str; 10] =
    ["carried", "folded", "suppressed", "implied", "raised", "ignored", "hidden", "unknown", "LOST", "INVENTED"];

/// A heading, then a block for each function, a line for each row, then how many there are of each verdict.
impl Display for Audit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} to {}", self.from, self.to)?;
        self.kernels.iter().try_for_each(|kernel| kernel.fmt(f))?;
        let count = |word: &str| self.rows().filter(|(_, row)| row.verdict.name() == word).count();
        let counts = WORDS.map(|word| (count(word), word)).into_iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
        writeln!(f, "{}", if counts.is_empty() { "no launch facts".to_owned() } else { counts.join(", ") })
    }
}
