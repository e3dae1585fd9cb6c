//! The instructions of a program, as far as the instruction rules need them: what each function does, in which order.
//!
//! Accepts what a caller finds in its own IR: for each function the blocks of its control flow graph, in each block the
//! instructions that matter, and on each edge what is known when it is taken. Guarantees a model without names and places:
//! an [`Instruction`] carries a number by which the caller finds its own operation again. A call is an instruction, too, so
//! that a fact of a callee counts for every kernel that reaches it.
//!
//! Leaves out on purpose: how IR is read into the model (`tileiras-nvvm`), and the rules (`tileiras-contract`).

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

/// The body of one function; no block where there is no instruction.
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
    /// What matters of them, in order.
    pub instructions: Vec<Instruction>,
    /// Where control goes afterwards. None where the function, or the thread, ends. A block that ends in a trap ends
    /// nothing in good order: its exit is itself.
    pub exits: SmallVec<[Edge; 2]>,
}

/// One way from a block to another.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The target.
    pub to: BlockId,
    /// What is known when this way is taken.
    pub known: SmallVec<[KnownOutcome; 1]>,
}

/// A condition with its outcome.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct KnownOutcome {
    /// Conditions of one function that always have the same outcome in one thread have the same number. One whose outcome
    /// can change, because a loop computes it anew, has a new number on each edge, so that no two edges exclude each other.
    pub condition: ConditionId,
    /// The outcome.
    pub holds: bool,
    /// What follows from this outcome of it: the edge of the other outcome has its own meaning. A lane id that is not
    /// different from a constant means as much as one that is equal to it.
    pub implies: Implication,
}

/// What follows from the outcome of a condition.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Implication {
    /// Nothing that a rule asks for.
    Nothing,
    /// One thread of each warp at most is here: `elect.sync`, or a lane id equal to a constant.
    OneLane,
    /// One thread in x is here: the thread id in x is equal to a constant.
    OneThreadInX,
    /// A `clusterlaunchcontrol.query_cancel` said that a request failed.
    CancelFailed,
}

/// One instruction, or a call.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// What it does.
    pub kind: InstructionKind,
    /// What its form needs of the target; none where every target has it.
    pub needs: Option<Feature>,
    /// How the caller finds its own operation again.
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

/// The operations of tcgen05, by who has to issue them (PTX ISA 9.7.16.5, table 46).
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
    /// `.ld`: a warp, a warp group for all of tensor memory.
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
    /// Nothing that a rule asks for, but for what it needs of the target.
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
        /// Its id, where it is a constant.
        id: Option<i64>,
        /// How many threads take part, where that is stated as a constant.
        threads: Option<i64>,
    },
    /// `wgmma.mma_async`.
    Wgmma {
        /// Registers of 32 bits that the accumulator takes of each thread.
        accumulator: u32,
    },
    /// `wgmma.fence`, `.commit_group`, `.wait_group`.
    WgmmaSync,
    /// An instruction of tcgen05.
    Tcgen05 {
        /// Which.
        operation: Tcgen05,
        /// Its `.cta_group`, where it has one.
        group: Option<CtaGroup>,
    },
    /// `clusterlaunchcontrol.try_cancel`.
    TryCancel {
        /// Its mbarrier, where the address is a known value.
        barrier: Option<ValueId>,
        /// How the response is known to be aligned, in bytes.
        alignment: Option<u64>,
    },
    /// `mbarrier.expect_tx`, `mbarrier.arrive.expect_tx`.
    ExpectTx {
        /// The mbarrier, where the address is a known value.
        barrier: Option<ValueId>,
        /// How many bytes are expected, where it is a constant.
        bytes: Option<i64>,
    },
}
