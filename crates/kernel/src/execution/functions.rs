//! The functions of a program, as far as they are followed.
//!
//! Guarantees that the graph and the ranges of a function are made once, when a run first asks for them.
//!
//! Leaves out on purpose: which threads get to what ([`super::run`]).

use std::cell::OnceCell;

use crate::calls::CallGraph;
use crate::graph::Graph;
use crate::id::{FunctionId, ValueId};
use crate::program::{Function, Instruction, InstructionKind, Program, Strength, Terminator};
use crate::range::{Range, Ranges};

/// The functions of a program that are followed.
#[derive(Debug)]
pub(super) struct Functions<'p> {
    pub program: &'p Program,
    /// For each function, whether a thread can end in it, or in what it calls.
    may_exit: Vec<bool>,
    is_followed: Vec<bool>,
    graphs: Vec<OnceCell<Graph>>,
    ranges: Vec<OnceCell<Ranges>>,
}

impl<'p> Functions<'p> {
    /// `asks` says of each function whether a rule asks for threads in it, or in what it calls.
    pub fn new(program: &'p Program, calls: &CallGraph, asks: &[bool]) -> Self {
        let may_exit = calls.reaching(program, has_exit);
        let orders = calls.reaching(program, |function| function.instructions().any(orders));
        let is_needed: Vec<bool> =
            may_exit.iter().zip(&orders).map(|(may_exit, orders)| *may_exit || *orders).collect();
        let is_followed = followed(program, asks.to_vec(), &is_needed);
        let graphs = program.functions.iter().map(|_| OnceCell::new()).collect();
        let ranges = program.functions.iter().map(|_| OnceCell::new()).collect();
        Self { program, may_exit, is_followed, graphs, ranges }
    }

    /// Whether a thread can end in a function, or in what it calls.
    pub fn may_exit(&self, id: FunctionId) -> bool {
        self.may_exit.get(id.index()) == Some(&true)
    }

    /// Whether calls of a function are followed: something in it matters.
    pub fn follows(&self, id: FunctionId) -> bool {
        self.is_followed.get(id.index()) == Some(&true)
    }

    /// The control flow graph of a function; none if it is not followed.
    pub fn graph(&self, id: FunctionId) -> Option<&Graph> {
        let (cell, function) = (self.graphs.get(id.index())?, self.program.function(id)?);
        let leaves = |kind: &InstructionKind| match kind {
            InstructionKind::Call { callee, .. } => self.may_exit(*callee),
            InstructionKind::CallUnknown => true,
            _ => false,
        };
        self.follows(id).then(|| cell.get_or_init(|| Graph::with_calls(function, leaves)))
    }

    /// The numbers that a value of a function can be; none if nothing is known of them.
    pub fn range(&self, id: FunctionId, value: ValueId) -> Option<Range> {
        self.ranges(id)?.get(value)
    }

    /// The intervals of the values of a function.
    pub fn ranges(&self, id: FunctionId) -> Option<&Ranges> {
        let (cell, function) = (self.ranges.get(id.index())?, self.program.function(id)?);
        Some(cell.get_or_init(|| Ranges::of(function)))
    }
}

/// Whether a thread can end in a function itself. Before a trap it does not matter.
fn has_exit(function: &Function) -> bool {
    function.blocks.iter().any(|block| match block.end {
        Terminator::Exit => true,
        Terminator::Trap => false,
        _ => block.instructions.iter().any(|found| found.kind == InstructionKind::CallUnknown),
    })
}

/// Whether an instruction orders the accesses of its threads, or changes what is known of memory.
fn orders(instruction: &Instruction) -> bool {
    matches!(instruction.kind, InstructionKind::Strong(_) | InstructionKind::Fence(_))
        || instruction.stores_anywhere()
        || instruction.accesses.iter().any(|access| access.strength != Strength::Weak)
}

/// The functions that are executed: those that ask for something, and of those that they call, the ones with results,
/// and the ones that are needed.
fn followed(program: &Program, asks: Vec<bool>, is_needed: &[bool]) -> Vec<bool> {
    let mut followed = asks;
    let mut pending: Vec<usize> = (0..followed.len()).filter(|&index| followed.get(index) == Some(&true)).collect();
    while let Some(function) = pending.pop().and_then(|index| program.functions.get(index)) {
        for found in function.instructions() {
            if let InstructionKind::Call { callee, results, .. } = &found.kind
                && (!results.is_empty() || is_needed.get(callee.index()) == Some(&true))
                && let Some(slot) = followed.get_mut(callee.index())
                && !std::mem::replace(slot, true)
            {
                pending.push(callee.index());
            }
        }
    }
    followed
}
