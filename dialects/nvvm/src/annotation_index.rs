//! The tuples of `nvvm.annotations` of a program, read once and grouped by the function that they are about.
//!
//! A tuple is `[@symbol, "key", value, ...]`. Accepts any value of the attribute. Guarantees that every tuple is either
//! read or has a [`TupleFault`]. Leaves out on purpose: what the keys mean, and how a fault is reported.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::fmt::{self, Display, Formatter};
use std::hash::{Hash, Hasher};
use tileiras_contract::{ANNOTATIONS, Carrier, FunctionFacts, Spelling, Statement, TupleId, legacy_key};
use tileiras_mlir::attribute::{self, Array, View, print, symbol_path, view};
use tileiras_mlir::diagnostic::OnOperation;
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{Diagnostic, location, operation};

use crate::scope::Scope;
use crate::value;

/// The tuples of a program.
#[derive(Default)]
pub struct AnnotationIndex<'c, 'a> {
    lists: Vec<AnnotationList<'c, 'a>>,
    /// The tuples about functions of the scope, function by function.
    about: Vec<TupleId>,
    /// For each function, the index of its first tuple in `about`, and the length at the end; empty without tuples.
    begins: Vec<usize>,
}

/// The tuples of one module.
pub struct AnnotationList<'c, 'a> {
    /// The module.
    pub module: OperationRef<'c, 'a>,
    /// Its tuples in order.
    pub tuples: Vec<IndexedTuple<'c, 'a>>,
    /// Why the attribute cannot be read, if it cannot.
    pub fault: Option<TupleFault>,
}

/// One element of a list.
pub struct IndexedTuple<'c, 'a> {
    /// The element itself.
    pub raw: Attribute<'c>,
    /// The tuple, or why it cannot be read.
    pub read: Result<Tuple<'c, 'a>, TupleFault>,
    /// The number in the scope of the function that it is about.
    pub function: Option<usize>,
}

impl<'c, 'a> AnnotationIndex<'c, 'a> {
    /// Reads the tuples of the modules of a scope.
    #[must_use]
    pub fn read(scope: &Scope<'c, 'a>) -> Self {
        Self::read_modules(scope, scope.modules.iter().copied())
    }

    /// Reads the tuples of the modules of a scope and of the enclosing ones, which can be about functions in the scope.
    #[must_use]
    pub fn read_with_enclosing(scope: &Scope<'c, 'a>) -> Self {
        let function = || scope.functions.first().map(|function| function.operation());
        let root = scope.modules.first().copied().or_else(function);
        let enclosing = root.and_then(|root| root.parent_operation());
        let enclosing = std::iter::successors(enclosing, |module| module.parent_operation());
        Self::read_modules(scope, scope.modules.iter().copied().chain(enclosing))
    }

    fn read_modules(scope: &Scope<'c, 'a>, modules: impl Iterator<Item = OperationRef<'c, 'a>>) -> Self {
        let (mut symbols, mut aliases) = (Symbols::new(), Aliases::default());
        let mut contents = FxHashMap::default();
        let mut numbers = None;
        let mut lists = Vec::new();
        for module in modules {
            let Some(attribute) = operation::discardable_attribute(module, ANNOTATIONS) else { continue };
            let numbers = numbers.get_or_insert_with(|| scope.numbers());
            let Some(elements) = Array::new(attribute) else {
                let fault = Some(TupleFault::NoArray { found: print(attribute) });
                lists.push(AnnotationList { module, tuples: Vec::new(), fault });
                continue;
            };
            let mut reader =
                TupleReader { module, symbols: &mut symbols, aliases: &mut aliases, contents: &mut contents };
            let tuples = elements.iter().map(|raw| {
                let read = reader.read(raw);
                let function = match read {
                    Ok(Tuple { subject: Subject::Function(function), .. }) => {
                        numbers.get(&operation::key(function.operation())).copied()
                    }
                    _ => None,
                };
                IndexedTuple { raw, read, function }
            });
            lists.push(AnnotationList { module, tuples: tuples.collect(), fault: None });
        }
        let (about, begins) = group(&lists, scope.functions.len());
        Self { lists, about, begins }
    }

    /// The lists, in the order of the modules that have one.
    #[must_use]
    pub fn lists(&self) -> &[AnnotationList<'c, 'a>] {
        &self.lists
    }

