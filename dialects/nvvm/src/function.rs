//! The statements on one function: found, and removed.
//!
//! Guarantees that every attribute, `passthrough` string, argument attribute and calling convention that states a fact is
//! found once. Leaves out on purpose: `passthrough` entries named `nvvm.kernel`, which do not make a kernel (measured:
//! LLVM 22), and the tuples of the module ([`crate::annotation_index`]).

use melior::ir::{Attribute, AttributeLike};
use mlir_sys::{mlirAttributeIsADictionary, mlirDictionaryAttrGet, mlirIdentifierGet, mlirNamedAttributeGet};
use mlir_sys::{mlirDictionaryAttrGetElement, mlirDictionaryAttrGetElementByName, mlirDictionaryAttrGetNumElements};
use smallvec::SmallVec;
use tileiras_contract::{
    Arguments, Carrier, Fact, FactValue, FunctionFacts, MARKER, PREFIX, Spelling, Statement, Value, attribute_spelling,
};
use tileiras_mlir::attribute::{Array, View, array, unit, view};
use tileiras_mlir::function::{Function, GPU_KERNEL};
use tileiras_mlir::text::{bytes, lossy, raw};
use tileiras_mlir::{ContextHandle, operation};

use crate::value;

const PASSTHROUGH: &str = "passthrough";
const ARGUMENTS: &str = "arg_attrs";

/// The attribute that states the fact *kernel* on this kind of function; `None` if it cannot be a kernel.
#[must_use]
pub fn kernel_attribute(function: Function<'_, '_>) -> Option<&'static str> {
    match operation::name(function.operation()) {
        b"llvm.func" => Some(Fact::Kernel.attribute()),
        b"gpu.func" => Some(GPU_KERNEL),
        _ => None,
    }
}

/// The canonical attribute of a fact on this function.
#[must_use]
pub fn canonical_name(function: Function<'_, '_>, fact: Fact) -> Option<&'static str> {
    if fact == Fact::Kernel { kernel_attribute(function) } else { Some(fact.attribute()) }
}

/// What is on a function, without the tuples of its module.
#[must_use]
pub fn read<'c>(function: Function<'c, '_>) -> FunctionFacts<'c> {
    let mut facts = FunctionFacts::new();
    for (name, attribute) in operation::discardables(function.operation()) {
        if name.starts_with(PREFIX.as_bytes()) {
            facts.attribute(lossy(name), value::read(attribute));
        }
    }
    let kernel = |carrier| {
        let spelling = attribute_spelling(Fact::Kernel.attribute())?;
        Some(Statement { spelling, value: Value::Unit, carrier })
    };
    if kernel_attribute(function) == Some(GPU_KERNEL)
        && operation::discardable(function.operation(), GPU_KERNEL).is_some()
        && let Some(statement) = kernel(Carrier::Attribute)
    {
        facts.state(statement);
    }
    if let Some(spelling) = attribute_spelling(Fact::GridConstant.attribute()) {
        for index in arguments_with(function, Fact::GridConstant.attribute()) {
            facts.state(Statement { spelling, value: Value::Unit, carrier: Carrier::Argument(index) });
        }
    }
    if function.has_kernel_convention()
        && let Some(statement) = kernel(Carrier::CallingConvention)
    {
        facts.state(statement);
    }
    passthrough(function).filter_map(|(_, statement)| statement).for_each(|statement| facts.state(statement));
    if function.is_kernel() {
        facts.facts.insert(Fact::Kernel, FactValue::Unit);
    }
    facts.results = function.result_count();
    facts.arguments = facts.states(Fact::GridConstant).then(|| {
        (0..function.argument_count()).map(|index| function.argument_is_pointer(index)).collect::<Arguments>()
    });
    facts
}

/// The spelling of an attribute of that name.
fn spelling(name: &[u8]) -> Option<&'static Spelling> {
    attribute_spelling(std::str::from_utf8(name).ok()?)
}

/// The entries of `passthrough`, each with the fact it states.
fn passthrough<'c>(
    function: Function<'c, '_>,
) -> impl Iterator<Item = (Attribute<'c>, Option<Statement<'c>>)> + use<'c> {
    let entries = operation::attribute(function.operation(), PASSTHROUGH).and_then(Array::new);
    entries.into_iter().flat_map(|entries| entries.iter()).map(|entry| (entry, passthrough_statement(entry)))
}

