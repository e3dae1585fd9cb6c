//! What the body of a function asks of its contract.

use tileiras_contract::{Need, Needs};
use tileiras_kernel::builder::FunctionBuilder;
use tileiras_kernel::program::{BarrierOperation, CtaGroup, Tcgen05, Wgmma};
use tileiras_kernel::{FunctionId, InstructionKind, Reach};
use tileiras_lint::needs;
use tileiras_test_support::program::{call, program};

#[test]
fn needs_are_those_of_all_called_functions() {
    let mut builder = FunctionBuilder::new();
    let [id, count] = [1, 64].map(|number| builder.constant(number, 32));
    let barrier =
        |threads| InstructionKind::Barrier { operation: BarrierOperation::Sync, id: Some(id), threads, aligned: true };
    let product = |group| InstructionKind::Tcgen05 {
        operation: Tcgen05::Mma,
        group,
        address: None,
        columns: None,
        size: None,
        accessed: None,
        rows: None,
        descriptors: Default::default(),
        sources: Default::default(),
        multicast: None,
    };
    let program = program(&[
        &[call(1), call(9)],
        &[call(2), barrier(Some(count))],
        &[call(1), InstructionKind::Wgmma(Wgmma::Fence)],
        &[barrier(None)],
        &[product(None), InstructionKind::SetMaxnreg { increases: true, registers: None }],
        &[product(Some(CtaGroup::Two))],
    ]);
    let called = Needs::of(&[Need::CountedBarrier, Need::Wgmma]);
    let last = Needs::of(&[Need::Tcgen05, Need::RegisterMoves]);
    let reach = Reach::new(&program);
    let found = [0, 1, 2, 3, 4, 5].map(|function| needs(&reach, FunctionId::new(function)));
    let pair = Needs::of(&[Need::Tcgen05, Need::CtaPair, Need::Clusters]);
    assert_eq!(found, [called, called, called, Needs::default(), last, pair]);
}
