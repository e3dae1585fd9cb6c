//! The forms that upstream MLIR writes are read as the facts that they state.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::borrow::Cow;

use tileiras_contract::read::accept_upstream_forms;
use tileiras_contract::{Carrier, Fact, FactValue, FunctionFacts, Statement, Value, attribute_spelling};

fn function(attributes: &[(&'static str, Value<'static>)]) -> FunctionFacts<'static> {
    let mut function = FunctionFacts::of_kernel();
    for (name, value) in attributes {
        function.add_attribute(*name, value.clone());
    }
    function
}

fn sizes(sizes: &[i32]) -> Value<'static> {
    Value::I32Array(sizes.to_vec().into())
}

fn on_argument(index: u32) -> Statement<'static> {
    let spelling = attribute_spelling("nvvm.grid_constant").unwrap();
    Statement { spelling, value: Value::Unit, carrier: Carrier::Argument(index) }
}

/// The facts with upstream's forms accepted, and whether they were copied for that.
fn accepted<'a>(function: &'a FunctionFacts<'static>) -> (FunctionFacts<'static>, bool) {
    let mut facts: Cow<'a, FunctionFacts<'static>> = Cow::Borrowed(function);
    accept_upstream_forms(&mut facts);
    let is_copied = matches!(facts, Cow::Owned(_));
    (facts.into_owned(), is_copied)
}

#[test]
fn each_form_becomes_canonical() {
    for (found, canonical) in [
        (("nvvm.kernel", Value::bool(true)), ("nvvm.kernel", Value::Unit)),
        (("nvvm.kernel", Value::Integer { value: 1, width: 32 }), ("nvvm.kernel", Value::Unit)),
        (("nvvm.cluster_dim", sizes(&[2])), ("nvvm.cluster_dim", sizes(&[2, 1, 1]))),
        (("nvvm.cluster_dim", sizes(&[2, 4])), ("nvvm.cluster_dim", sizes(&[2, 4, 1]))),
        (("nvvm.cluster_dim", sizes(&[-2])), ("nvvm.cluster_dim", sizes(&[-2, 1, 1]))),
        (("nvvm.cluster_max_blocks", Value::i32(8)), ("nvvm.maxclusterrank", Value::i32(8))),
    ] {
        let (facts, is_copied) = accepted(&function(&[found]));
        assert_eq!((facts, is_copied), (function(&[canonical]), true));
    }
    let mut marked = function(&[]);
    marked.add_statement(on_argument(1));
    marked.add_statement(on_argument(3));
    let (facts, _) = accepted(&marked);
    assert_eq!(facts, function(&[("nvvm.grid_constant", sizes(&[1, 3]))]));
    assert_eq!(facts.facts.get(Fact::GridConstant), Some(&FactValue::indices([1, 3])));
}

#[test]
fn a_form_that_agrees_with_the_canonical_one_is_one_fact() {
    let cap = ("nvvm.maxclusterrank", Value::i32(8));
    let (facts, _) = accepted(&function(&[cap.clone(), ("nvvm.cluster_max_blocks", Value::i32(8))]));
    assert_eq!(facts, function(&[cap]));
    let constants = ("nvvm.grid_constant", sizes(&[1, 2]));
    let mut both = function(std::slice::from_ref(&constants));
    both.add_statement(on_argument(2));
    assert_eq!(accepted(&both).0, function(&[constants]));
}

#[test]
fn everything_else_remains() {
    for attributes in [
        &[("nvvm.kernel", Value::Unit)][..],
        &[("nvvm.kernel", Value::bool(false))],
        &[("nvvm.kernel", Value::Text("true".into()))],
        &[("nvvm.blocksareclusters", Value::bool(true))],
        &[("nvvm.cluster_dim", sizes(&[2, 1, 1]))],
        &[("nvvm.cluster_dim", sizes(&[]))],
        &[("nvvm.cluster_dim", sizes(&[1, 1, 1, 1]))],
        &[("nvvm.cluster_dim", Value::List(vec![Value::i32(2)]))],
        &[("nvvm.cluster_max_blocks", Value::Text("8".into()))],
        &[("nvvm.cluster_max_blocks", Value::i32(4)), ("nvvm.maxclusterrank", Value::i32(8))],
        &[("nvvm.maxntidx", Value::i32(128))],
    ] {
        let found = function(attributes);
        assert_eq!(accepted(&found), (found.clone(), false));
    }
    let mut other = function(&[("nvvm.grid_constant", sizes(&[1]))]);
    other.add_statement(on_argument(2));
    assert_eq!(accepted(&other), (other.clone(), false));
}
