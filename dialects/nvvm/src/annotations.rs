//! The legacy tuples of a module: `nvvm.annotations = [[@symbol, "key", value, …], …]`.
//!
//! Accepts whatever stands in the attribute. Guarantees that every tuple is either read or has a fault that names it.
//! Leaves out on purpose: what the keys mean.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};
use std::fmt::{self, Display, Formatter};
use tileiras_contract::{ANNOTATIONS, Spelling, legacy_key};
use tileiras_mlir::attribute::{Array, View, print, view};
use tileiras_mlir::function::Function;
use tileiras_mlir::operation;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::text::lossy;

/// The annotations of one module.
#[derive(Clone, Copy)]
pub struct Annotations<'c>(Array<'c>);

impl<'c> Annotations<'c> {
    /// The annotations that `module` carries, if any.
    ///
    /// # Errors
    /// When the attribute is no array.
    pub fn of(module: OperationRef<'c, '_>) -> Result<Option<Self>, Fault> {
        let Some(attribute) = operation::discardable(module, ANNOTATIONS) else { return Ok(None) };
        match Array::new(attribute) {
            Some(array) => Ok(Some(Self(array))),
            None => Err(Fault::NoArray { found: print(attribute) }),
        }
    }

    /// Its tuples, in order.
    pub fn tuples(self) -> impl Iterator<Item = Attribute<'c>> + use<'c> {
        self.0.iter()
    }
}

/// What a tuple is about.
#[derive(Clone, Copy)]
pub enum Subject<'c, 'a> {
    /// A function, named directly or by an alias.
    Function(Function<'c, 'a>),
    /// Another symbol.
    Global(OperationRef<'c, 'a>),
    /// Nothing: the tuple is empty, or its symbol is null because the function was deleted.
    Nothing,
}

/// A tuple, taken apart.
pub struct Tuple<'c, 'a> {
    /// What it is about.
    pub subject: Subject<'c, 'a>,
    elements: Array<'c>,
}

impl<'c, 'a> Tuple<'c, 'a> {
    /// Takes a tuple of the annotations of `module` apart.
    ///
    /// # Errors
    /// When it is no tuple, its symbol names nothing, or keys and values do not come in pairs.
    pub fn read(
        tuple: Attribute<'c>,
        module: OperationRef<'c, 'a>,
        symbols: &mut Symbols<'c, 'a>,
    ) -> Result<Self, Fault> {
        let elements = Array::new(tuple).ok_or_else(|| Fault::NoTuple { found: print(tuple) })?;
        if elements.is_empty() {
            return Ok(Self { subject: Subject::Nothing, elements });
        }
        let subject = match view(elements.get(0)) {
            View::Unit => Subject::Nothing,
            View::Symbol(symbol) => find(symbol, module, symbols)?,
            _ => return Err(Fault::NoSymbol { found: print(elements.get(0)) }),
        };
        if elements.len() % 2 == 0 {
            return Err(Fault::Unpaired { last: print(elements.get(elements.len() - 1)) });
        }
        for key in elements.iter().skip(1).step_by(2) {
            if !matches!(view(key), View::Text(_)) {
                return Err(Fault::NoKey { found: print(key) });
            }
        }
        Ok(Self { subject, elements })
    }

    /// Whether there is nothing in it: no symbol, or no key.
    #[must_use]
    pub fn carries_nothing(&self) -> bool {
        matches!(self.subject, Subject::Nothing) || self.elements.len() == 1
    }

    /// The first element.
    #[must_use]
    pub fn symbol(&self) -> Attribute<'c> {
        self.elements.get(0)
    }

    /// Its keys with their values, each key also as it stands.
    pub fn pairs(&self) -> impl Iterator<Item = (&'c [u8], Attribute<'c>, Attribute<'c>)> + use<'c> {
        let elements = self.elements;
        (1..elements.len()).step_by(2).filter_map(move |place| {
            let key = elements.get(place);
            // `read` saw that every key is text.
            let View::Text(text) = view(key) else { return None };
            Some((text, key, elements.get(place + 1)))
        })
    }

    /// The launch facts among them: each key's spelling with its value.
    pub fn facts(&self) -> impl Iterator<Item = (&'static Spelling, Attribute<'c>)> + use<'c> {
        self.pairs().filter_map(|(key, _, value)| Some((launch_key(key)?, value)))
    }
}

