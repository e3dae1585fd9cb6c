// Launches of compiled kernels: the facts are read from PTX, cubins and fat binaries. One launch is right and one is wrong
// for each rule. The findings are at the launch and name the chip.

// RUN: tileiras-opt %s --split-input-file --verify-diagnostics -o /dev/null --pass-pipeline='builtin.module(gpu-module-to-binary{format=isa},nvvm-verify)'

// The other formats need ptxas, which is in PATH, and a libdevice, which can be empty.
// RUN: rm -rf %t && mkdir -p %t/nvvm/libdevice
// RUN: echo 'target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64" target triple = "nvptx64-nvidia-cuda"' | llvm-as -o %t/nvvm/libdevice/libdevice.10.bc
// RUN: tileiras-opt %s --split-input-file --verify-diagnostics -o /dev/null --pass-pipeline='builtin.module(gpu-module-to-binary{format=bin toolkit=%t},nvvm-verify)'
// RUN: tileiras-opt %s --split-input-file --verify-diagnostics -o /dev/null --pass-pipeline='builtin.module(gpu-module-to-binary{format=fatbin toolkit=%t},nvvm-verify)'

// LLVM bitcode has no kernel headers yet. Launches of it are not checked.
// RUN: sed /expected-/d %s | tileiras-opt --split-input-file --verify-diagnostics -o /dev/null --pass-pipeline='builtin.module(gpu-module-to-binary{format=llvm},nvvm-verify)'

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90", features = "+ptx80">] {
    llvm.func @exact() attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} { llvm.return }
    llvm.func @bound() attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 64, 2, 1>} { llvm.return }
    llvm.func @cluster() attributes {gpu.kernel, nvvm.kernel, nvvm.cluster_dim = array<i32: 3, 1, 1>} { llvm.return }
    llvm.func @rank() attributes {gpu.kernel, nvvm.kernel, nvvm.cluster_max_blocks = 2 : i32} { llvm.return }
    llvm.func @explicit() attributes {gpu.kernel, nvvm.kernel, nvvm.cluster_dim = array<i32: 0>} { llvm.return }
    llvm.func @plain() attributes {gpu.kernel, nvvm.kernel} { llvm.return }
  }
  func.func @host(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %c256 = arith.constant 256 : index
    %c2048 = arith.constant 2048 : index
    %fits = arith.constant 232448 : i32
    %large = arith.constant 232449 : i32
    gpu.launch_func @m::@exact blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op block must be 128 in x, as 'nvvm.reqntid' of the kernel states, got 64, compiled for sm_90 [launch-block-mismatch]}}
    gpu.launch_func @m::@exact blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    nv_tileaa.launch_func @m::@exact blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
    // expected-error@+1 {{'nv_tileaa.launch_func' op block must be 128 in x, as 'nvvm.reqntid' of the kernel states, got 64, compiled for sm_90 [launch-block-mismatch]}}
    nv_tileaa.launch_func @m::@exact blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    gpu.launch_func @m::@bound blocks in (%n, %n, %n) threads in (%n, %c128, %n)
    // expected-error@+1 {{'gpu.launch_func' op block must have at most the 128 threads of 'nvvm.maxntid' of the kernel, got 256, compiled for sm_90 [launch-block-exceeds]}}
    gpu.launch_func @m::@bound blocks in (%n, %n, %n) threads in (%n, %c256, %n)
    gpu.launch_func @m::@cluster clusters in (%c3, %c1, %c1) blocks in (%c6, %c1, %c1) threads in (%c64, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op cluster must be 3 in x, as 'nvvm.cluster_dim' of the kernel states, got 2, compiled for sm_90 [launch-cluster-mismatch]}}
    gpu.launch_func @m::@cluster clusters in (%c2, %c1, %c1) blocks in (%c6, %c1, %c1) threads in (%c64, %c1, %c1)
    gpu.launch_func @m::@cluster blocks in (%c6, %c1, %c1) threads in (%c64, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op grid must be a multiple of the cluster of the kernel in x, 3, got 7, compiled for sm_90 [launch-grid-not-multiple]}}
    gpu.launch_func @m::@cluster blocks in (%c7, %c1, %c1) threads in (%c64, %c1, %c1)
    gpu.launch_func @m::@rank clusters in (%c2, %c1, %n) blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op cluster must have at most the 2 CTAs of 'nvvm.maxclusterrank' of the kernel, got 4, compiled for sm_90 [launch-cluster-exceeds]}}
    gpu.launch_func @m::@rank clusters in (%c4, %c1, %n) blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @m::@explicit clusters in (%c2, %c1, %c1) blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op must state a cluster, as the kernel has 'nvvm.explicit_cluster' and no 'nvvm.cluster_dim', compiled for sm_90 [launch-cluster-missing]}}
    gpu.launch_func @m::@explicit blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @m::@plain blocks in (%c1, %c1, %c1) threads in (%c32, %c32, %c1)
    // expected-error@+1 {{'gpu.launch_func' op block must have at most 1024 threads in x, got 2048, compiled for sm_90 [launch-block-cap]}}
    gpu.launch_func @m::@plain blocks in (%c1, %c1, %c1) threads in (%c2048, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op grid must be positive in y, got 0, compiled for sm_90 [launch-zero]}}
    gpu.launch_func @m::@plain blocks in (%c1, %c0, %c1) threads in (%c128, %c1, %c1)
    gpu.launch_func @m::@plain blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) dynamic_shared_memory_size %fits
    // expected-error@+1 {{'gpu.launch_func' op dynamic shared memory must be at most the 232448 bytes of a CTA on sm_90, got 232449, compiled for sm_90 [launch-shared-memory]}}
    gpu.launch_func @m::@plain blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) dynamic_shared_memory_size %large
    return
  }
}

// -----

// Several chips. All objects are checked, and one finding names the chips that it is about.
module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_80">, #nvvm.target<chip = "sm_90">, #nvvm.target<chip = "sm_90a">] {
    llvm.func @k() attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} { llvm.return }
    // LLVM does not print the directive below sm_90.
    llvm.func @rank() attributes {gpu.kernel, nvvm.kernel, nvvm.cluster_max_blocks = 2 : i32} { llvm.return }
  }
  func.func @host(%n: index) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %large = arith.constant 200000 : i32
    // expected-error@+1 {{'gpu.launch_func' op block must be 128 in x, as 'nvvm.reqntid' of the kernel states, got 64, compiled for sm_80, sm_90, sm_90a [launch-block-mismatch]}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    // expected-error@+2 {{'gpu.launch_func' op cluster must have at most 1 CTA on sm_80, which has no clusters, got 4, compiled for sm_80 [launch-cluster-exceeds]}}
    // expected-error@+1 {{'gpu.launch_func' op cluster must have at most the 2 CTAs of 'nvvm.maxclusterrank' of the kernel, got 4, compiled for sm_90, sm_90a [launch-cluster-exceeds]}}
    gpu.launch_func @m::@rank clusters in (%c4, %c1, %n) blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op dynamic shared memory must be at most the 166912 bytes of a CTA on sm_80, got 200000, compiled for sm_80 [launch-shared-memory]}}
    gpu.launch_func @m::@rank blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %large
    return
  }
}
