//! Occupancy: how many CTAs share an SM, and how many registers a thread may then have.
//!
//! Accepts the limits of a chip, [`SmLimits`], and numbers: threads of a CTA, CTAs per SM, registers of 32 bits a
//! thread, bytes of shared memory. Guarantees the arithmetic of `ptxas` and of the hardware:
//!
//! | rule | source |
//! |---|---|
//! | A warp has 32 threads. A block has whole warps. | CUDA Programming Guide |
//! | A thread has registers in units of [`REGISTER_GRANULE`]. | measured, `cuda_occupancy.h` |
//! | The register file has [`REGISTER_FILE_PARTS`] parts, so the number of warps is rounded up to a multiple of 4. | measured, `cuda_occupancy.h` |
//! | The register cap that follows from a header. | measured |
//! | A CTA has shared memory in units of [`SmLimits::shared_granule`], and the system reserves some of it. | `cuda_occupancy.h`, CUDA Programming Guide |
//!
//! "Measured" is the `EIATTR_MAXREG_COUNT` of cubins of ptxas 13.5.37 for the chips from sm_75 to sm_121, and of ptxas
//! 12.9.86 for those from sm_50 to sm_120; a test of `tileiras-cubin` repeats the measurement. `cuda_occupancy.h` is
//! the occupancy calculator of CUDA 13.5; `tests/measured/occupancy.txt` has its results.
//!
//! Accepts every number: what does not fit on an SM has 0 CTAs or an [`IgnoreReason`]. Nothing overflows.
//!
//! Leaves out on purpose: which fact states a number and whether it is legal (`tileiras-contract`); barriers and
//! clusters, which can lower the occupancy further; the split of memory between L1 cache and shared memory, of which
//! the largest part for shared memory is assumed; and the two parts of the register file of sm_60, for which
//! [`SmLimits::occupancy`] can be too low.
//!
//! ```
//! use tileiras_target::Chip;
//! use tileiras_target::occupancy::{CapSource, CtaResources, RegisterDirectives, Resource, warps};
//!
//! let hopper = Chip::parse("sm_90a")?.limits();
//! // 288 threads are 9 warps. Two such CTAs have 18 warps, which count as 20, and 65536 / (20 * 32) is 102.
//! assert_eq!(hopper.registers_per_thread(warps(288), 2), 96);
//!
//! // `.maxntid 288 .minnctapersm 2 .maxnreg 168`
//! let directives = RegisterDirectives { threads: Some(288), minnctapersm: Some(2), maxnreg: Some(168),
//! ..Default::default() }; let cap = hopper.register_cap(directives);
//! assert_eq!((cap.registers, cap.source), (96, CapSource::MinNCtaPerSm));
//!
//! let found = hopper.occupancy(CtaResources { threads: 288, registers: 96, shared: 48 * 1024 });
//! assert_eq!((found.ctas, found.limit), (2, Resource::Registers));
//! # Ok::<(), tileiras_target::UnknownChip>(())
//! ```

use serde::Serialize;

use crate::limits::{
    MAX_REGISTERS_PER_THREAD, MAX_THREADS_PER_CTA, REGISTER_FILE_PARTS, REGISTER_GRANULE, SmLimits, WARP_THREADS,
};

/// The warps of a block of that many threads.
pub const fn warps(threads: u32) -> u32 {
    threads.div_ceil(WARP_THREADS)
}

/// The threads of a block of that shape, as `ptxas` multiplies them: modulo 2 to the 32nd, without a warning.
pub fn block_threads(shape: [u32; 3]) -> u32 {
    shape.into_iter().fold(1, u32::wrapping_mul)
}

/// The registers that so many CTAs take from a register file, if each has so many warps and each thread so many
/// registers.
pub fn allocated_registers(warps: u32, ctas: u32, registers: u32) -> u64 {
    let registers = u64::from(registers).next_multiple_of(REGISTER_GRANULE.into());
    allocated_threads(warps, ctas).saturating_mul(registers)
}

/// The threads for which registers are allocated.
fn allocated_threads(warps: u32, ctas: u32) -> u64 {
    let warps = (u64::from(warps) * u64::from(ctas)).max(1);
    warps.next_multiple_of(REGISTER_FILE_PARTS.into()).saturating_mul(WARP_THREADS.into())
}

/// The directives of a kernel header that determine its register cap.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct RegisterDirectives {
    /// Threads of a block: the product of `.reqntid` or `.maxntid`, see [`block_threads`].
    pub threads: Option<u32>,
    /// `.minnctapersm`, in CTAs per SM.
    pub minnctapersm: Option<u32>,
    /// `.maxnreg`, in registers of 32 bits a thread.
    pub maxnreg: Option<u32>,
    /// `.local_maxnreg`, in registers of 32 bits a thread. It counts if only the block gives a cap (measured: 13.5).
    pub local_maxnreg: Option<u32>,
}

