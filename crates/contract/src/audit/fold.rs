//! How `ptxas` folds the register facts into the one cap that a cubin holds.
//!
//! Measured: `.maxntid` and `.reqntid` x `.minnctapersm` x `.maxnreg`, ptxas 13.5.37 on eight chips from sm_75 to sm_120,
//! ptxas 12.9.86 on thirteen from sm_50 to sm_120. A test asks the real `ptxas` again.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;
use tileiras_target::{Chip, MAX_REGISTERS_PER_THREAD, MIN_REGISTERS_PER_THREAD, SmLimits, WARP_THREADS};

/// The register file of an SM is in four parts; each warp lives in one.
const REGISTER_FILE_PARTS: u64 = 4;

/// Registers are handed out by eights.
const REGISTER_UNIT: u64 = 8;

/// What a smaller `.maxnreg` is raised to before sm_70.
const OLD_MIN_REGISTERS: u32 = 16;

/// What the register facts of a kernel come to.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Fold {
    /// The cap: registers per thread, at most 255.
    pub cap: u32,
    /// Why `.maxnreg` binds nothing, if it does not.
    pub maxnreg: Option<IgnoreReason>,
    /// Why `.minnctapersm` binds nothing, if it does not.
    pub minctasm: Option<IgnoreReason>,
}

/// Why a fact binds nothing.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum IgnoreReason {
    /// The function is no kernel.
    NotAKernel,
    /// The kernel is declared, and defined in another module.
    NotDefined,
    /// An occupancy floor without a block shape.
    NoBlock,
    /// An occupancy floor of more CTAs than an SM holds.
    CtasPerSm,
    /// An occupancy floor whose CTAs have more threads than an SM holds.
    ThreadsPerSm,
    /// A register cap above what a thread can have.
    RegistersPerThread,
}

impl Display for IgnoreReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IgnoreReason::NotAKernel => "the function is no kernel",
            IgnoreReason::NotDefined => "the kernel is not defined here",
            IgnoreReason::NoBlock => "there is no block shape",
            IgnoreReason::CtasPerSm => "an SM does not hold so many CTAs",
            IgnoreReason::ThreadsPerSm => "an SM does not hold so many threads",
            IgnoreReason::RegistersPerThread => "a thread does not have so many registers",
        })
    }
}

/// The cap of a kernel: `block` in threads, `maxnreg` in registers per thread, `minctasm` in CTAs per SM. Values that
/// `ptxas` refuses, below 1 or above 32 bits, have no meaning here.
///
/// The share of a thread is the register file divided by the threads of the CTAs that have to fit. Without `.maxnreg` it is
/// the cap; with one it counts only if an occupancy floor asked for it.
pub fn fold(block: Option<[i64; 3]>, maxnreg: Option<i64>, minctasm: Option<i64>, chip: Chip) -> Fold {
    let limits = chip.limits();
    let block_warps = block.and_then(|block| warps(block, limits));
    let floor = minctasm.map(|ctas| floor(ctas, block.is_some(), block_warps, limits));
    let (ctas, wanted) = match floor {
        Some(Ok(ctas)) => (ctas, true),
        _ => (1, false),
    };
    let most = u64::from(MAX_REGISTERS_PER_THREAD);
    let share = block_warps.map_or(most, |warps| {
        let of_sm = share(limits.registers_per_sm, warps * ctas);
        most.min(of_sm).min(share(limits.registers_per_cta, warps))
    });
    let least = if chip.number() < 70 { OLD_MIN_REGISTERS } else { MIN_REGISTERS_PER_THREAD };
    let limit = maxnreg.map(|limit| limit.clamp(least.into(), MAX_REGISTERS_PER_THREAD.into()).unsigned_abs());
    let cap = match limit {
        Some(limit) if wanted => limit.min(share),
        Some(limit) => limit,
        None => share,
    };
    Fold {
        // Both are at most 255.
        cap: cap as u32,
        maxnreg: maxnreg
            .is_some_and(|limit| limit > MAX_REGISTERS_PER_THREAD.into())
            .then_some(IgnoreReason::RegistersPerThread),
        minctasm: floor.and_then(Result::err),
    }
}

/// The warps of a block, if an SM holds them. `ptxas` multiplies in 32 bits and says nothing when they overflow.
fn warps(block: [i64; 3], limits: &SmLimits) -> Option<u64> {
    let threads = block.into_iter().fold(1u32, |product, size| product.wrapping_mul(size as u32));
    let warps = u64::from(threads.div_ceil(WARP_THREADS));
    let held = u64::from(limits.threads_per_sm / WARP_THREADS);
    (1..=held).contains(&warps).then_some(warps)
}

/// The CTAs that have to fit on an SM, or why that is not asked.
fn floor(ctas: i64, has_block: bool, block_warps: Option<u64>, limits: &SmLimits) -> Result<u64, IgnoreReason> {
    if !has_block {
        return Err(IgnoreReason::NoBlock);
    }
    let ctas = u64::try_from(ctas).map_err(|_| IgnoreReason::CtasPerSm)?;
    if ctas > u64::from(limits.ctas_per_sm) {
        return Err(IgnoreReason::CtasPerSm);
    }
    let held = u64::from(limits.threads_per_sm / WARP_THREADS);
    let fits = block_warps.is_some_and(|warps| warps * ctas <= held);
    if fits { Ok(ctas.max(1)) } else { Err(IgnoreReason::ThreadsPerSm) }
}

/// The registers of one thread when that many warps share a file of that many registers.
fn share(registers: u32, warps: u64) -> u64 {
    let warps = warps.next_multiple_of(REGISTER_FILE_PARTS);
    let registers = u64::from(registers) / (warps * u64::from(WARP_THREADS));
    registers - registers % REGISTER_UNIT
}
