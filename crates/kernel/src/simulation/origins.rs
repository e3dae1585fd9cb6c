//! Which arguments of a kernel each of its values depends on.

use super::source_graph::Node;
use super::value_sources::ValueSources;
use crate::execution::Run;
use crate::id::{FunctionId, ValueId};
use crate::program::{Function, Program};
use crate::value::{Space, Uniformity, ValueKind};

/// For each node of the graph of values, the arguments that it depends on, a bit each. All arguments from the 64th one
/// on share a bit.
pub(super) fn of_values(run: &Run<'_>, sources: &ValueSources) -> Vec<u64> {
    let (mut origins, users) = (vec![0_u64; sources.graph().len()], sources.graph().users());
    let mut pending: Vec<Node> = Vec::new();
    let Some(root) = root(run) else { return origins };
    let of_root = arguments(run).enumerate().map(|(number, argument)| (root, argument, number));
    // What other functions read of constant memory shares the last bit.
    let of_others = run.contexts().map(|(_, context)| context.function).filter(|function| *function != root);
    let of_others = of_others.flat_map(|function| constants(run, function).map(move |value| (function, value, 63)));
    for (function, argument, number) in of_root.chain(of_others) {
        let Some(node) = sources.node(function, argument) else { continue };
        if let Some(slot) = origins.get_mut(node.index()) {
            *slot = 1 << (number.min(63));
            pending.push(node);
        }
    }
    while let Some(node) = pending.pop() {
        let own = origins.get(node.index()).copied().unwrap_or_default();
        for &user in users.get(node.index()).into_iter().flatten() {
            if let Some(slot) = origins.get_mut(user.index()).filter(|slot| own & !**slot != 0) {
                *slot |= own;
                pending.push(user);
            }
        }
    }
    origins
}

fn root(run: &Run<'_>) -> Option<FunctionId> {
    run.context(run.root()).map(|context| context.function)
}

/// The values of a function that constant memory has at one address.
fn constants<'r>(run: &'r Run<'_>, id: FunctionId) -> impl Iterator<Item = ValueId> + use<'r> {
    let function = run.program().function(id);
    let ids = function.map_or(0, |function| function.values.len());
    let is_constant = move |id: &ValueId| {
        function.is_some_and(|function| {
            let kind = function.value(*id).map(|value| &value.kind);
            let program = run.program();
            matches!(kind, Some(ValueKind::Load { space: Space::Constant, address }) if is_fixed(program, function, *address))
        })
    };
    (0..ids).map(ValueId::new).filter(is_constant)
}

/// The arguments of a kernel.
pub(super) fn arguments<'r>(run: &'r Run<'_>) -> impl Iterator<Item = ValueId> + use<'r> {
    let function = run.function(run.root());
    let ids = function.map_or(0, |function| function.values.len());
    (0..ids)
        .map(ValueId::new)
        .filter(move |id| function.is_some_and(|function| is_argument(run.program(), function, *id)))
}

/// Whether a value is an argument: a parameter of a kernel, or what constant memory has at one address.
pub(super) fn is_argument(program: &Program, function: &Function, id: ValueId) -> bool {
    match function.value(id).map(|value| &value.kind) {
        Some(ValueKind::Parameter) => function.parameters.contains(&id),
        Some(ValueKind::Unknown(Uniformity::Grid)) => true,
        Some(ValueKind::Load { space: Space::Constant, address }) => is_fixed(program, function, *address),
        _ => false,
    }
}

/// Whether an address is a variable, a number or an argument, or a sum of these: a table has other numbers elsewhere.
/// What a variable with an initial value has there is known.
fn is_fixed(program: &Program, function: &Function, address: ValueId) -> bool {
    let is_fixed_term = |term: &ValueId| match function.value(*term).map(|value| &value.kind) {
        Some(ValueKind::Symbol(symbol)) => !program.constants.contains_key(symbol),
        Some(ValueKind::Constant(_) | ValueKind::Unknown(Uniformity::Grid)) => true,
        Some(ValueKind::Parameter) => function.parameters.contains(term),
        _ => false,
    };
    function.terms(address).is_some_and(|terms| terms.iter().all(is_fixed_term))
}
