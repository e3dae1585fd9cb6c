//! Group `limits`: the hardware supports the sizes and numbers.
//!
//! Accepts the contract of any kernel. Guarantees that the facts of a contract without an error of this group do not
//! prevent a launch on every device. Reports what no device supports as an error, and what ptxas ignores or adjusts, or
//! what some device does not support, as a warning. A shape with a size of 0 or less has no product, and only
//! `positive-value` reports it. A limit of a chip is checked if the chip is known. A limit of all chips is always
//! checked, even if the chip has no clusters.
//!
//! Leaves out on purpose: sizes at the launch (group `launch`), and pairs of facts that only ptxas rejects (group
//! `assembler`).

use smallvec::SmallVec;
use tileiras_target::occupancy::{IgnoreReason, allocated_registers, warps};
use tileiras_target::{
    Axis, MAX_CLUSTER_CTAS, MAX_CTA_SHAPE, MAX_REGISTERS_PER_THREAD, MAX_THREADS_PER_CTA, PORTABLE_CLUSTER_CTAS,
    REGISTER_GRANULE, SmLimits, WARP_THREADS,
};

use super::{Against, Rule, Sink, Subject, fix};
use crate::fact::{Fact, FactType};
use crate::fact_set::{Dims, FactValue};
use crate::launch::condition::{Quantity, Sizes};
use crate::value::Value;
use tileiras_finding::RuleId;

pub(super) const RULES: &[Rule] = &[
    POSITIVE_VALUE,
    CTA_THREAD_CAP,
    MAXNTID_CAP,
    CLUSTER_PORTABLE_CAP,
    CLUSTER_HARDWARE_CAP,
    CLUSTER_EXCEEDS_RANK,
    MAXNREG_RANGE,
    MAXNREG_UNLIMITED,
    REGISTER_FILE,
    MINCTASM_NEEDS_BLOCK,
    MINCTASM_RANGE,
];

const POSITIVE_VALUE: Rule = Rule {
    id: RuleId::PositiveValue,
    summary: "No size, count or cap is 0 or negative.",
    why: "ptxas rejects 0 in every directive but `.reqnctapercluster`, `.maxclusterrank` and `.minperctamemory`, which \
          it silently drops, and reports a syntax error for a minus sign. An empty block or cluster cannot be \
          launched.",
    source: "Measured: ptxas 13.5.",
    fix: "Write the intended size, or 1 for an axis that is not used, or remove the cap.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 0, 1>}",
    check: positive_value,
};

fn positive_value(contract: &Subject, sink: &mut Sink) {
    for fact in [Fact::MaxNTid, Fact::ReqNTid, Fact::ClusterDim] {
        let sizes = sizes(contract, fact);
        // An axis that is not used is 1. A block without any thread means something else.
        let is_used = sizes.iter().any(|size| *size > 0);
        for (axis, size) in Axis::ALL.into_iter().zip(&sizes).filter(|(_, size)| **size <= 0) {
            let size_of = |axis: usize| sizes.get(axis).and_then(|size| u32::try_from(*size).ok()).unwrap_or(1).max(1);
            let fix = is_used.then(|| fix::set(fact, &FactValue::Dims([0, 1, 2].map(size_of))));
            sink.report_with_fix(fix, format!("'{fact}' must be positive in {axis}, got {size}"));
        }
    }
    for found in contract.known_sizes.iter().filter(|_| contract.is_kernel()) {
        let Value::I32Array(sizes) = &found.value else { continue };
        for (axis, size) in Axis::ALL.into_iter().zip(&**sizes).filter(|(_, size)| **size <= 0) {
            sink.report(format!("'{}' must be positive in {axis}, got {size}", found.known.attribute));
        }
    }
    for fact in Fact::ALL.into_iter().filter(|fact| fact.value_type() == FactType::Scalar) {
        if let Some(Value::Integer { value, width: 2.. }) = contract.canonical(fact)
            && (i32::MIN.into()..=0).contains(value)
        {
            sink.report_with_fix(fix::remove(fact), format!("'{fact}' must be positive, got {value}"));
        }
    }
}

/// The shape of every launch, with the attribute that states it. [`positive_value`] reports a size of 0.
fn positive_shape(contract: &Subject, exact: Fact) -> Option<(&'static str, Dims)> {
    contract.launch_shape(exact).filter(|(_, dims)| !dims.contains(&0))
}

/// The sizes of a shape as they are written, also negative ones. Group `shape` reports a wrong number of axes.
fn sizes(contract: &Subject, fact: Fact) -> SmallVec<[i64; 3]> {
    let legal = if fact == Fact::ClusterDim { 3..=3 } else { 1..=3 };
    match contract.canonical(fact) {
        Some(Value::I32Array(sizes)) if legal.contains(&sizes.len()) => sizes.iter().map(|&size| size.into()).collect(),
        Some(Value::Sizes(sizes)) => sizes.iter().map(|&size| size.into()).collect(),
        _ => SmallVec::new(),
    }
}

