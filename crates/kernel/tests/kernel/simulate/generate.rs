//! Random programs: nested branches, loops, switches, early returns, exits, and calls, over known and unknown values.

use tileiras_kernel::builder::{FunctionBuilder, MutableRegister};
use tileiras_kernel::execution::{Entry, Launches};
use tileiras_kernel::program::{BarrierOperation, Function, InstructionKind, Meets, Program, Target, Terminator};
use tileiras_kernel::value::{Comparison, Operator, ValueKind};
use tileiras_kernel::{BlockId, FunctionId, InstId, ValueId};

use crate::simulate::tape::Tape;

/// A program whose first function is a kernel.
pub struct Generated {
    pub program: Program,
    pub entry: Entry,
    /// Whether every condition is known: it depends on thread ids, ranks and constants only, and on no loop.
    pub is_known: bool,
}

pub struct Signature {
    parameters: Vec<u8>,
    results: Vec<u8>,
}

pub fn program(numbers: &[u16]) -> Generated {
    let mut tape = Tape::new(numbers);
    let is_known = tape.chance(20);
    let block = tape.pick(&[[32, 1, 1], [64, 1, 1], [48, 1, 1], [96, 1, 1], [128, 1, 1], [8, 4, 2], [16, 3, 1]]);
    let cluster = tape.pick(&[None, Some([1, 1, 1]), Some([2, 1, 1]), Some([2, 2, 1]), Some([1, 2, 2])]);
    let entry = Entry::Kernel(Launches { block: Some(block), bound: None, cluster, registers: None, ctas: None });
    let helpers = tape.below(4);
    let mut signatures = vec![Signature { parameters: vec![32, 1], results: Vec::new() }];
    for _ in 0..helpers {
        let some = |tape: &mut Tape<'_>| (0..tape.below(3)).map(|_| tape.pick(&[32, 1])).collect();
        signatures.push(Signature { parameters: some(&mut tape), results: some(&mut tape) });
    }
    let mut next_marker = 0;
    let functions = (0..signatures.len()).map(|index| {
        let mut body = Body {
            tape: &mut tape,
            builder: FunctionBuilder::new(),
            at: BlockId::new(0),
            index,
            signatures: &signatures,
            is_known,
            next_marker: &mut next_marker,
            loops: Vec::new(),
            blocks: 0,
        };
        body.function()
    });
    let functions = functions.collect();
    Generated { program: Program { functions, ..Default::default() }, entry, is_known }
}

pub const NUMBERS: [MutableRegister; 3] = [MutableRegister(0), MutableRegister(1), MutableRegister(2)];
pub const PREDICATES: [MutableRegister; 3] = [MutableRegister(3), MutableRegister(4), MutableRegister(5)];
const MAX_BLOCKS: usize = 40;

pub struct Body<'b, 't> {
    pub tape: &'b mut Tape<'t>,
    pub builder: FunctionBuilder,
    pub at: BlockId,
    index: usize,
    signatures: &'b [Signature],
    pub is_known: bool,
    next_marker: &'b mut usize,
    /// The header and the exit of each open loop.
    loops: Vec<(BlockId, BlockId)>,
    blocks: usize,
}

impl Body<'_, '_> {
    fn function(&mut self) -> Function {
        let entry = self.block();
        self.enter(entry);
        let of_signature = self.signatures[self.index].parameters.clone();
        let parameters: Vec<(ValueId, u8)> =
            of_signature.iter().map(|&bits| (self.builder.add_parameter(bits), bits)).collect();
        for (variable, bits) in variables() {
            let parameter = parameters.iter().find(|(_, of)| *of == bits).map(|(value, _)| *value);
            let is_allowed = self.index > 0 || !self.is_known;
            let value = match parameter.filter(|_| is_allowed && self.tape.chance(60)) {
                Some(parameter) => parameter,
                None => {
                    let number = self.tape.below(3) as u64;
                    self.builder.constant(number, bits)
                }
            };
            self.builder.write(variable, self.at, value);
        }
        self.statements(0);
        self.return_here();
        std::mem::take(&mut self.builder).finish()
    }

    fn block(&mut self) -> BlockId {
        self.blocks += 1;
        self.builder.add_block()
    }

    fn enter(&mut self, block: BlockId) {
        self.at = block;
        self.builder.enter(block);
    }

    fn end(&mut self, end: Terminator) {
        self.builder.end(self.at, end);
    }

    fn jump(&mut self, to: BlockId) {
        self.end(Terminator::Jump(Target::new(to)));
    }

