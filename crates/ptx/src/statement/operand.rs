//! The operands of instructions.

use super::constant::Constant;
use super::parser::Parser;
use super::scan::ScanKind;
use super::scope::Named;
use super::{Operand, Span, Special};

/// No instruction has operands that are nested deeper than this.
const DEEPEST: u32 = 6;

/// What the operands of an instruction are.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Operands {
    /// Values.
    Values,
    /// `call`: lists in parentheses and names.
    Call,
    /// `bra` and `brx.idx`: the operand at that position is a label or a table. A register of that name does not hide
    /// it.
    Branch(usize),
}

impl Parser<'_> {
    /// The operands up to the end of the statement.
    pub(super) fn operands(&mut self, kind: Operands) -> Vec<Operand> {
        let mut found = Vec::new();
        while !matches!(self.token.kind, ScanKind::End | ScanKind::Mark(b';' | b'}' | b')' | b']')) {
            let operand = match (kind, self.token.kind) {
                (Operands::Call, ScanKind::Mark(b'(')) => {
                    self.advance();
                    Operand::List(self.group(b')', 0))
                }
                (Operands::Branch(position), ScanKind::Word) if position == found.len() => {
                    let name = Span::new(self.token.start..self.token.end);
                    self.advance();
                    Operand::Name(name)
                }
                _ => self.operand(0),
            };
            found.push(operand);
            // `call` has no comma between the lists and the name in old code, and `ptxas` accepts none elsewhere.
            if !self.take(b',') && self.token.kind != ScanKind::Mark(b'(') {
                break;
            }
        }
        found
    }

    /// The operands up to a closing bracket.
    fn group(&mut self, close: u8, depth: u32) -> Vec<Operand> {
        let mut found = Vec::new();
        while !matches!(self.token.kind, ScanKind::End | ScanKind::Mark(b';' | b'}' | b')' | b']')) {
            found.push(self.operand(depth + 1));
            if !self.take(b',') {
                break;
            }
        }
        self.skip_to(&[close]);
        self.take(close);
        found
    }

    /// One operand, and everything up to the next `,`. It is [`Operand::Other`] unless all of it is read.
    fn operand(&mut self, depth: u32) -> Operand {
        let start = self.token.start;
        let mut operand = self.primary(depth);
        if let Some(first) = operand.take_if(|_| self.take(b'|')) {
            operand = self.primary(depth).map(|second| Operand::Pair(Box::new([first, second])));
        }
        if matches!(self.token.kind, ScanKind::Mark(b'+' | b'-' | b'[')) {
            operand = operand.and_then(|base| self.sum(base));
        }
        let is_end = matches!(self.token.kind, ScanKind::End | ScanKind::Mark(b',' | b';' | b'}' | b')' | b']' | b'('));
        if !is_end {
            self.skip_to(b",");
        }
        operand.filter(|_| is_end).unwrap_or_else(|| Operand::Other(Span::new(start..self.token.start.max(start))))
    }

    fn primary(&mut self, depth: u32) -> Option<Operand> {
        match self.token.kind {
            ScanKind::Word if self.word() != "WARP_SZ" => Some(self.operand_word()),
            ScanKind::Mark(b'!') if self.is_before_name() => {
                self.advance();
                Some(Operand::Not(Box::new(self.operand_word())))
            }
            ScanKind::Mark(open @ (b'[' | b'{')) if depth < DEEPEST => {
                self.advance();
                Some(match open {
                    b'[' => self.address(depth),
                    _ => Operand::Vector(self.group(b'}', depth)),
                })
            }
            _ => self.constant().map(|value| match value {
                Constant::Signed(value) => Operand::Integer(value.cast_unsigned()),
                Constant::Unsigned(value) => Operand::Integer(value),
                Constant::Float(value) => Operand::Float(value.to_bits()),
            }),
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

    /// `+8*2`, `+-8`, `[1]` after a name, which is any constant expression. `ptxas` refuses `-8`. `[1]` counts the
    /// elements of an array.
    fn sum(&mut self, base: Operand) -> Option<Operand> {
        let element = match &base {
            Operand::Name(name) => self.element_of(*name),
            Operand::Variable(index) => self.code.variables.get(*index as usize).and_then(|found| found.element),
            Operand::Register(_) => None,
            _ => return None,
        };
        let is_index = self.take(b'[');
        if !is_index && self.token.kind == ScanKind::Mark(b'+') {
            self.advance();
        }
        let mut offset = self.constant()?.integer()?.cast_signed();
        if is_index {
            offset = offset.wrapping_mul(element?.cast_signed());
            if !self.take(b']') {
                return None;
            }
        }
        Some(Operand::Address { items: vec![base], offset })
    }

    /// A register or another name.
    pub(super) fn operand_word(&mut self) -> Operand {
        let token = self.token;
        let text = self.text_of(token);
        let span = Span::new(token.start..token.end);
        self.advance();
        if text == "_" {
            return Operand::Sink;
        }
        if let Some(special) = Special::of_name(text) {
            return Operand::Special(special);
        }
        let (name, element) = text.split_once('.').map_or((text, None), |(name, element)| (name, Some(element)));
        match (self.scopes.find(name.as_bytes()), element) {
            (Some(Named::Register(register)), None) => Operand::Register(register),
            // A part of a register. A result writes the register: `vadd.s32.s32.s32 %r1.b0, %r2, %r3, %r1`.
            (Some(Named::Register(register)), Some("b0" | "b1" | "b2" | "b3" | "h0" | "h1")) => {
                Operand::Pair(Box::new([Operand::Register(register), Operand::Other(span)]))
            }
            (Some(Named::Vector(first, count)), None) => {
                Operand::Vector((0..count).map(|index| Operand::Register(first.after(index))).collect())
            }
            (Some(Named::Vector(first, count)), Some(element)) => {
                let index = ["x", "y", "z", "w"].iter().position(|known| *known == element);
                let index = index.or_else(|| ["r", "g", "b", "a"].iter().position(|known| *known == element));
                let index = index.and_then(|index| u32::try_from(index).ok()).filter(|index| *index < count);
                index.map_or(Operand::Other(span), |index| Operand::Register(first.after(index)))
            }
            (Some(Named::Variable(index)), None) => Operand::Variable(index),
            (_, Some(_)) => Operand::Other(span),
            (None, None) if text.contains(':') => Operand::Other(span),
            (None, None) => Operand::Name(span),
        }
    }
}