const CTA_THREAD_CAP: Rule = Rule {
    id: RuleId::CtaThreadCap,
    summary: "`nvvm.reqntid`, or a known block, has at most 1024 threads, 1024 in x and in y, 64 in z.",
    why: "The kernel requires exactly this block, and no device launches a larger one. ptxas does not check it.",
    source: "Reference 002; CUDA Programming Guide, compute capabilities.",
    fix: "Choose a smaller block, and let each thread do more.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 32, 1>}",
    check: cta_thread_cap,
};

fn cta_thread_cap(contract: &Subject, sink: &mut Sink) {
    let Some((attribute, dims)) = positive_shape(contract, Fact::ReqNTid) else { return };
    let mut within = true;
    for (axis, (size, most)) in Axis::ALL.into_iter().zip(dims.into_iter().zip(MAX_CTA_SHAPE)) {
        if size > most {
            within = false;
            sink.report(format!("'{attribute}' must ask for at most {most} threads in {axis}, got {size}"));
        }
    }
    let threads: u128 = dims.into_iter().map(u128::from).product();
    if within && threads > MAX_THREADS_PER_CTA.into() {
        sink.report(format!("'{attribute}' must ask for at most {MAX_THREADS_PER_CTA} threads, got {threads}"));
    }
}

const MAXNTID_CAP: Rule = Rule {
    id: RuleId::MaxNTidCap,
    summary: "`nvvm.maxntid` bounds the block by at most 1024 threads.",
    why: "No block is larger, so the bound has no effect. If it is above the threads of an SM of the chip, ptxas \
          warns and ignores `.maxntid` and `.minnctapersm`.",
    source: "Reference 002; measured: ptxas 13.5.",
    fix: "State the largest block that is launched, or remove the bound.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 2048, 1, 1>}",
    check: maxntid_cap,
};

fn maxntid_cap(contract: &Subject, sink: &mut Sink) {
    let fact = Fact::MaxNTid;
    if let Some(threads) = contract.product(fact).filter(|&threads| threads > MAX_THREADS_PER_CTA.into()) {
        let text = format!("'{fact}' has no effect above {MAX_THREADS_PER_CTA} threads, got {threads}");
        sink.report_with_fix(fix::remove(fact), text);
    }
}

const CLUSTER_PORTABLE_CAP: Rule = Rule {
    id: RuleId::ClusterPortableCap,
    summary: "A cluster, of a kernel or of a launch, has at most 8 CTAs, and `nvvm.maxclusterrank` is at most 8.",
    why: "Every chip with clusters launches 8 CTAs. More, up to 16, need a chip that supports them and a kernel that \
          opts in to non-portable sizes.",
    source: "Reference 002; CUDA Programming Guide, thread block clusters.",
    fix: "Use clusters of 8, or opt in at the launch and disable this rule.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 4, 4, 1>}",
    check: cluster_portable_cap,
};

fn cluster_portable_cap(contract: &Subject, sink: &mut Sink) {
    let portable = u128::from(PORTABLE_CLUSTER_CTAS);
    let fact = Fact::ClusterDim;
    if let Against::Launch(site) = contract.against {
        // The cluster of a kernel is reported at the kernel, and a larger one by `launch-cluster-exceeds`.
        let is_of_kernel = contract.product(fact).is_some_and(|ctas| ctas > portable);
        let legal = i128::from(PORTABLE_CLUSTER_CTAS) + 1..=i128::from(MAX_CLUSTER_CTAS);
        let found = Quantity::Product(Sizes::Cluster).found(site).filter(|ctas| legal.contains(ctas));
        if let Some(ctas) = found.filter(|_| !is_of_kernel && !contract.target.lacks_clusters()) {
            sink.report(format!("cluster is not portable above {portable} CTAs, got {ctas}"));
        }
        return;
    }
    // `cluster-hardware-cap` reports a larger cluster.
    if let Some(ctas) = contract.product(fact).filter(|&ctas| ctas > portable && ctas <= MAX_CLUSTER_CTAS.into()) {
        sink.report(format!("'{fact}' is not portable above {portable} CTAs, got {ctas}"));
    }
    let fact = Fact::MaxClusterRank;
    if let Some(rank) = contract.positive(fact).filter(|&rank| rank > PORTABLE_CLUSTER_CTAS) {
        sink.report(format!("'{fact}' is not portable above {portable} CTAs, got {rank}"));
    }
}

