//! Lowers the statements of PTX to the functions of the execution model.
//!
//! Accepts the statements of a function. Guarantees that every instruction that some rule inspects is in the basic
//! blocks that labels, branches and guards make, with the values of its operands; followed are the registers on which
//! such an instruction, a branch or a result depends, and no others. A guarded instruction is a block of its own after
//! a branch; successive instructions with the same guard share it. A guarded definition selects between the new and the
//! old value. Linear in the text. Refuses nothing: what is not known is a value of which nothing is known.
//!
//! | module | contents |
//! |---|---|
//! | [`mnemonic`] | opcodes, qualifiers and types |
//! | [`instruction`] | what instructions do, for rules |
//! | [`accumulator`] | which statements read accumulators of wgmma |
//! | [`operands`], [`registers`], [`definitions`] | where operands are, which registers are read and written, and by what |
//! | [`plan`] | which statements and registers matter |
//! | [`lowering`], [`file`] | the state of the lowering: of code, and of all code of a file |
//! | [`flow`] | blocks, branches and guards |
//! | [`slot`], [`promote`], [`local`], [`escape`] | variables in local memory, which are as registers |
//! | [`origin`], [`peers`] | which registers have addresses of shared memory, and which of them are of other CTAs |
//! | [`written`] | which variables of global memory can change |
//! | [`values`], [`arithmetic`], [`bits`], [`memory`], [`warp`] | the values of registers |
//! | [`matrix`] | the registers of `ldmatrix` and of matrix products |
//! | [`shared`] | what matters of shared memory |
//! | [`program`] | whole files |
//!
//! Leaves out on purpose: floating point, which is [`tileiras_kernel::value::Operator::Opaque`]; the carry flag; and
//! what memory contains that threads share.

mod accumulator;
mod arithmetic;
mod bits;
mod definitions;
mod escape;
mod file;
mod flow;
mod instruction;
mod local;
mod lowering;
mod matrix;
mod memory;
mod mnemonic;
#[cfg(test)]
mod opcodes;
mod operands;
mod origin;
mod peers;
mod plan;
mod program;
mod promote;
mod registers;
mod shared;
mod slot;
mod values;
mod warp;
mod written;

#[cfg(test)]
mod tests;

pub use program::{FunctionSource, PtxProgram, read_program};
