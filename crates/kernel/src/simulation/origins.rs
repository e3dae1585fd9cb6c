//! Which arguments of a kernel each of its values depends on.

use smallvec::SmallVec;

use crate::execution::Run;
use crate::program::Function;
use crate::value::{Space, Uniformity, ValueKind};

/// For each value of the kernel, the arguments that it depends on, a bit each. All arguments from the 64th one on share a bit.
pub(super) fn of_values(run: &Run<'_>) -> Vec<u64> {
    let Some(function) = run.function(run.root()) else { return Vec::new() };
    let mut origins = vec![0_u64; function.values.len()];
    let users = users(function);
    let mut pending: Vec<usize> = Vec::new();
    let mut arguments = 0;
    for (index, value) in function.values.iter().enumerate() {
        let is_argument = match value.kind {
            ValueKind::Parameter => function.parameters.iter().any(|parameter| parameter.index() == index),
            ValueKind::Unknown(Uniformity::Grid) | ValueKind::Load { space: Space::Constant, .. } => true,
            _ => false,
        };
        if is_argument && let Some(slot) = origins.get_mut(index) {
            *slot = 1 << (arguments.min(63));
            arguments += 1;
            pending.push(index);
        }
    }
    while let Some(index) = pending.pop() {
        let own = origins.get(index).copied().unwrap_or_default();
        for &user in users.get(index).into_iter().flatten() {
            if let Some(slot) = origins.get_mut(user).filter(|slot| own & !**slot != 0) {
                *slot |= own;
                pending.push(user);
            }
        }
    }
    origins
}

/// For each value, those that have it as an operand, or get it on an edge.
fn users(function: &Function) -> Vec<SmallVec<[usize; 2]>> {
    let mut users: Vec<SmallVec<[usize; 2]>> = vec![SmallVec::new(); function.values.len()];
    let mut add = |from: usize, to: usize| {
        if let Some(users) = users.get_mut(from) {
            users.push(to);
        }
    };
    for (index, value) in function.values.iter().enumerate() {
        value.kind.operands().iter().for_each(|operand| add(operand.index(), index));
    }
    for target in function.blocks.iter().flat_map(|block| block.end.targets()) {
        let parameters = function.block(target.to).map_or(&[][..], |block| &block.parameters);
        target
            .arguments
            .iter()
            .zip(parameters)
            .for_each(|(argument, parameter)| add(argument.index(), parameter.index()));
    }
    users
}
