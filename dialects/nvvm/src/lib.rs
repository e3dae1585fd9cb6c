//! Reads, writes and removes the launch facts of operations.
//!
//! | module | contents |
//! |---|---|
//! | [`function`] | the statements on one function |
//! | [`annotation_index`] | the tuples of `nvvm.annotations` of a program, by function |
//! | [`program_facts`] | the launch facts of all functions of a program, as an analysis |
//! | [`scope`] | the modules and functions of a program |
//! | [`allow`] | the rules that an operation is allowed to break |
//! | [`bodies`] | what the bodies of functions reach: classes of instructions, and launches |
//! | [`constants`] | integer constants |
//! | [`device`] | the device code of a module, and its target |
//! | [`compiled`] | the facts of kernels in PTX, cubins and fat binaries |
//! | [`launch_site`] | the sizes of a launch |
//! | [`target`] | the targets that a module is compiled for |
//! | [`value`] | attributes as values without MLIR, and back |
//!
//! `tileiras-contract` defines the facts. Leaves out on purpose: how a pass uses what is read.

#![forbid(unsafe_code)]

pub mod allow;
pub mod annotation_index;
pub mod bodies;
pub mod compiled;
pub mod constants;
pub mod device;
pub mod function;
pub mod launch_site;
pub mod program_facts;
pub mod scope;
pub mod target;
pub mod value;

pub use annotation_index::AnnotationIndex;
pub use program_facts::ProgramFacts;
pub use scope::Scope;
