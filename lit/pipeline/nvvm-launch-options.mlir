// The options of nvvm-launch are those of its passes; each reaches its pass.

// RUN: tileiras-opt --help | FileCheck %s --check-prefix=HELP
// HELP: --nvvm-launch - Transplant legacy launch annotations, derive facts from kernel specs, legalize, verify, lower launches to nv_tileaa
// HELP-NEXT: --check-bodies - Run nvvm-check-bodies, too
// HELP: --chip=<string> - The chip to compile for
// HELP: --emit-remarks - Say of each derived fact what it was derived from
// HELP: --on-conflict=<value> - What to do when one fact has two values
// HELP: --pedantic - Check the rules of severity remark, too

// RUN: tileiras-opt --nvvm-launch='on-conflict=keep chip=sm_90a ptx=8.4 disable=dim-shape,launch-fact-on-function pedantic warnings-as-errors' --dump-pass-pipeline %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// DUMP: builtin.module(
// DUMP-NEXT: nvvm-transplant{form=canonical on-conflict=keep},
// DUMP-NEXT: nv-tileaa-derive-launch{chip=sm_90a emit-remarks=false},
// DUMP-NEXT: nvvm-legalize{chip=sm_90a ptx=8.4},
// DUMP-NEXT: nvvm-verify{chip=sm_90a disable={dim-shape,launch-fact-on-function} form=canonical pedantic=true ptx=8.4 warnings-as-errors=true},
// DUMP-NEXT: convert-gpu-to-nv-tileaa
// DUMP-NEXT: )

// RUN: tileiras-opt --nvvm-launch='on-conflict=keep check-bodies chip=sm_90a pedantic disable=launch-fact-on-function' --dump-pass-pipeline %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=BODIES
// BODIES: nvvm-verify{
// BODIES-NEXT: nvvm-check-bodies{chip=sm_90a disable={launch-fact-on-function} pedantic=true ptx= warnings-as-errors=false},
// BODIES-NEXT: convert-gpu-to-nv-tileaa

// RUN: tileiras-opt --pass-pipeline='builtin.module(nvvm-launch{on-conflict=last disable=launch-fact-on-function})' %s 2>%t.err | FileCheck %s --check-prefix=LAST
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=warning: < %t.err
// LAST: llvm.func @f() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 64 : i32}
// REMARK: remark: 'llvm.func' op 'nvvm.maxnreg' has conflicting values: 32 and 64

// RUN: not tileiras-opt --nvvm-launch='on-conflict=keep warnings-as-errors' %s 2>&1 | FileCheck %s --check-prefix=WARNING
// WARNING: error: 'llvm.func' op 'nvvm.maxnreg' is ignored on a function that is no kernel [launch-fact-on-function]

// RUN: not tileiras-opt --nvvm-launch=chip=sm_9O %s 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: error: nv-tileaa-derive-launch: unknown chip 'sm_9O', did you mean 'sm_90'?; known chips are sm_50,
// RUN: not tileiras-opt --nvvm-launch=disable=dim-shap %s 2>&1 | FileCheck %s --check-prefix=RULE
// RULE: unknown rule 'dim-shap', did you mean 'dim-shape'?
// RUN: not tileiras-opt --nvvm-launch=on-conflict=first %s 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: for the --on-conflict option: Cannot find option named 'first'!
// RUN: not tileiras-opt --nvvm-launch=bogus=1 %s 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: no such option bogus

module attributes {nvvm.annotations = [[@f, "maxnreg", 64 : i32]]} {
  llvm.func @f() attributes {nvvm.maxnreg = 32 : i32}
}
