//! The number that a value has in one thread, or in all threads, at one time.
//!
//! Accepts any value of a function, and what is known of those that are not computed from others. Guarantees that each
//! value is computed once, without recursion, and that the work is bounded by a number of values.
//!
//! Leaves out on purpose: what differs between the threads ([`super::apply`]).

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::fold;
use crate::id::ValueId;
use crate::program::Function;
use crate::value::{Value, ValueKind};

/// Where the number of a value comes from.
pub(crate) enum Source {
    /// It is this one, if it is known.
    Number(Option<u64>),
    /// It is the number of these values, if all have the same one.
    Equal(SmallVec<[ValueId; 2]>),
    /// It is computed from the operands. The value is an operation.
    Operands,
}

/// Computes numbers. `source` says where the number of a value comes from, always the same.
pub(crate) struct Scalars<'f, S> {
    function: &'f Function,
    /// The most values that are looked at for one number.
    limit: usize,
    source: S,
    known: FxHashMap<ValueId, Option<u64>>,
}

impl<'f, S: Fn(ValueId, &Value) -> Source> Scalars<'f, S> {
    pub fn new(function: &'f Function, limit: usize, source: S) -> Self {
        Self { function, limit, source, known: FxHashMap::default() }
    }

    /// The number of a value. `None` if it is not known, if it depends on itself, or if it is computed from too many
    /// values.
    pub fn number(&mut self, id: ValueId) -> Option<u64> {
        let most = self.known.len() + self.limit;
        // A value is computed where it is met for the second time: after its operands.
        let mut pending: SmallVec<[(ValueId, Option<Source>); 8]> = smallvec![(id, None)];
        while let Some((id, source)) = pending.pop() {
            let Some(value) = self.function.value(id) else { continue };
            let number = match source {
                None if self.known.contains_key(&id) => continue,
                None if self.known.len() >= most => return None,
                None => match (self.source)(id, value) {
                    Source::Number(number) => number,
                    source => {
                        let operands = match &source {
                            Source::Equal(values) => values.as_slice(),
                            _ => value.kind.operands(),
                        };
                        let operands: SmallVec<[ValueId; 3]> = operands.into();
                        pending.push((id, Some(source)));
                        pending.extend(operands.into_iter().map(|operand| (operand, None)));
                        None
                    }
                },
                Some(Source::Equal(values)) => {
                    let mut numbers = values.iter().map(|&value| self.known(value));
                    numbers.next().flatten().filter(|first| numbers.all(|number| number == Some(*first)))
                }
                Some(_) => self.computed(value),
            };
            self.known.insert(id, number);
        }
        self.known(id)
    }

    fn known(&self, id: ValueId) -> Option<u64> {
        self.known.get(&id).copied().flatten()
    }

    fn computed(&self, value: &Value) -> Option<u64> {
        let ValueKind::Compute(operator, operands) = &value.kind else { return None };
        let numbers: SmallVec<[(Option<u64>, u8); 3]> =
            operands.iter().map(|&id| (self.known(id), self.function.bits(id))).collect();
        fold(*operator, value.bits, &numbers)
    }
}
