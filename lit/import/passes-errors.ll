; RUN: not tileiras-translate --import-nvvm --passes='builtin.module(no-such-pass)' %s 2>&1 | FileCheck %s --check-prefix=NAME
; RUN: not tileiras-translate --import-nvvm --passes='builtin.module(nvvm-transplant)' %s 2>&1 | FileCheck %s --check-prefix=PASS --implicit-check-not=llvm.func{{\ }}@k

; NAME: passes-errors.ll:0:0: error: --passes: {{.*}}'no-such-pass' does not refer to a registered pass or pass pipeline
; PASS: passes-errors.ll:[[#@LINE+1]]:1: error: 'llvm.func' op 'nvvm.maxntid' has conflicting values in x: 64 and 32
define void @k() {
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"maxntidx", i32 64}
!1 = !{ptr @k, !"maxntidx", i32 32}
