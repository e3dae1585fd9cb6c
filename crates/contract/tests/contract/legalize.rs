//! The plan of `nvvm-legalize`: which facts are removed, which contracts are refused, and that the remaining facts
//! assemble.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::slice;

use crate::common::{array, function, kernel, target};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use tileiras_contract::legalize::{LegalizeError, Removal, legalize};
use tileiras_contract::rules::check;
use tileiras_contract::{Fact, FunctionFacts, Need, Needs, Sink, Subject, Value};
use tileiras_finding::{Group, RuleSet, Severity};
use tileiras_target::{Chip, PTX_VERSIONS, Target};

/// What a body needs: nothing, or clusters.
const NOTHING: Needs = Needs::of(&[]);
const CLUSTERS: Needs = Needs::of(&[Need::Clusters]);

/// The removed facts, with the messages.
fn removed(contract: &FunctionFacts, target: Target) -> Vec<(Fact, String)> {
    let removals = legalize(contract, target, NOTHING).unwrap();
    removals.into_iter().map(|Removal { fact, message, .. }| (fact, message)).collect()
}

fn refused(contract: &FunctionFacts, target: Target, needs: Needs) -> Vec<(&'static str, String)> {
    let refusals = legalize(contract, target, needs).unwrap_err();
    refusals.into_iter().map(|LegalizeError { rule, message }| (rule.name(), message)).collect()
}

fn pair<'a>(bound: &'a [i32], exact: &'a [i32]) -> FunctionFacts<'a> {
    kernel(&[("nvvm.maxntid", array(bound)), ("nvvm.reqntid", array(exact))])
}

fn cluster(sizes: &[i32], rank: i32) -> FunctionFacts<'_> {
    kernel(&[("nvvm.cluster_dim", array(sizes)), ("nvvm.maxclusterrank", Value::i32(rank))])
}

fn grid_of_clusters(sizes: &[i32]) -> FunctionFacts<'_> {
    kernel(&[
        ("nvvm.reqntid", array(&[128])),
        ("nvvm.cluster_dim", array(sizes)),
        ("nvvm.blocksareclusters", Value::Unit),
    ])
}

const ANY: Target = Target { chip: None, ptx: None };

#[test]
fn a_bound_that_the_exact_block_implies_is_removed() {
    assert_eq!(
        removed(&pair(&[256], &[8, 8, 4]), ANY),
        [(Fact::MaxNTid, "removed 'nvvm.maxntid': 'nvvm.reqntid' implies it, 256 threads of at most 256".to_owned())]
    );
    let id = "maxntid-reqntid-conflict";
    assert_eq!(
        refused(&pair(&[128, 2], &[257]), ANY, NOTHING),
        [(id, "'nvvm.reqntid' asks for 257 threads, 'nvvm.maxntid' allows 256".to_owned())]
    );
    for (bound, exact) in [([0].as_slice(), [1].as_slice()), (&[1], &[-1]), (&[1; 4], &[1])] {
        assert_eq!(
            refused(&pair(bound, exact), ANY, NOTHING),
            [(id, "'nvvm.maxntid' must not be combined with 'nvvm.reqntid'".to_owned())],
            "an invalid fact implies nothing"
        );
    }
}

#[test]
fn a_cap_that_the_cluster_shape_implies_is_removed() {
    let removal = (
        Fact::MaxClusterRank,
        "removed 'nvvm.maxclusterrank': 'nvvm.cluster_dim' implies it, 4 CTAs of at most 8".to_owned(),
    );
    for target in [ANY, target("sm_90", "8.4")] {
        assert_eq!(removed(&cluster(&[2, 2, 1], 8), target), slice::from_ref(&removal));
    }
    let id = "cluster-dim-rank-conflict";
    assert_eq!(
        refused(&cluster(&[2, 2, 1], 3), ANY, NOTHING),
        [(id, "'nvvm.cluster_dim' asks for 4 CTAs, 'nvvm.maxclusterrank' allows 3".to_owned())]
    );
    for (sizes, rank) in [([2, 2, 1], 0), ([0, 1, 1], 8)] {
        assert_eq!(
            refused(&cluster(&sizes, rank), ANY, NOTHING),
            [(id, "'nvvm.cluster_dim' must not be combined with 'nvvm.maxclusterrank'".to_owned())]
        );
    }
}

