//! The target of a module: its chip and its PTX version. Each may be unknown.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::chip::{Chip, UnknownChip};
use crate::feature::{Feature, Unsupported, check};
use crate::limits::SmLimits;
use crate::ptx_version::{PtxVersion, UnknownPtxVersion};

/// The target of code generation. An unknown part is not checked, as one module can be compiled for many targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Target {
    /// The chip, if known.
    pub chip: Option<Chip>,
    /// The PTX version, if known.
    pub ptx: Option<PtxVersion>,
}

impl Target {
    /// A target with a known chip and a known PTX version.
    pub const fn new(chip: Chip, ptx: PtxVersion) -> Self {
        Self { chip: Some(chip), ptx: Some(ptx) }
    }

    /// Parses a chip such as `sm_90a` and a PTX version such as `8.4`.
    ///
    /// # Errors
    /// [`UnknownTarget`]. If both are unknown, it is about the chip.
    pub fn parse(chip: Option<&str>, ptx: Option<&str>) -> Result<Self, UnknownTarget> {
        let chip = chip.map(Chip::parse).transpose()?;
        let ptx = ptx.map(PtxVersion::parse).transpose()?;
        Ok(Self { chip, ptx })
    }

    /// This target with its unknown parts taken from `other`.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { chip: self.chip.or(other.chip), ptx: self.ptx.or(other.ptx) }
    }

    /// The resource limits of an SM of the chip.
    pub fn limits(self) -> Option<&'static SmLimits> {
        self.chip.map(Chip::limits)
    }

    /// The resource limits of an SM of the chip, or [`SmLimits::LARGEST`] if the chip is unknown.
    pub fn limits_or_largest(self) -> &'static SmLimits {
        self.limits().unwrap_or(&SmLimits::LARGEST)
    }

    /// Whether the chip supports clusters; `None` if it is unknown.
    pub fn has_clusters(self) -> Option<bool> {
        self.chip.map(Chip::has_clusters)
    }

    /// Whether the chip is known and does not support clusters.
    pub fn lacks_clusters(self) -> bool {
        self.has_clusters() == Some(false)
    }

    /// Checks whether the PTX version supports the chip, if both are known.
    ///
    /// # Errors
    /// [`VersionTooOld`] if the chip needs a later version.
    pub fn check_version(self) -> Result<(), VersionTooOld> {
        match (self.chip, self.ptx) {
            (Some(chip), Some(found)) if found < chip.min_ptx() => Err(VersionTooOld { chip, found }),
            _ => Ok(()),
        }
    }

    /// Checks whether code for this target may use `feature`. An unknown part is not checked.
    ///
    /// # Errors
    /// [`Unsupported::Chip`] if no version supports it on the chip, and [`Unsupported::Version`] or
    /// [`Unsupported::Removed`] if only a later or an earlier version does. Does not check whether the PTX version
    /// supports the chip ([`Target::check_version`]).
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

/// The error for an unknown chip or PTX version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownTarget {
    /// The chip is unknown.
    #[error(transparent)]
    Chip(#[from] UnknownChip),
    /// The PTX version is unknown.
    #[error(transparent)]
    Ptx(#[from] UnknownPtxVersion),
}

/// The error for a PTX version whose `.target` does not support the chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{chip} needs ptx {} or later, got {found}", chip.min_ptx())]
pub struct VersionTooOld {
    /// The chip.
    pub chip: Chip,
    /// The PTX version.
    pub found: PtxVersion,
}
