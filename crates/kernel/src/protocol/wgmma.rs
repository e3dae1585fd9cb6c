//! wgmma: `wgmma.fence`, `wgmma.mma_async`, `wgmma.commit_group`, `wgmma.wait_group` (PTX ISA 9.7.15).
//!
//! Guarantees that a fault is one on every path of some thread to it.
//!
//! Leaves out on purpose: which of several accumulators code reads, and the fences between two multiplications.

use std::rc::Rc;

use super::{Machine, Verdict, always, threads};
use crate::execution::{Run, Site};
use crate::id::InstId;
use crate::program::{InstructionKind, Wgmma};

/// What is wrong with the order.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum WgmmaFault {
    /// No `wgmma.fence` is before the `wgmma.mma_async`.
    NoFence,
    /// No `wgmma.commit_group` is after the `wgmma.mma_async`.
    NotCommitted,
    /// No `wgmma.wait_group` waits for the `wgmma.mma_async` before the kernel ends.
    NotAwaited,
    /// The accumulator is read, and no `wgmma.wait_group` is before.
    ReadBeforeWait,
}

/// The state of a warp group.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct State {
    is_fenced: bool,
    has_waited: bool,
    /// The last multiplication that is not committed.
    open: Option<InstId>,
    /// The last multiplication of a group that may be pending, and the number of such groups.
    pending: Option<(InstId, u32)>,
}

struct Order;

/// The most pending groups that are counted.
const MAX_GROUPS: u32 = 8;

impl Machine for Order {
    type State = State;

    fn start(&self) -> State {
        State::default()
    }

    fn step(&self, mut state: State, site: &Site<'_, '_>) -> State {
        match &site.instruction.kind {
            InstructionKind::Wgmma(Wgmma::Fence) => state.is_fenced = true,
            InstructionKind::Wgmma(Wgmma::Mma { .. }) => {
                state.open = Some(site.instruction.id);
                state.has_waited = false;
            }
            InstructionKind::Wgmma(Wgmma::Commit) => {
                if let Some(last) = state.open.take() {
                    let groups = state.pending.map_or(0, |(_, groups)| groups);
                    state.pending = Some((last, (groups + 1).min(MAX_GROUPS)));
                }
            }
            InstructionKind::Wgmma(Wgmma::Wait { pending }) => {
                state.has_waited = true;
                state.pending = state.pending.map(|(last, groups)| (last, groups.min(*pending)));
                state.pending = state.pending.filter(|&(_, groups)| groups > 0);
            }
            InstructionKind::CallOutside => return State { is_fenced: true, has_waited: true, ..State::default() },
            _ => {}
        }
        state
    }
}

/// The faults of one CTA.
pub fn faults(run: &Run<'_>) -> Rc<Vec<(InstId, WgmmaFault)>> {
    run.once(find)
}

fn find(run: &Run<'_>) -> Vec<(InstId, WgmmaFault)> {
    if !run.sites().any(|site| matches!(site.instruction.kind, InstructionKind::Wgmma(_))) {
        return Vec::new();
    }
    let judge = |site: &Site<'_, '_>, state: State| match site.instruction.kind {
        InstructionKind::Wgmma(Wgmma::Mma { .. }) => Verdict::wrong_if(!state.is_fenced, WgmmaFault::NoFence),
        InstructionKind::Wgmma(Wgmma::ReadAccumulator) => {
            let is_pending = state.open.is_some() || state.pending.is_some();
            Verdict::wrong_if(is_pending && !state.has_waited, WgmmaFault::ReadBeforeWait)
        }
        _ => Verdict::Open,
    };
    let at_end = |state: State| match (state.open, state.pending) {
        (Some(last), _) => Verdict::Wrong((last, WgmmaFault::NotCommitted)),
        (None, Some((last, _))) => Verdict::Wrong((last, WgmmaFault::NotAwaited)),
        (None, None) => Verdict::Right,
    };
    threads(run).into_iter().flat_map(|thread| always(run, thread, &Order, judge, at_end)).collect()
}
