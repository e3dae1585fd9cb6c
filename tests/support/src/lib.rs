//! What the tests of all packages share.
//!
//! | module | what it has |
//! |---|---|
//! | [`process`] | runs a program and keeps its output and how it ended |
//! | [`folder`] | temporary folders, and folders that must be empty in the end |
//! | [`tree`] | the files of the project, the examples among them |
//! | [`llvm`], [`ptxas`] | LLVM's and NVIDIA's tools, which tests compare with |
//! | [`harness`] | arguments and threads of tests without the harness of `cargo test` |
//! | [`rng`], [`generator`], [`contract`], [`launches`] | inputs that are made: numbers, modules of LLVM IR, contracts, launches |
//! | [`ll`], [`mlir`], [`facts`] | readers of LLVM IR, of MLIR in generic form, and the launch facts in both |
//! | `program` (feature `kernel`) | short constructors for programs of the execution model |
//!
//! Guarantees that the same seed gives the same input on every machine. Fails a test, by a panic, where a tool or a file is
//! missing; nothing is skipped.
//!
//! The readers share no code with the project, so that a fault of an importer or a pass cannot hide behind the same fault
//! here. So this package uses none of the project's packages but `tileiras-kernel`, and that one behind a feature.
//!
//! Leaves out on purpose: what needs MLIR in the process or the programs of the root package, which is in `tests/common`; and
//! limits of time, which a test runner has.

#![allow(clippy::expect_used, reason = "a test may panic")]

pub mod contract;
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
