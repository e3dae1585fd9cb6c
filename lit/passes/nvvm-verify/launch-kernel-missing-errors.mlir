// A launch of a kernel that no object of its binary has.

// RUN: tileiras-opt %s --nvvm-verify --verify-diagnostics -o /dev/null
// RUN: sed /expected-/d %s | tileiras-opt --nvvm-verify=disable=launch-kernel-missing -o /dev/null 2>&1 | count 0

module attributes {gpu.container_module} {
  gpu.binary @one [#gpu.object<#nvvm.target, assembly = ".version 8.0\0A.target sm_90\0A.address_size 64\0A.visible .entry _Z1kv() { ret; }">]
  // The second object has it, which a handler can select.
  gpu.binary @two [
    #gpu.object<#nvvm.target, assembly = ".version 8.0\0A.target sm_90\0A.address_size 64\0A.visible .entry _Z1kv() { ret; }">,
    #gpu.object<#nvvm.target, assembly = ".version 8.0\0A.target sm_90\0A.address_size 64\0A.visible .entry k() { ret; } .entry b() { ret; } .entry c() { ret; } .entry d() { ret; } .entry e() { ret; } .func f() { ret; }">
  ]
  func.func @host(%n: index) {
    gpu.launch_func @one::@_Z1kv blocks in (%n, %n, %n) threads in (%n, %n, %n)
    // expected-error@+1 {{'gpu.launch_func' op kernel 'k' must be in the binary, which has '_Z1kv' [launch-kernel-missing]}}
    gpu.launch_func @one::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.launch_func @two::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.launch_func @two::@_Z1kv blocks in (%n, %n, %n) threads in (%n, %n, %n)
    // A function is no kernel.
    // expected-error@+1 {{'nv_tileaa.launch_func' op kernel 'f' must be in the binary, which has '_Z1kv', 'b', 'c', 'd' and 2 more [launch-kernel-missing]}}
    nv_tileaa.launch_func @two::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
