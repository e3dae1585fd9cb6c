//! The ELF format of a cubin: its sections, symbols and flags.

use std::collections::{BTreeSet, HashMap, HashSet};

use object::elf::{self, ELFCLASS64, ELFDATA2LSB, ELFMAG, FileHeader64, SectionHeader64, Sym64};
use object::read::elf::{FileHeader, NoteIterator, SectionHeader, SectionTable, Sym};
use object::{LittleEndian, SectionIndex, SymbolIndex};

use tileiras_contract::names::is_known_code;
use tileiras_contract::{FactSet, StatedFact};

use super::attributes::{Attribute, for_each};
use super::notes::{self, TOOL_INFO};
use super::{Arch, Cubin, CubinError, Kernel, Stack};

type ElfHeader = FileHeader64<LittleEndian>;
type Section = SectionHeader64<LittleEndian>;

pub(super) const LE: LittleEndian = LittleEndian;

/// The machine CUDA.
const MACHINE: u16 = elf::EM_CUDA;

/// `EI_OSABI` of CUDA 12 and before: the number of the architecture is the low byte of the flags.
const ABI_12: u8 = 0x33;

/// `EI_OSABI` of CUDA 13, and of CUDA 12 for sm_100 and later: the number is the second byte of the flags.
const ABI_13: u8 = 0x41;

/// The flag of code for one architecture only, in each ABI. CUDA 13 does not set it and has [`compat::SPECIFIC`]
/// instead.
const SPECIFIC_12: u32 = 0x800;
const SPECIFIC_13: u32 = 0x8;

/// The type of `.nv.info` and `.nv.info.<kernel>`.
const INFO: u32 = elf::SHT_LOPROC;

/// The type of `.nv.compat`.
const COMPAT: u32 = elf::SHT_LOPROC + 0x86;

/// The types of `.nv.global` and `.nv.shared.<kernel>` in a relocatable cubin. Such a section has a size and no bytes,
/// as one of type NOBITS.
const GLOBAL: u32 = elf::SHT_LOPROC + 0x7;
const SHARED: u32 = elf::SHT_LOPROC + 0xa;

/// The number of the first architecture for which `.nv.shared.<kernel>` includes what the system reserves, and its size
/// in bytes (measured: 12.9, 13.5).
pub(super) const FIRST_WITH_RESERVED_SHARED: u16 = 90;
pub(super) const RESERVED_SHARED: u64 = 1024;

/// The value of MIN_STACK_SIZE if the size is not known.
const UNKNOWN_STACK: u32 = u32::MAX;

/// Where the flags of the section of the code have the number of barriers, if there is no NUM_BARRIERS (measured:
/// 12.9).
const BARRIERS_SHIFT: u32 = 20;
const BARRIERS_MASK: u64 = 0x7f;

/// The kind of a note in ANNOTATIONS for an instruction that spills a register or loads a spilled one.
const SPILL: u32 = 1;

/// The bit in `st_other` that makes a function an entry, STO_CUDA_ENTRY.
const ENTRY: u8 = 0x10;

const FILE_INFO: &str = ".nv.info";
const KERNEL_INFO: &str = ".nv.info.";
const KERNEL_SHARED: &str = ".nv.shared.";
const KERNEL_LOCAL: &str = ".nv.local.";
const TOOL_NOTES: &str = ".note.nv.tkinfo";

/// The codes in `.nv.info` and `.nv.info.<kernel>`.
mod info {
    pub const MAX_THREADS: u8 = 0x05;
    pub const REQNTID: u8 = 0x10;
    pub const FRAME_SIZE: u8 = 0x11;
    pub const MIN_STACK_SIZE: u8 = 0x12;
    pub const CBANK_PARAM_SIZE: u8 = 0x19;
    pub const MAXREG_COUNT: u8 = 0x1b;
    pub const REGCOUNT: u8 = 0x2f;
    pub const CTA_PER_CLUSTER: u8 = 0x3d;
    pub const EXPLICIT_CLUSTER: u8 = 0x3e;
    pub const MAX_CLUSTER_RANK: u8 = 0x3f;
    pub const NUM_BARRIERS: u8 = 0x4c;
    pub const ANNOTATIONS: u8 = 0x55;
    pub const BLOCKS_ARE_CLUSTERS: u8 = 0x5b;
    pub const MIN_PER_CTA_MEMORY_SIZE: u8 = 0x64;
}

