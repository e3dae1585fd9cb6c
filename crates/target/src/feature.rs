//! Features: instruction forms and directives that not every chip or PTX version supports.

use std::fmt;

use crate::chip::Chip;
use crate::ptx_version::PtxVersion;

/// An instruction form or directive that not every chip or PTX version supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// `.reqnctapercluster`, `.explicitcluster`, `.maxclusterrank`.
    ClusterDirectives,
    /// `.blocksareclusters`.
    BlocksAreClusters,
    /// `.local_maxnreg`.
    LocalMaxnreg,
    /// `mapa`: the address of a variable in another CTA of the cluster.
    Mapa,
    /// `getctarank`: the CTA of a shared memory address.
    GetCtaRank,
    /// `barrier.cluster.arrive` and `.wait`.
    ClusterBarrier,
    /// `barrier.cluster` with `.relaxed`, `.release` or `.acquire`.
    ClusterBarrierSemantics,
    /// `ld`, `st` and others in state space `.shared::cluster`.
    ClusterSharedAccess,
    /// `%cluster_ctarank` and the other special registers of the cluster.
    ClusterRegisters,
    /// `griddepcontrol`.
    GridDepControl,
    /// `elect.sync`.
    ElectSync,
    /// `mbarrier.expect_tx` and `mbarrier.arrive.expect_tx`.
    MbarrierExpectTx,
    /// `cp.async.bulk` from global memory into the shared memory of the cluster.
    BulkCopy,
    /// `setmaxnreg`.
    SetMaxnreg,
    /// `wgmma.mma_async`, `.fence`, `.commit_group` and `.wait_group`.
    Wgmma,
    /// `tcgen05.alloc`, `.dealloc`, `.relinquish_alloc_permit`, `.ld`, `.st`, `.wait`, `.cp`, `.mma`, `.commit`,
    /// `.fence`.
    Tcgen05,
    /// `tcgen05.ld.red`.
    Tcgen05LdRed,
    /// `tcgen05.shift`.
    Tcgen05Shift,
    /// `tcgen05.mma.kind::i8`.
    Tcgen05MmaI8,
    /// `clusterlaunchcontrol.try_cancel`.
    ClcTryCancel,
    /// `clusterlaunchcontrol.try_cancel` with `.multicast::cluster::all`.
    ClcMulticast,
    /// `clusterlaunchcontrol.query_cancel`.
    ClcQueryCancel,
}

/// The features that one instruction needs.
pub type Features = smallvec::SmallVec<[Feature; 2]>;

/// A set of chips, as the target notes of the PTX ISA describe it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChipNeed {
    /// "`sm_90` or higher": this number or a higher one, with any suffix.
    AtLeast(Chip),
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
            Self::Exactly(only) => chip.canonical() == only.canonical(),
            Self::FamilyFrom(first) => chip.has_family_features() && chip.in_family_of(first),
        }
    }
}

/// One alternative requirement of a feature: a set of chips and a minimum PTX version.
///
/// The version is that of the feature. The chip may require a later one ([`Chip::min_ptx`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// The chips.
    pub chips: ChipNeed,
    /// The first PTX version.
    pub ptx: PtxVersion,
}

/// The requirements of one feature: a row of [`FEATURES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeatureInfo {
    /// The feature.
    pub feature: Feature,
    /// The name in PTX, for messages.
    pub name: &'static str,
    /// The alternative requirements. One of them must hold.
    pub needs: &'static [Need],
    /// The source. All rows were also measured with ptxas 13.5.37, over every chip and version.
    pub source: &'static str,
}

const ANY: ChipNeed = ChipNeed::AtLeast(Chip::known("sm_50"));

const fn need(chips: ChipNeed, major: u8, minor: u8) -> Need {
    Need { chips, ptx: PtxVersion::new(major, minor) }
}

const fn from(first: &str, major: u8, minor: u8) -> Need {
    need(ChipNeed::AtLeast(Chip::known(first)), major, minor)
}

const fn only(chip: &str, major: u8, minor: u8) -> Need {
    need(ChipNeed::Exactly(Chip::known(chip)), major, minor)
}

