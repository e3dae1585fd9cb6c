//! What the bodies of functions reach: the classes of instructions that matter to a contract, and launches.
//!
//! Accepts functions of any kind. Guarantees for each function the needs of its own instructions and of the functions
//! that it can call, each with an operation that is the cause, and all launches. Linear in the size of the program,
//! without recursion; each body is read once, and each name of an operation is looked up once.
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

use melior::ir::{Attribute, OperationRef};
use rustc_hash::FxHashSet;
use std::array::from_fn;
use tileiras_contract::{Need, Needs};
use tileiras_mlir::analysis::{Analyses, Analysis};
use tileiras_mlir::function::Function;
use tileiras_mlir::parallel::{self, Sent};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{attribute, operation};

use crate::scope::Scope;
use callees::Callees;
use names::{Names, Role};

/// What a function has in its own body.
#[derive(Default)]
pub(crate) struct OwnBody<'c, 'a> {
    /// For each need of its instructions, the first one.
    causes: Vec<(Need, Sent<OperationRef<'c, 'a>>)>,
    /// What it calls or takes the address of, each symbol once.
    symbols: Vec<Sent<Attribute<'c>>>,
    /// The launches, in order.
    launches: Vec<Sent<OperationRef<'c, 'a>>>,
}

/// For each function of a scope, what it has in its own body; `None` if that is nothing. Each body is read once.
#[derive(Default)]
pub struct OwnBodies<'c, 'a>(Vec<Option<Box<OwnBody<'c, 'a>>>>);

/// It survives changes of attributes: those of functions and modules say nothing about the operations in a body.
impl Analysis for OwnBodies<'static, 'static> {
    type Of<'c, 'a>
        = OwnBodies<'c, 'a>
    where
        'c: 'a;

    const SURVIVES_ATTRIBUTE_CHANGES: bool = true;

    fn compute<'r, 'c: 'a + 'r, 'a: 'r>(analyses: Analyses<'r>, root: OperationRef<'c, 'a>) -> OwnBodies<'c, 'a> {
        OwnBodies::read(analyses.get::<Scope<'_, '_>>(root))
    }

    fn shorten<'r, 'c: 'a + 'r, 'a: 'r>(bodies: &'r OwnBodies<'static, 'static>) -> &'r OwnBodies<'c, 'a> {
        bodies
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
    /// What the functions of the program reach that a pass runs on.
    #[must_use]
    pub fn of<'r>(analyses: Analyses<'r>, root: OperationRef<'c, 'a>, symbols: &mut Symbols<'c, 'a>) -> Self
    where
        'a: 'r,
    {
        Self::read(analyses.get::<Scope<'_, '_>>(root), analyses.get::<OwnBodies<'_, '_>>(root), symbols)
    }

    /// What the functions of a scope reach.
    #[must_use]
    pub fn read(scope: &Scope<'c, 'a>, bodies: &OwnBodies<'c, 'a>, symbols: &mut Symbols<'c, 'a>) -> Self {
        let bodies = || bodies.0.iter().enumerate().filter_map(|(number, body)| Some((number, body.as_deref()?)));
        let mut own: [Vec<(usize, OperationRef<'c, 'a>)>; Need::ALL.len()] = from_fn(|_| Vec::new());
        for (number, body) in bodies() {
            for &(need, Sent(op)) in &body.causes {
                own[need as usize].push((number, op));
            }
        }
        // Calls matter only if they lead to an instruction.
        let has_needs = own.iter().any(|own| !own.is_empty());
        let mut callers = vec![Vec::new(); if has_needs { scope.functions.len() } else { 0 }];
        let mut callees = Callees::new(scope);
        for (number, body) in bodies().filter(|_| has_needs) {
            let module = scope.module_of.get(number).copied().flatten().and_then(|module| scope.modules.get(module));
            let Some(module) = module else { continue };
            for &Sent(symbol) in &body.symbols {
                for &callee in &*callees.of(symbol, *module, symbols) {
                    callers[callee].push(number);
                }
            }
        }
        let launches = bodies().flat_map(|(_, body)| &body.launches).map(|&Sent(op)| op).collect();
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

/// Whether the operation that a pass runs on may have a launch.
#[must_use]
pub fn may_launch<'r, 'c: 'a + 'r, 'a: 'r>(analyses: Analyses<'r>, root: OperationRef<'c, 'a>) -> bool {
    let has_launch = |body: &OwnBody<'_, '_>| !body.launches.is_empty();
    analyses.get::<Scope<'_, '_>>(root).has_others()
        || analyses.get::<OwnBodies<'_, '_>>(root).0.iter().flatten().any(|body| has_launch(body))
}

impl<'c: 'a, 'a> OwnBodies<'c, 'a> {
    /// Reads the functions of a scope, in parallel.
    #[must_use]
    pub fn read(scope: &Scope<'c, 'a>) -> Self {
        let Some(first) = scope.functions.first() else { return Self::default() };
        let read = |functions: &[Function<'c, 'a>]| {
            let mut names = Names::default();
            functions.iter().map(|function| OwnBody::read(function.operation(), &mut names)).collect::<Vec<_>>()
        };
        Self(parallel::map(first.operation(), &scope.functions, read).into_iter().flatten().collect())
    }
}

impl<'c: 'a, 'a> OwnBody<'c, 'a> {
    fn read(function: OperationRef<'c, 'a>, names: &mut Names) -> Option<Box<Self>> {
        let mut body: Option<Box<Self>> = None;
        let (mut needed, mut called) = (Needs::default(), FxHashSet::default());
        operation::walk(function, |op| match names.of(op) {
            Role::Instruction(needs) => {
                for need in Need::ALL.into_iter().filter(|&need| needs.has(need) && !needed.has(need)) {
                    body.get_or_insert_default().causes.push((need, Sent(op)));
                }
                needed = needed.union(needs);
            }
            Role::Call(symbol) => {
                if called.insert(attribute::key(symbol)) {
                    body.get_or_insert_default().symbols.push(Sent(symbol));
                }
            }
            Role::Launch => body.get_or_insert_default().launches.push(Sent(op)),
            Role::Other => {}
        });
        body
    }
}
