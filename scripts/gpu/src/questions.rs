//! The questions, each with the answer that this project expects.

use std::collections::BTreeSet;

use tileiras_contract::rules::check;
use tileiras_contract::{
    Explanation, Fact, FactSet, FunctionFacts, LaunchSizes, Resources, Sink, Subject, launch::LaunchSite,
};
use tileiras_finding::{Group, RuleSet};
use tileiras_target::{
    Chip, MAX_CTA_SHAPE, MAX_GRID_SHAPE, MAX_THREADS_PER_CTA, PORTABLE_CLUSTER_CTAS, STATIC_SHARED_PER_CTA, Target,
    WARP_THREADS,
};

use crate::gpu::{DeviceAttribute, Error, FunctionAttribute, Gpu, Launch};
use crate::table::Row;

/// What the driver answers to a legal launch.
const SUCCESS: &str = "CUDA_SUCCESS";

/// The limits of the chip, as the driver states them.
pub fn of_device(gpu: &dyn Gpu, chip: Chip) -> Vec<Row> {
    use DeviceAttribute as D;
    let limits = chip.limits();
    let [x, y, z] = MAX_CTA_SHAPE;
    let grid = MAX_GRID_SHAPE;
    let expected = [
        (D::WarpSize, WARP_THREADS),
        (D::MaxThreadsPerBlock, MAX_THREADS_PER_CTA),
        (D::MaxBlockDimX, x),
        (D::MaxBlockDimY, y),
        (D::MaxBlockDimZ, z),
        (D::MaxGridDimX, grid[0]),
        (D::MaxGridDimY, grid[1]),
        (D::MaxGridDimZ, grid[2]),
        (D::MaxThreadsPerMultiprocessor, limits.threads_per_sm),
        (D::MaxBlocksPerMultiprocessor, limits.ctas_per_sm),
        (D::MaxRegistersPerMultiprocessor, limits.registers_per_sm),
        (D::MaxRegistersPerBlock, limits.registers_per_cta),
        (D::MaxSharedMemoryPerMultiprocessor, limits.shared_per_sm),
        (D::MaxSharedMemoryPerBlock, STATIC_SHARED_PER_CTA),
        (D::MaxSharedMemoryPerBlockOptin, limits.shared_per_cta),
        (D::ReservedSharedMemoryPerBlock, limits.reserved_shared_per_cta),
        (D::ClusterLaunch, chip.has_clusters().into()),
    ];
    let row = |(attribute, expected): (D, u32)| {
        Row::of_number("device", format!("{attribute:?}"), expected.into(), gpu.device_attribute(attribute))
    };
    expected.into_iter().map(row).collect()
}

/// A kernel of a cubin that the driver loads.
#[derive(Copy, Clone, Debug)]
pub struct LoadedKernel<'a> {
    /// Its name in the table.
    pub subject: &'a str,
    /// The bytes of the cubin.
    pub cubin: &'a [u8],
    /// The number of the chip that the cubin is for: 90. A newer GPU of the same generation runs it, too.
    pub code_chip: u16,
    /// What `tileiras-cubin` reads of it.
    pub kernel: &'a tileiras_cubin::Kernel,
    /// What it states.
    pub facts: &'a FactSet,
    /// What it uses.
    pub resources: Resources,
    /// The chip of the GPU.
    pub chip: Chip,
}

