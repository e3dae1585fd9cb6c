//! Barriers of the CTA and of the cluster: the threads that take part.

use std::rc::Rc;

use tileiras_kernel::execution::{Run, Shape, Site};
use tileiras_kernel::protocol::barrier::MiscountKind::{Mixed, Short, TooFew, TooFewAlike, TooMany};
use tileiras_kernel::protocol::barrier::{BarrierFault, Miscount, divergent, miscounted_in_phases};
use tileiras_kernel::{InstructionKind, ValueId};
use tileiras_target::{NAMED_BARRIERS, WARP_THREADS};

use crate::report::{finds, report_constants, report_found, report_sites, root};
use crate::{Rule, Sink, Subject};
use tileiras_finding::{RuleId, counted};

pub const RULES: &[Rule] =
    &[NAMED_BARRIER_RANGE, NAMED_BARRIER_COUNT, CTA_BARRIER_DIVERGENT, CLUSTER_BARRIER_DIVERGENT];

const NAMED_BARRIER_RANGE: Rule = Rule {
    id: RuleId::NamedBarrierRange,
    summary: "A named barrier has an id of 0 to 15, and a number of threads in whole warps.",
    why: "A CTA has 16 barriers, and they count warps. ptxas rejects a larger constant. With a larger value at run \
          time the behaviour is undefined.",
    source: "Reference 002; PTX ISA 9.7.13.1; measured: ptxas 13.5.",
    fix: "Share a barrier, and round the number of threads to a multiple of 32.",
    example: "llvm.func @k() attributes {nvvm.kernel} {\n  %id = llvm.mlir.constant(16 : i32) : i32\n  \
              nvvm.barrier id = %id\n  llvm.return\n}",
    check: named_barrier_range,
};

fn named_barrier_range(subject: &Subject, sink: &mut Sink) {
    let last = NAMED_BARRIERS - 1;
    report_sites(subject, sink, |site| {
        let InstructionKind::Barrier { id: Some(id), .. } = site.instruction.kind else { return None };
        let found = match site.run.function(site.context)?.constant(id) {
            Some(constant) => Some(constant).filter(|id| !(0..=i64::from(last)).contains(id)),
            // It can be computed from the number of the thread.
            None => lowest_out_of_range(site, id).and_then(|id| i64::try_from(id).ok()),
        };
        Some(format!("barrier id must be 0 to {last}, got {}", found?))
    });
    let threads = |kind: &InstructionKind| match *kind {
        InstructionKind::Barrier { threads, .. } => threads,
        _ => None,
    };
    report_constants(subject, sink, threads, |threads| {
        let is_wrong = threads < 0 || threads % i64::from(WARP_THREADS) != 0;
        is_wrong.then(|| format!("barrier must have a multiple of {WARP_THREADS} threads, got {threads}"))
    });
}

/// The lowest id of a barrier, if that of every thread is out of range.
fn lowest_out_of_range(site: &Site<'_, '_>, id: ValueId) -> Option<u64> {
    let known = site.known(id);
    let ids: Option<Vec<u64>> = site.presence.threads.threads().map(|thread| known.number(thread)).collect();
    ids?.into_iter().min().filter(|id| *id >= u64::from(NAMED_BARRIERS))
}

const NAMED_BARRIER_COUNT: Rule = Rule {
    id: RuleId::NamedBarrierCount,
    summary: "A barrier that counts its threads counts those that arrive at it, and all that arrive in one phase count \
              the same number.",
    why: "With too few threads it never completes, and the CTA hangs. With too many, some of them go on early. A warp \
          that arrives again before the phase is complete counts twice. With two numbers in one phase the behaviour is \
          undefined.",
    source: "PTX ISA 9.7.13.1.",
    fix: "Count the threads of the warps that execute `barrier.sync` or `barrier.arrive` with this id. Before a warp \
          arrives again, let it wait for those that it arrives for, for example at a second barrier.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              %id = llvm.mlir.constant(1 : i32) : i32\n  %n = llvm.mlir.constant(256 : i32) : i32\n  \
              nvvm.barrier id = %id number_of_threads = %n\n  llvm.return\n}",
    check: named_barrier_count,
};

