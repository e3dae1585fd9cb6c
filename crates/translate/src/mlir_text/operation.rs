//! The operations of MLIR text and the dictionaries that they have in it.
//!
//! Accepts any bytes. Finds every dictionary of attributes or properties that MLIR's parser would read for an operation, and
//! each definition of an alias. Leaves out on purpose: dictionaries of arguments, results and values.

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem::take;
use std::ops::Range;
use std::rc::Rc;

use super::lexer::{Kind, Lexer, Token};
use crate::import::lexer::unescape;

/// The keyword before a dictionary. It is not the name of an operation.
const KEYWORD: &[u8] = b"attributes";

/// The name of an operation, as the text has it.
#[derive(Clone, Debug, Default)]
pub(super) struct Name<'t> {
    /// The last name with a dialect.
    pub(super) full: Cow<'t, [u8]>,
    /// The words without a dialect after it. One of them can be the name of an operation of the default dialect.
    pub(super) words: Vec<&'t [u8]>,
    /// The operation around it.
    pub(super) parent: Option<Rc<Name<'t>>>,
}

/// An entry of a dictionary.
#[derive(Clone, Debug)]
pub(super) struct Entry<'t> {
    pub(super) key: Cow<'t, [u8]>,
    /// The bytes of key and value.
    pub(super) range: Range<usize>,
    /// The end of the key.
    pub(super) key_end: usize,
    /// The bytes of the value; empty for a unit attribute.
    pub(super) value: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Dictionary<'t> {
    /// The bytes of the dictionary, or of the alias that stands for it.
    pub(super) range: Range<usize>,
    pub(super) entries: Vec<Entry<'t>>,
    /// The number of words of the name that are before it.
    pub(super) words: usize,
    /// The number of lists of values that are before it.
    pub(super) values: usize,
}

/// An operation with dictionaries.
#[derive(Clone, Debug, Default)]
pub(super) struct Operation<'t> {
    pub(super) name: Rc<Name<'t>>,
    pub(super) is_generic: bool,
    /// What stands between `<` and `>`.
    pub(super) properties: Option<Dictionary<'t>>,
    pub(super) attributes: Vec<Dictionary<'t>>,
    /// The first symbol after the name, with those that are nested in it, if the form is not generic.
    pub(super) symbol: Option<Range<usize>>,
    /// The number of values in each list or after each word, by the word before it, if the form is not generic.
    pub(super) values: Vec<(&'t [u8], usize)>,
}

/// The definitions of aliases: the bytes of each value, without what is before it.
pub(super) type Aliases<'t> = HashMap<&'t [u8], Range<usize>>;

/// An operation that is being read.
#[derive(Default)]
struct Current<'t> {
    name: Name<'t>,
    operation: Operation<'t>,
}

impl<'t> Current<'t> {
    fn dictionary(&self, range: Range<usize>, entries: Vec<Entry<'t>>) -> Dictionary<'t> {
        Dictionary { range, entries, words: self.name.words.len(), values: self.operation.values.len() }
    }
}

/// A region, or the text itself.
#[derive(Default)]
struct Scope<'t> {
    current: Current<'t>,
    parent: Option<Rc<Name<'t>>>,
}

/// Calls `visit` with each operation that has properties, or attributes without a dialect.
pub(super) fn visit<'t>(text: &'t [u8], mut visit: impl FnMut(Operation<'t>, &Aliases<'t>)) {
    let mut reader =
        Reader { lexer: Lexer::at(text, 0), scopes: Vec::new(), scope: Scope::default(), aliases: HashMap::new() };
    while reader.step(&mut visit) {}
    while reader.close(&mut visit) {}
    reader.finish(&mut visit);
}

struct Reader<'t> {
    lexer: Lexer<'t>,
    scopes: Vec<Scope<'t>>,
    scope: Scope<'t>,
    aliases: Aliases<'t>,
}

