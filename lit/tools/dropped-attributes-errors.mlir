// MLIR's parser drops some attributes without a message. Each is an error at its place, in each tool that reads MLIR text.

// RUN: not tileiras-opt %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not tileiras-opt --split-input-file < %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not tileiras-translate --export-nvvm %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not tileiras-translate --export-nvvm-legacy %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not tileiras-translate --mlir-to-llvmir %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not tileiras-translate --nvvm-to-ptx-header %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not tileiras-cc --gpu-name=sm_90 %s -o %t 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not tileiras-contract show %s 2>&1 | FileCheck %s --implicit-check-not=error:

// An attribute of another kind than the declared one, where the parser of the operation is written by hand.
gpu.module @m {
  // CHECK: :[[#@LINE+1]]:40: error: 'gpu.func' op attribute 'known_block_size' failed to satisfy constraint: i32 dense array attribute with 3 elements (if present), and MLIR's parser would drop it
  gpu.func @array() kernel attributes {known_block_size = [512, 1, 1]} { gpu.return }
  gpu.func @lines(%a: i32 {llvm.noundef})
    workgroup(%b: memref<32xf32, 3>)
    kernel
    // CHECK: :[[#@LINE+3]]:5: error: 'gpu.func' op attribute 'known_cluster_size' failed to satisfy constraint: i32 dense array attribute with 3 elements (if present), and MLIR's parser would drop it
    attributes { // { "
    nvvm.minctasm = 1 : i32,
    "known_cluster\5Fsize" = array<i64: 2, 1, 1>} {
    gpu.return
  }
}
// CHECK: :[[#@LINE+1]]:34: error: 'llvm.func' op attribute 'passthrough' failed to satisfy constraint: array attribute, and MLIR's parser would drop it
llvm.func @string() attributes { passthrough = "nvvm.maxnreg" }
// CHECK: :[[#@LINE+1]]:38: error: 'llvm.func' op attribute 'passthrough' failed to satisfy constraint: array attribute, and MLIR's parser would drop it
llvm.func @dictionary() attributes { passthrough = {nvvm.maxnreg = "32"} }
// CHECK: :[[#@LINE+1]]:30: error: 'llvm.func' op attribute 'passthrough' failed to satisfy constraint: array attribute, and MLIR's parser would drop it
llvm.func @u() attributes {  passthrough } { llvm.return }
// CHECK: :[[#@LINE+1]]:31: error: 'llvm.func' op attribute 'reqd_work_group_size' failed to satisfy constraint: i32 dense array attribute, and MLIR's parser would drop it
llvm.func @open() attributes {reqd_work_group_size = [8, 8, 1]}

// Through aliases.
#size = [512, 1, 1]
#alias = #size
gpu.module @aliases {
  // CHECK: :[[#@LINE+1]]:40: error: 'gpu.func' op attribute 'known_block_size' failed to satisfy constraint: i32 dense array attribute with 3 elements (if present), and MLIR's parser would drop it
  gpu.func @alias() kernel attributes {known_block_size = #alias} { gpu.return }
}
// CHECK: :[[#@LINE+1]]:75: error: 'passthrogh' is not a property of this operation, and MLIR's parser would drop it; move it from '<{...}>' to the dictionary after the regions
#properties = {sym_name = "p", function_type = !llvm.func<void ()>,       passthrogh = ["nvvm.maxnreg"]}
"llvm.func"() <#properties> ({}) : () -> ()

// Properties that the operation does not have.
// CHECK: :[[#@LINE+1]]:75: error: 'known_block_size' is not a property of this operation, and MLIR's parser would drop it; move it from '<{...}>' to the dictionary after the regions
"llvm.func"() <{sym_name = "q", function_type = !llvm.func<void ()>,      known_block_size = array<i32: 1, 1, 1>}> ({}) : () -> ()

// An attribute beside properties.
// CHECK: :[[#@LINE+1]]:78: error: 'llvm.func' op attribute 'passthrough' failed to satisfy constraint: array attribute, and MLIR's parser would drop it
"llvm.func"() <{sym_name = "r", function_type = !llvm.func<void ()>}> ({}) { passthrough = "nvvm.maxnreg"} : () -> ()
// CHECK: :[[#@LINE+2]]:7: error: 'llvm.func' op has 'passthrough' as a property and as an attribute, with different values, and MLIR's parser would drop the attribute
"llvm.func"() <{sym_name = "s", function_type = !llvm.func<void ()>, passthrough = ["a"]}> ({})
    { passthrough = ["b"]} : () -> ()
