//! Operations: attributes by kind of storage, and the operations directly inside.

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
use tileiras_mlir_sys_ext::{tileirasDiscardableAttributes, tileirasVerifyAlone};

/// The name of an operation, such as `llvm.func`.
#[must_use]
pub fn name<'c>(op: OperationRef<'c, '_>) -> &'c [u8] {
    // SAFETY: names live as long as the context.
    unsafe { bytes(mlirIdentifierStr(mlirOperationGetName(op.to_raw()))) }
}

/// The address of the name of an operation, as a key: operations of one context have the same name if the keys are equal.
#[must_use]
pub fn name_key(op: OperationRef<'_, '_>) -> usize {
    // SAFETY: the operation is alive; names are unique in a context.
    unsafe { mlirOperationGetName(op.to_raw()).ptr.addr() }
}

/// An operand. Not melior's, whose error holds the operation as it prints, with the whole module around it.
#[must_use]
pub fn operand<'c, 'a>(op: OperationRef<'c, 'a>, index: usize) -> Option<Value<'c, 'a>> {
    // SAFETY: the bounds are asked first, and operands live as long as their operation.
    unsafe {
        let count = mlirOperationGetNumOperands(op.to_raw()) as usize;
        (index < count).then(|| Value::from_raw(mlirOperationGetOperand(op.to_raw(), index as isize)))
    }
}

/// A result, likewise.
#[must_use]
pub fn result<'c, 'a>(op: OperationRef<'c, 'a>, index: usize) -> Option<Value<'c, 'a>> {
    // SAFETY: the bounds are asked first, and results live as long as their operation.
    unsafe {
        let count = mlirOperationGetNumResults(op.to_raw()) as usize;
        (index < count).then(|| Value::from_raw(mlirOperationGetResult(op.to_raw(), index as isize)))
    }
}

/// An attribute of either storage. Which one a name has can differ between operations: `sym_name` is inherent on
/// `llvm.func` and discardable on `gpu.func`.
#[must_use]
pub fn attribute<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    // SAFETY: null stands for none.
    unsafe { Attribute::from_option_raw(mlirOperationGetAttributeByName(op.to_raw(), raw(name))) }
}

/// An inherent attribute.
#[must_use]
pub fn inherent<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    // SAFETY: null stands for none.
    unsafe { Attribute::from_option_raw(mlirOperationGetInherentAttributeByName(op.to_raw(), raw(name))) }
}

/// A discardable attribute.
#[must_use]
pub fn discardable<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    // SAFETY: null stands for none.
    unsafe { Attribute::from_option_raw(mlirOperationGetDiscardableAttributeByName(op.to_raw(), raw(name))) }
}

/// The dictionary of the discardable attributes. Where a dialect keeps its inherent ones there too, these are in it.
#[must_use]
pub fn dictionary<'c>(op: OperationRef<'c, '_>) -> Dictionary<'c> {
    // SAFETY: every operation has one, and it lives as long as the context.
    unsafe { Dictionary::from_raw(tileirasDiscardableAttributes(op.to_raw())) }
}

/// All discardable attributes with their names, in MLIR's (sorted) order.
pub fn discardables<'c, 'a>(op: OperationRef<'c, 'a>) -> impl Iterator<Item = (&'c [u8], Attribute<'c>)> + use<'c, 'a> {
    // SAFETY: the range gives the bounds; names and attributes live as long as the context.
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

/// Copies the discardable attributes that `keep` says yes to. Names are bytes and need not be text.
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

/// Removes an attribute of either storage; says whether there was one.
pub fn remove(op: OperationRef<'_, '_>, name: &str) -> bool {
    // SAFETY: the operation is alive.
    unsafe { mlirOperationRemoveAttributeByName(op.to_raw(), raw(name)) }
}

/// Has MLIR verify an operation without those inside it.
///
/// # Errors
/// After diagnostics of MLIR.
pub fn verify_alone(op: OperationRef<'_, '_>) -> Result<(), Failure> {
    // SAFETY: the operation is alive.
    if unsafe { tileirasVerifyAlone(op.to_raw()) } { Ok(()) } else { Err(Failure) }
}

/// Gives an operation without a place of its own one.
pub fn locate<'c>(op: OperationRef<'c, '_>, place: Location<'c>) {
    // SAFETY: operation and places belong to one context; places are unique, so that they can be compared.
    unsafe {
        if mlirLocationEqual(
            mlirOperationGetLocation(op.to_raw()),
            mlirLocationUnknownGet(mlirOperationGetContext(op.to_raw())),
        ) {
            mlirOperationSetLocation(op.to_raw(), place.to_raw());
        }
    }
}

