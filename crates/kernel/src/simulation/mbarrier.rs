//! Operations on mbarriers: initialisations, arrivals and waits.

use std::collections::{BTreeMap, BTreeSet};

use super::address::{is_in_variable, key};
use super::barriers::{EqualTests, MBARRIER_BYTES, Mbarrier, Until};
use super::clock::{Access, Clock, Issuer};
use super::fault::{Fault, Memory};
use super::granule::{GranuleAccess, granules};
use super::lanes::{LaneValues, lanes};
use super::launch::{Launch, Next, Schedule};
use super::warp::GroupState;
use crate::execution::ContextId;
use crate::id::{BlockId, InstId, ValueId};
use crate::program::{Arrival, Instruction, MbarrierOperation};

impl Launch<'_, '_> {
    /// Executes an operation on the mbarriers at an address, each lane on its own. None if it is not known what it
    /// does.
    pub(super) fn mbarrier(
        &mut self,
        warp: usize,
        group: usize,
        (context, at): (ContextId, BlockId),
        instruction: &Instruction,
        (operation, relaxed): (MbarrierOperation, bool),
        address: ValueId,
    ) -> Option<Next> {
        let values = self.values(warp, group)?;
        let all = values.lanes;
        let addresses = values.get(address);
        let addresses: Vec<(usize, u64)> =
            lanes(all).map(|lane| Some((lane, key(addresses.get(lane)?)))).collect::<Option<_>>()?;
        // An argument is not the address of an mbarrier.
        let is_unknown = |(_, address): &(usize, u64)| !self.mbarriers.contains_key(address);
        let makes = matches!(operation, MbarrierOperation::Init { .. } | MbarrierOperation::Invalidate);
        if !makes && self.kernel.is_argument(context, address) && addresses.iter().any(is_unknown) {
            return None;
        }
        let id = instruction.id;
        match operation {
            MbarrierOperation::Init { count: Some(count) } | MbarrierOperation::Arrive { count: Some(count), .. }
                if self.kernel.is_argument(context, count) =>
            {
                return None;
            }
            MbarrierOperation::Init { count } => {
                let counts = values.get(count?);
                let counts = addresses.into_iter().map(|(lane, address)| Some((address, counts.get(lane)?)));
                self.initialise(warp, id, counts.collect::<Option<_>>()?)?;
            }
            MbarrierOperation::Invalidate => {
                self.invalidate(warp, id, addresses.into_iter().map(|(_, address)| address).collect())?;
            }
            MbarrierOperation::Arrive { count, arrival } => {
                let counts = count.map(|count| values.get(count));
                let count = |lane| counts.as_ref().map_or(Some(1), |counts| counts.get(lane));
                let arrivals = addresses.into_iter().map(|(lane, address)| Some((address, count(lane)?)));
                self.arrive(warp, id, arrivals.collect::<Option<_>>()?, (arrival, relaxed))?;
            }
            MbarrierOperation::ExpectTx { arrives, bytes } => {
                let decided_by = self.kernel.deciding(bytes.map(|bytes| (context, bytes)));
                let bytes = bytes.map(|bytes| values.get(bytes));
                self.memory_by.expected |= decided_by;
                let user = self.warps.get(warp)?.access();
                let at = (id, self.times_of(id));
                for &(lane, address) in &addresses {
                    let bytes = bytes.as_ref().and_then(|bytes| bytes.get(lane));
                    self.initialised(warp, id, address, user)?.expect(bytes, at);
                }
                if let Some(arrival) = arrives {
                    let arrivals = addresses.into_iter().map(|(_, address)| (address, 1)).collect();
                    self.arrive(warp, id, arrivals, (arrival, relaxed))?;
                } else {
                    self.count(id);
                }
            }
            MbarrierOperation::Wait { parity, result, is_loop } => {
                let parities = parity.map(|parity| values.get(parity));
                let (mut waits, user) = (Vec::new(), self.warps.get(warp)?.access());
                for (lane, address) in addresses {
                    self.initialised(warp, id, address, user)?;
                    let until = match &parities {
                        Some(parities) => Until::Parity(parities.get(lane)? & 1),
                        // The state is that of the last arrival of the thread, if there is only one.
                        None => Until::Phase((*self.warps.get(warp)?.arrivals.get(&address)?)?),
                    };
                    waits.push((lane, address, until));
                }
                return self.wait((warp, group), (context, at), id, waits, (result, is_loop, relaxed));
            }
        }
        Some(Next::Goes)
    }

