//! The launch headers of a module, as PTX: `--nvvm-to-ptx-header`.
//!
//! Accepts a module whose functions are `llvm.func`, or `gpu.func` with types of the LLVM dialect, and whose launch
//! facts are canonical. Guarantees one header for each function that LLVM 22 writes to PTX, with LLVM's names, linkage
//! and parameters (measured), and the directives of `tileiras-ptx`, which state every launch fact of a kernel; and that
//! nothing is written if anything is refused. Refuses, with a located error for each fault, what is not lowered, legacy
//! carriers that `nvvm-transplant` has not read, facts of the wrong shape, and names and types that PTX cannot spell.
//! Warns, with the messages of `nvvm-verify`, about facts that no directive states: below sm_90, and on functions that
//! are not kernels.
//!
//! | module | contents |
//! |---|---|
//! | [`tuples`] | what legacy tuples state about parameters |
//! | [`facts`] | the directives of a function |
//! | [`param`] | how a type is passed |
//! | [`function`] | the header of a function |
//! | [`translate`] | the file |
//!
//! Leaves out on purpose: code, global variables, aliases, and directives that state no launch fact, such as
//! `.noreturn`; whether the facts make sense together (`nvvm-verify`).

pub mod facts;
pub mod function;
pub mod param;
pub mod translate;
pub mod tuples;

pub use translate::NVVMToPTXHeader;
