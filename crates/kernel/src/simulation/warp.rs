//! A warp: groups of its lanes, each at one program point, and the values that they compute.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;

use super::barriers::{BarrierId, MbarrierTests, Until};
use super::clock::{Access, Clock, Issuer, Operation, Operations};
use super::lane_accesses::LaneAccesses;
use super::lane_times::{LaneKnowledge, LaneTimes};
use super::lanes::LaneValues;
use super::local::Local;
use crate::execution::ContextId;
use crate::id::{BlockId, InstId, ValueId};
use crate::program::Meets;
use crate::threads::Cta;

/// A call that is executed.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub context: ContextId,
    pub block: BlockId,
    pub index: usize,
    /// Whether the values are set that a visit of the block computes anew.
    pub has_entered: bool,
    /// Where the results go in the caller.
    pub results: Vec<ValueId>,
    /// Parameters of blocks and functions, and what visits of blocks compute anew.
    pub(super) values: FxHashMap<ValueId, LaneValues>,
    /// What was computed of them.
    pub(super) computed: RefCell<FxHashMap<ValueId, LaneValues>>,
}

impl Frame {
    pub fn new(context: ContextId) -> Self {
        Self {
            context,
            block: BlockId::new(0),
            index: 0,
            has_entered: false,
            results: Vec::new(),
            values: FxHashMap::default(),
            computed: RefCell::default(),
        }
    }

    pub fn set(&mut self, value: ValueId, lanes: LaneValues) {
        if self.values.get(&value) != Some(&lanes) {
            self.values.insert(value, lanes);
            self.computed.get_mut().clear();
        }
    }

    /// Goes to the begin of a block whose parameters have these values.
    pub fn go_to(&mut self, block: BlockId, parameters: impl Iterator<Item = (ValueId, LaneValues)>) {
        for (parameter, lanes) in parameters {
            self.set(parameter, lanes);
        }
        (self.block, self.index, self.has_entered) = (block, 0, false);
    }

    /// Where it is.
    fn point(&self) -> (ContextId, BlockId, usize, bool) {
        (self.context, self.block, self.index, self.has_entered)
    }
}

/// What a group of lanes waits for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum GroupState {
    Ready,
    /// For the other lanes of the warp, which have to execute the same instruction.
    Lanes,
    /// For the lanes of a mask, which can execute another instruction that meets.
    Mask {
        lanes: u32,
        meets: Meets,
    },
    /// For a phase of a barrier of the CTA, or of the cluster.
    Barrier {
        id: BarrierId,
        phase: u64,
    },
    /// For phases of mbarriers, each by its address.
    Mbarriers(Vec<(u64, Until)>),
    /// For phases of mbarriers, in a loop that goes on while the ones before are complete.
    Repeats(Vec<(u64, Until)>),
    /// Until no other thread can go on.
    Time,
    /// For columns of tensor memory.
    Columns(u64),
    /// For registers of the pool of the CTA.
    Registers(u64),
    /// For the other warps of the warp group, which have to issue so many products, too.
    Products(u32),
}

/// Lanes of a warp that execute together.
#[derive(Clone, Debug)]
pub(super) struct LaneGroup {
    pub lanes: u32,
    pub frames: Vec<Frame>,
    pub state: GroupState,
    pub tests: MbarrierTests,
    /// The instruction that it waits at.
    pub at: Option<InstId>,
}

impl LaneGroup {
    /// It does something between tests of mbarriers on which others can depend.
    pub fn note_effect(&mut self) {
        if let Some(tests) = &mut self.tests.last {
            tests.has_effects = true;
        }
    }

    /// What is known in each frame.
    pub fn values(&self) -> Vec<FxHashMap<ValueId, LaneValues>> {
        self.frames.iter().map(|frame| frame.values.clone()).collect()
    }

    pub fn is_beside(&self, other: &Self) -> bool {
        self.frames.len() == other.frames.len()
            && self.frames.iter().zip(&other.frames).all(|(one, two)| one.point() == two.point())
    }

