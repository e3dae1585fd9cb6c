// An error of any of the passes stops the pipeline.

// RUN: tileiras-opt --nvvm-launch %s --split-input-file --verify-diagnostics

// An error of nvvm-transplant.
module attributes {nvvm.annotations = [[@k, "maxnreg", "64"]]} {
  // expected-error@+1 {{'llvm.func' op 'maxnreg' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got "64"}}
  llvm.func @k()
  // Not reached: nvvm-verify.
  llvm.func @l() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>}
}

// -----

// An error of nvvm-legalize: the exact block is larger than the bound.
module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-error@+1 {{'gpu.func' op 'nvvm.reqntid' asks for 256 threads, 'nvvm.maxntid' allows 128 [maxntid-reqntid-conflict]}}
    gpu.func @k() kernel attributes {nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.reqntid = array<i32: 256, 1, 1>} { gpu.return }
  }
}

// -----

// An error of nvvm-verify, in an attribute that nvvm-transplant wrote.
module attributes {gpu.container_module, nvvm.annotations = [[@k, "kernel", 1 : i32, "cluster_dim_x", 32 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must ask for at most 16 CTAs, got 32 [cluster-hardware-cap]}}
  llvm.func @k()
}

// -----

// An error of convert-gpu-to-nv-tileaa.
module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index, %j: i64) {
    // expected-error@+1 {{'gpu.launch_func' op must have all sizes of one type, got 'index' and 'i64'}}
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %j, %j, %j)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}>
        : (index, index, index, index, index, index, i64, i64, i64) -> ()
    return
  }
}
