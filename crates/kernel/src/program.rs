//! Programs: functions, blocks, values and instructions, without MLIR and without PTX text.
//!
//! Accepts what a front end finds in its own IR: for each function its blocks with parameters in SSA form, in each block
//! the instructions that a rule asks for, and how it ends. Guarantees a model without names and locations: an
//! [`Instruction`] has an id by which the front end finds its own operation again.
//!
//! A predicated instruction is a block of its own, behind a branch. A front end that reads mutable registers lets
//! [`crate::builder::FunctionBuilder`] make the parameters of blocks.
//!
//! Leaves out on purpose: calls through pointers, and instructions that no rule asks for.

mod barrier;
mod copy;
mod mbarrier;
mod tcgen05;
mod terminator;
mod wgmma;

use std::collections::BTreeMap;

use smallvec::SmallVec;
use tileiras_target::feature::Features;

use crate::id::{BlockId, FunctionId, InstId, SymbolId, ValueId};
use crate::value::{Space, Value, ValueKind};

pub use barrier::{BarrierOperation, Fence, Meets};
pub use copy::{BulkGroup, CpAsync};
pub use mbarrier::MbarrierOperation;
pub use tcgen05::{CtaGroup, Part, Tcgen05};
pub use terminator::{Target, Terminator};
pub use wgmma::Wgmma;

/// All functions of a program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The functions. The id of a function is its index here.
    pub functions: Vec<Function>,
    /// The variables whose definitions are known.
    pub variables: BTreeMap<SymbolId, Variable>,
}

/// What the definition of a variable states.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Variable {
    /// The alignment in bytes.
    pub alignment: Option<u64>,
    /// The size in bytes; 0 for an array whose size the launch states.
    pub size: Option<u64>,
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

    /// The constant that a value is, with its sign.
    pub fn constant(&self, id: ValueId) -> Option<i64> {
        self.value(id)?.signed_constant()
    }

    /// The address that a value was loaded from.
    pub fn loaded_from(&self, id: ValueId) -> Option<ValueId> {
        match self.value(id)?.kind {
            ValueKind::Load { address, .. } => Some(address),
            _ => None,
        }
    }

    /// For each value, whether it depends on one of these values.
    pub(crate) fn depending_on(&self, is_origin: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut depends: Vec<bool> = (0..self.values.len()).map(is_origin).collect();
        let mut users: Vec<SmallVec<[usize; 2]>> = vec![SmallVec::new(); depends.len()];
        for (index, value) in self.values.iter().enumerate() {
            for operand in value.kind.operands() {
                if let Some(users) = users.get_mut(operand.index()) {
                    users.push(index);
                }
            }
        }
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

/// Whether an access is a strong operation (PTX ISA 8.4), and what it orders.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Strength {
    /// It is weak.
    Weak,
    /// `.relaxed`, and atomic operations without another qualifier: it orders other accesses only with a fence.
    Relaxed,
    /// `.acquire`, `.release`, `.acq_rel`, and `.volatile`, by which old code synchronises.
    Ordered,
}

/// One instruction, or a call.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// What it does.
    pub kind: InstructionKind,
    /// The features that its form needs of the target.
    pub needs: Features,
    /// How the front end finds its own operation again.
    pub id: InstId,
}

