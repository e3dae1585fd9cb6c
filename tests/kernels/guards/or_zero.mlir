// chip: sm_100 ptx: 8.6
// `(tid.x | tid.y | tid.z) == 0` finds the first thread of a block of three dimensions.

llvm.mlir.global internal @reply() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @or_zero(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 8, 8, 4>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %hint = llvm.mlir.constant(100000 : i32) : i32
  %reply = llvm.mlir.addressof @reply : !llvm.ptr<3>
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %y = nvvm.read.ptx.sreg.tid.y : i32
  %z = nvvm.read.ptx.sreg.tid.z : i32
  %xy = llvm.or %x, %y : i32
  %xyz = llvm.or %xy, %z : i32
  %first = llvm.icmp "eq" %xyz, %c0 : i32
  llvm.cond_br %first, ^init, ^go
^init:
  nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
  llvm.br ^go
^go:
  nvvm.barrier0
  llvm.cond_br %first, ^ask, ^wait
^ask:
  nvvm.mbarrier.arrive.expect_tx %bar, %c16 : !llvm.ptr<3>, i32
  nvvm.clusterlaunchcontrol.try.cancel %reply, %bar
  llvm.br ^wait
^wait:
  nvvm.mbarrier.try_wait.parity %bar, %c0, %hint : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %reply : !llvm.ptr<3> -> i128
  %yes = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  llvm.cond_br %yes, ^more, ^end
^more:
  %id = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %handle : i32
  %to = llvm.getelementptr %out[%id] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %id, %to : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
