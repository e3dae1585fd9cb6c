// Kernels outside the gpu.module that is compiled are rejected, as they would be lost. Host code without launch facts
// is ignored.

// RUN: split-file %s %t
// RUN: not tileiras-cc %t/kernel.mlir --gpu-name=sm_90 -o %t/kernel.cubin 2>&1 | FileCheck %s
// RUN: tileiras-cc %t/host.mlir --gpu-name=sm_90 -o %t/host.cubin
// RUN: not tileiras-cc %t/names.mlir --gpu-name=sm_90 --gpu-module=m -o %t/names.cubin 2>&1 | FileCheck %s --check-prefix=NAMES

//--- kernel.mlir
module {
  // CHECK: kernel.mlir:3:3: error: 'llvm.func' op has launch facts but is outside the gpu.module that is compiled
  llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} { llvm.return }
  module {
    // CHECK: kernel.mlir:6:5: error: 'llvm.func' op has launch facts but is outside the gpu.module that is compiled
    llvm.func @nested() attributes {nvvm.kernel} { llvm.return }
  }
  // CHECK: kernel.mlir:9:3: note: this gpu.module is compiled
  gpu.module @m { llvm.func @k2() attributes {nvvm.kernel} { llvm.return } }
}
//--- host.mlir
module {
  func.func @host() { return }
  gpu.module @m { llvm.func @k() attributes {nvvm.kernel} { llvm.return } }
}
//--- names.mlir
// NAMES: --gpu-module=m: several gpu.modules have this name
module {
  module { gpu.module @m { llvm.func @k() attributes {nvvm.kernel} { llvm.return } } }
  module { gpu.module @m { llvm.func @k() attributes {nvvm.kernel} { llvm.return } } }
}
