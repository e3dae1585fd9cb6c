// The options in the help text and in all textual forms, and the errors for illegal values.

// RUN: tileiras-opt --help | FileCheck %s --check-prefix=HELP
// HELP: --nvvm-transplant - Move legacy launch annotations to canonical nvvm.* attributes
// HELP-NEXT: --form=<value> - The form to write; upstream when upstream's translation follows, which drops canonical facts it does not know
// HELP-NEXT: =canonical - the form that the passes of this project read
// HELP-NEXT: =upstream - the form that upstream's translation to LLVM IR reads: nvvm-export in the same run
// HELP-NEXT: --on-conflict=<value> - What to do when one fact has two values
// HELP-NEXT: =error - refuse; both values and places are named
// HELP-NEXT: =last - the later value holds, as in LLVM's own upgrade; a remark names the discarded one
// HELP-NEXT: =keep - the attribute, or else the earlier value, holds; a remark names the discarded one

// RUN: tileiras-opt --nvvm-transplant=on-conflict=last %s 2>/dev/null | FileCheck %s --check-prefix=LAST
// RUN: tileiras-opt --nvvm-transplant='on-conflict=last' %s 2>/dev/null | FileCheck %s --check-prefix=LAST
// RUN: tileiras-opt --pass-pipeline='builtin.module(nvvm-transplant{on-conflict=last})' %s 2>/dev/null | FileCheck %s --check-prefix=LAST
// RUN: tileiras-opt --pass-pipeline='any(nvvm-transplant{on-conflict=last})' %s 2>/dev/null | FileCheck %s --check-prefix=LAST
// LAST: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 64 : i32}

// RUN: tileiras-opt --pass-pipeline='builtin.module(nvvm-transplant{on-conflict=keep})' %s 2>/dev/null | FileCheck %s --check-prefix=KEEP
// KEEP: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32}

// The default is an error.
// RUN: not tileiras-opt --nvvm-transplant %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not tileiras-opt --nvvm-transplant=on-conflict=error %s 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: 'llvm.func' op 'nvvm.maxnreg' has conflicting values: 32 and 64

// RUN: tileiras-opt --nvvm-transplant=on-conflict=keep --dump-pass-pipeline %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// DUMP: nvvm-transplant{form=canonical on-conflict=keep}

// RUN: not tileiras-opt --nvvm-transplant=on-conflict=first %s 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: for the --on-conflict option: Cannot find option named 'first'!

// RUN: not tileiras-opt --nvvm-transplant=onconflict=last %s 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: no such option onconflict

module attributes {nvvm.annotations = [[@k, "maxnreg", 64 : i32]]} {
  llvm.func @k() attributes {nvvm.maxnreg = 32 : i32}
}
