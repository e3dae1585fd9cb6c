//! What each function of a program reaches: its own instructions, and those of functions that it calls.
//!
//! Guarantees that everything is computed once, in time linear in the program except for sorting, recursion included. A
//! rule about a kernel is then a few look-ups. A call that leads nowhere is ignored.
//!
//! Leaves out on purpose: which threads execute an instruction ([`crate::execution`]).

use std::cmp::Reverse;

use crate::calls::CallGraph;
use crate::class::InstructionClass;
use crate::id::{FunctionId, InstId};
use crate::program::{Function, InstructionKind, Program, Wgmma};

/// What the functions of a program reach.
#[derive(Debug)]
pub struct Reach<'p> {
    program: &'p Program,
    /// For each class, the first instruction that each function reaches; empty if the program has none of the class.
    first: [Vec<Option<InstId>>; InstructionClass::ALL.len()],
    /// For each function, the largest accumulator that it reaches; empty if the program has none.
    accumulator: Vec<Option<(u32, InstId)>>,
    /// For each function, the largest number of `setmaxnreg.inc` that it reaches, where one that is not known is the
    /// largest of all; empty if the program has none.
    increase: Vec<Option<(u32, InstId)>>,
}

impl<'p> Reach<'p> {
    /// Reads a program.
    pub fn new(program: &'p Program) -> Self {
        let calls = CallGraph::new(program);
        let mut sources: [Vec<(InstId, FunctionId)>; InstructionClass::ALL.len()] = Default::default();
        let (mut accumulators, mut increases) = (Vec::new(), Vec::new());
        for (id, function) in program.enumerate() {
            for instruction in function.instructions() {
                for (class, sources) in InstructionClass::ALL.iter().zip(&mut sources) {
                    if class.contains(instruction) {
                        sources.push((instruction.id, id));
                    }
                }
                match instruction.kind {
                    InstructionKind::Wgmma(Wgmma::Mma { registers, .. }) => {
                        accumulators.push(((registers, instruction.id), id));
                    }
                    InstructionKind::SetMaxnreg { increases: true, registers } => {
                        let known = registers.and_then(|registers| function.constant(registers));
                        let known = known.and_then(|registers| u32::try_from(registers).ok());
                        increases.push(((known.unwrap_or(u32::MAX), instruction.id), id));
                    }
                    _ => {}
                }
            }
        }
        let first = sources.map(|mut sources| {
            sources.sort_unstable();
            calls.propagate_to_callers(&sources)
        });
        let [accumulator, increase] = [accumulators, increases].map(|mut sources| {
            sources.sort_unstable_by_key(|&((registers, id), function)| (Reverse(registers), id, function));
            calls.propagate_to_callers(&sources)
        });
        Self { program, first, accumulator, increase }
    }

    /// The body of a function; empty for an id that no function has.
    pub(crate) fn function(&self, id: FunctionId) -> &'p Function {
        const EMPTY: &Function = &Function { parameters: Vec::new(), blocks: Vec::new(), values: Vec::new() };
        self.program.function(id).unwrap_or(EMPTY)
    }

    /// Of all instructions of a class that the function reaches, the one with the lowest id.
    pub fn first(&self, function: FunctionId, class: InstructionClass) -> Option<InstId> {
        self.first.get(class as usize)?.get(function.index()).copied().flatten()
    }

    /// Whether the function reaches an instruction of a class.
    pub fn reaches(&self, function: FunctionId, class: InstructionClass) -> bool {
        self.first(function, class).is_some()
    }

    /// The largest accumulator of all `wgmma.mma_async` that the function reaches, in registers per thread, and the
    /// first instruction that has it.
    pub fn accumulator(&self, function: FunctionId) -> Option<(u32, InstId)> {
        self.accumulator.get(function.index()).copied().flatten()
    }

    /// The largest number of registers that a `setmaxnreg.inc` gives a thread, of all that the function reaches.
    pub fn largest_increase(&self, function: FunctionId) -> Option<u32> {
        self.increase.get(function.index()).copied().flatten().map(|(registers, _)| registers)
    }
}
