//! Reads and writes the launch facts of functions.
//!
//! [`read`] and [`read_all`] read every carrier: attributes of the function and of its arguments, entries of
//! `passthrough`, the calling convention, and tuples of `nvvm.annotations`. [`write`](write()) writes the canonical
//! attributes.
//!
//! ```
//! use melior::Context;
//! use melior::dialect::DialectRegistry;
//! use melior::ir::block::BlockLike;
//! use melior::ir::operation::OperationLike;
//! use melior::ir::Module;
//! use tileiras::{Fact, StatedFact, facts};
//!
//! let registry = DialectRegistry::new();
//! melior::utility::register_all_dialects(&registry);
//! let context = Context::new();
//! context.append_dialect_registry(&registry);
//! context.load_all_available_dialects();
//! let text = "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} { llvm.return }";
//! let module = Module::parse(&context, text).ok_or("the text is not valid MLIR")?;
//! let kernel = module.body().first_operation().ok_or("the module is empty")?;
//!
//! let mut stated = facts::read(kernel)?;
//! assert_eq!(stated.dims(Fact::ReqNTid), Some([64, 1, 1]));
//! stated.insert(StatedFact::MaxNReg(128));
//! facts::write(kernel, &stated)?;
//! assert_eq!(kernel.attribute("nvvm.maxnreg")?.to_string(), "128 : i32");
//! assert_eq!(facts::read(kernel)?, stated);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use melior::ir::{Attribute, OperationRef};
use tileiras_contract::read::{ConflictPolicy, MergeFinding, canonical, check_indices, merge};
use tileiras_contract::{Carrier, Fact, FactSet, FunctionFacts};
use tileiras_mlir::function::Function;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{ContextHandle, operation};
use tileiras_nvvm::function::{canonical_name, kernel_attribute};
use tileiras_nvvm::{AnnotationIndex, ProgramFacts, Scope, value};

/// A function with the facts that it states.
#[derive(Clone)]
pub struct FunctionWithFacts<'c, 'a> {
    /// The function.
    pub operation: OperationRef<'c, 'a>,
    /// Its facts, or why they cannot be read.
    pub facts: Result<FactSet, FactsError>,
}

/// Why facts cannot be read or written.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FactsError {
    /// The operation is no function.
    #[error("'{name}' is not a function")]
    NotAFunction {
        /// The name of the operation.
        name: String,
    },
    /// Statements without a valid value, or with different values for one fact: one message for each.
    #[error("{}", .messages.join("; "))]
    Invalid {
        /// The messages.
        messages: Vec<String>,
    },
    /// The function cannot state this fact, or not with this value.
    #[error("'{fact}' {reason}")]
    Unwritable {
        /// The fact.
        fact: Fact,
        /// Why.
        reason: String,
    },
    /// A carrier other than the canonical attributes states facts of the function, and would still state them. The pass
    /// `nvvm-transplant` removes legacy carriers.
    #[error("'{fact}' is also stated {carrier}")]
    Legacy {
        /// The fact.
        fact: Fact,
        /// The carrier.
        carrier: Carrier,
    },
}

/// The facts that a function states.
///
/// Reads the tuples of all enclosing modules each time. For all functions of a module, use [`read_all`].
///
/// # Errors
/// [`FactsError`] if the operation is no function, or if a statement cannot be read without altering a fact.
pub fn read(function: OperationRef<'_, '_>) -> Result<FactSet, FactsError> {
    with_statements(function, |_, found| merged(found))?
}

/// The facts of all functions of an operation: of itself, and of those in nested modules.
#[must_use]
pub fn read_all<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Vec<FunctionWithFacts<'c, 'a>> {
    let scope = Scope::collect(root);
    let program = ProgramFacts::with_annotations(&scope, AnnotationIndex::read_with_enclosing(&scope));
    let functions = scope.functions.iter().enumerate();
    let functions = functions.map(|(number, function)| FunctionWithFacts {
        operation: function.operation(),
        facts: merged(&program.of_function(number)),
    });
    functions.collect()
}

