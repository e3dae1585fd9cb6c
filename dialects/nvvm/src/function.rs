//! Reads and removes the statements on one function.
//!
//! Guarantees that every attribute, `passthrough` string, argument attribute and calling convention that states a fact
//! is read once. An entry `nvvm.kernel` of `passthrough` is one of them: libNVVM 13 makes a kernel of it, LLVM 22 does
//! not (measured). Leaves out on purpose: the tuples of the module ([`crate::annotation_index`]).

use melior::ir::Attribute;
use smallvec::SmallVec;
use tileiras_contract::{
    Arguments, Carrier, FOREIGN_STATEMENTS, Fact, FunctionFacts, FunctionPart, IgnoredStatement, KNOWN_GRID_SIZES,
    KNOWN_SIZES, KnownSizeStatement, MARKER, PREFIX, Spelling, StatedFact, Statement, Value, attribute_spelling,
    foreign_statement,
};
use tileiras_mlir::attribute::{self, Array, Dictionary, View, array, string, view};
use tileiras_mlir::function::{Function, GPU_KERNEL};
use tileiras_mlir::text::lossy;
use tileiras_mlir::{ContextHandle, operation};

use crate::value;

const PASSTHROUGH: &str = "passthrough";

/// The attributes of the memory that a `gpu.func` declares for a work-group, and for a thread.
const ATTRIBUTIONS: [&str; 2] = ["workgroup_attrib_attrs", "private_attrib_attrs"];

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

/// The statements on a function. Tuples of its module are not among them.
#[must_use]
pub fn read<'c>(function: Function<'c, '_>) -> FunctionFacts<'c> {
    let mut facts = FunctionFacts::new();
    for (name, attribute) in operation::discardable_attributes(function.operation()) {
        if name.starts_with(PREFIX.as_bytes()) {
            facts.add_attribute(lossy(name), value::read(attribute));
        } else {
            facts.add_unknown_name(lossy(name), Carrier::Attribute);
        }
    }
    add_kernel_statements(function, &mut facts);
    if let Some(spelling) = attribute_spelling(Fact::GridConstant.attribute()) {
        for index in arguments_with(function, Fact::GridConstant.attribute()) {
            facts.add_statement(Statement { spelling, value: Value::Unit, carrier: Carrier::Argument(index) });
        }
    }
    add_passthrough(function, &mut facts);
    add_ignored(function, &mut facts);
    if function.is_kernel() && kernel_attribute(function).is_some() {
        facts.facts.insert(StatedFact::Kernel);
    }
    facts.known_sizes = known_sizes(function).collect();
    for name in KNOWN_GRID_SIZES {
        if let Some(found) = known_size(function, name) {
            facts.set_known_grid(name, &value::read(found));
        }
    }
    facts.results = function.result_count();
    facts.is_variadic = function.is_var_arg();
    facts.arguments = facts.has_attribute(Fact::GridConstant).then(|| {
        (0..function.argument_count()).map(|index| function.argument_is_pointer(index)).collect::<Arguments>()
    });
    facts
}

/// Adds what makes the function a kernel beside the attribute of the fact: `gpu.kernel` and the calling convention.
fn add_kernel_statements<'c>(function: Function<'c, '_>, facts: &mut FunctionFacts<'c>) {
    let kernel = |carrier| {
        let spelling = attribute_spelling(Fact::Kernel.attribute())?;
        Some(Statement { spelling, value: Value::Unit, carrier })
    };
    let carrier = match kernel_attribute(function) {
        Some(GPU_KERNEL) => Some(Carrier::Attribute),
        // `func.func` cannot be a kernel.
        None => None,
        Some(_) => Some(Carrier::GpuKernel),
    };
    if let Some(found) = operation::discardable_attribute(function.operation(), GPU_KERNEL) {
        match carrier {
            _ if !attribute::is_unit(found) => facts.ignored.push(IgnoredStatement::GpuKernel(value::read(found))),
            Some(carrier) => kernel(carrier).into_iter().for_each(|statement| facts.add_statement(statement)),
            None => facts.ignored.push(IgnoredStatement::GpuKernelOnFunction),
        }
    }
    if function.has_kernel_convention()
        && let Some(statement) = kernel(Carrier::CallingConvention)
    {
        facts.add_statement(statement);
    }
}

