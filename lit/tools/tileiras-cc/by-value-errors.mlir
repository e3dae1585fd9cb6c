// A pass that drops `llvm.byval` changes how an argument is passed.

// RUN: not tileiras-cc %s --gpu-name=sm_90a --emit=llvm -o %t --passes="builtin.module(gpu.module(convert-gpu-to-nvvm))" 2>&1 \
// RUN: | FileCheck %s

gpu.module @kernels {
  // CHECK: by-value-errors.mlir:[[@LINE+1]]:3: error: --passes dropped 'llvm.byval' of an argument, which decides how it is passed
  gpu.func @k(%p: !llvm.ptr {llvm.byval = !llvm.struct<(i32, f32)>, llvm.align = 4 : i64}) kernel {
    gpu.return
  }
}
