//! The tokens of LLVM IR text that are needed to find named metadata, the definitions of functions, the target, and
//! numbers that LLVM cannot represent.
//!
//! Accepts any bytes. Guarantees that a name inside a string, a quoted identifier or a comment is not found; that a
//! name with escapes (`!nvvm\2Eannotations`) is found; and that every definition of a text that LLVM accepts is found.
//! Leaves out on purpose: everything else; LLVM's own parser reads the text afterwards and reports errors in it.

use crate::machine::MachineStatement;
use memchr::memmem;
use std::borrow::Cow;
use std::ops::Range;

/// A token.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum LlToken {
    /// The name of named metadata, without the exclamation mark.
    Metadata(Range<usize>),
    /// A definition of a symbol, or a declaration of a function: its start, and its name without `@` and quotes.
    Definition(usize, Range<usize>),
    /// The start of a target triple or a data layout.
    Machine(usize, MachineStatement),
}

/// The tokens of a text, in order.
pub struct Tokens<'t> {
    text: &'t [u8],
    position: usize,
    /// The start of a definition whose name has not been read yet.
    definition: Option<usize>,
}

/// The tokens of a text.
pub const fn tokens(text: &[u8]) -> Tokens<'_> {
    Tokens { text, position: 0, definition: None }
}

impl Iterator for Tokens<'_> {
    type Item = LlToken;

    fn next(&mut self) -> Option<LlToken> {
        next(self.text, &mut self.position, &mut self.definition)
    }
}

