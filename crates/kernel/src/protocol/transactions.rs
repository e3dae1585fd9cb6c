//! The bytes of the copies that complete on an mbarrier: as many as threads expect.
//!
//! A phase completes when no arrival and no byte is missing. Where a thread expects bytes and issues the copies, it does both
//! equally often, in one block or behind one condition. If it expects more than the copies have, and nothing makes up for it,
//! no wait for this phase ends. If it expects fewer, the phase is complete before the data is there.
//!
//! Guarantees that a fault is certain: all that can expect bytes or complete them on the mbarrier is known, with its number of
//! bytes, and differs in one direction. Leaves out on purpose: copies of tensors, whose descriptor knows the number of bytes;
//! copies in a loop of their own; mbarriers that other CTAs can use; and responses of `clusterlaunchcontrol`, which have a rule
//! of their own.

use std::cmp::Ordering;
use std::rc::Rc;

use super::address::{Address, Base};
use super::stuck::{is_alone, is_once_before};
use crate::execution::{ContextId, Run, Site};
use crate::graph::Graph;
use crate::id::{BlockId, InstId, ValueId};
use crate::program::{Function, InstructionKind, MbarrierOperation, Terminator};

/// The most conditions around a block that are looked at.
const MAX_GUARDS: usize = 8;

/// An instruction that expects or completes another number of bytes than belongs to it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Imbalance {
    /// The bytes that are expected.
    pub expected: u64,
    /// The bytes that copies complete.
    pub completed: u64,
}

/// What an instruction does to the bytes of a phase.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Side {
    Expects,
    Completes,
}

/// An instruction that expects or completes bytes.
struct Use<'r, 'p> {
    site: Site<'r, 'p>,
    side: Side,
    /// The mbarrier; none if it is not known.
    address: Option<Address>,
    /// The number; none if it is not known.
    bytes: Option<u64>,
}

/// The instructions of one CTA whose bytes do not match.
pub fn unbalanced(run: &Run<'_>) -> Rc<Vec<(InstId, Imbalance)>> {
    run.once(find_unbalanced)
}

