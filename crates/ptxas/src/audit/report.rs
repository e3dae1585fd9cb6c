//! An audit as text for people and as the names of its rows in JSON.

use std::fmt::{self, Display, Formatter};

use serde::{Serialize, Serializer};

use super::{Audit, HiddenReason, KernelAudit, Row, Stated, Subject, Verdict};

/// `nvvm.maxntid`, `.explicitcluster`, `register cap`.
impl Display for Subject {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Subject::Fact(fact) => fact.attribute(),
            Subject::ExplicitCluster => ".explicitcluster",
            Subject::RegisterCap => "register cap",
        })
    }
}

impl Serialize for Subject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Display for Stated {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Stated::Value(value) => value.fmt(f),
            Stated::RegisterCap(cap) => write!(f, "a register cap of {cap}"),
        }
    }
}

impl Display for HiddenReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HiddenReason::NotVisible => "this stage does not show it",
            HiddenReason::UnknownChip => "it is folded by the limits of a chip that is not known",
            HiddenReason::NotStated => "the earlier stage does not show it",
        })
    }
}

impl Verdict {
    /// One word; in capitals what breaks the promise.
    pub const fn word(&self) -> &'static str {
        match self {
            Verdict::Carried { .. } => "carried",
            Verdict::Folded { .. } => "folded",
            Verdict::Suppressed { .. } => "suppressed",
            Verdict::Ignored { .. } => "ignored",
            Verdict::Hidden { .. } => "hidden",
            Verdict::Lost { .. } => "LOST",
            Verdict::Invented { .. } => "INVENTED",
        }
    }
}

/// What stands behind the word.
impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Carried { value } => write!(f, "{value}"),
            Verdict::Folded { value, cap } => write!(f, "{value}, into a register cap of {cap}"),
            Verdict::Suppressed { value } => write!(f, "{value}: the chip has no clusters"),
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
        write!(f, "{:<24}{:<12}{}", self.subject, self.verdict.word(), self.verdict)
    }
}

impl Display for KernelAudit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "'{}'", self.name)?;
        self.rows.iter().try_for_each(|row| writeln!(f, "  {row}"))
    }
}

/// A heading, then a block for each function, a line for each row.
impl Display for Audit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} to {}", self.from, self.to)?;
        self.kernels.iter().try_for_each(|kernel| kernel.fmt(f))
    }
}
