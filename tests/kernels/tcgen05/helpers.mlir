// chip: sm_100a ptx: 8.8
// The guard is the result of a function, and what it guards is in functions that take the guard as an argument.

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func internal @linear_id() -> i32 {
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %y = nvvm.read.ptx.sreg.tid.y : i32
  %nx = nvvm.read.ptx.sreg.ntid.x : i32
  %rows = llvm.mul %y, %nx : i32
  %id = llvm.add %rows, %x : i32
  llvm.return %id : i32
}
llvm.func internal @is_warp(%id: i32, %which: i32) -> i1 {
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %warp = llvm.lshr %id, %c5 : i32
  %same = llvm.icmp "eq" %warp, %which : i32
  llvm.return %same : i1
}
llvm.func internal @allocate(%mine: i1, %columns: i32) {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  llvm.cond_br %mine, ^yes, ^no
^yes:
  nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.br ^no
^no:
  llvm.return
}
llvm.func internal @multiply(%lead: i1, %d: !llvm.ptr<6>, %a: i64, %b: i64) {
  %idesc = llvm.mlir.constant(0x8100010 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  llvm.cond_br %lead, ^yes, ^no
^yes:
  nvvm.tcgen05.mma %d, %a, %b, %idesc, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %done : !llvm.ptr<3>
  llvm.br ^no
^no:
  llvm.return
}
llvm.func @helpers(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 64, 2, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %low_bits = llvm.mlir.constant(-32 : i32) : i32
  %columns = llvm.mlir.constant(64 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  %id = llvm.call @linear_id() : () -> i32
  %warp1 = llvm.call @is_warp(%id, %c1) : (i32, i32) -> i1
  llvm.call @allocate(%warp1, %columns) : (i1, i32) -> ()
  %first = llvm.icmp "eq" %id, %c0 : i32
  llvm.cond_br %first, ^init, ^go
^init:
  nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^go
^go:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  llvm.call @multiply(%first, %d, %a, %b) : (i1, !llvm.ptr<6>, i64, i64) -> ()
  nvvm.mbarrier.try_wait.parity %done, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %lanes = llvm.and %id, %low_bits : i32
  %high = llvm.shl %lanes, %c16 : i32
  %row = llvm.add %base, %high : i32
  %from = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  %v = nvvm.tcgen05.ld %from {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %to = llvm.getelementptr %out[%id] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %to : i32, !llvm.ptr<1>
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  llvm.cond_br %warp1, ^free, ^end
^free:
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}
