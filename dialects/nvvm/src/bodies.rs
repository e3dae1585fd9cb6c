//! What the bodies of functions reach: the classes of instructions that matter to a contract, and launches.
//!
//! Accepts functions of any kind. Guarantees for each function the needs of its own instructions and of the functions
//! that it can call, each with an operation that is the cause, and all launches. Linear in the size of the program,
//! without recursion; each name of an operation is looked up once.
//!
//! | file | contents |
//! |---|---|
//! | `names.rs` | the needs of operations, intrinsics and inline assembly, by their names |
//! | `callees.rs` | the functions that a symbol can call |
//!
//! Leaves out on purpose: what instructions do and who executes them, which is read from PTX (`tileiras-kernel`); and
//! calls through pointers: a function whose address is taken counts as called there.

mod callees;
mod names;
#[cfg(test)]
pub(crate) mod tests;

use melior::ir::OperationRef;
use std::array::from_fn;
use tileiras_contract::{Need, Needs};
use tileiras_mlir::function::Function;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{operation, parallel};

use crate::scope::Scope;
use callees::Callees;
use names::{Names, Role};

/// What a function has in its own body.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Relevance {
    /// The needs of its instructions.
    needs: Needs,
    /// A call, or the address of a function or a variable.
    calls: bool,
    /// A launch.
    launches: bool,
}

impl Relevance {
    /// Whether it has any of them.
    pub fn is_any(self) -> bool {
        self != Self::default()
    }
}

/// What the functions of a program reach.
#[derive(Default)]
pub struct Bodies<'c, 'a> {
    /// The launches, of the GPU dialect and of `nv_tileaa`, in order.
    pub launches: Vec<OperationRef<'c, 'a>>,
    /// For each need, the cause in each function; empty if the program has none.
    causes: [Vec<Option<OperationRef<'c, 'a>>>; Need::ALL.len()],
}

impl<'c: 'a, 'a> Bodies<'c, 'a> {
    /// Reads all functions of a scope.
    #[must_use]
    pub fn read(scope: &Scope<'c, 'a>, symbols: &mut Symbols<'c, 'a>) -> Self {
        let relevance = scope.launch_relevant_functions();
        // Calls matter only if they lead to an instruction.
        let has_needs = relevance.iter().any(|relevance| relevance.needs != Needs::default());
        let (mut names, mut callees) = (Names::default(), Callees::new(scope));
        let mut launches = Vec::new();
        let mut own: [Vec<(usize, OperationRef<'c, 'a>)>; Need::ALL.len()] = from_fn(|_| Vec::new());
        let mut callers = vec![Vec::new(); if has_needs { scope.functions.len() } else { 0 }];
        for (number, (function, relevance)) in scope.functions.iter().zip(relevance).enumerate() {
            if !(relevance.launches || has_needs && relevance.is_any()) {
                continue;
            }
            let module = scope.module_of.get(number).copied().flatten().and_then(|module| scope.modules.get(module));
            let mut found = Needs::default();
            operation::walk(function.operation(), |op| match names.of(op) {
                Role::Instruction(needs) => {
                    for need in Need::ALL.into_iter().filter(|&need| needs.has(need) && !found.has(need)) {
                        own[need as usize].push((number, op));
                    }
                    found = found.union(needs);
                }
                Role::Call(symbol) if has_needs => {
                    let Some(module) = module else { return };
                    for &callee in &*callees.of(symbol, *module, symbols) {
                        callers[callee].push(number);
                    }
                }
                Role::Launch => launches.push(op),
                Role::Call(_) | Role::Other => {}
            });
        }
        Self { launches, causes: own.map(|own| causes(&own, &callers)) }
    }

    /// What a function reaches.
    #[must_use]
    pub fn needs(&self, function: usize) -> Needs {
        Need::ALL.into_iter().filter(|&need| self.cause(function, need).is_some()).collect()
    }

    /// The operation that is the cause of a need: of those that the function reaches, the first one in the program.
    #[must_use]
    pub fn cause(&self, function: usize, need: Need) -> Option<OperationRef<'c, 'a>> {
        self.causes[need as usize].get(function).copied().flatten()
    }
}

/// For each function the first of the operations that it reaches. `own` has the operations in the order of the program
/// with their functions, and `callers` the callers of each function.
fn causes<'c, 'a>(own: &[(usize, OperationRef<'c, 'a>)], callers: &[Vec<usize>]) -> Vec<Option<OperationRef<'c, 'a>>> {
    let mut causes = vec![None; if own.is_empty() { 0 } else { callers.len() }];
    let mut pending = Vec::new();
    for &(function, op) in own {
        pending.push(function);
        while let Some(function) = pending.pop() {
            let cause: &mut Option<_> = &mut causes[function];
            if cause.is_none() {
                *cause = Some(op);
                pending.extend(&callers[function]);
            }
        }
    }
    causes
}

/// For each function of a scope, what it has. The functions are examined in parallel.
pub(crate) fn launch_relevant_functions(scope: &Scope<'_, '_>) -> Vec<Relevance> {
    let Some(first) = scope.functions.first() else { return Vec::new() };
    let examine = |functions: &[Function<'_, '_>]| {
        let mut names = Names::default();
        functions.iter().map(|function| relevance(function.operation(), &mut names)).collect::<Vec<_>>()
    };
    parallel::map(first.operation(), &scope.functions, examine).concat()
}

fn relevance(function: OperationRef<'_, '_>, names: &mut Names) -> Relevance {
    let mut found = Relevance::default();
    operation::walk(function, |op| match names.of(op) {
        Role::Instruction(needs) => found.needs = found.needs.union(needs),
        Role::Call(_) => found.calls = true,
        Role::Launch => found.launches = true,
        Role::Other => {}
    });
    found
}
