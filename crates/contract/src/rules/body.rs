//! Group `body`: what the body of a kernel asks of its contract.
//!
//! Accepts the [`Needs`](crate::Needs) of the body, which names of instructions decide. Leaves out on purpose: who
//! executes the instructions, and in which order (`tileiras-lint`).

use tileiras_finding::RuleId;
use tileiras_target::{WARP_GROUP_THREADS, WARP_THREADS};

use super::{Rule, Sink, Subject};
use crate::fact::Fact;
use crate::needs::Need;

pub const RULES: &[Rule] =
    &[WARPGROUP_THREADS, SETMAXNREG_IGNORED, TCGEN05_CTA_GROUP_MIX, TCGEN05_CTA_PAIR, TCGEN05_CTA_PAIR_UNKNOWN];

const WARPGROUP_THREADS: Rule = Rule {
    id: RuleId::WarpgroupThreads,
    summary: "A kernel that reaches `wgmma` states `nvvm.reqntid` with a multiple of 128 threads, and one that reaches \
              `tcgen05` with a multiple of 32. A PTX text may leave the block to the launch, and its instructions \
              are judged by who issues them: the block only needs room for a warp group.",
    why: "Four whole warps issue `wgmma` together, and whole warps allocate, load and store tensor memory. With only \
          a bound of the block, a launch of 96 threads succeeds, and an incomplete warp group races or hangs. Code \
          with `tcgen05` gives its warps roles, so that it relies on their number; blocks of 192 or 224 threads are \
          right. What nvcc writes for `__launch_bounds__` is a bound, and a hand-written kernel may have a fifth \
          warp that copies for one warp group, so that a PTX text is wrong only if its block has no room for a warp \
          group.",
    source: "References 002 and 003; PTX ISA 9.7.15 and 9.7.16.5.",
    fix: "State the block that the kernel is written for as `nvvm.reqntid`.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {\n  \
              nvvm.wgmma.fence.aligned\n  llvm.return\n}",
    check: warpgroup_threads,
};

fn warpgroup_threads(contract: &Subject, sink: &mut Sink) {
    if contract.needs.has(Need::Wgmma) {
        exact_block(contract, Need::Wgmma, "wgmma", WARP_GROUP_THREADS, sink);
    }
    // A PTX text is judged by its instructions: whether whole warps issue those that need them.
    if !contract.needs.has(Need::Tcgen05) || contract.is_ptx() {
        return;
    }
    let threads = contract.block_fact().and_then(|fact| contract.product(fact));
    // Rule tcgen05-warp-issue reports it.
    let has_no_warp = threads.is_some_and(|threads| threads < WARP_THREADS.into());
    if !has_no_warp || !contract.needs.has(Need::WholeWarp) {
        exact_block(contract, Need::Tcgen05, "tcgen05", WARP_THREADS, sink);
    }
}

/// Checks that the block is exact and has whole groups of so many threads, for a class of instructions.
fn exact_block(contract: &Subject, need: Need, name: &str, group: u32, sink: &mut Sink) {
    let (exact, bound) = (Fact::ReqNTid, Fact::MaxNTid);
    let stated = contract.product(exact);
    if contract.is_ptx() {
        let fact = if stated.is_some() { exact } else { bound };
        if let Some(threads) = contract.product(fact).filter(|&threads| threads < group.into()) {
            let message = format!("'{fact}' must have room for the {group} threads of '{name}', got {threads}");
            sink.report_with_cause(need, message);
        }
    } else if let Some(threads) = stated {
        if threads > 0 && threads % u128::from(group) != 0 {
            let message = format!("'{exact}' must have a multiple of {group} threads for '{name}', got {threads}");
            sink.report_with_cause(need, message);
        }
    } else if !contract.has_attribute(exact) && !contract.awaits(exact) {
        let found = if contract.has_attribute(bound) { format!("'{bound}' alone, a bound") } else { "none".to_owned() };
        let message = format!("'{exact}' must be stated, a multiple of {group} threads, for '{name}', got {found}");
        sink.report_with_cause(need, message);
    }
}

const SETMAXNREG_IGNORED: Rule = Rule {
    id: RuleId::SetMaxNRegIgnored,
    summary: "A kernel that reaches `setmaxnreg` has a known number of registers: `nvvm.maxnreg`, or a block together \
              with `nvvm.minctasm`.",
    why: "Otherwise ptxas does not know how many registers a thread has at the start, and ignores the instruction \
          (C7508). With a block of more than 256 threads it can know: a kernel that needs more registers than an SM \
          has for the block has all of these.",
    source: "PTX ISA 9.7.19.5; measured: ptxas 13.5.",
    fix: "State `nvvm.maxnreg`, or `nvvm.minctasm` beside the block.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {\n  \
              nvvm.setmaxregister increase 240\n  llvm.return\n}",
    check: setmaxnreg_ignored,
};

