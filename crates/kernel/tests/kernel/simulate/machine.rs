//! Executes one CTA, warp by warp, with concrete numbers for everything that is unknown.
//!
//! An unknown value is one number for all threads of its group that compute it at the same place: in the same calls and
//! in the same iteration of every loop.

use std::cell::Cell;
use std::collections::BTreeMap;

use tileiras_kernel::execution::{ContextId, Run};
use tileiras_kernel::program::{Function, InstructionKind, Program, Terminator};
use tileiras_kernel::threads::Cta;
use tileiras_kernel::value::{Operator, Space, SpecialRegister, Uniformity, Value, ValueKind, masked};
use tileiras_kernel::{BlockId, FunctionId, ValueId};

use crate::simulate::nest::{Key, Nest};
use crate::simulate::tape::hash;

/// The most blocks that one warp visits.
const MAX_VISITS: usize = 600;

/// One visit of a point by threads of a warp.
pub struct Visit<'v> {
    pub context: Option<ContextId>,
    /// The calls that lead to it, without iterations.
    pub calls: u64,
    /// The calls and the iterations.
    pub place: u64,
    pub block: BlockId,
    /// The index of the next instruction; none at the end of the block.
    pub index: Option<usize>,
    pub warp: usize,
    pub lanes: u32,
    values: &'v dyn Fn(ValueId, usize) -> u64,
}

impl Visit<'_> {
    /// The number of a value in a thread.
    pub fn value(&self, value: ValueId, thread: usize) -> u64 {
        (self.values)(value, thread)
    }

    pub fn threads(&self) -> impl Iterator<Item = usize> {
        let (warp, lanes) = (self.warp, self.lanes);
        (0..32).filter(move |lane| lanes >> lane & 1 == 1).map(move |lane| warp * 32 + lane)
    }
}

/// What is told of an execution.
pub trait Observer {
    fn visit(&self, visit: &Visit<'_>);
    /// Threads take an edge.
    fn edge(&self, context: Option<ContextId>, from: BlockId, index: usize, warp: usize, lanes: u32);
}

pub struct Machine<'m, 'p> {
    program: &'p Program,
    run: &'m Run<'p>,
    cta: Cta,
    nests: Vec<Nest>,
    seed: u64,
    visits: usize,
    observer: &'m dyn Observer,
    /// Whether a thread has read what is undefined.
    pub is_undefined: Cell<bool>,
}

/// The warp does not come to its end: a trap, or a loop that does not end.
pub struct Aborted;

/// The values of each lane.
type Lanes = Vec<BTreeMap<ValueId, u64>>;

/// The calls that lead to a function.
struct Way {
    context: Option<ContextId>,
    warp: usize,
    /// The calls, without iterations.
    calls: u64,
    /// The calls and the iterations.
    place: u64,
}

struct Frame<'f> {
    function: &'f Function,
    context: Option<ContextId>,
    warp: usize,
    calls: u64,
    place: u64,
    /// The lanes that are in the block.
    lanes: u32,
}

impl<'m, 'p> Machine<'m, 'p> {
    pub fn new(program: &'p Program, run: &'m Run<'p>, seed: u64, observer: &'m dyn Observer) -> Self {
        let nests = program.functions.iter().map(Nest::of).collect();
        Self { program, run, cta: run.cta, nests, seed, visits: 0, observer, is_undefined: Cell::new(false) }
    }

    /// Executes a warp.
    pub fn warp(&mut self, root: FunctionId, warp: usize) -> Result<(), Aborted> {
        self.visits = 0;
        let lanes = self.cta.all().lanes(warp);
        let parameters = self.program.functions[root.index()].parameters.len();
        let arguments = vec![(0..parameters).map(|index| self.small(&[1, index as u64])).collect(); 32];
        let way = Way { context: Some(self.run.root()), warp, calls: 0, place: 0 };
        self.call(root, way, lanes, arguments).map(|_| ())
    }

