//! Changes text token by token, so that the result is often still valid.
//!
//! Accepts any bytes. Guarantees that the same text, donors and numbers give the same text. Leaves out on purpose:
//! the meaning of tokens; the result can be valid or not.

use crate::FuzzTarget;
use std::ops::Range;
use std::sync::OnceLock;
use tileiras_test_support::rng::Rng;

/// Numbers at or next to typical limits.
const NUMBERS: [&str; 18] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "8",
    "16",
    "32",
    "64",
    "128",
    "1024",
    "65535",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "18446744073709551616",
];

/// The tokens of a text: runs of letters and digits, strings, white space, other characters one by one.
pub fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let run = |belongs: fn(&u8) -> bool| rest.iter().take_while(|byte| belongs(byte)).count();
        let length = match rest[0] {
            b'"' => {
                let line = &rest[1..rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()).max(1)];
                line.iter().position(|byte| *byte == b'"').map_or(1, |end| end + 2)
            }
            byte if is_word(&byte) => run(is_word),
            byte if byte.is_ascii_whitespace() => run(u8::is_ascii_whitespace),
            _ => 1,
        };
        found.push(start..start + length);
        start += length;
    }
    found
}

const fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// A text with one to four changes. New tokens come from the text and from the donors.
pub fn text(text: &[u8], donors: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut text = text.to_vec();
    let more = if rng.percent(50) { 0 } else { rng.below(4) };
    for _ in 0..=more {
        text = change(&text, donors, rng);
    }
    text
}

fn change(text: &[u8], donors: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return donors.first().cloned().unwrap_or_default();
    }
    let some = |rng: &mut Rng| tokens[rng.below(tokens.len())].clone();
    let mut range = some(rng);
    let new = match rng.below(12) {
        // Remove one token, or several.
        0 => Vec::new(),
        1 => {
            range.end = tokens
                [(tokens.partition_point(|token| token.start <= range.start) + rng.below(6)).min(tokens.len()) - 1]
                .end;
            Vec::new()
        }
        // Repeat the token.
        2 => text[range.clone()].repeat(2),
        // Replace it by a token of the text, or by tokens of a donor.
        3 | 4 => text[some(rng)].to_vec(),
        5 | 6 if !donors.is_empty() => piece(&donors[rng.below(donors.len())], rng),
        // Replace a number.
        7 | 8 => {
            let numbers: Vec<_> = tokens.iter().filter(|token| text[token.start].is_ascii_digit()).collect();
            if !numbers.is_empty() {
                range = numbers[rng.below(numbers.len())].clone();
            }
            rng.pick(&NUMBERS).as_bytes().to_vec()
        }
        // Repeat or remove a line, or insert a line of a donor.
        9 => {
            range = line(text, range.start);
            text[range.clone()].repeat(if rng.percent(50) { 2 } else { 0 })
        }
        10 if !donors.is_empty() => {
            let donor = &donors[rng.below(donors.len())];
            let at = rng.below(donor.len().max(1));
            range.start = line(text, range.start).start;
            range.end = range.start;
            donor[line(donor, at)].to_vec()
        }
        // Replace a byte.
        _ => {
            let mut new = text[range.clone()].to_vec();
            let at = rng.below(new.len());
            new[at] = rng.next() as u8;
            new
        }
    };
    [&text[..range.start], &new, &text[range.end..]].concat()
}

/// One to eight tokens.
fn piece(donor: &[u8], rng: &mut Rng) -> Vec<u8> {
    let tokens = tokens(donor);
    let Some(last) = tokens.len().checked_sub(1) else { return Vec::new() };
    let first = rng.below(tokens.len());
    donor[tokens[first].start..tokens[(first + rng.below(8)).min(last)].end].to_vec()
}

/// The line that a byte is on, with its end.
fn line(text: &[u8], at: usize) -> Range<usize> {
    let at = at.min(text.len());
    let start = text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |index| index + 1);
    let end = text[at..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |index| at + index + 1);
    start..end
}

/// A mutator for libFuzzer: changes the first `size` bytes of `data`, and returns the new size, which is at most
/// `most`. Uses `other`, the mutator of libFuzzer, for a quarter of the inputs, else [`text`] with the seeds of the
/// target as donors.
pub fn or_else(
    target: &FuzzTarget,
    data: &mut [u8],
    size: usize,
    most: usize,
    seed: u32,
    other: impl FnOnce(&mut [u8], usize, usize) -> usize,
) -> usize {
    // A fuzzer process has one target.
    static DONORS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    let mut rng = Rng::new(seed.into());
    if rng.percent(25) {
        return other(data, size, most);
    }
    let new = text(&data[..size], DONORS.get_or_init(target.seeds), &mut rng);
    let size = new.len().min(most).min(data.len());
    data[..size].copy_from_slice(&new[..size]);
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_cover_the_text() {
        let text = b"llvm.func @k() {a = \"x y\", b = \"not ended\n} \x00\xff\n\"";
        let tokens = tokens(text);
        assert_eq!(tokens.iter().flat_map(Clone::clone).collect::<Vec<_>>(), (0..text.len()).collect::<Vec<_>>());
        assert!(tokens.iter().any(|token| &text[token.clone()] == b"\"x y\""));
        assert!(tokens.iter().any(|token| &text[token.clone()] == b"llvm.func"));
    }

    #[test]
    fn the_same_numbers_make_the_same_text() {
        let donors = [b"one two\nthree 4".to_vec()];
        for seed in 0..500 {
            let made = |seed| text(b"a 1, b \"2\"\nc {}", &donors, &mut Rng::new(seed));
            assert_eq!(made(seed), made(seed));
        }
        assert_ne!(text(b"a b", &donors, &mut Rng::new(1)), text(b"a b", &donors, &mut Rng::new(2)));
    }
}