/// What an instruction does.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub enum InstructionKind {
    /// Nothing that a rule asks for, except for the features that it needs.
    Other,
    /// Calls a function of the program.
    Call {
        /// The function.
        callee: FunctionId,
        /// The values of its parameters; empty if they are unknown.
        arguments: Vec<ValueId>,
        /// The [`ValueKind::CallResult`]s that it defines; can be fewer than the function returns.
        results: Vec<ValueId>,
    },
    /// Takes the address of a function of the program. Code that is not known can call it.
    Reference {
        /// The function.
        callee: FunctionId,
    },
    /// Calls code that is not in the program, or that is unknown. It can execute any instruction.
    CallOutside,
    /// Needs clusters, and nothing else: special registers of the cluster.
    Cluster,
    /// `mapa`.
    Mapa {
        /// The rank of the CTA.
        rank: Option<ValueId>,
    },
    /// Reads or writes the shared memory of another CTA: `ld`, `st`, `atom`, `red`, `st.async`, `cp.async.bulk` to
    /// `.shared::cluster`, `mbarrier` operations on a remote address.
    RemoteAccess {
        /// The address.
        address: Option<ValueId>,
    },
    /// `.multicast::cluster`: the next part of the same instruction, a copy or a `tcgen05.commit`, is for several CTAs, each
    /// with the same addresses in its own shared memory.
    Multicast {
        /// The mask of their ranks.
        ctas: Option<ValueId>,
        /// Where a copy writes.
        to: Option<ValueId>,
        /// Whether it is a copy with `.cta_group::2`: the mbarrier is in one CTA of each pair, that with the parity of the address.
        of_pairs: bool,
    },
    /// `barrier.cluster.arrive`.
    ClusterArrive {
        /// With `.aligned`.
        aligned: bool,
        /// With `.relaxed`: it orders no memory accesses.
        relaxed: bool,
    },
    /// `barrier.cluster.wait`.
    ClusterWait {
        /// With `.aligned`.
        aligned: bool,
    },
    /// `barrier`, `bar`: a barrier of the CTA.
    Barrier {
        /// What it does.
        operation: BarrierOperation,
        /// The id; none if it is not a value.
        id: Option<ValueId>,
        /// The number of threads that take part; none if all threads of the CTA do.
        threads: Option<ValueId>,
        /// `bar`, or `barrier` with `.aligned`.
        aligned: bool,
    },
    /// An instruction that every thread of the warp has to execute together, or every thread of a mask:
    /// `ldmatrix`, `mma.sync`, other `.sync.aligned`, `shfl.sync`, `vote.sync`, `bar.warp.sync`.
    WarpSync {
        /// The mask; none for all threads of the warp.
        mask: Option<ValueId>,
        /// With `.aligned`: all threads of the warp, although some have exited.
        aligned: bool,
        /// The instructions at which its threads can meet others.
        meets: Meets,
    },
    /// An operation of wgmma.
    Wgmma(Wgmma),
    /// `setmaxnreg`.
    SetMaxnreg {
        /// `.inc`, and not `.dec`.
        increases: bool,
        /// The number of registers.
        registers: Option<ValueId>,
    },
    /// An instruction of tcgen05.
    Tcgen05 {
        /// The operation.
        operation: Tcgen05,
        /// The `.cta_group`, if it has one.
        group: Option<CtaGroup>,
        /// `.alloc`: where the address is written. Others: the address in tensor memory. `.commit`: the mbarrier.
        address: Option<ValueId>,
        /// The number of columns of `.alloc` and `.dealloc`.
        columns: Option<ValueId>,
        /// The part of tensor memory that `.ld`, `.st` and `.cp` access, if it is known.
        part: Option<Part>,
    },
    /// `clusterlaunchcontrol.try_cancel`.
    TryCancel {
        /// The address of the response; none if it is not a value.
        response: Option<ValueId>,
        /// The address of the mbarrier on which the response completes; none if it is not a value.
        barrier: Option<ValueId>,
        /// With `.multicast::cluster::all`.
        multicast: bool,
        /// The alignment of the response in bytes, if it is known.
        alignment: Option<u64>,
    },
    /// `clusterlaunchcontrol.query_cancel.get_first_ctaid` of a response.
    FirstCtaId {
        /// The response, a value of 128 bits.
        response: ValueId,
    },
    /// An operation on an mbarrier.
    Mbarrier {
        /// The operation.
        operation: MbarrierOperation,
        /// The address; none if it is not a value.
        address: Option<ValueId>,
        /// With `.relaxed`: it orders no memory accesses.
        relaxed: bool,
    },
    /// A copy that completes bytes on an mbarrier: `cp.async.bulk`.
    AsyncCopy {
        /// The address of the mbarrier, if it has one.
        barrier: Option<ValueId>,
        /// The number of bytes; none if the instruction does not state it.
        bytes: Option<ValueId>,
        /// Where it writes shared memory; none if that is not known, or if it is for several CTAs.
        to: Option<ValueId>,
    },
    /// Where the next part of the same instruction, a copy, reads the shared memory of its own CTA.
    CopySource {
        /// The address.
        from: ValueId,
        /// The number of bytes; none if the instruction does not state it.
        bytes: Option<ValueId>,
    },
    /// A step of the groups in which bulk copies complete that have no mbarrier.
    BulkGroup(BulkGroup),
    /// Reads matrices in shared memory, which these descriptors of 64 bits tell: the operands of a product.
    ReadMatrices {
        /// The descriptors.
        descriptors: SmallVec<[ValueId; 2]>,
    },
    /// A step of the asynchronous copies that are not in bulk.
    CpAsync(CpAsync),
    /// A fence.
    Fence(Fence),
    /// A load of which a rule asks what it reads: from shared memory.
    Load {
        /// The address.
        address: ValueId,
        /// The state space.
        space: Space,
        /// The value that it defines.
        value: ValueId,
        /// Whether it is a strong operation.
        strength: Strength,
    },
    /// A store of at most 64 bits to shared memory.
    Store {
        /// The address.
        address: ValueId,
        /// The state space.
        space: Space,
        /// What it writes.
        value: ValueId,
        /// Whether it is a strong operation.
        strength: Strength,
    },
    /// A strong operation on memory that is not followed. Threads can order their accesses by it.
    Strong(Strength),
}

