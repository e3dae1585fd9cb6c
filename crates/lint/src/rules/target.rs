//! Instructions that the chip or the PTX version does not support.
//!
//! Guarantees that ptxas accepts every instruction of a body without an error here, if the reader of the body
//! recognised the feature that the instruction needs. One rule reports each instruction, the rule about its kind.

use tileiras_kernel::InstructionKind;
use tileiras_target::{Feature, FeatureFamily, Unsupported};

use crate::report::function;
use crate::{Rule, Sink, Subject};
use tileiras_contract::Fact;
use tileiras_finding::RuleId;

pub const RULES: &[Rule] =
    &[CLUSTER_INSTRUCTION_TARGET, TCGEN05_TARGET, CLC_TARGET, CLC_MULTICAST_TARGET, INSTRUCTION_TARGET];

const CLUSTER_INSTRUCTION_TARGET: Rule = Rule {
    id: RuleId::ClusterInstructionTarget,
    summary: "Instructions of clusters, and cluster directives in PTX, are for sm_90 and later.",
    why: "Older chips have no clusters: ptxas rejects `mapa`, `barrier.cluster`, `.shared::cluster`, the registers of \
          the cluster, and the directives `.reqnctapercluster`, `.explicitcluster`, `.maxclusterrank` and \
          `.blocksareclusters`. Facts of IR are not printed for such a chip.",
    source: "PTX ISA 9.7.9, 9.7.13, 10 and 11.7; measured: ptxas 13.5, every chip and version.",
    fix: "Compile for sm_90 or later, or do not use clusters.",
    example: ".version 8.4\n.target sm_80\n.visible .entry k()\n{\n  barrier.cluster.arrive;\n  ret;\n}",
    check: cluster_instruction_target,
};

fn cluster_instruction_target(subject: &Subject, sink: &mut Sink) {
    lacking(subject, sink, FeatureFamily::Clusters);
    for fact in subject.attributes().filter(|_| subject.is_ptx()) {
        let feature = match fact {
            Fact::ClusterDim | Fact::ExplicitCluster | Fact::MaxClusterRank => Feature::CLUSTER_DIRECTIVES,
            Fact::BlocksAreClusters => Feature::BLOCKS_ARE_CLUSTERS,
            _ => continue,
        };
        // Group `assembler` has the rules about the version.
        if let Err(Unsupported::Chip { chip, .. }) = subject.language().supports(feature) {
            let needed = feature.info();
            sink.report(format!("cannot be assembled: '{fact}' is not supported on {chip}, it needs {needed}"));
        }
    }
}

const TCGEN05_TARGET: Rule = Rule {
    id: RuleId::Tcgen05Target,
    summary: "Instructions of tcgen05 are for chips with tensor memory and suffix `a` or `f`.",
    why: "ptxas rejects them for every other target, sm_100 and sm_120a included.",
    source: "PTX ISA 9.7.16; measured: ptxas 13.5, every chip and version.",
    fix: "Compile for a chip with the feature, such as sm_100a.",
    example: ".version 8.8\n.target sm_100\n.visible .entry k()\n.reqntid 128\n{\n  \
              tcgen05.wait::ld.sync.aligned;\n  ret;\n}",
    check: tcgen05_target,
};

fn tcgen05_target(subject: &Subject, sink: &mut Sink) {
    lacking(subject, sink, FeatureFamily::Tcgen05);
}

const CLC_TARGET: Rule = Rule {
    id: RuleId::ClcTarget,
    summary: "`clusterlaunchcontrol` is for sm_100 and later, in PTX 8.6 and later.",
    why: "ptxas rejects it for any other target. A compiler that accepts it for an older chip produces code that \
          traps.",
    source: "Reference 001, PTX ISA 9.7.13.17; measured: ptxas 13.5.",
    fix: "Compile for sm_100 or later, or do not use it.",
    example: ".version 8.6\n.target sm_90a\n.visible .entry k()\n{\n  \
              .shared .align 16 .b8 response[16];\n  .shared .align 8 .b64 mbar;\n  \
              clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes.b128 [response], [mbar];\n  \
              ret;\n}",
    check: clc_target,
};

fn clc_target(subject: &Subject, sink: &mut Sink) {
    lacking(subject, sink, FeatureFamily::Clc);
}

const CLC_MULTICAST_TARGET: Rule = Rule {
    id: RuleId::ClcMulticastTarget,
    summary: "`clusterlaunchcontrol.try_cancel` with `.multicast::cluster::all` is for chips with suffix `a` or `f`.",
    why: "ptxas rejects it for sm_100 and sm_120 without suffix, which support the form without multicast.",
    source: "Reference 001, PTX ISA 9.7.13.17; measured: ptxas 13.5.",
    fix: "Compile for a chip with the feature, such as sm_100a, or request without multicast.",
    example: ".version 8.8\n.target sm_100\n.visible .entry k()\n{\n  \
              .shared .align 16 .b8 response[16];\n  .shared .align 8 .b64 mbar;\n  \
              clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 \
              [response], [mbar];\n  ret;\n}",
    check: clc_multicast_target,
};

fn clc_multicast_target(subject: &Subject, sink: &mut Sink) {
    lacking(subject, sink, FeatureFamily::ClcMulticast);
}

const INSTRUCTION_TARGET: Rule = Rule {
    id: RuleId::InstructionTarget,
    summary: "The chip and the PTX version support every other instruction of the feature table.",
    why: "ptxas rejects the rest: `wgmma` for anything but sm_90a, `setmaxnreg` without a suffix, `elect.sync` and \
          bulk copies before sm_90.",
    source: "PTX ISA 9.7; measured: ptxas 13.5, every chip and version.",
    fix: "Compile for a chip with the feature, or do not use the instruction.",
    example: ".version 8.4\n.target sm_90\n.visible .entry k()\n.reqntid 128\n{\n  \
              wgmma.fence.sync.aligned;\n  ret;\n}",
    check: instruction_target,
};

fn instruction_target(subject: &Subject, sink: &mut Sink) {
    lacking(subject, sink, FeatureFamily::Other);
}

/// Reports the instructions of the body whose first feature that the target lacks is of `family`.
fn lacking(subject: &Subject, sink: &mut Sink, family: FeatureFamily) {
    let (analysis, function) = function(subject);
    for instruction in analysis.function(function).instructions() {
        let reason =
            instruction.needs.iter().find_map(|&feature| Some((feature, subject.language().supports(feature).err()?)));
        if let Some((feature, reason)) = reason
            && feature.family() == family
        {
            // Some features are a part of a name.
            let name = match (&instruction.kind, feature.name()) {
                (InstructionKind::ClusterArrive { .. }, ".cluster") => "barrier.cluster.arrive",
                (InstructionKind::ClusterWait { .. }, ".cluster") => "barrier.cluster.wait",
                (_, "elect") => "elect.sync",
                (_, name) => name,
            };
            let reason = reason.to_string().replacen(feature.name(), name, 1);
            sink.report_at(instruction.id, format!("cannot be assembled: {reason}"));
        }
    }
}
