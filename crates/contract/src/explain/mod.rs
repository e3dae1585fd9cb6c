//! Which launches of a kernel are legal, what limits how many of its CTAs an SM holds, and what is left.
//!
//! Accepts the facts of a kernel, its [`Resources`] as far as they are known, and the chip. Guarantees the limits of
//! `tileiras-target`, the same as those of the rules, and that what is not known is not stated: without a number of
//! registers, the register cap is assumed, which gives the smallest occupancy. Prints as text; its JSON is for
//! programs.
//!
//! Leaves out on purpose: whether the facts are legal together (the rules), and the other kernels on the SM.

mod text;

use serde::Serialize;
use tileiras_target::occupancy::{Resource, warps};
use tileiras_target::{
    Chip, MAX_CLUSTER_CTAS, MAX_CTA_SHAPE, MAX_REGISTERS_PER_THREAD, MAX_THREADS_PER_CTA, PORTABLE_CLUSTER_CTAS,
    STATIC_SHARED_PER_CTA, SmLimits, WARP_THREADS,
};

use crate::fact::Fact;
use crate::fact_set::{Dims, FactSet};
use crate::resources::{Resources, stated_threads};

/// The attribute that raises the limit of dynamic shared memory.
const SHARED_OPT_IN: &str = "cudaFuncAttributeMaxDynamicSharedMemorySize";

/// The attribute that allows clusters of more CTAs than every chip can launch.
const CLUSTER_OPT_IN: &str = "cudaFuncAttributeNonPortableClusterSizeAllowed";

/// The sizes of a launch, as far as they are given.
#[derive(Clone, Copy, Debug, Default)]
pub struct LaunchSizes {
    /// Threads of a block; without it, those of the only block or of the largest one that the contract allows.
    pub threads: Option<u32>,
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
}

/// What can be said about the launches of a kernel.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Explanation {
    /// The kernel.
    pub kernel: String,
    /// The chip.
    pub chip: String,
    /// Which blocks can be launched.
    pub block: BlockLimits,
    /// Which clusters can be launched.
    pub cluster: ClusterLimits,
    /// How much dynamic shared memory a launch can ask for.
    pub dynamic_shared: SharedLimits,
    /// The least shared memory of a CTA in bytes, [`Fact::MinPerCtaMemory`]. Not in a cubin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_cta_memory: Option<u32>,
    /// What the kernel uses, as far as it is known.
    pub resources: Resources,
    /// The most registers of 32 bits a thread that `ptxas` may use.
    pub register_cap: u32,
    /// Whether the number of registers is not known, and the cap is assumed.
    pub registers_assumed: bool,
    /// The occupancy with one block; `None` if no block is stated or given, or if no device launches it.
    pub occupancy: Option<OccupancyAt>,
    /// The occupancy with each block of whole warps that can be launched, for a kernel whose block is not exact.
    pub blocks: Vec<BlockOccupancy>,
}

/// Which blocks can be launched.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct BlockLimits {
    /// The only shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Dims>,
    /// The most threads; 0 if no block can be launched.
    pub most_threads: u32,
    /// The most threads in x, y and z.
    pub most: Dims,
    /// What limits the threads.
    pub because: BlockLimit,
}

/// What limits the threads of a block.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub enum BlockLimit {
    /// The exact block.
    #[serde(rename = "nvvm.reqntid")]
    ReqNTid,
    /// The stated bound.
    #[serde(rename = "nvvm.maxntid")]
    MaxNTid,
    /// The registers of one CTA.
    #[serde(rename = "registers")]
    Registers,
    /// The chip.
    #[serde(rename = "chip")]
    Chip,
}

/// Which clusters can be launched.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct ClusterLimits {
    /// Whether the chip has clusters. Without them, the rest is that of a cluster of one CTA.
    pub supported: bool,
    /// The only shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Dims>,
    /// Whether each launch has to state a shape.
    pub launch_states_shape: bool,
    /// The most CTAs of a cluster; 0 if no chip launches the only shape.
    pub most_ctas: u32,
    /// The most CTAs without the opt-in.
    pub most_ctas_without_opt_in: u32,
    /// The attribute to set for more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opt_in: Option<&'static str>,
    /// Whether the grid counts clusters, and not CTAs.
    pub grid_counts_clusters: bool,
}

