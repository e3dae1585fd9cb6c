//! PTX text: launch headers, which are printed from a contract, read and rewritten; and code, which is lowered to the
//! execution model.
//!
//! Accepts a [`tileiras_contract::FactSet`] and a [`tileiras_target::Target`], or PTX text. Guarantees that every
//! fact of a kernel is printed, is suppressed because the chip has no clusters, or is named in an error; that
//! directives have the fixed order of reference 003; and that the same input gives the same text. Refuses a fact, a
//! name or a parameter that PTX cannot spell, and text whose headers `ptxas` could not read.
//!
//! | to | use |
//! |---|---|
//! | state facts as directives | [`directives`] |
//! | check whether PTX can spell a name, and whether LLVM can write it to PTX | [`check_name`], [`check_symbol`] |
//! | print a file of headers | [`Module::print`] |
//! | read the headers of a file | [`read`], then [`Header::facts`] |
//! | replace the launch directives of the kernels of a file, and its version | [`rewrite()`] |
//! | compare a header with a contract | [`differences`] |
//! | read what the functions of a file do | [`read_program`] |
//! | show what was understood of them | [`dump`], [`stats`] |
//! | name the instructions of inline assembly | [`inline::instructions`] |
//!
//! Leaves out on purpose: MLIR, whether facts make sense together (`tileiras-contract`), and running `ptxas`
//! (`tileiras-ptxas`).

#![forbid(unsafe_code)]

/// The examples of the page of the package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod body;
mod check;
mod difference;
mod directive;
mod dump;
mod error;
mod header;
pub mod inline;
mod module;
mod name;
mod reader;
mod rewrite;
mod statement;
mod token;

pub use body::{FunctionSource, PtxProgram, read_program};
pub use check::{Finding, check, check_functions, with_directives};
pub use difference::{Difference, differences};
pub use directive::{Directive, Unprintable, directives, directives_of};
pub use dump::{Dump, Stats, dump, dynamic_shared, stats};
pub use error::{ReadError, ReadFault};
pub use header::{FunctionKind, Header, Linkage, Ptx, StatedDirective};
pub use module::{Bodies, Function, Handle, Module, Param, PrintError, Scalar, Space, Unspellable};
pub use name::{BadName, check_name, check_symbol};
pub use reader::read;
pub use rewrite::{Kernel, KernelChange, RewriteError, Rewritten, rewrite};
pub use token::without_nul;
