// A persistent kernel on Blackwell: a cluster that has finished takes over one that has not started, until there is
// none. One CTA requests for the cluster (multicast); in each CTA one thread expects the 16 bytes of the response.
//
//   tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8 warnings-as-errors' examples/blackwell_persistent.mlir
//   tileiras-cc --gpu-name=sm_100a examples/blackwell_persistent.mlir -o persistent.cubin

llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @persistent(%out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %ticks = llvm.mlir.constant(1000000 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %thread, %c0 : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %leads = llvm.icmp "eq" %rank, %c0 : i32
  %start = nvvm.read.ptx.sreg.ctaid.x : i32
  llvm.cond_br %first, ^init, ^begin
^init:
  nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^begin
^begin:
  nvvm.barrier0
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.br ^cluster(%start, %c0 : i32, i32)

  // Request the next cluster, and work on this one meanwhile.
^cluster(%x: i32, %phase: i32):
  llvm.cond_br %first, ^expect, ^work
^expect:
  nvvm.mbarrier.arrive.expect_tx %arrived, %bytes {scope = #nvvm.mem_scope<cluster>, relaxed = true} : !llvm.ptr<3>, i32
  llvm.cond_br %leads, ^request, ^work
^request:
  nvvm.clusterlaunchcontrol.try.cancel multicast, %response, %arrived
  llvm.br ^work
^work:
  %place = llvm.getelementptr %out[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %thread, %place : i32, !llvm.ptr<1>

  // Wait for the response: none is left, or the first CTA of the cluster that is taken over.
  nvvm.mbarrier.try_wait.parity %arrived, %phase, %ticks : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  llvm.cond_br %canceled, ^next, ^end
^next:
  %base = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %handle : i32
  %own = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
  %following = llvm.add %base, %own : i32
  %other = llvm.xor %phase, %c1 : i32

  // Every CTA has read its response before the next one is written.
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.cluster.arrive.relaxed
  nvvm.cluster.wait
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  llvm.br ^cluster(%following, %other : i32, i32)
^end:
  llvm.return
}
