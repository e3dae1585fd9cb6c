//! The rules of group isa about tcgen05: guards, CTA pairs, tensor memory.

mod common;

use common::graph::{
    ALLOC, ARRIVE, DEALLOC, MMA, PAIR_DEALLOC, WAIT, block, branch, call, guard, program, reach, tcgen05, to,
};
use common::{array, function, kernel, reports};
use tileiras_contract::{FunctionFacts, Subject, Value};
use tileiras_kernel::{Block, CtaGroup, FunctionId, Implication, InstructionKind, Program, Reach, Tcgen05};
use tileiras_target::Target;

const CALL: InstructionKind = call(1);
const PAIR: InstructionKind = tcgen05(Tcgen05::Mma, CtaGroup::Two);

type Report = (String, Option<usize>, Option<usize>);

/// What a rule reports on the kernel, which is the first function.
fn on(id: &str, contract: &FunctionFacts, program: &Program) -> Vec<Report> {
    reports(id, &Subject::body(contract, Target::default(), &reach(program, contract.entry()), FunctionId::new(0)))
}

/// The instructions that a rule reports on in the second function, which the first one, a kernel, can call.
fn in_callee(id: &str, kernel: &FunctionFacts, program: &Program) -> Vec<Option<usize>> {
    let function = function(&[]);
    let found =
        reports(id, &Subject::body(&function, Target::default(), &reach(program, kernel.entry()), FunctionId::new(1)));
    found.into_iter().map(|(_, instruction, _)| instruction).collect()
}

/// The instructions that a rule reports on in a kernel with these blocks. The second function has the blocks of
/// `callee`.
fn ids(id: &str, blocks: &[Block], callee: &[Block]) -> Vec<usize> {
    let found = on(id, &kernel(&[]), &program(&[blocks, callee]));
    found.into_iter().map(|(_, instruction, because)| instruction.or(because).unwrap_or(usize::MAX)).collect()
}

fn guarded(implies: Implication, kinds: &[InstructionKind]) -> Vec<Block> {
    vec![block(&[], &guard(0, implies, 1, 2)), block(kinds, &[to(2)]), block(&[], &[])]
}

#[test]
fn cta_group_mix() {
    let id = "tcgen05-cta-group-mix";
    let message = "must not use both '.cta_group::1' and '.cta_group::2'".to_owned();
    let both = program(&[&[block(&[PAIR, MMA], &[])]]);
    assert_eq!(on(id, &kernel(&[]), &both), [(message.clone(), None, Some(1))]);
    let through_call = program(&[&[block(&[PAIR, CALL], &[])], &[block(&[MMA], &[])]]);
    assert_eq!(on(id, &kernel(&[]), &through_call), [(message, None, Some(1000))]);
    assert_eq!(on(id, &function(&[]), &both), [], "ptxas checks kernels only");
    let neither = InstructionKind::Tcgen05 { operation: Tcgen05::Ld, group: None };
    assert_eq!(on(id, &kernel(&[]), &program(&[&[block(&[PAIR, neither], &[])]])), []);
}

