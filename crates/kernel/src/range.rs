//! The numbers that the integers of a function can be, as intervals: the index of a ring of stages, say.
//!
//! Guarantees that a value, read as a signed number of its width, is in its interval in every thread and every
//! execution.
//!
//! Leaves out on purpose: what branches on the path say of a value, unlike a select that compares what it selects.

use crate::id::ValueId;
use crate::limits;
use crate::program::Function;
use crate::value::{Comparison, Operator, Value, ValueKind, masked, sign_extended};

/// The numbers from one to another, both included.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Range {
    /// The lowest one.
    pub low: i64,
    /// The highest one.
    pub high: i64,
}

/// What is known of a value so far.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Interval {
    /// It is not computed yet.
    Nothing,
    In(Range),
    Anything,
}

impl Range {
    /// One number.
    pub(crate) const fn of(number: i64) -> Self {
        Self { low: number, high: number }
    }

    /// All numbers of a width.
    pub(crate) const fn of_bits(bits: u8) -> Self {
        let high = (masked(u64::MAX, bits) >> 1) as i64;
        Self { low: -high - 1, high }
    }

    /// The sums of two numbers; none if one is too large.
    pub fn plus(self, other: Self) -> Option<Self> {
        Some(Self { low: self.low.checked_add(other.low)?, high: self.high.checked_add(other.high)? })
    }

    /// The numbers that are in both; none if there are none.
    pub(crate) fn intersection(self, other: Self) -> Option<Self> {
        let both = Self { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }

    /// The smallest interval with the numbers of both.
    pub(crate) fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Whether no number is in both.
    pub(crate) const fn is_disjoint(self, other: Self) -> bool {
        self.high < other.low || other.high < self.low
    }

    fn minus(self, other: Self) -> Option<Self> {
        Some(Self { low: self.low.checked_sub(other.high)?, high: self.high.checked_sub(other.low)? })
    }

    pub(crate) fn times(self, other: Self) -> Option<Self> {
        let pairs = [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        let mut all = Self { low: i64::MAX, high: i64::MIN };
        for (one, two) in pairs {
            let product = one.checked_mul(two)?;
            all = Self { low: all.low.min(product), high: all.high.max(product) };
        }
        Some(all)
    }

    /// Whether all numbers have this width.
    pub(crate) fn fits(self, bits: u8) -> bool {
        [self.low, self.high].into_iter().all(|number| sign_extended(number as u64, bits) == number)
    }

    /// The only number in it.
    pub(crate) fn single(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// The outcome of a comparison with another number, if all numbers have the same one.
    pub(crate) fn compared(self, comparison: Comparison, other: Self) -> Option<bool> {
        use Comparison::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let is_less = |one: Self, two: Self| (one.high < two.low).then_some(true);
        let is_signed = matches!(comparison, Slt | Sle | Sgt | Sge);
        // Without its sign, a negative number is larger than all others.
        if !is_signed && !matches!(comparison, Eq | Ne) && (self.low < 0 || other.low < 0) {
            return None;
        }
        let less = is_less(self, other).or_else(|| (self.low >= other.high).then_some(false));
        let greater = is_less(other, self).or_else(|| (other.low >= self.high).then_some(false));
        let equal = || match (self.single(), other.single()) {
            _ if self.is_disjoint(other) => Some(false),
            (Some(_), Some(_)) => Some(true),
            _ => None,
        };
        match comparison {
            Slt | Ult => less,
            Sgt | Ugt => greater,
            Sge | Uge => less.map(|less| !less),
            Sle | Ule => greater.map(|greater| !greater),
            Eq => equal(),
            Ne => equal().map(|equal| !equal),
        }
    }

    /// The numbers for which a comparison with a constant has an outcome; none if there are none.
    pub(crate) fn where_compared(self, comparison: Comparison, with: i64, holds: bool) -> Option<Self> {
        use Comparison::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let Self { mut low, mut high } = self;
        // Without its sign, a negative number is larger than all others.
        let are_non_negative = low >= 0 && with >= 0;
        match (comparison, holds) {
            (Eq, true) | (Ne, false) => (low, high) = (low.max(with), high.min(with)),
            (Eq, false) | (Ne, true) => {
                low = low.saturating_add(i64::from(low == with));
                high = high.saturating_sub(i64::from(high == with));
            }
            (Slt, true) | (Sge, false) => high = high.min(with.saturating_sub(1)),
            (Sle, true) | (Sgt, false) => high = high.min(with),
            (Sgt, true) | (Sle, false) => low = low.max(with.saturating_add(1)),
            (Sge, true) | (Slt, false) => low = low.max(with),
            (Ult, true) | (Uge, false) if with >= 0 => (low, high) = (low.max(0), high.min(with - 1)),
            (Ule, true) | (Ugt, false) if with >= 0 => (low, high) = (low.max(0), high.min(with)),
            (Ugt, true) | (Ule, false) if are_non_negative => low = low.max(with.saturating_add(1)),
            (Uge, true) | (Ult, false) if are_non_negative => low = low.max(with),
            (Ult | Ule | Ugt | Uge, _) => {}
        }
        (low <= high).then_some(Self { low, high })
    }
}

impl Interval {
    fn or_anything(range: Option<Range>) -> Self {
        range.map_or(Self::Anything, Self::In)
    }

    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, known) | (known, Self::Nothing) => known,
            (Self::In(one), Self::In(two)) => Self::In(one.hull(two)),
            _ => Self::Anything,
        }
    }
}

