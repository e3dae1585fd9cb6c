// A handler that selects one object of a binary: the others are not in the program, and launches are not checked against
// them.

// RUN: tileiras-opt %s --nvvm-verify --verify-diagnostics -o /dev/null

#old = #gpu.object<#nvvm.target<chip = "sm_80">, assembly = ".version 8.0\0A.target sm_80\0A.address_size 64\0A.visible .entry k() { ret; }">
#new = #gpu.object<#nvvm.target<chip = "sm_90">, assembly = ".version 8.0\0A.target sm_90\0A.address_size 64\0A.visible .entry k() { ret; }">
module attributes {gpu.container_module} {
  gpu.binary @any [#old, #new]
  gpu.binary @first <#gpu.select_object<0>> [#old, #new]
  gpu.binary @second <#gpu.select_object<1>> [#old, #new]
  gpu.binary @target <#gpu.select_object<#nvvm.target<chip = "sm_90">>> [#old, #new]
  func.func @host() {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    // expected-error@+1 {{'gpu.launch_func' op cluster must have at most 1 CTA on sm_80, which has no clusters, got 2, compiled for sm_80 [launch-cluster-exceeds]}}
    gpu.launch_func @any::@k clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op cluster must have at most 1 CTA on sm_80, which has no clusters, got 2, compiled for sm_80 [launch-cluster-exceeds]}}
    gpu.launch_func @first::@k clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @second::@k clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @target::@k clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