#[test]
fn cta_pair() {
    let (odd, unknown) = ("tcgen05-cta-pair", "tcgen05-cta-pair-unknown");
    let program = program(&[&[block(&[CALL], &[])], &[block(&[PAIR], &[])]]);
    let reported = |id, facts: &[(&'static str, Value<'static>)]| {
        let found = on(id, &kernel(facts), &program);
        assert!(found.iter().all(|(_, instruction, because)| (*instruction, *because) == (None, Some(1000))));
        found.into_iter().map(|(message, ..)| message).collect::<Vec<_>>()
    };
    let shape = |sizes: [i32; 3]| ("nvvm.cluster_dim", Value::I32Array(sizes.to_vec().into()));
    let rank = |rank| ("nvvm.maxclusterrank", Value::i32(rank));
    for sizes in [[1, 1, 1], [3, 1, 1], [3, 5, 1]] {
        let product: i32 = sizes.iter().product();
        let message = format!("'nvvm.cluster_dim' must have an even product for '.cta_group::2', got {product}");
        assert_eq!(reported(odd, &[shape(sizes)]), [message]);
        assert_eq!(reported(unknown, &[shape(sizes)]), [""; 0]);
    }
    assert_eq!(reported(odd, &[rank(1)]), ["'nvvm.maxclusterrank' must be at least 2 for '.cta_group::2', got 1"]);
    assert_eq!(reported(unknown, &[rank(1)]), [""; 0]);
    let message = "'nvvm.cluster_dim' should be stated for '.cta_group::2', with an even product";
    assert_eq!(reported(unknown, &[]), [message]);
    assert_eq!(reported(unknown, &[rank(8)]), [message]);
    for fine in [shape([2, 1, 1]), shape([1, 2, 1]), shape([3, 2, 1]), shape([0, 1, 1])] {
        assert_eq!((reported(odd, std::slice::from_ref(&fine)), reported(unknown, &[fine])), (vec![], vec![]));
    }
}

#[test]
fn warp_issue_needs_a_warp() {
    let id = "tcgen05-warp-issue";
    let program = program(&[&[block(&[CALL], &[])], &[block(&[ALLOC], &[])]]);
    for name in ["nvvm.reqntid", "nvvm.maxntid"] {
        let message = format!(
            "'{name}' must have the 32 threads of a warp for 'tcgen05.alloc', '.dealloc' and \
             '.relinquish_alloc_permit', got 16"
        );
        assert_eq!(on(id, &kernel(&[(name, array(&[8, 2]))]), &program), [(message, None, Some(1000))]);
        assert_eq!(on(id, &kernel(&[(name, array(&[48]))]), &program), []);
    }
    assert_eq!(on(id, &kernel(&[]), &program), []);
}

#[test]
fn warp_issue_has_no_guard() {
    let id = "tcgen05-warp-issue";
    for kind in [ALLOC, DEALLOC, tcgen05(Tcgen05::Relinquish, CtaGroup::Two)] {
        let lane = program(&[&guarded(Implication::OneLane, std::slice::from_ref(&kind))]);
        let message = "must be issued by a whole warp, one lane of it gets here".to_owned();
        assert_eq!(on(id, &kernel(&[]), &lane), [(message, Some(0), None)]);
        let thread = program(&[&guarded(Implication::OneThreadInX, std::slice::from_ref(&kind))]);
        let message = "must be issued by a whole warp, one thread in x gets here".to_owned();
        assert_eq!(on(id, &kernel(&[("nvvm.reqntid", array(&[128]))]), &thread), [(message, Some(0), None)]);
        let narrow = kernel(&[("nvvm.reqntid", array(&[1, 32]))]);
        assert_eq!(on(id, &narrow, &thread), [], "all threads have that id");
        let lone = on(id, &kernel(&[("nvvm.maxntid", array(&[1]))]), &thread);
        assert!(lone.len() == 1 && lone[0].0.contains("'nvvm.maxntid' must have the 32 threads"), "{lone:?}");
        assert_eq!(ids(id, &guarded(Implication::Nothing, std::slice::from_ref(&kind)), &[]), [0; 0]);
        // After the two edges of a guard join, all threads of the warp are active again.
        let merged = [
            block(&[], &guard(0, Implication::OneLane, 1, 2)),
            block(&[], &[to(2)]),
            block(std::slice::from_ref(&kind), &[]),
        ];
        assert_eq!(ids(id, &merged, &[]), [0; 0]);
        // The guard can be at the call.
        let callee = [block(&[kind], &[])];
        let called = |implies| program(&[&guarded(implies, &[CALL]), &callee]);
        assert_eq!(in_callee(id, &kernel(&[]), &called(Implication::OneLane)), [Some(1000)]);
        assert_eq!(in_callee(id, &kernel(&[]), &called(Implication::OneThreadInX)), [Some(1000)]);
        assert_eq!(in_callee(id, &narrow, &called(Implication::OneThreadInX)), []);
        assert_eq!(in_callee(id, &kernel(&[]), &called(Implication::Nothing)), []);
    }
    assert_eq!(ids(id, &guarded(Implication::OneLane, &[MMA]), &[]), [0; 0]);
}

