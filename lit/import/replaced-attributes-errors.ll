; LLVM's parser keeps one of several values of a string attribute in silence. Both are imported, so that the transplant
; reports the conflict.

; RUN: not tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o - 2>&1 | FileCheck %s --implicit-check-not=error:
; CHECK: :[[#@LINE+4]]:1: error: 'llvm.func' op 'nvvm.maxnreg' has conflicting values: 32 and 64
; CHECK: note: 32 from 'nvvm.maxnreg' in 'passthrough'
; CHECK: note: 64 from 'nvvm.maxnreg' in 'passthrough'
; CHECK: :[[#@LINE+2]]:1: error: 'llvm.func' op 'nvvm.maxnreg' has conflicting values: 128 and 32
define ptx_kernel void @groups() #0 #1 { ret void }
define ptx_kernel void @mixed() #0 "nvvm.maxnreg"="128" { ret void }
define ptx_kernel void @equal() #0 #2 { ret void }

; RUN: tileiras-cc %s --gpu-name=sm_90 --on-conflict=last --emit=ptx -o - 2>%t.last | FileCheck %s --check-prefix=LAST
; RUN: FileCheck %s --check-prefix=REMARK < %t.last
; REMARK: remark: 'llvm.func' op 'nvvm.maxnreg' has conflicting values: 32 and 64; 32 from 'nvvm.maxnreg' in 'passthrough' is discarded
; LAST: .entry groups()
; LAST-NEXT: .maxnreg 64
; LAST: .entry mixed()
; LAST-NEXT: .maxnreg 32
; LAST: .entry equal()
; LAST-NEXT: .maxnreg 32

; RUN: tileiras-cc %s --gpu-name=sm_90 --on-conflict=keep --emit=ptx -o - 2>/dev/null | FileCheck %s --check-prefix=KEEP
; KEEP: .entry groups()
; KEEP-NEXT: .maxnreg 32
; KEEP: .entry mixed()
; KEEP-NEXT: .maxnreg 128

; RUN: tileiras-translate --import-nvvm %s | FileCheck %s --check-prefix=IMPORT
; IMPORT: @groups() attributes {nvvm.kernel, passthrough = {{\[\[}}"nvvm.maxnreg", "32"], ["nvvm.maxnreg", "64"]]}

attributes #0 = { "nvvm.maxnreg"="32" }
attributes #1 = { "nvvm.maxnreg"="64" }
attributes #2 = { "nvvm.maxnreg"="32" }
