// The passes that translate to LLVM IR work as in the stock tool, and have the same output.

// RUN: tileiras-opt %s --gpu-module-to-binary=format=isa | FileCheck %s
// RUN: tileiras-opt %s --gpu-module-to-binary=format=isa -o %t.ours
// RUN: mlir-opt %s --gpu-module-to-binary=format=isa | diff %t.ours -
// RUN: tileiras-opt %s --gpu-module-to-binary=format=llvm -o %t.ours
// RUN: mlir-opt %s --gpu-module-to-binary=format=llvm | diff %t.ours -

// CHECK: gpu.binary @m [#gpu.object<#nvvm.target<chip = "sm_90">, {{.*}}assembly = "{{.*}}.entry k
// CHECK-SAME: .reqntid 128

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90">] {
    llvm.func @k(%out: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
      %value = llvm.mlir.constant(1 : i32) : i32
      llvm.store %value, %out : i32, !llvm.ptr
      llvm.return
    }
  }
}
