//! Patterns: which statements a row of the table is about.
//!
//! Accepts `opcode.qualifier`, where each qualifier must be present, `!qualifier` for one that must be absent, and
//! after a space what is asked of the operands. Qualifiers fit in any order, as in ptxas, except that types keep
//! theirs: `cvt.f16x2.e4m3x2` is not `cvt.e4m3x2.f16x2`. An empty opcode is any opcode.
//!
//! Guarantees that a look-up does not allocate, except for a mnemonic of more than twelve qualifiers. Leaves out on
//! purpose what a form needs (`super::table`).

use smallvec::SmallVec;

/// The qualifiers of a mnemonic, in order.
pub(super) type Qualifiers<'a> = SmallVec<[&'a str; 12]>;

/// A pattern of statements, without its opcode.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The qualifiers that must be present, and whether each is a type.
    present: Vec<(&'static str, bool)>,
    /// The qualifiers that must be absent.
    absent: Vec<&'static str>,
    /// What is asked of the operands.
    values: Vec<Operands>,
}

/// What a pattern asks of the operands of a statement.
#[derive(Debug)]
enum Operands {
    /// `#2`: how many there are.
    Count(usize),
    /// `_`: the destination is the sink symbol.
    Sink,
    /// `imm`: the last one is an integer.
    Immediate,
    /// `imm=4`: the last one is this integer.
    Value(&'static str),
}

impl Pattern {
    /// The opcode and the rest of a pattern; `None` if it asks for something unknown.
    pub(super) fn parse(text: &'static str) -> Option<(&'static str, Self)> {
        let (mnemonic, values) = text.split_once(' ').unwrap_or((text, ""));
        let (present, absent) = mnemonic.split_once('!').unwrap_or((mnemonic, ""));
        let (opcode, present) = present.split_once('.').unwrap_or((present, ""));
        let values = parts(values, ' ').map(Operands::parse).collect::<Option<_>>()?;
        let present = parts(present, '.').map(|part| (part, is_type(part))).collect();
        Some((opcode, Self { present, absent: parts(absent, '!').collect(), values }))
    }

    /// The first qualifier that must be present.
    pub(super) fn first(&self) -> Option<&'static str> {
        self.present.first().map(|(part, _)| *part)
    }

    /// Whether the pattern fits a statement.
    pub(super) fn fits(&self, qualifiers: &[&str], operands: &str) -> bool {
        let mut types = qualifiers;
        let present = self.present.iter().all(|(part, is_type)| {
            if !is_type {
                return qualifiers.contains(part);
            }
            let Some(at) = types.iter().position(|found| found == part) else { return false };
            types = types.get(at + 1..).unwrap_or_default();
            true
        });
        present
            && !self.absent.iter().any(|part| qualifiers.contains(part))
            && self.values.iter().all(|value| value.fits(operands))
    }
}

impl Operands {
    fn parse(text: &'static str) -> Option<Self> {
        match text {
            "_" => Some(Self::Sink),
            "imm" => Some(Self::Immediate),
            _ => match text.strip_prefix('#') {
                Some(count) => count.parse().ok().map(Self::Count),
                None => text.strip_prefix("imm=").map(Self::Value),
            },
        }
    }

    fn fits(&self, operands: &str) -> bool {
        let last = || operands.rsplit(',').next().unwrap_or_default().trim().trim_end_matches(';').trim_end();
        match self {
            Self::Count(wanted) => count(operands) == *wanted,
            Self::Sink => operands.split([',', '|']).next().is_some_and(|first| first.trim() == "_"),
            Self::Immediate => last().parse::<i64>().is_ok(),
            Self::Value(wanted) => last() == *wanted,
        }
    }
}

/// The parts of a text that are not empty.
fn parts(text: &'static str, end: char) -> impl Iterator<Item = &'static str> {
    text.split(end).filter(|part| !part.is_empty())
}

/// Whether a qualifier is a type: `f16`, `b32`, `tf32`, `e4m3x2`, `ue8m0`.
fn is_type(part: &str) -> bool {
    let rest = part.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let kind = part.strip_suffix(rest).unwrap_or_default();
    matches!(kind, "b" | "u" | "s" | "f" | "tf" | "bf" | "e" | "ue") && rest.starts_with(|c: char| c.is_ascii_digit())
}

/// The opcode and the qualifiers of a mnemonic.
pub(super) fn split(mnemonic: &str) -> (&str, Qualifiers<'_>) {
    let mut parts = mnemonic.split('.');
    (parts.next().unwrap_or_default(), parts.collect())
}

/// The number of operands: the commas outside brackets, and one.
fn count(operands: &str) -> usize {
    let mut depth = 0_usize;
    let mut commas = 0;
    for letter in operands.bytes() {
        match letter {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    if operands.trim().is_empty() { 0 } else { commas + 1 }
}
