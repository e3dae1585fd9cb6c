//! Chips: the names that `.target` and `-arch` accept, and one row of data for each.

use std::fmt;
use std::str::FromStr;

use crate::limits::{
    ADA, AMPERE, AMPERE_RTX, HOPPER, MAXWELL, MAXWELL_BIG, MAXWELL_SMALL, ORIN, RUBIN, STATIC_SHARED_PER_CTA, SmLimits,
    THOR, TURING, VOLTA,
};
use crate::ptx_version::PtxVersion;
use crate::suggest::{closest, did_you_mean};

/// The suffix after the number in the name of a chip. It determines on which chips the code runs. PTX ISA 11.1.2,
/// `.target`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suffix {
    /// `sm_90`: the code runs on this and every later chip.
    None,
    /// `sm_90a`: architecture-specific features; the code runs on this chip only.
    A,
    /// `sm_100f`: family-specific features; the code runs on this chip and later members of its family.
    F,
}

/// The data of one chip: a row of [`CHIPS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChipInfo {
    /// The name, as `.target` spells it.
    pub name: &'static str,
    /// The number in the name.
    pub number: u16,
    /// The suffix after the number.
    pub suffix: Suffix,
    /// The first PTX version whose `.target` accepts the name. Measured: ptxas 13.5.37.
    pub min_ptx: PtxVersion,
    /// The number of the first chip of the family. For a chip without a family, its own number.
    pub family: u16,
    /// The resource limits of an SM.
    pub limits: SmLimits,
}

/// Every known chip, ascending by number, then suffix.
///
/// - sm_50 to sm_72: LLVM 22 supports them. ptxas 13.5.37 accepts them as `.target`, but does not compile
///   for them. They are listed because a module for one of them is legal.
/// - sm_107: supported by ptxas 13.5.37, but not by LLVM 22.
/// - sm_101: the name of sm_110 before PTX 9.0. ptxas 13.5.37 still accepts it as `.target`.
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

/// Chips that LLVM 22 does not support. Measured: llc 22.1.8, `-mcpu=help`.
const NOT_IN_LLVM: [u16; 1] = [107];

const fn row(name: &'static str, major: u8, minor: u8, family: u16, limits: SmLimits) -> ChipInfo {
    let (number, suffix) = split(name);
    ChipInfo { name, number, suffix, min_ptx: PtxVersion::new(major, minor), family, limits }
}

/// The number and the suffix of a name in the table.
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
        _ => panic!("a suffix is nothing, a or f"), // at compile time only: the table is a constant
    };
    (number, suffix)
}

/// A chip of the table, as its index in [`CHIPS`]. Chips are ordered by number, then suffix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chip(u8);

impl Chip {
    /// Parses a name such as `sm_90a`: in lower case, without leading zeros or white space.
    ///
    /// # Errors
    /// [`UnknownChip`], which lists the known chips, for any other text.
    pub fn parse(text: &str) -> Result<Self, UnknownChip> {
        Self::find(|row| row.name == text).ok_or_else(|| UnknownChip::new(text))
    }

    /// All known chips, ascending.
    pub fn all() -> impl Iterator<Item = Self> {
        (0u8..).take(CHIPS.len()).map(Self)
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

    /// The suffix after the number.
    pub const fn suffix(self) -> Suffix {
        self.info().suffix
    }

    /// The first PTX version whose `.target` accepts this chip.
    pub const fn min_ptx(self) -> PtxVersion {
        self.info().min_ptx
    }

    /// The resource limits of an SM.
    pub const fn limits(self) -> &'static SmLimits {
        &self.info().limits
    }

    /// The maximum static shared memory of a CTA in bytes: for suffix `a` the same as for dynamic shared memory,
    /// else 48 KiB. Measured: ptxas 13.5.37, by `-arch`.
    pub const fn static_shared_per_cta(self) -> u32 {
        match self.suffix() {
            Suffix::A => self.limits().shared_per_cta,
            Suffix::None | Suffix::F => STATIC_SHARED_PER_CTA,
        }
    }

    /// Whether the chip supports thread block clusters. PTX ISA 11.7: sm_90 or higher.
    pub const fn has_clusters(self) -> bool {
        self.number() >= FIRST_WITH_CLUSTERS
    }

    /// Whether code for this target may use family-specific features: suffix `f` or `a`.
    pub const fn has_family_features(self) -> bool {
        matches!(self.suffix(), Suffix::A | Suffix::F)
    }

    /// Whether this chip is "`first` or higher in the same family", as the PTX ISA says. Suffixes are ignored.
    /// Measured: ptxas 13.5.37, `.target` by `-arch`.
    pub fn in_family_of(self, first: Self) -> bool {
        self.info().family == first.info().family && self.canonical().number() >= first.canonical().number()
    }

    /// Whether this chip runs code with `.target code`. Code without a suffix runs on the same and later chips,
    /// code with suffix `f` on these in the same family, code with suffix `a` on the same chip only.
    /// Measured: ptxas 13.5.37.
    pub fn runs(self, code: Self) -> bool {
        match code.suffix() {
            Suffix::None => self.canonical().number() >= code.number(),
            Suffix::F => self.in_family_of(code),
            Suffix::A => self.canonical() == code.canonical(),
        }
    }

    /// The chip under its current name: sm_110a for sm_101a, and `self` for a chip that was not renamed.
    pub fn canonical(self) -> Self {
        let renamed = RENAMED.iter().find(|(old, _)| *old == self.number());
        renamed.and_then(|(_, new)| Self::find(|row| row.number == *new && row.suffix == self.suffix())).unwrap_or(self)
    }

    /// The argument of `ptxas -arch` for code of this target; `None` if ptxas 13.5.37 does not compile for it.
    pub fn ptxas_arch(self) -> Option<Self> {
        (self.number() >= FIRST_COMPILED).then(|| self.canonical())
    }

    /// Whether LLVM 22 supports the chip. Its back end ignores an unknown chip with a warning.
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

/// The error for a text that is not the name of a known chip.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown chip '{}'{}; known chips are {}", found.escape_debug(), did_you_mean(*suggestion), known())]
pub struct UnknownChip {
    /// The text.
    pub found: String,
    /// The known chip with the most similar name, if one is similar enough.
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
