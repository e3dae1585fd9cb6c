//! The tokens of MLIR text.
//!
//! Accepts any bytes. Strings, comments and names are those of MLIR's lexer; what it rejects is a token of one byte
//! here, and MLIR reports it.

/// What a token is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// `gpu.func`, `attributes`, `i32`.
    Word,
    /// `"text"`.
    Text,
    /// `@k`, `@"k"`.
    Symbol,
    /// `#alias`, `#gpu.foo`, without what is in its angle brackets.
    Attribute,
    /// `!alias`, `!llvm.ptr`.
    Type,
    /// `%value`, `^block`.
    Value,
    Number,
    /// `->`, `::`, `<=`, `>=`.
    Operator,
    /// Any other byte; brackets are among them.
    Byte(u8),
    /// The comment that separates the parts of a split file.
    Marker,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct MlirToken {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl MlirToken {
    pub(super) fn is(self, byte: u8) -> bool {
        self.kind == Kind::Byte(byte)
    }

    pub(super) fn text(self, text: &[u8]) -> &[u8] {
        &text[self.start..self.end]
    }
}

/// The comment between the parts of a split file.
const MARKER: &[u8] = b"// -----";

#[derive(Clone)]
pub(super) struct Lexer<'t> {
    text: &'t [u8],
    position: usize,
}

impl<'t> Lexer<'t> {
    pub(super) const fn at(text: &'t [u8], position: usize) -> Self {
        Self { text, position }
    }

    pub(super) const fn text(&self) -> &'t [u8] {
        self.text
    }

    /// The end of the last token.
    pub(super) const fn end(&self) -> usize {
        self.position
    }

    /// The next token, which stays the next one.
    pub(super) fn peek(&self) -> Option<MlirToken> {
        self.clone().next()
    }

    /// Takes the next token if it is this byte.
    pub(super) fn accept(&mut self, byte: u8) -> bool {
        let mut after = self.clone();
        let is_taken = after.next().is_some_and(|token| token.is(byte));
        if is_taken {
            *self = after;
        }
        is_taken
    }

    fn extent(&self, from: usize, is_part: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.get(from..).unwrap_or_default();
        rest.iter().position(|byte| !is_part(*byte)).unwrap_or(rest.len())
    }

    /// The end of the string whose quote is at `start`. A string ends at the end of its line.
    fn after_string(&self, start: usize) -> usize {
        let mut position = start + 1;
        while let Some(&byte) = self.text.get(position) {
            match byte {
                b'\n' => break,
                b'"' => return position + 1,
                b'\\' => position += 2,
                _ => position += 1,
            }
        }
        position.min(self.text.len())
    }
}

impl Iterator for Lexer<'_> {
    type Item = MlirToken;

    fn next(&mut self) -> Option<MlirToken> {
        loop {
            self.position += self.extent(self.position, |byte| byte.is_ascii_whitespace());
            let start = self.position;
            if !self.text.get(start..)?.starts_with(b"//") {
                break;
            }
            self.position += self.extent(start, |byte| byte != b'\n');
            if self.text[start..].starts_with(MARKER) {
                return Some(MlirToken { kind: Kind::Marker, start, end: self.position });
            }
        }
        let start = self.position;
        let (first, second) = (*self.text.get(start)?, self.text.get(start + 1).copied());
        let (kind, end) = match (first, second) {
            (b'"', _) => (Kind::Text, self.after_string(start)),
            (b'@', Some(b'"')) => (Kind::Symbol, self.after_string(start + 1)),
            (b'@', _) => (Kind::Symbol, start + 1 + self.extent(start + 1, is_name)),
            (b'#' | b'!' | b'%' | b'^', Some(next)) if is_name(next) || next == b'-' => {
                let kind = match first {
                    b'#' => Kind::Attribute,
                    b'!' => Kind::Type,
                    _ => Kind::Value,
                };
                (kind, start + 1 + self.extent(start + 1, |byte| is_name(byte) || byte == b'-'))
            }
            (b'-', Some(b'>')) | (b':', Some(b':')) | (b'<' | b'>', Some(b'=')) => (Kind::Operator, start + 2),
            _ if first.is_ascii_alphabetic() || first == b'_' => (Kind::Word, start + self.extent(start, is_name)),
            // `4x8xf32` and `1.5e+3` need not be taken apart.
            _ if first.is_ascii_digit() => (Kind::Number, start + self.extent(start, is_name)),
            _ => (Kind::Byte(first), start + 1),
        };
        self.position = end;
        Some(MlirToken { kind, start, end })
    }
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}