const fn family(first: &str, major: u8, minor: u8) -> Need {
    need(ChipNeed::FamilyFrom(Chip::known(first)), major, minor)
}

const fn row(feature: Feature, name: &'static str, needs: &'static [Need], source: &'static str) -> FeatureInfo {
    FeatureInfo { feature, name, needs, source }
}

const HOPPER_7_8: &[Need] = &[from("sm_90", 7, 8)];
const HOPPER_8_0: &[Need] = &[from("sm_90", 8, 0)];
const BLACKWELL: &[Need] = &[from("sm_100", 8, 6)];

const SETMAXNREG: &[Need] = &[
    only("sm_90a", 8, 0),
    only("sm_100a", 8, 6),
    only("sm_101a", 8, 6),
    only("sm_120a", 8, 7),
    family("sm_100f", 8, 8),
    family("sm_101f", 8, 8),
    family("sm_120f", 8, 8),
];
const TCGEN05: &[Need] =
    &[only("sm_100a", 8, 6), only("sm_101a", 8, 6), family("sm_100f", 8, 8), family("sm_101f", 8, 8)];
const TCGEN05_LD_RED: &[Need] = &[family("sm_101f", 8, 8), family("sm_103f", 8, 8)];
const TCGEN05_SHIFT: &[Need] =
    &[only("sm_100a", 8, 6), only("sm_101a", 8, 6), only("sm_103a", 8, 8), only("sm_107a", 9, 4)];
const TCGEN05_MMA_I8: &[Need] = &[only("sm_100a", 8, 6), only("sm_101a", 8, 6)];
const CLC_MULTICAST: &[Need] = &[
    only("sm_100a", 8, 6),
    only("sm_101a", 8, 6),
    only("sm_120a", 8, 7),
    family("sm_100f", 8, 8),
    family("sm_101f", 8, 8),
    family("sm_120f", 8, 8),
];

/// All features, in the order of [`Feature`].
#[rustfmt::skip] // a table
pub const FEATURES: &[FeatureInfo] = &[
    row(Feature::ClusterDirectives,       ".reqnctapercluster",          HOPPER_7_8,              "PTX ISA 11.7, reference 000"),
    row(Feature::BlocksAreClusters,       ".blocksareclusters",          &[from("sm_90", 9, 0)],  "PTX ISA 11.7"),
    row(Feature::LocalMaxnreg,            ".local_maxnreg",              &[need(ANY, 8, 8)],      "measured"),
    row(Feature::Mapa,                    "mapa",                        HOPPER_7_8,              "PTX ISA 9.7.9, mapa"),
    row(Feature::GetCtaRank,              "getctarank",                  HOPPER_7_8,              "PTX ISA 9.7.9, getctarank"),
    row(Feature::ClusterBarrier,          "barrier.cluster",             HOPPER_7_8,              "PTX ISA 9.7.13, barrier.cluster"),
    row(Feature::ClusterBarrierSemantics, "barrier.cluster.relaxed",     HOPPER_8_0,              "PTX ISA 9.7.13, barrier.cluster"),
    row(Feature::ClusterSharedAccess,     ".shared::cluster",            HOPPER_7_8,              "PTX ISA 5.1.6"),
    row(Feature::ClusterRegisters,        "%cluster_ctarank",            HOPPER_7_8,              "PTX ISA 10, special registers"),
    row(Feature::GridDepControl,          "griddepcontrol",              HOPPER_7_8,              "PTX ISA 9.7.13, griddepcontrol"),
    row(Feature::ElectSync,               "elect.sync",                  HOPPER_8_0,              "PTX ISA 9.7.13, elect.sync"),
    row(Feature::MbarrierExpectTx,        "mbarrier.expect_tx",          HOPPER_8_0,              "PTX ISA 9.7.13, mbarrier.expect_tx"),
    row(Feature::BulkCopy,                "cp.async.bulk",               HOPPER_8_0,              "PTX ISA 9.7.9, cp.async.bulk"),
    row(Feature::SetMaxnreg,              "setmaxnreg",                  SETMAXNREG,              "PTX ISA 9.7.19, setmaxnreg"),
    row(Feature::Wgmma,                   "wgmma",                       &[only("sm_90a", 8, 0)], "PTX ISA 9.7.15, wgmma"),
    row(Feature::Tcgen05,                 "tcgen05",                     TCGEN05,                 "PTX ISA 9.7.16, measured facts 7"),
    row(Feature::Tcgen05LdRed,            "tcgen05.ld.red",              TCGEN05_LD_RED,          "measured"),
    row(Feature::Tcgen05Shift,            "tcgen05.shift",               TCGEN05_SHIFT,           "PTX ISA 9.7.16, tcgen05.shift"),
    row(Feature::Tcgen05MmaI8,            "tcgen05.mma.kind::i8",        TCGEN05_MMA_I8,          "PTX ISA 9.7.16, tcgen05.mma"),
    row(Feature::ClcTryCancel,            "clusterlaunchcontrol.try_cancel", BLACKWELL,           "PTX ISA 9.7.13.17, reference 001"),
    row(Feature::ClcMulticast,            "clusterlaunchcontrol.try_cancel.multicast::cluster::all", CLC_MULTICAST, "PTX ISA 9.7.13.17, reference 001"),
    row(Feature::ClcQueryCancel,          "clusterlaunchcontrol.query_cancel", BLACKWELL,         "PTX ISA 9.7.13, query_cancel"),
];