const CLUSTER_HARDWARE_CAP: Rule = Rule {
    id: RuleId::ClusterHardwareCap,
    summary: "`nvvm.cluster_dim`, or a known cluster, has at most 16 CTAs.",
    why: "No chip launches a larger cluster, even if the kernel opts in. ptxas does not check it.",
    source: "CUDA Programming Guide, thread block clusters.",
    fix: "Use clusters of 8, or of 16 on chips that support them.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 32, 1, 1>}",
    check: cluster_hardware_cap,
};

fn cluster_hardware_cap(contract: &Subject, sink: &mut Sink) {
    let Some((attribute, dims)) = positive_shape(contract, Fact::ClusterDim) else { return };
    let ctas: u128 = dims.into_iter().map(u128::from).product();
    if ctas > MAX_CLUSTER_CTAS.into() {
        sink.report(format!("'{attribute}' must ask for at most {MAX_CLUSTER_CTAS} CTAs, got {ctas}"));
    }
}

const CLUSTER_EXCEEDS_RANK: Rule = Rule {
    id: RuleId::ClusterExceedsRank,
    summary: "`nvvm.cluster_dim` has at most as many CTAs as `nvvm.maxclusterrank` allows.",
    why: "The two contradict each other: `.maxclusterrank` guarantees that no cluster is larger.",
    source: "Reference 000, PTX ISA 11.7.",
    fix: "Keep the one that is true. If the cluster shape is fixed, the cap is not needed.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 4, 1, 1>, \
              nvvm.maxclusterrank = 2 : i32}",
    check: cluster_exceeds_rank,
};

fn cluster_exceeds_rank(contract: &Subject, sink: &mut Sink) {
    let (shape, cap) = (Fact::ClusterDim, Fact::MaxClusterRank);
    if let (Some(ctas), Some(rank)) = (contract.product(shape), contract.positive(cap))
        && ctas > rank.into()
    {
        sink.report(format!("'{shape}' must ask for at most the {rank} CTAs of '{cap}', got {ctas}"));
    }
}

const MAXNREG_RANGE: Rule = Rule {
    id: RuleId::MaxNRegRange,
    summary: "`nvvm.maxnreg` is 24 to 256, or 16 to 256 for a chip before sm_70.",
    why: "ptxas raises a smaller cap to the minimum, and ignores a larger one. It ignores 256, too: see \
          [maxnreg-unlimited](#maxnreg-unlimited).",
    source: "Measured: ptxas 13.5, and 12.9 for chips before sm_70.",
    fix: "State a cap in that range, or none.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = 16 : i32}",
    check: maxnreg_range,
};

fn maxnreg_range(contract: &Subject, sink: &mut Sink) {
    let fact = Fact::MaxNReg;
    let least = contract.target.limits_or_largest().min_registers_per_thread;
    match contract.positive(fact) {
        Some(registers) if registers < least => {
            let fix = fix::set(fact, &FactValue::Scalar(least));
            sink.report_with_fix(fix, format!("'{fact}' is raised to {least}, got {registers}"));
        }
        Some(registers) if registers > UNLIMITED_REGISTERS => {
            let text = format!("'{fact}' is ignored above {MAX_REGISTERS_PER_THREAD}, got {registers}");
            sink.report_with_fix(fix::remove(fact), text);
        }
        _ => {}
    }
}

/// A register cap that is meant to be none. Triton states it for kernels with `setmaxnreg`, of which it is the most.
const UNLIMITED_REGISTERS: u32 = MAX_REGISTERS_PER_THREAD + 1;

const MAXNREG_UNLIMITED: Rule = Rule {
    id: RuleId::MaxNRegUnlimited,
    summary: "With the option `pedantic`: `nvvm.maxnreg` is not 256.",
    why: "A thread has at most 255 registers: 256 is no cap, and ptxas ignores it. A compiler that states it, such as \
          Triton for kernels with `setmaxnreg`, means that.",
    source: "Measured: ptxas 13.5, Triton 3.9.",
    fix: "Nothing; or remove `nvvm.maxnreg`.",
    example: "// with pedantic\nllvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = 256 : i32}",
    check: maxnreg_unlimited,
};

fn maxnreg_unlimited(contract: &Subject, sink: &mut Sink) {
    let fact = Fact::MaxNReg;
    if contract.positive(fact) == Some(UNLIMITED_REGISTERS) {
        sink.report_with_fix(fix::remove(fact), format!("'{fact}' of {UNLIMITED_REGISTERS} registers is no cap"));
    }
}

const REGISTER_FILE: Rule = Rule {
    id: RuleId::RegisterFile,
    summary: "The registers that `nvvm.maxnreg` allows all threads of the block fit on an SM.",
    why: "A CTA has 65536 registers. They are allocated to four warps at a time, and to a thread in units of 8. Above \
          that, a kernel that uses all registers of its cap cannot be launched. ptxas does not report it. With \
          `nvvm.minctasm` there is nothing to report: ptxas takes the smaller of both caps, with which its CTAs fit.",
    source: "CUDA Programming Guide, compute capabilities; measured: ptxas 13.5, the register cap it derives.",
    fix: "Lower `nvvm.maxnreg` or the block, or state `nvvm.minctasm = 1 : i32`.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 512, 1, 1>, \
              nvvm.maxnreg = 168 : i32}",
    check: register_file,
};

