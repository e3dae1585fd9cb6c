// RUN: tileiras-opt %s --split-input-file --nvvm-infer-bounds=emit-remarks --verify-diagnostics | FileCheck %s
// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(nvvm-infer-bounds{emit-remarks}))' 2>&1 \
// RUN:     | FileCheck %s --check-prefix=NESTED

// The pass refuses nothing. Each remark says why a kernel has no fact.

// NESTED: 'gpu.func' op nothing is inferred from launches: the pass does not run on the outermost module, and other launches are possible
// NESTED-NOT: derived

// CHECK-NOT: nvvm.{{req|max|cluster}}

// A public kernel can be launched by code that is not here.
module attributes {gpu.container_module} {
gpu.module @m {
  // expected-remark @below {{'gpu.func' op nothing is inferred from launches: it is visible outside of the IR, and other launches are possible}}
  gpu.func @public() kernel {
    gpu.return
  }
}
func.func @host() {
  %c1 = arith.constant 1 : index
  gpu.launch_func @m::@public blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
  return
}
}

// -----

// The address of a kernel is taken: whoever gets it can launch.
func.func private @other()
module @device attributes {sym_visibility = "nested"} {
  // expected-remark @below {{'llvm.func' op nothing is inferred from launches: an operation that is not a launch refers to its name, and other launches are possible}}
  llvm.func @escapes() attributes {nvvm.kernel} {
    llvm.return
  }
  llvm.func @table() -> !llvm.ptr {
    %address = llvm.mlir.addressof @escapes : !llvm.ptr
    llvm.return %address : !llvm.ptr
  }
}

// -----

// An attribute of an unknown operation refers to the kernel.
gpu.module @m attributes {sym_visibility = "nested"} {
  // expected-remark @below {{'gpu.func' op nothing is inferred from launches: an operation that is not a launch refers to its name, and other launches are possible}}
  gpu.func @named() kernel {
    gpu.return
  }
}
func.func @host() attributes {my.entry = [{kernel = @m::@named}]} {
  return
}

// -----

// Without a launch, nothing is known. A kernel without a cluster has none to infer.
gpu.module @m attributes {sym_visibility = "private"} {
  // expected-remark @below {{'gpu.func' op nothing is inferred from launches: it has no launch}}
  gpu.func @unused() kernel {
    gpu.return
  }
}

// -----

// No chip allows the block.
module attributes {gpu.container_module} {
gpu.module @m attributes {sym_visibility = "nested"} {
  // expected-remark @below {{'gpu.func' op no block is inferred: the block 2048, 1, 1 of a launch is not legal}}
  gpu.func @large() kernel {
    gpu.return
  }
}
func.func @host() {
  %c1 = arith.constant 1 : index
  %c2048 = arith.constant 2048 : index
  // expected-note @below {{the launch is here}}
  gpu.launch_func @m::@large blocks in (%c1, %c1, %c1) threads in (%c2048, %c1, %c1)
  return
}
}

// -----

// Known sizes that contradict each other.
gpu.module @m {
  // expected-remark @below {{'llvm.func' op no block is inferred: 'known_block_size' is not legal, or another known size differs}}
  // expected-remark @below {{'llvm.func' op nothing is inferred from launches: it is visible outside of the IR, and other launches are possible}}
  llvm.func @both() attributes {known_block_size = array<i32: 64, 1, 1>, gpu.known_block_size = array<i32: 32, 1, 1>, nvvm.kernel} {
    llvm.return
  }
}
