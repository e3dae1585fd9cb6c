//! Merging claims: agreement, conflicts, and a comparison with a small model of LLVM's upgrade.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use tileiras_contract::read::{Claim, Conflict, ConflictPolicy, Gathered, MergeFinding, Winner, merge, read_claim};
use tileiras_contract::{
    Carrier, Dims, Fact, FactSet, FactValue, LEGACY_KEYS, StatedFact, Statement, TupleId, Value, attribute_spelling,
    legacy_key,
};
use tileiras_target::Axis;
use tileiras_test_support::cpu::timed;

use ConflictPolicy::{Error, Keep, Last};

const TUPLE: Carrier = Carrier::Tuple(TupleId { list: 0, number: 0 });

/// Adds the claims. The source of each is its index.
fn gather(
    policy: ConflictPolicy,
    claims: impl IntoIterator<Item = (Fact, Claim)>,
) -> (Gathered<usize>, Vec<Conflict<usize>>) {
    let mut gathered = Gathered::new();
    let mut conflicts = Vec::new();
    for (index, (fact, claim)) in claims.into_iter().enumerate() {
        gathered.add(fact, claim, index, policy, &mut |conflict| conflicts.push(conflict));
    }
    (gathered, conflicts)
}

/// Whether a unit fact holds.
fn whether(flag: bool) -> Claim {
    if flag { Claim::Whole(FactValue::Unit) } else { Claim::Denied }
}

fn scalar(number: u32) -> Claim {
    Claim::Whole(FactValue::Scalar(number))
}

fn axis(axis: Axis, size: u32) -> (Fact, Claim) {
    (Fact::MaxNTid, Claim::axis(axis, size))
}

fn dims(dims: Dims) -> (Fact, Claim) {
    (Fact::MaxNTid, Claim::dims(dims))
}

fn kernel(flag: bool) -> (Fact, Claim) {
    (Fact::Kernel, whether(flag))
}

fn rank(rank: u32) -> (Fact, Claim) {
    (Fact::MaxClusterRank, scalar(rank))
}

fn constants(indices: &[u32]) -> (Fact, Claim) {
    (Fact::GridConstant, Claim::Whole(FactValue::Indices(indices.into())))
}

/// The facts that hold.
fn facts<S: Copy>(gathered: &Gathered<S>) -> Vec<Fact> {
    gathered.facts().iter().map(|(fact, _)| fact).collect()
}

#[test]
fn without_claims_there_are_no_facts() {
    let gathered = Gathered::<usize>::new();
    let facts = gathered.facts();
    assert!(facts.is_empty());
    for fact in Fact::ALL {
        assert_eq!((facts.dims(fact), facts.scalar(fact), facts.states(fact)), (None, None, false));
        assert_eq!((gathered.source(fact, None), facts.get(fact)), (None, None));
    }
    assert_eq!(facts.indices(), Vec::<u32>::new());
}

#[test]
fn axes_become_one_shape() {
    let (gathered, conflicts) = gather(Error, [axis(Axis::Z, 4), axis(Axis::X, 128)]);
    assert_eq!(gathered.facts().dims(Fact::MaxNTid), Some([128, 1, 4]));
    assert_eq!(gathered.source(Fact::MaxNTid, Some(Axis::X)), Some(1));
    assert_eq!(gathered.source(Fact::MaxNTid, Some(Axis::Y)), None);
    assert_eq!(gathered.source(Fact::MaxNTid, Some(Axis::Z)), Some(0));
    assert_eq!(gathered.source(Fact::MaxNTid, None), Some(1));
    assert_eq!(conflicts, []);
}

