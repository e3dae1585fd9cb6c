//! Constant expressions (PTX ISA, 4.5.5 and 4.5.6), computed as `ptxas` does.
//!
//! Guarantees the value that `ptxas` 13.5 computes (measured); none for what it refuses, such as a division by 0. It
//! differs from the PTX ISA in the following: `%` is unsigned, `~` gives an unsigned number, `&`, `|` and `^` of signed
//! numbers give a signed one, a shift counts modulo 64, and `a ? b : c` has the type of the operand that it chooses.
//! Linear in the text.

use super::parser::Parser;
use super::scan::ScanKind;
use crate::token::integer_of_64_bits;

/// No expression is nested deeper than this.
const DEEPEST: u32 = 64;

/// The value of `WARP_SZ`.
const WARP_SIZE: u64 = tileiras_target::WARP_THREADS as u64;

/// The value of a constant expression.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Constant {
    /// `.s64`.
    Signed(i64),
    /// `.u64`.
    Unsigned(u64),
    /// `.f64`.
    Float(f64),
}

use Constant::{Float, Signed, Unsigned};

/// The operators with two operands, each with its precedence. Longer ones come first.
#[rustfmt::skip] // a table
const BINARY: [(&[u8], u8); 18] = [
    (b"||", 1), (b"&&", 2), (b"==", 6), (b"!=", 6), (b"<=", 7), (b">=", 7), (b"<<", 8), (b">>", 8), (b"|", 3),
    (b"^", 4), (b"&", 5), (b"<", 7), (b">", 7), (b"+", 9), (b"-", 9), (b"*", 10), (b"/", 10), (b"%", 10),
];

impl Constant {
    /// The bits of an integer.
    pub const fn integer(self) -> Option<u64> {
        match self {
            Signed(value) => Some(value.cast_unsigned()),
            Unsigned(value) => Some(value),
            Float(_) => None,
        }
    }

    const fn is_signed(self) -> bool {
        matches!(self, Signed(_))
    }

    fn float(self) -> f64 {
        match self {
            Signed(value) => value as f64,
            Unsigned(value) => value as f64,
            Float(value) => value,
        }
    }

    fn of_bits(bits: u64, is_signed: bool) -> Self {
        if is_signed { Signed(bits.cast_signed()) } else { Unsigned(bits) }
    }

    /// The number that a literal is.
    pub fn of_literal(text: &str) -> Option<Self> {
        if let Ok(value) = integer_of_64_bits(text) {
            let is_signed = !text.ends_with('U') && i64::try_from(value).is_ok();
            return Some(Self::of_bits(value, is_signed));
        }
        let bits = |digits: &str, count: usize| {
            (digits.len() == count).then(|| u64::from_str_radix(digits, 16).ok()).flatten()
        };
        match text.as_bytes() {
            [b'0', b'f' | b'F', ..] => {
                let bits = u32::try_from(bits(text.get(2..)?, 8)?).ok()?;
                Some(Float(f32::from_bits(bits).into()))
            }
            [b'0', b'd' | b'D', ..] => Some(Float(f64::from_bits(bits(text.get(2..)?, 16)?))),
            _ if text.contains(['.', 'e', 'E']) => text.parse().ok().map(Float),
            _ => None,
        }
    }

    fn negated(self) -> Self {
        match self {
            Signed(value) => Signed(value.wrapping_neg()),
            Unsigned(value) => Unsigned(value.wrapping_neg()),
            Float(value) => Float(-value),
        }
    }

    fn is_true(self) -> Option<bool> {
        self.integer().map(|value| value != 0)
    }