/// The threads of a block above which the registers of an SM bound those of a thread. Where ptxas spills for it, it
/// knows their number. Whether it does is not known here (measured: ptxas 13.5, sm_100a).
const UNBOUND_THREADS: u128 = 256;

/// Whether ptxas certainly does not know how many registers a thread has at the start.
pub(super) fn has_unknown_registers(contract: &Subject) -> bool {
    let threads = contract.product(Fact::ReqNTid).or_else(|| contract.product(Fact::MaxNTid));
    !contract.has_known_registers() && threads.is_none_or(|threads| threads <= UNBOUND_THREADS)
}

fn setmaxnreg_ignored(contract: &Subject, sink: &mut Sink) {
    if contract.needs.has(Need::RegisterMoves) && has_unknown_registers(contract) {
        let (cap, floor) = (Fact::MaxNReg, Fact::MinCtaSm);
        let message = format!("'{cap}', or a block with '{floor}', should be stated, or ptxas ignores 'setmaxnreg'");
        sink.report_with_cause(Need::RegisterMoves, message);
    }
}

const TCGEN05_CTA_GROUP_MIX: Rule = Rule {
    id: RuleId::Tcgen05CtaGroupMix,
    summary: "A kernel does not reach instructions of both `.cta_group::1` and `.cta_group::2`.",
    why: "ptxas rejects the kernel, also if the two are in functions that it calls. If ptxas does not see both, the \
          kernel executes an illegal instruction.",
    source: "Measured: ptxas 13.0 to 13.5; tilelang issue 2287.",
    fix: "Use one size of CTA group throughout, `tcgen05.commit` and `.relinquish_alloc_permit` included.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>, \
              nvvm.cluster_dim = array<i32: 2, 1, 1>} {\n  \
              nvvm.tcgen05.relinquish_alloc_permit\n  \
              nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}\n  llvm.return\n}",
    check: cta_group_mix,
};

fn cta_group_mix(contract: &Subject, sink: &mut Sink) {
    if contract.needs.has(Need::SingleCta) && contract.needs.has(Need::CtaPair) {
        sink.report_with_cause(Need::CtaPair, "must not use both '.cta_group::1' and '.cta_group::2'");
    }
}

const TCGEN05_CTA_PAIR: Rule = Rule {
    id: RuleId::Tcgen05CtaPair,
    summary: "The cluster of a kernel that reaches `.cta_group::2` has an even number of CTAs.",
    why: "A CTA pair is two ranks of a cluster that differ in the last bit. In an odd cluster the last CTA has no \
          peer. ptxas does not check it.",
    source: "Reference 004, PTX ISA 9.7.16.5.1; measured: ptxas 13.5.",
    fix: "State a cluster with an even product, or use `.cta_group::1`.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>, \
              nvvm.cluster_dim = array<i32: 3, 1, 1>} {\n  \
              nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}\n  llvm.return\n}",
    check: cta_pair,
};

fn cta_pair(contract: &Subject, sink: &mut Sink) {
    if !contract.needs.has(Need::CtaPair) {
        return;
    }
    let (shape, cap) = (Fact::ClusterDim, Fact::MaxClusterRank);
    if let Some(ctas) = contract.product(shape).filter(|ctas| ctas % 2 == 1) {
        let message = format!("'{shape}' must have an even product for '.cta_group::2', got {ctas}");
        sink.report_with_cause(Need::CtaPair, message);
    } else if !contract.has_attribute(shape) && contract.positive(cap) == Some(1) {
        sink.report_with_cause(Need::CtaPair, format!("'{cap}' must be at least 2 for '.cta_group::2', got 1"));
    }
}

const TCGEN05_CTA_PAIR_UNKNOWN: Rule = Rule {
    id: RuleId::Tcgen05CtaPairUnknown,
    summary: "A kernel that reaches `.cta_group::2` states `nvvm.cluster_dim`. A PTX text may leave the cluster to the \
              launch.",
    why: "Without it any launch is legal, also one without a cluster, in which no CTA has a peer. Libraries such as \
          CUTLASS choose the cluster at run time, so that their PTX texts cannot state it.",
    source: "Reference 004, PTX ISA 9.7.16.5.1.",
    fix: "State the cluster that the kernel is written for.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {\n  \
              nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}\n  llvm.return\n}",
    check: cta_pair_unknown,
};

fn cta_pair_unknown(contract: &Subject, sink: &mut Sink) {
    let (shape, cap) = (Fact::ClusterDim, Fact::MaxClusterRank);
    let is_given = contract.has_attribute(shape) || contract.awaits(shape) || contract.is_ptx();
    if contract.needs.has(Need::CtaPair) && !is_given && contract.positive(cap) != Some(1) {
        let message = format!("'{shape}' should be stated for '.cta_group::2', with an even product");
        sink.report_with_cause(Need::CtaPair, message);
    }
}
