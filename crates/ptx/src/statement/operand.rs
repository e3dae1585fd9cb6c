//! The operands of instructions.

use super::parse::Parser;
use super::scan::Kind;
use super::{Operand, Span, Special};
use crate::inline::Placeholder;

/// No instruction has operands that are nested deeper than this.
const DEEPEST: u32 = 6;

impl Parser<'_> {
    /// The operands up to the end of the statement.
    pub(super) fn operands(&mut self) -> Vec<Operand> {
        let mut found = Vec::new();
        while !matches!(self.token.kind, Kind::End | Kind::Mark(b';' | b'}' | b')' | b']')) {
            found.push(self.operand(0));
            // `call` has no comma between the lists and the name in old code, and `ptxas` accepts none elsewhere.
            if !self.take(b',') && self.token.kind != Kind::Mark(b'(') {
                break;
            }
        }
        found
    }

    /// The operands up to a closing bracket.
    fn group(&mut self, close: u8, depth: u32) -> Vec<Operand> {
        let mut found = Vec::new();
        while !matches!(self.token.kind, Kind::End | Kind::Mark(b';' | b'}' | b')' | b']')) {
            found.push(self.operand(depth + 1));
            if !self.take(b',') {
                break;
            }
        }
        self.skip_to(&[close]);
        self.take(close);
        found
    }

    /// One operand, and everything up to the next `,`.
    fn operand(&mut self, depth: u32) -> Operand {
        let start = self.token.start;
        let mut operand = self.primary(depth);
        if self.take(b'|') {
            operand = Operand::Pair(Box::new([operand, self.primary(depth)]));
        }
        if let Operand::Name(_) | Operand::Register(_) = operand
            && let Some(offset) = self.offset()
        {
            operand = Operand::Address { items: vec![operand], offset };
        }
        if !matches!(self.token.kind, Kind::End | Kind::Mark(b',' | b';' | b'}' | b')' | b']' | b'(')) {
            let before = self.token.start;
            self.skip_to(b",");
            return Operand::Other(Span::new(start..self.token.start.max(before)));
        }
        operand
    }

    fn primary(&mut self, depth: u32) -> Operand {
        let token = self.token;
        let span = Span::new(token.start..token.end);
        match token.kind {
            Kind::Word => self.operand_word(),
            Kind::Number => {
                self.advance();
                integer(self.text_of(token)).map_or(Operand::Other(span), Operand::Integer)
            }
            Kind::Mark(b'-') => {
                self.advance();
                let number = self.token;
                if number.kind != Kind::Number {
                    return Operand::Other(span);
                }
                self.advance();
                let value = integer(self.text_of(number)).map(u64::wrapping_neg);
                value.map_or(Operand::Other(Span::new(token.start..number.end)), Operand::Integer)
            }
            Kind::Mark(b'!') => {
                self.advance();
                match self.token.kind {
                    Kind::Word => Operand::Not(Box::new(self.operand_word())),
                    _ => Operand::Other(span),
                }
            }
            Kind::Mark(open @ (b'[' | b'{' | b'(')) if depth < DEEPEST => {
                self.advance();
                match open {
                    b'[' => self.address(depth),
                    b'{' => Operand::Vector(self.group(b'}', depth)),
                    _ => Operand::List(self.group(b')', depth)),
                }
            }
            _ => {
                // What follows up to the comma is skipped by the caller.
                if !matches!(token.kind, Kind::End | Kind::Mark(b',' | b';' | b'}' | b')' | b']')) {
                    self.advance();
                }
                Operand::Other(span)
            }
        }
    }

    /// `a+8]` after the `[`.
    fn address(&mut self, depth: u32) -> Operand {
        let mut items = self.group(b']', depth);
        match items.first_mut() {
            Some(Operand::Address { items: base, offset }) => {
                let (base, offset) = (base.pop(), *offset);
                if let (Some(first), Some(base)) = (items.first_mut(), base) {
                    *first = base;
                }
                Operand::Address { items, offset }
            }
            _ => Operand::Address { items, offset: 0 },
        }
    }

    /// `+8`, `+-8`, `-8`, `[8]` after a name.
    fn offset(&mut self) -> Option<i64> {
        let first = self.token.kind;
        if !matches!(first, Kind::Mark(b'+' | b'-' | b'[')) {
            return None;
        }
        self.advance();
        let is_negative = first == Kind::Mark(b'-') || (first == Kind::Mark(b'+') && self.take(b'-'));
        if self.token.kind != Kind::Number {
            return None;
        }
        let value = integer(self.word()).map(u64::cast_signed)?;
        self.advance();
        if first == Kind::Mark(b'[') {
            self.take(b']');
        }
        Some(if is_negative { value.wrapping_neg() } else { value })
    }

    /// A register, a placeholder or another name.
    pub(super) fn operand_word(&mut self) -> Operand {
        let token = self.token;
        let text = self.text_of(token);
        let span = Span::new(token.start..token.end);
        self.advance();
        if text == "_" {
            return Operand::Sink;
        }
        if self.is_template
            && let Some(placeholder) = placeholder(text)
        {
            return Operand::Register(self.scopes.placeholder(placeholder));
        }
        if let Some(special) = Special::of_name(text) {
            return Operand::Special(special);
        }
        if text.contains(['.', ':']) {
            return Operand::Other(span);
        }
        if text.starts_with('%') {
            return Operand::Register(self.scopes.find_or_add(text.as_bytes()));
        }
        self.scopes.find(text.as_bytes()).map_or(Operand::Name(span), Operand::Register)
    }
}

/// `$0`, `%0`, `${0:r}`, `{$r0}`, `{$w0}`, `{$rw0}`.
fn placeholder(text: &str) -> Option<Placeholder> {
    if let Some(number) = text.strip_prefix('%') {
        return decimal(number).map(Placeholder::Numbered);
    }
    if let Some(name) = text.strip_prefix("{$").and_then(|text| text.strip_suffix('}')) {
        return if let Some(number) = name.strip_prefix("rw") {
            decimal(number).map(Placeholder::ReadWrite)
        } else if let Some(number) = name.strip_prefix('r') {
            decimal(number).map(Placeholder::ReadOnly)
        } else {
            name.strip_prefix('w').and_then(decimal).map(Placeholder::WriteOnly)
        };
    }
    let name = text.strip_prefix('$')?;
    let name = match name.strip_prefix('{') {
        Some(name) => name.strip_suffix('}')?.split(':').next()?,
        None => name,
    };
    decimal(name).map(Placeholder::Numbered)
}

fn decimal(text: &str) -> Option<usize> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

/// The value of an unsigned integer of 64 bits: decimal, `0x`, `0b` or octal, with or without the suffix `U`.
pub(super) fn integer(text: &str) -> Option<u64> {
    let plain = text.strip_suffix('U').unwrap_or(text);
    let (radix, digits) = match plain.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, plain.get(2..)?),
        [b'0', b'b' | b'B', ..] => (2, plain.get(2..)?),
        [b'0', _, ..] => (8, plain.get(1..)?),
        _ => (10, plain),
    };
    if digits.is_empty() || !digits.bytes().all(|digit| char::from(digit).is_digit(radix)) {
        return None;
    }
    u64::from_str_radix(digits, radix).ok()
}