fn named_barrier_count(subject: &Subject, sink: &mut Sink) {
    let Some(root) = root(subject).filter(|_| finds(subject, miscounted_in_phases)) else { return };
    let miscounted = |run: &Run<'_>| miscounted_in_phases(run).to_vec();
    // If the block is not known, too few threads in a small one and too many in a large one are right in another one.
    for asked in [TooFew, TooFewAlike, TooMany, Short, Mixed] {
        let of_kind = |shape: &Shape<'_>| {
            let found = shape.ctas.iter().flat_map(miscounted);
            found.filter(|(_, found)| found.kind == asked).collect()
        };
        let found = root.merged_in_all(of_kind, |known: &mut Miscount, other| match asked {
            TooFew | TooFewAlike => known.found = known.found.max(other.found),
            _ => {}
        });
        for (id, Miscount { found, count, .. }) in found {
            let counts = format!("counts {}", counted(count, "thread"));
            let message = match asked {
                TooFew => format!("{counts}, and at most {found} arrive at the barrier"),
                TooFewAlike => format!("{counts}, and at most {found} arrive with this count"),
                TooMany => format!("{counts}, and {found} arrive together"),
                Short => format!("{counts}, and {found} arrive in this phase of the barrier"),
                Mixed => format!("{counts}, and others that count {found} arrive in the same phase"),
            };
            sink.report_at(id, message);
        }
    }
}

const CTA_BARRIER_DIVERGENT: Rule = Rule {
    id: RuleId::CtaBarrierDivergent,
    summary: "A barrier of all threads (`bar.sync` without a count) is executed by every thread of the CTA that has \
              not exited, and by whole warps.",
    why: "The barrier counts all threads. Those that wait for others which go on elsewhere hang, or meet them at \
          another barrier.",
    source: "PTX ISA 9.7.13.1.",
    fix: "Move the barrier out of the branch, or give it an id and the number of threads that take the branch.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              %t = nvvm.read.ptx.sreg.tid.x : i32\n  %c = llvm.mlir.constant(64 : i32) : i32\n  \
              %p = llvm.icmp \"ult\" %t, %c : i32\n  llvm.cond_br %p, ^bb1, ^bb2\n^bb1:\n  \
              nvvm.barrier0\n  llvm.br ^bb2\n^bb2:\n  nvvm.barrier0\n  llvm.return\n}",
    check: cta_barrier_divergent,
};

fn cta_barrier_divergent(subject: &Subject, sink: &mut Sink) {
    divergent_barriers(subject, false, sink);
}

const CLUSTER_BARRIER_DIVERGENT: Rule = Rule {
    id: RuleId::ClusterBarrierDivergent,
    summary: "`barrier.cluster.arrive` is executed by every thread of the cluster that has not exited, and with \
              `.aligned` by whole warps.",
    why: "The barrier counts all threads of the cluster. Without some of them it never completes.",
    source: "PTX ISA 9.7.13.4.",
    fix: "Move the barrier out of the branch.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              %one = nvvm.elect.sync -> i1\n  llvm.cond_br %one, ^bb1, ^bb2\n^bb1:\n  \
              nvvm.cluster.arrive {aligned}\n  nvvm.cluster.wait {aligned}\n  llvm.br ^bb2\n^bb2:\n  \
              nvvm.barrier0\n  llvm.return\n}",
    check: cluster_barrier_divergent,
};

fn cluster_barrier_divergent(subject: &Subject, sink: &mut Sink) {
    divergent_barriers(subject, true, sink);
}

fn divergent_barriers(subject: &Subject, of_cluster: bool, sink: &mut Sink) {
    // The rule says that threads go on elsewhere in every launch. A launch in which all threads come refutes it. A part
    // of a warp at an aligned barrier is a fault whoever else comes.
    let is_refuted = |id| {
        let root = root(subject).filter(|_| subject.is_kernel());
        root.is_some_and(|root| root.launched().all_come(id))
    };
    let search = |run: &Run<'_>| {
        let is_kept = |&(id, (fault, is_cluster)): &_| {
            is_cluster == of_cluster && (fault == BarrierFault::PartOfWarp || !is_refuted(id))
        };
        Rc::new(divergent(run).iter().copied().filter(is_kept).collect())
    };
    report_found(subject, sink, search, |(fault, is_cluster)| match fault {
        BarrierFault::PartOfWarp => Some("must be executed by whole warps, a part of a warp gets here".to_owned()),
        _ if is_cluster => Some("must be executed by all threads of the cluster, some go on elsewhere".to_owned()),
        _ => Some("must be executed by all threads of the CTA, some go on elsewhere".to_owned()),
    });
}
