// Two kernels whose launch facts are derived from kernel specs.
//
// gemm_kernel: one warp group, two CTAs in a cluster; wgmma in the body makes the block exact. The accumulator of
// m64n64k16 needs 32 registers of each thread.
//   .reqntid 128, 1, 1
//   .maxnreg 168
//   .explicitcluster
//   .reqnctapercluster 2, 1, 1
//
// bias_kernel: an element for each thread, in a block of any size up to 256.
//   .maxntid 256, 1, 1

!tile = !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32,
                      f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>

module attributes {gpu.container_module} {
  gpu.module @gemm [#nvvm.target<chip = "sm_90a", features = "+ptx84">] {
    llvm.func @gemm_kernel(%a: i64, %b: i64, %c: !llvm.ptr<1>, %d: !llvm.ptr<1>, %m: i32, %n: i32, %k: i32) attributes {
        nvvm.kernel,
        nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<
            max_block = [128, 1, 1], cluster = [2, 1, 1], max_cluster_rank = 8,
            accumulator_registers = 32, working_registers = 112, slack_registers = 24, atom = wgmma>} {
      nvvm.cluster.arrive {aligned}
      nvvm.cluster.wait {aligned}
      %zero = llvm.mlir.zero : !tile
      nvvm.wgmma.fence.aligned
      %sum = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 64, k = 16>,
          D [<f32>, #nvvm.wgmma_scale_out<one>, <wrapped>],
          A [<f16>, #nvvm.wgmma_scale_in<one>, <row>],
          B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !tile -> !tile
      nvvm.wgmma.commit.group.sync.aligned
      nvvm.wgmma.wait.group.sync.aligned 0
      %thread = nvvm.read.ptx.sreg.tid.x : i32
      %to = llvm.getelementptr %d[%thread] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %result = llvm.extractvalue %sum[0] : !tile
      llvm.store %result, %to : f32, !llvm.ptr<1>
      llvm.return
    }

    llvm.func @bias_kernel(%d: !llvm.ptr<1>, %bias: f32) attributes {
        nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [256, 1, 1]>} {
      %thread = nvvm.read.ptx.sreg.tid.x : i32
      %place = llvm.getelementptr %d[%thread] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %old = llvm.load %place : !llvm.ptr<1> -> f32
      %new = llvm.fadd %old, %bias : f32
      llvm.store %new, %place : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}