    fn branch(&mut self, condition: ValueId, holds: BlockId, fails: BlockId) {
        let (holds, fails) = (Target::new(holds), Target::new(fails));
        self.end(Terminator::Branch { condition, holds, fails });
    }

    fn return_here(&mut self) {
        let bits = self.signatures[self.index].results.clone();
        let results = bits.into_iter().map(|bits| self.operand(bits)).collect();
        self.end(Terminator::Return(results));
    }

    /// Goes on in a block that nothing leads to yet.
    fn elsewhere(&mut self) {
        let next = self.block();
        self.enter(next);
    }

    fn statements(&mut self, depth: usize) {
        self.marker();
        for _ in 0..self.tape.below(4) {
            if self.tape.is_empty() || self.blocks > MAX_BLOCKS {
                break;
            }
            self.statement(depth);
            self.marker();
        }
    }

    fn marker(&mut self) {
        if self.tape.chance(30) {
            return self.barrier();
        }
        let mask = self.tape.chance(50).then(|| {
            let bits = self.tape.pick(&[32, 1]);
            self.operand(bits)
        });
        let id = InstId::new(*self.next_marker);
        *self.next_marker += 1;
        self.builder.push(
            self.at,
            InstructionKind::WarpSync { mask, aligned: true, meets: Meets::Exchange, elects: None },
            Default::default(),
            id,
        );
    }

    /// A barrier of the CTA with one of two ids, mostly of all threads.
    fn barrier(&mut self) {
        let count = if self.tape.chance(25) { Some(self.tape.pick(&[32, 64, 128])) } else { None };
        let threads = count.map(|count| self.builder.constant(count, 32));
        let name = u64::from(self.tape.chance(25));
        let name = Some(self.builder.constant(name, 32));
        let aligned = self.tape.chance(50);
        let operation = BarrierOperation::Sync;
        let id = InstId::new(*self.next_marker);
        *self.next_marker += 1;
        let kind = InstructionKind::Barrier { operation, id: name, threads, aligned };
        self.builder.push(self.at, kind, Default::default(), id);
    }

    fn statement(&mut self, depth: usize) {
        let is_deep = depth >= 4;
        match self.tape.below(20) {
            0..=2 => self.assign(),
            3..=8 if !is_deep => self.branches(depth),
            9..=11 if !is_deep => self.cycle(depth),
            12 if !is_deep => self.switch(depth),
            13 if !is_deep => self.short_circuit(depth),
            14..=15 => self.call(),
            16 => self.leave(),
            17 | 18 if !self.loops.is_empty() => self.leave_loop(),
            19 if !self.is_known && self.tape.chance(30) => self.outside(),
            _ => self.assign(),
        }
    }

    fn assign(&mut self) {
        let (variable, bits) = self.tape.pick(&variables());
        let value = self.expression(bits, 0);
        self.builder.write(variable, self.at, value);
    }

    fn branches(&mut self, depth: usize) {
        let condition = self.expression(1, 0);
        let (yes, no, next) = (self.block(), self.block(), self.block());
        self.branch(condition, yes, no);
        self.enter(yes);
        self.statements(depth + 1);
        self.jump(next);
        self.enter(no);
        if self.tape.chance(50) {
            self.statements(depth + 1);
        }
        self.jump(next);
        self.enter(next);
    }

    /// `if (a && b) ... else ...`, or with several ways to one side.
    fn short_circuit(&mut self, depth: usize) {
        let (second, yes, no, next) = (self.block(), self.block(), self.block(), self.block());
        let condition = self.expression(1, 0);
        self.branch(condition, second, no);
        self.enter(second);
        let condition = self.expression(1, 0);
        match self.tape.below(3) {
            0 => self.branch(condition, yes, no),
            1 => self.branch(condition, no, yes),
            _ => {
                let third = self.block();
                self.branch(condition, third, yes);
                self.enter(third);
                self.marker();
                let condition = self.expression(1, 0);
                self.branch(condition, yes, no);
            }
        }
        self.enter(yes);
        self.statements(depth + 1);
        self.jump(next);
        self.enter(no);
        self.statements(depth + 1);
        if self.tape.chance(30) {
            self.return_here()
        } else {
            self.jump(next)
        }
        self.enter(next);
    }

