//! The rules of group isa about targets, threads and requests to cancel; those about tcgen05 are in `tensor.rs`.

mod common;

use common::graph::{ALLOC, ARRIVE, CANCEL, block, branch, call, line, program, reach, tcgen05, to, when};
use common::{array, function, in_tuple, kernel, reports, target};
use tileiras_contract::{FunctionFacts, Subject, Value};
use tileiras_kernel::{
    Block, Body, CtaGroup, FunctionId, Implication, InstId, Instruction, InstructionKind, Program, Reach, Tcgen05,
    ValueId,
};
use tileiras_target::{Feature, Target, WGMMA_WORKING_REGISTERS};

type Report = (String, Option<usize>, Option<usize>);

/// What a rule reports on the first function of a program, which is a kernel.
fn on(id: &str, contract: &FunctionFacts, target: Target, program: &Program) -> Vec<Report> {
    reports(id, &Subject::body(contract, target, &reach(program, contract.entry()), FunctionId::new(0)))
}

/// A kernel of one instruction.
fn single(kind: InstructionKind, needs: Option<Feature>) -> Program {
    let instructions = vec![Instruction { kind, needs, id: InstId::new(3) }];
    Program { functions: vec![Body { blocks: vec![Block { instructions, ..Block::default() }] }] }
}

/// A kernel that calls a function of these instructions, whose ids are 1000, 1001 and so on.
fn calling(kinds: &[InstructionKind]) -> Program {
    program(&[&[block(&[call(1)], &[])], &[block(kinds, &[])]])
}

#[test]
fn one_rule_about_targets_reports_each_instruction() {
    let rules =
        ["cluster-instruction-target", "tcgen05-target", "clc-target", "clc-multicast-target", "instruction-target"];
    let rule_of = |kind: InstructionKind, needs| {
        let program = single(kind, needs);
        let found = rules.map(|id| on(id, &kernel(&[]), target("sm_75", "7.0"), &program));
        assert!(found.iter().flatten().all(|(_, instruction, because)| (*instruction, *because) == (Some(3), None)));
        let counts = found.map(|found| found.len());
        assert_eq!(counts.iter().sum::<usize>(), 1, "{counts:?}");
        rules[counts.iter().position(|&count| count == 1).unwrap_or_default()]
    };
    for (feature, rule) in [
        (Feature::Mapa, 0),
        (Feature::GetCtaRank, 0),
        (Feature::ClusterBarrier, 0),
        (Feature::ClusterBarrierSemantics, 0),
        (Feature::ClusterSharedAccess, 0),
        (Feature::ClusterRegisters, 0),
        (Feature::Tcgen05, 1),
        (Feature::Tcgen05LdRed, 1),
        (Feature::Tcgen05Shift, 1),
        (Feature::Tcgen05MmaI8, 1),
        (Feature::ClcTryCancel, 2),
        (Feature::ClcQueryCancel, 2),
        (Feature::ClcMulticast, 3),
        (Feature::Wgmma, 4),
        (Feature::SetMaxnreg, 4),
        (Feature::ElectSync, 4),
        (Feature::BulkCopy, 4),
        (Feature::MbarrierExpectTx, 4),
        (Feature::GridDepControl, 4),
    ] {
        assert_eq!(rule_of(InstructionKind::Other, Some(feature)), rules[rule], "{feature}");
    }
    // A feature that the reader did not give follows from the kind of the instruction.
    assert_eq!(rule_of(ARRIVE, None), rules[0]);
    assert_eq!(rule_of(ALLOC, None), rules[1]);
    assert_eq!(rule_of(CANCEL, None), rules[2]);
    assert_eq!(rule_of(InstructionKind::WgmmaSync, None), rules[4]);
    assert_eq!(rule_of(InstructionKind::ExpectTx { barrier: None, bytes: None }, None), rules[4]);
}

