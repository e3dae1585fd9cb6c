// The static shared memory and the registers of a kernel are in its cubin, and count. The shared memory that sm_90 reserves
// is not part of it.

// RUN: rm -rf %t && mkdir -p %t/nvvm/libdevice
// RUN: echo 'target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64" target triple = "nvptx64-nvidia-cuda"' | llvm-as -o %t/nvvm/libdevice/libdevice.10.bc
// RUN: tileiras-opt %s --verify-diagnostics -o /dev/null --pass-pipeline='builtin.module(gpu-module-to-binary{format=bin toolkit=%t},nvvm-verify)'
// RUN: tileiras-opt %s --verify-diagnostics -o /dev/null --pass-pipeline='builtin.module(gpu-module-to-binary{format=fatbin toolkit=%t},nvvm-verify)'

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90">] {
    llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<4096 x i8>
    llvm.func @k(%out: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
      %address = llvm.ptrtoint %tile : !llvm.ptr<3> to i64
      llvm.store %address, %out : i64, !llvm.ptr
      llvm.return
    }
    // Each thread holds 100 values.
    llvm.func @registers(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %values = llvm.load volatile %p {alignment = 16 : i64} : !llvm.ptr -> vector<100xf32>
      nvvm.barrier0
      %sums = llvm.fadd %values, %values : vector<100xf32>
      llvm.store volatile %sums, %p {alignment = 16 : i64} : vector<100xf32>, !llvm.ptr
      llvm.return
    }
  }
  func.func @host(%out: !llvm.ptr) {
    %c1 = arith.constant 1 : index
    %fits = arith.constant 228352 : i32
    %large = arith.constant 228353 : i32
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %fits args(%out : !llvm.ptr)
    // expected-error@+1 {{'gpu.launch_func' op dynamic shared memory must be at most 228352 of the 232448 bytes of a CTA on sm_90, as 4096 are static, got 228353, compiled for sm_90 [launch-shared-memory]}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %large args(%out : !llvm.ptr)
    %c512 = arith.constant 512 : index
    %c544 = arith.constant 544 : index
    gpu.launch_func @m::@registers blocks in (%c1, %c1, %c1) threads in (%c512, %c1, %c1) args(%out : !llvm.ptr)
    // expected-error@+1 {{'gpu.launch_func' op block must have at most 512 threads, for which an SM has registers, got 544, compiled for sm_90 [launch-block-cap]}}
    gpu.launch_func @m::@registers blocks in (%c1, %c1, %c1) threads in (%c544, %c1, %c1) args(%out : !llvm.ptr)
    return
  }
}
