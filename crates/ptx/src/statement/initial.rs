//! The initial values of variables.
//!
//! Guarantees that every name in them is found, and the value of each element that is a constant expression. Elements
//! that are not stated are 0. Leaves out on purpose: addresses, and floating point numbers.

use super::Span;
use super::parse::Parser;
use super::scan::Kind;

/// No array has more dimensions than this.
const DEEPEST: usize = 8;

/// The elements that a text states, by their index in the memory of the variable: the value, if it is an integer.
pub(super) type Stated = Vec<(u64, Option<u64>)>;

/// The initial value of a variable.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Initial {
    /// The bytes of an element.
    pub bytes: u64,
    /// Those of the variable.
    pub size: u64,
    /// Its elements, in order.
    pub stated: Stated,
}

impl Initial {
    /// The integer of so many bits at an offset; none if it is not known.
    pub fn value(&self, offset: u64, bits: u8) -> Option<u64> {
        let length = u64::from(bits / 8);
        if length == 0 || offset.checked_add(length)? > self.size {
            return None;
        }
        let mut value = 0;
        for byte in 0..length {
            let at = offset + byte;
            let index = at.checked_div(self.bytes)?;
            let found = self.stated.binary_search_by_key(&index, |(index, _)| *index);
            let element =
                found.ok().and_then(|found| self.stated.get(found)).map_or(Some(0), |(_, element)| *element)?;
            let shift = u32::try_from(8 * (at % self.bytes)).ok()?;
            value |= (element.checked_shr(shift).unwrap_or(0) & 0xff) << (8 * byte);
        }
        Some(value)
    }
}

impl Parser<'_> {
    /// The initial value that begins here, of an array with these dimensions.
    pub(super) fn initial_value(&mut self, lengths: &[Option<u64>]) -> Stated {
        let mut stated = Vec::new();
        self.initial_item(lengths, 0, &mut stated);
        stated
    }

    /// An element, or a group of them. `first` is the index of its first element.
    fn initial_item(&mut self, lengths: &[Option<u64>], first: u64, stated: &mut Stated) {
        let Some((_, inner)) = lengths.split_first().filter(|_| self.token.kind == Kind::Mark(b'{')) else {
            let value = self.constant().and_then(super::constant::Constant::integer);
            let is_whole = matches!(self.token.kind, Kind::Mark(b',' | b'}' | b';'));
            self.skip_initial();
            return stated.push((first, value.filter(|_| is_whole)));
        };
        self.advance();
        let size = inner.iter().fold(1, |size: u64, length| size.saturating_mul(length.unwrap_or(0)));
        let mut index = first;
        while !matches!(self.token.kind, Kind::End | Kind::Mark(b';' | b'}')) {
            self.initial_item(if inner.len() < DEEPEST { inner } else { &[] }, index, stated);
            index = index.saturating_add(size);
            if !self.take(b',') {
                break;
            }
        }
        self.skip_initial();
        self.take(b'}');
    }

    /// Skips to the end of an element. The names in it are kept.
    fn skip_initial(&mut self) {
        let mut depth = 0_u32;
        loop {
            match self.token.kind {
                Kind::End | Kind::Mark(b';') => return,
                Kind::Mark(b',' | b'}') if depth == 0 => return,
                Kind::Mark(b'(' | b'[' | b'{') => depth += 1,
                Kind::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                Kind::Word => self.code.mentioned.push(Span::new(self.token.start..self.token.end)),
                _ => {}
            }
            self.advance();
        }
    }
}
