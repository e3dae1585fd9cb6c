//! The tuples that modules have already, as an export finds them.
//!
//! Accepts well-formed tuples, also those with launch facts: LLVM's readers take them. Refuses what those readers crash on
//! (measured): launch keys and `align` on anything but a function, and values that they cannot read. A tuple about an alias
//! with such a key becomes one about the function. A tuple that carries nothing is dropped, with a remark.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};
use rustc_hash::FxHashMap;
use tileiras_contract::{ANNOTATIONS, Claim, Fact, Form, Spelling, Value, check_indices, read_claim};
use tileiras_mlir::attribute::{array, print, symbol, symbol_path};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nvvm::annotations::{Annotations, Subject, Tuple, dropped, kind, launch_key};
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::value;

/// The tuples of every module of a scope.
pub struct Lists<'c, 'a> {
    /// In the order of the scope's modules.
    lists: Vec<List<'c, 'a>>,
    /// The launch facts in tuples, by the key of the function they are about.
    launch: FxHashMap<usize, Vec<(usize, &'static Spelling)>>,
}

/// The tuples of one module.
pub(crate) struct List<'c, 'a> {
    pub(crate) module: OperationRef<'c, 'a>,
    /// Those that carry something.
    pub(crate) kept: Vec<Kept<'c>>,
    /// The numbers of the others.
    dropped: Vec<usize>,
    /// A tuple is not as it stands in the module.
    resolved: bool,
}

/// A tuple that carries something.
pub(crate) struct Kept<'c> {
    /// Its number in the list.
    pub(crate) number: usize,
    /// As it stands, or about the function in place of its alias.
    pub(crate) tuple: Attribute<'c>,
    /// The first launch key in it.
    pub(crate) launch: Option<&'static Spelling>,
}

impl<'c, 'a> Lists<'c, 'a> {
    /// Reads the tuples of every module.
    ///
    /// # Errors
    /// After a diagnostic for each list with faults.
    pub fn read(scope: &Scope<'c, 'a>) -> Result<Self, Failure> {
        let mut lists = Self { lists: Vec::new(), launch: FxHashMap::default() };
        let mut symbols = Symbols::new();
        let mut result = Ok(());
        for module in &scope.modules {
            if let Err(failure) = lists.read_module(*module, &mut symbols) {
                result = Err(failure);
            }
        }
        result.map(|()| lists)
    }

    fn read_module(&mut self, module: OperationRef<'c, 'a>, symbols: &mut Symbols<'c, 'a>) -> Result<(), Failure> {
        let mut list = List { module, kept: Vec::new(), dropped: Vec::new(), resolved: false };
        let mut faults = Vec::new();
        match Annotations::of(module) {
            Ok(None) => {}
            Ok(Some(annotations)) => {
                for (number, (raw, read)) in annotations.read(symbols).enumerate() {
                    match read {
                        Ok(tuple) if tuple.carries_nothing() => list.dropped.push(number),
                        Ok(tuple) => {
                            let resolved = resolve(module, raw, &tuple);
                            list.resolved |= resolved != raw;
                            let launch = tuple.facts().next().map(|(spelling, _)| spelling);
                            list.kept.push(Kept { number, tuple: resolved, launch });
                            faults.extend(self.file(number, &tuple).map(|fault| format!("tuple {number} {fault}")));
                        }
                        Err(fault) => faults.push(format!("tuple {number} {fault}")),
                    }
                }
            }
            Err(fault) => faults.push(fault.to_string()),
        }
        let result = list.refuse(faults);
        self.lists.push(list);
        result
    }

    /// Files the launch facts of a tuple under its function; what is wrong with it.
    fn file(&mut self, number: usize, tuple: &Tuple<'c, 'a>) -> Option<String> {
        let key = function_key(tuple)?;
        let function = match tuple.subject {
            Subject::Function(function) => function,
            Subject::Global(op) => {
                let (key, symbol, what) = (lossy(key), print(tuple.symbol()), kind(op));
                return Some(format!("has the key '{key}', which must be on a function, but {symbol} is {what}"));
            }
            Subject::Nothing => return None,
        };
        let count = u32::try_from(function.argument_count()).unwrap_or(u32::MAX);
        let mut fault = None;
        for (spelling, attribute) in tuple.facts() {
            let claim = read_claim(spelling, &value::read(attribute), Form::Legacy);
            let checked = claim.and_then(|claim| match claim {
                Claim::Indices(indices) => check_indices(&indices, count),
                _ => Ok(()),
            });
            fault = fault.or(checked.err().map(|fault| fault.to_string()));
            self.launch.entry(operation::key(function.operation())).or_default().push((number, spelling));
        }
        let alignments = tuple.pairs().filter(|(key, ..)| *key == ALIGN.as_bytes());
        fault.or_else(|| alignments.filter_map(|(.., attribute)| align_fault(&value::read(attribute), count)).next())
    }

