//! Conditions that no launch makes true unless a number wraps around: `%ctaid.x * 64 < -2147483520`.
//!
//! A compiler that pipelines a loop of two iterations in four stages leaves the copies of the other stages after such
//! conditions.
//!
//! Guarantees that only sums, products and shifts of special registers are taken not to wrap around. That is no proof,
//! so that it can only be a reason to report nothing.

use crate::execution::{ContextId, Run, Site};
use crate::id::ValueId;
use crate::limits;
use crate::paths::conditions_of;
use crate::program::Function;
use crate::range::Range;
use crate::value::{Operator, SpecialRegister, ValueKind};

/// The largest coordinate of a CTA, of a thread, or of a cluster.
const MAX_COORDINATE: i64 = i32::MAX as i64;

/// Whether an instruction is under a condition that is never true.
pub(crate) fn is_never_reached(site: &Site<'_, '_>) -> bool {
    let (run, context) = (site.run, site.context);
    let Some(function) = run.function(context) else { return false };
    let mut passed = conditions_of(run, context, site.block);
    passed.any(|passed| passed.holds && is_never_true(run, context, function, passed.condition, 0))
}

fn is_never_true(run: &Run<'_>, context: ContextId, function: &Function, condition: ValueId, depth: usize) -> bool {
    let Some(value) = function.value(condition).filter(|_| depth < limits::NEVER_DEPTH) else { return false };
    match &value.kind {
        ValueKind::Compute(Operator::And, parts) if value.bits == 1 => {
            parts.iter().any(|part| is_never_true(run, context, function, *part, depth + 1))
        }
        ValueKind::Compute(Operator::Compare(comparison), operands) => {
            let [of, with] = operands.as_slice() else { return false };
            let with = run.range(context, *with).and_then(Range::single);
            let range = without_wrap(function, *of, 0);
            range.zip(with).is_some_and(|(range, with)| range.where_compared(*comparison, with, true).is_none())
        }
        _ => false,
    }
}

/// The interval of a value that is computed from special registers and constants, if nothing wraps around.
fn without_wrap(function: &Function, value: ValueId, depth: usize) -> Option<Range> {
    let described = function.value(value).filter(|_| depth < limits::NEVER_DEPTH)?;
    if let Some(number) = described.signed_constant() {
        return Some(Range::of(number));
    }
    let operand = |operands: &[ValueId], index: usize| without_wrap(function, *operands.get(index)?, depth + 1);
    match &described.kind {
        ValueKind::Register(SpecialRegister::IsExplicitCluster) => None,
        ValueKind::Register(_) => Some(Range { low: 0, high: MAX_COORDINATE }),
        ValueKind::Compute(Operator::Add, terms) => operand(terms, 0)?.plus(operand(terms, 1)?),
        ValueKind::Compute(Operator::Mul, factors) => operand(factors, 0)?.times(operand(factors, 1)?),
        ValueKind::Compute(Operator::Shl, operands) => {
            let by = operand(operands, 1)?.single().filter(|by| (0..32).contains(by))?;
            operand(operands, 0)?.times(Range::of(1 << by))
        }
        ValueKind::Compute(Operator::ZeroExtend | Operator::SignExtend, inner) => operand(inner, 0),
        _ => None,
    }
}
