//! The kernels that are launched.
//!
//! Each combination of facts about the block and about the cluster is a kernel that returns at once. A few more differ
//! in what they use: registers, static shared memory. None has parameters, and none uses memory but its own shared
//! memory, so that every launch that the driver accepts is harmless.

use std::fmt::Write;

use tileiras_contract::{FactSet, StatedFact};
use tileiras_ptx::directives;
use tileiras_target::{Chip, PtxVersion, Target};

/// `.blocksareclusters` needs PTX 9.0.
const PTX: &str = "9.0";

/// A kernel.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Kernel {
    /// Its name: its directives, and what it uses.
    pub name: String,
    /// What its header states.
    pub facts: FactSet,
    /// Words of shared memory that it loads, each into a register of its own, before it stores them.
    words: u32,
    /// Bytes of static shared memory.
    shared: u32,
}

impl Kernel {
    fn new(chip: Chip, facts: impl IntoIterator<Item = StatedFact>) -> Self {
        let mut facts: FactSet = facts.into_iter().collect();
        facts.insert(StatedFact::Kernel);
        let text = directives(&facts, Target { chip: Some(chip), ptx: None });
        let text: Vec<_> = text.iter().map(ToString::to_string).collect();
        let is_sign = |sign: char| !sign.is_ascii_alphanumeric();
        let words = text.iter().flat_map(|text| text.split(is_sign)).filter(|word| !word.is_empty());
        let name: Vec<_> = std::iter::once("k").chain(words).collect();
        Self { name: name.join("_"), facts, words: 0, shared: 0 }
    }

    /// The same kernel with a body that uses about so many registers, and so many bytes of static shared memory.
    fn using(self, words: u32, shared: u32) -> Self {
        let name = format!("{}_uses_{words}_{shared}", self.name);
        Self { name, words, shared: shared.max(words * 4), ..self }
    }

    /// Its text.
    fn ptx(&self, chip: Chip) -> String {
        let mut text = format!(".visible .entry {}()\n", self.name);
        for directive in directives(&self.facts, Target { chip: Some(chip), ptx: None }) {
            let _ = writeln!(text, "{directive}"); // a string can be written to
        }
        text += "{\n";
        if self.words > 0 {
            let _ = writeln!(text, ".reg .b32 %r<{}>;\n.shared .align 4 .b8 memory[{}];", self.words, self.shared);
        }
        // Volatile accesses keep their order, so that all words are in registers between the loads and the stores.
        for word in 0..self.words {
            let _ = writeln!(text, "ld.volatile.shared.b32 %r{word}, [memory+{}];", word * 4);
        }
        for word in 0..self.words {
            let _ = writeln!(text, "st.volatile.shared.b32 [memory+{}], %r{word};", (self.words - 1 - word) * 4);
        }
        text + "ret;\n}\n"
    }
}

/// The kernels for a chip.
pub fn all(chip: Chip) -> Vec<Kernel> {
    let blocks = [
        vec![],
        vec![StatedFact::MaxNTid([64, 1, 1])],
        vec![StatedFact::MaxNTid([16, 8, 2])],
        vec![StatedFact::ReqNTid([128, 1, 1])],
        vec![StatedFact::ReqNTid([32, 2, 2])],
    ];
    let clusters = [
        vec![],
        vec![StatedFact::ClusterDim([2, 1, 1])],
        vec![StatedFact::ClusterDim([2, 2, 1])],
        vec![StatedFact::ClusterDim([16, 1, 1])],
        vec![StatedFact::MaxClusterRank(2)],
        vec![StatedFact::ExplicitCluster],
    ];
    // Without clusters, the directives are not printed, and the kernels would be the same.
    let clusters = if chip.has_clusters() { &clusters[..] } else { &clusters[..1] };
    let mut kernels = Vec::new();
    for block in &blocks {
        for cluster in clusters {
            let facts = [&block[..], cluster].concat();
            let is_exact = matches!(block[..], [StatedFact::ReqNTid(_)]);
            if is_exact && matches!(cluster[..], [StatedFact::ClusterDim(_)]) {
                let counted = facts.iter().cloned().chain([StatedFact::BlocksAreClusters]);
                kernels.push(Kernel::new(chip, counted));
            }
            kernels.push(Kernel::new(chip, facts));
        }
        if let [block] = &block[..] {
            let of_registers = [StatedFact::MinCtaSm(32), StatedFact::MaxNReg(32)];
            kernels.extend(of_registers.map(|fact| Kernel::new(chip, [block.clone(), fact])));
        }
    }
    let of_resources = [(40, 0), (100, 0), (200, 0), (1, 1024), (1, 40 * 1024)];
    kernels.extend(of_resources.map(|(words, shared)| Kernel::new(chip, []).using(words, shared)));
    kernels
}

/// A module of these kernels.
pub fn module(kernels: &[Kernel], chip: Chip) -> String {
    let least = PtxVersion::parse(PTX).unwrap_or(chip.min_ptx()).max(chip.min_ptx());
    let header = format!(".version {least}\n.target {chip}\n.address_size 64\n");
    kernels.iter().fold(header, |text, kernel| text + &kernel.ptx(chip))
}
