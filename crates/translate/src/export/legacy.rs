//! The legacy form: one tuple of `nvvm.annotations` for each function, and no fact on the function itself.
//!
//! The keys are those that LLVM up to 19 and libNVVM read. The cluster cap is written under both of its names: LLVM
//! reads `maxclusterrank`, libNVVM `cluster_max_blocks`. `blocksareclusters` is written with a warning: no LLVM up to
//! 22 reads it, `nvvm-transplant` does. `nvvm.minperctamemory` has no key, and becomes an entry of `passthrough`, which
//! libNVVM reads. `gpu.kernel` and `ptx_kernelcc` stay on the function. The existing tuples of a module
//! come first.

use crate::export::facts::{ExportFacts, check_min_cta_memory};
use crate::export::tuples::ExportLists;
use melior::ir::Attribute;
use tileiras_contract::{ANNOTATIONS, Carrier, Fact, FactValue, FunctionFacts, LEGACY_KEYS, Spelling};
use tileiras_mlir::attribute::{array, integer, string, symbol};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::{ContextHandle, Diagnostic, Failure};
use tileiras_nvvm::function::{remove_facts, set_in_passthrough};
use tileiras_nvvm::program_facts::ProgramFacts;
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::value;

/// The change of one function.
struct LegacyFunctionPlan<'c, 'a> {
    function: Function<'c, 'a>,
    /// The number of its module in the scope, and the tuple for it. `None` if the function has the marker and no fact.
    tuple: Option<(usize, Attribute<'c>)>,
    states_blocks_are_clusters: bool,
    min_cta_memory: Option<u32>,
}

impl<'c, 'a> LegacyFunctionPlan<'c, 'a> {
    /// Plans the change of a function; `None` if it states no fact.
    fn make(
        function: Function<'c, 'a>,
        module: Option<usize>,
        found: &FunctionFacts<'_>,
    ) -> Result<Option<Self>, Failure> {
        let ExportFacts { facts, in_attributes } = ExportFacts::read(function, found)?;
        let mut in_tuples = found.statements.iter().filter_map(|statement| match statement.carrier {
            Carrier::Tuple(id) => Some((id, statement.spelling)),
            _ => None,
        });
        let tuple_is_about_kernel = in_tuples.clone().any(|(_, spelling)| spelling.fact == Fact::Kernel);
        let states_blocks_are_clusters = facts.states(Fact::BlocksAreClusters);
        if !in_attributes && (!facts.is_kernel() || tuple_is_about_kernel) {
            let plan = Self { function, tuple: None, states_blocks_are_clusters, min_cta_memory: None };
            return Ok(found.is_marked().then_some(plan));
        }
        let diagnostic = Diagnostic::on(function.operation());
        if let Some((id, Spelling { name, .. })) = in_tuples.next().filter(|_| in_attributes) {
            return Err(diagnostic
                .error(format!(
                    "states launch facts beside '{name}' in tuple {} of '{ANNOTATIONS}': run 'nvvm-transplant' first",
                    id.number
                ))
                .emit());
        }
        let (Some(module), Some(name)) = (module, symbol_name(function.operation())) else {
            return Err(diagnostic.error("must be exported together with its module, which takes the tuples").emit());
        };
        let context = ContextHandle::of(function.operation());
        let facts = facts.with_encoded_cluster();
        let mut elements = vec![symbol(context, name)];
        for key in LEGACY_KEYS {
            let value = facts.get(key.fact).and_then(|value| legacy(context, key, value));
            elements.extend(value.into_iter().flat_map(|value| [string(context, key.name), value]));
        }
        let min_cta_memory = facts.scalar(Fact::MinPerCtaMemory);
        check_min_cta_memory(function, min_cta_memory)?;
        // A tuple of the symbol alone states nothing.
        let tuple = (elements.len() > 1).then(|| (module, array(context, &elements)));
        Ok(Some(Self { function, tuple, states_blocks_are_clusters, min_cta_memory }))
    }

    fn apply(&self) {
        remove_facts(self.function);
        if let Some(bytes) = self.min_cta_memory {
            set_in_passthrough(self.function, Fact::MinPerCtaMemory.attribute(), &bytes.to_string());
        }
        if self.states_blocks_are_clusters {
            let text = "is written as a tuple that LLVM does not read, only 'nvvm-transplant' does";
            let text = format!("'{}' {text}", Fact::BlocksAreClusters);
            let _: Failure = Diagnostic::on(self.function.operation()).warning(text).emit();
        }
    }
}

/// The value of this key for a fact with that value.
fn legacy<'c>(context: ContextHandle<'c>, key: &Spelling, value: &FactValue) -> Option<Attribute<'c>> {
    match value {
        FactValue::Unit => Some(integer(context, 1, 32)),
        FactValue::Dims(dims) => Some(integer(context, dims[key.axis?.index()].into(), 32)),
        FactValue::Scalar(_) | FactValue::Indices(_) => value::write(context, &value.to_attribute()),
    }
}

/// The change of a program.
pub struct LegacyPlan<'c, 'a> {
    plans: Vec<LegacyFunctionPlan<'c, 'a>>,
    lists: ExportLists<'c, 'a>,
}

impl<'c, 'a> LegacyPlan<'c, 'a> {
    /// Plans the change of all functions and modules of a scope.
    ///
    /// # Errors
    /// After a diagnostic for each fault.
    pub fn make(scope: &Scope<'c, 'a>, facts: &ProgramFacts<'c, 'a>) -> Result<Self, Failure> {
        let lists = ExportLists::read(scope, &facts.annotations)?;
        let mut plans = Vec::new();
        let mut result = Ok(());
        for (number, (function, module)) in scope.functions.iter().zip(&scope.module_of).enumerate() {
            match LegacyFunctionPlan::make(*function, *module, &facts.of_function(number)) {
                Ok(plan) => plans.extend(plan),
                Err(failure) => result = Err(failure),
            }
        }
        result.map(|()| Self { plans, lists })
    }

    /// Applies the plan. Returns how many functions were changed.
    pub fn apply(self) -> usize {
        let mut added = vec![Vec::new(); self.lists.lists().len()];
        for plan in &self.plans {
            plan.apply();
            if let Some((module, tuple)) = plan.tuple {
                added[module].push(tuple);
            }
        }
        self.lists.apply(added);
        self.plans.len()
    }
}
