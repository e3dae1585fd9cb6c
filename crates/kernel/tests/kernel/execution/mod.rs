//! Who executes what in programs that are written by hand: the forms of guards that kernels have.

#![allow(clippy::expect_used, reason = "a test")]

mod writer;

use tileiras_kernel::evaluate::Known;
use tileiras_kernel::execution::{Entry, Execution, Lanes, Launches, Presence, Site};
use tileiras_kernel::program::{Function, InstructionKind, Program, Target, Terminator};
use tileiras_kernel::threads::ThreadSet;
use tileiras_kernel::value::{Comparison, Operator, Space, SpecialRegister, Uniformity, ValueKind};
use tileiras_kernel::{FunctionId, InstId, ValueId};
use tileiras_target::Axis;

use crate::execution::writer::Writer;

/// Asks the first CTA about the first instruction with that id.
fn ask<T>(functions: Vec<Function>, block: [u32; 3], id: usize, question: impl FnOnce(&Site<'_, '_>) -> T) -> T {
    let program = Program { functions, ..Default::default() };
    let execution = Execution::new(&program, [Entry::kernel(block)]);
    let root = execution.root(FunctionId::new(0)).expect("the kernel asks for threads");
    let site = root.shapes[0].ctas[0].sites().find(|site| site.instruction.id == InstId::new(id));
    question(&site.expect("the instruction is executed"))
}

fn presence(functions: Vec<Function>, block: [u32; 3], id: usize) -> Presence {
    ask(functions, block, id, |site| site.presence)
}

/// The threads under a condition.
fn after(block: [u32; 3], condition: impl FnOnce(&mut Writer) -> ValueId) -> Presence {
    let mut writer = Writer::new();
    let condition = condition(&mut writer);
    let next = writer.when(condition);
    writer.mark(0);
    writer.otherwise(next);
    presence(vec![writer.finish()], block, 0)
}

fn threads(presence: &Presence) -> Vec<usize> {
    presence.exact().expect("the threads are known").threads().collect()
}

#[test]
fn guards_need_no_pattern() {
    let line = [128, 1, 1];
    let first = after(line, |writer| {
        let tid = writer.tid();
        writer.below(tid, 1)
    });
    assert_eq!(threads(&first), [0]);
    let corner = after([8, 4, 2], |writer| {
        let [x, y, z] = Axis::ALL.map(|axis| writer.register(SpecialRegister::Tid(axis)));
        let xy = writer.builder.compute(Operator::Or, 32, [x, y]);
        let xyz = writer.builder.compute(Operator::Or, 32, [xy, z]);
        writer.is(xyz, 0)
    });
    assert_eq!(threads(&corner), [0]);
    let linear = after([8, 4, 2], |writer| {
        let [x, y, z] = Axis::ALL.map(|axis| writer.register(SpecialRegister::Tid(axis)));
        let [width, height] = [Axis::X, Axis::Y].map(|axis| writer.register(SpecialRegister::NTid(axis)));
        let row = writer.builder.compute(Operator::Mul, 32, [z, height]);
        let row = writer.builder.compute(Operator::Add, 32, [row, y]);
        let linear = writer.builder.compute(Operator::Mul, 32, [row, width]);
        let linear = writer.builder.compute(Operator::Add, 32, [linear, x]);
        let warp = writer.with(Operator::LShr, linear, 5);
        writer.is(warp, 1)
    });
    assert_eq!(threads(&linear), (32..64).collect::<Vec<_>>());
    let warp = after([192, 1, 1], |writer| {
        let tid = writer.tid();
        let warp = writer.with(Operator::UDiv, tid, 32);
        writer.is(warp, 2)
    });
    assert_eq!(threads(&warp), (64..96).collect::<Vec<_>>());
    let broadcast = after([192, 1, 1], |writer| {
        let tid = writer.tid();
        let warp = writer.with(Operator::UDiv, tid, 32);
        let warp = writer.with(Operator::ShuffleIndex, warp, 0);
        writer.with(Operator::Compare(Comparison::Uge), warp, 2)
    });
    assert_eq!(threads(&broadcast), (64..192).collect::<Vec<_>>());
    let selected = after(line, |writer| {
        let tid = writer.tid();
        let (low, odd) = (writer.below(tid, 4), writer.with(Operator::And, tid, 1));
        let odd = writer.is(odd, 1);
        let no = writer.builder.constant(0, 1);
        writer.builder.compute(Operator::Select, 1, [low, odd, no])
    });
    assert_eq!(threads(&selected), [1, 3]);
}

