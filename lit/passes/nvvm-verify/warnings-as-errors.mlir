// warnings-as-errors: the same text as an error, and the run fails.

// RUN: tileiras-opt --nvvm-verify %s 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: tileiras-opt --nvvm-verify=warnings-as-errors=false %s 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: not tileiras-opt --nvvm-verify=warnings-as-errors %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not tileiras-opt --pass-pipeline='builtin.module(nvvm-verify{warnings-as-errors=true})' %s 2>&1 | FileCheck %s --check-prefix=ERROR

// WARNING: warning: 'llvm.func' op 'nvvm.maxntid' is ignored on a function that is no kernel [launch-fact-on-function]
// WARNING: llvm.func @f()
// ERROR: error: 'llvm.func' op 'nvvm.maxntid' is ignored on a function that is no kernel [launch-fact-on-function]
// ERROR-NOT: {{^}} llvm.func @f()

// RUN: not tileiras-opt --nvvm-verify=warnings-as-errors=maybe %s 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: for the --warnings-as-errors option: 'maybe' is invalid value for boolean argument! Try 0 or 1

llvm.func @f() attributes {nvvm.maxntid = array<i32: 128, 1, 1>}
