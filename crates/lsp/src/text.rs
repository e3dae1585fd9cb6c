//! Positions in the text of a document.
//!
//! MLIR counts columns in bytes, from 1. The protocol counts them in units of UTF-16, from 0.

use serde::{Deserialize, Serialize};

/// The marker between the parts of a document. Upstream's server looks for the same bytes, wherever they are.
const MARKER: &str = "// -----";

/// A position: the line and the unit of UTF-16 in it, from 0.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The unit in the line.
    pub character: u32,
}

/// A range. The end is not in it.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Range {
    /// The first position.
    pub start: Position,
    /// The position after the last one.
    pub end: Position,
}

impl Range {
    /// Whether two ranges have a position in common, or touch.
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// A text with the positions of its lines.
pub struct Text<'t> {
    text: &'t str,
    /// The offset of each line.
    lines: Vec<usize>,
}

impl<'t> Text<'t> {
    /// Finds the lines.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(offset, _)| offset + 1);
        Self { text, lines: std::iter::once(0).chain(ends).collect() }
    }

    /// The position of an offset.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let line = self.lines.partition_point(|start| *start <= offset).saturating_sub(1);
        let units: usize = self.text[self.lines[line]..offset].chars().map(char::len_utf16).sum();
        Position { line: number(line), character: number(units) }
    }

    /// The range of offsets as positions.
    #[must_use]
    pub fn range(&self, range: std::ops::Range<usize>) -> Range {
        Range { start: self.position(range.start), end: self.position(range.end) }
    }

    /// The offset of a position. One after the end of its line is at the end.
    #[must_use]
    pub fn offset(&self, position: Position) -> usize {
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let Some(&start) = self.lines.get(line) else { return self.text.len() };
        let end = self.lines.get(line + 1).map_or(self.text.len(), |next| next - 1);
        let mut units = 0;
        let before = |(_, letter): &(usize, char)| {
            units += letter.len_utf16();
            units <= position.character as usize
        };
        let passed = self.text[start..end].char_indices().take_while(before).last();
        passed.map_or(start, |(offset, letter)| start + offset + letter.len_utf8())
    }

    /// The offset of a line and a column of MLIR in the part of the text that begins at `part`.
    #[must_use]
    pub fn offset_in_part(&self, part: usize, (line, column): (u64, u64)) -> usize {
        let first = self.lines.partition_point(|start| *start <= part).saturating_sub(1);
        let index = |number: u64| usize::try_from(number).unwrap_or(usize::MAX).saturating_sub(1);
        let start = match line {
            0 | 1 => part,
            _ => self.lines.get(first.saturating_add(index(line))).copied().unwrap_or(self.text.len()),
        };
        self.text.floor_char_boundary(start.saturating_add(index(column)).min(self.text.len()))
    }
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The parts of a document between its markers, with their offsets.
pub fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split(MARKER).map(move |part| {
        let at = start;
        start += part.len() + MARKER.len();
        (at, part)
    })
}

#[cfg(test)]
mod tests {
    use super::{Position, Text, parts};

    #[test]
    fn columns_are_units_of_utf16() {
        let text = Text::new("a\u{e9}\u{1f600}b\nc");
        let positions = [(0, 0), (1, 1), (3, 2), (7, 4), (8, 5)];
        for (offset, character) in positions {
            assert_eq!(text.position(offset), Position { line: 0, character });
            assert_eq!(text.offset(Position { line: 0, character }), offset);
        }
        assert_eq!(text.position(9), Position { line: 1, character: 0 });
        assert_eq!(text.offset(Position { line: 0, character: 99 }), 8);
        assert_eq!(text.offset(Position { line: 7, character: 0 }), 10);
    }

    #[test]
    fn parts_have_their_own_lines() {
        let content = "a\n// -----\nbc\n// ----- d";
        assert_eq!(parts(content).collect::<Vec<_>>(), [(0, "a\n"), (10, "\nbc\n"), (22, " d")]);
        let text = Text::new(content);
        assert_eq!(text.offset_in_part(10, (2, 2)), 12);
        assert_eq!(text.offset_in_part(22, (1, 2)), 23);
        assert_eq!(text.offset_in_part(22, (9, 9)), content.len());
    }
}
