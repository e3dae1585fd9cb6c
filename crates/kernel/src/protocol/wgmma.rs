//! wgmma: `wgmma.fence`, `wgmma.mma_async`, `wgmma.commit_group`, `wgmma.wait_group` (PTX ISA 9.7.15).
//!
//! A `wgmma.fence` comes before the first multiplication, and between code that writes registers of an accumulator and
//! the next multiplication that adds to it.
//!
//! Reports a fault only if, for some thread, every path to the instruction has it. What reads an accumulator is found
//! only while a multiplication of this accumulator is pending; others can be.
//!
//! Leaves out on purpose: the fence after code that writes the registers of a matrix A.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::execution::{ContextId, Run, Site};
use crate::id::{AccumulatorId, InstId};
use crate::limits;
use crate::paths::{Machine, Verdict, always, threads};
use crate::program::{AccumulatorUse, InstructionKind, Wgmma};

/// What is wrong with the order.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum WgmmaFault {
    /// No `wgmma.fence` is before the `wgmma.mma_async`.
    NoFence,
    /// Code has written registers of the accumulator, and no `wgmma.fence` is between.
    WrittenSinceFence,
    /// No `wgmma.commit_group` is after the `wgmma.mma_async`.
    NotCommitted,
    /// No `wgmma.wait_group` waits for the `wgmma.mma_async` before the kernel ends.
    NotAwaited,
    /// The accumulator is read, and no `wgmma.wait_group` is before.
    ReadBeforeWait,
}

/// Multiplications that are committed together.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct WgmmaGroup {
    /// The last one.
    last: Option<InstId>,
    /// A bit for each accumulator.
    accumulators: u64,
}

/// The state of a warp group.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct WgmmaState {
    is_fenced: bool,
    /// A bit for each accumulator of which code has written registers since the last fence.
    written: u64,
    /// The multiplications that are not committed.
    open: WgmmaGroup,
    /// The groups that can be pending, the newest one first.
    pending: [WgmmaGroup; limits::WGMMA_GROUPS],
}

impl WgmmaState {
    fn groups(&mut self) -> impl Iterator<Item = &mut WgmmaGroup> {
        std::iter::once(&mut self.open).chain(&mut self.pending)
    }
}

struct WgmmaMachine {
    /// The bit of each accumulator, for the first 64 of them.
    bits: FxHashMap<(ContextId, AccumulatorId), u64>,
}

impl WgmmaMachine {
    fn of(run: &Run<'_>) -> Self {
        let mut bits = FxHashMap::default();
        for site in run.sites() {
            let computed = match site.instruction.kind {
                InstructionKind::Wgmma(Wgmma::Mma { accumulator, .. }) => accumulator,
                _ => None,
            };
            let copies = site.instruction.accumulators.iter().filter_map(|used| match used {
                AccumulatorUse::Copy { to, .. } => Some(*to),
                AccumulatorUse::Read(_) | AccumulatorUse::Write(_) => None,
            });
            for accumulator in computed.into_iter().chain(copies) {
                let bit = 1_u64.checked_shl(u32::try_from(bits.len()).unwrap_or(u32::MAX));
                bits.entry((site.context, accumulator)).or_insert(bit.unwrap_or_default());
            }
        }
        Self { bits }
    }

    fn bit(&self, site: &Site<'_, '_>, accumulator: AccumulatorId) -> u64 {
        self.bits.get(&(site.context, accumulator)).copied().unwrap_or_default()
    }
}

impl Machine for WgmmaMachine {
    type State = WgmmaState;

    fn start(&self) -> WgmmaState {
        WgmmaState::default()
    }

    fn step(&self, mut state: WgmmaState, site: &Site<'_, '_>) -> WgmmaState {
        for used in &site.instruction.accumulators {
            match *used {
                AccumulatorUse::Copy { from, to } => {
                    let (from, to) = (self.bit(site, from), self.bit(site, to));
                    for group in state.groups() {
                        let is_pending = group.accumulators & from != 0;
                        group.accumulators = group.accumulators & !to | if is_pending { to } else { 0 };
                    }
                }
                // The first use is reported. The others have the same cause.
                AccumulatorUse::Read(accumulator) | AccumulatorUse::Write(accumulator) => {
                    let bit = self.bit(site, accumulator);
                    state.written |= if matches!(used, AccumulatorUse::Write(_)) { bit } else { 0 };
                    state.groups().for_each(|group| group.accumulators &= !bit);
                }
            }
        }
        match &site.instruction.kind {
            InstructionKind::Wgmma(Wgmma::Fence) => (state.is_fenced, state.written) = (true, 0),
            InstructionKind::Wgmma(Wgmma::Mma { accumulator, .. }) => {
                state.open.last = Some(site.instruction.id);
                let bit = accumulator.map_or(0, |accumulator| self.bit(site, accumulator));
                state.open.accumulators |= bit;
                // The first multiplication is reported. The others have the same cause.
                state.written &= !bit;
            }
            // The group can be empty.
            InstructionKind::Wgmma(Wgmma::Commit) => {
                state.pending.rotate_right(1);
                state.pending[0] = std::mem::take(&mut state.open);
            }
            InstructionKind::Wgmma(Wgmma::Wait { pending }) => {
                let complete = state.pending.iter_mut().skip(usize::try_from(*pending).unwrap_or(limits::WGMMA_GROUPS));
                complete.for_each(|group| *group = WgmmaGroup::default());
            }
            InstructionKind::CallUnknown => return WgmmaState { is_fenced: true, ..WgmmaState::default() },
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
    let order = WgmmaMachine::of(run);
    let judge = |site: &Site<'_, '_>, mut state: WgmmaState| match site.instruction.kind {
        InstructionKind::Wgmma(Wgmma::Mma { .. }) if !state.is_fenced => Verdict::Wrong(WgmmaFault::NoFence),
        InstructionKind::Wgmma(Wgmma::Mma { accumulator, .. }) => {
            let bit = accumulator.map_or(0, |accumulator| order.bit(site, accumulator));
            Verdict::wrong_if(state.written & bit != 0, WgmmaFault::WrittenSinceFence)
        }
        _ => {
            let used = site.instruction.accumulators.iter().filter_map(|used| used.awaited());
            let bits = used.fold(0, |bits, accumulator| bits | order.bit(site, accumulator));
            let is_pending = state.groups().any(|group| group.accumulators & bits != 0);
            if bits == 0 { Verdict::Open } else { Verdict::wrong_if(is_pending, WgmmaFault::ReadBeforeWait) }
        }
    };
    let at_end = |state: WgmmaState| match (state.open.last, state.pending.iter().find_map(|group| group.last)) {
        (Some(last), _) => Verdict::Wrong((last, WgmmaFault::NotCommitted)),
        (None, Some(last)) => Verdict::Wrong((last, WgmmaFault::NotAwaited)),
        (None, None) => Verdict::Right,
    };
    threads(run).into_iter().flat_map(|thread| always(run, thread, &order, judge, at_end)).collect()
}
