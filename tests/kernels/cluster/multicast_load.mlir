// chip: sm_90a ptx: 8.0
// Rank 0 loads for both CTAs (multicast TMA); each CTA expects the bytes on its own mbarrier.

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<1024 x i8>
llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @multicast_load(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64}, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(1024 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %both = llvm.mlir.constant(3 : i16) : i16
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %first, ^init, ^meet
^init:
  nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
  llvm.br ^meet
^meet:
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  %sum = llvm.or %tid, %rank : i32
  %loads = llvm.icmp "eq" %sum, %c0 : i32
  llvm.cond_br %loads, ^load, ^wait
^load:
  nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%c0, %c0] multicast_mask = %both {mode = #nvvm.tma_load_mode<tile>} : !llvm.ptr<7>, !llvm.ptr
  llvm.br ^wait
^wait:
  nvvm.mbarrier.try_wait.parity %bar, %c0, %hint : !llvm.ptr<3>, i32, i32
  %cell = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %v = llvm.load %cell : !llvm.ptr<3> -> f32
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %to : f32, !llvm.ptr<1>
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  llvm.return
}
