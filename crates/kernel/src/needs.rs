//! Instructions that make a kernel depend on the exact number of its threads.
//!
//! Accepts a [`Program`]. Guarantees that the instructions of callees count for their callers, recursion included.
//! Linear in the program.
//!
//! Leaves out on purpose: what follows from it (`tileiras-contract`).

use tileiras_target::Feature;

use crate::body::{Instruction, InstructionKind, Program};
use crate::class::InstructionClass;
use crate::id::FunctionId;

/// The instructions that make a kernel depend on the exact number of its threads (reference 003), in its body or in
/// functions that it reaches.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Needs {
    /// `wgmma`.
    pub wgmma: bool,
    /// `tcgen05.ld`, `.st`, `.wait`.
    pub tensor_memory: bool,
    /// A named barrier that counts its threads.
    pub counted_barrier: bool,
    /// `setmaxnreg`, which moves registers between warp groups.
    pub register_moves: bool,
}

impl Needs {
    /// The needs of each function of a program, in the order of its functions.
    pub fn of(program: &Program) -> Vec<Needs> {
        let mut needs: Vec<Needs> = vec![Needs::default(); program.functions.len()];
        let mut callers: Vec<Vec<FunctionId>> = vec![Vec::new(); program.functions.len()];
        for (function, body) in program.enumerate() {
            for instruction in body.instructions() {
                needs[function.index()].add(Needs::of_instruction(instruction));
                if let InstructionKind::Call(callee) = instruction.kind
                    && let Some(callers) = callers.get_mut(callee.index())
                {
                    callers.push(function);
                }
            }
        }
        // A function is visited again only after it has gained one of four needs, so that the loop is linear.
        let functions = (0..needs.len()).map(FunctionId::new);
        let mut pending: Vec<_> = functions.filter(|function| needs[function.index()] != Needs::default()).collect();
        while let Some(callee) = pending.pop() {
            let gained = needs[callee.index()];
            pending.extend(callers[callee.index()].iter().filter(|caller| needs[caller.index()].add(gained)));
        }
        needs
    }

    fn of_instruction(instruction: &Instruction) -> Self {
        Needs {
            wgmma: InstructionClass::Wgmma.contains(instruction),
            tensor_memory: InstructionClass::TensorAccess.contains(instruction),
            counted_barrier: matches!(instruction.kind, InstructionKind::NamedBarrier { threads: Some(_), .. }),
            register_moves: instruction.needs == Some(Feature::SetMaxnreg),
        }
    }

    /// Adds the needs of another function. Returns whether one was new.
    fn add(&mut self, other: Needs) -> bool {
        let before = *self;
        self.wgmma |= other.wgmma;
        self.tensor_memory |= other.tensor_memory;
        self.counted_barrier |= other.counted_barrier;
        self.register_moves |= other.register_moves;
        *self != before
    }
}