impl InstructionKind {
    /// Whether it waits until all threads of the CTA have come.
    pub(crate) const fn is_barrier_of_all(&self) -> bool {
        matches!(self, Self::Barrier { operation: BarrierOperation::Sync, threads: None, .. })
    }

    /// The values that the instruction defines.
    pub(crate) fn defines(&self) -> &[ValueId] {
        match self {
            Self::Call { results, .. } => results,
            Self::Load { value, .. } => std::slice::from_ref(value),
            Self::Mbarrier { operation: MbarrierOperation::Wait { result, .. }, .. } => result.as_slice(),
            _ => &[],
        }
    }

    /// Every value that the instruction names.
    pub fn values(&self) -> SmallVec<[ValueId; 4]> {
        self.clone().values_mut().map(|value| *value).collect()
    }

    /// Every value that the instruction names, to be replaced.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut ValueId> {
        let (lists, some): ([&mut [ValueId]; 2], [Option<&mut ValueId>; 2]) = match self {
            Self::Call { arguments, results, .. } => ([arguments, results], [None, None]),
            Self::Mapa { rank: one }
            | Self::RemoteAccess { address: one }
            | Self::SetMaxnreg { registers: one, .. } => (Default::default(), [one.as_mut(), None]),
            Self::AsyncCopy { barrier, bytes, to } => {
                ([to.as_mut_slice(), &mut []], [barrier.as_mut(), bytes.as_mut()])
            }
            Self::Multicast { ctas, to, .. } => (Default::default(), [ctas.as_mut(), to.as_mut()]),
            Self::ReadMatrices { descriptors } => ([descriptors, &mut []], [None, None]),
            Self::Mbarrier { operation: MbarrierOperation::Wait { parity, result, .. }, address, .. } => {
                ([result.as_mut_slice(), &mut []], [address.as_mut(), parity.as_mut()])
            }
            Self::Mbarrier { operation, address, .. } => {
                let bytes = match operation {
                    MbarrierOperation::ExpectTx { bytes: one, .. }
                    | MbarrierOperation::Init { count: one }
                    | MbarrierOperation::Arrive { count: one } => one.as_mut(),
                    _ => None,
                };
                (Default::default(), [address.as_mut(), bytes])
            }
            Self::WarpSync { mask, .. } => (Default::default(), [mask.as_mut(), None]),
            Self::Barrier { id, threads, .. } => (Default::default(), [id.as_mut(), threads.as_mut()]),
            Self::Tcgen05 { address, columns, .. } => (Default::default(), [address.as_mut(), columns.as_mut()]),
            Self::TryCancel { response, barrier, .. } => (Default::default(), [response.as_mut(), barrier.as_mut()]),
            Self::CopySource { from, bytes } => (Default::default(), [Some(from), bytes.as_mut()]),
            Self::CpAsync(CpAsync::Copy { to, bytes, from }) => {
                ([from.as_mut_slice(), &mut []], [to.as_mut(), bytes.as_mut()])
            }
            Self::FirstCtaId { response } => (Default::default(), [Some(response), None]),
            Self::Load { address, value, .. } | Self::Store { address, value, .. } => {
                (Default::default(), [Some(address), Some(value)])
            }
            Self::Other
            | Self::Reference { .. }
            | Self::CallOutside
            | Self::Cluster
            | Self::ClusterArrive { .. }
            | Self::ClusterWait { .. }
            | Self::Wgmma(_)
            | Self::CpAsync(_)
            | Self::BulkGroup(_)
            | Self::Strong(_)
            | Self::Fence(_) => (Default::default(), [None, None]),
        };
        lists.into_iter().flatten().chain(some.into_iter().flatten())
    }
}