    /// The tuples about the function of that number in the scope, in the order of the lists, which is ascending. A
    /// duplicate is omitted, as LLVM's upgrade ignores it.
    #[must_use]
    pub fn about(&self, function: usize) -> &[TupleId] {
        match self.begins.get(function..function + 2) {
            Some([begin, end]) => &self.about[*begin..*end],
            _ => &[],
        }
    }

    /// A tuple that can be read.
    #[must_use]
    pub fn tuple(&self, id: TupleId) -> Option<&Tuple<'c, 'a>> {
        self.lists.get(id.list as usize)?.tuples.get(id.number as usize)?.read.as_ref().ok()
    }

    /// Describes a tuple for messages: its number, and its module if several modules have tuples.
    #[must_use]
    pub fn describe(&self, id: TupleId) -> String {
        let tuple = format!("tuple {} of '{ANNOTATIONS}'", id.number);
        let [_, _, ..] = self.lists.as_slice() else { return tuple };
        let module = self.lists[id.list as usize].module;
        let kind = lossy(operation::name(module));
        match symbol_name(module) {
            Some(name) => format!("{tuple} on '{kind}' @{}", lossy(name)),
            None => format!("{tuple} on '{kind}'"),
        }
    }

    /// Adds the statements of these tuples to those of a function.
    pub(crate) fn add_statements(&self, facts: &mut FunctionFacts<'c>, about: &[TupleId]) {
        for id in about {
            let carrier = Carrier::Tuple(*id);
            for (key, _, attribute) in self.tuple(*id).into_iter().flat_map(Tuple::pairs) {
                match launch_key(key) {
                    Some(spelling) => {
                        facts.add_statement(Statement { spelling, value: value::read(attribute), carrier })
                    }
                    None => facts.add_unknown_name(lossy(key), carrier),
                }
            }
        }
    }
}

/// The fields `about` and `begins` of an [`AnnotationIndex`].
fn group(lists: &[AnnotationList<'_, '_>], functions: usize) -> (Vec<TupleId>, Vec<usize>) {
    let mut found = Vec::new();
    for (list, tuples) in (0..).zip(lists) {
        let about = (0..).zip(&tuples.tuples).filter_map(|(number, tuple)| Some((tuple.function?, number)));
        found.extend(about.map(|(function, number)| (function, TupleId { list, number })));
    }
    if found.is_empty() {
        return Default::default();
    }
    found.sort_by_key(|(function, _)| *function);
    let (mut about, mut begins) = (Vec::with_capacity(found.len()), Vec::with_capacity(functions + 1));
    let mut seen = FxHashSet::default();
    for tuples in found.chunk_by(|(before, _), (function, _)| before == function) {
        begins.resize(tuples[0].0 + 1, about.len());
        seen.clear();
        let key = |id: &TupleId| attribute::key(lists[id.list as usize].tuples[id.number as usize].raw);
        let ids = tuples.iter().map(|(_, id)| *id);
        about.extend(ids.filter(|id| tuples.len() == 1 || seen.insert((id.list, key(id)))));
    }
    begins.resize(functions + 1, about.len());
    (about, begins)
}

impl AnnotationList<'_, '_> {
    /// The faults of the list and of its tuples, each as a text that begins with the name of the attribute.
    pub fn faults(&self) -> impl Iterator<Item = String> {
        let list = self.fault.iter().map(|fault| format!("'{ANNOTATIONS}' {fault}"));
        let tuples = self.tuples.iter().enumerate();
        let tuples = tuples.filter_map(|(number, tuple)| Some((number, tuple.read.as_ref().err()?)));
        list.chain(tuples.map(|(number, fault)| format!("'{ANNOTATIONS}' tuple {number} {fault}")))
    }
}

/// Diagnostics about the annotations of a module. They are at the annotations if the import of LLVM IR knows these, and
/// else at the module.
#[must_use]
pub fn about_annotations<'c>(module: OperationRef<'c, '_>) -> OnOperation<'c> {
    let on_module = Diagnostic::on(module);
    match location::parts_with_source(module.location()) {
        Some((_, annotations)) => on_module.at(annotations),
        None => on_module,
    }
}

/// What a tuple is about.
#[derive(Clone, Copy)]
pub enum Subject<'c, 'a> {
    /// A function, named directly or by an alias.
    Function(Function<'c, 'a>),
    /// Another symbol.
    Global(OperationRef<'c, 'a>),
    /// Nothing: the tuple is empty, or its symbol is null because LLVM deleted the function.
    Nothing,
}

