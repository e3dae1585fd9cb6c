//! What functions reach, compared with an enumeration of all calls and all paths.

use proptest::prelude::*;
use tileiras_kernel::{
    Block, BlockId, Body, ConditionId, Edge, Entry, FunctionId, Implication, InstId, InstructionClass, InstructionKind,
    KnownOutcome, Program, Reach, ThreadSet,
};
use tileiras_test_support::program::{
    self, ALLOC, ARRIVE, CANCEL, DEALLOC, MMA, PAIR_DEALLOC, WAIT, block, call, program, to,
};

/// The first function of a program.
const FIRST: FunctionId = FunctionId::new(0);

/// A kernel without launch facts.
const ANY: Entry = Entry::Blocks { single: false, single_in_x: false };

/// An edge to one of a few blocks, with conditions of any implication, some of them shared.
fn edge(blocks: usize) -> impl Strategy<Value = Edge> {
    let implication = prop_oneof![
        4 => Just(Implication::Nothing),
        1 => Just(Implication::OneLane),
        1 => Just(Implication::OneThreadInX),
        1 => Just(Implication::CancelFailed),
    ];
    let known = ((0..4_usize).prop_map(ConditionId::new), any::<bool>(), implication);
    let known = known.prop_map(|(condition, holds, implies)| KnownOutcome { condition, holds, implies });
    // One block too many: an edge to a block that does not exist is ignored.
    (0..=blocks, prop::collection::vec(known, 0..2))
        .prop_map(|(to, known)| Edge { to: BlockId::new(to), known: known.into_iter().collect() })
}

fn body(blocks: usize, kind: impl Strategy<Value = InstructionKind> + Clone) -> impl Strategy<Value = Vec<Block>> {
    let parts = (prop::collection::vec(kind, 0..3), prop::collection::vec(edge(blocks), 0..3));
    prop::collection::vec(parts.prop_map(|(kinds, exits)| block(&kinds, &exits)), blocks)
}

fn kind(functions: usize) -> impl Strategy<Value = InstructionKind> + Clone {
    let kinds = [ALLOC, DEALLOC, PAIR_DEALLOC, MMA, ARRIVE, WAIT, CANCEL];
    let wgmma = (0..8u32).prop_map(|accumulator| InstructionKind::Wgmma { accumulator });
    prop_oneof![2 => prop::sample::select(kinds.to_vec()), 1 => wgmma, 2 => (0..=functions).prop_map(call)]
}

fn programs() -> impl Strategy<Value = Program> {
    prop::collection::vec(body(4, kind(5)), 5).prop_map(|functions| {
        let functions: Vec<&[Block]> = functions.iter().map(Vec::as_slice).collect();
        let mut program = program(&functions);
        // Ids need not ascend in the order of the functions.
        let blocks = program.functions.iter_mut().flat_map(|body| &mut body.blocks);
        blocks
            .flat_map(|block| &mut block.instructions)
            .for_each(|other| other.id = InstId::new(other.id.index() * 7919 % 10007));
        program
    })
}

/// All functions that one reaches, itself included.
fn closure(program: &Program, function: usize) -> Vec<usize> {
    let mut reached = vec![function];
    let mut next = 0;
    while next < reached.len() {
        for instruction in program.functions[reached[next]].instructions() {
            if let InstructionKind::Call(callee) = instruction.kind
                && callee.index() < program.functions.len()
                && !reached.contains(&callee.index())
            {
                reached.push(callee.index());
            }
        }
        next += 1;
    }
    reached
}

/// Visits a path: its edges, each as a block and the index of the exit, and the block at its end.
type Visit<'v> = dyn FnMut(&[(usize, usize)], usize) + 'v;

/// Every path without a cycle from a block.
fn paths(body: &Body, from: usize, allowed: &dyn Fn(&Edge) -> bool, found: &mut Visit<'_>) {
    fn extend(
        body: &Body,
        at: usize,
        (seen, path): (&mut Vec<usize>, &mut Vec<(usize, usize)>),
        allowed: &dyn Fn(&Edge) -> bool,
        found: &mut Visit<'_>,
    ) {
        if seen.contains(&at) || at >= body.blocks.len() {
            return;
        }
        found(path, at);
        seen.push(at);
        for (number, edge) in body.blocks[at].exits.iter().enumerate().filter(|(_, edge)| allowed(edge)) {
            path.push((at, number));
            extend(body, edge.to.index(), (seen, path), allowed, found);
            path.pop();
        }
        seen.pop();
    }
    extend(body, from, (&mut Vec::new(), &mut Vec::new()), allowed, found);
}

fn edge_of(body: &Body, (block, number): (usize, usize)) -> &Edge {
    &body.blocks[block].exits[number]
}

