//! The form that upstream MLIR 22 translates to LLVM IR without loss.
//!
//! `nvvm.maxclusterrank` becomes `nvvm.cluster_max_blocks`, `nvvm.explicit_cluster` without a cluster shape becomes
//! LLVM's encoding `nvvm.cluster_dim = array<i32: 0>`, `nvvm.grid_constant` moves from the function to its
//! arguments, `nvvm.minperctamemory` to an entry of `passthrough`, which libNVVM reads, and the marker is removed. All
//! other facts have the canonical form there. Refuses what upstream's translation would lose: a constant argument that
//! is not passed by value to a kernel, on which upstream's verifier refuses `nvvm.grid_constant` (measured), and
//! tuples, at which upstream's translation fails without a message. `--export-nvvm` carries both.

use crate::export::facts::{ExportFacts, check_min_cta_memory};
use crate::export::tuples::{ExportList, ExportLists, KeptTuple};
use tileiras_contract::read::CLUSTER_MAX_BLOCKS;
use tileiras_contract::{Fact, FactSet, FactValue, MARKER};
use tileiras_mlir::attribute::{i32_array, unit};
use tileiras_mlir::function::Function;
use tileiras_mlir::{ContextHandle, Diagnostic, Failure, operation};
use tileiras_nvvm::function::{arguments_with, mark_arguments, set_in_passthrough};
use tileiras_nvvm::program_facts::ProgramFacts;
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::value;

const BY_VALUE: &str = "llvm.byval";

/// Why a tuple without launch facts is refused. The message has its number in front.
pub const TUPLE_FAULT: &str = "would make upstream's translation fail: '--export-nvvm' carries it";

/// The attributes that this form does not have.
fn replaced() -> impl Iterator<Item = &'static str> {
    let is_replaced = |fact: &Fact| match fact {
        Fact::ExplicitCluster | Fact::MinPerCtaMemory | Fact::MaxClusterRank | Fact::GridConstant => true,
        Fact::Kernel
        | Fact::MaxNTid
        | Fact::ReqNTid
        | Fact::ClusterDim
        | Fact::MinCtaSm
        | Fact::MaxNReg
        | Fact::BlocksAreClusters => false,
    };
    Fact::ALL.into_iter().filter(is_replaced).map(Fact::attribute).chain([MARKER])
}

/// The change of one function.
pub struct UpstreamFunctionPlan<'c, 'a> {
    function: Function<'c, 'a>,
    max_cluster_rank: Option<u32>,
    min_cta_memory: Option<u32>,
    /// Whether it states an explicit cluster and no cluster shape.
    has_explicit_cluster: bool,
    /// The arguments that get `nvvm.grid_constant`.
    constants: Vec<u32>,
    /// The constant arguments that do not get it.
    unsupported: Vec<u32>,
    is_kernel: bool,
}

impl<'c, 'a> UpstreamFunctionPlan<'c, 'a> {
    /// Plans the change of a function that states, or will state, these facts.
    #[must_use]
    pub fn make(function: Function<'c, 'a>, facts: &FactSet) -> Self {
        let is_kernel = operation::name(function.operation()) == b"llvm.func" && facts.is_kernel();
        let by_value = match facts.indices() {
            [] => Vec::new(),
            _ if !is_kernel => Vec::new(),
            _ => arguments_with(function, BY_VALUE),
        };
        let is_by_value = |index: &u32| by_value.binary_search(index).is_ok();
        let (constants, unsupported) = facts.indices().iter().partition(|index| is_by_value(index));
        let has_explicit_cluster = facts.states(Fact::ExplicitCluster) && !facts.states(Fact::ClusterDim);
        let max_cluster_rank = facts.scalar(Fact::MaxClusterRank);
        let min_cta_memory = facts.scalar(Fact::MinPerCtaMemory);
        Self { function, max_cluster_rank, min_cta_memory, has_explicit_cluster, constants, unsupported, is_kernel }
    }

    /// A plan that marks no argument: the caller marks all constant arguments of the LLVM function at once. Upstream's
    /// translation makes a list of the attributes of all parameters for each mark.
    #[must_use]
    pub fn without_marks(mut self) -> Self {
        self.unsupported.append(&mut self.constants);
        self.unsupported.sort_unstable();
        self
    }

    /// The function.
    #[must_use]
    pub const fn function(&self) -> Function<'c, 'a> {
        self.function
    }

    /// The constant arguments that this form does not state, ascending.
    #[must_use]
    pub fn unsupported(&self) -> &[u32] {
        &self.unsupported
    }

