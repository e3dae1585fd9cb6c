// Rules of severity remark are checked with the option `pedantic` only. A remark is no failure.

// RUN: tileiras-opt --nvvm-verify %s -o /dev/null 2>&1 | count 0
// RUN: tileiras-opt --nvvm-verify='pedantic warnings-as-errors' %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:
// CHECK: pedantic.mlir:[[@LINE+6]]:1: remark: 'llvm.func' op 'nvvm.maxnreg' of 256 registers is no cap [maxnreg-unlimited]

// RUN: tileiras-opt --nvvm-verify='pedantic disable=maxnreg-unlimited' %s -o /dev/null 2>&1 | count 0
// RUN: not tileiras-opt --nvvm-verify=errors=maxnreg-unlimited %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: 'llvm.func' op 'nvvm.maxnreg' of 256 registers is no cap [maxnreg-unlimited]

llvm.func @unlimited() attributes {nvvm.kernel, nvvm.maxnreg = 256 : i32} { llvm.return }
llvm.func @limited() attributes {nvvm.kernel, nvvm.maxnreg = 255 : i32} { llvm.return }