#[test]
fn a_missing_axis_is_completed_by_another_claim() {
    let partial = |sizes| (Fact::MaxNTid, Claim::Sizes(sizes));
    let first = partial([Some(128), None, None]);
    for policy in ConflictPolicy::ALL {
        for others in [vec![axis(Axis::Y, 4)], vec![partial([Some(128), Some(4), None])], vec![dims([128, 4, 1])]] {
            for claims in [[vec![first.clone()], others.clone()], [others.clone(), vec![first.clone()]]] {
                let (gathered, conflicts) = gather(policy, claims.concat());
                assert_eq!(gathered.facts().dims(Fact::MaxNTid), Some([128, 4, 1]), "{policy} {others:?}");
                assert_eq!(conflicts, []);
            }
        }
    }
    // What is stated is still a conflict, in its axis.
    let texts =
        |claims: [(Fact, Claim); 2]| gather(Error, claims).1.iter().map(ToString::to_string).collect::<Vec<_>>();
    let conflict = ["'nvvm.maxntid' has conflicting values in y: 4 and 2"];
    assert_eq!(texts([partial([Some(128), Some(4), None]), partial([Some(128), Some(2), None])]), conflict);
    assert_eq!(texts([dims([128, 4, 1]), partial([Some(128), Some(2), None])]), conflict);
}

#[test]
fn the_same_fact_twice_is_one_fact() {
    for policy in ConflictPolicy::ALL {
        let twice = [kernel(true), kernel(true), rank(8), rank(8), axis(Axis::X, 2), dims([2, 1, 1]), axis(Axis::Y, 1)];
        let (gathered, conflicts) = gather(policy, twice);
        assert_eq!(conflicts, []);
        assert_eq!(facts(&gathered), [Fact::Kernel, Fact::MaxNTid, Fact::MaxClusterRank]);
        assert_eq!(gathered.source(Fact::Kernel, None), Some(0));
        assert_eq!(gathered.source(Fact::MaxClusterRank, None), Some(2));
        assert_eq!(gathered.source(Fact::MaxNTid, Some(Axis::Y)), Some(5));
    }
}

#[test]
fn the_policy_resolves_two_values_of_one_number() {
    for (policy, winner, held, source) in
        [(Error, Winner::None, 8, 0), (Last, Winner::New, 4, 1), (Keep, Winner::Held, 8, 0)]
    {
        let (gathered, conflicts) = gather(policy, [rank(8), rank(4)]);
        let expected =
            Conflict { fact: Fact::MaxClusterRank, axis: None, held: (scalar(8), 0), new: (scalar(4), 1), winner };
        assert_eq!(conflicts, [expected]);
        assert_eq!(gathered.facts().scalar(Fact::MaxClusterRank), Some(held));
        assert_eq!(gathered.source(Fact::MaxClusterRank, None), Some(source));
    }
}

#[test]
fn two_whole_shapes_are_one_conflict() {
    for (policy, held, source) in [(Error, [128, 1, 1], 0), (Last, [64, 2, 1], 1), (Keep, [128, 1, 1], 0)] {
        let (gathered, conflicts) = gather(policy, [dims([128, 1, 1]), dims([64, 2, 1])]);
        assert_eq!(conflicts.len(), 1);
        assert_eq!(conflicts[0].axis, None);
        assert_eq!(conflicts[0].held, (dims([128, 1, 1]).1, 0));
        assert_eq!(conflicts[0].new, (dims([64, 2, 1]).1, 1));
        assert_eq!(gathered.facts().dims(Fact::MaxNTid), Some(held));
        assert_eq!(gathered.source(Fact::MaxNTid, Some(Axis::Z)), Some(source));
    }
}

#[test]
fn an_axis_against_a_whole_shape_is_a_conflict_in_that_axis() {
    for (policy, held) in [(Error, [128, 1, 1]), (Last, [128, 4, 1]), (Keep, [128, 1, 1])] {
        let (gathered, conflicts) = gather(policy, [dims([128, 1, 1]), axis(Axis::Y, 4), axis(Axis::X, 128)]);
        assert_eq!(conflicts.len(), 1);
        assert_eq!((conflicts[0].axis, &conflicts[0].held), (Some(Axis::Y), &(Claim::axis(Axis::Y, 1), 0)));
        assert_eq!(gathered.facts().dims(Fact::MaxNTid), Some(held));
    }
}

