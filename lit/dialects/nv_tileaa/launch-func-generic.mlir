// The generic form has one kernel symbol and thirteen segment sizes. Both names of the segment sizes are parsed.

// RUN: tileiras-opt --mlir-print-op-generic %s | FileCheck %s
// RUN: tileiras-opt --mlir-print-op-generic %s | tileiras-opt --mlir-print-op-generic | FileCheck %s

gpu.module @m {
  gpu.func @none() kernel { gpu.return }
  gpu.func @one(%a: f32) kernel { gpu.return }
}

func.func @forms(%i: index, %j: i64, %bytes: i32, %a: f32, %stream: !llvm.ptr) {
  %t = gpu.wait async

  // CHECK: "nv_tileaa.launch_func"(%{{.*}}) <{kernel = @m::@none, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}> : (index, index, index, index, index, index) -> ()
  nv_tileaa.launch_func @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i)

  // CHECK: "nv_tileaa.launch_func"(%{{.*}}) <{kernel = @m::@one, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}> : (index, index, index, index, index, index, f32) -> ()
  nv_tileaa.launch_func @m::@one blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)

  // CHECK: "nv_tileaa.launch_func"(%{{.*}}) <{kernel = @m::@one, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>}> {trace} : (!gpu.async.token, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, f32, !llvm.ptr) -> !gpu.async.token
  %u = nv_tileaa.launch_func async [%t] <%stream : !llvm.ptr> @m::@one clusters in (%j, %j, %j) blocks in (%j, %j, %j)
      threads in (%j, %j, %j) : i64 dynamic_shared_memory_size %bytes args(%a : f32) {trace}

  // The sizes as a property under their old name.
  // CHECK: "nv_tileaa.launch_func"(%{{.*}}) <{kernel = @m::@one, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}> : (
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i, %a)
      <{kernel = @m::@one, operand_segment_sizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}>
      : (index, index, index, index, index, index, f32) -> ()

  // As an attribute under their old name.
  // CHECK: "nv_tileaa.launch_func"(%{{.*}}) <{kernel = @m::@one, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}> : (
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i, %a)
      {kernel = @m::@one, operand_segment_sizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}
      : (index, index, index, index, index, index, f32) -> ()

  // As an attribute under their name.
  // CHECK: "nv_tileaa.launch_func"(%{{.*}}) <{kernel = @m::@one, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}> : (
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i, %a)
      {kernel = @m::@one, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}
      : (index, index, index, index, index, index, f32) -> ()
  return
}
