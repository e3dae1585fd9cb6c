//! What the threads of a cluster do before the first of a set of waits completes: the waits that they get to, and where
//! they arrive.
//!
//! Accepts waits that can be taken out one by one ([`StuckWaits::retain`]). The paths of a group of threads are walked
//! again only if it gets to a wait that was taken out: what it does before is the same otherwise.
//!
//! Leaves out on purpose: which wait can end by that ([`crate::protocol::mbarrier::stuck`]).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::execution::{ContextId, Lanes, Run, Site};
use crate::id::{BlockId, ValueId};
use crate::limits;
use crate::paths::address::Address;
use crate::paths::first_visit::{FirstVisit, is_once_before_on};
use crate::paths::walk::{Paths, Walker};
use crate::paths::{Edge, Machine, Position, Trace, groups, position};
use crate::program::{Block, Instruction, InstructionKind, MbarrierOperation, Tcgen05};
use crate::protocol::mbarrier::waits::Wait;
use crate::threads::ThreadSet;

/// What a thread does before any of some waits ends. Its state is how many barriers of all threads of the CTA it has
/// passed; none if it waits and does not go on.
struct BeforeWaits {
    /// These copies of the waits, if their loops are peeled.
    waits: BTreeSet<Position>,
    /// How many barriers end: at the next one, some threads do not arrive. With [`limits::BEFORE_BARRIERS`] that is not
    /// known.
    barriers: u8,
}

impl Machine for BeforeWaits {
    type State = Option<u8>;

    fn start(&self) -> Option<u8> {
        Some(0)
    }

    fn observes(&self, instruction: &Instruction) -> bool {
        let kind = &instruction.kind;
        kind.is_barrier_of_all() || matches!(kind, InstructionKind::Mbarrier { .. }) || arrival(kind).is_some()
    }

    fn step(&self, passed: Option<u8>, site: &Site<'_, '_>) -> Option<u8> {
        let passed = passed.filter(|_| !self.waits.contains(&position(site)))?;
        match passed {
            _ if !site.instruction.kind.is_barrier_of_all() => Some(passed),
            limits::BEFORE_BARRIERS => Some(limits::BEFORE_BARRIERS),
            _ => (passed < self.barriers).then_some(passed + 1),
        }
    }

    fn take(&self, passed: Option<u8>, _: &Edge) -> Option<Option<u8>> {
        passed.is_some().then_some(passed)
    }
}

/// The mbarrier at which an instruction arrives; none in it if it is not known.
fn arrival(kind: &InstructionKind) -> Option<Option<ValueId>> {
    match *kind {
        InstructionKind::Mbarrier {
            operation: MbarrierOperation::Arrive { .. } | MbarrierOperation::ExpectTx { arrives: Some(_), .. },
            address,
            ..
        }
        | InstructionKind::Tcgen05 { operation: Tcgen05::Commit, address, .. } => Some(address),
        _ => None,
    }
}

/// What the threads of a group do before any of the waits ends.
struct GroupTrace<'r, 'p> {
    threads: ThreadSet,
    /// How many barriers of all threads a thread of the group can reach; [`limits::BEFORE_BARRIERS`] if it can end.
    barriers: u8,
    /// The waits that they get to.
    waits: Vec<Position>,
    /// Where they arrive, and whether the number of barriers that they have passed is known there.
    arrivals: Vec<(Site<'r, 'p>, bool)>,
}