#[test]
fn cluster_facts_are_removed_below_sm_90() {
    let mut all = grid_of_clusters(&[1, 1, 1]);
    all.add_attribute("nvvm.maxclusterrank", Value::i32(1));
    let why = "sm_80 has no clusters";
    assert_eq!(
        removed(&all, target("sm_80", "")),
        [
            (Fact::ClusterDim, format!("removed 'nvvm.cluster_dim': {why}")),
            (Fact::MaxClusterRank, format!("removed 'nvvm.maxclusterrank': {why}")),
            (Fact::BlocksAreClusters, format!("removed 'nvvm.blocksareclusters': {why}, so the grid counts CTAs")),
        ]
    );
    let grid = "'nvvm.blocksareclusters' cannot be removed, as the grid counts clusters of 6 CTAs, and sm_80 has none";
    assert_eq!(
        refused(&grid_of_clusters(&[2, 3, 1]), target("sm_80", ""), NOTHING),
        [("cluster-suppressed", grid.to_owned())]
    );
    let message = |name| format!("'{name}' cannot be removed for sm_80, which has no clusters: the body uses them");
    assert_eq!(
        refused(&cluster(&[2, 1, 1], 8), target("sm_80", ""), CLUSTERS),
        ["nvvm.cluster_dim", "nvvm.maxclusterrank"].map(|name| ("cluster-suppressed", message(name)))
    );
    assert_eq!(legalize(&pair(&[1], &[1]), target("sm_80", ""), CLUSTERS).unwrap().len(), 1);
}

#[test]
fn a_grid_of_clusters_needs_its_directive_unless_clusters_have_one_cta() {
    let id = "blocksareclusters-ptx-version";
    let reason = "'.blocksareclusters' needs ptx 9.0 or later, got 8.8";
    assert_eq!(
        removed(&grid_of_clusters(&[1, 1, 1]), target("sm_90", "8.8")),
        [(
            Fact::BlocksAreClusters,
            format!("removed 'nvvm.blocksareclusters': {reason}, and a cluster of one CTA is a CTA")
        )]
    );
    assert_eq!(
        refused(&grid_of_clusters(&[2, 1, 1]), target("sm_90", "8.8"), NOTHING),
        [(
            id,
            format!("'nvvm.blocksareclusters' cannot be removed, as the grid counts clusters of 2 CTAs, and {reason}")
        )]
    );
    assert_eq!(
        refused(&grid_of_clusters(&[0, 1, 1]), target("sm_90", "8.8"), NOTHING),
        [(id, "'nvvm.blocksareclusters' needs ptx 9.0 or later on sm_90, got 8.8".to_owned())]
    );
    for target in [target("sm_90", "9.0"), target("sm_90", ""), target("", "8.8")] {
        assert_eq!(removed(&grid_of_clusters(&[2, 1, 1]), target), []);
    }
}

#[test]
fn faults_that_no_removal_fixes_are_refused_with_the_message_of_the_rule() {
    assert_eq!(
        refused(&pair(&[1], &[i32::MAX, 2]), target("sm_90a", "7.8"), NOTHING),
        [
            ("maxntid-reqntid-conflict", "'nvvm.reqntid' asks for 4294967294 threads, 'nvvm.maxntid' allows 1".into()),
            (
                "ntid-overflow",
                "'nvvm.reqntid' must have a product that is at most 4294967264 in 32 bits, got 4294967294".into()
            ),
            ("chip-ptx-version", "cannot be assembled: sm_90a needs ptx 8.0 or later, got 7.8".to_owned()),
        ]
    );
}

