// The known block of a kernel is the fact that upstream's conversion makes of it. Of another function it makes none.

// RUN: tileiras-contract show %s | FileCheck %s --match-full-lines --strict-whitespace
//      CHECK:IR, 1 function with launch facts
// CHECK-NEXT:function   kernel  maxntid
// CHECK-NEXT:m::kernel  set     32, 1, 1
//  CHECK-NOT:{{.}}

gpu.module @m {
  gpu.func @function() attributes {known_block_size = array<i32: 64, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    gpu.return
  }
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}
