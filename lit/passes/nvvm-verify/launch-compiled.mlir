// Objects without facts: nothing is reported about launches of their kernels.

// RUN: tileiras-opt %s --nvvm-verify=warnings-as-errors -o /dev/null 2>&1 | count 0

module attributes {gpu.container_module} {
  gpu.binary @empty [#gpu.object<#nvvm.target, "">]
  gpu.binary @no_cubin [#gpu.object<#nvvm.target<chip = "sm_90">, bin = "\7FELF">, #gpu.object<#nvvm.target, bin = "text">]
  gpu.binary @no_fatbin [#gpu.object<#nvvm.target, "\50\ED\55\BA">, #gpu.object<#nvvm.target, "text">]
  gpu.binary @no_ptx [#gpu.object<#nvvm.target, assembly = ".version">, #gpu.object<#nvvm.target, assembly = "\00">]
  gpu.binary @bitcode [#gpu.object<#nvvm.target, offload = "BC">]
  gpu.binary @other_target [#gpu.object<#rocdl.target, assembly = ".version 8.0\0A.target sm_90\0A.address_size 64\0A.visible .entry k()\0A.reqntid 128\0A{\0Aret;\0A}\0A">]
  // A kernel that is not there can be in code that cannot be read.
  gpu.binary @other_kernel [#gpu.object<#nvvm.target, assembly = ".version 8.0\0A.target sm_90\0A.address_size 64\0A.visible .entry other()\0A.reqntid 128\0A{\0Aret;\0A}\0A">, #gpu.object<#nvvm.target, offload = "BC">]
  // A function of the name is not a kernel, and code without kernels can have lost its symbols.
  gpu.binary @function [#gpu.object<#nvvm.target, assembly = ".version 8.0\0A.target sm_90\0A.address_size 64\0A.visible .func k()\0A{\0Aret;\0A}\0A">]
  // A text of PTX can end at a zero byte.
  gpu.binary @right [#gpu.object<#nvvm.target, assembly = ".version 8.0\0A.target sm_90\0A.address_size 64\0A.visible .entry k()\0A.reqntid 64\0A{\0Aret;\0A}\0A\00">]
  func.func @host() {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @empty::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    gpu.launch_func @no_cubin::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    gpu.launch_func @no_fatbin::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    gpu.launch_func @no_ptx::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    gpu.launch_func @bitcode::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    gpu.launch_func @other_target::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    gpu.launch_func @other_kernel::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    gpu.launch_func @function::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    gpu.launch_func @right::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    return
  }
}
