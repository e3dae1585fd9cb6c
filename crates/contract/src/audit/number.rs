//! The verdicts about numbers of which a cubin has another one: the least memory of a CTA, of which it has the largest
//! of all kernels, and `.local_maxnreg`, which can be in its register cap.

use crate::fact::Fact;
use crate::fact_set::FactValue;

use super::fold::fold;
use super::{FunctionSnapshot, HiddenReason, Judge, Snapshot, Stage, Stated, StatedValue, Verdict};

/// The number that a cubin has of these kernels. `ptxas` and `nvlink` write the largest, and none for 0 (measured:
/// 13.5).
pub(super) fn program_memory(stage: &Snapshot) -> Option<u32> {
    let kernels = stage.functions.iter().filter(|function| function.is_kernel() && !function.declared);
    let of_kernel = |kernel: &FunctionSnapshot| kernel.program_memory.or(kernel.facts.positive(Fact::MinPerCtaMemory));
    kernels.filter_map(of_kernel).max()
}

impl Judge {
    /// The verdict about the least shared memory of a CTA. A cubin has the largest of all kernels.
    pub(super) fn memory(&self, before: &FunctionSnapshot, after: Option<&FunctionSnapshot>) -> Option<Verdict> {
        let (expected, found) = (self.program_memory, after?.program_memory);
        let stated = |bytes: Option<u32>| bytes.map(Stated::ProgramMemory);
        Some(match (before.get(Fact::MinPerCtaMemory), stated(expected)) {
            (Some(value @ StatedValue::Malformed(_)), _) => {
                Verdict::Lost { expected: Stated::Value(value), found: stated(found) }
            }
            (Some(value), None) => Verdict::Lost { expected: Stated::Value(value), found: stated(found) },
            (Some(value), Some(_)) if expected == found => match expected {
                Some(to) if value != StatedValue::Valid(FactValue::Scalar(to)) => Verdict::Raised { value, to },
                _ => Verdict::Carried { value },
            },
            (Some(_), Some(expected)) => Verdict::Lost { expected, found: stated(found) },
            (None, Some(expected)) if self.from == Stage::Cubin && self.program_memory != found => {
                Verdict::Lost { expected, found: stated(found) }
            }
            (None, Some(_)) => return None,
            (None, None) => Verdict::Invented { found: stated(found)? },
        })
    }

    /// The verdict about `.local_maxnreg`, which only PTX shows. The register cap of a cubin contains it.
    pub(super) fn local_maxnreg(&self, before: &FunctionSnapshot, after: Option<&FunctionSnapshot>) -> Option<Verdict> {
        let value = |cap| StatedValue::Valid(FactValue::Scalar(cap));
        let after = after?;
        Some(match (before.local_maxnreg.map(value), after.local_maxnreg.map(value)) {
            (None, None) => return None,
            (Some(value), _) if self.to == Stage::Cubin => match self.fold(before) {
                None => Verdict::Hidden { value, reason: HiddenReason::UnknownChip },
                Some(stated)
                    if self.target.chip.is_some_and(|chip| fold(&before.facts, None, chip).cap != stated.cap) =>
                {
                    Verdict::Folded { value, cap: stated.cap }
                }
                Some(_) => Verdict::Hidden { value, reason: HiddenReason::NotBinding },
            },
            (Some(value), Some(found)) if value == found => Verdict::Carried { value },
            (Some(value), found) => Verdict::Lost { expected: Stated::Value(value), found: found.map(Stated::Value) },
            (None, Some(found)) if self.from == Stage::Ptx => Verdict::Invented { found: Stated::Value(found) },
            (None, Some(value)) => Verdict::Hidden { value, reason: HiddenReason::NotStated },
        })
    }
}
