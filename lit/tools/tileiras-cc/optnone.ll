; A function with `optnone` is not optimised, as by opt.

; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s

; CHECK: .entry kept(
; CHECK: .local {{.*}}__local_depot0
; CHECK: .entry optimised(
; CHECK-NOT: .local

define ptx_kernel void @kept(i32 %n, ptr %p) noinline optnone {
  %slot = alloca i32
  store i32 %n, ptr %slot
  %value = load i32, ptr %slot
  store i32 %value, ptr %p
  ret void
}

define ptx_kernel void @optimised(i32 %n, ptr %p) {
  %slot = alloca i32
  store i32 %n, ptr %slot
  %value = load i32, ptr %slot
  store i32 %value, ptr %p
  ret void
}