/// The intervals of all values of a function.
#[derive(Debug)]
pub(crate) struct Ranges(Vec<Interval>);

impl Ranges {
    pub fn of(function: &Function) -> Self {
        let incoming = incoming(function);
        let count = function.values.len();
        let mut ranges = Self(vec![Interval::Nothing; count]);
        let mut growth = vec![0_u8; count];
        for _ in 0..limits::RANGE_ROUNDS {
            let mut is_done = true;
            for (index, value) in function.values.iter().enumerate() {
                let id = ValueId::new(index);
                let before = ranges.known(id);
                let mut next = before.join(ranges.compute(function, value, incoming.get(index)));
                if let Some(growth) = growth.get_mut(index).filter(|_| next != before) {
                    *growth += 1;
                    next = if *growth > limits::RANGE_GROWTH { Interval::Anything } else { next };
                    is_done = false;
                }
                if let Some(slot) = ranges.0.get_mut(index) {
                    *slot = next;
                }
            }
            if is_done {
                return ranges;
            }
        }
        let constant = |value: &Value| {
            value.signed_constant().map_or(Interval::Anything, |number| Interval::In(Range::of(number)))
        };
        Self(function.values.iter().map(constant).collect())
    }

    /// The outcome of a comparison, if all numbers of the operands have the same one.
    pub fn compare(&self, comparison: Comparison, one: ValueId, two: ValueId) -> Option<bool> {
        self.get(one)?.compared(comparison, self.get(two)?)
    }

    /// The interval of a value; none if nothing is known of it.
    pub fn get(&self, value: ValueId) -> Option<Range> {
        match self.known(value) {
            Interval::In(range) => Some(range),
            Interval::Nothing | Interval::Anything => None,
        }
    }

    fn known(&self, value: ValueId) -> Interval {
        self.0.get(value.index()).copied().unwrap_or(Interval::Anything)
    }

