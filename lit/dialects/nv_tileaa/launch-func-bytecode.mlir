// Launches round-trip through bytecode: they print as before, in the custom and the generic form.

// RUN: tileiras-opt %s -o %t.mlir
// RUN: tileiras-opt %s --emit-bytecode -o %t.mlirbc
// RUN: tileiras-opt %t.mlirbc | diff %t.mlir -
// RUN: tileiras-opt --mlir-print-op-generic %s -o %t.generic.mlir
// RUN: tileiras-opt --mlir-print-op-generic %t.mlirbc | diff %t.generic.mlir -
// RUN: tileiras-opt %t.mlirbc | FileCheck %s

gpu.module @m {
  gpu.func @k(%a: f32) kernel { gpu.return }
}

// CHECK-LABEL: func.func @f
func.func @f(%i: index, %bytes: i32, %stream: !llvm.ptr, %a: f32) {
  %t = gpu.wait async
  // CHECK: nv_tileaa.launch_func [%{{.*}}] @m::@k blocks in {{.*}} args(%{{.*}} : f32)
  nv_tileaa.launch_func [%t] @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
  // CHECK: = nv_tileaa.launch_func async{{ *}}<%{{.*}} : !llvm.ptr> @m::@k clusters in {{.*}} dynamic_shared_memory_size %{{.*}} args(%{{.*}} : f32) {trace}
  %u = nv_tileaa.launch_func async <%stream : !llvm.ptr> @m::@k clusters in (%i, %i, %i) blocks in (%i, %i, %i)
      threads in (%i, %i, %i) dynamic_shared_memory_size %bytes args(%a : f32) {trace}
  return
}
