//! What one streaming multiprocessor (SM) holds, and the limits that all chips share.

const KIB: u32 = 1024;

/// Threads in a warp. CUDA Programming Guide.
pub const WARP_THREADS: u32 = 32;

/// Threads in a warp group, the unit of `wgmma` and of the tcgen05 loads. PTX ISA 9.7.15, reference 002.
pub const WARP_GROUP_THREADS: u32 = 128;

/// Threads in a CTA (thread block). CUDA Programming Guide; ptxas does not check it.
pub const MAX_THREADS_PER_CTA: u32 = 1024;

/// Threads of a CTA in x, y and z. CUDA Programming Guide; ptxas does not check it.
pub const MAX_CTA_SHAPE: [u32; 3] = [1024, 1024, 64];

/// Registers of 32 bits a thread; ptxas ignores a larger `.maxnreg`. Measured: ptxas 13.5.37.
pub const MAX_REGISTERS_PER_THREAD: u32 = 255;

/// Registers of 32 bits a thread; ptxas raises a smaller `.maxnreg` to it. Measured: ptxas 13.5.37.
pub const MIN_REGISTERS_PER_THREAD: u32 = 24;

/// CTAs of a cluster that every chip with clusters can launch. CUDA Programming Guide, reference 002.
pub const PORTABLE_CLUSTER_CTAS: u32 = 8;

/// CTAs of a cluster that some chip can launch, when its kernel opts in. CUDA Programming Guide.
pub const MAX_CLUSTER_CTAS: u32 = 16;

/// Registers of 32 bits a thread that `wgmma` needs beside its accumulator: with fewer, ptxas gives up. Measured: ptxas
/// 13.5.37, accumulators of 2 to 128 registers, of f32, f16 and s32.
pub const WGMMA_WORKING_REGISTERS: u32 = 26;

/// Named barriers of a CTA, with ids from 0. PTX ISA 9.7.13.1, reference 002.
pub const NAMED_BARRIERS: u32 = 16;

/// Bytes of shared memory that a CTA has without opting in, and that its static variables may take
/// on a chip without suffix `a`. Measured: ptxas 13.5.37.
pub const STATIC_SHARED_PER_CTA: u32 = 48 * KIB;

/// What one SM of a chip holds, and the share of it that one CTA may have.
///
/// Threads, CTAs and registers are measured: beyond the first two ptxas warns and ignores the
/// directive, the third is read from the register count that it gives a kernel. Shared memory is
/// from the CUDA Programming Guide, compute capabilities tables.
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
    /// Bytes of shared memory on an SM.
    pub shared_per_sm: u32,
    /// Bytes of dynamic shared memory that one CTA may opt in to.
    pub shared_per_cta: u32,
}

impl SmLimits {
    /// Limits from counts and KiB, with the register file that all but two chips have.
    const fn new(threads_per_sm: u32, ctas_per_sm: u32, sm_kib: u32, cta_kib: u32) -> Self {
        Self {
            threads_per_sm,
            ctas_per_sm,
            registers_per_sm: 65536,
            registers_per_cta: 65536,
            shared_per_sm: sm_kib * KIB,
            shared_per_cta: cta_kib * KIB,
        }
    }

    /// The same SM with half of its registers open to one CTA, as on the small chips sm_53 and sm_62.
    const fn half_registers_per_cta(self) -> Self {
        Self { registers_per_cta: self.registers_per_sm / 2, ..self }
    }
}

// One name for each kind of SM: threads, CTAs, KiB of shared memory per SM, KiB per CTA.
pub(crate) const MAXWELL: SmLimits = SmLimits::new(2048, 32, 64, 48);
pub(crate) const MAXWELL_BIG: SmLimits = SmLimits::new(2048, 32, 96, 48);
pub(crate) const MAXWELL_SMALL: SmLimits = MAXWELL.half_registers_per_cta();
pub(crate) const VOLTA: SmLimits = SmLimits::new(2048, 32, 96, 96);
pub(crate) const TURING: SmLimits = SmLimits::new(1024, 16, 64, 64);
pub(crate) const AMPERE: SmLimits = SmLimits::new(2048, 32, 164, 163);
pub(crate) const AMPERE_RTX: SmLimits = SmLimits::new(1536, 16, 100, 99);
pub(crate) const ORIN: SmLimits = SmLimits::new(1536, 16, 164, 163);
pub(crate) const ADA: SmLimits = SmLimits::new(1536, 24, 100, 99);
pub(crate) const HOPPER: SmLimits = SmLimits::new(2048, 32, 228, 227);
pub(crate) const RUBIN: SmLimits = SmLimits::new(1024, 16, 228, 227);
pub(crate) const THOR: SmLimits = SmLimits::new(1536, 24, 228, 227);
