//! The identity of a function: its name, and the names of the symbols around it.
//!
//! Accepts any bytes: a symbol of MLIR or LLVM IR need not be UTF-8, and need not be a legal name of PTX. Guarantees
//! that two symbols are equal only if all their bytes are, and that two different symbols are never printed alike.
//!
//! Leaves out on purpose: which names are legal in PTX (`tileiras-ptx`).

use std::fmt::{self, Display, Formatter, Write as _};
use std::iter;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The symbol of a function. PTX and cubins have no nested modules, so that a symbol of theirs is only a name.
///
/// ```
/// use std::sync::Arc;
/// use tileiras_contract::Symbol;
///
/// let device = Arc::new(Symbol::from("device"));
/// let symbol = Symbol::nested(device, b"k\xff");
/// assert_eq!(symbol.name(), b"k\xff");
/// assert_eq!(symbol.to_string(), r"device::k\xFF");
/// assert_ne!(symbol, Symbol::new(b"k\xff"));
/// ```
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Vec<u8>>", into = "Vec<Vec<u8>>")]
pub struct Symbol {
    /// The symbol around it. All symbols in one module share it.
    enclosing: Option<Arc<Symbol>>,
    /// The name of the function itself.
    name: Vec<u8>,
}

impl Symbol {
    /// A symbol without an enclosing symbol.
    pub fn new(name: impl Into<Vec<u8>>) -> Self {
        Symbol { enclosing: None, name: name.into() }
    }

    /// A symbol in another symbol, if there is one around it.
    pub fn nested(enclosing: impl Into<Option<Arc<Symbol>>>, name: impl Into<Vec<u8>>) -> Self {
        Symbol { enclosing: enclosing.into(), name: name.into() }
    }

    /// The name of the function itself.
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// The names of the enclosing symbols and of the function itself, outermost first.
    #[must_use]
    pub fn path(&self) -> Vec<&[u8]> {
        let symbols = iter::successors(Some(self), |symbol| symbol.enclosing.as_deref());
        let mut names: Vec<&[u8]> = symbols.map(Symbol::name).collect();
        names.reverse();
        names
    }
}

/// From the names of a path, outermost first.
impl From<Vec<Vec<u8>>> for Symbol {
    fn from(path: Vec<Vec<u8>>) -> Self {
        let symbol = path.into_iter().fold(None, |enclosing, name| Some(Symbol::nested(enclosing.map(Arc::new), name)));
        symbol.unwrap_or_default()
    }
}

impl From<Symbol> for Vec<Vec<u8>> {
    fn from(symbol: Symbol) -> Self {
        symbol.path().into_iter().map(<[u8]>::to_vec).collect()
    }
}

impl From<&str> for Symbol {
    fn from(name: &str) -> Self {
        Symbol::new(name)
    }
}

impl From<String> for Symbol {
    fn from(name: String) -> Self {
        Symbol::new(name)
    }
}

impl From<&[u8]> for Symbol {
    fn from(name: &[u8]) -> Self {
        Symbol::new(name)
    }
}

/// Whether the symbol is that name, in no other symbol.
impl PartialEq<str> for Symbol {
    fn eq(&self, name: &str) -> bool {
        self.enclosing.is_none() && self.name == name.as_bytes()
    }
}

impl PartialEq<&str> for Symbol {
    fn eq(&self, name: &&str) -> bool {
        self == *name
    }
}

/// `module::name`. Bytes that are no text are written as `\xNN`, as is a colon that could be read as part of `::`.
impl Display for Symbol {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, name) in self.path().into_iter().enumerate() {
            f.write_str(if number == 0 { "" } else { "::" })?;
            write_name(f, name)?;
        }
        Ok(())
    }
}

/// Writes a name without `::`, and without a colon at either end.
fn write_name(f: &mut Formatter<'_>, name: &[u8]) -> fmt::Result {
    let mut at = 0;
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            let is_part_of_separator = character == ':'
                && (at == 0 || at + 1 == name.len() || name[at - 1] == b':' || name.get(at + 1) == Some(&b':'));
            match character {
                '\\' => f.write_str(r"\\")?,
                _ if is_part_of_separator || character.is_control() => {
                    let mut buffer = [0; 4];
                    escape(f, character.encode_utf8(&mut buffer).as_bytes())?;
                }
                _ => f.write_char(character)?,
            }
            at += character.len_utf8();
        }
        escape(f, chunk.invalid())?;
        at += chunk.invalid().len();
    }
    Ok(())
}

fn escape(f: &mut Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "\\x{byte:02X}"))
}