#[test]
fn single_thread_issue() {
    let id = "tcgen05-single-thread-issue";
    for operation in [Tcgen05::Mma, Tcgen05::Cp, Tcgen05::Shift, Tcgen05::Commit] {
        let kind = [tcgen05(operation, CtaGroup::One)];
        assert_eq!(ids(id, &[block(&kind, &[])], &[]), [0]);
        assert_eq!(ids(id, &guarded(Implication::Nothing, &kind), &[]), [0]);
        for implies in [Implication::OneLane, Implication::OneThreadInX] {
            assert_eq!(ids(id, &guarded(implies, &kind), &[]), [0; 0]);
        }
        let single = kernel(&[("nvvm.reqntid", array(&[1, 1, 1]))]);
        assert_eq!(on(id, &single, &program(&[&[block(&kind, &[])]])), [], "the block has one thread");
        // A loop after the guard, and a loop whose header can be entered without it.
        let inside =
            [block(&[], &guard(0, Implication::OneLane, 1, 2)), block(&kind, &branch(1, 1, 2)), block(&[], &[])];
        assert_eq!(ids(id, &inside, &[]), [0; 0]);
        let around = [
            block(&[], &guard(0, Implication::OneLane, 1, 2)),
            block(&kind, &[to(2)]),
            block(&[], &branch(1, 1, 3)),
            block(&[], &[]),
        ];
        assert_eq!(ids(id, &around, &[]), [0]);
        // All other threads return.
        let early = [block(&[], &guard(0, Implication::OneLane, 1, 2)), block(&kind, &[]), block(&[], &[])];
        assert_eq!(ids(id, &early, &[]), [0; 0]);
        // Guards at calls: at every call, at one of two calls, at the call of the caller.
        let callee = [block(&kind, &[])];
        let guarded_call = guarded(Implication::OneLane, &[CALL]);
        assert_eq!(in_callee(id, &kernel(&[]), &program(&[&guarded_call, &callee])), []);
        assert_eq!(in_callee(id, &kernel(&[]), &program(&[&[block(&[CALL], &[])], &callee])), [Some(1000)]);
        let mut twice = guarded_call.clone();
        twice.push(block(&[CALL], &[]));
        twice[2].exits.push(to(3));
        assert_eq!(in_callee(id, &kernel(&[]), &program(&[&twice, &callee])), [Some(1000)]);
        let far = program(&[&guarded(Implication::OneLane, &[call(2)]), &callee, &[block(&[CALL], &[])]]);
        assert_eq!(in_callee(id, &kernel(&[]), &far), []);
        assert_eq!(in_callee(id, &single, &program(&[&[block(&[CALL], &[])], &callee])), []);
        assert_eq!(in_callee(id, &kernel(&[]), &program(&[&[], &callee])), [], "its callers are not known");
    }
    assert_eq!(ids(id, &[block(&[ALLOC, DEALLOC], &[])], &[]), [0; 0]);
}

