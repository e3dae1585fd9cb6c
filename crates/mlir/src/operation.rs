//! Functions on operations: names, operands, results, attributes, verification, traversal and replacement.
//!
//! An attribute is either *inherent* (MLIR stores it in the properties, if the operation has any) or *discardable* (it
//! is in the attribute dictionary). A function with one of these words in its name uses attributes of that kind only.
//! [`attribute`], [`set_attribute`] and [`remove_attribute`] use both kinds: MLIR looks for an inherent attribute
//! first.

use crate::Failure;
use crate::attribute::Dictionary;
use crate::text::{bytes, lossy, raw, raw_bytes};
use melior::ir::operation::OperationLike as _;
use melior::ir::{Attribute, AttributeLike, Location, Operation, OperationRef, Value};
use mlir_sys::*;
use std::any::Any;
use std::ffi::c_void;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use tileiras_mlir_sys_ext::{tileirasDiscardableAttributes, tileirasIsMemoryEffectFree, tileirasVerifyNonRecursively};

/// The name of an operation, such as `llvm.func`.
#[must_use]
pub fn name<'c>(op: OperationRef<'c, '_>) -> &'c [u8] {
    // SAFETY: names live as long as the context.
    unsafe { bytes(mlirIdentifierStr(mlirOperationGetName(op.to_raw()))) }
}

/// The address of the name of an operation, as a key of hash tables. Two operations of one context have the same name
/// if and only if these keys are equal.
#[must_use]
pub fn name_key(op: OperationRef<'_, '_>) -> usize {
    // SAFETY: the operation is alive.
    unsafe { mlirOperationGetName(op.to_raw()).ptr.addr() }
}

/// The operand at `index`; `None` if the operation has no more than `index` operands.
///
/// melior's `operand` is not used because it is slow for such an index: its error contains the printed operation, and
/// MLIR numbers the values of the whole module to print one operation.
#[must_use]
pub fn operand<'c, 'a>(op: OperationRef<'c, 'a>, index: usize) -> Option<Value<'c, 'a>> {
    // SAFETY: the index is checked first, and operands live as long as their operation.
    unsafe {
        let count = mlirOperationGetNumOperands(op.to_raw()) as usize;
        (index < count).then(|| Value::from_raw(mlirOperationGetOperand(op.to_raw(), index as isize)))
    }
}

/// The result at `index`; `None` if the operation has no more than `index` results. melior's `result` is as slow as its
/// `operand` (see [`operand`]).
#[must_use]
pub fn result<'c, 'a>(op: OperationRef<'c, 'a>, index: usize) -> Option<Value<'c, 'a>> {
    // SAFETY: the index is checked first, and results live as long as their operation.
    unsafe {
        let count = mlirOperationGetNumResults(op.to_raw()) as usize;
        (index < count).then(|| Value::from_raw(mlirOperationGetResult(op.to_raw(), index as isize)))
    }
}

/// An inherent or discardable attribute. An attribute of one name can be inherent on one operation and discardable on
/// another: `sym_name` is inherent on `llvm.func` and discardable on `gpu.func`.
#[must_use]
pub fn attribute<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    // SAFETY: the operation is alive. If it has no such attribute, the result is null, which becomes `None`.
    unsafe { Attribute::from_option_raw(mlirOperationGetAttributeByName(op.to_raw(), raw(name))) }
}

/// An inherent attribute.
#[must_use]
pub fn inherent_attribute<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    // SAFETY: the operation is alive. If it has no such attribute, the result is null, which becomes `None`.
    unsafe { Attribute::from_option_raw(mlirOperationGetInherentAttributeByName(op.to_raw(), raw(name))) }
}

/// A discardable attribute.
#[must_use]
pub fn discardable_attribute<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    // SAFETY: the operation is alive. If it has no such attribute, the result is null, which becomes `None`.
    unsafe { Attribute::from_option_raw(mlirOperationGetDiscardableAttributeByName(op.to_raw(), raw(name))) }
}

