//! One statement of a fact by one carrier, normalised.
//!
//! Accepts the value next to a [`Spelling`], in the [`Form`] its carrier has. What is legal:
//!
//! | shape | legacy | attribute | passthrough |
//! |---|---|---|---|
//! | unit | integer (0 denies) | unit, non-zero integer, text | text |
//! | axis, scalar | integer | integer, text | text |
//! | dims | array or list of 1 to 3 integers | the same, text | text |
//! | indices | array or list of integers | the same, text | text |
//!
//! A text is what LLVM's NVPTX back end reads: decimals with commas between them, blanks around
//! them, one comma after the last; for a unit, nothing, `true`, or a decimal other than 0.
//!
//! Guarantees a claim that says what the value says: numbers unchanged, missing axes 1, indices
//! ascending and unique. Refuses, with a [`ValueFault`], negative numbers, numbers that the
//! canonical attribute cannot hold, booleans in place of numbers, and numbers that LLVM would not
//! read as decimal (`010` is 8 to it, measured).
//!
//! Leaves out on purpose: whether the fact makes sense. A size of 0 is read; `positive-value` is a
//! rule's business.

use smallvec::SmallVec;

use crate::fact::{Axis, Fact, Shape, Spelling};
use crate::fault::{FaultKind, ValueFault};
use crate::value::Value;

/// A block or cluster shape: x, y, z.
pub type Dims = [i32; 3];

/// 1-based argument indices, ascending and unique.
pub type Indices = SmallVec<[u32; 4]>;

/// What one carrier says about one fact.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Claim {
    /// The fact holds; `false` only from the legacy `0`, which says that it does not.
    Unit(bool),
    /// One axis of a shape.
    Axis(Axis, i32),
    /// All axes of a shape, missing ones 1.
    Dims(Dims),
    /// A number.
    Scalar(u32),
    /// A set of arguments.
    Indices(Indices),
}

/// The kind of carrier a value stands in, which decides what is legal.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Form {
    /// A tuple of `nvvm.annotations`.
    Legacy,
    /// An attribute of the function.
    Attribute,
    /// A string of the function's `passthrough`.
    Passthrough,
}

impl Form {
    const fn takes_text(self) -> bool {
        matches!(self, Form::Attribute | Form::Passthrough)
    }

    const fn takes_attributes(self) -> bool {
        matches!(self, Form::Legacy | Form::Attribute)
    }
}

/// What `value` says under the name `spelling`, in a carrier of kind `form`.
pub fn read_claim(spelling: &Spelling, value: &Value, form: Form) -> Result<Claim, ValueFault> {
    let claim = match (spelling.fact.shape(), spelling.axis) {
        (Shape::Unit, _) => flag(value, form).map(Claim::Unit),
        (Shape::Scalar, _) => number(value, form).map(Claim::Scalar),
        (Shape::Dims, Some(axis)) => size(value, form).map(|n| Claim::Axis(axis, n)),
        (Shape::Dims, None) => dims(value, form).map(Claim::Dims),
        (Shape::Indices, _) => indices(value, form).map(Claim::Indices),
    };
    claim.map_err(|kind| ValueFault { key: spelling.name, kind })
}

/// Whether each of `indices` is one of the arguments, 1 to `argument_count`.
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

/// Why a value is no number.
#[derive(Copy, Clone)]
enum Misread {
    NotANumber,
    NotDecimal,
}

impl Misread {
    fn fault(self, value: &Value, otherwise: fn(String) -> FaultKind) -> FaultKind {
        let found = value.to_string();
        match self {
            Misread::NotDecimal => FaultKind::Decimal { found },
            Misread::NotANumber => otherwise(found),
        }
    }
}

fn flag(value: &Value, form: Form) -> Result<bool, FaultKind> {
    match (value, form) {
        (Value::Unit, Form::Attribute | Form::Passthrough) => Ok(true),
        (Value::Integer { value, .. }, Form::Legacy) => Ok(*value != 0),
        (Value::Integer { value, .. }, Form::Attribute) if *value != 0 => Ok(true),
        (Value::Text(text), _) if form.takes_text() && says_yes(text) => Ok(true),
        (_, Form::Legacy) => Err(FaultKind::Flag { found: value.to_string() }),
        _ => Err(FaultKind::Presence { found: value.to_string() }),
    }
}

fn number(value: &Value, form: Form) -> Result<u32, FaultKind> {
    let read = match value {
        Value::Text(text) if form.takes_text() => decimal(text),
        _ if form.takes_attributes() => integer(value),
        _ => Err(Misread::NotANumber),
    };
    read.map_err(|why| why.fault(value, |found| FaultKind::Number { found }))
}

fn size(value: &Value, form: Form) -> Result<i32, FaultKind> {
    fit(number(value, form)?, value)
}

fn dims(value: &Value, form: Form) -> Result<Dims, FaultKind> {
    let sizes = numbers(value, form).map_err(|why| why.fault(value, |found| FaultKind::Dims { found }))?;
    if !(1..=3).contains(&sizes.len()) {
        return Err(FaultKind::DimsCount { count: sizes.len() });
    }
    let mut dims = [1; 3];
    for (axis, size) in dims.iter_mut().zip(sizes) {
        *axis = fit(size, value)?;
    }
    Ok(dims)
}

fn indices(value: &Value, form: Form) -> Result<Indices, FaultKind> {
    let mut indices = numbers(value, form).map_err(|why| why.fault(value, |found| FaultKind::Indices { found }))?;
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

/// A size or an index as the canonical attribute holds it.
fn fit(size: u32, value: &Value) -> Result<i32, FaultKind> {
    i32::try_from(size).map_err(|_| FaultKind::Size { found: value.to_string() })
}

fn numbers(value: &Value, form: Form) -> Result<Indices, Misread> {
    match value {
        Value::I32Array(values) if form.takes_attributes() => {
            values.iter().map(|&n| u32::try_from(n).map_err(|_| Misread::NotANumber)).collect()
        }
        Value::List(values) if form.takes_attributes() => values.iter().map(integer).collect(),
        Value::Text(text) if form.takes_text() => {
            text.strip_suffix(',').unwrap_or(text).split(',').map(decimal).collect()
        }
        _ => Err(Misread::NotANumber),
    }
}

fn integer(value: &Value) -> Result<u32, Misread> {
    match value {
        Value::Integer { width: 1, .. } => Err(Misread::NotANumber),
        Value::Integer { value, .. } => u32::try_from(*value).map_err(|_| Misread::NotANumber),
        _ => Err(Misread::NotANumber),
    }
}

fn decimal(text: &str) -> Result<u32, Misread> {
    match text.trim_ascii().as_bytes() {
        [b'0', b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z', ..] => Err(Misread::NotDecimal),
        [b'0'..=b'9', ..] => text.trim_ascii().parse().map_err(|_| Misread::NotANumber),
        _ => Err(Misread::NotANumber),
    }
}

fn says_yes(text: &str) -> bool {
    matches!(text.trim_ascii(), "" | "true") || decimal(text).is_ok_and(|n| n != 0)
}
