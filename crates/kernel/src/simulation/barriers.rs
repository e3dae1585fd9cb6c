//! Barriers of the CTA and mbarriers, as a launch uses them.

use std::collections::BTreeMap;

use super::clock::{Access, Clock, Operation};
use crate::id::InstId;

/// Which barrier: that of the cluster, or one of a CTA by the rank of the CTA and its own id.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum BarrierId {
    Cluster,
    Cta { rank: u32, id: u64 },
}

/// A barrier of a CTA, or of the cluster.
#[derive(Clone, Debug, Default)]
pub(super) struct Barrier {
    /// The threads that its phase counts; none before the first one arrives, or if it counts all threads.
    pub count: Option<Option<u64>>,
    /// The warps that have arrived.
    pub arrived: Vec<usize>,
    /// The number of phases that are complete.
    pub phase: u64,
    /// What the threads know that have arrived.
    arriving: Clock,
    /// What a thread knows that is past a phase.
    pub told: Clock,
}

impl Barrier {
    /// A warp arrives. `count`: the threads that it waits for; none for all that have not ended, `whole` when the
    /// launch begins. None if other warps wait for another number.
    pub fn arrive(&mut self, warp: usize, (count, whole): (Option<u64>, u64), clock: &Clock) -> Option<()> {
        let known = self.count.get_or_insert(count);
        if *known != count {
            if known.unwrap_or(whole) != count.unwrap_or(whole) {
                return None;
            }
            *known = None;
        }
        self.arrived.push(warp);
        self.arriving.join(clock);
        Some(())
    }

    /// The threads that have arrived.
    pub fn threads(&self) -> u64 {
        self.arrived.len() as u64 * 32
    }

    /// Whether enough warps have come. `alive`: those that can still come, and those that have.
    pub fn is_complete(&self, alive: &[usize]) -> bool {
        match self.count {
            None => false,
            Some(Some(count)) => self.threads() >= count,
            Some(None) => alive.iter().all(|warp| self.arrived.contains(warp)),
        }
    }

    /// Begins the next phase. `ended`: what the warps that have ended have known. That they have ended orders execution
    /// at a barrier of all threads, and makes nothing visible.
    pub fn complete<'c>(&mut self, ended: impl Iterator<Item = &'c Clock>) {
        self.told.join(&std::mem::take(&mut self.arriving));
        if self.count == Some(None) {
            ended.for_each(|clock| self.told.join_time(clock));
        }
        self.arrived.clear();
        (self.count, self.phase) = (None, self.phase + 1);
    }
}

/// The phase that a wait for an mbarrier names.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(super) enum Until {
    /// The last one with this parity.
    Parity(u64),
    /// That of an arrival, by its number.
    Phase(u64),
}

/// The bytes that expect-tx operations expect, and those of copies; each none if it is not known.
#[derive(Copy, Clone, Debug)]
struct Bytes {
    expected: Option<u64>,
    copied: Option<u64>,
}

impl Bytes {
    const NONE: Self = Self { expected: Some(0), copied: Some(0) };

    fn expect(&mut self, bytes: Option<u64>) {
        self.expected = sum(self.expected, bytes);
    }

    fn copy(&mut self, bytes: Option<u64>) {
        self.copied = sum(self.copied, bytes);
    }
}

/// An mbarrier.
#[derive(Clone, Debug)]
pub(super) struct Mbarrier {
    /// Who has initialised it, and when.
    pub initialised: Access,
    /// The last time that each warp has used it.
    pub uses: BTreeMap<usize, u32>,
    /// The arrivals that complete a phase.
    pub count: u64,
    /// Those that are missing in this phase.
    pub pending: u64,
    /// The number of phases that are complete.
    pub phase: u64,
    /// Whether this phase expects bytes.
    expects: bool,
    /// The bytes of this phase.
    bytes: Bytes,
    /// All bytes since the initialisation.
    bytes_in_all: Bytes,
    /// The last instruction that expected bytes, and how often it had been executed before.
    expects_at: Option<(InstId, u32)>,
    /// Whether the first copies together have had the expected bytes.
    is_balanced: bool,
    /// What completes bytes in this phase.
    copies: Vec<Operation>,
    arriving: Clock,
    /// What a thread knows that has waited.
    pub told: Clock,
}