#[test]
fn a_partly_known_target_is_checked_by_its_known_part() {
    let reported = |id, feature, chip, ptx| {
        let found = on(id, &kernel(&[]), target(chip, ptx), &single(InstructionKind::Other, Some(feature)));
        found.into_iter().map(|(message, ..)| message).collect::<Vec<_>>()
    };
    let old = "cannot be assembled: 'mapa' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8)";
    assert_eq!(reported("cluster-instruction-target", Feature::Mapa, "sm_80", ""), [old]);
    assert_eq!(reported("cluster-instruction-target", Feature::Mapa, "sm_90", "8.0"), [""; 0]);
    assert_eq!(reported("cluster-instruction-target", Feature::Mapa, "", ""), [""; 0]);
    let version = "cannot be assembled: 'clusterlaunchcontrol.try_cancel' needs ptx 8.6 or later, got 8.5";
    assert_eq!(reported("clc-target", Feature::ClcTryCancel, "", "8.5"), [version]);
    for (chip, fine) in [("sm_100", false), ("sm_120", false), ("sm_100a", true), ("sm_103f", true), ("sm_121a", true)]
    {
        assert_eq!(reported("clc-multicast-target", Feature::ClcMulticast, chip, "9.0").is_empty(), fine, "{chip}");
    }
    for (chip, fine) in [("sm_90a", false), ("sm_100", false), ("sm_120a", false), ("sm_110f", true), ("sm_103a", true)]
    {
        assert_eq!(reported("tcgen05-target", Feature::Tcgen05, chip, "9.0").is_empty(), fine, "{chip}");
    }
}

#[test]
fn faults_of_a_body_are_reported_for_that_body_only() {
    let program = calling(&[ARRIVE, InstructionKind::NamedBarrier { id: Some(16), threads: None }]);
    let kernel = kernel(&[]);
    let function = function(&[]);
    let reach = reach(&program, kernel.entry());
    for id in ["cluster-instruction-target", "named-barrier-range"] {
        let on = |contract, function| {
            reports(id, &Subject::body(contract, target("sm_80", ""), &reach, FunctionId::new(function)))
        };
        assert_eq!(on(&kernel, 0), [], "{id}");
        assert_eq!(on(&function, 1).len(), 1, "{id}");
    }
}

#[test]
fn warpgroup_threads() {
    let id = "warpgroup-threads";
    let ld = InstructionKind::Tcgen05 { operation: Tcgen05::Ld, group: None };
    for (kind, name) in [
        (InstructionKind::WgmmaSync, "wgmma"),
        (InstructionKind::Wgmma { accumulator: 4 }, "wgmma"),
        (ld, "tcgen05.ld, .st or .wait"),
    ] {
        let program = calling(&[InstructionKind::Other, kind]);
        let reported = |contract: &FunctionFacts| on(id, contract, Target::default(), &program);
        let wanted = |got: &str| {
            let message = format!("'nvvm.reqntid' must be stated, a multiple of 128 in x, for '{name}', got {got}");
            vec![(message, None, Some(1001))]
        };
        assert_eq!(reported(&kernel(&[])), wanted("none"));
        assert_eq!(reported(&kernel(&[("nvvm.maxntid", array(&[128]))])), wanted("'nvvm.maxntid' alone, a bound"));
        for x in [96, 64, 1, 129] {
            let message = format!("'nvvm.reqntid' must be a multiple of 128 in x for '{name}', got {x}");
            assert_eq!(reported(&kernel(&[("nvvm.reqntid", array(&[x, 4]))])), [(message, None, Some(1001))]);
        }
        for sizes in [&[128][..], &[256, 1, 1], &[384, 2]] {
            assert_eq!(reported(&kernel(&[("nvvm.reqntid", array(sizes))])), []);
        }
        assert_eq!(reported(&kernel(&[("nvvm.reqntid", array(&[0]))])), [], "positive-value reports it");
        assert_eq!(reported(&kernel(&[("nvvm.reqntid", Value::i32(96))])), [], "dim-shape reports it");
        assert_eq!(reported(&function(&[])), [], "its kernels state it");
        let mut legacy = kernel(&[]);
        legacy.state(in_tuple(0, "reqntidx", Value::i32(128)));
        assert_eq!(reported(&legacy), [], "the fact is not transplanted yet");
    }
    for kind in
        [tcgen05(Tcgen05::Mma, CtaGroup::One), InstructionKind::Tcgen05 { operation: Tcgen05::Fence, group: None }]
    {
        assert_eq!(on(id, &kernel(&[]), Target::default(), &calling(&[kind])), []);
    }
}

