//! `known_block_size` and `known_cluster_size`, compared with the facts of a kernel and with its launches.

use crate::common::{array, function, kernel, messages, reports, target};
use tileiras_contract::launch::LaunchSite;
use tileiras_contract::{Fact, FactType, FunctionFacts, KNOWN_SIZES, KnownSizeStatement, Resources, Subject, Value};
use tileiras_target::Target;

const CONFLICT: &str = "known-size-conflict";
const IGNORED: &str = "known-size-ignored";

/// A function with these known sizes, as an `llvm.func` has them.
fn with<'a>(mut function: FunctionFacts<'a>, sizes: &[(&str, Value<'a>)]) -> FunctionFacts<'a> {
    for known in &KNOWN_SIZES {
        let values = sizes.iter().filter(|(name, _)| *name == known.attribute);
        let statement =
            |(_, value): &(&str, Value<'a>)| KnownSizeStatement { known, value: value.clone(), becomes_fact: false };
        function.known_sizes.extend(values.map(statement));
    }
    function
}

#[test]
fn a_known_size_agrees_with_the_facts() {
    let block = [("known_block_size", array(&[64, 2, 1]))];
    for (facts, expected) in [
        (vec![], vec![]),
        (vec![("nvvm.reqntid", array(&[64, 2]))], vec![]),
        (vec![("nvvm.maxntid", array(&[128]))], vec![]),
        (vec![("nvvm.maxntid", array(&[1, 1, 1024]))], vec![]),
        (
            vec![("nvvm.reqntid", array(&[128, 1, 1]))],
            vec!["'known_block_size' is 64, 2, 1, but 'nvvm.reqntid' is 128, 1, 1"],
        ),
        (vec![("nvvm.maxntid", array(&[64]))], vec!["'known_block_size' is 128 threads, but 'nvvm.maxntid' allows 64"]),
    ] {
        assert_eq!(messages(CONFLICT, &with(kernel(&facts), &block)), expected);
        assert_eq!(messages(CONFLICT, &with(function(&facts), &block)), [""; 0]);
    }
    let cluster = [("gpu.known_cluster_size", array(&[4, 1, 1]))];
    for (fact, expected) in [
        (("nvvm.cluster_dim", array(&[4, 1, 1])), vec![]),
        (("nvvm.maxclusterrank", Value::i32(4)), vec![]),
        (
            ("nvvm.cluster_dim", array(&[2, 2, 1])),
            vec!["'gpu.known_cluster_size' is 4, 1, 1, but 'nvvm.cluster_dim' is 2, 2, 1"],
        ),
        (
            ("nvvm.maxclusterrank", Value::i32(2)),
            vec!["'gpu.known_cluster_size' is 4 CTAs, but 'nvvm.maxclusterrank' allows 2"],
        ),
    ] {
        assert_eq!(messages(CONFLICT, &with(kernel(&[fact]), &cluster)), expected);
    }
}

#[test]
fn two_known_sizes_agree() {
    let sizes = |second| [("known_block_size", array(&[64, 1, 1])), ("gpu.known_block_size", array(second))];
    assert_eq!(messages(CONFLICT, &with(kernel(&[]), &sizes(&[64, 1, 1]))), [""; 0]);
    assert_eq!(
        messages(CONFLICT, &with(kernel(&[]), &sizes(&[32, 1, 1]))),
        ["'gpu.known_block_size' is 32, 1, 1, but 'known_block_size' is 64, 1, 1"]
    );
}

#[test]
fn a_value_that_is_no_shape_is_not_compared() {
    for value in
        [Value::Unit, array(&[]), array(&[0, 1, 1]), array(&[-1]), array(&[1, 1, 1, 1]), Value::Text("64".into())]
    {
        let facts = kernel(&[("nvvm.reqntid", array(&[128]))]);
        assert_eq!(messages(CONFLICT, &with(facts, &[("known_block_size", value)])), [""; 0]);
    }
}

#[test]
fn a_known_size_that_no_fact_states_is_reported() {
    let block = [("known_block_size", array(&[64, 1, 1]))];
    let cluster = [("gpu.known_cluster_size", array(&[2, 1, 1]))];
    assert_eq!(
        messages(IGNORED, &with(kernel(&[]), &block)),
        ["'known_block_size' is ignored, as no directive states it: state 'nvvm.reqntid'"]
    );
    assert_eq!(
        messages(IGNORED, &with(kernel(&[]), &cluster)),
        ["'gpu.known_cluster_size' is ignored, as no directive states it: state 'nvvm.cluster_dim'"]
    );
    // Facts that state or bound it, and statements that the transplant makes facts of.
    for fact in [("nvvm.reqntid", array(&[64])), ("nvvm.maxntid", array(&[64])), ("nvvm.maxntidx", Value::i32(64))] {
        assert_eq!(messages(IGNORED, &with(kernel(&[fact]), &block)), [""; 0]);
    }
    for fact in [("nvvm.cluster_dim", array(&[2, 1, 1])), ("nvvm.maxclusterrank", Value::i32(2))] {
        assert_eq!(messages(IGNORED, &with(kernel(&[fact]), &cluster)), [""; 0]);
    }
    // A function that is no kernel, a default, a chip without clusters, and a `gpu.func`.
    assert_eq!(messages(IGNORED, &with(function(&[]), &block)), [""; 0]);
    assert_eq!(messages(IGNORED, &with(kernel(&[]), &[("known_cluster_size", array(&[1, 1, 1]))])), [""; 0]);
    let contract = with(kernel(&[]), &cluster);
    assert_eq!(reports(IGNORED, &Subject::new(&contract, target("sm_80", "8.4"))), [""; 0]);
    let mut lowered = with(kernel(&[]), &block);
    lowered.known_sizes[0].becomes_fact = true;
    assert_eq!(messages(IGNORED, &lowered), [""; 0]);
}

#[test]
fn the_block_that_a_conversion_will_state_counts() {
    let mut kernel = with(kernel(&[("nvvm.minctasm", Value::i32(3))]), &[("known_block_size", array(&[1024, 1, 1]))]);
    let found = |contract: &FunctionFacts<'_>| {
        let subject = Subject::new(contract, target("sm_90", "8.4"));
        [reports("minctasm-needs-block", &subject), reports("minctasm-range", &subject)].concat()
    };
    let unbounded = "'nvvm.minctasm' is ignored without 'nvvm.maxntid' or 'nvvm.reqntid'";
    assert_eq!((kernel.block_threads(), found(&kernel)), (None, vec![unbounded.to_owned()]));
    kernel.known_sizes[0].becomes_fact = true;
    let above = "'nvvm.minctasm' is ignored above the 2048 threads of an SM of sm_90, got 3 x 1024 = 3072";
    assert_eq!((kernel.block_threads(), found(&kernel)), (Some(1024), vec![above.to_owned()]));
    kernel.facts.remove(Fact::Kernel);
    assert_eq!(kernel.block_threads(), None);
}

#[test]
fn a_launch_has_the_known_sizes() {
    let contract =
        with(kernel(&[]), &[("known_block_size", array(&[64, 1, 1])), ("known_cluster_size", array(&[2, 1, 1]))]);
    let shape = |x| [Some(x), Some(1), Some(1)];
    let site = LaunchSite {
        grid: shape(4),
        block: shape(128),
        cluster: Some(shape(4)),
        shared: Some(0),
        resources: Resources::default(),
    };
    let found = |id| {
        let subject = Subject::launch(&contract, Target::default(), &site);
        reports(id, &subject)
    };
    assert_eq!(
        found("launch-block-mismatch"),
        ["block must be 64 in x, as 'known_block_size' of the kernel states, got 128"]
    );
    assert_eq!(
        found("launch-cluster-mismatch"),
        ["cluster must be 2 in x, as 'known_cluster_size' of the kernel states, got 4"]
    );
    assert_eq!(contract.launch_shape(Fact::ReqNTid), Some(("known_block_size", [64, 1, 1])));
    let exact = with(kernel(&[("nvvm.reqntid", array(&[32]))]), &[("known_block_size", array(&[64, 1, 1]))]);
    assert_eq!(exact.launch_shape(Fact::ReqNTid), Some(("nvvm.reqntid", [32, 1, 1])));
}

#[test]
fn a_known_size_becomes_a_shape() {
    for known in &KNOWN_SIZES {
        assert_eq!([known.exact, known.converted].map(Fact::value_type), [FactType::Dims; 2], "{}", known.attribute);
    }
}
