//! The initial values of variables.
//!
//! Guarantees that every name in them is found, and the value of each element that is a constant expression.
//! Leaves out on purpose: addresses, and floating point numbers.

use super::Span;
use super::parser::Parser;
use super::scan::ScanKind;

/// No array has more dimensions than this.
const DEEPEST: usize = 8;

/// The elements that a text states, by their index in the memory of the variable: the value, if it is an integer.
pub(super) type Stated = Vec<(u64, Option<u64>)>;

impl Parser<'_> {
    /// The initial value that begins here, of an array with these dimensions.
    pub(super) fn initial_value(&mut self, lengths: &[Option<u64>]) -> Stated {
        let mut stated = Vec::new();
        self.initial_item(lengths, 0, &mut stated);
        stated
    }

    /// An element, or a group of them. `first` is the index of its first element.
    fn initial_item(&mut self, lengths: &[Option<u64>], first: u64, stated: &mut Stated) {
        let Some((_, inner)) = lengths.split_first().filter(|_| self.token.kind == ScanKind::Mark(b'{')) else {
            let value = self.constant().and_then(super::constant::Constant::integer);
            let is_whole = matches!(self.token.kind, ScanKind::Mark(b',' | b'}' | b';'));
            self.skip_initial();
            return stated.push((first, value.filter(|_| is_whole)));
        };
        self.advance();
        let size = inner.iter().fold(1, |size: u64, length| size.saturating_mul(length.unwrap_or(0)));
        let mut index = first;
        while !matches!(self.token.kind, ScanKind::End | ScanKind::Mark(b';' | b'}')) {
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
                ScanKind::End | ScanKind::Mark(b';') => return,
                ScanKind::Mark(b',' | b'}') if depth == 0 => return,
                ScanKind::Mark(b'(' | b'[' | b'{') => depth += 1,
                ScanKind::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                ScanKind::Word => self.code.mentioned.push(Span::new(self.token.start..self.token.end)),
                _ => {}
            }
            self.advance();
        }
    }
}