/// ptxas 13.5 requires 154 registers for m64n256k16 with f32 on sm_90a (measured).
#[test]
fn warpgroup_registers() {
    let id = "warpgroup-registers";
    let program = calling(&[InstructionKind::Wgmma { accumulator: 64 }, InstructionKind::Wgmma { accumulator: 128 }]);
    let reported = |facts: &[(&'static str, Value<'static>)]| {
        let found = on(id, &kernel(facts), target("sm_90a", "8.4"), &program);
        found
            .into_iter()
            .map(|(message, instruction, because)| {
                assert_eq!((instruction, because), (None, Some(1001)));
                message
            })
            .collect::<Vec<_>>()
    };
    let message =
        |fact: &str, got| [format!("'{fact}' must leave a thread 154 registers for a 'wgmma' with 128, got {got}")];
    let reqntid = |x| ("nvvm.reqntid", Value::I32Array(vec![x].into()));
    let maxntid = |x| ("nvvm.maxntid", Value::I32Array(vec![x].into()));
    let maxnreg = |n| ("nvvm.maxnreg", Value::i32(n));
    let minctasm = |n| ("nvvm.minctasm", Value::i32(n));
    assert_eq!(128 + WGMMA_WORKING_REGISTERS, 154);
    assert_eq!(reported(&[reqntid(128), maxnreg(153)]), message("nvvm.maxnreg", 153));
    assert_eq!(reported(&[maxnreg(16)]), message("nvvm.maxnreg", 24), "ptxas raises it");
    assert_eq!(reported(&[reqntid(512)]), message("nvvm.reqntid", 128));
    assert_eq!(reported(&[maxntid(512)]), message("nvvm.maxntid", 128));
    assert_eq!(reported(&[reqntid(128), minctasm(4)]), message("nvvm.minctasm", 128));
    assert_eq!(reported(&[reqntid(128), minctasm(4), maxnreg(160)]), message("nvvm.minctasm", 128));
    assert_eq!(reported(&[reqntid(128), minctasm(4), maxnreg(64)]), message("nvvm.maxnreg", 64));
    assert_eq!(reported(&[maxntid(288), minctasm(2)]), message("nvvm.minctasm", 96), "warps are allocated in fours");
    for fine in [
        &[reqntid(128), maxnreg(154)][..],
        &[reqntid(128)],
        &[reqntid(384)],
        &[reqntid(128), minctasm(3)],
        &[reqntid(512), maxnreg(200)],
        &[reqntid(128), maxnreg(300)],
        &[reqntid(512), maxnreg(300)],
        &[minctasm(8)],
        &[reqntid(0)],
        &[],
    ] {
        assert_eq!(reported(fine), [""; 0], "{fine:?}");
    }
    let odd = calling(&[InstructionKind::Wgmma { accumulator: 144 }]);
    let found = on(id, &kernel(&[reqntid(384)]), target("sm_90a", "8.4"), &odd);
    assert!(found.len() == 1 && found[0].0.ends_with("got 168"), "registers come in eights: {found:?}");
    let bare = kernel(&[("nvvm.maxnreg", Value::i32(64))]);
    assert_eq!(on(id, &bare, Target::default(), &program).len(), 1);
    assert_eq!(on(id, &bare, target("sm_100a", "8.6"), &program), [], "it has no wgmma at all");
    assert_eq!(on(id, &bare, Target::default(), &calling(&[InstructionKind::WgmmaSync])), []);
}

#[test]
fn named_barrier_range() {
    let id = "named-barrier-range";
    let reported = |barrier, threads| {
        let kind = InstructionKind::NamedBarrier { id: barrier, threads };
        let found = on(id, &kernel(&[]), Target::default(), &single(kind, None));
        found.into_iter().map(|(message, ..)| message).collect::<Vec<_>>()
    };
    assert_eq!(reported(Some(16), None), ["barrier id must be 0 to 15, got 16"]);
    assert_eq!(
        reported(Some(-1), Some(48)),
        ["barrier id must be 0 to 15, got -1", "barrier must have a multiple of 32 threads, got 48"]
    );
    assert_eq!(reported(None, Some(-32)), ["barrier must have a multiple of 32 threads, got -32"]);
    for (barrier, threads) in
        [(Some(0), None), (Some(15), Some(1024)), (None, Some(32)), (None, None), (Some(0), Some(0))]
    {
        assert_eq!(reported(barrier, threads), [""; 0]);
    }
}