#[test]
fn predicates_go_through_block_arguments() {
    let mut writer = Writer::new();
    let (tid, no) = (writer.tid(), writer.builder.constant(0, 1));
    let (low, odd) = (writer.below(tid, 8), writer.with(Operator::And, tid, 1));
    let odd = writer.is(odd, 1);
    let (second, next) = (writer.block(), writer.block());
    let both = writer.builder.add_block_parameter(next, 1);
    let target = |value| Target { to: next, arguments: [value].into_iter().collect() };
    writer.end(Terminator::Branch { condition: low, holds: Target::new(second), fails: target(no) });
    writer.enter(second);
    writer.end(Terminator::Jump(target(odd)));
    writer.enter(next);
    writer.mark(0);
    let after = writer.when(both);
    writer.mark(1);
    writer.otherwise(after);
    let function = writer.finish();
    assert_eq!(presence(vec![function.clone()], [64, 1, 1], 0).exact(), Some(ThreadSet::first(64)));
    assert_eq!(threads(&presence(vec![function], [64, 1, 1], 1)), [1, 3, 5, 7]);
}

#[test]
fn predicates_go_through_calls_that_do_nothing_else() {
    let mut kernel = Writer::new();
    let tid = kernel.tid();
    let result = kernel.builder.value(ValueKind::CallResult, 1);
    let call = InstructionKind::Call { callee: FunctionId::new(1), arguments: vec![tid], results: vec![result] };
    kernel.push(call, 0);
    let next = kernel.when(result);
    kernel.mark(1);
    kernel.otherwise(next);
    let mut helper = Writer::new();
    let parameter = helper.builder.add_parameter(32);
    let result = helper.is(parameter, 7);
    helper.end(Terminator::Return([result].into_iter().collect()));
    let functions = vec![kernel.finish(), helper.builder.finish()];
    assert_eq!(threads(&presence(functions, [64, 1, 1], 1)), [7]);
}

#[test]
fn early_returns_take_their_threads_away() {
    let mut writer = Writer::new();
    let tid = writer.tid();
    let high = writer.with(Operator::Compare(Comparison::Uge), tid, 40);
    writer.return_if(high);
    writer.mark(0);
    let (warp, inner) = (writer.with(Operator::UDiv, tid, 32), writer.block());
    let (is_first, next) = (writer.is(warp, 0), writer.block());
    writer.branch(is_first, inner, next);
    writer.enter(inner);
    writer.mark(1);
    writer.otherwise(next);
    writer.mark(2);
    let function = writer.finish();
    let at = |id| threads(&presence(vec![function.clone()], [64, 1, 1], id)).len();
    assert_eq!([at(0), at(1), at(2)], [40, 32, 40]);
}

/// `do { done = try_wait } while (!done)`
fn spin(writer: &mut Writer) -> ValueId {
    let (header, next) = (writer.block(), writer.block());
    writer.jump(header);
    writer.enter(header);
    let done = writer.unknown(Uniformity::Thread);
    writer.branch(done, next, header);
    writer.enter(next);
    done
}

#[test]
fn threads_that_leave_a_loop_one_by_one_meet_behind_it() {
    let mut writer = Writer::new();
    spin(&mut writer);
    writer.mark(0);
    assert_eq!(presence(vec![writer.finish()], [192, 1, 1], 0).exact(), Some(ThreadSet::first(192)));
}

