//! Reads canonical attributes.

use crate::fact::{Fact, FactType};
use crate::fact_set::{FactValue, Indices};
use crate::value::Value;

/// The value of a canonical attribute, if it is valid: a unit; 1 to 3 sizes, for a cluster exactly 3; a number; 1-based
/// indices, each once.
pub fn canonical(fact: Fact, value: &Value<'_>) -> Option<FactValue> {
    match (fact.value_type(), value) {
        (FactType::Unit, Value::Unit) => Some(FactValue::Unit),
        (FactType::Dims, Value::I32Array(sizes)) => {
            let legal = if fact == Fact::ClusterDim { 3..=3 } else { 1..=3 };
            let mut dims = [1; 3];
            if !legal.contains(&sizes.len()) {
                return None;
            }
            for (axis, &size) in dims.iter_mut().zip(sizes.iter()) {
                *axis = u32::try_from(size).ok()?;
            }
            Some(FactValue::Dims(dims))
        }
        (FactType::Dims, Value::Sizes(sizes)) => {
            let mut dims = [1; 3];
            dims.iter_mut().zip(sizes.iter()).for_each(|(axis, &size)| *axis = size);
            Some(FactValue::Dims(dims))
        }
        (FactType::Scalar, Value::Integer { value, width: 2.. }) => {
            Some(FactValue::Scalar(u32::try_from(*value).ok()?))
        }
        (FactType::Indices, Value::I32Array(indices)) => {
            let numbers = indices.iter().map(|&index| u32::try_from(index).ok().filter(|&index| index > 0));
            let mut numbers: Indices = numbers.collect::<Option<_>>()?;
            numbers.sort_unstable();
            numbers.dedup();
            (numbers.len() == indices.len()).then_some(FactValue::Indices(numbers))
        }
        _ => None,
    }
}