/// The register cap that `ptxas` derives: `EIATTR_MAXREG_COUNT` of a cubin.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct RegisterCap {
    /// Registers of 32 bits a thread, at most 255.
    pub registers: u32,
    /// The directive that determines the cap.
    pub source: CapSource,
    /// Why `ptxas` ignores `.minnctapersm`, if it does.
    pub minnctapersm_ignored: Option<IgnoreReason>,
    /// Why `ptxas` ignores `.maxnreg`, if it does. The cap is then 255: `.maxnreg` still replaces the share of the
    /// block.
    pub maxnreg_ignored: Option<IgnoreReason>,
}

/// What determines a register cap.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum CapSource {
    /// No directive has an effect: a thread has at most 255 registers.
    Default,
    /// The block: one CTA is to fit on an SM.
    Block,
    /// `.minnctapersm`, with the block: that many CTAs are to fit on an SM.
    MinNCtaPerSm,
    /// `.maxnreg`.
    MaxNReg,
    /// `.local_maxnreg`.
    LocalMaxNReg,
}

/// Why `ptxas` ignores a directive with a warning.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum IgnoreReason {
    /// `.minnctapersm` without `.maxntid` or `.reqntid`.
    NoBlock,
    /// `.minnctapersm` of more CTAs than an SM has slots for.
    CtasPerSm,
    /// `.minnctapersm` CTAs of that block have more threads, in whole warps, than an SM has.
    ThreadsPerSm,
    /// `.maxnreg` above what a thread can have.
    RegistersPerThread,
}

/// The resources that one CTA uses.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct CtaResources {
    /// Threads.
    pub threads: u32,
    /// Registers of 32 bits a thread.
    pub registers: u32,
    /// Bytes of shared memory, static and dynamic, without what the system reserves.
    pub shared: u32,
}

/// How many CTAs are resident on an SM at the same time.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Occupancy {
    /// CTAs; 0 if the CTA cannot be launched.
    pub ctas: u32,
    /// The resource of which there is not enough for one CTA more. Of several it is the first in the order of
    /// [`Resource`].
    pub limit: Resource,
}

/// A resource of an SM that its CTAs share.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// The number of CTAs that an SM manages.
    CtaSlots,
    /// The number of warps that an SM manages, or of threads that a CTA can have.
    Warps,
    /// The register file.
    Registers,
    /// Shared memory.
    SharedMemory,
}

impl Resource {
    /// Its name, for people: `shared memory`.
    pub const fn name(self) -> &'static str {
        match self {
            Resource::CtaSlots => "CTA slots",
            Resource::Warps => "warps",
            Resource::Registers => "registers",
            Resource::SharedMemory => "shared memory",
        }
    }
}

impl SmLimits {
    /// The most registers of a thread with which `ctas` CTAs of `warps` warps each fit on an SM: a multiple of 8, or
    /// 255. It is 0 if fewer than 8 are left.
    pub fn registers_per_thread(&self, warps: u32, ctas: u32) -> u32 {
        let share = |registers: u32, ctas| {
            let registers = u64::from(registers) / allocated_threads(warps, ctas);
            registers - registers % u64::from(REGISTER_GRANULE)
        };
        let share = share(self.registers_per_sm, ctas).min(share(self.registers_per_cta, 1));
        share.min(MAX_REGISTERS_PER_THREAD.into()) as u32 // at most 255
    }

    /// Whether `ptxas` counts a `.minnctapersm` of so many CTAs of so many threads each.
    ///
    /// # Errors
    /// Why it ignores the directive: [`IgnoreReason::CtasPerSm`] or [`IgnoreReason::ThreadsPerSm`].
    pub fn check_minnctapersm(&self, threads: u32, ctas: u32) -> Result<(), IgnoreReason> {
        if ctas > self.ctas_per_sm {
            return Err(IgnoreReason::CtasPerSm);
        }
        let all = u64::from(warps(threads)) * u64::from(ctas.max(1));
        let fits = threads > 0 && all <= u64::from(self.threads_per_sm / WARP_THREADS);
        if fits { Ok(()) } else { Err(IgnoreReason::ThreadsPerSm) }
    }

