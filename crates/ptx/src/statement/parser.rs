//! The state of the reading of a text: the current token, and what was read.

use std::ops::Range;

use super::scan::{ScanKind, ScanToken, Scanner};
use super::scope::Scopes;
use super::{Code, Elements, Span};
use crate::token::integer_of_64_bits;

/// Reads the statements of one text.
pub(super) struct Parser<'t> {
    pub scanner: Scanner<'t>,
    /// The current token.
    pub token: ScanToken,
    pub scopes: Scopes<'t>,
    /// The end of the last token.
    pub end: usize,
    pub code: Code,
    /// The bytes of an element of the arrays outside of functions.
    pub elements: Option<&'t Elements<'t>>,
    /// `{` that opened no scope, because there are too many.
    pub ignored: u32,
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t [u8], range: Range<usize>) -> Self {
        let mut scanner = Scanner::new(text, range);
        let token = scanner.next();
        let (scopes, code) = (Scopes::new(), Code::default());
        Parser { scanner, token, scopes, end: token.start, code, elements: None, ignored: 0 }
    }

    /// States the arrays outside of functions.
    pub fn with_elements(mut self, elements: &'t Elements<'t>) -> Self {
        self.elements = Some(elements);
        self
    }

    pub fn advance(&mut self) {
        self.end = self.token.end;
        self.token = self.scanner.next();
    }

    pub fn word(&self) -> &'t str {
        self.text_of(self.token)
    }

    pub fn text_of(&self, token: ScanToken) -> &'t str {
        let part = self.scanner.text().get(token.start..token.end).unwrap_or_default();
        std::str::from_utf8(part).unwrap_or_default()
    }

    /// The text from the current token on.
    pub fn rest(&self) -> &'t [u8] {
        self.scanner.text().get(self.token.start..).unwrap_or_default()
    }

    /// Whether the next token is a name that is no number.
    pub fn is_before_name(&self) -> bool {
        let next = self.scanner.clone().next();
        next.kind == ScanKind::Word && self.text_of(next) != "WARP_SZ"
    }

    /// The bytes of an element of an array that the code does not declare.
    pub fn element_of(&self, name: Span) -> Option<u64> {
        self.elements?.get(name.of(self.scanner.text())).copied()
    }

    pub fn take(&mut self, mark: u8) -> bool {
        let found = self.token.kind == ScanKind::Mark(mark);
        if found {
            self.advance();
        }
        found
    }

    /// Skips to the next mark of these that is in no bracket, or to the end of the statement.
    pub fn skip_to(&mut self, marks: &[u8]) {
        let mut depth = 0_u32;
        loop {
            match self.token.kind {
                ScanKind::End | ScanKind::Mark(b';') => return,
                ScanKind::Mark(mark) if depth == 0 && marks.contains(&mark) => return,
                ScanKind::Mark(b'(' | b'[' | b'{') => depth += 1,
                ScanKind::Mark(b')' | b']' | b'}') if depth == 0 => return,
                ScanKind::Mark(b')' | b']' | b'}') => depth -= 1,
                _ => {}
            }
            self.advance();
        }
    }

    /// The number in the brackets that begin here. 0 for `[]`; none if it is not a number.
    pub fn array_length(&self) -> Option<u64> {
        let rest = self.scanner.text().get(self.token.end..)?;
        let length = rest.split(|byte| *byte == b']').next()?.trim_ascii();
        if length.is_empty() { Some(0) } else { integer_of_64_bits(std::str::from_utf8(length).ok()?).ok() }
    }

    /// Skips a group in brackets, if one begins here.
    pub fn skip_group(&mut self) {
        if matches!(self.token.kind, ScanKind::Mark(b'(' | b'[' | b'{')) {
            self.advance();
            self.skip_to(&[]);
            if self.token.kind != ScanKind::End {
                self.advance();
            }
        }
    }
}
