//! Generates launch contracts that ptxas accepts, writes them as legacy tuples, and computes the expected audit and
//! cubin.
//!
//! The expected results follow from measurements of ptxas, and are computed without the project's code.

use std::collections::BTreeMap;
use std::fmt::Write;
use tileiras_test_support::contract::{Contract, Dims};
use tileiras_test_support::rng::Rng;

/// The properties of a chip that the tests need: whether it has clusters, and the limits of an SM.
#[derive(Clone, Copy)]
pub struct Chip {
    pub name: &'static str,
    pub clusters: bool,
    threads_per_sm: u32,
    ctas_per_sm: u32,
}

const fn chip(name: &'static str, clusters: bool, threads_per_sm: u32, ctas_per_sm: u32) -> Chip {
    Chip { name, clusters, threads_per_sm, ctas_per_sm }
}

/// The chips of the tests.
pub const CHIPS: [Chip; 4] = [
    chip("sm_80", false, 2048, 32),
    chip("sm_90a", true, 2048, 32),
    chip("sm_100a", true, 2048, 32),
    chip("sm_120a", true, 1536, 24),
];

/// A function with its contract.
pub struct Function {
    pub name: String,
    contract: Contract,
    parameters: Vec<&'static str>,
}

const PARAMETERS: [&str; 4] = ["ptr", "i32", "ptr byval(%pair) align 4", "ptr byval(%pair) align 4"];

fn product(dims: Dims) -> u32 {
    dims.iter().product()
}

/// A shape with a product of at most `most`, no axis above its limit.
fn dims(rng: &mut Rng, most: u32) -> Dims {
    let mut dims = [1; 3];
    let mut axes = [0, 1, 2];
    rng.shuffle(&mut axes);
    for axis in axes {
        let limit = (most / product(dims)).min(if axis == 2 { 64 } else { 1024 });
        let sizes = [1, 1, 2, 3, 4, 8, 16, 32, 64, 96, 128, 256, 512, 1024].into_iter().filter(|size| *size <= limit);
        dims[axis] = rng.pick(&sizes.collect::<Vec<_>>());
    }
    dims
}

/// Makes a function with any contract. Only with `grids` can the grid count clusters of several CTAs, which a chip
/// without clusters refuses.
pub fn function(rng: &mut Rng, name: String, grids: bool) -> Function {
    let parameters: Vec<_> = (0..rng.below(5)).map(|_| rng.pick(&PARAMETERS)).collect();
    let contract = Contract {
        kernel: rng.percent(92),
        maxntid: rng.percent(50).then(|| dims(rng, 1024)),
        minctasm: rng.percent(35).then(|| 1 + rng.below(40) as u32),
        maxnreg: rng.percent(35).then(|| rng.pick(&[16, 24, 32, 40, 64, 96, 128, 168, 255, 256, 300])),
        ..Contract::default()
    };
    let mut function = Function { name, contract, parameters };
    if function.contract.kernel {
        add_facts_of_kernels(rng, &mut function, grids);
    }
    function
}

fn add_facts_of_kernels(rng: &mut Rng, Function { contract, parameters, .. }: &mut Function, grids: bool) {
    if rng.percent(50) {
        // An upper bound must allow the exact block size.
        contract.reqntid = Some(dims(rng, contract.maxntid.map_or(1024, product)));
    }
    contract.cluster_dim = rng.percent(40).then(|| dims(rng, 16));
    if rng.percent(30) {
        let least = contract.cluster_dim.map_or(1, product);
        contract.maxclusterrank = Some(least + rng.below(17 - least as usize) as u32);
    }
    let both = contract.reqntid.is_some() && contract.cluster_dim.is_some();
    let can_count = grids || contract.cluster_dim == Some([1; 3]);
    contract.blocks_are_clusters = both && can_count && rng.percent(50);
    for (index, text) in (1..).zip(parameters) {
        if text.contains("byval") && rng.percent(50) {
            contract.grid_constant.push(index);
        }
    }
}

