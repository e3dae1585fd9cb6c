//! Which threads can be in a block, and which can enter a function.
//!
//! A *guard* is an edge that at most one lane of a warp takes, or at most one thread in x ([`Meaning::OneLane`],
//! [`Meaning::OneThreadX`]). Accepts any control flow graph. Guarantees the result of an enumeration of all paths from the
//! entry, loops included. Linear in the size of the program.
//!
//! Leaves out on purpose: which combinations of conditions exclude each other.

use super::{Entry, Reach};
use crate::body::{Body, Edge, InstructionKind, Meaning, Program};

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

/// Who may enter a function.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Entered {
    /// Some kernel leads there.
    pub reached: bool,
    /// Some kernel leads there whose block may have more than one thread in x.
    pub wide: bool,
    /// Some kernel leads there whose block may have more than one thread, and no guard is on the way.
    pub crowd: bool,
    /// Some call is behind a guard of one lane.
    pub lane: bool,
    /// Some call is behind a guard of one thread in x, where the block may have more than one.
    pub thread_x: bool,
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

    pub(super) fn get(&self, function: usize, block: usize) -> ThreadSet {
        let Some(&start) = self.start.get(function) else { return ThreadSet::None };
        let end = self.start.get(function + 1).copied().unwrap_or(self.sets.len());
        self.sets[start..end].get(block).copied().unwrap_or_default()
    }
}

fn thread_sets(body: &Body) -> Vec<ThreadSet> {
    let means = |edge: &Edge, meaning| edge.known.iter().any(|known| known.means == meaning);
    let lane = |edge: &Edge| means(edge, Meaning::OneLane);
    let any = reached(body, |_| true);
    let without_lane = reached(body, |edge| !lane(edge));
    let without_guard = reached(body, |edge| !lane(edge) && !means(edge, Meaning::OneThreadX));
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
    let mut pending = vec![0];
    while let Some(block) = pending.pop() {
        let Some(seen) = reached.get_mut(block) else { continue };
        if !std::mem::replace(seen, true) {
            pending.extend(body.blocks[block].exits.iter().filter(|edge| takes(edge)).map(|edge| edge.to));
        }
    }
    reached
}

/// A call that some thread may get to.
struct Site {
    callee: usize,
    thread_set: ThreadSet,
}

/// Who may enter each function.
pub(super) fn entered(reach: &Reach<'_>, entries: &[Entry]) -> Vec<Entered> {
    let count = reach.program.functions.len();
    let sites: Vec<Vec<Site>> = (0..count).map(|function| sites(reach, function)).collect();
    let mut entered = vec![Entered::default(); count];
    let kernels = entries.iter().zip(&mut entered);
    for (entry, entered) in kernels {
        if let Entry::Blocks { single, single_in_x } = *entry {
            *entered = Entered { reached: true, wide: !single_in_x, crowd: !single, ..Entered::default() };
        }
    }
    spread(&sites, &mut entered, |_| true, |entered| &mut entered.reached);
    spread(&sites, &mut entered, |_| true, |entered| &mut entered.wide);
    spread(&sites, &mut entered, |site| site.thread_set == ThreadSet::All, |entered| &mut entered.crowd);
    for callee in sites.iter().flatten().filter(|site| site.thread_set == ThreadSet::OneLane).map(|site| site.callee) {
        entered[callee].lane = true;
    }
    spread(&sites, &mut entered, |_| true, |entered| &mut entered.lane);
    for (caller, sites) in sites.iter().enumerate() {
        let guards = entered[caller].guards_in_x();
        for site in sites.iter().filter(|site| guards && site.thread_set == ThreadSet::OneThreadInX) {
            entered[site.callee].thread_x = true;
        }
    }
    spread(&sites, &mut entered, |_| true, |entered| &mut entered.thread_x);
    entered
}

impl Entered {
    /// Whether one thread in x is fewer than all: not where every block is known to have but one.
    pub fn guards_in_x(self) -> bool {
        self.wide || !self.reached
    }
}

fn sites(reach: &Reach<'_>, function: usize) -> Vec<Site> {
    let blocks = reach.program.functions[function].blocks.iter().enumerate();
    let sites = blocks.flat_map(|(number, block)| {
        let thread_set = reach.thread_set(function, number);
        let callees = block.instructions.iter().filter_map(|instruction| match instruction.kind {
            InstructionKind::Call(callee) => Some(callee),
            _ => None,
        });
        callees.map(move |callee| Site { callee, thread_set })
    });
    let count = reach.program.functions.len();
    sites.filter(|site| site.callee < count && site.thread_set != ThreadSet::None).collect()
}

/// Hands what is so of a caller on to those that it calls at such a site.
fn spread(
    sites: &[Vec<Site>],
    entered: &mut [Entered],
    passes: impl Fn(&Site) -> bool,
    flag: impl Fn(&mut Entered) -> &mut bool,
) {
    let mut pending: Vec<usize> = (0..entered.len()).filter(|&function| *flag(&mut entered[function])).collect();
    while let Some(caller) = pending.pop() {
        for site in sites[caller].iter().filter(|site| passes(site)) {
            if !std::mem::replace(flag(&mut entered[site.callee]), true) {
                pending.push(site.callee);
            }
        }
    }
}
