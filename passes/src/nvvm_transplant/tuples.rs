//! The legacy tuples of all modules, sorted by the function they are about.

use crate::declaration::nvvm_transplant as statistic;
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, OperationRef};
use rustc_hash::{FxHashMap, FxHashSet};
use tileiras_contract::{ANNOTATIONS, Spelling};
use tileiras_export::upstream::TUPLE_FAULT;
use tileiras_mlir::attribute::{Array, array, print};
use tileiras_mlir::pass::Statistics;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nvvm::annotations::{Annotations, Subject, Tuple, dropped, kind, launch_key};
use tileiras_nvvm::carrier::is_marked;
use tileiras_nvvm::scope::Scope;

/// The tuples of all modules.
pub(super) struct Tuples<'c, 'a> {
    lists: Vec<List<'c, 'a>>,
    by_function: Vec<Vec<TupleId>>,
}

/// A tuple, by the number of its list and its own number.
#[derive(Clone, Copy)]
pub(super) struct TupleId {
    list: usize,
    number: usize,
}

impl TupleId {
    /// Its number in the list of its module.
    pub(super) const fn number(self) -> usize {
        self.number
    }
}

/// The annotations of one module.
struct List<'c, 'a> {
    module: OperationRef<'c, 'a>,
    entries: Vec<Entry<'c, 'a>>,
}

/// One tuple, and what of it stays.
struct Entry<'c, 'a> {
    tuple: Option<Tuple<'c, 'a>>,
    /// It stood in the list before: nothing in it is new, and LLVM's upgrade reads it once.
    repeated: bool,
    /// What stays in the list.
    rest: Option<Attribute<'c>>,
    /// Whether that is less than the whole tuple.
    shortened: bool,
}

impl<'c, 'a> Tuples<'c, 'a> {
    /// Reads the annotations of every module in `scope`. Faults are reported; the result says whether there was none.
    pub(super) fn read(scope: &Scope<'c, 'a>) -> (Self, Result<(), Failure>) {
        let numbers: FxHashMap<usize, usize> = scope
            .functions
            .iter()
            .enumerate()
            .map(|(number, function)| (operation::key(function.operation()), number))
            .collect();
        let mut reader = Reader {
            tuples: Self { lists: Vec::new(), by_function: vec![Vec::new(); scope.functions.len()] },
            symbols: Symbols::new(),
            functions: numbers,
            result: Ok(()),
        };
        for module in &scope.modules {
            reader.read_module(*module);
        }
        (reader.tuples, reader.result)
    }

    /// The tuples about the function of that number in the scope, in their order in the lists.
    pub(super) fn about(&self, function: usize) -> &[TupleId] {
        &self.by_function[function]
    }

    /// The launch facts that a tuple states: each key's spelling with its value. Empty for a repeated tuple.
    pub(super) fn facts(
        &self,
        id: TupleId,
    ) -> impl Iterator<Item = (&'static Spelling, Attribute<'c>)> + use<'_, 'c, 'a> {
        let entry = &self.lists[id.list].entries[id.number];
        let tuple = entry.tuple.as_ref().filter(|_| !entry.repeated);
        tuple.into_iter().flat_map(Tuple::facts)
    }

    /// Refuses tuples of which something stays: upstream's form has no place for them.
    pub(super) fn refuse_rest(&self) -> Result<(), Failure> {
        let mut result = Ok(());
        for list in &self.lists {
            let stays = list.entries.iter().enumerate().filter(|(_, entry)| entry.rest.is_some());
            let texts: Vec<String> =
                stays.map(|(number, _)| list.message(&format!("tuple {number} {TUPLE_FAULT}"))).collect();
            let mut texts = texts.into_iter();
            if let Some(first) = texts.next() {
                result = Err(Diagnostic::error(list.module.location(), first).and(texts).emit());
            }
        }
        result
    }

    /// Writes back what stays of each list. Says whether that is less than there was.
    pub(super) fn carry_out(self, context: &'c Context, statistics: Statistics<'_>) -> bool {
        let mut changed = false;
        for list in self.lists {
            statistics.add(statistic::TUPLES_SEEN, list.entries.len());
            list.remark_dropped();
            let kept: Vec<Attribute<'c>> = list.entries.iter().filter_map(|entry| entry.rest).collect();
            statistics.add(statistic::FACTS_LEFT, kept.iter().map(|tuple| pair_count(*tuple)).sum());
            if kept.is_empty() {
                changed |= operation::remove(list.module, ANNOTATIONS);
            } else if kept.len() < list.entries.len() || list.entries.iter().any(|entry| entry.shortened) {
                operation::set_discardable(list.module, ANNOTATIONS, array(context, &kept));
                changed = true;
            }
        }
        changed
    }
}

