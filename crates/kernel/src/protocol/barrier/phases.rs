//! Executions of the barriers of a CTA, in one of some orders of the warps.
//!
//! Accepts the barriers that each warp passes. A phase without a count ends when all warps have come or ended, and one
//! with a count when that many threads have arrived. Guarantees that what is found is a fault in that execution.
//!
//! Leaves out on purpose: which barriers the warps pass ([`crate::protocol::barrier::meeting`]).

use std::collections::{BTreeMap, BTreeSet};

use crate::program::BarrierOperation;
use crate::protocol::barrier::passes::Pass;

/// What is wrong where threads meet.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Clash {
    /// Only a part of a warp passes an aligned barrier.
    PartOfWarp,
    /// Threads go on elsewhere, and not to this barrier of all threads.
    Divergent,
    /// Threads with another count reach the same phase.
    Mixed { count: u64, other: u64 },
    /// Too few threads reach a phase.
    Short { count: u64, found: u32 },
    /// More threads wait at one time than are counted.
    Many { count: u64, found: u32 },
}

/// What a warp does.
#[derive(Clone, Debug, Default)]
pub(crate) struct WarpPasses {
    pub passes: Vec<Pass>,
    /// The ids of the barriers that it can pass after those; none if it ends.
    pub then: Option<BTreeSet<Option<u64>>>,
}

/// Which warp goes on, of those that can.
#[derive(Copy, Clone)]
pub(crate) enum WarpOrder {
    Ascending,
    Descending,
    /// The one that has passed the fewest barriers.
    Even,
    /// One that arrives at a barrier and does not wait.
    Arriving,
}

/// A phase of a barrier to which a warp has come.
struct Phase {
    count: Option<u64>,
    /// The warps that have come.
    warps: Vec<usize>,
    /// Those that wait, each with the barrier.
    waiting: Vec<(usize, Pass)>,
}

/// An execution of the barriers of a CTA.
pub(crate) struct BarrierRun<'w> {
    warps: &'w [WarpPasses],
    /// For each warp, the number of its barriers that it has reached.
    next: Vec<usize>,
    phases: BTreeMap<u64, Phase>,
    /// The id of a barrier whose phase does not end.
    kept_open: Option<u64>,
}

/// The barriers with a count at which more threads can wait at one time: those that wait if its phase does not end. The
/// waiting warps are not ordered among themselves.
pub(crate) fn beyond_count(warps: &[WarpPasses]) -> Vec<(Pass, Clash)> {
    let passes = || warps.iter().flat_map(|warp| &warp.passes);
    let names: BTreeSet<u64> = passes().filter(|pass| pass.count.is_some()).map(|pass| pass.name).collect();
    names
        .into_iter()
        .flat_map(|name| BarrierRun { kept_open: Some(name), ..BarrierRun::of(warps) }.waiting_beyond_count(name))
        .collect()
}

/// A barrier at which all warps wait in two phases, one after the other, where the second one counts more threads than
/// the first one. Those that end the first phase go on to the second one, which does not end without others, and the
/// others reach it with the count of the first one. So it is in whatever order the warps reach the first one.
pub(crate) fn mixed_counts(warps: &[WarpPasses]) -> Option<(Pass, Clash)> {
    let (first, others) = warps.split_first()?;
    let key = |pass: &Pass| (pass.name, pass.count, pass.operation);
    // How many barriers are the same in all warps.
    let is_same =
        |index: usize, pass: &Pass| others.iter().all(|warp| warp.passes.get(index).map(key) == Some(key(pass)));
    let alike = first.passes.iter().enumerate().take_while(|(index, pass)| is_same(*index, pass)).count();
    let all = warps.len() as u64 * 32;
    first.passes.iter().take(alike).zip(first.passes.iter().take(alike).skip(1)).find_map(|(one, two)| {
        let waits = [one, two].iter().all(|pass| pass.operation == BarrierOperation::Sync);
        let (count, other) = (one.count?, two.count.unwrap_or(all));
        let is_ahead = waits && one.name == two.name && count < other;
        is_ahead.then_some((*one, Clash::Mixed { count, other }))
    })
}

impl<'w> BarrierRun<'w> {
    pub fn of(warps: &'w [WarpPasses]) -> Self {
        Self { warps, next: vec![0; warps.len()], phases: BTreeMap::new(), kept_open: None }
    }

    fn all(&self) -> u64 {
        self.warps.len() as u64 * 32
    }

    /// What goes wrong, each with the barrier.
    pub fn run(mut self, order: WarpOrder) -> Vec<(Pass, Clash)> {
        match self.execute(order) {
            Ok(()) => self.stuck(),
            Err(found) => found.into_iter().collect(),
        }
    }

    /// The barriers at which more threads wait than they count, if the phase of this barrier does not end.
    fn waiting_beyond_count(mut self, name: u64) -> Vec<(Pass, Clash)> {
        if self.execute(WarpOrder::Ascending).is_err() {
            return Vec::new();
        }
        let Some(phase) = self.phases.get(&name) else { return Vec::new() };
        let (Some(count), waiting) = (phase.count, phase.waiting.len() as u64 * 32) else { return Vec::new() };
        let mut found: Vec<(Pass, Clash)> = Vec::new();
        // Each warp completes a phase of a barrier that counts one warp, whichever it is.
        for (_, pass) in phase.waiting.iter().filter(|_| waiting > count && count > 32) {
            if !found.iter().any(|(known, _)| known.site == pass.site) {
                found.push((*pass, Clash::Many { count, found: u32::try_from(waiting).unwrap_or(u32::MAX) }));
            }
        }
        found
    }

