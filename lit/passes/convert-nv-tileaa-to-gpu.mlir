// Every nv_tileaa.launch_func becomes gpu.launch_func, operand for operand; nothing else changes.

// RUN: tileiras-opt --convert-nv-tileaa-to-gpu %s 2>/dev/null | FileCheck %s --implicit-check-not=nv_tileaa.launch_func
// RUN: tileiras-opt --convert-nv-tileaa-to-gpu %s --mlir-pass-statistics 2>&1 >/dev/null | FileCheck %s --check-prefix=STATS

// Both conversions in sequence change nothing, whichever is first.
// RUN: tileiras-opt %s -o %t.dialect
// RUN: tileiras-opt %s --convert-nv-tileaa-to-gpu --convert-gpu-to-nv-tileaa 2>/dev/null | diff %t.dialect -
// RUN: tileiras-opt %s --convert-nv-tileaa-to-gpu -o %t.gpu 2>/dev/null
// RUN: tileiras-opt %t.gpu --convert-gpu-to-nv-tileaa --convert-nv-tileaa-to-gpu 2>/dev/null | diff %t.gpu -

// A stock mlir-opt accepts the result.
// RUN: mlir-opt %t.gpu -o /dev/null

// STATS: ConvertNVTileAAToGPU
// STATS: (S) 8 launches-converted

// CHECK: module attributes {gpu.container_module} {
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @none() kernel { gpu.return }
    gpu.func @two(%a: f32, %b: memref<?xf32>) kernel { gpu.return }
    llvm.func @lowered(%a: f32) attributes {gpu.kernel, nvvm.kernel} { llvm.return }
    gpu.module @inner { gpu.func @deep() kernel { gpu.return } }
  }
  gpu.binary @compiled [#gpu.object<#nvvm.target, "">]

  // CHECK-LABEL: func.func @sizes
  // CHECK-SAME: (%[[A:[^:]*]]: index, %[[B:[^:]*]]: index, %[[C:[^:]*]]: index, %[[D:[^:]*]]: index, %[[E:[^:]*]]: index, %[[F:[^:]*]]: index, %[[G:[^:]*]]: index, %[[H:[^:]*]]: index, %[[I:[^:]*]]: index)
  func.func @sizes(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index, %i: index) {
    // CHECK-NEXT: gpu.launch_func @m::@none clusters in (%[[A]], %[[B]], %[[C]]) blocks in (%[[D]], %[[E]], %[[F]]) threads in (%[[G]], %[[H]], %[[I]]){{ *$}}
    nv_tileaa.launch_func @m::@none clusters in (%a, %b, %c) blocks in (%d, %e, %f) threads in (%g, %h, %i)
    // CHECK-NEXT: gpu.launch_func @m::@none blocks in (%[[A]], %[[B]], %[[C]]) threads in (%[[D]], %[[E]], %[[F]]){{ *$}}
    nv_tileaa.launch_func @m::@none blocks in (%a, %b, %c) threads in (%d, %e, %f)
    // CHECK-NEXT: gpu.launch_func @m::@inner::@deep blocks
    nv_tileaa.launch_func @m::@inner::@deep blocks in (%a, %b, %c) threads in (%d, %e, %f)
    // CHECK-NEXT: return
    return
  }

  // CHECK-LABEL: func.func @everything
  // CHECK-SAME: (%[[I:.*]]: i64, %[[BYTES:.*]]: i32, %[[S:.*]]: !llvm.ptr, %[[A:.*]]: f32, %[[B:.*]]: memref<?xf32>)
  func.func @everything(%i: i64, %bytes: i32, %stream: !llvm.ptr, %a: f32, %b: memref<?xf32>) {
    // CHECK: %[[T:.*]] = gpu.wait async
    %t = gpu.wait async
    // CHECK: %[[U:.*]] = gpu.launch_func async [%[[T]]]{{ *}}<%[[S]] : !llvm.ptr> @m::@two clusters in (%[[I]], %[[I]], %[[I]]) blocks in (%[[I]], %[[I]], %[[I]]) threads in (%[[I]], %[[I]], %[[I]]) : i64 dynamic_shared_memory_size %[[BYTES]] args(%[[A]] : f32, %[[B]] : memref<?xf32>) {purpose = "warm-up"}
    %u = nv_tileaa.launch_func async [%t] <%stream : !llvm.ptr> @m::@two clusters in (%i, %i, %i) blocks in (%i, %i, %i)
        threads in (%i, %i, %i) : i64 dynamic_shared_memory_size %bytes args(%a : f32, %b : memref<?xf32>) {purpose = "warm-up"}
    // The uses of the token are replaced.
    // CHECK: gpu.wait [%[[U]]]
    gpu.wait [%u]
    return
  }

  // CHECK-LABEL: func.func @kernels
  func.func @kernels(%i: i64, %a: f32, %stream: !llvm.ptr) {
    // CHECK-NEXT: gpu.launch_func @m::@lowered
    nv_tileaa.launch_func @m::@lowered blocks in (%i, %i, %i) threads in (%i, %i, %i) : i64 args(%a : f32)
    // A kernel in a gpu.binary has no signature.
    // CHECK-NEXT: gpu.launch_func @compiled::@k
    nv_tileaa.launch_func @compiled::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) : i64 args(%a : f32)
    // CHECK-NEXT: gpu.launch_func <%{{.*}} : !llvm.ptr> @compiled::@k
    nv_tileaa.launch_func <%stream : !llvm.ptr> @compiled::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) : i64
    return
  }

  // CHECK-LABEL: func.func @in_a_region
  func.func @in_a_region(%i: index, %n: index) {
    // CHECK: scf.for
    scf.for %j = %i to %n step %i {
      // CHECK: gpu.launch_func @m::@none
      nv_tileaa.launch_func @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i)
    }
    return
  }
}
