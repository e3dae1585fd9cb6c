//! The look-ups of features give what `make features` measured, for a sample of intrinsics and operations.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use tileiras_target::{FeatureFamily, Features, Target, feature};

const INTRINSICS: &str = include_str!("../measured/intrinsics.tsv");
const OPERATIONS: &str = include_str!("../measured/operations.tsv");

/// The name, the facts and the features of each line.
fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, Vec<(&'static str, &'static str)>, &'static str)> {
    text.lines().map(|line| {
        let [name, facts, features] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        (name, facts.split(' ').filter_map(|fact| fact.split_once('=')).collect(), features)
    })
}

fn names(features: &Features) -> BTreeSet<&'static str> {
    features.iter().map(|feature| feature.name()).collect()
}

fn of_ptx(statement: &str) -> BTreeSet<&'static str> {
    let (mnemonic, operands) = statement.split_once(' ').unwrap_or((statement, ""));
    names(&feature::of_ptx(mnemonic, operands))
}

#[test]
fn intrinsics_need_what_was_measured() {
    for (name, facts, features) in lines(INTRINSICS) {
        let mut immediate = |index: usize| {
            let (_, value) = facts.iter().find(|(key, _)| key.parse() == Ok(index))?;
            value.parse().ok()
        };
        let found = names(&feature::of_intrinsic(&format!("llvm.nvvm.{name}"), &mut immediate));
        assert_eq!(found, features.split('|').filter(|name| !name.is_empty()).collect(), "{name} {facts:?}");
    }
}

#[test]
fn operations_need_what_was_measured() {
    for (name, facts, features) in lines(OPERATIONS) {
        let mut attribute = |name: &str| Some(facts.iter().find(|(key, _)| *key == name)?.1.to_owned());
        let found = names(&feature::of_operation(name, &mut attribute));
        let expected = features.split('|').filter_map(|name| name.split('/').next()).filter(|name| !name.is_empty());
        assert_eq!(found, expected.collect(), "{name} {facts:?}");
    }
}

/// LLVM leaves the scope out for chips before sm_60, and writes it for all others.
#[test]
fn an_operation_can_need_nothing_on_old_chips() {
    let accepted = |chip: &str, version: &str| {
        let facts = [("success_ordering", "2"), ("failure_ordering", "2"), ("syncscope", "cluster"), ("$1", "i32")];
        let mut attribute = |name: &str| Some(facts.iter().find(|(key, _)| *key == name)?.1.to_owned());
        let [feature] = feature::of_operation("llvm.cmpxchg", &mut attribute)[..] else { panic!("one feature") };
        assert_eq!((feature.name(), feature.family()), (".cluster", FeatureFamily::Clusters));
        Target::parse(Some(chip), Some(version)).unwrap().supports(feature).is_ok()
    };
    let chips =
        [("sm_50", "6.3"), ("sm_53", "8.0"), ("sm_60", "6.3"), ("sm_89", "8.0"), ("sm_90", "7.8"), ("sm_120", "9.0")];
    assert_eq!(chips.map(|(chip, version)| accepted(chip, version)), [true, true, false, false, true, true]);
}

/// A name that is not known needs nothing, whatever its arguments: its operands need not be read.
#[test]
fn what_needs_features_is_known() {
    for (name, _, features) in lines(INTRINSICS) {
        assert!(features.is_empty() || feature::knows_intrinsic(&format!("llvm.nvvm.{name}")), "{name}");
    }
    for (name, _, features) in lines(OPERATIONS) {
        assert!(features.is_empty() || feature::knows_operation(name), "{name}");
    }
    for name in ["llvm.nvvm.fmax.f", "llvm.nvvm.barrier0", "llvm.nvvm.", "llvm.fma.f32", "vote.any", ""] {
        assert!(!feature::knows_intrinsic(name), "{name}");
    }
    assert!(feature::knows_intrinsic("llvm.nvvm.vote.any"));
    assert!(!feature::knows_operation("nvvm.barrier0") && !feature::knows_operation(""));
}

#[test]
fn statements_need_the_rows_of_their_qualifiers_in_any_order() {
    let expected = BTreeSet::from(["fence", ".cluster"]);
    assert_eq!(of_ptx("fence.sc.cluster"), expected);
    assert_eq!(of_ptx("fence.cluster.sc"), expected);
    assert_eq!(of_ptx("mbarrier.try_wait.b64 p, [a], w"), ["mbarrier", "mbarrier.try_wait"].into());
    assert_eq!(of_ptx("mov.u32 $0, %cluster_ctaid.x"), ["%cluster_ctaid"].into());
    assert_eq!(of_ptx("add.u32 %r1, %r2, %r3"), BTreeSet::new());
    assert_eq!(of_ptx("my_clusters.cluster"), [".cluster"].into());
    for text in ["", ".", " ", "!", "ld.", "ld..b128 ,,", "% %%", "tcgen05.mma.kind::f16 ]]}}),99999999999999999999"] {
        let _ = of_ptx(text);
    }
}

#[test]
fn types_keep_their_order() {
    let to = of_ptx("cvt.rn.f16x2.e4m3x2 %r1, %rs1");
    let from = of_ptx("cvt.rn.satfinite.e4m3x2.f16x2 %rs1, %r1");
    let bf16 = of_ptx("cvt.rn.satfinite.e4m3x2.bf16x2 %rs1, %r1");
    assert!(bf16.contains("cvt.rn.e4m3x2.bf16x2") && !from.contains("cvt.rn.e4m3x2.bf16x2"), "{bf16:?} {from:?}");
    assert!(!to.contains("cvt.rn.bf16x2.e4m3x2"), "{to:?}");
}

#[test]
fn each_feature_has_the_rule_of_its_instruction() {
    let family = |statement: &str| {
        let (mnemonic, operands) = statement.split_once(' ').unwrap_or((statement, ""));
        feature::of_ptx(mnemonic, operands).iter().map(|feature| feature.family()).collect::<Vec<_>>()
    };
    assert_eq!(family("mapa.u32 a, b, c"), [FeatureFamily::Clusters]);
    assert_eq!(family("mov.u32 a, %cluster_ctarank"), [FeatureFamily::Clusters]);
    assert_eq!(family("ld.shared::cluster.u32 a, [b]"), [FeatureFamily::Clusters]);
    assert_eq!(family("tcgen05.wait::ld.sync.aligned"), [FeatureFamily::Tcgen05]);
    assert_eq!(family("wgmma.fence.sync.aligned"), [FeatureFamily::Other]);
    let multicast = "clusterlaunchcontrol.try_cancel.async.multicast::cluster::all a";
    assert_eq!(family(multicast), [FeatureFamily::Clc, FeatureFamily::ClcMulticast]);
}
