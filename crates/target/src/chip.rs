//! Chips: the names that `.target` and `-arch` take, and one row of facts for each.

use std::fmt;
use std::str::FromStr;

use crate::limits::{
    ADA, AMPERE, AMPERE_RTX, HOPPER, MAXWELL, MAXWELL_BIG, MAXWELL_SMALL, ORIN, RUBIN, STATIC_SHARED_PER_CTA, SmLimits,
    THOR, TURING, VOLTA,
};
use crate::ptx_version::PtxVersion;
use crate::suggest::{closest, did_you_mean};

/// What follows the number in the name of a chip, and so whose code it is. PTX ISA 11.1.2, `.target`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suffix {
    /// `sm_90`: the code runs on every later chip too.
    None,
    /// `sm_90a`: architecture-specific features; the code runs on this chip alone.
    A,
    /// `sm_100f`: family-specific features; the code runs on this chip and later members of its family.
    F,
}

/// The facts about one chip: a row of [`CHIPS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChipInfo {
    /// The name, as `.target` spells it.
    pub name: &'static str,
    /// The number in the name.
    pub number: u16,
    /// What follows the number.
    pub suffix: Suffix,
    /// The first PTX version whose `.target` takes the name. Measured: ptxas 13.5.37.
    pub min_ptx: PtxVersion,
    /// The number of the first chip of the family; a chip without family is its own.
    pub family: u16,
    /// What an SM holds.
    pub limits: SmLimits,
}

/// Every known chip, ascending by number, then suffix.
///
/// - sm_50 to sm_72: LLVM 22 knows them and ptxas 13.5.37 reads them as `.target`, but compiles for
///   none of them. They are here because a module that names one is sound.
/// - sm_107: ptxas 13.5.37 knows it, LLVM 22 does not.
/// - sm_101: the name of sm_110 before PTX 9.0. ptxas 13.5.37 still reads it as `.target`.
#[rustfmt::skip] // a table
pub const CHIPS: &[ChipInfo] = &[
    //  name       ptx    family  limits
    row("sm_50",   4, 0,   50, MAXWELL),
    row("sm_52",   4, 1,   52, MAXWELL_BIG),
    row("sm_53",   4, 2,   53, MAXWELL_SMALL),
    row("sm_60",   5, 0,   60, MAXWELL),
    row("sm_61",   5, 0,   61, MAXWELL_BIG),
    row("sm_62",   5, 0,   62, MAXWELL_SMALL),
    row("sm_70",   5, 1,   70, VOLTA),
    row("sm_72",   6, 1,   72, VOLTA),
    row("sm_75",   6, 3,   75, TURING),
    row("sm_80",   7, 0,   80, AMPERE),
    row("sm_86",   7, 1,   86, AMPERE_RTX),
    row("sm_87",   7, 4,   87, ORIN),
    row("sm_88",   9, 0,   88, AMPERE_RTX),
    row("sm_89",   7, 8,   89, ADA),
    row("sm_90",   7, 8,   90, HOPPER),
    row("sm_90a",  8, 0,   90, HOPPER),
    row("sm_100",  8, 6,  100, HOPPER),
    row("sm_100a", 8, 6,  100, HOPPER),
    row("sm_100f", 8, 8,  100, HOPPER),
    row("sm_101",  8, 6,  101, THOR),
    row("sm_101a", 8, 6,  101, THOR),
    row("sm_101f", 8, 8,  101, THOR),
    row("sm_103",  8, 8,  100, HOPPER),
    row("sm_103a", 8, 8,  100, HOPPER),
    row("sm_103f", 8, 8,  100, HOPPER),
    row("sm_107",  9, 4,  100, RUBIN),
    row("sm_107a", 9, 4,  100, RUBIN),
    row("sm_107f", 9, 4,  100, RUBIN),
    row("sm_110",  9, 0,  101, THOR),
    row("sm_110a", 9, 0,  101, THOR),
    row("sm_110f", 9, 0,  101, THOR),
    row("sm_120",  8, 7,  120, ADA),
    row("sm_120a", 8, 7,  120, ADA),
    row("sm_120f", 8, 8,  120, ADA),
    row("sm_121",  8, 8,  120, ADA),
    row("sm_121a", 8, 8,  120, ADA),
    row("sm_121f", 8, 8,  120, ADA),
];

/// Chip numbers that changed, old and new. PTX ISA, reference 001: "renamed from PTX ISA version 9.0".
const RENAMED: [(u16, u16); 1] = [(101, 110)];

/// The first chip that ptxas 13.5.37 compiles for.
const FIRST_COMPILED: u16 = 75;

/// The first chip with clusters. PTX ISA 11.7.
const FIRST_WITH_CLUSTERS: u16 = 90;

/// Chips that LLVM 22 does not know. Measured: llc 22.1.8, `-mcpu=help`.
const NOT_IN_LLVM: [u16; 1] = [107];

const fn row(name: &'static str, major: u8, minor: u8, family: u16, limits: SmLimits) -> ChipInfo {
    let (number, suffix) = split(name);
    ChipInfo { name, number, suffix, min_ptx: PtxVersion::new(major, minor), family, limits }
}

/// Number and suffix of a name of the table.
const fn split(name: &str) -> (u16, Suffix) {
    let bytes = name.as_bytes();
    let (mut number, mut at) = (0, "sm_".len());
    while at < bytes.len() && bytes[at].is_ascii_digit() {
        number = number * 10 + (bytes[at] - b'0') as u16;
        at += 1;
    }
    let suffix = match bytes.split_at(at).1 {
        [] => Suffix::None,
        [b'a'] => Suffix::A,
        [b'f'] => Suffix::F,
        _ => panic!("a suffix is nothing, a or f"), // only at compile time: the table is a constant
    };
    (number, suffix)
}