    fn compute(&self, function: &Function, value: &Value, incoming: Option<&Option<Vec<ValueId>>>) -> Interval {
        let computed = match &value.kind {
            ValueKind::Constant(number) => Interval::In(Range::of(sign_extended(*number, value.bits))),
            ValueKind::Parameter => match incoming {
                Some(Some(values)) if !values.is_empty() => {
                    values.iter().fold(Interval::Nothing, |known, value| known.join(self.known(*value)))
                }
                _ => Interval::Anything,
            },
            ValueKind::Compute(Operator::Select, operands) => match operands.as_slice() {
                [condition, holds, fails] => {
                    let side = |of: ValueId, holds: bool| self.selected(function, *condition, of, holds);
                    side(*holds, true).join(side(*fails, false))
                }
                _ => Interval::Anything,
            },
            ValueKind::Compute(Operator::ZeroExtend, operands) => {
                let from = operands.first().and_then(|operand| function.value(*operand));
                let known = operands.first().map_or(Interval::Anything, |operand| self.known(*operand));
                match (known, from.map(|from| from.bits)) {
                    (Interval::Nothing, _) => Interval::Nothing,
                    (Interval::In(range), _) if range.low >= 0 => known,
                    (_, Some(bits)) if bits < value.bits => {
                        Interval::In(Range { low: 0, high: masked(u64::MAX, bits) as i64 })
                    }
                    _ => known,
                }
            }
            ValueKind::Compute(operator, operands) => self.operation(*operator, operands, value.bits),
            _ => Interval::Anything,
        };
        match computed {
            Interval::In(range) if !range.fits(value.bits) => Interval::Anything,
            known => known,
        }
    }

    fn operation(&self, operator: Operator, operands: &[ValueId], bits: u8) -> Interval {
        let mut ranges = [None; 2];
        for (slot, operand) in ranges.iter_mut().zip(operands) {
            match self.known(*operand) {
                Interval::Nothing => return Interval::Nothing,
                Interval::In(range) => *slot = Some(range),
                Interval::Anything => {}
            }
        }
        let positive = |range: Option<Range>| range.filter(|range| range.low >= 0);
        let divisor = |range: Option<Range>| range.and_then(Range::single).filter(|number| *number > 0);
        Interval::or_anything(match (operator, ranges) {
            (Operator::SignExtend, [Some(one), _]) => Some(one),
            (Operator::Add, [Some(one), Some(two)]) => one.plus(two),
            (Operator::Sub, [Some(one), Some(two)]) => one.minus(two),
            (Operator::Mul, [Some(one), Some(two)]) => one.times(two),
            (Operator::Shl, [Some(one), Some(two)]) => {
                two.single().filter(|by| (0..32).contains(by)).and_then(|by| one.times(Range::of(1 << by)))
            }
            (Operator::And, [one, two]) => {
                let highs = [positive(one), positive(two)].into_iter().flatten().map(|range| range.high);
                highs.min().map(|high| Range { low: 0, high })
            }
            (Operator::LShr, [one, two]) => two.and_then(Range::single).and_then(|by| {
                // Without its sign, any number has the bits of its width.
                let all = Range { low: 0, high: i64::try_from(masked(u64::MAX, bits)).ok()? };
                let one = positive(one).unwrap_or(all);
                (0..i64::from(bits)).contains(&by).then(|| Range { low: one.low >> by, high: one.high >> by })
            }),
            (Operator::UMin, [one, two]) => {
                let highs = [positive(one), positive(two)].into_iter().flatten().map(|range| range.high);
                highs.min().map(|high| Range { low: 0, high })
            }
            (Operator::SMin | Operator::SMax, [one, two]) if one.or(two).is_some() => {
                let [one, two] = [one, two].map(|range| range.unwrap_or(Range::of_bits(bits)));
                let chosen = if operator == Operator::SMin { i64::min } else { i64::max };
                Some(Range { low: chosen(one.low, two.low), high: chosen(one.high, two.high) })
            }
            (Operator::UMax, [one, two]) => positive(one)
                .zip(positive(two))
                .map(|(one, two)| Range { low: one.low.max(two.low), high: one.high.max(two.high) }),
            (Operator::Popc | Operator::Clz, _) => Some(Range { low: 0, high: 64 }),
            (Operator::URem, [_, two]) => divisor(two).map(|by| Range { low: 0, high: by - 1 }),
            (Operator::SRem, [one, two]) => positive(one).and(divisor(two)).map(|by| Range { low: 0, high: by - 1 }),
            (Operator::UDiv | Operator::SDiv, [one, two]) => {
                positive(one).zip(divisor(two)).map(|(one, by)| Range { low: one.low / by, high: one.high / by })
            }
            _ => None,
        })
    }

