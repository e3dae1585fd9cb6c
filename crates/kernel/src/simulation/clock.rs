//! What a warp knows of the past: vector clocks.
//!
//! An access is known to a warp if it has certainly happened before. The time of a warp is the number of its releases.
//! An asynchronous operation is known once a wait for it has ended.

use super::lane_times::{LaneTimes, WarpTimes};
use super::lanes::lanes;

/// An asynchronous operation.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub(super) struct Operation(pub u32);

impl Operation {
    /// Which word of a set has its bit.
    const fn word(self) -> usize {
        self.0 as usize / 64
    }

    const fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }
}

/// A set of asynchronous operations.
#[derive(Clone, Debug, Default)]
pub(super) struct Operations(Vec<u64>);

impl Operations {
    pub fn insert(&mut self, operation: Operation) {
        *word(&mut self.0, operation.word()) |= operation.bit();
    }
}

/// A word of a set, which grows to have it.
fn word(words: &mut Vec<u64>, index: usize) -> &mut u64 {
    if words.len() <= index {
        words.resize(index + 1, 0);
    }
    &mut words[index]
}

/// Threads of a warp that execute an instruction.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Issuer {
    /// The number of the warp among those of all CTAs.
    pub warp: usize,
    /// The lanes.
    pub lanes: u32,
}

/// An access to memory.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Access {
    /// Of threads of a warp, at its time.
    Warp(Issuer, u32),
    /// Of an asynchronous operation.
    Asynchronous(Operation),
}

impl Access {
    /// Whether both are of one warp, or of one operation.
    pub fn is_of_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Warp(one, _), Self::Warp(two, _)) => one.warp == two.warp,
            _ => self == other,
        }
    }

    /// Leaves the lanes that have no part in a later access of the warp. Whether there are some.
    pub const fn leave(&mut self, later: Self) -> bool {
        match (self, later) {
            (Self::Warp(issuer, _), Self::Warp(later, _)) => {
                issuer.lanes &= !later.lanes;
                issuer.lanes != 0
            }
            _ => false,
        }
    }
}

/// What has certainly happened.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Clock {
    /// For each warp, the time up to which its lanes have executed everything.
    executed: WarpTimes,
    /// The same for what precedes this point in causality order: relaxed operations order execution and not memory.
    ordered: WarpTimes,
    /// The same for what the async proxy sees: what threads have written before a fence of the proxy.
    visible_to_async_proxy: WarpTimes,
    /// Asynchronous operations that are complete, a bit each.
    complete: Vec<u64>,
}

impl Clock {
    pub fn join(&mut self, other: &Self) {
        self.join_time(other);
        self.ordered.join(&other.ordered);
        self.visible_to_async_proxy.join(&other.visible_to_async_proxy);
        for (index, other) in other.complete.iter().enumerate() {
            *word(&mut self.complete, index) |= other;
        }
    }

    /// Knows which of some asynchronous operations are complete, as far as the other clock knows.
    pub fn join_complete(&mut self, other: &Self, of: &Operations) {
        for (index, (other, of)) in other.complete.iter().zip(&of.0).enumerate() {
            *word(&mut self.complete, index) |= other & of;
        }
    }

    /// Knows that what the other clock knows has happened, and sees nothing of it.
    pub fn join_time(&mut self, other: &Self) {
        self.executed.join(&other.executed);
    }

    /// The same times, and what a fence has made visible.
    pub fn relaxed(&self, fenced: &Self) -> Self {
        Self { executed: self.executed.clone(), ..fenced.clone() }
    }

    /// Whether all that the other clock says of other warps than this one has been executed before this point.
    pub fn has_all_of(&self, other: &Self, warp: usize) -> bool {
        self.executed.covers_all_but(warp, &other.executed)
    }

    /// Whether all that the other clock says of other warps than this one, and of asynchronous operations, has happened
    /// before this point.
    pub fn follows(&self, other: &Self, warp: usize) -> bool {
        let complete = |(index, of): (usize, &u64)| self.complete.get(index).copied().unwrap_or(0) & of == *of;
        self.has_all_of(other, warp) && other.complete.iter().enumerate().all(complete)
    }

    /// Whether an access was executed before this point, even if only relaxed operations say so.
    pub fn has_happened(&self, access: Access) -> bool {
        match access {
            Access::Warp(issuer, at) => self.executed.covers(issuer.warp, issuer.lanes, at),
            Access::Asynchronous(_) => self.knows(access),
        }
    }

    /// Whether these asynchronous operations are complete.
    pub fn knows_all(&self, operations: &Operations) -> bool {
        let known = |index| self.complete.get(index).copied().unwrap_or(0);
        operations.0.iter().enumerate().all(|(index, word)| word & !known(index) == 0)
    }

    /// Whether an access precedes this point in causality order (PTX ISA 8.9): what it has written is visible to
    /// threads.
    pub fn knows(&self, access: Access) -> bool {
        match access {
            Access::Warp(issuer, at) => self.ordered.covers(issuer.warp, issuer.lanes, at),
            Access::Asynchronous(operation) => {
                self.complete.get(operation.word()).is_some_and(|word| word & operation.bit() != 0)
            }
        }
    }

    /// The same for what one of its lanes, or more, have done.
    pub fn knows_of_one(&self, access: Access) -> bool {
        match access {
            Access::Warp(Issuer { warp, lanes: mask }, at) => {
                self.knows(access) || lanes(mask).any(|lane| self.ordered.covers(warp, 1 << lane, at))
            }
            Access::Asynchronous(_) => self.knows(access),
        }
    }

    /// Whether the async proxy sees what an access has written.
    pub fn is_visible(&self, access: Access) -> bool {
        match access {
            Access::Warp(issuer, at) => self.visible_to_async_proxy.covers(issuer.warp, issuer.lanes, at),
            Access::Asynchronous(_) => true,
        }
    }

    /// A fence of the async proxy: it sees all that is known.
    pub fn fence(&mut self, known: &Self) {
        self.visible_to_async_proxy.join(&known.ordered);
    }

    pub fn complete(&mut self, operation: Operation) {
        *word(&mut self.complete, operation.word()) |= operation.bit();
    }

    /// What is known of a warp itself.
    pub fn set_times(&mut self, warp: usize, known: &LaneTimes) {
        self.ordered.set(warp, known);
        self.executed.set(warp, known);
    }

    /// The times up to which what lanes of a warp have done precedes this point in causality order.
    pub fn ordered_times(&self, warp: usize) -> LaneTimes {
        self.ordered.of(warp)
    }
}
