//! The form that upstream MLIR 22 translates to LLVM IR without loss.
//!
//! `nvvm.maxclusterrank` becomes `nvvm.cluster_max_blocks`, `nvvm.grid_constant` goes from the function to its arguments,
//! and the marker goes. All other facts have the same form there. Refuses what upstream's translation would lose: a
//! constant argument that is not passed by value to a kernel, on which upstream's verifier takes no
//! `nvvm.grid_constant` (measured), and tuples, at which it fails without a word. `--export-nvvm` carries both.

use crate::export::facts::{CLUSTER_MAX_BLOCKS, Facts, report};
use crate::export::tuples::{Kept, List, Lists};
use melior::ir::operation::OperationLike;
use tileiras_contract::{Fact, MARKER, Value};
use tileiras_mlir::attribute::unit;
use tileiras_mlir::function::Function;
use tileiras_mlir::{Failure, operation};
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::{carrier, value};

const BY_VALUE: &str = "llvm.byval";

/// What is wrong with a tuple that stays, behind its number.
pub const TUPLE_FAULT: &str = "would make upstream's translation fail: '--export-nvvm' carries it";

/// What is to be done to one function.
pub struct Plan<'c, 'a> {
    function: Function<'c, 'a>,
    rank: Option<Value<'static>>,
    /// The arguments that are to have `nvvm.grid_constant`.
    constants: Vec<i32>,
    /// The constant arguments that cannot have it.
    beyond: Vec<i32>,
    kernel: bool,
}

impl<'c, 'a> Plan<'c, 'a> {
    /// Plans what is to be done to a function that states, or will state, these facts.
    #[must_use]
    pub fn make(function: Function<'c, 'a>, facts: &Facts) -> Self {
        let kernel = operation::name(function.operation()) == b"llvm.func" && facts.states(Fact::Kernel);
        let by_value = match facts.constants() {
            [] => Vec::new(),
            _ if !kernel => Vec::new(),
            _ => carrier::arguments_with(function, BY_VALUE),
        };
        let can_have = |index: &i32| by_value.binary_search(index).is_ok();
        let (constants, beyond) = facts.constants().iter().partition(|index| can_have(index));
        Self { function, rank: facts.value(Fact::MaxClusterRank).cloned(), constants, beyond, kernel }
    }

    /// The function.
    #[must_use]
    pub const fn function(&self) -> Function<'c, 'a> {
        self.function
    }

    /// The constant arguments that have no place in this form.
    #[must_use]
    pub fn beyond(&self) -> &[i32] {
        &self.beyond
    }

    /// Refuses a function with facts that have no place in this form.
    ///
    /// # Errors
    /// After a diagnostic.
    pub fn check(&self) -> Result<(), Failure> {
        if self.beyond.is_empty() {
            return Ok(());
        }
        let numbers: Vec<String> = self.beyond.iter().map(i32::to_string).collect();
        let (noun, verb) = if numbers.len() == 1 { ("argument", "is") } else { ("arguments", "are") };
        let why = if self.kernel {
            format!("{verb} not '{BY_VALUE}': upstream's translation would lose it, '--export-nvvm' carries it")
        } else if operation::name(self.function.operation()) == b"llvm.func" {
            format!("{verb} none of a kernel: upstream's translation would lose it, '--export-nvvm' carries it")
        } else {
            format!("{verb} none of an 'llvm.func': lower the function first")
        };
        let fault = format!("'{}' names {noun} {}, which {why}", Fact::GridConstant, numbers.join(", "));
        report(self.function, vec![fault]).map_or(Ok(()), Err)
    }

    /// Whether the function is not in this form yet.
    #[must_use]
    pub fn changes(&self) -> bool {
        let has = |name| operation::discardable(self.function.operation(), name).is_some();
        [Fact::MaxClusterRank.attribute(), Fact::GridConstant.attribute(), MARKER].into_iter().any(has)
    }

    /// Brings the function into this form. What is beyond it is taken away.
    pub fn carry_out(&self) {
        let op = self.function.operation();
        let context = op.context();
        // SAFETY: `context` outlives the borrow, being bound here.
        let context = unsafe { context.to_ref() };
        for name in [Fact::MaxClusterRank.attribute(), Fact::GridConstant.attribute(), MARKER] {
            operation::remove(op, name);
        }
        if let Some(rank) = self.rank.as_ref().and_then(|rank| value::write(context, rank)) {
            operation::set_discardable(op, CLUSTER_MAX_BLOCKS, rank);
        }
        if !self.constants.is_empty() {
            // Upstream's verifier does not look at the calling convention.
            operation::set_discardable(op, Fact::Kernel.attribute(), unit(context));
            carrier::mark_arguments(self.function, &self.constants);
        }
    }
}

/// A tuple with launch facts says what attributes are to say.
///
/// # Errors
/// After a diagnostic.
pub(crate) fn refuse_launch_keys(list: &List<'_, '_>) -> Result<(), Failure> {
    list.refuse(list.kept.iter().filter_map(launch_fault).collect())
}

/// Upstream's translation fails at every tuple.
fn refuse_tuples(list: &List<'_, '_>) -> Result<(), Failure> {
    let fault = |kept| launch_fault(kept).unwrap_or_else(|| format!("tuple {} {TUPLE_FAULT}", kept.number));
    list.refuse(list.kept.iter().map(fault).collect())
}

fn launch_fault(kept: &Kept<'_>) -> Option<String> {
    let name = kept.launch?.name;
    Some(format!("tuple {} has the launch key '{name}': run 'nvvm-transplant' first", kept.number))
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
    pub fn plan(scope: &Scope<'c, 'a>) -> Result<Self, Failure> {
        let lists = Lists::read(scope);
        let mut result = lists.as_ref().map(|_| ()).map_err(|failure| *failure);
        for list in lists.iter().flat_map(Lists::lists) {
            result = result.and(refuse_tuples(list));
        }
        let mut plans = Vec::new();
        for function in &scope.functions {
            let plan = Facts::read(*function).map(|facts| Plan::make(*function, &facts));
            match plan.and_then(|plan| plan.check().map(|()| plan)) {
                Ok(plan) => plans.extend(plan.changes().then_some(plan)),
                Err(failure) => result = Err(failure),
            }
        }
        result?;
        Ok(Self { plans, lists: lists? })
    }

    /// Carries it out. Says how many functions were changed.
    pub fn carry_out(self) -> usize {
        for plan in &self.plans {
            plan.carry_out();
        }
        self.lists.carry_out(Vec::new());
        self.plans.len()
    }
}
