//! Exports launch facts from MLIR, in the forms that the next tools read.
//!
//! | form | what reads it | location of the facts |
//! |---|---|---|
//! | upstream ([`upstream`]) | upstream's translation to LLVM IR | on the function and its arguments, under upstream's names |
//! | legacy ([`legacy`]) | libNVVM, LLVM up to 19 | in the tuples of `nvvm.annotations` |
//!
//! Accepts facts in canonical form, or in one of the two. Guarantees that each fact is exported exactly or refused
//! with a located error, that nothing is changed before all of it is planned, and that `nvvm-transplant` restores the
//! canonical form. Refuses facts of the wrong shape, legacy carriers that `nvvm-transplant` has not read, and facts
//! that the form cannot express. [`translate`] has the translations to LLVM IR: `--export-nvvm`,
//! `--export-nvvm-legacy`, and upstream's `--mlir-to-llvmir` with warnings about what it drops.
//!
//! Leaves out on purpose: whether the facts make sense together (`nvvm-verify`), and PTX.

pub mod facts;
pub mod legacy;
pub mod translate;
pub mod tuples;
pub mod upstream;