impl List<'_, '_> {
    fn message(&self, text: &str) -> String {
        format!("{} op '{ANNOTATIONS}' {text}", kind(self.module))
    }

    /// One remark for all tuples that carry nothing.
    fn remark_dropped(&self) {
        let nothing = |entry: &Entry<'_, '_>| entry.tuple.as_ref().is_some_and(Tuple::carries_nothing);
        let numbers = self.entries.iter().enumerate().filter(|(_, entry)| nothing(entry));
        let numbers: Vec<usize> = numbers.map(|(number, _)| number).collect();
        let Some(text) = dropped(&numbers) else { return };
        let _: Failure = Diagnostic::remark(self.module.location(), self.message(&text)).emit();
    }
}

struct Reader<'c, 'a> {
    tuples: Tuples<'c, 'a>,
    symbols: Symbols<'c, 'a>,
    /// The number in the scope of each function, by its key.
    functions: FxHashMap<usize, usize>,
    result: Result<(), Failure>,
}

impl<'c, 'a> Reader<'c, 'a> {
    fn read_module(&mut self, module: OperationRef<'c, 'a>) {
        let annotations = match Annotations::of(module) {
            Ok(None) => return,
            Ok(Some(annotations)) => annotations,
            Err(fault) => {
                let list = List { module, entries: Vec::new() };
                self.result = Err(Diagnostic::error(module.location(), list.message(&fault.to_string())).emit());
                return;
            }
        };
        let mut faults = Vec::new();
        let mut seen = FxHashSet::default();
        let mut list = List { module, entries: Vec::new() };
        for (number, raw) in annotations.tuples().enumerate() {
            let read = Tuple::read(raw, module, &mut self.symbols).map_err(|fault| fault.to_string());
            let mut entry = match read.and_then(|tuple| self.classify(raw, tuple, number)) {
                Ok(entry) => entry,
                Err(fault) => {
                    faults.push(list.message(&format!("tuple {number} {fault}")));
                    Entry { tuple: None, repeated: false, rest: Some(raw), shortened: false }
                }
            };
            entry.repeated = !seen.insert(raw.to_raw().ptr.addr());
            list.entries.push(entry);
        }
        let mut faults = faults.into_iter();
        if let Some(first) = faults.next() {
            self.result = Err(Diagnostic::error(module.location(), first).and(faults).emit());
        }
        self.tuples.lists.push(list);
    }

    /// Decides what becomes of a tuple, and files it under its function if facts of that are to be moved.
    fn classify(&mut self, raw: Attribute<'c>, tuple: Tuple<'c, 'a>, number: usize) -> Result<Entry<'c, 'a>, String> {
        let whole = |tuple| Entry { tuple: Some(tuple), repeated: false, rest: Some(raw), shortened: false };
        let function = match tuple.subject {
            Subject::Function(function) if !tuple.carries_nothing() => function,
            Subject::Global(op) if !tuple.carries_nothing() => {
                return match tuple.facts().next() {
                    None => Ok(whole(tuple)),
                    Some((key, _)) => Err(format!(
                        "has the launch key '{}', which must be on a function, but {} is {}",
                        key.name,
                        print(tuple.symbol()),
                        kind(op)
                    )),
                };
            }
            _ => return Ok(Entry { rest: None, ..whole(tuple) }),
        };
        let Some(&function_number) = self.functions.get(&operation::key(function.operation())) else {
            return Ok(whole(tuple));
        };
        // A marked function is not scanned again; what was added later is for `legacy-fact-remains` to find.
        if is_marked(function) {
            return Ok(whole(tuple));
        }
        self.tuples.by_function[function_number].push(TupleId { list: self.tuples.lists.len(), number });
        let mut rest = vec![tuple.symbol()];
        for (key, key_attribute, value) in tuple.pairs() {
            if launch_key(key).is_none() {
                rest.extend([key_attribute, value]);
            }
        }
        let shortened = rest.len() < 2 * tuple.pairs().count() + 1;
        let rest = match rest.as_slice() {
            _ if !shortened => Some(raw),
            [_symbol] => None,
            rest => Some(self.rebuild(function.operation(), rest)),
        };
        Ok(Entry { rest, shortened, ..whole(tuple) })
    }

    fn rebuild(&self, op: OperationRef<'c, 'a>, elements: &[Attribute<'c>]) -> Attribute<'c> {
        let context = op.context();
        // SAFETY: `context` outlives the borrow, being bound here.
        array(unsafe { context.to_ref() }, elements)
    }
}

fn pair_count(tuple: Attribute<'_>) -> usize {
    Array::new(tuple).map_or(0, |elements| elements.len() / 2)
}
