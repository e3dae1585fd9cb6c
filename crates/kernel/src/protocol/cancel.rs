//! `clusterlaunchcontrol`: request, wait, read, check, and the fences before the next request (PTX ISA 9.7.13.17,
//! reference 001).
//!
//! A request is `try_cancel`. It has *failed* on an edge that is taken only if `is_canceled` is false, whatever the flag
//! went through: casts, selections, parameters of blocks, arguments and results of calls.
//!
//! Guarantees that a fault is one on every path of some thread. Leaves out on purpose: responses and mbarriers whose
//! address changes, as in a ring of several.

use std::collections::{BTreeMap, BTreeSet};

use super::address::Address;
use super::{Edge, Machine, Verdict, always, threads, trace};
use crate::evaluate::fold;
use crate::execution::{ContextId, Run, Site};
use crate::id::{InstId, ValueId};
use crate::program::{BarrierOperation, Fence, InstructionKind, MbarrierOperation, Terminator};
use crate::value::{Operator, ValueKind};

/// What is wrong with a request, its response, or what follows.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum CancelFault {
    /// Another request after one has failed.
    AfterFailure,
    /// Another request before the response of the last one has arrived.
    Pending,
    /// The response is read without a wait on the mbarrier of the request.
    ReadBeforeWait,
    /// The first CTA of the response is read where it is not known that the request has succeeded.
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

/// What a thread has done about the last request.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct State {
    /// The edge on which the last failure was seen, if no request has followed.
    failed_at: Option<Edge>,
    /// Whether the last response that was read says that its request has succeeded.
    outcome: Option<bool>,
    has_waited: bool,
    /// A request is not answered yet, as far as the thread knows.
    is_pending: bool,
    /// The response was read, and since then:
    has_read: bool,
    has_released: bool,
    has_met: bool,
    has_acquired: bool,
}

/// A request: its response and its mbarrier.
#[derive(Copy, Clone, Debug)]
struct Request {
    response: Option<Address>,
    barrier: Option<Address>,
    multicast: bool,
}

impl State {
    /// After a wait for other threads: whether it can have been for a response, and whether the threads that read the
    /// last response have met.
    const fn after_wait(self, for_response: bool, has_met: bool) -> Self {
        Self {
            has_waited: self.has_waited || for_response,
            is_pending: self.is_pending && !for_response,
            has_met: self.has_met || has_met,
            ..self
        }
    }
}

struct Cancels {
    requests: Vec<Request>,
    /// Whether some thread waits on the mbarrier of a request.
    is_awaited: bool,
    /// The edges on which `is_canceled` is known: whether it is true.
    known: BTreeMap<Edge, bool>,
}

fn address(site: &Site<'_, '_>, value: Option<ValueId>) -> Option<Address> {
    value.map(|value| Address::of(site.run, site.context, value))
}

impl Cancels {
    fn of(run: &Run<'_>) -> Option<Self> {
        let request = |site: Site<'_, '_>| match site.instruction.kind {
            InstructionKind::TryCancel { response, barrier, multicast, .. } => {
                Some(Request { response: address(&site, response), barrier: address(&site, barrier), multicast })
            }
            _ => None,
        };
        let requests: Vec<Request> = run.sites().filter_map(request).collect();
        let asks = |site: Site<'_, '_>| matches!(site.instruction.kind, InstructionKind::FirstCtaId { .. });
        if requests.is_empty() && !run.sites().any(asks) {
            return None;
        }
        let mut cancels = Self { requests, is_awaited: false, known: known_edges(run) };
        cancels.is_awaited = run.sites().any(|site| cancels.waits(&site));
        Some(cancels)
    }

    /// Whether an instruction waits on the mbarrier of a request, as far as that is known.
    fn waits(&self, site: &Site<'_, '_>) -> bool {
        let InstructionKind::Mbarrier { operation: MbarrierOperation::Test | MbarrierOperation::Wait, address: waited } =
            site.instruction.kind
        else {
            return false;
        };
        let Some(waited) = address(site, waited) else { return true };
        self.requests.iter().any(|request| request.barrier.is_none_or(|barrier| barrier.is_same(waited) != Some(false)))
    }

    /// Whether an instruction reads the response of a request.
    fn reads_response(&self, site: &Site<'_, '_>) -> bool {
        let InstructionKind::Load { address: read, .. } = site.instruction.kind else { return false };
        let read = Address::of(site.run, site.context, read);
        self.requests
            .iter()
            .any(|request| request.response.is_some_and(|response| response.is_same(read) == Some(true)))
    }
}

impl Machine for Cancels {
    type State = State;

