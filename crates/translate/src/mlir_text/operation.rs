//! The operations of MLIR text and the dictionaries that they have in it.
//!
//! Accepts any bytes. Finds every dictionary of attributes or properties that MLIR's parser would read for an
//! operation, and each definition of an alias. Leaves out on purpose: dictionaries of arguments, results and values.

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem::take;
use std::ops::Range;
use std::rc::Rc;

use tileiras_nv_tileaa::launch::LAUNCHES;

use super::lexer::{Kind, Lexer, MlirToken};
use crate::import::lexer::unescape;

/// The number of regions around an operation up to which the default dialect is known. It bounds the recursion.
const MOST_PARENTS: usize = 256;

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
    /// The number of values in each list or after each word, by the word before it. In the generic form, the operands
    /// are the first list.
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
    let mut reader = OperationReader {
        lexer: Lexer::at(text, 0),
        scopes: Vec::new(),
        scope: Scope::default(),
        aliases: HashMap::new(),
    };
    while reader.step(&mut visit) {}
    while reader.close(&mut visit) {}
    reader.finish(&mut visit);
}

struct OperationReader<'t> {
    lexer: Lexer<'t>,
    scopes: Vec<Scope<'t>>,
    scope: Scope<'t>,
    aliases: Aliases<'t>,
}

