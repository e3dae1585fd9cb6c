//! Converts attributes to values without MLIR, and back.

use melior::ir::Attribute;
use tileiras_contract::Value;
use tileiras_mlir::ContextHandle;
use tileiras_mlir::attribute::{
    Array, View, i32_array, i64_array_values, integer, integer_value, is_endless, print, string, unit, view,
};
use tileiras_mlir::text::lossy;

/// The value of an attribute. Nested lists are read at any depth, unless their text [is endless](is_endless).
#[must_use]
pub fn read<'c>(attribute: Attribute<'c>) -> Value<'c> {
    if Array::new(attribute).is_some() && is_endless(attribute) {
        return Value::Other(print(attribute).into());
    }
    read_finite(attribute)
}

fn read_finite<'c>(attribute: Attribute<'c>) -> Value<'c> {
    match view(attribute) {
        View::Unit => Value::Unit,
        View::Integer { value, width } => Value::Integer { value, width },
        View::Text(text) => Value::Text(lossy(text)),
        View::I32Array(values) => Value::I32Array(values.iter().collect()),
        View::Array(values) => Value::List(values.iter().map(read_finite).collect()),
        View::Symbol(other) | View::Other(other) => read_other(other),
    }
}

/// An integer of more than 64 bits, `array<i64: …>`, or the text of any other attribute.
fn read_other<'c>(attribute: Attribute<'c>) -> Value<'c> {
    if let Some((value, width)) = integer_value(attribute) {
        return Value::Integer { value, width };
    }
    let integer = |value: i64| Value::Integer { value: value.into(), width: 64 };
    match i64_array_values(attribute) {
        Some(values) => Value::List(values.into_iter().map(integer).collect()),
        None => Value::Other(print(attribute).into()),
    }
}

/// The attribute of a value in canonical form: a unit, an integer of at most 64 bits, or `array<i32: …>`.
///
/// Returns `None` for values that are never canonical.
#[must_use]
pub fn write<'c>(context: impl Into<ContextHandle<'c>>, value: &Value<'_>) -> Option<Attribute<'c>> {
    match value {
        Value::Unit => Some(unit(context)),
        Value::Integer { value, width } => Some(integer(context, i64::try_from(*value).ok()?, *width)),
        Value::I32Array(values) => Some(i32_array(context, values)),
        Value::Text(text) => Some(string(context, text)),
        Value::Sizes(_) | Value::List(_) | Value::Other(_) => None,
    }
}
