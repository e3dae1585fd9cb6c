// The segment sizes of each launch are equal before and after the conversion. The launches here have different
// operands, so that no two segments can be exchanged unnoticed. The example has launches of all forms.

// RUN: tileiras-opt --mlir-print-op-generic %s | grep launch_func | grep -o 'array<i32: [^>]*>' > %t.before
// RUN: tileiras-opt --convert-gpu-to-nv-tileaa --mlir-print-op-generic %s | grep nv_tileaa.launch_func | grep -o 'array<i32: [^>]*>' > %t.after
// RUN: diff %t.before %t.after
// RUN: count 3 < %t.after

// RUN: tileiras-opt --mlir-print-op-generic %examples/host_launch.mlir | grep launch_func | grep -o 'array<i32: [^>]*>' > %t.before
// RUN: tileiras-opt --convert-gpu-to-nv-tileaa --mlir-print-op-generic %examples/host_launch.mlir | grep nv_tileaa.launch_func | grep -o 'array<i32: [^>]*>' > %t.after
// RUN: diff %t.before %t.after
// RUN: count 16 < %t.after

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel { gpu.return }
    gpu.func @one(%s: !llvm.ptr) kernel { gpu.return }
  }

  func.func @f(%i: index, %bytes: i32, %p: !llvm.ptr) {
    %t = gpu.wait async
    gpu.launch_func [%t, %t] <%p : !llvm.ptr> @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    gpu.launch_func @m::@one blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%p : !llvm.ptr)
    gpu.launch_func [%t] @m::@k clusters in (%i, %i, %i) blocks in (%i, %i, %i) threads in (%i, %i, %i)
        dynamic_shared_memory_size %bytes
    return
  }
}
