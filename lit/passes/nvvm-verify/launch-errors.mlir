// A launch that contradicts its kernel is reported, for either operation, with a note at the kernel. MLIR 22 itself
// accepts the first three.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics -o /dev/null

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90", features = "+ptx84">] {
    // expected-note@+1 {{the kernel is here}}
    gpu.func @exact() kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>} { gpu.return }
    // expected-note@+1 {{the kernel is here}}
    gpu.func @cluster() kernel attributes {nvvm.cluster_dim = array<i32: 3, 1, 1>} { gpu.return }
    // expected-note@+1 {{the kernel is here}}
    gpu.func @bound() kernel attributes {nvvm.maxntid = array<i32: 64, 2, 1>} { gpu.return }
    // expected-note@+1 {{the kernel is here}}
    gpu.func @rank() kernel attributes {nvvm.maxclusterrank = 2 : i32} { gpu.return }
    // expected-note@+1 {{the kernel is here}}
    gpu.func @plain() kernel { gpu.return }
  }
  func.func @host(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %c256 = arith.constant 256 : index
    %c2048 = arith.constant 2048 : index
    %large = arith.constant 300000 : i32
    %c65536 = arith.constant 65536 : index
    %huge = arith.constant 2147483648 : index
    // expected-error@+1 {{'gpu.launch_func' op block must be 128 in x, as 'nvvm.reqntid' of the kernel states, got 64 [launch-block-mismatch]}}
    gpu.launch_func @m::@exact blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    // expected-error@+1 {{'nv_tileaa.launch_func' op block must be 128 in x, as 'nvvm.reqntid' of the kernel states, got 64 [launch-block-mismatch]}}
    nv_tileaa.launch_func @m::@exact blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op cluster must be 3 in x, as 'nvvm.cluster_dim' of the kernel states, got 2 [launch-cluster-mismatch]}}
    gpu.launch_func @m::@cluster clusters in (%c2, %c1, %c1) blocks in (%c6, %c1, %c1) threads in (%c64, %c1, %c1)
    // expected-error@+1 {{'nv_tileaa.launch_func' op cluster must be 3 in x, as 'nvvm.cluster_dim' of the kernel states, got 2 [launch-cluster-mismatch]}}
    nv_tileaa.launch_func @m::@cluster clusters in (%c2, %c1, %c1) blocks in (%c6, %c1, %c1) threads in (%c64, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op grid must be a multiple of the cluster of the kernel in x, 3, got 7 [launch-grid-not-multiple]}}
    gpu.launch_func @m::@cluster blocks in (%c7, %c1, %c1) threads in (%c64, %c1, %c1)
    // expected-error@+1 {{'nv_tileaa.launch_func' op grid must be a multiple of the cluster of the kernel in x, 3, got 7 [launch-grid-not-multiple]}}
    nv_tileaa.launch_func @m::@cluster blocks in (%c7, %c1, %c1) threads in (%c64, %c1, %c1)
    // One known axis is sufficient.
    // expected-error@+1 {{'gpu.launch_func' op block must have at most the 128 threads of 'nvvm.maxntid' of the kernel, got 256 [launch-block-exceeds]}}
    gpu.launch_func @m::@bound blocks in (%n, %n, %n) threads in (%n, %c256, %n)
    // expected-error@+1 {{'gpu.launch_func' op cluster must have at most the 2 CTAs of 'nvvm.maxclusterrank' of the kernel, got 4 [launch-cluster-exceeds]}}
    gpu.launch_func @m::@rank clusters in (%c4, %c1, %n) blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op block must have at most 1024 threads in x, got 2048 [launch-block-cap]}}
    gpu.launch_func @m::@plain blocks in (%c1, %c1, %c1) threads in (%c2048, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op grid must be positive in y, got 0 [launch-zero]}}
    gpu.launch_func @m::@plain blocks in (%c1, %c0, %c1) threads in (%c128, %c1, %c1)
    // expected-error@+2 {{'gpu.launch_func' op grid must have at most 65535 blocks in y, got 65536 [launch-grid-cap]}}
    // expected-error@+1 {{'gpu.launch_func' op grid must have at most 65535 blocks in z, got 65536 [launch-grid-cap]}}
    gpu.launch_func @m::@plain blocks in (%c65536, %c65536, %c65536) threads in (%c128, %c1, %c1)
    // expected-error@+1 {{'nv_tileaa.launch_func' op grid must have at most 2147483647 blocks in x, got 2147483648 [launch-grid-cap]}}
    nv_tileaa.launch_func @m::@plain blocks in (%huge, %n, %n) threads in (%c128, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op dynamic shared memory must be at most the 232448 bytes of a CTA on sm_90, got 300000 [launch-shared-memory]}}
    gpu.launch_func @m::@plain blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) dynamic_shared_memory_size %large
    return
  }
}

// -----

// Constants of the LLVM dialect and through casts; a kernel in the LLVM dialect.
module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-note@+1 {{the kernel is here}}
    llvm.func @k() attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} { llvm.return }
  }
  llvm.func @host() {
    %c1 = llvm.mlir.constant(1 : i64) : i64
    %c96 = llvm.mlir.constant(96 : i32) : i32
    %wide = llvm.zext %c96 : i32 to i64
    // expected-error@+1 {{'gpu.launch_func' op block must be 128 in x, as 'nvvm.reqntid' of the kernel states, got 96 [launch-block-mismatch]}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%wide, %c1, %c1) : i64
    llvm.return
  }
  func.func @other() {
    %c1 = arith.constant 1 : index
    %c96 = arith.constant 96 : i16
    %x = arith.index_cast %c96 : i16 to index
    scf.execute_region {
      // expected-error@+1 {{got 96 [launch-block-mismatch]}}
      gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%x, %c1, %c1)
      scf.yield
    }
    return
  }
}

// -----

// For several targets, equal diagnostics are reported once.
module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90">, #nvvm.target<chip = "sm_100">] {
    // expected-note@+1 {{the kernel is here}}
    gpu.func @k() kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>} { gpu.return }
  }
  func.func @host() {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{got 1 [launch-block-mismatch]}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
