//! Accesses to the shared memory of other CTAs of the cluster: before they have started, and after they may have
//! exited.

use super::clock::Access;
use super::fault::Fault;
use super::launch::{Launch, Remote};
use super::warp::Warp;
use crate::id::InstId;

impl Launch<'_, '_> {
    /// A warp accesses an address. In another CTA, it has to know that this one has started.
    pub(super) fn access_remote(&mut self, warp: usize, id: InstId, address: u64, access: Access) -> Option<()> {
        self.reach_remote(warp, id, address, (access, Fault::Exited))
    }

    /// The same. `fault`: what goes wrong if the other CTA can have exited.
    pub(super) fn reach_remote(
        &mut self,
        warp: usize,
        id: InstId,
        address: u64,
        (access, fault): (Access, Fault),
    ) -> Option<()> {
        let own = self.warps.get(warp)?;
        let rank = u32::try_from(address >> 24 & 0xff).ok()?;
        if rank == own.cta.rank {
            return Some(());
        }
        if !self.of_rank(rank).any(|peer| own.clock.has_happened(peer.start())) {
            self.fault(id, Fault::NotStarted);
        }
        let at = (id, self.times_of(id));
        self.remote.push(Remote { rank, access, fault, at });
        Some(())
    }

    /// Reports the accesses of which no warp of the other CTA knows when it ends: all of them can end before.
    pub(super) fn report_exited(&mut self) {
        for Remote { rank, access, fault, at } in std::mem::take(&mut self.remote) {
            // A relaxed wait is enough.
            let knows = |peer: &Warp| peer.clock.has_happened(access) || peer.seen.has_happened(access);
            if !self.of_rank(rank).any(knows) {
                self.fault_of(at, fault, None);
            }
        }
    }

    fn of_rank(&self, rank: u32) -> impl Iterator<Item = &Warp> {
        self.warps.iter().filter(move |warp| warp.cta.rank == rank)
    }
}