/// The codes in `.nv.compat`.
mod compat {
    pub const SPECIFIC: u8 = 0x09;
}

/// Reads a whole file.
pub(super) fn read(bytes: &[u8]) -> Result<Cubin, CubinError> {
    let header = header(bytes)?;
    let sections = header.sections(LE, bytes).map_err(malformed("section table"))?;
    // Not read, but it is the last part of a cubin: if it is missing, the file is cut off.
    header.program_headers(LE, bytes).map_err(malformed("segment table"))?;
    let known = KnownSections::of(&sections, bytes)?;
    let mut arch = arch(header)?;
    if let Some(section) = known.compat {
        for_each(".nv.compat", data(section, bytes)?, |attribute| {
            arch.specific |= attribute.code == compat::SPECIFIC && attribute.byte("the architecture flag")? != 0;
            Ok(())
        })?;
    }
    let relocatable = header.e_type(LE) == elf::ET_REL;
    let sizes = FunctionSizes::read(&known, bytes)?;
    let kernels = kernels(&sections, &known, &sizes, bytes)?;
    Ok(Cubin { arch, relocatable, tools: known.tools(bytes)?, min_cta_memory: sizes.min_cta_memory, kernels })
}

pub(super) fn malformed(part: &'static str) -> impl Fn(object::read::Error) -> CubinError {
    move |error| CubinError::Malformed { part, reason: error.to_string() }
}

pub(super) fn header(bytes: &[u8]) -> Result<&ElfHeader, CubinError> {
    if bytes.is_empty() {
        return Err(CubinError::Empty);
    }
    if bytes.starts_with(&super::FATBIN_MAGIC) {
        return Err(CubinError::FatBinary);
    }
    if !bytes.starts_with(&ELFMAG) {
        return Err(CubinError::NotElf);
    }
    match bytes {
        [_, _, _, _, ELFCLASS64, ELFDATA2LSB, ..] => {}
        [_, _, _, _, _, _, ..] => return Err(CubinError::NotElf64),
        _ => return Err(CubinError::NotElf),
    }
    let header = ElfHeader::parse(bytes).map_err(malformed("ELF header"))?;
    match header.e_machine(LE) {
        MACHINE => Ok(header),
        machine => Err(CubinError::NotCuda { machine }),
    }
}

fn arch(header: &ElfHeader) -> Result<Arch, CubinError> {
    let flags = header.e_flags(LE);
    let (shift, specific) = match header.e_ident().os_abi {
        ABI_12 => (0, SPECIFIC_12),
        ABI_13 => (8, SPECIFIC_13),
        abi => return Err(CubinError::UnknownAbi { abi }),
    };
    Ok(Arch { number: (flags >> shift & 0xff) as u16, specific: flags & specific != 0 })
}

fn data<'a>(section: &Section, bytes: &'a [u8]) -> Result<&'a [u8], CubinError> {
    section.data(LE, bytes).map_err(malformed("section"))
}

/// The sections that are read, by kind.
#[derive(Default)]
struct KnownSections<'a> {
    file_info: Option<&'a Section>,
    compat: Option<&'a Section>,
    notes: Vec<&'a Section>,
    /// The sections `.nv.info.<function>` with their names, by the index of the section of the code, which is their
    /// `sh_info`. A name is not unique: `nvlink` keeps the local functions of each object (measured: 13.5).
    info: HashMap<usize, (&'a [u8], &'a Section)>,
    /// The sizes of the sections `.nv.shared.<kernel>` in bytes, by the index of the section of the code.
    shared: HashMap<usize, u64>,
    /// The same of the sections `.nv.local.<kernel>`.
    local: HashMap<usize, u64>,
}

impl<'a> KnownSections<'a> {
    /// Finds them. Checks that sections whose bytes are read do not overlap, so that no byte is read twice.
    fn of(sections: &SectionTable<'a, ElfHeader>, bytes: &'a [u8]) -> Result<Self, CubinError> {
        let mut known = KnownSections::default();
        let mut ranges = Vec::new();
        let mut budget = NameBudget::new(bytes);
        for section in sections.iter() {
            let name = sections.section_name(LE, section).map_err(malformed("section name"))?;
            budget.spend(name)?;
            let end = section.file_range(LE).map(|(offset, size)| offset.saturating_add(size));
            let kind = section.sh_type(LE);
            if !matches!(kind, GLOBAL | SHARED) && end.is_some_and(|end| end > bytes.len() as u64) {
                let reason = format!("'{}' runs beyond the end of the file", lossy(name));
                return Err(CubinError::Malformed { part: "section", reason });
            }
            if !known.add(kind, name, section) {
                return Err(CubinError::DuplicateSection { name: lossy(name) });
            }
            if matches!(kind, INFO | COMPAT | elf::SHT_NOTE | elf::SHT_SYMTAB | elf::SHT_STRTAB) {
                ranges.extend(section.file_range(LE).filter(|(_, size)| *size > 0).map(|range| (range, name)));
            }
        }
        ranges.sort_unstable();
        for pair in ranges.windows(2) {
            let [((offset, size), first), ((next, _), second)] = pair else { continue };
            if offset.saturating_add(*size) > *next {
                return Err(CubinError::Overlap { first: lossy(first), second: lossy(second) });
            }
        }
        Ok(known)
    }

