//! Reads the functions of a program into the execution model (`tileiras-kernel`).
//!
//! Accepts functions of any kind with operations of the NVVM and GPU dialects, calls of LLVM's intrinsics and PTX text
//! in them, with branches between blocks and with the loops and conditions of `scf`. Guarantees a [`Program`] with one
//! body for each function of the scope, in its order, and for each instruction the operation that it was read from. The
//! same program gives the same ids. Linear in the size of the program: the name of an operation is looked up once, and
//! functions without a launch-relevant operation are not read.
//!
//! | file | contents |
//! |---|---|
//! | `table.rs` | names of operations and intrinsics, and what each does |
//! | `instruction.rs` | one operation as an instruction: its operands and attributes |
//! | `flow.rs` | the control flow graph |
//! | `value_numbering.rs` | equal ids for equal values |
//! | `condition.rs` | the conditions that are known on edges |
//! | `key.rs` | keys of hash tables |
//! | `alignment.rs` | the alignment of addresses |
//! | `callees.rs` | the functions that a symbol can call |
//!
//! Leaves out on purpose: which target has which form (`tileiras-target`), the rules (`tileiras-contract`), and calls
//! through pointers; instead, a function whose address is taken counts as called there.

mod alignment;
mod callees;
mod condition;
mod flow;
mod instruction;
mod key;
mod table;
mod value_numbering;

use melior::ir::{OperationRef, Value};
use tileiras_kernel::{Body, InstId, Program};
use tileiras_mlir::function::Function;
use tileiras_mlir::parallel;
use tileiras_mlir::symbol::Symbols;

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

impl<'c, 'a> Bodies<'c, 'a> {
    /// Reads all functions of a scope.
    #[must_use]
    pub fn read(scope: &Scope<'c, 'a>, symbols: &mut Symbols<'c, 'a>) -> Self {
        let mut bodies = Self::default();
        let mut reader = instruction::InstructionReader::new(symbols);
        let mut callees = callees::Callees::new(scope);
        let Self { program, launches, operations } = &mut bodies;
        let mut state = flow::ProgramState { reader: &mut reader, callees: &mut callees, operations, launches };
        for (index, (function, is_relevant)) in
            scope.functions.iter().zip(scope.launch_relevant_functions()).enumerate()
        {
            let module = scope.module_of[index].map(|module| scope.modules[module]);
            program.functions.push(match is_relevant {
                true => flow::read(function.operation(), module, &mut state),
                false => Body::default(),
            });
        }
        bodies
    }

    /// The operation that an instruction was read from. The ids ascend in the order of the program.
    #[must_use]
    pub fn operation(&self, id: InstId) -> Option<OperationRef<'c, 'a>> {
        self.operations.get(id.index()).copied()
    }
}

/// For each function of a scope, whether it has a launch-relevant operation. The functions are examined in parallel.
pub(crate) fn launch_relevant_functions(scope: &Scope<'_, '_>) -> Vec<bool> {
    let Some(first) = scope.functions.first() else { return Vec::new() };
    let examine = |functions: &[Function<'_, '_>]| {
        let mut names = table::OperationNames::default();
        let functions = functions.iter().map(|function| function.operation());
        functions.map(|function| flow::has_launch_relevant_ops(function, &mut names)).collect::<Vec<_>>()
    };
    parallel::map(first.operation(), &scope.functions, examine).concat()
}

/// Finds integer constants, through casts.
#[derive(Default)]
pub struct Constants {
    numbering: value_numbering::ValueNumbering,
    names: table::OperationNames,
}

impl Constants {
    /// The constant that a value is.
    pub fn of(&mut self, value: Value<'_, '_>) -> Option<i64> {
        self.numbering.constant(value, &mut self.names)
    }
}
