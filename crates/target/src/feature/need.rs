//! Requirements: sets of chips, and the first and last PTX version.
//!
//! Accepts the spelling of the feature table, such as `sm_90:7.8` or `sm_100f+:8.8`. Guarantees that a spelling which
//! is not known is refused. Leaves out on purpose what needs the requirement (`super::table`).

use std::fmt;

use crate::chip::Chip;
use crate::ptx_version::PtxVersion;

/// A set of chips, as the target notes of the PTX ISA describe it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChipNeed {
    /// "`sm_90` or higher": this number or a higher one, with any suffix.
    AtLeast(Chip),
    /// Every chip with a lower number.
    Before(Chip),
    /// "`sm_90a`": this chip only, under its current or its former name.
    Exactly(Chip),
    /// "`sm_100f` or higher in the same family": with suffix `f` or `a`.
    FamilyFrom(Chip),
}

impl ChipNeed {
    /// Whether the set contains `chip`.
    pub fn includes(self, chip: Chip) -> bool {
        match self {
            Self::AtLeast(first) => chip.number() >= first.number(),
            Self::Before(end) => chip.number() < end.number(),
            Self::Exactly(only) => chip.canonical() == only.canonical(),
            Self::FamilyFrom(first) => chip.has_family_features() && chip.in_family_of(first),
        }
    }

    /// `sm_90+` is [`Self::AtLeast`], `<sm_90` [`Self::Before`], `sm_90a` [`Self::Exactly`] and `sm_100f+`
    /// [`Self::FamilyFrom`].
    fn parse(text: &str) -> Option<Self> {
        let chip = |name| Chip::parse(name).ok();
        if let Some(end) = text.strip_prefix('<') {
            return chip(end).map(Self::Before);
        }
        let Some(first) = text.strip_suffix('+') else { return chip(text).map(Self::Exactly) };
        let first = chip(first)?;
        Some(if first.has_family_features() { Self::FamilyFrom(first) } else { Self::AtLeast(first) })
    }
}

/// One alternative requirement of a feature: a set of chips and PTX versions.
///
/// The versions are those of the feature. The chip may require a later one ([`Chip::min_ptx`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// The chips.
    pub chips: ChipNeed,
    /// The first PTX version.
    pub ptx: PtxVersion,
    /// The last PTX version, if the feature was removed.
    pub last: Option<PtxVersion>,
}

impl Need {
    /// Parses `sm_90+:7.8`, or `sm_70+:6.0-6.3` for a feature that was removed.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (chips, versions) = text.split_once(':')?;
        let version = |text| PtxVersion::parse(text).ok();
        let (ptx, last) = match versions.split_once('-') {
            Some((first, last)) => (version(first)?, Some(version(last)?)),
            None => (version(versions)?, None),
        };
        Some(Self { chips: ChipNeed::parse(chips)?, ptx, last })
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            Some(last) => write!(f, "{} (ptx {} to {last})", self.chips, self.ptx),
            None => write!(f, "{} (ptx {})", self.chips, self.ptx),
        }
    }
}

impl fmt::Display for ChipNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(first) => write!(f, "{first} or higher"),
            Self::Before(end) => write!(f, "a chip before {end}"),
            Self::Exactly(chip) => write_names(f, *chip),
            Self::FamilyFrom(first) => {
                write_names(f, *first)?;
                f.write_str(" or higher in the same family")
            }
        }
    }
}

/// Writes the name of a chip, and after a slash its current name if it was renamed: `sm_101a/sm_110a`.
fn write_names(f: &mut fmt::Formatter<'_>, chip: Chip) -> fmt::Result {
    match chip.canonical() {
        same if same == chip => write!(f, "{chip}"),
        renamed => write!(f, "{chip}/{renamed}"),
    }
}
