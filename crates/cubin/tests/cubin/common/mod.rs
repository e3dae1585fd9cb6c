//! Helpers that the tests of this crate share.

#![allow(clippy::expect_used, reason = "a test may panic")]

use tileiras_cubin::Cubin;
use tileiras_target::Chip;
pub use tileiras_test_support::ptxas::module;

pub fn chip(name: &str) -> Chip {
    Chip::parse(name).expect("a known chip")
}

/// The cubin that `ptxas` writes for a module that it accepts.
pub fn assemble(chip: &str, ptx: &str, arguments: &[&str]) -> Vec<u8> {
    tileiras_test_support::ptxas::assemble(chip, ptx.as_bytes(), arguments)
}

pub fn read(cubin: &[u8]) -> Cubin {
    Cubin::read(cubin).unwrap_or_else(|error| panic!("{error}"))
}
