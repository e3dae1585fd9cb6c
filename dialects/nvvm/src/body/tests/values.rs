//! Values: what conditions and operands are computed from.

use super::{kernel, print};

/// The condition of the branch before a barrier, printed. The operations define `%p`.
fn condition(arguments: &str, operations: &str) -> String {
    let printed =
        kernel(arguments, &format!("{operations}\nllvm.cond_br %p, ^a, ^b\n^a:\nnvvm.barrier0\nllvm.br ^b\n^b:"));
    let found = printed.lines().find_map(|line| line.trim().strip_prefix("if ")).unwrap_or(&printed);
    found.strip_suffix(" b1 else b2").unwrap_or(found).to_owned()
}

#[test]
fn integers_are_followed() {
    let text = "
        %tid = nvvm.read.ptx.sreg.tid.x : i32
        %n = llvm.mlir.constant(32 : i32) : i32
        %w = llvm.udiv %tid, %n : i32
        %wide = llvm.zext %w : i32 to i64
        %narrow = llvm.trunc %wide : i64 to i32
        %z = llvm.mlir.constant(0 : i32) : i32
        %q = llvm.icmp \"slt\" %narrow, %z : i32
        %one = llvm.mlir.constant(true) : i1
        %p = llvm.xor %q, %one : i1";
    assert_eq!(condition("", text), "(Xor:1 (Compare(Slt):1 (UDiv:32 %Tid(X) 32) 0) -1)");
    let text = "
        %x = gpu.thread_id x
        %y = gpu.thread_id y
        %or = arith.ori %x, %y : index
        %z = index.constant 0
        %min = arith.minui %or, %z : index
        %p = index.cmp ule(%min, %z)";
    assert_eq!(
        condition("", text),
        "(Compare(Ule):1 (UMin:64 (Or:64 (ZeroExtend:64 %Tid(X)) (ZeroExtend:64 %Tid(Y))) 0) 0)"
    );
    let text = "
        %c = arith.index_cast %a : i32 to index
        %d = arith.index_cast %c : index to i32
        %t = arith.select %f, %d, %a : i32
        %e = llvm.intr.umax(%t, %b) : (i32, i32) -> i32
        %p = arith.cmpi ugt, %e, %b : i32";
    assert_eq!(
        condition("%a: i32, %b: i32, %f: i1", text),
        "(Compare(Ugt):1 (UMax:32 (Select:32 p2:1 p0:32 p0:32) p1:32) p1:32)"
    );
}

#[test]
fn registers_of_every_spelling_are_followed() {
    for (text, expected) in [
        ("%v = gpu.lane_id", "(ZeroExtend:64 %LaneId)"),
        ("%v = gpu.subgroup_id : index", "(ZeroExtend:64 %WarpId)"),
        ("%v = gpu.block_dim z", "(ZeroExtend:64 %NTid(Z))"),
        ("%v = gpu.cluster_block_id x", "(ZeroExtend:64 %ClusterCtaId(X))"),
        (
            "%v = gpu.global_id x",
            "(Add:64 (Mul:64 (ZeroExtend:64 %CtaId(X)) (ZeroExtend:64 %NTid(X))) (ZeroExtend:64 %Tid(X)))",
        ),
        (
            "%r = llvm.call_intrinsic \"llvm.nvvm.read.ptx.sreg.cluster.ctarank\"() : () -> i32
             %v = arith.index_cast %r : i32 to index",
            "(SignExtend:64 %ClusterCtaRank)",
        ),
        (
            "%r = nvvm.read.ptx.sreg.lanemask.lt : i32
             %v = arith.index_castui %r : i32 to index",
            "(ZeroExtend:64 (Sub:32 (Shl:32 1 %LaneId) 1))",
        ),
    ] {
        let found = condition("", &format!("{text}\n%z = index.constant 3\n%p = arith.cmpi eq, %v, %z : index"));
        assert_eq!(found, format!("(Compare(Eq):1 {expected} 3)"));
    }
}

