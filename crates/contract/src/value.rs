//! The value of an attribute or annotation.
//!
//! Accepts any value: one that no fact can have is [`Value::Other`], with its printed text. Guarantees that [`Value`]
//! displays as MLIR prints it, so that a user can search the input for the `got ...` of a message. Rejects nothing;
//! [`crate::read::read_claim`] and the rules do.
//!
//! Leaves out on purpose: signedness, which no launch fact depends on (`255 : ui8` is passed as 255
//! with width 8 and displays as `255 : i8`), and the difference between `index` and `i64`.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter, Write};

/// A value, borrowed from the IR if possible.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Value<'a> {
    /// `unit`, or a `passthrough` entry that is only a name.
    Unit,
    /// An integer or boolean.
    Integer {
        /// Sign-extended if signless or signed, zero-extended if unsigned.
        value: i128,
        /// In bits; 1 is a boolean, `index` counts as 64.
        width: u32,
    },
    /// `array<i32: ...>`.
    I32Array(Cow<'a, [i32]>),
    /// The sizes of a directive of PTX, which are unsigned.
    Sizes(Cow<'a, [u32]>),
    /// `[...]`, a metadata node, or an array of another integer width.
    List(Vec<Value<'a>>),
    /// `"..."`.
    Text(Cow<'a, str>),
    /// Any other value, as printed text.
    Other(Cow<'a, str>),
}

impl Value<'_> {
    /// `value : i32`.
    pub const fn i32(value: i32) -> Self {
        Value::Integer { value: value as i128, width: 32 }
    }

    /// `true` or `false`.
    pub const fn bool(value: bool) -> Self {
        Value::Integer { value: value as i128, width: 1 }
    }
}

impl Display for Value<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Unit => f.write_str("unit"),
            Value::Integer { value, width: 1 } => write!(f, "{}", *value != 0),
            Value::Integer { value, width } => write!(f, "{value} : i{width}"),
            Value::I32Array(values) if values.is_empty() => f.write_str("array<i32>"),
            Value::I32Array(values) => {
                f.write_str("array<i32: ")?;
                separated(f, values.iter())?;
                f.write_char('>')
            }
            Value::Sizes(sizes) => separated(f, sizes.iter()),
            Value::List(values) => {
                f.write_char('[')?;
                separated(f, values)?;
                f.write_char(']')
            }
            Value::Text(text) => quoted(f, text),
            Value::Other(text) => f.write_str(text),
        }
    }
}

/// The items, with `, ` between them.
pub(crate) fn separated(f: &mut Formatter<'_>, items: impl IntoIterator<Item = impl Display>) -> fmt::Result {
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

/// A string literal of MLIR: a byte that is not printable ASCII becomes two hexadecimal digits.
fn quoted(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for byte in text.bytes() {
        match byte {
            b'\\' => f.write_str("\\\\")?,
            b'"' => f.write_str("\\22")?,
            b' '..=b'~' => f.write_char(char::from(byte))?,
            _ => write!(f, "\\{byte:02X}")?,
        }
    }
    f.write_char('"')
}
