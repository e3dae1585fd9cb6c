//! Whether threads can execute an instruction one after the other.
//!
//! Guarantees that nothing in the kernel makes a thread later than others if no wait for other threads is on a path to
//! the instruction, or a barrier that all threads pass follows each. Leaves out on purpose: `tcgen05.alloc`, which can
//! wait for a release by another warp.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::execution::Site;
use crate::paths::spin;
use crate::paths::{Edge, Machine, is_by_all, threads, trace, waits};
use crate::program::{InstructionKind, Tcgen05};

/// Whether a thread has waited for other ones since all threads have met.
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

/// Whether nothing makes some threads execute an instruction after others.
pub fn begins_together(site: &Site<'_, '_>) -> bool {
    let machine = IsLate { spins: spin::edges(site.run) };
    threads(site.run).into_iter().filter(|&thread| site.presence.threads.contains(thread)).all(|thread| {
        let trace = trace(site.run, thread, &machine);
        trace.is_some_and(|trace| trace.before(site).is_some_and(|states| !states.contains(&true)))
    })
}
