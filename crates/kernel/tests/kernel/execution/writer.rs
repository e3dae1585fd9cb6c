//! Writes functions as kernels have them.

use tileiras_kernel::builder::FunctionBuilder;
use tileiras_kernel::program::{Function, InstructionKind, Meets, Target, Terminator};
use tileiras_kernel::value::{Comparison, Operator, SpecialRegister, Uniformity, ValueKind};
use tileiras_kernel::{BlockId, InstId, ValueId};
use tileiras_target::Axis;

/// Writes one function, block by block.
pub struct Writer {
    pub builder: FunctionBuilder,
    /// The block that is written now.
    at: BlockId,
}

impl Writer {
    pub fn new() -> Self {
        let mut builder = FunctionBuilder::new();
        let entry = builder.add_block();
        builder.enter(entry);
        Self { builder, at: entry }
    }

    pub fn block(&mut self) -> BlockId {
        self.builder.add_block()
    }

    pub fn enter(&mut self, block: BlockId) {
        self.at = block;
        self.builder.enter(block);
    }

    pub fn constant(&mut self, number: u64) -> ValueId {
        self.builder.constant(number, 32)
    }

    pub fn register(&mut self, register: SpecialRegister) -> ValueId {
        self.builder.register(register, 32)
    }

    pub fn tid(&mut self) -> ValueId {
        self.register(SpecialRegister::Tid(Axis::X))
    }

    pub fn with(&mut self, operator: Operator, value: ValueId, number: u64) -> ValueId {
        let constant = self.constant(number);
        let bits = if matches!(operator, Operator::Compare(_)) { 1 } else { 32 };
        self.builder.compute(operator, bits, [value, constant])
    }

    pub fn is(&mut self, value: ValueId, number: u64) -> ValueId {
        self.with(Operator::Compare(Comparison::Eq), value, number)
    }

    pub fn below(&mut self, value: ValueId, number: u64) -> ValueId {
        self.with(Operator::Compare(Comparison::Ult), value, number)
    }

    pub fn elect(&mut self) -> ValueId {
        self.builder.value(ValueKind::Elect, 1)
    }

    pub fn unknown(&mut self, uniformity: Uniformity) -> ValueId {
        self.builder.unknown(uniformity, 1)
    }

    pub fn push(&mut self, kind: InstructionKind, id: usize) {
        self.builder.push(self.at, kind, Default::default(), InstId::new(id));
    }

    pub fn mark(&mut self, id: usize) {
        self.push(InstructionKind::WarpSync { mask: None, aligned: true, meets: Meets::Exchange, elects: None }, id);
    }

    pub fn mark_value(&mut self, value: ValueId, id: usize) {
        self.push(
            InstructionKind::WarpSync { mask: Some(value), aligned: true, meets: Meets::Exchange, elects: None },
            id,
        );
    }

    pub fn end(&mut self, end: Terminator) {
        self.builder.end(self.at, end);
    }

    pub fn jump(&mut self, to: BlockId) {
        self.end(Terminator::Jump(Target::new(to)));
    }

    pub fn branch(&mut self, condition: ValueId, holds: BlockId, fails: BlockId) {
        self.end(Terminator::Branch { condition, holds: Target::new(holds), fails: Target::new(fails) });
    }

    /// Goes on in the threads in which a condition holds; returns the block after it.
    pub fn when(&mut self, condition: ValueId) -> BlockId {
        let (then, next) = (self.block(), self.block());
        self.branch(condition, then, next);
        self.enter(then);
        next
    }

    /// Goes on under a condition.
    pub fn otherwise(&mut self, next: BlockId) {
        self.jump(next);
        self.enter(next);
    }

    /// Ends the function where a condition holds.
    pub fn return_if(&mut self, condition: ValueId) {
        let (ends, next) = (self.block(), self.block());
        self.branch(condition, ends, next);
        self.enter(ends);
        self.end(Terminator::Return(Default::default()));
        self.enter(next);
    }

    pub fn finish(mut self) -> Function {
        self.end(Terminator::Return(Default::default()));
        self.builder.finish()
    }
}
