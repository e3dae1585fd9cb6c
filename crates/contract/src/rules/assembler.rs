//! Group `assembler`: ptxas accepts the directives together.
//!
//! Accepts the contract of any kernel. Guarantees that ptxas accepts the header of a contract without an error of
//! groups `shape` and `assembler` and of rule `positive-value`, if chip and PTX version are known. Reports as a warning
//! what the emitter will not print for the chip. The source is ptxas itself, even if a reference differs.
//!
//! Leaves out on purpose: what ptxas accepts and a device cannot launch (group `limits`). Cluster facts of IR on a chip
//! without clusters are never printed, so the rules about their directives do not apply. If a PTX text has the
//! directives, rule `cluster-instruction-target` reports them.

use tileiras_target::occupancy::{CapSource, RegisterCap};
use tileiras_target::{Feature, MAX_REGISTERS_PER_THREAD, Target, Unsupported, WARP_THREADS};

use super::{Rule, Sink, Subject, fix};
use crate::fact::Fact;
use tileiras_finding::{Fix, RuleId};

pub(super) const RULES: &[Rule] = &[
    MAXNTID_REQNTID_CONFLICT,
    CLUSTER_DIM_RANK_CONFLICT,
    NTID_OVERFLOW,
    CLUSTER_PTX_VERSION,
    BLOCKSARECLUSTERS_PTX_VERSION,
    CHIP_PTX_VERSION,
    DIRECTIVE_TARGET,
    TARGET_CHIP,
    REPEATED_DIRECTIVE,
    LOCAL_MAXNREG_RANGE,
    LOCAL_MAXNREG_IGNORED,
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
    if !contract.language().lacks_clusters() {
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
    if contract.has_attribute(first) && contract.has_attribute(second) {
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
    let Some(chip) = contract.language().chip else { return };
    if contract.has_attribute(fact)
        && let Err(Unsupported::Version { found, needed, .. }) = contract.language().supports(feature)
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
    if let Err(reason) = contract.language().check_version() {
        sink.report(format!("cannot be assembled: {reason}"));
    }
}

const DIRECTIVE_TARGET: Rule = Rule {
    id: RuleId::DirectiveTarget,
    summary: "`nvvm.minperctamemory` is for sm_80 and later, in PTX 9.4 and later, and `.local_maxnreg` for PTX 8.8 \
              and later.",
    why: "ptxas rejects the directives for other targets and versions.",
    source: "Measured: ptxas 13.5, every chip and version.",
    fix: "Raise the PTX version, or remove the fact.",
    example: "// with chip=sm_90 ptx=9.3\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.minperctamemory = 1024 : i32}",
    check: directive_target,
};

fn directive_target(contract: &Subject, sink: &mut Sink) {
    let memory = Fact::MinPerCtaMemory;
    let stated = [
        contract.has_attribute(memory).then(|| (memory.attribute(), Feature::MINPERCTAMEMORY)),
        contract.local_maxnreg.map(|_| (LOCAL_MAXNREG_DIRECTIVE, Feature::LOCAL_MAXNREG)),
    ];
    let target = contract.language();
    for (name, feature) in stated.into_iter().flatten() {
        match target.supports(feature) {
            Err(Unsupported::Version { found, needed, .. }) => {
                sink.report(format!("'{name}' needs ptx {needed} or later, got {found}"));
            }
            Err(Unsupported::Chip { chip, .. }) => {
                sink.report(format!("'{name}' is not supported on {chip}, it needs {}", feature.info()));
            }
            Err(_) | Ok(()) => {}
        }
    }
}

/// The directive that states a register cap of one function.
const LOCAL_MAXNREG_DIRECTIVE: &str = ".local_maxnreg";

const TARGET_CHIP: Rule = Rule {
    id: RuleId::TargetChip,
    summary: "The chip that a PTX text is assembled for runs code of its `.target`.",
    why: "Code for a chip runs on later chips, code with suffix `f` on those of its family, and code with suffix `a` \
          on this chip only. ptxas rejects the rest.",
    source: "Measured: ptxas 13.5, every `.target` with every `-arch`.",
    fix: "Assemble for the chip of `.target`, or a later one, or compile the source for the chip.",
    example: "// with chip=sm_80\n.version 7.8\n.target sm_90\n.visible .entry k() {\n  ret;\n}",
    check: target_chip,
};

fn target_chip(contract: &Subject, sink: &mut Sink) {
    if let (Some(chip), Some(Target { chip: Some(code), .. })) = (contract.target.chip, contract.ptx)
        && !chip.runs(code)
    {
        sink.report(format!("cannot be assembled: {chip} does not run code for '.target {code}'"));
    }
}

const REPEATED_DIRECTIVE: Rule = Rule {
    id: RuleId::RepeatedDirective,
    summary: "A directive stands once in the header of a kernel in PTX, or always with the same values.",
    why: "Of several directives of one name ptxas takes the last, of `.local_maxnreg` the first, without a message.",
    source: "Measured: ptxas 13.5.",
    fix: "Keep the directive that is meant.",
    example: ".version 7.8\n.target sm_90\n.visible .entry k()\n.reqntid 128\n.reqntid 64\n{\n  ret;\n}",
    // The reader of PTX has the directives one by one, and reports them.
    check: super::reported_by_pass,
};

const LOCAL_MAXNREG_RANGE: Rule = Rule {
    id: RuleId::LocalMaxNRegRange,
    summary: "`.local_maxnreg` is positive, and at most the registers that the block of the kernel leaves to a thread.",
    why: "ptxas rejects 0. It does not compare the cap with the share of the block: 30 registers above the share it \
          writes beyond its tables, and crashes without a message.",
    source: "Measured: ptxas 13.5, SIGSEGV, for sm_75 to sm_120a.",
    fix: "State fewer registers, or remove the directive: the block bounds the registers anyway.",
    example: ".version 8.8\n.target sm_90\n.visible .entry k()\n.maxntid 1024\n.local_maxnreg 128\n{\n  ret;\n}",
    check: local_maxnreg_range,
};

fn local_maxnreg_range(contract: &Subject, sink: &mut Sink) {
    let Some(cap) = contract.local_maxnreg else { return };
    if cap == 0 {
        sink.report(format!("'{LOCAL_MAXNREG_DIRECTIVE}' must be positive, got 0"));
        return;
    }
    let Some(found) = without_local_maxnreg(contract) else { return };
    if found.source == CapSource::Block && (found.registers + 1..=MAX_REGISTERS_PER_THREAD).contains(&cap) {
        let most = found.registers;
        sink.report(format!(
            "'{LOCAL_MAXNREG_DIRECTIVE}' must be at most the {most} registers that the block leaves, got {cap}"
        ));
    }
}

/// The register cap on the chip that the other directives give.
fn without_local_maxnreg(contract: &Subject) -> Option<RegisterCap> {
    contract.target.limits().map(|limits| limits.register_cap(contract.facts.register_directives()))
}

const LOCAL_MAXNREG_IGNORED: Rule = Rule {
    id: RuleId::LocalMaxNRegIgnored,
    summary: "`.local_maxnreg` is at least 24, at most 255, and at most the cap of `.maxnreg` and `.minnctapersm`.",
    why: "ptxas raises a smaller one, and ignores a larger one.",
    source: "Measured: ptxas 13.5.",
    fix: "State the registers that are meant, or remove the directive.",
    example: ".version 8.8\n.target sm_90\n.visible .entry k()\n.maxnreg 32\n.local_maxnreg 64\n{\n  ret;\n}",
    check: local_maxnreg_ignored,
};

fn local_maxnreg_ignored(contract: &Subject, sink: &mut Sink) {
    let Some(cap) = contract.local_maxnreg.filter(|&cap| cap > 0) else { return };
    let least = contract.target.limits_or_largest().min_registers_per_thread;
    let name = LOCAL_MAXNREG_DIRECTIVE;
    if cap > MAX_REGISTERS_PER_THREAD {
        sink.report(format!("'{name}' is ignored above {MAX_REGISTERS_PER_THREAD} registers, got {cap}"));
    } else if cap < least {
        sink.report(format!("'{name}' is raised to {least} registers, got {cap}"));
    } else if let Some(found) = without_local_maxnreg(contract)
        && matches!(found.source, CapSource::MaxNReg | CapSource::MinNCtaPerSm)
        && found.registers < cap
    {
        sink.report(format!("'{name}' is ignored above the register cap of {}, got {cap}", found.registers));
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
    let Some(chip) = contract.target.chip.filter(|chip| !chip.has_clusters() && !contract.is_ptx()) else { return };
    for fact in contract.attributes().filter(|fact| fact.is_cluster()) {
        sink.report(format!("'{fact}' is not printed for {chip}, which has no clusters"));
    }
}
