//! Lowers the statements of PTX to the functions of the execution model.
//!
//! Accepts the statements of a function or of inline assembly. Guarantees every instruction that a rule asks for, in
//! the blocks that labels, branches and guards make, with the values of its operands; only registers are followed that
//! such an instruction, a branch or a result needs, directly or through others. A guarded instruction is a block of its
//! own after a branch; successive instructions with the same guard share it. A guarded definition selects between the
//! new and the old value. Linear in the text. Refuses nothing: what is not known is a value of which nothing is known.
//!
//! | module | contents |
//! |---|---|
//! | [`mnemonic`] | opcodes, qualifiers and types |
//! | [`instruction`] | what instructions do, for rules |
//! | [`accumulator`] | which statements read accumulators of wgmma |
//! | [`plan`] | which statements and registers matter |
//! | [`flow`] | blocks, branches and guards |
//! | [`local`], [`slot`], [`escape`] | variables in local memory, which are as registers |
//! | [`origin`] | which registers have addresses of shared memory |
//! | [`values`], [`arithmetic`], [`memory`], [`warp`] | the values of registers |
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
use tileiras_kernel::{AccumulatorId, BlockId, FunctionId, InstId, SymbolId, ValueId};

use crate::statement::{Code, Instruction, Register};
use plan::Plan;
pub use program::{FunctionSource, PtxProgram, read_program};

/// A variable that code names.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Symbol {
    /// Its id.
    pub id: SymbolId,
    /// Its alignment in bytes, if it is known.
    pub alignment: Option<u64>,
}

/// A function that a call names.
pub(crate) struct Callee {
    pub id: FunctionId,
    /// The bits of its parameters.
    pub parameters: Vec<u8>,
}

/// What code refers to outside of itself.
pub(crate) trait Host {
    /// The variable with that name.
    fn symbol(&mut self, name: &str) -> Option<Symbol>;

    /// A variable that the code declares, by its index.
    fn variable(&mut self, _index: u32) -> Option<Symbol> {
        None
    }

    /// The function with that name.
    fn callee(&mut self, name: &str) -> Option<Callee>;

    /// The id of an instruction.
    fn id(&mut self, instruction: &Instruction) -> InstId;
}

/// Code that is being lowered.
pub(crate) struct Lowering<'a> {
    text: &'a [u8],
    code: &'a Code,
    plan: &'a Plan,
    builder: &'a mut FunctionBuilder,
    host: &'a mut dyn Host,
    /// The number of the first accumulator of `wgmma.mma_async`.
    first_accumulator: AccumulatorId,
    /// The bits of each register.
    widths: Vec<u8>,
    /// The block to which instructions are added; none if the code here is not reached.
    block: Option<BlockId>,
    /// The block in which registers are read and written: the last one before guarded instructions split it.
    home: BlockId,
    /// The block of each label that a branch names.
    labels: Vec<Option<BlockId>>,
    /// The last guarded instructions, if the next ones can join them.
    guarded: Option<flow::Guarded>,
    /// What `ret` does in a kernel.
    is_kernel: bool,
    /// What the test of an mbarrier that is lowered now defines, and the register.
    tested: Option<(Register, ValueId)>,
    /// The values that loads of kernel parameters gave.
    parameters: FxHashMap<(Register, i64, u8), ValueId>,
    /// The alignments of the addresses of variables.
    alignments: FxHashMap<ValueId, u64>,
    /// The slots that a statement can have written since they were read.
    stale: BTreeSet<Register>,
    /// The last such statement.
    writer: InstId,
}

impl<'a> Lowering<'a> {
    /// Prepares the lowering of code into a block.
    pub fn new(
        (text, code, plan): (&'a [u8], &'a Code, &'a Plan),
        builder: &'a mut FunctionBuilder,
        host: &'a mut dyn Host,
        block: BlockId,
        is_kernel: bool,
    ) -> Self {
        let widths = plan.widths();
        let first_accumulator = builder.add_accumulators(plan.accumulators());
        let labels = plan.targets().map(|is_target| is_target.then(|| builder.add_block())).collect();
        Lowering {
            text,
            code,
            plan,
            builder,
            host,
            first_accumulator,
            widths,
            block: Some(block),
            home: block,
            labels,
            guarded: None,
            is_kernel,
            tested: None,
            parameters: FxHashMap::default(),
            alignments: FxHashMap::default(),
            stale: BTreeSet::new(),
            writer: InstId::new(0),
        }
    }

    /// Gives a register a value before the code begins.
    pub fn set(&mut self, register: Register, value: ValueId) {
        self.builder.write(self.variable(register), self.home, value);
    }

    /// Lowers all statements. Returns the block after them, which is not ended; none if it is not reached.
    pub fn run(&mut self) -> Option<BlockId> {
        self.builder.enter(self.home);
        self.statements();
        self.block
    }

    /// The value of a register after the statements.
    fn value(&mut self, register: Register) -> ValueId {
        let width = self.width(register);
        self.builder.read(self.variable(register), self.home, width)
    }

    /// Ends the code as `ret` does.
    pub fn return_from(&mut self, block: BlockId) {
        let end = self.return_end();
        self.builder.end(block, end);
    }

    fn return_end(&mut self) -> Terminator {
        let results = self.code.parameters.iter().take(self.code.results).copied();
        let results: Vec<Register> = if self.is_kernel { Vec::new() } else { results.collect() };
        Terminator::Return(results.into_iter().map(|register| self.value(register)).collect())
    }

    /// The variable that a register is.
    fn variable(&self, register: Register) -> Variable {
        Variable(register.0)
    }

    fn width(&self, register: Register) -> u8 {
        self.widths.get(register.index()).copied().unwrap_or(32)
    }
}
