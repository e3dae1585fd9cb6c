//! Instructions that the chip does not have. All forms and chips are compared with ptxas elsewhere.

use crate::rules::expect::{expect_file, file};

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
        let found = crate::rules::expect::findings(&text.replace("FINDING", ""), &tileiras_finding::RuleSet::all());
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
