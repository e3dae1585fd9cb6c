//! The positions at which a text defines symbols, and states its target.

use melior::Context;
use melior::ir::Location;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::OnceCell;

use crate::machine::MachineStatement;

/// A position in a text: line and column, from 1 on; both 0 for the whole text.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in bytes.
    pub column: usize,
}

impl Position {
    /// The location of this position in a file.
    pub fn in_file<'c>(self, context: &'c Context, name: &str) -> Location<'c> {
        Location::new(context, name, self.line, self.column)
    }
}

/// The position of the definition of each function.
#[derive(Default)]
pub struct DefinitionPositions<'t> {
    /// Where the annotations begin.
    pub annotations: Option<Position>,
    /// The last statement of each kind is the one that counts.
    machine: Vec<(MachineStatement, Position)>,
    /// In the order of the text.
    definitions: Vec<Definition<'t>>,
    /// The definition after the one that was last found.
    next: usize,
    /// The number of each definition by its name. It is made when a look-up is not in the order of the text.
    numbers: OnceCell<FxHashMap<Cow<'t, [u8]>, usize>>,
}

struct Definition<'t> {
    name: Cow<'t, [u8]>,
    position: Position,
}

impl<'t> DefinitionPositions<'t> {
    /// Adds a function that is defined after the others.
    pub fn add(&mut self, name: Cow<'t, [u8]>, position: Position) {
        self.definitions.push(Definition { name, position });
    }

    /// Adds what the text states of the machine.
    pub fn add_machine(&mut self, statement: MachineStatement, position: Position) {
        self.machine.push((statement, position));
    }

    /// Where the text states that of the machine.
    #[must_use]
    pub fn machine(&self, statement: MachineStatement) -> Option<Position> {
        let found = self.machine.iter().rfind(|(stated, _)| *stated == statement);
        found.map(|(_, position)| *position)
    }

    /// The position of a definition. Most look-ups are in the order of the text and need no table.
    pub fn find(&mut self, name: &[u8]) -> Option<Position> {
        let is_next = self.definitions.get(self.next).is_some_and(|next| *next.name == *name);
        let number = if is_next { self.next } else { *self.numbers().get(name)? };
        self.next = number + 1;
        Some(self.definitions[number].position)
    }

    fn numbers(&self) -> &FxHashMap<Cow<'t, [u8]>, usize> {
        let names = || self.definitions.iter().map(|definition| definition.name.clone());
        self.numbers.get_or_init(|| names().zip(0..).collect())
    }
}

/// Counts the lines of a text.
pub struct LineCounter<'t> {
    text: &'t [u8],
    /// The number of bytes that are counted.
    counted: usize,
    line: usize,
    /// The start of the line.
    start: usize,
}

impl<'t> LineCounter<'t> {
    /// A counter at the start of the text.
    pub const fn of(text: &'t [u8]) -> Self {
        Self { text, counted: 0, line: 1, start: 0 }
    }

    /// The position of a byte. Takes linear time if the bytes are looked up in order.
    pub fn find(&mut self, byte: usize) -> Position {
        if byte < self.counted {
            *self = Self::of(self.text);
        }
        let byte = byte.min(self.text.len());
        let between = &self.text[self.counted..byte];
        if let Some(last) = between.iter().rposition(|found| *found == b'\n') {
            self.line += between.iter().filter(|found| **found == b'\n').count();
            self.start = self.counted + last + 1;
        }
        self.counted = byte;
        Position { line: self.line, column: byte - self.start + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::{DefinitionPositions, LineCounter, Position};

    #[test]
    fn positions_are_found_in_any_order() {
        let text = b"a\n b\n\n  c";
        let mut lines = LineCounter::of(text);
        let mut positions = DefinitionPositions::default();
        for (byte, name) in [(0, b"a"), (3, b"b"), (8, b"c")] {
            positions.add(name.as_slice().into(), lines.find(byte));
        }
        let [a, b, c] = [(1, 1), (2, 2), (4, 3)].map(|(line, column)| Some(Position { line, column }));
        for (name, position) in [("a", a), ("b", b), ("c", c), ("a", a), ("d", None), ("b", b), ("b", b), ("c", c)] {
            assert_eq!(positions.find(name.as_bytes()), position, "{name}");
        }
    }
}