#[test]
fn a_uniform_value_of_a_loop_differs_behind_a_divergent_exit() {
    let mut writer = Writer::new();
    let (header, next) = (writer.block(), writer.block());
    let address = writer.constant(0);
    writer.jump(header);
    writer.enter(header);
    let inside = writer.builder.value(ValueKind::Load { address, space: Space::Shared }, 1);
    writer.mark_value(inside, 0);
    let done = writer.unknown(Uniformity::Thread);
    writer.branch(done, next, header);
    writer.enter(next);
    writer.mark_value(inside, 1);
    let after = writer.when(inside);
    writer.mark(2);
    writer.otherwise(after);
    let function = writer.finish();
    let uniformity = |id| {
        let of = |site: &Site<'_, '_>| site.known(inside).uniformity_on(&site.presence.threads);
        ask(vec![function.clone()], [64, 1, 1], id, of)
    };
    assert_eq!([uniformity(0), uniformity(1)], [Uniformity::Cta, Uniformity::Thread]);
    assert_eq!(presence(vec![function], [64, 1, 1], 2).lanes, Lanes::Some);
}

#[test]
fn a_condition_in_a_loop_is_tested_by_those_that_are_left() {
    // for (;;) { if (uniform) mark 0; if (divergent) break; }
    let build = |is_inside: bool| {
        let mut writer = Writer::new();
        let (header, body, next) = (writer.block(), writer.block(), writer.block());
        let outside = writer.unknown(Uniformity::Grid);
        writer.jump(header);
        writer.enter(header);
        let inside = writer.unknown(Uniformity::Grid);
        writer.branch(if is_inside { inside } else { outside }, body, next);
        writer.enter(body);
        writer.mark(0);
        writer.otherwise(next);
        let (done, end) = (writer.unknown(Uniformity::Thread), writer.block());
        writer.branch(done, end, header);
        writer.enter(end);
        presence(vec![writer.finish()], [64, 1, 1], 0)
    };
    assert_eq!(build(true).lanes, Lanes::Some);
    assert_eq!(build(false).exact(), Some(ThreadSet::first(64)));
}

#[test]
fn the_body_of_a_loop_is_certain_although_threads_leave_it() {
    // while (uniform) { mark 0; if (divergent) break; }
    let mut writer = Writer::new();
    let (header, body, next) = (writer.block(), writer.block(), writer.block());
    writer.jump(header);
    writer.enter(header);
    let goes_on = writer.unknown(Uniformity::Grid);
    writer.branch(goes_on, body, next);
    writer.enter(body);
    writer.mark(0);
    let done = writer.unknown(Uniformity::Thread);
    writer.branch(done, next, header);
    writer.enter(next);
    writer.mark(1);
    let function = writer.finish();
    let exact = |id| presence(vec![function.clone()], [64, 1, 1], id).exact();
    assert_eq!([exact(0), exact(1)], [Some(ThreadSet::first(64)); 2]);
}

#[test]
fn elections_leave_one_lane() {
    let elected = |warps: u64| {
        after([128, 1, 1], |writer| {
            let tid = writer.tid();
            let (guard, is_elected) = (writer.below(tid, warps * 32), writer.elect());
            writer.builder.compute(Operator::And, 1, [guard, is_elected])
        })
    };
    let (one, two) = (elected(1), elected(2));
    assert_eq!((one.lanes, one.fewest(), one.all_warps), (Lanes::One, 1, true));
    assert_eq!((two.lanes, two.fewest_warps()), (Lanes::One, 2));
}

#[test]
fn the_elected_lane_can_be_among_those_that_have_left() {
    let build = |guard_first: bool| {
        let mut writer = Writer::new();
        let (tid, mut elected) = (writer.register(SpecialRegister::LaneId), None);
        if !guard_first {
            elected = Some(writer.elect());
        }
        let low = writer.below(tid, 16);
        let next = writer.when(low);
        let elected = elected.unwrap_or_else(|| writer.elect());
        let inner = writer.when(elected);
        writer.mark(0);
        writer.otherwise(inner);
        writer.otherwise(next);
        presence(vec![writer.finish()], [64, 1, 1], 0)
    };
    assert_eq!((build(true).lanes, build(true).all_warps), (Lanes::One, true));
    assert_eq!((build(false).lanes, build(false).all_warps), (Lanes::One, false));
}

