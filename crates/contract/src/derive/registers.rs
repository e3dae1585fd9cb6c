//! How many registers a thread may have.

use tileiras_target::occupancy::warps;
use tileiras_target::{
    MAX_REGISTERS_PER_THREAD, MAX_THREADS_PER_CTA, MIN_REGISTERS_PER_THREAD, REGISTER_GRANULE, SmLimits,
};

/// The most registers of a thread for which `ctas` CTAs of `threads` threads fit on an SM, if `wanted` are no fewer.
/// Without `limits` it is what the largest SM allows.
///
/// `wanted` is rounded up to 8 and what the register file allows down. Registers are handed out in eights, so a thread
/// that asks for 161 has 168 anyway, and a cap of 161 would only forbid the compiler to use them; rounding the
/// allowance up would hand out more than there are. The result is a multiple of 8 from 24, below which ptxas raises a
/// cap, to 248, as it ignores caps above 255. 168 stays 168. ptxas derives the same cap from a `.maxnreg` of the
/// result, with that block and a `.minnctapersm` of `ctas`.
pub fn register_cap(wanted: u32, threads: u32, ctas: u32, limits: Option<&SmLimits>) -> u32 {
    let limits = limits.unwrap_or(&SmLimits::LARGEST);
    let threads = threads.clamp(1, MAX_THREADS_PER_CTA);
    let allowed = limits.registers_per_thread(warps(threads), ctas) / REGISTER_GRANULE * REGISTER_GRANULE;
    let wanted = wanted.min(MAX_REGISTERS_PER_THREAD).next_multiple_of(REGISTER_GRANULE);
    wanted.min(allowed).max(MIN_REGISTERS_PER_THREAD)
}
