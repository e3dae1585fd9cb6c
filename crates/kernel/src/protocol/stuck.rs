//! Finds waits that never end: waits for the first phase of an mbarrier at which too few threads arrive before that wait.
//!
//! A phase completes when enough threads have arrived. If each thread that arrives executes the wait first, no thread ever
//! arrives. For example, this wait is found:
//!
//! ```text
//! mbarrier.init.shared::cta.b64 [bar], 1;
//! wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0;
//! @!done bra wait;
//! mbarrier.arrive.shared::cta.b64 state, [bar];
//! ```
//!
//! It is not found if the arrive comes before the wait, or if a thread that does not wait arrives, unless the mbarrier
//! counts more arrivals than all of these. Guarantees that a wait is found only if no execution that reaches it gets past
//! it.
//!
//! Leaves out on purpose: mbarriers whose address is not a variable and a constant in the first iteration of the loops
//! around the wait, and waits for a later phase. Arrivals are counted only outside of loops, and only if no CTA of
//! an unknown cluster can arrive.

use std::cell::Cell;

use super::address::{Address, Base};
use super::walk::{Paths, Walker};
use super::{Assumption, Machine, Position, Trace, groups, position, without_not};
use crate::evaluate::fold;
use crate::execution::{ContextId, Lanes, Run, Site};
use crate::graph::Graph;
use crate::id::{BlockId, InstId, ValueId};
use crate::program::{CtaGroup, Function, InstructionKind, MbarrierOperation, Tcgen05, Terminator};
use crate::threads::ThreadSet;
use crate::value::{Operator, Uniformity, Value, ValueKind, sign_extended};

/// The most waits of a kernel that are looked at.
const MAX_WAITS: usize = 64;

/// The most branches before a wait that are assumed to lead to it.
const MAX_BRANCHES: usize = 4;

/// The longest expression that is followed.
const MAX_DEPTH: usize = 24;

/// The most values that are looked at before one wait.
const MAX_STEPS: u32 = 4_096;

/// The most groups of threads of which it is certain that each takes one path ([`groups`]).
const MAX_GROUPS: usize = super::MAX_THREADS / 2;

/// Why a wait never ends.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Stuck {
    /// Nothing arrives before it.
    NothingArrives,
    /// Fewer threads arrive before it than the mbarrier counts.
    TooFew {
        /// The most arrivals.
        found: u64,
        /// The number that the mbarrier counts.
        count: u64,
    },
}

/// The state of a thread is whether it has executed the wait: this copy of it, if its loop is peeled.
struct AfterWait(Position);

impl Machine for AfterWait {
    type State = bool;

    fn start(&self) -> bool {
        false
    }

    fn step(&self, is_after: bool, site: &Site<'_, '_>) -> bool {
        is_after || position(site) == self.0
    }
}

