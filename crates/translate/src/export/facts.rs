//! What one function states, in the forms that an export reads.
//!
//! Accepts canonical attributes, `nvvm.cluster_max_blocks`, `nvvm.grid_constant` on arguments, `nvvm.minperctamemory`
//! in `passthrough`, `gpu.kernel`, and the calling convention `ptx_kernelcc`. Passes over tuples, which
//! [`tuples`](super::tuples) keeps. Refuses every other carrier, values that are not valid, and two different values of
//! one fact.

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

/// The rules about the form of one value. Whether facts fit together is not checked.
const VALUE_RULES: [RuleId; 5] =
    [RuleId::DimShape, RuleId::ClusterDimArity, RuleId::ScalarShape, RuleId::UnitShape, RuleId::GridConstantShape];

const LEGACY_FORM: &str = "is a legacy form: run 'nvvm-transplant' first";

/// The facts of one function that is exported.
#[derive(Clone, Debug, Default)]
pub struct ExportFacts {
    /// The facts.
    pub facts: FactSet,
    /// Whether an attribute of the function or of an argument states one of them that the legacy form replaces by a
    /// tuple. `gpu.kernel` and the calling convention do not count, as they stay.
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
        let mut faults = value_faults(function, found);
        let (readable, legacy): (Vec<_>, Vec<_>) = statements.into_iter().partition(is_readable);
        faults.extend(legacy.iter().map(|statement| {
            let carrier = if statement.carrier == Carrier::Passthrough { " in 'passthrough'" } else { "" };
            Coded::from(format!("'{}'{carrier} {LEGACY_FORM}", statement.spelling.name))
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
                    // A rule about the value may have reported it.
                    let name = fault.split_inclusive("' ").next().unwrap_or_default();
                    if !faults.iter().any(|known| known.text.starts_with(name)) {
                        faults.push(fault.into());
                    }
                }
                // A statement that a fact does not hold: there is nothing to export.
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
}

/// Refuses `nvvm.minperctamemory` on a function that has no `passthrough`, the only form that this fact has in an
/// export.
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

/// What the rules about values report.
fn value_faults(function: Function<'_, '_>, found: &FunctionFacts<'_>) -> Vec<Coded> {
    let mut found = found.clone();
    // LLVM takes arguments of any type. The upstream form takes pointers only, and checks it itself.
    let count = u32::try_from(function.argument_count()).unwrap_or(u32::MAX);
    found.arguments = found.arguments.map(|_| Arguments { count, is_pointer: SmallVec::new() });
    // An earlier export has written an explicit cluster as a `cluster_dim` of 0, which the rules would refuse.
    let mut found = Cow::Owned(found);
    accept_explicit_cluster(&mut found);
    let mut sink = Sink::new();
    let rules = RuleSet::of(|rule| VALUE_RULES.contains(&rule));
    check(&Subject::new(&found, Target::default()), &rules, &mut sink);
    let coded = |found: Violation| Coded { text: found.message, code: Some(found.rule.name()) };
    sink.take().into_iter().map(coded).collect()
}
