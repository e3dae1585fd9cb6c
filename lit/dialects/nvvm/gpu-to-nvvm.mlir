// Upstream's lowering of gpu.func to llvm.func preserves launch facts, and converts gpu.kernel to nvvm.kernel.

// RUN: tileiras-opt --nvvm-transplant --convert-gpu-to-nvvm %s | FileCheck %s
// RUN: tileiras-opt --nvvm-transplant --convert-gpu-to-nvvm --nvvm-verify=warnings-as-errors %s -o /dev/null

// CHECK: llvm.func @k() attributes {gpu.kernel, {{.*}}nvvm.annotations_transplanted, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.reqntid = array<i32: 128, 1, 1>}
gpu.module @m attributes {nvvm.annotations = [[@k, "reqntidx", 128 : i32, "cluster_dim_x", 2 : i32, "maxnreg", 64 : i32]]} {
  gpu.func @k() kernel { gpu.return }
}
