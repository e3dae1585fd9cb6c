// chip: sm_100a ptx: 8.8
// Intrinsics by name (llvm.call_intrinsic); A comes from tensor memory, where the four warps have put it.

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @intrinsic_call(%b: i64, %in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %a_columns = llvm.mlir.constant(64 : i32) : i32
  %columns = llvm.mlir.constant(128 : i32) : i32
  %idesc = llvm.mlir.constant(0x8100010 : i32) : i32
  %kind = llvm.mlir.constant(0 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  %tid = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
  %warp = llvm.lshr %tid, %c5 : i32
  %warp0 = llvm.icmp "eq" %warp, %c0 : i32
  llvm.cond_br %warp0, ^alloc, ^ready
^alloc:
  llvm.call_intrinsic "llvm.nvvm.tcgen05.alloc.shared.cg1"(%slot, %columns) : (!llvm.ptr<3>, i32) -> ()
  llvm.call_intrinsic "llvm.nvvm.tcgen05.relinq.alloc.permit.cg1"() : () -> ()
  %thread0 = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %thread0, ^init, ^ready
^init:
  llvm.call_intrinsic "llvm.nvvm.mbarrier.init.shared"(%done, %c1) : (!llvm.ptr<3>, i32) -> ()
  llvm.br ^ready
^ready:
  llvm.call_intrinsic "llvm.nvvm.tcgen05.fence.before.thread.sync"() : () -> ()
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%c0) : (i32) -> ()
  llvm.call_intrinsic "llvm.nvvm.tcgen05.fence.after.thread.sync"() : () -> ()
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %lanes = llvm.shl %warp, %c21 : i32
  %row = llvm.add %base, %lanes : i32
  %mine = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  %a_row = llvm.add %row, %a_columns : i32
  %a_mine = llvm.inttoptr %a_row : i32 to !llvm.ptr<6>
  %from = llvm.getelementptr %in[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<2xi32>
  %values = llvm.load %from : !llvm.ptr<1> -> vector<2xi32>
  llvm.call_intrinsic "llvm.nvvm.tcgen05.st.32x32b.x2"(%a_mine, %values, %no) : (!llvm.ptr<6>, vector<2xi32>, i1) -> ()
  llvm.call_intrinsic "llvm.nvvm.tcgen05.wait.st"() : () -> ()
  llvm.call_intrinsic "llvm.nvvm.tcgen05.fence.before.thread.sync"() : () -> ()
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%c0) : (i32) -> ()
  llvm.call_intrinsic "llvm.nvvm.tcgen05.fence.after.thread.sync"() : () -> ()
  %d = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  %a_base = llvm.add %base, %a_columns : i32
  %a = llvm.inttoptr %a_base : i32 to !llvm.ptr<6>
  %issues = llvm.icmp "ult" %tid, %c1 : i32
  llvm.cond_br %issues, ^issue, ^wait
^issue:
  llvm.call_intrinsic "llvm.nvvm.tcgen05.mma.tensor"(%d, %a, %b, %idesc, %no, %kind, %c1, %kind) : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, i32, i32, i32) -> ()
  llvm.call_intrinsic "llvm.nvvm.tcgen05.commit.shared.cg1"(%done) : (!llvm.ptr<3>) -> ()
  llvm.br ^wait
^wait:
  %ok = llvm.call_intrinsic "llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta"(%done, %c0) : (!llvm.ptr<3>, i32) -> i1
  llvm.cond_br %ok, ^read, ^wait
^read:
  llvm.call_intrinsic "llvm.nvvm.tcgen05.fence.after.thread.sync"() : () -> ()
  %v = llvm.call_intrinsic "llvm.nvvm.tcgen05.ld.32x32b.x2"(%mine, %no) : (!llvm.ptr<6>, i1) -> vector<2xi32>
  llvm.call_intrinsic "llvm.nvvm.tcgen05.wait.ld"() : () -> ()
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<2xi32>
  llvm.store %v, %to : vector<2xi32>, !llvm.ptr<1>
  llvm.call_intrinsic "llvm.nvvm.tcgen05.fence.before.thread.sync"() : () -> ()
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%c0) : (i32) -> ()
  llvm.cond_br %warp0, ^free, ^end
^free:
  llvm.call_intrinsic "llvm.nvvm.tcgen05.dealloc.cg1"(%d, %columns) : (!llvm.ptr<6>, i32) -> ()
  llvm.br ^end
^end:
  llvm.return
}
