//! Values: where they come from, and what their types say.
//!
//! Leaves out on purpose: uses, which no pass asks for.

use crate::block::Block;
use melior::ir::{OperationRef, Type, TypeLike as _, Value, ValueLike as _};
use mlir_sys::*;

/// The operation that a value is a result of, with the number of the result; none for an argument of a block.
#[must_use]
pub fn definition<'c, 'a>(value: Value<'c, 'a>) -> Option<(OperationRef<'c, 'a>, usize)> {
    let raw = value.to_raw();
    // SAFETY: the kind is asked first; the operation lives as long as its result.
    unsafe {
        mlirValueIsAOpResult(raw)
            .then(|| (OperationRef::from_raw(mlirOpResultGetOwner(raw)), mlirOpResultGetResultNumber(raw) as usize))
    }
}

/// The block that a value is defined in.
#[must_use]
pub fn block<'c, 'a>(value: Value<'c, 'a>) -> Option<Block<'c, 'a>> {
    let raw = value.to_raw();
    // SAFETY: a value is a result or an argument; null stands for none.
    unsafe {
        Block::from_raw(if mlirValueIsAOpResult(raw) {
            mlirOperationGetBlock(mlirOpResultGetOwner(raw))
        } else {
            mlirBlockArgumentGetOwner(raw)
        })
    }
}

/// The address of a value, as a key.
#[must_use]
pub fn key(value: Value<'_, '_>) -> usize {
    value.to_raw().ptr.addr()
}

/// The bits of an integer type; 64 for `index`.
#[must_use]
pub fn integer_width(r#type: Type<'_>) -> Option<u32> {
    let raw = r#type.to_raw();
    // SAFETY: the kind is asked first.
    unsafe {
        if mlirTypeIsAIndex(raw) {
            return Some(64);
        }
        mlirTypeIsAInteger(raw).then(|| mlirIntegerTypeGetWidth(raw))
    }
}

/// The address space of a pointer of the LLVM dialect.
#[must_use]
pub fn pointer_space(r#type: Type<'_>) -> Option<u32> {
    let raw = r#type.to_raw();
    // SAFETY: the kind is asked first.
    unsafe { mlirTypeIsALLVMPointerType(raw).then(|| mlirLLVMPointerTypeGetAddressSpace(raw)) }
}

/// How many members a struct of the LLVM dialect has.
#[must_use]
pub fn struct_length(r#type: Type<'_>) -> Option<usize> {
    let raw = r#type.to_raw();
    // SAFETY: the kind is asked first. An opaque struct has no members to count.
    unsafe {
        (mlirTypeIsALLVMStructType(raw) && !mlirLLVMStructTypeIsOpaque(raw))
            .then(|| mlirLLVMStructTypeGetNumElementTypes(raw) as usize)
    }
}