#[test]
fn alloc_dealloc() {
    let id = "tcgen05-alloc-dealloc";
    let reported = |blocks: &[Block]| ids(id, blocks, &[]);
    let message = "allocates tensor memory that some path to the end of the kernel does not release";
    assert_eq!(on(id, &kernel(&[]), &program(&[&[block(&[ALLOC], &[])]])), [(message.to_owned(), Some(0), None)]);
    assert_eq!(reported(&[block(&[ALLOC, DEALLOC], &[])]), [0; 0]);
    assert_eq!(reported(&[block(&[DEALLOC, ALLOC], &[])]), [1]);
    assert_eq!(reported(&[block(&[ALLOC, DEALLOC, ALLOC], &[])]), [2]);
    assert_eq!(reported(&[block(&[ALLOC], &branch(0, 1, 2)), block(&[DEALLOC], &[to(2)]), block(&[], &[])]), [0]);
    // The same warp allocates and releases.
    let warp = |conditions: [usize; 2], early: bool| {
        let middle = if early { branch(9, 3, 5).to_vec() } else { vec![to(3)] };
        [
            block(&[], &branch(conditions[0], 1, 2)),
            block(&[ALLOC], &[to(2)]),
            block(&[], &middle),
            block(&[], &branch(conditions[1], 4, 5)),
            block(&[DEALLOC], &[to(5)]),
            block(&[], &[]),
        ]
    };
    assert_eq!(reported(&warp([0, 0], false)), [0; 0]);
    assert_eq!(reported(&warp([0, 0], true)), [0], "an early return does not release it");
    assert_eq!(reported(&warp([0, 1], false)), [0; 0], "another warp may release it");
    // A path that never ends, and one that ends in a trap.
    let endless = |last: usize| [block(&[ALLOC], &branch(0, 1, 2)), block(&[DEALLOC], &[]), block(&[], &[to(last)])];
    assert_eq!(reported(&endless(2)), [0; 0]);
    assert_eq!(reported(&endless(0)), [0; 0]);
}

#[test]
fn alloc_dealloc_through_calls() {
    let id = "tcgen05-alloc-dealloc";
    let callee = |kinds: &[InstructionKind]| [block(kinds, &[])];
    let line = |kinds: &[InstructionKind]| vec![block(kinds, &[])];
    assert_eq!(ids(id, &line(&[CALL, DEALLOC]), &callee(&[ALLOC])), [0; 0]);
    assert_eq!(ids(id, &line(&[ALLOC, CALL]), &callee(&[DEALLOC])), [0; 0]);
    assert_eq!(ids(id, &line(&[InstructionKind::Other, CALL]), &callee(&[ALLOC])), [1], "at the call");
    assert_eq!(ids(id, &line(&[DEALLOC, CALL]), &callee(&[ALLOC, DEALLOC])), [0; 0]);
    assert_eq!(ids(id, &line(&[ALLOC, CALL]), &callee(&[DEALLOC, ALLOC])), [1], "it releases one and leaves another");
    let function = function(&[]);
    let program = program(&[&line(&[CALL, DEALLOC]), &callee(&[ALLOC])]);
    let reach = Reach::new(&program, [FunctionFacts::entry(&kernel(&[])), FunctionFacts::entry(&function)]);
    assert_eq!(
        reports(id, &Subject::body(&function, Target::default(), &reach, FunctionId::new(1))),
        [],
        "its callers release it"
    );
    // Functions that call each other in a cycle.
    let cycle = common::graph::program(&[&line(&[CALL]), &line(&[call(2), ALLOC]), &line(&[CALL])]);
    assert_eq!(on(id, &kernel(&[]), &cycle).len(), 1);
}

/// Blocks with `before` on the path to the release of a pair and `after` on the path from it.
fn around(before: &[InstructionKind], after: &[InstructionKind]) -> Vec<Block> {
    vec![block(before, &[to(1)]), block(&[PAIR_DEALLOC], &[to(2)]), block(after, &[])]
}

