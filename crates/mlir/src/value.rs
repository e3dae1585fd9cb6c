//! Values and their types: the defining operation or block, and properties of types.
//!
//! Leaves out on purpose: the operations that use a value. No pass needs them.

use crate::block::Block;
use melior::ir::{Attribute, OperationRef, Type, TypeLike as _, Value, ValueLike as _};
use mlir_sys::*;

/// The defining operation of a value, with the result number; `None` for a block argument.
#[must_use]
pub fn definition<'c, 'a>(value: Value<'c, 'a>) -> Option<(OperationRef<'c, 'a>, usize)> {
    let raw = value.to_raw();
    // SAFETY: the kind is checked first, and the operation lives as long as its result.
    unsafe {
        mlirValueIsAOpResult(raw)
            .then(|| (OperationRef::from_raw(mlirOpResultGetOwner(raw)), mlirOpResultGetResultNumber(raw) as usize))
    }
}

/// The block that a value is defined in; `None` if its operation is in no block.
#[must_use]
pub fn block<'c, 'a>(value: Value<'c, 'a>) -> Option<Block<'c, 'a>> {
    let raw = value.to_raw();
    // SAFETY: a value is an operation result or a block argument. The block of an operation may be null, which
    // `from_raw` turns into `None`.
    unsafe {
        Block::from_raw(if mlirValueIsAOpResult(raw) {
            mlirOperationGetBlock(mlirOpResultGetOwner(raw))
        } else {
            mlirBlockArgumentGetOwner(raw)
        })
    }
}

/// The block of a block argument, with the number of the argument; `None` for the result of an operation.
#[must_use]
pub fn block_argument<'c, 'a>(value: Value<'c, 'a>) -> Option<(Block<'c, 'a>, usize)> {
    let raw = value.to_raw();
    // SAFETY: the kind is checked first, and the block lives as long as its arguments.
    unsafe {
        if !mlirValueIsABlockArgument(raw) {
            return None;
        }
        Some((Block::from_raw(mlirBlockArgumentGetOwner(raw))?, mlirBlockArgumentGetArgNumber(raw) as usize))
    }
}

/// The address of a value, as a key of hash tables. It is unique as long as the value lives.
#[must_use]
pub fn key(value: Value<'_, '_>) -> usize {
    value.to_raw().ptr.addr()
}

/// The width of an integer type in bits, 64 for `index`; `None` for another type.
#[must_use]
pub fn integer_width(r#type: Type<'_>) -> Option<u32> {
    let raw = r#type.to_raw();
    // SAFETY: the kind is checked first.
    unsafe {
        if mlirTypeIsAIndex(raw) {
            return Some(64);
        }
        mlirTypeIsAInteger(raw).then(|| mlirIntegerTypeGetWidth(raw))
    }
}

/// The address space of a pointer type of the LLVM dialect; `None` for another type.
#[must_use]
pub fn pointer_space(r#type: Type<'_>) -> Option<u32> {
    let raw = r#type.to_raw();
    // SAFETY: the kind is checked first.
    unsafe { mlirTypeIsALLVMPointerType(raw).then(|| mlirLLVMPointerTypeGetAddressSpace(raw)) }
}

/// The number of fields of a struct type of the LLVM dialect; `None` for another type and for an opaque struct.
#[must_use]
pub fn struct_field_count(r#type: Type<'_>) -> Option<usize> {
    let raw = r#type.to_raw();
    // SAFETY: the kind is checked first. An opaque struct has no fields.
    unsafe {
        (mlirTypeIsALLVMStructType(raw) && !mlirLLVMStructTypeIsOpaque(raw))
            .then(|| mlirLLVMStructTypeGetNumElementTypes(raw) as usize)
    }
}

/// Whether a type is the void type of the LLVM dialect.
#[must_use]
pub fn is_void(r#type: Type<'_>) -> bool {
    let raw = r#type.to_raw();
    // SAFETY: the type is alive, and operations that can have a result of this type are of a loaded dialect.
    unsafe { mlirTypeEqual(raw, mlirLLVMVoidTypeGet(mlirTypeGetContext(raw))) }
}

/// Whether a type is a floating-point type.
#[must_use]
pub fn is_float(r#type: Type<'_>) -> bool {
    // SAFETY: the function accepts any type.
    unsafe { mlirTypeIsAFloat(r#type.to_raw()) }
}

/// Whether a type is a struct type of the LLVM dialect.
#[must_use]
pub fn is_struct(r#type: Type<'_>) -> bool {
    // SAFETY: the function accepts any type.
    unsafe { mlirTypeIsALLVMStructType(r#type.to_raw()) }
}

/// The width of a floating-point type in bits; `None` for another type.
#[must_use]
pub fn float_width(r#type: Type<'_>) -> Option<u32> {
    // SAFETY: the kind is checked first.
    is_float(r#type).then(|| unsafe { mlirFloatTypeGetWidth(r#type.to_raw()) })
}

/// The memory space of a memref type; `None` for another type, and for the default space.
#[must_use]
pub fn memory_space(r#type: Type<'_>) -> Option<Attribute<'_>> {
    let raw = r#type.to_raw();
    // SAFETY: the kind is checked first; null means the default.
    unsafe { Attribute::from_option_raw(mlirTypeIsAMemRef(raw).then(|| mlirMemRefTypeGetMemorySpace(raw))?) }
}

/// The type of a field of a struct type of the LLVM dialect; `None` for another type, and if there is no such field.
#[must_use]
pub fn struct_field_type(r#type: Type<'_>, index: usize) -> Option<Type<'_>> {
    // SAFETY: the type is a struct with more than `index` fields.
    (index < struct_field_count(r#type)?)
        .then(|| unsafe { Type::from_raw(mlirLLVMStructTypeGetElementType(r#type.to_raw(), index as isize)) })
}
