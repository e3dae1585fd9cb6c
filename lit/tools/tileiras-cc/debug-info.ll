; Line tables go into the PTX and the cubin at every optimisation level. -g keeps all debug information, which needs
; -O0. --strip-debug removes all of it.

; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=LINES
; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -O0 -g -o - | FileCheck %s --check-prefix=FULL
; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx --strip-debug -o - | FileCheck %s --check-prefix=NONE
; RUN: not tileiras-cc %s --gpu-name=sm_90 -g -o %t.cubin 2>&1 | FileCheck %s --check-prefix=LEVEL
; RUN: not tileiras-cc %s -g --strip-debug -o %t.cubin 2>&1 | FileCheck %s --check-prefix=BOTH

; RUN: tileiras-cc %s --gpu-name=sm_90 -v -o %t.lines.cubin 2>&1 | FileCheck %s --check-prefix=LINEINFO
; RUN: tileiras-cc %s --gpu-name=sm_90 -O0 -v -o %t.lines0.cubin 2>&1 | FileCheck %s --check-prefix=LINEINFO
; RUN: tileiras-cc %s --gpu-name=sm_90 -O0 -g -v -o %t.full.cubin 2>&1 | FileCheck %s --check-prefix=DEBUG
; RUN: tileiras-cc %s --gpu-name=sm_90 --strip-debug -v -o %t.none.cubin 2>&1 | FileCheck %s --check-prefix=NEITHER
; RUN: tileiras-contract show %t.lines.cubin | FileCheck %s --check-prefix=FACTS
; RUN: tileiras-contract show %t.full.cubin | FileCheck %s --check-prefix=FACTS
; RUN: llvm-readelf -S %t.lines.cubin | FileCheck %s --check-prefix=SECTION
; RUN: llvm-readelf -S %t.full.cubin | FileCheck %s --check-prefixes=SECTION,INFO
; RUN: llvm-readelf -S %t.none.cubin | FileCheck %s --check-prefix=STRIPPED

; RUN: tileiras-cc %s --gpu-name=sm_90 --strip-debug --emit=llvm -o %t.ll
; RUN: opt --strip-debug -S %t.ll -o %t.stripped.ll
; RUN: tileiras-cc %t.stripped.ll --gpu-name=sm_90 -O0 -g -o %t.cubin 2>&1 | FileCheck %s --check-prefix=WITHOUT

define ptx_kernel void @k(ptr %p) "nvvm.maxntid"="128" !dbg !4 {
  %value = load i32, ptr %p, align 4, !dbg !7
  %next = add i32 %value, 1, !dbg !7
  store i32 %next, ptr %p, align 4, !dbg !8
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "x", isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cu", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 2}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 2, column: 3, scope: !4)
!8 = !DILocation(line: 3, column: 3, scope: !4)
!9 = !DILocation(line: 4, column: 1, scope: !4)

; LINES: .target sm_90{{$}}
; LINES: .loc 1 2 3
; LINES: .file 1 "{{.*}}k.cu"
; LINES-NOT: .section

; FULL: .target sm_90, debug{{$}}
; FULL: .loc 1 2 3
; FULL: .section .debug_info

; NONE: .target sm_90{{$}}
; NONE-NOT: .loc
; NONE-NOT: .file
; NONE-NOT: .section

; LEVEL: {{^}}tileiras-cc: error: -g needs -O0, as ptxas cannot debug optimized code{{$}}
; BOTH: error: the argument '--device-debug' cannot be used with '--strip-debug'

; LINEINFO: argv=["{{.*}}ptxas", "-arch", "sm_90", "-O{{[03]}}", "-lineinfo", "-v", "{{.*}}debug-info.ptx"
; DEBUG: argv=["{{.*}}ptxas", "-arch", "sm_90", "-O0", "-g", "-v", "{{.*}}debug-info.ptx"
; NEITHER: argv=["{{.*}}ptxas", "-arch", "sm_90", "-O3", "-v", "{{.*}}debug-info.ptx"

; FACTS: k set 128, 1, 1

; SECTION: .debug_line
; INFO: .debug_info
; STRIPPED-NOT: .debug_line

; WITHOUT: warning: {{.*}}-g has no effect: the input has no debug information