impl LoadedKernel<'_> {
    fn explanation(&self) -> Explanation {
        let cap = self.kernel.max_registers.map(u32::from);
        Explanation::new(self.subject, self.facts, self.resources, cap, self.chip, LaunchSizes::default())
    }

    /// The properties of the kernel, as the driver reads them from the cubin.
    pub fn attributes(&self, gpu: &dyn Gpu) -> Vec<Row> {
        use FunctionAttribute as F;
        let resources = self.resources;
        // CUDA counts the stack as local memory.
        let stack = resources.stack.map(|stack| stack + resources.local.unwrap_or_default());
        let mut expected = vec![
            (F::MaxThreadsPerBlock, Some(self.explanation().block.most_threads)),
            (F::SharedSizeBytes, resources.static_shared),
            (F::LocalSizeBytes, stack),
            (F::NumRegs, resources.registers),
            (F::BinaryVersion, Some(self.code_chip.into())),
        ];
        if self.chip.has_clusters() {
            let [width, height, depth] = self.facts.dims(Fact::ClusterDim).unwrap_or_default();
            expected.extend([
                (F::RequiredClusterWidth, Some(width)),
                (F::RequiredClusterHeight, Some(height)),
                (F::RequiredClusterDepth, Some(depth)),
                (F::ClusterSizeMustBeSet, Some(self.kernel.explicit_cluster.into())),
                (F::NonPortableClusterSizeAllowed, Some(0)),
            ]);
        }
        let known = expected.into_iter().filter_map(|(attribute, expected)| Some((attribute, expected?)));
        let row = |(attribute, expected): (F, u32)| {
            let measured = gpu.function_attribute(self.cubin, &self.kernel.name, attribute);
            Row::of_number(self.subject, format!("{attribute:?}"), expected.into(), measured)
        };
        known.map(row).collect()
    }

    /// How many of its CTAs an SM holds.
    pub fn occupancy(&self, gpu: &dyn Gpu) -> Vec<Row> {
        let explanation = self.explanation();
        let blocks = match explanation.block.exact {
            Some(_) => vec![explanation.block.most_threads],
            // Whole warps, one more thread, and warps that the four parts of an SM cannot share equally.
            None => vec![32, 33, 128, 288, 512, 1024],
        };
        let most = explanation.dynamic_shared.most;
        let mut rows = Vec::new();
        for threads in blocks.into_iter().filter(|threads| (1..=explanation.block.most_threads).contains(threads)) {
            for shared in BTreeSet::from([0, most.min(30_000), most]) {
                let expected = self.resources.occupancy(self.chip.limits(), threads, shared).ctas;
                let measured = gpu.ctas_per_sm(self.cubin, &self.kernel.name, threads, shared);
                let question = format!("ctas-per-sm threads {threads} shared {shared}");
                rows.push(Row::of_number(self.subject, question, expected.into(), measured));
            }
        }
        rows
    }

    /// How large its clusters can be, and whether clusters of a legal size fit on the device.
    pub fn clusters(&self, gpu: &dyn Gpu) -> Vec<Row> {
        let explanation = self.explanation();
        let limits = explanation.cluster;
        let can_be_launched = explanation.block.most_threads > 0;
        if !limits.supported || limits.most_ctas == 0 || !can_be_launched {
            return Vec::new();
        }
        let block = stated_block(self.facts);
        let mut rows = Vec::new();
        if limits.exact.is_none() {
            for (opt_in, expected) in [(false, limits.most_ctas_without_opt_in), (true, limits.most_ctas)] {
                let launch = Launch { block, cluster: Some([1; 3]), opt_in, ..Launch::ONE };
                let measured = gpu.largest_cluster(self.cubin, &self.kernel.name, &launch);
                let question = if opt_in { "largest-cluster" } else { "largest-cluster without-opt-in" };
                rows.push(Row::of_number(self.subject, question, expected.into(), measured));
            }
        }
        let shapes = match limits.exact {
            Some(shape) => vec![shape],
            None => [1, 2, 4, 8, 16].into_iter().filter(|ctas| *ctas <= limits.most_ctas).map(|x| [x, 1, 1]).collect(),
        };
        let sms = match gpu.device_attribute(DeviceAttribute::MultiprocessorCount) {
            Ok(sms) => sms.unsigned_abs(),
            Err(error) => {
                rows.push(Row {
                    subject: self.subject.to_owned(),
                    question: "MultiprocessorCount".to_owned(),
                    expected: "a number".to_owned(),
                    measured: error.to_string(),
                    same: false,
                });
                return rows;
            }
        };
        for cluster in shapes {
            let size: u32 = cluster.iter().product();
            let threads = block.iter().product();
            let most = sms * self.resources.occupancy(self.chip.limits(), threads, 0).ctas / size;
            let launch = Launch { grid: cluster, block, cluster: Some(cluster), ..Launch::ONE };
            let measured = gpu.resident_clusters(self.cubin, &self.kernel.name, &launch);
            let same = measured.as_ref().is_ok_and(|&found| (1..=i64::from(most)).contains(&i64::from(found)));
            rows.push(Row {
                subject: self.subject.to_owned(),
                question: format!("resident-clusters {}", launch_text(&launch)),
                expected: format!("1 to {most}"),
                measured: answer_text(measured.map(|found| found.to_string())),
                same,
            });
        }
        rows
    }

    /// The verdict of the driver about a launch.
    pub fn launch(&self, gpu: &dyn Gpu, launch: &Launch) -> Row {
        let reasons = self.reasons(launch);
        let measured = gpu.launch(self.cubin, &self.kernel.name, launch);
        Row {
            subject: self.subject.to_owned(),
            question: launch_text(launch),
            expected: if reasons.is_empty() { SUCCESS.to_owned() } else { reasons.join(" ") },
            same: reasons.is_empty() == measured.is_ok(),
            measured: answer_text(measured.map(|()| SUCCESS.to_owned())),
        }
    }

    /// Why a launch is illegal: rules of the group `launch`, and limits of `tileiras-contract explain` that are no
    /// rules.
    fn reasons(&self, launch: &Launch) -> Vec<String> {
        let mut reasons: Vec<String> = broken_rules(self.facts, self.resources, self.chip, launch);
        let explanation = self.explanation();
        let most = if launch.opt_in {
            explanation.dynamic_shared.most
        } else {
            explanation.dynamic_shared.most_without_opt_in
        };
        let ctas = launch.cluster.or(explanation.cluster.exact).map_or(1, |shape| shape.iter().product::<u32>());
        let by_explain = [
            ("explain-shared-memory", launch.shared > most),
            ("explain-cluster-opt-in", ctas > PORTABLE_CLUSTER_CTAS && !launch.opt_in),
        ];
        // A rule that is broken is reason enough.
        if reasons.is_empty() {
            reasons.extend(by_explain.into_iter().filter(|(_, broken)| *broken).map(|(name, _)| name.to_owned()));
        }
        reasons
    }
}

