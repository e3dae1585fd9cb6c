//! Instructions that the chip or the PTX version does not support.
//!
//! Guarantees that ptxas accepts every instruction of a body without an error here, if the reader of the body
//! recognised the feature that the instruction needs. One rule reports each instruction, the rule about its kind.

use tileiras_target::Feature;

use super::{Group, Rule, RuleId, Severity, Sink, Subject, function};
use tileiras_kernel::{Instruction, InstructionKind, needs_clusters};

pub(in crate::rules) const RULES: &[Rule] =
    &[CLUSTER_INSTRUCTION_TARGET, TCGEN05_TARGET, CLC_TARGET, CLC_MULTICAST_TARGET, INSTRUCTION_TARGET];

const fn is_tcgen05(feature: Feature) -> bool {
    matches!(feature, Feature::Tcgen05 | Feature::Tcgen05LdRed | Feature::Tcgen05Shift | Feature::Tcgen05MmaI8)
}

const fn is_clc(feature: Feature) -> bool {
    matches!(feature, Feature::ClcTryCancel | Feature::ClcQueryCancel)
}

const CLUSTER_INSTRUCTION_TARGET: Rule = Rule {
    id: RuleId::ClusterInstructionTarget,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "Instructions of clusters are for sm_90 and later.",
    why: "Older chips have no clusters: ptxas rejects `mapa`, `barrier.cluster`, `.shared::cluster` and the registers \
          of the cluster.",
    source: "PTX ISA 9.7.9, 9.7.13 and 10; measured: ptxas 13.5, every chip and version.",
    fix: "Compile for sm_90 or later, or do not use clusters.",
    example: "// with chip=sm_80 ptx=8.4\n\
              llvm.func @k() attributes {nvvm.kernel} {\n  nvvm.cluster.arrive\n  llvm.return\n}",
    check: cluster_instruction_target,
};

fn cluster_instruction_target(contract: &Subject, sink: &mut Sink) {
    lacking(contract, sink, needs_clusters);
}

const TCGEN05_TARGET: Rule = Rule {
    id: RuleId::Tcgen05Target,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "Instructions of tcgen05 are for chips with tensor memory and suffix `a` or `f`.",
    why: "ptxas rejects them for every other target, sm_100 and sm_120a included.",
    source: "PTX ISA 9.7.16; measured: ptxas 13.5, every chip and version.",
    fix: "Compile for a chip with the feature, such as sm_100a.",
    example: "// with chip=sm_100 ptx=8.8\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              nvvm.tcgen05.wait <load>\n  llvm.return\n}",
    check: tcgen05_target,
};

fn tcgen05_target(contract: &Subject, sink: &mut Sink) {
    lacking(contract, sink, is_tcgen05);
}

const CLC_TARGET: Rule = Rule {
    id: RuleId::ClcTarget,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "`clusterlaunchcontrol` is for sm_100 and later, in PTX 8.6 and later.",
    why: "ptxas rejects it for any other target. A compiler that accepts it for an older chip produces code that \
          traps.",
    source: "Reference 001, PTX ISA 9.7.13.17; measured: ptxas 13.5.",
    fix: "Compile for sm_100 or later, or do not use it.",
    example: "// with chip=sm_90a ptx=8.6\n\
              llvm.func @k(%response: !llvm.ptr<3>, %mbar: !llvm.ptr<3>) attributes {nvvm.kernel} {\n  \
              nvvm.clusterlaunchcontrol.try.cancel %response, %mbar\n  llvm.return\n}",
    check: clc_target,
};

fn clc_target(contract: &Subject, sink: &mut Sink) {
    lacking(contract, sink, is_clc);
}

const CLC_MULTICAST_TARGET: Rule = Rule {
    id: RuleId::ClcMulticastTarget,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "`clusterlaunchcontrol.try_cancel` with `.multicast::cluster::all` is for chips with suffix `a` or `f`.",
    why: "ptxas rejects it for sm_100 and sm_120 without suffix, which support the form without multicast.",
    source: "Reference 001, PTX ISA 9.7.13.17; measured: ptxas 13.5.",
    fix: "Compile for a chip with the feature, such as sm_100a, or request without multicast.",
    example: "// with chip=sm_100 ptx=8.8\n\
              llvm.func @k(%response: !llvm.ptr<3>, %mbar: !llvm.ptr<3>) attributes {nvvm.kernel} {\n  \
              nvvm.clusterlaunchcontrol.try.cancel multicast, %response, %mbar\n  llvm.return\n}",
    check: clc_multicast_target,
};

fn clc_multicast_target(contract: &Subject, sink: &mut Sink) {
    lacking(contract, sink, |feature| feature == Feature::ClcMulticast);
}

const INSTRUCTION_TARGET: Rule = Rule {
    id: RuleId::InstructionTarget,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "The chip and the PTX version support every other instruction of the feature table.",
    why: "ptxas rejects the rest: `wgmma` for anything but sm_90a, `setmaxnreg` without a suffix, `elect.sync` and \
          bulk copies before sm_90.",
    source: "PTX ISA 9.7; measured: ptxas 13.5, every chip and version.",
    fix: "Compile for a chip with the feature, or do not use the instruction.",
    example: "// with chip=sm_90 ptx=8.4\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              nvvm.wgmma.fence.aligned\n  llvm.return\n}",
    check: instruction_target,
};

fn instruction_target(contract: &Subject, sink: &mut Sink) {
    let elsewhere =
        |feature| needs_clusters(feature) || is_tcgen05(feature) || is_clc(feature) || feature == Feature::ClcMulticast;
    lacking(contract, sink, |feature| !elsewhere(feature));
}

/// Reports the instructions of the body that need a feature which `concerns` accepts and the target lacks.
fn lacking(contract: &Subject, sink: &mut Sink, concerns: impl Fn(Feature) -> bool) {
    let Some((reach, function)) = function(contract) else { return };
    for instruction in reach.body(function).instructions() {
        let Some(feature) = feature(instruction).filter(|&feature| concerns(feature)) else { continue };
        if let Err(reason) = contract.target.supports(feature) {
            sink.report_at(instruction.id, format!("cannot be assembled: {reason}"));
        }
    }
}

/// The feature that an instruction needs: the one of its form, or else the one that all its forms need.
const fn feature(instruction: &Instruction) -> Option<Feature> {
    match (instruction.needs, &instruction.kind) {
        (Some(feature), _) => Some(feature),
        (None, InstructionKind::ClusterArrive | InstructionKind::ClusterWait) => Some(Feature::ClusterBarrier),
        (None, InstructionKind::Wgmma { .. } | InstructionKind::WgmmaSync) => Some(Feature::Wgmma),
        (None, InstructionKind::Tcgen05 { .. }) => Some(Feature::Tcgen05),
        (None, InstructionKind::TryCancel { .. }) => Some(Feature::ClcTryCancel),
        (None, InstructionKind::ExpectTx { .. }) => Some(Feature::MbarrierExpectTx),
        (
            None,
            InstructionKind::Other
            | InstructionKind::Call(_)
            | InstructionKind::Cluster
            | InstructionKind::NamedBarrier { .. },
        ) => None,
    }
}