    /// The register cap that `ptxas` derives from the header of a kernel. `ptxas` rejects a 0 in a header; here 0 CTAs
    /// are 1.
    ///
    /// The share of a thread is the result of [`SmLimits::registers_per_thread`] for the CTAs that have to fit. Without
    /// `.maxnreg` it is the cap. With `.maxnreg` it is used only if there is a `.minnctapersm`: `.maxnreg` replaces the
    /// share of a single CTA, even where the kernel can then not be launched. A block that no SM holds has no share.
    pub fn register_cap(&self, directives: RegisterDirectives) -> RegisterCap {
        let RegisterDirectives { threads, minnctapersm, maxnreg, local_maxnreg } = directives;
        let floor = minnctapersm.map(|ctas| {
            let threads = threads.ok_or(IgnoreReason::NoBlock)?;
            self.check_minnctapersm(threads, ctas).map(|()| ctas.max(1))
        });
        let ctas = floor.and_then(Result::ok);
        let block = threads.filter(|&threads| self.check_minnctapersm(threads, 1).is_ok());
        let share = block.map(|threads| self.registers_per_thread(warps(threads), ctas.unwrap_or(1)));
        let stated = maxnreg.map(|cap| cap.clamp(self.min_registers_per_thread, MAX_REGISTERS_PER_THREAD));
        let local = local_maxnreg.filter(|cap| *cap <= MAX_REGISTERS_PER_THREAD);
        let local = local.map(|cap| cap.max(self.min_registers_per_thread));
        let (registers, source) = match (stated, share, ctas) {
            (Some(stated), Some(share), Some(_)) if share < stated => (share, CapSource::MinNCtaPerSm),
            (Some(stated), ..) => (stated, CapSource::MaxNReg),
            (None, Some(share), Some(_)) => (share, CapSource::MinNCtaPerSm),
            (None, Some(share), None) => match local.filter(|local| *local < share) {
                Some(local) => (local, CapSource::LocalMaxNReg),
                None => (share, CapSource::Block),
            },
            (None, None, _) => (MAX_REGISTERS_PER_THREAD, CapSource::Default),
        };
        let too_many = |cap: &u32| *cap > MAX_REGISTERS_PER_THREAD;
        RegisterCap {
            registers,
            source,
            minnctapersm_ignored: floor.and_then(Result::err),
            maxnreg_ignored: maxnreg.filter(too_many).map(|_| IgnoreReason::RegistersPerThread),
        }
    }

    /// How many such CTAs are resident on an SM at the same time, and which resource limits them. A CTA has at least
    /// one warp; one without registers or shared memory is limited by the others.
    pub fn occupancy(&self, cta: CtaResources) -> Occupancy {
        let (ctas, limit) = self.ctas_by_resource(cta).into_iter().min().unwrap_or((0, Resource::CtaSlots));
        Occupancy { ctas, limit }
    }

    /// How many such CTAs each resource allows, in the order of [`Resource`]. [`u32::MAX`] is no limit.
    pub fn ctas_by_resource(&self, cta: CtaResources) -> [(u32, Resource); 4] {
        let warps = warps(cta.threads).max(1);
        let of_warps = match cta.threads {
            ..=MAX_THREADS_PER_CTA => self.threads_per_sm / WARP_THREADS / warps,
            _ => 0,
        };
        [
            (self.ctas_per_sm, Resource::CtaSlots),
            (of_warps, Resource::Warps),
            (self.ctas_by_registers(warps, cta.registers), Resource::Registers),
            (self.ctas_by_shared(cta.shared), Resource::SharedMemory),
        ]
    }

    /// The most bytes of shared memory of a CTA, static and dynamic, with which `ctas` CTAs fit on an SM.
    pub fn shared_per_cta_of(&self, ctas: u32) -> u32 {
        let share = self.shared_per_sm / ctas.max(1);
        let share = (share - share % self.shared_granule).saturating_sub(self.reserved_shared_per_cta);
        share.min(self.shared_per_cta)
    }

    /// Each part of the register file has a quarter of the registers, and whole warps. The hardware checks one CTA as
    /// if all parts had as many warps.
    fn ctas_by_registers(&self, warps: u32, registers: u32) -> u32 {
        if registers > MAX_REGISTERS_PER_THREAD
            || allocated_registers(warps, 1, registers) > self.registers_per_cta.into()
        {
            return 0;
        }
        let of_warp = registers.next_multiple_of(REGISTER_GRANULE) * WARP_THREADS;
        let of_part = self.registers_per_sm / REGISTER_FILE_PARTS;
        of_part.checked_div(of_warp).map_or(u32::MAX, |held| held * REGISTER_FILE_PARTS / warps)
    }

    fn ctas_by_shared(&self, bytes: u32) -> u32 {
        if bytes > self.shared_per_cta {
            return 0;
        }
        let allocated = (bytes + self.reserved_shared_per_cta).next_multiple_of(self.shared_granule);
        self.shared_per_sm.checked_div(allocated).unwrap_or(u32::MAX)
    }
}
