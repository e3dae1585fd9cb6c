// chip: sm_90 ptx: 8.0
// One TMA load: the first thread expects the bytes and copies, all threads wait.

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<2048 x i8>
llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @tma_load(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64}, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(2048 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %row = nvvm.read.ptx.sreg.ctaid.x : i32
  %lead = llvm.icmp "ult" %tid, %c1 : i32
  llvm.cond_br %lead, ^init, ^go
^init:
  nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  llvm.br ^go
^go:
  nvvm.barrier0
  llvm.cond_br %lead, ^load, ^wait
^load:
  nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%c0, %row] {mode = #nvvm.tma_load_mode<tile>} : !llvm.ptr<7>, !llvm.ptr
  llvm.br ^wait
^wait:
  nvvm.mbarrier.try_wait.parity %bar, %c0, %hint : !llvm.ptr<3>, i32, i32
  %cell = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %v = llvm.load %cell : !llvm.ptr<3> -> f32
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %to : f32, !llvm.ptr<1>
  llvm.return
}
