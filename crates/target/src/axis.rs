//! The axes of a block, a cluster or a grid.

use std::fmt;

/// An axis of a block, a cluster or a grid.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Axis {
    /// The first axis.
    X,
    /// The second axis.
    Y,
    /// The third axis.
    Z,
}

impl Axis {
    /// All axes, in order.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// The position of the axis in [`Axis::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `x`, `y` or `z`.
    pub const fn letter(self) -> &'static str {
        ["x", "y", "z"][self.index()]
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}
