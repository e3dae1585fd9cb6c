// RUN: tileiras-opt %s --split-input-file --nvvm-infer-bounds | FileCheck %s
// RUN: tileiras-opt %s --split-input-file --nvvm-infer-bounds --nvvm-infer-bounds | FileCheck %s
// RUN: tileiras-opt %s --split-input-file --nvvm-infer-bounds --mlir-pass-statistics 2>&1 | FileCheck %s --check-prefix=STATS

// STATS: (S) 8 facts-inferred

// Equal launches state the block and the cluster exactly.
// CHECK-LABEL: gpu.func @equal
// CHECK-SAME: nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.reqntid = array<i32: 128, 1, 1>
module attributes {gpu.container_module} {
gpu.module @m attributes {sym_visibility = "nested"} {
  gpu.func @equal() kernel {
    gpu.return
  }
}
func.func @host(%grid: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  gpu.launch_func @m::@equal clusters in (%c2, %c1, %c1) blocks in (%grid, %c1, %c1) threads in (%c128, %c1, %c1)
  gpu.launch_func @m::@equal clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1)
  return
}
}

// -----

// Different launches bound both: the block with the most threads, and the CTAs of the largest cluster.
// CHECK-LABEL: gpu.func @different
// CHECK-SAME: nvvm.maxclusterrank = 4 : i32, nvvm.maxntid = array<i32: 32, 8, 1>
module attributes {gpu.container_module} {
gpu.module @m attributes {sym_visibility = "nested"} {
  gpu.func @different() kernel {
    gpu.return
  }
}
func.func @host() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  gpu.launch_func @m::@different blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
  nv_tileaa.launch_func @m::@different clusters in (%c2, %c2, %c1) blocks in (%c2, %c2, %c1) threads in (%c1, %c1, %c1)
  gpu.launch_func @m::@different blocks in (%c1, %c1, %c1) threads in (%c32, %c8, %c1)
  return
}
}

// -----

// A stated fact stays, also a legacy one, and another shape is still inferred.
// CHECK-LABEL: gpu.func @stated
// CHECK-SAME: nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.maxntid = array<i32: 256, 1, 1>
// CHECK-NOT: reqntid
// CHECK-LABEL: llvm.func @legacy
// CHECK-SAME: attributes {gpu.kernel, nvvm.kernel, nvvm.maxntidx = 128 : i32}
module attributes {gpu.container_module} {
gpu.module @m attributes {sym_visibility = "nested"} {
  gpu.func @stated() kernel attributes {nvvm.maxntid = array<i32: 256, 1, 1>} {
    gpu.return
  }
  llvm.func @legacy() attributes {gpu.kernel, nvvm.kernel, nvvm.maxntidx = 128 : i32} {
    llvm.return
  }
}
func.func @host() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  gpu.launch_func @m::@stated clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1)
  gpu.launch_func @m::@legacy blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1)
  return
}
}

// -----

// A block that is not constant on one axis gives nothing; the constant cluster of the same launch does.
// CHECK-LABEL: gpu.func @partly
// CHECK-SAME: attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
module attributes {gpu.container_module} {
gpu.module @m attributes {sym_visibility = "nested"} {
  gpu.func @partly() kernel {
    gpu.return
  }
}
func.func @host(%n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  gpu.launch_func @m::@partly clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1)
  gpu.launch_func @m::@partly clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c128, %n, %c1)
  return
}
}

// -----

// A known size states the shape of every launch, also of a kernel that is visible outside, on any function.
// CHECK-LABEL: gpu.func @known
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK-SAME: nvvm.reqntid = array<i32: 64, 1, 1>
// CHECK-LABEL: llvm.func @known_cluster
// CHECK-SAME: nvvm.cluster_dim = array<i32: 4, 1, 1>
gpu.module @m {
  gpu.func @known() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  llvm.func @known_cluster() attributes {gpu.known_cluster_size = array<i32: 4, 1, 1>, nvvm.kernel} {
    llvm.return
  }
}
