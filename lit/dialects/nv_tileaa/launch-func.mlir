// Every form of nv_tileaa.launch_func round-trips.

// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s

gpu.module @m {
  gpu.func @none() kernel { gpu.return }
  gpu.func @two(%a: f32, %b: memref<?xf32>) kernel { gpu.return }
}

// CHECK-LABEL: func.func @sizes_alone
// CHECK-SAME: (%[[I:.*]]: index)
func.func @sizes_alone(%i: index) {
  // CHECK: nv_tileaa.launch_func @m::@none blocks in (%[[I]], %[[I]], %[[I]]) threads in (%[[I]], %[[I]], %[[I]]){{ *$}}
  nv_tileaa.launch_func @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// CHECK-LABEL: func.func @every_size_in_its_place
// CHECK-SAME: (%[[A:[^:]*]]: index, %[[B:[^:]*]]: index, %[[C:[^:]*]]: index, %[[D:[^:]*]]: index, %[[E:[^:]*]]: index, %[[F:[^:]*]]: index, %[[G:[^:]*]]: index, %[[H:[^:]*]]: index, %[[I:[^:]*]]: index)
func.func @every_size_in_its_place(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index,
                                   %g: index, %h: index, %i: index) {
  // CHECK: nv_tileaa.launch_func @m::@none clusters in (%[[A]], %[[B]], %[[C]]) blocks in (%[[D]], %[[E]], %[[F]]) threads in (%[[G]], %[[H]], %[[I]]){{ *$}}
  nv_tileaa.launch_func @m::@none clusters in (%a, %b, %c) blocks in (%d, %e, %f) threads in (%g, %h, %i)
  return
}

// CHECK-LABEL: func.func @type_i32
func.func @type_i32(%i: i32) {
  // CHECK: threads in (%{{.*}}, %{{.*}}, %{{.*}}) : i32{{ *$}}
  nv_tileaa.launch_func @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32
  return
}

// CHECK-LABEL: func.func @type_i64_with_cluster
func.func @type_i64_with_cluster(%i: i64) {
  // CHECK: clusters in (%{{.*}}, %{{.*}}, %{{.*}}) blocks in {{.*}} : i64{{ *$}}
  nv_tileaa.launch_func @m::@none clusters in (%i, %i, %i) blocks in (%i, %i, %i) threads in (%i, %i, %i) : i64
  return
}

// The type `index` is not printed, also if it was written.
// CHECK-LABEL: func.func @type_index
func.func @type_index(%i: index) {
  // CHECK: threads in (%{{[^:]*}}){{ *$}}
  nv_tileaa.launch_func @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i) : index
  return
}

// CHECK-LABEL: func.func @shared_memory
// CHECK-SAME: (%{{.*}}: index, %[[BYTES:.*]]: i32)
func.func @shared_memory(%i: index, %bytes: i32) {
  // CHECK: threads in ({{.*}}) dynamic_shared_memory_size %[[BYTES]]{{ *$}}
  nv_tileaa.launch_func @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i) dynamic_shared_memory_size %bytes
  return
}

// CHECK-LABEL: func.func @arguments
// CHECK-SAME: (%{{.*}}: index, %[[A:.*]]: f32, %[[B:.*]]: memref<?xf32>)
func.func @arguments(%i: index, %a: f32, %b: memref<?xf32>) {
  // CHECK: args(%[[A]] : f32, %[[B]] : memref<?xf32>){{ *$}}
  nv_tileaa.launch_func @m::@two blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32, %b : memref<?xf32>)
  return
}

// An empty list of arguments is legal, and not printed.
// CHECK-LABEL: func.func @no_arguments
func.func @no_arguments(%i: index) {
  // CHECK: launch_func
  // CHECK-NOT: args
  nv_tileaa.launch_func @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i) args()
  return
}

// CHECK-LABEL: func.func @waits
func.func @waits(%i: index) {
  // CHECK: %[[T:.*]] = gpu.wait async
  %t = gpu.wait async
  // CHECK: {{^ *}}nv_tileaa.launch_func [%[[T]]] @m::@none
  nv_tileaa.launch_func [%t] @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// CHECK-LABEL: func.func @gives_a_token
func.func @gives_a_token(%i: index) {
  // CHECK: %[[T:.*]] = nv_tileaa.launch_func async @m::@none
  %t = nv_tileaa.launch_func async @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i)
  // CHECK: %[[U:.*]] = nv_tileaa.launch_func async [%[[T]]] @m::@none
  %u = nv_tileaa.launch_func async [%t] @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i)
  // CHECK: %{{.*}} = nv_tileaa.launch_func async [%[[T]], %[[U]]] @m::@none
  %v = nv_tileaa.launch_func async [%t, %u] @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// CHECK-LABEL: func.func @on_a_stream
// CHECK-SAME: (%{{.*}}: index, %[[S:.*]]: !llvm.ptr)
func.func @on_a_stream(%i: index, %stream: !llvm.ptr) {
  // CHECK: nv_tileaa.launch_func <%[[S]] : !llvm.ptr> @m::@none
  nv_tileaa.launch_func <%stream : !llvm.ptr> @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// CHECK-LABEL: func.func @attributes
func.func @attributes(%i: index) {
  // CHECK: threads in ({{.*}}) {purpose = "warm-up", trace}{{ *$}}
  nv_tileaa.launch_func @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i) {purpose = "warm-up", trace}
  return
}

// CHECK-LABEL: func.func @everything
// CHECK-SAME: (%[[I:.*]]: i64, %[[BYTES:.*]]: i32, %[[S:.*]]: !llvm.ptr, %[[A:.*]]: f32, %[[B:.*]]: memref<?xf32>)
func.func @everything(%i: i64, %bytes: i32, %stream: !llvm.ptr, %a: f32, %b: memref<?xf32>) {
  %t = gpu.wait async
  // CHECK: %{{.*}} = nv_tileaa.launch_func async [%{{.*}}]{{ *}}<%[[S]] : !llvm.ptr> @m::@two clusters in (%[[I]], %[[I]], %[[I]]) blocks in (%[[I]], %[[I]], %[[I]]) threads in (%[[I]], %[[I]], %[[I]]) : i64 dynamic_shared_memory_size %[[BYTES]] args(%[[A]] : f32, %[[B]] : memref<?xf32>) {trace}
  %u = nv_tileaa.launch_func async [%t] <%stream : !llvm.ptr> @m::@two clusters in (%i, %i, %i)
      blocks in (%i, %i, %i) threads in (%i, %i, %i) : i64 dynamic_shared_memory_size %bytes
      args(%a : f32, %b : memref<?xf32>) {trace}
  return
}
