// Host code may have operations, types and attributes of any dialect. The code that is compiled may not.

// RUN: split-file %s %t
// RUN: tileiras-cc %t/host.mlir --emit=ptx -o - | FileCheck %s
// RUN: tileiras-contract show %t/host.mlir | FileCheck %s --check-prefix=SHOW
// RUN: not tileiras-cc %t/device.mlir --emit=ptx -o - 2>&1 | FileCheck %s --check-prefix=DEVICE

// CHECK: .entry k()
// CHECK-NEXT: .reqntid 64, 1, 1
// SHOW: k set 64, 1, 1
// DEVICE: device.mlir:3:5: error: 'cute.copy' op is not an operation of a known dialect, and cannot be compiled
// DEVICE: device.mlir:4:5: error: 'cute.wait' op is not an operation of a known dialect, and cannot be compiled

//--- host.mlir
module attributes {gpu.container_module, cute.version = #cute<version 4>} {
  "cute.layout"() {shape = !cute<shape 1>} : () -> ()
  func.func @main() {
    "cute.launch"() ({
      "cute.yield"() : () -> ()
    }) {kernel = @m::@k} : () -> ()
    return
  }
  gpu.module @m [#nvvm.target<chip = "sm_90">] {
    llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} { llvm.return }
  }
}

//--- device.mlir
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  llvm.func @k() attributes {nvvm.kernel} {
    "cute.copy"() : () -> ()
    "cute.wait"() : () -> ()
    llvm.return
  }
}
