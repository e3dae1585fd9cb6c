// A failed run does not change the IR, including functions that could be exported.

// RUN: not tileiras-opt --nvvm-export --mlir-print-ir-after-failure %s 2>&1 >/dev/null | FileCheck %s
// RUN: not tileiras-opt --nvvm-export=legacy --mlir-print-ir-after-failure %s 2>&1 >/dev/null | FileCheck %s
// RUN: not tileiras-opt --nvvm-transplant=form=upstream --mlir-print-ir-after-failure %s 2>&1 >/dev/null | FileCheck %s

// CHECK: error: {{.*}}'nvvm.minctasm'
// CHECK: llvm.func @good() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
llvm.func @good() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32} { llvm.return }
// CHECK: llvm.func @bad() attributes {nvvm.kernel, nvvm.minctasm = true}
llvm.func @bad() attributes {nvvm.kernel, nvvm.minctasm = true} { llvm.return }
