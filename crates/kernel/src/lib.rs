//! The execution model of kernels: what the functions of a program do, in which order, and which threads execute it.
//!
//! Accepts a [`Program`], which a front end reads from its own IR. Guarantees that each analysis needs
//! neither MLIR nor unsafe code, and that it is deterministic and free of panics for every program, also for one whose
//! calls and edges lead nowhere.
//!
//! | module or type | contents |
//! |---|---|
//! | [`program`] | functions, blocks and instructions, without MLIR and without PTX text |
//! | [`value`] | expressions over special registers and constants |
//! | [`builder`] | builds a function, from SSA form or from code with mutable registers |
//! | [`FunctionId`], [`BlockId`], [`InstId`], [`ValueId`] | handles of functions, blocks, instructions and values |
//! | [`InstructionClass`], [`Reach`] | classes of instructions, and what each function reaches through calls |
//! | [`graph`] | control flow: order, dominators, post-dominators and cycles |
//! | [`threads`] | sets of threads, and the shape of a CTA |
//! | [`evaluate`] | what is known of a value in each thread |
//! | [`Program::skip_empty_latches`] | merges the empty latch of a loop that waits into its header |
//! | [`Program::split_by_tables`] | specialises branches on tables in shared memory |
//! | [`Program::peel_loops`] | peels five iterations of loops that use mbarriers |
//! | [`execution`] | the threads that get to each instruction |
//! | [`paths`] | the paths of a thread, and state machines that follow them |
//! | [`protocol`] | the protocols that instructions follow, and their faults |
//! | [`simulation`] | launches with chosen arguments, and what goes wrong in them |
//! | [`dump`] | prints all of it as text |
//!
//! The rules ask one [`Analysis`] of a program.
//!
//! Leaves out on purpose: how PTX is read into the model (`tileiras-ptx`), and the rules (`tileiras-lint`).

#![forbid(unsafe_code)]

/// The examples of the page of the package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod analysis;
pub mod builder;
mod calls;
mod class;
mod dominators;
pub mod dump;
pub mod evaluate;
pub mod execution;
pub mod graph;
mod id;
mod latches;
mod limits;
pub mod loops;
pub mod paths;
mod peel;
pub mod program;
pub mod protocol;
mod range;
mod reach;
pub mod simulation;
mod tables;
pub mod threads;
pub mod value;

pub use analysis::{Analysis, Body};
pub use class::InstructionClass;
pub use execution::{Entry, Execution, Launches};
pub use id::{AccumulatorId, BlockId, FunctionId, InstId, OneOrMore, SymbolId, ValueId};
pub use program::{Instruction, InstructionKind, Program};
pub use range::Range;
pub use reach::Reach;