#[test]
fn a_whole_shape_against_axes_is_a_conflict_in_each() {
    for (policy, held) in [(Error, [128, 2, 8]), (Last, [64, 2, 1]), (Keep, [128, 2, 8])] {
        let (gathered, conflicts) = gather(policy, [axis(Axis::X, 128), axis(Axis::Z, 8), dims([64, 2, 1])]);
        let axes: Vec<_> = conflicts.iter().map(|conflict| conflict.axis).collect();
        assert_eq!(axes, [Some(Axis::X), Some(Axis::Z)]);
        assert_eq!(gathered.facts().dims(Fact::MaxNTid), Some(held));
    }
}

#[test]
fn a_shape_of_several_sources_has_a_conflict_for_each_axis() {
    let claims = [dims([128, 1, 1]), axis(Axis::Y, 4), dims([64, 1, 1])];
    let (gathered, conflicts) = gather(Last, claims);
    let sources: Vec<_> = conflicts.iter().map(|conflict| (conflict.axis, conflict.held.1)).collect();
    assert_eq!(sources, [(Some(Axis::Y), 0), (Some(Axis::X), 0), (Some(Axis::Y), 1)]);
    assert_eq!(gathered.facts().dims(Fact::MaxNTid), Some([64, 1, 1]));
}

#[test]
fn a_denied_kernel_is_no_fact() {
    let (gathered, conflicts) = gather(Error, [kernel(false), kernel(false)]);
    assert_eq!((gathered.facts().is_kernel(), facts(&gathered), conflicts.len()), (false, vec![], 0));
    assert_eq!(gathered.source(Fact::Kernel, None), Some(0));
    assert_eq!(gathered.facts().get(Fact::Kernel), None);
}

#[test]
fn the_policy_resolves_a_kernel_both_stated_and_denied() {
    for (policy, first, winner, held) in [
        (Error, true, Winner::None, true),
        (Error, false, Winner::None, false),
        (Last, true, Winner::Held, true),
        (Last, false, Winner::New, true),
        (Keep, true, Winner::Held, true),
        (Keep, false, Winner::Held, false),
    ] {
        let (gathered, conflicts) = gather(policy, [kernel(first), kernel(!first)]);
        assert_eq!(conflicts.len(), 1);
        assert_eq!((conflicts[0].winner, gathered.facts().is_kernel()), (winner, held), "{policy} {first}");
        assert_eq!(conflicts[0].held, (whether(first), 0));
    }
}

#[test]
fn constant_arguments_unite() {
    let (gathered, conflicts) = gather(Error, [constants(&[3]), constants(&[1, 3]), constants(&[])]);
    assert_eq!((gathered.facts().indices(), conflicts.len()), ([1, 3].as_slice(), 0));
    assert_eq!(gathered.source(Fact::GridConstant, None), Some(0));

    let (gathered, _) = gather(Error, [constants(&[])]);
    assert!(gathered.facts().is_empty());
    assert_eq!(gathered.facts().get(Fact::GridConstant), None);
}

#[test]
fn a_claim_of_another_shape_is_ignored() {
    let (gathered, conflicts) = gather(Error, [(Fact::MaxNReg, whether(true)), (Fact::Kernel, scalar(1))]);
    assert!(gathered.facts().is_empty() && conflicts.is_empty());
}

#[test]
fn the_canonical_attribute_is_whole_and_never_negative() {
    let claims = [kernel(true), axis(Axis::Y, 4), rank(8), (Fact::MaxNReg, scalar(u32::MAX)), constants(&[2, 1])];
    let (gathered, _) = gather(Error, claims);
    let canonical = |fact| gathered.facts().get(fact).map(|value| value.to_attribute().to_string());
    assert_eq!(canonical(Fact::Kernel).as_deref(), Some("unit"));
    assert_eq!(canonical(Fact::MaxNTid).as_deref(), Some("array<i32: 1, 4, 1>"));
    assert_eq!(canonical(Fact::MaxClusterRank).as_deref(), Some("8 : i32"));
    assert_eq!(canonical(Fact::MaxNReg).as_deref(), Some("4294967295 : i64"));
    assert_eq!(canonical(Fact::GridConstant).as_deref(), Some("array<i32: 1, 2>"));
}

