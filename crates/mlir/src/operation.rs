//! Operations: names, operands, attributes by storage, verification, traversal and replacement.
//!
//! MLIR stores an attribute either as *inherent* (in the properties of the operation) or as *discardable* (in its
//! dictionary). The functions here name the storage they use.

use crate::Failure;
use crate::attribute::Dictionary;
use crate::text::{bytes, raw, raw_bytes};
use melior::ir::operation::OperationLike as _;
use melior::ir::{Attribute, AttributeLike, Location, Operation, OperationRef, Value};
use mlir_sys::*;
use std::any::Any;
use std::ffi::c_void;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use tileiras_mlir_sys_ext::{tileirasDiscardableAttributes, tileirasVerifyNonRecursively};

/// The name of an operation, such as `llvm.func`.
#[must_use]
pub fn name<'c>(op: OperationRef<'c, '_>) -> &'c [u8] {
    // SAFETY: names live as long as the context.
    unsafe { bytes(mlirIdentifierStr(mlirOperationGetName(op.to_raw()))) }
}

/// The address of the name of an operation, as a key. Operations of one context have the same name if their keys are equal.
#[must_use]
pub fn name_key(op: OperationRef<'_, '_>) -> usize {
    // SAFETY: the operation is alive; names are unique in a context.
    unsafe { mlirOperationGetName(op.to_raw()).ptr.addr() }
}

/// An operand; `None` if there is none of that index.
///
/// Unlike melior's `operand`, which prints the operation, and so the whole module around it, into its error.
#[must_use]
pub fn operand<'c, 'a>(op: OperationRef<'c, 'a>, index: usize) -> Option<Value<'c, 'a>> {
    // SAFETY: the index is checked first, and operands live as long as their operation.
    unsafe {
        let count = mlirOperationGetNumOperands(op.to_raw()) as usize;
        (index < count).then(|| Value::from_raw(mlirOperationGetOperand(op.to_raw(), index as isize)))
    }
}

/// A result; `None` if there is none of that index. See [`operand`] for the difference to melior's `result`.
#[must_use]
pub fn result<'c, 'a>(op: OperationRef<'c, 'a>, index: usize) -> Option<Value<'c, 'a>> {
    // SAFETY: the index is checked first, and results live as long as their operation.
    unsafe {
        let count = mlirOperationGetNumResults(op.to_raw()) as usize;
        (index < count).then(|| Value::from_raw(mlirOperationGetResult(op.to_raw(), index as isize)))
    }
}

/// An attribute of either storage. The storage of a name can differ between operations: `sym_name` is inherent on
/// `llvm.func` and discardable on `gpu.func`.
#[must_use]
pub fn attribute<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    // SAFETY: null means none.
    unsafe { Attribute::from_option_raw(mlirOperationGetAttributeByName(op.to_raw(), raw(name))) }
}

/// An inherent attribute.
#[must_use]
pub fn inherent<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    // SAFETY: null means none.
    unsafe { Attribute::from_option_raw(mlirOperationGetInherentAttributeByName(op.to_raw(), raw(name))) }
}

/// A discardable attribute.
#[must_use]
pub fn discardable<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    // SAFETY: null means none.
    unsafe { Attribute::from_option_raw(mlirOperationGetDiscardableAttributeByName(op.to_raw(), raw(name))) }
}

/// The dictionary of the discardable attributes. For an operation without properties it has the inherent attributes, too.
#[must_use]
pub fn dictionary<'c>(op: OperationRef<'c, '_>) -> Dictionary<'c> {
    // SAFETY: every operation has one, and it lives as long as the context.
    unsafe { Dictionary::from_raw(tileirasDiscardableAttributes(op.to_raw())) }
}

/// All discardable attributes with their names, in MLIR's (sorted) order.
pub fn discardables<'c, 'a>(op: OperationRef<'c, 'a>) -> impl Iterator<Item = (&'c [u8], Attribute<'c>)> + use<'c, 'a> {
    // SAFETY: the range bounds the index; names and attributes live as long as the context.
    let count = unsafe { mlirOperationGetNumDiscardableAttributes(op.to_raw()) };
    (0..count).map(move |index| {
        // SAFETY: as above.
        unsafe {
            let named = mlirOperationGetDiscardableAttribute(op.to_raw(), index);
            (bytes(mlirIdentifierStr(named.name)), Attribute::from_raw(named.attribute))
        }
    })
}

/// Sets an inherent attribute.
pub fn set_inherent<'c>(op: OperationRef<'c, '_>, name: &str, attribute: Attribute<'c>) {
    // SAFETY: attribute and operation belong to one context.
    unsafe { mlirOperationSetInherentAttributeByName(op.to_raw(), raw(name), attribute.to_raw()) }
}

