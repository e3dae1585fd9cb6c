//! The execution model of kernels: what the functions of a program do, in which order, and which threads execute it.
//!
//! Accepts a [`Program`], which a front end reads from its own IR. Guarantees that each analysis is plain Rust,
//! deterministic and free of panics for every program, also for one whose calls and edges lead nowhere.
//!
//! | module | contents |
//! |---|---|
//! | [`body`] | functions, blocks, edges and instructions, without MLIR |
//! | [`form`] | what an instruction does by its name, and the feature that it needs |
//! | [`id`] | handles of functions, blocks, instructions, conditions and values |
//! | [`class`] | classes of instructions that the rules ask for |
//! | [`reach`] | what each function reaches, itself and through calls |
//! | [`needs`] | what makes a kernel depend on the exact number of its threads |
//!
//! Leaves out on purpose: how IR is read into the model (`tileiras-nvvm`, `tileiras-ptx`), and the rules
//! (`tileiras-contract`).

#![forbid(unsafe_code)]

pub mod body;
pub mod builder;
pub mod calls;
pub mod class;
pub mod evaluate;
pub mod execution;
pub mod form;
pub mod graph;
pub mod id;
pub mod needs;
pub mod program;
pub mod protocol;
pub mod reach;
pub mod threads;
pub mod value;

pub use body::{
    Block, Body, CtaGroup, Edge, Implication, Instruction, InstructionKind, KnownOutcome, Program, Tcgen05,
};
pub use class::{InstructionClass, needs_clusters};
pub use form::{InstructionForm, Opcode};
pub use id::{BlockId, ConditionId, FunctionId, InstId, ValueId};
pub use needs::Needs;
pub use reach::{EnteringThreads, Entry, PairDeallocFault, Reach, TensorMemory, ThreadSet};
