// chip: sm_100a ptx: 8.8
// A cluster of 2 x 2 CTAs, taken over as a whole; the last thread of each CTA expects the response.

llvm.mlir.global internal @answer() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i8>
llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @multicast4(%out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 2, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c63 = llvm.mlir.constant(63 : i32) : i32
  %hint = llvm.mlir.constant(100000 : i32) : i32
  %answer = llvm.mlir.addressof @answer : !llvm.ptr<3>
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %chief = llvm.icmp "uge" %tid, %c63 : i32
  %cx = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
  %cy = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
  %any = llvm.or %cx, %cy : i32
  %corner = llvm.icmp "eq" %any, %c0 : i32
  %x0 = nvvm.read.ptx.sreg.ctaid.x : i32
  %y0 = nvvm.read.ptx.sreg.ctaid.y : i32
  llvm.cond_br %chief, ^init, ^go
^init:
  nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^go
^go:
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  llvm.br ^loop(%x0, %y0, %c0 : i32, i32, i32)
^loop(%x: i32, %y: i32, %phase: i32):
  llvm.cond_br %chief, ^expect, ^work
^expect:
  nvvm.mbarrier.arrive.expect_tx %bar, %c16 {scope = #nvvm.mem_scope<cluster>, relaxed = true} : !llvm.ptr<3>, i32
  llvm.cond_br %corner, ^request, ^work
^request:
  nvvm.clusterlaunchcontrol.try.cancel multicast, %answer, %bar
  llvm.br ^work
^work:
  %row = llvm.getelementptr %out[%y] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<1024 x i32>
  %place = llvm.getelementptr %row[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %tid, %place : i32, !llvm.ptr<1>
  llvm.br ^wait
^wait:
  %done = nvvm.mbarrier.try_wait %bar, %phase, %hint {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32, i32 -> i1
  llvm.cond_br %done, ^read, ^wait
^read:
  %handle = llvm.load %answer {alignment = 16 : i64} : !llvm.ptr<3> -> i128
  %got = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  llvm.cond_br %got, ^again, ^end
^again:
  %fx = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %handle : i32
  %fy = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_y, %handle : i32
  %x1 = llvm.add %fx, %cx : i32
  %y1 = llvm.add %fy, %cy : i32
  %phase1 = llvm.xor %phase, %c1 : i32
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.cluster.arrive.relaxed {aligned}
  nvvm.cluster.wait {aligned}
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  llvm.br ^loop(%x1, %y1, %phase1 : i32, i32, i32)
^end:
  llvm.return
}
