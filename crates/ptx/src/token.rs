//! The tokens of PTX that the headers of functions need.
//!
//! Accepts any bytes. Guarantees that every byte is in a token, in white space, in a comment or in a line marker, or is
//! named in an error; that a comment sign in a string and a quote in a comment have no meaning, as for `ptxas`; and
//! that the time is linear in the text. Refuses what `ptxas` refuses at any position: a comment or string that is not
//! closed, a NUL in front of another byte, and outside of comments all bytes that are not ASCII (measured). Leaves out
//! on purpose: operators of more than one character, and the values of numbers ([`integer`]).

use crate::error::{ReadError, ReadFault};
use crate::name::{begins_name, continues_name};

/// The kind of a token.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum TokenKind {
    /// A dot and what a name has after its first byte: `.entry`, `.b8`; or a dot alone.
    Keyword,
    /// An identifier, an opcode or a register.
    Name,
    /// Anything that begins with a digit.
    Number,
    /// A string, with its quotes.
    Text,
    /// One character of punctuation.
    Mark(u8),
}

/// One token.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: usize,
    /// The byte after it.
    pub end: usize,
    /// The start of the white space in front of it. The end of a line belongs to the line comment before it.
    pub gap: usize,
}

/// Reads a text token by token.
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    /// The number of bytes that are read.
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        Lexer { text, at: 0 }
    }

    /// An error at a position of the text.
    pub fn error(&self, offset: usize, fault: ReadFault) -> ReadError {
        ReadError::new(self.text, offset, fault)
    }

    /// The text of a token. All bytes of tokens are ASCII.
    pub fn text(&self, token: Token) -> &'a str {
        std::str::from_utf8(self.bytes(token)).unwrap_or_default()
    }

    /// The bytes of a token.
    pub fn bytes(&self, token: Token) -> &'a [u8] {
        &self.text[token.start..token.end]
    }

    /// Ends the token that was read last after so many bytes. The rest is read again.
    pub const fn shorten(&mut self, token: Token, length: usize) -> Token {
        self.at = token.start + length;
        Token { end: self.at, ..token }
    }

    /// The next token, or `None` at the end of the text.
    #[expect(
        clippy::inline_always,
        reason = "copying a token costs as much as reading it: 210 and 290 MB of PTX a second"
    )]
    #[inline(always)]
    pub fn next(&mut self) -> Result<Option<Token>, ReadError> {
        let gap = self.skip_trivia()?;
        let start = self.at;
        let Some(&first) = self.text.get(start) else { return Ok(None) };
        let kind = match first {
            b'.' => self.take(TokenKind::Keyword, continues_name),
            b'0'..=b'9' => self.number(),
            b'"' => self.string()?,
            _ if begins_name(first) => self.take(TokenKind::Name, continues_name),
            b'`' | b'#' => return Err(self.error(start, ReadFault::Byte { byte: first })),
            _ if first.is_ascii_graphic() => {
                self.at += 1;
                TokenKind::Mark(first)
            }
            _ => return Err(self.error(start, ReadFault::Byte { byte: first })),
        };
        Ok(Some(Token { kind, start, end: self.at, gap }))
    }

    /// Takes the current byte and those that belong to the same token.
    fn take(&mut self, kind: TokenKind, belongs: impl Fn(u8) -> bool) -> TokenKind {
        self.at += 1;
        self.at += self.rest().iter().take_while(|&&byte| belongs(byte)).count();
        kind
    }

    /// Anything that begins with a digit. A dot belongs to it only after decimal digits: `32.maxnreg` is one
    /// wrong number, `32U.maxnreg` and `0x20.maxnreg` are a number and a keyword (measured).
    fn number(&mut self) -> TokenKind {
        let start = self.at;
        let kind = self.take(TokenKind::Number, continues_name);
        if self.text[start..self.at].iter().all(u8::is_ascii_digit) && self.rest().first() == Some(&b'.') {
            self.take(kind, |byte| continues_name(byte) || byte == b'.');
        }
        kind
    }

    /// A string ends at the next quote, also on a later line. There are no escapes (measured).
    fn string(&mut self) -> Result<TokenKind, ReadError> {
        let start = self.at;
        for (position, &byte) in self.text.iter().enumerate().skip(start + 1) {
            match byte {
                b'"' => {
                    self.at = position + 1;
                    return Ok(TokenKind::Text);
                }
                0 | 0x80.. => return Err(self.error(position, ReadFault::Byte { byte })),
                _ => {}
            }
        }
        Err(self.error(start, ReadFault::UnclosedString))
    }

    /// Skips white space, comments and line markers. Returns the start of the last run of white space.
    fn skip_trivia(&mut self) -> Result<usize, ReadError> {
        let mut gap = self.at;
        loop {
            match self.rest() {
                [byte, ..] if is_space(*byte) => {
                    self.at += 1;
                    continue;
                }
                [b'/', b'/', ..] => {
                    let length = self.rest().iter().position(|&byte| byte == b'\n');
                    self.skip_comment(length.map_or(self.text.len(), |length| self.at + length + 1))?;
                }
                [b'/', b'*', rest @ ..] => {
                    let length = rest.windows(2).position(|pair| pair == b"*/");
                    let fault = || self.error(self.at, ReadFault::UnclosedComment);
                    self.skip_comment(self.at + length.ok_or_else(fault)? + 4)?;
                }
                [b'#', rest @ ..] => match line_marker(rest) {
                    Some(length) => self.at += length + 1,
                    None => return Ok(gap),
                },
                _ => return Ok(gap),
            }
            gap = self.at;
        }
    }

    /// Skips a comment up to `end`. It can have any byte except NUL.
    fn skip_comment(&mut self, end: usize) -> Result<(), ReadError> {
        if let Some(index) = self.text[self.at..end].iter().position(|&byte| byte == 0) {
            return Err(self.error(self.at + index, ReadFault::Byte { byte: 0 }));
        }
        self.at = end;
        Ok(())
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }
}