#[test]
fn warps_elect_shuffle_and_vote() {
    assert_eq!(condition("", "%p = nvvm.elect.sync -> i1"), "elect");
    let text = "
        %m = llvm.mlir.constant(-1 : i32) : i32
        %r = llvm.call_intrinsic \"llvm.nvvm.elect.sync\"(%m) : (i32) -> !llvm.struct<(i32, i1)>
        %p = llvm.extractvalue %r[1] : !llvm.struct<(i32, i1)>";
    assert_eq!(condition("", text), "elect");
    let shuffle = |kind: &str, clamp: u32| {
        condition(
            "%v: i32",
            &format!(
                "%m = llvm.mlir.constant(-1 : i32) : i32
                %c = llvm.mlir.constant({clamp} : i32) : i32
                %z = llvm.mlir.constant(0 : i32) : i32
                %s = nvvm.shfl.sync {kind} %m, %v, %z, %c : i32 -> i32
                %p = llvm.icmp \"eq\" %s, %z : i32"
            ),
        )
    };
    assert_eq!(shuffle("idx", 31), "(Compare(Eq):1 (ShuffleIndex:32 p0:32 0) 0)");
    assert_eq!(shuffle("idx", 7199), "(Compare(Eq):1 ?Thread 0)");
    assert_eq!(shuffle("bfly", 31), "(Compare(Eq):1 ?Thread 0)");
    let text = "
        %w = arith.constant 32 : i32
        %z = arith.constant 0 : i32
        %s, %valid = gpu.shuffle idx %v, %z, %w : i32
        %p = arith.cmpi eq, %s, %z : i32";
    assert_eq!(condition("%v: i32", text), "(Compare(Eq):1 (ShuffleIndex:32 p0:32 0) 0)");
    let text = "
        %m = llvm.mlir.constant(-1 : i32) : i32
        %any = nvvm.vote.sync any %m, %v -> i1
        %all = nvvm.vote.sync all %m, %v -> i1
        %p = llvm.xor %any, %all : i1";
    let found = condition("%v: i1", text);
    assert_eq!(found, "(Xor:1 (WarpUniform:1 (Opaque:1 -1 p0:1)) (WarpUniform:1 (Opaque:1 -1 p0:1)))");
    let text = "
        %m = llvm.mlir.constant(-1 : i32) : i32
        %r = llvm.call_intrinsic \"llvm.nvvm.match.all.sync.i32p\"(%m, %v) : (i32, i32) -> !llvm.struct<(i32, i1)>
        %p = llvm.extractvalue %r[1] : !llvm.struct<(i32, i1)>";
    assert_eq!(condition("%v: i32", text), "(WarpUniform:1 (Opaque:1 (WarpUniform:64 (Opaque:64 -1 p0:32))))");
}

#[test]
fn structs_are_looked_into() {
    let text = "
        %u = llvm.mlir.undef : !llvm.struct<(i1, i32)>
        %s = llvm.insertvalue %a, %u[0] : !llvm.struct<(i1, i32)>
        %t = llvm.insertvalue %b, %s[1] : !llvm.struct<(i1, i32)>
        %p = llvm.extractvalue %t[0] : !llvm.struct<(i1, i32)>";
    assert_eq!(condition("%a: i1, %b: i32", text), "p0:1");
    let text = "%p = llvm.extractvalue %a[0] : !llvm.struct<(i1, i32)>";
    assert_eq!(condition("%a: !llvm.struct<(i1, i32)>", text), "(Opaque:1 p0:64)");
}

