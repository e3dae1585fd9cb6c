//! Helpers for the tests of this crate: the real `ptxas`, a script that replaces it, and a temporary folder.

#![allow(clippy::expect_used, reason = "a test may panic")]

use std::ffi::OsString;
use std::path::Path;

use tileiras_ptxas::{Environment, Invocation, Ptxas};
use tileiras_target::Chip;
use tileiras_test_support::folder;
use tileiras_test_support::ptxas::program;

/// The `ptxas` that the project pins.
pub fn real() -> Ptxas {
    Ptxas::find(None, &pinned()).unwrap_or_else(|error| panic!("{error}; run 'make dependencies'"))
}

/// An environment with the pinned `ptxas` only.
pub fn pinned() -> Environment {
    Environment::from_iter([("TILEIRAS_PTXAS", program())])
}

/// A script that replaces `ptxas`. Its argument `--do` selects its behaviour.
pub fn stand_in() -> Ptxas {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stand-ins/ptxas.sh");
    Ptxas::find(Some(&path), &Environment::from_iter([("", ""); 0])).expect("the stand-in is executable")
}

pub fn chip(name: &str) -> Chip {
    Chip::parse(name).expect("a known chip")
}

/// A folder for temporary files that must be empty when it is dropped.
pub struct Scratch(folder::Scratch);

impl Scratch {
    pub fn new() -> Self {
        Scratch(folder::Scratch::new())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// An environment with this folder for temporary files, and these variables.
    pub fn environment(&self, variables: &[(&str, &str)]) -> Environment {
        let variables = variables.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
        variables.chain([("TMPDIR".into(), self.path().into())]).collect()
    }

    pub fn run(&self, ptxas: &Ptxas, chip_name: &str) -> Invocation {
        Invocation::new(ptxas, chip(chip_name), &self.environment(&[]))
    }
}

/// Runs the real `ptxas` on a module that it accepts.
pub fn assemble(chip_name: &str, ptx: &str, arguments: &[&str]) -> Vec<u8> {
    let scratch = Scratch::new();
    let invocation = scratch.run(&real(), chip_name).arguments(arguments.iter().copied());
    match invocation.assemble("test", ptx.as_bytes()) {
        Ok(assembled) => assembled.file,
        Err(error) => panic!("{error}: {error:?}"),
    }
}
