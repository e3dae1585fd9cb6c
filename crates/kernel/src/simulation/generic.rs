//! Loads and stores of single lanes, by the space of their address.

use super::lanes::{LaneValues, lanes};
use super::launch::Launch;
use super::layout::space_of;
use super::needed::is_in;
use crate::execution::ContextId;
use crate::id::InstId;
use crate::program::{Direction, MemoryAccess, Strength};
use crate::value::Space;

impl Launch<'_, '_> {
    /// The lanes of a group load or store.
    pub(super) fn access(
        &mut self,
        warp: usize,
        group: usize,
        (context, id): (ContextId, InstId),
        access: &MemoryAccess,
    ) -> Option<()> {
        let &MemoryAccess { direction, address, value, strength, .. } = access;
        if self.is_skipped(context, access) {
            return Some(());
        }
        match (self.space_in(warp, group, access)?, direction) {
            (Some(Space::Shared | Space::SharedCluster), Direction::Store) => {
                self.store(warp, group, (context, id), (address, value, strength))
            }
            (Some(Space::Shared | Space::SharedCluster), Direction::Load) => {
                self.load(warp, group, (context, id), (address, value, strength))
            }
            (Some(Space::Local), Direction::Store) => {
                let (addresses, mask) = self.addresses(warp, group, address)?;
                let (size, stored) = (self.size(context, value), self.values(warp, group)?.get(value));
                self.warps.get_mut(warp)?.local.store(&addresses, mask, size, &stored);
                Some(())
            }
            (Some(Space::Local), Direction::Load) => {
                let (addresses, mask) = self.addresses(warp, group, address)?;
                let loaded = self.warps.get(warp)?.local.load(&addresses, mask, self.size(context, value));
                self.set(warp, group, value, loaded)
            }
            (Some(Space::Constant | Space::Global), Direction::Load) if strength == Strength::Weak => {
                let (addresses, _) = self.addresses(warp, group, address)?;
                let values = self.values(warp, group)?;
                let loaded = values.constant(&addresses, 8 * self.size(context, value) as u8);
                self.set(warp, group, value, loaded)
            }
            (space, _) => {
                if space.is_none() && direction == Direction::Store {
                    self.forget_memory(warp, group)?;
                }
                if strength != Strength::Weak {
                    self.warps.get_mut(warp)?.synchronise_lanes();
                    self.order_by_strong(warp, strength)?;
                }
                if direction == Direction::Load { self.set(warp, group, value, LaneValues::UNKNOWN) } else { Some(()) }
            }
        }
    }

    /// Whether an access to memory that other threads do not see, or that is not followed, makes no difference.
    fn is_skipped(&self, context: ContextId, access: &MemoryAccess) -> bool {
        let asked = if access.direction == Direction::Load { access.value } else { access.address };
        let is_own = match access.space {
            Space::Local => true,
            Space::Constant | Space::Global => access.strength == Strength::Weak,
            _ => false,
        };
        is_own && !is_in(self.kernel.needed(context), asked)
    }

    /// A store that some lanes of a group may have executed.
    pub(super) fn may_store(
        &mut self,
        warp: usize,
        group: usize,
        context: ContextId,
        access: &MemoryAccess,
    ) -> Option<()> {
        if self.is_skipped(context, access) {
            return Some(());
        }
        match self.space_in(warp, group, access)? {
            Some(Space::Shared | Space::SharedCluster) => {
                self.forget_stored(warp, group, context, access.address, access.value)
            }
            Some(Space::Local) => {
                let (addresses, mask) = self.addresses(warp, group, access.address)?;
                let size = self.size(context, access.value);
                self.warps.get_mut(warp)?.local.store(&addresses, mask, size, &LaneValues::UNKNOWN);
                Some(())
            }
            Some(Space::Constant | Space::Global) => Some(()),
            Some(Space::Generic) | None => self.forget_memory(warp, group),
        }
    }

    /// The state space that all lanes of a group access: shared, local or global memory. None inside if that is not
    /// known.
    fn space_in(&self, warp: usize, group: usize, access: &MemoryAccess) -> Option<Option<Space>> {
        match access.space {
            Space::Generic => {}
            space => return Some(Some(space)),
        }
        let (addresses, mask) = self.addresses(warp, group, access.address)?;
        let mut found = lanes(mask).map(|lane| addresses.get(lane).and_then(space_of));
        let first = found.next().flatten();
        // With small numbers for pointers, one of global memory looks like one of shared memory.
        let is_certain = !(first == Some(Space::Shared) && self.arguments.has_wide);
        Some(first.filter(|_| is_certain && found.all(|space| space == first)))
    }

    /// The lanes of a group can have stored anywhere.
    fn forget_memory(&mut self, warp: usize, group: usize) -> Option<()> {
        let own = self.warps.get_mut(warp)?;
        let mask = own.groups.get(group)?.lanes;
        own.local.forget(mask);
        self.memory.forget_all();
        Some(())
    }
}
