//! Group `assembler`: ptxas accepts the directives together.
//!
//! Accepts the contract of any kernel. Guarantees that ptxas accepts the header of a contract without an error of
//! groups `shape` and `assembler` and of rule `positive-value`, if chip and PTX version are known. Reports as a warning
//! what the emitter will not print for the chip. The source is ptxas itself, even if a reference differs.
//!
//! Leaves out on purpose: what ptxas accepts and a device cannot launch (group `limits`). Cluster facts of IR on a chip
//! without clusters are never printed, so the rules about their directives do not apply. If a PTX text has the
//! directives, rule `cluster-instruction-target` reports them.

use tileiras_target::{Feature, Unsupported, WARP_THREADS};

use super::{Rule, Subject, fix};
use crate::fact::Fact;
use tileiras_finding::{Fix, RuleId, Sink};

pub(super) const RULES: &[Rule] = &[
    MAXNTID_REQNTID_CONFLICT,
    CLUSTER_DIM_RANK_CONFLICT,
    NTID_OVERFLOW,
    CLUSTER_PTX_VERSION,
    BLOCKSARECLUSTERS_PTX_VERSION,
    CHIP_PTX_VERSION,
    CLUSTER_SUPPRESSED,
];

const MAXNTID_REQNTID_CONFLICT: Rule = Rule {
    id: RuleId::MaxNTidReqNTidConflict,
    summary: "A function does not have both `nvvm.maxntid` and `nvvm.reqntid`.",
    why: "ptxas rejects the pair with any values: `Conflicting directives: .maxntid and .reqntid cannot both be \
          specified`.",
    source: "Measured: ptxas 12.9 to 13.5, every target.",
    fix: "Keep `nvvm.reqntid` if the block is exact, or run `nvvm-legalize`, which removes a bound that the exact \
          block implies.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>, \
              nvvm.reqntid = array<i32: 128, 1, 1>}",
    check: maxntid_reqntid_conflict,
};

fn maxntid_reqntid_conflict(contract: &Subject, sink: &mut Sink) {
    let (exact, bound) = (Fact::ReqNTid, Fact::MaxNTid);
    both((bound, exact), implied(bound, contract.product(exact), contract.product(bound)), contract, sink);
}

const CLUSTER_DIM_RANK_CONFLICT: Rule = Rule {
    id: RuleId::ClusterDimRankConflict,
    summary: "A function does not have both `nvvm.cluster_dim` and `nvvm.maxclusterrank`.",
    why: "ptxas rejects `.reqnctapercluster` together with `.maxclusterrank`, with any values.",
    source: "Reference 000, PTX ISA 11.7.3; measured: ptxas 13.5.",
    fix: "Keep `nvvm.cluster_dim` if the shape is fixed, or run `nvvm-legalize`, which removes a cap that the shape \
          implies.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>, \
              nvvm.maxclusterrank = 8 : i32}",
    check: cluster_dim_rank_conflict,
};

fn cluster_dim_rank_conflict(contract: &Subject, sink: &mut Sink) {
    if !contract.target.lacks_clusters() {
        let (exact, bound) = (Fact::ClusterDim, Fact::MaxClusterRank);
        let most = contract.positive(bound).map(u128::from);
        both((exact, bound), implied(bound, contract.product(exact), most), contract, sink);
    }
}

/// A fix for an exact size within a bound, which implies the bound.
fn implied(bound: Fact, exact: Option<u128>, most: Option<u128>) -> Option<Fix> {
    exact.zip(most).is_some_and(|(exact, most)| exact <= most).then(|| fix::remove(bound))
}

/// Reports two facts that exclude each other.
fn both((first, second): (Fact, Fact), fix: Option<Fix>, contract: &Subject, sink: &mut Sink) {
    if contract.states(first) && contract.states(second) {
        sink.report_with_fix(fix, format!("'{first}' must not be combined with '{second}'"));
    }
}

const NTID_OVERFLOW: Rule = Rule {
    id: RuleId::NTidOverflow,
    summary: "ptxas can count the threads of `nvvm.maxntid` and `nvvm.reqntid` in 32 bits.",
    why: "ptxas multiplies the sizes modulo 2 to the 32nd and rounds up to whole warps. A product that is 4294967265 \
          to 4294967295 in 32 bits rounds up to 0. ptxas then divides by 0 and crashes without a message.",
    source: "Measured: ptxas 12.9 to 13.5, SIGFPE.",
    fix: "State the largest block that is launched: it has at most 1024 threads.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 2147483647, 2, 1>}",
    check: ntid_overflow,
};

