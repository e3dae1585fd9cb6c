//! Reads one statement of a fact.
//!
//! Accepts a [`Statement`]. Which values are legal depends on its carrier:
//!
//! | type | tuple | attribute | passthrough |
//! |---|---|---|---|
//! | unit | integer (0: the fact does not hold) | unit, non-zero integer, text | unit, text |
//! | axis, scalar | integer | integer, text | text |
//! | dims | array or list of 1 to 3 integers | the same, text | text |
//! | indices | array or list of integers | the same, text | text |
//!
//! A text is what LLVM's NVPTX back end reads: decimal numbers separated by commas, with optional blanks around them,
//! and optionally one comma after the last of a shape or a list of indices; for a unit, the empty text, `true`, or a
//! decimal number other than 0.
//!
//! Guarantees a claim with the unchanged numbers of the value, and ascending, unique indices. A shape with fewer than
//! three sizes states nothing about the others: another carrier can ([`merge`](super::merge())).
//! Rejects, with a [`ValueFault`], negative numbers, numbers that the canonical attribute cannot hold, booleans instead
//! of numbers, and numbers that LLVM would not read as decimal (it reads `010` as 8, measured).
//!
//! Leaves out on purpose: whether the fact makes sense. A size of 0 is read; the rule `positive-value` reports it.

use std::fmt::{self, Display, Formatter};

use tileiras_target::Axis;

use crate::carrier::Carrier;
use crate::fact::{Fact, FactType};
use crate::fact_set::{Dims, FactValue, Indices};
use crate::function_facts::Statement;
use crate::value::{Value, separated};

use super::fault::{FaultKind, ValueFault};

/// What one statement claims about one fact.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Claim {
    /// The fact does not hold. Only a tuple with the value 0 claims this.
    Denied,
    /// The sizes of a shape in x, y and z, as far as they are stated.
    Sizes([Option<u32>; 3]),
    /// The value of a fact that is no shape.
    Whole(FactValue),
}

impl Claim {
    /// One axis of a shape.
    pub fn axis(axis: Axis, size: u32) -> Self {
        let mut sizes = [None; 3];
        sizes[axis.index()] = Some(size);
        Claim::Sizes(sizes)
    }

    /// All axes of a shape.
    pub fn dims(dims: Dims) -> Self {
        Claim::Sizes(dims.map(Some))
    }
}

/// As in a message about a conflict: `true`, `false`, `128`, `[128, 1, 1]`.
impl Display for Claim {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Denied => f.write_str("false"),
            Claim::Sizes(sizes) => match sizes.iter().flatten().collect::<Vec<_>>().as_slice() {
                [size] => write!(f, "{size}"),
                sizes => {
                    f.write_str("[")?;
                    separated(f, sizes)?;
                    f.write_str("]")
                }
            },
            Claim::Whole(FactValue::Unit) => f.write_str("true"),
            Claim::Whole(value) => write!(f, "{value}"),
        }
    }
}

/// Whether a value of this carrier can be a text.
const fn takes_text(carrier: Carrier) -> bool {
    !matches!(carrier, Carrier::Tuple(_))
}

/// Whether a value of this carrier can be an attribute other than a text.
const fn takes_attributes(carrier: Carrier) -> bool {
    !matches!(carrier, Carrier::Passthrough)
}

/// What a statement claims.
///
/// # Errors
/// [`ValueFault`] if its value is not valid.
pub fn read_claim(statement: &Statement<'_>) -> Result<Claim, ValueFault> {
    let Statement { spelling, value, carrier } = statement;
    if let Carrier::Argument(index) = carrier {
        return Ok(Claim::Whole(FactValue::Indices(Indices::from_slice(&[*index]))));
    }
    let claim = match (spelling.fact.value_type(), spelling.axis) {
        (FactType::Unit, _) => flag(value, *carrier),
        (FactType::Scalar, _) => number(value, *carrier).map(|number| Claim::Whole(FactValue::Scalar(number))),
        (FactType::Dims, Some(axis)) => size(value, *carrier).map(|size| Claim::axis(axis, size)),
        (FactType::Dims, None) => sizes(value, *carrier).map(Claim::Sizes),
        (FactType::Indices, _) => indices(value, *carrier).map(|indices| Claim::Whole(FactValue::Indices(indices))),
    };
    claim.map_err(|kind| ValueFault { key: spelling.name, kind })
}

/// The sizes that an attribute other than a spelling of a fact states: 1 to 3 positive ones.
pub(crate) fn dims(value: &Value<'_>) -> Option<Dims> {
    if matches!(value, Value::Text(_)) {
        return None;
    }
    let sizes = sizes(value, Carrier::Attribute).ok()?;
    Some(sizes.map(|size| size.unwrap_or(1))).filter(|dims| !dims.contains(&0))
}

/// Checks that each of `indices` is one of the arguments, 1 to `argument_count`.
///
/// # Errors
/// [`ValueFault`] for the first index that is not.
pub fn check_indices(indices: &[u32], argument_count: u32) -> Result<(), ValueFault> {
    let Some(&index) = indices.iter().find(|&&index| index == 0 || index > argument_count) else {
        return Ok(());
    };
    let kind = match argument_count {
        0 => FaultKind::NoArgument { index },
        count => FaultKind::Argument { index, count },
    };
    Err(ValueFault { key: Fact::GridConstant.attribute(), kind })
}

