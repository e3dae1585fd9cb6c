//! Fixes: changes of the attributes of a function after which a rule holds.
//!
//! A rule that knows how a violation goes away reports it with a [`Fix`], as data, so that an editor can apply it. A fix
//! removes what has no effect, or writes what the message names. A rule for which a person has to choose, such as the size
//! of a block, has none.

use std::fmt::{self, Display, Formatter};

use crate::fact::Fact;
use crate::fact_set::FactValue;

/// One change of the attributes of a function.
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
    Set(&'static str, FactValue),
    /// Adds the attribute of that name.
    Add(&'static str, FactValue),
}

impl Fix {
    /// Removes a fact.
    pub(super) const fn remove(fact: Fact) -> Self {
        Self::Remove(fact.attribute())
    }

    /// States a fact.
    pub(super) const fn set(fact: Fact, value: FactValue) -> Self {
        Self::Set(fact.attribute(), value)
    }

    /// The attribute that it writes, as MLIR text; `None` if it removes one.
    pub fn written(&self) -> Option<String> {
        match self {
            Self::Remove(_) => None,
            Self::Rename { to, .. } => Some((*to).to_owned()),
            Self::Set(name, FactValue::Unit) | Self::Add(name, FactValue::Unit) => Some((*name).to_owned()),
            Self::Set(name, value) | Self::Add(name, value) => Some(format!("{name} = {}", value.to_attribute())),
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
