//! Tables of chips, PTX versions and features.
//!
//! Accepts the names that users and tools write: `sm_90a`, `8.4`, `+ptx84`. [`CHIPS`] has one row for each
//! chip, [`PTX_VERSIONS`] lists the versions, and [`feature`] has the instruction forms and directives
//! that not every target has.
//! [`occupancy`] computes what the CTAs on one SM share.
//!
//! Guarantees: each value of [`Chip`] and [`PtxVersion`] is in the tables, so that every look-up succeeds;
//! parsing the printed form gives the same value; nothing panics, nothing is printed, no process is
//! started. Refuses any other spelling, with an error that lists the legal ones.
//!
//! Leaves out on purpose: launch facts and the rules about them (`tileiras-contract`), the text of
//! directives (`tileiras-ptx`), and every chip older than sm_50.
//!
//! ```
//! use tileiras_target::{Feature, Target};
//!
//! let target = Target::parse(Some("sm_90a"), Some("8.4"))?;
//! assert!(target.supports(Feature::WGMMA).is_ok());
//! assert_eq!(
//!     target.supports(Feature::BLOCKS_ARE_CLUSTERS).map_err(|reason| reason.to_string()),
//!     Err("'.blocksareclusters' needs ptx 9.0 or later, got 8.4".to_owned()),
//! );
//! # Ok::<(), tileiras_target::UnknownTarget>(())
//! ```
//!
//! # Where the facts come from
//!
//! | source | what |
//! |---|---|
//! | measured: ptxas 13.5.37 | the chips from sm_75, minimum PTX versions, which chip runs whose code, threads and CTAs and registers per SM, register caps, the static shared memory limit, every row of `features.tsv` |
//! | measured: ptxas 12.9.86 | threads, CTAs, registers and register caps of sm_50 to sm_72, which 13.5 reads as `.target` but no longer compiles for |
//! | measured: llc 22.1.8 | which chips and PTX versions LLVM supports |
//! | CUDA Programming Guide, compute capabilities tables | shared memory per SM and per CTA, the latter also measured from sm_90 |
//! | CCCL 13.3, `cuda/__device/arch_traits.h` | the same limits in a header (sm_72 and sm_101 have no row): none differs |
//! | `cuda_occupancy.h` of CUDA 13.5 | the granule of shared memory, and the CTAs per SM of [`occupancy`] |
//! | PTX ISA | what each feature needs |

#![forbid(unsafe_code)]

/// The examples of the page of the package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod axis;
mod chip;
pub mod feature;
mod largest;
mod limits;
mod name;
pub mod occupancy;
mod ptx_version;
mod suggest;
mod target;

pub use axis::Axis;
pub use chip::{CHIPS, Chip, ChipInfo, Suffix, UnknownChip};
pub use feature::{ChipNeed, Feature, FeatureFamily, FeatureInfo, Features, Need, Unsupported};
pub use limits::{
    MAX_CLUSTER_CTAS, MAX_CTA_SHAPE, MAX_GRID_SHAPE, MAX_REGISTERS_PER_THREAD, MAX_THREADS_PER_CTA,
    MIN_REGISTERS_PER_THREAD, NAMED_BARRIERS, PORTABLE_CLUSTER_CTAS, REGISTER_GRANULE, STATIC_SHARED_PER_CTA, SmLimits,
    WARP_GROUP_THREADS, WARP_THREADS, WGMMA_WORKING_REGISTERS,
};
pub use ptx_version::{PTX_VERSIONS, PtxVersion, UnknownPtxVersion};
pub use target::{Target, UnknownTarget, VersionTooOld};