/// The dictionary of the discardable attributes. If the operation has no properties, the dictionary also contains its
/// inherent attributes.
#[must_use]
pub fn discardable_dictionary<'c>(op: OperationRef<'c, '_>) -> Dictionary<'c> {
    // SAFETY: every operation has a dictionary, which may be empty. The dictionary lives as long as the context.
    unsafe { Dictionary::from_raw(tileirasDiscardableAttributes(op.to_raw())) }
}

/// The names and values of all discardable attributes, sorted by name.
pub fn discardable_attributes<'c, 'a>(
    op: OperationRef<'c, 'a>,
) -> impl Iterator<Item = (&'c [u8], Attribute<'c>)> + use<'c, 'a> {
    // SAFETY: the operation is alive.
    let count = unsafe { mlirOperationGetNumDiscardableAttributes(op.to_raw()) };
    let dictionary = discardable_dictionary(op).attribute().to_raw();
    // SAFETY: the attribute is a dictionary.
    let has_others = unsafe { mlirDictionaryAttrGetNumElements(dictionary) } != count;
    (0..count).map(move |index| {
        // SAFETY: the index is less than the count. Names and attributes live as long as the context.
        unsafe {
            let named = match has_others {
                // The time of a call is linear in the index.
                true => mlirOperationGetDiscardableAttribute(op.to_raw(), index),
                false => mlirDictionaryAttrGetElement(dictionary, index),
            };
            (bytes(mlirIdentifierStr(named.name)), Attribute::from_raw(named.attribute))
        }
    })
}

/// Sets an inherent attribute.
pub fn set_inherent_attribute<'c>(op: OperationRef<'c, '_>, name: &str, attribute: Attribute<'c>) {
    // SAFETY: attribute and operation belong to one context.
    unsafe { mlirOperationSetInherentAttributeByName(op.to_raw(), raw(name), attribute.to_raw()) }
}

/// Sets a discardable attribute.
pub fn set_discardable_attribute<'c>(op: OperationRef<'c, '_>, name: &str, attribute: Attribute<'c>) {
    // SAFETY: attribute and operation belong to one context.
    unsafe { mlirOperationSetDiscardableAttributeByName(op.to_raw(), raw(name), attribute.to_raw()) }
}

/// Copies the discardable attributes for whose names `is_copied` returns true. It gets a name as bytes, because a name
/// need not be UTF-8.
pub fn copy_discardable_attributes(from: OperationRef<'_, '_>, to: &Operation<'_>, is_copied: impl Fn(&[u8]) -> bool) {
    for (name, attribute) in discardable_attributes(from).filter(|(name, _)| is_copied(name)) {
        // SAFETY: both operations belong to one context, and the name lives as long as this context.
        unsafe { mlirOperationSetDiscardableAttributeByName(to.to_raw(), raw_bytes(name), attribute.to_raw()) }
    }
}

/// Sets an attribute: the inherent one if the operation defines one of that name, otherwise a discardable one.
pub fn set_attribute<'c>(op: OperationRef<'c, '_>, name: &str, attribute: Attribute<'c>) {
    // SAFETY: attribute and operation belong to one context.
    unsafe { mlirOperationSetAttributeByName(op.to_raw(), raw(name), attribute.to_raw()) }
}

/// Removes an inherent or discardable attribute. Returns whether the operation had it.
pub fn remove_attribute(op: OperationRef<'_, '_>, name: &str) -> bool {
    // SAFETY: the operation is alive.
    unsafe { mlirOperationRemoveAttributeByName(op.to_raw(), raw(name)) }
}

/// Runs MLIR's verifier on an operation, but not on the operations nested in it.
///
/// # Errors
/// [`Failure`] if the operation is invalid. MLIR has emitted the diagnostics.
pub fn verify_non_recursively(op: OperationRef<'_, '_>) -> Result<(), Failure> {
    // SAFETY: the operation is alive.
    if unsafe { tileirasVerifyNonRecursively(op.to_raw()) } { Ok(()) } else { Err(Failure) }
}

