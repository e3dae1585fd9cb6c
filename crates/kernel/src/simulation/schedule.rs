//! What happens first where a launch leaves it open.

use super::launch::{Launch, Schedule};
use super::warp::GroupState;

impl Launch<'_, '_> {
    /// What happens when no thread can go on: threads have waited long enough at tests of mbarriers, or a copy
    /// completes. Whether there is something.
    pub(super) fn change(&mut self) -> bool {
        match self.schedule {
            Schedule::Early => self.end_waits_for_time() || self.complete_copy(),
            Schedule::Late => self.complete_copy() || self.end_waits_for_time(),
        }
    }

    /// Lets the groups go on that wait until no other one can. Whether there are such groups.
    fn end_waits_for_time(&mut self) -> bool {
        let groups = self.warps.iter_mut().flat_map(|warp| &mut warp.groups);
        let mut waiting = groups.filter(|group| group.state == GroupState::Time).peekable();
        let is_any = waiting.peek().is_some();
        waiting.for_each(|group| group.state = GroupState::Ready);
        is_any
    }

    /// Completes the copy that was issued first, of those that nothing else is missing for. Whether there is one.
    fn complete_copy(&mut self) -> bool {
        let first = self.mbarriers.values_mut().filter_map(|found| Some((found.waits_for_copy()?, found)));
        let Some((_, mbarrier)) = first.min_by_key(|(copy, _)| *copy) else { return false };
        mbarrier.complete();
        true
    }
}
