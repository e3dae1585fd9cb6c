//! Which objects are the same: addresses as a base and an offset.
//!
//! Guarantees that two addresses of different variables, with different offsets from a base that never differs, or in
//! parts of a variable that do not overlap are different; and that equal expressions of one function are equal.
//! Everything else is unknown.

use crate::execution::{ContextId, Run};
use crate::id::{SymbolId, ValueId};
use crate::limits;
use crate::program::InstructionKind;
use crate::range::Range;
use crate::value::{Operator, Space, SpecialRegister, Uniformity, ValueKind, sign_extended};

/// The number of bits of an address in shared memory.
const ADDRESS_BITS: u8 = 32;

/// What an address is relative to.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Base {
    /// A variable.
    Symbol(SymbolId),
    /// What was loaded from a variable, at that offset.
    Loaded(SymbolId, i64),
    /// Somewhere in a variable, such as an element of an array: the variable, the value that the address is, and the
    /// number of bytes from the variable to it, if that is known.
    Inside(SymbolId, ContextId, ValueId, Option<Range>),
    /// Any other value of a context.
    Value(ContextId, ValueId),
}

/// An address.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Address {
    /// The base.
    pub base: Base,
    /// The number of bytes from the base.
    pub offset: i64,
    /// Whether the base is the same in all threads, and each time that it is computed. If not, one address can have
    /// other offsets from it: `array + 8 * warp + 8` in one warp is `array + 8 * warp` in the next one.
    is_base_fixed: bool,
}

impl Address {
    /// The address that a value of a context is.
    pub fn of(run: &Run<'_>, context: ContextId, value: ValueId) -> Self {
        let (address, slot) = Self::with_slot(run, context, value, None);
        match slot {
            Some(Self { base: Base::Symbol(symbol), offset, .. }) => address.loaded_from(symbol, offset),
            _ => address,
        }
    }

    /// An address in a variable.
    pub(crate) const fn in_variable(symbol: SymbolId, offset: i64) -> Self {
        Self { base: Base::Symbol(symbol), offset, is_base_fixed: true }
    }

    /// The same offset from what is loaded from a variable.
    pub(crate) const fn loaded_from(self, symbol: SymbolId, offset: i64) -> Self {
        Self { base: Base::Loaded(symbol, offset), is_base_fixed: false, ..self }
    }

    /// The address that a value of a context is in one thread, where the offset has every term whose number in this
    /// thread is known; and if its base is what a load reads, the address that is loaded from.
    pub(crate) fn in_thread(run: &Run<'_>, context: ContextId, value: ValueId, thread: usize) -> (Self, Option<Self>) {
        Self::with_slot(run, context, value, Some(thread))
    }

    fn with_slot(run: &Run<'_>, context: ContextId, value: ValueId, thread: Option<usize>) -> (Self, Option<Self>) {
        let (address, loaded_from) = Self::without_loads(run, context, value, thread);
        (address, loaded_from.map(|(context, from)| Self::without_loads(run, context, from, None).0))
    }

    /// The address, and if its base is what a load reads, the address that is loaded from.
    fn without_loads(
        run: &Run<'_>,
        mut context: ContextId,
        mut value: ValueId,
        thread: Option<usize>,
    ) -> (Self, Option<(ContextId, ValueId)>) {
        let (mut offset, mut loaded_from) = (0_i64, None);
        for _ in 0..limits::ADDRESS_DEPTH {
            let Some(function) = run.function(context) else { break };
            let Some(described) = function.value(value) else { break };
            match &described.kind {
                ValueKind::Symbol(symbol) => return (Self::in_variable(*symbol, offset), None),
                ValueKind::Load { address, .. } => {
                    loaded_from = Some((context, *address));
                    break;
                }
                ValueKind::Compute(Operator::Add, operands) => {
                    let [one, two] = operands.as_slice() else { break };
                    let number = |term: ValueId| {
                        let in_thread = || {
                            let number = run.known(context, term).number(thread?)?;
                            Some(sign_extended(number, function.value(term)?.bits))
                        };
                        function.constant(term).or_else(in_thread)
                    };
                    match (number(*one), number(*two)) {
                        (_, Some(added)) => (value, offset) = (*one, offset.wrapping_add(added)),
                        (Some(added), _) => (value, offset) = (*two, offset.wrapping_add(added)),
                        _ => {
                            let base = match inside(run, context, value) {
                                Some((symbol, bytes)) => Base::Inside(symbol, context, value, bytes),
                                None => Base::Value(context, value),
                            };
                            return (Self { base, offset, is_base_fixed: never_differs(run, context, value) }, None);
                        }
                    }
                }
                // The variable of another CTA has the same offset in its shared memory.
                ValueKind::Compute(Operator::Mapa, operands) => {
                    let Some(inner) = operands.first() else { break };
                    value = *inner;
                }
                // An address in shared memory has 32 bits, so that a conversion to as many keeps it.
                ValueKind::Compute(Operator::ZeroExtend | Operator::SignExtend, operands) => {
                    let Some(&inner) = operands.first() else { break };
                    let bits = function.value(inner).map_or(0, |value| value.bits);
                    if bits.min(described.bits) < ADDRESS_BITS {
                        break;
                    }
                    value = inner;
                }
                ValueKind::Parameter => match argument(run, context, value) {
                    Some(passed) => (context, value) = passed,
                    None => break,
                },
                _ => break,
            }
        }
        let is_base_fixed = never_differs(run, context, value);
        (Self { base: Base::Value(context, value), offset, is_base_fixed }, loaded_from)
    }

