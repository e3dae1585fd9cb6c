//! What one value is in each lane of a warp.

use std::rc::Rc;

/// The lanes of a warp.
pub(super) const LANES: usize = 32;

/// A number for each lane; none where it is not known.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) enum LaneValues {
    /// The same in all lanes.
    Same(Option<u64>),
    /// By the number of the lane.
    Each(Rc<[Option<u64>; LANES]>),
}

impl LaneValues {
    pub const UNKNOWN: Self = Self::Same(None);

    pub fn from_fn(number: impl FnMut(usize) -> Option<u64>) -> Self {
        let numbers: [Option<u64>; LANES] = std::array::from_fn(number);
        match numbers.first() {
            Some(first) if numbers.iter().all(|number| number == first) => Self::Same(*first),
            _ => Self::Each(Rc::new(numbers)),
        }
    }

    /// A number for each one.
    pub fn map(&self, mut number: impl FnMut(Option<u64>) -> Option<u64>) -> Self {
        match self {
            Self::Same(same) => Self::Same(number(*same)),
            Self::Each(numbers) => Self::from_fn(|lane| number(numbers.get(lane).copied().flatten())),
        }
    }

    /// A number for each one and that of another value in the same lane.
    pub fn zip(&self, other: &Self, mut number: impl FnMut(Option<u64>, Option<u64>) -> Option<u64>) -> Self {
        match (self, other) {
            (Self::Same(one), Self::Same(two)) => Self::Same(number(*one, *two)),
            _ => Self::from_fn(|lane| number(self.get(lane), other.get(lane))),
        }
    }

    pub fn get(&self, lane: usize) -> Option<u64> {
        match self {
            Self::Same(number) => *number,
            Self::Each(numbers) => numbers.get(lane).copied().flatten(),
        }
    }

    /// The number that all lanes of a mask have.
    pub fn same_in(&self, mask: u32) -> Option<u64> {
        let mut numbers = lanes(mask).map(|lane| self.get(lane));
        let first = numbers.next()??;
        numbers.all(|number| number == Some(first)).then_some(first)
    }

    /// Whether two lanes of a mask certainly have different numbers.
    pub fn differ_in(&self, mask: u32) -> bool {
        let mut numbers = lanes(mask).filter_map(|lane| self.get(lane));
        numbers.next().is_some_and(|first| numbers.any(|number| number != first))
    }

    /// The numbers of another value in the lanes of a mask, and its own in the others.
    pub fn with(&self, mask: u32, other: &Self) -> Self {
        if self == other {
            return self.clone();
        }
        Self::from_fn(|lane| if mask >> lane & 1 == 1 { other.get(lane) } else { self.get(lane) })
    }
}

/// The lanes of a mask, ascending.
pub(super) fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..LANES).filter(move |lane| mask >> lane & 1 == 1)
}