/// A tuple.
#[derive(Clone, Copy)]
pub struct Tuple<'c, 'a> {
    /// What it is about.
    pub subject: Subject<'c, 'a>,
    /// Whether it names its function by an alias.
    pub is_by_alias: bool,
    /// The number of its list of keys and values. Equal lists have equal numbers.
    pub content: usize,
    elements: Array<'c>,
}

/// Reads the tuples of one module. Equal lists of keys and values are checked once.
struct TupleReader<'s, 'c, 'a> {
    module: OperationRef<'c, 'a>,
    symbols: &'s mut Symbols<'c, 'a>,
    aliases: &'s mut Aliases<'c, 'a>,
    contents: &'s mut FxHashMap<Content<'c>, usize>,
}

/// The keys and values of a tuple, compared by address: MLIR uniques attributes.
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

impl<'c, 'a> TupleReader<'_, 'c, 'a> {
    fn read(&mut self, raw: Attribute<'c>) -> Result<Tuple<'c, 'a>, TupleFault> {
        let elements = Array::new(raw).ok_or_else(|| TupleFault::NoTuple { found: print(raw) })?;
        let subject = if elements.is_empty() { Subject::Nothing } else { self.subject(elements.get(0))? };
        let next = self.contents.len();
        let content = match self.contents.entry(Content(elements)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                check_pairs(elements)?;
                *new.insert(next)
            }
        };
        let name = match subject {
            Subject::Function(function) => symbol_name(function.operation()),
            _ => None,
        };
        let is_by_alias = name.is_some_and(|name| symbol_path(elements.get(0)).last() != Some(name));
        Ok(Tuple { subject, is_by_alias, content, elements })
    }

    fn subject(&mut self, first: Attribute<'c>) -> Result<Subject<'c, 'a>, TupleFault> {
        match view(first) {
            View::Unit => Ok(Subject::Nothing),
            View::Symbol(symbol) => find(symbol, self.module, self.symbols, self.aliases),
            _ => Err(TupleFault::NoSymbol { found: print(first) }),
        }
    }
}

/// Checks that the symbol is followed by pairs of a key and a value.
fn check_pairs(elements: Array<'_>) -> Result<(), TupleFault> {
    if !elements.is_empty() && elements.len().is_multiple_of(2) {
        return Err(TupleFault::Unpaired { last: print(elements.get(elements.len() - 1)) });
    }
    for key in elements.iter().skip(1).step_by(2) {
        if !matches!(view(key), View::Text(_)) {
            return Err(TupleFault::NoKey { found: print(key) });
        }
    }
    Ok(())
}

impl<'c> Tuple<'c, '_> {
    /// Whether it has no symbol, or no key.
    #[must_use]
    pub fn carries_nothing(&self) -> bool {
        matches!(self.subject, Subject::Nothing) || self.elements.len() == 1
    }

    /// The first element.
    #[must_use]
    pub fn symbol(&self) -> Attribute<'c> {
        self.elements.get(0)
    }

    /// Its keys with their values: the text of the key, its attribute, and the value.
    pub fn pairs(&self) -> impl Iterator<Item = (&'c [u8], Attribute<'c>, Attribute<'c>)> + use<'c> {
        let elements = self.elements;
        (1..elements.len()).step_by(2).filter_map(move |index| {
            let key = elements.get(index);
            // `check_pairs` accepts only text.
            let View::Text(text) = view(key) else { return None };
            Some((text, key, elements.get(index + 1)))
        })
    }

    /// The pairs that are launch facts: the spelling of the key, and the value.
    pub fn facts(&self) -> impl Iterator<Item = (&'static Spelling, Attribute<'c>)> + use<'c> {
        self.pairs().filter_map(|(key, _, value)| Some((launch_key(key)?, value)))
    }
}

/// The spelling of a key that states a launch fact.
#[must_use]
pub fn launch_key(key: &[u8]) -> Option<&'static Spelling> {
    legacy_key(std::str::from_utf8(key).ok()?)
}

