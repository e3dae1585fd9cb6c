//! The register cap of a kernel spec.

use tileiras_target::occupancy::warps;
use tileiras_target::{
    MAX_REGISTERS_PER_THREAD, MAX_THREADS_PER_CTA, MIN_REGISTERS_PER_THREAD, REGISTER_GRANULE, SmLimits,
};

/// `wanted` registers per thread, or fewer if `ctas` CTAs of `threads` threads would not fit on an SM. Without
/// `limits`, the SM is the largest.
///
/// `wanted` is rounded up to a multiple of 8, and what the register file allows is rounded down. Registers are
/// allocated in units of 8: a thread with a cap of 161 is given 168, of which the compiler could not use 7. Rounding
/// the limit of the register file up would allocate more registers than there are. The result is a multiple of 8 from
/// 24 to 248, because ptxas raises a cap below 24 and ignores one above 255. ptxas derives the same cap from a
/// `.maxnreg` of the result, with that block and a `.minnctapersm` of `ctas`.
pub fn register_cap(wanted: u32, threads: u32, ctas: u32, limits: Option<&SmLimits>) -> u32 {
    let limits = limits.unwrap_or(&SmLimits::LARGEST);
    let threads = threads.clamp(1, MAX_THREADS_PER_CTA);
    let allowed = limits.registers_per_thread(warps(threads), ctas) / REGISTER_GRANULE * REGISTER_GRANULE;
    let wanted = wanted.min(MAX_REGISTERS_PER_THREAD).next_multiple_of(REGISTER_GRANULE);
    wanted.min(allowed).max(MIN_REGISTERS_PER_THREAD)
}
