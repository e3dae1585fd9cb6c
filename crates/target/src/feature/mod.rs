//! Features: instruction forms, special registers and directives that not every chip or PTX version supports.
//!
//! Accepts a statement of PTX ([`of_ptx`]), and returns the features that it needs: rows of `features.tsv`, which
//! `make features` measures with ptxas. All of them must be supported. A form that was not measured gets the rows that
//! fit its opcode and its qualifiers.
//!
//! Guarantees: the rows give the answer of ptxas for each measured form, chip and PTX version; a look-up does not
//! allocate unless more than two features are needed; nothing panics.
//!
//! Leaves out on purpose: whether a statement is legal PTX at all, and operands other than registers.

mod lookup;
mod need;
mod pattern;
mod table;

use std::fmt;

pub use lookup::of_ptx;
pub use need::{ChipNeed, Need};

use crate::chip::Chip;
use crate::ptx_version::PtxVersion;
use table::NAMED;

/// Features, the more general ones first.
pub type Features = smallvec::SmallVec<[Feature; 2]>;

/// A row of the feature table. The rows of an opcode are ordered from general to special, those for any opcode are
/// last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature(u16);

/// The rule that reports an instruction without the feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeatureFamily {
    /// Clusters: `mapa`, `barrier.cluster`, `.shared::cluster`, the registers of the cluster.
    Clusters,
    /// `tcgen05`.
    Tcgen05,
    /// `clusterlaunchcontrol`.
    Clc,
    /// `clusterlaunchcontrol` with `.multicast::cluster::all`.
    ClcMulticast,
    /// Everything else.
    Other,
}

/// The requirements of one feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureInfo {
    /// The feature.
    pub feature: Feature,
    /// The name in PTX, for messages.
    pub name: &'static str,
    /// The rule that reports it.
    pub family: FeatureFamily,
    /// The alternative requirements. One of them must hold.
    pub needs: Vec<Need>,
}

impl Feature {
    /// `.reqnctapercluster`, `.explicitcluster`, `.maxclusterrank`.
    pub const CLUSTER_DIRECTIVES: Self = Self::named(".reqnctapercluster");
    /// `.blocksareclusters`.
    pub const BLOCKS_ARE_CLUSTERS: Self = Self::named(".blocksareclusters");
    /// `.local_maxnreg`.
    pub const LOCAL_MAXNREG: Self = Self::named(".local_maxnreg");
    /// `.minperctamemory`.
    pub const MINPERCTAMEMORY: Self = Self::named(".minperctamemory");
    /// `wgmma`.
    pub const WGMMA: Self = Self::named("wgmma");
    /// `setmaxnreg`.
    pub const SETMAXNREG: Self = Self::named("setmaxnreg");
    /// `tcgen05`.
    pub const TCGEN05: Self = Self::named("tcgen05");
    /// `mapa`: the address of a variable in another CTA of the cluster.
    pub const MAPA: Self = Self::named("mapa");
    /// `clusterlaunchcontrol`.
    pub const CLC: Self = Self::named("clusterlaunchcontrol");
    /// `clusterlaunchcontrol.try_cancel` with `.multicast::cluster::all`.
    pub const CLC_MULTICAST: Self = Self::named("clusterlaunchcontrol.try_cancel.multicast::cluster::all");
    /// `elect.sync`.
    pub const ELECT: Self = Self::named("elect");
    /// `griddepcontrol`.
    pub const GRIDDEPCONTROL: Self = Self::named("griddepcontrol");

    /// The feature with that name in [`NAMED`]. An unknown name is a compile-time error.
    const fn named(name: &str) -> Self {
        let mut at = 0;
        while !same(NAMED[at], name) {
            at += 1;
        }
        Self(at as u16)
    }

    /// Every feature.
    pub fn all() -> impl Iterator<Item = Self> {
        table::rows().iter().map(|row| row.feature)
    }

    /// The name in PTX, for messages.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The rule that reports an instruction without the feature.
    pub fn family(self) -> FeatureFamily {
        self.info().family
    }

    /// Its row: the chips and the PTX versions that support it.
    pub fn info(self) -> &'static FeatureInfo {
        static NONE: FeatureInfo =
            FeatureInfo { feature: Feature(0), name: "", family: FeatureFamily::Other, needs: Vec::new() };
        table::rows().get(usize::from(self.0)).unwrap_or(&NONE)
    }
}

/// Whether two texts are the same, in constants.
const fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut at = 0;
    while at < left.len() && at < right.len() && left[at] == right[at] {
        at += 1;
    }
    at == left.len() && at == right.len()
}

impl FeatureInfo {
    /// The first PTX version that supports the feature on at least one chip.
    pub fn min_ptx(&self) -> Option<PtxVersion> {
        self.needs.iter().map(|need| need.ptx).min()
    }

    /// The first PTX version that supports the feature on `chip`; `None` if there is none.
    pub(crate) fn min_ptx_on(&self, chip: Chip) -> Option<PtxVersion> {
        self.on(chip).map(|need| need.ptx).min()
    }

    /// The last PTX version that supports the feature on `chip`; `None` if every later one does.
    pub(crate) fn last_ptx_on(&self, chip: Chip) -> Option<PtxVersion> {
        self.on(chip).map(|need| need.last).max_by_key(|last| last.unwrap_or(PtxVersion::LATEST)).flatten()
    }

    fn on(&self, chip: Chip) -> impl Iterator<Item = &Need> {
        self.needs.iter().filter(move |need| need.chips.includes(chip))
    }
}

/// Whether code for a chip in a PTX version may use a feature. An unknown part is not checked.
pub(crate) fn check(chip: Option<Chip>, ptx: Option<PtxVersion>, feature: Feature) -> Result<(), Unsupported> {
    let info = feature.info();
    let needed = chip.map_or_else(|| info.min_ptx(), |chip| info.min_ptx_on(chip));
    match (needed, chip, ptx) {
        (None, Some(chip), _) => Err(Unsupported::Chip { feature, chip }),
        (Some(needed), _, Some(found)) if found < needed => Err(Unsupported::Version { feature, found, needed }),
        (_, Some(chip), Some(found)) => match info.last_ptx_on(chip) {
            Some(last) if found > last => Err(Unsupported::Removed { feature, chip, found, last }),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Why a target does not support a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// No PTX version supports it on the chip.
    #[error("'{feature}' is not supported on {chip}, it needs {}", feature.info())]
    Chip {
        /// The feature.
        feature: Feature,
        /// The chip.
        chip: Chip,
    },
    /// A later PTX version supports it on the chip.
    #[error("'{feature}' needs ptx {needed} or later, got {found}")]
    Version {
        /// The feature.
        feature: Feature,
        /// The PTX version.
        found: PtxVersion,
        /// The first PTX version that supports the feature on the chip.
        needed: PtxVersion,
    },
    /// Only an earlier PTX version supports it on the chip.
    #[error("'{feature}' is not supported on {chip} after ptx {last}, got {found}")]
    Removed {
        /// The feature.
        feature: Feature,
        /// The chip.
        chip: Chip,
        /// The PTX version.
        found: PtxVersion,
        /// The last PTX version that supports the feature on the chip.
        last: PtxVersion,
    },
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Formats the requirements as `sm_90a (ptx 8.0)`, joined by `or`.
impl fmt::Display for FeatureInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, need) in self.needs.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { " or " })?;
            need.fmt(f)?;
        }
        Ok(())
    }
}