/// How many bytes of dynamic shared memory a launch can ask for.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct SharedLimits {
    /// The most without the opt-in.
    pub most_without_opt_in: u32,
    /// The most with it.
    pub most: u32,
    /// The attribute to set for more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opt_in: Option<&'static str>,
    /// Whether static shared memory is not known, and none is assumed.
    pub static_shared_assumed: bool,
}

/// The occupancy with one block.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct OccupancyAt {
    /// Threads of the block.
    pub threads: u32,
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
    /// CTAs on an SM; 0 if the block cannot be launched.
    pub ctas_per_sm: u32,
    /// Warps on an SM.
    pub warps_per_sm: u32,
    /// The most warps that an SM holds.
    pub most_warps_per_sm: u32,
    /// What limits the CTAs.
    pub limit: Resource,
    /// The CTAs that each resource allows.
    pub ctas_by_resource: CtasByResource,
    /// What more each CTA can use with as many CTAs on an SM; `None` if there are none.
    pub left: Option<Left>,
    /// What each CTA has to stay within so that one more fits; `None` if none can, whatever it uses.
    pub one_more: Option<OneMore>,
}

/// The CTAs that each resource allows; `None` for no limit.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct CtasByResource {
    /// The number of CTAs that an SM manages.
    pub cta_slots: Option<u32>,
    /// The number of warps.
    pub warps: Option<u32>,
    /// The register file.
    pub registers: Option<u32>,
    /// Shared memory.
    pub shared_memory: Option<u32>,
}

/// What more each CTA can use with as many CTAs on an SM.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct Left {
    /// The most registers of a thread, of which the kernel uses some. The register cap can be lower.
    pub most_registers: u32,
    /// Registers of a thread in addition to those that are used.
    pub registers: u32,
    /// Bytes of shared memory in addition to the static and dynamic ones.
    pub shared: u32,
}

/// What each CTA has to stay within so that one more fits on an SM.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct OneMore {
    /// The CTAs on an SM.
    pub ctas_per_sm: u32,
    /// The most registers of a thread.
    pub most_registers: u32,
    /// The most bytes of shared memory of a CTA, static and dynamic.
    pub most_shared: u32,
}

/// The occupancy with a block of so many threads.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct BlockOccupancy {
    /// Threads of the block.
    pub threads: u32,
    /// CTAs on an SM.
    pub ctas_per_sm: u32,
    /// What limits them.
    pub limit: Resource,
}

impl Explanation {
    /// Explains the launches of a kernel with these facts. `register_cap` is that of a cubin; without it, it is
    /// computed from the facts as `ptxas` does it.
    pub fn new(
        kernel: impl Into<String>,
        facts: &FactSet,
        resources: Resources,
        register_cap: Option<u32>,
        chip: Chip,
        launch: LaunchSizes,
    ) -> Self {
        let limits = chip.limits();
        let register_cap = register_cap.unwrap_or_else(|| limits.register_cap(facts.register_directives()).registers);
        let registers_assumed = resources.registers.is_none();
        // Without a number, every register of the cap may be used.
        let used = Resources { registers: Some(resources.registers.unwrap_or(register_cap)), ..resources };
        let block = BlockLimits::of(facts, resources, limits);
        let threads = launch.threads.or_else(|| stated_threads(facts));
        let occupancy = threads.map(|threads| OccupancyAt::of(used, limits, threads, launch.dynamic_shared));
        let sizes = (WARP_THREADS..=block.most_threads).step_by(WARP_THREADS as usize);
        let sizes = sizes.filter(|_| block.exact.is_none());
        let blocks = sizes.map(|threads| {
            let found = used.occupancy(limits, threads, launch.dynamic_shared);
            BlockOccupancy { threads, ctas_per_sm: found.ctas, limit: found.limit }
        });
        Self {
            kernel: kernel.into(),
            chip: chip.to_string(),
            block,
            cluster: ClusterLimits::of(facts, chip),
            dynamic_shared: SharedLimits::of(resources, limits),
            min_cta_memory: facts.positive(Fact::MinPerCtaMemory),
            resources,
            register_cap,
            registers_assumed,
            occupancy,
            blocks: blocks.collect(),
        }
    }
}

