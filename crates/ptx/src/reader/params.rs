//! The parameters of a kernel.
//!
//! Accepts what `ptxas` accepts (measured: 13.5): alignments in front of `.param`, after it and after the type; arrays
//! of a stated length; `.ptr` with the state space and the alignment that it leads to. Accepts, too, what LLVM writes
//! for the handle of a texture, `.u64 .ptr .texref`, which `ptxas` refuses. Leaves out on purpose: the sizes, and the
//! parameters of a `.func`.

use rustc_hash::FxHashSet;

use super::HeaderReader;
use crate::error::{ReadError, ReadFault};
use crate::token::TokenKind;

/// The types of a parameter.
const TYPES: [&str; 18] = [
    ".b8", ".b16", ".b32", ".b64", ".b128", ".u8", ".u16", ".u32", ".u64", ".s8", ".s16", ".s32", ".s64", ".f16",
    ".f32", ".f64", ".texref", ".surfref",
];

/// The types that only an array can have.
const TYPES_OF_ARRAYS: [&str; 2] = [".f16x2", ".samplerref"];

/// What a pointer can lead to: the state spaces, and what LLVM writes of a handle (measured: llc 22).
const SPACES: [&str; 7] = [".const", ".global", ".local", ".shared", ".texref", ".samplerref", ".surfref"];

impl<'a> HeaderReader<'a> {
    /// The parameters of a kernel in parentheses: their number, and the end.
    pub(super) fn params(&mut self) -> Result<(usize, usize), ReadError> {
        let start = self.position();
        self.advance()?;
        let found = self.params_inside();
        if found.is_err() {
            self.check_outside_of_header()?;
        }
        // What ends no list is a sign that the list is not closed.
        let is_open = match self.token {
            None => true,
            Some(token) => matches!(token.kind, TokenKind::Mark(b'{' | b'}' | b';')),
        };
        found.map_err(|error| if is_open { self.lexer.error(start, ReadFault::UnclosedParenthesis) } else { error })
    }

    fn params_inside(&mut self) -> Result<(usize, usize), ReadError> {
        let mut names = FxHashSet::default();
        let mut end = self.end();
        if self.take_mark(b')')? {
            return Ok((0, end));
        }
        loop {
            let position = self.position();
            let name = self.param()?;
            if !names.insert(name) {
                let (expected, found) = ("a name that no other parameter has", format!("'{name}'"));
                return Err(self.lexer.error(position, ReadFault::Unexpected { expected, found }));
            }
            end = self.end();
            if self.take_mark(b')')? {
                return Ok((names.len(), end));
            }
            if !self.take_mark(b',')? {
                return Err(self.unexpected("',' or ')'"));
            }
        }
    }

    /// `.param .u64 .ptr .global .align 16 a`, `.param .align 8 .b8 a[16]`: the name.
    fn param(&mut self) -> Result<&'a str, ReadError> {
        self.alignments()?;
        if !self.take_keyword(".param")? {
            return Err(self.unexpected("'.param'"));
        }
        self.alignments()?;
        let of_type = self.text_of(TokenKind::Keyword).unwrap_or_default();
        let is_of_array = TYPES_OF_ARRAYS.contains(&of_type);
        if !is_of_array && !TYPES.contains(&of_type) {
            return Err(self.unexpected("the type of a parameter"));
        }
        self.advance()?;
        // The type has an alignment, or says what a pointer leads to.
        if !self.alignments()? && self.take_keyword(".ptr")? {
            if self.text_of(TokenKind::Keyword).is_some_and(|space| SPACES.contains(&space)) {
                self.advance()?;
            }
            self.alignment()?;
        }
        let name = self.text_of(TokenKind::Name).filter(|name| *name != "WARP_SZ");
        let name = name.ok_or_else(|| self.unexpected("the name of a parameter"))?;
        self.advance()?;
        if self.take_mark(b'[')? {
            let (position, found) = (self.position(), self.found());
            if self.size()? == 0 {
                let fault = ReadFault::Unexpected { expected: "the length of the array", found };
                return Err(self.lexer.error(position, fault));
            }
            if !self.take_mark(b']')? {
                return Err(self.unexpected("']'"));
            }
        } else if is_of_array {
            return Err(self.unexpected("'[' after a parameter of this type"));
        }
        Ok(name)
    }

    /// Whether there are any.
    fn alignments(&mut self) -> Result<bool, ReadError> {
        let is_any = self.alignment()?;
        while self.alignment()? {}
        Ok(is_any)
    }

    /// `.align 16`, if it is there.
    fn alignment(&mut self) -> Result<bool, ReadError> {
        if !self.take_keyword(".align")? {
            return Ok(false);
        }
        let (position, found) = (self.position(), self.found());
        if !self.size()?.is_power_of_two() {
            return Err(self.lexer.error(position, ReadFault::Unexpected { expected: "a power of two", found }));
        }
        Ok(true)
    }

    fn size(&mut self) -> Result<u32, ReadError> {
        self.value(&mut 0)
    }

    /// The end of the current token.
    fn end(&self) -> usize {
        self.token.map_or(self.length, |token| token.end)
    }
}