#[test]
fn lanes_of_two_elections_are_not_one() {
    // if (odd) { if (!elect) return } else { if (!elect) return } mark 0
    let mut writer = Writer::new();
    let tid = writer.tid();
    let odd = writer.with(Operator::And, tid, 1);
    let odd = writer.is(odd, 1);
    let (one, other, next) = (writer.block(), writer.block(), writer.block());
    writer.branch(odd, one, other);
    for side in [one, other] {
        writer.enter(side);
        let elected = writer.elect();
        let others = writer.builder.not(elected);
        writer.return_if(others);
        writer.jump(next);
    }
    writer.enter(next);
    writer.mark(0);
    assert_eq!(presence(vec![writer.finish()], [32, 1, 1], 0).lanes, Lanes::Some);
}

#[test]
fn results_of_two_calls_are_two_elections() {
    let mut kernel = Writer::new();
    let call = |kernel: &mut Writer| {
        let result = kernel.builder.value(ValueKind::CallResult, 1);
        let kind = InstructionKind::Call { callee: FunctionId::new(1), arguments: vec![], results: vec![result] };
        kernel.push(kind, 9);
        result
    };
    let (one, other) = (call(&mut kernel), call(&mut kernel));
    let differ = kernel.builder.compute(Operator::Xor, 1, [one, other]);
    let next = kernel.when(one);
    kernel.mark(0);
    kernel.otherwise(next);
    let next = kernel.when(differ);
    kernel.mark(1);
    kernel.otherwise(next);
    let mut helper = Writer::new();
    let elected = helper.elect();
    helper.end(Terminator::Return([elected].into_iter().collect()));
    let functions = vec![kernel.finish(), helper.builder.finish()];
    let lanes = |id| presence(functions.clone(), [32, 1, 1], id).lanes;
    assert_eq!([lanes(0), lanes(1)], [Lanes::One, Lanes::Some]);
}

#[test]
fn one_value_that_all_returns_have_is_as_uniform_as_it_is() {
    // The second result is another one in each part of the threads.
    let [same, other] = [true, false].map(|is_same| {
        let mut kernel = Writer::new();
        let (tid, condition) = (kernel.tid(), kernel.unknown(Uniformity::Cta));
        let second = kernel.unknown(Uniformity::Cta);
        let result = kernel.builder.value(ValueKind::CallResult, 1);
        let arguments = vec![tid, condition, if is_same { condition } else { second }];
        kernel.push(InstructionKind::Call { callee: FunctionId::new(1), arguments, results: vec![result] }, 9);
        let next = kernel.when(result);
        kernel.mark(0);
        kernel.otherwise(next);
        let mut helper = Writer::new();
        let [tid, one, two] = [32, 1, 1].map(|bits| helper.builder.add_parameter(bits));
        let low = helper.below(tid, 5);
        let (then, next) = (helper.block(), helper.block());
        helper.branch(low, then, next);
        helper.enter(then);
        helper.end(Terminator::Return([one].into_iter().collect()));
        helper.enter(next);
        helper.end(Terminator::Return([if is_same { one } else { two }].into_iter().collect()));
        presence(vec![kernel.finish(), helper.builder.finish()], [64, 1, 1], 0).lanes
    });
    assert_eq!([same, other], [Lanes::All, Lanes::Some]);
}

#[test]
fn exits_in_calls_take_threads_away() {
    // if (tid < 16) call; mark 0, with a callee that ends some threads.
    let mut kernel = Writer::new();
    let tid = kernel.tid();
    let low = kernel.below(tid, 16);
    let next = kernel.when(low);
    kernel.push(InstructionKind::Call { callee: FunctionId::new(1), arguments: vec![], results: vec![] }, 9);
    kernel.mark(1);
    kernel.otherwise(next);
    kernel.mark(0);
    let mut helper = Writer::new();
    let (some, ends) = (helper.unknown(Uniformity::Thread), helper.block());
    let rest = helper.block();
    helper.branch(some, ends, rest);
    helper.enter(ends);
    helper.end(Terminator::Exit);
    helper.enter(rest);
    let functions = vec![kernel.finish(), helper.finish()];
    let lanes = |id| presence(functions.clone(), [64, 1, 1], id).lanes;
    assert_eq!([lanes(0), lanes(1)], [Lanes::Some, Lanes::Some]);
}

