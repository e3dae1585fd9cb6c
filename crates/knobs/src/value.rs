//! The value of an assignment, as each type of knob with numbers reads it.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;

/// A value, and what each type of knob with numbers reads.
#[derive(Clone, Default, PartialEq, Debug, Serialize)]
pub struct Value {
    /// The text, as written; `None` without a `=`. Bytes that are not UTF-8 are replaced.
    #[serde(rename = "value")]
    pub text: Option<String>,
    /// For an integer: the decimal number at the start, if there is one. It is saturated to the range of `i64`.
    pub number: Option<i64>,
    /// For a range of integers: the two integers, which are separated by `-`, `:` or `..`.
    pub range: Option<(i64, i64)>,
    /// For a list of integers: the integers, which are separated by commas.
    pub list: Option<Vec<i64>>,
    /// For a float: the number, if all of the text is one.
    pub float: Option<f64>,
}

impl Value {
    /// Reads the text after a `=`.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        Self {
            number: leading_integer(&text).map(|(number, _)| number),
            range: range(&text),
            list: list(&text),
            float: float(&text),
            text: Some(text),
        }
    }
}

/// The decimal number at the start of a text, and the rest of it.
fn leading_integer(text: &str) -> Option<(i64, &str)> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let rest = unsigned.trim_start_matches(|character: char| character.is_ascii_digit());
    let digits = unsigned.strip_suffix(rest).filter(|digits| !digits.is_empty())?;
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let digits = digits.bytes().map(|digit| sign * i64::from(digit - b'0'));
    Some((digits.fold(0, |number: i64, digit| number.saturating_mul(10).saturating_add(digit)), rest))
}

/// The number that a text is.
fn integer(text: &str) -> Option<i64> {
    leading_integer(text).filter(|(_, rest)| rest.is_empty()).map(|(number, _)| number)
}

fn range(text: &str) -> Option<(i64, i64)> {
    let (low, rest) = leading_integer(text)?;
    let high = ["-", ":", ".."].into_iter().find_map(|separator| rest.strip_prefix(separator))?;
    Some((low, integer(high)?))
}

fn list(text: &str) -> Option<Vec<i64>> {
    text.contains(',').then(|| text.split(',').map(integer).collect()).flatten()
}

/// A number. `inf`, `nan` and what is too large are texts.
fn float(text: &str) -> Option<f64> {
    text.parse().ok().filter(|float: &f64| float.is_finite())
}

/// Formats as the text, with the numbers that it is not by itself: ` = 1-8 (integer 1, range 1 to 8)`.
impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(text) = &self.text else { return Ok(()) };
        write!(f, " = {}", text.escape_debug())?;
        if self.number.is_some_and(|number| number.to_string() == *text) {
            return Ok(());
        }
        let number = self.number.map(|number| format!("integer {number}"));
        let range = self.range.map(|(low, high)| format!("range {low} to {high}"));
        let list = self.list.as_ref().map(|list| format!("list of {} integers", list.len()));
        // The float of an integer that fits is that integer.
        let is_integer = integer(text).is_some_and(|number| number.unsigned_abs() < i64::MAX.unsigned_abs());
        let float = self.float.filter(|_| !is_integer).map(|float| format!("float {float}"));
        let numbers: Vec<_> = [number, range, list, float].into_iter().flatten().collect();
        if numbers.is_empty() { Ok(()) } else { write!(f, " ({})", numbers.join(", ")) }
    }
}
