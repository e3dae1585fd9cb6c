//! tcgen05: the threads that issue an instruction, CTA pairs, and tensor memory.
//!
//! A *guard* is a branch that at most one lane of a warp takes, or at most one thread in x
//! ([`tileiras_kernel::ThreadSet`]). It guards the functions that are called behind it, too. If some path to an
//! instruction has no guard, the instruction is not guarded. If every path has one, no whole warp can reach the
//! instruction.

use tileiras_target::WARP_THREADS;

use super::{Group, Rule, RuleId, Severity, Sink, Subject, function, kernel};
use crate::fact::Fact;
use tileiras_kernel::{InstructionClass, PairDeallocFault, ThreadSet};

pub(in crate::rules) const RULES: &[Rule] = &[
    TCGEN05_CTA_GROUP_MIX,
    TCGEN05_CTA_PAIR,
    TCGEN05_CTA_PAIR_UNKNOWN,
    TCGEN05_WARP_ISSUE,
    TCGEN05_SINGLE_THREAD_ISSUE,
    TCGEN05_ALLOC_DEALLOC,
    TCGEN05_PAIR_DEALLOC_SYNC,
    TCGEN05_PAIR_DEALLOC_UNSYNCED,
];

const TCGEN05_CTA_GROUP_MIX: Rule = Rule {
    id: RuleId::Tcgen05CtaGroupMix,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "A kernel does not reach instructions of both `.cta_group::1` and `.cta_group::2`.",
    why: "ptxas rejects the kernel, also if the two are in functions that it calls. If ptxas does not see both, the \
          kernel executes an illegal instruction.",
    source: "Measured: ptxas 13.0 to 13.5; tilelang issue 2287.",
    fix: "Use one size of CTA group throughout, `tcgen05.commit` and `.relinquish_alloc_permit` included.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {\n  \
              nvvm.tcgen05.relinquish_alloc_permit\n  \
              nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}\n  llvm.return\n}",
    check: cta_group_mix,
};

fn cta_group_mix(contract: &Subject, sink: &mut Sink) {
    let Some((reach, kernel)) = kernel(contract) else { return };
    if let (Some(one), Some(two)) =
        (reach.first(kernel, InstructionClass::SingleCta), reach.first(kernel, InstructionClass::CtaPair))
    {
        sink.report_with_cause(one.max(two), "must not use both '.cta_group::1' and '.cta_group::2'");
    }
}

const TCGEN05_CTA_PAIR: Rule = Rule {
    id: RuleId::Tcgen05CtaPair,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "The cluster of a kernel that reaches `.cta_group::2` has an even number of CTAs.",
    why: "A CTA pair is two ranks of a cluster that differ in the last bit. In an odd cluster the last CTA has no \
          peer. ptxas does not check it.",
    source: "Reference 004, PTX ISA 9.7.16.5.1; measured: ptxas 13.5.",
    fix: "State a cluster with an even product, or use `.cta_group::1`.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 3, 1, 1>} {\n  \
              nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}\n  llvm.return\n}",
    check: cta_pair,
};

fn cta_pair(contract: &Subject, sink: &mut Sink) {
    let Some((reach, kernel)) = kernel(contract) else { return };
    let Some(pair) = reach.first(kernel, InstructionClass::CtaPair) else { return };
    let (shape, cap) = (Fact::ClusterDim, Fact::MaxClusterRank);
    if let Some(ctas) = contract.product(shape).filter(|ctas| ctas % 2 == 1) {
        let message = format!("'{shape}' must have an even product for '.cta_group::2', got {ctas}");
        sink.report_with_cause(pair, message);
    } else if !contract.states(shape) && contract.positive(cap) == Some(1) {
        sink.report_with_cause(pair, format!("'{cap}' must be at least 2 for '.cta_group::2', got 1"));
    }
}

const TCGEN05_CTA_PAIR_UNKNOWN: Rule = Rule {
    id: RuleId::Tcgen05CtaPairUnknown,
    group: Group::Isa,
    severity: Severity::Warning,
    summary: "A kernel that reaches `.cta_group::2` states `nvvm.cluster_dim`.",
    why: "Without it any launch is legal, also one without a cluster, in which no CTA has a peer.",
    source: "Reference 004, PTX ISA 9.7.16.5.1.",
    fix: "State the cluster that the kernel is written for.",
    example: "llvm.func @k() attributes {nvvm.kernel} {\n  \
              nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}\n  llvm.return\n}",
    check: cta_pair_unknown,
};

