//! The forms of facts that upstream MLIR 22 and producers that use it write, besides the canonical ones.
//!
//! | form | canonical |
//! |---|---|
//! | `nvvm.kernel` with an integer other than 0, as Triton writes it | a unit |
//! | `nvvm.cluster_dim` with one or two values | the missing ones are 1 |
//! | `nvvm.cluster_dim` with zeros only, as LLVM encodes it | `nvvm.explicit_cluster` |
//! | `nvvm.cluster_max_blocks`, an integer | `nvvm.maxclusterrank` |
//! | `nvvm.grid_constant` of an argument | the index of the argument, on the function |
//! | `nvvm.minperctamemory` in `passthrough`, a number as text | the same as an attribute |
//!
//! Upstream's translation to LLVM IR reads all of them, and no fact is lost. Guarantees that [`accept_upstream_forms`]
//! changes no other statement: a form that contradicts a canonical attribute remains, so that a rule reports it.
//!
//! Leaves out on purpose: every other spelling, which upstream's translation drops.

use std::borrow::Cow;

use crate::carrier::Carrier;
use crate::fact::Fact;
use crate::function_facts::{FunctionFacts, Statement};
use crate::value::Value;

use super::{Claim, canonical, read_claim};

/// The name that upstream MLIR has for the cluster cap.
pub const CLUSTER_MAX_BLOCKS: &str = "nvvm.cluster_max_blocks";

/// Replaces the statements in upstream's forms by canonical ones. Facts without such a form are not copied.
pub fn accept_upstream_forms(function: &mut Cow<'_, FunctionFacts<'_>>) {
    accept_explicit_cluster(function);
    for fact in [Fact::Kernel, Fact::ClusterDim] {
        if let Some(value) = function.canonical(fact).and_then(|value| upstream_value(fact, value)) {
            let function = function.to_mut();
            function.remove(fact);
            function.add_attribute(fact.attribute(), value);
        }
    }
    accept_cluster_cap(function);
    accept_constant_arguments(function);
    accept_memory(function);
}

/// `nvvm.minperctamemory` in `passthrough`, unless an attribute states another value.
fn accept_memory(function: &mut Cow<'_, FunctionFacts<'_>>) {
    let fact = Fact::MinPerCtaMemory;
    let is_upstream =
        |statement: &Statement<'_>| statement.carrier == Carrier::Passthrough && statement.spelling.fact == fact;
    let Some(position) = function.statements.iter().position(is_upstream) else { return };
    let Ok(Claim::Whole(value)) = read_claim(&function.statements[position]) else { return };
    let stated = function.canonical(fact);
    if stated.is_none_or(|stated| canonical(fact, stated).as_ref() == Some(&value)) {
        let is_stated = stated.is_some();
        let function = function.to_mut();
        function.statements.remove(position);
        if !is_stated {
            function.add_attribute(fact.attribute(), value.to_attribute());
        }
    }
}

/// Replaces a cluster shape of zeros by `nvvm.explicit_cluster`.
pub fn accept_explicit_cluster(function: &mut Cow<'_, FunctionFacts<'_>>) {
    let is_zeros = |value: &Value<'_>| match value {
        Value::I32Array(sizes) => (1..=3).contains(&sizes.len()) && sizes.iter().all(|&size| size == 0),
        _ => false,
    };
    if function.canonical(Fact::ClusterDim).is_some_and(is_zeros) {
        let function = function.to_mut();
        function.remove(Fact::ClusterDim);
        if !function.has_attribute(Fact::ExplicitCluster) {
            function.add_attribute(Fact::ExplicitCluster.attribute(), Value::Unit);
        }
    }
}

/// The canonical value for a value that only upstream accepts.
fn upstream_value(fact: Fact, value: &Value<'_>) -> Option<Value<'static>> {
    match (fact, value) {
        (Fact::Kernel, Value::Integer { value, .. }) if *value != 0 => Some(Value::Unit),
        (Fact::ClusterDim, Value::I32Array(sizes)) if (1..=2).contains(&sizes.len()) => {
            let size = |axis| sizes.get(axis).copied().unwrap_or(1);
            Some(Value::I32Array((0..3).map(size).collect()))
        }
        _ => None,
    }
}

/// `nvvm.cluster_max_blocks`, unless `nvvm.maxclusterrank` states another value.
fn accept_cluster_cap(function: &mut Cow<'_, FunctionFacts<'_>>) {
    let is_upstream = |statement: &Statement<'_>| {
        statement.carrier == Carrier::Attribute
            && statement.spelling.name == CLUSTER_MAX_BLOCKS
            && matches!(statement.value, Value::Integer { .. })
    };
    let Some(position) = function.statements.iter().position(is_upstream) else { return };
    let cap = function.canonical(Fact::MaxClusterRank);
    if cap.is_none_or(|cap| *cap == function.statements[position].value) {
        let is_stated = cap.is_some();
        let function = function.to_mut();
        let statement = function.statements.remove(position);
        if !is_stated {
            function.add_attribute(Fact::MaxClusterRank.attribute(), statement.value);
        }
    }
}

/// `nvvm.grid_constant` of arguments, unless `nvvm.grid_constant` of the function names others.
fn accept_constant_arguments(function: &mut Cow<'_, FunctionFacts<'_>>) {
    let index = |statement: &Statement<'_>| match statement.carrier {
        Carrier::Argument(index) => i32::try_from(index).ok(),
        _ => None,
    };
    let indices: Vec<i32> = function.statements.iter().filter_map(index).collect();
    let named = function.canonical(Fact::GridConstant);
    let agrees = match named {
        None => true,
        Some(Value::I32Array(named)) => {
            let mut named = named.to_vec();
            named.sort_unstable();
            indices.iter().all(|index| named.binary_search(index).is_ok())
        }
        Some(_) => false,
    };
    if indices.is_empty() || !agrees {
        return;
    }
    let is_stated = named.is_some();
    let function = function.to_mut();
    function.statements.retain(|statement| !matches!(statement.carrier, Carrier::Argument(_)));
    if !is_stated {
        function.add_attribute(Fact::GridConstant.attribute(), Value::I32Array(Cow::Owned(indices)));
    }
}
