//! `clusterlaunchcontrol`: request, wait, read, check, and the fences before the next request (PTX ISA 9.7.13.17,
//! reference 001).
//!
//! A request is `try_cancel`. Requests with the same response and the same mbarrier share a *slot*. A request has
//! *failed* on an edge that is taken only if `is_canceled` is false (`flag.rs`).
//!
//! Guarantees that a fault is one on every path of some thread. Leaves out on purpose: responses and mbarriers whose
//! address changes, as in a ring of several; and what happens to a response after another one is read.

pub(crate) mod flag;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::execution::{Lanes, Run, Site};
use crate::id::{BlockId, InstId, ValueId};
use crate::limits;
use crate::paths::address::Address;
use crate::paths::{Edge, Machine, Trace, Verdict, always, counted_trace, threads, trace};
use crate::program::{BarrierOperation, Fence, InstructionKind, MbarrierOperation};
use crate::protocol::clc::flag::{Outcome, outcomes};
use crate::threads::ThreadSet;

/// What is wrong with a request, its response, or what follows.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum CancelFault {
    /// Another request after one has failed.
    AfterFailure,
    /// Another request before the response of the last one has arrived.
    Pending,
    /// The response is read without a wait on the mbarrier of the request.
    ReadBeforeWait,
    /// The first CTA of the response is read where the request can have failed, and no branch after it tests that.
    /// Nowhere in the kernel is it otherwise: compilers move reads to where nothing uses what they define.
    Unchecked,
    /// No proxy fence is between the read of a response and the next request.
    NoFence,
    /// No release fence is before the barrier.
    NoRelease,
    /// No acquire fence is after the barrier.
    NoAcquire,
    /// No barrier is between the read of a response and the next request.
    NoBarrier,
}

/// What a thread has done about the requests. Sets of slots have one bit for each.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct RequestState {
    /// The edge on which the last failure was seen, if no request has followed.
    failed_at: Option<Edge>,
    has_succeeded: bool,
    /// What the last response says, as far as an edge has told.
    outcome: Option<bool>,
    /// The slots whose last response has arrived.
    arrived: u16,
    /// The slots with a request that is not answered yet, as far as the thread knows.
    pending: u16,
    /// The slot whose response was read last, if no request into it has followed. Since then:
    read: Option<u8>,
    has_released: bool,
    has_met: bool,
    has_acquired: bool,
}

impl RequestState {
    /// After the arrival of the responses in these slots.
    const fn with_arrived(self, slots: u16) -> Self {
        Self { arrived: self.arrived | slots, pending: self.pending & !slots, ..self }
    }
}

/// Requests with the same addresses. An address that is not fixed is none.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Slot {
    response: Option<Address>,
    barrier: Option<Address>,
}

/// The requests of one CTA.
struct Requests {
    slots: Vec<Slot>,
    is_multicast: bool,
    /// What the edges tell of the flag.
    outcomes: BTreeMap<Edge, Outcome>,
}

fn address(site: &Site<'_, '_>, value: Option<ValueId>) -> Option<Address> {
    value.map(|value| Address::of(site.run, site.context, value))
}

fn slot(site: &Site<'_, '_>) -> Option<Slot> {
    let fixed = |value| address(site, value).filter(|address| address.is_fixed(site.run));
    match site.instruction.kind {
        InstructionKind::TryCancel { response, mbarrier, .. } => {
            Some(Slot { response: fixed(response), barrier: fixed(mbarrier) })
        }
        _ => None,
    }
}

const fn is_wait(kind: &InstructionKind) -> bool {
    matches!(kind, InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. })
}

