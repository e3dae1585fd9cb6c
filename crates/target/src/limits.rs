//! The limits of a streaming multiprocessor (SM) of each chip, and the limits that all chips share.

const KIB: u32 = 1024;

/// Threads in a warp. CUDA Programming Guide.
pub const WARP_THREADS: u32 = 32;

/// Threads in a warp group, the unit of `wgmma` and of the tcgen05 loads. PTX ISA 9.7.15, reference 002.
pub const WARP_GROUP_THREADS: u32 = 128;

/// Threads in a CTA (thread block). CUDA Programming Guide; ptxas does not check it.
pub const MAX_THREADS_PER_CTA: u32 = 1024;

/// Threads of a CTA in x, y and z. CUDA Programming Guide; ptxas does not check it.
pub const MAX_CTA_SHAPE: [u32; 3] = [1024, 1024, 64];

/// CTAs of a grid in x, y and z. CUDA Programming Guide.
pub const MAX_GRID_SHAPE: [u32; 3] = [0x7fff_ffff, 65535, 65535];

/// Registers of 32 bits a thread; ptxas ignores a larger `.maxnreg`. Measured: ptxas 13.5.37.
pub const MAX_REGISTERS_PER_THREAD: u32 = 255;

/// Registers of 32 bits a thread; ptxas raises a smaller `.maxnreg` to it, from sm_70 on. Measured: ptxas 13.5.37.
pub const MIN_REGISTERS_PER_THREAD: u32 = 24;

/// The same before sm_70. Measured: ptxas 12.9.86, sm_50 to sm_62.
const MIN_REGISTERS_PER_THREAD_BEFORE_VOLTA: u32 = 16;

/// Registers of 32 bits a thread in which the register file is allocated: 256 a warp. Measured: the register caps that
/// ptxas 12.9.86 and 13.5.37 derive; the same in `cuda_occupancy.h` of CUDA 13.5.
pub const REGISTER_GRANULE: u32 = 8;

/// Parts of the register file of an SM, each with the registers of its own warps. Measured as [`REGISTER_GRANULE`]. On
/// sm_60 the hardware has two parts (`cuda_occupancy.h`), and ptxas derives the caps of four.
pub(crate) const REGISTER_FILE_PARTS: u32 = 4;

/// CTAs of a cluster that every chip with clusters can launch. CUDA Programming Guide, reference 002.
pub const PORTABLE_CLUSTER_CTAS: u32 = 8;

/// CTAs of a cluster that some chip can launch if the kernel opts in. CUDA Programming Guide.
pub const MAX_CLUSTER_CTAS: u32 = 16;

/// Registers of 32 bits a thread that `wgmma` needs in addition to its accumulator. With fewer, ptxas reports an error.
/// Measured: ptxas 13.5.37, accumulators of 2 to 128 registers, of f32, f16 and s32.
pub const WGMMA_WORKING_REGISTERS: u32 = 26;

/// Named barriers of a CTA, with ids from 0. PTX ISA 9.7.13.1, reference 002.
pub const NAMED_BARRIERS: u32 = 16;

/// Bytes of shared memory that a CTA has without opting in, and the limit of its static variables on a chip without
/// suffix `a`. Measured: ptxas 13.5.37.
pub const STATIC_SHARED_PER_CTA: u32 = 48 * KIB;

/// The resources of one SM of a chip, and the part of them that one CTA may have.
///
/// Threads, CTAs and registers are measured. Above the limit of threads or CTAs, ptxas warns and ignores the directive.
/// The registers follow from the register count of a kernel. Shared memory is from the CUDA Programming Guide, compute
/// capabilities tables; its granule from `cuda_occupancy.h` of CUDA 13.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SmLimits {
    /// Threads resident on an SM.
    pub threads_per_sm: u32,
    /// CTAs resident on an SM.
    pub ctas_per_sm: u32,
    /// Registers of 32 bits on an SM.
    pub registers_per_sm: u32,
    /// Registers of 32 bits that one CTA may have.
    pub registers_per_cta: u32,
    /// Registers of 32 bits a thread to which ptxas raises a smaller `.maxnreg`.
    pub min_registers_per_thread: u32,
    /// Bytes of shared memory on an SM.
    pub shared_per_sm: u32,
    /// Bytes of dynamic shared memory that one CTA may opt in to.
    pub shared_per_cta: u32,
    /// Bytes of shared memory that the system reserves in each CTA: 1 KiB from sm_80 on.
    pub reserved_shared_per_cta: u32,
    /// Bytes in which shared memory is allocated to a CTA.
    pub shared_granule: u32,
}

impl SmLimits {
    /// Limits from counts and KiB, with the register file of all chips except two, and the other values of sm_80 and
    /// later.
    const fn new(threads_per_sm: u32, ctas_per_sm: u32, sm_kib: u32, cta_kib: u32) -> Self {
        Self {
            threads_per_sm,
            ctas_per_sm,
            registers_per_sm: 65536,
            registers_per_cta: 65536,
            min_registers_per_thread: MIN_REGISTERS_PER_THREAD,
            shared_per_sm: sm_kib * KIB,
            shared_per_cta: cta_kib * KIB,
            reserved_shared_per_cta: KIB,
            shared_granule: 128,
        }
    }

    /// The same SM as before sm_80.
    const fn before_ampere(self) -> Self {
        Self { reserved_shared_per_cta: 0, shared_granule: 256, ..self }
    }

    /// The same SM as before sm_70.
    const fn before_volta(self) -> Self {
        Self { min_registers_per_thread: MIN_REGISTERS_PER_THREAD_BEFORE_VOLTA, ..self.before_ampere() }
    }

    /// The same SM, of which one CTA may have half of the registers, as on sm_53 and sm_62.
    const fn half_registers_per_cta(self) -> Self {
        Self { registers_per_cta: self.registers_per_sm / 2, ..self }
    }
}

// One name for each kind of SM: threads, CTAs, KiB of shared memory per SM, KiB per CTA.
pub(crate) const MAXWELL: SmLimits = SmLimits::new(2048, 32, 64, 48).before_volta();
pub(crate) const MAXWELL_BIG: SmLimits = SmLimits::new(2048, 32, 96, 48).before_volta();
pub(crate) const MAXWELL_SMALL: SmLimits = MAXWELL.half_registers_per_cta();
pub(crate) const VOLTA: SmLimits = SmLimits::new(2048, 32, 96, 96).before_ampere();
pub(crate) const TURING: SmLimits = SmLimits::new(1024, 16, 64, 64).before_ampere();
pub(crate) const AMPERE: SmLimits = SmLimits::new(2048, 32, 164, 163);
pub(crate) const AMPERE_RTX: SmLimits = SmLimits::new(1536, 16, 100, 99);
pub(crate) const ORIN: SmLimits = SmLimits::new(1536, 16, 164, 163);
pub(crate) const ADA: SmLimits = SmLimits::new(1536, 24, 100, 99);
pub(crate) const HOPPER: SmLimits = SmLimits::new(2048, 32, 228, 227);
pub(crate) const RUBIN: SmLimits = SmLimits::new(1024, 16, 228, 227);
pub(crate) const THOR: SmLimits = SmLimits::new(1536, 24, 228, 227);
