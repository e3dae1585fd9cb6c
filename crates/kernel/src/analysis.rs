//! The one object that the rules about instructions ask.

use crate::execution::{Entry, Execution, Root};
use crate::id::{FunctionId, SymbolId};
use crate::program::{Function, Program};
use crate::reach::Reach;

/// What the functions of a program reach, and who executes it.
#[derive(Debug)]
pub struct Analysis<'p> {
    /// What each function reaches.
    pub reach: Reach<'p>,
    /// Which threads execute it.
    pub execution: Execution<'p>,
    program: &'p Program,
}

impl<'p> Analysis<'p> {
    /// Analyses a program. The entries are in the order of its functions; one that is missing is [`Entry::Calls`].
    pub fn new(program: &'p Program, entries: impl IntoIterator<Item = Entry>) -> Self {
        Self { reach: Reach::new(program), execution: Execution::new(program, entries), program }
    }

    /// The body of a function; empty for an id that no function has.
    pub fn function(&self, id: FunctionId) -> &'p Function {
        self.reach.function(id)
    }

    /// The alignment in bytes that a variable states.
    pub fn alignment(&self, variable: SymbolId) -> Option<u64> {
        self.program.variables.get(&variable)?.alignment
    }

    /// The body of a function, executed if threads enter it from outside.
    pub fn body(&'p self, function: FunctionId) -> Body<'p> {
        Body { analysis: self, function, root: self.execution.root(function) }
    }
}

/// The body of a function, with what the program has of it.
#[derive(Debug)]
pub struct Body<'p> {
    /// The analysis of the program.
    pub analysis: &'p Analysis<'p>,
    /// The function.
    pub function: FunctionId,
    /// Its execution, if threads enter it from outside and a rule asks for them.
    pub root: Option<Root<'p>>,
}
