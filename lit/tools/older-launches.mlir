// Launches in the forms of older releases become the launches that they were (reference 003).

// RUN: tileiras-opt %s --split-input-file | FileCheck %s
// RUN: tileiras-opt %s --split-input-file --convert-gpu-to-nv-tileaa | FileCheck %s --check-prefix=TILEAA
// RUN: sed 's/gpu.launch_func/nv_tileaa.launch_func/' %s | tileiras-opt --split-input-file | FileCheck %s --check-prefix=TILEAA

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel { gpu.return }
    gpu.func @j(%a: i32, %b: f32) kernel { gpu.return }
  }
  // CHECK-LABEL: @kernel_in_parts
  // TILEAA-LABEL: @kernel_in_parts
  func.func @kernel_in_parts(%i: index) {
    // CHECK-COUNT-6: gpu.launch_func  @m::@k blocks in (%{{.*}}, %{{.*}}, %{{.*}}) threads in (%{{.*}}, %{{.*}}, %{{.*}}){{ $}}
    // TILEAA-COUNT-6: nv_tileaa.launch_func  @m::@k blocks in
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        <{kernelFunc = @k, kernelModule = @m, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        : (index, index, index, index, index, index) -> ()
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        {kernelModule = @m, kernelFunc = @k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}
        : (index, index, index, index, index, index) -> ()
    // Names are symbols or strings, and that of the function can be the whole reference.
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        {kernelModule = "m", kernelFunc = @m::@k, operand_segment_sizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}
        : (index, index, index, index, index, index) -> ()
    // One part is a property, the other one an attribute.
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        <{kernelModule = @m, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}> {kernelFunc = @k}
        : (index, index, index, index, index, index) -> ()
    // Beside the kernel, they agree with it. MLIR would drop such properties.
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        <{kernel = @m::@k, kernelFunc = @k, kernelModule = @m,
          operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        : (index, index, index, index, index, index) -> ()
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}> {kernel = @m::@k}
        : (index, index, index, index, index, index) -> ()
    return
  }
  // CHECK-LABEL: @segments
  // TILEAA-LABEL: @segments
  func.func @segments(%i: index, %a: i32, %b: f32, %s: i32, %o: !llvm.ptr) {
    // Nine segments, without clusters and asynchronous object.
    // CHECK: gpu.launch_func  @m::@k blocks in ({{.*}}) threads in ({{.*}}) dynamic_shared_memory_size %arg3
    // TILEAA: launch_func  @m::@k blocks in ({{.*}}) threads in ({{.*}}) dynamic_shared_memory_size %arg3
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %s)
        {kernel = @m::@k, operand_segment_sizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0>}
        : (index, index, index, index, index, index, i32) -> ()
    // CHECK: gpu.launch_func  @m::@j blocks in ({{.*}}) threads in ({{.*}}) args(%arg1 : i32, %arg2 : f32)
    // TILEAA: launch_func  @m::@j blocks in ({{.*}}) threads in ({{.*}}) args(%arg1 : i32, %arg2 : f32)
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %a, %b)
        <{kernel = @m::@j, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 2>}>
        : (index, index, index, index, index, index, i32, f32) -> ()
    // Ten segments, without clusters.
    // CHECK: gpu.launch_func <%arg4 : !llvm.ptr> @m::@j blocks in ({{.*}}) threads in ({{.*}}) dynamic_shared_memory_size %arg3 args(
    // TILEAA: launch_func <%arg4 : !llvm.ptr> @m::@j blocks in ({{.*}}) threads in ({{.*}}) dynamic_shared_memory_size %arg3 args(
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %s, %a, %b, %o)
        {kernel = @m::@j, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 2, 1>}
        : (index, index, index, index, index, index, i32, i32, f32, !llvm.ptr) -> ()
    // In parts, and as a dense vector.
    // CHECK: gpu.launch_func  @m::@j blocks in ({{.*}}) threads in ({{.*}}) args(%arg1 : i32, %arg2 : f32)
    // TILEAA: launch_func  @m::@j blocks in ({{.*}}) threads in ({{.*}}) args(%arg1 : i32, %arg2 : f32)
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %a, %b)
        {kernelFunc = @j, kernelModule = @m, operand_segment_sizes = dense<[0, 1, 1, 1, 1, 1, 1, 0, 2]> : vector<9xi32>}
        : (index, index, index, index, index, index, i32, f32) -> ()
    // CHECK: gpu.launch_func  @m::@k clusters in
    // TILEAA: launch_func  @m::@k clusters in
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %i, %i, %i)
        <{kernel = @m::@k, operandSegmentSizes = dense<[0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0]> : tensor<13xi32>}>
        : (index, index, index, index, index, index, index, index, index) -> ()
    // Both spellings, with the same value.
    // CHECK: gpu.launch_func  @m::@k blocks in
    // TILEAA: launch_func  @m::@k blocks in
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>,
          operand_segment_sizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0>}>
        : (index, index, index, index, index, index) -> ()
    // The custom form says it already.
    // CHECK: gpu.launch_func  @m::@j blocks in ({{.*}}) threads in ({{.*}}) args(%arg1 : i32, %arg2 : f32)
    // TILEAA: launch_func  @m::@j blocks in ({{.*}}) threads in ({{.*}}) args(%arg1 : i32, %arg2 : f32)
    gpu.launch_func @m::@j blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : i32, %b : f32)
        {kernel = @m::@j, operand_segment_sizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 2>}
    return
  }
}

// -----

// Through aliases; the names need quotes.
#kernel = "k \22"
#segments = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0>
#properties = {kernelFunc = #kernel, kernelModule = @"m 1", operandSegmentSizes = #segments}
module attributes {gpu.container_module} {
  gpu.module @"m 1" { gpu.func @"k \22"() kernel { gpu.return } }
  // CHECK-LABEL: @aliases
  // TILEAA-LABEL: @aliases
  func.func @aliases(%i: index) {
    // CHECK: gpu.launch_func  @"m 1"::@"k \22" blocks in
    // TILEAA: launch_func  @"m 1"::@"k \22" blocks in
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i) <#properties> : (index, index, index, index, index, index) -> ()
    return
  }
}

// -----

// Both spellings of the segments, in other forms.
module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k(%n: i32) kernel { gpu.return } }
  // CHECK-LABEL: @spelt_twice
  // TILEAA-LABEL: @spelt_twice
  func.func @spelt_twice(%i: index, %n: i32) {
    // CHECK-COUNT-3: gpu.launch_func  @m::@k blocks in ({{.*}}) threads in ({{.*}}) args(%arg1 : i32)
    // TILEAA-COUNT-3: launch_func  @m::@k blocks in ({{.*}}) threads in ({{.*}}) args(%arg1 : i32)
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %n)
        {kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>,
         operand_segment_sizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 1>}
        : (index, index, index, index, index, index, i32) -> ()
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %n)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 1>,
          operand_segment_sizes = dense<[0, 1, 1, 1, 1, 1, 1, 0, 1]> : vector<9xi32>}>
        : (index, index, index, index, index, index, i32) -> ()
    // Parts that agree say nothing more.
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%n : i32)
        {kernelModule = @m, kernelFunc = "k"}
    return
  }
}