impl<'t> Reader<'t> {
    fn step(&mut self, visit: &mut impl FnMut(Operation<'t>, &Aliases<'t>)) -> bool {
        let before = self.lexer.clone();
        let Some(token) = self.lexer.next() else { return false };
        let text = token.text(self.lexer.text());
        let next = self.lexer.peek();
        let follows = |byte| next.is_some_and(|next| next.is(byte));
        match token.kind {
            Kind::Marker => {
                while self.close(visit) {}
                self.finish(visit);
            }
            Kind::Word if text.contains(&b'.') => self.begin(Cow::Borrowed(text), false, visit),
            Kind::Text if follows(b'(') => {
                let name = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
                self.begin(unescape(name), true, visit);
            }
            Kind::Word if text != KEYWORD => self.scope.current.name.words.push(text),
            Kind::Attribute | Kind::Type if follows(b'=') => {
                self.lexer.next();
                let start = self.lexer.peek().map_or(token.end, |value| value.start);
                let end = after_attribute(&mut self.lexer).max(start);
                self.aliases.insert(text, start..end);
            }
            Kind::Symbol if self.scope.current.operation.symbol.is_none() => {
                let mut end = token.end;
                while self.lexer.peek().is_some_and(|next| next.kind == Kind::Operator && next.start == end) {
                    let mut after = self.lexer.clone();
                    after.next();
                    let Some(nested) = after.next().filter(|nested| nested.kind == Kind::Symbol) else { break };
                    (end, self.lexer) = (nested.end, after);
                }
                self.scope.current.operation.symbol = Some(token.start..end);
            }
            Kind::Value if text.starts_with(b"%") => self.count(1),
            Kind::Byte(b'<') => self.angle(token, before),
            // The regions of the generic form.
            Kind::Byte(b'(') if follows(b'{') => {}
            Kind::Byte(b'(' | b'[') => {
                let values = skip(&mut self.lexer, token);
                self.count(values);
            }
            Kind::Byte(b'{') => match entries(self.lexer.clone()) {
                Some((entries, (after, end))) if !entries.is_empty() => {
                    self.lexer = after;
                    if entries.iter().any(|entry| !entry.key.contains(&b'.')) {
                        let dictionary = self.scope.current.dictionary(token.start..end, entries);
                        self.scope.current.operation.attributes.push(dictionary);
                    }
                }
                _ => self.open(),
            },
            Kind::Byte(b'}') => {
                self.close(visit);
            }
            _ => {}
        }
        true
    }

    /// Begins a region.
    fn open(&mut self) {
        let parent = Some(Rc::new(self.scope.current.name.clone()));
        let mut inner = Scope { parent: parent.clone(), ..Scope::default() };
        inner.current.name.parent = parent;
        self.scopes.push(std::mem::replace(&mut self.scope, inner));
    }

    /// Begins an operation after another.
    fn begin(&mut self, full: Cow<'t, [u8]>, is_generic: bool, visit: &mut impl FnMut(Operation<'t>, &Aliases<'t>)) {
        self.finish(visit);
        let name = Name { full, words: Vec::new(), parent: self.scope.parent.clone() };
        let operation = Operation { is_generic, ..Operation::default() };
        self.scope.current = Current { name, operation };
    }

    /// Ends the operation.
    fn finish(&mut self, visit: &mut impl FnMut(Operation<'t>, &Aliases<'t>)) {
        let Current { name, mut operation } = take(&mut self.scope.current);
        self.scope.current.name.parent.clone_from(&self.scope.parent);
        if operation.properties.is_some() || !operation.attributes.is_empty() {
            operation.name = Rc::new(name);
            visit(operation, &self.aliases);
        }
    }

    /// Ends the region, if there is one.
    fn close(&mut self, visit: &mut impl FnMut(Operation<'t>, &Aliases<'t>)) -> bool {
        let Some(outer) = self.scopes.pop() else { return false };
        self.finish(visit);
        self.scope = outer;
        true
    }

    fn count(&mut self, values: usize) {
        let Current { name, operation } = &mut self.scope.current;
        let word = name.words.last().copied().unwrap_or_default();
        if values > 0 {
            operation.values.push((word, values));
        }
    }

    /// Reads `<{...}>` and `<#alias>`, the properties, and skips other angle brackets.
    fn angle(&mut self, token: Token, before: Lexer<'t>) {
        let mut inner = self.lexer.clone();
        let found = match inner.next() {
            Some(brace) if brace.is(b'{') => {
                entries(inner).map(|(entries, (after, end))| (brace.start..end, entries, after))
            }
            Some(alias) if alias.kind == Kind::Attribute => {
                self.of_alias(alias.text(inner.text())).map(|entries| (alias.start..alias.end, entries, inner))
            }
            _ => None,
        };
        let current = &mut self.scope.current;
        let found = found.and_then(|(range, entries, mut after)| after.accept(b'>').then_some((range, entries, after)));
        match found {
            Some((range, entries, after)) if current.operation.properties.is_none() => {
                current.operation.properties = Some(current.dictionary(range, entries));
                self.lexer = after;
            }
            _ => {
                self.lexer = before;
                self.lexer.next();
                let values = skip(&mut self.lexer, token);
                if values > 0 {
                    current.operation.values.push((b"<", values));
                }
            }
        }
    }

