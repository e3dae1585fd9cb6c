//! Typed views of the launch facts that operations carry: read, write, locate.
//!
//! The plain crate `tileiras-contract` says what a fact is; this one finds it in MLIR: [`annotations`] reads the tuples
//! of a module, [`carrier`] the attributes, `passthrough` strings, arguments and calling convention of a function,
//! [`scope`] the modules and functions of a program, [`body`] what its functions do, [`launch_site`] what a launch asks for,
//! [`target`] what a module is compiled for. Leaves out on purpose: what to do about what is found.

pub mod annotations;
pub mod body;
pub mod carrier;
pub mod launch_site;
pub mod scope;
pub mod target;
pub mod value;