    /// The lists, in the order of the scope's modules.
    pub(crate) fn lists(&self) -> &[List<'c, 'a>] {
        &self.lists
    }

    /// A launch fact about this function that a tuple states, with the tuple's number.
    pub(crate) fn launch_fact(&self, function: Function<'c, 'a>) -> Option<(usize, &'static Spelling)> {
        self.launch.get(&operation::key(function.operation()))?.first().copied()
    }

    /// Whether a tuple says about this function whether it is a kernel.
    pub(crate) fn speaks_of_kernel(&self, function: Function<'c, 'a>) -> bool {
        let facts = self.launch.get(&operation::key(function.operation()));
        facts.is_some_and(|facts| facts.iter().any(|(_, spelling)| spelling.fact == Fact::Kernel))
    }

    /// Writes each list back, without what carries nothing and with what `added` has for it.
    pub(crate) fn carry_out(self, mut added: Vec<Vec<Attribute<'c>>>) {
        added.resize(self.lists.len(), Vec::new());
        for (list, added) in self.lists.into_iter().zip(added) {
            list.remark_dropped();
            let tuples: Vec<Attribute<'c>> = list.kept.iter().map(|kept| kept.tuple).chain(added).collect();
            if tuples.is_empty() {
                operation::remove(list.module, ANNOTATIONS);
            } else if tuples.len() > list.kept.len() || !list.dropped.is_empty() || list.resolved {
                let context = list.module.context();
                // SAFETY: `context` outlives the borrow, being bound here.
                let list_attribute = array(unsafe { context.to_ref() }, &tuples);
                operation::set_discardable(list.module, ANNOTATIONS, list_attribute);
            }
        }
    }
}

/// The key of an alignment: the index of an argument in the upper half of its value, 0 for the result.
const ALIGN: &str = "align";

/// The first key of a tuple that LLVM's readers look for on a function.
fn function_key<'c>(tuple: &Tuple<'c, '_>) -> Option<&'c [u8]> {
    tuple.pairs().map(|(key, ..)| key).find(|key| *key == ALIGN.as_bytes() || launch_key(key).is_some())
}

fn align_fault(value: &Value<'_>, count: u32) -> Option<String> {
    let number = match value {
        Value::Integer { value, width: 2.. } => u32::try_from(*value).ok(),
        _ => None,
    };
    match number {
        None => Some(format!("'{ALIGN}' must be a non-negative integer that fits in 32 bits, got {value}")),
        Some(number) if number >> 16 > count => {
            Some(format!("'{ALIGN}' must name arguments 0 to {count} in its upper half, got {}", number >> 16))
        }
        Some(_) => None,
    }
}

/// A tuple that LLVM's readers can take: they look through no alias.
fn resolve<'c, 'a>(module: OperationRef<'c, 'a>, raw: Attribute<'c>, tuple: &Tuple<'c, 'a>) -> Attribute<'c> {
    let Subject::Function(function) = tuple.subject else { return raw };
    let Some(name) = symbol_name(function.operation()).filter(|_| function_key(tuple).is_some()) else { return raw };
    let mut path = symbol_path(tuple.symbol());
    if path.next() == Some(name) || path.next().is_some() {
        return raw;
    }
    let context = module.context();
    // SAFETY: `context` outlives the borrow, being bound here.
    let context = unsafe { context.to_ref() };
    let pairs = tuple.pairs().flat_map(|(_, key, value)| [key, value]);
    let elements: Vec<Attribute<'c>> = std::iter::once(symbol(context, name)).chain(pairs).collect();
    array(context, &elements)
}

impl<'c> List<'c, '_> {
    /// One error for all faults of the list, each about `nvvm.annotations`.
    pub(crate) fn refuse(&self, faults: Vec<String>) -> Result<(), Failure> {
        let mut texts = faults.into_iter().map(|fault| self.message(&fault));
        match texts.next() {
            None => Ok(()),
            Some(first) => Err(Diagnostic::error(self.module.location(), first).and(texts).emit()),
        }
    }

    fn remark_dropped(&self) {
        if let Some(text) = dropped(&self.dropped) {
            let _: Failure = Diagnostic::remark(self.module.location(), self.message(&text)).emit();
        }
    }

    fn message(&self, text: &str) -> String {
        format!("{} op '{ANNOTATIONS}' {text}", kind(self.module))
    }
}