/// The spelling of a key with a canonical mirror.
#[must_use]
pub fn launch_key(key: &[u8]) -> Option<&'static Spelling> {
    legacy_key(std::str::from_utf8(key).ok()?)
}

/// Follows a symbol, through aliases, to what it stands for.
pub(crate) fn find<'c, 'a>(
    symbol: Attribute<'c>,
    module: OperationRef<'c, 'a>,
    symbols: &mut Symbols<'c, 'a>,
) -> Result<Subject<'c, 'a>, Fault> {
    let undefined = || Fault::Undefined { symbol: print(symbol) };
    let mut op = symbols.resolve(module, symbol).ok_or_else(undefined)?;
    // Aliases can go in circles; a chain longer than any real one is refused.
    for _ in 0..64 {
        if let Some(function) = Function::new(op) {
            return Ok(Subject::Function(function));
        }
        if operation::name(op) != b"llvm.mlir.alias" {
            return Ok(Subject::Global(op));
        }
        let target = aliasee(op).ok_or_else(|| Fault::Alias { symbol: print(symbol) })?;
        let scope = op.parent_operation().unwrap_or(module);
        op = symbols.resolve(scope, target).ok_or_else(undefined)?;
    }
    Err(Fault::Alias { symbol: print(symbol) })
}

/// The symbol that an alias is another name for: the one address that its initialiser takes, unless it computes with it.
fn aliasee<'c>(alias: OperationRef<'c, '_>) -> Option<Attribute<'c>> {
    let body = operation::children(alias);
    let [address, between @ .., _return] = body.as_slice() else { return None };
    let plain = |op: &OperationRef<'_, '_>| matches!(operation::name(*op), b"llvm.bitcast" | b"llvm.addrspacecast");
    if operation::name(*address) != b"llvm.mlir.addressof" || !between.iter().all(plain) {
        return None;
    }
    operation::inherent(*address, "global_name")
}

/// What is wrong with a tuple, without its number.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The whole attribute is no array.
    NoArray {
        /// As it prints.
        found: String,
    },
    /// A tuple is no array.
    NoTuple {
        /// As it prints.
        found: String,
    },
    /// A tuple does not start with a symbol.
    NoSymbol {
        /// Its first element, as it prints.
        found: String,
    },
    /// A symbol names nothing in the module.
    Undefined {
        /// The symbol, as it prints.
        symbol: String,
    },
    /// An alias of something that cannot be followed.
    Alias {
        /// The symbol, as it prints.
        symbol: String,
    },
    /// A key without a value.
    Unpaired {
        /// The last element, as it prints.
        last: String,
    },
    /// A key that is no string.
    NoKey {
        /// As it prints.
        found: String,
    },
}

impl Display for Fault {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoArray { found } => {
                write!(formatter, "must be an array of tuples [@symbol, \"key\", value, ...], got {found}")
            }
            Self::NoTuple { found } => write!(formatter, "must be [@symbol, \"key\", value, ...], got {found}"),
            Self::NoSymbol { found } => write!(formatter, "must start with a symbol, got {found}"),
            Self::Undefined { symbol } => {
                write!(formatter, "must name a symbol of this module, but {symbol} is undefined")
            }
            Self::Alias { symbol } => {
                write!(formatter, "must name a function, but the alias {symbol} cannot be resolved to one")
            }
            Self::Unpaired { last } => write!(formatter, "must hold a value for each key, but {last} has none"),
            Self::NoKey { found } => write!(formatter, "must have strings as keys, got {found}"),
        }
    }
}

/// A remark about the tuples of these numbers, which carry nothing; none where there are none.
#[must_use]
pub fn dropped(numbers: &[usize]) -> Option<String> {
    match numbers {
        [] => None,
        [number] => Some(format!("tuple {number} carries nothing and is dropped")),
        numbers => {
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            Some(format!("tuples {} carry nothing and are dropped", numbers.join(", ")))
        }
    }
}

/// The kind of operation that a subject is, for a message.
#[must_use]
pub fn kind(op: OperationRef<'_, '_>) -> String {
    format!("'{}'", lossy(operation::name(op)))
}
