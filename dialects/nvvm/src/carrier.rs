//! The places on one function where launch facts can stand, and the canonical ones among them.
//!
//! Guarantees that every attribute, `passthrough` string, argument attribute and calling convention with a fact in it is
//! seen once. Leaves out on purpose: `passthrough` entries named `nvvm.kernel`, which make no kernel (measured: LLVM 22).

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike};
use mlir_sys::{mlirAttributeIsADictionary, mlirDictionaryAttrGet, mlirIdentifierGet, mlirNamedAttributeGet};
use mlir_sys::{mlirDictionaryAttrGetElement, mlirDictionaryAttrGetElementByName, mlirDictionaryAttrGetNumElements};
use smallvec::SmallVec;
use tileiras_contract::{
    Arguments, Carrier, Fact, Form, LaunchContract, LegacyTrace, MARKER, Role, Spelling, Value, attribute_spelling,
};
use tileiras_mlir::attribute::{Array, View, array, unit, view};
use tileiras_mlir::function::{Function, GPU_KERNEL};
use tileiras_mlir::operation;
use tileiras_mlir::text::{bytes, lossy, raw};

use crate::value;

const PASSTHROUGH: &str = "passthrough";
const ARGUMENTS: &str = "arg_attrs";

/// Where on a function a fact stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Place {
    /// An attribute under its canonical name.
    Canonical,
    /// An attribute under another name.
    Attribute,
    /// A string of `passthrough`.
    Passthrough,
    /// An attribute of an argument.
    Argument,
    /// The calling convention.
    Convention,
}

/// One fact as one place states it.
pub struct Statement<'c> {
    /// The name it has there.
    pub spelling: &'static Spelling,
    /// What stands there.
    pub value: Value<'c>,
    /// Where.
    pub place: Place,
}

impl Statement<'_> {
    /// The grammar that its value follows.
    #[must_use]
    pub const fn form(&self) -> Form {
        match self.place {
            Place::Passthrough => Form::Passthrough,
            _ => Form::Attribute,
        }
    }
}

/// Where the fact *kernel* stands on this kind of function; `None` where no kernel can be.
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

/// Whether the marker says that the legacy carriers were read.
#[must_use]
pub fn is_marked(function: Function<'_, '_>) -> bool {
    operation::discardable(function.operation(), MARKER).is_some()
}

/// The spelling of the fact *kernel*, for carriers that say it without a name.
fn kernel_spelling() -> Option<&'static Spelling> {
    attribute_spelling(Fact::Kernel.attribute())
}

/// Every statement of the function itself: canonical attributes first, then other attributes, arguments and convention,
/// then `passthrough`.
#[must_use]
pub fn statements<'c>(function: Function<'c, '_>) -> SmallVec<[Statement<'c>; 8]> {
    let op = function.operation();
    let mut found: SmallVec<[Statement<'c>; 8]> = SmallVec::new();
    for (name, attribute) in operation::discardables(op) {
        if name == GPU_KERNEL.as_bytes() && kernel_attribute(function) == Some(GPU_KERNEL) {
            found.extend(kernel_spelling().map(|spelling| Statement {
                spelling,
                value: Value::Unit,
                place: Place::Canonical,
            }));
        } else if let Some(spelling) = spelling(name) {
            let place = if spelling.is_canonical() { Place::Canonical } else { Place::Attribute };
            found.push(Statement { spelling, value: value::read(attribute), place });
        }
    }
    found.sort_by_key(|statement| statement.place != Place::Canonical);
    let indices = argument_indices(function);
    if !indices.is_empty() {
        found.extend(attribute_spelling(Fact::GridConstant.attribute()).map(|spelling| Statement {
            spelling,
            value: Value::I32Array(indices.into()),
            place: Place::Argument,
        }));
    }
    if function.has_kernel_convention() {
        found.extend(kernel_spelling().map(|spelling| Statement {
            spelling,
            value: Value::Unit,
            place: Place::Convention,
        }));
    }
    found.extend(passthrough(function).filter_map(|(_, statement)| statement));
    found
}

/// The spelling of an attribute of that name, without making text of names that cannot have one.
fn spelling(name: &[u8]) -> Option<&'static Spelling> {
    if !name.starts_with(b"nvvm.") {
        return None;
    }
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
    Some(Statement { spelling, value, place: Place::Passthrough })
}