    /// Adds one section. Returns false if there is another one of its kind for the same code.
    fn add(&mut self, kind: u32, name: &'a [u8], section: &'a Section) -> bool {
        let code = section.sh_info(LE) as usize;
        if kind == INFO && name == FILE_INFO.as_bytes() {
            self.file_info.replace(section).is_none()
        } else if kind == INFO && name.starts_with(KERNEL_INFO.as_bytes()) {
            self.info.insert(code, (name, section)).is_none()
        } else if kind == COMPAT {
            self.compat.replace(section).is_none()
        } else if kind == elf::SHT_NOTE && name == TOOL_NOTES.as_bytes() {
            self.notes.push(section);
            true
        } else if name.starts_with(KERNEL_SHARED.as_bytes()) && code != 0 {
            // `.nv.shared.reserved.0` belongs to no kernel.
            self.shared.insert(code, section.sh_size(LE)).is_none()
        } else if name.starts_with(KERNEL_LOCAL.as_bytes()) && code != 0 {
            self.local.insert(code, section.sh_size(LE)).is_none()
        } else {
            true
        }
    }

    fn tools(&self, bytes: &[u8]) -> Result<Vec<super::Tool>, CubinError> {
        let mut tools = Vec::new();
        for section in &self.notes {
            let data = data(section, bytes)?;
            let mut notes = NoteIterator::<ElfHeader>::new(LE, 4, data).map_err(malformed("note"))?;
            while let Some(note) = notes.next().map_err(malformed("note"))? {
                if note.n_type(LE) == TOOL_INFO {
                    tools.extend(notes::tool(note.desc()));
                }
            }
        }
        Ok(tools)
    }
}

/// The number of bytes of names that can still be read. Names in a table can share their ends, so that the names of a
/// small hostile file can be much longer than the file. A real file has each name once.
pub(super) struct NameBudget(usize);

impl NameBudget {
    pub(super) fn new(bytes: &[u8]) -> Self {
        NameBudget(bytes.len().saturating_mul(4))
    }

    pub(super) fn spend(&mut self, name: &[u8]) -> Result<(), CubinError> {
        let left = self.0.checked_sub(name.len());
        let reason = || "the names are longer than the file".to_owned();
        self.0 = left.ok_or_else(|| CubinError::Malformed { part: "string table", reason: reason() })?;
        Ok(())
    }
}

