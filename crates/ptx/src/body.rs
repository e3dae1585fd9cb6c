//! Lowers the statements of PTX to the functions of the execution model.
//!
//! Accepts the statements of a function or of inline assembly. Guarantees every instruction that a rule asks for, in the
//! blocks that labels, branches and guards make, with the values of its operands; only registers are followed that such an
//! instruction, a branch or a result needs, directly or through others. A guarded instruction is a block of its own
//! behind a branch; successive instructions with the same guard share it. A guarded definition selects between the new
//! and the old value. Linear in the text. Refuses nothing: what is not known is a value of which nothing is known.
//!
//! | module | contents |
//! |---|---|
//! | [`mnemonic`] | opcodes, qualifiers and types |
//! | [`instruction`] | what instructions do, for rules |
//! | [`accumulator`] | which statements read accumulators of wgmma |
//! | [`plan`] | which statements and registers matter |
//! | [`flow`] | blocks, branches and guards |
//! | [`values`], [`arithmetic`], [`memory`], [`warp`] | the values of registers |
//! | [`program`] | whole files |
//!
//! Leaves out on purpose: floating point, which is [`tileiras_kernel::value::Operator::Opaque`]; the carry flag; and
//! what memory contains.

mod accumulator;
mod arithmetic;
mod flow;
mod instruction;
mod memory;
mod mnemonic;
mod plan;
mod program;
mod values;
mod warp;

#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;
use tileiras_kernel::builder::{FunctionBuilder, Variable};
use tileiras_kernel::program::Terminator;
use tileiras_kernel::{AccumulatorId, BlockId, FunctionId, InstId, ValueId};

use crate::inline::{Placeholder, Symbol};
use crate::statement::{Code, Instruction, Register};
pub(crate) use plan::{Plan, written};
pub use program::{FunctionSource, PtxProgram, read_program};

/// A function that a call names.
pub(crate) struct Callee {
    pub id: FunctionId,
    /// The bits of its parameters.
    pub parameters: Vec<u8>,
}

/// What code refers to outside of itself.
pub(crate) trait Host {
    /// The value of a placeholder when the code begins.
    fn operand(&mut self, builder: &mut FunctionBuilder, placeholder: Placeholder) -> Option<ValueId>;

    /// Whether the value of a placeholder after the code is asked for.
    fn is_wanted(&mut self, _placeholder: Placeholder) -> bool {
        true
    }

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
    /// The number of the first variable; the registers have the numbers after it.
    first_variable: u32,
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
    /// The values that loads of kernel parameters gave.
    parameters: FxHashMap<(Register, i64, u8), ValueId>,
    /// The alignments of the addresses of variables.
    alignments: FxHashMap<ValueId, u64>,
}

impl<'a> Lowering<'a> {
    /// Prepares the lowering of code into a block. `first_variable` is the number of variables that the function has so
    /// far.
    pub fn new(
        (text, code, plan): (&'a [u8], &'a Code, &'a Plan),
        builder: &'a mut FunctionBuilder,
        host: &'a mut dyn Host,
        block: BlockId,
        first_variable: u32,
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
            first_variable,
            first_accumulator,
            widths,
            block: Some(block),
            home: block,
            labels,
            guarded: None,
            is_kernel,
            parameters: FxHashMap::default(),
            alignments: FxHashMap::default(),
        }
    }

    /// Gives the placeholders their values, and the other registers an unknown one.
    pub fn initialise(&mut self) {
        for index in 0..self.code.registers.len() {
            let register = Register(u32::try_from(index).unwrap_or(u32::MAX));
            if !self.plan.is_demanded(register) {
                continue;
            }
            let placeholder = self.code.register(register).and_then(|info| info.placeholder);
            let value = placeholder.and_then(|placeholder| self.host.operand(self.builder, placeholder));
            let bits = value.and_then(|value| self.builder.get(value)).map(|value| value.bits);
            if let (Some(bits), Some(width)) = (bits, self.widths.get_mut(index)) {
                *width = bits;
            }
            let value = value.unwrap_or_else(|| self.unknown(self.width(register)));
            self.builder.write(self.variable(register), self.home, value);
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

    /// The accumulator of all `wgmma.mma_async` of the code; none if they have several.
    pub fn only_accumulator(&self) -> Option<AccumulatorId> {
        let first = self.first_accumulator.index();
        self.plan.only_accumulator().map(|accumulator| AccumulatorId::new(first.saturating_add(accumulator.index())))
    }

    /// Whether the value of a placeholder after the statements is asked for.
    pub fn is_wanted(&mut self, placeholder: Placeholder) -> bool {
        self.host.is_wanted(placeholder)
    }

    /// The value of a register after the statements.
    pub fn value(&mut self, register: Register) -> ValueId {
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
        Variable(self.first_variable.saturating_add(register.0))
    }

    fn width(&self, register: Register) -> u8 {
        self.widths.get(register.index()).copied().unwrap_or(32)
    }
}
