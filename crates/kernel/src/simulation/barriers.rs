//! Barriers of the CTA and mbarriers, as a launch uses them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::clock::{Access, Clock, Issuer, Operation, Operations};
use super::lanes::LaneValues;
use crate::execution::ContextId;
use crate::id::{BlockId, InstId, ValueId};

/// Consecutive tests of mbarriers at one program point with one result.
#[derive(Clone, Debug)]
pub(super) struct EqualTests {
    pub at: (ContextId, BlockId, usize),
    pub waits: Vec<(u64, Until)>,
    /// The lanes for which they were true.
    pub past: u32,
    /// Whether the threads have done something between them that others can see, or that waits for others.
    pub has_effects: bool,
    /// What the frames had at the last test; empty after the first one.
    pub values: Vec<FxHashMap<ValueId, LaneValues>>,
}

/// The tests of mbarriers by a group of lanes.
#[derive(Clone, Debug, Default)]
pub(super) struct MbarrierTests {
    /// The last ones at one program point.
    pub last: Option<EqualTests>,
    /// Whether it tests again what its last tests have told, and may stop to: a loop that counts its rounds.
    pub polls: bool,
    /// The phases, each of the mbarrier at an address, for which a test was made false although they are complete, and
    /// none has succeeded since.
    pub forced_false: BTreeSet<(u64, Until)>,
    /// Whether it has waited for a time at a test of an mbarrier, which can be false now.
    pub has_waited: bool,
}

/// The bytes of an mbarrier.
pub(super) const MBARRIER_BYTES: u64 = 8;

/// Which barrier: that of the cluster, or one of a CTA by the rank of the CTA and its own id.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum BarrierId {
    Cluster,
    Cta { rank: u32, id: u64 },
}

/// The threads that a barrier waits for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Participants {
    /// All that have not exited.
    All,
    /// So many.
    Count(u64),
}

impl Participants {
    /// How many threads there are, of a CTA with so many in whole warps.
    fn threads(self, of_cta: u64) -> u64 {
        match self {
            Self::All => of_cta,
            Self::Count(count) => count,
        }
    }
}

/// A barrier of a CTA, or of the cluster.
#[derive(Clone, Debug, Default)]
pub(super) struct Barrier {
    /// Those of this phase; none before the first warp arrives.
    participants: Option<Participants>,
    /// The warps that have arrived.
    pub arrived: Vec<usize>,
    /// For each warp, the last phase in which it has arrived.
    last_arrivals: BTreeMap<usize, u64>,
    /// The number of phases that are complete.
    pub phase: u64,
    /// What the warps know that have arrived in this phase: released when it completes.
    pending_release: Clock,
    /// What the last complete phase has released.
    last_release: Clock,
    /// What the complete phases have released.
    released: Rc<Clock>,
    /// For each warp that has arrived, what its last phase and those before have released, if that is complete.
    told: BTreeMap<usize, Rc<Clock>>,
}

impl Barrier {
    /// A warp arrives, of a CTA with so many threads in whole warps. `None` if it names other participants than the
    /// warps before it.
    pub fn arrive(&mut self, warp: usize, (participants, of_cta): (Participants, u64), clock: &Clock) -> Option<()> {
        let known = self.participants.get_or_insert(participants);
        if *known != participants {
            if known.threads(of_cta) != participants.threads(of_cta) {
                return None;
            }
            *known = Participants::All;
        }
        self.arrived.push(warp);
        self.last_arrivals.insert(warp, self.phase);
        self.pending_release.join(clock);
        Some(())
    }

    /// What a warp learns that goes on after the phase in which it has arrived.
    pub fn learned(&mut self, warp: usize) -> Option<Rc<Clock>> {
        self.told.remove(&warp)
    }

    /// Whether the phase in which a warp has arrived last can be incomplete, as far as the warp knows. A count would
    /// count the warp twice.
    pub fn can_wait_for_others(&self, warp: usize, clock: &Clock) -> bool {
        self.last_arrivals.get(&warp).is_some_and(|&last| match self.phase - last {
            0 => true,
            1 => !clock.has_all_of(&self.last_release, warp),
            _ => false,
        })
    }

    /// The threads that have arrived.
    pub fn threads(&self) -> u64 {
        self.arrived.len() as u64 * 32
    }