fn find_unbalanced(run: &Run<'_>) -> Vec<(InstId, Imbalance)> {
    let (mut uses, mut waits, mut arrivals) = (Vec::new(), Vec::new(), Vec::new());
    for site in run.sites() {
        let place = |address: Option<ValueId>| address.map(|address| Address::of(run, site.context, address));
        let (side, address, bytes) = match site.instruction.kind {
            InstructionKind::Mbarrier { operation, address } => match operation {
                MbarrierOperation::ExpectTx { bytes, .. } => (Side::Expects, place(address), bytes),
                MbarrierOperation::Arrive { .. } => {
                    arrivals.push(place(address));
                    continue;
                }
                MbarrierOperation::Test { .. } | MbarrierOperation::Wait { .. } => {
                    waits.push(place(address));
                    continue;
                }
                _ => continue,
            },
            InstructionKind::AsyncCopy { barrier: None, bytes: None } => continue,
            InstructionKind::AsyncCopy { barrier, bytes } => (Side::Completes, place(barrier), bytes),
            InstructionKind::TryCancel { barrier, .. } => (Side::Completes, place(barrier), None),
            InstructionKind::CallOutside => return Vec::new(),
            _ => continue,
        };
        uses.push(Use { site, side, address, bytes: bytes.and_then(|bytes| site.constant(bytes)) });
    }
    if uses.is_empty() || !is_alone(std::slice::from_ref(run)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for one in &uses {
        let Some(address) = one.address else { continue };
        // Without an arrival, or without a wait, that is what is missing.
        let arrives = one.side == Side::Expects || arrivals.iter().any(|arrival| can_be(*arrival, address));
        if arrives && waits.iter().any(|wait| can_be(*wait, address)) {
            found.extend(imbalance(&uses, one, address).map(|imbalance| (one.site.instruction.id, imbalance)));
        }
    }
    found
}

fn can_be(one: Option<Address>, other: Address) -> bool {
    one.is_none_or(|one| one.is_same(other) != Some(false))
}

/// Whether equal expressions of an address are equal numbers: what is loaded can be another one each time.
const fn is_settled(address: Address) -> bool {
    !matches!(address.base, Base::Loaded(..))
}

/// What is wrong with the bytes of one instruction: it expects some, or nothing that belongs to it does.
fn imbalance(uses: &[Use<'_, '_>], one: &Use<'_, '_>, address: Address) -> Option<Imbalance> {
    // Those that are executed equally often: one of each, and the bytes of all of them.
    let mut groups: Vec<(&Use<'_, '_>, Imbalance, bool)> = Vec::new();
    for other in uses.iter().filter(|other| can_be(other.address, address)) {
        let (bytes, of_other) = (other.bytes?, other.address?);
        let belongs = |first: &Use<'_, '_>| {
            is_settled(of_other)
                && first.address.and_then(|known| known.is_same(of_other)) == Some(true)
                && is_executed_with(&first.site, &other.site)
        };
        let index = groups.iter().position(|(first, ..)| belongs(first)).unwrap_or(groups.len());
        if index == groups.len() {
            groups.push((other, Imbalance { expected: 0, completed: 0 }, false));
        }
        let group = groups.get_mut(index)?;
        group.2 |= other.site.instruction.id == one.site.instruction.id;
        match other.side {
            Side::Expects => group.1.expected = group.1.expected.saturating_add(bytes),
            Side::Completes => group.1.completed = group.1.completed.saturating_add(bytes),
        }
    }
    let order = |found: &Imbalance| found.expected.cmp(&found.completed);
    let own = groups.iter().find(|(.., is_own)| *is_own).map(|(_, found, _)| *found)?;
    let direction = order(&own);
    let is_one_way = groups.iter().all(|(_, found, _)| [Ordering::Equal, direction].contains(&order(found)));
    // The number that is expected is the one to correct, if there is one.
    let is_reported = one.side == Side::Expects || own.expected == 0;
    (direction != Ordering::Equal && is_one_way && is_reported).then_some(own)
}

/// Whether two instructions are executed by the same threads and equally often.
fn is_executed_with(one: &Site<'_, '_>, other: &Site<'_, '_>) -> bool {
    let run = one.run;
    if one.context != other.context || one.presence.threads != other.presence.threads {
        return false;
    }
    is_visited_with(run, one.context, one.block, other.block) == Some(true)
}

fn is_visited_with(run: &Run<'_>, context: ContextId, mut one: BlockId, mut other: BlockId) -> Option<bool> {
    let (function, graph) = (run.function(context)?, run.graph(context)?);
    for _ in 0..MAX_GUARDS {
        if is_equivalent(function, graph, one, other) || is_equivalent(function, graph, other, one) {
            return Some(true);
        }
        let (first, second) = (guard(function, graph, one)?, guard(function, graph, other)?);
        if (first.condition, first.holds) != (second.condition, second.holds) {
            return Some(false);
        }
        (one, other) = (first.block, second.block);
    }
    None
}

/// Whether every path through the first block leads through the second one, and the other way round, equally often.
fn is_equivalent(function: &Function, graph: &Graph, first: BlockId, second: BlockId) -> bool {
    let is_irreducible = graph.loops.has_irreducible() && [first, second].iter().any(|&block| graph.is_in_cycle(block));
    let is_equal = graph.dominates(first, second)
        && graph.post_dominates(second, first)
        && graph.loops.innermost(first) == graph.loops.innermost(second)
        && is_once_before(function, first, second);
    first == second || is_equal && !is_irreducible
}

/// A branch that decides whether a block is executed.
struct Guard {
    block: BlockId,
    condition: ValueId,
    holds: bool,
}

/// The closest branch that decides whether a block is executed, in the same iteration of the same loops.
fn guard(function: &Function, graph: &Graph, block: BlockId) -> Option<Guard> {
    let mut first = block;
    loop {
        let from = graph.dominator(first)?;
        if graph.loops.innermost(from) != graph.loops.innermost(block) {
            return None;
        }
        if !graph.post_dominates(block, from) {
            // The side of the branch that leads to the block, and nothing else does.
            let Terminator::Branch { condition, holds, fails } = &function.block(from)?.end else { return None };
            let sides = [(holds.to, true), (fails.to, false)];
            let mut sides = sides.into_iter().filter(|(to, _)| *to == first);
            let (to, holds) = sides.next().filter(|_| holds.to != fails.to)?;
            let edges = function.blocks.iter().flat_map(|block| block.end.targets());
            let is_only = edges.filter(|target| target.to == to).count() == 1;
            return (is_only && is_equivalent(function, graph, to, block)).then_some(Guard {
                block: from,
                condition: *condition,
                holds,
            });
        }
        first = from;
    }
}