/// The waits of a cluster that never end, in the form that [`crate::execution::Root::found_in_all`] takes.
pub fn stuck(ctas: &[Run<'_>]) -> Vec<(InstId, Stuck)> {
    let Some(run) = ctas.first() else { return Vec::new() };
    let is_outside = |site: Site<'_, '_>| site.instruction.kind == InstructionKind::CallOutside;
    let waits: Vec<Wait> = run.sites().filter_map(|site| Wait::of(&site)).take(MAX_WAITS).collect();
    if waits.is_empty() || ctas.iter().any(|run| run.sites().any(is_outside)) {
        return Vec::new();
    }
    let of_cluster = ctas.len() > 1 || run.cta.cluster_ctas() != Some(1);
    // If the cluster is known, those of all its CTAs are counted.
    let size = run.cta.cluster_ctas().map(u64::from);
    let copies = if is_alone(ctas) { Some(1) } else { size.map(|size| size.div_ceil(ctas.len() as u64)) };
    let reason = |wait: &Wait| {
        let all = Paths { assumption: None, leads_back: true, counts: false };
        let assumed =
            assumptions(run, wait, of_cluster).map(|assumption| Paths { assumption: Some(assumption), ..all });
        let count = counted(ctas, wait.address).zip(copies);
        std::iter::once(all).chain(assumed).find_map(|paths| never_completes(ctas, wait, count, paths))
    };
    waits.iter().filter_map(|wait| Some((wait.id, reason(wait)?))).collect()
}

/// Whether no other CTA can use the mbarriers of a CTA: the cluster has only one, or nothing in the
/// code names another one.
pub(super) fn is_alone(ctas: &[Run<'_>]) -> bool {
    let needs_cluster = |site: Site<'_, '_>| {
        matches!(
            site.instruction.kind,
            InstructionKind::Cluster
                | InstructionKind::Mapa { .. }
                | InstructionKind::RemoteAccess { .. }
                | InstructionKind::ClusterArrive { .. }
                | InstructionKind::ClusterWait { .. }
                | InstructionKind::Tcgen05 { group: Some(CtaGroup::Two), .. }
        )
    };
    ctas.iter().all(|run| run.cta.cluster_ctas() == Some(1) || !run.sites().any(needs_cluster))
}

/// The number of arrivals that the first phase of an mbarrier needs: the lowest one, if it is initialised several times.
fn counted(ctas: &[Run<'_>], of: Address) -> Option<u64> {
    let mut lowest = None;
    for site in ctas.iter().flat_map(Run::sites) {
        let InstructionKind::Mbarrier { operation: MbarrierOperation::Init { count }, address } = site.instruction.kind
        else {
            continue;
        };
        let address = address.map(|address| Address::of(site.run, site.context, address));
        if address.is_none_or(|address| address.is_same(of) != Some(false)) {
            let count = site.constant(count?)?;
            lowest = Some(lowest.map_or(count, |lowest: u64| lowest.min(count)));
        }
    }
    lowest
}

/// A wait for the first phase of a known mbarrier.
struct Wait {
    id: InstId,
    context: ContextId,
    block: BlockId,
    index: usize,
    address: Address,
}

impl Wait {
    fn of(site: &Site<'_, '_>) -> Option<Self> {
        let InstructionKind::Mbarrier { operation, address: Some(address) } = site.instruction.kind else {
            return None;
        };
        let parity = match operation {
            MbarrierOperation::Wait { parity } => parity,
            MbarrierOperation::Test { parity } if is_loop(site) => parity,
            _ => return None,
        };
        let first = FirstTurn::before(site.run, site.context, site.block)?;
        let address = first.address(address, 0)?;
        // Before the first phase has completed, the state of an arrival is one of the first phase.
        let is_first = parity.is_none_or(|parity| first.number(parity, 0).is_some_and(|parity| parity & 1 == 0));
        is_first.then_some(Self {
            id: site.instruction.id,
            context: site.context,
            block: site.block,
            index: site.index,
            address,
        })
    }

    const fn position(&self) -> Position {
        (self.context, self.block, self.index)
    }
}

/// Whether the block of a test goes back to itself until the test is true.
fn is_loop(site: &Site<'_, '_>) -> bool {
    let Some(function) = site.run.function(site.context) else { return false };
    let Some(block) = function.block(site.block) else { return false };
    let Terminator::Branch { condition, holds, fails } = &block.end else { return false };
    let (condition, is_plain) = without_not(site.run, site.context, *condition);
    let is_result = function.value(condition).is_some_and(|value| matches!(value.kind, ValueKind::Unknown(_)));
    let (again, on) = if is_plain { (fails, holds) } else { (holds, fails) };
    is_result && block.computes.contains(&condition) && again.to == site.block && on.to != site.block
}

/// The values that a function has before a block is executed for the first time.
pub(super) struct FirstTurn<'f> {
    function: &'f Function,
    block: BlockId,
    graph: &'f Graph,
    /// How many values can still be looked at: two operands can have the same parts.
    steps: Cell<u32>,
}

impl<'f> FirstTurn<'f> {
    pub(super) fn before(run: &'f Run<'_>, context: ContextId, block: BlockId) -> Option<Self> {
        let (function, graph) = (run.function(context)?, run.graph(context)?);
        Some(Self { function, block, graph, steps: Cell::new(MAX_STEPS) })
    }

    fn describe(&self, value: ValueId, depth: usize) -> Option<&Value> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        self.function.value(value).filter(|_| depth < MAX_DEPTH)
    }

    /// The number that a value is then.
    pub(super) fn number(&self, value: ValueId, depth: usize) -> Option<u64> {
        let described = self.describe(value, depth)?;
        match &described.kind {
            ValueKind::Constant(number) => Some(*number),
            ValueKind::Parameter => self.number(self.entered_with(value)?, depth + 1),
            ValueKind::Compute(operator, operands) => {
                let bits = |id: &ValueId| self.function.value(*id).map_or(64, |value| value.bits);
                let numbers: Vec<_> = operands.iter().map(|id| (self.number(*id, depth + 1), bits(id))).collect();
                fold(*operator, described.bits, &numbers)
            }
            _ => None,
        }
    }

    /// The address in a variable that a value is then.
    pub(super) fn address(&self, value: ValueId, depth: usize) -> Option<Address> {
        let described = self.describe(value, depth)?;
        match &described.kind {
            ValueKind::Symbol(symbol) => Some(Address { base: Base::Symbol(*symbol), offset: 0 }),
            ValueKind::Parameter => self.address(self.entered_with(value)?, depth + 1),
            ValueKind::Compute(Operator::ZeroExtend | Operator::SignExtend | Operator::Mapa, operands) => {
                self.address(*operands.first()?, depth + 1)
            }
            ValueKind::Compute(Operator::Add, operands) => {
                let [one, two] = operands.as_slice() else { return None };
                let (address, added) = match self.address(*one, depth + 1) {
                    Some(address) => (address, two),
                    None => (self.address(*two, depth + 1)?, one),
                };
                let bits = self.function.value(*added)?.bits;
                let added = sign_extended(self.number(*added, depth + 1)?, bits);
                Some(Address { offset: address.offset.wrapping_add(added), ..address })
            }
            _ => None,
        }
    }

    /// The only value that a parameter of a block is entered with from outside of the loop.
    fn entered_with(&self, parameter: ValueId) -> Option<ValueId> {
        if self.function.value(parameter)?.kind != ValueKind::Parameter {
            return None;
        }
        let (to, index) = self
            .function
            .enumerate()
            .find_map(|(id, block)| Some((id, block.parameters.iter().position(|&known| known == parameter)?)))?;
        if !is_once_before(self.function, to, self.block) {
            return None;
        }
        let targets = self.function.enumerate().filter(|(from, _)| !self.graph.dominates(to, *from));
        let targets = targets.flat_map(|(_, block)| block.end.targets()).filter(|target| target.to == to);
        let mut values = targets.map(|target| target.arguments.get(index).copied());
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }
}

/// Whether a block is executed at most once before another one is: every cycle through it has the other one.
pub(super) fn is_once_before(function: &Function, block: BlockId, other: BlockId) -> bool {
    let (mut seen, mut pending) = (vec![false; function.blocks.len()], vec![block]);
    while let Some(id) = pending.pop().filter(|_| block != other) {
        for target in function.block(id).into_iter().flat_map(|block| block.end.targets()) {
            if target.to == block {
                return false;
            }
            let slot = seen.get_mut(target.to.index()).filter(|_| target.to != other);
            if slot.is_some_and(|slot| !std::mem::replace(slot, true)) {
                pending.push(target.to);
            }
        }
    }
    true
}

/// The mbarrier at which an instruction arrives; none in it if it is not known.
fn arrival(site: &Site<'_, '_>) -> Option<Option<ValueId>> {
    match site.instruction.kind {
        InstructionKind::Mbarrier {
            operation: MbarrierOperation::Arrive { .. } | MbarrierOperation::ExpectTx { arrives: true, .. },
            address,
        }
        | InstructionKind::Tcgen05 { operation: Tcgen05::Commit, address, .. } => Some(address),
        _ => None,
    }
}

/// The most arrivals that threads of a set make by an instruction; none if it is not known.
fn arrivals(site: &Site<'_, '_>, threads: &ThreadSet, wait: &Wait) -> Option<u64> {
    let threads = threads.and(&site.presence.threads);
    let several = match site.presence.lanes {
        Lanes::One => threads.warps().count() as u64,
        _ => u64::from(threads.count()),
    };
    let each = match site.instruction.kind {
        InstructionKind::Mbarrier { operation: MbarrierOperation::Arrive { count: Some(count) }, .. } => {
            site.constant(count)?
        }
        _ => 1,
    };
    is_once(site.run, site.context, site.block, wait).then(|| several.saturating_mul(each))
}

/// Whether each thread executes a block at most once before it has executed the wait.
fn is_once(run: &Run<'_>, mut context: ContextId, mut block: BlockId, wait: &Wait) -> bool {
    for _ in 0..MAX_DEPTH {
        let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { return false };
        let has_wait = || context == wait.context && is_once_before(function, block, wait.block);
        if graph.is_in_cycle(block) && !has_wait() {
            return false;
        }
        let mut callers = run.callers(context);
        match (callers.next(), callers.next()) {
            (None, _) => return true,
            (Some(caller), None) => (context, block, _) = caller,
            _ => return false,
        }
    }
    false
}

/// The states of the threads of a CTA on some paths, for each group of threads that takes the same ones.
fn traces(run: &Run<'_>, wait: &Wait, paths: Paths) -> Option<Vec<(ThreadSet, Trace<bool>)>> {
    let groups = run.once(groups);
    let trace = |group: &ThreadSet| {
        let thread = group.lowest()?;
        Some((*group, Walker::new(run, thread, paths, &AfterWait(wait.position())).walk()?))
    };
    groups.0.iter().map(trace).collect()
}

/// Why no thread that gets to the wait on these paths gets past it: fewer arrivals than the mbarrier counts can come before,
/// or none if the number is not known. With the number are how many CTAs of the cluster each run stands for.
///
/// Each CTA has such an mbarrier. Before the first of them completes, no thread of the cluster is past the wait. Other CTAs
/// arrive at it by an address that is not simply its variable, or by a commit.
fn never_completes(ctas: &[Run<'_>], wait: &Wait, count: Option<(u64, u64)>, paths: Paths) -> Option<Stuck> {
    let (mut is_reached, mut found, mut most_local) = (false, Some(0_u64), Some(0_u64));
    for run in ctas {
        let first = FirstTurn::before(run, wait.context, wait.block);
        let can_complete = |site: &Site<'_, '_>| {
            let Some(address) = arrival(site) else { return false };
            let Some(address) = address else { return true };
            let first = first.as_ref().filter(|_| site.context == wait.context);
            let known = first.and_then(|first| first.address(address, 0));
            let known = known.unwrap_or_else(|| Address::of(run, site.context, address));
            known.is_same(wait.address) != Some(false)
        };
        let traces = traces(run, wait, paths)?;
        let is_exact = traces.len() <= MAX_GROUPS;
        let mut arriving: Vec<(Site<'_, '_>, ThreadSet)> = Vec::new();
        for (group, trace) in &traces {
            for (site, _) in trace.sites(run).filter(|(_, states)| states.contains(&false)) {
                is_reached |= position(&site) == wait.position();
                if !can_complete(&site) {
                    continue;
                }
                count.filter(|_| is_exact)?;
                let is_here = |known: &&mut (Site<'_, '_>, ThreadSet)| position(&known.0) == position(&site);
                match arriving.iter_mut().find(is_here) {
                    Some((_, threads)) => *threads = threads.or(group),
                    None => arriving.push((site, *group)),
                }
            }
        }
        let sum = |is_here: bool| {
            let sites = arriving.iter().filter(|(site, _)| is_local(site) == is_here);
            sites.map(|(site, threads)| arrivals(site, threads, wait)).try_fold(0_u64, |sum, more| Some(sum + more?))
        };
        let copies = count.map_or(1, |(_, copies)| copies);
        found = found.zip(sum(false)).map(|(found, more)| found.saturating_add(more.saturating_mul(copies)));
        most_local = most_local.zip(sum(true)).map(|(most, local)| most.max(local));
    }
    match (found?.saturating_add(most_local?), count) {
        _ if !is_reached => None,
        (0, _) => Some(Stuck::NothingArrives),
        (found, Some((count, _))) if found < count => Some(Stuck::TooFew { found, count }),
        _ => None,
    }
}

/// Whether an instruction arrives at an mbarrier of its own CTA: the address is a variable and a number.
fn is_local(site: &Site<'_, '_>) -> bool {
    let (InstructionKind::Mbarrier { address: Some(address), .. }, Some(function)) =
        (&site.instruction.kind, site.run.function(site.context))
    else {
        return false;
    };
    let mut pending = vec![*address];
    for _ in 0..MAX_DEPTH {
        let Some(value) = pending.pop() else { return true };
        match function.value(value).map(|value| &value.kind) {
            Some(ValueKind::Symbol(_) | ValueKind::Constant(_)) => {}
            Some(ValueKind::Compute(Operator::Add | Operator::ZeroExtend | Operator::SignExtend, operands)) => {
                pending.extend(operands);
            }
            _ => return false,
        }
    }
    false
}

/// The outcomes of conditions that lead to a wait, and whose other outcome does not: the same in all threads that can arrive.
fn assumptions(run: &Run<'_>, wait: &Wait, of_cluster: bool) -> impl Iterator<Item = Assumption> {
    let mut found: Vec<Assumption> = Vec::new();
    let context = wait.context;
    let (function, graph) = (run.function(context), run.graph(context));
    let blocks = function.into_iter().flat_map(Function::enumerate);
    for (from, block) in blocks.filter(|(from, _)| graph.is_some_and(|graph| !graph.is_in_cycle(*from))) {
        let Terminator::Branch { condition, holds, fails } = &block.end else { continue };
        let Some(graph) = graph.filter(|graph| !graph.post_dominates(wait.block, from)) else { continue };
        let (condition, is_plain) = without_not(run, context, *condition);
        let known = run.known(context, condition).uniformity_on(&run.cta.all());
        let is_same = known <= if of_cluster { Uniformity::Cluster } else { Uniformity::Cta };
        let leads = [(holds, true), (fails, false)].into_iter();
        let mut leads = leads.filter(|(target, _)| graph.post_dominates(wait.block, target.to));
        if let Some((_, holds)) = leads.next()
            && is_same
        {
            found.push(Assumption { context, condition, holds: holds == is_plain });
        }
    }
    // Those next to the wait are the last ones.
    found.into_iter().rev().take(MAX_BRANCHES)
}
