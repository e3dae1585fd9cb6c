//! Reads the launch attributes of the kernels of a cubin, and the cubins of a fat binary ([`Fatbin`]).
//!
//! Accepts the bytes of a cubin as `ptxas`, `nvlink` and `tileiras` write it: an ELF file of 64 bits for the machine
//! CUDA, of the ABI of CUDA 12 or 13, an executable or a relocatable object. Guarantees that every entry of the symbol
//! table is one [`Kernel`], in the order of the table, with every launch attribute of its section `.nv.info.<kernel>`;
//! that nothing panics; and that the time is linear in the size of the file. Refuses anything else with a
//! [`CubinError`] that names the section and the offset: a file of another kind, one that is cut off, a section that
//! overlaps another, an attribute of the wrong size, one that is stated twice, and two kernels of one name, which
//! `nvlink` writes for two internal ones.
//!
//! Leaves out on purpose: code, debug information, and the copies `.nv.merc.*` of the sections, which repeat the
//! attributes (measured: sm_100 and later). The codes of the attributes and their formats are measured against
//! `cuobjdump -elf`.

#![forbid(unsafe_code)]

/// The examples of the page of the package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod attributes;
mod elf;
mod fatbin;
mod notes;
mod undefined;

use serde::Serialize;
use tileiras_target::Chip;

pub use attributes::{AttributeError, Format};
pub use fatbin::{Fatbin, FatbinError, Image, ImageKind, MAGIC as FATBIN_MAGIC};
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, Stage};
use tileiras_contract::{FactSet, Resources};
use tileiras_target::Target;
pub use undefined::{Undefined, User, undefined};

/// The kernels of a cubin, its architecture, and the programs that wrote it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Cubin {
    /// The architecture of the code.
    pub arch: Arch,
    /// Whether it is an object for `nvlink`.
    pub relocatable: bool,
    /// The programs that wrote it, the last one first.
    pub tools: Vec<Tool>,
    /// The largest `.minperctamemory` of its kernels: EIATTR_MIN_PER_CTA_MEMORY_SIZE of the file's own `.nv.info`. What
    /// each kernel states is not in a cubin (measured: 13.5).
    pub min_cta_memory: Option<u32>,
    /// The kernels, in the order of the symbol table.
    pub kernels: Vec<Kernel>,
}

/// The architecture of a cubin.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize)]
pub struct Arch {
    /// The number: 90 of `sm_90a`.
    pub number: u16,
    /// Whether the code is for this architecture only: suffix `a`. Suffix `f` is visible only in the command line
    /// (measured).
    pub specific: bool,
}

/// One program that wrote or changed a cubin: a note in `.note.nv.tkinfo`.
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
    /// Whether the symbol is local to the file: `static` in CUDA, `internal` in LLVM.
    pub internal: bool,
    /// The facts that have an attribute of their own: `.maxntid` (EIATTR_MAX_THREADS), `.reqntid` (EIATTR_REQNTID),
    /// `.reqnctapercluster` (EIATTR_CTA_PER_CLUSTER), `.maxclusterrank` (EIATTR_MAX_CLUSTER_RANK), `.blocksareclusters`
    /// (EIATTR_BLOCKS_ARE_CLUSTERS).
    #[serde(serialize_with = "tileiras_contract::fact_set::json")]
    pub facts: FactSet,
    /// `.explicitcluster`: EIATTR_EXPLICIT_CLUSTER.
    pub explicit_cluster: bool,
    /// The register cap that results from `.maxnreg`, `.minnctapersm` and the block shape: EIATTR_MAXREG_COUNT, in
    /// registers per thread.
    pub max_registers: Option<u16>,
    /// Registers per thread that the code uses: EIATTR_REGCOUNT of the file's own `.nv.info`.
    pub registers: Option<u32>,
    /// Bytes of parameters: EIATTR_CBANK_PARAM_SIZE.
    pub param_bytes: Option<u16>,
    /// Bytes of static shared memory: the size of `.nv.shared.<kernel>`, which from sm_90 on includes the 1 KiB that
    /// the system reserves, except in a relocatable object (measured). [`Cubin::static_shared`] is without it.
    pub shared_bytes: Option<u64>,
    /// Bytes of the stack frame of the kernel itself, spilled registers included: EIATTR_FRAME_SIZE.
    pub frame_bytes: Option<u32>,
    /// Bytes of stack that the kernel and what it calls need: EIATTR_MIN_STACK_SIZE. A relocatable object does not have
    /// it.
    pub stack: Option<Stack>,
    /// Bytes of local memory outside of the stack: the size of `.nv.local.<kernel>`, which only code without the ABI
    /// has.
    pub local_bytes: Option<u64>,
    /// Named barriers, from 0 to the last that is used: EIATTR_NUM_BARRIERS, or before CUDA 13 flags of the section of
    /// the code.
    pub barriers: Option<u8>,
    /// Instructions that store a register to local memory or load it again, because there are not enough registers: the
    /// notes of kind 1 in EIATTR_ANNOTATIONS. ptxas writes none if nothing is spilled (measured: 12.9, 13.5).
    pub spill_instructions: Option<u32>,
    /// The codes of its attributes, and of those of the file that can be about it, that are neither launch facts nor
    /// known to be something else, ascending ([`tileiras_contract::names`]).
    pub unknown: Vec<u8>,
}

