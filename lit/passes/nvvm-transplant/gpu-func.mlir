// On gpu.func the fact kernel is the unit attribute gpu.kernel, printed as the keyword `kernel`; all else is as on llvm.func.

// RUN: tileiras-opt --nvvm-transplant %s | FileCheck %s

// CHECK: gpu.module @m {
gpu.module @m attributes {nvvm.annotations = [
  [@was_kernel, "kernel", 1 : i32], [@becomes_kernel, "kernel", 1 : i32, "reqntidx", 64 : i32],
  [@device_function, "maxnreg", 32 : i32]
]} {
  // CHECK: gpu.func @was_kernel() kernel attributes {nvvm.annotations_transplanted}
  gpu.func @was_kernel() kernel { gpu.return }
  // CHECK: gpu.func @becomes_kernel() kernel attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 64, 1, 1>}
  gpu.func @becomes_kernel() { gpu.return }
  // CHECK: gpu.func @device_function() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32}
  gpu.func @device_function() { gpu.return }
  // CHECK: gpu.func @argument(%{{.*}}: !llvm.ptr) kernel attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1>}
  gpu.func @argument(%p: !llvm.ptr) kernel attributes {nvvm.grid_constant = [1 : i32]} { gpu.return }
  // CHECK: gpu.func @untouched() kernel {
  gpu.func @untouched() kernel { gpu.return }
}
