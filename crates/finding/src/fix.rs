//! Fixes: changes of the attributes of a function after which a rule holds.
//!
//! A rule that knows how a violation goes away reports it with a [`Fix`], as data, so that an editor can apply it. A
//! fix removes what has no effect, or writes what the message names. A rule for which a person has to choose, such as
//! the size of a block, has none.

use std::fmt::{self, Display, Formatter};

/// One change of the attributes of a function. A value is MLIR text; a unit attribute has none.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Fix {
    /// Gives an attribute or an entry of `passthrough` another name.
    Rename {
        /// The name that it has.
        from: String,
        /// The name that it gets.
        to: &'static str,
    },
    /// Removes the attribute of that name.
    Remove(&'static str),
    /// Gives the attribute of that name another value.
    Set(&'static str, Option<String>),
    /// Adds the attribute of that name.
    Add(&'static str, Option<String>),
}

impl Fix {
    /// The attribute that it writes, as MLIR text; `None` if it removes one.
    pub fn written(&self) -> Option<String> {
        match self {
            Self::Remove(_) => None,
            Self::Rename { to: name, .. } | Self::Set(name, None) | Self::Add(name, None) => Some((*name).to_owned()),
            Self::Set(name, Some(value)) | Self::Add(name, Some(value)) => Some(format!("{name} = {value}")),
        }
    }
}

impl Display for Fix {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rename { from, to } => write!(f, "rename '{from}' to '{to}'"),
            Self::Remove(name) => write!(f, "remove '{name}'"),
            Self::Add(..) => write!(f, "add '{}'", self.written().unwrap_or_default()),
            Self::Set(..) => write!(f, "write '{}'", self.written().unwrap_or_default()),
        }
    }
}