#[test]
fn addresses_are_a_base_and_offsets() {
    let load = |operations: &str| {
        condition(
            "%i: i32, %a: !llvm.ptr, %f: f32",
            &format!(
                "%s = llvm.mlir.addressof @smem : !llvm.ptr<3>
                {operations}
                %v = llvm.load %q : !llvm.ptr<3> -> i32
                %z = llvm.mlir.constant(0 : i32) : i32
                %p = llvm.icmp \"eq\" %v, %z : i32"
            ),
        )
    };
    let same = "(Compare(Eq):1 Shared[(Add:32 @0 24)]:32 0)";
    assert_eq!(load("%q = llvm.getelementptr %s[0, 3] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<64 x i64>"), same);
    assert_eq!(
        load(
            "%c = llvm.mlir.constant(1 : i32) : i32
            %g = llvm.getelementptr %s[%c] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.struct<(i8, i64)>
            %x = llvm.addrspacecast %g : !llvm.ptr<3> to !llvm.ptr
            %h = llvm.getelementptr %x[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i64)>
            %q = llvm.addrspacecast %h : !llvm.ptr to !llvm.ptr<3>"
        ),
        same
    );
    assert_eq!(
        load(
            "%n = llvm.ptrtoint %s : !llvm.ptr<3> to i32
            %o = llvm.mlir.constant(24 : i32) : i32
            %m = llvm.add %n, %o : i32
            %q = llvm.inttoptr %m : i32 to !llvm.ptr<3>"
        ),
        same
    );
    assert_eq!(
        load("%q = llvm.getelementptr %s[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64"),
        "(Compare(Eq):1 Shared[(Add:32 @0 (Mul:32 p0:32 8))]:32 0)"
    );
    let generic = "%v = llvm.load %a : !llvm.ptr -> i32
        %z = llvm.mlir.constant(0 : i32) : i32
        %p = llvm.icmp \"eq\" %v, %z : i32";
    assert_eq!(condition("%a: !llvm.ptr", generic), "(Compare(Eq):1 Other[p0:64]:32 0)");
    assert_eq!(
        condition("%a: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant}", generic),
        "(Compare(Eq):1 Constant[p0:64]:32 0)"
    );
}

#[test]
fn what_is_not_an_integer_has_a_number() {
    let text = "
        %s = llvm.fadd %a, %b : f32
        %t = llvm.fadd %a, %b : f32
        %q = llvm.fcmp \"oeq\" %s, %b : f32
        %r = llvm.fcmp \"oeq\" %t, %b : f32
        %w = llvm.fcmp \"olt\" %t, %b : f32
        %x = llvm.or %q, %r : i1
        %p = llvm.and %x, %w : i1";
    let sum = "(Opaque:32 p0:32 p1:32)";
    let compare = format!("(Opaque:1 {sum} p1:32)");
    assert_eq!(condition("%a: f32, %b: f32", text), format!("(And:1 (Or:1 {compare} {compare}) {compare})"));
    // A vector is not an integer, and atomics change.
    let text = "%v = llvm.add %a, %a : vector<2xi32>
        %i = llvm.mlir.constant(0 : i32) : i32
        %e = llvm.extractelement %v[%i : i32] : vector<2xi32>
        %p = llvm.icmp \"eq\" %e, %i : i32";
    assert_eq!(condition("%a: vector<2xi32>", text), "(Compare(Eq):1 (Opaque:32 (Opaque:64 p0:64 p0:64) 0) 0)");
    let text = "%i = llvm.mlir.constant(0 : i32) : i32
        %v = llvm.atomicrmw add %a, %i monotonic : !llvm.ptr<1>, i32
        %p = llvm.icmp \"eq\" %v, %i : i32";
    assert_eq!(condition("%a: !llvm.ptr<1>", text), "(Compare(Eq):1 ?Thread 0)");
}

#[test]
fn a_query_is_of_the_response() {
    let text = "
        %s = llvm.mlir.addressof @smem : !llvm.ptr<3>
        %r = llvm.load %s : !llvm.ptr<3> -> i128
        %p = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %r : i1";
    assert_eq!(condition("", text), "(IsCanceled:1 Shared[@0]:64)");
}

#[test]
fn memrefs_of_the_gpu_dialect_are_shared() {
    let text = r#"module { gpu.module @m {
        gpu.func @f(%i: index) workgroup(%w: memref<4xi32, #gpu.address_space<workgroup>>) kernel {
          %v = memref.load %w[%i] : memref<4xi32, #gpu.address_space<workgroup>>
          %z = arith.constant 0 : i32
          %p = arith.cmpi eq, %v, %z : i32
          scf.if %p { gpu.barrier }
          llvm.inline_asm has_side_effects "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [a], [b];", "" : () -> ()
          gpu.return
        } } }"#;
    let printed = print(text);
    assert!(printed.contains("if (Compare(Eq):1 Shared[(Opaque:64 @0 p0:64)]:32 0) b2 else b1"), "{printed}");
    assert!(printed.contains("Load { address: (Opaque:64 @0 p0:64), space: Shared"), "{printed}");
}
