; A message of ptxas that has a line is followed by the function, and by the line of the source if it is known.

; RUN: not tileiras-cc %s --gpu-name=sm_90 -o %t.cubin 2>&1 | FileCheck %s
; CHECK: {{^}}ptxas ptxas-messages.ptx, line [[#LINE:]]; error   : Not a name of any known instruction: 'bad'
; CHECK: {{^}}tileiras-cc: note: {{.*}}ptxas-messages.ll: line [[#LINE]] of the PTX is in 'helper', from folder/saxpy.cu:12:3{{$}}
; CHECK-NEXT: {{^}}tileiras-cc: error: {{.*}}ptxas-messages.ll: '{{.*}}ptxas' failed with exit status 255; --emit=ptx shows these lines{{$}}

; What a rule has reported is not repeated.
; RUN: tileiras-cc %S/Inputs/floor.ll --gpu-name=sm_90 -o %t.cubin 2>&1 | FileCheck %s --check-prefix=ONCE --implicit-check-not=minnctapersm
; ONCE: [minctasm-needs-block]

; A header has no line of the source.
; RUN: tileiras-cc %S/Inputs/floor.ll --gpu-name=sm_90 --disable=minctasm-needs-block -o %t.cubin 2>&1 | FileCheck %s --check-prefix=HEADER
; HEADER: {{^}}ptxas floor.ptx, line [[#LINE:]]; warning : .minnctapersm is ignored
; HEADER-NEXT: {{^}}tileiras-cc: note: {{.*}}floor.ll: line [[#LINE]] of the PTX is in 'k'{{$}}

define ptx_kernel void @k() !dbg !4 {
  call void @helper(), !dbg !7
  ret void
}

define void @helper() noinline !dbg !5 {
  call void asm sideeffect "bad.instruction;", ""(), !dbg !8
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "saxpy.cu", directory: "folder")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !3, unit: !0)
!5 = distinct !DISubprogram(name: "helper", file: !1, line: 11, type: !3, unit: !0)
!7 = !DILocation(line: 2, column: 1, scope: !4)
!8 = !DILocation(line: 12, column: 3, scope: !5)
