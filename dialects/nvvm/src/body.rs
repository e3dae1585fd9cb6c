//! Reads the functions of a program into the execution model (`tileiras-kernel`).
//!
//! Accepts functions of any kind with operations of the NVVM, NVGPU and GPU dialects, calls of LLVM's intrinsics and PTX
//! text in them, with branches between blocks and with the loops and conditions of `scf`. Guarantees a [`Program`] with
//! one function for each function of the scope, in its order, and for each instruction the operation that it was read
//! from. The same program gives the same ids. Linear in the size of the program, without recursion: the name of an
//! operation is looked up once, and functions without an operation that a rule asks for are not read.
//!
//! | file | contents |
//! |---|---|
//! | `relevance.rs` | which functions have to be read |
//! | `names.rs` | what operations of a name are |
//! | `form.rs` | the forms of instructions, by the names of operations and intrinsics |
//! | `computation.rs` | what operations and intrinsics compute, by their names |
//! | `needs.rs` | the features that operations need |
//! | `state.rs` | what the functions of a program share |
//! | `flow.rs`, `region.rs` | the operations that matter, and the control flow graph |
//! | `graph.rs` | the blocks, edges and arguments of that graph |
//! | `lower.rs` | the graph as a function of the program |
//! | `instruction.rs`, `text.rs` | one operation as instructions |
//! | `reader.rs` | the values of a function |
//! | `compute.rs`, `address.rs`, `warp.rs` | what one operation computes |
//! | `fold.rs` | values in a normal form |
//! | `constants.rs`, `alignment.rs` | constants, and the alignment of addresses |
//! | `callees.rs`, `outside.rs` | the functions that a symbol can call |
//! | `key.rs` | keys of hash tables |
//!
//! Leaves out on purpose: which target has which form (`tileiras-target`), the rules (`tileiras-contract`), and calls
//! through pointers; instead, a function whose address is taken counts as called there.

mod accumulator;
mod address;
mod alignment;
mod callees;
mod computation;
mod compute;
mod constants;
mod flow;
mod fold;
mod form;
mod graph;
mod instruction;
mod key;
mod lower;
mod names;
mod needs;
mod outside;
mod reader;
mod region;
mod relevance;
mod shared;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod warp;

use melior::ir::OperationRef;
use tileiras_kernel::InstId;
use tileiras_kernel::program::{Function, Program};
use tileiras_mlir::function;
use tileiras_mlir::parallel;
use tileiras_mlir::symbol::Symbols;

pub use constants::Constants;
pub(crate) use relevance::Relevance;

use crate::scope::Scope;

/// The bodies of a program.
#[derive(Default)]
pub struct Bodies<'c, 'a> {
    /// The id of a function is its index in the scope.
    pub program: Program,
    /// The launches, of the GPU dialect and of `nv_tileaa`, in order.
    pub launches: Vec<OperationRef<'c, 'a>>,
    /// The operation of each instruction id.
    operations: Vec<OperationRef<'c, 'a>>,
}

impl<'c: 'a, 'a> Bodies<'c, 'a> {
    /// Reads all functions of a scope.
    #[must_use]
    pub fn read(scope: &Scope<'c, 'a>, symbols: &mut Symbols<'c, 'a>) -> Self {
        let relevance = scope.launch_relevant_functions();
        // Calls matter only if they lead to an instruction.
        let has_instructions = relevance.iter().any(|relevance| relevance.instructions);
        let mut state = state::ProgramState::new(callees::Callees::new(scope), symbols);
        state.has_requests = relevance.iter().any(|relevance| relevance.requests);
        state.has_asynchronous = relevance.iter().any(|relevance| relevance.asynchronous);
        state.has_tables = relevance.iter().any(|relevance| relevance.tables);
        let mut program = Program::default();
        for (index, (function, relevance)) in scope.functions.iter().zip(relevance).enumerate() {
            let module = scope.module_of.get(index).copied().flatten();
            let module = module.and_then(|module| scope.modules.get(module).copied());
            let is_read =
                relevance.launches || (has_instructions && (relevance.is_any() || function.result_count() > 0));
            program.functions.push(match is_read {
                true => lower::read(*function, module, &mut state),
                false => Function::default(),
            });
        }
        program.variables = std::mem::take(&mut state.defined);
        program.split_by_tables();
        program.peel_loops();
        Self { program, launches: state.launches, operations: state.operations }
    }

    /// The operation that an instruction was read from. The ids ascend in the order of the program.
    #[must_use]
    pub fn operation(&self, id: InstId) -> Option<OperationRef<'c, 'a>> {
        self.operations.get(id.index()).copied()
    }
}

/// For each function of a scope, what it has. The functions are examined in parallel.
pub(crate) fn launch_relevant_functions(scope: &Scope<'_, '_>) -> Vec<Relevance> {
    let Some(first) = scope.functions.first() else { return Vec::new() };
    let examine = |functions: &[function::Function<'_, '_>]| {
        let mut examiner = relevance::Examiner::default();
        functions.iter().map(|function| examiner.of(function.operation())).collect::<Vec<_>>()
    };
    parallel::map(first.operation(), &scope.functions, examine).concat()
}