/// Sets a discardable attribute.
pub fn set_discardable<'c>(op: OperationRef<'c, '_>, name: &str, attribute: Attribute<'c>) {
    // SAFETY: attribute and operation belong to one context.
    unsafe { mlirOperationSetDiscardableAttributeByName(op.to_raw(), raw(name), attribute.to_raw()) }
}

/// Copies the discardable attributes whose name satisfies `keep`. A name need not be UTF-8.
pub fn copy_discardables(from: OperationRef<'_, '_>, to: &Operation<'_>, keep: impl Fn(&[u8]) -> bool) {
    for (name, attribute) in discardables(from).filter(|(name, _)| keep(name)) {
        // SAFETY: both operations belong to one context, and the name lives as long as it.
        unsafe { mlirOperationSetDiscardableAttributeByName(to.to_raw(), raw_bytes(name), attribute.to_raw()) }
    }
}

/// Sets an attribute of either storage.
pub fn set<'c>(op: OperationRef<'c, '_>, name: &str, attribute: Attribute<'c>) {
    // SAFETY: attribute and operation belong to one context.
    unsafe { mlirOperationSetAttributeByName(op.to_raw(), raw(name), attribute.to_raw()) }
}

/// Removes an attribute of either storage. Returns whether there was one.
pub fn remove(op: OperationRef<'_, '_>, name: &str) -> bool {
    // SAFETY: the operation is alive.
    unsafe { mlirOperationRemoveAttributeByName(op.to_raw(), raw(name)) }
}

/// Runs MLIR's verifier on an operation, but not on the operations nested in it.
///
/// # Errors
/// [`Failure`] if the operation is invalid. MLIR has emitted the diagnostics.
pub fn verify_alone(op: OperationRef<'_, '_>) -> Result<(), Failure> {
    // SAFETY: the operation is alive.
    if unsafe { tileirasVerifyNonRecursively(op.to_raw()) } { Ok(()) } else { Err(Failure) }
}

/// Sets the location of an operation whose location is unknown.
pub fn locate<'c>(op: OperationRef<'c, '_>, location: Location<'c>) {
    // SAFETY: the operation and both locations belong to one context.
    unsafe {
        if mlirLocationEqual(
            mlirOperationGetLocation(op.to_raw()),
            mlirLocationUnknownGet(mlirOperationGetContext(op.to_raw())),
        ) {
            mlirOperationSetLocation(op.to_raw(), location.to_raw());
        }
    }
}

/// The immediate children of an operation: all operations in the blocks of its regions, in order. None of them may be
/// moved or erased during the iteration.
pub fn inside<'c, 'a>(op: OperationRef<'c, 'a>) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    // SAFETY: the operation is alive; null ends each list.
    let mut region = unsafe { mlirOperationGetFirstRegion(op.to_raw()) };
    let mut block = MlirBlock { ptr: std::ptr::null_mut() };
    let mut child = MlirOperation { ptr: std::ptr::null_mut() };
    iter::from_fn(move || {
        // SAFETY: region, block and child are null or alive.
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

/// The immediate children of an operation, as a list.
#[must_use]
pub fn children<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    inside(op).collect()
}

/// Whether an operation of that name is registered. If not, its dialect is not loaded, and the IR has no such operation.
#[must_use]
pub fn is_known(root: OperationRef<'_, '_>, name: &str) -> bool {
    // SAFETY: the operation is alive.
    unsafe { mlirContextIsRegisteredOperation(mlirOperationGetContext(root.to_raw()), raw(name)) }
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
        // The panic is resumed after MLIR has returned, so `guard`, which turns it into a message, is not used.
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

/// `root` and the operations nested in it that have this name, in pre-order. The name must be of a registered operation.
#[must_use]
pub fn find_all<'c, 'a>(root: OperationRef<'c, 'a>, name: &str) -> Vec<OperationRef<'c, 'a>> {
    let mut found = Vec::new();
    if is_known(root, name) {
        // SAFETY: the operation is alive. MLIR uniques names, so that their addresses can be compared.
        let wanted = unsafe { mlirIdentifierGet(mlirOperationGetContext(root.to_raw()), raw(name)).ptr.addr() };
        walk(root, |op| found.extend((name_key(op) == wanted).then_some(op)));
    }
    found
}

/// Replaces `old` with `new`: inserts `new` before `old`, replaces all uses of the results, and erases `old`. Both must
/// have the same number of results.
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

/// The address of an operation, as a key.
#[must_use]
pub fn key(op: OperationRef<'_, '_>) -> usize {
    op.to_raw().ptr.addr()
}
