//! `!nvvm.annotations` read from the text itself, where the text says them in the plain form that compilers write.
//!
//! To LLVM each tuple is a node with numbers and references to keep unique, which nobody asks for again: they were two
//! fifths of an import of 100,000 kernels. Plain is a list of nodes that the list alone refers to, once, each with nothing but
//! functions, strings and i32, on a line of its own, behind which there are definitions of metadata alone, one a line. LLVM
//! reads the text without them, and what was invalid with them stays so: no line can go on where one of them has been.
//! Whatever is not plain is left to LLVM, and everything with it, so that one reader has all tuples of a module.

use crate::lexer;
use std::ops::Range;

/// Something in a tuple.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Operand<'t> {
    /// `ptr @name`: a function, alias or variable, in address space 0.
    Symbol(&'t [u8]),
    /// `!"key"`.
    Key(&'t str),
    /// `i32 1`.
    Number(i32),
}

/// Collects the nodes of a text and the lists of its annotations.
pub struct Collector<'t> {
    text: &'t [u8],
    /// Plain nodes, in order of their numbers and of the text.
    nodes: Vec<Node>,
    /// Numbers behind `!` anywhere else.
    references: Vec<u32>,
    /// The numbers in the lists.
    listed: Vec<u32>,
    /// The lists, names included.
    lists: Vec<Range<usize>>,
    /// As far as is known.
    is_plain: bool,
}

struct Node {
    number: u32,
    /// With number and braces.
    whole: Range<usize>,
}

/// The tuples of a text, all of them plain.
#[derive(Debug, Default, Eq, PartialEq)]
pub struct Tuples {
    /// In the order of the lists: each from its exclamation mark on.
    places: Vec<Range<usize>>,
    lists: Vec<Range<usize>>,
}

impl<'t> Collector<'t> {
    /// Nothing yet, of this text.
    pub const fn of(text: &'t [u8]) -> Self {
        Self { text, nodes: Vec::new(), references: Vec::new(), listed: Vec::new(), lists: Vec::new(), is_plain: true }
    }

    /// Takes the list behind a name of the annotations. Returns where it ends, if it is plain.
    pub fn list(&mut self, name: Range<usize>) -> Option<usize> {
        let mut cursor = Cursor { text: self.text, at: name.end };
        // With the exclamation mark.
        let begin = name.start - 1;
        self.is_plain &= cursor.list(&mut self.listed).is_some() && self.is_alone(begin..cursor.at);
        self.lists.push(begin..cursor.at);
        self.is_plain.then_some(cursor.at)
    }

    /// Takes a number behind an exclamation mark: the definition of a node, or a reference to one. Returns where the
    /// definition ends, if it is plain.
    pub fn node(&mut self, digits: Range<usize>) -> Option<usize> {
        if !self.is_plain {
            return None;
        }
        let Some(number) = number(&self.text[digits.clone()]) else {
            self.is_plain = false;
            return None;
        };
        let mut cursor = Cursor { text: self.text, at: digits.end };
        let is_tuple = cursor.take(b"=").is_some() && cursor.tuple(drop).is_some();
        let is_next = self.nodes.last().is_none_or(|last| last.number < number);
        let whole = digits.start - 1..cursor.at;
        if is_tuple && is_next && self.is_alone(whole.clone()) {
            self.nodes.push(Node { number, whole });
            return Some(cursor.at);
        }
        self.references.push(number);
        None
    }

    /// Whether a line has nothing else but blanks and a comment.
    fn is_alone(&self, place: Range<usize>) -> bool {
        let before = self.text[..place.start].iter().rev().find(|byte| !is_blank(**byte));
        let mut behind = Cursor { text: self.text, at: place.end };
        behind.blanks();
        before.is_none_or(|byte| *byte == b'\n') && ends_line(behind.rest())
    }

