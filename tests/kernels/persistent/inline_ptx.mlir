// chip: sm_100a ptx: 8.8
// The protocol in nvvm.inline_ptx with predicates; the flag of the response comes back as an integer.

llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @persistent_inline_ptx(%out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %start = nvvm.read.ptx.sreg.ctaid.x : i32
  %one = llvm.icmp "eq" %tid, %c0 : i32
  %both = llvm.or %tid, %rank : i32
  %lead = llvm.icmp "eq" %both, %c0 : i32
  nvvm.inline_ptx "mbarrier.init.shared::cta.b64 [{$r0}], 1;" ro(%arrived : !llvm.ptr<3>), predicate = %one
  nvvm.inline_ptx "fence.mbarrier_init.release.cluster;"
  nvvm.inline_ptx "barrier.cluster.arrive.aligned;"
  nvvm.inline_ptx "barrier.cluster.wait.aligned;"
  llvm.br ^loop(%start, %c0 : i32, i32)
^loop(%x: i32, %phase: i32):
  nvvm.inline_ptx "mbarrier.arrive.expect_tx.shared::cta.b64 _, [{$r0}], 16;" ro(%arrived : !llvm.ptr<3>), predicate = %one
  nvvm.inline_ptx "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [{$r0}], [{$r1}];" ro(%response, %arrived : !llvm.ptr<3>, !llvm.ptr<3>), predicate = %lead
  %place = llvm.getelementptr %out[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %tid, %place : i32, !llvm.ptr<1>
  llvm.br ^wait
^wait:
  %ready = nvvm.inline_ptx "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [{$r0}], {$r1}; selp.b32 {$w0}, 1, 0, p; }" ro(%arrived, %phase : !llvm.ptr<3>, i32) -> i32
  %is_ready = llvm.icmp "ne" %ready, %c0 : i32
  llvm.cond_br %is_ready, ^read, ^wait
^read:
  %flag, %base = nvvm.inline_ptx "{ .reg .pred p; .reg .b128 h; ld.shared.b128 h, [{$r0}]; clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, h; selp.b32 {$w0}, 1, 0, p; mov.b32 {$w1}, 0; @p clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 {$w1}, h; }" ro(%response : !llvm.ptr<3>) -> i32, i32
  %taken = llvm.icmp "ne" %flag, %c0 : i32
  llvm.cond_br %taken, ^next, ^end
^next:
  %following = llvm.add %base, %rank : i32
  %other = llvm.xor %phase, %c1 : i32
  nvvm.inline_ptx "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;"
  nvvm.inline_ptx "barrier.cluster.arrive.relaxed.aligned;"
  nvvm.inline_ptx "barrier.cluster.wait.aligned;"
  nvvm.inline_ptx "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;"
  llvm.br ^loop(%following, %other : i32, i32)
^end:
  llvm.return
}
