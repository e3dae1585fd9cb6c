//! The launch header of PTX: written from a contract, read back, rewritten in place.
//!
//! Accepts a [`tileiras_contract::LaunchContract`] and a [`tileiras_target::Target`], or PTX text. Guarantees that every
//! fact of a kernel is printed, is suppressed because the chip has no clusters, or is named in an error; that directives
//! stand in the fixed order of reference 003; and that the same input gives the same text. Refuses a fact that PTX cannot
//! spell.
//!
//! Leaves out on purpose: MLIR, whether facts make sense together (`tileiras-contract`), and running `ptxas`
//! (`tileiras-ptxas`).

pub mod directive;

pub use directive::{Directive, Unprintable, directives};