/// The verdict on a fact, and the value of the fact.
pub type Outcome = (&'static str, String);

impl Function {
    /// The expected outcome of each fact in a cubin for that chip, by the name of the row.
    pub fn outcomes(&self, chip: Chip) -> BTreeMap<&'static str, Outcome> {
        let contract = &self.contract;
        let mut outcomes = BTreeMap::new();
        let here = |word| if contract.kernel { word } else { "ignored" };
        let cluster = |word| if chip.clusters { word } else { "suppressed" };
        let mut add = |name, word, value: Option<String>| outcomes.extend(value.map(|value| (name, (word, value))));
        let text = |[x, y, z]: Dims| format!("{x}, {y}, {z}");
        add("nvvm.kernel", "carried", contract.kernel.then(|| "set".to_owned()));
        let bound = if contract.reqntid.is_some() { "implied" } else { "carried" };
        add("nvvm.maxntid", here(bound), contract.maxntid.map(text));
        add("nvvm.reqntid", "carried", contract.reqntid.map(text));
        add("nvvm.cluster_dim", cluster("carried"), contract.cluster_dim.map(text));
        add("nvvm.minctasm", here(self.floor(chip)), contract.minctasm.map(|ctas| ctas.to_string()));
        let cap = if contract.maxnreg > Some(255) { "ignored" } else { "folded" };
        add("nvvm.maxnreg", here(cap), contract.maxnreg.map(|registers| registers.to_string()));
        let rank = if contract.cluster_dim.is_some() { "implied" } else { "carried" };
        add("nvvm.maxclusterrank", cluster(rank), contract.maxclusterrank.map(|rank| rank.to_string()));
        add("nvvm.blocksareclusters", cluster("carried"), contract.blocks_are_clusters.then(|| "set".to_owned()));
        let indices: Vec<String> = contract.grid_constant.iter().map(usize::to_string).collect();
        add("nvvm.grid_constant", "hidden", (!indices.is_empty()).then(|| indices.join(", ")));
        outcomes
    }

    fn floor(&self, chip: Chip) -> &'static str {
        let contract = &self.contract;
        let (Some(ctas), Some(block)) = (contract.minctasm, contract.reqntid.or(contract.maxntid)) else {
            return "ignored";
        };
        let threads = product(block).next_multiple_of(32);
        if ctas > chip.ctas_per_sm || ctas * threads > chip.threads_per_sm { "ignored" } else { "folded" }
    }

    /// The attributes that cuobjdump must show, with their values.
    pub fn attributes(&self, chip: Chip) -> BTreeMap<&'static str, Vec<u32>> {
        let contract = &self.contract;
        let mut attributes = BTreeMap::new();
        let bound = contract.maxntid.filter(|_| contract.reqntid.is_none());
        attributes.extend(bound.map(|bound| ("EIATTR_MAX_THREADS", bound.to_vec())));
        attributes.extend(contract.reqntid.map(|exact| ("EIATTR_REQNTID", exact.to_vec())));
        if let Some(cluster) = contract.cluster_dim.filter(|_| chip.clusters) {
            attributes.insert("EIATTR_CTA_PER_CLUSTER", cluster.to_vec());
            attributes.insert("EIATTR_EXPLICIT_CLUSTER", Vec::new());
        }
        let rank = contract.maxclusterrank.filter(|_| chip.clusters && contract.cluster_dim.is_none());
        attributes.extend(rank.map(|rank| ("EIATTR_MAX_CLUSTER_RANK", vec![rank])));
        if contract.blocks_are_clusters && chip.clusters {
            attributes.insert("EIATTR_BLOCKS_ARE_CLUSTERS", Vec::new());
        }
        attributes
    }

    pub const fn is_kernel(&self) -> bool {
        self.contract.kernel
    }

    /// The pairs of its tuples, in any order.
    fn pairs(&self, rng: &mut Rng) -> Vec<String> {
        let contract = &self.contract;
        let mut pairs = Vec::new();
        for axes in contract.axes() {
            let before = pairs.len();
            for (key, size) in &axes {
                // The default size is 1.
                if *size != 1 || rng.percent(50) {
                    pairs.push(format!("!\"{key}\", i32 {size}"));
                }
            }
            if pairs.len() == before {
                let [(key, size), ..] = axes;
                pairs.push(format!("!\"{key}\", i32 {size}"));
            }
        }
        let rank = rng.pick(&["maxclusterrank", "cluster_max_blocks"]);
        for (key, value) in contract.scalars() {
            let key = if key == "maxclusterrank" { rank } else { key };
            pairs.extend(value.map(|value| format!("!\"{key}\", {} {value}", rng.pick(&["i32", "i64"]))));
        }
        pairs.extend(contract.kernel.then(|| "!\"kernel\", i32 1".to_owned()));
        pairs.extend(contract.blocks_are_clusters.then(|| "!\"blocksareclusters\", i32 1".to_owned()));
        if !contract.grid_constant.is_empty() {
            let indices: Vec<String> = contract.grid_constant.iter().map(|index| format!("i32 {index}")).collect();
            pairs.push(format!("!\"grid_constant\", !{{{}}}", indices.join(", ")));
        }
        rng.shuffle(&mut pairs);
        pairs
    }
}

/// LLVM IR with legacy tuples, those of all functions mixed.
pub fn write(rng: &mut Rng, functions: &[Function]) -> String {
    let mut text = "target triple = \"nvptx64-nvidia-cuda\"\n%pair = type { i32, float }\n".to_owned();
    let mut tuples = Vec::new();
    for function in functions {
        writeln!(text, "define void @{}({}) {{ ret void }}", function.name, function.parameters.join(", "))
            .expect("it is");
        for pairs in function.pairs(rng).chunks(1 + rng.below(4)) {
            tuples.push(format!("!{{ptr @{}, {}}}", function.name, pairs.join(", ")));
        }
    }
    rng.shuffle(&mut tuples);
    let list: Vec<String> = (0..tuples.len()).map(|number| format!("!{number}")).collect();
    writeln!(text, "!nvvm.annotations = !{{{}}}", list.join(", ")).expect("a string takes any text");
    for (number, tuple) in tuples.iter().enumerate() {
        writeln!(text, "!{number} = {tuple}").expect("a string takes any text");
    }
    text
}
