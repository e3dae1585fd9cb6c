// chip: sm_90a ptx: 8.4
// One warp group, a loop over k with a uniform bound.

!acc = !llvm.struct<(f32, f32, f32, f32)>

llvm.func @one_group(%a: i64, %b: i64, %steps: i32, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.zero : !acc
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  llvm.br ^step(%c0, %zero : i32, !acc)
^step(%k: i32, %sum: !acc):
  nvvm.wgmma.fence.aligned
  %next = nvvm.wgmma.mma_async %a, %b, %sum, <m = 64, n = 8, k = 16>, D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>], B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !acc -> !acc
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  %k1 = llvm.add %k, %c1 : i32
  %more = llvm.icmp "ult" %k1, %steps : i32
  llvm.cond_br %more, ^step(%k1, %next : i32, !acc), ^store
^store:
  %v = llvm.extractvalue %next[0] : !acc
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %to : f32, !llvm.ptr<1>
  llvm.return
}
