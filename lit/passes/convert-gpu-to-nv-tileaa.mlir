// Every gpu.launch_func becomes nv_tileaa.launch_func, operand for operand; nothing else changes.

// RUN: tileiras-opt --convert-gpu-to-nv-tileaa %s | FileCheck %s --implicit-check-not=gpu.launch_func

// CHECK: module attributes {gpu.container_module} {
module attributes {gpu.container_module} {
  // CHECK: gpu.func @none() kernel
  gpu.module @m {
    gpu.func @none() kernel { gpu.return }
    gpu.func @two(%a: f32, %b: memref<?xf32>) kernel { gpu.return }
  }

  // CHECK-LABEL: func.func @sizes
  // CHECK-SAME: (%[[A:[^:]*]]: index, %[[B:[^:]*]]: index, %[[C:[^:]*]]: index, %[[D:[^:]*]]: index, %[[E:[^:]*]]: index, %[[F:[^:]*]]: index, %[[G:[^:]*]]: index, %[[H:[^:]*]]: index, %[[I:[^:]*]]: index)
  func.func @sizes(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index, %i: index) {
    // CHECK-NEXT: nv_tileaa.launch_func @m::@none clusters in (%[[A]], %[[B]], %[[C]]) blocks in (%[[D]], %[[E]], %[[F]]) threads in (%[[G]], %[[H]], %[[I]]){{ *$}}
    gpu.launch_func @m::@none clusters in (%a, %b, %c) blocks in (%d, %e, %f) threads in (%g, %h, %i)
    // CHECK-NEXT: nv_tileaa.launch_func @m::@none blocks in (%[[A]], %[[B]], %[[C]]) threads in (%[[D]], %[[E]], %[[F]]){{ *$}}
    gpu.launch_func @m::@none blocks in (%a, %b, %c) threads in (%d, %e, %f)
    // CHECK-NEXT: return
    return
  }

  // CHECK-LABEL: func.func @everything
  // CHECK-SAME: (%[[I:.*]]: i64, %[[BYTES:.*]]: i32, %[[S:.*]]: !llvm.ptr, %[[A:.*]]: f32, %[[B:.*]]: memref<?xf32>)
  func.func @everything(%i: i64, %bytes: i32, %stream: !llvm.ptr, %a: f32, %b: memref<?xf32>) {
    // CHECK: %[[T:.*]] = gpu.wait async
    %t = gpu.wait async
    // CHECK: %[[U:.*]] = nv_tileaa.launch_func async [%[[T]]]{{ *}}<%[[S]] : !llvm.ptr> @m::@two clusters in (%[[I]], %[[I]], %[[I]]) blocks in (%[[I]], %[[I]], %[[I]]) threads in (%[[I]], %[[I]], %[[I]]) : i64 dynamic_shared_memory_size %[[BYTES]] args(%[[A]] : f32, %[[B]] : memref<?xf32>) {purpose = "warm-up"}
    %u = gpu.launch_func async [%t] <%stream : !llvm.ptr> @m::@two clusters in (%i, %i, %i) blocks in (%i, %i, %i)
        threads in (%i, %i, %i) : i64 dynamic_shared_memory_size %bytes args(%a : f32, %b : memref<?xf32>) {purpose = "warm-up"}
    // The uses of the token are replaced.
    // CHECK: gpu.wait [%[[U]]]
    gpu.wait [%u]
    return
  }

  // CHECK-LABEL: func.func @in_a_region
  func.func @in_a_region(%i: index, %n: index) {
    // CHECK: scf.for
    scf.for %j = %i to %n step %i {
      // CHECK: nv_tileaa.launch_func @m::@none
      gpu.launch_func @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i)
    }
    return
  }
}
