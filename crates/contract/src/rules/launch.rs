//! Group `launch`: a launch agrees with the contract of its kernel.
//!
//! The conditions on the sizes are in [`crate::launch::condition`].
//!
//! Accepts the sizes of one `gpu.launch_func` or `nv_tileaa.launch_func` that are constants. Guarantees that the
//! constant sizes of a launch without an error of this group do not contradict the contract. A size that is not a
//! constant is not reported; one constant axis is enough for a contradiction. Only `launch-zero` reports a size of 0 or
//! less.
//!
//! Leaves out on purpose: errors of the contract itself (groups `shape` and `limits`). In a launch without a cluster,
//! each CTA is a cluster of its own, and instructions of clusters are legal. A cluster is missing only if the kernel
//! counts its grid in clusters, or uses CTA pairs.

use super::{Against, Rule, Sink, Subject};
use crate::fact::Fact;
use crate::launch::LaunchSite;
use crate::launch::condition::{Quantity, Relation, of_rule};
use crate::needs::Need;
use tileiras_finding::RuleId;

/// A launch of a kernel with these facts, from a function with these constants, as MLIR text.
macro_rules! launch_of {
    ($facts:literal, $body:literal, [$($constant:literal)*], $shape:literal) => {
        concat!(
            "module attributes {gpu.container_module} {\n",
            "  gpu.module @m {\n",
            "    gpu.func @k() kernel", $facts, " {\n", $body,
            "      gpu.return\n    }\n  }\n",
            "  func.func @host() {\n",
            $("    %c", $constant, " = arith.constant ", $constant, " : index\n",)*
            "    gpu.launch_func @m::@k ", $shape, "\n",
            "    return\n  }\n}"
        )
    };
}

pub(super) const RULES: &[Rule] = &[
    LAUNCH_ZERO,
    LAUNCH_BLOCK_MISMATCH,
    LAUNCH_BLOCK_EXCEEDS,
    LAUNCH_BLOCK_CAP,
    LAUNCH_GRID_CAP,
    LAUNCH_GRID_MISMATCH,
    LAUNCH_CLUSTER_MISMATCH,
    LAUNCH_CLUSTER_EXCEEDS,
    LAUNCH_CLUSTER_MISSING,
    LAUNCH_GRID_NOT_MULTIPLE,
    LAUNCH_SHARED_MEMORY,
    LAUNCH_KERNEL_MISSING,
];

fn site<'a>(contract: &Subject<'a>) -> Option<&'a LaunchSite> {
    match contract.against {
        Against::Launch(site) => Some(site),
        _ => None,
    }
}

/// Reports each condition of a rule that the launch breaks.
fn report_broken(rule: RuleId, contract: &Subject, sink: &mut Sink) {
    let Some(site) = site(contract) else { return };
    let mut is_broken = false;
    let conditions = of_rule(rule, contract, contract.target, site.resources).into_iter();
    for condition in conditions.filter(|condition| condition.is_about_positive(site)) {
        // A product of sizes is not reported beside one of them, or twice.
        if is_broken && matches!(condition.quantity, Quantity::Product(_)) && condition.relation != Relation::Stated {
            continue;
        }
        if let Some(message) = condition.broken(site) {
            is_broken = true;
            sink.report(message);
        }
    }
}

const LAUNCH_ZERO: Rule = Rule {
    id: RuleId::LaunchZero,
    summary: "No size of a grid, a block or a cluster is 0 or negative.",
    why: "The driver rejects the launch.",
    source: "CUDA Driver API, `cuLaunchKernel`: `CUDA_ERROR_INVALID_VALUE`.",
    fix: "Launch at least one, or do not launch if there is no work.",
    example: launch_of!(
        "",
        "",
        [0 1 4 128],
        "blocks in (%c4, %c0, %c1) threads in (%c128, %c1, %c1)"
    ),
    check: |contract, sink| report_broken(RuleId::LaunchZero, contract, sink),
};

const LAUNCH_BLOCK_MISMATCH: Rule = Rule {
    id: RuleId::LaunchBlockMismatch,
    summary: "A block has the sizes that `nvvm.reqntid`, or else `known_block_size`, of the kernel states.",
    why: "`.reqntid` is exact: the driver rejects a launch with any other block.",
    source: "Reference 002; PTX ISA 11.4, `.reqntid`.",
    fix: "Launch the block that the kernel states, or state the one that is launched.",
    example: launch_of!(
        " attributes {nvvm.reqntid = array<i32: 128, 1, 1>}",
        "",
        [1 4 64],
        "blocks in (%c4, %c1, %c1) threads in (%c64, %c1, %c1)"
    ),
    check: |contract, sink| report_broken(RuleId::LaunchBlockMismatch, contract, sink),
};