impl<'r, 'p> GroupTrace<'r, 'p> {
    fn of(run: &'r Run<'p>, threads: ThreadSet, trace: &Trace<Option<u8>>, machine: &BeforeWaits) -> Self {
        let ends = trace.ends.values().flatten().any(Option::is_some);
        let mut found = Self {
            threads,
            barriers: if ends { limits::BEFORE_BARRIERS } else { 0 },
            waits: Vec::new(),
            arrivals: Vec::new(),
        };
        for (site, states) in trace.sites(run) {
            let passed = states.iter().flatten();
            let Some(&most) = passed.clone().max() else { continue };
            if site.instruction.kind.is_barrier_of_all() {
                found.barriers = found.barriers.max(limits::BEFORE_BARRIERS.min(most.saturating_add(1)));
            }
            if machine.waits.contains(&position(&site)) {
                found.waits.push(position(&site));
            }
            if arrival(&site.instruction.kind).is_some() {
                found.arrivals.push((site, passed.count() == 1 && most < limits::BEFORE_BARRIERS));
            }
        }
        found
    }
}

/// The waits that are taken to be stuck.
pub(crate) struct StuckWaits<'w, 'r, 'p> {
    ctas: &'r [Run<'p>],
    pub waits: Vec<&'w Wait>,
    pub paths: Paths<'w>,
    /// What is known of the groups: by the CTA, the barriers that end ([`BeforeWaits::barriers`]), and the group.
    groups: BTreeMap<(usize, u8, usize), Rc<GroupTrace<'r, 'p>>>,
}