    /// Takes the lanes of a group that is at the same point.
    pub fn take(&mut self, other: &Self) {
        for (frame, taken) in self.frames.iter_mut().zip(&other.frames) {
            for (value, lanes) in &taken.values {
                let own = frame.values.get(value).cloned().unwrap_or(LaneValues::UNKNOWN);
                frame.values.insert(*value, own.with(other.lanes, lanes));
            }
            frame.computed.get_mut().clear();
        }
        self.lanes |= other.lanes;
    }
}

/// Asynchronous operations that complete in groups.
#[derive(Clone, Debug, Default)]
pub(super) struct AsyncGroups {
    /// Those that are in no group yet.
    open: Vec<Operation>,
    /// The groups that no wait has covered.
    groups: VecDeque<Vec<Operation>>,
}

impl AsyncGroups {
    pub fn add(&mut self, operation: Operation) {
        self.open.push(operation);
    }

    pub fn commit(&mut self) {
        self.groups.push_back(std::mem::take(&mut self.open));
    }

    /// All that no wait has covered.
    pub fn all(&self) -> Vec<Operation> {
        self.groups.iter().flatten().chain(&self.open).copied().collect()
    }

    /// The number of operations after a wait that leaves so many groups.
    pub fn left(&self, pending: u32) -> usize {
        let left = self.groups.len().min(pending as usize);
        self.open.len() + self.groups.iter().skip(self.groups.len() - left).map(Vec::len).sum::<usize>()
    }

    /// Waits until so many groups are left. The operations of which only this wait tells that they are complete.
    pub fn wait(&mut self, pending: u32, clock: &mut Clock) -> Vec<Operation> {
        let ended = self.groups.len().saturating_sub(pending as usize);
        let mut told: Vec<Operation> = self.groups.drain(..ended).flatten().collect();
        told.retain(|&operation| !clock.knows(Access::Asynchronous(operation)));
        told.iter().for_each(|&operation| clock.complete(operation));
        told
    }
}

/// The conditions of branches that arguments have decided, each with the edges that were taken, a bit each.
pub(super) type DecidedBranches = BTreeMap<(ContextId, ValueId), u64>;

/// A warp.
#[derive(Clone, Debug)]
pub(super) struct Warp {
    pub cta: Cta,
    /// Its number in the CTA, and in the cluster.
    pub number: usize,
    pub index: usize,
    /// The groups of lanes that have not ended.
    pub groups: Vec<LaneGroup>,
    pub clock: Clock,
    /// What it knew at the last fence.
    pub fenced: Clock,
    /// What relaxed waits have shown.
    pub seen: Clock,
    pub time: u32,
    /// The lanes that execute the present instruction, and those that have not ended.
    pub active: u32,
    present: u32,
    /// What its lanes know of each other.
    knowledge: LaneKnowledge,
    pub decided: DecidedBranches,
    /// The products of wgmma so far.
    pub products: u32,
    /// The phase of the cluster barrier that it has arrived at.
    pub cluster_phase: Option<u64>,
    pub wgmma: AsyncGroups,
    /// Bulk copies from shared memory.
    pub bulk: AsyncGroups,
    /// Copies to shared memory that are not in bulk.
    pub cp_async: AsyncGroups,
    /// Operations of tcgen05 that a commit covers.
    pub committed: Vec<Operation>,
    /// Loads and stores of tensor memory that no wait has covered, and whether each one is a store.
    pub tensor_accesses: Vec<(Operation, bool)>,
    /// For each mbarrier that it has arrived at and not waited for, the phase; none if it has arrived in several.
    pub arrivals: BTreeMap<u64, Option<u64>>,
    /// The registers of each of its threads.
    pub registers: u64,
    /// How often its lanes have synchronised.
    pub period: u32,
    /// The accesses of its lanes to shared memory since then.
    pub accesses: LaneAccesses,
    /// What its lanes have in local memory.
    pub local: Local,
}

impl Warp {
    /// The first warp of its warp group, by the number among the warps of all CTAs.
    pub const fn warp_group(&self) -> usize {
        self.index - self.number % 4
    }

