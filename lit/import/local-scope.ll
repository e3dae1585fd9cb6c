; A module without metadata on instructions, functions or variables is printed without collecting aliases. After passes
; they are collected. Both outputs are equal. A module with metadata is printed with aliases.

; RUN: split-file %s %t
; RUN: tileiras-translate --import-nvvm %t/none.ll -o %t/none.mlir
; RUN: tileiras-translate --import-nvvm --passes='builtin.module()' %t/none.ll -o %t/searched.mlir
; RUN: diff %t/none.mlir %t/searched.mlir
; Functions are printed in batches. The output is the same.
; RUN: %python -c "for n in range(700): print(f'define i32 @f{n}(i32 %%p) {{\n  %%q = call i32 @f{n * 7 %% 700}(i32 %%p)\n  ret i32 %%q\n}}')" > %t/many.ll
; RUN: tileiras-translate --import-nvvm %t/many.ll -o %t/many.mlir
; RUN: tileiras-translate --import-nvvm --passes='builtin.module()' %t/many.ll -o %t/whole.mlir
; RUN: diff %t/many.mlir %t/whole.mlir
; RUN: tileiras-translate --import-nvvm --mlir-print-op-generic %t/many.ll -o %t/generic.mlir
; RUN: tileiras-translate --import-nvvm --mlir-print-op-generic --passes='builtin.module()' %t/many.ll | diff %t/generic.mlir -
; RUN: tileiras-translate --import-nvvm --mlir-print-unique-ssa-ids %t/many.ll -o %t/unique.mlir
; RUN: tileiras-translate --import-nvvm --mlir-print-unique-ssa-ids --passes='builtin.module()' %t/many.ll | diff %t/unique.mlir -
; RUN: tileiras-translate --import-nvvm --mlir-print-value-users %t/many.ll -o %t/users.mlir
; RUN: tileiras-translate --import-nvvm --mlir-print-value-users --passes='builtin.module()' %t/many.ll | diff %t/users.mlir -
; RUN: tileiras-translate --import-nvvm --mlir-print-skip-regions %t/many.ll | FileCheck %s --check-prefix=SKIPPED
; RUN: tileiras-translate --import-nvvm --mlir-print-assume-verified=false %t/many.ll -o %t/verified.mlir
; RUN: diff %t/many.mlir %t/verified.mlir
; SKIPPED: module attributes {{.*}}{...}

; RUN: tileiras-translate --import-nvvm --mlir-print-debuginfo %t/none.ll | FileCheck %s --check-prefix=PLACES
; RUN: tileiras-translate --import-nvvm %t/some.ll | FileCheck %s

; CHECK: #tbaa_tag = #llvm.tbaa_tag
; CHECK: tbaa = [#tbaa_tag]
; PLACES: loc(#loc
; PLACES: #loc = loc(

;--- none.ll
%s = type { i32, [4 x float], ptr }
$c = comdat any
@g = global %s zeroinitializer, comdat($c)
@a = alias i32, ptr @g
define void @k(ptr byval(%s) align 8 %p, i32 range(i32 0, 5) %q) #0 {
  fence syncscope("agent") acquire
  ret void
}
attributes #0 = { "target-features"="+ptx80" "target-cpu"="sm_90" vscale_range(1,2) memory(none) }
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 5, !"CG Profile", !2}
!2 = !{!3}
!3 = !{ptr @k, ptr @k, i64 3}
!nvvm.annotations = !{!4}
!4 = !{ptr @k, !"kernel", i32 1}

;--- some.ll
define void @k(ptr %p) {
  store i32 1, ptr %p, !tbaa !0
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