    /// The entries of the dictionary that an alias stands for.
    fn of_alias(&self, alias: &[u8]) -> Option<Vec<Entry<'t>>> {
        let mut lexer = Lexer::at(self.lexer.text(), self.aliases.get(alias)?.start);
        if lexer.accept(b'{') { Some(entries(lexer)?.0) } else { None }
    }
}

/// The entries of a dictionary after its brace, what is after it, and its end. `None` for a region.
fn entries(mut lexer: Lexer<'_>) -> Option<(Vec<Entry<'_>>, (Lexer<'_>, usize))> {
    let text = lexer.text();
    let mut found = Vec::new();
    loop {
        let key = lexer.next()?;
        if key.is(b'}') && found.is_empty() {
            return Some((found, (lexer, key.end)));
        }
        let name = match key.kind {
            Kind::Word => Cow::Borrowed(key.text(text)),
            Kind::Text => unescape(text.get(key.start + 1..key.end.saturating_sub(1)).unwrap_or_default()),
            _ => return None,
        };
        let mut value = key.end..key.end;
        let mut token = lexer.next()?;
        if token.is(b'=') {
            let first = lexer.peek()?;
            value = first.start..first.start;
            loop {
                token = lexer.next()?;
                match token.kind {
                    Kind::Byte(b',' | b'}') => break,
                    Kind::Byte(b'(' | b'[' | b'{' | b'<') => {
                        skip(&mut lexer, token);
                        value.end = lexer.end();
                    }
                    Kind::Marker => return None,
                    _ => value.end = token.end,
                }
            }
        }
        let range = key.start..value.end.max(key.end);
        found.push(Entry { key: name, range, key_end: key.end, value });
        match token.kind {
            Kind::Byte(b',') => {}
            Kind::Byte(b'}') => return Some((found, (lexer, token.end))),
            _ => return None,
        }
    }
}

/// Takes the tokens of an attribute or a type. Returns its end.
fn after_attribute(lexer: &mut Lexer<'_>) -> usize {
    let mut end = lexer.end();
    while let Some(token) = lexer.next() {
        match token.kind {
            // The sign of a number.
            Kind::Byte(b'-') => continue,
            Kind::Byte(b'(' | b'[' | b'{' | b'<') => {
                skip(lexer, token);
            }
            _ => {}
        }
        end = lexer.end();
        // The parameters of a name are beside it.
        while let Some(open) = lexer.peek().filter(|open| {
            open.start == end && token.kind != Kind::Text && matches!(open.kind, Kind::Byte(b'(' | b'[' | b'<'))
        }) {
            lexer.next();
            skip(lexer, open);
            end = lexer.end();
        }
        // The rest of a symbol, and the type.
        match lexer.peek() {
            Some(next) if next.is(b':') || next.kind == Kind::Operator => lexer.next(),
            _ => break,
        };
    }
    end
}

/// Takes the tokens up to the bracket that closes `open`. Returns the number of values in between.
fn skip(lexer: &mut Lexer<'_>, open: Token) -> usize {
    let mut open_kinds = vec![open.kind];
    let mut values = 0;
    loop {
        if lexer.peek().is_none_or(|next| next.kind == Kind::Marker) {
            return values;
        }
        let Some(token) = lexer.next() else { return values };
        match token.kind {
            Kind::Byte(b'(' | b'[' | b'{' | b'<') => open_kinds.push(token.kind),
            // It can be an operator between other brackets.
            Kind::Byte(b'>') if open_kinds.last() != Some(&Kind::Byte(b'<')) => {}
            Kind::Byte(close @ (b')' | b']' | b'}' | b'>')) => {
                let wanted = Kind::Byte(match close {
                    b')' => b'(',
                    b']' => b'[',
                    b'}' => b'{',
                    _ => b'<',
                });
                let Some(depth) = open_kinds.iter().rposition(|kind| *kind == wanted) else { continue };
                open_kinds.truncate(depth);
                if depth == 0 {
                    return values;
                }
            }
            Kind::Value if lexer.text()[token.start] == b'%' => values += 1,
            _ => {}
        }
    }
}