    /// The tuples, if there are lists, and all are plain and referred to once.
    pub fn finish(self) -> Option<Tuples> {
        if !self.is_plain || self.lists.is_empty() {
            return None;
        }
        let first = self.nodes.first().map_or(0, |node| node.number);
        let find = |number: u32| {
            // Mostly none is missing.
            let guess = number.wrapping_sub(first) as usize;
            let is_there = self.nodes.get(guess).is_some_and(|node| node.number == number);
            let search = || self.nodes.binary_search_by_key(&number, |node| node.number).ok();
            if is_there { Some(guess) } else { search() }
        };
        let mut is_listed = vec![false; self.nodes.len()];
        let mut places = Vec::with_capacity(self.listed.len());
        for number in self.listed {
            let node = find(number).filter(|node| !is_listed[*node])?;
            is_listed[node] = true;
            places.push(self.nodes[node].whole.clone());
        }
        let is_shared = self.references.iter().any(|number| find(*number).is_some_and(|node| is_listed[node]));
        let first = places.iter().chain(&self.lists).map(|place| place.start).min().unwrap_or(self.text.len());
        let mut lines = self.text[first..].split(|byte| *byte == b'\n');
        (!is_shared && lines.all(is_definition)).then_some(Tuples { places, lists: self.lists })
    }
}

impl Tuples {
    /// Puts blanks into their place.
    pub fn blank(&self, text: &mut [u8]) {
        for place in self.places.iter().chain(&self.lists) {
            text[place.clone()].fill(b' ');
        }
    }