    /// Lanes of a warp initialise mbarriers, each with the number of arrivals that it counts.
    fn initialise(&mut self, warp: usize, id: InstId, counts: Vec<(u64, u64)>) -> Option<()> {
        let access = self.warps.get(warp)?.access();
        let mut is_again = false;
        for (address, count) in counts {
            is_again |= self.mbarriers.insert(address, Mbarrier::new(count, access)).is_some();
            self.overwrite(warp, id, address)?;
        }
        if is_again {
            self.fault(id, Fault::InitialisedAgain);
        }
        self.count(id);
        Some(())
    }

    /// A warp invalidates mbarriers, which no other one may still use.
    fn invalidate(&mut self, warp: usize, id: InstId, addresses: BTreeSet<u64>) -> Option<()> {
        let own = self.warps.get(warp)?;
        let (clock, number) = (own.clock.clone(), own.index);
        for address in addresses {
            let fault = match self.mbarriers.remove(&address) {
                Some(mbarrier) => {
                    let is_open = |(&user, &at): (&Issuer, &u32)| {
                        user.warp != number && !clock.has_happened(Access::Warp(user, at))
                    };
                    let is_used = mbarrier.uses.iter().any(is_open) || mbarrier.has_copies_after(&clock);
                    is_used.then_some(Fault::InvalidatedEarly)
                }
                None => is_in_variable(address).then_some(Fault::NotInitialised),
            };
            if let Some(fault) = fault {
                self.fault(id, fault);
            }
            self.overwrite(warp, id, address)?;
        }
        self.count(id);
        Some(())
    }

    /// The memory of an mbarrier is no other variable's from now on, or not the mbarrier's any more: what threads have
    /// accessed there has to be before.
    fn overwrite(&mut self, warp: usize, id: InstId, address: u64) -> Option<()> {
        let event = self.event(id, self.warps.get(warp)?.access(), true);
        for GranuleAccess { granule, parts, .. } in granules(&LaneValues::Same(Some(address)), 1, MBARRIER_BYTES) {
            let other = self.shared.unordered(granule, parts, &event, &self.warps.get(warp)?.clock);
            if let Some(other) = other.filter(|other| matches!(other.access, Access::Warp(..))) {
                self.fault_with(id, Fault::Race(Memory::Shared), other.id);
            }
        }
        Some(())
    }

    /// Lanes of a warp test phases of mbarriers, or wait for them. A test can come before the phase has completed,
    /// unless the warp knows already that it has: one in sequence is false for that.
    fn wait(
        &mut self,
        (warp, group): (usize, usize),
        (context, at): (ContextId, BlockId),
        id: InstId,
        waits: Vec<(usize, u64, Until)>,
        (result, is_loop, relaxed): (Option<ValueId>, bool, bool),
    ) -> Option<Next> {
        let mut asked: Vec<(u64, Until)> = waits.iter().map(|(_, address, until)| (*address, *until)).collect();
        asked.sort_unstable();
        asked.dedup();
        let own = self.warps.get_mut(warp)?;
        let (found, clock, seen, number) = (own.groups.get_mut(group)?, &own.clock, &own.seen, own.index);
        let position = (context, at, found.frames.last()?.index);
        let (mut past, mut known) = (0_u32, 0);
        for (lane, address, until) in &waits {
            if let Some(mbarrier) = self.mbarriers.get(address).filter(|found| found.is_past(*until)) {
                past |= 1 << lane;
                let is_known = clock.follows(&mbarrier.released, number) || seen.follows(&mbarrier.released, number);
                known |= u32::from(is_known || found.tests.forced_false.contains(&(*address, *until))) << lane;
            }
        }
        let all = waits.len();
        let is_all = |lanes: u32| lanes.count_ones() as usize == all;
        if is_loop && !is_all(past) {
            // Nothing changes until a phase completes.
            return Some(Next::Again(GroupState::Mbarriers(asked)));
        }
        let before = found.tests.last.take().filter(|tests| tests.at == position && tests.waits == asked);
        // If the phase is not complete, the other threads go on first.
        let waits_first = self.schedule == Schedule::Late || !is_all(past);
        if !std::mem::take(&mut found.tests.has_waited) && waits_first && before.is_none() {
            found.tests.has_waited = true;
            return Some(Next::Again(GroupState::Time));
        }
        if !is_loop && known != past {
            let unknown = waits.iter().filter(|(lane, ..)| (past & !known) >> lane & 1 == 1);
            found.tests.forced_false.extend(unknown.map(|(_, address, until)| (*address, *until)));
            past = known;
        }
        let is_done = is_all(past);
        match before.filter(|tests| tests.past == past) {
            None => {
                let (values, has_effects) = (Vec::new(), false);
                found.tests.last = Some(EqualTests { at: position, waits: asked, past, has_effects, values });
            }
            Some(tests) if tests.values.is_empty() => {
                found.tests.last = Some(EqualTests { values: found.values(), ..tests });
            }
            // Others can depend on what is between the tests.
            Some(tests) if tests.has_effects => {
                found.tests.last = Some(EqualTests { values: found.values(), has_effects: false, ..tests });
            }
            // The third test in sequence. If nothing has changed since the second one, the loop goes on as long as the
            // phase is complete.
            Some(tests) if is_done => {
                let values = found.values();
                if tests.values == values {
                    let next = asked.into_iter().map(|(address, until)| (address, until.next())).collect();
                    return Some(Next::Again(GroupState::Repeats(next)));
                }
                found.tests.last = Some(EqualTests { values, ..tests });
            }
            // If something has changed, this may be the last one.
            Some(tests) => {
                found.tests.polls = tests.values != found.values();
                found.tests.last = Some(tests);
                return Some(Next::Again(GroupState::Mbarriers(asked)));
            }
        }
        if is_done {
            found.tests.polls = false;
            found
                .tests
                .forced_false
                .retain(|forced| !waits.iter().any(|(_, address, until)| *forced == (*address, *until)));
        }
        for (_, address, _) in waits.iter().filter(|(lane, ..)| past >> lane & 1 == 1) {
            own.acquire(&self.mbarriers.get(address)?.released, relaxed);
        }
        if is_done {
            waits.iter().for_each(|(_, address, _)| {
                own.arrivals.remove(address);
            });
            self.count(id);
        }
        if let Some(result) = result {
            self.set(warp, group, result, LaneValues::from_fn(|lane| Some(u64::from(past >> lane & 1))))?;
        }
        Some(Next::Goes)
    }

