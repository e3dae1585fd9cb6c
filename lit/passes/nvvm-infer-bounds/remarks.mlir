// Shows where each fact comes from, and why there is none.

// RUN: tileiras-opt %s --split-input-file --nvvm-infer-bounds=emit-remarks --verify-diagnostics

// Equal launches state the block and the cluster exactly.
module attributes {gpu.container_module} {
gpu.module @m attributes {sym_visibility = "nested"} {
  // expected-remark @below {{'gpu.func' op derived 'nvvm.reqntid' = 128, 1, 1: the block of 2 launches}}
  // expected-remark @below {{'gpu.func' op derived 'nvvm.cluster_dim' = 2, 1, 1: the cluster of 2 launches}}
  gpu.func @equal() kernel {
    gpu.return
  }
}
func.func @host(%grid: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  // expected-note @below {{the launch is here}}
  gpu.launch_func @m::@equal clusters in (%c2, %c1, %c1) blocks in (%grid, %c1, %c1) threads in (%c128, %c1, %c1)
  gpu.launch_func @m::@equal clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1)
  return
}
}

// -----

// Different launches bound both: the block with the most threads, and the CTAs of the largest cluster.
module attributes {gpu.container_module} {
gpu.module @m attributes {sym_visibility = "nested"} {
  // expected-remark @below {{'gpu.func' op derived 'nvvm.maxntid' = 32, 8, 1: the largest block of 3 launches}}
  // expected-remark @below {{'gpu.func' op derived 'nvvm.maxclusterrank' = 4: the largest cluster of 3 launches}}
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
  // expected-note @below {{the launch is here}}
  nv_tileaa.launch_func @m::@different clusters in (%c2, %c2, %c1) blocks in (%c2, %c2, %c1) threads in (%c1, %c1, %c1)
  // expected-note @below {{the launch is here}}
  gpu.launch_func @m::@different blocks in (%c1, %c1, %c1) threads in (%c32, %c8, %c1)
  return
}
}

// -----

// A stated fact stays, also a legacy one, and another shape is still inferred.
module attributes {gpu.container_module} {
gpu.module @m attributes {sym_visibility = "nested"} {
  // expected-remark @below {{'gpu.func' op no block is inferred: 'nvvm.maxntid' is stated}}
  // expected-remark @below {{'gpu.func' op derived 'nvvm.cluster_dim' = 2, 1, 1: the cluster of the only launch}}
  gpu.func @stated() kernel attributes {nvvm.maxntid = array<i32: 256, 1, 1>} {
    gpu.return
  }
  // expected-remark @below {{'llvm.func' op no block is inferred: 'nvvm.maxntid' is stated}}
  llvm.func @legacy() attributes {gpu.kernel, nvvm.kernel, nvvm.maxntidx = 128 : i32} {
    llvm.return
  }
}
func.func @host() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  // expected-note @below {{the launch is here}}
  gpu.launch_func @m::@stated clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1)
  gpu.launch_func @m::@legacy blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1)
  return
}
}

// -----

// A block that is not constant on one axis gives nothing; the constant cluster of the same launch does.
module attributes {gpu.container_module} {
gpu.module @m attributes {sym_visibility = "nested"} {
  // expected-remark @below {{'gpu.func' op no block is inferred: the block of a launch is not constant}}
  // expected-remark @below {{'gpu.func' op derived 'nvvm.cluster_dim' = 2, 1, 1: the cluster of 2 launches}}
  gpu.func @partly() kernel {
    gpu.return
  }
}
func.func @host(%n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  // expected-note @below {{the launch is here}}
  gpu.launch_func @m::@partly clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1)
  // expected-note @below {{the launch is here}}
  gpu.launch_func @m::@partly clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c128, %n, %c1)
  return
}
}

// -----

// A known size states the shape of every launch, also of a kernel that is visible outside, on any function.
gpu.module @m {
  // expected-remark @below {{'gpu.func' op derived 'nvvm.reqntid' = 64, 1, 1: 'known_block_size' is the block of every launch}}
  // expected-remark @below {{'gpu.func' op nothing is inferred from launches: it is visible outside of the IR, and other launches are possible}}
  gpu.func @known() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  // expected-remark @below {{'llvm.func' op nothing is inferred from launches: it is visible outside of the IR, and other launches are possible}}
  // expected-remark @below {{'llvm.func' op derived 'nvvm.cluster_dim' = 4, 1, 1: 'gpu.known_cluster_size' is the cluster of every launch}}
  llvm.func @known_cluster() attributes {gpu.known_cluster_size = array<i32: 4, 1, 1>, nvvm.kernel} {
    llvm.return
  }
}
