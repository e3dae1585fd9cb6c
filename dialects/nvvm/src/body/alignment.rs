//! How an address is known to be aligned.
//!
//! Accepts addresses of globals, with constant offsets and with steps of constant size. Leaves out on purpose: addresses
//! that come from elsewhere; nothing is known of them.

use melior::ir::{OperationRef, Value};
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::layout::{TypeLayout, array_element, type_of_attribute};
use tileiras_mlir::operation;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::value::definition;

use super::table::OperationNames;
use super::value_numbering::ValueNumbering;

/// How far back an address is followed.
const DEPTH: u32 = 24;

/// The index that stands for an operand in `rawConstantIndices`.
const DYNAMIC: i32 = i32::MIN;

/// The alignment in bytes, a power of two, that holds whatever the program does.
pub(super) fn of<'c, 'a>(
    address: Value<'c, 'a>,
    module: OperationRef<'c, 'a>,
    symbols: &mut Symbols<'c, 'a>,
    numbering: &mut ValueNumbering,
    names: &mut OperationNames,
) -> Option<u64> {
    let mut align = u64::MAX;
    let mut address = address;
    for _ in 0..DEPTH {
        let (op, _) = definition(address)?;
        match operation::name(op) {
            b"llvm.mlir.addressof" => {
                let global = symbols.resolve(module, operation::inherent(op, "global_name")?)?;
                return Some(align.min(of_global(global)?));
            }
            b"llvm.addrspacecast" | b"llvm.ptrtoint" | b"llvm.inttoptr" | b"llvm.zext" | b"llvm.bitcast" => {}
            b"llvm.getelementptr" => align = align.min(step(op, numbering, names)?),
            b"llvm.add" | b"arith.addi" => {
                align = align.min(power(numbering.constant(operation::operand(op, 1)?, names)?))
            }
            _ => return None,
        }
        address = operation::operand(op, 0)?;
    }
    None
}

fn of_global(global: OperationRef<'_, '_>) -> Option<u64> {
    if let Some(View::Integer { value, .. }) = operation::inherent(global, "alignment").map(view) {
        return u64::try_from(value).ok();
    }
    let r#type = type_of_attribute(operation::inherent(global, "global_type")?)?;
    TypeLayout::of(r#type).map(|layout| layout.align)
}

/// The largest power of two that each offset that the operation can add is a multiple of.
fn step(op: OperationRef<'_, '_>, numbering: &mut ValueNumbering, names: &mut OperationNames) -> Option<u64> {
    let Some(View::I32Array(indices)) = operation::inherent(op, "rawConstantIndices").map(view) else { return None };
    let mut r#type = Some(type_of_attribute(operation::inherent(op, "elem_type")?)?);
    let mut align = u64::MAX;
    let mut operand = 1;
    for (place, index) in indices.iter().enumerate() {
        if place > 0 {
            r#type = r#type.and_then(array_element);
        }
        let index = if index == DYNAMIC {
            operand += 1;
            numbering.constant(operation::operand(op, operand - 1)?, names)
        } else {
            Some(index.into())
        };
        let Some(size) = r#type.and_then(TypeLayout::of).and_then(|layout| i64::try_from(layout.size).ok()) else {
            // A member of a struct: where it lies is not asked for, but for the first.
            if index == Some(0) {
                continue;
            }
            return None;
        };
        align = align.min(power(size.wrapping_mul(index.unwrap_or(1))));
    }
    Some(align)
}

/// The largest power of two that divides a number.
const fn power(value: i64) -> u64 {
    if value == 0 { u64::MAX } else { 1 << value.trailing_zeros() }
}