/// Adds the entries of `passthrough`.
fn add_passthrough<'c>(function: Function<'c, '_>, facts: &mut FunctionFacts<'c>) {
    for (entry, statement) in passthrough(function) {
        match statement {
            Some(statement) => facts.add_statement(statement),
            None => {
                let name = lossy(passthrough_name(entry));
                if let Some(statement) = foreign_statement(&name) {
                    let value = passthrough_value(entry);
                    facts.ignored.push(IgnoredStatement::Foreign { statement, value, is_passthrough: true });
                }
                facts.add_unknown_name(name, Carrier::Passthrough);
            }
        }
    }
}

/// Adds the statements of attributes and of the calling convention that no tool reads.
fn add_ignored<'c>(function: Function<'c, '_>, facts: &mut FunctionFacts<'c>) {
    let op = function.operation();
    let convention = function.foreign_kernel_convention();
    for statement in &FOREIGN_STATEMENTS {
        let value = if convention == Some(statement.name) {
            Some(Value::Unit)
        } else {
            operation::attribute(op, statement.name).map(value::read)
        };
        facts.ignored.extend(value.map(|value| IgnoredStatement::Foreign { statement, value, is_passthrough: false }));
    }
    let attributions = |name| {
        let all = operation::inherent_attribute(op, name).and_then(Array::new);
        all.map(|all| all.iter().filter_map(Dictionary::new).collect()).unwrap_or_default()
    };
    let [workgroup, private] = ATTRIBUTIONS.map(attributions);
    let parts = [
        (function.argument_attributes(), FunctionPart::Argument),
        (function.result_attributes(), FunctionPart::Result),
        (workgroup, FunctionPart::WorkgroupAttribution),
        (private, FunctionPart::PrivateAttribution),
    ];
    for (attributes, part) in parts {
        for (index, attributes) in (1..).zip(attributes) {
            for (name, _) in attributes.iter().filter(|(name, _)| name.starts_with(PREFIX.as_bytes())) {
                // That of an argument is read.
                if part != FunctionPart::Argument || name != Fact::GridConstant.attribute().as_bytes() {
                    facts.add_ignored_attribute(lossy(name), part, index);
                }
            }
        }
    }
}

/// The attributes with a known size of a function.
fn known_sizes<'c>(function: Function<'c, '_>) -> impl Iterator<Item = KnownSizeStatement<'c>> {
    KNOWN_SIZES.iter().filter_map(move |known| {
        let value = value::read(known_size(function, known.attribute)?);
        let becomes_fact = operation::inherent_attribute(function.operation(), known.attribute).is_some();
        Some(KnownSizeStatement { known, value, becomes_fact })
    })
}

/// An attribute with a known size, inherent or not.
fn known_size<'c>(function: Function<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    let op = function.operation();
    operation::inherent_attribute(op, name).or_else(|| operation::discardable_attribute(op, name))
}