/// The location of an operation for diagnostics: its own, or else that of the nearest operation around it, if known.
/// The operations of LLVM IR without debug information have no location, but their function has one.
#[must_use]
pub fn known_location<'c>(op: OperationRef<'c, '_>) -> Location<'c> {
    let around = iter::successors(op.parent_operation(), |op| op.parent_operation());
    let mut locations = iter::once(op.location()).chain(around.map(|op| op.location()));
    locations.find(|location| !is_unknown(*location)).unwrap_or_else(|| op.location())
}

/// Whether a location is unknown.
#[must_use]
pub fn is_unknown(location: Location<'_>) -> bool {
    // SAFETY: the location and its context are alive.
    unsafe { mlirLocationEqual(location.to_raw(), mlirLocationUnknownGet(mlirLocationGetContext(location.to_raw()))) }
}

/// The start of a diagnostic about an operation: its name as in MLIR's `emitOpError`, and the name of the intrinsic
/// that it calls.
#[must_use]
pub fn diagnostic_prefix(op: OperationRef<'_, '_>) -> String {
    let kind = lossy(name(op));
    let intrinsic = if kind == "llvm.call_intrinsic" { inherent_attribute(op, "intrin") } else { None };
    intrinsic.map_or_else(|| format!("'{kind}' op"), |intrinsic| format!("'{kind}' op {intrinsic}"))
}

/// An iterator over the children of an operation: the operations in the blocks of its regions, in order. Operations
/// nested in a child are not included. No child may be moved or erased during the iteration; [`children`] allows that.
pub fn child_operations<'c, 'a>(op: OperationRef<'c, 'a>) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    // SAFETY: the operation is alive. The result is null if it has no region.
    let mut region = unsafe { mlirOperationGetFirstRegion(op.to_raw()) };
    let mut block = MlirBlock { ptr: std::ptr::null_mut() };
    let mut child = MlirOperation { ptr: std::ptr::null_mut() };
    iter::from_fn(move || {
        // SAFETY: `region`, `block` and `child` are the next ones to visit. Each is alive, or null at the end of its
        // list.
        unsafe {
            while child.ptr.is_null() {
                while block.ptr.is_null() {
                    if region.ptr.is_null() {
                        return None;
                    }
                    block = mlirRegionGetFirstBlock(region);
                    region = mlirRegionGetNextInOperation(region);
                }
                child = mlirBlockGetFirstOperation(block);
                block = mlirBlockGetNextInRegion(block);
            }
            let found = OperationRef::from_raw(child);
            child = mlirOperationGetNextInBlock(child);
            Some(found)
        }
    })
}

/// The children of an operation (see [`child_operations`]) as a list. They may be moved or erased while the caller
/// iterates over the list.
#[must_use]
pub fn children<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    child_operations(op).collect()
}

/// Whether an operation neither reads nor writes memory. False for an operation that does not say it.
#[must_use]
pub fn is_memory_effect_free(op: OperationRef<'_, '_>) -> bool {
    // SAFETY: the operation is alive.
    unsafe { tileirasIsMemoryEffectFree(op.to_raw()) }
}

/// Whether an operation of this name is registered in the context of `op`. If it is not, its dialect is not loaded, and
/// the module contains no operation of this name, unless it was parsed with unregistered dialects allowed.
#[must_use]
pub fn is_registered(op: OperationRef<'_, '_>, name: &str) -> bool {
    // SAFETY: the operation is alive.
    unsafe { mlirContextIsRegisteredOperation(mlirOperationGetContext(op.to_raw()), raw(name)) }
}

