//! A safe API for the parts of MLIR that melior does not cover.
//!
//! These are passes with options and statistics ([`pass`], [`pipeline`]), diagnostics with notes ([`diagnostic`],
//! [`collect`], [`report`]), upstream's tools ([`tool`]), translations ([`translation`]), LLVM IR ([`llvm`],
//! [`backend`]), and access to attributes, functions and symbols that does not allocate in the common case.
//!
//! Accepts and returns melior's types. Guarantees that no panic crosses into C++: each callback runs inside [`guard`],
//! which turns a panic into a diagnostic and a failed run. Leaves out on purpose: launch facts (`tileiras-nvvm`).

pub mod allocator;
pub mod analysis;
pub mod attribute;
pub mod backend;
pub mod block;
pub mod collect;
pub mod context;
pub mod diagnostic;
pub mod failure;
pub mod function;
pub mod guard;
pub mod inherent;
pub mod layout;
pub mod link;
pub mod llvm;
pub mod location;
pub mod object;
pub mod operation;
pub mod option;
pub mod parallel;
pub mod pass;
pub mod pipeline;
pub mod prepare;
pub mod recovery;
pub mod registry;
pub mod report;
pub mod session;
pub mod statement;
pub mod symbol;
pub mod target;
pub mod text;
pub mod tool;
pub mod tool_option;
pub mod translation;
pub mod value;
pub mod visible;

pub use context::ContextHandle;
pub use diagnostic::{Coded, Diagnostic};
pub use failure::Failure;
