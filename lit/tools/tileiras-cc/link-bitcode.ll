; The kernels of a library stay, with their launch facts. Everything else in it becomes internal, and is linked only if it
; is used, at every optimisation level. A variable that the host sets is used.

; RUN: split-file %s %t && cd %t
; RUN: llvm-as library.ll -o library.bc

; RUN: tileiras-cc input.ll --gpu-name=sm_90 -O0 --link-bitcode=library.bc --emit=llvm -o - | FileCheck %s --check-prefix=LLVM --implicit-check-not=unused
; RUN: tileiras-cc input.ll --gpu-name=sm_90 --link-bitcode=library.ll --emit=ptx -o - | FileCheck %s --check-prefix=PTX --implicit-check-not=.func
; RUN: tileiras-cc input.ll --gpu-name=sm_90 --link-bitcode=library.bc -o linked.cubin 2>&1 | count 0
; RUN: tileiras-contract show linked.cubin | FileCheck %s --check-prefix=FACTS

; The output has all facts of the input and of the library.
; RUN: tileiras-contract audit input.ll linked.cubin --link-bitcode=library.bc | FileCheck %s --check-prefix=AUDIT
; RUN: not tileiras-contract audit input.ll linked.cubin | FileCheck %s --check-prefix=WITHOUT
; RUN: tileiras-cc input.ll --gpu-name=sm_90 --link-bitcode=library.bc --emit=llvm -o linked.ll
; RUN: tileiras-contract audit linked.ll linked.cubin | FileCheck %s --check-prefix=AUDIT

; A library is read with the passes of its own facts: legacy annotations, and facts that the chip does not have.
; RUN: tileiras-cc input.ll --gpu-name=sm_80 --link-bitcode=library.bc --link-bitcode=legacy.ll --emit=llvm -o - 2>&1 | FileCheck %s --check-prefix=LEGACY

; Libraries can use each other, in any order. A file that is named twice is linked once.
; RUN: tileiras-cc chain.ll --gpu-name=sm_90 -O0 --link-bitcode=a.ll --link-bitcode=b.ll --emit=llvm -o - | FileCheck %s --check-prefix=CHAIN
; RUN: tileiras-cc chain.ll --gpu-name=sm_90 -O0 --link-bitcode=b.ll --link-bitcode=a.ll --link-bitcode=./b.ll --emit=llvm -o - | FileCheck %s --check-prefix=CHAIN

; A declaration with the facts of the definition, and one weak kernel in two files.
; RUN: tileiras-cc declared.ll --gpu-name=sm_90 --link-bitcode=library.bc --link-bitcode=weak.ll -o declared.cubin 2>&1 | count 0
; RUN: tileiras-contract show declared.cubin | FileCheck %s --check-prefix=DECLARED

; A library without launch facts is linked as it is. MLIR cannot represent this one.
; RUN: tileiras-cc input.ll --gpu-name=sm_90 --link-bitcode=plain.ll --emit=llvm -o - | FileCheck %s --check-prefix=PLAIN

; Tuples that are no launch facts stay, unless they are about something that is not linked.
; RUN: tileiras-cc mine.ll --gpu-name=sm_90 --link-bitcode=tuples.ll --emit=llvm -o - | FileCheck %s --check-prefix=TUPLES

; A local symbol of the input gets another name if a kernel has its name.
; RUN: tileiras-cc local.ll --gpu-name=sm_90 --link-bitcode=library.bc -o local.cubin
; RUN: tileiras-contract show local.cubin | FileCheck %s --check-prefix=LOCAL

