// Options for ptxas of a #nvvm.target, which upstream's serialisation passes on, are not read. They can change facts.

// RUN: tileiras-cc %s --emit=ptx -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning

// CHECK: target-options-errors.mlir:[[#@LINE+1]]:1: warning: 'gpu.module' op 'ptxas-cmd-options' of '#nvvm.target' is ignored: give the options with --ptxas-option
gpu.module @m [#nvvm.target<chip = "sm_90", flags = {"ptxas-cmd-options" = ["--maxrregcount=32"]}>] {
  llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64>} {
    llvm.return
  }
}
