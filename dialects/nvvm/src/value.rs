//! Attributes as plain values, and back.

use melior::ir::{Attribute, AttributeLike};
use mlir_sys::mlirDenseI64ArrayGetElement;
use mlir_sys::{mlirAttributeIsADenseI64Array, mlirAttributeIsAInteger, mlirDenseArrayGetNumElements};

use tileiras_contract::Value;
use tileiras_mlir::ContextHandle;
use tileiras_mlir::attribute::{View, i32_array, integer, print, string, unit, view};
use tileiras_mlir::text::lossy;

/// What an attribute says. Lists of lists are read as deep as they are written.
#[must_use]
pub fn read<'c>(attribute: Attribute<'c>) -> Value<'c> {
    match view(attribute) {
        View::Unit => Value::Unit,
        View::Integer { value, width } => Value::Integer { value, width },
        View::Text(text) => Value::Text(lossy(text)),
        View::I32Array(values) => Value::I32Array(values.iter().collect()),
        View::Array(values) => Value::List(values.iter().map(read).collect()),
        View::Symbol(other) | View::Other(other) => {
            wide_integer(other).or_else(|| i64_array(other)).unwrap_or_else(|| Value::Other(print(other).into()))
        }
    }
}

/// An integer of 65 to 128 bits, which the C API cannot return; its text can be read.
fn wide_integer(attribute: Attribute<'_>) -> Option<Value<'static>> {
    // SAFETY: any attribute may be asked.
    if !unsafe { mlirAttributeIsAInteger(attribute.to_raw()) } {
        return None;
    }
    let text = print(attribute);
    let (value, r#type) = text.split_once(" : ")?;
    let width = r#type.trim_start_matches(['s', 'u']).strip_prefix('i')?;
    Some(Value::Integer { value: value.parse().ok()?, width: width.parse().ok()? })
}

/// `array<i64: …>`.
fn i64_array(attribute: Attribute<'_>) -> Option<Value<'static>> {
    let raw = attribute.to_raw();
    // SAFETY: the kind is asked first, and the range gives the bounds.
    unsafe {
        mlirAttributeIsADenseI64Array(raw).then(|| {
            let values = (0..mlirDenseArrayGetNumElements(raw)).map(|index| mlirDenseI64ArrayGetElement(raw, index));
            Value::List(values.map(|value| Value::Integer { value: value.into(), width: 64 }).collect())
        })
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
        Value::List(_) | Value::Other(_) => None,
    }
}
