//! Large programs take linear time, and malformed ones do not panic.

#![allow(clippy::print_stderr, clippy::expect_used, reason = "a test with figures")]

use std::time::Duration;

use tileiras_kernel::builder::FunctionBuilder;
use tileiras_kernel::execution::{Entry, Execution, Launches};
use tileiras_kernel::program::{Block, Function, Instruction, InstructionKind, Meets, Program, Target, Terminator};
use tileiras_kernel::value::{Comparison, Operator, Space, SpecialRegister, Uniformity, Value, ValueKind};
use tileiras_kernel::{BlockId, FunctionId, InstId, ValueId};
use tileiras_target::Axis;
use tileiras_test_support::cpu::timed;
use tileiras_test_support::harness::sample;

const MARKER: InstructionKind =
    InstructionKind::WarpSync { mask: None, aligned: true, meets: Meets::Exchange, elects: None };

fn execute(program: &Program) -> (usize, Duration) {
    timed(|| {
        let execution = Execution::new(program, [Entry::kernel([128, 1, 1])]);
        execution
            .root(FunctionId::new(0))
            .map_or(0, |root| root.shapes.iter().flat_map(|shape| &shape.ctas).map(|run| run.sites().count()).sum())
    })
}

/// `if (tid < n) mark;` again and again, with a loop around every tenth part.
fn guards(count: usize) -> Program {
    let mut builder = FunctionBuilder::new();
    let mut at = builder.add_block();
    let tid = builder.register(SpecialRegister::Tid(Axis::X), 32);
    let (most, mut sum) = (builder.constant(128, 32), tid);
    for index in 0..count / 4 {
        let (header, then, next, after) =
            (builder.add_block(), builder.add_block(), builder.add_block(), builder.add_block());
        builder.end(at, Terminator::Jump(Target::new(header)));
        builder.enter(header);
        let bound = builder.constant(index as u64 % 128, 32);
        sum = builder.compute(Operator::Add, 32, [sum, bound]);
        let low = builder.compute(Operator::URem, 32, [sum, most]);
        let condition = builder.compute(Operator::Compare(Comparison::Ult), 1, [low, bound]);
        builder.end(header, Terminator::Branch { condition, holds: Target::new(then), fails: Target::new(next) });
        builder.push(then, MARKER, Default::default(), InstId::new(index));
        builder.end(then, Terminator::Jump(Target::new(next)));
        builder.enter(next);
        let again = builder.unknown(Uniformity::Thread, 1);
        builder.end(
            next,
            match index % 10 {
                0 => Terminator::Branch { condition: again, holds: Target::new(header), fails: Target::new(after) },
                _ => Terminator::Jump(Target::new(after)),
            },
        );
        at = after;
    }
    builder.push(at, MARKER, Default::default(), InstId::new(count));
    builder.end(at, Terminator::Exit);
    Program { functions: vec![builder.finish()], ..Default::default() }
}

/// Loops in loops, each with a divergent exit and a counter.
fn nested(depth: usize) -> Program {
    let mut builder = FunctionBuilder::new();
    let entry = builder.add_block();
    let headers: Vec<BlockId> = (0..depth).map(|_| builder.add_block()).collect();
    let latches: Vec<BlockId> = (0..depth).map(|_| builder.add_block()).collect();
    let end = builder.add_block();
    builder.end(entry, Terminator::Jump(Target::new(headers[0])));
    for index in 0..depth {
        let inner = headers.get(index + 1).copied().unwrap_or(latches[index]);
        builder.push(headers[index], MARKER, Default::default(), InstId::new(index));
        builder.end(headers[index], Terminator::Jump(Target::new(inner)));
        builder.enter(latches[index]);
        let condition = builder.unknown(Uniformity::Thread, 1);
        let outer = index.checked_sub(1).map_or(end, |outer| latches[outer]);
        let (holds, fails) = (Target::new(headers[index]), Target::new(outer));
        builder.end(latches[index], Terminator::Branch { condition, holds, fails });
    }
    builder.end(end, Terminator::Exit);
    Program { functions: vec![builder.finish()], ..Default::default() }
}

/// Each function calls the next one.
fn chain(count: usize) -> Program {
    let functions = (0..count).map(|index| {
        let mut builder = FunctionBuilder::new();
        let entry = builder.add_block();
        builder.push(entry, MARKER, Default::default(), InstId::new(index));
        let callee = FunctionId::new(index + 1);
        let call = InstructionKind::Call { callee, arguments: Vec::new(), results: Vec::new() };
        builder.push(entry, call, Default::default(), InstId::new(index));
        builder.end(entry, Terminator::Return(Default::default()));
        builder.finish()
    });
    Program { functions: functions.collect(), ..Default::default() }
}

fn is_linear(name: &str, size: usize, of: impl Fn(usize) -> Program) {
    let (small, large) = (of(size / 4), of(size));
    let ((_, one), (sites, four)) = (execute(&small), execute(&large));
    eprintln!("{name} of {size}: {sites} instructions in {four:?}, a quarter in {one:?}");
    assert!(four < one * 12 + Duration::from_millis(200), "{name}: {four:?}, and {one:?} for a quarter");
}

