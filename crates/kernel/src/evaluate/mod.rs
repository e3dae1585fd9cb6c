//! What is known of a value in each thread of a CTA.
//!
//! Accepts pure operations on what is known of their operands. Guarantees that a number is the value that the thread
//! computes, for every thread that has one, and that threads of one group have the same value where the
//! [`Uniformity`] says so. Time is linear in the threads of the block, and constant for a value that all threads share.
//!
//! Leaves out on purpose: which threads get to an operation ([`crate::execution`]).

mod number;
pub(crate) mod scalar;

use std::rc::Rc;

pub use number::fold;
pub(crate) use number::{LaneNumbers, apply, of_lanes, of_threads};

use crate::id::ValueId;
use crate::threads::{Cta, ThreadSet};
use crate::value::Uniformity;

/// One number for each thread of a CTA.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Numbers {
    /// The same number in all threads.
    Same(u64),
    /// By the linear number of the thread.
    Each(Rc<[u64]>),
}

impl Numbers {
    /// The numbers of the threads of a CTA.
    pub(crate) fn each(cta: &Cta, number: impl FnMut(usize) -> u64) -> Self {
        let numbers: Rc<[u64]> = (0..cta.threads() as usize).map(number).collect();
        match numbers.first() {
            Some(first) if numbers.iter().all(|number| number == first) => Self::Same(*first),
            _ => Self::Each(numbers),
        }
    }

    /// The number of a thread.
    pub fn get(&self, thread: usize) -> u64 {
        match self {
            Self::Same(number) => *number,
            Self::Each(numbers) => numbers.get(thread).copied().unwrap_or_default(),
        }
    }

    /// The threads of a CTA whose number is not 0.
    pub(crate) fn non_zero(&self, cta: &Cta) -> ThreadSet {
        match self {
            Self::Same(0) => ThreadSet::EMPTY,
            Self::Same(_) => cta.all(),
            Self::Each(_) => ThreadSet::filter(cta.threads(), |thread| self.get(thread) != 0),
        }
    }

    /// The largest group of threads, of those in the set, that share a number.
    fn uniformity_on(&self, set: &ThreadSet) -> Uniformity {
        if matches!(self, Self::Same(_)) {
            return Uniformity::Grid;
        }
        let same = |mut threads: &mut dyn Iterator<Item = usize>| {
            let first = threads.next().map(|thread| self.get(thread));
            (&mut threads).all(|thread| Some(self.get(thread)) == first)
        };
        if same(&mut set.threads()) {
            return Uniformity::Grid;
        }
        let by_warp = set
            .warps()
            .all(|(warp, lanes)| same(&mut (0..32).filter(|lane| lanes >> lane & 1 == 1).map(|lane| warp * 32 + lane)));
        if by_warp { Uniformity::Warp } else { Uniformity::Thread }
    }
}

/// What is known of a value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Known {
    /// Nothing has computed it yet.
    Undefined,
    /// The numbers of some threads.
    Numbers {
        /// The threads whose number is known.
        known: ThreadSet,
        /// Their numbers; those of other threads have no meaning.
        numbers: Numbers,
        /// In which groups the other threads have the same value.
        others: Uniformity,
    },
    /// One lane of each warp has a number, and all other threads have another one: the result of `elect.sync`, and what
    /// is computed from it.
    OneLane {
        /// The `elect.sync` that selects the lane.
        origin: ValueId,
        /// The threads that execute it.
        among: ThreadSet,
        /// The number of a thread if it is selected; none if it is unknown.
        chosen: Option<Numbers>,
        /// The number of a thread that is not selected.
        rest: Numbers,
    },
}

impl Known {
    /// All threads have the same number.
    pub(crate) const fn same(number: u64) -> Self {
        Self::Numbers { known: ThreadSet::ALL, numbers: Numbers::Same(number), others: Uniformity::Grid }
    }

    /// Every thread has a number.
    pub(crate) const fn numbers(numbers: Numbers) -> Self {
        Self::Numbers { known: ThreadSet::ALL, numbers, others: Uniformity::Grid }
    }