/// Makes the canonical attributes of a function state exactly these facts.
///
/// # Errors
/// [`FactsError`] if the operation is no function, if it cannot state a fact, or if another carrier states facts of it.
/// The function has not changed then.
pub fn write(function: OperationRef<'_, '_>, facts: &FactSet) -> Result<(), FactsError> {
    with_statements(function, |function, found| {
        check_carriers(function, facts, found)?;
        let context = ContextHandle::of(function.operation());
        let mut attributes = Vec::new();
        for (fact, value) in facts.iter() {
            let unwritable = |reason: String| FactsError::Unwritable { fact, reason };
            let name = canonical_name(function, fact).ok_or_else(|| {
                unwritable(format!("must be on a function that can be a kernel, not on '{}'", function.kind()))
            })?;
            // An attribute that is read as another value would alter the fact.
            let attribute =
                Some(value.to_attribute()).filter(|written| canonical(fact, written).as_ref() == Some(value));
            let attribute = attribute.and_then(|written| value::write(context, &written));
            attributes.push((name, attribute.ok_or_else(|| unwritable(format!("has no attribute for {value}")))?));
        }
        let count = u32::try_from(function.argument_count()).unwrap_or(u32::MAX);
        if facts.states(Fact::GridConstant) && facts.indices().is_empty() {
            // It would be read as no fact.
            return Err(FactsError::Unwritable {
                fact: Fact::GridConstant,
                reason: "must name an argument".to_owned(),
            });
        }
        check_indices(facts.indices(), count)
            .map_err(|fault| FactsError::Unwritable { fact: Fact::GridConstant, reason: fault.kind.to_string() })?;
        set(function, facts, &attributes);
        Ok(())
    })?
}

/// Calls `use_statements` with a function and what is stated about it.
fn with_statements<'c, 'a, T>(
    op: OperationRef<'c, 'a>,
    use_statements: impl FnOnce(Function<'c, 'a>, &FunctionFacts<'c>) -> T,
) -> Result<T, FactsError> {
    let not_a_function = || FactsError::NotAFunction { name: lossy(operation::name(op)).into_owned() };
    let function = Function::new(op).ok_or_else(not_a_function)?;
    let scope = Scope::collect(op);
    let program = ProgramFacts::with_annotations(&scope, AnnotationIndex::read_with_enclosing(&scope));
    Ok(use_statements(function, &program.of_function(0)))
}

/// The facts of all statements about a function. What the transplant left in legacy carriers states nothing.
fn merged(found: &FunctionFacts<'_>) -> Result<FactSet, FactsError> {
    let is_read = |legacy: bool| !(legacy && found.is_marked());
    let statements: Vec<_> =
        found.statements.iter().filter(|statement| is_read(statement.is_legacy())).cloned().collect();
    let merged = merge(&statements, ConflictPolicy::Error);
    let messages = merged.findings.iter().filter_map(|finding| match finding {
        MergeFinding::Fault(statement, fault) => Some(format!("{fault} {}", statements[*statement].carrier)),
        MergeFinding::Conflict(conflict) => Some(conflict.to_string()),
        MergeFinding::Denied(_) => None,
    });
    let messages: Vec<String> = messages.collect();
    if messages.is_empty() { Ok(merged.facts) } else { Err(FactsError::Invalid { messages }) }
}

/// Fails if another carrier would still state a fact after the canonical attributes are written.
fn check_carriers(function: Function<'_, '_>, facts: &FactSet, found: &FunctionFacts<'_>) -> Result<(), FactsError> {
    for statement in &found.statements {
        let remains = match statement.carrier {
            // Written and removed with the fact.
            Carrier::Attribute if statement.is_canonical() => false,
            Carrier::CallingConvention | Carrier::GpuKernel => {
                !facts.is_kernel() && kernel_attribute(function).is_some()
            }
            _ => !(found.is_marked() && statement.is_legacy()),
        };
        if remains {
            return Err(FactsError::Legacy { fact: statement.spelling.fact, carrier: statement.carrier });
        }
    }
    Ok(())
}

fn set<'c>(function: Function<'c, '_>, facts: &FactSet, attributes: &[(&str, Attribute<'c>)]) {
    let op = function.operation();
    for fact in Fact::ALL.into_iter().filter(|fact| !facts.states(*fact)) {
        if let Some(name) = canonical_name(function, fact) {
            operation::remove_attribute(op, name);
        }
    }
    for (name, attribute) in attributes {
        operation::set_discardable_attribute(op, name, *attribute);
    }
}
