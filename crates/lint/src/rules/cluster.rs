//! Clusters: barriers in pairs, CTAs that have exited, ranks that exist.

use tileiras_kernel::protocol::cluster::{NeedsPeer, Unpaired, exited_peers, unpaired};
use tileiras_kernel::{InstId, InstructionKind};

use crate::report::{report_sites, root};
use crate::{Rule, Sink, Subject};
use tileiras_finding::RuleId;

pub const RULES: &[Rule] = &[CLUSTER_BARRIER_UNPAIRED, CLUSTER_PEER_EXITED, CLUSTER_PEER_NOT_STARTED, MAPA_RANK_RANGE];

const CLUSTER_BARRIER_UNPAIRED: Rule = Rule {
    id: RuleId::ClusterBarrierUnpaired,
    summary: "`barrier.cluster.arrive` and `.wait` come in pairs on every path of a thread. A thread may exit after \
              its arrive, if another one waits, and arrive again after it has met that one.",
    why: "A second arrive before the barrier completes, or a wait without an arrive, has undefined behaviour, and the \
          other CTAs can hang. A wait is for the threads that have not exited.",
    source: "PTX ISA 9.7.13.4.",
    fix: "Put a wait after each arrive.",
    example: "llvm.func @k() attributes {nvvm.kernel} {\n  nvvm.cluster.wait\n  llvm.return\n}",
    check: cluster_barrier_unpaired,
};

fn cluster_barrier_unpaired(subject: &Subject, sink: &mut Sink) {
    let Some(root) = root(subject) else { return };
    for (id, fault) in root.found_in_all(|shape| unpaired(&shape.ctas)) {
        let message = match fault {
            Unpaired::ArriveAgain => "arrives again without 'barrier.cluster.wait' between",
            // The caller of another function can have the other half.
            _ if !subject.is_kernel() => continue,
            Unpaired::WaitAlone => "waits without 'barrier.cluster.arrive' before it",
            Unpaired::ArriveAlone => "arrives, and the kernel ends without 'barrier.cluster.wait'",
        };
        sink.report_at(id, message);
    }
}

const CLUSTER_PEER_EXITED: Rule = Rule {
    id: RuleId::ClusterPeerExited,
    summary: "A CTA whose shared memory or tensor memory another CTA uses does not exit before: a cluster barrier, or \
              a wait for an mbarrier, is between the last use and its exit.",
    why: "The memory of a CTA that has exited belongs to another one. An access to it has undefined behaviour.",
    source: "PTX ISA 9.7.9, `mapa`; reference 004, table 46.",
    fix: "Put `barrier.cluster.arrive` and `.wait` after the last access, in all CTAs of the cluster.",
    example: "llvm.func @k(%p: !llvm.ptr<3>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {\n  \
              nvvm.cluster.arrive\n  nvvm.cluster.wait\n  \
              %c = llvm.mlir.constant(1 : i32) : i32\n  \
              %r = nvvm.mapa %p, %c : !llvm.ptr<3> -> !llvm.ptr<7>\n  \
              %v = llvm.load %r : !llvm.ptr<7> -> i32\n  llvm.store %v, %out : i32, !llvm.ptr<1>\n  llvm.return\n}",
    check: cluster_peer_exited,
};

fn cluster_peer_exited(subject: &Subject, sink: &mut Sink) {
    for (id, needs) in needing_exited_peer(subject) {
        let message = match needs {
            NeedsPeer::Remote => "accesses the shared memory of a CTA that may have exited",
            NeedsPeer::Pair => "uses '.cta_group::2', and the peer CTA may have exited",
            NeedsPeer::Multicast | NeedsPeer::NotStarted => continue,
        };
        sink.report_at(id, message);
    }
}

const CLUSTER_PEER_NOT_STARTED: Rule = Rule {
    id: RuleId::ClusterPeerNotStarted,
    summary: "A cluster barrier, or a wait for an mbarrier, is before the first use of the shared memory of another \
              CTA.",
    why: "The CTAs of a cluster do not start at the same time. Before a CTA has started, and has initialised what the \
          access needs, the behaviour is undefined.",
    source: "PTX ISA 9.7.9, `mapa`; CUDA Programming Guide, distributed shared memory.",
    fix: "Put `barrier.cluster.arrive` and `.wait` before the first access, in all CTAs of the cluster.",
    example: "llvm.func @k(%p: !llvm.ptr<3>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {\n  \
              %c = llvm.mlir.constant(1 : i32) : i32\n  \
              %r = nvvm.mapa %p, %c : !llvm.ptr<3> -> !llvm.ptr<7>\n  \
              %v = llvm.load %r : !llvm.ptr<7> -> i32\n  llvm.store %v, %out : i32, !llvm.ptr<1>\n  nvvm.cluster.arrive\n  nvvm.cluster.wait\n  llvm.return\n}",
    check: cluster_peer_not_started,
};

fn cluster_peer_not_started(subject: &Subject, sink: &mut Sink) {
    for (id, _) in needing_exited_peer(subject).into_iter().filter(|(_, needs)| *needs == NeedsPeer::NotStarted) {
        sink.report_at(id, "uses the shared memory of another CTA before a cluster barrier");
    }
}

/// The instructions that need another CTA of the cluster which can have exited, in every shape.
pub fn needing_exited_peer(subject: &Subject) -> Vec<(InstId, NeedsPeer)> {
    root(subject).map(|root| root.found_in_all(|shape| exited_peers(&shape.ctas))).unwrap_or_default()
}

const MAPA_RANK_RANGE: Rule = Rule {
    id: RuleId::MapaRankRange,
    summary: "The rank of `mapa` is less than the number of CTAs in the cluster.",
    why: "There is no such CTA, and an access to the address has undefined behaviour.",
    source: "PTX ISA 9.7.9, `mapa`.",
    fix: "Take the rank modulo the size of the cluster, or state the cluster that the kernel is written for.",
    example: "llvm.func @k(%p: !llvm.ptr<3>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {\n  \
              %c = llvm.mlir.constant(2 : i32) : i32\n  \
              %r = nvvm.mapa %p, %c : !llvm.ptr<3> -> !llvm.ptr<7>\n  \
              llvm.store %r, %out : !llvm.ptr<7>, !llvm.ptr<1>\n  llvm.return\n}",
    check: mapa_rank_range,
};

fn mapa_rank_range(subject: &Subject, sink: &mut Sink) {
    report_sites(subject, sink, |site| {
        let InstructionKind::Mapa { rank: Some(rank) } = site.instruction.kind else { return None };
        let ctas = site.run.cta.cluster_ctas()?;
        let is_outside = |rank: &u64| *rank >= u64::from(ctas);
        // A rank that each thread has for itself, if all threads come.
        let known = site.known(rank);
        let of_threads = || site.presence.exact()?.threads().filter_map(|thread| known.number(thread)).find(is_outside);
        let rank = site.constant(rank).filter(is_outside).or_else(of_threads)?;
        Some(format!("maps an address to rank {rank} of a cluster of {ctas} CTA{}", if ctas == 1 { "" } else { "s" }))
    });
}
