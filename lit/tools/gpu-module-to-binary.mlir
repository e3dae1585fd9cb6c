// The passes that translate to LLVM IR work as in the stock tool. The output is the same; that of `format=isa` also has
// the time that the back end took, which differs from run to run.

// RUN: tileiras-opt %s --gpu-module-to-binary=format=isa | FileCheck %s
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
