//! The existing tuples of modules, which an export keeps.
//!
//! Accepts well-formed tuples, also those with launch facts, which LLVM reads: its auto-upgrade of `!nvvm.annotations`,
//! and the NVPTX back end. Refuses tuples on which those crash (measured): launch keys and `align` on anything but a
//! function, and values that they cannot read. A tuple about an alias with such a key becomes one about the function. A
//! tuple without contents is dropped, with a remark.
//!
//! Leaves out on purpose: the alignment in an `align`, its lower half, which LLVM rounds.

use melior::ir::{Attribute, OperationRef};
use rustc_hash::FxHashMap;
use tileiras_contract::read::{Claim, check_indices, read_claim};
use tileiras_contract::{ANNOTATIONS, Carrier, FactValue, Spelling, Statement, TupleId, Value};
use tileiras_mlir::attribute::{array, print, symbol, symbol_path};
use tileiras_mlir::function::symbol_name;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{ContextHandle, Failure, operation};
use tileiras_nvvm::annotation_index::{
    AnnotationIndex, AnnotationList, Subject, Tuple, about_annotations, dropped_remark, launch_key,
};
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::value;

/// The tuples of every module of a scope.
pub struct ExportLists<'c, 'a> {
    /// In the order of the modules of the scope.
    lists: Vec<ExportList<'c, 'a>>,
}

/// The tuples of one module.
pub(crate) struct ExportList<'c, 'a> {
    pub(crate) module: OperationRef<'c, 'a>,
    /// The tuples with contents.
    pub(crate) kept: Vec<KeptTuple<'c>>,
    /// The positions of the tuples without contents.
    dropped: Vec<usize>,
    /// Whether an alias in a tuple was replaced by its function.
    resolved: bool,
}

/// A tuple with contents.
pub(crate) struct KeptTuple<'c> {
    /// Its position in the list.
    pub(crate) number: usize,
    /// The tuple, about the function instead of its alias.
    pub(crate) tuple: Attribute<'c>,
    /// The first launch key in it.
    pub(crate) launch: Option<&'static Spelling>,
}

impl<'c, 'a> ExportLists<'c, 'a> {
    /// Reads the tuples of every module of a scope.
    ///
    /// # Errors
    /// After a diagnostic for each list with faults.
    pub fn read(scope: &Scope<'c, 'a>, annotations: &AnnotationIndex<'c, 'a>) -> Result<Self, Failure> {
        let mut lists = Vec::new();
        let mut result = Ok(());
        let found: FxHashMap<usize, _> =
            annotations.lists().iter().map(|list| (operation::key(list.module), list)).collect();
        for module in &scope.modules {
            let found = found.get(&operation::key(*module)).copied();
            let (list, faults) = ExportList::read(*module, found);
            result = result.and(list.errors(faults));
            lists.push(list);
        }
        result.map(|()| Self { lists })
    }

    /// The lists, in the order of the modules of the scope.
    pub(crate) fn lists(&self) -> &[ExportList<'c, 'a>] {
        &self.lists
    }

    /// Writes each list back without the tuples that have no contents, and with those of `added` for its module.
    pub(crate) fn apply(self, mut added: Vec<Vec<Attribute<'c>>>) {
        // An export without new tuples passes none.
        added.resize(self.lists.len(), Vec::new());
        for (list, added) in self.lists.into_iter().zip(added) {
            list.remark_dropped();
            let tuples: Vec<Attribute<'c>> = list.kept.iter().map(|kept| kept.tuple).chain(added).collect();
            if tuples.is_empty() {
                operation::remove_attribute(list.module, ANNOTATIONS);
            } else if tuples.len() > list.kept.len() || !list.dropped.is_empty() || list.resolved {
                let attribute = array(ContextHandle::of(list.module), &tuples);
                operation::set_discardable_attribute(list.module, ANNOTATIONS, attribute);
            }
        }
    }
}

