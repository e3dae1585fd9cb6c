//! MLIR text, and what its functions reach.

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::OperationRef;
use melior::utility::register_all_dialects;
use tileiras_contract::{Need, Needs};
use tileiras_mlir::operation;
use tileiras_mlir::session::parse_module;
use tileiras_mlir::symbol::Symbols;

use super::{Bodies, OwnBodies};
use crate::scope::Scope;

/// Calls a function with the module of a text.
pub(crate) fn with_module<T>(text: &str, check: impl FnOnce(OperationRef<'_, '_>) -> T) -> T {
    let context = Context::new();
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    context.append_dialect_registry(&registry);
    let module = parse_module(&context, text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    check(module.as_operation())
}

/// What each function of a module needs, in order.
fn needs(text: &str) -> Vec<Needs> {
    with_module(text, |module| {
        let scope = Scope::collect(module);
        let bodies = Bodies::read(&scope, &OwnBodies::read(&scope), &mut Symbols::new());
        (0..scope.functions.len()).map(|function| bodies.needs(function)).collect()
    })
}

/// What a function with these operations needs.
fn of_body(operations: &str) -> Needs {
    let text = format!(
        "llvm.func @llvm.nvvm.tcgen05.alloc.cg2(!llvm.ptr, i32)
         llvm.func @f(%p: !llvm.ptr, %s: !llvm.ptr<3>, %c: !llvm.ptr<7>, %n: i32) {{\n{operations}\nllvm.return }}"
    );
    needs(&text)[1]
}

#[test]
fn the_spellings_of_an_instruction_have_the_same_needs() {
    let pair = Needs::of(&[Need::Tcgen05, Need::WholeWarp, Need::CtaPair, Need::Clusters]);
    for text in [
        "nvvm.tcgen05.alloc %p, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr, i32",
        "llvm.call_intrinsic \"llvm.nvvm.tcgen05.alloc.cg2\"(%p, %n) : (!llvm.ptr, i32) -> ()",
        "llvm.call @llvm.nvvm.tcgen05.alloc.cg2(%p, %n) : (!llvm.ptr, i32) -> ()",
        "llvm.inline_asm \"L%=: @!p tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [$0], $1;\", \"l,r\" %p, %n : (!llvm.ptr, i32) -> ()",
        "nvvm.inline_ptx \"{ tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [{$r0}], 32; }\" ro(%p : !llvm.ptr)",
    ] {
        assert_eq!(of_body(text), pair, "{text}");
    }
}

#[test]
fn operands_and_attributes_decide() {
    for (text, expected) in [
        ("nvvm.tcgen05.relinquish_alloc_permit", vec![Need::Tcgen05, Need::WholeWarp, Need::SingleCta]),
        ("nvvm.tcgen05.wait <load>", vec![Need::Tcgen05]),
        ("nvvm.barrier0", vec![]),
        ("nvvm.barrier id = %n", vec![]),
        ("nvvm.barrier id = %n number_of_threads = %n", vec![Need::CountedBarrier]),
        ("llvm.inline_asm \"bar.sync 1;\", \"\" : () -> ()", vec![]),
        ("llvm.inline_asm \"bar.sync 1, $0;\", \"r\" %n : (i32) -> ()", vec![Need::CountedBarrier]),
        ("llvm.inline_asm \"bar.warp.sync 1, 2;\", \"\" : () -> ()", vec![]),
        ("llvm.inline_asm \"// wgmma.fence\\0A mov.u32 a, %cluster_ctaid.x;\", \"\" : () -> ()", vec![Need::Clusters]),
        ("llvm.inline_asm \"{ .reg .b32 %cluster_tmp; mov.u32 %cluster_tmp, 1; }\", \"\" : () -> ()", vec![]),
        (
            "llvm.inline_asm \"cp.async.bulk.tensor.1d.cta_group::1.shared::cluster.global.mbarrier::complete_tx::bytes \
             [$0], [$1, {0}], [$0];\", \"r,l\" %n, %p : (i32, !llvm.ptr) -> ()",
            vec![],
        ),
        ("nvvm.mbarrier.arrive %c : !llvm.ptr<7>", vec![Need::Clusters]),
        (
            "llvm.inline_asm \"mbarrier.arrive.shared::cluster.b64 _, [$0];\", \"r\" %n : (i32) -> ()",
            vec![Need::Clusters],
        ),
        ("nvvm.fence.mbarrier.init", vec![Need::Clusters]),
        ("llvm.inline_asm \"fence.mbarrier_init.release.cluster;\", \"\" : () -> ()", vec![Need::Clusters]),
        ("llvm.store %n, %s : i32, !llvm.ptr<3>", vec![]),
        ("llvm.store %n, %c : i32, !llvm.ptr<7>", vec![Need::Clusters]),
        ("nvvm.setmaxregister increase 240", vec![Need::RegisterMoves]),
        ("nvvm.wgmma.fence.aligned", vec![Need::Wgmma]),
        ("nvvm.cluster.arrive", vec![Need::Clusters]),
    ] {
        assert_eq!(of_body(text), expected.into_iter().collect(), "{text}");
    }
}

#[test]
fn calls_lead_to_needs_and_causes() {
    let text = "module {
        llvm.func @a() { llvm.call @b() : () -> () llvm.return }
        llvm.func @b() { nvvm.wgmma.fence.aligned llvm.call @a() : () -> () llvm.return }
        llvm.func @c() { %0 = llvm.mlir.addressof @t : !llvm.ptr llvm.return }
        llvm.func @d() { nvvm.cluster.arrive llvm.return }
        llvm.mlir.global internal @t() : !llvm.ptr { %0 = llvm.mlir.addressof @d : !llvm.ptr llvm.return %0 : !llvm.ptr }
        llvm.func @e() { llvm.return }
    }";
    let [wgmma, clusters] = [Need::Wgmma, Need::Clusters].map(|need| Needs::of(&[need]));
    assert_eq!(needs(text), [wgmma, wgmma, clusters, clusters, Needs::default()]);
    with_module(text, |module| {
        let scope = Scope::collect(module);
        let bodies = Bodies::read(&scope, &OwnBodies::read(&scope), &mut Symbols::new());
        let cause = bodies.cause(0, Need::Wgmma).map(operation::name);
        assert_eq!(cause, Some(&b"nvvm.wgmma.fence.aligned"[..]));
    });
}
