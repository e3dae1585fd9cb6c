//! Short constructors for programs of the execution model.

#![allow(missing_docs, reason = "constants have the names of instructions")]

use tileiras_kernel::{
    Block, BlockId, Body, ConditionId, CtaGroup, Edge, Entry, FunctionId, Implication, InstId, Instruction,
    InstructionKind, KnownOutcome, Program, Reach, Tcgen05, ValueId,
};

/// An instruction of tcgen05.
pub const fn tcgen05(operation: Tcgen05, group: CtaGroup) -> InstructionKind {
    InstructionKind::Tcgen05 { operation, group: Some(group) }
}

pub const ALLOC: InstructionKind = tcgen05(Tcgen05::Alloc, CtaGroup::One);
pub const DEALLOC: InstructionKind = tcgen05(Tcgen05::Dealloc, CtaGroup::One);
pub const PAIR_DEALLOC: InstructionKind = tcgen05(Tcgen05::Dealloc, CtaGroup::Two);
pub const MMA: InstructionKind = tcgen05(Tcgen05::Mma, CtaGroup::One);
pub const ARRIVE: InstructionKind = InstructionKind::ClusterArrive;
pub const WAIT: InstructionKind = InstructionKind::ClusterWait;
pub const CANCEL: InstructionKind = InstructionKind::TryCancel { barrier: Some(ValueId::new(0)), alignment: None };

/// A call of the function with that index.
pub const fn call(function: usize) -> InstructionKind {
    InstructionKind::Call(FunctionId::new(function))
}

/// An edge to a block that is always taken.
pub fn to(block: usize) -> Edge {
    Edge { to: BlockId::new(block), known: Default::default() }
}

/// An edge to a block that is taken if a condition has that outcome, and what follows from it.
pub fn when(block: usize, condition: usize, holds: bool, implies: Implication) -> Edge {
    let condition = ConditionId::new(condition);
    Edge { to: BlockId::new(block), known: [KnownOutcome { condition, holds, implies }].into_iter().collect() }
}

/// The two edges of a branch that implies nothing.
pub fn branch(condition: usize, then: usize, otherwise: usize) -> [Edge; 2] {
    [when(then, condition, true, Implication::Nothing), when(otherwise, condition, false, Implication::Nothing)]
}

/// The two edges of a branch, the first of which has a guard.
pub fn guard(condition: usize, implies: Implication, then: usize, otherwise: usize) -> [Edge; 2] {
    [when(then, condition, true, implies), when(otherwise, condition, false, Implication::Nothing)]
}

/// A block.
pub fn block(kinds: &[InstructionKind], exits: &[Edge]) -> Block {
    let instruction = |kind: &InstructionKind| Instruction { kind: kind.clone(), needs: None, id: InstId::new(0) };
    Block { instructions: kinds.iter().map(instruction).collect(), exits: exits.iter().cloned().collect() }
}

/// A function of one block.
pub fn line(kinds: &[InstructionKind]) -> Body {
    Body { blocks: vec![block(kinds, &[])] }
}

/// A program whose instructions have ascending ids: those of function 2 from 2000 on, block by block.
pub fn program(functions: &[&[Block]]) -> Program {
    let number = |(function, blocks): (usize, &&[Block])| {
        let mut body = Body { blocks: blocks.to_vec() };
        let instructions = body.blocks.iter_mut().flat_map(|block| &mut block.instructions);
        instructions.enumerate().for_each(|(index, instruction)| instruction.id = InstId::new(1000 * function + index));
        body
    };
    Program { functions: functions.iter().enumerate().map(number).collect() }
}

/// What the functions of a program reach if the first one has that entry.
pub fn reach(program: &Program, entry: Entry) -> Reach<'_> {
    Reach::new(program, [entry])
}