impl Requests {
    /// None if the program has no request and reads no response, or too many slots.
    fn of(run: &Run<'_>) -> Option<Self> {
        let (mut slots, mut is_multicast, mut reads) = (Vec::new(), false, false);
        for site in run.sites() {
            if let Some(slot) = slot(&site).filter(|slot| !slots.contains(slot)) {
                slots.push(slot);
            }
            is_multicast |= matches!(site.instruction.kind, InstructionKind::TryCancel { multicast: true, .. });
            reads |= matches!(site.instruction.kind, InstructionKind::FirstCtaId { .. });
        }
        if slots.len() > limits::CLC_SLOTS || slots.is_empty() && !reads {
            return None;
        }
        Some(Self { slots, is_multicast, outcomes: outcomes(run) })
    }

    /// The slots for which a question has the answer yes.
    fn select(&self, is_asked: impl Fn(&Slot) -> bool) -> u16 {
        let asked = self.slots.iter().enumerate().filter(|(_, slot)| is_asked(slot));
        asked.fold(0, |bits, (index, _)| bits | 1 << index.min(limits::CLC_SLOTS - 1))
    }

    /// The slots on whose mbarrier an instruction waits, as far as that is known.
    fn awaited_by(&self, site: &Site<'_, '_>) -> u16 {
        let InstructionKind::Mbarrier { address: waited, .. } = site.instruction.kind else { return 0 };
        let waited = address(site, waited).filter(|_| is_wait(&site.instruction.kind));
        self.select(|slot| match (slot.barrier, waited) {
            (Some(barrier), Some(waited)) => barrier.can_be(waited),
            _ => is_wait(&site.instruction.kind),
        })
    }

    /// The slots whose response an instruction certainly reads.
    fn read_by(&self, site: &Site<'_, '_>) -> u16 {
        let read = site.instruction.loads().map(|load| Address::of(site.run, site.context, load.address));
        read.fold(0, |found, read| {
            found | self.select(|slot| slot.response.is_some_and(|response| response.is_same(read) == Some(true)))
        })
    }

    /// The slot that an instruction requests into, as a bit. None if its response is not known.
    fn requested_by(&self, site: &Site<'_, '_>) -> u16 {
        let requested = slot(site).filter(|slot| slot.response.is_some());
        requested.map_or(0, |requested| self.select(|slot| *slot == requested))
    }
}

/// Who reads the responses of a CTA.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Readers {
    /// The thread itself, or one lane of its warp.
    Itself,
    /// Its warp.
    Warp,
    /// Other warps, too, or other CTAs.
    Others,
}

/// The requests as one thread sees them.
struct Cancels<'c> {
    requests: &'c Requests,
    /// The slots on whose mbarrier other threads wait, so that a barrier with them is enough.
    elsewhere: u16,
    readers: Readers,
}

impl<'c> Cancels<'c> {
    fn of(requests: &'c Requests, run: &Run<'_>, thread: usize) -> Self {
        let (mut elsewhere, mut readers, mut is_single) = (0, ThreadSet::EMPTY, true);
        for site in run.sites() {
            let is_own = site.presence.threads.contains(thread) && site.presence.lanes == Lanes::All;
            elsewhere |= if is_own { 0 } else { requests.awaited_by(&site) };
            if requests.read_by(&site) != 0 {
                readers = readers.or(&site.presence.threads);
                is_single &= site.presence.lanes == Lanes::One || site.presence.threads.count() == 1;
            }
        }
        let is_warp = readers.warps().all(|(warp, _)| warp == thread / 32);
        let readers = match is_warp && !requests.is_multicast {
            true if is_single => Readers::Itself,
            true => Readers::Warp,
            false => Readers::Others,
        };
        Self { requests, elsewhere, readers }
    }
}

