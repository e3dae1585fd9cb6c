//! The attributes that values in MLIR text are.

use std::collections::BTreeMap;
use std::ops::Range;

use melior::Context;
use melior::ir::Attribute;
use tileiras_mlir::collect::DiagnosticCollector;
use tileiras_mlir::operation::discardable_attribute;
use tileiras_mlir::prepare::Contexts;
use tileiras_mlir::session::parse_module;

use super::lexer::{Kind, Lexer};
use super::operation::{Aliases, Entry};

/// The name of the attribute that is parsed, in a module of its own.
const NAME: &str = "tileiras.value";

/// What values in a text can refer to.
#[derive(Clone, Copy)]
pub(super) struct Values<'t, 'v> {
    pub(super) text: &'t [u8],
    pub(super) aliases: &'v Aliases<'t>,
    pub(super) contexts: &'v Contexts<'v>,
}

impl<'t, 'v> Values<'t, 'v> {
    pub(super) fn context(&self) -> &'v Context {
        self.contexts.get()
    }

    /// The bytes of a value.
    pub(super) fn bytes(&self, entry: &Entry<'_>) -> &[u8] {
        if entry.value.is_empty() { b"unit" } else { &self.text[entry.value.clone()] }
    }

    /// The attribute of an entry; `None` if MLIR cannot read it.
    pub(super) fn attribute(&self, entry: &Entry<'_>) -> Option<Attribute<'v>> {
        self.parse(self.bytes(entry))
    }

    /// The attribute that these bytes of the text are.
    pub(super) fn text_attribute(&self, range: Range<usize>) -> Option<Attribute<'v>> {
        self.parse(&self.text[range])
    }

    /// The dictionary with this entry only.
    pub(super) fn dictionary(&self, entry: &Entry<'t>) -> Option<Attribute<'v>> {
        self.parse(&joined(std::iter::once(&self.text[entry.range.clone()])))
    }

    /// The dictionary with this entry only, and another value.
    pub(super) fn single(&self, entry: &Entry<'t>, value: &str) -> Option<Attribute<'v>> {
        let key = &self.text[entry.range.start..entry.key_end];
        self.parse(&[b"{", key, b" = ", value.as_bytes(), b"}"].concat())
    }

    /// Parses an attribute, with the aliases that it needs.
    fn parse(&self, value: &[u8]) -> Option<Attribute<'v>> {
        let value = self.resolved(value);
        let mut text = Vec::new();
        for (range, name) in self.definitions(value) {
            text.extend([name, b" = ", &self.text[range.0..range.1], b"\n"].concat());
        }
        text.extend([b"module attributes {", NAME.as_bytes(), b" = ", value, b"\n} {}"].concat());
        let context = self.context();
        // What MLIR cannot read it reports when it reads the whole text.
        let _silent = DiagnosticCollector::collect(context, b"", NAME);
        let module = parse_module(context, &text, NAME).ok()?;
        discardable_attribute(module.as_operation(), NAME)
    }

    /// What a value is that may be an alias of an alias.
    fn resolved<'b>(&'b self, mut value: &'b [u8]) -> &'b [u8] {
        // A definition refers to earlier ones only. Text that does not is refused by MLIR's parser.
        for _ in 0..=self.aliases.len() {
            let Some(range) = self.aliases.get(value.trim_ascii()) else { break };
            value = &self.text[range.clone()];
        }
        value
    }

    /// The definitions of the aliases that a value refers to, by their places in the text.
    fn definitions(&self, value: &[u8]) -> BTreeMap<(usize, usize), &'t [u8]> {
        let mut found = BTreeMap::new();
        let mut open = self.referred(value);
        while let Some((name, range)) = open.pop() {
            if found.insert((range.start, range.end), name).is_none() {
                open.extend(self.referred(&self.text[range]));
            }
        }
        found
    }

    fn referred(&self, value: &[u8]) -> Vec<(&'t [u8], Range<usize>)> {
        let names = Lexer::at(value, 0).filter(|token| matches!(token.kind, Kind::Attribute | Kind::Type));
        let found = names.filter_map(|token| self.aliases.get_key_value(token.text(value)));
        found.map(|(name, range)| (*name, range.clone())).collect()
    }
}

/// The values with the same tokens but for what is in strings, numbers and symbols, which is no part of their kind. An
/// alias is the position of its definition.
pub(super) fn shape(value: &[u8], aliases: &Aliases<'_>) -> Vec<u8> {
    let mut shape = Vec::new();
    for token in Lexer::at(value, 0) {
        match token.kind {
            Kind::Text => shape.push(b'"'),
            Kind::Symbol => shape.push(b'@'),
            // An integer is of another kind than a float.
            Kind::Number if token.text(value).contains(&b'.') => shape.extend_from_slice(b"0."),
            Kind::Number => shape.push(b'0'),
            _ => match aliases.get(token.text(value)) {
                Some(definition) => shape.extend_from_slice(&definition.start.to_le_bytes()),
                None => shape.extend_from_slice(token.text(value)),
            },
        }
        shape.push(b' ');
    }
    shape
}

/// The text of a dictionary with these entries.
pub(super) fn joined<'e>(entries: impl Iterator<Item = &'e [u8]>) -> Vec<u8> {
    let entries: Vec<&[u8]> = entries.collect();
    [b"{", entries.join(b", ".as_slice()).as_slice(), b"}"].concat()
}
