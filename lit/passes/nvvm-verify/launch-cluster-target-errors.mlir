// A chip without clusters launches none. A cluster of one CTA is the same as no cluster.

// RUN: tileiras-opt %s --nvvm-verify=disable=cluster-suppressed --verify-diagnostics -o /dev/null

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_89">] {
    // expected-note@+1 {{the kernel is here}}
    gpu.func @k() kernel { gpu.return }
  }
  // No directive states it on sm_80.
  gpu.module @both [#nvvm.target<chip = "sm_80">, #nvvm.target<chip = "sm_90">] {
    // expected-note@+1 {{the kernel is here}}
    gpu.func @k() kernel attributes {nvvm.maxclusterrank = 4 : i32} { gpu.return }
  }
  func.func @host(%n: index) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    gpu.launch_func @m::@k blocks in (%c3, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @m::@k clusters in (%n, %n, %n) blocks in (%c3, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @m::@k clusters in (%c1, %c1, %c1) blocks in (%c3, %c1, %c1) threads in (%c1, %c1, %c1)
    // The grid is no multiple either, but this chip has no cluster that it could be a multiple of.
    // expected-error@+1 {{'gpu.launch_func' op cluster must have at most 1 CTA on sm_89, which has no clusters, got 2 [launch-cluster-exceeds]}}
    gpu.launch_func @m::@k clusters in (%c2, %c1, %c1) blocks in (%c3, %c1, %c1) threads in (%c1, %c1, %c1)
    // expected-error@+1 {{'nv_tileaa.launch_func' op cluster must have at most 1 CTA on sm_89, which has no clusters, got 2 [launch-cluster-exceeds]}}
    nv_tileaa.launch_func @m::@k clusters in (%n, %c2, %c1) blocks in (%c3, %c1, %c1) threads in (%c1, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op cluster must have at most 1 CTA on sm_80, which has no clusters, got 3 [launch-cluster-exceeds]}}
    gpu.launch_func @both::@k clusters in (%c3, %c1, %c1) blocks in (%c3, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