fn register_file(contract: &Subject, sink: &mut Sink) {
    let (cap, floor) = (Fact::MaxNReg, Fact::MinCtaSm);
    let Some(block) = contract.block_fact() else { return };
    let (Some(threads), Some(registers)) = (contract.product(block), contract.positive(cap)) else { return };
    // A `.minnctapersm` that ptxas does not ignore lowers the cap, so that so many CTAs fit.
    let is_lowered = contract.positive(floor).is_some() && ignored_floor(contract).is_none();
    if registers > MAX_REGISTERS_PER_THREAD || is_lowered {
        return;
    }
    // A larger bound counts as the largest block, and ptxas raises a smaller cap.
    let limits = contract.target.limits_or_largest();
    let threads = saturate(threads).min(MAX_THREADS_PER_CTA).next_multiple_of(WARP_THREADS);
    let each = registers.max(limits.min_registers_per_thread).next_multiple_of(REGISTER_GRANULE);
    let (required, most) = (u64::from(threads) * u64::from(each), limits.registers_per_cta);
    let allocated = allocated_registers(warps(threads), 1, each);
    let all = if required > most.into() {
        required.to_string()
    } else if allocated > most.into() {
        format!("{allocated} when warps are allocated in fours")
    } else {
        return;
    };
    sink.report(format!("'{cap}' asks for {threads} threads of {each} registers, {all}, above the {most} of a block"));
}

const MINCTASM_NEEDS_BLOCK: Rule = Rule {
    id: RuleId::MinCtaSmNeedsBlock,
    summary: "A kernel with `nvvm.minctasm` has `nvvm.maxntid` or `nvvm.reqntid`.",
    why: "How many CTAs fit depends on how many threads they have. If that is unknown, ptxas ignores `.minnctapersm`.",
    source: "Measured: ptxas 13.5.",
    fix: "State the block or its bound.",
    example: "llvm.func @k() attributes {nvvm.kernel, nvvm.minctasm = 2 : i32}",
    check: minctasm_needs_block,
};

fn minctasm_needs_block(contract: &Subject, sink: &mut Sink) {
    let fact = Fact::MinCtaSm;
    let is_bounded = contract.block_fact().is_some() || contract.block_threads().is_some();
    if !is_bounded && contract.positive(fact).is_some() {
        let text = format!("'{fact}' is ignored without '{}' or '{}'", Fact::MaxNTid, Fact::ReqNTid);
        sink.report_with_fix(fix::remove(fact), text);
    }
}

const MINCTASM_RANGE: Rule = Rule {
    id: RuleId::MinCtaSmRange,
    summary: "`nvvm.minctasm` CTAs of the stated block fit on an SM of the chip.",
    why: "ptxas ignores `.minnctapersm` if it is above the CTAs of an SM, or if its CTAs have more threads than an \
          SM, counted in whole warps.",
    source: "Measured: ptxas 13.5, by `-arch`.",
    fix: "State fewer CTAs or a smaller block.",
    example: "// with chip=sm_90\n\
              llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1024, 1, 1>, \
              nvvm.minctasm = 3 : i32}",
    check: minctasm_range,
};

fn minctasm_range(contract: &Subject, sink: &mut Sink) {
    if let Some(message) = ignored_floor(contract) {
        sink.report_with_fix(fix::remove(Fact::MinCtaSm), message);
    }
}

/// The message if ptxas ignores `.minnctapersm` on the chip.
fn ignored_floor(contract: &Subject) -> Option<String> {
    let fact = Fact::MinCtaSm;
    let chip = contract.target.chip?;
    let SmLimits { ctas_per_sm, threads_per_sm, .. } = *chip.limits();
    let ctas = contract.positive(fact)?;
    let threads = contract.block_threads()?;
    Some(match chip.limits().check_minnctapersm(saturate(threads), ctas).err()? {
        IgnoreReason::CtasPerSm => {
            format!("'{fact}' is ignored above the {ctas_per_sm} CTAs of an SM of {chip}, got {ctas}")
        }
        _ => {
            let threads = threads.next_multiple_of(WARP_THREADS.into());
            let all = u128::from(ctas) * threads;
            let most = format!("the {threads_per_sm} threads of an SM of {chip}");
            format!("'{fact}' is ignored above {most}, got {ctas} x {threads} = {all}")
        }
    })
}

/// A number of threads in 32 bits. A larger number is above every limit.
pub(super) fn saturate(value: u128) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