impl<'t> OperationReader<'t> {
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
                Braces::Dictionary(entries, end) if !entries.is_empty() => {
                    self.lexer = Lexer::at(self.lexer.text(), end);
                    if entries.iter().any(|entry| !entry.key.contains(&b'.')) {
                        let dictionary = self.scope.current.dictionary(token.start..end, entries);
                        self.scope.current.operation.attributes.push(dictionary);
                    }
                }
                Braces::Invalid(end) => self.lexer = Lexer::at(self.lexer.text(), end),
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
        let is_known = self.scopes.len() < MOST_PARENTS;
        let parent = is_known.then(|| Rc::new(self.scope.current.name.clone()));
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
        // A launch can state a word without its values.
        if operation.properties.is_some() || !operation.attributes.is_empty() || is_launch(&name.full) {
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
    fn angle(&mut self, token: MlirToken, before: Lexer<'t>) {
        let mut inner = self.lexer.clone();
        let found = match inner.next() {
            Some(brace) if brace.is(b'{') => {
                let found = entries(inner.clone()).dictionary();
                found.map(|(entries, end)| (brace.start..end, entries, Lexer::at(inner.text(), end)))
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
        if lexer.accept(b'{') { Some(entries(lexer).dictionary()?.0) } else { None }
    }
}

/// What braces are.
enum Braces<'t> {
    /// A dictionary, or a region without operations, up to this byte.
    Dictionary(Vec<Entry<'t>>, usize),
    Region,
    /// A dictionary that MLIR refuses at this byte.
    Invalid(usize),
}

impl<'t> Braces<'t> {
    fn dictionary(self) -> Option<(Vec<Entry<'t>>, usize)> {
        match self {
            Self::Dictionary(entries, end) => Some((entries, end)),
            Self::Region | Self::Invalid(_) => None,
        }
    }
}

/// What the braces are whose opening one was read. Takes time for a dictionary only.
fn entries(mut lexer: Lexer<'_>) -> Braces<'_> {
    let text = lexer.text();
    let mut found = Vec::new();
    loop {
        let refused = if found.is_empty() { Braces::Region } else { Braces::Invalid(lexer.end()) };
        let Some(key) = lexer.next() else { return refused };
        if key.is(b'}') && found.is_empty() {
            return Braces::Dictionary(found, key.end);
        }
        let name = match key.kind {
            Kind::Word => Cow::Borrowed(key.text(text)),
            Kind::Text => unescape(text.get(key.start + 1..key.end.saturating_sub(1)).unwrap_or_default()),
            _ => return refused,
        };
        let Some(mut token) = lexer.next() else { return refused };
        let mut value = key.end..key.end;
        if token.is(b'=') {
            value = lexer.peek().map_or(token.end, |first| first.start)..token.end;
            value.end = value.start;
            loop {
                if lexer.peek().is_none_or(|next| next.kind == Kind::Marker) {
                    return Braces::Invalid(lexer.end());
                }
                let Some(part) = lexer.next() else { return refused };
                token = part;
                match token.kind {
                    Kind::Byte(b',' | b'}') => break,
                    Kind::Byte(b'(' | b'[' | b'{' | b'<') => {
                        skip(&mut lexer, token);
                        value.end = lexer.end();
                    }
                    _ => value.end = token.end,
                }
            }
        }
        let range = key.start..value.end.max(key.end);
        found.push(Entry { key: name, range, key_end: key.end, value });
        match token.kind {
            Kind::Byte(b',') => {}
            Kind::Byte(b'}') => return Braces::Dictionary(found, token.end),
            _ => return refused,
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
fn skip(lexer: &mut Lexer<'_>, open: MlirToken) -> usize {
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

/// Whether an operation of this name is a launch.
pub(super) fn is_launch(name: &[u8]) -> bool {
    LAUNCHES.iter().any(|launch| launch.as_bytes() == name)
}

/// Each segment attribute, and its name up to MLIR 17.
pub(super) const SEGMENT_NAMES: [(&[u8], &[u8]); 2] =
    [(b"operandSegmentSizes", b"operand_segment_sizes"), (b"resultSegmentSizes", b"result_segment_sizes")];

/// The name in MLIR 22 of an attribute.
pub(super) fn current(name: &[u8]) -> &[u8] {
    SEGMENT_NAMES.iter().find(|(_, old)| *old == name).map_or(name, |(new, _)| new)
}

#[cfg(test)]
mod tests {
    use super::{Aliases, Operation, visit};
    use proptest::prelude::*;
    use std::time::{Duration, Instant};
    use tileiras_mlir::text::lossy;

    /// Each operation with its properties and the keys and values of its dictionaries.
    fn found(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        visit(text.as_bytes(), |operation: Operation<'_>, _: &Aliases<'_>| {
            let entries = |dictionary: &super::Dictionary<'_>| {
                let entries = dictionary.entries.iter();
                let entries = entries.map(|entry| format!("{}={}", lossy(&entry.key), &text[entry.value.clone()]));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
            };
            let properties = operation.properties.iter().map(|found| format!("<{}>", entries(found)));
            let all_of_it: Vec<_> = properties.chain(operation.attributes.iter().map(entries)).collect();
            let words = operation.name.words.iter().map(|word| lossy(word)).collect::<Vec<_>>().join(" ");
            all.push(format!("{}/{words} {}", lossy(&operation.name.full), all_of_it.join(" ")));
        });
        all
    }

    #[test]
    fn dictionaries_of_operations_are_found() {
        for (text, wanted) in [
            (
                "llvm.func @k(%a: i32 {b = 1}) attributes {c = [1, {d = 2}], nvvm.e}",
                &["llvm.func/ {c=[1, {d = 2}],nvvm.e=}"][..],
            ),
            ("module attributes {a = 1} { x.y { z.w } {b} }", &["x.y/ {b=}", "/module {a=1}"]),
            (
                "\"x.y\"(%a)[^b] <{p = 1}> ({ ^b: \"z.w\"() {q} : () -> () }) {r = #s<{t = 1}>, u} : () -> ()",
                &["z.w/ {q=}", "x.y/ <{p=1}> {r=#s<{t = 1}>,u=}"],
            ),
            ("#a = {p = 1, \"q\" = \"}\"} !t = (i32) -> i32 \"x.y\"() <#a> : () -> !t", &["x.y/ <{p=1,q=\"}\"}>"]),
            (
                "x.y { // }\n a = \"}\" : !z<\"{\">, \"b\\5Fc\" = affine_set<(d0) : (d0 >= 0)>}",
                &["x.y/ {a=\"}\" : !z<\"{\">,b_c=affine_set<(d0) : (d0 >= 0)>}"],
            ),
            ("a.b {c.d = 1}", &[]),
            ("a.b { return } c.d {e", &["a.b/ {return=}"]),
            ("a.b (\n// -----\nc.d {e}", &["c.d/ {e=}"]),
        ] {
            assert_eq!(found(text), wanted, "{text}");
        }
    }

    /// Texts that are not closed, or not what they begin as.
    #[test]
    fn the_time_is_linear() {
        for part in
            ["{a=", "a.b {a={b ", "<{a=", "({", "(", "{ x.y ", "\"", "#a = #a<", "{a=1 2", "\"x\"(", "[<{", "module {"]
        {
            let start = Instant::now();
            let text = part.repeat(1 << 18);
            let _ = found(&text);
            assert!(start.elapsed() < Duration::from_secs(20), "{part}: {:?}", start.elapsed());
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[a.b{}<>()=,#!@%^\":\\\\/ \n0-]{0,60}") {
            let _ = found(&text);
        }
    }
}
