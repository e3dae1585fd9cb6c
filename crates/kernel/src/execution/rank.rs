//! What depends on the rank of a CTA in its cluster.
//!
//! Each CTA is executed with its own rank, so that a value which is computed from it is a number. What is unknown about
//! such a value is not the same in all CTAs: `rank == argument` holds in one of them.

use crate::id::ValueId;
use crate::program::{Function, Terminator};
use crate::value::ValueKind;

/// The values that can differ between the CTAs of a cluster, although nothing about them is unknown: those that depend
/// on the rank. Nothing is known of results and of arguments, except for those of a kernel; and of parameters of
/// blocks, if a branch depends on the rank.
pub(super) fn of_cta(function: &Function, is_root: bool) -> Vec<bool> {
    let mut found = vec![false; function.values.len()];
    let mut branches = false;
    loop {
        let mut changed = false;
        let mut arguments = vec![false; function.values.len()];
        for (parameter, argument) in function.incoming() {
            if let Some(slot) = arguments.get_mut(parameter.index()) {
                *slot |= found.get(argument.index()) == Some(&true);
            }
        }
        for (index, value) in function.values.iter().enumerate() {
            let differs = |id: &ValueId| found.get(id.index()) == Some(&true);
            let is_found = match &value.kind {
                ValueKind::Register(register) => register.is_of_cta(),
                ValueKind::Compute(_, operands) => operands.iter().any(differs),
                ValueKind::Parameter if function.parameters.contains(&ValueId::new(index)) => !is_root,
                ValueKind::Parameter => branches || arguments.get(index) == Some(&true),
                ValueKind::CallResult => true,
                _ => false,
            };
            if is_found && let Some(slot) = found.get_mut(index) {
                changed |= !std::mem::replace(slot, true);
            }
        }
        if !changed {
            return found;
        }
        let differs = |id: ValueId| found.get(id.index()) == Some(&true);
        branches |= function.blocks.iter().any(|block| match block.end {
            Terminator::Branch { condition, .. } => differs(condition),
            Terminator::Switch { value, .. } => differs(value),
            _ => false,
        });
    }
}