#[test]
fn clc_after_failure() {
    let id = "clc-after-failure";
    let reported = |blocks: &[Block]| {
        let found = on(id, &kernel(&[]), Target::default(), &program(&[blocks, &[block(&[CANCEL], &[])]]));
        found
            .into_iter()
            .map(|(message, instruction, _)| {
                assert_eq!(message, "must not request another cancellation where one has failed");
                instruction.unwrap_or(usize::MAX)
            })
            .collect::<Vec<_>>()
    };
    let exits = |failed, succeeded| {
        [when(failed, 0, false, Implication::CancelFailed), when(succeeded, 0, true, Implication::Nothing)]
    };
    // As in reference 001: the loop continues after a request that has succeeded.
    assert_eq!(reported(&[block(&[], &[to(1)]), block(&[CANCEL], &exits(2, 1)), block(&[], &[])]), [0; 0]);
    // The loop continues after a request that has failed.
    assert_eq!(reported(&[block(&[], &[to(1)]), block(&[CANCEL], &exits(1, 2)), block(&[], &[])]), [0]);
    // After further blocks, and in a called function.
    let caller = block(&[InstructionKind::Other, call(1)], &[]);
    assert_eq!(reported(&[block(&[CANCEL], &exits(1, 2)), block(&[], &[to(3)]), block(&[], &[]), caller]), [2]);
    // The same condition again, or one that another iteration can have changed.
    let same = |condition| {
        let again = branch(condition, 3, 2);
        [block(&[CANCEL], &exits(1, 2)), block(&[], &again), block(&[], &[]), block(&[CANCEL], &[])]
    };
    assert_eq!(reported(&same(0)), [0; 0]);
    assert_eq!(reported(&same(1)), [1]);
}

#[test]
fn clc_transaction_bytes() {
    let id = "clc-transaction-bytes";
    let cancel =
        |barrier: Option<usize>| InstructionKind::TryCancel { barrier: barrier.map(ValueId::new), alignment: None };
    let expect =
        |barrier: Option<usize>, bytes| InstructionKind::ExpectTx { barrier: barrier.map(ValueId::new), bytes };
    let reported = |kinds: &[InstructionKind]| on(id, &kernel(&[]), Target::default(), &calling(kinds));
    let none = vec![("no 'expect_tx' is reached for the 16 bytes of 'try_cancel'".to_owned(), None, Some(1000))];
    assert_eq!(reported(&[cancel(Some(1))]), none);
    assert_eq!(reported(&[cancel(None)]), none);
    assert_eq!(reported(&[]), []);
    for expected in [expect(Some(1), Some(16)), expect(None, None), expect(Some(2), Some(8))] {
        assert_eq!(reported(&[cancel(Some(1)), expected]), [], "it may be the same mbarrier");
    }
    let here = |kinds: &[InstructionKind]| {
        on(id, &kernel(&[]), Target::default(), &Program { functions: vec![line(kinds)] })
            .into_iter()
            .map(|(message, ..)| message)
            .collect::<Vec<_>>()
    };
    let message = "should expect the 16 bytes of 'try_cancel', got 32";
    assert_eq!(here(&[cancel(Some(1)), expect(Some(1), Some(32))]), [message]);
    assert_eq!(here(&[cancel(Some(1)), expect(Some(1), Some(32)), expect(Some(1), Some(16))]), [message]);
    assert_eq!(here(&[cancel(Some(1)), expect(Some(2), Some(32))]), [""; 0]);
    assert_eq!(here(&[cancel(None), expect(Some(1), Some(32))]), [""; 0]);
    assert_eq!(here(&[cancel(Some(1)), expect(Some(1), None)]), [""; 0]);
}

#[test]
fn clc_response_alignment() {
    let id = "clc-response-alignment";
    let reported = |alignment| {
        let kind = InstructionKind::TryCancel { barrier: None, alignment };
        on(id, &kernel(&[]), Target::default(), &single(kind, None))
    };
    for alignment in [1, 8] {
        let message = format!("response should be aligned to 16 bytes, got {alignment}");
        assert_eq!(reported(Some(alignment)), [(message, Some(3), None)]);
    }
    for fine in [Some(16), Some(128), None] {
        assert_eq!(reported(fine), []);
    }
}

#[test]
fn a_missing_body_has_no_faults() {
    let program = Program::default();
    let contract = kernel(&[]);
    let reach = Reach::new(&program, []);
    for rule in tileiras_contract::RULES.iter().filter(|rule| rule.group == tileiras_contract::Group::Isa) {
        assert_eq!(
            reports(rule.id.name(), &Subject::body(&contract, target("sm_75", "7.0"), &reach, FunctionId::new(9))),
            []
        );
    }
}