#[test]
fn pair_dealloc() {
    let (error, warning) = ("tcgen05-pair-dealloc-sync", "tcgen05-pair-dealloc-unsynced");
    let reported = |blocks: &[Block]| (ids(error, blocks, &[]), ids(warning, blocks, &[]));
    let nothing = || (vec![], vec![]);
    // Tables 47 and 48 of reference 004.
    assert_eq!(reported(&around(&[ARRIVE, WAIT], &[])), nothing());
    assert_eq!(reported(&around(&[], &[ARRIVE, WAIT])), (vec![0], vec![]));
    assert_eq!(reported(&around(&[], &[])), (vec![], vec![0]));
    assert_eq!(reported(&around(&[ARRIVE, WAIT], &[ARRIVE, WAIT])), nothing());
    assert_eq!(reported(&around(&[ARRIVE], &[WAIT])), (vec![], vec![1]), "the peer CTA may not have arrived");
    assert_eq!(reported(&[block(&[ARRIVE, WAIT, PAIR_DEALLOC], &[])]), nothing());
    assert_eq!(reported(&[block(&[PAIR_DEALLOC, ARRIVE, WAIT], &[])]), (vec![0], vec![]));
    assert_eq!(reported(&[block(&[DEALLOC], &[])]), nothing(), "a single CTA");
    // The CTAs of the pair take different paths.
    let table48 = [
        block(&[], &branch(0, 1, 2)),
        block(&[ARRIVE, WAIT, PAIR_DEALLOC], &[]),
        block(&[PAIR_DEALLOC, ARRIVE, WAIT], &[]),
    ];
    assert_eq!(reported(&table48), (vec![3], vec![]));
    let optional = |first: usize, [then, otherwise]: [usize; 2]| {
        [
            block(&[], &branch(first, 1, 2)),
            block(&[ARRIVE, WAIT], &[to(2)]),
            block(&[PAIR_DEALLOC], &branch(0, then, otherwise)),
            block(&[ARRIVE, WAIT], &[to(4)]),
            block(&[], &[]),
        ]
    };
    assert_eq!(reported(&optional(0, [4, 3])), (vec![2], vec![]), "a path without a barrier before has one after");
    assert_eq!(reported(&optional(0, [3, 4])), nothing(), "both barriers or none");
    // In a loop, only the first iteration has no barrier before the release.
    let cycle = [block(&[], &[to(1)]), block(&[ARRIVE, WAIT, PAIR_DEALLOC], &branch(0, 1, 2)), block(&[], &[])];
    assert_eq!(reported(&cycle), nothing());
}

#[test]
fn pair_dealloc_through_calls() {
    let (error, warning) = ("tcgen05-pair-dealloc-sync", "tcgen05-pair-dealloc-unsynced");
    let reported = |kinds: &[InstructionKind], callee: &[InstructionKind]| {
        let (blocks, callee) = ([block(kinds, &[])], [block(callee, &[])]);
        (ids(error, &blocks, &callee), ids(warning, &blocks, &callee))
    };
    let barrier = [ARRIVE, WAIT];
    assert_eq!(reported(&[CALL, PAIR_DEALLOC], &barrier), (vec![], vec![]), "barriers of a callee are found");
    assert_eq!(reported(&[PAIR_DEALLOC, CALL], &barrier), (vec![0], vec![]));
    assert_eq!(reported(&[ARRIVE, WAIT, CALL], &[PAIR_DEALLOC]), (vec![], vec![]));
    assert_eq!(reported(&[CALL, ARRIVE, WAIT], &[PAIR_DEALLOC]), (vec![0], vec![]), "at the call");
    assert_eq!(reported(&[CALL], &[PAIR_DEALLOC]), (vec![], vec![0]));
    assert_eq!(reported(&[CALL], &[PAIR_DEALLOC, ARRIVE, WAIT]), (vec![0], vec![]));
    assert_eq!(reported(&[ARRIVE, WAIT, CALL], &[PAIR_DEALLOC, ARRIVE, WAIT]), (vec![], vec![]));
    assert_eq!(reported(&[CALL], &[ARRIVE, WAIT, PAIR_DEALLOC]), (vec![], vec![]));
    assert_eq!(reported(&[CALL, ARRIVE, WAIT], &[ARRIVE, PAIR_DEALLOC, WAIT]), (vec![], vec![0]), "it arrives first");
    // Of two faults in one callee, the more severe one.
    let two = [block(&[], &branch(0, 1, 2)), block(&[PAIR_DEALLOC], &[]), block(&[PAIR_DEALLOC, ARRIVE, WAIT], &[])];
    let caller = [block(&[CALL], &[])];
    assert_eq!((ids(error, &caller, &two), ids(warning, &caller, &two)), (vec![0], vec![]));
}
