//! Helpers for the tests of all packages.
//!
//! | module | contents |
//! |---|---|
//! | [`process`] | runs a program and keeps its output and how it ended |
//! | [`cpu`] | the processor time of a piece of work |
//! | [`folder`] | temporary folders, and folders that must be empty in the end |
//! | [`tree`] | the files of the project, the examples among them |
//! | [`llvm`], [`ptxas`] | LLVM's and NVIDIA's tools, for comparisons |
//! | [`harness`] | how much a test runs; arguments and threads of tests without the harness of `cargo test` |
//! | [`rng`], [`generator`], [`contract`], [`launches`] | generated numbers, modules of LLVM IR, contracts, launches |
//! | [`ll`], [`mlir`], [`facts`] | readers of LLVM IR, of MLIR in generic form, and the launch facts in both |
//! | `program` (feature `kernel`) | short constructors for programs of the execution model |
//!
//! Guarantees that the same seed gives the same input on every machine. If a tool or a file is missing, the test fails
//! by a panic; nothing is skipped.
//!
//! The readers share no code with the project, so that they do not have the same faults as its importer and passes.
//! This package uses none of the project's packages except `tileiras-kernel`, with the feature `kernel`.
//!
//! Leaves out on purpose: helpers that need MLIR in the process or the programs of the root package, which are in
//! `tests/common`; and time limits, which a test runner has.

#![forbid(unsafe_code)]
#![allow(clippy::expect_used, reason = "a test may panic")]

pub mod contract;
pub mod cpu;
pub mod facts;
pub mod folder;
pub mod generator;
pub mod harness;
pub mod launches;
pub mod ll;
pub mod llvm;
pub mod mlir;
pub mod process;
#[cfg(feature = "kernel")]
pub mod program;
pub mod ptxas;
pub mod rng;
pub mod tree;