/// A text without the NULs that end it. The driver takes them, the program `ptxas` does not (measured).
#[must_use]
pub fn without_nul(text: &[u8]) -> &[u8] {
    let length = text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    text.get(..length).unwrap_or(text)
}

/// White space of PTX. The byte with which DOS ends a text is white space, a vertical tab is not (measured).
pub(crate) const fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x1a
}

/// The length of a line marker of the preprocessor after its `#`, with the end of its line: `# 3 "saxpy.cu" 1`
/// (measured).
fn line_marker(text: &[u8]) -> Option<usize> {
    let length = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
    let line = text[..length].trim_ascii();
    let line = line.strip_prefix(b"line").unwrap_or(line).trim_ascii_start();
    let number = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let file = line[number..].trim_ascii_start().strip_prefix(b"\"")?;
    let (_, flags) = file.split_at(file.iter().position(|&byte| byte == b'"')?);
    let ascii = line.iter().all(|&byte| byte != 0 && byte.is_ascii());
    let is_valid = number > 0 && ascii && flags[1..].iter().all(|&byte| byte.is_ascii_digit() || is_space(byte));
    is_valid.then_some(length)
}

/// The value of an unsigned 32-bit number, as [`integer_of_64_bits`]. `ptxas` wraps decimal numbers from 2 to the power
/// of 64 on. Here they are refused, as all other numbers that are too large.
///
/// # Errors
/// [`ReadFault::NotAnInteger`] or [`ReadFault::TooLarge`].
pub(crate) fn integer(text: &str) -> Result<u32, ReadFault> {
    let number = integer_of_64_bits(text)?;
    u32::try_from(number).map_err(|_| ReadFault::TooLarge { found: text.to_owned() })
}

/// The value of an unsigned integer: decimal, `0x`, `0b` or octal, with or without the suffix `U`.
///
/// # Errors
/// [`ReadFault::NotAnInteger`] or [`ReadFault::TooLarge`].
pub(crate) fn integer_of_64_bits(text: &str) -> Result<u64, ReadFault> {
    let plain = text.strip_suffix('U').unwrap_or(text);
    let (radix, digits) = match plain.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &plain[2..]),
        [b'0', b'b' | b'B', ..] => (2, &plain[2..]),
        [b'0', _, ..] => (8, &plain[1..]),
        _ => (10, plain),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Err(ReadFault::NotAnInteger { found: text.to_owned() });
    }
    u64::from_str_radix(digits, radix).map_err(|_| ReadFault::TooLarge { found: text.to_owned() })
}