/// The operations directly inside, over all regions and blocks, in order. None may be moved or removed meanwhile.
pub fn inside<'c, 'a>(op: OperationRef<'c, 'a>) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    // SAFETY: the operation is alive; null ends each list.
    let mut region = unsafe { mlirOperationGetFirstRegion(op.to_raw()) };
    let mut block = MlirBlock { ptr: std::ptr::null_mut() };
    let mut child = MlirOperation { ptr: std::ptr::null_mut() };
    iter::from_fn(move || {
        // SAFETY: each handle is asked for its successor while alive.
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

/// The operations directly inside, as a list.
#[must_use]
pub fn children<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    inside(op).collect()
}

/// Whether the context knows operations of that name: their dialect is loaded. Without, there are none.
#[must_use]
pub fn is_known(root: OperationRef<'_, '_>, name: &str) -> bool {
    // SAFETY: the operation is alive.
    unsafe { mlirContextIsRegisteredOperation(mlirOperationGetContext(root.to_raw()), raw(name)) }
}

/// Visits every operation at and below `root`, each before what is inside it, in order.
pub fn walk<'c: 'a, 'a, F: FnMut(OperationRef<'c, 'a>)>(root: OperationRef<'c, 'a>, visit: F) {
    struct Walk<F> {
        visit: F,
        panic: Option<Box<dyn Any + Send>>,
    }
    unsafe extern "C" fn enter<'c: 'a, 'a, F: FnMut(OperationRef<'c, 'a>)>(
        op: MlirOperation,
        walk: *mut c_void,
    ) -> MlirWalkResult {
        // SAFETY: the data is the walk below, and the operation lives as long as the root.
        let (walk, op) = unsafe { (&mut *walk.cast::<Walk<F>>(), OperationRef::from_raw(op)) };
        // The guard's work without its message: the panic goes on once MLIR has returned.
        match catch_unwind(AssertUnwindSafe(|| (walk.visit)(op))) {
            Ok(()) => MlirWalkResult_MlirWalkResultAdvance,
            Err(panic) => {
                walk.panic = Some(panic);
                MlirWalkResult_MlirWalkResultInterrupt
            }
        }
    }
    let mut walk = Walk { visit, panic: None };
    // SAFETY: the operation is alive, and `enter` gets the walk it expects.
    unsafe {
        mlirOperationWalk(root.to_raw(), Some(enter::<F>), (&raw mut walk).cast(), MlirWalkOrder_MlirWalkPreOrder);
    }
    if let Some(panic) = walk.panic {
        resume_unwind(panic);
    }
}

/// Every operation of that name, which a dialect has, at or below `root`, in order.
#[must_use]
pub fn find_all<'c, 'a>(root: OperationRef<'c, 'a>, name: &str) -> Vec<OperationRef<'c, 'a>> {
    let mut found = Vec::new();
    if is_known(root, name) {
        // SAFETY: the operation is alive. Names are unique, so that their addresses can be compared.
        let wanted = unsafe { mlirIdentifierGet(mlirOperationGetContext(root.to_raw()), raw(name)).ptr.addr() };
        walk(root, |op| found.extend((name_key(op) == wanted).then_some(op)));
    }
    found
}

/// Puts `new` in the place of `old`: its results take over the uses, and `old` is gone. Both have equally many results.
pub fn replace<'c>(old: OperationRef<'c, '_>, new: Operation<'c>) {
    let (old, new) = (old.to_raw(), new.into_raw());
    // SAFETY: `old` stands in a block and is not used after it is destroyed; the block takes ownership of `new`.
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