    /// The number of threads that this phase waits for, if it is stated.
    pub const fn count(&self) -> Option<u64> {
        match self.participants {
            Some(Participants::Count(count)) => Some(count),
            Some(Participants::All) | None => None,
        }
    }

    /// Whether this phase waits for all threads that have not exited.
    pub fn is_of_all(&self) -> bool {
        self.participants == Some(Participants::All)
    }

    /// Whether enough warps have come. `alive`: those that can still come, and those that have.
    pub fn is_complete(&self, alive: &[usize]) -> bool {
        match self.participants {
            None => false,
            Some(Participants::Count(count)) => self.threads() >= count,
            Some(Participants::All) => alive.iter().all(|warp| self.arrived.contains(warp)),
        }
    }

    /// Begins the next phase. `ended`: what the warps that have ended have known. That they have ended orders execution
    /// at a barrier of all threads, and makes nothing visible.
    pub fn complete<'c>(&mut self, ended: impl Iterator<Item = &'c Clock>) {
        self.last_release = std::mem::take(&mut self.pending_release);
        let is_of_all = self.is_of_all();
        let released = Rc::make_mut(&mut self.released);
        released.join(&self.last_release);
        if is_of_all {
            ended.for_each(|clock| released.join_time(clock));
        }
        for warp in self.arrived.drain(..) {
            self.told.insert(warp, Rc::clone(&self.released));
        }
        (self.participants, self.phase) = (None, self.phase + 1);
    }
}

/// The phase that a wait for an mbarrier names.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(super) enum Until {
    /// The current phase, or the one before it: whichever has this parity.
    Parity(u64),
    /// That of an arrival, by its number.
    Phase(u64),
}

impl Until {
    /// What ends a loop that goes on while this phase is complete.
    pub const fn next(self) -> Self {
        match self {
            Self::Parity(parity) => Self::Parity(parity ^ 1),
            // It is complete for ever.
            Self::Phase(_) => Self::Phase(u64::MAX),
        }
    }
}

/// The bytes that expect-tx operations expect, and those of copies; each none if it is not known. Their difference is
/// the tx-count of the mbarrier.
#[derive(Copy, Clone, Debug)]
struct Transactions {
    expected: Option<u64>,
    copied: Option<u64>,
}

impl Transactions {
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
    /// The last time that threads of each warp have used it.
    pub uses: BTreeMap<Issuer, u32>,
    /// The arrivals that complete this phase.
    pub expected_arrivals: u64,
    /// Those that complete each later phase.
    later_arrivals: u64,
    /// Those that are missing in this phase.
    pub pending_arrivals: u64,
    /// The number of phases that are complete.
    pub phase: u64,
    /// Whether this phase expects bytes.
    expects: bool,
    /// The bytes of this phase.
    transactions: Transactions,
    /// All bytes since the initialisation.
    transactions_since_init: Transactions,
    /// The last instruction that expected bytes, and how often it had been executed before.
    expects_at: Option<(InstId, u32)>,
    /// Whether the first copies together have had the expected bytes.
    is_balanced: bool,
    /// What completes bytes in this phase.
    copies: Vec<Operation>,
    /// The copies after which threads arrive, of all phases.
    before_arrivals: Operations,
    pending_release: Clock,
    /// What a thread knows that has waited.
    pub released: Clock,
}

