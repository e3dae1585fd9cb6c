//! The legacy form: one tuple of `nvvm.annotations` for each function, and no fact on the function itself.
//!
//! The keys are those that LLVM up to 19 and libNVVM know. The cluster cap is written under both of its names, since the
//! one reads `maxclusterrank` and the other `cluster_max_blocks`. `blocksareclusters` is written, too, with a warning:
//! no LLVM up to 22 reads it, `nvvm-transplant` does. What `gpu.func` and `ptx_kernelcc` say about a kernel stays, and the
//! tuple says it again. Tuples that a module has already stay in front.

use crate::export::facts::{Facts, report};
use crate::export::tuples::Lists;
use melior::Context;
use melior::ir::Attribute;
use tileiras_contract::{ANNOTATIONS, Fact, LEGACY_KEYS, Shape, Spelling, Value};
use tileiras_mlir::attribute::{array, integer, string, symbol};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::{Diagnostic, Failure};
use tileiras_nvvm::carrier;
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::value;

/// What is to be done to one function.
struct Plan<'c, 'a> {
    function: Function<'c, 'a>,
    /// The number of its module in the scope, and the tuple for it. None if the function has the marker and no fact.
    tuple: Option<(usize, Attribute<'c>)>,
    facts: Facts,
}

impl<'c, 'a> Plan<'c, 'a> {
    /// Plans what is to be done to a function; nothing if it states no fact.
    fn make(
        context: &'c Context,
        function: Function<'c, 'a>,
        module: Option<usize>,
        lists: &Lists<'c, 'a>,
    ) -> Result<Option<Self>, Failure> {
        let facts = Facts::read(function)?;
        let says_kernel = facts.states(Fact::Kernel) && !lists.speaks_of_kernel(function);
        if !facts.leave() && !says_kernel {
            return Ok(carrier::is_marked(function).then_some(Self { function, tuple: None, facts }));
        }
        let refuse = |fault: String| report(function, vec![fault]).map_or(Ok(None), Err);
        if let Some((number, Spelling { name, .. })) = lists.launch_fact(function).filter(|_| facts.leave()) {
            return refuse(format!(
                "states launch facts beside '{name}' in tuple {number} of '{ANNOTATIONS}': run 'nvvm-transplant' first"
            ));
        }
        let (Some(module), Some(name)) = (module, symbol_name(function.operation())) else {
            return refuse("must be exported together with its module, which takes the tuples".to_owned());
        };
        let mut elements = vec![symbol(context, name)];
        for key in LEGACY_KEYS {
            let value = facts.value(key.fact).and_then(|value| legacy(context, key, value));
            elements.extend(value.into_iter().flat_map(|value| [string(context, key.name), value]));
        }
        Ok(Some(Self { function, tuple: Some((module, array(context, &elements))), facts }))
    }

    fn carry_out(&self) {
        carrier::remove_facts(self.function);
        if self.facts.states(Fact::BlocksAreClusters) {
            let text = "is written as a tuple that LLVM does not read, only 'nvvm-transplant' does";
            let text = format!("'{}' op '{}' {text}", self.function.kind(), Fact::BlocksAreClusters);
            let _: Failure = Diagnostic::warning(self.function.location(), text).emit();
        }
    }
}

/// What a tuple says under this key for a fact of that value.
fn legacy<'c>(context: &'c Context, key: &Spelling, value: &Value<'static>) -> Option<Attribute<'c>> {
    match (key.fact.shape(), value) {
        (Shape::Unit, _) => Some(integer(context, 1, 32)),
        (Shape::Dims, Value::I32Array(sizes)) => {
            let size = sizes.get(key.axis?.index())?;
            Some(integer(context, i64::from(*size), 32))
        }
        _ => value::write(context, value),
    }
}

/// What is to be done to a program.
pub struct Program<'c, 'a> {
    plans: Vec<Plan<'c, 'a>>,
    lists: Lists<'c, 'a>,
}

impl<'c, 'a> Program<'c, 'a> {
    /// Plans what is to be done to all functions and modules of a scope.
    ///
    /// # Errors
    /// After a diagnostic for each fault.
    pub fn plan(context: &'c Context, scope: &Scope<'c, 'a>) -> Result<Self, Failure> {
        let lists = Lists::read(scope)?;
        let mut plans = Vec::new();
        let mut result = Ok(());
        for (function, module) in scope.functions.iter().zip(&scope.module_of) {
            match Plan::make(context, *function, *module, &lists) {
                Ok(plan) => plans.extend(plan),
                Err(failure) => result = Err(failure),
            }
        }
        result.map(|()| Self { plans, lists })
    }

    /// Carries it out. Says how many functions were changed.
    pub fn carry_out(self) -> usize {
        let mut added = vec![Vec::new(); self.lists.lists().len()];
        for plan in &self.plans {
            plan.carry_out();
            if let Some((module, tuple)) = plan.tuple {
                added[module].push(tuple);
            }
        }
        self.lists.carry_out(added);
        self.plans.len()
    }
}