    /// Refuses a function with facts that this form cannot state.
    ///
    /// # Errors
    /// After a diagnostic.
    pub fn check(&self) -> Result<(), Failure> {
        check_min_cta_memory(self.function, self.min_cta_memory)?;
        if self.unsupported.is_empty() {
            return Ok(());
        }
        let numbers: Vec<String> = self.unsupported.iter().map(u32::to_string).collect();
        let (noun, is_not) = match numbers.len() {
            1 => ("argument", "is not an argument of"),
            _ => ("arguments", "are not arguments of"),
        };
        let verb = if numbers.len() == 1 { "is" } else { "are" };
        let why = if self.is_kernel {
            format!("{verb} not '{BY_VALUE}': upstream's translation would lose it, '--export-nvvm' carries it")
        } else if operation::name(self.function.operation()) == b"llvm.func" {
            format!("{is_not} a kernel: upstream's translation would lose it, '--export-nvvm' carries it")
        } else {
            format!("{is_not} an 'llvm.func': lower the function first")
        };
        let fault = format!("'{}' names {noun} {}, which {why}", Fact::GridConstant, numbers.join(", "));
        Err(Diagnostic::on(self.function.operation()).error(fault).emit())
    }

    /// Whether the function is not in this form yet.
    #[must_use]
    pub fn changes(&self) -> bool {
        let has = |name| operation::discardable_attribute(self.function.operation(), name).is_some();
        replaced().any(has) || self.lacks_kernel()
    }

    /// Whether only `gpu.kernel` makes the function a kernel. Upstream's translation ignores it.
    fn lacks_kernel(&self) -> bool {
        let has = |name| operation::discardable_attribute(self.function.operation(), name).is_some();
        self.is_kernel && !has(Fact::Kernel.attribute()) && !self.function.has_kernel_convention()
    }

    /// Brings the function into this form. Facts that the form cannot state are removed.
    pub fn apply(&self) {
        let op = self.function.operation();
        let context = ContextHandle::of(op);
        for name in replaced() {
            operation::remove_attribute(op, name);
        }
        if self.has_explicit_cluster {
            operation::set_discardable_attribute(op, Fact::ClusterDim.attribute(), i32_array(context, &[0]));
        }
        if let Some(bytes) = self.min_cta_memory {
            set_in_passthrough(self.function, Fact::MinPerCtaMemory.attribute(), &bytes.to_string());
        }
        let rank = self.max_cluster_rank.map(|rank| FactValue::Scalar(rank).to_attribute());
        if let Some(rank) = rank.and_then(|rank| value::write(context, &rank)) {
            operation::set_discardable_attribute(op, CLUSTER_MAX_BLOCKS, rank);
        }
        if !self.constants.is_empty() || self.lacks_kernel() {
            // For constant arguments, upstream's verifier does not accept the calling convention instead.
            operation::set_discardable_attribute(op, Fact::Kernel.attribute(), unit(context));
        }
        if !self.constants.is_empty() || !self.unsupported.is_empty() {
            mark_arguments(self.function, &self.constants);
        }
    }
}

/// Refuses tuples with launch facts, which attributes have to state.
///
/// # Errors
/// After a diagnostic.
pub(crate) fn refuse_launch_keys(list: &ExportList<'_, '_>) -> Result<(), Failure> {
    list.errors(list.kept.iter().filter_map(launch_fault).collect())
}

/// Refuses all tuples: upstream's translation fails at every one.
fn refuse_tuples(list: &ExportList<'_, '_>) -> Result<(), Failure> {
    let fault = |kept| launch_fault(kept).unwrap_or_else(|| format!("tuple {} {TUPLE_FAULT}", kept.number));
    list.errors(list.kept.iter().map(fault).collect())
}

fn launch_fault(kept: &KeptTuple<'_>) -> Option<String> {
    let name = kept.launch?.name;
    Some(format!("tuple {} has the launch key '{name}': run 'nvvm-transplant' first", kept.number))
}

/// The change of a program.
pub struct UpstreamPlan<'c, 'a> {
    plans: Vec<UpstreamFunctionPlan<'c, 'a>>,
    lists: ExportLists<'c, 'a>,
}

impl<'c, 'a> UpstreamPlan<'c, 'a> {
    /// Plans the change of all functions and modules of a scope.
    ///
    /// # Errors
    /// After a diagnostic for each fault.
    pub fn make(scope: &Scope<'c, 'a>, facts: &ProgramFacts<'c, 'a>) -> Result<Self, Failure> {
        let lists = ExportLists::read(scope, &facts.annotations);
        let mut result = lists.as_ref().map(|_| ()).map_err(|failure| *failure);
        for list in lists.iter().flat_map(ExportLists::lists) {
            result = result.and(refuse_tuples(list));
        }
        let mut plans = Vec::new();
        for (number, function) in scope.functions.iter().enumerate() {
            let found = ExportFacts::read(*function, facts.of_group(facts.group(number)));
            let plan = found.map(|found| UpstreamFunctionPlan::make(*function, &found.facts));
            match plan.and_then(|plan| plan.check().map(|()| plan)) {
                Ok(plan) => plans.extend(plan.changes().then_some(plan)),
                Err(failure) => result = Err(failure),
            }
        }
        result?;
        Ok(Self { plans, lists: lists? })
    }

    /// Applies the plan. Returns how many functions were changed.
    pub fn apply(self) -> usize {
        for plan in &self.plans {
            plan.apply();
        }
        self.lists.apply(Vec::new());
        self.plans.len()
    }
}
