//! What melior lacks, as a safe API: passes with options and statistics, diagnostics with notes, upstream's tools,
//! translations, LLVM IR import, and views of attributes, functions and symbols that are cheap enough for hot loops.
//!
//! Accepts and returns melior's types. Guarantees that no panic crosses into C++: every callback goes through
//! [`guard`], which turns a panic into a diagnostic and a failed run. Leaves out on purpose: anything about launch
//! facts; that is `tileiras-nvvm`.

pub mod attribute;
pub mod backend;
pub mod block;
pub mod context;
pub mod diagnostic;
pub mod function;
pub mod guard;
pub mod layout;
pub mod llvm;
pub mod operation;
pub mod option;
pub mod parallel;
pub mod pass;
pub mod pipeline;
pub mod registry;
pub mod session;
pub mod symbol;
pub mod target;
pub mod text;
pub mod tool;
pub mod tool_option;
pub mod translation;
pub mod value;

pub use context::ContextHandle;
pub use diagnostic::{Diagnostic, Failure};