#[test]
fn a_conflict_names_both_values() {
    let texts =
        |claims: [(Fact, Claim); 2]| gather(Error, claims).1.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(texts([rank(8), rank(4)]), ["'nvvm.maxclusterrank' has conflicting values: 8 and 4"]);
    assert_eq!(texts([kernel(true), kernel(false)]), ["'nvvm.kernel' has conflicting values: true and false"]);
    assert_eq!(
        texts([axis(Axis::X, 128), axis(Axis::X, 64)]),
        ["'nvvm.maxntid' has conflicting values in x: 128 and 64"]
    );
    assert_eq!(
        texts([dims([128, 1, 1]), dims([64, 2, 1])]),
        ["'nvvm.maxntid' has conflicting values: [128, 1, 1] and [64, 2, 1]"]
    );
}

#[test]
fn a_conflict_has_the_discarded_claim() {
    let discarded = |policy| gather(policy, [rank(8), rank(4)]).1[0].discarded().cloned();
    assert_eq!(discarded(Error), None);
    assert_eq!(discarded(Last), Some((scalar(8), 0)));
    assert_eq!(discarded(Keep), Some((scalar(4), 1)));
}

#[test]
fn statements_are_merged_with_their_findings() {
    let statement = |name, value, carrier| {
        let spelling = attribute_spelling(name).or_else(|| legacy_key(name)).unwrap();
        Statement { spelling, value, carrier }
    };
    let statements = [
        statement("nvvm.maxnreg", Value::i32(64), Carrier::Attribute),
        statement("nvvm.grid_constant", Value::Unit, Carrier::Argument(2)),
        statement("nvvm.maxnreg", Value::Text("32".into()), Carrier::Passthrough),
        statement("nvvm.minctasm", Value::Text("two".into()), Carrier::Passthrough),
        statement("kernel", Value::i32(0), TUPLE),
    ];
    let fault = || MergeFinding::Fault(3, read_claim(&statements[3]).unwrap_err());
    let conflict = |held: (u32, usize), new: (u32, usize), winner| {
        let [held, new] = [held, new].map(|(cap, source)| (scalar(cap), source));
        MergeFinding::Conflict(Conflict { fact: Fact::MaxNReg, axis: None, held, new, winner })
    };
    for (policy, findings) in [
        (Error, [conflict((64, 0), (32, 2), Winner::None), fault(), MergeFinding::Denied(4)]),
        (Keep, [conflict((64, 0), (32, 2), Winner::Held), fault(), MergeFinding::Denied(4)]),
        // The passthrough comes first, so that the attribute replaces it.
        (Last, [fault(), conflict((32, 2), (64, 0), Winner::New), MergeFinding::Denied(4)]),
    ] {
        let merged = merge(&statements, policy);
        assert_eq!(merged.findings, findings, "{policy}");
        let facts = FactSet::from_iter([StatedFact::MaxNReg(64), StatedFact::grid_constant([2])]);
        assert_eq!(merged.facts, facts, "{policy}");
        let sources = [Fact::MaxNReg, Fact::GridConstant, Fact::MinCtaSm].map(|fact| merged.source(fact));
        assert_eq!(sources, [Some(0), Some(1), None], "{policy}");
        let moved: Vec<_> = Fact::ALL.into_iter().filter(|fact| merged.moved[fact.index()]).collect();
        assert_eq!(moved, [Fact::Kernel, Fact::MaxNReg, Fact::GridConstant], "{policy}");
    }
}

#[test]
fn policies_have_names() {
    for policy in ConflictPolicy::ALL {
        assert_eq!(policy.name().parse(), Ok(policy));
    }
    let unknown = "first".parse::<ConflictPolicy>().map_err(|unknown| unknown.to_string());
    assert_eq!(unknown, Err("conflict policy must be 'error', 'last' or 'keep', got 'first'".to_owned()));
}

/// A model of LLVM 22's upgrade of `!nvvm.annotations` (measured): string attributes, later wins, axes merge.
#[derive(Default)]
struct Upgrade {
    attributes: BTreeMap<&'static str, String>,
    kernel: bool,
}

