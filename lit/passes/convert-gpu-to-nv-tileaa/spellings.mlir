// Both spellings of the segment sizes, as a property and as an attribute, become operandSegmentSizes.

// RUN: tileiras-opt --convert-gpu-to-nv-tileaa --mlir-print-op-generic %s | FileCheck %s --implicit-check-not=operand_segment_sizes

module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k(%a: f32) kernel { gpu.return } }

  func.func @f(%i: index, %a: f32) {
    // CHECK: "nv_tileaa.launch_func"(%{{.*}}) <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}> : (
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %a)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}>
        : (index, index, index, index, index, index, f32) -> ()
    // CHECK: "nv_tileaa.launch_func"(%{{.*}}) <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}> : (
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %a)
        <{kernel = @m::@k, operand_segment_sizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}>
        : (index, index, index, index, index, index, f32) -> ()
    // CHECK: "nv_tileaa.launch_func"(%{{.*}}) <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}> : (
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %a)
        {kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}
        : (index, index, index, index, index, index, f32) -> ()
    // CHECK: "nv_tileaa.launch_func"(%{{.*}}) <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}> : (
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %a)
        {kernel = @m::@k, operand_segment_sizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}
        : (index, index, index, index, index, index, f32) -> ()
    return
  }
}