#[test]
fn a_function_that_is_no_kernel_is_unchanged() {
    let facts = [("nvvm.maxntid", array(&[1])), ("nvvm.reqntid", array(&[2])), ("nvvm.cluster_dim", array(&[2, 1, 1]))];
    assert_eq!(removed(&function(&facts), target("sm_80", "6.0")), []);
}

fn sizes() -> impl Strategy<Value = Vec<i32>> {
    let size = prop_oneof![4 => 1..5, 2 => Just(128), 1 => Just(65_536), 1 => Just(i32::MAX), 1 => -1..=0];
    prop_oneof![9 => vec(size.clone(), 3), 1 => vec(size, 0..5)]
}

fn scalar() -> impl Strategy<Value = Value<'static>> {
    prop_oneof![9 => (0..20).prop_map(Value::i32), 1 => Just(Value::bool(true))]
}

fn any_contract() -> impl Strategy<Value = FunctionFacts<'static>> {
    let dims = || option::of(sizes().prop_map(|sizes| Value::I32Array(sizes.into())));
    let function = prop_oneof![9 => Just(FunctionFacts::of_kernel()), 1 => Just(FunctionFacts::new())];
    let scalars = [(); 3].map(|()| option::of(scalar()));
    let flag = option::of(Just(Value::Unit));
    let values = (dims(), dims(), dims(), scalars, flag);
    (function, values).prop_map(|(mut contract, (bound, exact, cluster, [floor, cap, rank], flag))| {
        let facts = [
            (Fact::MaxNTid, bound),
            (Fact::ReqNTid, exact),
            (Fact::ClusterDim, cluster),
            (Fact::MinCtaSm, floor),
            (Fact::MaxNReg, cap),
            (Fact::MaxClusterRank, rank),
            (Fact::BlocksAreClusters, flag),
        ];
        for (fact, value) in facts.into_iter().filter_map(|(fact, value)| Some((fact, value?))) {
            contract.add_attribute(fact.attribute(), value);
        }
        contract
    })
}

fn any_target() -> impl Strategy<Value = Target> {
    let chips: Vec<Chip> = Chip::all().collect();
    let chip = option::of(proptest::sample::select(chips));
    let ptx = option::of(proptest::sample::select(PTX_VERSIONS));
    (chip, ptx).prop_map(|(chip, ptx)| Target { chip, ptx })
}

fn assembler(contract: &FunctionFacts, target: Target, severities: &[Severity]) -> Vec<&'static str> {
    let rules = RuleSet::of(|rule| rule.group() == Group::Assembler && severities.contains(&rule.severity()));
    let mut sink = Sink::new();
    check(&Subject::new(contract, target), &rules, &mut sink);
    sink.take().into_iter().map(|violation| violation.rule.name()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn remaining_facts_assemble_or_there_is_an_error(
        contract in any_contract(),
        target in any_target(),
        uses_clusters in any::<bool>(),
    ) {
        let needs = if uses_clusters { CLUSTERS } else { NOTHING };
        let broken = assembler(&contract, target, &[Severity::Error, Severity::Warning]);
        match legalize(&contract, target, needs) {
            Ok(removals) => {
                let mut rest = contract.clone();
                for Removal { fact, rule, .. } in &removals {
                    prop_assert!(rest.has_attribute(*fact), "{fact} is missing, or is removed twice");
                    rest.remove(*fact);
                    prop_assert!(broken.contains(&rule.name()), "{fact} is removed for {rule}, which reports nothing");
                }
                prop_assert_eq!(assembler(&rest, target, &[Severity::Error, Severity::Warning]), [""; 0]);
                prop_assert_eq!(legalize(&rest, target, needs), Ok(vec![]));
                prop_assert_eq!(removals.is_empty(), broken.is_empty());
            }
            Err(refusals) => {
                prop_assert!(!refusals.is_empty());
                for LegalizeError { rule, .. } in &refusals {
                    prop_assert!(broken.contains(&rule.name()), "{rule} reports nothing");
                }
            }
        }
    }
}