fn passthrough_statement(entry: Attribute<'_>) -> Option<Statement<'_>> {
    // To LLVM, a string attribute without a value is one with an empty value.
    let (name, value) = match view(entry) {
        View::Text(name) => (name, Value::Text("".into())),
        View::Array(pair) if !pair.is_empty() => match view(pair.get(0)) {
            View::Text(name) if pair.len() == 2 => (name, value::read(pair.get(1))),
            View::Text(name) => (name, Value::List(pair.iter().skip(1).map(value::read).collect())),
            _ => return None,
        },
        _ => return None,
    };
    let spelling = spelling(name).filter(|spelling| spelling.fact != Fact::Kernel)?;
    Some(Statement { spelling, value, carrier: Carrier::Passthrough })
}

/// The 1-based indices of the arguments with an attribute of that name, ascending.
#[must_use]
pub fn arguments_with(function: Function<'_, '_>, name: &str) -> Vec<u32> {
    let Some(arguments) = operation::inherent(function.operation(), ARGUMENTS).and_then(Array::new) else {
        return Vec::new();
    };
    let name = raw(name);
    (1..)
        .zip(arguments.iter())
        .filter(|(_, attributes)| {
            let raw = attributes.to_raw();
            // SAFETY: the kind is asked first; null stands for none.
            unsafe { mlirAttributeIsADictionary(raw) && !mlirDictionaryAttrGetElementByName(raw, name).ptr.is_null() }
        })
        .map(|(index, _)| index)
        .collect()
}

/// Removes every statement that is not the canonical attribute of its fact.
pub fn remove_legacy(function: Function<'_, '_>) {
    let op = function.operation();
    let names: SmallVec<[&'static str; 8]> = operation::discardables(op)
        .filter_map(|(name, _)| spelling(name))
        .filter(|spelling| !spelling.is_canonical())
        .map(|spelling| spelling.name)
        .collect();
    for name in names {
        operation::remove(op, name);
    }
    remove_from_passthrough(function);
    if !arguments_with(function, Fact::GridConstant.attribute()).is_empty() {
        mark_arguments(function, &[]);
    }
}

fn remove_from_passthrough(function: Function<'_, '_>) {
    let op = function.operation();
    let entries: SmallVec<[_; 8]> = passthrough(function).collect();
    let kept: SmallVec<[_; 8]> =
        entries.iter().filter(|(_, statement)| statement.is_none()).map(|(entry, _)| *entry).collect();
    if kept.len() == entries.len() {
        return;
    }
    if kept.is_empty() {
        operation::remove(op, PASSTHROUGH);
    } else {
        operation::set(op, PASSTHROUGH, array(ContextHandle::of(op), &kept));
    }
}

/// Removes every launch attribute of a function and of its arguments, and the marker. The calling convention, `gpu.kernel`,
/// which launches require, and `passthrough` stay.
pub fn remove_facts(function: Function<'_, '_>) {
    let op = function.operation();
    let names: SmallVec<[&'static str; 8]> =
        operation::discardables(op).filter_map(|(name, _)| spelling(name)).map(|spelling| spelling.name).collect();
    for name in names.into_iter().chain([MARKER]) {
        operation::remove(op, name);
    }
    if !arguments_with(function, Fact::GridConstant.attribute()).is_empty() {
        mark_arguments(function, &[]);
    }
}

/// Puts `nvvm.grid_constant` on the arguments of these 1-based indices, ascending, and takes it from all others. A
/// function without any argument attribute stays as it is.
pub fn mark_arguments(function: Function<'_, '_>, indices: &[u32]) {
    let op = function.operation();
    let Some(arguments) = operation::inherent(op, ARGUMENTS).and_then(Array::new) else { return };
    let context = ContextHandle::of(op);
    let marked = (1..)
        .zip(arguments.iter())
        .map(|(index, attributes)| with_grid_constant(context, attributes, indices.binary_search(&index).is_ok()));
    operation::set_inherent(op, ARGUMENTS, array(context, &marked.collect::<Vec<_>>()));
}

fn with_grid_constant<'c>(context: ContextHandle<'c>, attributes: Attribute<'c>, wanted: bool) -> Attribute<'c> {
    let name = raw(Fact::GridConstant.attribute());
    let raw = attributes.to_raw();
    // SAFETY: the kind is asked first, the range gives the bounds, and MLIR copies the elements.
    unsafe {
        if !mlirAttributeIsADictionary(raw) {
            return attributes;
        }
        let mut kept: Vec<_> = (0..mlirDictionaryAttrGetNumElements(raw))
            .map(|index| mlirDictionaryAttrGetElement(raw, index))
            .filter(|named| bytes(mlir_sys::mlirIdentifierStr(named.name)) != Fact::GridConstant.attribute().as_bytes())
            .collect();
        if wanted {
            kept.push(mlirNamedAttributeGet(mlirIdentifierGet(context.to_raw(), name), unit(context).to_raw()));
        }
        Attribute::from_raw(mlirDictionaryAttrGet(context.to_raw(), kept.len() as isize, kept.as_ptr()))
    }
}