/// Visits `root` and all operations nested in it, in pre-order.
pub fn walk<'c: 'a, 'a, F: FnMut(OperationRef<'c, 'a>)>(root: OperationRef<'c, 'a>, visit: F) {
    struct Walk<F> {
        visit: F,
        panic: Option<Box<dyn Any + Send>>,
    }
    unsafe extern "C" fn enter<'c: 'a, 'a, F: FnMut(OperationRef<'c, 'a>)>(
        op: MlirOperation,
        walk: *mut c_void,
    ) -> MlirWalkResult {
        // SAFETY: `walk` is the `Walk` below, and the operation lives as long as the root.
        let (walk, op) = unsafe { (&mut *walk.cast::<Walk<F>>(), OperationRef::from_raw(op)) };
        // Catches a panic, so that it does not unwind through C++. It continues when `mlirOperationWalk` has returned.
        match catch_unwind(AssertUnwindSafe(|| (walk.visit)(op))) {
            Ok(()) => MlirWalkResult_MlirWalkResultAdvance,
            Err(panic) => {
                walk.panic = Some(panic);
                MlirWalkResult_MlirWalkResultInterrupt
            }
        }
    }
    let mut walk = Walk { visit, panic: None };
    // SAFETY: the operation is alive, and `enter` gets the `Walk` as data.
    unsafe {
        mlirOperationWalk(root.to_raw(), Some(enter::<F>), (&raw mut walk).cast(), MlirWalkOrder_MlirWalkPreOrder);
    }
    if let Some(panic) = walk.panic {
        resume_unwind(panic);
    }
}

/// The first operation for which `wanted` returns true, among `root` and the operations nested in it, in pre-order.
#[must_use]
pub fn first<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    wanted: impl Fn(OperationRef<'c, 'a>) -> bool,
) -> Option<OperationRef<'c, 'a>> {
    let mut found = None;
    walk(root, |op| {
        if found.is_none() && wanted(op) {
            found = Some(op);
        }
    });
    found
}

/// All operations of this name among `root` and the operations nested in it, in pre-order. Empty if no operation of
/// this name is registered.
#[must_use]
pub fn find_all<'c, 'a>(root: OperationRef<'c, 'a>, name: &str) -> Vec<OperationRef<'c, 'a>> {
    let mut found = Vec::new();
    if is_registered(root, name) {
        // SAFETY: the operation is alive. A name has one address in a context, as for `name_key`.
        let wanted = unsafe { mlirIdentifierGet(mlirOperationGetContext(root.to_raw()), raw(name)).ptr.addr() };
        walk(root, |op| {
            if name_key(op) == wanted {
                found.push(op);
            }
        });
    }
    found
}

/// Replaces `old` with `new`: inserts `new` before `old`, replaces all uses of the results, and erases `old`.
///
/// # Panics
/// If `old` and `new` differ in the number of results.
pub fn replace<'c>(old: OperationRef<'c, '_>, new: Operation<'c>) {
    let (old, new) = (old.to_raw(), new.into_raw());
    // SAFETY: `old` is in a block and is not used after it is destroyed. The block takes ownership of `new`.
    unsafe {
        let count = mlirOperationGetNumResults(old);
        assert_eq!(count, mlirOperationGetNumResults(new), "a replacement must have as many results");
        mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(old), old, new);
        for index in 0..count {
            mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(old, index), mlirOperationGetResult(new, index));
        }
        mlirOperationDestroy(old);
    }
}

/// Inserts an operation before one that is in a block.
pub fn insert_before<'c, 'a>(at: OperationRef<'c, 'a>, new: Operation<'c>) -> OperationRef<'c, 'a> {
    let (at, new) = (at.to_raw(), new.into_raw());
    // SAFETY: `at` is in a block, which takes ownership of `new`.
    unsafe {
        mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(at), at, new);
        OperationRef::from_raw(new)
    }
}

/// A copy of an operation with all that is nested in it. It is in no block.
#[must_use]
pub fn copy<'c>(op: OperationRef<'c, '_>) -> Operation<'c> {
    // SAFETY: the operation is alive, and the caller owns the copy.
    unsafe { Operation::from_raw(mlirOperationClone(op.to_raw())) }
}

/// Erases an operation without results, or whose results have no uses.
pub fn erase(op: OperationRef<'_, '_>) {
    // SAFETY: the operation is in a block, nothing uses its results, and it is not used again.
    unsafe { mlirOperationDestroy(op.to_raw()) }
}

/// The address of an operation, as a key of hash tables. No other operation has it as long as this one lives.
#[must_use]
pub fn key(op: OperationRef<'_, '_>) -> usize {
    op.to_raw().ptr.addr()
}
