; A folder whose name ends in "/" is created. Functions without a kernel give a cubin without code, with a warning.

; RUN: rm -rf %t.new && tileiras-cc %S/Inputs/plain.ll --gpu-name=sm_90 -o %t.new/a/
; RUN: tileiras-contract show %t.new/a/plain.cubin | FileCheck %s
; RUN: tileiras-cc %s --gpu-name=sm_90 -o %t.cubin 2>&1 | FileCheck %s --check-prefix=WARNING
; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o %t.ptx 2>&1 | count 0
; RUN: not tileiras-cc %S/Inputs/plain.ll --gpu-name=sm_90 -o %s/ 2>&1 | FileCheck %s --check-prefix=FILE

; CHECK: cubin, sm_90, 1 function with launch facts
; WARNING: {{^}}tileiras-cc: warning: {{.*}}outputs.ll: the code has functions but no kernel, so that the cubin has no code{{$}}
; FILE: {{^}}tileiras-cc: error: --output={{.*}}outputs.ll/: file exists{{$}}

define void @f() {
  ret void
}
