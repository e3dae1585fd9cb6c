; At -O0, what must be inlined is inlined, as `opt -O0` does it, and nothing else.

; RUN: tileiras-cc %s --gpu-name=sm_90 -O0 --emit=ptx -o - | FileCheck %s

define internal i32 @must(i32 %n) alwaysinline {
  %sum = add i32 %n, 7
  ret i32 %sum
}

define internal i32 @may(i32 %n) {
  %product = mul i32 %n, 9
  ret i32 %product
}

; CHECK-NOT: must
; CHECK: .entry k(
; CHECK: add.s32 {{.*}}, 7;
; CHECK: call.uni (retval0), may,
define ptx_kernel void @k(ptr %p, i32 %n) {
  %sum = call i32 @must(i32 %n)
  %product = call i32 @may(i32 %sum)
  store i32 %product, ptr %p
  ret void
}