    /// The value that a select has on one side, where its condition can compare this value with a constant.
    fn selected(&self, function: &Function, condition: ValueId, of: ValueId, holds: bool) -> Interval {
        let known = self.known(of);
        let Interval::In(range) = known else { return known };
        let Some(ValueKind::Compute(Operator::Compare(comparison), operands)) =
            function.value(condition).map(|value| &value.kind)
        else {
            return known;
        };
        match operands.as_slice() {
            [compared, with] if *compared == of => match function.value(*with).and_then(Value::signed_constant) {
                Some(with) => range.where_compared(*comparison, with, holds).map_or(Interval::Nothing, Interval::In),
                None => known,
            },
            _ => known,
        }
    }
}

/// For each parameter of a block, the values that the edges give it; none if some edge leaves it out.
fn incoming(function: &Function) -> Vec<Option<Vec<ValueId>>> {
    let mut incoming: Vec<Option<Vec<ValueId>>> = vec![Some(Vec::new()); function.values.len()];
    for target in function.blocks.iter().flat_map(|block| block.end.targets()) {
        let parameters = function.block(target.to).map_or(&[][..], |block| &block.parameters);
        for (index, parameter) in parameters.iter().enumerate() {
            let Some(slot) = incoming.get_mut(parameter.index()) else { continue };
            match (slot.as_mut(), target.arguments.get(index)) {
                (Some(values), Some(argument)) => values.push(*argument),
                _ => *slot = None,
            }
        }
    }
    // The caller gives the parameters of the function, too.
    for parameter in &function.parameters {
        if let Some(slot) = incoming.get_mut(parameter.index()) {
            *slot = None;
        }
    }
    incoming
}

#[cfg(test)]
mod tests {
    use super::{Range, Ranges};
    use crate::builder::FunctionBuilder;
    use crate::id::ValueId;
    use crate::program::{Target, Terminator};
    use crate::value::{Comparison, Operator, SpecialRegister, Uniformity, ValueKind, sign_extended};

    /// The range of a variable that a loop begins with 0, and that `next` computes anew in each iteration.
    fn in_loop(next: impl Fn(&mut FunctionBuilder, ValueId) -> ValueId) -> Option<(i64, i64)> {
        let mut builder = FunctionBuilder::new();
        let [entry, body, end] = [(); 3].map(|()| builder.add_block());
        let index = builder.add_block_parameter(body, 32);
        let zero = builder.constant(0, 32);
        let more = builder.value(ValueKind::Unknown(Uniformity::Grid), 1);
        builder.end(entry, Terminator::Jump(Target { to: body, arguments: [zero].into_iter().collect() }));
        let next = next(&mut builder, index);
        let again = Target { to: body, arguments: [next].into_iter().collect() };
        builder.end(body, Terminator::Branch { condition: more, holds: again, fails: Target::new(end) });
        builder.end(end, Terminator::Exit);
        let function = builder.finish();
        Ranges::of(&function).get(index).map(|range| (range.low, range.high))
    }

    #[test]
    fn the_stage_of_a_ring_is_one_of_its_stages() {
        for (comparison, limit, is_reset) in [
            (Comparison::Eq, 3, true),
            (Comparison::Ne, 3, false),
            (Comparison::Sgt, 2, true),
            (Comparison::Slt, 3, false),
            (Comparison::Uge, 3, true),
        ] {
            let range = in_loop(|builder, index| {
                let [zero, one, limit] = [0, 1, limit].map(|number| builder.constant(number, 32));
                let next = builder.compute(Operator::Add, 32, [index, one]);
                let test = builder.compute(Operator::Compare(comparison), 1, [next, limit]);
                let (holds, fails) = if is_reset { (zero, next) } else { (next, zero) };
                builder.compute(Operator::Select, 32, [test, holds, fails])
            });
            assert_eq!(range, Some((0, 2)), "{comparison:?}");
        }
    }

