//! The tokens of PTX code.
//!
//! Accepts any bytes. Unlike the tokeniser of headers ([`crate::token`]), which stops at the first error, it reads on:
//! guarantees that every byte is in a token, in white space, in a comment or in a line after a `#`, and never fails. A
//! comment or a string that is not closed ends with the text, and any other byte is a mark. Linear in the text.

use std::ops::Range;

use crate::name::{begins_name, continues_name};
use crate::token::is_space;

/// The kind of a token.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum ScanKind {
    /// A name, an opcode or a directive, with its qualifiers: `%r1`, `ld.shared.u32`, `.reg`.
    Word,
    /// Anything that begins with a digit.
    Number,
    /// A string, with its quotes.
    Text,
    /// Any other byte.
    Mark(u8),
    /// The end of the text.
    End,
}

/// One token.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct ScanToken {
    pub kind: ScanKind,
    pub start: usize,
    pub end: usize,
}

/// Reads a part of a text token by token.
#[derive(Clone)]
pub(super) struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t [u8], range: Range<usize>) -> Self {
        let end = range.end.min(text.len());
        Scanner { text: text.get(..end).unwrap_or_default(), at: range.start.min(end) }
    }

    pub const fn text(&self) -> &'t [u8] {
        self.text
    }

    fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn byte(&self, offset: usize) -> Option<u8> {
        self.text.get(self.at + offset).copied()
    }

    pub fn next(&mut self) -> ScanToken {
        self.skip_trivia();
        let start = self.at;
        let Some(first) = self.byte(0) else { return ScanToken { kind: ScanKind::End, start, end: start } };
        let kind = match first {
            b'0'..=b'9' => {
                self.skip(|byte| continues_name(byte) || byte == b'.');
                // `1.0E-3`: the sign belongs to a decimal number.
                let is_decimal = self.text.get(start + 1).is_none_or(|second| !b"xXbBfFdD".contains(second));
                let around_sign =
                    (self.at.checked_sub(1).and_then(|last| self.text.get(last)), self.byte(0), self.byte(1));
                if is_decimal && matches!(around_sign, (Some(b'e' | b'E'), Some(b'+' | b'-'), Some(b'0'..=b'9'))) {
                    self.at += 1;
                    self.skip(|byte| byte.is_ascii_digit());
                }
                ScanKind::Number
            }
            b'"' => {
                let length = self.rest().iter().skip(1).position(|&byte| byte == b'"');
                self.at = length.map_or(self.text.len(), |length| start + length + 2);
                ScanKind::Text
            }
            _ if first == b'.' || begins_name(first) => {
                self.at += 1;
                self.rest_of_word();
                ScanKind::Word
            }
            _ => {
                self.at += 1;
                ScanKind::Mark(first)
            }
        };
        ScanToken { kind, start, end: self.at }
    }

    /// Skips the rest of the line.
    fn skip_line(&mut self) {
        let length = self.rest().iter().position(|&byte| byte == b'\n');
        self.at = length.map_or(self.text.len(), |length| self.at + length);
    }

    fn skip(&mut self, belongs: impl Fn(u8) -> bool) {
        self.at += self.rest().iter().take_while(|&&byte| belongs(byte)).count();
    }

    /// Skips a word after its first byte: `::` belongs to it, one colon does not.
    fn rest_of_word(&mut self) {
        loop {
            match (self.byte(0), self.byte(1)) {
                (Some(b':'), Some(b':')) if self.byte(2).is_some_and(continues_name) => self.at += 2,
                // A label of inline assembly can be `L%=`.
                (Some(byte), _) if continues_name(byte) || matches!(byte, b'.' | b'%') => self.at += 1,
                _ => return,
            }
        }
    }

    /// Skips white space, comments and line markers.
    fn skip_trivia(&mut self) {
        loop {
            match self.rest() {
                [byte, ..] if is_space(*byte) => self.at += 1,
                [b'/', b'/', ..] | [b'#', ..] => self.skip_line(),
                [b'/', b'*', rest @ ..] => {
                    let length = rest.windows(2).position(|pair| pair == b"*/");
                    self.at = length.map_or(self.text.len(), |length| self.at + length + 4);
                }
                _ => return,
            }
        }
    }
}