/// A known chip: a place in [`CHIPS`], so chips compare by number, then suffix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chip(u8);

impl Chip {
    /// Reads `sm_90a`, spelt exactly so: lower case, no zero in front, nothing around it.
    ///
    /// # Errors
    /// [`UnknownChip`] for any other text; it says which chips are known.
    pub fn parse(text: &str) -> Result<Self, UnknownChip> {
        Self::find(|row| row.name == text).ok_or_else(|| UnknownChip::new(text))
    }

    /// Every known chip, ascending.
    pub fn all() -> impl Iterator<Item = Self> {
        (0u8..).take(CHIPS.len()).map(Self)
    }

    /// The chip that the tables of this crate name. A name that is not there does not compile.
    pub(crate) const fn known(name: &str) -> Self {
        let (number, suffix) = split(name);
        let mut at = 0;
        while CHIPS[at].number != number || CHIPS[at].suffix as u8 != suffix as u8 {
            at += 1;
        }
        Self(at as u8)
    }

    fn find(wanted: impl Fn(&ChipInfo) -> bool) -> Option<Self> {
        Self::all().find(|chip| wanted(chip.info()))
    }

    /// The row of [`CHIPS`].
    pub const fn info(self) -> &'static ChipInfo {
        &CHIPS[self.0 as usize]
    }

    /// The name, as `.target` and `-arch` spell it.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The number in the name: 90 of `sm_90a`.
    pub const fn number(self) -> u16 {
        self.info().number
    }

    /// What follows the number.
    pub const fn suffix(self) -> Suffix {
        self.info().suffix
    }

    /// The first PTX version whose `.target` takes this chip.
    pub const fn min_ptx(self) -> PtxVersion {
        self.info().min_ptx
    }

    /// What an SM of this chip holds.
    pub const fn limits(self) -> &'static SmLimits {
        &self.info().limits
    }

    /// Bytes of static shared memory that a CTA may have: on an `a` chip as much as dynamic, else 48 KiB.
    /// Measured: ptxas 13.5.37, by `-arch`.
    pub const fn static_shared_per_cta(self) -> u32 {
        match self.suffix() {
            Suffix::A => self.limits().shared_per_cta,
            Suffix::None | Suffix::F => STATIC_SHARED_PER_CTA,
        }
    }

    /// Whether the chip has thread block clusters. PTX ISA 11.7: sm_90 or higher.
    pub const fn has_clusters(self) -> bool {
        self.number() >= FIRST_WITH_CLUSTERS
    }

    /// Whether code for this target may use the features of this one architecture: suffix `a`.
    pub const fn has_arch_features(self) -> bool {
        matches!(self.suffix(), Suffix::A)
    }

    /// Whether code for this target may use the features that its family shares: suffix `f`, or `a`,
    /// which has all that `f` has.
    pub const fn has_family_features(self) -> bool {
        matches!(self.suffix(), Suffix::A | Suffix::F)
    }

    /// Whether this is `first` or a later chip of the same family, suffixes aside: the chips that
    /// "`first` or higher in the same family" means. Measured: ptxas 13.5.37, `.target` by `-arch`.
    pub fn in_family_of(self, first: Self) -> bool {
        self.info().family == first.info().family && self.canonical().number() >= first.canonical().number()
    }

    /// Whether this chip runs code whose `.target` is `code`: an earlier or the same chip, the same
    /// family for suffix `f`, the very chip for suffix `a`. Measured: ptxas 13.5.37.
    pub fn runs(self, code: Self) -> bool {
        match code.suffix() {
            Suffix::None => self.canonical().number() >= code.number(),
            Suffix::F => self.in_family_of(code),
            Suffix::A => self.canonical() == code.canonical(),
        }
    }

    /// The chip under its present name: sm_110a for sm_101a, any other chip itself.
    pub fn canonical(self) -> Self {
        let renamed = RENAMED.iter().find(|(old, _)| *old == self.number());
        renamed.and_then(|(_, new)| Self::find(|row| row.number == *new && row.suffix == self.suffix())).unwrap_or(self)
    }

    /// The chip to name in `ptxas -arch` for code of this target, or `None` if ptxas 13.5.37 no longer
    /// compiles for it.
    pub fn ptxas_arch(self) -> Option<Self> {
        (self.number() >= FIRST_COMPILED).then(|| self.canonical())
    }

    /// Whether LLVM 22 knows the chip; its back end ignores, with a warning, one that it does not know.
    pub fn known_to_llvm(self) -> bool {
        !NOT_IN_LLVM.contains(&self.number())
    }
}

impl fmt::Display for Chip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Chip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Chip {
    type Err = UnknownChip;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

/// A text that names no known chip.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown chip '{}'{}; known chips are {}", found.escape_debug(), did_you_mean(*suggestion), known())]
pub struct UnknownChip {
    /// The text as it was given.
    pub found: String,
    /// The known chip closest to it, if one is close.
    pub suggestion: Option<Chip>,
}

impl UnknownChip {
    fn new(found: &str) -> Self {
        let named = Chip::all().map(|chip| (chip.name().to_owned(), chip));
        let bare = Chip::all().map(|chip| (chip.name().trim_start_matches("sm_").to_owned(), chip));
        Self { found: found.to_owned(), suggestion: closest(found, named.chain(bare)) }
    }
}

fn known() -> String {
    Chip::all().map(Chip::name).collect::<Vec<_>>().join(", ")
}
