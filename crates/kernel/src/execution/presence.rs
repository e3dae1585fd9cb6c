//! The threads that execute an instruction together.
//!
//! Accepts the threads that are at a branch and what is known of its condition. Guarantees that a presence which says
//! that all threads come, one lane of each warp, or all lanes but one is right for every execution that gets there;
//! what is not certain is [`Lanes::Some`] or `all_warps: false`.
//!
//! Threads are together again where paths meet, also if some have left; and in loops, this is about the first iteration
//! in which a warp gets there.
//!
//! Leaves out on purpose: where branches are ([`super::context`]).

use crate::evaluate::{Known, Numbers};
use crate::id::ValueId;
use crate::threads::{Cta, ThreadSet};
use crate::value::Uniformity;

/// The lanes of each warp that come together, of those in the set.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Lanes {
    /// All of them.
    All,
    /// One of them, or at most one if several paths meet.
    One,
    /// All but one.
    AllButOne,
    /// Unknown.
    Some,
}

/// The threads that get to a point of a function in one CTA.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Presence {
    /// The threads that can get there.
    pub threads: ThreadSet,
    /// Which lanes of each of their warps come together.
    pub lanes: Lanes,
    /// Whether all warps of the set come if one does. Otherwise some can stay away.
    pub all_warps: bool,
    /// The smallest group of threads in which an unknown condition on the path is the same; none if there is no unknown
    /// condition.
    pub condition: Option<Uniformity>,
    /// As [`Self::condition`], without elections: whichever lane is elected, one of the warp comes.
    pub decided_by: Option<Uniformity>,
    /// With [`Lanes::Some`]: the fewest threads that come, if more than one is certain; otherwise 0.
    pub least: u32,
    /// The election that leaves one lane; none if several do, each in other warps.
    pub election: Option<ValueId>,
    /// With [`Lanes::Some`]: the threads of warps of which all lanes of the set come together.
    pub whole: ThreadSet,
}

impl Presence {
    /// No thread gets there.
    pub(crate) const NONE: Self = Self {
        threads: ThreadSet::EMPTY,
        lanes: Lanes::All,
        all_warps: true,
        condition: None,
        decided_by: None,
        least: 0,
        election: None,
        whole: ThreadSet::EMPTY,
    };

    /// All threads of a CTA.
    pub(crate) fn all(cta: &Cta) -> Self {
        Self { threads: cta.all(), ..Self::NONE }
    }

    /// Any threads of a CTA.
    pub(crate) fn unknown(cta: &Cta) -> Self {
        let unknown = Some(Uniformity::Thread);
        Self {
            threads: cta.all(),
            lanes: Lanes::Some,
            all_warps: false,
            condition: unknown,
            decided_by: unknown,
            least: 0,
            election: None,
            whole: ThreadSet::EMPTY,
        }
    }

    /// The same threads, if nothing is known of the lanes.
    #[must_use]
    pub(super) const fn with_some_lanes(self) -> Self {
        Self { lanes: Lanes::Some, least: 0, election: None, whole: ThreadSet::EMPTY, ..self }
    }

    /// The same threads in a function that they call, which does not know the elections of its caller.
    #[must_use]
    pub(super) fn of_caller(&self) -> Self {
        Self { election: self.election.map(|_| ValueId::new(usize::MAX)), ..*self }
    }

    /// The threads after a call from which these return. The caller does not know the elections of its callee.
    #[must_use]
    pub(super) fn returning(&self, returning: &Self) -> Self {
        Self { election: self.election.filter(|_| returning.lanes == Lanes::One), ..*returning }
    }

    /// Whether no thread gets there.
    pub fn is_none(&self) -> bool {
        self.threads.is_empty()
    }

    /// The fewest threads of the CTA that come, if any comes.
    pub fn fewest(&self) -> u32 {
        let of_warp = |lanes: u32| match self.lanes {
            Lanes::All => lanes.count_ones(),
            Lanes::AllButOne => lanes.count_ones().saturating_sub(1),
            Lanes::One | Lanes::Some => 1,
        };
        let warps = self.threads.warps().map(|(_, lanes)| of_warp(lanes));
        let fewest = if self.all_warps { warps.sum() } else { warps.min().unwrap_or(0) };
        fewest.max(self.least)
    }