    /// Executes a function. Returns the lanes that return, and the results of each.
    fn call(
        &mut self,
        id: FunctionId,
        way: Way,
        lanes: u32,
        arguments: Vec<Vec<u64>>,
    ) -> Result<(u32, Vec<Vec<u64>>), Aborted> {
        let Way { context, warp, calls, place } = way;
        let function = &self.program.functions[id.index()];
        let mut values: Lanes = arguments
            .into_iter()
            .map(|arguments| {
                function
                    .parameters
                    .iter()
                    .zip(arguments)
                    .zip(function.parameters.iter())
                    .map(|((_, n), &id)| (id, n))
                    .collect()
            })
            .collect();
        for lane in &mut values {
            for (id, number) in lane.iter_mut() {
                *number = masked(*number, function.values[id.index()].bits);
            }
        }
        let mut frame = Frame { function, context, warp, calls, place, lanes };
        let (mut returned, mut results) = (0, vec![Vec::new(); 32]);
        if !self.nests[id.index()].can_end(BlockId::new(0)) {
            return Err(Aborted);
        }
        let mut groups: BTreeMap<Key, (BlockId, u32)> = BTreeMap::new();
        groups.insert(self.nests[id.index()].start(), (BlockId::new(0), lanes));
        while let Some((key, (block, lanes))) = groups.pop_first() {
            self.visits += 1;
            if self.visits > MAX_VISITS {
                return Err(Aborted);
            }
            let parts: Vec<u64> = key.iter().map(|&part| part as u64).collect();
            frame.place = hash(&[place, id.index() as u64, block.index() as u64, hash(&parts)]);
            frame.lanes = lanes;
            let lanes = self.block(&frame, block, lanes, &mut values)?;
            if lanes == 0 {
                continue;
            }
            let end = &function.blocks[block.index()].end;
            if let Terminator::Return(list) = end {
                for lane in lanes_of(lanes) {
                    results[lane] = list.iter().map(|&value| self.value(&frame, &values, value, lane)).collect();
                }
                returned |= lanes;
                continue;
            }
            // The edge of each lane, and its arguments, before any of them is taken.
            let mut taken: BTreeMap<usize, u32> = BTreeMap::new();
            for lane in lanes_of(lanes) {
                if let Some(index) = self.edge(&frame, &values, end, lane) {
                    *taken.entry(index).or_default() |= 1 << lane;
                }
            }
            // `shfl` reads the values of other lanes from before the edge.
            let before = values.clone();
            for (index, lanes) in taken {
                let Some(target) = end.targets().nth(index) else { continue };
                self.observer.edge(context, block, index, warp, lanes);
                if !self.nests[id.index()].can_end(target.to) {
                    return Err(Aborted);
                }
                let parameters = &function.blocks[target.to.index()].parameters;
                for lane in lanes_of(lanes) {
                    let arguments: Vec<u64> =
                        target.arguments.iter().map(|&argument| self.value(&frame, &before, argument, lane)).collect();
                    values[lane].extend(parameters.iter().copied().zip(arguments));
                }
                let next = self.nests[id.index()].follow(block, &key, target.to);
                let group = groups.entry(next).or_insert((target.to, 0));
                assert_eq!(group.0, target.to, "two blocks at one position");
                group.1 |= lanes;
            }
        }
        Ok((returned, results))
    }

    /// Executes the instructions of a block. Returns the lanes that come to its end.
    fn block(&mut self, frame: &Frame<'_>, id: BlockId, lanes: u32, values: &mut Lanes) -> Result<u32, Aborted> {
        let block = &frame.function.blocks[id.index()];
        for &value in &block.computes {
            self.compute_anew(frame, value, lanes, values);
        }
        let mut lanes = lanes;
        for (index, instruction) in block.instructions.iter().enumerate() {
            self.observe(frame, id, Some(index), lanes, values);
            match &instruction.kind {
                InstructionKind::Call { callee, arguments, results } => {
                    let numbers = (0..32).map(|lane| match lanes >> lane & 1 == 1 {
                        true => arguments.iter().map(|&argument| self.value(frame, values, argument, lane)).collect(),
                        false => Vec::new(),
                    });
                    let numbers = numbers.collect();
                    let context = frame.context.and_then(|context| self.run.callee(context, id, index));
                    let site = [id.index() as u64, index as u64];
                    let calls = hash(&[frame.calls, site[0], site[1]]);
                    let place = hash(&[frame.place, site[0], site[1]]);
                    let (returned, found) =
                        self.call(*callee, Way { context, warp: frame.warp, calls, place }, lanes, numbers)?;
                    lanes = returned;
                    for lane in lanes_of(lanes) {
                        values[lane].extend(results.iter().copied().zip(found[lane].iter().copied()));
                    }
                }
                InstructionKind::CallUnknown if hash(&[self.seed, frame.place, 7]).is_multiple_of(2) => {
                    lanes &= hash(&[self.seed, frame.place, frame.warp as u64, 8]) as u32;
                }
                _ => {}
            }
            if lanes == 0 {
                return Ok(0);
            }
        }
        self.observe(frame, id, None, lanes, values);
        Ok(lanes)
    }

