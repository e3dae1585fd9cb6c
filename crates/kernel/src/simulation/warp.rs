//! A warp: groups of its lanes, each at one program point, and the values that they compute.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::address::in_cta;
use super::arguments::{Arguments, ReadArguments};
use super::barriers::{BarrierId, Tested, Until};
use super::clock::{Access, Clock, Operation, Operations};
use super::kernel::Kernel;
use super::lane_accesses::LaneAccesses;
use super::lanes::{LaneValues, lanes};
use super::layout::variable_at;
use super::local::Local;
use super::needed::is_in;
use super::origins::is_argument;
use crate::evaluate::fold;
use crate::execution::{ContextId, Run};
use crate::id::{BlockId, InstId, ValueId};
use crate::limits;
use crate::program::{Function, Meets};
use crate::threads::Cta;
use crate::value::{Operator, Space, SpecialRegister, ValueKind, masked};
use tileiras_target::Axis;

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
    values: FxHashMap<ValueId, LaneValues>,
    /// What was computed of them.
    computed: RefCell<FxHashMap<ValueId, LaneValues>>,
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
pub(super) enum State {
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
    /// For columns of tensor memory.
    Columns(u64),
    /// For registers of the pool of the CTA.
    Registers(u64),
    /// For the other warps of the warp group, which have to issue so many products, too.
    Products(u32),
}

/// Lanes of a warp that execute together.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub lanes: u32,
    pub frames: Vec<Frame>,
    pub state: State,
    /// The last tests of mbarriers at one program point that were false.
    pub tested: Option<Tested>,
    /// Whether it tests again what its last tests have told, and may stop to: a loop that counts its rounds.
    pub polls: bool,
    /// The instruction that it waits at.
    pub at: Option<InstId>,
}

impl Group {
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
pub(super) struct Groups {
    /// Those that are in no group yet.
    open: Vec<Operation>,
    /// The groups that no wait has covered.
    groups: VecDeque<Vec<Operation>>,
}

impl Groups {
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

    /// Waits until so many groups are left.
    pub fn wait(&mut self, pending: u32, clock: &mut Clock) {
        while self.groups.len() > pending as usize {
            self.groups.pop_front().unwrap_or_default().into_iter().for_each(|operation| clock.complete(operation));
        }
    }
}

/// A warp.
#[derive(Clone, Debug)]
pub(super) struct Warp {
    pub cta: Cta,
    /// Its number in the CTA, and in the cluster.
    pub number: usize,
    pub index: usize,
    /// The groups of lanes that have not ended.
    pub groups: Vec<Group>,
    pub clock: Clock,
    /// What it knew at the last fence.
    pub fenced: Clock,
    /// What relaxed waits have shown.
    pub seen: Clock,
    pub time: u32,
    /// The conditions of branches that arguments have decided, each with the edges that were taken, a bit each.
    pub decided: BTreeMap<ValueId, u64>,
    /// The products of wgmma so far.
    pub products: u32,
    /// The phase of the cluster barrier that it has arrived at.
    pub cluster_phase: Option<u64>,
    pub wgmma: Groups,
    /// Bulk copies from shared memory.
    pub bulk: Groups,
    /// Copies to shared memory that are not in bulk.
    pub cp_async: Groups,
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
        let group =
            Group { lanes, frames: vec![Frame::new(root)], state: State::Ready, tested: None, polls: false, at: None };
        let mut clock = Clock::default();
        // The first time is the start.
        clock.set_time(index, 2);
        Self {
            cta,
            number,
            index,
            groups: vec![group],
            clock,
            fenced: Clock::default(),
            seen: Clock::default(),
            time: 2,
            decided: BTreeMap::new(),
            products: 0,
            cluster_phase: None,
            wgmma: Groups::default(),
            bulk: Groups::default(),
            cp_async: Groups::default(),
            committed: Vec::new(),
            tensor_accesses: Vec::new(),
            arrivals: BTreeMap::new(),
            registers,
            period: 0,
            accesses: LaneAccesses::default(),
            local: Local::default(),
        }
    }

