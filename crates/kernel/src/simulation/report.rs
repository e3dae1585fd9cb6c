//! The faults of a launch.

use super::barriers::{Barrier, BarrierId, Mbarrier};
use super::fault::Fault;
use super::launch::{Launch, Observed, Schedule};
use super::warp::{GroupState, LaneGroup, Warp};
use crate::id::InstId;
use crate::program::InstructionKind;

impl Launch<'_, '_> {
    /// All threads that are left wait for ever.
    pub(super) fn report_stuck(&mut self) {
        let waits = |group: &LaneGroup| group.state != GroupState::Ready;
        let is_known = |warp: &Warp| warp.groups.is_empty() || warp.groups.iter().any(waits);
        if !self.is_consistent() || !self.warps.iter().all(is_known) {
            return;
        }
        // How far the parts of a warp can be apart while each of them tests late is not followed.
        if self.schedule == Schedule::Late && self.warps.iter().any(|warp| warp.groups.len() > 1) {
            return;
        }
        let groups = self.warps.iter().flat_map(|warp| warp.groups.iter().map(move |group| (warp.cta.rank, group)));
        // One that polls can give up. Lanes that are apart may arrive at a barrier that is not aligned.
        let can_go_on = |group: &LaneGroup| {
            group.tests.polls || group.state == GroupState::Lanes && !self.asks_for_all_lanes(group)
        };
        if groups.clone().any(|(_, group)| can_go_on(group)) {
            return;
        }
        let mut found = Vec::new();
        for (rank, group) in groups.filter(|(_, group)| waits(group)) {
            let Some(at) = group.at else { return };
            let fault = match &group.state {
                GroupState::Mbarriers(waits) => {
                    let missing =
                        waits.iter().filter_map(|(address, parity)| Some((self.mbarriers.get(address)?, parity)));
                    let mut missing = missing.filter(|(mbarrier, parity)| !mbarrier.is_past(**parity));
                    missing.next().map(|(mbarrier, _)| match mbarrier.unbalanced() {
                        Some((expected, copied)) => Fault::Bytes { expected, copied },
                        None => Fault::Mbarrier {
                            arrived: mbarrier.expected_arrivals.saturating_sub(mbarrier.pending_arrivals),
                            count: mbarrier.expected_arrivals,
                        },
                    })
                }
                GroupState::Repeats(_) => Some(Fault::Repeats),
                GroupState::Barrier { id: BarrierId::Cluster, .. } => Some(Fault::ClusterBarrier),
                GroupState::Barrier { id, .. } => {
                    let count = self.barriers.get(id).and_then(Barrier::count);
                    let arrived = self.barriers.get(id).map_or(0, Barrier::threads);
                    Some(Fault::Barrier { arrived, count })
                }
                GroupState::Columns(asked) => Some(Fault::Columns { asked: *asked, held: self.held_columns(rank) }),
                GroupState::Registers(asked) => {
                    Some(Fault::Registers { asked: *asked, free: self.free_registers(rank) })
                }
                GroupState::Mask { .. } => Some(Fault::PartOfMask),
                GroupState::Lanes => self.asks_for_all_lanes(group).then_some(Fault::PartOfWarp),
                // That a part of a warp group issues a product is said of that product.
                GroupState::Products(_) | GroupState::Time | GroupState::Ready => None,
            };
            found.extend(fault.map(|fault| (at, fault)));
        }
        // A wait for an mbarrier at which only some threads have arrived is nearest to the cause. Barriers of all
        // threads wait for those that wait for something else.
        let distance_from_cause = |(_, fault): &(InstId, Fault)| match fault {
            Fault::Mbarrier { arrived: 1.., .. } | Fault::Bytes { .. } | Fault::Repeats => 0,
            Fault::Barrier { count: None, .. } => 2,
            Fault::ClusterBarrier => 3,
            // The rest waits for something else.
            Fault::PartOfMask => 4,
            Fault::PartOfWarp => 5,
            _ => 1,
        };
        // All of equal distance are candidates: those that end in a launch without a fault are removed later.
        let least = found.iter().map(distance_from_cause).min();
        for (at, fault) in found.into_iter().filter(|found| Some(distance_from_cause(found)) == least) {
            self.fault(at, fault);
        }
    }

    /// All threads have ended, and no phase expects the bytes that are left.
    pub(super) fn report_surplus(&mut self) {
        let found: Vec<_> = self.mbarriers.values().filter_map(Mbarrier::surplus).collect();
        for (at, expected, copied) in found {
            self.fault_of(at, Fault::Surplus { expected, copied }, None);
        }
    }

    /// Whether a group waits at an instruction that all lanes of the warp have to execute together.
    fn asks_for_all_lanes(&self, group: &LaneGroup) -> bool {
        let instruction = group
            .frames
            .last()
            .and_then(|frame| self.run.function(frame.context)?.block(frame.block)?.instructions.get(frame.index));
        instruction.is_some_and(|found| match found.kind {
            InstructionKind::Barrier { aligned, .. } | InstructionKind::ClusterArrive { aligned, .. } => aligned,
            InstructionKind::WarpSync { .. } | InstructionKind::SetMaxnreg { .. } => true,
            _ => false,
        })
    }

    pub(super) fn fault(&mut self, id: InstId, fault: Fault) {
        self.fault_of((id, self.times_of(id)), fault, None);
    }

    /// What is wrong with another instruction.
    pub(super) fn fault_with(&mut self, id: InstId, fault: Fault, other: InstId) {
        self.fault_of((id, self.times_of(id)), fault, Some(other));
    }

    /// What is wrong at an instruction that had been executed so often.
    pub(super) fn fault_of(&mut self, (id, times): (InstId, u32), fault: Fault, other: Option<InstId>) {
        let other = other.map(|other| (other, self.times_of(other)));
        let is_known = self.faults.iter().any(|known| known.id == id);
        // A loop that was left out can have waited for another thread.
        if !is_known && !self.has_skipped_loop && self.is_consistent() {
            self.faults.push(Observed { id, times, fault, other });
        }
    }
}