    fn observe(&mut self, frame: &Frame<'_>, block: BlockId, index: Option<usize>, lanes: u32, values: &Lanes) {
        let lookup = |value: ValueId, thread: usize| self.value(frame, values, value, thread % 32);
        let visit = Visit {
            context: frame.context,
            calls: frame.calls,
            place: frame.place,
            block,
            index,
            warp: frame.warp,
            lanes,
            values: &lookup,
        };
        self.observer.visit(&visit);
    }

    /// The edge that a lane takes.
    fn edge(&self, frame: &Frame<'_>, values: &Lanes, end: &Terminator, lane: usize) -> Option<usize> {
        match end {
            Terminator::Jump(_) => Some(0),
            Terminator::Branch { condition, .. } => Some(usize::from(self.value(frame, values, *condition, lane) == 0)),
            Terminator::Switch { value, cases, .. } => {
                let number = self.value(frame, values, *value, lane);
                Some(cases.iter().position(|(constant, _)| *constant == number).map_or(0, |case| case + 1))
            }
            Terminator::OneOf(targets) => {
                let thread = (frame.warp * 32 + lane) as u64;
                Some(hash(&[self.seed, frame.place, thread, 9]) as usize % targets.len())
            }
            Terminator::Return(_) | Terminator::Exit | Terminator::Trap => None,
        }
    }

    /// A number as programs compare with: often small, sometimes any.
    fn small(&self, parts: &[u64]) -> u64 {
        let number = hash(&[self.seed, hash(parts)]);
        match number % 16 {
            0..=9 => number >> 8 & 3,
            10..=13 => number >> 8 & 63,
            14 => u64::MAX,
            _ => number,
        }
    }

    /// A new number for a load, an election, an unknown value or a vote, in each lane that executes it.
    fn compute_anew(&self, frame: &Frame<'_>, id: ValueId, lanes: u32, values: &mut Lanes) {
        let Value { kind, bits } = &frame.function.values[id.index()];
        let at = hash(&[frame.place, id.index() as u64]);
        let rank = u64::from(self.cta.rank);
        let scope = |uniformity: Uniformity, lane: usize| match uniformity {
            Uniformity::Grid => [0; 3],
            Uniformity::Cluster => [1, 0, 0],
            Uniformity::Cta => [2, rank, 0],
            Uniformity::Warp => [3, rank, frame.warp as u64],
            Uniformity::Thread => [4, rank, (frame.warp * 32 + lane) as u64],
        };
        let numbers: Vec<(usize, u64)> = match kind {
            ValueKind::Elect => {
                let chosen = hash(&[self.seed, at, frame.warp as u64]) as usize % lanes.count_ones() as usize;
                lanes_of(lanes).enumerate().map(|(index, lane)| (lane, u64::from(index == chosen))).collect()
            }
            ValueKind::Unknown(uniformity) => {
                lanes_of(lanes).map(|lane| (lane, self.small(&[at, hash(&scope(*uniformity, lane))]))).collect()
            }
            ValueKind::Load { address, space } => {
                let load = |lane| {
                    let address = self.value(frame, values, *address, lane);
                    match space {
                        Space::Constant => self.small(&[address, id.index() as u64]),
                        Space::Local | Space::Generic => {
                            self.small(&[address, at, hash(&scope(Uniformity::Thread, lane))])
                        }
                        _ => self.small(&[address, at, hash(&scope(Uniformity::Cta, lane))]),
                    }
                };
                lanes_of(lanes).map(|lane| (lane, load(lane))).collect()
            }
            ValueKind::Compute(Operator::WarpUniform, operands) => {
                let all: Vec<u64> = lanes_of(lanes)
                    .flat_map(|lane| operands.iter().map(move |&operand| (operand, lane)))
                    .map(|(operand, lane)| self.value(frame, values, operand, lane))
                    .collect();
                let number = self.small(&[hash(&all), u64::from(lanes)]);
                lanes_of(lanes).map(|lane| (lane, number)).collect()
            }
            _ => Vec::new(),
        };
        for (lane, number) in numbers {
            values[lane].insert(id, masked(number, *bits));
        }
    }

