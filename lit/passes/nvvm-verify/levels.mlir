// The options `errors` and `warnings` give a rule another severity. `disable` takes precedence over both.

// RUN: not tileiras-opt --nvvm-verify %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEFAULT --implicit-check-not='{{error|warning|remark}}:'
// DEFAULT: error: 'llvm.func' op 'nvvm.cluster_dim' must ask for at most 16 CTAs, got 32 [cluster-hardware-cap]
// DEFAULT: warning: 'llvm.func' op 'nvvm.maxntid' {{.*}} [maxntid-cap]

// RUN: not tileiras-opt --nvvm-verify='errors=maxntid-cap warnings=cluster-hardware-cap' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SWAPPED --implicit-check-not='{{error|warning|remark}}:'
// SWAPPED: warning: {{.*}} [cluster-hardware-cap]
// SWAPPED: error: {{.*}} [maxntid-cap]

// RUN: tileiras-opt --nvvm-verify='warnings=cluster-hardware-cap' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOWERED --implicit-check-not='{{error|remark}}:'
// LOWERED: warning: {{.*}} [cluster-hardware-cap]
// LOWERED: warning: {{.*}} [maxntid-cap]

// With warnings-as-errors these are errors as well:
// RUN: not tileiras-opt --nvvm-verify='warnings=cluster-hardware-cap warnings-as-errors' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL --implicit-check-not='{{warning|remark}}:'
// ALL: error: {{.*}} [cluster-hardware-cap]
// ALL: error: {{.*}} [maxntid-cap]

// RUN: tileiras-opt --nvvm-verify='errors=maxntid-cap,cluster-hardware-cap warnings=maxntid-cap disable=maxntid-cap,cluster-hardware-cap' %s -o /dev/null 2>&1 | count 0

// A rule that is a remark is checked if it has another severity, also without `pedantic`:
// RUN: not tileiras-opt --nvvm-check-bodies='errors=thread-set-unknown chip=sm_90a' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: error: 'nvvm.setmaxregister' op {{.*}} [thread-set-unknown]

// RUN: not tileiras-opt --nvvm-verify='errors=maxntid-cup' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tileiras-opt --nvvm-verify='warnings=maxntid-cup' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: unknown rule 'maxntid-cup', did you mean 'maxntid-cap'?

// In the pipeline:
// RUN: tileiras-opt --nvvm-launch='warnings=cluster-hardware-cap disable=maxntid-cap' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: warning: {{.*}} [cluster-hardware-cap]

llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>, nvvm.cluster_dim = array<i32: 32, 1, 1>} {
  llvm.return
}

llvm.func @m(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 2048>, nvvm.maxnreg = 32 : i32} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %a = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i1
  %c = llvm.load %a : !llvm.ptr<1> -> i1
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  nvvm.setmaxregister decrease 24
  llvm.br ^bb2
^bb2:
  llvm.return
}