    fn binary(self, operator: &[u8], other: Self) -> Option<Self> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let ordering = match (self, other) {
            (Signed(first), Signed(second)) => Some(first.cmp(&second)),
            _ => match (self.integer(), other.integer()) {
                (Some(first), Some(second)) => Some(first.cmp(&second)),
                _ => self.float().partial_cmp(&other.float()),
            },
        };
        let holds = match operator {
            b"==" => Some(ordering == Some(Equal)),
            b"!=" => Some(ordering != Some(Equal)),
            b"<" => Some(ordering == Some(Less)),
            b">" => Some(ordering == Some(Greater)),
            b"<=" => Some(matches!(ordering, Some(Less | Equal))),
            b">=" => Some(matches!(ordering, Some(Greater | Equal))),
            b"&&" => Some(self.is_true()? & other.is_true()?),
            b"||" => Some(self.is_true()? | other.is_true()?),
            _ => None,
        };
        if let Some(holds) = holds {
            return Some(Signed(holds.into()));
        }
        let (Some(first), Some(second)) = (self.integer(), other.integer()) else {
            let (first, second) = (self.float(), other.float());
            return match operator {
                b"+" => Some(Float(first + second)),
                b"-" => Some(Float(first - second)),
                b"*" => Some(Float(first * second)),
                b"/" => Some(Float(first / second)),
                _ => None,
            };
        };
        let both_signed = self.is_signed() && other.is_signed();
        let amount = (second & 63) as u32;
        let value = match (operator, self) {
            (b"<<", _) => return Some(Self::of_bits(first << amount, self.is_signed())),
            (b">>", Signed(first)) => return Some(Signed(first >> amount)),
            (b">>", _) => return Some(Unsigned(first >> amount)),
            (b"%", _) => return first.checked_rem(second).map(Unsigned),
            (b"/", _) if both_signed => {
                return (second != 0).then(|| Signed(first.cast_signed().wrapping_div(second.cast_signed())));
            }
            (b"/", _) => first.checked_div(second)?,
            (b"+", _) => first.wrapping_add(second),
            (b"-", _) => first.wrapping_sub(second),
            (b"*", _) => first.wrapping_mul(second),
            (b"&", _) => first & second,
            (b"|", _) => first | second,
            (b"^", _) => first ^ second,
            _ => return None,
        };
        Some(Self::of_bits(value, both_signed))
    }
}

impl Parser<'_> {
    /// The value of the constant expression that begins here; none if it is not one.
    pub(super) fn constant(&mut self) -> Option<Constant> {
        self.ternary(0)
    }

    fn ternary(&mut self, depth: u32) -> Option<Constant> {
        let condition = self.at_least(1, depth)?;
        if !self.take(b'?') {
            return Some(condition);
        }
        let holds = self.ternary(depth + 1)?;
        if !self.take(b':') {
            return None;
        }
        let fails = self.ternary(depth + 1)?;
        Some(if condition.is_true()? { holds } else { fails })
    }

    /// Operators of at least that precedence.
    fn at_least(&mut self, lowest: u8, depth: u32) -> Option<Constant> {
        let mut first = self.unary(depth)?;
        while let Some((operator, precedence)) = self.operator().filter(|(_, precedence)| *precedence >= lowest) {
            for _ in operator {
                self.advance();
            }
            let second = self.at_least(precedence + 1, depth)?;
            first = first.binary(operator, second)?;
        }
        Some(first)
    }

    /// The operator at the current token. `%` is a word for the scanner.
    fn operator(&self) -> Option<(&'static [u8], u8)> {
        let is_operator = matches!(self.token.kind, ScanKind::Mark(_)) || self.word() == "%";
        BINARY.into_iter().find(|(operator, _)| is_operator && self.rest().starts_with(operator))
    }

    fn unary(&mut self, depth: u32) -> Option<Constant> {
        if depth > DEEPEST {
            return None;
        }
        match self.token.kind {
            ScanKind::Number => {
                let value = Constant::of_literal(self.word());
                self.advance();
                value
            }
            ScanKind::Word if self.word() == "WARP_SZ" => {
                self.advance();
                Some(Signed(WARP_SIZE.cast_signed()))
            }
            ScanKind::Mark(operator @ (b'+' | b'-' | b'~' | b'!')) => {
                self.advance();
                let value = self.unary(depth + 1)?;
                match operator {
                    b'+' => Some(value),
                    b'-' => Some(value.negated()),
                    b'~' => Some(Unsigned(!value.integer()?)),
                    _ => Some(Signed((!value.is_true()?).into())),
                }
            }
            ScanKind::Mark(b'(') => {
                self.advance();
                let cast = self.word();
                if matches!(cast, ".s64" | ".u64") {
                    self.advance();
                    if !self.take(b')') {
                        return None;
                    }
                    let value = self.unary(depth + 1)?.integer()?;
                    return Some(Constant::of_bits(value, cast == ".s64"));
                }
                let value = self.ternary(depth + 1)?;
                self.take(b')').then_some(value)
            }
            _ => None,
        }
    }
}