fn launch_text(launch: &Launch) -> String {
    format!("launch {launch}")
}

fn answer_text(answer: Result<String, Error>) -> String {
    answer.unwrap_or_else(|error| error.to_string())
}

/// The rules of the group `launch` that a launch breaks.
pub fn broken_rules(facts: &FactSet, resources: Resources, chip: Chip, launch: &Launch) -> Vec<String> {
    let mut contract = FunctionFacts::of_kernel();
    for (fact, value) in facts.iter() {
        contract.add_attribute(fact.attribute(), value.to_attribute());
    }
    let known = |sizes: [u32; 3]| sizes.map(|size| Some(i64::from(size)));
    let site = LaunchSite {
        grid: known(launch.grid),
        block: known(launch.block),
        cluster: launch.cluster.map(known),
        shared: Some(launch.shared.into()),
        resources,
    };
    let mut sink = Sink::new();
    let target = Target { chip: Some(chip), ptx: None };
    check(&Subject::launch(&contract, target, &site), &RuleSet::of(|rule| rule.group() == Group::Launch), &mut sink);
    let mut rules: Vec<String> = sink.take().iter().map(|violation| violation.rule.to_string()).collect();
    rules.dedup();
    rules
}

/// The block that a kernel states, exactly or at most; otherwise one thread.
fn stated_block(facts: &FactSet) -> [u32; 3] {
    facts.dims(Fact::ReqNTid).or(facts.dims(Fact::MaxNTid)).unwrap_or(Launch::ONE.block)
}

/// The launches of a kernel with these facts: one that its contract allows, and others, of which most break one rule.
pub fn launches(facts: &FactSet, chip: Chip) -> Vec<Launch> {
    let block = stated_block(facts);
    let shape = facts.dims(Fact::ClusterDim);
    let needs_cluster = facts.states(Fact::ExplicitCluster) && shape.is_none();
    let cluster = needs_cluster.then_some([2, 1, 1]);
    let grid = shape.or(cluster).unwrap_or([1; 3]);
    let good = Launch { grid, block, cluster, ..Launch::ONE };
    let mut launches = vec![good];
    let [x, y, z] = block;
    let blocks = [
        // Another shape.
        [x / 2, y * 2, z],
        [z, y, x.min(64)],
        // Fewer or more threads.
        [x - 1, y, z],
        [x / 2, y, z],
        [x + 1, y, z],
        [x * 2, y, z],
        // At and beyond the limits of all chips.
        [1024, 1, 1],
        [1025, 1, 1],
        [1, 1024, 1],
        [1, 1025, 1],
        [1, 1, 64],
        [1, 1, 65],
        [32, 32, 2],
        // Without threads.
        [0, 1, 1],
        [32, 1, 0],
    ];
    launches.extend(blocks.map(|block| Launch { block, ..good }));
    let [x, y, z] = grid;
    let grids = [
        [x + 1, y, z],
        [x, y + 1, z],
        [x * 3, y, z],
        [0, y, z],
        // The caps of every chip. The largest legal grid in x would take too long.
        [1 << 31, y, z],
        [x, 65535 / y * y, z],
        [x, 1 << 16, z],
        [x, y, 1 << 16],
    ];
    launches.extend(grids.map(|grid| Launch { grid, ..good }));
    if chip.has_clusters() {
        let clusters =
            [[1, 1, 1], [2, 1, 1], [1, 2, 1], [2, 2, 1], [4, 1, 1], [8, 1, 1], [16, 1, 1], [17, 1, 1], [0, 1, 1]];
        for cluster in clusters {
            // A multiple of both, so that only the cluster is wrong.
            let grid = [0, 1, 2].map(|axis| cluster[axis].max(1) * shape.unwrap_or([1; 3])[axis]);
            launches.push(Launch { cluster: Some(cluster), grid, ..good });
        }
        let three = [3, 1, 1];
        launches.push(Launch { cluster: Some([2, 1, 1]), grid: three, ..good });
        launches.push(Launch { cluster: None, ..good });
        let sixteen = Some([16, 1, 1]);
        launches.push(Launch { cluster: sixteen, grid: [16, 1, 1], opt_in: false, ..good });
        launches.push(Launch { opt_in: false, ..good });
    }
    // The other facts do not matter for shared memory: a kernel that states nothing else is enough.
    if facts.iter().all(|(fact, _)| fact == Fact::Kernel) {
        let most = chip.limits().shared_per_cta;
        let sizes = [1024, 8192, 8193, STATIC_SHARED_PER_CTA, STATIC_SHARED_PER_CTA + 1, most - 1024, most, most + 1];
        launches.extend(sizes.map(|shared| Launch { shared, ..good }));
        launches.extend(sizes.map(|shared| Launch { shared, opt_in: false, ..good }));
    }
    let mut different: Vec<Launch> = Vec::new();
    for launch in launches {
        if !different.contains(&launch) {
            different.push(launch);
        }
    }
    different
}
