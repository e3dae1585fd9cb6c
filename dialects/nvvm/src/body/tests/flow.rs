//! Control flow: branches, arguments of blocks, and operations with regions.

use super::{kernel, print};

/// The lines of a text, without the space around them.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).collect()
}

#[test]
fn arguments_of_blocks_are_parameters() {
    let printed = kernel(
        "%c: i1, %a: i1, %b: i1",
        "llvm.cond_br %c, ^x(%a : i1), ^x(%b : i1)
        ^x(%p: i1):
        llvm.cond_br %p, ^y, ^z
        ^y:
        nvvm.barrier0
        llvm.br ^z
        ^z:",
    );
    assert_eq!(lines(&printed)[..4], ["b0:", "if p0:1 b1(p1:1) else b1(p2:1)", "b1(p3:1):", "if p3:1 b2 else b3"]);
    // An argument that has one value on every edge is that value.
    let printed = kernel(
        "%c: i1, %a: i1",
        "llvm.br ^x(%a : i1)
        ^x(%p: i1):
        nvvm.barrier0
        llvm.cond_br %c, ^x(%p : i1), ^z
        ^z:
        llvm.cond_br %p, ^y, ^x(%p : i1)
        ^y:",
    );
    assert!(printed.contains("if p1:1 b3 else b1"), "{printed}");
}

#[test]
fn switches_have_cases() {
    let printed = kernel(
        "%c: i32",
        "llvm.switch %c : i32, ^d [ -1: ^x(%c : i32), 7: ^d ]
        ^x(%v: i32):
        nvvm.barrier0
        llvm.br ^d
        ^d:",
    );
    assert_eq!(lines(&printed)[1], "switch p0:32 4294967295: b1 7: b2 else b2");
    let printed = kernel("%c: i1", "llvm.cond_br %c, ^x, ^y\n^x:\nnvvm.exit\nllvm.br ^y\n^y:\nnvvm.barrier0");
    assert_eq!(lines(&printed)[..4], ["b0:", "if p0:1 b1 else b2", "b1:", "exit"]);
    let printed = kernel("%c: i1", "llvm.cond_br %c, ^x, ^y\n^x:\nllvm.unreachable\n^y:\nnvvm.barrier0");
    assert_eq!(lines(&printed)[3], "trap");
}

/// The body of a function with those operations of `scf`, printed.
fn scf(operations: &str) -> String {
    print(&format!(
        "func.func @f(%c: i1, %n: index, %m: index) {{
        {operations}
        return
        }}"
    ))
}

#[test]
fn conditions_have_results() {
    let printed = scf("%r = scf.if %c -> i1 {
          gpu.barrier
          scf.yield %c : i1
        } else {
          %t = arith.constant true
          scf.yield %t : i1
        }
        scf.if %r { gpu.barrier }");
    let found = lines(&printed);
    assert_eq!(found[..2], ["b0:", "if p0:1 b3 else b2"]);
    assert_eq!(found[2..4], ["b1(p3:1):", "if p3:1 b5 else b4"]);
    assert!(found.contains(&"jump b1(-1)") && found.contains(&"jump b1(p0:1)"), "{printed}");
    let printed = scf("%r = scf.index_switch %n -> i1 case 2 { gpu.barrier scf.yield %c : i1 }
        default { %t = arith.constant true scf.yield %t : i1 }
        scf.if %r { gpu.barrier }");
    assert_eq!(lines(&printed)[1], "switch p1:64 2: b2 else b3");
    let printed = scf("%r = scf.execute_region -> i1 { gpu.barrier scf.yield %c : i1 } scf.if %r { gpu.barrier }");
    assert!(printed.contains("if p0:1"), "{printed}");
}

#[test]
fn loops_have_induction_variables() {
    let printed = scf("%z = arith.constant 0 : index %s = arith.constant 1 : index
        %r = scf.for %i = %z to %n step %s iter_args(%x = %c) -> i1 {
          %p = arith.cmpi eq, %i, %m : index
          scf.if %p { gpu.barrier }
          scf.yield %p : i1
        }
        scf.if %r { gpu.barrier }");
    let found = lines(&printed);
    assert_eq!(found[1], "jump b2(0 p0:1)");
    assert!(found.contains(&"if (Compare(Slt):1 p3:64 p1:64) b3 else b1"), "{printed}");
    assert!(found.contains(&"jump b2((Add:64 p3:64 1) (Compare(Eq):1 p3:64 p2:64))"), "{printed}");
    // A loop that is known to run starts in its body.
    let printed = scf("%z = arith.constant 0 : index %s = arith.constant 1 : index %e = arith.constant 4 : index
        scf.for %i = %z to %e step %s { gpu.barrier }");
    assert_eq!(lines(&printed)[1], "jump b3");
    let printed = scf("%r = scf.while (%x = %c) : (i1) -> i1 {
          scf.condition(%x) %x : i1
        } do {
        ^bb0(%y: i1):
          gpu.barrier
          %t = arith.constant false
          scf.yield %t : i1
        }
        scf.if %r { gpu.barrier }");
    assert!(printed.contains("if p3:1 b2 else b1"), "{printed}");
    assert!(printed.contains("jump b3(0)") && printed.contains("jump b3(p0:1)"), "{printed}");
}

#[test]
fn one_lane_is_lane_0_and_unknown_regions_are_anything() {
    let printed = scf("%l = gpu.lane_id gpu.warp_execute_on_lane_0(%l)[32] { gpu.barrier }");
    assert_eq!(lines(&printed)[1], "if (Compare(Eq):1 (ZeroExtend:64 %LaneId) 0) b2 else b1");
    let printed = scf("%z = arith.constant 0 : index
        affine.for %i = 0 to 4 { %p = arith.cmpi eq, %i, %z : index scf.if %p { gpu.barrier } }");
    assert_eq!(lines(&printed)[1], "one of b2(?Thread) b1");
    assert!(printed.contains("if (Compare(Eq):1 p3:64 0)"), "{printed}");
}

#[test]
fn calls_have_arguments_and_results() {
    let printed = print(
        "module {
        llvm.func @helper(%a: i32) -> i32 { nvvm.barrier0 llvm.return %a : i32 }
        llvm.func @outside(i32) -> i32
        llvm.func @sqrtf(f32) -> f32
        llvm.func @f(%a: i32, %g: f32, %h: !llvm.ptr) {
          %r = llvm.call @helper(%a) : (i32) -> i32
          %s = llvm.call @outside(%r) : (i32) -> i32
          %q = llvm.call @sqrtf(%g) : (f32) -> f32
          %p = llvm.mlir.addressof @helper : !llvm.ptr
          llvm.call %h(%r) : !llvm.ptr, (i32) -> ()
          %z = llvm.icmp \"eq\" %r, %s : i32
          llvm.cond_br %z, ^x, ^y
        ^x:
          nvvm.barrier0
          llvm.br ^y
        ^y:
          llvm.return
        } }",
    );
    assert!(printed.contains("return p0:32"), "{printed}");
    assert!(printed.contains("Call { callee: (0), arguments: [p0:32], results: [result] }"), "{printed}");
    assert_eq!(printed.matches("CallOutside").count(), 2, "{printed}");
    assert!(printed.contains("Reference { callee: (0) }"), "{printed}");
    assert!(printed.contains("if (Compare(Eq):1 result ?Thread)"), "{printed}");
}

#[test]
fn functions_without_instructions_are_not_read() {
    let printed = kernel("%c: i1, %a: !llvm.ptr", "llvm.cond_br %c, ^x, ^x\n^x:\nllvm.store %c, %a : i1, !llvm.ptr");
    assert_eq!(printed, "");
}
