//! Text on a terminal: characters that a terminal obeys are shown, and not sent.
//!
//! Names and strings of an input can contain any character: escape sequences that move the cursor or set a title,
//! backspaces, and the marks that reverse the direction of the text after them. What a tool says about an input must
//! not be changed by them.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a terminal obeys a character: the control characters C0, DEL and C1, and the marks of bidirectional text.
/// The end of a line and the tab are part of the text of the tools.
fn is_obeyed(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    }
}

/// A text for people. Of each character that a terminal obeys, the bytes are shown as `\xNN`.
#[must_use]
pub fn text(text: &str) -> Cow<'_, str> {
    replaced(text, |character, shown| {
        for byte in character.encode_utf8(&mut [0; 4]).bytes() {
            // Writing to a string cannot fail.
            let _ = write!(shown, "\\x{byte:02X}");
        }
    })
}

/// The output of a program, as [`text`]. Bytes that are not UTF-8 are unchanged.
#[must_use]
pub fn output(bytes: &[u8]) -> Vec<u8> {
    let parts = bytes.utf8_chunks();
    parts.flat_map(|part| [text(part.valid()).into_owned().into_bytes(), part.invalid().to_vec()]).flatten().collect()
}

/// A text of JSON with the same value, in which such a character is `\uNNNN`. They are in strings only.
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    replaced(text, |character, shown| {
        // As above. All of them have four digits.
        let _ = write!(shown, "\\u{:04x}", u32::from(character));
    })
}

fn replaced(text: &str, show: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_obeyed(character) { show(character, &mut shown) } else { shown.push(character) }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::{json, output, text};

    #[test]
    fn no_character_reaches_the_terminal_that_it_obeys() {
        for character in ('\0'..=char::MAX).filter(|character| character.is_control()) {
            let shown = text(character.encode_utf8(&mut [0; 4])).into_owned();
            assert_eq!(shown.contains(char::is_control), matches!(character, '\n' | '\t'), "{character:?}");
        }
        assert_eq!(text("a\x1b[2J\x07\r\u{9b}b\u{202e}c\td\n"), "a\\x1B[2J\\x07\\x0D\\xC2\\x9Bb\\xE2\\x80\\xAEc\td\n");
        assert_eq!(text("gr\u{fc}n \u{4e2d} \u{5d0} \\x1B"), "gr\u{fc}n \u{4e2d} \u{5d0} \\x1B");
        assert_eq!(output(b"a\xff\x1b\xc2\x9b\n"), b"a\xff\\x1B\\xC2\\x9B\n");
    }

    #[test]
    fn json_keeps_its_value() {
        let shown = json("{\"name\": \"a\u{7f}\u{9b}\u{202e}\"}\n").into_owned();
        assert_eq!(shown, "{\"name\": \"a\\u007f\\u009b\\u202e\"}\n");
    }
}