/// The 1-based indices of the arguments with `nvvm.grid_constant`.
fn argument_indices(function: Function<'_, '_>) -> Vec<i32> {
    arguments_with(function, Fact::GridConstant.attribute())
}

/// The 1-based indices of the arguments with an attribute of that name, ascending.
#[must_use]
pub fn arguments_with(function: Function<'_, '_>, name: &str) -> Vec<i32> {
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

/// Removes every carrier of a launch fact that is not canonical.
pub fn remove_carriers(function: Function<'_, '_>) {
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
    if !argument_indices(function).is_empty() {
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
        let context = op.context();
        // SAFETY: `context` outlives the borrow, being bound here.
        operation::set(op, PASSTHROUGH, array(unsafe { context.to_ref() }, &kept));
    }
}

/// Removes every launch fact from where [`statements`] finds it, but for the calling convention, `gpu.kernel`, which
/// launches ask for, and `passthrough`. The marker goes, too.
pub fn remove_facts(function: Function<'_, '_>) {
    let op = function.operation();
    let names: SmallVec<[&'static str; 8]> =
        operation::discardables(op).filter_map(|(name, _)| spelling(name)).map(|spelling| spelling.name).collect();
    for name in names.into_iter().chain([MARKER]) {
        operation::remove(op, name);
    }
    if !argument_indices(function).is_empty() {
        mark_arguments(function, &[]);
    }
}

/// Puts `nvvm.grid_constant` on the arguments of these 1-based indices, ascending, and takes it from all others. A
/// function without any argument attribute stays as it is.
pub fn mark_arguments(function: Function<'_, '_>, indices: &[i32]) {
    let op = function.operation();
    let Some(arguments) = operation::inherent(op, ARGUMENTS).and_then(Array::new) else { return };
    let context = op.context();
    // SAFETY: `context` outlives the borrow, being bound here.
    let context = unsafe { context.to_ref() };
    let marked = (1..)
        .zip(arguments.iter())
        .map(|(index, attributes)| with_grid_constant(context, attributes, indices.binary_search(&index).is_ok()));
    operation::set_inherent(op, ARGUMENTS, array(context, &marked.collect::<Vec<_>>()));
}

fn with_grid_constant<'c>(context: &'c melior::Context, attributes: Attribute<'c>, wanted: bool) -> Attribute<'c> {
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

/// What a function states about its launch, as raw as it stands. Tuples of its module are the caller's to add.
#[must_use]
pub fn contract<'c>(function: Function<'c, '_>) -> LaunchContract<'c> {
    let mut contract = LaunchContract::new(if function.is_kernel() { Role::Kernel } else { Role::Function });
    for (name, attribute) in operation::discardables(function.operation()) {
        if name.starts_with(b"nvvm.") {
            contract.state(lossy(name), value::read(attribute));
        }
    }
    contract.legacy.extend(passthrough(function).filter_map(|(_, statement)| {
        let key = statement?.spelling.name.into();
        Some(LegacyTrace { key, carrier: Carrier::Passthrough })
    }));
    contract.legacy.extend(argument_indices(function).into_iter().map(|index| LegacyTrace {
        key: Fact::GridConstant.attribute().into(),
        carrier: Carrier::Argument(index.unsigned_abs()),
    }));
    contract.results = function.result_count();
    let stated = contract.states(Fact::GridConstant);
    contract.arguments = stated.then(|| {
        (0..function.argument_count()).map(|index| function.argument_is_pointer(index)).collect::<Arguments>()
    });
    contract
}
