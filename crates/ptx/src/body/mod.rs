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
//! | [`plan`] | which statements and registers matter |
//! | [`flow`] | blocks, branches and guards |
//! | [`local`], [`slot`], [`escape`] | variables in local memory, which are as registers |
//! | [`origin`], [`peers`] | which registers have addresses of shared memory, and which of them are of other CTAs |
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
mod escape;
mod flow;
mod instruction;
mod local;
mod matrix;
mod memory;
mod mnemonic;
#[cfg(test)]
mod opcodes;
mod origin;
mod peers;
mod plan;
mod program;
mod shared;
mod slot;
mod values;
mod warp;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use tileiras_kernel::builder::{FunctionBuilder, Variable};
use tileiras_kernel::program::Terminator;
use tileiras_kernel::{BlockId, InstId, ValueId};

use crate::statement::{Code, Register};
use plan::Plan;
use program::File;
pub use program::{FunctionSource, PtxProgram, read_program};

/// Code that is being lowered.
struct Lowering<'a, 't> {
    text: &'a [u8],
    code: &'a Code,
    plan: &'a Plan,
    builder: &'a mut FunctionBuilder,
    /// What the code refers to outside of itself.
    file: &'a mut File<'t>,
    /// The bits of each register.
    widths: Vec<u8>,
    /// The block to which instructions are added; none if the code here is not reached.
    block: Option<BlockId>,
    /// The block in which registers are read and written: the last one before guards split it.
    home: BlockId,
    /// The block of each label that a branch names.
    labels: Vec<Option<BlockId>>,
    /// The last guarded instructions, if the next ones can join them.
    guarded: Option<flow::Guarded>,
    /// The guard of the statement that is lowered now, once it was read.
    guard: Option<ValueId>,
    /// Whether it is the body of a kernel: `ret` returns nothing, and parameters are the same in all threads.
    is_kernel: bool,
    /// The predicate that the instruction that is lowered now defines, a test of an mbarrier or an election, and its
    /// value.
    predicate: Option<(Register, ValueId)>,
    /// The values that loads of kernel parameters gave, by parameter, offset in bytes and bits.
    parameters: FxHashMap<(Register, i64, u8), ValueId>,
    /// The alignments of the addresses of variables.
    alignments: FxHashMap<ValueId, u64>,
    /// The slots that a statement can have written since they were read.
    stale: BTreeSet<Register>,
    /// The last statement that made one stale.
    writer: InstId,
}

impl<'a, 't> Lowering<'a, 't> {
    /// Prepares the lowering of code into a block.
    fn new(
        (text, code, plan): (&'a [u8], &'a Code, &'a Plan),
        builder: &'a mut FunctionBuilder,
        file: &'a mut File<'t>,
        block: BlockId,
        is_kernel: bool,
    ) -> Self {
        let widths = plan.widths();
        let labels = plan.targets().map(|is_target| is_target.then(|| builder.add_block())).collect();
        Lowering {
            text,
            code,
            plan,
            builder,
            file,
            widths,
            block: Some(block),
            home: block,
            labels,
            guarded: None,
            guard: None,
            is_kernel,
            predicate: None,
            parameters: FxHashMap::default(),
            alignments: FxHashMap::default(),
            stale: BTreeSet::new(),
            writer: InstId::new(0),
        }
    }

    /// Gives a register a value before the code begins.
    fn set(&mut self, register: Register, value: ValueId) {
        self.builder.write(ssa_variable(register), self.home, value);
    }

    /// Lowers all statements. If the end of the code is reached, it is a return.
    fn run(&mut self) {
        self.builder.enter(self.home);
        self.statements();
        if let Some(block) = self.block {
            let end = self.return_terminator();
            self.builder.end(block, end);
        }
    }

    /// The value of a register after the statements.
    fn value(&mut self, register: Register) -> ValueId {
        let width = self.width(register);
        self.builder.read(ssa_variable(register), self.home, width)
    }

    /// What `ret` does.
    fn return_terminator(&mut self) -> Terminator {
        // The results are the first parameters.
        let results = self.code.parameters.iter().take(self.code.results).copied();
        let results: Vec<Register> = if self.is_kernel { Vec::new() } else { results.collect() };
        Terminator::Return(results.into_iter().map(|register| self.value(register)).collect())
    }

    /// The bits of a register; 32 if it is not declared.
    fn width(&self, register: Register) -> u8 {
        self.widths.get(register.index()).copied().unwrap_or(32)
    }
}

/// The variable of the function that a register is.
fn ssa_variable(register: Register) -> Variable {
    Variable(register.0)
}