impl Mbarrier {
    pub fn new(count: u64, initialised: Access) -> Self {
        let (arriving, told) = (Clock::default(), Clock::default());
        let (expects, bytes, bytes_in_all, expects_at) = (false, Bytes::NONE, Bytes::NONE, None);
        let (is_balanced, copies) = (false, Vec::new());
        let (pending, phase) = (count, 0);
        let uses = BTreeMap::new();
        Self {
            initialised,
            uses,
            count,
            pending,
            phase,
            expects,
            bytes,
            bytes_in_all,
            expects_at,
            is_balanced,
            copies,
            arriving,
            told,
        }
    }

    /// Whether a phase is complete. Before the first phase, one with an odd parity counts as complete.
    pub fn is_past(&self, until: Until) -> bool {
        match until {
            Until::Parity(parity) => self.phase & 1 != parity & 1,
            Until::Phase(phase) => self.phase > phase,
        }
    }

    /// An instruction that had been executed so often expects bytes.
    pub fn expect(&mut self, bytes: Option<u64>, at: (InstId, u32)) {
        (self.expects, self.expects_at) = (true, Some(at));
        self.bytes.expect(bytes);
        self.bytes_in_all.expect(bytes);
    }

    /// All bytes that were expected and all that were copied, if the copies have more: the last expectation, and both.
    pub fn surplus(&self) -> Option<((InstId, u32), u64, u64)> {
        let (expected, copied) = (self.bytes_in_all.expected?, self.bytes_in_all.copied?);
        (copied > expected).then_some((self.expects_at?, expected, copied))
    }

    /// Who waits for this phase knows that these copies are complete.
    pub fn complete_copies(&mut self, copies: &[Operation]) {
        copies.iter().for_each(|&copy| self.arriving.complete(copy));
    }

    /// Whether copies can still complete bytes, as far as this clock knows.
    pub fn has_copies_after(&self, clock: &Clock) -> bool {
        self.copies.iter().any(|&copy| !clock.knows(Access::Asynchronous(copy)))
    }

    /// The bytes of a copy will complete in this phase.
    pub fn copy(&mut self, operation: Operation, bytes: Option<u64>) {
        self.copies.push(operation);
        self.bytes.copy(bytes);
        self.bytes_in_all.copy(bytes);
        self.is_balanced |= self.expects && self.bytes.copied == self.bytes.expected;
    }

    /// The bytes that are expected and those of the copies, if they are known and differ: the phase does not complete.
    /// Copies that are issued too early, after those that are expected, do not hold it up.
    pub fn unbalanced(&self) -> Option<(u64, u64)> {
        let (expected, copied) = (self.bytes.expected?, self.bytes.copied?);
        let differs = expected != copied && copied != 0 && !self.is_balanced;
        (self.expects && self.pending == 0 && differs).then_some((expected, copied))
    }

    /// One arrival fewer completes the next phases, and this one if it has just begun. None if there is none.
    pub fn drop_arrival(&mut self) -> Option<()> {
        if self.pending == self.count {
            self.pending = self.pending.checked_sub(1)?;
        }
        self.count = self.count.checked_sub(1)?;
        Some(())
    }

    /// What has arrived knows of the clock.
    pub fn arrive(&mut self, mut arrivals: u64, clock: &Clock) {
        self.arriving.join(clock);
        while arrivals > 0 && self.count > 0 {
            let counted = arrivals.min(self.pending);
            self.pending -= counted;
            arrivals -= counted;
            let has_bytes = self.expects && self.bytes.expected != Some(0) || !self.copies.is_empty();
            if self.pending > 0 || has_bytes {
                break;
            }
            self.complete();
        }
    }

    /// The first copy that has not completed, if nothing else is missing in this phase.
    pub fn waits_for_copy(&self) -> Option<Operation> {
        let is_left = self.pending == 0 && self.count > 0 && self.unbalanced().is_none();
        self.copies.first().copied().filter(|_| is_left)
    }

    /// Begins the next phase. If nothing has expected the bytes of the copies, they do not hold up the phase.
    pub fn complete(&mut self) {
        if self.expects {
            self.copies.iter().for_each(|&copy| self.arriving.complete(copy));
        }
        self.told.join(&std::mem::take(&mut self.arriving));
        self.copies.clear();
        (self.expects, self.bytes, self.is_balanced) = (false, Bytes::NONE, false);
        (self.pending, self.phase) = (self.count, self.phase + 1);
    }
}

/// The sum of two numbers; none if one of them is not known.
fn sum(one: Option<u64>, two: Option<u64>) -> Option<u64> {
    one?.checked_add(two?)
}
