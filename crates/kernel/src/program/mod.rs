//! Programs: functions, blocks, values and instructions, without MLIR and without PTX text.
//!
//! Accepts what a front end finds in its own IR: for each function its blocks with parameters in SSA form, in each
//! block the instructions that a rule asks for, and how it ends. Guarantees a model without names and locations: an
//! [`Instruction`] has an id by which the front end finds its own operation again.
//!
//! A predicated instruction is a block of its own, after a branch. A front end that reads mutable registers lets
//! [`crate::builder::FunctionBuilder`] make the parameters of blocks.
//!
//! Leaves out on purpose: calls through pointers, and instructions that no rule asks for.

mod barrier;
mod copy;
mod initial;
mod instruction;
mod mbarrier;
mod tcgen05;
mod terminator;
mod wgmma;

use std::collections::BTreeMap;

use smallvec::SmallVec;
use tileiras_target::feature::Features;

use crate::id::{BlockId, FunctionId, InstId, SymbolId, ValueId};
use crate::limits;
use crate::value::{Operator, Space, Value, ValueKind};

pub use barrier::{BarrierOperation, Fence, Meets};
pub use copy::{AsyncCopy, BulkGroup, Completion, CpAsync, Multicast};
pub use initial::Initial;
pub use instruction::{ClusterUse, Direction, InstructionKind, MemoryAccess, Strength};
pub use mbarrier::{Arrival, MbarrierOperation};
pub use tcgen05::{CtaGroup, ProductSize, Tcgen05};
pub use terminator::{Target, Terminator};
pub use wgmma::{AccumulatorUse, Wgmma};

/// All functions of a program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The functions. The id of a function is its index here.
    pub functions: Vec<Function>,
    /// The variables whose definitions are known.
    pub variables: BTreeMap<SymbolId, Variable>,
    /// What variables are that have a value from the beginning on and do not change.
    pub constants: BTreeMap<SymbolId, Initial>,
}

/// What the definition of a variable states.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Variable {
    /// The alignment in bytes.
    pub alignment: Option<u64>,
    /// The size in bytes; 0 for an array whose size the launch states.
    pub size: Option<u64>,
    /// Where it is.
    pub space: Space,
}

impl Program {
    /// Each function with its id.
    pub fn enumerate(&self) -> impl Iterator<Item = (FunctionId, &Function)> {
        self.functions.iter().enumerate().map(|(index, function)| (FunctionId::new(index), function))
    }

    /// A function.
    pub fn function(&self, id: FunctionId) -> Option<&Function> {
        self.functions.get(id.index())
    }
}

/// One function. It has no blocks if it is only declared, or if no rule asks for anything in it.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// The parameters, in order. Each is a [`ValueKind::Parameter`].
    pub parameters: Vec<ValueId>,
    /// The blocks, the entry first. The id of a block is its index here. No edge leads to the entry.
    pub blocks: Vec<Block>,
    /// The values. The id of a value is its index here.
    pub values: Vec<Value>,
}

impl Function {
    /// Each block with its id.
    pub fn enumerate(&self) -> impl Iterator<Item = (BlockId, &Block)> {
        self.blocks.iter().enumerate().map(|(index, block)| (BlockId::new(index), block))
    }

    /// Every instruction, block by block.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.blocks.iter().flat_map(|block| &block.instructions)
    }

    /// A block.
    pub fn block(&self, id: BlockId) -> Option<&Block> {
        self.blocks.get(id.index())
    }

    /// A value.
    pub fn value(&self, id: ValueId) -> Option<&Value> {
        self.values.get(id.index())
    }

    /// The bits of a value.
    pub(crate) fn bits(&self, id: ValueId) -> u8 {
        self.value(id).map_or(64, |value| value.bits)
    }

    /// The constant that a value is, with its sign.
    pub fn constant(&self, id: ValueId) -> Option<i64> {
        self.value(id)?.signed_constant()
    }

    /// What is added up in a sum, with the parts of sums in it and through extensions; none if it is too long.
    pub(crate) fn terms(&self, sum: ValueId) -> Option<SmallVec<[ValueId; 4]>> {
        let (mut terms, mut pending) = (SmallVec::new(), vec![sum]);
        for _ in 0..limits::SUM_TERMS {
            let Some(value) = pending.pop() else { return Some(terms) };
            match &self.value(value)?.kind {
                ValueKind::Compute(Operator::Add | Operator::ZeroExtend | Operator::SignExtend, operands) => {
                    pending.extend(operands);
                }
                _ => terms.push(value),
            }
        }
        None
    }

    /// The one variable that an address is computed from, if it is a sum with its address, and the offset of the
    /// address in it if that is constant.
    pub fn variable_of(&self, address: ValueId) -> Option<(SymbolId, Option<u64>)> {
        let (mut variable, mut offset) = (None, Some(0_u64));
        for term in self.terms(address)? {
            match &self.value(term)?.kind {
                ValueKind::Symbol(symbol) if variable.is_none() => variable = Some(*symbol),
                ValueKind::Constant(_) => {
                    let constant = self.constant(term)?.cast_unsigned();
                    offset = offset.map(|offset| offset.wrapping_add(constant));
                }
                // An index; what else it is can be an address, too.
                ValueKind::Compute(..) | ValueKind::Register(_) => offset = None,
                _ => return None,
            }
        }
        variable.map(|variable| (variable, offset))
    }

    /// For each value, whether it depends on one that the front end does not follow, or is merged with one; empty if
    /// there is none.
    pub(crate) fn forgotten(&self) -> Vec<bool> {
        if !self.values.iter().any(|value| value.kind.is_forgotten()) {
            return Vec::new();
        }
        let mut users = self.users();
        for (parameter, argument) in self.incoming() {
            if let Some(users) = users.get_mut(argument.index()) {
                users.push(parameter.index());
            }
        }
        depending(&users, |index| self.values.get(index).is_some_and(|value| value.kind.is_forgotten()))
    }

    /// The parameters of blocks, each with the arguments that the edges to its block give it.
    pub(crate) fn incoming(&self) -> impl Iterator<Item = (ValueId, ValueId)> {
        self.blocks.iter().flat_map(|block| block.end.targets()).flat_map(|target| {
            let parameters = self.block(target.to).map_or(&[][..], |block| &block.parameters);
            parameters.iter().copied().zip(target.arguments.iter().copied())
        })
    }

    /// For each value, the indices of those that have it as an operand.
    pub(crate) fn users(&self) -> Vec<SmallVec<[usize; 2]>> {
        let mut users: Vec<SmallVec<[usize; 2]>> = vec![SmallVec::new(); self.values.len()];
        for (index, value) in self.values.iter().enumerate() {
            for operand in value.kind.operands() {
                if let Some(users) = users.get_mut(operand.index()) {
                    users.push(index);
                }
            }
        }
        users
    }

    /// For each value, whether it is computed from one of these values.
    pub(crate) fn depending_on(&self, is_origin: impl Fn(usize) -> bool) -> Vec<bool> {
        depending(&self.users(), is_origin)
    }
}

