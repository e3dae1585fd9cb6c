//! The launch header of PTX: written from a contract, read back, rewritten in place. And the statements of inline
//! assembly.
//!
//! Accepts a [`tileiras_contract::FactSet`] and a [`tileiras_target::Target`], or PTX text. Guarantees that every
//! fact of a kernel is printed, is suppressed because the chip has no clusters, or is named in an error; that directives
//! stand in the fixed order of reference 003; and that the same input gives the same text. Refuses a fact, a name or a
//! parameter that PTX cannot spell, and text that `ptxas` could not read the headers of.
//!
//! | to | use |
//! |---|---|
//! | state facts as directives | [`directives`] |
//! | ask whether PTX can spell a name, or a symbol reach it through LLVM | [`check_name`], [`check_symbol`] |
//! | print a file of headers | [`Module::print`] |
//! | read the headers of a file | [`read`], then [`Header::facts`] |
//! | give the kernels of a file the directives of their contracts, and the file a version | [`rewrite()`] |
//! | say how a header differs from a contract | [`differences`] |
//! | read the statements of inline assembly | [`inline::read()`] |
//!
//! Leaves out on purpose: MLIR, whether facts make sense together (`tileiras-contract`), and running `ptxas`
//! (`tileiras-ptxas`).

pub mod difference;
pub mod directive;
pub mod error;
pub mod header;
pub mod inline;
pub mod module;
pub mod name;
pub mod reader;
pub mod rewrite;
mod token;

pub use difference::{Difference, differences};
pub use directive::{Directive, Unprintable, directives, directives_of};
pub use error::{ReadError, ReadFault};
pub use header::{FunctionKind, Header, Linkage, Ptx, Stated};
pub use module::{Bodies, Function, Handle, Module, Param, PrintError, Scalar, Space, Unspellable};
pub use name::{BadName, check_name, check_symbol};
pub use reader::read;
pub use rewrite::{Kernel, KernelChange, RewriteError, Rewritten, rewrite};
