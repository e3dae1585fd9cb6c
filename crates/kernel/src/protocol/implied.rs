//! What the outcomes of some conditions say of others: comparisons of one value with constants.
//!
//! Guarantees that a condition has this outcome whenever the assumed ones have theirs, also if a sum wraps around.
//!
//! Leaves out on purpose: comparisons of two values that are not constant.

use std::collections::BTreeMap;

use super::{Assumption, without_not};
use crate::execution::{ContextId, Run};
use crate::id::{BlockId, ValueId};
use crate::loops::Variance;
use crate::program::{Block, Function, Terminator};
use crate::range::Range;
use crate::value::{Comparison, Operator, ValueKind};

/// Outcomes of the conditions at the ends of blocks, as far as something decides on them.
pub(super) type Decided = BTreeMap<ContextId, BTreeMap<BlockId, bool>>;

/// The outcomes that conditions have if the assumed ones have theirs.
pub(super) fn outcomes(run: &Run<'_>, assumed: &[Assumption]) -> Decided {
    run.contexts().map(|(context, _)| (context, in_context(run, context, assumed))).collect()
}

fn in_context(run: &Run<'_>, context: ContextId, assumed: &[Assumption]) -> BTreeMap<BlockId, bool> {
    let blocks = run.function(context).filter(|_| !assumed.is_empty()).into_iter().flat_map(Function::enumerate);
    let outcome = |(id, block): (BlockId, &Block)| match block.end {
        Terminator::Branch { condition, .. } => Some((id, outcome(run, context, condition, assumed)?)),
        _ => None,
    };
    blocks.filter_map(outcome).collect()
}

/// The outcome that a condition has if the assumed ones have theirs. None if they do not decide on it.
fn outcome(run: &Run<'_>, context: ContextId, condition: ValueId, assumed: &[Assumption]) -> Option<bool> {
    let (condition, is_plain) = without_not(run, context, condition);
    let of_context = assumed.iter().filter(|assumption| assumption.context == context);
    if let Some(same) = of_context.clone().find(|assumption| assumption.condition == condition) {
        return Some(same.holds == is_plain);
    }
    let test = Test::of(run, context, condition)?;
    let mut range = Range::of_bits(test.bits);
    for assumption in of_context {
        let known = Test::of(run, context, assumption.condition).filter(|known| known.of == test.of);
        range = known.and_then(|known| known.narrow(range, assumption.holds)).unwrap_or(range);
    }
    let holds = [true, false].into_iter().find(|holds| test.narrow(range, !holds).is_none())?;
    Some(holds == is_plain)
}

/// A comparison of the sum of a value and a constant with a constant.
struct Test {
    of: ValueId,
    plus: i64,
    comparison: Comparison,
    with: i64,
    bits: u8,
}

impl Test {
    fn of(run: &Run<'_>, context: ContextId, condition: ValueId) -> Option<Self> {
        let function = run.function(context)?;
        let ValueKind::Compute(Operator::Compare(comparison), operands) = &function.value(condition)?.kind else {
            return None;
        };
        let [one, two] = operands.as_slice() else { return None };
        let number = |value: ValueId| run.range(context, value).and_then(Range::single);
        let (compared, comparison, with) = match (number(*one), number(*two)) {
            (None, Some(with)) => (*one, *comparison, with),
            (Some(with), None) => (*two, comparison.swapped(), with),
            _ => return None,
        };
        let described = function.value(compared)?;
        let (of, plus) = match &described.kind {
            ValueKind::Compute(Operator::Add, terms) => match terms.as_slice() {
                [term, added] if number(*added).is_some() => (*term, number(*added)?),
                [added, term] if number(*added).is_some() => (*term, number(*added)?),
                _ => (compared, 0),
            },
            _ => (compared, 0),
        };
        // Later the value can be another one.
        let is_settled = run.graph(context)?.variance.get(of.index()).is_some_and(Variance::is_none);
        is_settled.then_some(Self { of, plus, comparison, with, bits: described.bits })
    }

    /// The numbers of a range for which the comparison has an outcome; none if there are none.
    fn narrow(&self, range: Range, holds: bool) -> Option<Range> {
        let sum = range.plus(Range::of(self.plus)).filter(|sum| sum.fits(self.bits));
        // A sum that can wrap around says nothing.
        let Some((sum, back)) = sum.zip(self.plus.checked_neg()) else { return Some(range) };
        sum.where_compared(self.comparison, self.with, holds)?.plus(Range::of(back))
    }
}
