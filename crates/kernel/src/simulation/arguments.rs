//! The arguments of a launch, and which of them it reads.

use crate::id::ValueId;
use crate::limits;
use crate::value::masked;

/// The arguments of a launch.
#[derive(Copy, Clone, Debug)]
pub(super) struct Arguments {
    /// The value of every integer argument of at most 32 bits.
    pub number: u64,
    /// Whether arguments of 64 bits have this value, too. Otherwise each is an address of its own.
    pub has_wide: bool,
    /// One argument with another value.
    pub other: Option<(ValueId, u64)>,
    /// The grid, if that is chosen: the number of its clusters along each axis. Otherwise it has one, and requests to
    /// cancel others succeed all the same.
    pub clusters: Option<u64>,
}

impl Arguments {
    /// The requests to cancel that succeed; none in a grid of one cluster.
    pub fn requests(self) -> u64 {
        if self.clusters == Some(1) { 0 } else { self.number.min(limits::CANCELED) }
    }

    pub fn of(self, argument: ValueId, bits: u8) -> u64 {
        match bits {
            bits if let Some((_, number)) = self.other.filter(|(other, _)| *other == argument) => masked(number, bits),
            1 => 1,
            64 if !self.has_wide => (argument.index() as u64 + 1) << 32,
            bits => masked(self.number, bits),
        }
    }
}

/// The arguments that decide what is in shared memory, a bit each.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct DecidedMemory {
    /// How many bytes mbarriers expect.
    pub expected: u64,
    /// The numbers that threads have stored.
    pub stored: u64,
    /// Those that were stored when threads have loaded one.
    pub loaded: u64,
}

/// The arguments whose values a launch has read. If there are none, it is the same with other arguments.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct ReadArguments {
    /// Those of at most 32 bits.
    pub narrow: bool,
    /// Those of 64 bits.
    pub wide: bool,
    /// Responses to requests to cancel, which no argument decides.
    pub responses: bool,
}

impl ReadArguments {
    pub const NONE: Self = Self { narrow: false, wide: false, responses: false };

    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// With an argument of that many bits, too.
    pub const fn and(self, bits: u8) -> Self {
        if bits > 32 { Self { wide: true, ..self } } else { Self { narrow: true, ..self } }
    }

    /// With responses, too.
    pub const fn and_responses(self) -> Self {
        Self { responses: true, ..self }
    }

    /// Those of both.
    pub const fn or(self, other: Self) -> Self {
        Self {
            narrow: self.narrow || other.narrow,
            wide: self.wide || other.wide,
            responses: self.responses || other.responses,
        }
    }
}