    /// Whether a thread computes the same address each time: no loop, no call and no other thread changes it.
    pub(crate) fn is_fixed(self, run: &Run<'_>) -> bool {
        match self.base {
            Base::Symbol(_) => true,
            Base::Loaded(..) => false,
            Base::Inside(_, context, value, _) | Base::Value(context, value) => is_fixed(run, context, value, |_| true),
        }
    }

    /// The variable that the address is in, if it is known.
    pub const fn symbol(self) -> Option<SymbolId> {
        match self.base {
            Base::Symbol(symbol) | Base::Inside(symbol, ..) => Some(symbol),
            Base::Loaded(..) | Base::Value(..) => None,
        }
    }

    /// Whether two addresses are the same. None if that is not known.
    pub fn is_same(self, other: Self) -> Option<bool> {
        match (self.base, other.base) {
            (one, two) if one == two => match self.offset.wrapping_sub(other.offset) {
                0 => Some(true),
                // A sum of 32 bits wraps around.
                apart if apart.trailing_zeros() >= ADDRESS_BITS.into() => None,
                _ => self.is_base_fixed.then_some(false),
            },
            _ if self.symbol().zip(other.symbol()).is_some_and(|(one, two)| one != two) => Some(false),
            _ if self.bytes().zip(other.bytes()).is_some_and(|(one, two)| one.is_disjoint(two)) => Some(false),
            _ => None,
        }
    }

    /// Whether two addresses can be the same.
    pub(crate) fn can_be(self, other: Self) -> bool {
        self.is_same(other) != Some(false)
    }

    /// The number of bytes from the variable that the address is in, as far as it is known.
    fn bytes(self) -> Option<Range> {
        let from = match self.base {
            Base::Symbol(_) => Range::of(0),
            Base::Inside(.., bytes) => bytes?,
            Base::Loaded(..) | Base::Value(..) => return None,
        };
        from.plus(Range::of(self.offset))
    }
}

/// Whether two addresses can be the same. One that is not known can be any.
pub fn can_be_same(one: Option<Address>, two: Option<Address>) -> bool {
    one.zip(two).is_none_or(|(one, two)| one.can_be(two))
}

/// Whether a value is the same in all threads of all CTAs, and each time that it is computed. What is passed to a
/// function that unknown code calls differs in each thread.
fn never_differs(run: &Run<'_>, context: ContextId, value: ValueId) -> bool {
    is_fixed(run, context, value, SpecialRegister::is_of_grid)
        && run.known(context, value).uniformity_on(&run.cta.all()) <= Uniformity::Cta
}

/// Whether a thread computes the same value each time, of special registers only from those that `of` allows.
fn is_fixed(run: &Run<'_>, context: ContextId, value: ValueId, of: impl Fn(SpecialRegister) -> bool) -> bool {
    let Some(function) = run.function(context) else { return false };
    let mut pending = vec![value];
    for _ in 0..limits::ADDRESS_DEPTH {
        let Some(next) = pending.pop() else { return true };
        let is_fixed = match function.value(next).map(|value| &value.kind) {
            Some(ValueKind::Constant(_) | ValueKind::Symbol(_)) => true,
            Some(ValueKind::Register(register)) => of(*register),
            Some(ValueKind::Unknown(uniformity)) => *uniformity == Uniformity::Grid,
            Some(ValueKind::Load { address, space: Space::Constant }) => {
                pending.push(*address);
                true
            }
            Some(ValueKind::Compute(operator, operands)) => {
                pending.extend(operands);
                !operator.is_of_warp()
            }
            Some(ValueKind::Parameter) => context == run.root() && function.parameters.contains(&next),
            Some(ValueKind::Load { .. } | ValueKind::Elect | ValueKind::CallResult) | None => false,
        };
        if !is_fixed {
            return false;
        }
    }
    false
}

/// The only variable among the terms of a sum, and the sum of the others, if it is known.
fn inside(run: &Run<'_>, context: ContextId, value: ValueId) -> Option<(SymbolId, Option<Range>)> {
    let function = run.function(context)?;
    let (mut found, mut bytes, mut pending) = (None, Some(Range::of(0)), vec![value]);
    let bits = |value: ValueId| function.value(value).map_or(0, |value| value.bits);
    for _ in 0..limits::ADDRESS_DEPTH {
        let Some(next) = pending.pop() else { return found.map(|symbol| (symbol, bytes)) };
        match &function.value(next)?.kind {
            ValueKind::Symbol(symbol) if found.is_some_and(|found| found != *symbol) => return None,
            ValueKind::Symbol(symbol) => {
                bytes = bytes.filter(|_| found.is_none());
                found = Some(*symbol);
            }
            ValueKind::Compute(Operator::Add, operands) => pending.extend(operands),
            // A narrower sum can wrap around, and a conversion to fewer bits can leave some out.
            ValueKind::Compute(Operator::ZeroExtend | Operator::SignExtend, operands)
                if operands.iter().all(|operand| bits(*operand) >= ADDRESS_BITS && bits(*operand) <= bits(next)) =>
            {
                pending.extend(operands);
            }
            _ => bytes = bytes.and_then(|bytes| bytes.plus(run.range(context, next)?)),
        }
    }
    None
}

/// The value that the only call of a context passes for a parameter.
fn argument(run: &Run<'_>, context: ContextId, parameter: ValueId) -> Option<(ContextId, ValueId)> {
    let index = run.function(context)?.parameters.iter().position(|&known| known == parameter)?;
    let mut callers = run.callers(context);
    let (caller, block, call) = callers.next()?;
    if callers.next().is_some() {
        return None;
    }
    match &run.function(caller)?.block(block)?.instructions.get(call)?.kind {
        InstructionKind::Call { arguments, .. } => Some((caller, *arguments.get(index)?)),
        _ => None,
    }
}
