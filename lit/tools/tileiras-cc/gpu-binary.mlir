// A gpu.binary beside the gpu.module that is compiled is named, with its kernels: they are not in the output. Who names
// the gpu.module knows that.

// RUN: tileiras-cc %s -o %t.cubin 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: tileiras-contract show %t.cubin | FileCheck %s --check-prefix=SHOW
// RUN: tileiras-cc %s --gpu-module=m -o %t.cubin 2>&1 | count 0
// SHOW: cubin, sm_90, 1 function with launch facts

module attributes {gpu.container_module} {
  // CHECK: gpu-binary.mlir:[[#@LINE+1]]:3: warning: 'gpu.binary' op is compiled already, and is not in the output: 'a', 'b'
  gpu.binary @ready [#gpu.object<#nvvm.target<chip = "sm_90">, assembly = ".version 8.0\n.target sm_90\n.visible .entry b() { ret; }\n.visible .entry a() { ret; }">]
  // CHECK: gpu-binary.mlir:[[#@LINE+6]]:3: note: this gpu.module is compiled
  // CHECK: gpu-binary.mlir:[[#@LINE+2]]:5: warning: 'gpu.binary' op is compiled already, and is not in the output{{$}}
  module {
    gpu.binary @unread [#gpu.object<#nvvm.target<chip = "sm_90">, "BC">]
  }
  // CHECK: gpu-binary.mlir:[[#@LINE+1]]:3: note: this gpu.module is compiled
  gpu.module @m [#nvvm.target<chip = "sm_90">] { gpu.func @k() kernel { gpu.return } }
}
