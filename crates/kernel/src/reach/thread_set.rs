//! Which threads can be in a block, and which can enter a function.
//!
//! A *guard* is an edge that at most one lane of a warp takes, or at most one thread in x ([`Implication::OneLane`],
//! [`Implication::OneThreadInX`]). Accepts any control flow graph. Guarantees the result of an enumeration of all paths
//! from the entry, loops included. Linear in the size of the program.
//!
//! Leaves out on purpose: which combinations of conditions exclude each other.

use super::{Entry, Reach};
use crate::body::{Body, Edge, Implication, InstructionKind, Program};
use crate::id::{BlockId, FunctionId};

/// The threads that can be in a block, of those that are in the function.
///
/// Where several paths lead to the block, the largest set of any path.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum ThreadSet {
    /// No thread: no path leads to the block.
    #[default]
    None,
    /// All threads: some path has no guard.
    All,
    /// One lane of each warp: every path has a guard that lets one lane pass.
    OneLane,
    /// One thread in x: every path has a guard, and some path has only guards that let one thread in x pass.
    OneThreadInX,
}

/// The threads that can enter a function, from outside of the program and through calls.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct EnteringThreads {
    /// Some kernel reaches the function.
    pub reached: bool,
    /// Some kernel reaches the function, and its block can have more than one thread in x.
    pub several_in_x: bool,
    /// Some kernel reaches the function without a guard, and its block can have more than one thread.
    pub several: bool,
    /// Some call that leads to the function is behind a guard that lets one lane pass.
    pub one_lane: bool,
    /// Some call that leads to the function is behind a guard that lets one thread in x pass, and the block can have
    /// more than one.
    pub one_thread_in_x: bool,
}

impl EnteringThreads {
    /// Whether one thread in x is fewer than all threads: false where every block is known to have one thread in x.
    pub fn can_be_several_in_x(self) -> bool {
        self.several_in_x || !self.reached
    }
}

/// The thread set of each block of each function.
#[derive(Debug, Default)]
pub(super) struct ThreadSets {
    /// For each function, the index of its first block in `sets`.
    start: Vec<usize>,
    sets: Vec<ThreadSet>,
}

impl ThreadSets {
    pub(super) fn of(program: &Program) -> Self {
        let mut all = Self::default();
        for body in &program.functions {
            all.start.push(all.sets.len());
            all.sets.extend(thread_sets(body));
        }
        all
    }

    pub(super) fn get(&self, function: FunctionId, block: BlockId) -> ThreadSet {
        let Some(&start) = self.start.get(function.index()) else { return ThreadSet::None };
        let end = self.start.get(function.index() + 1).copied().unwrap_or(self.sets.len());
        self.sets[start..end].get(block.index()).copied().unwrap_or_default()
    }
}

fn thread_sets(body: &Body) -> Vec<ThreadSet> {
    let implies = |edge: &Edge, implication| edge.known.iter().any(|known| known.implies == implication);
    let lane = |edge: &Edge| implies(edge, Implication::OneLane);
    let any = reached(body, |_| true);
    let without_lane = reached(body, |edge| !lane(edge));
    let without_guard = reached(body, |edge| !lane(edge) && !implies(edge, Implication::OneThreadInX));
    (0..body.blocks.len())
        .map(|block| match (any[block], without_lane[block], without_guard[block]) {
            (false, ..) => ThreadSet::None,
            (_, _, true) => ThreadSet::All,
            (_, true, _) => ThreadSet::OneThreadInX,
            _ => ThreadSet::OneLane,
        })
        .collect()
}

/// For each block, whether edges for which `takes` is true lead to it from the entry.
fn reached(body: &Body, takes: impl Fn(&Edge) -> bool) -> Vec<bool> {
    let mut reached = vec![false; body.blocks.len()];
    let mut pending = vec![BlockId::new(0)];
    while let Some(block) = pending.pop() {
        let Some(seen) = reached.get_mut(block.index()) else { continue };
        if !std::mem::replace(seen, true) {
            pending.extend(body.blocks[block.index()].exits.iter().filter(|edge| takes(edge)).map(|edge| edge.to));
        }
    }
    reached
}

/// A call that some thread can reach.
struct CallSite {
    callee: FunctionId,
    threads: ThreadSet,
}

/// The threads that can enter each function.
pub(super) fn entering_threads(reach: &Reach<'_>, entries: &[Entry]) -> Vec<EnteringThreads> {
    let sites: Vec<Vec<CallSite>> = reach.program.enumerate().map(|(id, body)| call_sites(reach, id, body)).collect();
    let mut entering = vec![EnteringThreads::default(); sites.len()];
    for (entry, entering) in entries.iter().zip(&mut entering) {
        if let Entry::Blocks { single, single_in_x } = *entry {
            *entering = EnteringThreads {
                reached: true,
                several_in_x: !single_in_x,
                several: !single,
                ..EnteringThreads::default()
            };
        }
    }
    propagate_to_callees(&sites, &mut entering, |_| true, |entering| &mut entering.reached);
    propagate_to_callees(&sites, &mut entering, |_| true, |entering| &mut entering.several_in_x);
    propagate_to_callees(
        &sites,
        &mut entering,
        |site| site.threads == ThreadSet::All,
        |entering| &mut entering.several,
    );
    for site in sites.iter().flatten().filter(|site| site.threads == ThreadSet::OneLane) {
        entering[site.callee.index()].one_lane = true;
    }
    propagate_to_callees(&sites, &mut entering, |_| true, |entering| &mut entering.one_lane);
    for (caller, sites) in sites.iter().enumerate() {
        let guards = entering[caller].can_be_several_in_x();
        for site in sites.iter().filter(|site| guards && site.threads == ThreadSet::OneThreadInX) {
            entering[site.callee.index()].one_thread_in_x = true;
        }
    }
    propagate_to_callees(&sites, &mut entering, |_| true, |entering| &mut entering.one_thread_in_x);
    entering
}

fn call_sites(reach: &Reach<'_>, function: FunctionId, body: &Body) -> Vec<CallSite> {
    let sites = body.enumerate().flat_map(|(id, block)| {
        let threads = reach.thread_set(function, id);
        let callees = block.instructions.iter().filter_map(|instruction| match instruction.kind {
            InstructionKind::Call(callee) => Some(callee),
            _ => None,
        });
        callees.map(move |callee| CallSite { callee, threads })
    });
    let count = reach.program.functions.len();
    sites.filter(|site| site.callee.index() < count && site.threads != ThreadSet::None).collect()
}

/// Copies a flag that is set on a caller to its callees, at the call sites for which `passes` is true, until nothing
/// changes.
fn propagate_to_callees(
    sites: &[Vec<CallSite>],
    entering: &mut [EnteringThreads],
    passes: impl Fn(&CallSite) -> bool,
    flag: impl Fn(&mut EnteringThreads) -> &mut bool,
) {
    let functions = (0..entering.len()).map(FunctionId::new);
    let mut pending: Vec<_> = functions.filter(|function| *flag(&mut entering[function.index()])).collect();
    while let Some(caller) = pending.pop() {
        for site in sites[caller.index()].iter().filter(|site| passes(site)) {
            if !std::mem::replace(flag(&mut entering[site.callee.index()]), true) {
                pending.push(site.callee);
            }
        }
    }
}
