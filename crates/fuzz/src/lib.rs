//! One check for each reader of foreign input, which fuzzers and tests share.
//!
//! A [`Target`] accepts any bytes. Its check does with them what the project does with such an input, and panics when
//! something is not true that must be true of every input; a crash is a finding, too. Guarantees that the same bytes are
//! checked in the same way, whatever was checked before them. `fuzz/` runs the checks under libFuzzer, the tests of this
//! crate run them on the inputs of past findings and on a fixed number of generated ones. docs/FUZZING.md is the page for
//! users.
//!
//! Leaves out on purpose: what upstream's readers do before anything of ours is called. A crash in them that is caught
//! is an [`Outcome`], not a finding.

#![allow(clippy::expect_used, reason = "a check may panic: that is how it speaks")]

pub mod cubin;
pub mod knobs;
#[cfg(feature = "mlir")]
pub mod mlir;
pub mod mutate;
pub mod ptx;

use std::fs;
use tileiras_test_support::rng::Rng;
use tileiras_test_support::tree;

/// What became of an input.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Outcome {
    /// It was read.
    Taken,
    /// It was refused with an error.
    Refused,
    /// A reader of LLVM or MLIR crashed on it, and the crash was caught.
    CaughtCrash,
}

impl Outcome {
    /// [`Outcome::Taken`] for a result.
    pub const fn of<T, E>(result: &Result<T, E>) -> Self {
        if result.is_ok() { Self::Taken } else { Self::Refused }
    }
}

/// A reader of foreign input with its check.
pub struct Target {
    /// The name, which its folders in `fuzz/` have, too.
    pub name: &'static str,
    /// Checks one input.
    pub check: fn(&[u8]) -> Outcome,
    /// Inputs that are good, for others to be made of.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Makes an input, of the seeds where it needs one.
    pub generate: fn(&mut Rng, &[Vec<u8>]) -> Vec<u8>,
    /// How many are made in a test.
    pub cases: usize,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    cubin::TARGET,
    knobs::TARGET,
    ptx::TARGET,
    #[cfg(feature = "mlir")]
    mlir::import::TARGET,
    #[cfg(feature = "mlir")]
    mlir::modules::TARGET,
    #[cfg(feature = "mlir")]
    mlir::options::TARGET,
    #[cfg(feature = "mlir")]
    mlir::tuples::TARGET,
];

/// What is in the files below a folder of the project whose names end in one of `endings`, in the order of their names.
///
/// # Panics
/// If one cannot be read.
pub fn contents(below: &str, endings: &[&str]) -> Vec<Vec<u8>> {
    let read = |path| fs::read(path).expect("a file of the project can be read");
    tree::find(below, endings).into_iter().map(read).collect()
}