fn ntid_overflow(contract: &Subject, sink: &mut Sink) {
    let warp = WARP_THREADS;
    for fact in [Fact::MaxNTid, Fact::ReqNTid] {
        let Some(threads) = contract.product(fact) else { continue };
        let counted = (threads % (1 << 32)) as u32;
        if counted.checked_next_multiple_of(warp).is_none() {
            let wraps = if threads > u128::from(counted) { format!(", counted as {counted}") } else { String::new() };
            let most = u32::MAX - (warp - 1);
            sink.report(format!(
                "'{fact}' must have a product that is at most {most} in 32 bits, got {threads}{wraps}"
            ));
        }
    }
}

const CLUSTER_PTX_VERSION: Rule = Rule {
    id: RuleId::ClusterPtxVersion,
    summary: "Cluster facts on sm_90 or later have PTX 7.8 or later.",
    why: "Older versions have no cluster directives.",
    source: "Reference 000, PTX ISA 11.7; measured: ptxas 13.5.",
    fix: "Raise the PTX version.",
    example: "// with chip=sm_90 ptx=7.7\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>}",
    check: cluster_ptx_version,
};

fn cluster_ptx_version(contract: &Subject, sink: &mut Sink) {
    for fact in [Fact::ClusterDim, Fact::ExplicitCluster, Fact::MaxClusterRank] {
        needs_version(fact, Feature::CLUSTER_DIRECTIVES, contract, sink);
    }
}

const BLOCKSARECLUSTERS_PTX_VERSION: Rule = Rule {
    id: RuleId::BlocksAreClustersPtxVersion,
    summary: "`nvvm.blocksareclusters` on sm_90 or later has PTX 9.0 or later.",
    why: "Older versions have no `.blocksareclusters`, and without it the grid counts CTAs.",
    source: "PTX ISA 11.7; measured: ptxas 13.5.",
    fix: "Raise the PTX version, or remove the fact and launch as many CTAs as before.",
    example: "// with chip=sm_90 ptx=8.4\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.blocksareclusters, \
              nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.reqntid = array<i32: 128, 1, 1>}",
    check: blocksareclusters_ptx_version,
};

fn blocksareclusters_ptx_version(contract: &Subject, sink: &mut Sink) {
    needs_version(Fact::BlocksAreClusters, Feature::BLOCKS_ARE_CLUSTERS, contract, sink);
}

/// Reports a fact whose directive the PTX version lacks on a chip with clusters.
fn needs_version(fact: Fact, feature: Feature, contract: &Subject, sink: &mut Sink) {
    let Some(chip) = contract.target.chip else { return };
    if contract.states(fact)
        && let Err(Unsupported::Version { found, needed, .. }) = contract.target.supports(feature)
    {
        sink.report(format!("'{fact}' needs ptx {needed} or later on {chip}, got {found}"));
    }
}

const CHIP_PTX_VERSION: Rule = Rule {
    id: RuleId::ChipPtxVersion,
    summary: "The PTX version supports the chip.",
    why: "ptxas rejects a `.target` that needs a later version than `.version`.",
    source: "Measured: ptxas 13.5, every chip and version.",
    fix: "Raise the PTX version.",
    example: "// with chip=sm_90a ptx=7.8\n\
              llvm.func @k() attributes {nvvm.kernel}",
    check: chip_ptx_version,
};

fn chip_ptx_version(contract: &Subject, sink: &mut Sink) {
    if let Err(reason) = contract.target.check_version() {
        sink.report(format!("cannot be assembled: {reason}"));
    }
}

const CLUSTER_SUPPRESSED: Rule = Rule {
    id: RuleId::ClusterSuppressed,
    summary: "Cluster facts are for sm_90 and later.",
    why: "Older chips have no clusters, so the directives are not printed, and CTAs do not cooperate.",
    source: "Reference 003: the emitter prints cluster directives from sm_90 on.",
    fix: "Compile for sm_90 or later, or run `nvvm-legalize`, which removes the facts if the body uses no clusters.",
    example: "// with chip=sm_80\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32}",
    check: cluster_suppressed,
};

fn cluster_suppressed(contract: &Subject, sink: &mut Sink) {
    let Some(chip) = contract.target.chip.filter(|chip| !chip.has_clusters() && !contract.is_ptx) else { return };
    for fact in contract.stated().filter(|fact| fact.is_cluster()) {
        sink.report(format!("'{fact}' is not printed for {chip}, which has no clusters"));
    }
}