; LLVM-DAG: @table = internal addrspace(4) constant
; LLVM-DAG: @setting = addrspace(4) externally_initialized global i32 0
; LLVM-DAG: define internal float @scale(
; LLVM-DAG: define internal float @helper(
; LLVM-DAG: define internal void @own()
; LLVM-DAG: define ptx_kernel void @k(ptr %0) #[[K:[0-9]+]]
; LLVM-DAG: define ptx_kernel void @lk(ptr %0) #[[LK:[0-9]+]]
; LLVM-DAG: define internal ptx_kernel void @ik(ptr byval(i32) "nvvm.grid_constant" %0)
; LLVM-DAG: attributes #[[K]] = { "nvvm.reqntid"="64,1,1" }
; LLVM-DAG: attributes #[[LK]] = { "nvvm.maxntid"="128,2,1" "nvvm.minctasm"="2" }

; PTX: .visible .const .align 4 .u32 setting;
; PTX: .visible .entry k(
; PTX: .reqntid 64, 1, 1
; PTX: .visible .entry lk(
; PTX: .maxntid 128, 2, 1
; PTX: .minnctapersm 2
; PTX: {{^}}.entry ik(

; FACTS-DAG: k set - 64, 1, 1
; FACTS-DAG: lk set 128, 2, 1 -
; FACTS-DAG: ik set - -

; AUDIT: 5 carried, 1 folded, 1 hidden
; WITHOUT: nvvm.maxntid INVENTED found 128, 2, 1, expected nothing

; LEGACY: legacy.ll:{{[0-9:]+}} remark: {{.*}}nvvm.cluster_dim
; LEGACY: define ptx_kernel void @old() #[[OLD:[0-9]+]]
; LEGACY: attributes #[[OLD]] = { "nvvm.maxntid"="33,1,1" }

; CHAIN: define internal i32 @a()
; CHAIN: define internal i32 @b()
; CHAIN: define internal i32 @c()

; DECLARED-DAG: lk set 128, 2, 1 -
; DECLARED-DAG: weak set - 32, 1, 1

; PLAIN: define internal float @scale(
; PLAIN-NEXT: callbr void asm

; TUPLES: !nvvm.annotations = !{![[MINE:[0-9]+]], ![[TEXTURE:[0-9]+]]}
; TUPLES: ![[MINE]] = !{ptr @k, !"mine", i32 4}
; TUPLES: ![[TEXTURE]] = !{ptr addrspace(1) @used, !"texture", i32 1}

; LOCAL: lk set 128, 2, 1

;--- input.ll
define ptx_kernel void @k(ptr %p) "nvvm.reqntid"="64" {
  %value = load float, ptr %p, align 4
  %result = call float @scale(float %value)
  store float %result, ptr %p, align 4
  ret void
}
define internal void @own() { ret void }
declare float @scale(float)
declare void @unused()

;--- library.ll
target triple = "nvptx64-nvidia-cuda"
@table = internal addrspace(4) constant [2 x float] [float 2.0, float 3.0]
@unused_table = addrspace(4) constant [2 x float] [float 2.0, float 3.0]
@setting = addrspace(4) externally_initialized global i32 0
define float @scale(float %x) {
  %factor = load float, ptr addrspace(4) @table
  %product = fmul float %x, %factor
  %result = call float @helper(float %product)
  ret float %result
}
define float @helper(float %x) {
  %sum = fadd float %x, 1.0
  ret float %sum
}
define void @unused() { ret void }
define void @"unused and not a name in PTX"() { ret void }
define ptx_kernel void @lk(ptr %p) "nvvm.maxntid"="128,2" "nvvm.minctasm"="2" {
  store i32 1, ptr %p
  ret void
}
define internal ptx_kernel void @ik(ptr byval(i32) "nvvm.grid_constant" %p) { ret void }

;--- legacy.ll
define ptx_kernel void @old() "nvvm.cluster_dim"="2,1,1" { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @old, !"maxntidx", i32 33}

;--- chain.ll
define ptx_kernel void @k(ptr %p) {
  %x = call i32 @a()
  store i32 %x, ptr %p
  ret void
}
declare i32 @a()

;--- a.ll
define i32 @a() {
  %x = call i32 @b()
  ret i32 %x
}
declare i32 @b()
define i32 @c() { ret i32 7 }

;--- b.ll
define linkonce_odr i32 @b() {
  %x = call i32 @c()
  ret i32 %x
}
declare i32 @c()

;--- declared.ll
declare ptx_kernel void @lk(ptr) "nvvm.maxntid"="128,2"
define ptx_kernel void @k(ptr %p) {
  store ptr @lk, ptr %p
  ret void
}
define linkonce_odr ptx_kernel void @weak() "nvvm.reqntid"="32" { ret void }

;--- weak.ll
define linkonce_odr ptx_kernel void @weak() "nvvm.reqntid"="32,1" { ret void }

;--- plain.ll
define float @scale(float %x) {
  callbr void asm sideeffect "", "!i"() to label %next [label %next]
next:
  ret float %x
}

;--- local.ll
define ptx_kernel void @k(ptr %p) {
  call void @lk(ptr %p)
  ret void
}
define internal void @lk(ptr %p) noinline {
  store i32 1, ptr %p
  ret void
}

;--- mine.ll
define ptx_kernel void @k() { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"mine", i32 4}

;--- tuples.ll
@used = addrspace(1) externally_initialized global i64 0
@unused = addrspace(1) global i64 0
define ptx_kernel void @t() { ret void }
!nvvm.annotations = !{!0, !1}
!0 = !{ptr addrspace(1) @unused, !"texture", i32 1}
!1 = !{ptr addrspace(1) @used, !"texture", i32 1}
