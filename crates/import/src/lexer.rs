//! As much of the tokens of LLVM IR text as it takes to find a named metadata.
//!
//! Accepts any bytes. Guarantees that a name inside a string, a quoted identifier or a comment is not found, and that a
//! name spelled with escapes (`!nvvm\2Eannotations`) is. Leaves out on purpose: everything else; LLVM's own parser
//! reads the text afterwards and reports what is wrong with it.

use std::ops::Range;

/// The places of every metadata name in the text, in order, without the exclamation mark.
pub fn names(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut position = 0;
    std::iter::from_fn(move || next_name(text, &mut position))
}

/// The next metadata name at or after `position`, which is moved behind it.
fn next_name(text: &[u8], position: &mut usize) -> Option<Range<usize>> {
    while let Some(&byte) = text.get(*position) {
        match byte {
            b'"' => *position = after(text, *position + 1, |rest| rest[0] == b'"', 1),
            b';' => *position = after(text, *position + 1, |rest| matches!(rest[0], b'\n' | b'\r'), 1),
            b'/' if text.get(*position + 1) == Some(&b'*') => {
                *position = after(text, *position + 2, |rest| rest.starts_with(b"*/"), 2);
            }
            b'!' if text.get(*position + 1).copied().is_some_and(starts_name) => {
                let start = *position + 1;
                let length = text[start..].iter().take_while(|byte| continues_name(**byte)).count();
                *position = start + length;
                return Some(start..*position);
            }
            _ => *position += 1,
        }
    }
    None
}

/// The position behind the next place that `ends` holds of, `length` bytes long, or the end of the text. LLVM's strings
/// escape a quote as `\22`, never as `\"`.
fn after(text: &[u8], start: usize, ends: impl Fn(&[u8]) -> bool, length: usize) -> usize {
    (start..text.len()).find(|place| ends(&text[*place..])).map_or(text.len(), |place| place + length)
}

const fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'$' | b'.' | b'_' | b'\\')
}

const fn continues_name(byte: u8) -> bool {
    starts_name(byte) || byte.is_ascii_digit()
}

/// Whether a name with escapes (`\hh`, `\\`) spells `plain`.
#[must_use]
pub fn spells(mut escaped: &[u8], plain: &[u8]) -> bool {
    for &wanted in plain {
        let (byte, rest) = match escaped {
            [b'\\', b'\\', rest @ ..] => (b'\\', rest),
            [b'\\', high, low, rest @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                (hex(*high) << 4 | hex(*low), rest)
            }
            [byte, rest @ ..] => (*byte, rest),
            [] => return false,
        };
        if byte != wanted {
            return false;
        }
        escaped = rest;
    }
    escaped.is_empty()
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
        let text_of = |range| &text[range];
        names(text.as_bytes()).map(text_of).filter(|name| spells(name.as_bytes(), b"nvvm.annotations")).collect()
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
    fn an_escape_cut_short_is_literal() {
        assert!(found(r"!nvvm\2").is_empty());
        assert!(found(r"!nvvm.annotations\").is_empty());
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_to_their_end(text in proptest::collection::vec(any::<u8>(), 0..200)) {
            for range in names(&text) {
                prop_assert!(range.end <= text.len());
            }
        }

        #[test]
        fn a_definition_after_any_line_of_code_is_found(line in "[a-z0-9 =,!{}@%()]{0,40}") {
            let text = format!("{line}\n!nvvm.annotations = !{{}}");
            prop_assert_eq!(found(&text).len(), 1);
        }
    }
}