    /// Lets the warps go on until none can. Otherwise what goes wrong, if that is known.
    fn execute(&mut self, order: WarpOrder) -> Result<(), Option<(Pass, Clash)>> {
        while let Some((warp, pass)) = self.choose(order) {
            if let Some(next) = self.next.get_mut(warp) {
                *next += 1;
            }
            let phase = self.phases.entry(pass.name).or_insert_with(|| Phase {
                count: pass.count,
                warps: Vec::new(),
                waiting: Vec::new(),
            });
            if phase.count != pass.count {
                let other = phase.count;
                let [count, other] = [pass.count, other].map(|count| count.unwrap_or(self.all()));
                return Err(Some((pass, Clash::Mixed { count, other })));
            }
            if phase.warps.contains(&warp) {
                // It reaches one phase twice. What the barrier does then is not known.
                return Err(None);
            }
            phase.warps.push(warp);
            if pass.operation == BarrierOperation::Sync {
                phase.waiting.push((warp, pass));
            }
            self.complete();
        }
        Ok(())
    }

    /// The warp that goes on, with the barrier that it reaches.
    fn choose(&self, order: WarpOrder) -> Option<(usize, Pass)> {
        let next = |(warp, (found, &next)): (usize, (&WarpPasses, &usize))| {
            Some((warp, *found.passes.get(next)?)).filter(|_| !self.is_waiting(warp))
        };
        let mut able = self.warps.iter().zip(&self.next).enumerate().filter_map(next);
        match order {
            WarpOrder::Ascending => able.next(),
            WarpOrder::Descending => able.next_back(),
            WarpOrder::Arriving => able.min_by_key(|(_, pass)| pass.operation == BarrierOperation::Sync),
            WarpOrder::Even => able.min_by_key(|(warp, _)| self.next.get(*warp).copied()),
        }
    }

    /// Whether a warp has ended.
    fn has_ended(&self, warp: usize) -> bool {
        self.warps
            .get(warp)
            .zip(self.next.get(warp))
            .is_some_and(|(warp, &next)| warp.then.is_none() && next == warp.passes.len())
            && !self.is_waiting(warp)
    }

    /// Ends the phases that are complete.
    fn complete(&mut self) {
        loop {
            let is_complete = |phase: &Phase| match phase.count {
                Some(count) => phase.warps.len() as u64 * 32 >= count,
                None => (0..self.warps.len()).all(|warp| phase.warps.contains(&warp) || self.has_ended(warp)),
            };
            let can_end = |name: u64, phase: &Phase| self.kept_open != Some(name) && is_complete(phase);
            let Some(name) = self.phases.iter().find(|(name, phase)| can_end(**name, phase)).map(|(&name, _)| name)
            else {
                return;
            };
            self.phases.remove(&name);
        }
    }

    fn is_waiting(&self, warp: usize) -> bool {
        self.phases.values().flat_map(|phase| &phase.waiting).any(|&(other, _)| other == warp)
    }

    /// The barriers at which warps wait forever: no other warp can reach them.
    fn stuck(&self) -> Vec<(Pass, Clash)> {
        let waits_for = |warp: usize| {
            self.phases
                .iter()
                .find(|(_, phase)| phase.waiting.iter().any(|&(other, _)| other == warp))
                .map(|(&name, _)| name)
        };
        // The ids of the barriers that warps which go on can reach.
        let mut goes_on: Vec<bool> = (0..self.warps.len()).map(|warp| waits_for(warp).is_none()).collect();
        let mut can_some_end = self.warps.iter().zip(&goes_on).any(|(warp, goes_on)| *goes_on && warp.then.is_some());
        let mut possible: BTreeSet<Option<u64>> = BTreeSet::new();
        loop {
            for (index, warp) in self.warps.iter().enumerate().filter(|(index, _)| goes_on.get(*index) == Some(&true)) {
                possible.extend(warp.then.iter().flatten());
                let next = self.next.get(index).copied().unwrap_or_default();
                possible.extend(warp.passes.iter().skip(next).map(|pass| Some(pass.name)));
            }
            let can_end = |name: u64| {
                let is_whole = self.phases.get(&name).is_some_and(|phase| phase.count.is_none());
                possible.contains(&None) || possible.contains(&Some(name)) || is_whole && can_some_end
            };
            let freed: Vec<usize> = (0..self.warps.len())
                .filter(|&warp| goes_on.get(warp) == Some(&false) && waits_for(warp).is_some_and(can_end))
                .collect();
            if freed.is_empty() {
                break;
            }
            for warp in freed {
                if let Some(goes_on) = goes_on.get_mut(warp) {
                    *goes_on = true;
                }
                can_some_end = true;
            }
        }
        let stuck = self.phases.values().flat_map(|phase| phase.waiting.iter().map(move |waiting| (phase, waiting)));
        let stuck = stuck.filter(|(_, (warp, _))| goes_on.get(*warp) == Some(&false));
        let mut found: Vec<(Pass, Clash)> = Vec::new();
        for (phase, (_, pass)) in stuck {
            let arrived = u32::try_from(phase.warps.len() * 32).unwrap_or(u32::MAX);
            let clash = match phase.count {
                Some(count) => Clash::Short { count, found: arrived },
                None => Clash::Divergent,
            };
            if !found.iter().any(|(known, _)| known.site == pass.site) {
                found.push((*pass, clash));
            }
        }
        // The others wait because of those.
        if found.iter().any(|(_, clash)| *clash != Clash::Divergent) {
            found.retain(|(_, clash)| *clash != Clash::Divergent);
        }
        found
    }
}
