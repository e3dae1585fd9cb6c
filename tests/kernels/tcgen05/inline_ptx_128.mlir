// chip: sm_100a ptx: 8.8
// nvvm.inline_ptx with predicates, for what the author did not find in the dialect.

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @inline_ptx_128(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %cols = llvm.mlir.constant(256 : i32) : i32
  %hint = llvm.mlir.constant(4096 : i32) : i32
  %idesc = llvm.mlir.constant(136314896 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %is_alloc = llvm.icmp "ult" %tid, %c32 : i32
  %is_one = llvm.icmp "ult" %tid, %c1 : i32
  nvvm.inline_ptx "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [{$r0}], {$r1};" ro(%slot, %cols : !llvm.ptr<3>, i32), predicate = %is_alloc
  nvvm.inline_ptx "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", predicate = %is_alloc
  nvvm.inline_ptx "mbarrier.init.shared::cta.b64 [{$r0}], {$r1};" ro(%bar, %c1 : !llvm.ptr<3>, i32), predicate = %is_one
  nvvm.inline_ptx "fence.proxy.async.shared::cta;"
  nvvm.inline_ptx "tcgen05.fence::before_thread_sync;"
  nvvm.barrier0
  nvvm.inline_ptx "tcgen05.fence::after_thread_sync;"
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  nvvm.inline_ptx "tcgen05.mma.cta_group::1.kind::f16 [{$r0}], {$r1}, {$r2}, {$r3}, {$r4};" ro(%base, %a, %b, %idesc, %no : i32, i64, i64, i32, i1), predicate = %is_one
  nvvm.inline_ptx "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [{$r0}];" ro(%bar : !llvm.ptr<3>), predicate = %is_one
  nvvm.mbarrier.try_wait.parity %bar, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.inline_ptx "tcgen05.fence::after_thread_sync;"
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %lanes = llvm.shl %warp, %c21 : i32
  %row = llvm.add %base, %lanes : i32
  %v = nvvm.inline_ptx "tcgen05.ld.sync.aligned.32x32b.x1.b32 { {$w0} }, [{$r0}];" ro(%row : i32) -> i32
  nvvm.inline_ptx "tcgen05.wait::ld.sync.aligned;"
  %p = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %p : i32, !llvm.ptr<1>
  nvvm.inline_ptx "tcgen05.fence::before_thread_sync;"
  nvvm.barrier0
  nvvm.inline_ptx "tcgen05.dealloc.cta_group::1.sync.aligned.b32 {$r0}, {$r1};" ro(%base, %cols : i32, i32), predicate = %is_alloc
  llvm.return
}
