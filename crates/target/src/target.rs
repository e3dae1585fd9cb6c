//! The target of a module: its chip and PTX version, as far as they are known.

use std::fmt;

use crate::chip::{Chip, UnknownChip};
use crate::feature::{Feature, Unsupported, check};
use crate::limits::SmLimits;
use crate::ptx_version::{PtxVersion, UnknownPtxVersion};

/// What code is generated for. A part that is not known is no reason for any complaint, as one
/// module can serve many targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Target {
    /// The chip, if known.
    pub chip: Option<Chip>,
    /// The PTX version, if known.
    pub ptx: Option<PtxVersion>,
}

impl Target {
    /// A target of which both parts are known.
    pub const fn new(chip: Chip, ptx: PtxVersion) -> Self {
        Self { chip: Some(chip), ptx: Some(ptx) }
    }

    /// Reads what is given of `sm_90a` and `8.4`.
    ///
    /// # Errors
    /// [`UnknownTarget`], for the chip first.
    pub fn parse(chip: Option<&str>, ptx: Option<&str>) -> Result<Self, UnknownTarget> {
        let chip = chip.map(Chip::parse).transpose()?;
        let ptx = ptx.map(PtxVersion::parse).transpose()?;
        Ok(Self { chip, ptx })
    }

    /// This target, its unknown parts taken from `other`: options first, then the module's own.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { chip: self.chip.or(other.chip), ptx: self.ptx.or(other.ptx) }
    }

    /// The PTX version, or the first that takes the chip where only the chip is known.
    pub fn ptx_or_min(self) -> Option<PtxVersion> {
        self.ptx.or_else(|| self.chip.map(Chip::min_ptx))
    }

    /// What an SM of the chip holds.
    pub fn limits(self) -> Option<&'static SmLimits> {
        self.chip.map(Chip::limits)
    }

    /// What an SM of the chip holds, or [`SmLimits::LARGEST`] where the chip is not known.
    pub fn limits_or_largest(self) -> &'static SmLimits {
        self.limits().unwrap_or(&SmLimits::LARGEST)
    }

    /// Whether the chip has clusters.
    pub fn has_clusters(self) -> Option<bool> {
        self.chip.map(Chip::has_clusters)
    }

    /// Whether the chip is known to have no clusters, so that cluster facts are suppressed.
    pub fn lacks_clusters(self) -> bool {
        self.has_clusters() == Some(false)
    }

    /// Whether the PTX version takes the chip, where both are known.
    ///
    /// # Errors
    /// [`VersionTooOld`] if the chip came with a later version.
    pub fn check_version(self) -> Result<(), VersionTooOld> {
        match (self.chip, self.ptx) {
            (Some(chip), Some(found)) if found < chip.min_ptx() => Err(VersionTooOld { chip, found }),
            _ => Ok(()),
        }
    }

    /// Whether code for this target may use `feature`, as far as the target is known.
    ///
    /// # Errors
    /// As [`crate::supports`].
    pub fn supports(self, feature: Feature) -> Result<(), Unsupported> {
        check(self.chip, self.ptx, feature)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.chip, self.ptx) {
            (Some(chip), Some(ptx)) => write!(f, "{chip}, ptx {ptx}"),
            (Some(chip), None) => write!(f, "{chip}, any ptx"),
            (None, Some(ptx)) => write!(f, "any chip, ptx {ptx}"),
            (None, None) => f.write_str("any target"),
        }
    }
}

/// A target of which one part is not known to this crate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownTarget {
    /// The chip.
    #[error(transparent)]
    Chip(#[from] UnknownChip),
    /// The PTX version.
    #[error(transparent)]
    Ptx(#[from] UnknownPtxVersion),
}

/// A PTX version whose `.target` does not take the chip yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{chip} needs ptx {} or later, got {found}", chip.min_ptx())]
pub struct VersionTooOld {
    /// The chip.
    pub chip: Chip,
    /// The PTX version.
    pub found: PtxVersion,
}
