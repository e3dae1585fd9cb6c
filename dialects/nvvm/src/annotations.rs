//! The legacy tuples of a module: `nvvm.annotations = [[@symbol, "key", value, …], …]`.
//!
//! Accepts whatever stands in the attribute. Guarantees that every tuple is either read or has a fault that names it.
//! Leaves out on purpose: what the keys mean.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::fmt::{self, Display, Formatter};
use std::hash::{Hash, Hasher};
use tileiras_contract::{ANNOTATIONS, Spelling, legacy_key};
use tileiras_mlir::attribute::{Array, View, print, view};
use tileiras_mlir::function::Function;
use tileiras_mlir::operation;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::text::lossy;

/// The annotations of one module.
#[derive(Clone, Copy)]
pub struct Annotations<'c, 'a> {
    module: OperationRef<'c, 'a>,
    tuples: Array<'c>,
}

impl<'c, 'a> Annotations<'c, 'a> {
    /// The annotations that `module` carries, if any.
    ///
    /// # Errors
    /// When the attribute is no array.
    pub fn of(module: OperationRef<'c, 'a>) -> Result<Option<Self>, Fault> {
        let Some(attribute) = operation::discardable(module, ANNOTATIONS) else { return Ok(None) };
        match Array::new(attribute) {
            Some(tuples) => Ok(Some(Self { module, tuples })),
            None => Err(Fault::NoArray { found: print(attribute) }),
        }
    }

    /// How many tuples there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.tuples.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.tuples.is_empty()
    }

    /// Its tuples in order, each as it stands and taken apart; one that is no tuple, whose symbol names nothing, or whose
    /// keys and values do not come in pairs is a fault.
    pub fn read<'s>(
        self,
        symbols: &'s mut Symbols<'c, 'a>,
    ) -> impl Iterator<Item = (Attribute<'c>, Result<Tuple<'c, 'a>, Fault>)> + use<'s, 'c, 'a> {
        let mut reader = Reader { module: self.module, symbols, contents: FxHashMap::default() };
        self.tuples.iter().map(move |raw| (raw, reader.read(raw)))
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
#[derive(Clone, Copy)]
pub struct Tuple<'c, 'a> {
    /// What it is about.
    pub subject: Subject<'c, 'a>,
    /// What it says: the same number as another tuple of its list that says the same, and otherwise the next one from 0 on.
    pub content: usize,
    elements: Array<'c>,
}

/// Reads tuples. Equal keys and values behind the symbol are checked once.
struct Reader<'s, 'c, 'a> {
    module: OperationRef<'c, 'a>,
    symbols: &'s mut Symbols<'c, 'a>,
    contents: FxHashMap<Content<'c>, usize>,
}

/// Keys and values. Attributes are unique, so that their addresses are looked at.
struct Content<'c>(Array<'c>);

impl Content<'_> {
    fn keys(&self) -> impl Iterator<Item = usize> {
        self.0.keys().skip(1)
    }
}

impl PartialEq for Content<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.keys().eq(other.keys())
    }
}

impl Eq for Content<'_> {}

impl Hash for Content<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.keys().for_each(|key| state.write_usize(key));
    }
}

impl<'c, 'a> Reader<'_, 'c, 'a> {
    fn read(&mut self, raw: Attribute<'c>) -> Result<Tuple<'c, 'a>, Fault> {
        let elements = Array::new(raw).ok_or_else(|| Fault::NoTuple { found: print(raw) })?;
        let subject = if elements.is_empty() { Subject::Nothing } else { self.subject(elements.get(0))? };
        let next = self.contents.len();
        let content = match self.contents.entry(Content(elements)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                check_pairs(elements)?;
                *new.insert(next)
            }
        };
        Ok(Tuple { subject, content, elements })
    }

    fn subject(&mut self, first: Attribute<'c>) -> Result<Subject<'c, 'a>, Fault> {
        match view(first) {
            View::Unit => Ok(Subject::Nothing),
            View::Symbol(symbol) => find(symbol, self.module, self.symbols),
            _ => Err(Fault::NoSymbol { found: print(first) }),
        }
    }
}

/// Keys and values stand behind the symbol in turns.
fn check_pairs(elements: Array<'_>) -> Result<(), Fault> {
    if !elements.is_empty() && elements.len().is_multiple_of(2) {
        return Err(Fault::Unpaired { last: print(elements.get(elements.len() - 1)) });
    }
    for key in elements.iter().skip(1).step_by(2) {
        if !matches!(view(key), View::Text(_)) {
            return Err(Fault::NoKey { found: print(key) });
        }
    }
    Ok(())
}

impl<'c> Tuple<'c, '_> {
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
