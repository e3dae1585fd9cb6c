//! The values of one frame, computed where they are asked for.

use std::cell::Cell;

use smallvec::SmallVec;

use super::address::in_cta;
use super::arguments::{Arguments, ReadArguments};
use super::kernel::Kernel;
use super::lanes::{LaneValues, lanes};
use super::layout::variable_at;
use super::needed::is_in;
use super::origins::is_argument;
use crate::evaluate::{LaneNumbers, fold, of_lanes};
use crate::execution::Run;
use crate::id::ValueId;
use crate::limits;
use crate::program::Function;
use crate::threads::Cta;
use crate::value::{Operator, Space, SpecialRegister, ValueKind, masked};
use tileiras_target::Axis;

use super::warp::Frame;

/// What is known of the response to a request: its lowest bit is whether a CTA was canceled, the rest the CTA. As many
/// requests succeed as the arguments say, and none in a grid of one cluster.
pub(super) fn response(request: u64, arguments: Arguments) -> u64 {
    request << 1 | u64::from(request <= arguments.requests())
}

/// Computes values of one frame.
pub(super) struct FrameValues<'v, 'r, 'p> {
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

impl FrameValues<'_, '_, '_> {
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

    /// The result of an operation on what lanes have, such as `vote.ballot`, if all lanes of the mask that have not
    /// ended take part.
    pub fn of_lanes(&self, operator: Operator, operands: &[ValueId], alive: u32) -> LaneValues {
        let [operand, mask] = operands else { return LaneValues::UNKNOWN };
        let of_lane = self.get(*operand);
        let takes_part = |mask: u64| mask & u64::from(alive) == u64::from(self.lanes);
        let is_known = self.number(*mask).is_some_and(takes_part);
        let numbers = lanes(self.lanes).map(|lane| Some((lane, of_lane.get(lane)?)));
        let Some(numbers) = numbers.collect::<Option<LaneNumbers>>().filter(|_| is_known) else {
            return LaneValues::UNKNOWN;
        };
        let Some(function) = self.run.function(self.frame.context) else { return LaneValues::UNKNOWN };
        let bits = function.bits(*operand);
        match operator {
            Operator::MatchAny => of_lane.map(|own| of_lanes(operator, bits, own?, &numbers)),
            _ => LaneValues::Same(of_lanes(operator, bits, 0, &numbers)),
        }
    }

    fn compute(&self, function: &Function, id: ValueId, depth: usize) -> LaneValues {
        if let Some(known) = self.frame.values.get(&id) {
            return known.clone();
        }
        let Some(value) = function.value(id) else { return LaneValues::UNKNOWN };
        let (operator, operands) = match &value.kind {
            ValueKind::Compute(operator, operands) => (*operator, operands),
            &ValueKind::Load { address, space: Space::Constant } if !self.is_argument(function, id) => {
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
            .map(|&operand| (self.compute(function, operand, depth + 1), function.bits(operand)))
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

    fn is_argument(&self, function: &Function, id: ValueId) -> bool {
        is_argument(self.run.program(), function, id)
    }

    fn leaf(&self, function: &Function, id: ValueId, kind: &ValueKind, bits: u8) -> LaneValues {
        match kind {
            ValueKind::Constant(number) => LaneValues::Same(Some(*number)),
            ValueKind::Register(register) => self.register(*register),
            ValueKind::Symbol(symbol) => {
                LaneValues::Same(Some(masked(self.kernel.layout.address(*symbol, self.cta.rank), bits)))
            }
            ValueKind::Parameter if self.frame.context != self.run.root() => LaneValues::UNKNOWN,
            _ if self.is_argument(function, id) => {
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
        }
    }
}
