//! Short constructors for programs of the execution model.

use tileiras_kernel::builder::FunctionBuilder;
use tileiras_kernel::program::{Function, Terminator};
use tileiras_kernel::{FunctionId, InstId, InstructionKind, Program};

/// A call of the function with that index, without arguments.
pub fn call(function: usize) -> InstructionKind {
    InstructionKind::Call { callee: FunctionId::new(function), arguments: Vec::new(), results: Vec::new() }
}

/// A function of one block. The instructions have ascending ids, beginning with `first`.
pub fn line(kinds: &[InstructionKind], first: usize) -> Function {
    let mut builder = FunctionBuilder::new();
    let block = builder.add_block();
    for (index, kind) in kinds.iter().enumerate() {
        builder.push(block, kind.clone(), Default::default(), InstId::new(first + index));
    }
    builder.end(block, Terminator::Return(Default::default()));
    builder.finish()
}

/// A program whose functions have one block each. The ids of the second function begin with 1000, and so on.
pub fn program(functions: &[&[InstructionKind]]) -> Program {
    let functions = functions.iter().enumerate();
    Program { functions: functions.map(|(index, kinds)| line(kinds, 1000 * index)).collect(), ..Default::default() }
}
