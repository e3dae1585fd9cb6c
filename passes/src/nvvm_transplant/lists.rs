//! What stays of the lists of tuples.

use crate::declaration::nvvm_transplant as statistic;
use melior::ir::{Attribute, OperationRef};
use std::iter;
use tileiras_contract::ANNOTATIONS;
use tileiras_mlir::attribute::{Array, View, array, print, view};
use tileiras_mlir::pass::Statistics;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{ContextHandle, Diagnostic, Failure, operation};
use tileiras_nvvm::annotation_index::{IndexedTuple, Subject, Tuple, dropped_remark, launch_key};
use tileiras_nvvm::program_facts::ProgramFacts;
use tileiras_translate::export::upstream::TUPLE_FAULT;

/// The change of all lists.
pub(super) struct Lists<'c, 'a> {
    lists: Vec<List<'c, 'a>>,
}

/// The change of the list of one module.
struct List<'c, 'a> {
    module: OperationRef<'c, 'a>,
    tuples: Vec<(Attribute<'c>, Stays)>,
}

/// What stays of a tuple.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Stays {
    /// All of it: it has no launch fact, or is not about a function of the scope that is transplanted.
    Whole,
    /// The pairs that are not launch facts.
    Rest,
    /// Nothing: all of its facts move.
    Nothing,
    /// Nothing: it carries nothing.
    Empty,
}

impl<'c, 'a> Lists<'c, 'a> {
    /// Plans the change of all lists. Faults are reported; the result says whether there was none.
    pub(super) fn plan(facts: &ProgramFacts<'c, 'a>) -> (Self, Result<(), Failure>) {
        let mut lists = Vec::new();
        let mut result = Ok(());
        // What stays if the launch facts move, by the number of the keys and values.
        let mut by_content = Vec::new();
        for found in facts.annotations.lists() {
            let mut list = List { module: found.module, tuples: Vec::with_capacity(found.tuples.len()) };
            let mut faults: Vec<String> = found.fault.iter().map(|fault| format!("'{ANNOTATIONS}' {fault}")).collect();
            for (number, tuple) in found.tuples.iter().enumerate() {
                let stays = stays(tuple, facts, &mut by_content).unwrap_or_else(|fault| {
                    faults.push(format!("'{ANNOTATIONS}' tuple {number} {fault}"));
                    Stays::Whole
                });
                list.tuples.push((tuple.raw, stays));
            }
            result = result.and(Diagnostic::on(list.module).errors(faults));
            lists.push(list);
        }
        (Self { lists }, result)
    }

    /// Refuses tuples of which something stays: upstream's form cannot state them.
    pub(super) fn refuse_rest(&self) -> Result<(), Failure> {
        let mut result = Ok(());
        for list in &self.lists {
            let stays = |stays: Stays| matches!(stays, Stays::Whole | Stays::Rest);
            let tuples = list.tuples.iter().enumerate().filter(|(_, (_, found))| stays(*found));
            let texts = tuples.map(|(number, _)| format!("'{ANNOTATIONS}' tuple {number} {TUPLE_FAULT}"));
            result = result.and(Diagnostic::on(list.module).errors(texts));
        }
        result
    }

    /// Writes back what stays of each list. Returns whether that is less than there was.
    pub(super) fn apply(self, statistics: Statistics<'_>) -> bool {
        let mut changed = false;
        for list in self.lists {
            statistics.add(statistic::TUPLES_SEEN, list.tuples.len());
            list.remark_dropped();
            let context = ContextHandle::of(list.module);
            let kept: Vec<Attribute<'c>> =
                list.tuples.iter().filter_map(|(raw, stays)| rest(context, *raw, *stays)).collect();
            statistics.add(statistic::FACTS_LEFT, kept.iter().map(|tuple| pair_count(*tuple)).sum());
            if kept.is_empty() {
                changed |= operation::remove(list.module, ANNOTATIONS);
            } else if list.tuples.iter().any(|(_, stays)| *stays != Stays::Whole) {
                operation::set_discardable(list.module, ANNOTATIONS, array(context, &kept));
                changed = true;
            }
        }
        changed
    }
}

/// What stays of a tuple, or why it is refused.
fn stays(
    found: &IndexedTuple<'_, '_>,
    facts: &ProgramFacts<'_, '_>,
    by_content: &mut Vec<Option<Stays>>,
) -> Result<Stays, String> {
    let tuple = found.read.as_ref().map_err(ToString::to_string)?;
    if tuple.carries_nothing() {
        return Ok(Stays::Empty);
    }
    if let Subject::Global(op) = tuple.subject
        && let Some((key, _)) = tuple.facts().next()
    {
        let (name, symbol, kind) = (key.name, print(tuple.symbol()), lossy(operation::name(op)));
        return Err(format!("has the launch key '{name}', which must be on a function, but {symbol} is '{kind}'"));
    }
    // A marked function is not read again; the rule `legacy-fact-remains` reports what was added after the marker.
    let is_read = found.function.is_some_and(|number| !facts.of_group(facts.group(number)).is_marked());
    if !is_read {
        return Ok(Stays::Whole);
    }
    by_content.resize(by_content.len().max(tuple.content + 1), None);
    Ok(*by_content[tuple.content].get_or_insert_with(|| stays_behind(tuple)))
}

/// What stays of a tuple whose launch facts move.
fn stays_behind(tuple: &Tuple<'_, '_>) -> Stays {
    let (facts, pairs) = (tuple.facts().count(), tuple.pairs().count());
    match pairs - facts {
        _ if facts == 0 => Stays::Whole,
        0 => Stays::Nothing,
        _ => Stays::Rest,
    }
}

/// A tuple without what moves.
fn rest<'c>(context: ContextHandle<'c>, raw: Attribute<'c>, stays: Stays) -> Option<Attribute<'c>> {
    match stays {
        Stays::Whole => Some(raw),
        Stays::Nothing | Stays::Empty => None,
        Stays::Rest => {
            let elements: Vec<Attribute<'c>> = Array::new(raw)?.iter().collect();
            let (symbol, pairs) = elements.split_first()?;
            let is_launch_key = |key: Attribute<'_>| matches!(view(key), View::Text(key) if launch_key(key).is_some());
            let others = pairs.chunks(2).filter(|pair| !is_launch_key(pair[0]));
            Some(array(context, &iter::once(*symbol).chain(others.flatten().copied()).collect::<Vec<_>>()))
        }
    }
}

impl List<'_, '_> {
    /// One remark for all tuples that carry nothing.
    fn remark_dropped(&self) {
        let empty = self.tuples.iter().enumerate().filter(|(_, (_, stays))| *stays == Stays::Empty);
        let empty: Vec<usize> = empty.map(|(number, _)| number).collect();
        if let Some(text) = dropped_remark(&empty) {
            let _: Failure = Diagnostic::on(self.module).remark(format!("'{ANNOTATIONS}' {text}")).emit();
        }
    }
}

fn pair_count(tuple: Attribute<'_>) -> usize {
    Array::new(tuple).map_or(0, |elements| elements.len() / 2)
}