const LAUNCH_BLOCK_EXCEEDS: Rule = Rule {
    id: RuleId::LaunchBlockExceeds,
    summary: "A block has at most as many threads as `nvvm.maxntid` of the kernel allows.",
    why: "`.maxntid` bounds the product of the sizes. ptxas allocates registers for that many threads, and the driver \
          rejects a larger block.",
    source: "Reference 002; PTX ISA 11.4, `.maxntid`.",
    fix: "Launch a smaller block, or raise the bound.",
    example: launch_of!(
        " attributes {nvvm.maxntid = array<i32: 64, 1, 1>}",
        "",
        [1 4 128],
        "blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1)"
    ),
    check: |contract, sink| report_broken(RuleId::LaunchBlockExceeds, contract, sink),
};

const LAUNCH_BLOCK_CAP: Rule = Rule {
    id: RuleId::LaunchBlockCap,
    summary: "A block has at most 1024 threads, 1024 in x and in y, 64 in z. If the kernel is compiled to a cubin, an \
              SM has the registers for the block.",
    why: "No device launches a larger one.",
    source: "Reference 002; CUDA Programming Guide, compute capabilities; CUDA Driver API, `cuLaunchKernel`: \
             `CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES`.",
    fix: "Launch a smaller block, and let each thread do more; or state the block as `nvvm.maxntid`, so that ptxas \
          uses fewer registers.",
    example: launch_of!(
        "",
        "",
        [1 4 2048],
        "blocks in (%c4, %c1, %c1) threads in (%c2048, %c1, %c1)"
    ),
    check: |contract, sink| report_broken(RuleId::LaunchBlockCap, contract, sink),
};

const LAUNCH_GRID_CAP: Rule = Rule {
    id: RuleId::LaunchGridCap,
    summary: "A grid has at most 2147483647 blocks in x, 65535 in y and in z.",
    why: "No device launches a larger one.",
    source: "CUDA Programming Guide, compute capabilities.",
    fix: "Use x for the largest size, or let each block do more.",
    example: launch_of!(
        "",
        "",
        [1 128 65536],
        "blocks in (%c1, %c65536, %c1) threads in (%c128, %c1, %c1)"
    ),
    check: |contract, sink| report_broken(RuleId::LaunchGridCap, contract, sink),
};

const LAUNCH_GRID_MISMATCH: Rule = Rule {
    id: RuleId::LaunchGridMismatch,
    summary: "A grid has the sizes that `known_grid_size` of the kernel states.",
    why: "MLIR derives ranges of the block ids from it, and folds what follows from them. In a launch with another \
          grid, the code of the kernel is wrong.",
    source: "MLIR 22, `gpu.func` and `gpu.block_id`.",
    fix: "Launch the grid that the kernel states, or remove the attribute.",
    example: launch_of!(
        " attributes {known_grid_size = array<i32: 64, 1, 1>}",
        "",
        [1 4 128],
        "blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1)"
    ),
    check: |contract, sink| report_broken(RuleId::LaunchGridMismatch, contract, sink),
};

const LAUNCH_CLUSTER_MISMATCH: Rule = Rule {
    id: RuleId::LaunchClusterMismatch,
    summary: "A cluster of a launch has the sizes that `nvvm.cluster_dim`, or else `known_cluster_size`, of the kernel \
              states.",
    why: "A kernel with `.reqnctapercluster` has no other cluster: the launch fails.",
    source: "Reference 000, PTX ISA 11.7.1.",
    fix: "State the same cluster on the kernel and at the launch, or none at the launch.",
    example: launch_of!(
        " attributes {nvvm.cluster_dim = array<i32: 4, 1, 1>}",
        "",
        [1 2 4 128],
        "clusters in (%c2, %c1, %c1) blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1)"
    ),
    check: |contract, sink| report_broken(RuleId::LaunchClusterMismatch, contract, sink),
};

const LAUNCH_CLUSTER_EXCEEDS: Rule = Rule {
    id: RuleId::LaunchClusterExceeds,
    summary: "A cluster has at most as many CTAs as `nvvm.maxclusterrank` of the kernel allows, at most 16, and one on \
              a chip below sm_90.",
    why: "`.maxclusterrank` guarantees that no cluster is larger. No chip launches more than 16 CTAs, and a chip below \
          sm_90 has no clusters.",
    source: "Reference 000, PTX ISA 11.7.3; CUDA Programming Guide, thread block clusters.",
    fix: "Launch a smaller cluster, or raise the cap.",
    example: launch_of!(
        " attributes {nvvm.maxclusterrank = 2 : i32}",
        "",
        [1 4 128],
        "clusters in (%c4, %c1, %c1) blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1)"
    ),
    check: |contract, sink| report_broken(RuleId::LaunchClusterExceeds, contract, sink),
};

