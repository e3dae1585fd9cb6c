//! The legacy tuples of all modules, sorted by the function they are about.

use crate::declaration::nvvm_transplant as statistic;
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::{iter, mem};
use tileiras_contract::{ANNOTATIONS, Spelling};
use tileiras_mlir::attribute::{self, Array, View, array, print, view};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::pass::Statistics;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nvvm::annotations::{Annotations, Subject, Tuple, dropped, kind, launch_key};
use tileiras_nvvm::carrier::is_marked;
use tileiras_nvvm::scope::Scope;
use tileiras_translate::export::upstream::TUPLE_FAULT;

/// The tuples of all modules.
pub(super) struct Tuples<'c, 'a> {
    lists: Vec<List<'c, 'a>>,
    /// The tuples about functions, function by function.
    filed: Vec<TupleId>,
    /// Where those of each function begin; one more at the end. Nothing if there are no tuples.
    begins: Vec<u32>,
}

/// A tuple, by the number of its list and its own number.
#[derive(Clone, Copy)]
pub(super) struct TupleId {
    list: u32,
    number: u32,
}

impl TupleId {
    /// Its number in the list of its module.
    pub(super) const fn number(self) -> usize {
        self.number as usize
    }
}

/// The annotations of one module.
struct List<'c, 'a> {
    module: OperationRef<'c, 'a>,
    entries: Vec<Entry<'c>>,
    contents: Vec<Content<'c, 'a>>,
}

/// One tuple, and what of it stays.
struct Entry<'c> {
    raw: Attribute<'c>,
    /// What it says, by its place in [`List::contents`].
    content: u32,
    stays: Stays,
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum Stays {
    /// All of it: nothing in it is about a function of the scope, or nothing a launch fact.
    Whole,
    /// What is no launch fact.
    Rest,
    /// Nothing: all of it moves.
    Nothing,
    /// Nothing: there is nothing in it.
    Empty,
}

/// What tuples say that say the same.
struct Content<'c, 'a> {
    /// One of them.
    tuple: Tuple<'c, 'a>,
    /// What stays of it where its launch facts move.
    stays: Stays,
}

impl<'c, 'a> Content<'c, 'a> {
    fn of(tuple: Tuple<'c, 'a>) -> Self {
        let (facts, pairs) = (tuple.facts().count(), tuple.pairs().count());
        let stays = match pairs - facts {
            _ if facts == 0 => Stays::Whole,
            0 => Stays::Nothing,
            _ => Stays::Rest,
        };
        Self { tuple, stays }
    }
}

impl<'c, 'a> Tuples<'c, 'a> {
    /// Reads the annotations of every module in `scope`. Faults are reported; the result says whether there was none.
    pub(super) fn read(scope: &Scope<'c, 'a>) -> (Self, Result<(), Failure>) {
        let mut reader = Reader {
            scope,
            symbols: Symbols::new(),
            numbers: OnceCell::new(),
            lists: Vec::new(),
            found: Vec::new(),
            result: Ok(()),
        };
        for module in &scope.modules {
            reader.read_module(*module);
        }
        let (filed, begins) = sort(reader.found, &reader.lists, scope.functions.len());
        (Self { lists: reader.lists, filed, begins }, reader.result)
    }

    /// The tuples about the function of that number in the scope, in their order in the lists. One that repeats another
    /// is left out: nothing in it is new, and LLVM's upgrade reads it once.
    pub(super) fn about(&self, function: usize) -> &[TupleId] {
        match self.begins.get(function..function + 2) {
            Some([begin, end]) => &self.filed[*begin as usize..*end as usize],
            _ => &[],
        }
    }

    /// The number of what a tuple says: tuples with the same one say the same.
    pub(super) fn content(&self, id: TupleId) -> (u32, u32) {
        (id.list, self.lists[id.list as usize].entries[id.number()].content)
    }

