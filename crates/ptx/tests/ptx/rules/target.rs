//! Instructions that the chip does not have. All forms and chips are compared with ptxas elsewhere.

use tileiras_finding::RuleSet;

use crate::rules::expect::{expect_file, file, findings};
use crate::tools::run::ptxas_for;

#[test]
fn instructions_are_reported_by_the_rule_of_their_kind() {
    for (chip, code, rule) in [
        ("sm_80", "barrier.cluster.arrive; FINDING\nbarrier.cluster.wait; FINDING", "cluster-instruction-target"),
        ("sm_80", "mapa.shared::cluster.u32 a, slot, 0; FINDING", "cluster-instruction-target"),
        ("sm_90a", "tcgen05.wait::ld.sync.aligned; FINDING", "tcgen05-target"),
        ("sm_100", "tcgen05.wait::ld.sync.aligned; FINDING", "tcgen05-target"),
        ("sm_100", "wgmma.fence.sync.aligned; FINDING", "instruction-target"),
        ("sm_90", "setmaxnreg.inc.sync.aligned.u32 240; FINDING", "instruction-target"),
        ("sm_80", "elect.sync _|p, -1; FINDING", "instruction-target"),
        ("sm_90a", "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, handle; FINDING", "clc-target"),
    ] {
        let text = file(chip, "", ".reqntid 128 .maxnreg 168", code);
        let found = findings(&text.replace("FINDING", ""), &RuleSet::all());
        let lines: Vec<usize> =
            (1..).zip(text.lines()).filter(|(_, line)| line.contains("FINDING")).map(|(line, _)| line).collect();
        let reported: Vec<usize> = found
            .iter()
            .filter(|(_, message)| message.starts_with(&format!("{rule}: cannot be assembled: ")))
            .map(|(line, _)| *line)
            .collect();
        assert_eq!(reported, lines, "{chip}: {code}\n{found:?}");
    }
    expect_file(&file("sm_80", "", ".reqntid 128", "bar.sync 0; shfl.sync.idx.b32 a, b, 0, 31, -1;"));
}

/// Before PTX 6.3, `wmma` has no `.aligned`, and from then on it must have it (PTX ISA, 9.7.14.4). `ptxas` is asked.
#[test]
fn wmma_is_aligned_by_name_from_ptx_6_3_on() {
    for (version, shape, is_right) in [
        ("6.0", "m16n16k16", [true, false]),
        ("6.0", "m32n8k16", [false, false]),
        ("6.1", "m32n8k16", [true, false]),
        ("6.1", "m8n32k16", [true, false]),
        ("6.2", "m16n16k16", [true, false]),
        ("6.3", "m16n16k16", [false, true]),
        ("7.0", "m8n32k16", [false, true]),
    ] {
        for (aligned, is_right) in ["", ".aligned"].into_iter().zip(is_right) {
            let text = format!(
                ".version {version}\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p)\n.reqntid 32\n{{\n\
                 .reg .b32 r<5>; .reg .b64 d;\nld.param.u64 d, [p]; mov.b32 r0, 16;\n\
                 wmma.load.c.sync{aligned}.row.{shape}.f16 {{r1, r2, r3, r4}}, [d], r0;\n\
                 wmma.store.d.sync{aligned}.row.{shape}.f16 [d], {{r1, r2, r3, r4}}, r0;\nret;\n}}\n"
            );
            let what = format!("{version} {shape} {aligned}");
            assert_eq!(ptxas_for("sm_80", text.as_bytes()).is_ok(), is_right, "{what}");
            assert_eq!(findings(&text, &RuleSet::of_faults()).is_empty(), is_right, "{what}");
        }
    }
}

/// It is executed by whole warps in either form.
#[test]
fn wmma_needs_whole_warps() {
    for (version, aligned) in [("6.0", ""), ("6.3", ".aligned")] {
        let text = format!(
            ".version {version}\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p)\n.reqntid 32\n{{\n\
             .reg .pred q; .reg .b32 r<5>; .reg .b64 d;\nld.param.u64 d, [p]; mov.b32 r0, %tid.x; setp.ne.u32 q, r0, 0;\n\
             @q bra L;\nwmma.load.c.sync{aligned}.row.m16n16k16.f16 {{r1, r2, r3, r4}}, [d], r0;\nL: ret;\n}}\n"
        );
        ptxas_for("sm_80", text.as_bytes()).unwrap();
        let found = findings(&text, &RuleSet::of_faults());
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].1.starts_with("warp-sync-incomplete"), "{found:?}");
    }
}
