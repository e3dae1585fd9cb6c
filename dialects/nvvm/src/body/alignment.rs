//! The known alignment of an address.
//!
//! Accepts addresses of globals, plus constant offsets and multiples of constant sizes.
//!
//! Leaves out on purpose: any other address, of which nothing is known.

use melior::ir::{OperationRef, Value};
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::layout::{TypeLayout, array_element, type_of_attribute};
use tileiras_mlir::operation;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::value::definition;

use super::constants::Constants;

/// The longest chain of operations from a global to an address.
const MAX_DEPTH: u32 = 24;

/// The value in `rawConstantIndices` of an index that is an operand.
const DYNAMIC: i32 = i32::MIN;

/// The alignment in bytes, a power of two, that an address has in every execution.
pub(super) fn of<'c, 'a>(
    address: Value<'c, 'a>,
    module: OperationRef<'c, 'a>,
    symbols: &mut Symbols<'c, 'a>,
    constants: &mut Constants,
) -> Option<u64> {
    let mut align = u64::MAX;
    let mut address = address;
    for _ in 0..MAX_DEPTH {
        let (op, _) = definition(address)?;
        match operation::name(op) {
            b"llvm.mlir.addressof" => {
                let global = symbols.resolve(module, operation::inherent_attribute(op, "global_name")?)?;
                return Some(align.min(of_global(global)?));
            }
            b"llvm.addrspacecast" | b"llvm.ptrtoint" | b"llvm.inttoptr" | b"llvm.zext" | b"llvm.bitcast" => {}
            b"llvm.getelementptr" => align = align.min(offset_alignment(op, constants)?),
            b"llvm.add" | b"arith.addi" => align = align.min(power_of_two(constants.of(operation::operand(op, 1)?)?)),
            _ => return None,
        }
        address = operation::operand(op, 0)?;
    }
    None
}

/// The alignment in bytes of a variable.
pub(super) fn of_global(global: OperationRef<'_, '_>) -> Option<u64> {
    if let Some(View::Integer { value, .. }) = operation::inherent_attribute(global, "alignment").map(view) {
        return u64::try_from(value).ok();
    }
    let r#type = type_of_attribute(operation::inherent_attribute(global, "global_type")?)?;
    TypeLayout::of(r#type).map(|layout| layout.align)
}

/// The size in bytes of a variable.
pub(super) fn size_of_global(global: OperationRef<'_, '_>) -> Option<u64> {
    let r#type = type_of_attribute(operation::inherent_attribute(global, "global_type")?)?;
    TypeLayout::of(r#type).map(|layout| layout.size)
}

/// The largest power of two that divides every offset that a `llvm.getelementptr` can add.
fn offset_alignment(op: OperationRef<'_, '_>, constants: &mut Constants) -> Option<u64> {
    let Some(View::I32Array(indices)) = operation::inherent_attribute(op, "rawConstantIndices").map(view) else {
        return None;
    };
    let mut r#type = Some(type_of_attribute(operation::inherent_attribute(op, "elem_type")?)?);
    let mut align = u64::MAX;
    let mut operand = 1;
    for (position, index) in indices.iter().enumerate() {
        if position > 0 {
            r#type = r#type.and_then(array_element);
        }
        let index = if index == DYNAMIC {
            operand += 1;
            constants.of(operation::operand(op, operand - 1)?)
        } else {
            Some(index.into())
        };
        let Some(size) = r#type.and_then(TypeLayout::of).and_then(|layout| i64::try_from(layout.size).ok()) else {
            // The offset of a member of a struct is not computed, except for the first one, which is at 0.
            if index == Some(0) {
                continue;
            }
            return None;
        };
        align = align.min(power_of_two(size.wrapping_mul(index.unwrap_or(1))));
    }
    Some(align)
}

/// The largest power of two that divides a number.
const fn power_of_two(value: i64) -> u64 {
    if value == 0 { u64::MAX } else { 1 << value.trailing_zeros() }
}