impl Machine for Cancels<'_> {
    type State = RequestState;

    fn start(&self) -> RequestState {
        RequestState::default()
    }

    fn step(&self, state: RequestState, site: &Site<'_, '_>) -> RequestState {
        let meets = |state: RequestState, has_met: bool| RequestState { has_met: state.has_met || has_met, ..state };
        match site.instruction.kind {
            InstructionKind::TryCancel { .. } => {
                let slots = self.requests.requested_by(site);
                let read = state.read.filter(|&read| slots >> read & 1 == 0);
                let state = RequestState { failed_at: None, outcome: None, ..state };
                RequestState { arrived: state.arrived & !slots, pending: state.pending | slots, read, ..state }
            }
            _ if site.instruction.loads().next().is_some() => match self.requests.read_by(site) {
                0 => RequestState { outcome: None, ..state },
                slots => RequestState {
                    has_succeeded: false,
                    outcome: None,
                    read: u8::try_from(slots.trailing_zeros()).ok(),
                    has_released: false,
                    has_met: self.readers == Readers::Itself,
                    has_acquired: false,
                    ..state
                },
            },
            InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. } => {
                meets(state.with_arrived(self.requests.awaited_by(site) | self.elsewhere), true)
            }
            InstructionKind::ClusterWait { .. } => meets(state.with_arrived(self.elsewhere), true),
            InstructionKind::Barrier { operation: BarrierOperation::Sync, .. } => {
                meets(state.with_arrived(self.elsewhere), !self.requests.is_multicast)
            }
            InstructionKind::WarpSync { .. } => {
                meets(state.with_arrived(self.elsewhere), self.readers != Readers::Others)
            }
            InstructionKind::Fence(Fence::ProxyRelease) => RequestState { has_released: true, ..state },
            InstructionKind::Fence(Fence::ProxyAcquire) => RequestState { has_acquired: state.has_met, ..state },
            InstructionKind::Fence(Fence::ProxyAsync) => {
                RequestState { has_released: true, has_acquired: true, ..state }
            }
            InstructionKind::CallUnknown => {
                RequestState { has_succeeded: true, arrived: u16::MAX, ..RequestState::default() }
            }
            _ => state,
        }
    }

    fn take(&self, state: RequestState, edge: &Edge) -> Option<RequestState> {
        let Some(&outcome) = self.requests.outcomes.get(edge) else { return Some(state) };
        // The response says one thing, wherever it is asked.
        match (outcome, state.outcome) {
            (Outcome::Succeeded, Some(false)) | (Outcome::Failed, Some(true)) => None,
            (Outcome::Succeeded, _) => {
                Some(RequestState { has_succeeded: true, outcome: Some(true), failed_at: None, ..state })
            }
            (Outcome::Unknown, _) => Some(RequestState { has_succeeded: true, ..state }),
            // The first edge of several that say the same.
            (Outcome::Failed, _) => {
                Some(RequestState { outcome: Some(false), failed_at: state.failed_at.or(Some(*edge)), ..state })
            }
        }
    }

    /// A failure counts if the first iteration can see it: a later one can be the last.
    fn take_later(&self, state: RequestState, edge: &Edge) -> Option<RequestState> {
        self.take(state, edge)
            .map(|taken| RequestState { failed_at: taken.failed_at.filter(|_| state.failed_at.is_some()), ..taken })
    }
}

