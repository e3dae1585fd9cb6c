//! Threads that have waited for others, and so can be later than they are.
//!
//! Guarantees, if threads begin an instruction together, that on no path to it one of them has waited for another one
//! since the last barrier that all threads pass. Leaves out on purpose: that `tcgen05.alloc` can wait for a release by
//! another warp.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::execution::{Run, Site};
use crate::paths::spin;
use crate::paths::{Edge, Machine, Trace, groups, is_by_all, trace, waits};
use crate::program::{InstructionKind, Tcgen05};
use crate::threads::ThreadSet;

/// Whether a thread has waited for others since all threads have met.
struct IsLate {
    /// The edges after which it has waited for a flag.
    spins: Rc<BTreeSet<Edge>>,
}

impl Machine for IsLate {
    type State = bool;

    fn start(&self) -> bool {
        false
    }

    fn step(&self, state: bool, site: &Site<'_, '_>) -> bool {
        match &site.instruction.kind {
            kind if kind.is_barrier_of_all() && is_by_all(site) => false,
            InstructionKind::Barrier { .. } | InstructionKind::CallUnknown => true,
            InstructionKind::Tcgen05 { operation: Tcgen05::Alloc, .. } => state,
            kind => state || waits(kind),
        }
    }

    fn take(&self, state: bool, edge: &Edge) -> Option<bool> {
        Some(state || self.spins.contains(edge))
    }
}

/// For the threads that take the same paths, the states there; none if there are too many.
fn traces(run: &Run<'_>) -> Vec<(ThreadSet, Option<Trace<bool>>)> {
    let machine = IsLate { spins: spin::edges(run) };
    groups(run).0.into_iter().map(|group| (group, group.lowest().and_then(|one| trace(run, one, &machine)))).collect()
}

/// Whether nothing can make some threads execute an instruction after others. False if that is not known.
pub fn begins_together(site: &Site<'_, '_>) -> bool {
    let here = site.presence.threads;
    let traces = site.run.once(traces);
    traces.iter().filter(|(group, _)| !group.is_disjoint(&here)).all(|(group, trace)| {
        let states = trace.as_ref().and_then(|trace| trace.before(site));
        group.is_subset(&here) && states.is_some_and(|states| !states.contains(&true))
    })
}