    /// What it accesses now.
    pub const fn access(&self) -> Access {
        Access::Warp(self.index, self.time)
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

    /// What a relaxed operation, or one that acquires, gets.
    pub fn acquire(&mut self, released: &Clock, relaxed: bool) {
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
        let released = self.clock.clone();
        self.time += 1;
        self.clock.set_time(self.index, self.time);
        released
    }
}

/// What is known of the response to a request: its lowest bit is whether a CTA was canceled, the rest the CTA. As many
/// requests succeed as the arguments say, and none in a grid of one cluster.
pub(super) fn response(request: u64, arguments: Arguments) -> u64 {
    let is_alone = arguments.clusters == Some(1);
    request << 1 | u64::from(!is_alone && request <= arguments.number.min(limits::CANCELED))
}

/// Computes values of one frame.
pub(super) struct Values<'v, 'r, 'p> {
    pub run: &'r Run<'p>,
    pub cta: &'v Cta,
    pub kernel: &'v Kernel<'r, 'p>,
    pub arguments: Arguments,
    /// The arguments whose values were read.
    pub read_arguments: &'v Cell<ReadArguments>,
    /// The values that decide what the launch does, by their indices.
    pub needed: &'v [bool],
    pub warp: usize,
    pub lanes: u32,
    pub frame: &'v Frame,
}

