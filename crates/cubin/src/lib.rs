//! Reads the launch attributes of the kernels of a cubin.
//!
//! Accepts the bytes of a cubin as `ptxas`, `nvlink` and `tileiras` write it: an ELF file of 64 bits for the machine CUDA, of
//! the ABI of CUDA 12 or 13, an executable or a relocatable object. Guarantees that every entry of the symbol table is one
//! [`Kernel`], in the order of the table, with every launch attribute of its section `.nv.info.<kernel>`; that nothing
//! panics; and that the work is linear in the size of the file. Refuses anything else with a [`CubinError`] that names the
//! section and the place: a file of another kind, one that is cut off, a section that overlaps another, an attribute of the
//! wrong size, one that is stated twice.
//!
//! Leaves out on purpose: fat binaries (`cuobjdump -xelf all` takes them apart), code, debug information, and the twins
//! `.nv.merc.*` of the sections, which say the same again (measured: sm_100 and later). The codes of the attributes and their
//! formats are measured against `cuobjdump -elf`.

mod attributes;
mod elf;
mod notes;

use serde::Serialize;
use tileiras_target::Chip;

pub use attributes::{AttributeError, Format};
use tileiras_contract::FactSet;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, Stage};
use tileiras_target::Target;

/// The kernels of a cubin, and what made it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Cubin {
    /// What the code is for.
    pub arch: Arch,
    /// The programs that made it, the last one first.
    pub tools: Vec<Tool>,
    /// The kernels, in the order of the symbol table.
    pub kernels: Vec<Kernel>,
}

/// The architecture of a cubin.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize)]
pub struct Arch {
    /// The number: 90 of `sm_90a`.
    pub number: u16,
    /// Whether the code is for this architecture alone: suffix `a`. Nothing but the command line tells suffix `f` from
    /// none (measured).
    pub specific: bool,
}

/// One program that had a hand in a cubin: a note in `.note.nv.tkinfo`.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Tool {
    /// Its name, such as `ptxas`.
    pub name: String,
    /// Its version, such as `Cuda compilation tools, release 13.5, V13.5.37`.
    pub version: String,
    /// Its arguments, without the files (measured: with `-g`, the names of the files without their folders).
    pub arguments: String,
}

/// One kernel of a cubin: an entry of the symbol table, and its attributes.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize)]
pub struct Kernel {
    /// The symbol.
    pub name: String,
    /// The facts that have an attribute of their own: `.maxntid` (EIATTR_MAX_THREADS), `.reqntid` (EIATTR_REQNTID),
    /// `.reqnctapercluster` (EIATTR_CTA_PER_CLUSTER), `.maxclusterrank` (EIATTR_MAX_CLUSTER_RANK), `.blocksareclusters`
    /// (EIATTR_BLOCKS_ARE_CLUSTERS).
    pub facts: FactSet,
    /// `.explicitcluster`: EIATTR_EXPLICIT_CLUSTER.
    pub explicit_cluster: bool,
    /// What `.maxnreg`, `.minnctapersm` and the block shape come to: EIATTR_MAXREG_COUNT, in registers per thread.
    pub max_registers: Option<u16>,
    /// Registers per thread that the code uses: EIATTR_REGCOUNT of the file's own `.nv.info`.
    pub registers: Option<u32>,
    /// Bytes of parameters: EIATTR_CBANK_PARAM_SIZE.
    pub param_bytes: Option<u16>,
    /// Bytes of static shared memory: the size of `.nv.shared.<kernel>`, which from sm_90 on counts the 1 KiB that the
    /// system keeps for itself, except in a relocatable object (measured).
    pub shared_bytes: Option<u64>,
}

/// Why a file is not read as a cubin.
#[derive(Debug, thiserror::Error)]
pub enum CubinError {
    /// No bytes at all.
    #[error("the file is empty")]
    Empty,
    /// A container of cubins.
    #[error("the file is a fat binary, not a cubin; 'cuobjdump -xelf all' extracts the cubins")]
    FatBinary,
    /// No ELF file.
    #[error("the file is no ELF file, so no cubin")]
    NotElf,
    /// An ELF file of 32 bits, or of the other byte order.
    #[error("the file is no ELF file of 64 bits and little endian, so no cubin")]
    NotElf64,
    /// An ELF file for some other machine.
    #[error("the file is an ELF file for machine {machine}, a cubin is one for machine 190 (CUDA)")]
    NotCuda {
        /// `e_machine`.
        machine: u16,
    },
    /// An ABI whose flags mean something else.
    #[error("unknown cubin ABI {abi:#x}, the known ones are 0x33 (CUDA 12) and 0x41 (CUDA 13)")]
    UnknownAbi {
        /// `EI_OSABI`.
        abi: u8,
    },
    /// A table of the file that is out of bounds or inconsistent.
    #[error("malformed {part}: {reason}")]
    Malformed {
        /// Which one.
        part: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// Two sections with a name that only one can have.
    #[error("two sections are named '{name}'")]
    DuplicateSection {
        /// The name.
        name: String,
    },
    /// Two sections that share bytes.
    #[error("sections '{first}' and '{second}' overlap")]
    Overlap {
        /// The one that begins first.
        first: String,
        /// The other.
        second: String,
    },
    /// Two entries of one name.
    #[error("two kernels are named '{name}'")]
    DuplicateKernel {
        /// The name.
        name: String,
    },
    /// An entry whose name is no text.
    #[error("the name of kernel {index} is not UTF-8: '{}'", name.escape_ascii())]
    KernelName {
        /// The index in the symbol table.
        index: usize,
        /// The name.
        name: Vec<u8>,
    },
    /// A section of attributes that cannot be read.
    #[error("section '{section}', offset {offset:#x}: {fault}")]
    Attribute {
        /// The name of the section.
        section: String,
        /// The offset of the attribute in the section, in bytes.
        offset: usize,
        /// What is wrong with it.
        fault: AttributeError,
    },
}

impl Cubin {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`CubinError`] for anything that is not a whole cubin.
    pub fn read(bytes: &[u8]) -> Result<Cubin, CubinError> {
        elf::read(bytes)
    }

    /// The kernel of that name.
    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }

    /// The chip that the code is for, if it is a known one. Suffix `f` reads as none.
    pub fn chip(&self) -> Option<Chip> {
        Chip::parse(&self.arch.to_string()).ok()
    }
}

/// `sm_90a`.
impl std::fmt::Display for Arch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "sm_{}{}", self.number, if self.specific { "a" } else { "" })
    }
}

impl From<&Cubin> for Snapshot {
    fn from(cubin: &Cubin) -> Self {
        let target = Target { chip: cubin.chip(), ptx: None };
        Snapshot { stage: Stage::Cubin, target, functions: cubin.kernels.iter().map(FunctionSnapshot::from).collect() }
    }
}

impl From<&Kernel> for FunctionSnapshot {
    fn from(kernel: &Kernel) -> Self {
        FunctionSnapshot {
            facts: kernel.facts.clone(),
            explicit_cluster: Some(kernel.explicit_cluster),
            register_cap: kernel.max_registers.map(u32::from),
            ..FunctionSnapshot::new(kernel.name.clone())
        }
    }
}
