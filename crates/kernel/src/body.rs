//! Programs: functions, blocks, edges and instructions.
//!
//! Accepts what a front end finds in its own IR: for each function the blocks of its control flow graph, in each block
//! the instructions that a rule asks for, and on each edge the outcomes of conditions that are known when it is taken.
//! Guarantees a model without names and locations: an [`Instruction`] has an id by which the front end finds its own
//! operation again. A call is an instruction too, so that the instructions of a callee count for every kernel that
//! reaches it.
//!
//! Leaves out on purpose: calls through pointers, and every value except for those that instructions and conditions
//! name.

use smallvec::SmallVec;
use tileiras_target::Feature;

use crate::id::{BlockId, ConditionId, FunctionId, InstId, ValueId};

/// All functions of a program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The functions. The id of a function is its index here.
    pub functions: Vec<Body>,
}

impl Program {
    /// Each function with its id.
    pub fn enumerate(&self) -> impl Iterator<Item = (FunctionId, &Body)> {
        self.functions.iter().enumerate().map(|(index, body)| (FunctionId::new(index), body))
    }
}

/// The body of one function. It has no blocks if it has no instructions.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The blocks, the entry first. The id of a block is its index here.
    pub blocks: Vec<Block>,
}

impl Body {
    /// Each block with its id.
    pub fn enumerate(&self) -> impl Iterator<Item = (BlockId, &Block)> {
        self.blocks.iter().enumerate().map(|(index, block)| (BlockId::new(index), block))
    }

    /// Every instruction, block by block.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.blocks.iter().flat_map(|block| &block.instructions)
    }
}

/// Instructions that are executed one after the other.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The instructions, in order.
    pub instructions: Vec<Instruction>,
    /// The edges to the successors. A block without edges ends the function or the thread. A block that ends in a trap
    /// does not return normally; its only successor is itself.
    pub exits: SmallVec<[Edge; 2]>,
}

/// An edge from one block to another.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The target.
    pub to: BlockId,
    /// The outcomes of conditions that are known when the edge is taken.
    pub known: SmallVec<[KnownOutcome; 1]>,
}

/// A condition with its outcome.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct KnownOutcome {
    /// The condition. If its outcome can change, because a loop computes it again, it has a new id on each edge, so
    /// that no two edges exclude each other.
    pub condition: ConditionId,
    /// The outcome.
    pub holds: bool,
    /// What follows from this outcome. The other outcome, on another edge, has an implication of its own: if "the lane
    /// id is not 0" is false, at most one lane takes the edge.
    pub implies: Implication,
}

/// What follows from the outcome of a condition.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Implication {
    /// Nothing that a rule asks for.
    Nothing,
    /// At most one lane of each warp takes the edge: `elect.sync`, or a lane id that is equal to a constant.
    OneLane,
    /// At most one thread in x takes the edge: a thread id in x that is equal to a constant.
    OneThreadInX,
    /// `clusterlaunchcontrol.query_cancel` has returned that a request failed.
    CancelFailed,
}

/// One instruction, or a call.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// What it does.
    pub kind: InstructionKind,
    /// The feature that its form needs; none if every target has the form.
    pub needs: Option<Feature>,
    /// How the front end finds its own operation again.
    pub id: InstId,
}

/// A CTA pair or a single CTA: `.cta_group::2`, `.cta_group::1`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum CtaGroup {
    /// `.cta_group::1`.
    One,
    /// `.cta_group::2`.
    Two,
}

/// The operations of tcgen05, each with the threads that have to issue it (PTX ISA 9.7.16.5, table 46).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Tcgen05 {
    /// `.alloc`: a warp.
    Alloc,
    /// `.dealloc`: a warp.
    Dealloc,
    /// `.relinquish_alloc_permit`: a warp.
    Relinquish,
    /// `.mma`: a thread.
    Mma,
    /// `.cp`: a thread.
    Cp,
    /// `.shift`: a thread.
    Shift,
    /// `.commit`: a thread.
    Commit,
    /// `.ld`: a warp; a warp group to access all of tensor memory.
    Ld,
    /// `.st`: as `.ld`.
    St,
    /// `.wait::ld`, `.wait::st`: as `.ld`.
    Wait,
    /// `.fence::*`: a thread.
    Fence,
}

/// What an instruction does.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum InstructionKind {
    /// Nothing that a rule asks for, except for the feature that it needs.
    Other,
    /// Calls a function of the program.
    Call(FunctionId),
    /// Needs clusters: `mapa`, special registers of the cluster, `.shared::cluster`.
    Cluster,
    /// `barrier.cluster.arrive`.
    ClusterArrive,
    /// `barrier.cluster.wait`.
    ClusterWait,
    /// `barrier`, `bar`: a named barrier of the CTA.
    NamedBarrier {
        /// The id, if it is a constant.
        id: Option<i64>,
        /// The number of threads that take part, if it is stated as a constant.
        threads: Option<i64>,
    },
    /// `wgmma.mma_async`.
    Wgmma {
        /// The registers of 32 bits that the accumulator takes in each thread.
        accumulator: u32,
    },
    /// `wgmma.fence`, `.commit_group`, `.wait_group`.
    WgmmaSync,
    /// An instruction of tcgen05.
    Tcgen05 {
        /// The operation.
        operation: Tcgen05,
        /// The `.cta_group`, if it has one.
        group: Option<CtaGroup>,
    },
    /// `clusterlaunchcontrol.try_cancel`.
    TryCancel {
        /// The address of the mbarrier on which the response completes; none if it is not a value of the IR.
        barrier: Option<ValueId>,
        /// The alignment of the response in bytes, if it is known.
        alignment: Option<u64>,
    },
    /// `mbarrier.expect_tx`, `mbarrier.arrive.expect_tx`.
    ExpectTx {
        /// The address of the mbarrier; none if it is not a value of the IR.
        barrier: Option<ValueId>,
        /// The number of bytes that are expected, if it is a constant.
        bytes: Option<i64>,
    },
}
