//! Executes random functions before and after their loops are peeled: the instructions and their values are the same.

#![allow(clippy::expect_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use proptest::prelude::*;
use tileiras_kernel::builder::{FunctionBuilder, MutableRegister};
use tileiras_kernel::evaluate::fold;
use tileiras_kernel::program::{Arrival, Function, InstructionKind, MbarrierOperation, Program, Target, Terminator};
use tileiras_kernel::value::{Comparison, Operator, Space, Uniformity, ValueKind, masked};
use tileiras_kernel::{BlockId, InstId, ValueId};

const BITS: u8 = 16;
const VARIABLES: u32 = 4;
const MAX_DEPTH: usize = 3;
const MAX_VISITS: usize = 3_000;

/// Writes a function by the numbers of a tape.
struct Writer<'t> {
    tape: std::slice::Iter<'t, u16>,
    builder: FunctionBuilder,
    /// The block that is written.
    at: BlockId,
    instructions: usize,
}

impl Writer<'_> {
    fn next(&mut self, below: u16) -> u16 {
        self.tape.next().copied().unwrap_or_default() % below
    }

    fn variable(&mut self) -> MutableRegister {
        MutableRegister(u32::from(self.next(VARIABLES as u16)))
    }

    fn read(&mut self) -> ValueId {
        let variable = self.variable();
        self.builder.read(variable, self.at, BITS)
    }

    fn write(&mut self, value: ValueId) {
        let variable = self.variable();
        self.builder.write(variable, self.at, value);
    }

    /// A condition: of a variable, or one that is unknown.
    fn condition(&mut self) -> ValueId {
        if self.next(3) == 0 {
            return self.builder.unknown(Uniformity::Thread, 1);
        }
        let (value, bound) = (self.read(), self.next(8));
        let bound = self.builder.constant(bound.into(), BITS);
        self.builder.compute(Operator::Compare(Comparison::Ult), 1, [value, bound])
    }

    fn block(&mut self) -> BlockId {
        self.builder.add_block()
    }

    fn go_on_in(&mut self, block: BlockId) {
        self.at = block;
        self.builder.enter(block);
    }

    fn branch(&mut self, condition: ValueId, holds: BlockId, fails: BlockId) {
        let (holds, fails) = (Target::new(holds), Target::new(fails));
        self.builder.end(self.at, Terminator::Branch { condition, holds, fails });
    }

    fn jump(&mut self, to: BlockId) {
        self.builder.end(self.at, Terminator::Jump(Target::new(to)));
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..=self.next(4) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.next(if depth < MAX_DEPTH { 8 } else { 5 }) {
            0 => {
                let (one, two) = (self.read(), self.next(5));
                let two = self.builder.constant(two.into(), BITS);
                let sum = self.builder.compute(Operator::Add, BITS, [one, two]);
                self.write(sum);
            }
            1 => {
                let address = self.read();
                let loaded = self.builder.value(ValueKind::Load { address, space: Space::Shared }, BITS);
                self.write(loaded);
            }
            2 => {
                let unknown = self.builder.unknown(Uniformity::Thread, BITS);
                self.write(unknown);
            }
            3 | 4 => {
                let address = Some(self.read());
                let operation = MbarrierOperation::Arrive { count: None, arrival: Arrival::Plain };
                let id = InstId::new(self.instructions);
                self.instructions += 1;
                self.builder.push(
                    self.at,
                    InstructionKind::Mbarrier { operation, address, relaxed: false },
                    Default::default(),
                    id,
                );
            }
            5 => {
                let (holds, fails, end) = (self.block(), self.block(), self.block());
                let condition = self.condition();
                self.branch(condition, holds, fails);
                for side in [holds, fails] {
                    self.go_on_in(side);
                    self.statements(depth + 1);
                    self.jump(end);
                }
                self.go_on_in(end);
            }
            _ => {
                let (header, body, latch, end) = (self.block(), self.block(), self.block(), self.block());
                self.jump(header);
                self.go_on_in(header);
                if self.next(2) == 0 {
                    let condition = self.condition();
                    self.branch(condition, body, end);
                } else {
                    self.jump(body);
                }
                self.go_on_in(body);
                self.statements(depth + 1);
                self.jump(latch);
                self.go_on_in(latch);
                let condition = self.condition();
                self.branch(condition, header, end);
                self.go_on_in(end);
            }
        }
    }
}

fn function(tape: &[u16]) -> Function {
    let mut writer =
        Writer { tape: tape.iter(), builder: FunctionBuilder::new(), at: BlockId::new(0), instructions: 0 };
    let entry = writer.block();
    writer.go_on_in(entry);
    for number in 0..VARIABLES {
        let start = writer.builder.constant(u64::from(number), BITS);
        writer.builder.write(MutableRegister(number), entry, start);
    }
    while !writer.tape.as_slice().is_empty() {
        writer.statements(0);
    }
    writer.builder.end(writer.at, Terminator::Exit);
    writer.builder.finish()
}

