//! What the integration tests share: running the tools, reading LLVM IR and generic MLIR, launch facts, and a
//! generator of annotated modules.
//!
//! The readers are written for the tests alone and share no code with the project, so that a fault of an importer or
//! a pass cannot hide behind the same fault here.

#![allow(dead_code, reason = "each test uses its part")]
#![allow(clippy::expect_used, reason = "a test may panic")]

pub mod facts;
pub mod generator;
pub mod ll;
pub mod mlir;
pub mod process;
pub mod rng;