impl<'c, 'a> ExportList<'c, 'a> {
    fn read(module: OperationRef<'c, 'a>, found: Option<&AnnotationList<'c, 'a>>) -> (Self, Vec<String>) {
        let mut list = Self { module, kept: Vec::new(), dropped: Vec::new(), resolved: false };
        let mut faults: Vec<String> =
            found.and_then(|found| found.fault.as_ref()).map(ToString::to_string).into_iter().collect();
        for (number, found) in found.into_iter().flat_map(|found| &found.tuples).enumerate() {
            match &found.read {
                Ok(tuple) if tuple.carries_nothing() => list.dropped.push(number),
                Ok(tuple) => {
                    let resolved = resolve(module, found.raw, tuple);
                    list.resolved |= resolved != found.raw;
                    let launch = tuple.facts().next().map(|(spelling, _)| spelling);
                    list.kept.push(KeptTuple { number, tuple: resolved, launch });
                    faults.extend(fault(tuple).map(|fault| format!("tuple {number} {fault}")));
                }
                Err(fault) => faults.push(format!("tuple {number} {fault}")),
            }
        }
        (list, faults)
    }

    /// One error for all faults of the list.
    pub(crate) fn errors(&self, faults: Vec<String>) -> Result<(), Failure> {
        about_annotations(self.module).errors(faults.into_iter().map(|fault| format!("'{ANNOTATIONS}' {fault}")))
    }

    fn remark_dropped(&self) {
        if let Some(text) = dropped_remark(&self.dropped) {
            let _: Failure = about_annotations(self.module).remark(format!("'{ANNOTATIONS}' {text}")).emit();
        }
    }
}

/// The key of an alignment. The upper half of its value is the index of an argument, or 0 for the result.
const ALIGN: &str = "align";

/// Why LLVM's readers would refuse a tuple or crash on it.
fn fault(tuple: &Tuple<'_, '_>) -> Option<String> {
    let key = function_key(tuple)?;
    let function = match tuple.subject {
        Subject::Function(function) => function,
        Subject::Global(op) => {
            let (key, symbol, kind) = (lossy(key), print(tuple.symbol()), lossy(operation::name(op)));
            return Some(format!("has the key '{key}', which must be on a function, but {symbol} is '{kind}'"));
        }
        Subject::Nothing => return None,
    };
    let count = u32::try_from(function.argument_count()).unwrap_or(u32::MAX);
    // The value of the claim does not depend on the position.
    let carrier = Carrier::Tuple(TupleId { list: 0, number: 0 });
    let facts = tuple.facts().map(|(spelling, attribute)| {
        let claim = read_claim(&Statement { spelling, value: value::read(attribute), carrier })?;
        match claim {
            Claim::Whole(FactValue::Indices(indices)) => check_indices(&indices, count),
            _ => Ok(()),
        }
    });
    let alignments = tuple.pairs().filter(|(key, ..)| *key == ALIGN.as_bytes());
    let mut alignments = alignments.filter_map(|(.., attribute)| align_fault(&value::read(attribute), count));
    facts.filter_map(Result::err).next().map(|fault| fault.to_string()).or_else(|| alignments.next())
}

/// The first key of a tuple that LLVM's readers expect on a function.
fn function_key<'c>(tuple: &Tuple<'c, '_>) -> Option<&'c [u8]> {
    tuple.pairs().map(|(key, ..)| key).find(|key| *key == ALIGN.as_bytes() || launch_key(key).is_some())
}

fn align_fault(value: &Value<'_>, count: u32) -> Option<String> {
    let number = match value {
        // A boolean is no number.
        Value::Integer { value, width: 2.. } => u32::try_from(*value).ok(),
        _ => None,
    };
    match number {
        None => Some(format!("'{ALIGN}' must be a non-negative integer that fits in 32 bits, got {value}")),
        Some(number) if number >> 16 > count => Some(format!(
            "'{ALIGN}' must name the result (0) or an argument (1 to {count}) in its upper half, got {}",
            number >> 16
        )),
        Some(_) => None,
    }
}

/// Replaces an alias by its function: LLVM's readers do not resolve aliases.
fn resolve<'c, 'a>(module: OperationRef<'c, 'a>, raw: Attribute<'c>, tuple: &Tuple<'c, 'a>) -> Attribute<'c> {
    let Subject::Function(function) = tuple.subject else { return raw };
    let Some(name) = symbol_name(function.operation()).filter(|_| function_key(tuple).is_some()) else { return raw };
    let mut path = symbol_path(tuple.symbol());
    let (first, is_nested) = (path.next(), path.next().is_some());
    // A nested symbol has no name in LLVM IR.
    if first == Some(name) || is_nested {
        return raw;
    }
    let context = ContextHandle::of(module);
    let pairs = tuple.pairs().flat_map(|(_, key, value)| [key, value]);
    let elements: Vec<Attribute<'c>> = std::iter::once(symbol(context, name)).chain(pairs).collect();
    array(context, &elements)
}