impl Mbarrier {
    pub fn new(count: u64, initialised: Access) -> Self {
        Self {
            initialised,
            uses: BTreeMap::new(),
            expected_arrivals: count,
            later_arrivals: count,
            pending_arrivals: count,
            phase: 0,
            expects: false,
            transactions: Transactions::NONE,
            transactions_since_init: Transactions::NONE,
            expects_at: None,
            is_balanced: false,
            copies: Vec::new(),
            before_arrivals: Operations::default(),
            pending_release: Clock::default(),
            released: Clock::default(),
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
        self.transactions.expect(bytes);
        self.transactions_since_init.expect(bytes);
    }

    /// The last instruction that expected bytes, and the bytes that were expected and copied since the initialisation,
    /// if more were copied.
    pub fn surplus(&self) -> Option<((InstId, u32), u64, u64)> {
        let (expected, copied) = (self.transactions_since_init.expected?, self.transactions_since_init.copied?);
        (copied > expected).then_some((self.expects_at?, expected, copied))
    }

    /// Who waits for this phase knows that these copies are complete.
    pub fn complete_copies(&mut self, copies: &[Operation]) {
        copies.iter().for_each(|&copy| self.pending_release.complete(copy));
        self.arrive_after(copies);
    }

    /// Threads arrive when these copies have completed.
    pub fn arrive_after(&mut self, copies: &[Operation]) {
        copies.iter().for_each(|&copy| self.before_arrivals.insert(copy));
    }

    /// Whether copies can still complete bytes, or arrivals follow them, as far as this clock knows.
    pub fn has_copies_after(&self, clock: &Clock) -> bool {
        self.copies.iter().any(|&copy| !clock.knows(Access::Asynchronous(copy)))
            || !clock.knows_all(&self.before_arrivals)
    }

    /// Who waits for this phase knows what this clock knows.
    pub fn pass_on(&mut self, clock: &Clock) {
        self.pending_release.join(clock);
    }

    /// The bytes of a copy will complete in this phase.
    pub fn copy(&mut self, operation: Operation, bytes: Option<u64>) {
        self.copies.push(operation);
        self.transactions.copy(bytes);
        self.transactions_since_init.copy(bytes);
        self.is_balanced |= self.expects && self.transactions.copied == self.transactions.expected;
    }

    /// The bytes that are expected and those of the copies, if they are known and differ: the phase does not complete.
    /// Once the copies have had exactly the expected bytes, further ones belong to a later phase.
    pub fn unbalanced(&self) -> Option<(u64, u64)> {
        let (expected, copied) = (self.transactions.expected?, self.transactions.copied?);
        let differs = expected != copied && copied != 0 && !self.is_balanced;
        (self.expects && self.pending_arrivals == 0 && differs).then_some((expected, copied))
    }

    /// So many arrivals fewer complete each later phase. None if it counts fewer.
    pub fn drop_arrivals(&mut self, arrivals: u64) -> Option<()> {
        self.later_arrivals = self.later_arrivals.checked_sub(arrivals)?;
        Some(())
    }

    /// What has arrived knows of the clock.
    pub fn arrive(&mut self, mut arrivals: u64, clock: &Clock) {
        self.pending_release.join(clock);
        while arrivals > 0 && self.expected_arrivals > 0 {
            let counted = arrivals.min(self.pending_arrivals);
            self.pending_arrivals -= counted;
            arrivals -= counted;
            let has_bytes = self.expects && self.transactions.expected != Some(0) || !self.copies.is_empty();
            if self.pending_arrivals > 0 || has_bytes {
                break;
            }
            self.complete();
        }
    }

    /// Whether this phase has all of its arrivals and expects bytes, and no copy has been issued.
    pub fn waits_for_bytes_alone(&self) -> bool {
        let is_copied = !self.copies.is_empty() || self.transactions.copied != Some(0);
        let expects = self.expects && self.transactions.expected.is_some_and(|bytes| bytes > 0);
        self.pending_arrivals == 0 && self.expected_arrivals > 0 && expects && !is_copied
    }

    /// The first copy that has not completed, if nothing else is missing in this phase.
    pub fn waits_for_copy(&self) -> Option<Operation> {
        let is_left = self.pending_arrivals == 0 && self.expected_arrivals > 0 && self.unbalanced().is_none();
        self.copies.first().copied().filter(|_| is_left)
    }

    /// Begins the next phase. If nothing has expected the bytes of the copies, they do not hold up the phase.
    pub fn complete(&mut self) {
        if self.expects {
            self.copies.iter().for_each(|&copy| self.pending_release.complete(copy));
        }
        self.released.join(&std::mem::take(&mut self.pending_release));
        self.copies.clear();
        (self.expects, self.transactions, self.is_balanced) = (false, Transactions::NONE, false);
        self.expected_arrivals = self.later_arrivals;
        (self.pending_arrivals, self.phase) = (self.expected_arrivals, self.phase + 1);
    }
}

/// The sum of two numbers; none if one of them is not known.
fn sum(one: Option<u64>, two: Option<u64>) -> Option<u64> {
    one?.checked_add(two?)
}