    /// The predicate of an election among these threads.
    pub(crate) const fn elected(origin: ValueId, among: ThreadSet) -> Self {
        Self::OneLane { origin, among, chosen: Some(Numbers::Same(1)), rest: Numbers::Same(0) }
    }

    /// Some threads have a number; the others have the same value in groups.
    pub(crate) fn partial(known: ThreadSet, numbers: Numbers, others: Uniformity, cta: &Cta) -> Self {
        if cta.all().is_subset(&known) {
            return Self::numbers(numbers);
        }
        if known.is_empty() {
            return Self::unknown(others);
        }
        Self::Numbers { known, numbers, others }
    }

    /// Only the uniformity is known.
    pub const fn unknown(others: Uniformity) -> Self {
        Self::Numbers { known: ThreadSet::EMPTY, numbers: Numbers::Same(0), others }
    }

    /// The same where groups of threads have computed the value at different times: what is unknown is the same in
    /// smaller groups only.
    pub(crate) fn at_most_in(self, group: Uniformity) -> Self {
        match self {
            Self::Numbers { known, numbers, others } => Self::Numbers { known, numbers, others: others.max(group) },
            Self::OneLane { .. } if group == Uniformity::Thread => Self::unknown(group),
            other => other,
        }
    }

    /// The same value, if another election than that of `origin` has the lane.
    pub(crate) fn elected_by(self, new: ValueId) -> Self {
        match self {
            Self::OneLane { among, chosen, rest, .. } => Self::OneLane { origin: new, among, chosen, rest },
            other => other,
        }
    }

    /// The same for a condition that groups of the threads test at different times.
    pub(crate) fn tested_in(self, group: Uniformity) -> Self {
        if matches!(self, Self::OneLane { .. }) { self } else { self.at_most_in(group) }
    }

    /// The number of a thread. None if it is unknown, or if it depends on which lane is elected.
    pub fn number(&self, thread: usize) -> Option<u64> {
        match self {
            Self::Numbers { known, numbers, .. } => known.contains(thread).then(|| numbers.get(thread)),
            Self::OneLane { among, rest, .. } => (!among.contains(thread)).then(|| rest.get(thread)),
            Self::Undefined => None,
        }
    }

    /// The number of a thread if `elect.sync` elects it. None if it is unknown, or depends on no election.
    pub(crate) fn number_if_elected(&self, thread: usize) -> Option<u64> {
        match self {
            Self::OneLane { among, chosen: Some(chosen), .. } => among.contains(thread).then(|| chosen.get(thread)),
            _ => None,
        }
    }

    /// Whether each thread of a set has a known number.
    pub(crate) fn is_known_to(&self, set: &ThreadSet) -> bool {
        matches!(self, Self::Numbers { known, .. } if set.is_subset(known))
    }

    /// The number that all threads of a set have.
    pub(crate) fn constant_on(&self, set: &ThreadSet) -> Option<u64> {
        if let Self::Numbers { known, numbers: Numbers::Same(number), .. } = self
            && set.is_subset(known)
        {
            return Some(*number);
        }
        let mut threads = set.threads();
        let first = self.number(threads.next()?)?;
        threads.all(|thread| self.number(thread) == Some(first)).then_some(first)
    }

    /// In which groups of the threads of a set the value is the same.
    pub fn uniformity_on(&self, set: &ThreadSet) -> Uniformity {
        match self {
            Self::Undefined => Uniformity::Grid,
            Self::Numbers { known, numbers, others } => {
                if set.is_subset(known) {
                    numbers.uniformity_on(set)
                } else if set.is_disjoint(known) {
                    *others
                } else if known.and(set).is_whole_warps_of(set) {
                    Uniformity::Warp.max(*others).max(numbers.uniformity_on(&known.and(set)))
                } else {
                    Uniformity::Thread
                }
            }
            Self::OneLane { .. } => Uniformity::Thread,
        }
    }
}