impl BlockLimits {
    fn of(facts: &FactSet, resources: Resources, limits: &SmLimits) -> Self {
        let of_registers = resources.most_threads(limits);
        let exact = facts.dims(Fact::ReqNTid);
        let (stated, because) = match (exact, facts.product(Fact::MaxNTid)) {
            (Some(_), _) => (stated_threads(facts).unwrap_or(0), BlockLimit::ReqNTid),
            (None, Some(threads)) if threads < MAX_THREADS_PER_CTA.into() => {
                (stated_threads(facts).unwrap_or(MAX_THREADS_PER_CTA), BlockLimit::MaxNTid)
            }
            (None, _) => (MAX_THREADS_PER_CTA, BlockLimit::Chip),
        };
        let (most_threads, because) = match (stated <= of_registers, exact) {
            (true, _) => (stated, because),
            (false, None) => (of_registers, BlockLimit::Registers),
            (false, Some(_)) => (0, BlockLimit::Registers),
        };
        Self { exact, most_threads, most: MAX_CTA_SHAPE, because }
    }
}

impl ClusterLimits {
    fn of(facts: &FactSet, chip: Chip) -> Self {
        let one = Self {
            supported: false,
            exact: None,
            launch_states_shape: false,
            most_ctas: 1,
            most_ctas_without_opt_in: 1,
            opt_in: None,
            grid_counts_clusters: false,
        };
        if !chip.has_clusters() {
            return one;
        }
        let exact = facts.dims(Fact::ClusterDim);
        let bound = facts.product(Fact::ClusterDim).map(|ctas| u32::try_from(ctas).unwrap_or(u32::MAX));
        let bound = bound.or(facts.positive(Fact::MaxClusterRank)).unwrap_or(MAX_CLUSTER_CTAS);
        let most_ctas = match exact {
            Some(_) if bound > MAX_CLUSTER_CTAS => 0,
            _ => bound.min(MAX_CLUSTER_CTAS),
        };
        Self {
            supported: true,
            exact,
            launch_states_shape: facts.states(Fact::ExplicitCluster) && exact.is_none(),
            most_ctas,
            most_ctas_without_opt_in: most_ctas.min(PORTABLE_CLUSTER_CTAS),
            opt_in: (most_ctas > PORTABLE_CLUSTER_CTAS).then_some(CLUSTER_OPT_IN),
            grid_counts_clusters: facts.states(Fact::BlocksAreClusters),
        }
    }
}

impl SharedLimits {
    fn of(resources: Resources, limits: &SmLimits) -> Self {
        let used = resources.static_shared.unwrap_or_default();
        let most = limits.shared_per_cta.saturating_sub(used);
        let most_without_opt_in = STATIC_SHARED_PER_CTA.saturating_sub(used).min(most);
        let opt_in = (most > most_without_opt_in).then_some(SHARED_OPT_IN);
        Self { most_without_opt_in, most, opt_in, static_shared_assumed: resources.static_shared.is_none() }
    }
}

impl OccupancyAt {
    fn of(used: Resources, limits: &SmLimits, threads: u32, dynamic_shared: u32) -> Self {
        let cta = used.of_cta(threads, dynamic_shared);
        let found = limits.occupancy(cta);
        let ctas = |resource: Resource| {
            let all = limits.ctas_by_resource(cta);
            all.into_iter().find(|(_, other)| *other == resource).map(|(ctas, _)| ctas).filter(|ctas| *ctas < u32::MAX)
        };
        let warps = warps(threads).max(1);
        let registers = |ctas| limits.registers_per_thread(warps, ctas).min(MAX_REGISTERS_PER_THREAD);
        let left = (found.ctas > 0).then(|| {
            let most_registers = registers(found.ctas).max(cta.registers);
            Left {
                most_registers,
                registers: most_registers - cta.registers,
                shared: limits.shared_per_cta_of(found.ctas).saturating_sub(cta.shared),
            }
        });
        let next = found.ctas + 1;
        // One without registers and shared memory shows what the other limits allow.
        let bare = tileiras_target::occupancy::CtaResources { threads, registers: 0, shared: 0 };
        let one_more = (limits.occupancy(bare).ctas >= next).then(|| OneMore {
            ctas_per_sm: next,
            most_registers: registers(next),
            most_shared: limits.shared_per_cta_of(next),
        });
        Self {
            threads,
            dynamic_shared,
            ctas_per_sm: found.ctas,
            warps_per_sm: found.ctas * warps,
            most_warps_per_sm: limits.threads_per_sm / WARP_THREADS,
            limit: found.limit,
            ctas_by_resource: CtasByResource {
                cta_slots: ctas(Resource::CtaSlots),
                warps: ctas(Resource::Warps),
                registers: ctas(Resource::Registers),
                shared_memory: ctas(Resource::SharedMemory),
            },
            left,
            one_more,
        }
    }
}