/// The stack of a kernel.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stack {
    /// Bytes.
    Bytes(u32),
    /// It depends on the run: the kernel calls a function that calls itself, or one that is not known.
    Unknown,
}

/// Why a file cannot be read as a cubin.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CubinError {
    /// No bytes.
    #[error("the file is empty")]
    Empty,
    /// A container of cubins.
    #[error("the file is a fat binary, which contains cubins, and not a cubin")]
    FatBinary,
    /// Not an ELF file.
    #[error("the file is not an ELF file, so it is not a cubin")]
    NotElf,
    /// An ELF file of 32 bits, or of the other byte order.
    #[error("the file is not a 64-bit little-endian ELF file, so it is not a cubin")]
    NotElf64,
    /// An ELF file for another machine.
    #[error("the file is an ELF file for machine {machine}, a cubin is one for machine 190 (CUDA)")]
    NotCuda {
        /// `e_machine`.
        machine: u16,
    },
    /// An ABI with unknown flags.
    #[error("unknown cubin ABI {abi:#x}, the known ones are 0x33 (CUDA 12) and 0x41 (CUDA 13)")]
    UnknownAbi {
        /// `EI_OSABI`.
        abi: u8,
    },
    /// A table of the file that is out of bounds or inconsistent.
    #[error("malformed {part}: {reason}")]
    Malformed {
        /// The table.
        part: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// Two sections of a kind of which a cubin, or the code of a function, has one.
    #[error("there is a second section '{name}'")]
    DuplicateSection {
        /// The name of the second one.
        name: String,
    },
    /// Two sections that share bytes.
    #[error("sections '{first}' and '{second}' overlap")]
    Overlap {
        /// The section that begins first.
        first: String,
        /// The other section.
        second: String,
    },
    /// Two entries with one name.
    #[error("two kernels are named '{name}'")]
    DuplicateKernel {
        /// The name.
        name: String,
    },
    /// An entry whose name is not UTF-8.
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
    /// ```no_run
    /// use tileiras_contract::Fact;
    /// use tileiras_cubin::Cubin;
    ///
    /// let cubin = Cubin::read(&std::fs::read("saxpy.cubin")?)?;
    /// for kernel in &cubin.kernels {
    ///     println!("{} for {}: {:?}", kernel.name, cubin.arch, kernel.facts.dims(Fact::MaxNTid));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CubinError`] for everything that is not a complete cubin. It names the part of the file:
    ///
    /// ```
    /// use tileiras_cubin::{Cubin, CubinError};
    ///
    /// let error = Cubin::read(b".version 9.0").unwrap_err();
    /// assert_eq!(error.to_string(), "the file is not an ELF file, so it is not a cubin");
    ///
    /// let cut_off = Cubin::read(b"\x7fELF\x02\x01").unwrap_err();
    /// assert!(matches!(cut_off, CubinError::Malformed { part: "ELF header", .. }), "{cut_off}");
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Cubin, CubinError> {
        elf::read(bytes)
    }

    /// The kernel with that name.
    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }

    /// Bytes of static shared memory of one of its kernels, without what the system reserves.
    pub fn static_shared(&self, kernel: &Kernel) -> u64 {
        let reserves = self.arch.number >= elf::FIRST_WITH_RESERVED_SHARED && !self.relocatable;
        let reserved = if reserves { elf::RESERVED_SHARED } else { 0 };
        kernel.shared_bytes.map_or(0, |bytes| bytes.saturating_sub(reserved))
    }

    /// What one of its kernels uses. A relocatable object does not have all of it: `nvlink` adds what called functions
    /// need.
    pub fn resources(&self, kernel: &Kernel) -> Resources {
        let number = |bytes: u64| u32::try_from(bytes).unwrap_or(u32::MAX);
        let stack = match kernel.stack {
            Some(Stack::Bytes(bytes)) => Some(bytes),
            Some(Stack::Unknown) | None => None,
        };
        Resources {
            registers: kernel.registers,
            static_shared: Some(number(self.static_shared(kernel))),
            stack,
            local: Some(number(kernel.local_bytes.unwrap_or_default())),
            barriers: Some(kernel.barriers.unwrap_or_default().into()),
            // Nothing is spilled without a stack.
            spill_instructions: kernel.spill_instructions.or((stack == Some(0)).then_some(0)),
            parameters: kernel.param_bytes.map(u32::from),
        }
    }

    /// The chip of the code, if it is a known one. Suffix `f` is read as no suffix.
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
        let function =
            |kernel| FunctionSnapshot { program_memory: cubin.min_cta_memory, ..FunctionSnapshot::from(kernel) };
        Snapshot { stage: Stage::Cubin, target, functions: cubin.kernels.iter().map(function).collect() }
    }
}

impl From<&Kernel> for FunctionSnapshot {
    fn from(kernel: &Kernel) -> Self {
        FunctionSnapshot {
            facts: kernel.facts.clone(),
            explicit_cluster: Some(kernel.explicit_cluster),
            register_cap: kernel.max_registers.map(u32::from),
            unknown: kernel.unknown.clone(),
            ..FunctionSnapshot::new(kernel.name.clone())
        }
    }
}
