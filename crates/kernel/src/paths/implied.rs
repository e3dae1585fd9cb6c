//! What the outcomes of some conditions say of others: comparisons of one value with constants.
//!
//! Guarantees that a condition has this outcome whenever the assumed ones have theirs, also if a sum wraps around.
//!
//! Leaves out on purpose: comparisons of two values that are not constant.

use std::collections::BTreeMap;

use crate::execution::{ContextId, Run};
use crate::id::{BlockId, ValueId};
use crate::limits;
use crate::loops::Variance;
use crate::paths::condition::{Assumption, conditions_of, without_not};
use crate::program::{Block, Function, Terminator};
use crate::range::Range;
use crate::value::{Comparison, Operator, ValueKind};

/// Outcomes of the conditions at the ends of blocks, as far as something decides on them.
pub(crate) type Decided = BTreeMap<ContextId, BTreeMap<BlockId, bool>>;

/// The outcomes that conditions have if the assumed ones have theirs.
pub(crate) fn outcomes(run: &Run<'_>, assumed: &[Assumption]) -> Decided {
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
#[derive(Copy, Clone, Debug)]
pub(crate) struct Test {
    pub of: ValueId,
    plus: i64,
    comparison: Comparison,
    with: i64,
    bits: u8,
}

impl Test {
    pub fn of(run: &Run<'_>, context: ContextId, condition: ValueId) -> Option<Self> {
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

    /// Whether some number gives all of these comparisons of the same value their outcomes.
    pub fn can_have(outcomes: impl Iterator<Item = (Self, bool)> + Clone) -> bool {
        let Some(range) = outcomes.clone().next().map(|(test, _)| Range::of_bits(test.bits)) else { return true };
        // Again, because a sum may no longer wrap around in the range that is left.
        let mut twice = outcomes.clone().chain(outcomes);
        twice.try_fold(range, |range, (test, holds)| test.narrow(range, holds)).is_some()
    }

    /// The numbers of a range for which the comparison has an outcome; none if there are none.
    fn narrow(&self, range: Range, holds: bool) -> Option<Range> {
        let all = Range::of_bits(self.bits);
        let modulus = 1_i64.checked_shl(self.bits.into()).filter(|modulus| *modulus > 0);
        // A sum of 64 bits says nothing if it can wrap around; any other one wraps around at most once.
        if modulus.is_none() && (self.plus == i64::MIN || range.plus(Range::of(self.plus)).is_none()) {
            return Some(range);
        }
        let after = |wrap: i64| {
            let added = self.plus.checked_add(wrap)?;
            let sum = range.plus(Range::of(added))?.intersection(all)?;
            sum.where_compared(self.comparison, self.with, holds)?.plus(Range::of(added.checked_neg()?))
        };
        let wraps = [modulus.map(|modulus| -modulus), Some(0), modulus];
        wraps.into_iter().flatten().filter_map(after).reduce(Range::hull)
    }
}

/// The numbers that a value can have in a block, after the comparisons with constants on every path to it: after
/// `if (n == 0) return`, an `n` from 0 to 255 is at least 1.
pub(crate) fn range_in(run: &Run<'_>, context: ContextId, block: BlockId, value: ValueId) -> Option<Range> {
    let known = run.range(context, value);
    let (mut range, mut is_known) = match known {
        Some(range) => (range, true),
        None => (Range::of_bits(run.function(context)?.value(value)?.bits), false),
    };
    for passed in conditions_of(run, context, block).take(limits::NARROWING_CONDITIONS) {
        let Assumption { condition, holds, .. } = passed.assumption(run, context);
        if let Some(test) = Test::of(run, context, condition).filter(|test| test.of == value) {
            (range, is_known) = (test.narrow(range, holds)?, true);
        }
    }
    is_known.then_some(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each number of 8 bits for which a comparison has an outcome is in the range that is left.
    #[test]
    fn what_is_left_has_all_numbers() {
        use Comparison::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let some = [-128_i8, -127, -65, -64, -1, 0, 1, 63, 64, 126, 127];
        for comparison in [Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult] {
            for (plus, with) in some.iter().flat_map(|plus| some.iter().map(move |with| (*plus, *with))) {
                let test = Test { of: ValueId::new(0), plus: plus.into(), comparison, with: with.into(), bits: 8 };
                for holds in [true, false] {
                    let left = test.narrow(Range::of_bits(8), holds);
                    let has =
                        |number: i8| left.is_some_and(|left| left.intersection(Range::of(number.into())).is_some());
                    let numbers = (i8::MIN..=i8::MAX).filter(|number| {
                        let sum = number.wrapping_add(plus).cast_unsigned().into();
                        let operands = [(Some(sum), 8), (Some(u64::from(with.cast_unsigned())), 8)];
                        crate::evaluate::fold(Operator::Compare(comparison), 1, &operands) == Some(u64::from(holds))
                    });
                    for number in numbers {
                        assert!(has(number), "{number} {plus} {comparison:?} {with} {holds}");
                    }
                }
            }
        }
    }

    #[test]
    fn comparisons_that_exclude_each_other_are_found_in_any_order() {
        let of = ValueId::new(0);
        let test = |plus, comparison, with| Test { of, plus, comparison, with, bits: 32 };
        // Not negative, so that the sum is below 65 only if it wraps around, and then it is not above 0.
        let outcomes = [
            (test(128, Comparison::Sgt, 0), true),
            (test(128, Comparison::Slt, 65), true),
            (test(0, Comparison::Slt, 0), false),
        ];
        for first in 0..outcomes.len() {
            let order = outcomes.iter().cycle().skip(first).take(outcomes.len()).copied();
            assert!(!Test::can_have(order.clone()));
            assert!(Test::can_have(order.take(2)));
        }
    }
}