    /// Where a tuple stands: its number, and the module if several have tuples.
    pub(super) fn describe(&self, id: TupleId) -> String {
        let tuple = format!("tuple {} of '{ANNOTATIONS}'", id.number);
        if self.lists.len() == 1 {
            return tuple;
        }
        let module = self.lists[id.list as usize].module;
        match symbol_name(module) {
            Some(name) => format!("{tuple} on {} @{}", kind(module), lossy(name)),
            None => format!("{tuple} on {}", kind(module)),
        }
    }

    /// The launch facts that a tuple states: each key's spelling with its value.
    pub(super) fn facts(
        &self,
        id: TupleId,
    ) -> impl Iterator<Item = (&'static Spelling, Attribute<'c>)> + use<'_, 'c, 'a> {
        let (list, content) = self.content(id);
        self.lists[list as usize].contents[content as usize].tuple.facts()
    }

    /// Refuses tuples of which something stays: upstream's form has no place for them.
    pub(super) fn refuse_rest(&self) -> Result<(), Failure> {
        let mut result = Ok(());
        for list in &self.lists {
            let stays = |entry: &Entry<'_>| matches!(entry.stays, Stays::Whole | Stays::Rest);
            let stays = list.entries.iter().enumerate().filter(|(_, entry)| stays(entry));
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
            let kept: Vec<Attribute<'c>> = list.entries.iter().filter_map(|entry| rest(context, entry)).collect();
            statistics.add(statistic::FACTS_LEFT, kept.iter().map(|tuple| pair_count(*tuple)).sum());
            if kept.is_empty() {
                changed |= operation::remove(list.module, ANNOTATIONS);
            } else if list.entries.iter().any(|entry| entry.stays != Stays::Whole) {
                operation::set_discardable(list.module, ANNOTATIONS, array(context, &kept));
                changed = true;
            }
        }
        changed
    }
}

/// What stays of a tuple.
fn rest<'c>(context: &'c Context, entry: &Entry<'c>) -> Option<Attribute<'c>> {
    match entry.stays {
        Stays::Whole => Some(entry.raw),
        Stays::Nothing | Stays::Empty => None,
        Stays::Rest => {
            let elements: Vec<Attribute<'c>> = Array::new(entry.raw)?.iter().collect();
            let (symbol, pairs) = elements.split_first()?;
            let others = pairs.chunks(2).filter(|pair| !matches!(view(pair[0]), View::Text(key) if is_launch_key(key)));
            Some(array(context, &iter::once(*symbol).chain(others.flatten().copied()).collect::<Vec<_>>()))
        }
    }
}

fn is_launch_key(key: &[u8]) -> bool {
    launch_key(key).is_some()
}

/// Sorts tuples by the function they are about, without those that stood there before: all, and where each function's
/// begin. They mostly stand in that order, which the sort sees at once.
fn sort(mut found: Vec<(u32, TupleId)>, lists: &[List<'_, '_>], functions: usize) -> (Vec<TupleId>, Vec<u32>) {
    if found.is_empty() {
        return Default::default();
    }
    found.sort_by_key(|(function, _)| *function);
    let (mut filed, mut begins) = (Vec::with_capacity(found.len()), Vec::with_capacity(functions + 1));
    let mut seen = FxHashSet::default();
    for about in found.chunk_by(|(before, _), (function, _)| before == function) {
        begins.resize(about[0].0 as usize + 1, filed.len() as u32);
        seen.clear();
        let key = |id: &TupleId| attribute::key(lists[id.list as usize].entries[id.number()].raw);
        let ids = about.iter().map(|(_, id)| *id);
        filed.extend(ids.filter(|id| about.len() == 1 || seen.insert((id.list, key(id)))));
    }
    begins.resize(functions + 1, filed.len() as u32);
    (filed, begins)
}

impl List<'_, '_> {
    fn message(&self, text: &str) -> String {
        format!("{} op '{ANNOTATIONS}' {text}", kind(self.module))
    }

    /// One remark for all tuples that carry nothing.
    fn remark_dropped(&self) {
        let numbers = self.entries.iter().enumerate().filter(|(_, entry)| entry.stays == Stays::Empty);
        let numbers: Vec<usize> = numbers.map(|(number, _)| number).collect();
        let Some(text) = dropped(&numbers) else { return };
        let _: Failure = Diagnostic::remark(self.module.location(), self.message(&text)).emit();
    }
}

