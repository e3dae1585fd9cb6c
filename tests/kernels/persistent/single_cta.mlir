// chip: sm_100 ptx: 8.6
// A persistent CTA without a cluster: it takes over one CTA after the other, until none is left.

llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @single_cta(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %thread0 = llvm.icmp "eq" %tid, %c0 : i32
  %start = nvvm.read.ptx.sreg.ctaid.x : i32
  llvm.cond_br %thread0, ^init, ^begin
^init:
  nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  llvm.br ^begin
^begin:
  nvvm.barrier0
  llvm.br ^next(%start, %c0 : i32, i32)
^next(%x: i32, %phase: i32):
  llvm.cond_br %thread0, ^request, ^work
^request:
  nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  llvm.br ^work
^work:
  %place = llvm.getelementptr %out[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %tid, %place : i32, !llvm.ptr<1>
  nvvm.mbarrier.try_wait.parity %arrived, %phase, %hint : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  llvm.cond_br %canceled, ^take, ^end
^take:
  %first = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %handle : i32
  %other = llvm.xor %phase, %c1 : i32
  // All threads have read the response before the next one overwrites it.
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.barrier0
  llvm.br ^next(%first, %other : i32, i32)
^end:
  llvm.return
}
