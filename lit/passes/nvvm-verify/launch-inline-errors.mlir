// A gpu.launch, which contains the body of its kernel, is checked against the limits. The kernel states no facts.

// RUN: tileiras-opt %s --nvvm-verify=chip=sm_90 --verify-diagnostics -o /dev/null

func.func @host(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %fits = arith.constant 232448 : i32
  %large = arith.constant 232449 : i32
  gpu.launch blocks(%a, %b, %c) in (%x = %c1, %y = %n, %z = %c1) threads(%d, %e, %f) in (%u = %c128, %v = %c1, %w = %n)
      dynamic_shared_memory_size %fits { gpu.terminator }
  // expected-error@+1 {{'gpu.launch' op grid must be positive in y, got 0 [launch-zero]}}
  gpu.launch blocks(%a, %b, %c) in (%x = %c1, %y = %c0, %z = %c1) threads(%d, %e, %f) in (%u = %c128, %v = %c1, %w = %n) { gpu.terminator }
  // expected-error@+1 {{'gpu.launch' op block must have at most 1024 threads, got 2048 [launch-block-cap]}}
  gpu.launch blocks(%a, %b, %c) in (%x = %c1, %y = %c1, %z = %c1) threads(%d, %e, %f) in (%u = %c128, %v = %c16, %w = %n) { gpu.terminator }
  // Both sizes of the launch inside, which is not in a function of its own.
  gpu.launch blocks(%a, %b, %c) in (%x = %c1, %y = %c1, %z = %c1) threads(%d, %e, %f) in (%u = %n, %v = %n, %w = %n) {
    scf.for %i = %c0 to %n step %c1 {
      // expected-error@+1 {{'gpu.launch' op block must have at most 64 threads in z, got 128 [launch-block-cap]}}
      gpu.launch blocks(%g, %h, %j) in (%k = %c1, %l = %c1, %m = %c1) threads(%o, %p, %q) in (%r = %c1, %s = %c1, %t = %c128) { gpu.terminator }
    }
    gpu.terminator
  }
  // expected-error@+1 {{'gpu.launch' op cluster must have at most 16 CTAs, got 32 [launch-cluster-exceeds]}}
  gpu.launch clusters(%g, %h, %i) in (%j = %c32, %k = %c1, %l = %n) blocks(%a, %b, %c) in (%x = %c32, %y = %c1, %z = %c1) threads(%d, %e, %f) in (%u = %c128, %v = %c1, %w = %c1) { gpu.terminator }
  // expected-error@+1 {{'gpu.launch' op grid must be a multiple of the cluster in x, 2, got 7 [launch-grid-not-multiple]}}
  gpu.launch clusters(%g, %h, %i) in (%j = %c2, %k = %c1, %l = %c1) blocks(%a, %b, %c) in (%x = %c7, %y = %c1, %z = %c1) threads(%d, %e, %f) in (%u = %c128, %v = %c1, %w = %c1) { gpu.terminator }
  // expected-error@+1 {{'gpu.launch' op dynamic shared memory must be at most the 232448 bytes of a CTA on sm_90, got 232449 [launch-shared-memory]}}
  gpu.launch blocks(%a, %b, %c) in (%x = %c1, %y = %c1, %z = %c1) threads(%d, %e, %f) in (%u = %c128, %v = %c1, %w = %c1) dynamic_shared_memory_size %large { gpu.terminator }
  // With dependencies, the sizes are later operands.
  %t0 = gpu.wait async
  %t1 = gpu.wait async
  // expected-error@+1 {{'gpu.launch' op block must be positive in x, got 0 [launch-zero]}}
  %t2 = gpu.launch async [%t0, %t1] blocks(%a, %b, %c) in (%x = %c1, %y = %c1, %z = %c1) threads(%d, %e, %f) in (%u = %c0, %v = %c1, %w = %c1) { gpu.terminator }
  return
}
