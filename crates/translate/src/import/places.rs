//! Where the text defines functions.

use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::OnceCell;

/// A place in a text: line and column, from 1 on; both 0 for the text as a whole.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in bytes.
    pub column: usize,
}

/// Where each function is defined.
#[derive(Default)]
pub struct Places<'t> {
    /// In the order of the text.
    definitions: Vec<Definition<'t>>,
    /// The one behind the one that was asked for last.
    next: usize,
    /// The number of each by its name, once they are asked for in another order.
    numbers: OnceCell<FxHashMap<Cow<'t, [u8]>, usize>>,
}

struct Definition<'t> {
    name: Cow<'t, [u8]>,
    place: Place,
}

impl<'t> Places<'t> {
    /// Adds a function that is defined behind the others.
    pub fn add(&mut self, name: Cow<'t, [u8]>, place: Place) {
        self.definitions.push(Definition { name, place });
    }

    /// Where a function is defined. Mostly they are asked for in the order of the text, and then no table is needed.
    pub fn find(&mut self, name: &[u8]) -> Option<Place> {
        let is_next = self.definitions.get(self.next).is_some_and(|next| *next.name == *name);
        let number = if is_next { self.next } else { *self.numbers().get(name)? };
        self.next = number + 1;
        Some(self.definitions[number].place)
    }

    fn numbers(&self) -> &FxHashMap<Cow<'t, [u8]>, usize> {
        let names = || self.definitions.iter().map(|definition| definition.name.clone());
        self.numbers.get_or_init(|| names().zip(0..).collect())
    }
}

/// Lines of a text, counted on the way.
pub struct Lines<'t> {
    text: &'t [u8],
    /// Up to here.
    counted: usize,
    line: usize,
    /// Where the line begins.
    begin: usize,
}

impl<'t> Lines<'t> {
    /// At its begin.
    pub const fn of(text: &'t [u8]) -> Self {
        Self { text, counted: 0, line: 1, begin: 0 }
    }

    /// The place of a byte. Bytes are asked for in order.
    pub fn find(&mut self, byte: usize) -> Place {
        let between = &self.text[self.counted..byte];
        if let Some(last) = between.iter().rposition(|found| *found == b'\n') {
            self.line += between.iter().filter(|found| **found == b'\n').count();
            self.begin = self.counted + last + 1;
        }
        self.counted = byte;
        Place { line: self.line, column: byte - self.begin + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, Place, Places};

    #[test]
    fn places_are_found_in_any_order() {
        let text = b"a\n b\n\n  c";
        let mut lines = Lines::of(text);
        let mut places = Places::default();
        for (byte, name) in [(0, b"a"), (3, b"b"), (8, b"c")] {
            places.add(name.as_slice().into(), lines.find(byte));
        }
        let [a, b, c] = [(1, 1), (2, 2), (4, 3)].map(|(line, column)| Some(Place { line, column }));
        for (name, place) in [("a", a), ("b", b), ("c", c), ("a", a), ("d", None), ("b", b), ("b", b), ("c", c)] {
            assert_eq!(places.find(name.as_bytes()), place, "{name}");
        }
    }
}
