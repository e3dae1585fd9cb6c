// A GEMM for Hopper: one warp group of 128 threads in a CTA, two CTAs in a cluster, and a cap of 168 registers for each
// thread. 32 of them hold the accumulator of m64n64k16.
//
// The header, for sm_90a and PTX 8.4:
//   .reqntid 128, 1, 1
//   .maxnreg 168
//   .explicitcluster
//   .reqnctapercluster 2, 1, 1

!tile = !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32,
                      f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>

module attributes {gpu.container_module} {
  gpu.module @gemm [#nvvm.target<chip = "sm_90a", features = "+ptx84">] {
    // A and B are descriptors of tiles in shared memory; D = A * B + C for the first element of each thread.
    llvm.func @gemm_kernel(%a: i64, %b: i64, %c: !llvm.ptr<1> {llvm.align = 16 : i64},
                           %d: !llvm.ptr<1> {llvm.align = 16 : i64}, %m: i32, %n: i32, %k: i32) attributes {
        nvvm.kernel,
        nvvm.reqntid = array<i32: 128, 1, 1>,
        nvvm.maxnreg = 168 : i32,
        nvvm.cluster_dim = array<i32: 2, 1, 1>} {
      %thread = nvvm.read.ptx.sreg.tid.x : i32
      %from = llvm.getelementptr %c[%thread] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %to = llvm.getelementptr %d[%thread] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %first = llvm.load %from : !llvm.ptr<1> -> f32
      %zero = llvm.mlir.zero : !tile
      %start = llvm.insertvalue %first, %zero[0] : !tile
      nvvm.cluster.arrive {aligned}
      nvvm.cluster.wait {aligned}
      nvvm.wgmma.fence.aligned
      %sum = nvvm.wgmma.mma_async %a, %b, %start, <m = 64, n = 64, k = 16>,
          D [<f32>, #nvvm.wgmma_scale_out<one>, <wrapped>],
          A [<f16>, #nvvm.wgmma_scale_in<one>, <row>],
          B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !tile -> !tile
      nvvm.wgmma.commit.group.sync.aligned
      nvvm.wgmma.wait.group.sync.aligned 0
      %result = llvm.extractvalue %sum[0] : !tile
      llvm.store %result, %to : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}