/// Executes a function with one thread.
struct Thread<'f> {
    function: &'f Function,
    /// The numbers of what is not a pure expression.
    numbers: BTreeMap<ValueId, u64>,
    /// How many unknown values there were.
    unknown: u64,
}

impl Thread<'_> {
    fn number(&self, id: ValueId) -> u64 {
        let value = &self.function.values[id.index()];
        match &value.kind {
            ValueKind::Constant(number) => *number,
            ValueKind::Compute(operator, operands) => {
                let bits = |id: &ValueId| self.function.values[id.index()].bits;
                let operands: Vec<_> = operands.iter().map(|id| (Some(self.number(*id)), bits(id))).collect();
                fold(*operator, value.bits, &operands).expect("all operands are known")
            }
            _ => self.numbers[&id],
        }
    }

    fn compute(&mut self, id: ValueId) {
        let value = &self.function.values[id.index()];
        let number = match value.kind {
            ValueKind::Load { address, .. } => self.number(address).wrapping_mul(0x9e37).rotate_right(3),
            _ => {
                self.unknown += 1;
                self.unknown.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 17
            }
        };
        self.numbers.insert(id, masked(number, value.bits));
    }

    /// The instructions that it executes, with their addresses.
    fn trace(mut self) -> Vec<(InstId, u64)> {
        let (mut found, mut at) = (Vec::new(), BlockId::new(0));
        for _ in 0..MAX_VISITS {
            let block = &self.function.blocks[at.index()];
            block.computes.iter().for_each(|&value| self.compute(value));
            for instruction in &block.instructions {
                let InstructionKind::Mbarrier { address: Some(address), .. } = instruction.kind else { continue };
                found.push((instruction.id, self.number(address)));
            }
            let target = match &block.end {
                Terminator::Branch { condition, holds, fails } => {
                    if self.number(*condition) != 0 {
                        holds
                    } else {
                        fails
                    }
                }
                Terminator::Jump(target) => target,
                _ => break,
            };
            let arguments: Vec<u64> = target.arguments.iter().map(|&argument| self.number(argument)).collect();
            let parameters = &self.function.blocks[target.to.index()].parameters;
            assert_eq!(parameters.len(), arguments.len(), "every parameter has an argument");
            self.numbers.extend(parameters.iter().copied().zip(arguments));
            at = target.to;
        }
        found
    }
}

fn trace(function: &Function) -> Vec<(InstId, u64)> {
    Thread { function, numbers: BTreeMap::new(), unknown: 0 }.trace()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_peeled_function_executes_the_same(tape in proptest::collection::vec(any::<u16>(), 10..200)) {
        let function = function(&tape);
        let mut program = Program { functions: vec![function.clone()], ..Default::default() };
        program.peel_loops();
        prop_assert_eq!(trace(&program.functions[0]), trace(&function));
        prop_assert!(program.functions[0].blocks.len() <= 6 * function.blocks.len());
    }
}

/// Each iteration of a loop arrives at the next element of an array.
#[test]
fn the_first_turns_have_their_own_addresses() {
    let mut builder = FunctionBuilder::new();
    let [entry, body, latch, end] = [(); 4].map(|()| builder.add_block());
    let base = builder.value(ValueKind::Symbol(tileiras_kernel::SymbolId::new(0)), 64);
    builder.write(MutableRegister(0), entry, base);
    builder.end(entry, Terminator::Jump(Target::new(body)));
    let address = builder.read(MutableRegister(0), body, 64);
    let kind =
        InstructionKind::Mbarrier { operation: MbarrierOperation::Invalidate, address: Some(address), relaxed: false };
    builder.push(body, kind, Default::default(), InstId::new(7));
    builder.end(body, Terminator::Jump(Target::new(latch)));
    let eight = builder.constant(8, 64);
    let next = builder.compute(Operator::Add, 64, [address, eight]);
    builder.write(MutableRegister(0), latch, next);
    builder.enter(latch);
    let condition = builder.unknown(Uniformity::Grid, 1);
    builder.end(latch, Terminator::Branch { condition, holds: Target::new(body), fails: Target::new(end) });
    builder.end(end, Terminator::Exit);
    let mut program = Program { functions: vec![builder.finish()], ..Default::default() };
    program.peel_loops();

    let peeled = &program.functions[0];
    let instructions: Vec<_> = peeled.instructions().collect();
    assert_eq!(instructions.iter().map(|found| found.id).collect::<Vec<_>>(), [InstId::new(7); 6]);
    let addresses = instructions.iter().flat_map(|found| found.kind.operands());
    let kinds: Vec<_> = addresses.map(|value| &peeled.values[value.index()].kind).collect();
    // The loop, and the first iterations: the address of the entry, and the next ones.
    assert!(matches!(kinds[..], [ValueKind::Parameter, ValueKind::Symbol(_), ..]), "{kinds:?}");
    assert!(kinds.iter().skip(2).all(|kind| matches!(kind, ValueKind::Compute(..))), "{kinds:?}");
}