    fn value(&self, frame: &Frame<'_>, values: &Lanes, id: ValueId, lane: usize) -> u64 {
        self.lookup(frame, values, id, lane, &mut BTreeMap::new())
    }

    fn lookup(
        &self,
        frame: &Frame<'_>,
        values: &Lanes,
        id: ValueId,
        lane: usize,
        memo: &mut BTreeMap<(ValueId, usize), u64>,
    ) -> u64 {
        if let Some(&number) = values[lane].get(&id) {
            // `shfl` from a lane that is not there.
            if frame.lanes >> lane & 1 == 0 {
                self.is_undefined.set(true);
            }
            return number;
        }
        if let Some(&number) = memo.get(&(id, lane)) {
            return number;
        }
        let Value { kind, bits } = &frame.function.values[id.index()];
        let thread = frame.warp * 32 + lane;
        let number = match kind {
            ValueKind::Constant(number) => *number,
            ValueKind::Register(register) => self.register(*register, thread),
            ValueKind::Symbol(symbol) => hash(&[symbol.index() as u64]),
            ValueKind::Compute(Operator::ShuffleIndex, operands) => {
                let source = self.lookup(frame, values, operands[1], lane, memo) as usize % 32;
                match self.cta.all().contains(frame.warp * 32 + source) {
                    true => self.lookup(frame, values, operands[0], source, memo),
                    false => hash(&[self.seed, thread as u64]),
                }
            }
            ValueKind::Compute(operator, operands) => {
                let numbers: Vec<(u64, u8)> = operands
                    .iter()
                    .map(|&operand| {
                        (self.lookup(frame, values, operand, lane, memo), frame.function.values[operand.index()].bits)
                    })
                    .collect();
                compute(*operator, *bits, &numbers)
            }
            // `shfl` from a lane that has not computed it.
            _ => {
                self.is_undefined.set(true);
                hash(&[self.seed, id.index() as u64, thread as u64])
            }
        };
        let number = masked(number, *bits);
        memo.insert((id, lane), number);
        number
    }

    fn register(&self, register: SpecialRegister, thread: usize) -> u64 {
        use SpecialRegister as R;
        let cta = &self.cta;
        let [x, y, z] = cta.block.map(u64::from);
        let cluster = cta.cluster.unwrap_or([2, 1, 1]).map(u64::from);
        let rank = u64::from(cta.rank);
        let position = [rank % cluster[0], rank / cluster[0] % cluster[1], rank / (cluster[0] * cluster[1])];
        let cluster_id = |axis: usize| hash(&[self.seed, 20, axis as u64]) % 3;
        let cluster_count = |axis: usize| 3 + hash(&[self.seed, 21, axis as u64]) % 3;
        let thread = thread as u64;
        match register {
            R::Tid(axis) => [thread % x, thread / x % y, thread / (x * y)][axis as usize],
            R::NTid(axis) => [x, y, z][axis as usize],
            R::LaneId => thread % 32,
            R::WarpId => thread / 32,
            R::CtaId(axis) => cluster_id(axis as usize) * cluster[axis as usize] + position[axis as usize],
            R::NCtaId(axis) => cluster_count(axis as usize) * cluster[axis as usize],
            R::ClusterCtaRank => rank,
            R::ClusterNCtaRank => cluster.iter().product(),
            R::ClusterCtaId(axis) => position[axis as usize],
            R::ClusterNCtaId(axis) => cluster[axis as usize],
            R::ClusterId(axis) => cluster_id(axis as usize),
            R::NClusterId(axis) => cluster_count(axis as usize),
            R::IsExplicitCluster => 1,
        }
    }
}

