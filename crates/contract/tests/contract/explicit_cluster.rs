//! An explicit cluster, and its encoding as a cluster shape of zeros.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::borrow::Cow;

use tileiras_contract::read::{ConflictPolicy, MergeFinding, accept_upstream_forms, merge};
use tileiras_contract::{
    Carrier, Fact, FactSet, FunctionFacts, StatedFact, Statement, TupleId, Value, attribute_spelling, legacy_key,
};

fn passthrough(name: &str, text: &'static str) -> Statement<'static> {
    let spelling = attribute_spelling(name).unwrap();
    Statement { spelling, value: Value::Text(text.into()), carrier: Carrier::Passthrough }
}

fn tuple(key: &str, value: i32) -> Statement<'static> {
    let carrier = Carrier::Tuple(TupleId { list: 0, number: 0 });
    Statement { spelling: legacy_key(key).unwrap(), value: Value::i32(value), carrier }
}

fn attribute(sizes: &[i32]) -> Statement<'static> {
    let spelling = attribute_spelling("nvvm.cluster_dim").unwrap();
    Statement { spelling, value: Value::I32Array(sizes.to_vec().into()), carrier: Carrier::Attribute }
}

/// The facts of these statements, which have no conflict.
fn facts(statements: &[Statement<'_>]) -> FactSet {
    let merged = merge(statements, ConflictPolicy::Error);
    assert_eq!(merged.findings, []);
    merged.facts
}

fn explicit() -> FactSet {
    FactSet::from_iter([StatedFact::ExplicitCluster])
}

#[test]
fn zeros_in_any_carrier_are_an_explicit_cluster() {
    for statements in [
        vec![passthrough("nvvm.explicit_cluster", "")],
        vec![passthrough("nvvm.cluster_dim", "0")],
        vec![passthrough("nvvm.cluster_dim", "0, 0,")],
        vec![passthrough("nvvm.cluster_dim", "0,0,0")],
        vec![attribute(&[0])],
        vec![attribute(&[0, 0, 0])],
        vec![tuple("cluster_dim_x", 0)],
        vec![tuple("cluster_dim_z", 0), tuple("cluster_dim_x", 0)],
        vec![attribute(&[0]), passthrough("nvvm.cluster_dim", "0"), tuple("cluster_dim_y", 0)],
    ] {
        let merged = merge(&statements, ConflictPolicy::Error);
        assert_eq!((&merged.facts, &*merged.findings), (&explicit(), &[][..]), "{statements:?}");
        assert!(merged.source(Fact::ExplicitCluster).is_some());
    }
}

#[test]
fn other_sizes_are_a_shape() {
    let shape = |dims| FactSet::from_iter([StatedFact::ClusterDim(dims)]);
    assert_eq!(facts(&[attribute(&[0, 1, 1])]), shape([0, 1, 1]));
    assert_eq!(facts(&[passthrough("nvvm.cluster_dim", "2,0,1")]), shape([2, 0, 1]));
    // LLVM completes the missing x to 1, so it is no encoding.
    assert_eq!(facts(&[tuple("cluster_dim_y", 0)]), shape([1, 0, 1]));
    let block = FactSet::from_iter([StatedFact::ReqNTid([0, 1, 1])]);
    assert_eq!(facts(&[passthrough("nvvm.reqntid", "0")]), block);
}

#[test]
fn a_shape_contradicts_zeros_and_agrees_with_the_attribute() {
    let statements = [attribute(&[2, 1, 1]), tuple("cluster_dim_x", 0)];
    let merged = merge(&statements, ConflictPolicy::Error);
    let [MergeFinding::Conflict(conflict)] = merged.findings.as_slice() else { panic!("{:?}", merged.findings) };
    assert_eq!(conflict.to_string(), "'nvvm.cluster_dim' has conflicting values in x: 2 and 0");
    let both = facts(&[attribute(&[2, 1, 1]), passthrough("nvvm.explicit_cluster", "")]);
    assert!(both.states(Fact::ClusterDim) && both.states(Fact::ExplicitCluster));
}

#[test]
fn one_zero_states_x_only() {
    // LLVM completes the other axes to 1 when a later statement replaces the zero.
    for first in [passthrough("nvvm.cluster_dim", "0"), attribute(&[0])] {
        let merged = merge(&[first, tuple("cluster_dim_x", 2)], ConflictPolicy::Last);
        assert_eq!(merged.facts, FactSet::from_iter([StatedFact::ClusterDim([2, 1, 1])]));
    }
}

#[test]
fn the_encoding_is_a_shape_of_zeros() {
    let encoded = FactSet::from_iter([StatedFact::ClusterDim([0; 3])]);
    assert_eq!(explicit().with_encoded_cluster(), encoded);
    let shape = FactSet::from_iter([StatedFact::ClusterDim([2, 1, 1])]);
    let mut both = shape.clone();
    both.insert(StatedFact::ExplicitCluster);
    assert_eq!(both.with_encoded_cluster(), shape);
    assert_eq!(FactSet::new().with_encoded_cluster(), FactSet::new());
}

#[test]
fn upstream_writes_zeros() {
    let function = |name, value| {
        let mut function = FunctionFacts::of_kernel();
        function.add_attribute(name, value);
        function
    };
    for sizes in [&[0][..], &[0, 0], &[0, 0, 0]] {
        let found = function("nvvm.cluster_dim", Value::I32Array(sizes.to_vec().into()));
        let mut facts = Cow::Borrowed(&found);
        accept_upstream_forms(&mut facts);
        assert_eq!(*facts, function("nvvm.explicit_cluster", Value::Unit));
    }
}
