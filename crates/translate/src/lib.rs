//! Translations between MLIR and LLVM IR or PTX that keep every launch fact.
//!
//! | module | flag | what it translates |
//! |---|---|---|
//! | [`import`] | `--import-nvvm` | LLVM IR into MLIR |
//! | [`export`] | `--export-nvvm`, `--export-nvvm-legacy`, `--mlir-to-llvmir` | MLIR into LLVM IR |
//! | [`intrinsic`] | | nothing: it checks the names of intrinsics |
//! | [`machine`] | | nothing: it checks that device code is for CUDA |
//! | [`mlir_text`] | | nothing: it checks MLIR text for what MLIR's parser drops, and reads launches of older releases |
//! | [`backend`] | | nothing: it reports the messages of the back end at operations |
//! | [`severity`] | | nothing: it makes the diagnostics of violations |
//! | [`bodies`] | | nothing: it reports what is wrong in PTX at the operations that it comes from |
//! | [`headers`] | `--nvvm-to-ptx-header` | MLIR into PTX headers |

#![forbid(unsafe_code)]

pub mod backend;
pub mod bodies;
pub mod export;
pub mod headers;
pub mod import;
pub mod intrinsic;
pub mod machine;
pub mod mlir_text;
pub mod severity;
