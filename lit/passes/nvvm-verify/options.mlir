// The options in the help text and in a pipeline that is printed and read back.

// RUN: tileiras-opt --help | FileCheck %s --check-prefix=HELP
// HELP: --nvvm-verify - Check launch contracts; changes nothing
// HELP-NEXT: --chip=<string> - The chip to check for, such as sm_90a; default: the #nvvm.target of the enclosing gpu.module
// HELP-NEXT: --disable=<string> - Ids of rules that are not checked
// HELP-NEXT: --errors=<string> - Ids of rules whose violations are errors
// HELP-NEXT: --form=<value> - The forms of facts that are no faults
// HELP-NEXT: =any - the canonical form, and the forms that upstream MLIR 22 writes
// HELP-NEXT: =canonical - the form that the passes after nvvm-transplant read
// HELP-NEXT: --pedantic - Check the rules of severity remark, too
// HELP-NEXT: --ptx=<string> - The PTX version to check for, such as 8.4
// HELP-NEXT: --warnings=<string> - Ids of rules whose violations are warnings
// HELP-NEXT: --warnings-as-errors - Report warnings as errors

// RUN: tileiras-opt --nvvm-verify='chip=sm_90a ptx=8.4 disable=dim-shape,unit-shape warnings-as-errors' --dump-pass-pipeline %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: tileiras-opt --pass-pipeline='builtin.module(nvvm-verify{chip=sm_90a disable={dim-shape,unit-shape} ptx=8.4 warnings-as-errors=true})' --dump-pass-pipeline %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// DUMP: nvvm-verify{chip=sm_90a disable={dim-shape,unit-shape} form=any pedantic=false ptx=8.4 warnings-as-errors=true}

llvm.func @k() attributes {nvvm.kernel}
