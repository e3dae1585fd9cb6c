// `tileiras.allow` on a function or a module suppresses violations of the rules that it names.

// RUN: tileiras-opt --nvvm-verify=chip=sm_90a %s -o /dev/null 2>&1 | count 0
// RUN: sed 's/tileiras.allow/tileiras.other/' %s | not tileiras-opt --nvvm-verify=chip=sm_90a -o /dev/null 2>&1 | grep -c 'error:\|warning:' | FileCheck %s --check-prefix=COUNT --match-full-lines
// COUNT: 6

// The module around the operation that the pass runs on counts, too:
// RUN: tileiras-opt --pass-pipeline='builtin.module(gpu.module(any(nvvm-verify{chip=sm_90a})))' %s -o /dev/null 2>&1 | count 0

module attributes {gpu.container_module, tileiras.allow = ["launch-fact-on-function"]} {
  gpu.module @device attributes {tileiras.allow = ["maxntid-cap"]} {
    // From the module, and from the function itself.
    llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 2048>} {
      llvm.return
    }
    llvm.func @b() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 96>, tileiras.allow = ["warpgroup-threads"]} {
      nvvm.wgmma.fence.aligned
      llvm.return
    }
    llvm.func @c() attributes {nvvm.kernel, nvvm.maxnreg = -1 : i32, tileiras.allow = ["positive-value"]}
    llvm.func @d() attributes {nvvm.maxnreg = 8 : i32}
    // As in LLVM IR.
    llvm.func @e() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 4096>, passthrough = ["noinline", ["tileiras.allow", "maxntid-cap"]]} {
      llvm.return
    }
    llvm.func @p() attributes {nvvm.kernel, nvvm.minctasm = 2 : i32, passthrough = [["tileiras.allow", "minctasm-needs-block , cluster-suppressed"]]} {
      llvm.return
    }
  }
}