impl Upgrade {
    fn pair(&mut self, key: &str, value: u32) {
        match key {
            "kernel" => self.kernel |= value != 0,
            "maxntidx" => self.axis("nvvm.maxntid", 0, value),
            "maxntidy" => self.axis("nvvm.maxntid", 1, value),
            "maxntidz" => self.axis("nvvm.maxntid", 2, value),
            "reqntidx" => self.axis("nvvm.reqntid", 0, value),
            "reqntidy" => self.axis("nvvm.reqntid", 1, value),
            "reqntidz" => self.axis("nvvm.reqntid", 2, value),
            "cluster_dim_x" => self.axis("nvvm.cluster_dim", 0, value),
            "cluster_dim_y" => self.axis("nvvm.cluster_dim", 1, value),
            "cluster_dim_z" => self.axis("nvvm.cluster_dim", 2, value),
            "minctasm" => self.number("nvvm.minctasm", value),
            "maxnreg" => self.number("nvvm.maxnreg", value),
            "maxclusterrank" | "cluster_max_blocks" => self.number("nvvm.maxclusterrank", value),
            other => panic!("{other} is not modelled"),
        }
    }

    fn number(&mut self, name: &'static str, value: u32) {
        self.attributes.insert(name, value.to_string());
    }

    fn axis(&mut self, name: &'static str, axis: usize, value: u32) {
        let text = self.attributes.entry(name).or_default();
        let mut parts: Vec<String> = text.split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        while parts.len() <= axis {
            parts.push("1".to_owned());
        }
        parts[axis] = value.to_string();
        *text = parts.join(",");
    }

    fn dims(&self, fact: Fact) -> Option<Dims> {
        let parts: Vec<u32> =
            self.attributes.get(fact.attribute())?.split(',').map(|part| part.parse().unwrap()).collect();
        Some([0, 1, 2].map(|axis| parts.get(axis).copied().unwrap_or(1)))
    }

    fn scalar(&self, fact: Fact) -> Option<u32> {
        self.attributes.get(fact.attribute()).map(|text| text.parse().unwrap())
    }
}

fn upgraded_key() -> impl Strategy<Value = &'static str> {
    let keys = LEGACY_KEYS.iter().map(|spelling| spelling.name);
    let keys: Vec<_> = keys.filter(|key| !matches!(*key, "grid_constant" | "blocksareclusters")).collect();
    prop::sample::select(keys)
}

