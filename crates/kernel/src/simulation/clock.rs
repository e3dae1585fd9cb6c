//! What a warp knows of the past: vector clocks.
//!
//! An access is known to a warp if it has certainly happened before. The time of a warp is the number of its releases.
//! An asynchronous operation is known once a wait for it has ended.

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

/// The threads of a warp that execute an instruction.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Issuer {
    /// The number of the warp among those of all CTAs.
    pub warp: usize,
    /// Whether they are all that have not ended. What some of them tell others is told for some, too: for those that
    /// access memory on their own.
    pub is_whole: bool,
}

impl Issuer {
    /// Where the times of a clock have its own.
    const fn index(self) -> usize {
        2 * self.warp + self.is_whole as usize
    }
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

    /// Whether what is ordered after this access is ordered after an earlier one of the same warp, too.
    pub const fn covers(self, earlier: Self) -> bool {
        match (self, earlier) {
            (Self::Warp(one, _), Self::Warp(two, _)) => one.is_whole || !two.is_whole,
            _ => true,
        }
    }
}

/// What has certainly happened.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Clock {
    /// For each warp, two times: up to which some of its threads have executed everything, and up to which all have.
    executed: Vec<u32>,
    /// The same for what precedes this point in causality order: relaxed operations order execution and not memory.
    ordered: Vec<u32>,
    /// The same for what the async proxy sees: what threads have written before a fence of the proxy.
    visible_to_async_proxy: Vec<u32>,
    /// Asynchronous operations that are complete, a bit each.
    complete: Vec<u64>,
}

impl Clock {
    pub fn join(&mut self, other: &Self) {
        self.join_time(other);
        join(&mut self.ordered, &other.ordered);
        join(&mut self.visible_to_async_proxy, &other.visible_to_async_proxy);
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
        join(&mut self.executed, &other.executed);
    }

    /// The same times, and what a fence has made visible.
    pub fn relaxed(&self, fenced: &Self) -> Self {
        Self { executed: self.executed.clone(), ..fenced.clone() }
    }

    /// Whether all that the other clock says of other warps than this one has been executed before this point.
    pub fn has_all_of(&self, other: &Self, warp: usize) -> bool {
        let times = other.executed.iter().enumerate();
        times.filter(|(of, _)| *of / 2 != warp).all(|(of, time)| self.executed.get(of).copied().unwrap_or(0) >= *time)
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
            Access::Warp(issuer, at) => self.executed.get(issuer.index()).is_some_and(|time| *time >= at),
            Access::Asynchronous(_) => self.knows(access),
        }
    }

    /// Whether an access precedes this point in causality order (PTX ISA 8.9): what it has written is visible to
    /// threads.
    pub fn knows(&self, access: Access) -> bool {
        match access {
            Access::Warp(issuer, at) => self.ordered.get(issuer.index()).is_some_and(|time| *time >= at),
            Access::Asynchronous(operation) => {
                self.complete.get(operation.word()).is_some_and(|word| word & operation.bit() != 0)
            }
        }
    }

    /// Whether the async proxy sees what an access has written.
    pub fn is_visible(&self, access: Access) -> bool {
        match access {
            Access::Warp(issuer, at) => self.visible_to_async_proxy.get(issuer.index()).is_some_and(|time| *time >= at),
            Access::Asynchronous(_) => true,
        }
    }

    /// A fence of the async proxy: it sees all that is known.
    pub fn fence(&mut self, known: &Self) {
        join(&mut self.visible_to_async_proxy, &known.ordered);
    }

    pub fn complete(&mut self, operation: Operation) {
        *word(&mut self.complete, operation.word()) |= operation.bit();
    }

    /// The time of a warp: all before it has been executed.
    pub fn set_time(&mut self, warp: usize, time: u32) {
        for is_whole in [false, true] {
            self.set_time_of(Issuer { warp, is_whole }, time);
        }
    }

    pub fn set_time_of(&mut self, issuer: Issuer, time: u32) {
        for times in [&mut self.ordered, &mut self.executed] {
            if times.len() <= issuer.index() {
                times.resize(issuer.index() + 1, 0);
            }
            if let Some(slot) = times.get_mut(issuer.index()) {
                *slot = time;
            }
        }
    }

    /// The time up to which threads have executed what precedes this point in causality order.
    pub fn ordered_time(&self, issuer: Issuer) -> u32 {
        self.ordered.get(issuer.index()).copied().unwrap_or(0)
    }
}

/// The later ones of the times.
fn join(times: &mut Vec<u32>, others: &[u32]) {
    if times.len() < others.len() {
        times.resize(others.len(), 0);
    }
    for (time, other) in times.iter_mut().zip(others) {
        *time = (*time).max(*other);
    }
}