    pub fn new(cta: Cta, (number, index): (usize, usize), lanes: u32, root: ContextId, registers: u64) -> Self {
        let group = LaneGroup {
            lanes,
            frames: vec![Frame::new(root)],
            state: GroupState::Ready,
            tests: MbarrierTests::default(),
            at: None,
        };
        let mut clock = Clock::default();
        // The first time is the start.
        clock.set_times(index, &LaneTimes::Same(2));
        Self {
            cta,
            number,
            index,
            groups: vec![group],
            clock,
            fenced: Clock::default(),
            seen: Clock::default(),
            time: 2,
            active: lanes,
            present: lanes,
            knowledge: LaneKnowledge::new(1),
            decided: BTreeMap::new(),
            products: 0,
            cluster_phase: None,
            wgmma: AsyncGroups::default(),
            bulk: AsyncGroups::default(),
            cp_async: AsyncGroups::default(),
            committed: Vec::new(),
            tensor_accesses: Vec::new(),
            arrivals: BTreeMap::new(),
            registers,
            period: 0,
            accesses: LaneAccesses::default(),
            local: Local::default(),
        }
    }

    /// Its start.
    pub const fn start(&self) -> Access {
        Access::Warp(Issuer { warp: self.index, lanes: u32::MAX }, 1)
    }

    const fn issuer(&self) -> Issuer {
        Issuer { warp: self.index, lanes: self.active }
    }

    /// What it accesses now.
    pub const fn access(&self) -> Access {
        Access::Warp(self.issuer(), self.time)
    }

    /// Lanes begin an instruction.
    pub fn begin(&mut self, active: u32) {
        (self.active, self.present) = (active, self.alive());
    }

    /// Whether all lanes that have not ended execute the present instruction.
    pub const fn is_whole(&self) -> bool {
        self.present & !self.active == 0
    }

    /// Lanes meet: each of them has done what it does before, and all of them know it.
    pub fn meet(&mut self, lanes: u32) {
        self.knowledge.meet(lanes, self.alive(), self.time);
        self.advance();
    }

    /// What it does from now on is later.
    fn advance(&mut self) {
        self.time += 1;
        self.clock.set_times(self.index, &LaneTimes::Same(self.time));
    }

    /// What the lanes know that execute the present instruction.
    pub fn known(&self) -> Cow<'_, Clock> {
        let mut known = Cow::Borrowed(&self.clock);
        if !self.is_whole() {
            known.to_mut().set_times(self.index, &self.knowledge.of(self.active, self.present, self.time));
        }
        known
    }

    /// Its lanes execute an instruction that orders them.
    pub fn synchronise_lanes(&mut self) {
        self.period += 1;
        self.accesses.clear();
    }

    /// Waits for the loads of tensor memory, or for the stores.
    pub fn complete_tensor_accesses(&mut self, stores: bool) {
        let clock = &mut self.clock;
        self.tensor_accesses.retain(|&(access, is_store)| {
            if is_store == stores {
                clock.complete(access);
            }
            is_store != stores
        });
    }

    /// The lanes that have not ended.
    pub fn alive(&self) -> u32 {
        self.groups.iter().fold(0, |lanes, group| lanes | group.lanes)
    }

    /// What a relaxed operation, or one that releases, passes on.
    pub fn release_by(&mut self, relaxed: bool) -> Clock {
        let released = self.release();
        if relaxed { released.relaxed(&self.fenced) } else { released }
    }

    /// What its next product or copy of tensor memory knows: those of one thread are executed in their order.
    pub fn clock_of_products(&self) -> Clock {
        let mut clock = self.clock.clone();
        self.committed.iter().for_each(|&before| clock.complete(before));
        clock
    }

    /// What a relaxed operation, or one that acquires, gets.
    pub fn acquire(&mut self, released: &Clock, relaxed: bool) {
        self.knowledge.learn(self.active, self.present, &released.ordered_times(self.index));
        if relaxed {
            self.clock.join_time(released);
            self.seen.join(released);
        } else {
            self.clock.join(released);
        }
    }

    /// `tcgen05.fence`: relaxed arrivals tell which accesses to tensor memory are complete, and relaxed waits show it
    /// (PTX ISA 9.7.16.6.4).
    pub fn order_tensor_accesses(&mut self, of_tensor_memory: &Operations) {
        self.clock.join_complete(&self.seen, of_tensor_memory);
        self.fenced.join_complete(&self.clock, of_tensor_memory);
    }

    /// What an operation that releases passes on. What the warp does from now on is later.
    pub fn release(&mut self) -> Clock {
        let released = self.known().into_owned();
        self.advance();
        released
    }
}
