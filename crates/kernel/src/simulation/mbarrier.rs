//! Operations on mbarriers: initialisations, arrivals and waits.

use std::collections::BTreeMap;

use super::barriers::Mbarrier;
use super::instruction::key;
use super::lanes::{Lanes, lanes};
use super::launch::{Launch, Next};
use super::warp::State;
use super::{Fault, is_in_variable};
use crate::execution::ContextId;
use crate::id::{BlockId, InstId, ValueId};
use crate::program::{Block, Instruction, InstructionKind, MbarrierOperation};
use crate::value::{Uniformity, ValueKind};

impl Launch<'_, '_> {
    /// Executes an operation on the mbarriers at an address, each lane on its own. None if it is not known what it does.
    pub(super) fn mbarrier(
        &mut self,
        warp: usize,
        group: usize,
        (context, at, block): (ContextId, BlockId, &Block),
        instruction: &Instruction,
        operation: MbarrierOperation,
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
        if !makes && self.is_argument(context, address) && addresses.iter().any(is_unknown) {
            return None;
        }
        match operation {
            MbarrierOperation::Init { count: Some(count) } | MbarrierOperation::Arrive { count: Some(count) }
                if self.is_argument(context, count) =>
            {
                return None;
            }
            MbarrierOperation::Init { count } => {
                let counts = values.get(count?);
                let found = self.warps.get(warp)?;
                let access = found.access();
                let mut is_again = false;
                for (lane, address) in addresses {
                    is_again |= self.mbarriers.insert(address, Mbarrier::new(counts.get(lane)?, access)).is_some();
                }
                if is_again {
                    self.fault(instruction.id, Fault::InitialisedAgain);
                }
                *self.executed.entry(instruction.id).or_default() += 1;
            }
            MbarrierOperation::Invalidate => {
                for (_, address) in addresses {
                    self.mbarriers.remove(&address);
                }
            }
            MbarrierOperation::Arrive { count } => {
                let counts = count.map(|count| values.get(count));
                let count = |lane| counts.as_ref().map_or(Some(1), |counts| counts.get(lane));
                let arrivals: Vec<_> = addresses
                    .into_iter()
                    .map(|(lane, address)| Some((address, count(lane)?)))
                    .collect::<Option<_>>()?;
                self.arrive(warp, instruction.id, arrivals)?;
            }
            MbarrierOperation::ExpectTx { arrives, bytes } => {
                let bytes = bytes.map(|bytes| values.get(bytes));
                for &(lane, address) in &addresses {
                    let bytes = bytes.as_ref().and_then(|bytes| bytes.get(lane));
                    self.initialised(warp, instruction.id, address)?.expect(bytes);
                }
                if arrives {
                    self.arrive(
                        warp,
                        instruction.id,
                        addresses.into_iter().map(|(_, address)| (address, 1)).collect(),
                    )?;
                }
            }
            MbarrierOperation::Drop => {
                for (_, address) in addresses {
                    let mbarrier = self.initialised(warp, instruction.id, address)?;
                    mbarrier.drop_arrival()?;
                }
            }
            MbarrierOperation::Wait { parity, is_loop } => {
                let parities = values.get(parity?);
                let mut waits = Vec::new();
                for (lane, address) in addresses {
                    self.initialised(warp, instruction.id, address)?;
                    waits.push((lane, address, parities.get(lane)? & 1));
                }
                let is_past =
                    |address: &u64, parity: u64| self.mbarriers.get(address).is_some_and(|found| found.is_past(parity));
                let past = waits.iter().filter(|(_, address, parity)| is_past(address, *parity));
                let past = past.fold(0_u32, |past, (lane, ..)| past | 1 << lane);
                let is_done = past == all;
                let position = (context, at, self.warps.get(warp)?.groups.get(group)?.frames.last()?.index);
                let found = self.warps.get_mut(warp)?;
                let tested = &mut found.groups.get_mut(group)?.tested;
                if !is_done && (is_loop || *tested == Some(position)) {
                    let mut waits: Vec<(u64, u64)> =
                        waits.into_iter().map(|(_, address, parity)| (address, parity)).collect();
                    waits.sort_unstable();
                    waits.dedup();
                    return Some(Next::Again(State::Mbarriers(waits)));
                }
                *tested = if is_done { None } else { Some(position) };
                for (_, address, _) in waits.iter().filter(|(lane, ..)| past >> lane & 1 == 1) {
                    found.clock.join(&self.mbarriers.get(address)?.told);
                }
                if is_done {
                    *self.executed.entry(instruction.id).or_default() += 1;
                }
                if !is_loop {
                    let result = self.tested_value(context, block, position.2)?;
                    self.set(warp, group, result, Lanes::from_fn(|lane| Some(u64::from(past >> lane & 1))))?;
                }
            }
        }
        Some(Next::Goes)
    }

    /// The mbarrier at an address, which a warp uses. None if there is none, and a fault if the address is that of a variable, or
    /// if the warp does not know of the initialisation.
    pub(super) fn initialised(&mut self, warp: usize, id: InstId, address: u64) -> Option<&mut Mbarrier> {
        let known = &self.warps.get(warp)?.clock;
        let fault = match self.mbarriers.get(&address) {
            Some(mbarrier) => (!known.knows(mbarrier.initialised)).then_some(Fault::InitialisedByOther),
            None => is_in_variable(address).then_some(Fault::NotInitialised),
        };
        if let Some(fault) = fault {
            self.fault(id, fault);
        }
        self.mbarriers.get_mut(&address)
    }

    /// Lanes of a warp arrive together, each at an mbarrier and a number of times.
    pub(super) fn arrive(&mut self, warp: usize, id: InstId, arrivals: Vec<(u64, u64)>) -> Option<()> {
        let found = self.warps.get_mut(warp)?;
        let access = found.access();
        let copies = std::mem::take(&mut found.completed_by_arrival);
        let mut clock = found.tell();
        copies.into_iter().for_each(|copy| clock.complete(copy));
        let mut sums: BTreeMap<u64, u64> = BTreeMap::new();
        for (address, arrivals) in arrivals {
            let sum = sums.entry(address).or_default();
            *sum = sum.saturating_add(arrivals);
        }
        for (address, found) in sums {
            self.access_remote(warp, id, address, access)?;
            let mbarrier = self.initialised(warp, id, address)?;
            let (count, is_too_many) = (mbarrier.count, found > mbarrier.pending.max(1));
            mbarrier.arrive(found, &clock);
            if is_too_many {
                self.fault(id, Fault::TooMany { found, count });
            }
        }
        *self.executed.entry(id).or_default() += 1;
        Some(())
    }

    /// The predicate that a test of an mbarrier defines.
    pub(super) fn tested_value(&self, context: ContextId, block: &Block, index: usize) -> Option<ValueId> {
        let function = self.run.function(context)?;
        let is_test = |found: &&Instruction| {
            matches!(
                found.kind,
                InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { is_loop: false, .. }, .. }
            )
        };
        let is_predicate = |value: &&ValueId| {
            function
                .value(**value)
                .is_some_and(|value| value.bits == 1 && value.kind == ValueKind::Unknown(Uniformity::Thread))
        };
        let tests = block.instructions.iter().filter(is_test).count();
        let predicates: Vec<&ValueId> = block.computes.iter().filter(is_predicate).collect();
        let before = block.instructions.iter().take(index).filter(is_test).count();
        (tests == predicates.len()).then(|| predicates.get(before).map(|value| **value))?
    }
}
