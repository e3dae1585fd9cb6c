//! The look-ups of features: which rows a statement needs.

use std::collections::BTreeSet;

use tileiras_target::{FeatureFamily, feature};

fn of_ptx(statement: &str) -> BTreeSet<&'static str> {
    let (mnemonic, operands) = statement.split_once(' ').unwrap_or((statement, ""));
    feature::of_ptx(mnemonic, operands).iter().map(|feature| feature.name()).collect()
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