/// Why a value is not a number of 32 bits without a sign.
#[derive(Copy, Clone)]
enum Misread {
    /// It is something else, or negative.
    NotUnsigned,
    TooLarge,
    NotDecimal,
}

impl Misread {
    /// The fault of a list of sizes or indices.
    fn fault(self, value: &Value, otherwise: fn(String) -> FaultKind) -> FaultKind {
        let found = value.to_string();
        match self {
            Misread::NotDecimal => FaultKind::Decimal { found },
            Misread::TooLarge => FaultKind::Size { found },
            Misread::NotUnsigned => otherwise(found),
        }
    }
}

fn flag(value: &Value<'_>, carrier: Carrier) -> Result<Claim, FaultKind> {
    let is_tuple = matches!(carrier, Carrier::Tuple(_));
    match value {
        Value::Integer { value: 0, .. } if is_tuple => Ok(Claim::Denied),
        Value::Integer { .. } if is_tuple => Ok(Claim::Whole(FactValue::Unit)),
        _ if is_tuple => Err(FaultKind::Flag { found: value.to_string() }),
        Value::Unit => Ok(Claim::Whole(FactValue::Unit)),
        Value::Integer { value, .. } if takes_attributes(carrier) && *value != 0 => Ok(Claim::Whole(FactValue::Unit)),
        Value::Text(text) if is_true(text) => Ok(Claim::Whole(FactValue::Unit)),
        _ => Err(FaultKind::Presence { found: value.to_string() }),
    }
}

fn number(value: &Value, carrier: Carrier) -> Result<u32, FaultKind> {
    let read = match value {
        Value::Text(text) if takes_text(carrier) => decimal(text),
        _ if takes_attributes(carrier) => integer(value),
        _ => Err(Misread::NotUnsigned),
    };
    read.map_err(|why| match (value, carrier) {
        // A tuple of LLVM IR has integers without a sign: `i32 4294967295` and `i32 -1` are the same constant.
        (Value::Integer { value: number, width }, Carrier::Tuple(_)) if *number < 0 && *width <= 64 => {
            let unsigned = number + (1_i128 << width);
            FaultKind::Number { found: format!("{value} (unsigned {unsigned})") }
        }
        _ if matches!(why, Misread::NotDecimal) => FaultKind::Decimal { found: value.to_string() },
        _ => FaultKind::Number { found: value.to_string() },
    })
}

fn size(value: &Value, carrier: Carrier) -> Result<u32, FaultKind> {
    fit(number(value, carrier)?, value)
}

fn sizes(value: &Value, carrier: Carrier) -> Result<[Option<u32>; 3], FaultKind> {
    let stated = numbers(value, carrier).map_err(|why| why.fault(value, |found| FaultKind::Dims { found }))?;
    if !(1..=3).contains(&stated.len()) {
        return Err(FaultKind::DimsCount { count: stated.len() });
    }
    let mut sizes = [None; 3];
    for (axis, size) in sizes.iter_mut().zip(stated) {
        *axis = Some(fit(size, value)?);
    }
    Ok(sizes)
}

fn indices(value: &Value, carrier: Carrier) -> Result<Indices, FaultKind> {
    let mut indices = numbers(value, carrier).map_err(|why| why.fault(value, |found| FaultKind::Indices { found }))?;
    if indices.contains(&0) {
        return Err(FaultKind::Indices { found: value.to_string() });
    }
    for &index in &indices {
        fit(index, value)?;
    }
    indices.sort_unstable();
    indices.dedup();
    Ok(indices)
}

/// A size or an index that the canonical attribute can hold.
fn fit(size: u32, value: &Value) -> Result<u32, FaultKind> {
    if i32::try_from(size).is_ok() { Ok(size) } else { Err(FaultKind::Size { found: value.to_string() }) }
}

fn numbers(value: &Value, carrier: Carrier) -> Result<Indices, Misread> {
    match value {
        Value::I32Array(values) if takes_attributes(carrier) => {
            values.iter().map(|&number| u32::try_from(number).map_err(|_| Misread::NotUnsigned)).collect()
        }
        Value::List(values) if takes_attributes(carrier) => values.iter().map(integer).collect(),
        Value::Text(text) if takes_text(carrier) => {
            text.strip_suffix(',').unwrap_or(text).split(',').map(decimal).collect()
        }
        _ => Err(Misread::NotUnsigned),
    }
}

fn integer(value: &Value) -> Result<u32, Misread> {
    match value {
        // A boolean.
        Value::Integer { width: 1, .. } => Err(Misread::NotUnsigned),
        Value::Integer { value, .. } if *value < 0 => Err(Misread::NotUnsigned),
        Value::Integer { value, .. } => u32::try_from(*value).map_err(|_| Misread::TooLarge),
        _ => Err(Misread::NotUnsigned),
    }
}

fn decimal(text: &str) -> Result<u32, Misread> {
    match text.trim_ascii().as_bytes() {
        [b'0', b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z', ..] => Err(Misread::NotDecimal),
        digits @ [b'0'..=b'9', ..] if digits.iter().all(u8::is_ascii_digit) => {
            text.trim_ascii().parse().map_err(|_| Misread::TooLarge)
        }
        _ => Err(Misread::NotUnsigned),
    }
}

fn is_true(text: &str) -> bool {
    matches!(text.trim_ascii(), "" | "true") || decimal(text).is_ok_and(|n| n != 0)
}
