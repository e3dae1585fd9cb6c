// A launch can state a cluster that is not portable, too. It is warned about once: at the kernel, if the kernel states it.

// RUN: tileiras-opt %s --nvvm-verify --verify-diagnostics -o /dev/null
// RUN: sed /expected-/d %s | tileiras-opt --nvvm-verify=disable=cluster-portable-cap -o /dev/null 2>&1 | count 0

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90">] {
    // expected-note@+1 {{the kernel is here}}
    gpu.func @any() kernel { gpu.return }
    // expected-warning@+1 {{'gpu.func' op 'nvvm.cluster_dim' is not portable above 8 CTAs, got 16 [cluster-portable-cap]}}
    gpu.func @large() kernel attributes {nvvm.cluster_dim = array<i32: 16, 1, 1>} { gpu.return }
  }
  func.func @host(%n: index) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    gpu.launch_func @m::@any clusters in (%c8, %c1, %c1) blocks in (%c16, %c1, %c1) threads in (%c1, %c1, %c1)
    // expected-warning@+1 {{'gpu.launch_func' op cluster is not portable above 8 CTAs, got 16 [cluster-portable-cap]}}
    gpu.launch_func @m::@any clusters in (%c8, %c2, %c1) blocks in (%c16, %c2, %c1) threads in (%c1, %c1, %c1)
    // The size that is not known is 1 or more.
    // expected-warning@+1 {{'nv_tileaa.launch_func' op cluster is not portable above 8 CTAs, got 16 [cluster-portable-cap]}}
    nv_tileaa.launch_func @m::@any clusters in (%c16, %n, %c1) blocks in (%c16, %n, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @m::@large clusters in (%c16, %c1, %c1) blocks in (%c16, %c1, %c1) threads in (%c1, %c1, %c1)
    // expected-warning@+1 {{'gpu.launch' op cluster is not portable above 8 CTAs, got 16 [cluster-portable-cap]}}
    gpu.launch clusters(%g, %h, %i) in (%j = %c16, %k = %c1, %l = %c1) blocks(%a, %b, %c) in (%x = %c16, %y = %c1, %z = %c1) threads(%d, %e, %f) in (%u = %c1, %v = %c1, %w = %c1) { gpu.terminator }
    return
  }
}