pub(super) fn lossy(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

fn kernels(
    sections: &SectionTable<'_, ElfHeader>,
    known: &KnownSections<'_>,
    sizes: &FunctionSizes,
    bytes: &[u8],
) -> Result<Vec<Kernel>, CubinError> {
    let symbols = sections.symbols(LE, bytes, elf::SHT_SYMTAB).map_err(malformed("symbol table"))?;
    let mut kernels = Vec::new();
    let (mut seen, mut claimed) = (HashSet::new(), HashSet::new());
    let is_entry_at = |index: u32| symbols.symbol(SymbolIndex(index as usize)).is_ok_and(is_entry);
    // What is about no function, or about one that kernels call, can be about each kernel.
    let is_of_all = |&&(of, _): &&(Option<u32>, u8)| of.is_none_or(|of| !is_entry_at(of));
    let unknown_of_all: BTreeSet<u8> = sizes.unknown.iter().filter(is_of_all).map(|&(_, code)| code).collect();
    let mut budget = NameBudget::new(bytes);
    for (symbol_index, symbol) in symbols.enumerate().filter(|(_, symbol)| is_entry(symbol)) {
        let bytes_of_name = symbols.symbol_name(LE, symbol).map_err(malformed("symbol name"))?;
        budget.spend(bytes_of_name)?;
        let not_text = |_| CubinError::KernelName { index: symbol_index.0, name: bytes_of_name.to_owned() };
        let name = str::from_utf8(bytes_of_name).map_err(not_text)?;
        if !seen.insert(name) {
            return Err(CubinError::DuplicateKernel { name: name.to_owned() });
        }
        let facts = FactSet::from_iter([StatedFact::Kernel]);
        let mut kernel = Kernel { name: name.to_owned(), facts, ..Kernel::default() };
        let code = symbols.symbol_section(LE, symbol, symbol_index).map_err(malformed("symbol"))?;
        // `ptxas` writes the index 0xfff2 as it is, which ELF reserves for SHN_COMMON (measured: 13.5, 22,500 kernels).
        let code = code.map_or(usize::from(symbol.st_shndx(LE)), |section| section.0);
        // `ptxas` writes one for every kernel (measured: 13.5).
        let Some((section, header)) = known.info.get(&code) else {
            let reason = format!("the kernel '{name}' has no section '{KERNEL_INFO}{name}'");
            return Err(CubinError::Malformed { part: "section", reason });
        };
        if section.strip_prefix(KERNEL_INFO.as_bytes()) != Some(bytes_of_name) {
            let reason = format!("'{}' belongs to the kernel '{name}'", lossy(section));
            return Err(CubinError::Malformed { part: "section", reason });
        }
        launch_attributes(&mut kernel, &lossy(section), data(header, bytes)?)?;
        claimed.insert(code);
        kernel.internal = symbol.st_bind() == elf::STB_LOCAL;
        if let Ok(symbol) = u32::try_from(symbol_index.0) {
            let own = sizes.unknown.range((Some(symbol), 0)..=(Some(symbol), u8::MAX)).map(|&(_, code)| code);
            own.chain(unknown_of_all.iter().copied()).for_each(|code| add_unknown(&mut kernel, code));
            kernel.registers = sizes.registers.get(&symbol).copied();
            kernel.frame_bytes = sizes.frames.get(&symbol).copied();
            kernel.stack = sizes.stacks.get(&symbol).map(|bytes| match *bytes {
                UNKNOWN_STACK => Stack::Unknown,
                bytes => Stack::Bytes(bytes),
            });
        }
        let flags = sections.section(SectionIndex(code)).map_or(0, |section| section.sh_flags(LE));
        let barriers = (flags >> BARRIERS_SHIFT & BARRIERS_MASK) as u8; // 7 bits
        kernel.barriers = kernel.barriers.or((barriers > 0).then_some(barriers));
        kernel.shared_bytes = known.shared.get(&code).copied();
        kernel.local_bytes = known.local.get(&code).copied();
        kernels.push(kernel);
    }
    let mut unclaimed: Vec<_> = known.info.iter().filter(|(code, _)| !claimed.contains(code)).collect();
    unclaimed.sort_unstable_by_key(|(code, _)| **code);
    for (_, (section, header)) in unclaimed {
        // `ptxas` writes a cap of registers for every kernel, and for no other function (measured: 13.5, sm_75 to
        // sm_100).
        let mut unnamed = Kernel::default();
        launch_attributes(&mut unnamed, &lossy(section), data(header, bytes)?)?;
        if unnamed.max_registers.is_some() {
            let reason = format!("'{}' belongs to a kernel that the symbol table does not have", lossy(section));
            return Err(CubinError::Malformed { part: "symbol table", reason });
        }
    }
    Ok(kernels)
}

/// Whether a symbol is a defined function that can be launched.
fn is_entry(symbol: &Sym64<LittleEndian>) -> bool {
    symbol.st_type() == elf::STT_FUNC && symbol.st_other() & ENTRY != 0 && !symbol.is_undefined(LE)
}

/// The sizes in the file's own `.nv.info`, by the index of the symbol of the function.
#[derive(Default)]
struct FunctionSizes {
    registers: HashMap<u32, u32>,
    frames: HashMap<u32, u32>,
    stacks: HashMap<u32, u32>,
    /// The least shared memory of a CTA, of all kernels.
    min_cta_memory: Option<u32>,
    /// The attributes with a code that is not known: the first word, which is the symbol of a function in those of this
    /// section that are known, and the code.
    unknown: BTreeSet<(Option<u32>, u8)>,
}

impl FunctionSizes {
    fn read(known: &KnownSections<'_>, bytes: &[u8]) -> Result<Self, CubinError> {
        let mut sizes = Self::default();
        let Some(section) = known.file_info else { return Ok(sizes) };
        for_each(FILE_INFO, data(section, bytes)?, |attribute| {
            let (name, found) = match attribute.code {
                info::REGCOUNT => ("REGCOUNT", &mut sizes.registers),
                info::FRAME_SIZE => ("FRAME_SIZE", &mut sizes.frames),
                info::MIN_STACK_SIZE => ("MIN_STACK_SIZE", &mut sizes.stacks),
                info::MIN_PER_CTA_MEMORY_SIZE => {
                    let name = "MIN_PER_CTA_MEMORY_SIZE";
                    let [bytes] = attribute.words(name)?;
                    return attribute.store(name, &mut sizes.min_cta_memory, bytes);
                }
                code => {
                    sizes.unknown.extend((!is_known_code(code)).then(|| (attribute.first_word(), code)));
                    return Ok(());
                }
            };
            let [symbol, size] = attribute.words(name)?;
            found.insert(symbol, size);
            Ok(())
        })?;
        Ok(sizes)
    }
}

fn add_unknown(kernel: &mut Kernel, code: u8) {
    if let Err(position) = kernel.unknown.binary_search(&code) {
        kernel.unknown.insert(position, code);
    }
}

fn launch_attributes(kernel: &mut Kernel, section: &str, bytes: &[u8]) -> Result<(), CubinError> {
    let (mut max_threads, mut reqntid, mut cluster, mut rank) = (None, None, None, None);
    let (mut explicit, mut blocks_are_clusters) = (None, None);
    let dims = |attribute: &Attribute<'_>, name, found: &mut Option<[u32; 3]>| {
        let sizes = attribute.words(name)?;
        attribute.store(name, found, sizes)
    };
    for_each(section, bytes, |attribute| match attribute.code {
        info::MAX_THREADS => dims(&attribute, "MAX_THREADS", &mut max_threads),
        info::REQNTID => dims(&attribute, "REQNTID", &mut reqntid),
        info::CTA_PER_CLUSTER => dims(&attribute, "CTA_PER_CLUSTER", &mut cluster),
        info::EXPLICIT_CLUSTER => {
            let name = "EXPLICIT_CLUSTER";
            attribute.store(name, &mut explicit, attribute.flag(name)?)
        }
        info::BLOCKS_ARE_CLUSTERS => {
            let name = "BLOCKS_ARE_CLUSTERS";
            attribute.store(name, &mut blocks_are_clusters, attribute.flag(name)?)
        }
        info::MAX_CLUSTER_RANK => {
            let name = "MAX_CLUSTER_RANK";
            attribute.store(name, &mut rank, attribute.words::<1>(name)?)
        }
        info::MAXREG_COUNT => {
            let name = "MAXREG_COUNT";
            attribute.store(name, &mut kernel.max_registers, attribute.half(name)?)
        }
        info::NUM_BARRIERS => {
            let name = "NUM_BARRIERS";
            attribute.store(name, &mut kernel.barriers, attribute.byte(name)?)
        }
        info::ANNOTATIONS => {
            // Notes of two words, a kind and an offset in the code. No other kind is known.
            let notes = attribute.pairs("ANNOTATIONS")?;
            let spills = notes.filter(|[kind, _]| *kind == SPILL).count();
            let found = kernel.spill_instructions.unwrap_or_default();
            kernel.spill_instructions = Some(found.saturating_add(u32::try_from(spills).unwrap_or(u32::MAX)));
            Ok(())
        }
        info::CBANK_PARAM_SIZE => {
            let name = "CBANK_PARAM_SIZE";
            attribute.store(name, &mut kernel.param_bytes, attribute.half(name)?)
        }
        code => {
            if !is_known_code(code) {
                add_unknown(kernel, code);
            }
            Ok(())
        }
    })?;
    let found = [
        max_threads.map(StatedFact::MaxNTid),
        reqntid.map(StatedFact::ReqNTid),
        cluster.map(StatedFact::ClusterDim),
        // A shape implies it.
        explicit.filter(|()| cluster.is_none()).map(|()| StatedFact::ExplicitCluster),
        rank.map(|[rank]| StatedFact::MaxClusterRank(rank)),
        blocks_are_clusters.map(|()| StatedFact::BlocksAreClusters),
    ];
    kernel.facts.extend(found.into_iter().flatten());
    kernel.explicit_cluster = explicit.is_some();
    Ok(())
}