fn cta_pair_unknown(contract: &Subject, sink: &mut Sink) {
    let Some((reach, kernel)) = kernel(contract) else { return };
    let Some(pair) = reach.first(kernel, InstructionClass::CtaPair) else { return };
    let (shape, cap) = (Fact::ClusterDim, Fact::MaxClusterRank);
    if !contract.states(shape) && !contract.awaits(shape) && contract.positive(cap) != Some(1) {
        sink.report_with_cause(pair, format!("'{shape}' should be stated for '.cta_group::2', with an even product"));
    }
}

const TCGEN05_WARP_ISSUE: Rule = Rule {
    id: RuleId::Tcgen05WarpIssue,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "`tcgen05.alloc`, `.dealloc` and `.relinquish_alloc_permit` are issued by a whole warp: in a block of at \
              least 32 threads, and not behind a guard that only one lane passes.",
    why: "The instructions are `.sync.aligned`: every lane of the warp has to execute them. ptxas checks neither.",
    source: "Reference 004, PTX ISA 9.7.16.5, table 46; measured: ptxas 13.5.",
    fix: "Guard the instruction by the number of the warp, so that all lanes of one warp execute it.",
    example: "llvm.func @k() attributes {nvvm.kernel} {\n  %one = nvvm.elect.sync -> i1\n  \
              llvm.cond_br %one, ^bb1, ^bb2\n^bb1:\n  nvvm.tcgen05.relinquish_alloc_permit\n  llvm.br ^bb2\n\
              ^bb2:\n  llvm.return\n}",
    check: warp_issue,
};

fn warp_issue(contract: &Subject, sink: &mut Sink) {
    let Some((reach, function)) = function(contract) else { return };
    if let Some((_, kernel)) = kernel(contract)
        && let Some(issue) = reach.first(kernel, InstructionClass::WarpIssue)
        && let Some(fact) = contract.block()
        && let Some(threads) = contract.product(fact).filter(|&threads| threads < WARP_THREADS.into())
    {
        let message = format!("'{fact}' must have the {WARP_THREADS} threads of a warp for 'tcgen05.alloc', ");
        sink.report_with_cause(issue, format!("{message}'.dealloc' and '.relinquish_alloc_permit', got {threads}"));
    }
    if !reach.own_body_has(function, InstructionClass::WarpIssue) {
        return;
    }
    let entering = reach.entering_threads(function);
    for (id, block) in reach.body(function).enumerate() {
        let guard = match reach.thread_set(function, id) {
            ThreadSet::None => continue,
            ThreadSet::OneLane => "one lane of it gets here",
            ThreadSet::OneThreadInX if entering.can_be_several_in_x() => "one thread in x gets here",
            ThreadSet::OneThreadInX | ThreadSet::All if entering.one_lane => "some call lets one lane of it get here",
            ThreadSet::OneThreadInX | ThreadSet::All if entering.one_thread_in_x => {
                "some call lets one thread in x get here"
            }
            ThreadSet::OneThreadInX | ThreadSet::All => continue,
        };
        for instruction in
            block.instructions.iter().filter(|instruction| InstructionClass::WarpIssue.contains(instruction))
        {
            sink.report_at(instruction.id, format!("must be issued by a whole warp, {guard}"));
        }
    }
}

const TCGEN05_SINGLE_THREAD_ISSUE: Rule = Rule {
    id: RuleId::Tcgen05SingleThreadIssue,
    group: Group::Isa,
    severity: Severity::Warning,
    summary: "`tcgen05.mma`, `.cp`, `.shift` and `.commit` are issued by a single thread: behind `elect.sync` or a \
              comparison of the thread or lane id with a constant, in the function or at every call of it.",
    why: "Each thread that reaches the instruction starts the operation again. A kernel whose block has one thread is \
          legal.",
    source: "Reference 004, PTX ISA 9.7.16.5, table 46.",
    fix: "Execute it only in the thread that `elect.sync` selects.",
    example: "llvm.func @k(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              nvvm.tcgen05.shift %t : !llvm.ptr<6>\n  llvm.return\n}",
    check: single_thread_issue,
};

