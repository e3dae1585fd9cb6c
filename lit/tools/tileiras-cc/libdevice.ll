; Functions of libdevice are linked if they are called, at every optimisation level.

; RUN: tileiras-cc %s --gpu-name=sm_90 -v -o %t.cubin 2>&1 | FileCheck %s --check-prefix=LINK
; RUN: tileiras-contract show %t.cubin | FileCheck %s --check-prefix=FACTS
; RUN: tileiras-cc %s --gpu-name=sm_90 -O0 -o %t.cubin
; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=PTX
; RUN: tileiras-cc %s --gpu-name=sm_90 -O0 --emit=ptx -o - | FileCheck %s --check-prefix=O0

; It is not read if no function of it is called.
; RUN: env TILEIRAS_LIBDEVICE=%t.nowhere tileiras-cc %S/Inputs/plain.ll --gpu-name=sm_90 -o %t.cubin 2>&1 | count 0

; RUN: not env TILEIRAS_LIBDEVICE=%t.nowhere tileiras-cc %s --gpu-name=sm_90 -o %t.cubin 2>&1 | FileCheck %s --check-prefix=ABSENT
; RUN: not tileiras-cc %s --gpu-name=sm_90 --libdevice=%S/Inputs/plain.ll -o %t.cubin 2>&1 | FileCheck %s --check-prefix=INVALID
; RUN: rm -rf %t.d && mkdir %t.d %t.d/lone %t.d/lone/bin && cp %ptxas %t.d/lone/bin/ptxas
; RUN: not env -u CUDA_HOME -u CUDA_PATH -u TILEIRAS_LIBDEVICE tileiras-cc %s --gpu-name=sm_90 --ptxas-path=%t.d/lone/bin/ptxas -o %t.cubin 2>&1 | FileCheck %s --check-prefix=NOWHERE
; An object can be linked with it later.
; RUN: tileiras-cc %s --gpu-name=sm_90 -c --libdevice=%t.nowhere -o %t.o 2>&1 | FileCheck %s --check-prefix=LATER
; RUN: env TILEIRAS_LIBDEVICE=%t.nowhere tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o %t.ptx 2>&1 | FileCheck %s --check-prefix=LATER
; RUN: FileCheck %s --check-prefix=EXTERN --input-file=%t.ptx

define ptx_kernel void @k(ptr %p) "nvvm.reqntid"="64" {
  %value = load float, ptr %p, align 4
  %result = call float @__nv_expf(float %value)
  store float %result, ptr %p, align 4
  ret void
}

declare float @__nv_expf(float)

; LINK: step="link" library="{{.*}}libdevice.10.bc"
; FACTS: k set 64, 1, 1
; PTX-NOT: .func
; PTX: ex2.approx
; PTX-NOT: __nv
; The functions of libdevice are `alwaysinline`.
; O0-NOT: .func
; O0: ex2.approx
; O0-NOT: __nv
; ABSENT: {{^}}tileiras-cc: error: {{.*}}libdevice.ll: '__nv_expf' is a function of libdevice, which cannot be read: '{{.*}}.nowhere' (no such file or directory){{$}}
; NOWHERE: {{^}}tileiras-cc: error: {{.*}}libdevice.ll: '__nv_expf' is a function of libdevice, which was not found; looked at '{{.*}}/lone/nvvm/libdevice/libdevice.10.bc' (no such file or directory){{.*}}; name it with --libdevice{{$}}
; INVALID: {{^}}tileiras-cc: error: {{.*}}libdevice.ll: {{.*}}plain.ll: Invalid bitcode signature{{$}}
; LATER: warning: {{.*}}'__nv_expf' is a function of libdevice, which cannot be read: '{{.*}}.nowhere' (no such file or directory){{$}}
; EXTERN: .extern .func {{.*}} __nv_expf