const LAUNCH_CLUSTER_MISSING: Rule = Rule {
    id: RuleId::LaunchClusterMissing,
    summary: "A kernel with `nvvm.explicit_cluster`, or that counts its grid in clusters (`nvvm.blocksareclusters`) or \
              uses `.cta_group::2`, has a cluster, from `nvvm.cluster_dim` or from the launch.",
    why: "`.explicitcluster` makes the driver reject a launch without one. Otherwise each CTA is a cluster of its own: \
          the grid has another meaning than the kernel expects, and a CTA has no peer.",
    source: "Reference 000, PTX ISA 11.7.2; reference 003, verifier rule 3; reference 004, PTX ISA 9.7.16.5.1.",
    fix: "State `nvvm.cluster_dim` on the kernel, or the cluster at the launch.",
    example: launch_of!(
        "",
        "      nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}\n",
        [1 4 128],
        "blocks in (%c4, %c1, %c1) threads in (%c128, %c1, %c1)"
    ),
    check: launch_cluster_missing,
};

fn launch_cluster_missing(contract: &Subject, sink: &mut Sink) {
    report_broken(RuleId::LaunchClusterMissing, contract, sink);
    let Against::Launch(site) = contract.against else { return };
    let shape = Fact::ClusterDim;
    if contract.needs.has(Need::CtaPair)
        && site.cluster.is_none()
        && !contract.has_attribute(shape)
        && !contract.awaits(shape)
    {
        sink.report(format!("must state a cluster, as the kernel uses '.cta_group::2' and has no '{shape}'"));
    }
}

const LAUNCH_GRID_NOT_MULTIPLE: Rule = Rule {
    id: RuleId::LaunchGridNotMultiple,
    summary: "A grid is a multiple of the cluster on each axis, unless it counts clusters.",
    why: "Every cluster is whole: the driver rejects a grid that the cluster does not divide.",
    source: "CUDA Programming Guide, thread block clusters.",
    fix: "Round the grid up to whole clusters, and return early in the extra CTAs.",
    example: launch_of!(
        " attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>}",
        "",
        [1 7 128],
        "blocks in (%c7, %c1, %c1) threads in (%c128, %c1, %c1)"
    ),
    check: |contract, sink| report_broken(RuleId::LaunchGridNotMultiple, contract, sink),
};

const LAUNCH_SHARED_MEMORY: Rule = Rule {
    id: RuleId::LaunchSharedMemory,
    summary: "Dynamic shared memory, with the static shared memory of a compiled kernel, is at most what a CTA of the \
              chip may have.",
    why: "The driver rejects the launch. If the chip is unknown, the limit is the largest of all chips.",
    source: "CUDA Programming Guide, compute capabilities.",
    fix: "Use less, and keep the rest in registers or in global memory.",
    example: concat!(
        "// with chip=sm_86\n",
        "module attributes {gpu.container_module} {\n",
        "  gpu.module @m {\n    gpu.func @k() kernel {\n      gpu.return\n    }\n  }\n",
        "  func.func @host(%n: index) {\n",
        "    %bytes = arith.constant 131072 : i32\n",
        "    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) ",
        "dynamic_shared_memory_size %bytes\n",
        "    return\n  }\n}"
    ),
    check: |contract, sink| report_broken(RuleId::LaunchSharedMemory, contract, sink),
};

const LAUNCH_KERNEL_MISSING: Rule = Rule {
    id: RuleId::LaunchKernelMissing,
    summary: "The kernel of a launch is in an object of its `gpu.binary`.",
    why: "The driver looks the kernel up by its name, and does not find it. It is not reported if code of the binary \
          cannot be read.",
    source: "CUDA Driver API, `cuModuleGetFunction`: `CUDA_ERROR_NOT_FOUND`.",
    fix: "Launch the kernel by the name that it has in the code, which is mangled if it was written in C++.",
    example: concat!(
        "module attributes {gpu.container_module} {\n",
        "  gpu.binary @m [#gpu.object<#nvvm.target, assembly = \"",
        ".version 8.0\\0A.target sm_90\\0A.address_size 64\\0A.visible .entry _Z1kv() { ret; }\">]\n",
        "  func.func @host(%n: index) {\n",
        "    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)\n",
        "    return\n  }\n}"
    ),
    check: super::reported_by_pass,
};