fn single_thread_issue(contract: &Subject, sink: &mut Sink) {
    let Some((reach, function)) = function(contract) else { return };
    if !reach.own_body_has(function, InstructionClass::ThreadIssue) || !reach.entering_threads(function).several {
        return;
    }
    for (id, block) in reach.body(function).enumerate() {
        if reach.thread_set(function, id) == ThreadSet::All {
            for instruction in
                block.instructions.iter().filter(|instruction| InstructionClass::ThreadIssue.contains(instruction))
            {
                let message = "should be issued by a single thread, behind 'elect.sync' or a thread or lane id \
                               equal to a constant";
                sink.report_at(instruction.id, message);
            }
        }
    }
}

const TCGEN05_ALLOC_DEALLOC: Rule = Rule {
    id: RuleId::Tcgen05AllocDealloc,
    group: Group::Isa,
    severity: Severity::Warning,
    summary: "`tcgen05.dealloc` releases what `tcgen05.alloc` allocates, on every path to the end of the kernel.",
    why: "Tensor memory is not released at the end of a CTA, and the next CTA waits for it.",
    source: "PTX ISA 9.7.16.7, tensor memory allocation.",
    fix: "Release it before each return, also before early returns.",
    example: "llvm.func @k(%p: !llvm.ptr<3>, %n: i32) attributes {nvvm.kernel} {\n  \
              nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32\n  llvm.return\n}",
    check: alloc_dealloc,
};

fn alloc_dealloc(contract: &Subject, sink: &mut Sink) {
    let Some((reach, kernel)) = kernel(contract) else { return };
    for allocation in reach.tensor_memory(kernel).unreleased {
        sink.report_at(allocation, "allocates tensor memory that some path to the end of the kernel does not release");
    }
}

const TCGEN05_PAIR_DEALLOC_SYNC: Rule = Rule {
    id: RuleId::Tcgen05PairDeallocSync,
    group: Group::Isa,
    severity: Severity::Error,
    summary: "A cluster barrier at a `tcgen05.dealloc.cta_group::2` is before it, not after it.",
    why: "The release may wait for the release of the peer. A peer whose barrier comes first waits for this CTA to \
          arrive. The kernel can hang.",
    source: "Reference 004, PTX ISA 9.7.16.5, tables 47 and 48.",
    fix: "Move `barrier.cluster.arrive` and `.wait` before the release. A warp may exit directly after the release.",
    example: "llvm.func @k(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.cluster_dim = \
              array<i32: 2, 1, 1>} {\n  \
              nvvm.tcgen05.dealloc %t, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32\n  \
              nvvm.cluster.arrive\n  nvvm.cluster.wait\n  llvm.return\n}",
    check: pair_dealloc_sync,
};

fn pair_dealloc_sync(contract: &Subject, sink: &mut Sink) {
    let message = "releases tensor memory of a CTA pair before the cluster barrier, where the peer may wait for it";
    pair_deallocs(contract, PairDeallocFault::BarrierAfter, message, sink);
}

const TCGEN05_PAIR_DEALLOC_UNSYNCED: Rule = Rule {
    id: RuleId::Tcgen05PairDeallocUnsynced,
    group: Group::Isa,
    severity: Severity::Warning,
    summary: "A wait on a cluster barrier is before a `tcgen05.dealloc.cta_group::2`.",
    why: "The peer may still use the tensor memory that is released. If the two synchronise with mbarriers, disable \
          this rule.",
    source: "Reference 004, PTX ISA 9.7.16.5, table 47.",
    fix: "Put `barrier.cluster.arrive` and `.wait` before the release.",
    example: "llvm.func @k(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.cluster_dim = \
              array<i32: 2, 1, 1>} {\n  \
              nvvm.tcgen05.dealloc %t, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32\n  \
              llvm.return\n}",
    check: pair_dealloc_unsynced,
};

fn pair_dealloc_unsynced(contract: &Subject, sink: &mut Sink) {
    let message = "releases tensor memory of a CTA pair, with no cluster barrier before it";
    pair_deallocs(contract, PairDeallocFault::NoBarrier, message, sink);
}

fn pair_deallocs(contract: &Subject, kind: PairDeallocFault, message: &str, sink: &mut Sink) {
    let Some((reach, kernel)) = kernel(contract) else { return };
    for (dealloc, _) in reach.tensor_memory(kernel).unsynchronised.into_iter().filter(|&(_, found)| found == kind) {
        sink.report_at(dealloc, message);
    }
}
