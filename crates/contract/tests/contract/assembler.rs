//! The rules of group assembler, each on contracts that break it and on contracts that do not.

use crate::common::{array, function, kernel, messages, messages_on, reporting, target};
use tileiras_contract::{FunctionFacts, Value};
use tileiras_target::Target;

fn clusters() -> FunctionFacts<'static> {
    kernel(&[
        ("nvvm.reqntid", array(&[128])),
        ("nvvm.cluster_dim", array(&[2, 1, 1])),
        ("nvvm.maxclusterrank", Value::i32(8)),
        ("nvvm.blocksareclusters", Value::Unit),
    ])
}

#[test]
fn maxntid_reqntid_conflict() {
    let id = "maxntid-reqntid-conflict";
    let pair = |bound, exact| kernel(&[("nvvm.maxntid", array(bound)), ("nvvm.reqntid", array(exact))]);
    for (bound, exact) in [([128].as_slice(), [128].as_slice()), (&[64], &[128]), (&[256, 1, 1], &[0])] {
        assert_eq!(messages(id, &pair(bound, exact)), ["'nvvm.maxntid' must not be combined with 'nvvm.reqntid'"]);
    }
    assert_eq!(messages(id, &kernel(&[("nvvm.maxntid", array(&[128]))])), [""; 0]);
    assert_eq!(messages(id, &kernel(&[("nvvm.reqntid", array(&[128]))])), [""; 0]);
}

#[test]
fn cluster_dim_rank_conflict() {
    let id = "cluster-dim-rank-conflict";
    for chip in ["", "sm_90", "sm_120a"] {
        assert_eq!(
            messages_on(id, &clusters(), target(chip, "")),
            ["'nvvm.cluster_dim' must not be combined with 'nvvm.maxclusterrank'"]
        );
    }
    assert_eq!(messages_on(id, &clusters(), target("sm_89", "")), [""; 0], "neither is printed");
    assert_eq!(messages(id, &kernel(&[("nvvm.cluster_dim", array(&[2, 1, 1]))])), [""; 0]);
}

#[test]
fn ntid_overflow() {
    let id = "ntid-overflow";
    for name in ["nvvm.maxntid", "nvvm.reqntid"] {
        let of = |sizes| messages(id, &kernel(&[(name, array(sizes))]));
        let message = |got| [format!("'{name}' must have a product that is at most 4294967264 in 32 bits, got {got}")];
        assert_eq!(of(&[i32::MAX, 2, 1]), message("4294967294"));
        assert_eq!(of(&[3, 1_431_655_755]), message("4294967265"));
        assert_eq!(of(&[65_535, 65_537]), message("4294967295"));
        assert_eq!(of(&[i32::MAX, 2, 3]), message("12884901882, counted as 4294967290"));
        // The largest product, products that wrap to 0 or to a small number, and the largest sizes.
        for sizes in [&[i32::MAX][..], &[134_217_727, 32], &[65_536, 65_536], &[i32::MAX, 3], &[i32::MAX; 3], &[0, -1]]
        {
            assert_eq!(of(sizes), [""; 0], "{sizes:?}");
        }
    }
}

#[test]
fn cluster_ptx_version() {
    let id = "cluster-ptx-version";
    assert_eq!(
        messages_on(id, &clusters(), target("sm_90", "7.7")),
        [
            "'nvvm.cluster_dim' needs ptx 7.8 or later on sm_90, got 7.7",
            "'nvvm.maxclusterrank' needs ptx 7.8 or later on sm_90, got 7.7"
        ]
    );
    for (chip, ptx) in [("sm_90", "7.8"), ("sm_80", "7.0"), ("", "7.0"), ("sm_90", "")] {
        assert_eq!(messages_on(id, &clusters(), target(chip, ptx)), [""; 0], "{chip} {ptx}");
    }
}

#[test]
fn blocksareclusters_ptx_version() {
    let id = "blocksareclusters-ptx-version";
    for ptx in ["7.7", "8.8"] {
        let message = format!("'nvvm.blocksareclusters' needs ptx 9.0 or later on sm_100a, got {ptx}");
        assert_eq!(messages_on(id, &clusters(), target("sm_100a", ptx)), [message]);
    }
    for (chip, ptx) in [("sm_90", "9.0"), ("sm_80", "8.4"), ("", "8.4"), ("sm_90", "")] {
        assert_eq!(messages_on(id, &clusters(), target(chip, ptx)), [""; 0], "{chip} {ptx}");
    }
}

#[test]
fn chip_ptx_version() {
    let id = "chip-ptx-version";
    let bare = kernel(&[]);
    assert_eq!(
        messages_on(id, &bare, target("sm_90a", "7.8")),
        ["cannot be assembled: sm_90a needs ptx 8.0 or later, got 7.8"]
    );
    for (chip, ptx) in [("sm_90a", "8.0"), ("sm_90", "7.8"), ("", "1.0"), ("sm_121a", "")] {
        assert_eq!(messages_on(id, &bare, target(chip, ptx)), [""; 0], "{chip} {ptx}");
    }
    assert_eq!(messages_on(id, &function(&[]), target("sm_90a", "7.8")), [""; 0]);
}

#[test]
fn cluster_suppressed() {
    let id = "cluster-suppressed";
    let message = |name| format!("'{name}' is not printed for sm_89, which has no clusters");
    assert_eq!(
        messages_on(id, &clusters(), target("sm_89", "")),
        [message("nvvm.cluster_dim"), message("nvvm.maxclusterrank"), message("nvvm.blocksareclusters")]
    );
    assert_eq!(messages_on(id, &kernel(&[("nvvm.maxntid", array(&[128]))]), target("sm_89", "")), [""; 0]);
    assert_eq!(messages_on(id, &clusters(), target("sm_90", "")), [""; 0]);
    assert_eq!(messages(id, &clusters()), [""; 0]);
    // ptxas reads the directives of a PTX text for every chip.
    assert_eq!(messages_on(id, &FunctionFacts { is_ptx: true, ..clusters() }, target("sm_89", "")), [""; 0]);
}

#[test]
fn below_sm_90_cluster_facts_break_no_other_rule() {
    assert_eq!(reporting(&clusters(), target("sm_80", "7.0")), ["cluster-suppressed"]);
    assert_eq!(reporting(&clusters(), Target::default()), ["cluster-dim-rank-conflict"]);
}
