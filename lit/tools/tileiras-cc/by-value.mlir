// Upstream's conversion drops `llvm.byval` of the arguments of a gpu.func. The driver adds it again, also behind a memref
// that becomes several arguments.

// RUN: tileiras-cc %s --gpu-name=sm_90a --emit=llvm -o - | FileCheck %s

// CHECK: define ptx_kernel void @constant(ptr byval({ i32, float }) align 4 "nvvm.grid_constant" %{{[0-9]+}})
// CHECK: define ptx_kernel void @after_memref(ptr %{{[0-9]+}}, ptr %{{[0-9]+}}, i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, ptr byval({ i32, float }) align 4 %{{[0-9]+}}, i64 %{{[0-9]+}})
gpu.module @kernels {
  gpu.func @constant(%p: !llvm.ptr {llvm.byval = !llvm.struct<(i32, f32)>, llvm.align = 4 : i64}) kernel
      attributes {nvvm.grid_constant = array<i32: 1>} {
    gpu.return
  }
  gpu.func @after_memref(%m: memref<4xf32>, %p: !llvm.ptr {llvm.byval = !llvm.struct<(i32, f32)>, llvm.align = 4 : i64},
                         %n: index) kernel {
    gpu.return
  }
}