    /// The most threads of the CTA that come.
    pub fn most(&self) -> u32 {
        let of_warp = |lanes: u32| match self.lanes {
            Lanes::All | Lanes::Some => lanes.count_ones(),
            Lanes::AllButOne => lanes.count_ones().saturating_sub(1),
            Lanes::One => 1,
        };
        self.threads.warps().map(|(_, lanes)| of_warp(lanes)).sum()
    }

    /// The fewest warps of the CTA that come, if any comes.
    pub fn fewest_warps(&self) -> u32 {
        let warps = u32::try_from(self.threads.warps().count()).unwrap_or(u32::MAX);
        if self.all_warps { warps } else { warps.min(1) }
    }

    /// Whether only what a launch chooses decides on who comes: the arguments, and the position in the grid. What
    /// memory contains is no such thing.
    pub fn is_chosen_by_launch(&self) -> bool {
        self.decided_by.is_none_or(|condition| condition <= Uniformity::Cluster)
    }

    /// The threads of a set that do not come with the others. Of a warp in which one lane comes, or all but one, it is
    /// not known which one: it can be any.
    pub fn absent(&self, whole: &ThreadSet) -> ThreadSet {
        match self.lanes {
            Lanes::One | Lanes::AllButOne => self.threads,
            Lanes::All | Lanes::Some => whole.without(&self.threads),
        }
    }

    /// Whether a warp certainly comes without all its threads. `whole` are the threads that it should have.
    pub fn has_incomplete_warp(&self, whole: &ThreadSet) -> bool {
        let is_incomplete = |(warp, lanes): (usize, u32)| match self.lanes {
            Lanes::All => whole.lanes(warp) & !lanes != 0,
            Lanes::One => whole.lanes(warp).count_ones() > 1,
            Lanes::AllButOne => true,
            Lanes::Some => whole.lanes(warp) & !lanes != 0,
        };
        self.certainly_has_warp(is_incomplete)
    }

    /// Whether a warp certainly comes with threads that are not in a set.
    pub fn has_warp_outside(&self, set: &ThreadSet) -> bool {
        self.certainly_has_warp(|(warp, lanes)| self.lanes == Lanes::All && lanes & !set.lanes(warp) != 0)
    }

    /// Whether, if any warp comes, one certainly does that has this property. If some can stay
    /// away, each has to have it.
    pub fn certainly_has_warp(&self, is_asked: impl FnMut((usize, u32)) -> bool) -> bool {
        let mut warps = self.threads.warps();
        match self.all_warps {
            true => warps.any(is_asked),
            false => !self.is_none() && warps.all(is_asked),
        }
    }

    /// The groups of the threads that come together or not at all.
    pub(super) fn taken_together(&self) -> Uniformity {
        let condition = self.condition.unwrap_or(Uniformity::Grid);
        match self.lanes {
            Lanes::All if self.all_warps => condition,
            Lanes::All => condition.max(Uniformity::Warp),
            _ => Uniformity::Thread,
        }
    }

    /// The threads that come if all that can come do, and nothing about them is unknown.
    pub fn exact(&self) -> Option<ThreadSet> {
        (self.lanes == Lanes::All && self.all_warps).then_some(self.threads)
    }

    /// The threads that go on where a condition is not 0, and where it is 0.
    pub(crate) fn split(&self, condition: &Known, cta: &Cta) -> [Self; 2] {
        match condition {
            Known::Undefined => [self.with_unknown(Uniformity::Thread); 2],
            Known::Numbers { known, numbers, others } => {
                let unknown = self.threads.without(known);
                let yes = numbers.non_zero(cta).and(known);
                [self.of(&yes, &unknown, *others), self.of(&known.without(&yes), &unknown, *others)]
            }
            Known::OneLane { origin, among, chosen, rest } => {
                let (others, chosen) = (rest.non_zero(cta), chosen.as_ref().map(|chosen| chosen.non_zero(cta)));
                let not = |set: ThreadSet| ThreadSet::ALL.without(&set);
                [
                    self.of_elected(*origin, among, chosen, &others),
                    self.of_elected(*origin, among, chosen.map(not), &not(others)),
                ]
            }
        }
    }

