//! The launch attributes of a kernel as a cubin has them. Codes are measured: ptxas 13.5.37.

use object::{Object, ObjectSection};
use tileiras_contract::{Fact, FactSet, StatedFact};

/// The launch attributes of one kernel.
#[derive(Default)]
pub struct Shown {
    /// The facts that a cubin can show.
    pub facts: FactSet,
    /// `.explicitcluster`.
    pub explicit_cluster: bool,
    /// The register bound, which replaces the facts about registers.
    pub registers: u16,
}

/// The launch attributes of the kernel of that name.
pub fn shown(cubin: &[u8], kernel: &str) -> Shown {
    let file = object::File::parse(cubin).unwrap();
    let section = file.section_by_name(&format!(".nv.info.{kernel}")).unwrap();
    let mut data = section.data().unwrap();
    let mut shown = Shown::default();
    shown.facts.insert(StatedFact::Kernel);
    while let [format, code, low, high, rest @ ..] = data {
        let value = u16::from_le_bytes([*low, *high]);
        let (words, rest) = rest.split_at(if *format == 4 { usize::from(value) } else { 0 });
        let word = |index: usize| u32::from_le_bytes(words[4 * index..][..4].try_into().unwrap());
        let dims = || [word(0), word(1), word(2)];
        match code {
            0x05 => shown.facts.insert(StatedFact::MaxNTid(dims())),
            0x10 => shown.facts.insert(StatedFact::ReqNTid(dims())),
            0x3d => shown.facts.insert(StatedFact::ClusterDim(dims())),
            0x3e => shown.explicit_cluster = true,
            0x3f => shown.facts.insert(StatedFact::MaxClusterRank(word(0))),
            0x5b => shown.facts.insert(StatedFact::BlocksAreClusters),
            0x1b => shown.registers = value,
            _ => {}
        }
        data = rest;
    }
    // A cluster shape implies it.
    if shown.explicit_cluster && !shown.facts.states(Fact::ClusterDim) {
        shown.facts.insert(StatedFact::ExplicitCluster);
    }
    shown
}