#[test]
fn large_programs_take_linear_time() {
    is_linear("a function", 10_000, guards);
    is_linear("a chain of calls", 10_000, chain);
    is_linear("nested loops", 1_000, nested);
}

#[test]
fn a_long_expression_needs_no_deep_stack() {
    let mut builder = FunctionBuilder::new();
    let entry = builder.add_block();
    let tid = builder.register(SpecialRegister::Tid(Axis::X), 32);
    let sum = (0..20_000).fold(tid, |sum, _| builder.compute(Operator::Add, 32, [sum, tid]));
    let mask = InstructionKind::WarpSync { mask: Some(sum), aligned: true, meets: Meets::Exchange, elects: None };
    builder.push(entry, mask, Default::default(), InstId::new(0));
    builder.end(entry, Terminator::Exit);
    assert_eq!(execute(&Program { functions: vec![builder.finish()], ..Default::default() }).0, 1);
}

/// A number that looks random.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// A function whose edges, values, arguments and calls are arbitrary.
fn malformed(state: &mut u64) -> Function {
    let (values, blocks) = (next(state) % 12, next(state) % 8);
    let value = |state: &mut u64| ValueId::new(next(state) % (values + 2));
    let list = |state: &mut u64| (0..next(state) % 3).map(|_| value(state)).collect::<Vec<_>>();
    let target = |state: &mut u64| Target {
        to: BlockId::new(next(state) % (blocks + 1)),
        arguments: list(state).into_iter().collect(),
    };
    let described = |state: &mut u64| {
        use Operator as O;
        let operators = [
            O::Add,
            O::UDiv,
            O::And,
            O::Select,
            O::Shl,
            O::AShr,
            O::SignExtend,
            O::Lop3(1),
            O::Clz,
            O::ShuffleIndex,
            O::WarpUniform,
            O::Compare(Comparison::Slt),
            O::Opaque(1),
            O::SDiv,
        ];
        let kind = match next(state) % 7 {
            0 => ValueKind::Constant(next(state) as u64),
            1 => ValueKind::Register(SpecialRegister::Tid(Axis::Y)),
            2 => ValueKind::Elect,
            3 => ValueKind::Parameter,
            4 => ValueKind::Load { address: value(state), space: Space::Constant },
            5 => ValueKind::CallResult,
            _ => ValueKind::Compute(operators[next(state) % operators.len()], list(state).into_iter().collect()),
        };
        Value { kind, bits: [0, 1, 8, 32, 64, 255][next(state) % 6] }
    };
    let block = |state: &mut u64| {
        let instruction = |state: &mut u64| {
            let kind = match next(state) % 4 {
                0 => InstructionKind::Call {
                    callee: FunctionId::new(next(state) % 5),
                    arguments: list(state),
                    results: list(state),
                },
                1 => InstructionKind::CallUnknown,
                _ => InstructionKind::WarpSync {
                    mask: Some(value(state)),
                    aligned: true,
                    meets: Meets::Exchange,
                    elects: None,
                },
            };
            Instruction::new(kind, InstId::new(next(state) % 9))
        };
        let end = match next(state) % 7 {
            0 => Terminator::Jump(target(state)),
            1 | 2 => Terminator::Branch { condition: value(state), holds: target(state), fails: target(state) },
            3 => Terminator::Switch {
                value: value(state),
                cases: (0..next(state) % 3).map(|case| (case as u64, target(state))).collect(),
                default: target(state),
            },
            4 => Terminator::OneOf((0..next(state) % 3).map(|_| target(state)).collect()),
            5 => Terminator::Return(list(state).into_iter().collect()),
            _ => Terminator::Exit,
        };
        let (parameters, computes) = (list(state), list(state));
        let instructions = (0..next(state) % 3).map(|_| instruction(state)).collect();
        Block { parameters, computes, instructions, end, ..Block::default() }
    };
    let (parameters, values) = (list(state), (0..values).map(|_| described(state)).collect());
    Function { parameters, values, blocks: (0..blocks).map(|_| block(state)).collect() }
}

#[test]
fn malformed_programs_do_not_panic() {
    let mut state = 1;
    for _ in 0..sample(300, 1_500) {
        let program = Program { functions: (0..4).map(|_| malformed(&mut state)).collect(), ..Default::default() };
        let entries = [
            Entry::Kernel(Launches {
                block: Some([40, 2, 1]),
                bound: None,
                cluster: Some([2, 0, 9]),
                registers: None,
                ctas: None,
            }),
            Entry::kernel([0, 1, 1]),
        ];
        let execution = Execution::new(&program, entries);
        for root in (0..4).filter_map(|index| execution.root(FunctionId::new(index))) {
            let sites = root.certain(|site| {
                site.instruction.kind.operands().iter().for_each(|&value| drop(site.known(value)));
                Some(site.presence.fewest())
            });
            assert!(sites.len() <= 9);
        }
    }
}
