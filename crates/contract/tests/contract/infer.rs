//! Facts that are inferred from launches: every launch satisfies them.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::common::kernel;
use proptest::prelude::*;
use tileiras_contract::derive::Derived;
use tileiras_contract::infer::{Inference, infer};
use tileiras_contract::launch::LaunchSite;
use tileiras_contract::rules::check;
use tileiras_contract::{Fact, FactValue, FunctionFacts, Sink, Subject};
use tileiras_finding::RuleSet;
use tileiras_target::Target;

fn sizes() -> impl Strategy<Value = [Option<i64>; 3]> {
    let size = prop_oneof![9 => (1..=8_i64).prop_map(Some), 1 => Just(None), 1 => Just(Some(0)), 1 => Just(Some(2048))];
    [size.clone(), size.clone(), size]
}

fn launches() -> impl Strategy<Value = Vec<LaunchSite>> {
    let one = [Just(Some(1)), Just(Some(1)), Just(Some(1))];
    let launch = (sizes(), proptest::option::of(prop_oneof![sizes(), one])).prop_map(|(block, cluster)| LaunchSite {
        grid: [Some(64); 3],
        block,
        cluster,
        shared: Some(0),
        ..LaunchSite::default()
    });
    // Launches that are equal are as frequent as others.
    (proptest::collection::vec(launch, 0..5), any::<bool>()).prop_map(|(mut launches, equal)| {
        if let (Some(first), true) = (launches.first().cloned(), equal) {
            launches.fill(first);
        }
        launches
    })
}

fn facts(inferences: &[Inference]) -> impl Iterator<Item = &Derived> {
    inferences.iter().filter_map(|inference| inference.result.as_ref().ok())
}

fn with<'a>(mut contract: FunctionFacts<'a>, inferences: &[Inference]) -> FunctionFacts<'a> {
    for derived in facts(inferences) {
        contract.add_attribute(derived.fact.attribute(), derived.value.to_attribute());
    }
    contract
}

proptest! {
    /// No rule about launches reports more after the inference than before.
    #[test]
    fn every_launch_satisfies_what_is_inferred(launches in launches()) {
        let before = kernel(&[]);
        let inferences = infer(&before, Ok(&launches));
        let after = with(before.clone(), &inferences);
        for site in &launches {
            let violations = |contract: &FunctionFacts<'_>| {
                let mut sink = Sink::new();
                check(&Subject::launch(contract, Target::default(), site), &RuleSet::all(), &mut sink);
                sink.take().into_iter().map(|violation| violation.rule).collect::<Vec<_>>()
            };
            // A cluster that the kernel states is reported there.
            let known = violations(&before);
            prop_assert!(violations(&after).iter().all(|rule| known.contains(rule)));
        }
    }

    /// A second run infers nothing, and a fact comes only from launches whose sizes are all constant.
    #[test]
    fn an_inference_is_final(launches in launches()) {
        let before = kernel(&[]);
        let inferences = infer(&before, Ok(&launches));
        let after = with(before, &inferences);
        prop_assert_eq!(facts(&infer(&after, Ok(&launches))).count(), 0);
        if launches.iter().any(|launch| launch.block.contains(&None)) {
            prop_assert!(!after.has_attribute(Fact::ReqNTid) && !after.has_attribute(Fact::MaxNTid));
        }
        if launches.iter().any(|launch| launch.cluster.is_some_and(|cluster| cluster.contains(&None))) {
            prop_assert!(!after.has_attribute(Fact::ClusterDim) && !after.has_attribute(Fact::MaxClusterRank));
        }
    }
}

#[test]
fn the_largest_block_has_the_most_threads() {
    let launch = |block: [i64; 3]| LaunchSite { block: block.map(Some), ..LaunchSite::default() };
    let launches = [launch([128, 1, 1]), launch([16, 16, 1]), launch([1, 1, 64]), launch([256, 1, 1])];
    let inferences = infer(&kernel(&[]), Ok(&launches));
    let [inference] = inferences.as_slice() else { panic!("{inferences:?}") };
    let derived = inference.result.as_ref().expect("a fact");
    assert_eq!((derived.fact, &derived.value), (Fact::MaxNTid, &FactValue::Dims([16, 16, 1])));
    assert_eq!(inference.launch, Some(1), "the first of those with 256 threads");
}

#[test]
fn unknown_launches_give_one_reason() {
    let inferences = infer(&kernel(&[]), Err("someone else can launch it"));
    let reasons: Vec<_> = inferences.into_iter().map(|inference| inference.result).collect();
    assert_eq!(reasons, [Err("nothing is inferred from launches: someone else can launch it".to_owned())]);
}