impl Values<'_, '_, '_> {
    pub fn get(&self, value: ValueId) -> LaneValues {
        match self.run.function(self.frame.context) {
            Some(_) if !self.is_needed(value) => LaneValues::UNKNOWN,
            Some(function) => self.compute(function, value, 0),
            None => LaneValues::UNKNOWN,
        }
    }

    /// Whether something in the launch depends on a value.
    pub fn is_needed(&self, value: ValueId) -> bool {
        is_in(self.needed, value)
    }

    /// The number that all lanes of the group have.
    pub fn number(&self, value: ValueId) -> Option<u64> {
        self.get(value).same_in(self.lanes)
    }

    /// Whether two lanes of the group certainly have different numbers.
    pub fn differs(&self, value: ValueId) -> bool {
        self.get(value).differ_in(self.lanes)
    }

    /// The lane that `elect.sync` elects among those that execute it: the lowest one of the mask.
    pub fn elected(&self, mask: Option<ValueId>) -> LaneValues {
        let mask = mask.and_then(|mask| self.number(mask)).and_then(|mask| u32::try_from(mask).ok());
        let Some(mask) = mask else { return LaneValues::UNKNOWN };
        let elected = lanes(self.lanes & mask).next();
        LaneValues::from_fn(|lane| Some(u64::from(Some(lane) == elected)))
    }

    /// The result of `vote.ballot`, if all lanes of the mask that have not ended take part.
    pub fn ballot(&self, operands: &[ValueId], alive: u32) -> LaneValues {
        let [predicate, mask] = operands else { return LaneValues::UNKNOWN };
        let result = || {
            let mask = u32::try_from(self.number(*mask)? & u64::from(u32::MAX)).ok()?;
            let predicate = self.get(*predicate);
            if mask & alive != self.lanes {
                return None;
            }
            lanes(self.lanes).try_fold(0, |sum, lane| Some(sum | u64::from(predicate.get(lane)? != 0) << lane))
        };
        LaneValues::Same(result())
    }

    fn compute(&self, function: &Function, id: ValueId, depth: usize) -> LaneValues {
        if let Some(known) = self.frame.values.get(&id) {
            return known.clone();
        }
        let Some(value) = function.value(id) else { return LaneValues::UNKNOWN };
        let (operator, operands) = match &value.kind {
            ValueKind::Compute(operator, operands) => (*operator, operands),
            &ValueKind::Load { address, space: Space::Constant } if !is_argument(function, id) => {
                return self.constant(&self.compute(function, address, depth + 1), value.bits);
            }
            kind => return self.leaf(function, id, kind, value.bits),
        };
        if let Some(known) = self.frame.computed.borrow().get(&id) {
            return known.clone();
        }
        if depth >= limits::EXPRESSION {
            return LaneValues::UNKNOWN;
        }
        let operands: SmallVec<[(LaneValues, u8); 3]> = operands
            .iter()
            .map(|&operand| {
                let bits = function.value(operand).map_or(64, |value| value.bits);
                (self.compute(function, operand, depth + 1), bits)
            })
            .collect();
        let computed = self.apply(operator, value.bits, &operands);
        self.frame.computed.borrow_mut().insert(id, computed.clone());
        computed
    }

    fn apply(&self, operator: Operator, bits: u8, operands: &[(LaneValues, u8)]) -> LaneValues {
        let mut numbers: SmallVec<[_; 3]> = operands.iter().map(|(_, bits)| (None, *bits)).collect();
        let mut in_lane = |lane: usize| {
            for (number, (lanes, _)) in numbers.iter_mut().zip(operands) {
                number.0 = lanes.get(lane);
            }
            fold(operator, bits, &numbers)
        };
        match (operator, operands) {
            (Operator::ShuffleIndex, [(value, _), (from, _)]) => {
                LaneValues::from_fn(|lane| value.get(usize::try_from(from.get(lane)?).ok()? % 32))
            }
            (Operator::IsCanceled, [(response, _)]) => LaneValues::from_fn(|lane| Some(response.get(lane)? & 1)),
            (Operator::FirstCtaId(Axis::X), [(response, _)]) => {
                LaneValues::from_fn(|lane| Some(response.get(lane)? >> 1))
            }
            (Operator::Mapa, [(address, _), (rank, _)]) => LaneValues::from_fn(|lane| {
                let rank = u32::try_from(rank.get(lane)?).ok()?;
                Some(in_cta(address.get(lane)?, rank))
            }),
            (Operator::FirstCtaId(_), _) => LaneValues::Same(Some(0)),
            _ if operands.iter().all(|(lanes, _)| matches!(lanes, LaneValues::Same(_))) => LaneValues::Same(in_lane(0)),
            _ => LaneValues::from_fn(in_lane),
        }
    }

    fn leaf(&self, function: &Function, id: ValueId, kind: &ValueKind, bits: u8) -> LaneValues {
        match kind {
            ValueKind::Constant(number) => LaneValues::Same(Some(*number)),
            ValueKind::Register(register) => self.register(*register),
            ValueKind::Symbol(symbol) => {
                LaneValues::Same(Some(masked(self.kernel.layout.address(*symbol, self.cta.rank), bits)))
            }
            ValueKind::Parameter if self.frame.context != self.run.root() => LaneValues::UNKNOWN,
            _ if is_argument(function, id) => {
                if self.kernel.has_consequences(self.frame.context, (id, bits)) {
                    self.read_arguments.set(self.read_arguments.get().and(bits));
                }
                LaneValues::Same(Some(self.arguments.of(id, bits)))
            }
            _ => LaneValues::UNKNOWN,
        }
    }

    /// What constant memory has at these addresses.
    pub fn constant(&self, addresses: &LaneValues, bits: u8) -> LaneValues {
        let at = |address: Option<u64>| {
            let (variable, offset) = variable_at(address?)?;
            self.run.program().constants.get(&variable)?.value(offset, bits)
        };
        addresses.map(at)
    }

    fn register(&self, register: SpecialRegister) -> LaneValues {
        let cta = self.cta;
        let thread = |lane: usize| self.warp * 32 + lane;
        let same = |number: u64| LaneValues::Same(Some(number));
        let of_cluster =
            |axis: Axis| cta.cluster.map_or(1, |cluster| cluster.get(axis.index()).copied().unwrap_or(1).into());
        let clusters = self.arguments.clusters.unwrap_or(1);
        match register {
            SpecialRegister::Tid(axis) => LaneValues::from_fn(|lane| Some(cta.tid(thread(lane), axis))),
            SpecialRegister::NTid(axis) => same(cta.block.get(axis.index()).copied().unwrap_or(1).into()),
            SpecialRegister::LaneId => LaneValues::from_fn(|lane| Some(lane as u64)),
            SpecialRegister::WarpId => same(self.warp as u64),
            // The cluster is the first one of the grid.
            SpecialRegister::CtaId(axis) | SpecialRegister::ClusterCtaId(axis) => {
                same(cta.cluster_ctaid(axis).unwrap_or(0))
            }
            SpecialRegister::ClusterCtaRank => same(cta.rank.into()),
            SpecialRegister::NCtaId(axis) => same(of_cluster(axis) * clusters),
            SpecialRegister::ClusterNCtaId(axis) => same(of_cluster(axis)),
            SpecialRegister::ClusterNCtaRank => same(cta.cluster_ctas().unwrap_or(1).into()),
            SpecialRegister::ClusterId(_) => same(0),
            SpecialRegister::NClusterId(_) => same(clusters),
            SpecialRegister::IsExplicitCluster => same(cta.cluster.is_some().into()),
            SpecialRegister::WarpSize => same(32),
        }
    }
}
