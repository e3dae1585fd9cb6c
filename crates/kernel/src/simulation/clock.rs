//! What a warp knows of the past: vector clocks.
//!
//! An access is known to a warp if it has certainly happened before. Each warp counts the times that it has told others what it
//! knows. An asynchronous operation is known once a wait for it has ended.

/// An asynchronous operation.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(super) struct Operation(pub u32);

/// An access to memory.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Access {
    /// Of a warp, at its time.
    Warp(usize, u32),
    /// Of an asynchronous operation.
    Asynchronous(Operation),
}

/// What has certainly happened.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Clock {
    /// For each warp, the time up to which everything is known.
    times: Vec<u32>,
    /// Asynchronous operations that are complete, a bit each.
    complete: Vec<u64>,
}

impl Clock {
    pub fn join(&mut self, other: &Self) {
        if self.times.len() < other.times.len() {
            self.times.resize(other.times.len(), 0);
        }
        for (time, other) in self.times.iter_mut().zip(&other.times) {
            *time = (*time).max(*other);
        }
        if self.complete.len() < other.complete.len() {
            self.complete.resize(other.complete.len(), 0);
        }
        for (word, other) in self.complete.iter_mut().zip(&other.complete) {
            *word |= other;
        }
    }

    pub fn knows(&self, access: Access) -> bool {
        match access {
            Access::Warp(warp, at) => self.times.get(warp).is_some_and(|time| *time >= at),
            Access::Asynchronous(operation) => {
                self.complete.get(operation.0 as usize / 64).is_some_and(|word| word >> (operation.0 % 64) & 1 == 1)
            }
        }
    }

    pub fn complete(&mut self, operation: Operation) {
        let word = operation.0 as usize / 64;
        if self.complete.len() <= word {
            self.complete.resize(word + 1, 0);
        }
        if let Some(word) = self.complete.get_mut(word) {
            *word |= 1 << (operation.0 % 64);
        }
    }

    pub fn set_time(&mut self, warp: usize, time: u32) {
        if self.times.len() <= warp {
            self.times.resize(warp + 1, 0);
        }
        if let Some(slot) = self.times.get_mut(warp) {
            *slot = time;
        }
    }
}