/// What a `gpu.func` states that is not in [`LaunchAttributeKey`](tileiras_mlir::function::LaunchAttributeKey): its
/// known sizes and the attributes of its attributions, which are inherent, compared by address.
pub(crate) fn gpu_keys(function: Function<'_, '_>) -> SmallVec<[Option<usize>; 4]> {
    let op = function.operation();
    match operation::name(op) {
        b"gpu.func" => {
            let sizes = KNOWN_SIZES[..2].iter().map(|known| known.attribute).chain([KNOWN_GRID_SIZES[0]]);
            let names = sizes.chain(ATTRIBUTIONS);
            names.map(|name| operation::inherent_attribute(op, name).map(attribute::key)).collect()
        }
        _ => SmallVec::new(),
    }
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

/// The name of an entry of `passthrough`; empty if it has none.
fn passthrough_name(entry: Attribute<'_>) -> &[u8] {
    let named = match view(entry) {
        View::Array(pair) if !pair.is_empty() => pair.get(0),
        _ => entry,
    };
    if let View::Text(name) = view(named) { name } else { b"" }
}

/// The value of an entry of `passthrough`; an empty text if it has none.
fn passthrough_value(entry: Attribute<'_>) -> Value<'_> {
    match view(entry) {
        View::Array(pair) if pair.len() > 1 => value::read(pair.get(1)),
        _ => Value::Text("".into()),
    }
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
    Some(Statement { spelling: spelling(name)?, value, carrier: Carrier::Passthrough })
}

/// The 1-based indices of the arguments with an attribute of that name, ascending.
#[must_use]
pub fn arguments_with(function: Function<'_, '_>, name: &str) -> Vec<u32> {
    function.arguments_with(name).into_iter().filter_map(|index| u32::try_from(index + 1).ok()).collect()
}

/// Removes every statement that is not the canonical attribute of its fact.
pub fn remove_legacy(function: Function<'_, '_>) {
    let op = function.operation();
    let names: SmallVec<[&'static str; 8]> = operation::discardable_attributes(op)
        .filter_map(|(name, _)| spelling(name))
        .filter(|spelling| !spelling.is_canonical())
        .map(|spelling| spelling.name)
        .collect();
    for name in names {
        operation::remove_attribute(op, name);
    }
    remove_from_passthrough(function);
    remove_marks(function);
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
        operation::remove_attribute(op, PASSTHROUGH);
    } else {
        operation::set_attribute(op, PASSTHROUGH, array(ContextHandle::of(op), &kept));
    }
}

/// Whether a function has an attribute of that name, or an entry of `passthrough`.
#[must_use]
pub fn has_attribute(function: Function<'_, '_>, name: &str) -> bool {
    operation::discardable_attribute(function.operation(), name).is_some()
        || passthrough(function).any(|(entry, _)| passthrough_name(entry) == name.as_bytes())
}

/// Writes an entry of `passthrough` with a value, in place of the entries of that name.
pub fn set_in_passthrough(function: Function<'_, '_>, name: &str, value: &str) {
    let op = function.operation();
    let context = ContextHandle::of(op);
    let entry = array(context, &[string(context, name), string(context, value)]);
    let others = passthrough(function).map(|(entry, _)| entry);
    let others = others.filter(|entry| passthrough_name(*entry) != name.as_bytes());
    let entries: SmallVec<[_; 8]> = others.chain([entry]).collect();
    operation::set_attribute(op, PASSTHROUGH, array(context, &entries));
}

/// Removes every launch attribute of a function and of its arguments, and the marker. Does not remove `gpu.kernel`,
/// which launches require, the calling convention and `passthrough`.
pub fn remove_facts(function: Function<'_, '_>) {
    let op = function.operation();
    let names: SmallVec<[&'static str; 8]> = operation::discardable_attributes(op)
        .filter_map(|(name, _)| spelling(name))
        .map(|spelling| spelling.name)
        .collect();
    for name in names.into_iter().chain([MARKER]) {
        operation::remove_attribute(op, name);
    }
    remove_marks(function);
}

/// Removes `nvvm.grid_constant` from all arguments.
fn remove_marks(function: Function<'_, '_>) {
    if !arguments_with(function, Fact::GridConstant.attribute()).is_empty() {
        mark_arguments(function, &[]);
    }
}

/// Sets `nvvm.grid_constant` on the arguments of these 1-based indices, ascending, and removes it from all others. A
/// function without argument attributes is not changed.
pub fn mark_arguments(function: Function<'_, '_>, indices: &[u32]) {
    let is_marked = |index| u32::try_from(index + 1).is_ok_and(|index| indices.binary_search(&index).is_ok());
    function.set_argument_flag(Fact::GridConstant.attribute(), is_marked);
}