fn existing() -> impl Strategy<Value = (&'static str, String)> {
    let shape =
        vec(0..2048_u32, 1..=3).prop_map(|sizes| sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
    (prop::sample::select(vec!["nvvm.maxntid", "nvvm.reqntid", "nvvm.cluster_dim"]), shape)
}

proptest! {
    #[test]
    fn last_is_llvms_upgrade(
        attributes in vec(existing(), 0..3),
        pairs in vec((upgraded_key(), 0..6_u32), 0..24),
    ) {
        let mut upgrade = Upgrade::default();
        let mut gathered = Gathered::new();
        let mut statements = Vec::new();
        // A name is an attribute of a function only once.
        for (name, text) in attributes.into_iter().collect::<BTreeMap<_, _>>() {
            let spelling = attribute_spelling(name).unwrap();
            let statement =
                Statement { spelling, value: Value::Text(text.clone().into()), carrier: Carrier::Passthrough };
            gathered.add(spelling.fact, read_claim(&statement).unwrap(), (), Last, &mut |_| {});
            statements.push(statement);
            upgrade.attributes.insert(name, text);
        }
        for (key, value) in pairs {
            let spelling = legacy_key(key).unwrap();
            let statement =
                Statement { spelling, value: Value::Integer { value: value.into(), width: 32 }, carrier: TUPLE };
            gathered.add(spelling.fact, read_claim(&statement).unwrap(), (), Last, &mut |_| {});
            statements.push(statement);
            upgrade.pair(key, value);
        }
        let facts = gathered.facts();
        // LLVM prints an explicit cluster without a shape where x is 0. Here the other sizes must not be stated
        // otherwise.
        if facts.states(Fact::ExplicitCluster) {
            prop_assert_eq!(facts.dims(Fact::ClusterDim), None);
            prop_assert_eq!(upgrade.dims(Fact::ClusterDim).map(|sizes| sizes[0]), Some(0));
        } else {
            prop_assert_eq!(facts.dims(Fact::ClusterDim), upgrade.dims(Fact::ClusterDim));
        }
        for fact in [Fact::MaxNTid, Fact::ReqNTid] {
            prop_assert_eq!(facts.dims(fact), upgrade.dims(fact));
        }
        for fact in [Fact::MinCtaSm, Fact::MaxNReg, Fact::MaxClusterRank] {
            prop_assert_eq!(facts.scalar(fact), upgrade.scalar(fact));
        }
        prop_assert_eq!(facts.is_kernel(), upgrade.kernel);
        prop_assert_eq!(merge(&statements, Last).facts, facts);
    }

    #[test]
    fn the_order_of_equal_claims_does_not_matter(
        shape in prop::array::uniform3(1..4_u32),
        rank in any::<u32>(),
        order in Just((0..7_usize).collect::<Vec<_>>()).prop_shuffle(),
        count in 0..8_usize,
    ) {
        let claims = [
            axis(Axis::X, shape[0]),
            axis(Axis::Y, shape[1]),
            axis(Axis::Z, shape[2]),
            dims(shape),
            kernel(true),
            self::rank(rank),
            constants(&[2, 1]),
        ];
        let stated = &order[..count.min(order.len())];
        let mut sorted = stated.to_vec();
        sorted.sort_unstable();
        for policy in ConflictPolicy::ALL {
            let (one, conflicts) = gather(policy, stated.iter().map(|&i| claims[i].clone()));
            let (other, _) = gather(policy, sorted.iter().map(|&i| claims[i].clone()));
            prop_assert_eq!(conflicts.len(), 0);
            prop_assert_eq!(one.facts(), other.facts());
        }
    }

    #[test]
    fn a_contradiction_is_found_in_any_order(
        claims in vec(
            prop_oneof![
                (prop::sample::select(Axis::ALL.to_vec()), 1..3_u32).prop_map(|(a, size)| axis(a, size)),
                prop::array::uniform3(1..3_u32).prop_map(dims),
                any::<bool>().prop_map(kernel),
                (1..3_u32).prop_map(rank),
            ],
            0..6,
        ).prop_flat_map(|claims| (Just(claims.clone()), Just(claims).prop_shuffle())),
    ) {
        let (one, other) = claims;
        let contradicts = |claims| !gather(Error, claims).1.is_empty();
        prop_assert_eq!(contradicts(one), contradicts(other));
    }

    #[test]
    fn united_indices_are_ascending_and_unique(sets in vec(vec(1..40_u32, 0..8), 0..6)) {
        let (gathered, conflicts) = gather(Error, sets.iter().map(|set| constants(set)));
        prop_assert_eq!(conflicts.len(), 0);
        let facts = gathered.facts();
        prop_assert!(facts.indices().is_sorted_by(|a, b| a < b));
        for index in 1..40 {
            prop_assert_eq!(facts.indices().contains(&index), sets.iter().flatten().any(|&i| i == index));
        }
    }
}

/// Seconds to merge that many claims, one for each index, in descending order.
fn seconds_of_descending(count: u32) -> f64 {
    let claims = (1..=count).rev().map(|index| constants(&[index]));
    let (facts, time) = timed(|| gather(Error, claims).0.facts());
    assert_eq!(facts.indices().len(), count as usize);
    time.as_secs_f64()
}

#[test]
fn indices_are_merged_in_linear_time() {
    // With linear time, eight times the claims take eight times as long; with quadratic time, 64 times.
    let (small, limit) = (20_000, 24.0);
    let is_linear = |_| seconds_of_descending(8 * small) <= limit * seconds_of_descending(small).max(0.02);
    assert!((0..5).any(is_linear));
}
