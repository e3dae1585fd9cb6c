// chip: sm_90a ptx: 8.4
// A block of 64 x 4 threads has two warp groups; each multiplies its own rows, chosen by the linear id.

!acc = !llvm.struct<(f32, f32, f32, f32)>

llvm.func @two_groups(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 64, 4, 1>, nvvm.minctasm = 1 : i32
} {
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %stride = llvm.mlir.constant(128 : i64) : i64
  %zero = llvm.mlir.zero : !acc
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %y = nvvm.read.ptx.sreg.tid.y : i32
  %nx = nvvm.read.ptx.sreg.ntid.x : i32
  %before = llvm.mul %y, %nx : i32
  %id = llvm.add %before, %x : i32
  %group = llvm.lshr %id, %c7 : i32
  %group64 = llvm.zext %group : i32 to i64
  %offset = llvm.mul %group64, %stride : i64
  %mine = llvm.add %a, %offset : i64
  nvvm.wgmma.fence.aligned
  %d = nvvm.wgmma.mma_async %mine, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, #nvvm.wgmma_scale_out<zero>], A [<bf16>, #nvvm.wgmma_scale_in<one>, <row>], B [<bf16>, #nvvm.wgmma_scale_in<one>, <col>] : !acc -> !acc
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  %v = llvm.extractvalue %d[1] : !acc
  %to = llvm.getelementptr %out[%id] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %to : f32, !llvm.ptr<1>
  llvm.return
}
