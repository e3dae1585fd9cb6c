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
    assert_eq!(
        messages_on(id, &FunctionFacts { ptx: Some(Target::default()), ..clusters() }, target("sm_89", "")),
        [""; 0]
    );
}

#[test]
fn below_sm_90_cluster_facts_break_no_other_rule() {
    assert_eq!(reporting(&clusters(), target("sm_80", "7.0")), ["cluster-suppressed"]);
    assert_eq!(reporting(&clusters(), Target::default()), ["cluster-dim-rank-conflict"]);
}

#[test]
fn directive_target() {
    let id = "directive-target";
    let memory = kernel(&[("nvvm.minperctamemory", Value::i32(1024))]);
    let version = "'nvvm.minperctamemory' needs ptx 9.4 or later, got 9.3";
    assert_eq!(messages_on(id, &memory, target("sm_90", "9.3")), [version]);
    let chip = "'nvvm.minperctamemory' is not supported on sm_75, it needs sm_80 or higher (ptx 9.4)";
    assert_eq!(messages_on(id, &memory, target("sm_75", "9.5")), [chip]);
    assert_eq!(messages_on(id, &memory, target("sm_80", "9.4")), [""; 0]);
    assert_eq!(messages(id, &memory), [""; 0]);
    let local = FunctionFacts { local_maxnreg: Some(32), ..kernel(&[]) };
    let version = "'.local_maxnreg' needs ptx 8.8 or later, got 8.7";
    assert_eq!(messages_on(id, &local, target("sm_75", "8.7")), [version]);
    assert_eq!(messages_on(id, &local, target("sm_75", "8.8")), [""; 0]);
}

#[test]
fn ptx_is_judged_by_its_own_target() {
    let of_ptx = |stated, facts: FunctionFacts<'static>| FunctionFacts { ptx: Some(stated), ..facts };
    // The version of the text is too old for the chip that it is assembled for, not for its own.
    let old = of_ptx(target("sm_80", "7.0"), kernel(&[]));
    assert_eq!(reporting(&old, target("sm_90", "7.0")), [""; 0]);
    let too_old = of_ptx(target("sm_90", "7.0"), kernel(&[]));
    assert_eq!(reporting(&too_old, target("sm_100a", "7.0")), ["chip-ptx-version"]);
    let id = "target-chip";
    let message = "cannot be assembled: sm_80 does not run code for '.target sm_90'";
    let newer = of_ptx(target("sm_90", "7.8"), kernel(&[]));
    assert_eq!(messages_on(id, &newer, target("sm_80", "7.8")), [message]);
    assert_eq!(messages_on(id, &newer, target("sm_90a", "7.8")), [""; 0]);
    assert_eq!(messages_on(id, &newer, Target::default()), [""; 0]);
    assert_eq!(messages_on(id, &kernel(&[]), target("sm_80", "7.8")), [""; 0]);
}

#[test]
fn local_maxnreg_range() {
    let id = "local-maxnreg-range";
    let of =
        |local, facts: &[(&'static str, Value<'static>)]| FunctionFacts { local_maxnreg: Some(local), ..kernel(facts) };
    let block = ("nvvm.maxntid", array(&[1024]));
    let hopper = target("sm_90", "9.5");
    assert_eq!(messages_on(id, &of(0, &[]), hopper), ["'.local_maxnreg' must be positive, got 0"]);
    let most = "'.local_maxnreg' must be at most the 64 registers that the block leaves, got 65";
    assert_eq!(messages_on(id, &of(65, std::slice::from_ref(&block)), hopper), [most]);
    assert_eq!(messages_on(id, &of(64, std::slice::from_ref(&block)), hopper), [""; 0]);
    // ptxas ignores these, and warns.
    for (local, facts) in [(256, vec![block.clone()]), (65, vec![block.clone(), ("nvvm.minctasm", Value::i32(1))])] {
        assert_eq!(messages_on(id, &of(local, &facts), hopper), [""; 0], "{local}");
    }
    assert_eq!(messages_on(id, &of(255, &[]), hopper), [""; 0]);
    assert_eq!(messages(id, &of(65, &[block])), [""; 0]);
}

#[test]
fn local_maxnreg_ignored() {
    let id = "local-maxnreg-ignored";
    let of =
        |local, facts: &[(&'static str, Value<'static>)]| FunctionFacts { local_maxnreg: Some(local), ..kernel(facts) };
    let hopper = target("sm_90", "9.5");
    let found = |contract: &FunctionFacts<'_>| messages_on(id, contract, hopper);
    assert_eq!(found(&of(256, &[])), ["'.local_maxnreg' is ignored above 255 registers, got 256"]);
    assert_eq!(found(&of(8, &[])), ["'.local_maxnreg' is raised to 24 registers, got 8"]);
    let cap = [("nvvm.maxnreg", Value::i32(32))];
    assert_eq!(found(&of(64, &cap)), ["'.local_maxnreg' is ignored above the register cap of 32, got 64"]);
    assert_eq!(found(&of(32, &cap)), [""; 0]);
    assert_eq!(found(&of(0, &[])), [""; 0]);
}
