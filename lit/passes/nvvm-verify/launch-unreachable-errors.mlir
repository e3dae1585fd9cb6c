// A launch that is never executed breaks no rule, such as one under a check of its sizes that are constants.

// RUN: tileiras-opt %s --nvvm-verify --verify-diagnostics -o /dev/null

module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-note@+1 {{the kernel is here}}
    gpu.func @k() kernel { gpu.return }
  }
  func.func @structured(%n: index) {
    %true = arith.constant true
    %false = arith.constant false
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %false {
      gpu.launch_func @m::@k blocks in (%c0, %c1, %c1) threads in (%n, %n, %n)
      scf.for %i = %c0 to %n step %c1 {
        nv_tileaa.launch_func @m::@k blocks in (%c0, %c1, %c1) threads in (%n, %n, %n)
      }
    } else {
      // expected-error@+1 {{'gpu.launch_func' op grid must be positive in x, got 0 [launch-zero]}}
      gpu.launch_func @m::@k blocks in (%c0, %c1, %c1) threads in (%n, %n, %n)
    }
    scf.if %true {
      // expected-error@+1 {{'gpu.launch' op grid must be positive in x, got 0 [launch-zero]}}
      gpu.launch blocks(%a, %b, %c) in (%x = %c0, %y = %c1, %z = %c1) threads(%d, %e, %f) in (%u = %c1, %v = %c1, %w = %c1) { gpu.terminator }
    } else {
      gpu.launch blocks(%a, %b, %c) in (%x = %c0, %y = %c1, %z = %c1) threads(%d, %e, %f) in (%u = %c1, %v = %c1, %w = %c1) { gpu.terminator }
    }
    return
  }
  func.func @blocks(%n: index, %unknown: i1) {
    %true = arith.constant true
    %c0 = arith.constant 0 : index
    cf.cond_br %true, ^bb2, ^bb1
  ^bb1:
    gpu.launch_func @m::@k blocks in (%c0, %n, %n) threads in (%n, %n, %n)
    cf.br ^bb2
  ^bb2:
    cf.cond_br %unknown, ^bb3, ^bb4
  ^bb3:
    // expected-error@+1 {{'gpu.launch_func' op grid must be positive in x, got 0 [launch-zero]}}
    gpu.launch_func @m::@k blocks in (%c0, %n, %n) threads in (%n, %n, %n)
    return
  ^bb4:
    return
  ^bb5:
    gpu.launch_func @m::@k blocks in (%c0, %n, %n) threads in (%n, %n, %n)
    return
  }
  llvm.func @lowered(%n: i64) {
    %false = llvm.mlir.constant(false) : i1
    %c0 = llvm.mlir.constant(0 : i64) : i64
    llvm.cond_br %false, ^bb1, ^bb2
  ^bb1:
    gpu.launch_func @m::@k blocks in (%c0, %n, %n) threads in (%n, %n, %n) : i64
    llvm.br ^bb2
  ^bb2:
    llvm.return
  }
}