    /// Calls `visit` with the operands of each, in the order of the lists; stops where it returns nothing.
    pub fn visit<'t>(&self, text: &'t [u8], mut visit: impl FnMut(&[Operand<'t>]) -> Option<()>) -> Option<()> {
        let mut operands = Vec::new();
        for place in &self.places {
            operands.clear();
            let at = place.start + 1 + text[place.start + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let mut cursor = Cursor { text, at };
            cursor.take(b"=")?;
            cursor.tuple(|operand| operands.push(operand))?;
            visit(&operands)?;
        }
        Some(())
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether nothing but a comment is up to the end of the line.
fn ends_line(rest: &[u8]) -> bool {
    matches!(rest, [] | [b'\n' | b';', ..] | [b'\r', b'\n', ..])
}

/// Whether a line begins the definition of a metadata, or has nothing but a comment.
fn is_definition(line: &[u8]) -> bool {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    // To LLVM's comments a carriage return is the end.
    if memchr::memchr(b'\r', line).is_some() {
        return false;
    }
    let mut cursor = Cursor { text: line, at: 0 };
    cursor.blanks();
    if ends_line(cursor.rest()) {
        return true;
    }
    let is_named = cursor.next(b"!").is_some() && !cursor.take_while(lexer::continues_name).is_empty();
    is_named && cursor.take(b"=").is_some()
}

/// A number that needs no second look.
fn number(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() || digits.len() > 9 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

/// Reads text from a place on. What returns nothing leaves it anywhere.
struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Cursor<'t> {
    fn rest(&self) -> &'t [u8] {
        &self.text[self.at..]
    }

    /// The bytes up to the first one that is none of these.
    fn take_while(&mut self, is: impl Fn(u8) -> bool) -> &'t [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|byte| !is(*byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn blanks(&mut self) -> &'t [u8] {
        self.take_while(is_blank)
    }

    /// Blanks and these bytes.
    fn take(&mut self, bytes: &[u8]) -> Option<()> {
        self.blanks();
        self.next(bytes)
    }

    /// These bytes.
    fn next(&mut self, bytes: &[u8]) -> Option<()> {
        self.rest().starts_with(bytes).then(|| self.at += bytes.len())
    }

    /// `= !{!0, !1}`.
    fn list(&mut self, listed: &mut Vec<u32>) -> Option<()> {
        self.take(b"=")?;
        self.braced(|cursor| {
            cursor.take(b"!")?;
            listed.push(number(cursor.take_while(|byte| byte.is_ascii_digit()))?);
            Some(())
        })
    }

    /// `!{ptr @k, !"kernel", i32 1}`.
    fn tuple(&mut self, mut visit: impl FnMut(Operand<'t>)) -> Option<()> {
        self.braced(|cursor| {
            visit(cursor.operand()?);
            Some(())
        })
    }

    fn braced(&mut self, mut element: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.take(b"!{")?;
        if self.take(b"}").is_some() {
            return Some(());
        }
        loop {
            element(self)?;
            if self.take(b",").is_none() {
                return self.take(b"}");
            }
        }
    }

    fn operand(&mut self) -> Option<Operand<'t>> {
        self.blanks();
        if self.next(b"!\"").is_some() {
            return Some(Operand::Key(std::str::from_utf8(self.string()?).ok()?));
        }
        if self.next(b"ptr").is_some() {
            self.take(b"@")?;
            let name = if self.next(b"\"").is_some() { self.string()? } else { self.name()? };
            // LLVM renames functions of its own.
            return (!name.is_empty() && !name.starts_with(b"llvm.")).then_some(Operand::Symbol(name));
        }
        self.next(b"i32")?;
        let is_apart = !self.blanks().is_empty();
        let begin = self.at;
        let _ = self.next(b"-");
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        if !is_apart || digits.is_empty() {
            return None;
        }
        Some(Operand::Number(std::str::from_utf8(&self.text[begin..self.at]).ok()?.parse().ok()?))
    }

    /// A string behind its first quote, without escapes.
    fn string(&mut self) -> Option<&'t [u8]> {
        let string = self.take_while(|byte| !matches!(byte, b'"' | b'\\' | ..b' '));
        self.next(b"\"").map(|()| string)
    }

    /// A name without quotes.
    fn name(&mut self) -> Option<&'t [u8]> {
        let name = self.take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_'));
        name.first().is_some_and(|byte| !byte.is_ascii_digit()).then_some(name)
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::{Collector, Operand, Tuples};
    use crate::lexer::{self, Token};
    use proptest::prelude::*;

    fn collect(text: &str) -> Option<Tuples> {
        let mut collector = Collector::of(text.as_bytes());
        let mut tokens = lexer::tokens(text.as_bytes());
        while let Some(token) = tokens.next() {
            let end = match token {
                Token::Metadata(name) if &text[name.clone()] == "a" => collector.list(name),
                Token::Node(digits) => collector.node(digits),
                _ => None,
            };
            end.into_iter().for_each(|end| tokens.skip_to(end));
        }
        collector.finish()
    }

    fn visit(text: &str) -> Option<Vec<Vec<Operand<'_>>>> {
        let mut found = Vec::new();
        collect(text)?.visit(text.as_bytes(), |operands| {
            found.push(operands.to_vec());
            Some(())
        })?;
        Some(found)
    }

    #[test]
    fn plain_tuples_are_found_in_the_order_of_the_lists() {
        let text = "!a = !{!7, !2}\n!2 = !{ptr @f, !\"x y\", i32 -3}\n!4 = !{!\"unlisted\"}\n!7=!{ptr\t@\"a b\" , i32 07 }\n\
                    !a = !{}\n!a = !{ !9 }\n!8 = !{}\n!9 = !{}";
        let [f, g] = [
            vec![Operand::Symbol(b"f"), Operand::Key("x y"), Operand::Number(-3)],
            vec![Operand::Symbol(b"a b"), Operand::Number(7)],
        ];
        assert_eq!(visit(text), Some(vec![g, f, vec![]]));
        assert_eq!(visit("!a = !{!0}\n!0 = !{}"), Some(vec![vec![]]));
        assert_eq!(visit("!a = !{}"), Some(vec![]));
        assert_eq!(visit("!b = !{!0}\n!0 = !{}"), None);
    }

    #[test]
    fn blanks_are_where_they_were_and_nowhere_else() {
        let text = "!1 = !{!2}\n!2 = !{i32 1}\n !a = !{!5} ; c\n!5 = !{i32 5}\t\r\n";
        let mut blanked = text.as_bytes().to_vec();
        collect(text).expect("plain").blank(&mut blanked);
        let expected = format!("!1 = !{{!2}}\n!2 = !{{i32 1}}\n {} ; c\n{}\t\r\n", " ".repeat(10), " ".repeat(13));
        assert_eq!(String::from_utf8_lossy(&blanked), expected);
    }

    #[test]
    fn what_is_not_plain_leaves_all_to_llvm() {
        for list in [
            "!{!0, !1}",
            "!{!0, !0}",
            "!{!0 ; c\n}",
            "!{!0,}",
            "!{!0",
            "!{! 0}",
            "distinct !{!0}",
            "!{null}",
            "!{!0\n}",
            "",
        ] {
            assert_eq!(visit(&format!("!a = {list}\n!0 = !{{ptr @f}}\n")), None, "{list}");
        }
        for tuple in [
            "!{!1}",
            "distinct !{}",
            "!{null}",
            "!{ptr null}",
            "!{ptr @0}",
            "!{ptr @llvm.trap}",
            "!{ptr @\"\"}",
            "!{ptr addrspace(1) @f}",
            "!{ptr @\"a\\22\"}",
            "!{ptr @a\\b}",
            "!{!\"a\\00\"}",
            "!{!\"a\nb\"}",
            "!{!\"a\"",
            "!{i64 1}",
            "!{i32 1.5}",
            "!{i32 1e}",
            "!{i32 2147483648}",
            "!{i32 true}",
            "!{i32-1}",
            "!{i32 1,}",
            "!{i32 1 i32 2}",
            "!{i32 1 ; c\n}",
            "! {}",
            "!{\n}",
            "!DILocation(line: 1)",
        ] {
            assert_eq!(visit(&format!("!a = !{{!0}}\n!0 = {tuple}\n")), None, "{tuple}");
        }
    }

    #[test]
    fn nodes_of_others_are_left_to_llvm() {
        let nodes = "!a = !{!0, !1}\n!0 = !{i32 0}\n!1 = !{i32 1}\n";
        assert!(visit(nodes).is_some());
        for more in
            ["!2 = !{!1}", "!b = !{!0}", "call void @f(), !x !1", "call void @f(metadata !0)", "!1 = !{}", "!0 = !{!0}"]
        {
            assert_eq!(visit(&format!("{nodes}{more}")), None, "{more}");
            assert_eq!(visit(&format!("{more}\n{nodes}")), None, "{more}");
        }
        // An older number behind a newer one, and one that is more than is looked for.
        assert_eq!(visit("!a = !{!1, !0}\n!1 = !{}\n!0 = !{}"), None);
        assert_eq!(visit("!a = !{!1000000000}\n!1000000000 = !{}"), None);
        assert!(visit(&format!("@s = constant c\"!1\"\n{nodes}; !1\n!2 = !{{!\"!0\"}}")).is_some());
    }

    /// Else a line could become valid by what is taken out of it or behind it.
    #[test]
    fn behind_and_beside_plain_tuples_is_nothing_else() {
        let nodes = "!a = !{!0}\n!0 = !{i32 0}\n";
        assert!(visit(&format!("@g = global i32\n{nodes}\n  ; c\n\r\n!b = distinct\n  !9 =\n\t")).is_some());
        for more in [
            "@g = global i32 0",
            "}",
            "!{}",
            "!b",
            "!",
            "= !{}",
            "/* */ !b = !{}",
            "\r!b = !{}",
            ";\r!{}",
            "attributes #0 = {}",
        ] {
            assert_eq!(visit(&format!("{nodes}{more}\n")), None, "{more}");
            assert_eq!(visit(&nodes.replace('\n', &format!(" {more}\n"))), None, "{more}");
            assert_eq!(visit(&format!("{more} {nodes}")), None, "{more}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[!a{}0-9=@,\" i32ptr\\\\]{0,80}") {
            let blanked = collect(&text).map(|tuples| {
                let mut blanked = text.clone().into_bytes();
                tuples.blank(&mut blanked);
                blanked.len()
            });
            prop_assert!(blanked.is_none_or(|length| length == text.len()));
            let _ = visit(&text);
        }

        #[test]
        fn operands_are_what_was_written(tuples in prop::collection::vec(prop::collection::vec(
            prop_oneof!["[a-zA-Z$._][a-zA-Z0-9$._-]{0,8}".prop_map(|name| (0, name)),
                "[ -!#-\\[\\]-~é]{0,8}".prop_map(|key| (1, key)), any::<i32>().prop_map(|number| (2, number.to_string()))],
            0..6), 0..8)) {
            let list: Vec<_> = (0..tuples.len()).map(|number| format!("!{number}")).collect();
            let mut text = format!("!a = !{{{}}}\n", list.join(", "));
            for (number, tuple) in tuples.iter().enumerate() {
                let operands = tuple.iter().map(|(kind, what)| match kind {
                    0 => format!("ptr @{what}"),
                    1 => format!("!\"{what}\""),
                    _ => format!("i32 {what}"),
                });
                text += &format!("!{number} = !{{{}}}\n", operands.collect::<Vec<_>>().join(", "));
            }
            prop_assume!(!tuples.iter().flatten().any(|(kind, name)| *kind == 0 && name.starts_with("llvm.")));
            let expected = tuples.iter().map(|tuple| tuple.iter().map(|(kind, what)| match kind {
                0 => Operand::Symbol(what.as_bytes()),
                1 => Operand::Key(what),
                _ => Operand::Number(what.parse().expect("an i32")),
            }).collect()).collect::<Vec<Vec<_>>>();
            prop_assert_eq!(visit(&text), Some(expected));
        }
    }
}