    /// The threads that go on where a value is equal to a constant; for each constant, and for none of them.
    pub(crate) fn switch(&self, value: &Known, constants: &[u64], cta: &Cta) -> (Vec<Self>, Self) {
        let Known::Numbers { known, numbers, others } = value else {
            let unknown = self.with_unknown(Uniformity::Thread);
            return (vec![unknown; constants.len()], unknown);
        };
        let unknown = self.threads.without(known);
        let mut left = *known;
        let cases = constants.iter().map(|&constant| {
            let equal = match numbers {
                Numbers::Same(number) if *number == constant => *known,
                Numbers::Same(_) => ThreadSet::EMPTY,
                Numbers::Each(_) => {
                    ThreadSet::filter(cta.threads(), |thread| numbers.get(thread) == constant).and(known)
                }
            };
            let equal = equal.and(&left);
            left = left.without(&equal);
            self.of(&equal, &unknown, *others)
        });
        let cases: Vec<Self> = cases.collect();
        (cases, self.of(&left, &unknown, *others))
    }

    /// The same threads under a condition of which nothing but its uniformity is known.
    pub(crate) fn with_unknown(&self, uniformity: Uniformity) -> Self {
        self.of(&ThreadSet::EMPTY, &ThreadSet::ALL, uniformity)
    }

    /// The threads that go on if those in `yes` do and those in `maybe` can, the latter with that uniformity.
    fn of(&self, yes: &ThreadSet, maybe: &ThreadSet, uniformity: Uniformity) -> Self {
        let (yes, maybe) = (self.threads.and(yes), self.threads.and(maybe));
        let threads = yes.or(&maybe);
        if threads.is_empty() {
            return Self::NONE;
        }
        if maybe.is_empty() {
            let whole = threads.is_whole_warps_of(&self.threads);
            let lanes = match self.lanes {
                Lanes::AllButOne if !whole => Lanes::Some,
                Lanes::Some if threads.is_subset(&self.whole) => Lanes::All,
                lanes => lanes,
            };
            let all_warps = self.all_warps && (whole || lanes == Lanes::All);
            let least = if threads == self.threads { self.least } else { 0 };
            let of_whole = if lanes == Lanes::Some { self.whole.and(&threads) } else { ThreadSet::EMPTY };
            return Self { threads, lanes, all_warps, least, whole: of_whole, ..*self }.of_one_warp();
        }
        let together = yes.is_disjoint(&maybe) && yes.warps().all(|(warp, _)| maybe.lanes(warp) == 0);
        let keeps_lanes = uniformity <= Uniformity::Warp && together;
        let lanes = match self.lanes {
            Lanes::One => Lanes::One,
            lanes if keeps_lanes && threads.is_whole_warps_of(&self.threads) => lanes,
            Lanes::All if keeps_lanes => Lanes::All,
            Lanes::Some if keeps_lanes && threads.is_subset(&self.whole) => Lanes::All,
            _ => Lanes::Some,
        };
        let whole = if lanes == Lanes::Some && keeps_lanes { self.whole.and(&threads) } else { ThreadSet::EMPTY };
        // All of them have the same condition, or each warp comes with other lanes, whatever the condition is.
        let one_condition =
            uniformity <= Uniformity::Cta && yes.is_empty() && (self.lanes == Lanes::All || maybe == self.threads);
        let anyway = self.lanes == Lanes::All && threads.warps().all(|(warp, _)| yes.lanes(warp) != 0);
        let all_warps = self.all_warps && (one_condition || anyway);
        let condition = self.condition.max(Some(uniformity));
        let decided_by = self.decided_by.max(Some(uniformity));
        let election = self.election;
        Self { threads, lanes, all_warps, condition, decided_by, least: 0, election, whole }.of_one_warp()
    }

    /// If there is one warp, all warps come.
    fn of_one_warp(self) -> Self {
        let is_one = self.threads.warps().nth(1).is_none();
        Self { all_warps: self.all_warps || is_one, ..self }
    }