impl<'w, 'r, 'p> StuckWaits<'w, 'r, 'p> {
    pub fn new(ctas: &'r [Run<'p>], waits: Vec<&'w Wait>, paths: Paths<'w>) -> Self {
        Self { ctas, waits, paths, groups: BTreeMap::new() }
    }

    /// Takes out some of the waits.
    pub fn retain(&mut self, mut stays: impl FnMut(&Wait) -> bool) {
        let (stay, leave): (Vec<&Wait>, Vec<&Wait>) = self.waits.iter().partition(|wait| stays(wait));
        let left: BTreeSet<Position> = leave.into_iter().map(Wait::position).collect();
        self.waits = stay;
        self.groups.retain(|_, group| !group.waits.iter().any(|wait| left.contains(wait)));
    }

    /// The blocks of a context with one of the waits.
    fn blocks(&self, context: ContextId) -> Vec<BlockId> {
        self.waits.iter().filter(|wait| wait.context == context).map(|wait| wait.block).collect()
    }

    /// What each group of threads of a CTA does that takes the same paths.
    fn groups(&mut self, cta: usize, barriers: u8) -> Option<Vec<Rc<GroupTrace<'r, 'p>>>> {
        let run = self.ctas.get(cta)?;
        let machine = BeforeWaits { waits: self.waits.iter().map(|wait| wait.position()).collect(), barriers };
        let mut found = Vec::new();
        for (index, &threads) in run.once(groups).0.iter().enumerate() {
            found.push(match self.groups.entry((cta, barriers, index)) {
                Entry::Occupied(known) => Rc::clone(known.get()),
                Entry::Vacant(unknown) => {
                    let trace = Walker::new(run, threads.lowest()?, self.paths, &machine).walk()?;
                    Rc::clone(unknown.insert(Rc::new(GroupTrace::of(run, threads, &trace, &machine))))
                }
            });
        }
        Some(found)
    }

    /// [`Self::groups`], where no thread passes a barrier at which others do not arrive.
    fn groups_with_barriers(&mut self, cta: usize) -> Option<Vec<Rc<GroupTrace<'r, 'p>>>> {
        let mut barriers = limits::BEFORE_BARRIERS;
        loop {
            let groups = self.groups(cta, barriers)?;
            let arrived = groups.iter().map(|group| group.barriers).min();
            match arrived.filter(|&arrived| arrived < barriers) {
                Some(arrived) => barriers = arrived,
                None => return Some(groups),
            }
        }
    }

    /// What each CTA does before any of the waits ends.
    pub fn before(&mut self) -> Option<Vec<Before<'r, 'p>>> {
        (0..self.ctas.len()).map(|cta| self.before_in(cta)).collect()
    }

    fn before_in(&mut self, cta: usize) -> Option<Before<'r, 'p>> {
        let groups = self.groups_with_barriers(cta)?;
        let mut before = Before {
            reached: BTreeSet::new(),
            arrivals: BTreeMap::new(),
            is_exact: groups.len() <= limits::BEFORE_GROUPS,
        };
        let mut once = BTreeMap::new();
        for group in &groups {
            before.reached.extend(&group.waits);
            for &(site, is_counted) in &group.arrivals {
                let is_once = once.entry((site.context, site.block, is_counted));
                let is_once = *is_once.or_insert_with(|| self.is_once(&site, is_counted));
                let arrival = ArrivalSite { site, threads: ThreadSet::EMPTY, address: None, is_once };
                let arrival = before.arrivals.entry(position(&site)).or_insert(arrival);
                arrival.threads = arrival.threads.or(&group.threads);
                arrival.is_once &= is_once;
            }
        }
        // A thread of any group can execute it again, with another address.
        for arrival in before.arrivals.values_mut() {
            arrival.address = self.address(&arrival.site, arrival.is_once);
        }
        Some(before)
    }

    /// The mbarrier at which an instruction arrives.
    fn address(&self, site: &Site<'_, '_>, is_once: bool) -> Option<Address> {
        let address = arrival(&site.instruction.kind)??;
        let mut blocks = self.blocks(site.context);
        if blocks.is_empty() && is_once {
            blocks.push(site.block);
        }
        let first = FirstVisit::before_any(site.run, site.context, blocks);
        let known = first.and_then(|first| first.address(address));
        Some(known.unwrap_or_else(|| Address::of(site.run, site.context, address)))
    }

    /// Whether a thread executes an instruction at most once before it has executed one of the waits. With
    /// `is_counted`, the number of barriers that it has passed is known: after each barrier it is another one.
    fn is_once(&self, site: &Site<'_, '_>, is_counted: bool) -> bool {
        let (run, mut context, mut block) = (site.run, site.context, site.block);
        for _ in 0..limits::BEFORE_CALLS {
            let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { return false };
            if graph.is_in_cycle(block) {
                let mut others = self.blocks(context);
                let none = BTreeMap::new();
                let outcomes = self.paths.assumed.get(&context).unwrap_or(&none);
                if !is_once_before_on(function, block, &others, outcomes) {
                    let has_barrier =
                        |block: &Block| block.instructions.iter().any(|found| found.kind.is_barrier_of_all());
                    others.extend(
                        function.enumerate().filter(|(_, block)| is_counted && has_barrier(block)).map(|(id, _)| id),
                    );
                    if !is_once_before_on(function, block, &others, outcomes) {
                        return false;
                    }
                }
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
}

/// What a CTA does before any of the waits ends.
pub(crate) struct Before<'r, 'p> {
    /// The waits that its threads get to.
    pub reached: BTreeSet<Position>,
    pub arrivals: BTreeMap<Position, ArrivalSite<'r, 'p>>,
    /// Whether each group of threads takes one path, as far as that is known.
    pub is_exact: bool,
}

/// An instruction that arrives at an mbarrier.
pub(crate) struct ArrivalSite<'r, 'p> {
    pub site: Site<'r, 'p>,
    /// The threads that can get to it.
    threads: ThreadSet,
    /// The mbarrier; none if it is not known.
    pub address: Option<Address>,
    /// Whether each thread executes it at most once.
    is_once: bool,
}

impl ArrivalSite<'_, '_> {
    /// The most arrivals; none if it is not known.
    pub fn most(&self) -> Option<u64> {
        let threads = self.threads.and(&self.site.presence.threads);
        let several = match self.site.presence.lanes {
            Lanes::One => threads.warps().count() as u64,
            _ => u64::from(threads.count()),
        };
        let each = match self.site.instruction.kind {
            InstructionKind::Mbarrier { operation: MbarrierOperation::Arrive { count: Some(count), .. }, .. } => {
                self.site.constant(count)?
            }
            _ => 1,
        };
        self.is_once.then(|| several.saturating_mul(each))
    }
}
