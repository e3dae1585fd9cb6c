// MLIR's parser drops an unknown property of the generic form without a word. A launch attribute there is an error.

// RUN: not tileiras-cc %s --gpu-name=sm_90 --emit=mlir -o - 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not tileiras-contract show %s 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: :[[#@LINE+1]]:105: error: 'nvvm.maxnreg' is not a property of this operation, and MLIR's parser would drop it; move it from '<{...}>' to the dictionary after the regions
"llvm.func"() <{sym_name = "k", function_type = !llvm.func<void ()>, CConv = #llvm.cconv<ptx_kernelcc>, nvvm.maxnreg = 32 : i32, linkage = #llvm.linkage<external>}> ({
  "llvm.return"() : () -> ()
}) {nvvm.minctasm = 1 : i32} : () -> ()