    /// The mbarrier at an address, which an instruction of a warp uses. `user`: the access of the warp, or the
    /// operation that uses it later. None if there is none, and a fault if the address is that of a variable, or if the
    /// warp does not know of the initialisation.
    pub(super) fn initialised(&mut self, warp: usize, id: InstId, address: u64, user: Access) -> Option<&mut Mbarrier> {
        let known = &self.warps.get(warp)?.clock;
        let fault = match self.mbarriers.get(&address) {
            Some(mbarrier) => (!known.knows(mbarrier.initialised)).then_some(Fault::InitialisedByOther),
            None => is_in_variable(address).then_some(Fault::NotInitialised),
        };
        if let Some(fault) = fault {
            self.fault(id, fault);
        }
        let mbarrier = self.mbarriers.get_mut(&address)?;
        if let Access::Warp(issuer, time) = user {
            mbarrier.uses.insert(issuer, time);
        }
        Some(mbarrier)
    }

    /// Lanes of a warp arrive together, each at an mbarrier and a number of times.
    fn arrive(
        &mut self,
        warp: usize,
        id: InstId,
        arrivals: Vec<(u64, u64)>,
        (arrival, relaxed): (Arrival, bool),
    ) -> Option<()> {
        let found = self.warps.get_mut(warp)?;
        let access = found.access();
        let copies = if arrival == Arrival::AfterCpAsync { found.cp_async.all() } else { Vec::new() };
        let mut clock = found.release_by(relaxed);
        copies.iter().for_each(|&copy| clock.complete(copy));
        let mut sums: BTreeMap<u64, u64> = BTreeMap::new();
        for (address, arrivals) in arrivals {
            let sum = sums.entry(address).or_default();
            *sum = sum.saturating_add(arrivals);
        }
        for (address, found) in sums {
            self.access_remote(warp, id, address, access)?;
            if arrival == Arrival::Drop {
                self.initialised(warp, id, address, access)?.drop_arrivals(found)?;
            }
            let phase = self.arrive_at(warp, id, (address, found), (access, &clock))?;
            self.mbarriers.get_mut(&address)?.arrive_after(&copies);
            let of_warp = self.warps.get_mut(warp)?.arrivals.entry(address);
            of_warp.and_modify(|known| *known = known.filter(|known| *known == phase)).or_insert(Some(phase));
        }
        self.count(id);
        Some(())
    }

    /// So many arrivals of one instruction at an mbarrier, by an access that passes on what the clock knows. The phase
    /// in which they begin.
    pub(super) fn arrive_at(
        &mut self,
        warp: usize,
        id: InstId,
        (address, found): (u64, u64),
        (access, clock): (Access, &Clock),
    ) -> Option<u64> {
        let mbarrier = self.initialised(warp, id, address, access)?;
        let (phase, count) = (mbarrier.phase, mbarrier.expected_arrivals);
        let is_too_many = found > mbarrier.pending_arrivals.max(1);
        let is_beyond = mbarrier.waits_for_bytes_alone();
        mbarrier.arrive(found, clock);
        if is_too_many {
            self.fault(id, Fault::TooMany { found, count });
        }
        if is_beyond {
            self.fault(id, Fault::BeyondCount);
        }
        Some(phase)
    }
}
