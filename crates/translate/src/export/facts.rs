//! What one function states, in the forms that an export reads.
//!
//! Accepts canonical attributes, `nvvm.cluster_max_blocks`, `nvvm.grid_constant` on arguments, `nvvm.minperctamemory`
//! in `passthrough`, and the calling convention `ptx_kernelcc`. Refuses every other carrier, values that are not valid,
//! and two values of one fact.

use smallvec::SmallVec;
use std::borrow::Cow;
use tileiras_contract::read::{
    CLUSTER_MAX_BLOCKS, ConflictPolicy, MergeFinding, accept_explicit_cluster, check_indices, merge,
};
use tileiras_contract::rules::check;
use tileiras_contract::{Arguments, Carrier, Fact, FactSet, FunctionFacts, Sink, Statement, Subject, Violation};
use tileiras_finding::{RuleId, RuleSet};
use tileiras_mlir::function::Function;
use tileiras_mlir::{Coded, Diagnostic, Failure, operation};
use tileiras_nvvm::function::canonical_name;
use tileiras_target::Target;

/// The rules about the shape of one attribute. Whether facts fit together is not checked.
const SHAPE_RULES: [RuleId; 5] =
    [RuleId::DimShape, RuleId::ClusterDimArity, RuleId::ScalarShape, RuleId::UnitShape, RuleId::GridConstantShape];

const UNREAD: &str = "is a legacy form: run 'nvvm-transplant' first";

/// The facts of one function that is exported.
#[derive(Clone, Debug, Default)]
pub struct ExportFacts {
    /// The facts.
    pub facts: FactSet,
    /// Whether an attribute of the function or of an argument states one of them. `gpu.kernel` and the calling
    /// convention stay, whichever form is written.
    pub in_attributes: bool,
}

impl ExportFacts {
    /// The facts that a function states.
    ///
    /// # Errors
    /// After a diagnostic for all faults of the function.
    pub fn read(function: Function<'_, '_>, found: &FunctionFacts<'_>) -> Result<Self, Failure> {
        let statements: Vec<Statement<'_>> = found
            .statements
            .iter()
            .filter(|statement| !matches!(statement.carrier, Carrier::Tuple(_)))
            .cloned()
            .collect();
        if statements.is_empty() {
            return Ok(Self::default());
        }
        let mut faults = shape_faults(function, found);
        let (readable, unread): (Vec<_>, Vec<_>) = statements.into_iter().partition(is_readable);
        faults.extend(unread.iter().map(|statement| {
            let carrier = if statement.carrier == Carrier::Passthrough { " in 'passthrough'" } else { "" };
            Coded::from(format!("'{}'{carrier} {UNREAD}", statement.spelling.name))
        }));
        let merged = merge(&readable, ConflictPolicy::Error);
        for finding in &merged.findings {
            match finding {
                // `nvvm.maxclusterrank` and `nvvm.cluster_max_blocks` can differ.
                MergeFinding::Conflict(conflict) => {
                    let name = readable[conflict.new.1].spelling.name;
                    faults.push(format!("{conflict}, the latter as '{name}'").into());
                }
                MergeFinding::Fault(_, fault) => {
                    let fault = fault.to_string();
                    // A rule about its shape may have reported it.
                    let name = fault.split_inclusive("' ").next().unwrap_or_default();
                    if !faults.iter().any(|known| known.text.starts_with(name)) {
                        faults.push(fault.into());
                    }
                }
                MergeFinding::Denied(_) => {}
            }
        }
        let count = u32::try_from(function.argument_count()).unwrap_or(u32::MAX);
        if faults.is_empty()
            && let Err(fault) = check_indices(merged.facts.indices(), count)
        {
            faults.push(fault.to_string().into());
        }
        Diagnostic::on(function.operation()).errors(faults)?;
        let in_attributes = readable.iter().any(|statement| match statement.carrier {
            Carrier::CallingConvention | Carrier::GpuKernel => false,
            _ if statement.is_canonical() => {
                canonical_name(function, statement.spelling.fact) == Some(statement.spelling.name)
            }
            _ => true,
        });
        Ok(Self { facts: merged.facts, in_attributes })
    }

    /// The facts that a function will state in attributes.
    #[must_use]
    pub fn of(facts: FactSet) -> Self {
        let in_attributes = !facts.is_empty();
        Self { facts, in_attributes }
    }
}

/// Refuses the least shared memory of a function that cannot have it: its form is an entry of `passthrough`, which only
/// an `llvm.func` has.
///
/// # Errors
/// After a diagnostic.
pub(crate) fn check_min_cta_memory(function: Function<'_, '_>, bytes: Option<u32>) -> Result<(), Failure> {
    if bytes.is_none() || operation::name(function.operation()) == b"llvm.func" {
        return Ok(());
    }
    let fault = format!("'{}' is not on an 'llvm.func': lower the function first", Fact::MinPerCtaMemory);
    Err(Diagnostic::on(function.operation()).error(fault).emit())
}

/// Whether an export reads a statement.
fn is_readable(statement: &Statement<'_>) -> bool {
    !statement.is_legacy()
        || matches!(statement.carrier, Carrier::Argument(_))
        || (statement.carrier == Carrier::Attribute && statement.spelling.name == CLUSTER_MAX_BLOCKS)
        || (statement.carrier == Carrier::Passthrough && statement.spelling.fact == Fact::MinPerCtaMemory)
}

/// What the rules about shapes report.
fn shape_faults(function: Function<'_, '_>, found: &FunctionFacts<'_>) -> Vec<Coded> {
    let mut found = found.clone();
    // LLVM takes arguments of any type; whether the form that is written does is checked there.
    let count = u32::try_from(function.argument_count()).unwrap_or(u32::MAX);
    found.arguments = found.arguments.map(|_| Arguments { count, is_pointer: SmallVec::new() });
    // The encoding of an explicit cluster is the result of an earlier run.
    let mut found = Cow::Owned(found);
    accept_explicit_cluster(&mut found);
    let mut sink = Sink::new();
    let rules = RuleSet::of(|rule| SHAPE_RULES.contains(&rule));
    check(&Subject::new(&found, Target::default()), &rules, &mut sink);
    let coded = |found: Violation| Coded { text: found.message, code: Some(found.rule.name()) };
    sink.take().into_iter().map(coded).collect()
}
