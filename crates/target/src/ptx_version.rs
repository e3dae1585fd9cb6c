//! PTX ISA versions.

use std::fmt;
use std::str::FromStr;

use crate::suggest::{closest, did_you_mean};

/// A version of the PTX ISA, as in `.version 8.4`. Each value is in [`PTX_VERSIONS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PtxVersion {
    major: u8,
    minor: u8,
}

/// The last minor version of each major version. Measured: ptxas 13.5.37, `--list-version`.
const LAST_MINOR: [(u8, u8); 9] = [(1, 5), (2, 3), (3, 2), (4, 3), (5, 1), (6, 5), (7, 8), (8, 8), (9, 5)];

/// The number of versions. Each major version starts at minor version 0.
const COUNT: usize = {
    let (mut count, mut row) = (0, 0);
    while row < LAST_MINOR.len() {
        count += LAST_MINOR[row].1 as usize + 1;
        row += 1;
    }
    count
};

/// All versions that ptxas 13.5.37 accepts, ascending, from 1.0 to 9.5.
pub const PTX_VERSIONS: &[PtxVersion] = &{
    let mut versions = [PtxVersion::new(0, 0); COUNT];
    let (mut at, mut row, mut minor) = (0, 0, 0);
    while row < LAST_MINOR.len() {
        let (major, last) = LAST_MINOR[row];
        versions[at] = PtxVersion::new(major, minor);
        at += 1;
        (row, minor) = if minor == last { (row + 1, 0) } else { (row, minor + 1) };
    }
    versions
};

impl PtxVersion {
    /// The newest version that ptxas 13.5.37 accepts.
    pub const LATEST: Self = Self::new(9, 5);

    /// The newest version that LLVM 22 emits. Measured: llc 22.1.8, `-mattr=help`.
    pub const LATEST_IN_LLVM: Self = Self::new(9, 0);

    pub(crate) const fn new(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }

    /// Parses a version such as `8.4`: one digit, a dot, one digit.
    ///
    /// # Errors
    /// [`UnknownPtxVersion`] for any other text, and for a version that ptxas 13.5.37 does not list.
    pub fn parse(text: &str) -> Result<Self, UnknownPtxVersion> {
        let known = match text.as_bytes() {
            [major, b'.', minor] => Self::from_digits(*major, *minor),
            _ => None,
        };
        known.ok_or_else(|| UnknownPtxVersion::new(text))
    }

    /// The version in a feature list of LLVM's NVPTX back end, such as `+ptx84,+sm_90`. This is the highest
    /// `+ptxNN`, as in LLVM (measured: llc 22.1.8), or `None` if there is none.
    ///
    /// # Errors
    /// [`UnknownPtxVersion`] for a `+ptxNN` that is not a known version.
    pub fn from_llvm_features(features: &str) -> Result<Option<Self>, UnknownPtxVersion> {
        let named = features.split(',').map(str::trim).filter(|feature| feature.starts_with("+ptx"));
        named.map(Self::from_llvm_feature).try_fold(None, |highest, version| Ok(highest.max(Some(version?))))
    }

    /// The feature of LLVM's NVPTX back end that selects this version: `+ptx84`.
    pub fn llvm_feature(self) -> String {
        format!("+ptx{}{}", self.major, self.minor)
    }

    /// The number before the dot.
    pub const fn major(self) -> u8 {
        self.major
    }

    /// The number after the dot.
    pub const fn minor(self) -> u8 {
        self.minor
    }

    fn from_llvm_feature(feature: &str) -> Result<Self, UnknownPtxVersion> {
        let known = match feature.as_bytes() {
            [b'+', b'p', b't', b'x', major, minor] => Self::from_digits(*major, *minor),
            _ => None,
        };
        known.ok_or_else(|| UnknownPtxVersion::new(feature))
    }

    /// The known version of two ASCII digits.
    fn from_digits(major: u8, minor: u8) -> Option<Self> {
        let version = Self::new(major.checked_sub(b'0')?, minor.checked_sub(b'0')?);
        PTX_VERSIONS.contains(&version).then_some(version)
    }
}

impl fmt::Display for PtxVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.major, self.minor))
    }
}

impl FromStr for PtxVersion {
    type Err = UnknownPtxVersion;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

/// The error for a text that is not a known PTX version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown ptx version '{}'{}; known versions are {}", found.escape_debug(), did_you_mean(*suggestion), known())]
pub struct UnknownPtxVersion {
    /// The text.
    pub found: String,
    /// The most similar known version, if one is similar enough.
    pub suggestion: Option<PtxVersion>,
}

impl UnknownPtxVersion {
    fn new(found: &str) -> Self {
        let versions = PTX_VERSIONS.iter().map(|version| (version.to_string(), *version));
        Self { found: found.to_owned(), suggestion: closest(found, versions) }
    }
}

/// The known versions as ranges, to keep the message on one line: `1.0 to 1.5, 2.0 to 2.3, ...`.
fn known() -> String {
    LAST_MINOR.map(|(major, last)| format!("{major}.0 to {major}.{last}")).join(", ")
}