    /// The threads that go on if the elected lane does where it is in `chosen`, and the others where they are in
    /// `rest`.
    fn of_elected(&self, origin: ValueId, among: &ThreadSet, chosen: Option<ThreadSet>, rest: &ThreadSet) -> Self {
        let here = self.threads.and(among);
        // Whether the elected lane of each warp is here.
        let is_whole = self.lanes == Lanes::All && here.is_whole_warps_of(among);
        let condition = Some(Uniformity::Thread);
        if self.threads.is_disjoint(rest) {
            let threads = here.and(&chosen.unwrap_or(ThreadSet::ALL));
            if threads.is_empty() {
                return Self::NONE;
            }
            // Whichever lane of a warp is elected goes on.
            let is_certain = is_whole && chosen.is_some() && threads.is_whole_warps_of(&here);
            let all_warps = self.all_warps && is_certain;
            let decided_by = if is_certain { self.decided_by } else { condition };
            let election = if self.lanes == Lanes::One { self.election } else { Some(origin) };
            let (lanes, whole) = (Lanes::One, ThreadSet::EMPTY);
            return Self { threads, lanes, all_warps, condition, decided_by, least: 0, election, whole }.of_one_warp();
        }
        let all_but_one = self.threads.is_subset(rest)
            && self.threads == here
            && is_whole
            && chosen.is_some_and(|chosen| chosen.is_disjoint(&here));
        if all_but_one {
            // No thread is left of a warp with one thread.
            let threads = ThreadSet::filter(ThreadSet::ALL.count(), |thread| {
                here.contains(thread) && here.lanes(thread / 32).count_ones() > 1
            });
            let (lanes, election) = (Lanes::AllButOne, None);
            let presence = Self { threads, lanes, condition, least: 0, election, ..*self };
            return if threads.is_empty() { Self::NONE } else { presence.of_one_warp() };
        }
        let threads = self.threads.and(&rest.or(&among.and(&chosen.unwrap_or(ThreadSet::ALL))));
        let (lanes, election) = match self.lanes {
            Lanes::One => (Lanes::One, self.election),
            _ => (Lanes::Some, None),
        };
        let least = if lanes == Lanes::Some { self.least_elected(&here, chosen, rest) } else { 0 };
        let (decided_by, whole) = (condition, ThreadSet::EMPTY);
        Self { threads, lanes, all_warps: false, condition, decided_by, least, election, whole }.of_one_warp()
    }

    /// The fewest threads that go on, if the elected lane of each warp of `here` does where it is in `chosen`, and the
    /// others where they are in `rest`.
    fn least_elected(&self, here: &ThreadSet, chosen: Option<ThreadSet>, rest: &ThreadSet) -> u32 {
        if self.lanes != Lanes::All {
            return 0;
        }
        let chosen = chosen.unwrap_or(ThreadSet::EMPTY);
        let of_warp = |(warp, lanes): (usize, u32)| {
            let (elected, others) = (lanes & here.lanes(warp), lanes & rest.lanes(warp));
            // The elected lane can be one of those that would go on, and then does not.
            let stays = elected & others & !chosen.lanes(warp) != 0;
            others.count_ones() - u32::from(stays)
        };
        let warps = self.threads.warps().map(of_warp);
        if self.all_warps { warps.sum() } else { warps.min().unwrap_or(0) }
    }

    /// The threads that come on either of two paths.
    #[must_use]
    pub(crate) fn merge(&self, other: &Self) -> Self {
        if self.is_none() {
            return *other;
        }
        if other.is_none() {
            return *self;
        }
        let is_certain = self.condition.is_none() && other.condition.is_none();
        let same_threads = self.threads == other.threads;
        let share_warps = self.threads.warps().any(|(warp, _)| other.threads.lanes(warp) != 0);
        let same_election = self.election == other.election;
        let keeps_lanes = match self.lanes {
            _ if self.lanes != other.lanes => false,
            _ if !share_warps => true,
            // All lanes of a warp take the same path, or nothing is known.
            Lanes::All => same_threads || is_certain,
            Lanes::Some => true,
            Lanes::One => same_election && self.election.is_some(),
            // Of two lanes, one can come on each path.
            Lanes::AllButOne => same_threads && self.threads.warps().all(|(_, lanes)| lanes.count_ones() > 2),
        };
        let lanes = if keeps_lanes { self.lanes } else { Lanes::Some };
        let whole = if lanes == Lanes::Some {
            self.whole_without(other).or(&other.whole_without(self))
        } else {
            ThreadSet::EMPTY
        };
        Self {
            threads: self.threads.or(&other.threads),
            lanes,
            all_warps: self.all_warps && other.all_warps && (is_certain || same_threads),
            condition: self.condition.max(other.condition),
            decided_by: self.decided_by.max(other.decided_by),
            least: if same_threads && lanes == Lanes::Some { self.least.min(other.least) } else { 0 },
            election: self.election.filter(|_| same_election && lanes == Lanes::One),
            whole,
        }
    }

