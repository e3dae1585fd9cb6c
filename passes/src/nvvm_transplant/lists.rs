//! Plans and applies the change of the lists of tuples.

use crate::declaration::nvvm_transplant as statistic;
use melior::ir::{Attribute, OperationRef};
use std::iter;
use tileiras_contract::ANNOTATIONS;
use tileiras_mlir::attribute::{Array, View, array, print, view};
use tileiras_mlir::pass::Statistics;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{ContextHandle, Failure, operation};
use tileiras_nvvm::annotation_index::{IndexedTuple, Subject, Tuple, about_annotations, dropped_remark, launch_key};
use tileiras_nvvm::program_facts::ProgramFacts;
use tileiras_translate::export::upstream::TUPLE_FAULT;

/// The change of all lists.
pub(super) struct ListPlans<'c, 'a> {
    lists: Vec<ListPlan<'c, 'a>>,
}

/// The change of the list of one module.
struct ListPlan<'c, 'a> {
    module: OperationRef<'c, 'a>,
    tuples: Vec<(Attribute<'c>, KeptPart)>,
}

/// The part of a tuple that is kept.
#[derive(Clone, Copy, Eq, PartialEq)]
enum KeptPart {
    /// All of it: it has no launch fact, or is not about a function of the scope that can be changed.
    Whole,
    /// The pairs that are not launch facts.
    Rest,
    /// Nothing: all of its facts become attributes.
    Nothing,
    /// Nothing: it states nothing.
    Empty,
}

impl<'c, 'a> ListPlans<'c, 'a> {
    /// Plans the change of all lists. Faults are reported; the result is an error if there was one.
    pub(super) fn new(facts: &ProgramFacts<'c, 'a>) -> (Self, Result<(), Failure>) {
        let mut lists = Vec::new();
        let mut result = Ok(());
        // The part that is kept without the launch facts, by the number of the keys and values.
        let mut by_content = Vec::new();
        for found in facts.annotations.lists() {
            let mut list = ListPlan { module: found.module, tuples: Vec::with_capacity(found.tuples.len()) };
            let mut faults: Vec<String> = found.fault.iter().map(|fault| format!("'{ANNOTATIONS}' {fault}")).collect();
            for (number, tuple) in found.tuples.iter().enumerate() {
                let kept = kept_part(tuple, facts, &mut by_content).unwrap_or_else(|fault| {
                    faults.push(format!("'{ANNOTATIONS}' tuple {number} {fault}"));
                    KeptPart::Whole
                });
                list.tuples.push((tuple.raw, kept));
            }
            result = result.and(about_annotations(list.module).errors(faults));
            lists.push(list);
        }
        (Self { lists }, result)
    }

    /// Refuses tuples that are kept, also in part: upstream's form has no tuples.
    pub(super) fn refuse_kept_tuples(&self) -> Result<(), Failure> {
        let mut result = Ok(());
        for list in &self.lists {
            let is_kept = |kept: KeptPart| matches!(kept, KeptPart::Whole | KeptPart::Rest);
            let tuples = list.tuples.iter().enumerate().filter(|(_, (_, kept))| is_kept(*kept));
            let texts = tuples.map(|(number, _)| format!("'{ANNOTATIONS}' tuple {number} {TUPLE_FAULT}"));
            result = result.and(about_annotations(list.module).errors(texts));
        }
        result
    }

    /// Writes what is kept of each list. Returns whether a list was changed.
    pub(super) fn apply(self, statistics: Statistics<'_>) -> bool {
        let mut changed = false;
        for list in self.lists {
            statistics.add(statistic::TUPLES_SEEN, list.tuples.len());
            list.remark_dropped();
            let context = ContextHandle::of(list.module);
            let kept: Vec<Attribute<'c>> =
                list.tuples.iter().filter_map(|(raw, kept)| kept_tuple(context, *raw, *kept)).collect();
            statistics.add(statistic::FACTS_LEFT, kept.iter().map(|tuple| pair_count(*tuple)).sum());
            if kept.is_empty() {
                changed |= operation::remove_attribute(list.module, ANNOTATIONS);
            } else if list.tuples.iter().any(|(_, kept)| *kept != KeptPart::Whole) {
                operation::set_discardable_attribute(list.module, ANNOTATIONS, array(context, &kept));
                changed = true;
            }
        }
        changed
    }
}

/// The part of a tuple that is kept, or why the tuple is refused.
fn kept_part(
    found: &IndexedTuple<'_, '_>,
    facts: &ProgramFacts<'_, '_>,
    by_content: &mut Vec<Option<KeptPart>>,
) -> Result<KeptPart, String> {
    let tuple = found.read.as_ref().map_err(ToString::to_string)?;
    if tuple.carries_nothing() {
        return Ok(KeptPart::Empty);
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
        return Ok(KeptPart::Whole);
    }
    by_content.resize(by_content.len().max(tuple.content + 1), None);
    Ok(*by_content[tuple.content].get_or_insert_with(|| without_launch_facts(tuple)))
}

/// The part of a tuple that is not launch facts.
fn without_launch_facts(tuple: &Tuple<'_, '_>) -> KeptPart {
    let (facts, pairs) = (tuple.facts().count(), tuple.pairs().count());
    match pairs - facts {
        _ if facts == 0 => KeptPart::Whole,
        0 => KeptPart::Nothing,
        _ => KeptPart::Rest,
    }
}

/// The tuple with the part that is kept.
fn kept_tuple<'c>(context: ContextHandle<'c>, raw: Attribute<'c>, kept: KeptPart) -> Option<Attribute<'c>> {
    match kept {
        KeptPart::Whole => Some(raw),
        KeptPart::Nothing | KeptPart::Empty => None,
        KeptPart::Rest => {
            let elements: Vec<Attribute<'c>> = Array::new(raw)?.iter().collect();
            let (symbol, pairs) = elements.split_first()?;
            let is_launch_key = |key: Attribute<'_>| matches!(view(key), View::Text(key) if launch_key(key).is_some());
            let others = pairs.chunks(2).filter(|pair| !is_launch_key(pair[0]));
            Some(array(context, &iter::once(*symbol).chain(others.flatten().copied()).collect::<Vec<_>>()))
        }
    }
}

impl ListPlan<'_, '_> {
    /// Emits one remark for all tuples that state nothing.
    fn remark_dropped(&self) {
        let empty = self.tuples.iter().enumerate().filter(|(_, (_, kept))| *kept == KeptPart::Empty);
        let empty: Vec<usize> = empty.map(|(number, _)| number).collect();
        if let Some(text) = dropped_remark(&empty) {
            let _: Failure = about_annotations(self.module).remark(format!("'{ANNOTATIONS}' {text}")).emit();
        }
    }
}

fn pair_count(tuple: Attribute<'_>) -> usize {
    Array::new(tuple).map_or(0, |elements| elements.len() / 2)
}