    fn cycle(&mut self, depth: usize) {
        let (header, body, next) = (self.block(), self.block(), self.block());
        if !self.is_known && self.tape.chance(5) {
            // A second entry.
            let condition = self.expression(1, 0);
            self.branch(condition, header, body);
        } else {
            self.jump(header);
        }
        self.enter(header);
        if self.tape.chance(50) {
            self.marker();
        }
        let condition = self.expression(1, 0);
        match self.tape.below(3) {
            _ if self.is_known => self.branch(condition, body, next),
            0 => self.branch(condition, body, next),
            1 => self.branch(condition, next, body),
            _ => self.jump(body),
        }
        self.enter(body);
        self.loops.push((header, next));
        self.statements(depth + 1);
        self.loops.pop();
        match self.tape.below(3) {
            // Every condition is known: one iteration.
            _ if self.is_known => self.jump(next),
            0 => {
                let condition = self.expression(1, 0);
                self.branch(condition, next, header);
            }
            1 => {
                let counter = self.builder.read(NUMBERS[0], self.at, 32);
                let one = self.builder.constant(1, 32);
                let sum = self.builder.compute(Operator::Add, 32, [counter, one]);
                self.builder.write(NUMBERS[0], self.at, sum);
                let last = self.operand(32);
                let condition = self.builder.compute(Operator::Compare(Comparison::Ult), 1, [sum, last]);
                self.branch(condition, header, next);
            }
            _ => self.jump(header),
        }
        self.enter(next);
    }

    fn switch(&mut self, depth: usize) {
        let value = self.expression(32, 0);
        let next = self.block();
        let mut cases = Vec::new();
        for _ in 0..self.tape.below(3) {
            cases.push((self.tape.below(4) as u64, self.block()));
        }
        let default = self.block();
        let targets = cases.iter().map(|&(constant, to)| (constant, Target::new(to))).collect();
        let end = match self.tape.below(6) {
            5 if !self.is_known => {
                Terminator::OneOf(cases.iter().map(|&(_, to)| to).chain([default]).map(Target::new).collect())
            }
            _ => Terminator::Switch { value, cases: targets, default: Target::new(default) },
        };
        self.end(end);
        for block in cases.into_iter().map(|(_, block)| block).chain([default]) {
            self.enter(block);
            self.statements(depth + 1);
            self.jump(next);
        }
        self.enter(next);
    }

    /// A return, an exit or a trap under a condition, or without one.
    fn leave(&mut self) {
        if self.tape.chance(85) {
            let condition = self.expression(1, 0);
            let (ends, next) = (self.block(), self.block());
            self.branch(condition, ends, next);
            self.enter(ends);
            self.marker();
            self.leave_now();
            self.enter(next);
        } else {
            self.leave_now();
            self.elsewhere();
        }
    }

    fn leave_now(&mut self) {
        match self.tape.below(8) {
            0..=3 => self.return_here(),
            4..=6 => self.end(Terminator::Exit),
            _ => self.end(Terminator::Trap),
        }
    }

    /// `break` or `continue`.
    fn leave_loop(&mut self) {
        let depth = self.loops.len() - 1 - if self.tape.chance(25) { self.tape.below(self.loops.len()) } else { 0 };
        let (header, exit) = self.loops[depth];
        let to = if self.is_known || self.tape.chance(60) { exit } else { header };
        let condition = self.expression(1, 0);
        let next = self.block();
        self.branch(condition, to, next);
        self.enter(next);
    }

    fn outside(&mut self) {
        let id = InstId::new(*self.next_marker);
        *self.next_marker += 1;
        self.builder.push(self.at, InstructionKind::CallUnknown, Default::default(), id);
    }

    fn call(&mut self) {
        let first = self.index + 1;
        if first >= self.signatures.len() {
            return self.assign();
        }
        let callee = first + self.tape.below(self.signatures.len() - first);
        let signature = &self.signatures[callee];
        let arguments = signature.parameters.iter().map(|&bits| self.operand(bits)).collect();
        let results: Vec<ValueId> =
            signature.results.iter().map(|&bits| self.builder.value(ValueKind::CallResult, bits)).collect();
        let id = InstId::new(*self.next_marker);
        *self.next_marker += 1;
        let kind = InstructionKind::Call { callee: FunctionId::new(callee), arguments, results: results.clone() };
        self.builder.push(self.at, kind, Default::default(), id);
        for (&result, &bits) in results.iter().zip(&signature.results) {
            let variable = self.tape.pick(if bits == 1 { &PREDICATES } else { &NUMBERS });
            self.builder.write(variable, self.at, result);
        }
    }
}

fn variables() -> Vec<(MutableRegister, u8)> {
    NUMBERS.iter().map(|&variable| (variable, 32)).chain(PREDICATES.iter().map(|&variable| (variable, 1))).collect()
}