fn implies(body: &Body, path: &[(usize, usize)], implication: Implication) -> bool {
    path.iter().any(|&step| edge_of(body, step).known.iter().any(|known| known.implies == implication))
}

/// The outcomes that are known in a block: those of the edges that are on every path to it.
fn outcomes(body: &Body, at: usize) -> Vec<(ConditionId, bool)> {
    let mut common: Option<Vec<(usize, usize)>> = None;
    paths(body, 0, &|_| true, &mut |path, end| {
        if end == at {
            match &mut common {
                Some(common) => common.retain(|step| path.contains(step)),
                None => common = Some(path.to_vec()),
            }
        }
    });
    let known = common.into_iter().flatten().flat_map(|step| edge_of(body, step).known.to_vec());
    known.map(|known| (known.condition, known.holds)).collect()
}

/// Whether no condition has two outcomes.
fn consistent(outcomes: &[(ConditionId, bool)]) -> bool {
    outcomes.iter().all(|&(condition, holds)| !outcomes.contains(&(condition, !holds)))
}

fn allowed<'f>(outcomes: &'f [(ConditionId, bool)]) -> impl Fn(&Edge) -> bool + 'f {
    |edge| edge.known.iter().all(|known| !outcomes.contains(&(known.condition, !known.holds)))
}