impl Cancels<'_> {
    /// Whether every path from an instruction reaches a branch that can test the flag.
    fn is_tested_behind(&self, site: &Site<'_, '_>) -> bool {
        let Some(graph) = site.run.graph(site.context) else { return false };
        let is_test = |from: BlockId| {
            let first = Edge { context: site.context, from, index: 0 };
            let mut edges = self.requests.outcomes.range(first..).map(|(edge, _)| edge);
            edges.next().is_some_and(|edge| edge.context == site.context && edge.from == from)
        };
        std::iter::successors(Some(site.block), |&block| graph.post_dominator(block)).any(is_test)
    }

    fn while_pending(&self, site: &Site<'_, '_>, state: RequestState) -> Verdict<CancelFault> {
        match self.requests.requested_by(site) {
            0 => Verdict::Open,
            slots if state.pending & slots == slots => Verdict::Wrong(CancelFault::Pending),
            slots if state.arrived & slots != 0 => Verdict::Right,
            _ => Verdict::Open,
        }
    }

    fn between_requests(&self, site: &Site<'_, '_>, state: RequestState) -> Verdict<CancelFault> {
        let slots = self.requests.requested_by(site);
        if state.read.is_none_or(|read| slots >> read & 1 == 0) {
            return Verdict::Open;
        }
        match (state.has_released, state.has_met, state.has_acquired) {
            (false, _, false) => Verdict::Wrong(CancelFault::NoFence),
            // One fence is enough for the thread that has read the response.
            _ if self.readers == Readers::Itself => Verdict::Right,
            (_, false, _) => Verdict::Wrong(CancelFault::NoBarrier),
            (true, true, false) => Verdict::Wrong(CancelFault::NoAcquire),
            (false, true, true) => Verdict::Wrong(CancelFault::NoRelease),
            (true, true, true) => Verdict::Right,
        }
    }

    fn response(&self, site: &Site<'_, '_>, state: RequestState) -> Verdict<CancelFault> {
        match site.instruction.kind {
            // Code can read the first CTA in any case, and use it where the request has succeeded.
            InstructionKind::FirstCtaId { .. } if state.outcome.is_none() && self.is_tested_behind(site) => {
                Verdict::Right
            }
            InstructionKind::FirstCtaId { .. } => Verdict::wrong_if(!state.has_succeeded, CancelFault::Unchecked),
            _ => match self.requests.read_by(site) {
                0 => Verdict::Open,
                slots => Verdict::wrong_if(state.arrived & slots == 0, CancelFault::ReadBeforeWait),
            },
        }
    }
}

/// The faults of one CTA.
pub fn faults(run: &Run<'_>) -> Rc<Vec<(InstId, CancelFault)>> {
    run.once(find)
}

fn find(run: &Run<'_>) -> Vec<(InstId, CancelFault)> {
    let Some(requests) = Requests::of(run) else { return Vec::new() };
    let mut found = Vec::new();
    let has_checked = Cell::new(false);
    for thread in threads(run) {
        let cancels = Cancels::of(&requests, run, thread);
        found.extend(after_failure(run, thread, &cancels));
        // Each question has its own answer: what is right for one can be wrong for another.
        let mut ask = |judge: &dyn Fn(&Site<'_, '_>, RequestState) -> Verdict<CancelFault>| {
            found.extend(always(run, thread, &cancels, judge, |_| Verdict::Open));
        };
        ask(&|site, state| cancels.while_pending(site, state));
        ask(&|site, state| cancels.between_requests(site, state));
        ask(&|site, state| {
            let verdict = cancels.response(site, state);
            let is_first = matches!(site.instruction.kind, InstructionKind::FirstCtaId { .. });
            has_checked.set(has_checked.get() || is_first && verdict == Verdict::Right);
            verdict
        });
    }
    found.retain(|(_, fault)| *fault != CancelFault::Unchecked || !has_checked.get());
    found
}

/// The requests that every path leads to from an edge on which one has failed. Of a loop that counts its iterations,
/// the first one is not the last.
fn after_failure(run: &Run<'_>, thread: usize, cancels: &Cancels<'_>) -> Vec<(InstId, CancelFault)> {
    let traces = [trace(run, thread, cancels), counted_trace(run, thread, cancels)];
    let mut found: Vec<_> = traces.iter().flatten().flat_map(|trace| requests_after_failure(run, trace)).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|id| (id, CancelFault::AfterFailure)).collect()
}

fn requests_after_failure(run: &Run<'_>, trace: &Trace<RequestState>) -> Vec<InstId> {
    // On some path from such an edge, the kernel ends as it should.
    let ended: BTreeSet<Edge> = trace.ends.values().flatten().filter_map(|state| state.failed_at).collect();
    let is_wrong = |state: &RequestState| state.failed_at.is_some_and(|edge| !ended.contains(&edge));
    let sites = trace.sites(run).filter(|(site, states)| is_request(site) && states.iter().any(is_wrong));
    sites.map(|(site, _)| site.instruction.id).collect()
}

const fn is_request(site: &Site<'_, '_>) -> bool {
    matches!(site.instruction.kind, InstructionKind::TryCancel { .. })
}
