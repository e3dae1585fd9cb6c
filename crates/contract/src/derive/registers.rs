//! How many registers a thread may have.

use tileiras_target::{
    Chip, MAX_REGISTERS_PER_THREAD, MAX_THREADS_PER_CTA, MIN_REGISTERS_PER_THREAD, SmLimits, WARP_THREADS,
};

/// The most registers of a thread for which `ctas` CTAs of `threads` threads fit on an SM, if `wanted` are no fewer.
///
/// `wanted` is rounded up to 8 and what the register file allows down. Registers are handed out in eights, so a thread
/// that asks for 161 has 168 anyway, and a cap of 161 would only forbid the compiler to use them; rounding the allowance
/// up would hand out more than there are. The result is a multiple of 8 from 24, below which ptxas raises a cap, to 248,
/// as it ignores caps above 255. 168 stays 168.
pub fn register_cap(wanted: u32, threads: u32, ctas: u32, limits: Option<&SmLimits>) -> u32 {
    let largest = |of: fn(&SmLimits) -> u32| {
        limits.map_or_else(|| Chip::all().map(|chip| of(chip.limits())).max().unwrap_or(u32::MAX), of)
    };
    let threads = threads.clamp(1, MAX_THREADS_PER_CTA).next_multiple_of(WARP_THREADS);
    let of_cta = largest(|limits| limits.registers_per_cta) / threads;
    let of_sm = largest(|limits| limits.registers_per_sm) / threads.saturating_mul(ctas.max(1));
    let allowed = of_cta.min(of_sm).min(MAX_REGISTERS_PER_THREAD) / GRANULE * GRANULE;
    let wanted = wanted.min(MAX_REGISTERS_PER_THREAD).next_multiple_of(GRANULE);
    wanted.min(allowed).max(MIN_REGISTERS_PER_THREAD)
}

/// Registers are handed out to each thread in so many. Measured: the register counts that ptxas chooses.
const GRANULE: u32 = 8;