/// The next token at or after `position`, which is moved to its end. `definition` is the start of a definition whose
/// name has not been read yet.
fn next(text: &[u8], position: &mut usize, definition: &mut Option<usize>) -> Option<LlToken> {
    while let Some(&byte) = text.get(*position) {
        let begin = *position;
        *position += 1;
        match byte {
            b'"' | b';' | b'/' => *position = skipped(text, begin).unwrap_or(*position),
            b'!' if text.get(*position).copied().is_some_and(starts_name) => {
                *position = after_name(text, *position);
                return Some(LlToken::Metadata(begin + 1..*position));
            }
            b'@' => {
                let quoted = text.get(*position) == Some(&b'"');
                *position = if quoted { after_string(text, begin + 2) } else { after_name(text, begin + 1) };
                let rest = text.get(*position..).unwrap_or_default();
                let is_defined = || rest.trim_ascii_start().starts_with(b"=");
                let start = definition.take().or_else(|| is_defined().then_some(begin));
                if let Some(start) = start {
                    let quote = usize::from(quoted);
                    // LLVM refuses a string that is not closed.
                    return Some(LlToken::Definition(
                        start,
                        begin + 1 + quote..(*position - quote).max(begin + 1 + quote),
                    ));
                }
            }
            b'%' | b'$' | b'#' => *position = after_name(text, *position),
            _ if continues_name(byte) => {
                *position = after_name(text, begin);
                match &text[begin..*position] {
                    _ if text.get(*position) == Some(&b':') => {}
                    b"define" | b"declare" => *definition = Some(begin),
                    b"target" => {
                        let rest = text[*position..].trim_ascii_start();
                        let starts = |word: &[u8]| rest.starts_with(word);
                        match (starts(b"triple"), starts(b"datalayout")) {
                            (true, _) => return Some(LlToken::Machine(begin, MachineStatement::Triple)),
                            (_, true) => return Some(LlToken::Machine(begin, MachineStatement::DataLayout)),
                            (false, false) => {}
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    None
}

/// The end of the name or number that begins at `start`.
fn after_name(text: &[u8], start: usize) -> usize {
    match text[start..] {
        [digit, ..] if digit.is_ascii_digit() => after_number(text, start),
        [b'-', digit, ..] if digit.is_ascii_digit() => after_number(text, start + 1),
        ref rest => start + rest.iter().position(|byte| !continues_name(*byte)).unwrap_or(rest.len()),
    }
}

/// The end of the number whose digits begin at `start`. A word may follow without white space.
fn after_number(text: &[u8], start: usize) -> usize {
    let end = after_digits(text, start);
    if text.get(end) != Some(&b'.') {
        return end;
    }
    let end = after_digits(text, end + 1);
    match text[end..] {
        [b'e' | b'E', b'+' | b'-', digit, ..] if digit.is_ascii_digit() => after_digits(text, end + 2),
        [b'e' | b'E', digit, ..] if digit.is_ascii_digit() => after_digits(text, end + 1),
        _ => end,
    }
}

fn after_digits(text: &[u8], start: usize) -> usize {
    start + text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// The end of the string whose content begins at `start`.
fn after_string(text: &[u8], start: usize) -> usize {
    after(text, start, |rest| rest[0] == b'"', 1)
}

/// The position of the first numeric name of a value or a block that LLVM 22 cannot represent. LLVM keeps values in a
/// map that reserves the two largest 32-bit numbers, and reads uninitialised memory when one of them is looked up
/// (measured, with valgrind: `%4294967295`). It refuses larger numbers.
#[must_use]
pub fn unreadable_number(text: &[u8]) -> Option<usize> {
    memmem::find(text, b"429496729")?;
    let mut position = 0;
    while let Some(&byte) = text.get(position) {
        if let Some(end) = skipped(text, position) {
            position = end;
        } else if continues_name(byte) {
            let word = &text[position..];
            let word = &word[..word.iter().take_while(|byte| continues_name(**byte)).count()];
            let (number, rest) = word.split_at(word.iter().take_while(|byte| byte.is_ascii_digit()).count());
            let zeros = number.iter().take_while(|byte| **byte == b'0').count();
            let is_value = position.checked_sub(1).is_some_and(|before| matches!(text[before], b'%' | b'@'));
            // A block is named by the whole word.
            let is_block = rest.is_empty() && text.get(position + word.len()) == Some(&b':');
            if (is_value || is_block) && matches!(&number[zeros..], b"4294967294" | b"4294967295") {
                return Some(position - usize::from(is_value));
            }
            position += word.len();
        } else {
            position += 1;
        }
    }
    None
}

/// The start of the first function that has a number and no name.
#[must_use]
pub fn numbered_function(text: &[u8]) -> Option<usize> {
    tokens(text).find_map(|token| {
        let LlToken::Definition(start, name) = token else { return None };
        // The definition of a function begins before the '@' of its name. A quoted name is no number.
        let is_function = text[start] != b'@' && text[name.start - 1] == b'@';
        (is_function && text[name].iter().all(u8::is_ascii_digit)).then_some(start)
    })
}

/// The end of the string or comment that begins at `position`, if one does.
#[must_use]
pub fn skipped(text: &[u8], position: usize) -> Option<usize> {
    match text[position] {
        b'"' => Some(after_string(text, position + 1)),
        b';' => Some(after(text, position + 1, |rest| matches!(rest[0], b'\n' | b'\r'), 1)),
        b'/' if text.get(position + 1) == Some(&b'*') => {
            Some(after(text, position + 2, |rest| rest.starts_with(b"*/"), 2))
        }
        _ => None,
    }
}

/// The end of the next terminator, which has `length` bytes and for which `ends` is true, or the end of the text.
/// LLVM's strings escape a quote as `\22`, never as `\"`.
fn after(text: &[u8], start: usize, ends: impl Fn(&[u8]) -> bool, length: usize) -> usize {
    (start..text.len()).find(|at| ends(&text[*at..])).map_or(text.len(), |at| at + length)
}

const fn starts_name(byte: u8) -> bool {
    continues_name(byte) && !byte.is_ascii_digit()
}

/// Whether a byte can be in a name. It is a table, because it is used for every byte of a text.
pub const fn continues_name(byte: u8) -> bool {
    const NAME: [bool; 256] = {
        let mut name = [false; 256];
        let mut byte = 0;
        while byte < name.len() {
            let is = byte as u8;
            name[byte] = is.is_ascii_alphanumeric() || matches!(is, b'-' | b'$' | b'.' | b'_' | b'\\');
            byte += 1;
        }
        name
    };
    NAME[byte as usize]
}

/// Whether a name with escapes (`\hh`, `\\`) spells `plain`.
#[must_use]
pub fn spells(escaped: &[u8], plain: &[u8]) -> bool {
    bytes(escaped).eq(plain.iter().copied())
}

/// A name with its escapes replaced.
#[must_use]
pub fn unescape(escaped: &[u8]) -> Cow<'_, [u8]> {
    if escaped.contains(&b'\\') { bytes(escaped).collect() } else { Cow::Borrowed(escaped) }
}

fn bytes(mut escaped: &[u8]) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let (byte, rest) = match escaped {
            [b'\\', b'\\', rest @ ..] => (b'\\', rest),
            [b'\\', high, low, rest @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                (hex(*high) << 4 | hex(*low), rest)
            }
            [byte, rest @ ..] => (*byte, rest),
            [] => return None,
        };
        escaped = rest;
        Some(byte)
    })
}

const fn hex(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'f' => digit - b'a' + 10,
        _ => digit - b'A' + 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<&str> {
        let names = tokens(text.as_bytes()).filter_map(|token| match token {
            LlToken::Metadata(name) => Some(name),
            _ => None,
        });
        names.map(|range| &text[range]).filter(|name| spells(name.as_bytes(), b"nvvm.annotations")).collect()
    }

    #[test]
    fn a_definition_is_found() {
        assert_eq!(found("!nvvm.annotations = !{!0}\n"), ["nvvm.annotations"]);
    }

    #[test]
    fn every_definition_is_found() {
        assert_eq!(found("!nvvm.annotations = !{!0}\n!x = !{}\n!nvvm.annotations=!{!1}").len(), 2);
    }

    #[test]
    fn an_escaped_name_is_found() {
        assert_eq!(found(r"!nvvm\2Eannotations = !{}"), [r"nvvm\2Eannotations"]);
        assert_eq!(found(r"!\6Evvm\2eannotations = !{}").len(), 1);
    }

    #[test]
    fn strings_comments_and_longer_names_are_not() {
        assert!(found("@s = constant [3 x i8] c\"!nvvm.annotations\"").is_empty());
        assert!(found("!0 = !{!\"!nvvm.annotations\"}").is_empty());
        assert!(found("; !nvvm.annotations = !{}\n").is_empty());
        assert!(found("!nvvm.annotations_more = !{}").is_empty());
        assert!(found("!nvvm.annotation = !{}").is_empty());
        assert!(found("@\"!nvvm.annotations\" = global i32 0").is_empty());
    }

    #[test]
    fn a_quote_in_a_comment_opens_no_string() {
        assert_eq!(found("; it's \"\n!nvvm.annotations = !{}").len(), 1);
    }

    #[test]
    fn a_semicolon_in_a_string_opens_no_comment() {
        assert_eq!(found("!0 = !{!\";\"} !nvvm.annotations = !{}").len(), 1);
    }

    #[test]
    fn a_comment_ends_where_llvm_ends_it() {
        assert_eq!(found("; c\r!nvvm.annotations = !{}").len(), 1);
        assert_eq!(found("/* ; */ !nvvm.annotations = !{}").len(), 1);
        assert_eq!(found("/* a \" quote */\n!nvvm.annotations = !{}").len(), 1);
        assert!(found("/* !nvvm.annotations = !{} */").is_empty());
        assert!(found("/* !nvvm.annotations").is_empty());
        assert!(found("/*").is_empty());
    }

    #[test]
    fn an_incomplete_escape_is_literal() {
        assert!(found(r"!nvvm\2").is_empty());
        assert!(found(r"!nvvm.annotations\").is_empty());
    }

    fn defined(text: &str) -> Vec<(usize, String)> {
        let definitions = tokens(text.as_bytes()).filter_map(|token| match token {
            LlToken::Definition(start, name) => {
                Some((start, String::from_utf8_lossy(&unescape(&text.as_bytes()[name])).into_owned()))
            }
            _ => None,
        });
        definitions.collect()
    }

    #[test]
    fn definitions_are_found() {
        assert_eq!(
            defined("define void @f() {\n}\n  define weak ptr @\"a \\22b\"(ptr @g) {"),
            [(0, "f".to_owned()), (23, "a \"b".to_owned())]
        );
        let symbols = defined("declare void @f()\n@g = global i32 0\n@\"b c\"=alias i32, ptr @g\ncall @h");
        let expected = [(0, "f".to_owned()), (18, "g".to_owned()), (36, "b c".to_owned())];
        assert_eq!(symbols, expected);
        assert_eq!(defined("%define = call @f\ndefine: call @f\n@define call @f\n; define @f\nredefine @f").len(), 0);
        for before in ["0", "-1", "1.5", "2.5e3", "-1.0e+10", "@g, i32 4", "#0", "@0", "!0 = !{i32 7"] {
            assert_eq!(defined(&format!("{before}define @f")), [(before.len(), "f".to_owned())], "{before}");
        }
        assert_eq!(defined("12define: call @f").len(), 0);
        assert_eq!(defined("define @\"f").len(), 1);
        assert_eq!(defined("define @\""), [(0, String::new())]);
    }

    #[test]
    fn numbers_that_llvm_cannot_represent_are_found() {
        let position = |text: &str| unreadable_number(text.as_bytes());
        assert_eq!(position("  ret i32 %4294967295"), Some(10));
        assert_eq!(position("@4294967294 = global i32 0"), Some(0));
        assert_eq!(position("%004294967295, i32 1"), Some(0));
        assert_eq!(position("\n4294967295:"), Some(1));
        assert_eq!(position("%4294967295x"), Some(0));
    }

    #[test]
    fn other_numbers_are_not() {
        for text in [
            "i32 4294967295, !4294967295",
            "#4294967295 = {}",
            "%4294967293",
            "%42949672950",
            "%a4294967295",
            "-4294967295:",
            "x4294967295:",
            "%\"4294967295\"",
            "c\"%4294967295\"",
            "; %4294967295\n/* 4294967295: */",
            "",
        ] {
            assert_eq!(unreadable_number(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_target_is_found() {
        let machine = |text: &str| {
            let found = tokens(text.as_bytes()).filter_map(|token| match token {
                LlToken::Machine(start, statement) => Some((start, statement)),
                _ => None,
            });
            found.collect::<Vec<_>>()
        };
        let text = "target triple = \"x\"\n; target triple\n target\tdatalayout = \"e\"\ntarget:\n %target = x";
        assert_eq!(machine(text), [(0, MachineStatement::Triple), (37, MachineStatement::DataLayout)]);
    }

    #[test]
    fn a_function_with_a_number_is_found() {
        let text = "@0 = global i32 0\ndefine void @\"1\"() {}\n declare void @2()";
        assert_eq!(numbered_function(text.as_bytes()), Some(41));
        assert_eq!(numbered_function(&text.as_bytes()[..40]), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_to_their_end(text in proptest::collection::vec(any::<u8>(), 0..200)) {
            for token in tokens(&text) {
                let range = match token {
                    LlToken::Metadata(range) | LlToken::Definition(_, range) => range,
                    LlToken::Machine(start, _) => start..start,
                };
                prop_assert!(range.start <= range.end && range.end <= text.len());
            }
        }

        #[test]
        fn a_definition_after_any_line_of_code_is_found(line in "[a-z0-9 =,!{}@%()]{0,40}") {
            let text = format!("{line}\n!nvvm.annotations = !{{}}");
            prop_assert_eq!(found(&text).len(), 1);
        }
    }
}