    #[test]
    fn a_counter_without_a_limit_has_no_range() {
        let next = |builder: &mut FunctionBuilder, index| {
            let one = builder.constant(1, 32);
            builder.compute(Operator::Add, 32, [index, one])
        };
        assert_eq!(in_loop(next), None);
        let masked = in_loop(|builder, index| {
            let next = next(builder, index);
            let mask = builder.constant(3, 32);
            builder.compute(Operator::And, 32, [next, mask])
        });
        assert_eq!(masked, Some((0, 3)));
    }

    /// Each result of an operation on numbers of 8 bits is in the range that is computed for it.
    #[test]
    fn ranges_have_all_results() {
        use Operator::{Add, And, LShr, Mul, SDiv, SMax, SMin, SRem, Shl, Sub, UDiv, UMax, UMin, URem};
        let numbers = [0_u64, 1, 2, 3, 7, 100, 127, 128, 129, 200, 254, 255];
        let comparisons = [Comparison::Eq, Comparison::Ne, Comparison::Slt, Comparison::Ugt].map(Operator::Compare);
        let all_comparisons = {
            use Comparison::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
            [Eq, Ne, Slt, Sle, Sgt, Sge, Ult, Ule, Ugt, Uge]
        };
        for operator in [Add, And, LShr, Mul, SDiv, SMax, SMin, SRem, Shl, Sub, UDiv, UMax, UMin, URem] {
            for [a, b, c] in triples(&numbers) {
                let mut builder = FunctionBuilder::new();
                builder.add_block();
                let unknown = builder.register(SpecialRegister::LaneId, 1);
                let [a_value, b_value, c_value] = [a, b, c].map(|number| builder.constant(number, 8));
                let one = builder.compute(Operator::Select, 8, [unknown, a_value, b_value]);
                let result = builder.compute(operator, 8, [one, c_value]);
                let tests = comparisons.map(|comparison| {
                    let test = builder.compute(comparison, 1, [one, c_value]);
                    (comparison, builder.compute(Operator::Select, 8, [test, one, c_value]))
                });
                let function = builder.finish();
                let ranges = Ranges::of(&function);
                let outcomes = all_comparisons.map(|comparison| (comparison, ranges.compare(comparison, one, c_value)));
                let contains = |value: ValueId, number: u64| {
                    let number = sign_extended(number, 8);
                    ranges.get(value).is_none_or(|Range { low, high }| (low..=high).contains(&number))
                };
                for one in [a, b] {
                    let computed = |operator| crate::evaluate::fold(operator, 8, &[(Some(one), 8), (Some(c), 8)]);
                    assert!(computed(operator).is_none_or(|number| contains(result, number)), "{operator:?} {one} {c}");
                    for (comparison, outcome) in outcomes {
                        let holds = computed(Operator::Compare(comparison)).map(|holds| holds & 1 == 1);
                        assert!(outcome.is_none_or(|outcome| Some(outcome) == holds), "{comparison:?} {one} {c}");
                    }
                    for (comparison, selected) in tests {
                        let holds = computed(comparison).is_some_and(|holds| holds & 1 == 1);
                        assert!(contains(selected, if holds { one } else { c }), "{comparison:?} {one} {c}");
                    }
                }
            }
        }
    }

    fn triples(numbers: &[u64]) -> Vec<[u64; 3]> {
        let pairs = numbers.iter().flat_map(|one| numbers.iter().map(move |two| (*one, *two)));
        pairs.flat_map(|(one, two)| numbers.iter().map(move |three| [one, two, *three])).collect()
    }
}
