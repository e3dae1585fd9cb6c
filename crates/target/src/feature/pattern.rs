//! Patterns: which forms a row of the table is about.
//!
//! Accepts `opcode.qualifier.qualifier`, where each qualifier must be present, `!qualifier` for one that must be
//! absent, and after a space what is asked of the operands. Qualifiers fit in any order, as in ptxas, except that types
//! keep theirs: `cvt.f16x2.e4m3x2` is not `cvt.e4m3x2.f16x2`. An empty opcode is any opcode.
//!
//! Guarantees that a look-up does not allocate. Leaves out on purpose what a form needs (`super::table`).

use smallvec::SmallVec;

/// The qualifiers of a mnemonic, in order.
pub(super) type Qualifiers<'a> = SmallVec<[&'a str; 12]>;

/// A pattern, without its opcode.
#[derive(Debug, Default)]
pub(super) struct Pattern {
    /// The qualifiers that must be present, and whether each is a type.
    present: Vec<(&'static str, bool)>,
    /// The qualifiers that must be absent.
    absent: Vec<&'static str>,
    /// What is asked of the operands or attributes: a key and its value.
    pub(super) values: Vec<(&'static str, &'static str)>,
}

impl Pattern {
    /// The opcode and the rest of a pattern.
    pub(super) fn parse(text: &'static str) -> (&'static str, Self) {
        let (mnemonic, values) = text.split_once(' ').unwrap_or((text, ""));
        let (present, absent) = mnemonic.split_once('!').unwrap_or((mnemonic, ""));
        let (opcode, present) = present.split_once('.').unwrap_or((present, ""));
        (opcode, Self::new(present, absent, values))
    }

    /// A pattern of its parts.
    pub(super) fn new(present: &'static str, absent: &'static str, values: &'static str) -> Self {
        let parts = |text: &'static str, end: char| text.split(end).filter(|part| !part.is_empty());
        Self {
            present: parts(present, '.').map(|part| (part, is_type(part))).collect(),
            absent: parts(absent, '!').collect(),
            values: parts(values, ' ').map(|part| part.split_once('=').unwrap_or((part, ""))).collect(),
        }
    }

    /// The first qualifier that must be present.
    pub(super) fn first(&self) -> Option<&'static str> {
        self.present.first().map(|(part, _)| *part)
    }

    /// Whether the pattern fits these qualifiers.
    pub(super) fn fits(&self, qualifiers: &[&str]) -> bool {
        let mut types = qualifiers;
        let present = self.present.iter().all(|(part, is_type)| {
            if !is_type {
                return qualifiers.contains(part);
            }
            let Some(at) = types.iter().position(|found| found == part) else { return false };
            types = types.get(at + 1..).unwrap_or_default();
            true
        });
        present && !self.absent.iter().any(|part| qualifiers.contains(part))
    }
}

/// Whether a qualifier is a type: `f16`, `b32`, `tf32`, `e4m3x2`, `ue8m0`.
fn is_type(part: &str) -> bool {
    let letters = part.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let kind = part.strip_suffix(letters).unwrap_or_default();
    matches!(kind, "b" | "u" | "s" | "f" | "tf" | "bf" | "e" | "ue")
        && letters.starts_with(|c: char| c.is_ascii_digit())
}

/// The opcode and the qualifiers of a mnemonic.
pub(super) fn split(mnemonic: &str) -> (&str, Qualifiers<'_>) {
    let mut parts = mnemonic.split('.');
    (parts.next().unwrap_or_default(), parts.collect())
}