/// Resolves a symbol, through aliases.
pub(crate) fn find<'c, 'a>(
    symbol: Attribute<'c>,
    module: OperationRef<'c, 'a>,
    symbols: &mut Symbols<'c, 'a>,
    aliases: &mut Aliases<'c, 'a>,
) -> Result<Subject<'c, 'a>, TupleFault> {
    let undefined = || TupleFault::Undefined { symbol: print(symbol) };
    let op = symbols.resolve(module, symbol).ok_or_else(undefined)?;
    match aliases.end(op, symbols) {
        End::Operation(op) => Ok(Function::new(op).map_or(Subject::Global(op), Subject::Function)),
        End::Undefined => Err(undefined()),
        End::Unclear => Err(TupleFault::Alias { symbol: print(symbol) }),
    }
}

/// The end of a chain of aliases.
#[derive(Clone, Copy)]
enum End<'c, 'a> {
    /// What the last alias is for.
    Operation(OperationRef<'c, 'a>),
    /// The last alias is for a symbol that is undefined.
    Undefined,
    /// The last alias is for more than a symbol, or there is no last one: the chain is a cycle.
    Unclear,
}

/// The ends of the chains of aliases. Each alias is followed once.
#[derive(Default)]
pub(crate) struct Aliases<'c, 'a>(FxHashMap<usize, End<'c, 'a>>);

impl<'c, 'a> Aliases<'c, 'a> {
    /// The end of the chain that begins at an operation: the operation itself, unless it is an alias.
    fn end(&mut self, mut op: OperationRef<'c, 'a>, symbols: &mut Symbols<'c, 'a>) -> End<'c, 'a> {
        let mut chain = Vec::new();
        let end = loop {
            if operation::name(op) != b"llvm.mlir.alias" {
                break End::Operation(op);
            }
            let key = operation::key(op);
            // An alias of this chain has this end until the true one is known: then the chain is a cycle.
            match self.0.entry(key) {
                Entry::Occupied(known) => break *known.get(),
                Entry::Vacant(new) => _ = new.insert(End::Unclear),
            }
            chain.push(key);
            let Some(target) = aliasee(op) else { break End::Unclear };
            let scope = op.parent_operation().unwrap_or(op);
            match symbols.resolve(scope, target) {
                Some(next) => op = next,
                None => break End::Undefined,
            }
        };
        self.0.extend(chain.into_iter().map(|alias| (alias, end)));
        end
    }
}

/// The symbol that an alias is for, without other aliases: the one whose address its initialiser returns, through
/// pointer casts only.
#[must_use]
pub fn aliasee<'c>(alias: OperationRef<'c, '_>) -> Option<Attribute<'c>> {
    let body = operation::children(alias);
    let [address, between @ .., _return] = body.as_slice() else { return None };
    let plain = |op: &OperationRef<'_, '_>| matches!(operation::name(*op), b"llvm.bitcast" | b"llvm.addrspacecast");
    if operation::name(*address) != b"llvm.mlir.addressof" || !between.iter().all(plain) {
        return None;
    }
    operation::inherent_attribute(*address, "global_name")
}

/// What is wrong with a tuple, without its number.
#[derive(Clone, Debug)]
pub enum TupleFault {
    /// The attribute is not an array.
    NoArray {
        /// The text that MLIR prints for it.
        found: String,
    },
    /// A tuple is not an array.
    NoTuple {
        /// The text that MLIR prints for it.
        found: String,
    },
    /// A tuple does not start with a symbol.
    NoSymbol {
        /// The text that MLIR prints for its first element.
        found: String,
    },
    /// A symbol is undefined in the module.
    Undefined {
        /// The text that MLIR prints for the symbol.
        symbol: String,
    },
    /// An alias that cannot be resolved to a function.
    Alias {
        /// The text that MLIR prints for the symbol.
        symbol: String,
    },
    /// A key without a value.
    Unpaired {
        /// The text that MLIR prints for the last element.
        last: String,
    },
    /// A key that is not a string.
    NoKey {
        /// The text that MLIR prints for it.
        found: String,
    },
}

impl Display for TupleFault {
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

/// The text of a remark about tuples that state nothing and are dropped; `None` if there are none.
#[must_use]
pub fn dropped_remark(numbers: &[usize]) -> Option<String> {
    match numbers {
        [] => None,
        [number] => Some(format!("tuple {number} carries nothing and is dropped")),
        numbers => {
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            Some(format!("tuples {} carry nothing and are dropped", numbers.join(", ")))
        }
    }
}