    /// The threads of warps that come with all lanes of the set, and that do not come on another path.
    fn whole_without(&self, other: &Self) -> ThreadSet {
        let whole = if self.lanes == Lanes::All { self.threads } else { self.whole };
        ThreadSet::filter(ThreadSet::ALL.count(), |thread| {
            whole.contains(thread) && other.threads.lanes(thread / 32) == 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Lanes, Presence};
    use crate::evaluate::{Known, Numbers};
    use crate::id::ValueId;
    use crate::threads::{Cta, ThreadSet};
    use crate::value::Uniformity;

    const CTA: Cta = Cta { block: [128, 1, 1], cluster: None, rank: 0 };

    fn below(count: u64) -> Known {
        Known::numbers(Numbers::each(&CTA, |thread| u64::from((thread as u64) < count)))
    }

    fn elected() -> Known {
        let (chosen, rest) = (Some(Numbers::Same(1)), Numbers::Same(0));
        Known::OneLane { origin: ValueId::new(0), among: ThreadSet::ALL, chosen, rest }
    }

    #[test]
    fn known_conditions_cut_exactly() {
        let [yes, no] = Presence::all(&CTA).split(&below(40), &CTA);
        assert_eq!((yes.threads.count(), yes.fewest()), (40, 40));
        assert!(yes.has_incomplete_warp(&CTA.all()));
        assert!(no.has_incomplete_warp(&CTA.all()));
        assert_eq!(yes.merge(&no), Presence::all(&CTA));
        let [warp, _] = Presence::all(&CTA).split(&below(32), &CTA);
        assert!(!warp.has_incomplete_warp(&CTA.all()));
    }

    #[test]
    fn elections_leave_one_lane_and_the_others() {
        let [one, others] = Presence::all(&CTA).split(&elected(), &CTA);
        assert_eq!((one.lanes, one.fewest(), others.lanes, others.fewest()), (Lanes::One, 4, Lanes::AllButOne, 124));
        let [warp, _] = Presence::all(&CTA).split(&below(32), &CTA);
        let [one, _] = warp.split(&elected(), &CTA);
        assert_eq!((one.fewest(), one.all_warps), (1, true));
    }

    #[test]
    fn lanes_that_are_not_elected_do_not_hide_other_warps() {
        // if (warp 0 && elected) {} else if (warp 1) {}
        let [first, others] = Presence::all(&CTA).split(&below(32), &CTA);
        let [_, not_elected] = first.split(&elected(), &CTA);
        let joined = others.merge(&not_elected);
        assert_eq!(joined.lanes, Lanes::Some);
        let [warp, _] = joined.split(&Known::numbers(Numbers::each(&CTA, |thread| (thread / 32 == 1).into())), &CTA);
        assert_eq!((warp.lanes, warp.fewest()), (Lanes::All, 32));
        // Nothing is known of the lanes of the first warp.
        let [warp, _] = joined.split(&below(32), &CTA);
        assert_eq!((warp.lanes, warp.fewest()), (Lanes::Some, 1));
    }

    #[test]
    fn a_warp_with_lanes_that_certainly_come_comes() {
        // All lanes but the first of each warp come, and that of the first warp if an unknown condition holds.
        let known = ThreadSet::ALL.without(&ThreadSet::first(1));
        let numbers = Numbers::each(&CTA, |thread| u64::from(thread % 32 != 0));
        let condition = Known::partial(known, numbers, Uniformity::Grid, &CTA);
        let [yes, _] = Presence::all(&CTA).split(&condition, &CTA);
        assert_eq!((yes.lanes, yes.all_warps, yes.fewest_warps()), (Lanes::Some, true, 4));
        assert!(yes.has_incomplete_warp(&CTA.all()));
    }

    #[test]
    fn unknown_conditions_cut_by_their_uniformity() {
        let split = |uniformity| Presence::all(&CTA).split(&Known::unknown(uniformity), &CTA)[0];
        assert_eq!(split(Uniformity::Grid).exact(), Some(CTA.all()));
        assert_eq!((split(Uniformity::Warp).lanes, split(Uniformity::Warp).all_warps), (Lanes::All, false));
        assert_eq!(split(Uniformity::Thread).lanes, Lanes::Some);
        assert_eq!(split(Uniformity::Warp).fewest(), 32);
    }
}