    fn start(&self) -> State {
        State::default()
    }

    fn step(&self, state: State, site: &Site<'_, '_>) -> State {
        let is_multicast = self.requests.iter().any(|request| request.multicast);
        match site.instruction.kind {
            InstructionKind::TryCancel { .. } => State { is_pending: true, ..State::default() },
            InstructionKind::Load { .. } if self.reads_response(site) => State {
                has_read: true,
                has_released: false,
                has_met: false,
                has_acquired: false,
                outcome: None,
                ..state
            },
            InstructionKind::Mbarrier { operation: MbarrierOperation::Test | MbarrierOperation::Wait, .. } => {
                state.after_wait(self.waits(site), true)
            }
            InstructionKind::ClusterWait { .. } => state.after_wait(self.is_awaited, true),
            InstructionKind::Barrier { operation: BarrierOperation::Sync, .. } => {
                state.after_wait(self.is_awaited, !is_multicast)
            }
            InstructionKind::Fence(Fence::ProxyRelease) => State { has_released: true, ..state },
            InstructionKind::Fence(Fence::ProxyAcquire) => State { has_acquired: state.has_met, ..state },
            InstructionKind::Fence(Fence::ProxyAsync) => State { has_released: true, has_acquired: true, ..state },
            InstructionKind::CallOutside => State { has_waited: true, outcome: Some(true), ..State::default() },
            _ => state,
        }
    }

    fn take(&self, state: State, edge: &Edge) -> Option<State> {
        let Some(&succeeded) = self.known.get(edge) else { return Some(state) };
        // The response has one outcome, wherever it is asked for.
        if state.outcome == Some(!succeeded) {
            return None;
        }
        // The first edge of several that say the same.
        let failed_at = if succeeded { None } else { state.failed_at.or(Some(*edge)) };
        Some(State { outcome: Some(succeeded), failed_at, ..state })
    }
}

/// The faults of one CTA.
pub fn faults(run: &Run<'_>) -> Vec<(InstId, CancelFault)> {
    let Some(cancels) = Cancels::of(run) else { return Vec::new() };
    let mut found = Vec::new();
    for thread in threads(run) {
        // Each question has its own answer: what is right for one can be wrong for another.
        found.extend(after_failure(run, thread, &cancels));
        found.extend(always(run, thread, &cancels, while_pending, |_| Verdict::Open));
        found.extend(always(run, thread, &cancels, between_requests, |_| Verdict::Open));
        let judge = |site: &Site<'_, '_>, state: State| match site.instruction.kind {
            InstructionKind::Load { .. } if cancels.reads_response(site) => {
                Verdict::wrong_if(!state.has_waited, CancelFault::ReadBeforeWait)
            }
            InstructionKind::FirstCtaId { .. } => {
                Verdict::wrong_if(state.outcome != Some(true), CancelFault::Unchecked)
            }
            _ => Verdict::Open,
        };
        found.extend(always(run, thread, &cancels, judge, |_| Verdict::Open));
    }
    found
}

const fn is_request(site: &Site<'_, '_>) -> bool {
    matches!(site.instruction.kind, InstructionKind::TryCancel { .. })
}

/// The requests that every path leads to from an edge on which one has failed.
fn after_failure(run: &Run<'_>, thread: usize, cancels: &Cancels) -> Vec<(InstId, CancelFault)> {
    let Some(trace) = trace(run, thread, cancels) else { return Vec::new() };
    // On some path from such an edge, the kernel ends as it should.
    let ended: BTreeSet<Edge> = trace.ends.values().flatten().filter_map(|state| state.failed_at).collect();
    let is_wrong = |state: &State| state.failed_at.is_some_and(|edge| !ended.contains(&edge));
    let sites = trace.sites(run).filter(|(site, states)| is_request(site) && states.iter().any(is_wrong));
    sites.map(|(site, _)| (site.instruction.id, CancelFault::AfterFailure)).collect()
}

fn while_pending(site: &Site<'_, '_>, state: State) -> Verdict<CancelFault> {
    match is_request(site) {
        true if state.is_pending => Verdict::Wrong(CancelFault::Pending),
        true if state.has_waited => Verdict::Right,
        _ => Verdict::Open,
    }
}

fn between_requests(site: &Site<'_, '_>, state: State) -> Verdict<CancelFault> {
    if !is_request(site) || !state.has_read {
        return Verdict::Open;
    }
    match (state.has_released, state.has_met, state.has_acquired) {
        (false, _, false) => Verdict::Wrong(CancelFault::NoFence),
        (_, false, _) => Verdict::Wrong(CancelFault::NoBarrier),
        (true, true, false) => Verdict::Wrong(CancelFault::NoAcquire),
        (false, true, true) => Verdict::Wrong(CancelFault::NoRelease),
        (true, true, true) => Verdict::Right,
    }
}