fn lanes_of(lanes: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |lane| lanes >> lane & 1 == 1)
}

/// One operation on numbers, written in another way than the analysis does it.
fn compute(operator: Operator, bits: u8, operands: &[(u64, u8)]) -> u64 {
    use Operator as O;
    use tileiras_kernel::value::Comparison as C;
    let unsigned = |index: usize| i128::from(operands[index].0);
    let signed = |index: usize| {
        let (number, bits) = operands[index];
        let number = i128::from(number);
        if bits > 0 && number >> (bits - 1) & 1 == 1 { number - (1 << bits) } else { number }
    };
    let undefined = || i128::from(hash(&operands.iter().map(|operand| operand.0).collect::<Vec<_>>()));
    let width = i128::from(bits);
    let result: i128 = match operator {
        O::Add => unsigned(0) + unsigned(1),
        O::Sub => unsigned(0) - unsigned(1),
        O::Mul => unsigned(0).wrapping_mul(unsigned(1)),
        O::UDiv => unsigned(0).checked_div(unsigned(1)).unwrap_or_else(undefined),
        O::URem => unsigned(0).checked_rem(unsigned(1)).unwrap_or_else(undefined),
        O::SDiv => signed(0).checked_div(signed(1)).unwrap_or_else(undefined),
        O::SRem => signed(0).checked_rem(signed(1)).unwrap_or_else(undefined),
        O::And => unsigned(0) & unsigned(1),
        O::Or => unsigned(0) | unsigned(1),
        O::Xor => unsigned(0) ^ unsigned(1),
        O::Shl if unsigned(1) >= width => 0,
        O::Shl => unsigned(0) << unsigned(1),
        O::LShr if unsigned(1) >= width => 0,
        O::LShr => unsigned(0) >> unsigned(1),
        O::AShr => signed(0) >> unsigned(1).min(100),
        O::UMin => unsigned(0).min(unsigned(1)),
        O::UMax => unsigned(0).max(unsigned(1)),
        O::SMin => signed(0).min(signed(1)),
        O::SMax => signed(0).max(signed(1)),
        O::Compare(comparison) => i128::from(match comparison {
            C::Eq => unsigned(0) == unsigned(1),
            C::Ne => unsigned(0) != unsigned(1),
            C::Ult => unsigned(0) < unsigned(1),
            C::Ule => unsigned(0) <= unsigned(1),
            C::Ugt => unsigned(0) > unsigned(1),
            C::Uge => unsigned(0) >= unsigned(1),
            C::Slt => signed(0) < signed(1),
            C::Sle => signed(0) <= signed(1),
            C::Sgt => signed(0) > signed(1),
            C::Sge => signed(0) >= signed(1),
        }),
        O::Select => unsigned(if operands[0].0 != 0 { 1 } else { 2 }),
        O::ZeroExtend => unsigned(0),
        O::SignExtend => signed(0),
        O::Lop3(table) => (0..i128::from(bits)).fold(0, |result, bit| {
            let row = (0..3).fold(0, |row, index| row << 1 | (unsigned(index) >> bit & 1));
            result | (i128::from(table) >> row & 1) << bit
        }),
        O::Popc => (0..64).map(|bit| unsigned(0) >> bit & 1).sum(),
        O::Clz => {
            let bits = i128::from(operands[0].1);
            (0..bits).rev().position(|bit| unsigned(0) >> bit & 1 == 1).map_or(bits, |zeros| zeros as i128)
        }
        O::Opaque(number) => i128::from(hash(&[u64::from(number)])) ^ undefined() & 3,
        _ => undefined() & 3,
    };
    (result & i128::from(u64::MAX)) as u64
}