fn has(body: &Body, block: usize, class: InstructionClass) -> bool {
    body.blocks[block].instructions.iter().any(|instruction| class.contains(instruction))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn uses_are_those_of_the_closure(program in programs()) {
        let reach = Reach::new(&program, []);
        for (function, body) in program.enumerate() {
            let reached = closure(&program, function.index());
            let all = || reached.iter().flat_map(|&other| program.functions[other].instructions());
            for class in InstructionClass::ALL {
                let members = all().filter(|instruction| class.contains(instruction));
                let first = members.map(|instruction| instruction.id).min();
                prop_assert_eq!(reach.first(function, class), first);
                let own = body.instructions().any(|instruction| class.contains(instruction));
                prop_assert_eq!(reach.own_body_has(function, class), own);
            }
            let registers = |kind: &InstructionKind| match kind {
                InstructionKind::Wgmma { accumulator } => Some(*accumulator),
                _ => None,
            };
            let accumulators = all().filter_map(|other| Some((registers(&other.kind)?, other.id)));
            let largest = accumulators.max_by_key(|&(registers, id)| (registers, std::cmp::Reverse(id)));
            prop_assert_eq!(reach.accumulator(function), largest);
        }
    }

    #[test]
    fn guards_are_those_of_all_paths(blocks in body(6, Just(MMA))) {
        let program = program(&[blocks.as_slice()]);
        let reach = Reach::new(&program, []);
        let body = &program.functions[0];
        prop_assume!(body.instructions().next().is_some());
        for at in 0..body.blocks.len() {
            let (mut any, mut without_lane, mut without_guard) = (false, false, false);
            paths(body, 0, &|_| true, &mut |path, end| {
                let lane = implies(body, path, Implication::OneLane);
                let x = implies(body, path, Implication::OneThreadInX);
                any |= end == at;
                without_lane |= end == at && !lane;
                without_guard |= end == at && !lane && !x;
            });
            let wanted = match (any, without_lane, without_guard) {
                (false, ..) => ThreadSet::None,
                (_, _, true) => ThreadSet::All,
                (_, true, _) => ThreadSet::OneThreadInX,
                _ => ThreadSet::OneLane,
            };
            prop_assert_eq!(reach.thread_set(FIRST, BlockId::new(at)), wanted);
        }
    }

    /// Several threads can enter a function if some path through calls has no guard.
    #[test]
    fn guards_apply_through_calls(program in programs()) {
        let mut all = program.functions.iter().flat_map(Body::instructions);
        prop_assume!(all.any(|other| InstructionClass::ThreadIssue.contains(other)));

        let reach = Reach::new(&program, [ANY]);
        let mut several = vec![0];
        let mut all = vec![0];
        let unguarded = |edge: &Edge| {
            !edge.known.iter().any(|known| matches!(known.implies, Implication::OneLane | Implication::OneThreadInX))
        };
        for (list, allowed) in [(&mut several, &unguarded as &dyn Fn(&Edge) -> bool), (&mut all, &|_: &Edge| true)] {
            let mut next = 0;
            while next < list.len() {
                let body = &program.functions[list[next]];
                let mut called = Vec::new();
                paths(body, 0, allowed, &mut |_, end| {
                    called.extend(body.blocks[end].instructions.iter().filter_map(|other| match other.kind {
                        InstructionKind::Call(callee) => Some(callee.index()),
                        _ => None,
                    }));
                });
                for callee in called {
                    if callee < program.functions.len() && !list.contains(&callee) {
                        list.push(callee);
                    }
                }
                next += 1;
            }
        }
        for function in 0..program.functions.len() {
            let entering = reach.entering_threads(FunctionId::new(function));
            prop_assert_eq!(entering.several, several.contains(&function));
            prop_assert_eq!(entering.reached, all.contains(&function));
        }
    }

    #[test]
    fn allocations_without_a_release_on_some_path_are_found(
        blocks in body(6, prop::sample::select(vec![ALLOC, DEALLOC])),
    ) {
        let program = program(&[blocks.as_slice()]);
        let body = &program.functions[0];
        let mut open = Vec::new();
        for (at, block) in body.blocks.iter().enumerate() {
            let known = outcomes(body, at);
            prop_assume!(consistent(&known));
            let mut releases = (0..body.blocks.len()).filter(|&other| has(body, other, InstructionClass::Dealloc));
            let elsewhere = releases.any(|other| {
                let other = outcomes(body, other);
                known.iter().any(|outcome| !other.contains(outcome))
                    && other.iter().any(|outcome| !known.contains(outcome))
            });
            for (index, instruction) in block.instructions.iter().enumerate() {
                let rest = &block.instructions[index + 1..];
                let is_released = rest.iter().any(|other| InstructionClass::Dealloc.contains(other));
                if !InstructionClass::Alloc.contains(instruction) || elsewhere || is_released {
                    continue;
                }
                let mut ends = block.exits.is_empty();
                for edge in block.exits.iter().filter(|edge| allowed(&known)(edge)) {
                    paths(body, edge.to.index(), &allowed(&known), &mut |path, end| {
                        let passed = path.iter().map(|&(block, _)| block).chain([end]);
                        ends |= body.blocks[end].exits.is_empty()
                            && !passed.into_iter().any(|block| has(body, block, InstructionClass::Dealloc));
                    });
                }
                if ends {
                    open.push(instruction.id);
                }
            }
        }

        prop_assert_eq!(program::reach(&program, ANY).tensor_memory(FIRST).unreleased, open);
    }

    #[test]
    fn requests_after_a_failure_are_those_on_some_path(blocks in body(6, Just(CANCEL))) {
        let program = program(&[blocks.as_slice()]);
        let body = &program.functions[0];
        let mut after = vec![false; body.blocks.len()];
        for edge in body.blocks.iter().flat_map(|block| &block.exits) {
            if edge.known.iter().any(|known| known.implies == Implication::CancelFailed) {
                let outcomes: Vec<_> = edge.known.iter().map(|known| (known.condition, known.holds)).collect();
                paths(body, edge.to.index(), &allowed(&outcomes), &mut |_, end| after[end] = true);
            }
        }
        let blocks = body.blocks.iter().zip(after).filter(|&(_, after)| after);
        let ids: Vec<_> = blocks.flat_map(|(block, _)| &block.instructions).map(|other| other.id).collect();
        prop_assert_eq!(Reach::new(&program, []).requests_after_failure(FIRST), ids);
    }

    #[test]
    fn any_program_is_analyzed_without_a_panic(program in programs()) {
        let reach = Reach::new(&program, program.functions.iter().map(|_| ANY));
        for function in (0..=program.functions.len()).map(FunctionId::new) {
            let found = reach.tensor_memory(function);
            let known: Vec<_> = reach.body(function).instructions().map(|instruction| instruction.id).collect();
            let mut ids = found.unreleased.iter().chain(found.unsynchronised.iter().map(|(id, _)| id));
            prop_assert!(ids.all(|id| known.contains(id)));
            prop_assert_eq!(reach.tensor_memory(function), found);
        }
    }
}

/// A quadratic algorithm would take hours.
#[test]
fn a_large_program_is_analyzed_in_linear_time() {
    let count = 100_000;
    // A cycle of calls through all functions, which all call the last one too; and a long path inside the last one.
    let functions: Vec<Vec<Block>> =
        (0..count).map(|number| vec![block(&[ALLOC, call((number + 1) % count), call(count - 1)], &[])]).collect();
    let mut functions: Vec<&[Block]> = functions.iter().map(Vec::as_slice).collect();
    let mut long: Vec<Block> = (0..count).map(|number| block(&[MMA, PAIR_DEALLOC], &[to(number + 1)])).collect();
    long.push(block(&[DEALLOC], &[]));
    functions[count - 1] = &long;
    let program = program(&functions);

    let reach = Reach::new(&program, (0..count).map(|_| ANY));
    let mut functions = (0..count).map(FunctionId::new);
    assert!(functions.clone().all(|function| reach.reaches(function, InstructionClass::ThreadIssue)));
    assert!(functions.all(|function| reach.tensor_memory(function).unreleased.is_empty()));
    assert!(reach.entering_threads(FunctionId::new(count - 1)).several);
}