/// For each value, whether it is one of the origins, or a user of it, directly or through others.
fn depending(users: &[SmallVec<[usize; 2]>], is_origin: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut depends: Vec<bool> = (0..users.len()).map(is_origin).collect();
    let mut pending: Vec<usize> = (0..depends.len()).filter(|&index| depends[index]).collect();
    while let Some(index) = pending.pop() {
        for &user in users.get(index).into_iter().flatten() {
            if !std::mem::replace(&mut depends[user], true) {
                pending.push(user);
            }
        }
    }
    depends
}

/// Instructions that are executed one after the other.
#[derive(Clone, Debug)]
pub struct Block {
    /// The parameters, each a [`ValueKind::Parameter`]. Every edge to the block has a value for each.
    pub parameters: Vec<ValueId>,
    /// The values that each visit of the block computes anew: loads, elections, unknown values. One that is in no list
    /// is taken to be computed where it is used.
    pub computes: Vec<ValueId>,
    /// The instructions, in order.
    pub instructions: Vec<Instruction>,
    /// Whether it has code that writes memory, which is no instruction of the model.
    pub writes_memory: bool,
    /// How the block ends.
    pub end: Terminator,
}

impl Default for Block {
    fn default() -> Self {
        Self {
            parameters: Vec::new(),
            computes: Vec::new(),
            instructions: Vec::new(),
            writes_memory: false,
            end: Terminator::Trap,
        }
    }
}

/// One instruction, or a call.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// What it does, but for what the other fields say.
    pub kind: InstructionKind,
    /// What each thread loads and stores: of a vector, each element.
    pub accesses: SmallVec<[MemoryAccess; 1]>,
    /// What it does with registers of accumulators.
    pub accumulators: SmallVec<[AccumulatorUse; 1]>,
    /// How it uses the cluster.
    pub cluster_use: ClusterUse,
    /// The features that its form needs of the target.
    pub needs: Features,
    /// How the front end finds its own operation again.
    pub id: InstId,
}

impl Instruction {
    /// An instruction without accesses and needs.
    #[must_use]
    pub fn new(kind: InstructionKind, id: InstId) -> Self {
        let (accesses, accumulators) = (SmallVec::new(), SmallVec::new());
        Self { kind, accesses, accumulators, cluster_use: ClusterUse::None, needs: Features::new(), id }
    }

    /// Whether it does nothing that a rule asks for, except for the features that it needs.
    #[must_use]
    pub(crate) fn is_free(&self) -> bool {
        let has_none = self.accesses.is_empty() && self.accumulators.is_empty();
        self.kind == InstructionKind::Other && has_none && self.cluster_use == ClusterUse::None
    }

    /// What it loads.
    pub(crate) fn loads(&self) -> impl Iterator<Item = &MemoryAccess> {
        self.accesses.iter().filter(|access| access.direction == Direction::Load)
    }

    /// What it stores to memory that other threads can read.
    pub(crate) fn stores(&self) -> impl Iterator<Item = &MemoryAccess> {
        self.accesses.iter().filter(|access| access.direction == Direction::Store && access.space != Space::Local)
    }

    /// Whether it stores by an address that can be one of any memory.
    pub(crate) fn stores_anywhere(&self) -> bool {
        self.stores().any(|access| access.space == Space::Generic)
    }

    /// Whether it can access the memory of another CTA of the cluster, or signal to it.
    pub(crate) const fn reaches_other_ctas(&self) -> bool {
        matches!(self.cluster_use, ClusterUse::PeerMemory { .. }) || self.kind.reaches_other_ctas()
    }

    /// Whether it is for clusters of several CTAs.
    pub(crate) const fn needs_cluster(&self) -> bool {
        matches!(self.cluster_use, ClusterUse::PeerMemory { .. } | ClusterUse::Cluster) || self.kind.needs_cluster()
    }

    /// The values that it defines.
    pub(crate) fn defines(&self) -> impl Iterator<Item = &ValueId> {
        self.kind.defines().iter().chain(self.loads().map(|load| &load.value))
    }

    /// Replaces every value that it names.
    pub(crate) fn replace(&mut self, mut by: impl FnMut(ValueId) -> ValueId) {
        self.kind.replace(&mut by);
        for access in &mut self.accesses {
            (access.address, access.value) = (by(access.address), by(access.value));
        }
        if let ClusterUse::PeerMemory { address: Some(address) } = &mut self.cluster_use {
            *address = by(*address);
        }
    }
}
