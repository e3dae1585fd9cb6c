//! The launch attributes of a kernel as a cubin has them. Codes are measured: ptxas 13.5.37.

use object::{Object, ObjectSection};
use tileiras_ptx::LaunchFacts;

/// The facts that a cubin can show, and the register bound that it shows in place of the others.
pub fn facts(cubin: &[u8], kernel: &str) -> (LaunchFacts, u16) {
    let file = object::File::parse(cubin).unwrap();
    let section = file.section_by_name(&format!(".nv.info.{kernel}")).unwrap();
    let mut data = section.data().unwrap();
    let (mut facts, mut registers) = (LaunchFacts::default(), 0);
    while let [format, code, low, high, rest @ ..] = data {
        let value = u16::from_le_bytes([*low, *high]);
        let (words, rest) = rest.split_at(if *format == 4 { usize::from(value) } else { 0 });
        let word = |index: usize| u32::from_le_bytes(words[4 * index..][..4].try_into().unwrap());
        let sizes = || Some([word(0), word(1), word(2)]);
        match code {
            0x05 => facts.maxntid = sizes(),
            0x10 => facts.reqntid = sizes(),
            0x3d => facts.reqnctapercluster = sizes(),
            0x3e => facts.explicitcluster = true,
            0x3f => facts.maxclusterrank = Some(word(0)),
            0x5b => facts.blocksareclusters = true,
            0x1b => registers = value,
            _ => {}
        }
        data = rest;
    }
    (facts, registers)
}