#[test]
fn operands_of_instructions_are_known() {
    let mut writer = Writer::new();
    let mask = writer.constant(0xffff);
    writer.mark_value(mask, 0);
    let function = writer.finish();
    assert_eq!(ask(vec![function], [32, 1, 1], 0, |site| site.constant(mask)), Some(0xffff));
}

#[test]
fn arguments_of_a_function_that_no_kernel_calls_can_be_any() {
    let mut writer = Writer::new();
    let parameter = writer.builder.add_parameter(32);
    writer.mark_value(parameter, 0);
    let program = Program { functions: vec![writer.finish()], ..Default::default() };
    let execution = Execution::new(&program, [Entry::Calls]);
    let root = execution.root(FunctionId::new(0)).expect("a root");
    let site = root.shapes[0].ctas[0].sites().next().expect("an instruction");
    assert_eq!(site.known(parameter), Known::unknown(Uniformity::Thread));
}

#[test]
fn ranks_are_told_apart() {
    let mut writer = Writer::new();
    let rank = writer.register(SpecialRegister::ClusterCtaRank);
    let (tid, is_first) = (writer.tid(), writer.is(rank, 1));
    let next = writer.when(is_first);
    let one = writer.is(tid, 0);
    let inner = writer.when(one);
    writer.mark(0);
    writer.otherwise(inner);
    writer.otherwise(next);
    let program = Program { functions: vec![writer.finish()], ..Default::default() };
    let entry = Entry::Kernel(Launches {
        block: Some([64, 1, 1]),
        bound: None,
        cluster: Some([2, 1, 1]),
        registers: None,
        ctas: None,
    });
    let execution = Execution::new(&program, [entry]);
    let root = execution.root(FunctionId::new(0)).expect("a root");
    let counts: Vec<usize> = root.shapes[0].ctas.iter().map(|run| run.sites().count()).collect();
    assert_eq!(counts, [0, 1]);
}

#[test]
fn an_election_of_the_iteration_before_has_another_lane() {
    // e = elect; while (uniform) { new = elect; if (e ^ new) mark 0; e = new; }
    let mut writer = Writer::new();
    let first = writer.elect();
    let (header, body, next) = (writer.block(), writer.block(), writer.block());
    let before = writer.builder.add_block_parameter(header, 1);
    let to_header = |value| Terminator::Jump(Target { to: header, arguments: [value].into_iter().collect() });
    writer.end(to_header(first));
    writer.enter(header);
    let goes_on = writer.unknown(Uniformity::Grid);
    writer.branch(goes_on, body, next);
    writer.enter(body);
    let now = writer.elect();
    let differ = writer.builder.compute(Operator::Xor, 1, [before, now]);
    let after = writer.when(differ);
    writer.mark(0);
    writer.otherwise(after);
    writer.end(to_header(now));
    writer.enter(next);
    assert_eq!(presence(vec![writer.finish()], [32, 1, 1], 0).lanes, Lanes::Some);
}

#[test]
fn a_function_that_is_called_in_a_loop_is_entered_by_those_that_are_left() {
    // do { call } while (divergent), with a callee that marks 0, and marks 1 under a uniform condition.
    let build = |exit| {
        let mut kernel = Writer::new();
        let (header, next) = (kernel.block(), kernel.block());
        kernel.jump(header);
        kernel.enter(header);
        kernel.push(InstructionKind::Call { callee: FunctionId::new(1), arguments: vec![], results: vec![] }, 9);
        let done = kernel.unknown(exit);
        kernel.branch(done, next, header);
        kernel.enter(next);
        let mut helper = Writer::new();
        helper.mark(0);
        let some = helper.unknown(Uniformity::Grid);
        let after = helper.when(some);
        helper.mark(1);
        helper.otherwise(after);
        let functions = vec![kernel.finish(), helper.finish()];
        [0, 1].map(|id| presence(functions.clone(), [64, 1, 1], id).exact().is_some())
    };
    assert_eq!(build(Uniformity::Thread), [true, false]);
    assert_eq!(build(Uniformity::Grid), [true, true]);
}
