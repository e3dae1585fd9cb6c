//! One check for each reader of untrusted input, which fuzzers and tests share.
//!
//! A [`FuzzTarget`] accepts any bytes. Its check processes them as the project does, and panics if a property that
//! every input must have is false. A crash is a finding too. Guarantees that the result does not depend on earlier
//! inputs. `fuzz/` runs the checks under libFuzzer, the tests of this crate run them on the inputs of past findings and
//! on a fixed number of generated ones. docs/FUZZING.md is the page for users.
//!
//! Leaves out on purpose: upstream's readers. A crash in them that is caught is an [`Outcome`], not a finding.

#![forbid(unsafe_code)]
#![allow(clippy::expect_used, reason = "a check reports a finding by a panic")]

pub mod cubin;
pub mod knobs;
#[cfg(feature = "mlir")]
pub mod mlir;
pub mod mutate;
pub mod ptx;

use std::fs;
use std::path::PathBuf;
use tileiras_test_support::rng::Rng;
use tileiras_test_support::tree;

/// The result of a check.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Outcome {
    /// The input was read.
    Accepted,
    /// The input was refused with an error.
    Refused,
    /// A reader of LLVM or MLIR crashed on it, and the crash was caught.
    CaughtCrash,
}

impl Outcome {
    /// [`Outcome::Accepted`] or [`Outcome::Refused`] for a result.
    pub const fn of<T, E>(result: &Result<T, E>) -> Self {
        if result.is_ok() { Self::Accepted } else { Self::Refused }
    }
}

/// A reader of untrusted input with its check.
pub struct FuzzTarget {
    /// The name, which is also the name of its folders in `fuzz/`.
    pub name: &'static str,
    /// Checks one input.
    pub check: fn(&[u8]) -> Outcome,
    /// Valid inputs, from which others are generated.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Generates an input from a random generator and the seeds.
    pub generate: fn(&mut Rng, &[Vec<u8>]) -> Vec<u8>,
    /// The number of inputs that a test generates.
    pub cases: usize,
}

/// All targets.
pub const TARGETS: &[FuzzTarget] = &[
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

/// The contents of the files in a folder of the project, nested ones included, whose names end in one of `endings`; in
/// the order of their names. The samples of producers are left out: they are large, and MLIR 22 prints an
/// `llvm.intr.assume` that it has parsed with one blank less than one that it has imported.
///
/// # Panics
/// If one cannot be read.
pub fn contents(below: &str, endings: &[&str]) -> Vec<Vec<u8>> {
    let read = |path| fs::read(path).expect("a file of the project can be read");
    let is_sample = |path: &PathBuf| path.starts_with(tree::root().join("examples/producers"));
    tree::find(below, endings).into_iter().filter(|path| !is_sample(path)).map(read).collect()
}
