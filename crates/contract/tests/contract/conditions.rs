//! The conditions of a launch and the rules of group launch are the same.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::common::{array, kernel, target};
use std::collections::BTreeSet;
use tileiras_contract::launch::LaunchSite;
use tileiras_contract::launch::condition::{Condition, common as common_conditions, conditions};
use tileiras_contract::rules::{RULES, check};
use tileiras_contract::{FunctionFacts, Resources, Sink, Subject, Value};
use tileiras_finding::{Group, RuleId, RuleSet};
use tileiras_target::{Chip, Target};
use tileiras_test_support::rng::Rng;

fn contracts() -> Vec<FunctionFacts<'static>> {
    let mut with_grid = kernel(&[]);
    with_grid.set_known_grid("known_grid_size", &Value::I32Array([4, 1, 2].into_iter().collect()));
    let (block, bound, cluster) = ("nvvm.reqntid", "nvvm.maxntid", "nvvm.cluster_dim");
    [
        vec![],
        vec![(block, array(&[128, 2, 1]))],
        vec![(block, array(&[16, 16, 128]))],
        vec![(bound, array(&[256, 1, 1]))],
        vec![(bound, array(&[4096, 1, 1]))],
        vec![(cluster, array(&[2, 2, 1])), (bound, array(&[32, 1, 1]))],
        vec![("nvvm.maxclusterrank", Value::i32(4))],
        vec![("nvvm.maxclusterrank", Value::i32(32))],
        vec![("nvvm.explicit_cluster", Value::Unit)],
        vec![("nvvm.blocksareclusters", Value::Unit), (cluster, array(&[2, 1, 1])), (block, array(&[64, 1, 1]))],
        vec![("known_block_size", array(&[64, 1, 1])), ("known_cluster_size", array(&[4, 1, 1]))],
    ]
    .iter()
    .map(|facts| kernel(facts))
    .chain([with_grid])
    .collect()
}

fn site(rng: &mut Rng) -> LaunchSite {
    let mut shape = |sizes: &[i64]| [(); 3].map(|()| Some(sizes[rng.below(sizes.len())]));
    let grid = shape(&[1, 1, 2, 4, 4, 6, 7, 0, 65535, 65536, 1 << 31]);
    let block = shape(&[1, 1, 1, 2, 16, 64, 128, 256, 1024, 1025, 0, -1]);
    let cluster = shape(&[1, 1, 1, 2, 4, 16, 17, 0]);
    let shared = [0, 4096, 49152, 101_376, 101_377, 232_448, 232_449, -1];
    let cluster = rng.percent(60).then_some(cluster);
    LaunchSite { grid, block, cluster, shared: Some(shared[rng.below(shared.len())]), resources: Resources::default() }
}

fn is_broken(conditions: &[Condition], site: &LaunchSite) -> bool {
    conditions.iter().any(|condition| condition.broken(site).is_some())
}

#[test]
fn each_rule_of_the_group_has_a_condition() {
    let (contracts, target) = (contracts(), target("sm_90a", "9.0"));
    let all = contracts.iter().flat_map(|contract| conditions(contract, target, Resources::default(), |_| true));
    let found: BTreeSet<RuleId> = all.map(|condition| condition.rule).collect();
    let group = RULES.iter().filter(|rule| rule.id.group() == Group::Launch).map(|rule| rule.id);
    // A kernel that is not there has no contract.
    assert_eq!(found, group.filter(|rule| *rule != RuleId::LaunchKernelMissing).collect());
}

#[test]
fn a_launch_breaks_a_condition_if_it_breaks_a_rule() {
    let mut rng = Rng::new(1);
    let (mut legal, mut illegal) = (0, 0);
    for chip in ["sm_80", "sm_86", "sm_90a", ""] {
        let target = target(chip, "9.0");
        for contract in contracts() {
            let necessary = conditions(&contract, target, Resources::default(), |_| true);
            for _ in 0..2000 {
                let site = site(&mut rng);
                let mut sink = Sink::new();
                check(&Subject::launch(&contract, target, &site), &RuleSet::all(), &mut sink);
                // A cluster that is not portable is legal.
                let breaks_rule = sink.violations().iter().any(|found| found.rule != RuleId::ClusterPortableCap);
                assert_eq!(is_broken(&necessary, &site), breaks_rule, "{site:?} {:?}", sink.violations());
                *if breaks_rule { &mut illegal } else { &mut legal } += 1;
            }
        }
    }
    assert!(legal > 500 && illegal > 500, "{legal} legal launches, {illegal} illegal ones");
}

#[test]
fn on_several_targets_a_launch_is_legal_if_it_is_on_one() {
    let mut rng = Rng::new(2);
    let targets = ["sm_80", "sm_86", "sm_90a"].map(|chip| target(chip, "9.0"));
    let mut legal = 0;
    for contract in contracts() {
        let lists = targets.map(|target| conditions(&contract, target, Resources::default(), |_| true));
        let common = common_conditions(&lists);
        for _ in 0..2000 {
            let site = site(&mut rng);
            let is_legal = lists.iter().any(|list| !is_broken(list, &site));
            // The reverse need not hold: each target can have another condition that is broken.
            assert!(!is_legal || !is_broken(&common, &site), "{site:?}");
            legal += usize::from(is_legal);
        }
        assert_eq!(common_conditions(&lists[..1]), lists[0]);
    }
    assert!(legal > 200, "{legal} legal launches");
}

fn texts_on(chip: &str, contract: &FunctionFacts<'_>, resources: Resources) -> Vec<String> {
    let chip = Chip::parse(chip).expect("the chip is known");
    conditions(contract, Target { chip: Some(chip), ptx: None }, resources, |_| true)
        .iter()
        .map(|condition| condition.text(None))
        .collect()
}

#[test]
fn registers_and_static_shared_memory_lower_the_limits() {
    let resources = Resources { registers: Some(255), static_shared: Some(1000), ..Resources::default() };
    let texts = texts_on("sm_90a", &kernel(&[]), resources);
    assert!(
        texts.contains(&"block must have at most 256 threads, for which an SM has registers".to_owned()),
        "{texts:?}"
    );
    let shared =
        "dynamic shared memory must be at most 231448 of the 232448 bytes of a CTA on sm_90a, as 1000 are static";
    assert!(texts.contains(&shared.to_owned()), "{texts:?}");
}

#[test]
fn a_chip_without_clusters_launches_none() {
    let contract = kernel(&[("nvvm.cluster_dim", array(&[2, 1, 1])), ("nvvm.blocksareclusters", Value::Unit)]);
    let texts = texts_on("sm_80", &contract, Resources::default());
    let about_clusters: Vec<_> = texts.iter().filter(|text| text.contains("luster")).map(String::as_str).collect();
    let positive = ["x", "y", "z"].map(|axis| format!("cluster must be positive in {axis}"));
    let [x, y, z] = positive.each_ref().map(String::as_str);
    assert_eq!(about_clusters, [x, y, z, "cluster must have at most 1 CTA on sm_80, which has no clusters"]);
}

#[test]
fn an_unknown_target_has_the_limits_of_all_chips() {
    let texts: Vec<_> = conditions(&kernel(&[]), Target::default(), Resources::default(), |_| true)
        .iter()
        .map(|found| found.text(None))
        .collect();
    assert_eq!(
        texts.last().map(String::as_str),
        Some("dynamic shared memory must be at most the 232448 bytes of a CTA on any chip")
    );
}