impl Feature {
    /// The name in PTX.
    pub const fn name(self) -> &'static str {
        requires(self).name
    }
}

impl FeatureInfo {
    /// The first PTX version that supports the feature on at least one chip.
    pub fn min_ptx(&self) -> Option<PtxVersion> {
        self.needs.iter().map(|need| need.ptx).min()
    }

    /// The first PTX version that supports the feature on `chip`; `None` if there is none.
    pub fn min_ptx_on(&self, chip: Chip) -> Option<PtxVersion> {
        self.needs.iter().filter(|need| need.chips.includes(chip)).map(|need| need.ptx).min()
    }
}

/// The requirements of `feature`: its row of [`FEATURES`].
pub const fn requires(feature: Feature) -> &'static FeatureInfo {
    &FEATURES[feature as usize]
}

/// Whether code for `chip` in PTX version `ptx` may use `feature`.
///
/// # Errors
/// [`Unsupported::Chip`] if no version supports it on `chip`, and [`Unsupported::Version`] if only a later
/// version does. Does not check whether `ptx` supports `chip` ([`crate::Target::check_version`]).
pub fn supports(chip: Chip, ptx: PtxVersion, feature: Feature) -> Result<(), Unsupported> {
    check(Some(chip), Some(ptx), feature)
}

/// [`supports`] for a target whose chip or PTX version may be unknown. An unknown part is not checked.
///
/// # Errors
/// As [`supports`].
pub fn check(chip: Option<Chip>, ptx: Option<PtxVersion>, feature: Feature) -> Result<(), Unsupported> {
    let info = requires(feature);
    let needed = chip.map_or_else(|| info.min_ptx(), |chip| info.min_ptx_on(chip));
    match (needed, chip, ptx) {
        (None, Some(chip), _) => Err(Unsupported::Chip { feature, chip }),
        (Some(needed), _, Some(found)) if found < needed => Err(Unsupported::Version { feature, found, needed }),
        _ => Ok(()),
    }
}

/// Why a target does not support a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// No PTX version supports it on the chip.
    #[error("'{feature}' is not supported on {chip}, it needs {}", requires(*feature))]
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
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Formats the requirements as `sm_90a (ptx 8.0)`, joined by `or`.
impl fmt::Display for FeatureInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let needs: Vec<_> = self.needs.iter().map(Need::to_string).collect();
        f.write_str(&needs.join(" or "))
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (ptx {})", self.chips, self.ptx)
    }
}

impl fmt::Display for ChipNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(first) => write!(f, "{first} or higher"),
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
