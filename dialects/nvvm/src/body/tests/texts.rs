//! PTX text in operations.

use super::kernel;

#[test]
fn placeholders_are_operands_and_results() {
    let printed = kernel(
        "%p: i1, %i: i32",
        "%s = llvm.mlir.addressof @smem : !llvm.ptr<3>
        llvm.inline_asm has_side_effects \"@$2 mbarrier.init.shared::cta.b64 [$0 + 8], $1;\", \"r,r,b\" %s, %i, %p : (!llvm.ptr<3>, i32, i1) -> ()
        %t = llvm.inline_asm \"mov.u32 $0, %tid.x;\", \"=r\" : () -> i32
        %z = llvm.mlir.constant(0 : i32) : i32
        %c = llvm.icmp \"eq\" %t, %z : i32
        llvm.cond_br %c, ^x, ^y
        ^x:
        llvm.inline_asm has_side_effects \"bar.sync $0, 64;\", \"r\" %i : (i32) -> ()
        llvm.br ^y
        ^y:",
    );
    for expected in [
        "if p0:1 b",
        "Mbarrier { operation: Init { count: (p1:32) }, address: ((Add:32 @0 8)) }",
        "if (Compare(Eq):1 %Tid(X) 0) b",
        "Barrier { operation: Sync, id: (p1:32), threads: (64), aligned: true }",
    ] {
        assert!(printed.contains(expected), "{expected}\n{printed}");
    }
}

#[test]
fn several_results_are_members() {
    let printed = kernel(
        "%a: i32",
        "%r = llvm.inline_asm \"add.u32 $0, $2, 1; add.u32 $1, $2, 2;\", \"=r,=r,r\" %a : (i32) -> !llvm.struct<(i32, i32)>
        %x = llvm.extractvalue %r[1] : !llvm.struct<(i32, i32)>
        llvm.inline_asm has_side_effects \"bar.sync $0;\", \"r\" %x : (i32) -> ()
        %t = llvm.inline_asm \"add.u32 $0, $0, 3;\", \"=r,0\" %a : (i32) -> i32
        llvm.inline_asm has_side_effects \"bar.sync $0;\", \"r\" %t : (i32) -> ()",
    );
    assert!(printed.contains("id: ((Add:32 p0:32 2))"), "{printed}");
    assert!(printed.contains("id: ((Add:32 p0:32 3))"), "{printed}");
}

#[test]
fn an_election_in_a_text_is_one() {
    let printed = kernel(
        "",
        "%e = llvm.inline_asm has_side_effects \"{ .reg .pred P; elect.sync _|P, 0xffffffff; selp.b32 $0, 1, 0, P; }\", \"=r\" : () -> i32
        %z = llvm.mlir.constant(0 : i32) : i32
        %c = llvm.icmp \"ne\" %e, %z : i32
        llvm.cond_br %c, ^x, ^y
        ^x:
        nvvm.barrier0
        llvm.br ^y
        ^y:",
    );
    assert!(printed.contains("elect 1 0"), "{printed}");
}

#[test]
fn a_predicate_of_a_text_is_a_branch() {
    let printed = kernel(
        "%p: i1, %a: i32, %b: i32",
        "nvvm.inline_ptx \"bar.sync {$r0}, {$r1};\" ro(%a, %b : i32, i32), predicate = %p",
    );
    assert!(printed.contains("if p0:1 b1 else b2"), "{printed}");
    assert!(printed.contains("id: (p1:32), threads: (p2:32)"), "{printed}");
    let printed = kernel(
        "%p: i1, %a: i32",
        "%r = nvvm.inline_ptx \"add.u32 {$w0}, {$r0}, 5;\" ro(%a : i32) -> i32
        nvvm.inline_ptx \"bar.sync {$r0};\" ro(%r : i32)",
    );
    assert!(printed.contains("id: ((Add:32 p1:32 5))"), "{printed}");
}
