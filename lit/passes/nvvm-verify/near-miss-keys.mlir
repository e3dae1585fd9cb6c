// unknown-launch-attribute: names that other tools read, and names that no fact has, are not reported in any carrier.

// RUN: tileiras-opt --nvvm-transplant --nvvm-verify=warnings-as-errors %s | FileCheck %s

// Keys of NVIDIA's tools, keys of other producers, and keys that are like a launch key but not almost equal to it.
// CHECK: [@k, "local_maxnreg", 32 : i32, "align", 8 : i32, "preserve_n_data", 4 : i32, "full_custom_abi", 1 : i32]
// CHECK-SAME: [@k, "producer", "me", "com.example.maxntidx", 64 : i32, "minreg", 8 : i32, "", 0 : i32]
// CHECK-SAME: [@texture, "texture", 1 : i32]
// CHECK-SAME: [@image, "rdoimage", 0 : i32, "wroimage", 1 : i32, "rdwrimage", 2 : i32]
module attributes {nvvm.annotations = [
  [@k, "local_maxnreg", 32 : i32, "align", 8 : i32, "preserve_n_data", 4 : i32, "full_custom_abi", 1 : i32],
  [@k, "producer", "me", "com.example.maxntidx", 64 : i32, "minreg", 8 : i32, "", 0 : i32],
  [@k, "kernel", 1 : i32, "maxnreg", 64 : i32],
  [@texture, "texture", 1 : i32],
  [@image, "rdoimage", 0 : i32, "wroimage", 1 : i32, "rdwrimage", 2 : i32]
]} {
  llvm.mlir.global external @texture() : i64
  // Entries of LLVM, of clang for OpenMP, of libNVVM, and without a name.
  llvm.func @k() attributes {kernel, other.maxntidx = 64 : i32, passthrough = [
    "noinline", "kernel", ["target-cpu", "sm_90"], ["rocdl.maxntid", "64"], ["nvvm.hidden", "1"],
    "nvvm.annotations_transplanted", ["nvvm.minperctamemory", "8"], ["alignstack", "16"]]}
  llvm.func @image() attributes {nvvm.kernel, nvvm.local_maxnreg = 32 : i32}
}
