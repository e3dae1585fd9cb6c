//! The launch facts of operations: found, written, removed.
//!
//! | module | what it finds |
//! |---|---|
//! | [`function`] | the statements on one function |
//! | [`annotation_index`] | the tuples of `nvvm.annotations` of a program, by function |
//! | [`program_facts`] | both, for all functions, as an analysis |
//! | [`scope`] | the modules and functions of a program |
//! | [`body`] | what the functions of a program do |
//! | [`device`] | the device code of a module, and its target |
//! | [`launch_site`] | the sizes of a launch |
//! | [`target`] | what a module is compiled for |
//! | [`value`] | attributes as plain values, and back |
//!
//! The plain crate `tileiras-contract` says what a fact is. Leaves out on purpose: what is done about what is found.

pub mod annotation_index;
pub mod body;
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