/// The edges on which it is known whether a request has succeeded.
fn known_edges(run: &Run<'_>) -> BTreeMap<Edge, bool> {
    let mut known = BTreeMap::new();
    for (context, _) in run.contexts() {
        let Some(function) = run.function(context) else { continue };
        for (from, block) in function.enumerate() {
            let Terminator::Branch { condition, .. } = block.end else { continue };
            for canceled in [true, false] {
                let mut search = Search { run, canceled, open: BTreeSet::new(), depends: false };
                let outcome = search.evaluate(context, condition, 0);
                if let Some(outcome) = outcome.filter(|_| search.depends) {
                    // The other edge is taken only if the flag is different.
                    known.insert(Edge { context, from, index: usize::from(outcome != 0) }, !canceled);
                }
            }
        }
    }
    known
}

/// Evaluates a condition with an assumed result of every `is_canceled`.
struct Search<'r, 'p> {
    run: &'r Run<'p>,
    canceled: bool,
    open: BTreeSet<(ContextId, ValueId)>,
    /// Whether an `is_canceled` was met.
    depends: bool,
}

/// The deepest expression that is followed.
const MAX_DEPTH: usize = 48;

impl Search<'_, '_> {
    fn evaluate(&mut self, context: ContextId, value: ValueId, depth: usize) -> Option<u64> {
        let function = self.run.function(context)?;
        let described = function.value(value)?;
        if depth > MAX_DEPTH {
            return None;
        }
        match &described.kind {
            ValueKind::Constant(number) => Some(*number),
            ValueKind::Compute(Operator::IsCanceled, _) => {
                self.depends = true;
                Some(u64::from(self.canceled))
            }
            ValueKind::Compute(operator, operands) => {
                let numbers: Vec<(Option<u64>, u8)> = operands
                    .iter()
                    .map(|&operand| {
                        let bits = function.value(operand).map_or(64, |value| value.bits);
                        (self.evaluate(context, operand, depth + 1), bits)
                    })
                    .collect();
                fold(*operator, described.bits, &numbers)
            }
            ValueKind::Parameter | ValueKind::CallResult => {
                if !self.open.insert((context, value)) {
                    return None;
                }
                let sources = self.sources(context, value);
                let mut numbers = Vec::with_capacity(sources.len());
                for (context, source) in
                    sources.into_iter().filter(|source| !self.open.contains(source)).collect::<Vec<_>>()
                {
                    numbers.push(self.evaluate(context, source, depth + 1));
                }
                self.open.remove(&(context, value));
                let first = numbers.first().copied().flatten()?;
                numbers.iter().all(|number| *number == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    /// The values that a parameter or a result of a call can have.
    fn sources(&self, context: ContextId, value: ValueId) -> Vec<(ContextId, ValueId)> {
        let Some(function) = self.run.function(context) else { return Vec::new() };
        let mut sources = Vec::new();
        if let Some(index) = function.parameters.iter().position(|&parameter| parameter == value) {
            for (caller, block, call) in self.run.callers(context) {
                let instruction =
                    self.run.function(caller).and_then(|function| function.block(block)?.instructions.get(call));
                if let Some(InstructionKind::Call { arguments, .. }) = instruction.map(|instruction| &instruction.kind)
                    && let Some(&argument) = arguments.get(index)
                {
                    sources.push((caller, argument));
                }
            }
            return sources;
        }
        for (id, block) in function.enumerate() {
            for target in block.end.targets() {
                let parameters = function.block(target.to).map_or(&[][..], |block| &block.parameters);
                let index = parameters.iter().position(|&parameter| parameter == value);
                sources.extend(index.and_then(|index| Some((context, *target.arguments.get(index)?))));
            }
            for (index, instruction) in block.instructions.iter().enumerate() {
                let InstructionKind::Call { results, .. } = &instruction.kind else { continue };
                let Some(result) = results.iter().position(|&result| result == value) else { continue };
                let Some(callee) = self.run.callee(context, id, index) else { continue };
                let blocks = self.run.function(callee).map_or(&[][..], |function| &function.blocks);
                let returned = blocks.iter().filter_map(|block| match &block.end {
                    Terminator::Return(results) => results.get(result).copied(),
                    _ => None,
                });
                sources.extend(returned.map(|returned| (callee, returned)));
            }
        }
        sources
    }
}
