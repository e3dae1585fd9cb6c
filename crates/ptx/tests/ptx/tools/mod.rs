//! Comparisons with the real programs: what `ptxas` accepts, and what LLVM and clang write.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod agreement;
mod back_end;
mod cubin;
mod names;
mod parameters;
pub mod run;