/// A function that tuples are about.
#[derive(Clone, Copy)]
struct Known {
    /// Its number in the scope, if it stands there.
    number: Option<u32>,
    /// It was transplanted before.
    is_marked: bool,
}

struct Reader<'s, 'c, 'a> {
    scope: &'s Scope<'c, 'a>,
    symbols: Symbols<'c, 'a>,
    /// The number in the scope of each function, by its key.
    numbers: OnceCell<FxHashMap<usize, u32>>,
    lists: Vec<List<'c, 'a>>,
    /// The tuples to be moved, each with the number of its function.
    found: Vec<(u32, TupleId)>,
    result: Result<(), Failure>,
}

impl<'c, 'a> Reader<'_, 'c, 'a> {
    fn read_module(&mut self, module: OperationRef<'c, 'a>) {
        let mut list = List { module, entries: Vec::new(), contents: Vec::new() };
        let annotations = match Annotations::of(module) {
            Ok(None) => return,
            Ok(Some(annotations)) => annotations,
            Err(fault) => {
                self.result = Err(Diagnostic::error(module.location(), list.message(&fault.to_string())).emit());
                return;
            }
        };
        let mut faults = Vec::new();
        list.entries.reserve_exact(annotations.len());
        let mut symbols = mem::take(&mut self.symbols);
        for (number, (raw, read)) in annotations.read(&mut symbols).enumerate() {
            let classified = read.map_err(|fault| fault.to_string()).and_then(|tuple| {
                if tuple.content == list.contents.len() {
                    list.contents.push(Content::of(tuple));
                }
                Ok((tuple.content as u32, self.classify(&tuple, list.contents[tuple.content].stays, number)?))
            });
            let (content, stays) = classified.unwrap_or_else(|fault| {
                faults.push(list.message(&format!("tuple {number} {fault}")));
                (0, Stays::Whole)
            });
            list.entries.push(Entry { raw, content, stays });
        }
        self.symbols = symbols;
        let mut faults = faults.into_iter();
        if let Some(first) = faults.next() {
            self.result = Err(Diagnostic::error(module.location(), first).and(faults).emit());
        }
        self.lists.push(list);
    }

    /// Decides what becomes of a tuple, and files it under its function if facts of that are to be moved.
    fn classify(&mut self, tuple: &Tuple<'c, 'a>, stays: Stays, number: usize) -> Result<Stays, String> {
        if tuple.carries_nothing() {
            return Ok(Stays::Empty);
        }
        let function = match tuple.subject {
            Subject::Nothing => return Ok(Stays::Empty),
            Subject::Function(function) => self.function(function),
            Subject::Global(op) => {
                return match tuple.facts().next() {
                    None => Ok(Stays::Whole),
                    Some((key, _)) => Err(format!(
                        "has the launch key '{}', which must be on a function, but {} is {}",
                        key.name,
                        print(tuple.symbol()),
                        kind(op)
                    )),
                };
            }
        };
        match function.number {
            // A marked function is not scanned again; what was added later is for `legacy-fact-remains` to find.
            Some(function_number) if !function.is_marked => {
                let id = TupleId { list: self.lists.len() as u32, number: number as u32 };
                self.found.push((function_number, id));
                Ok(stays)
            }
            _ => Ok(Stays::Whole),
        }
    }

    fn function(&mut self, function: Function<'c, 'a>) -> Known {
        let functions = &self.scope.functions;
        let numbers = self
            .numbers
            .get_or_init(|| functions.iter().map(|function| operation::key(function.operation())).zip(0..).collect());
        let number = numbers.get(&operation::key(function.operation())).copied();
        Known { number, is_marked: is_marked(function) }
    }
}

fn pair_count(tuple: Attribute<'_>) -> usize {
    Array::new(tuple).map_or(0, |elements| elements.len() / 2)
}
