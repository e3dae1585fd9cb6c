; Every type of parameter and result whose header the tests print, in the order of the test.
target triple = "nvptx64-nvidia-cuda"

%pair = type { i32, i64 }

define ptx_kernel void @ints(i1 %a, i8 %b, i16 %c, i32 %d, i64 %e, i128 %f) "nvvm.maxntid"="128,2" "nvvm.minctasm"="2" {
  ret void
}
define ptx_kernel void @floats(half %a, bfloat %b, float %c, double %d) "nvvm.reqntid"="64" "nvvm.cluster_dim"="2,1,1" {
  ret void
}
define ptx_kernel void @pointers(ptr %a, ptr addrspace(1) %b, ptr addrspace(3) %c, ptr addrspace(4) %d,
                                 ptr addrspace(5) %e, ptr align 16 %f, ptr addrspace(1) align 8 %g) {
  ret void
}
define weak ptx_kernel void @aggregates(%pair %a, [3 x i16] %b, ptr byval(%pair) align 8 %c, ptr byval([5 x i8]) %d) {
  ret void
}
define ptx_kernel void @vectors(<2 x half> %a, <4 x float> %b, <3 x float> %c, <2 x i1> %d) {
  ret void
}
define ptx_kernel void @handles(i64 %a, i64 %b, i64 %c) {
  ret void
}
define i1 @scalars(i1 %a, i8 %b, i16 %c, i32 %d, i64 %e, float %f, double %g, ptr %h, ptr addrspace(3) %i) {
  ret i1 true
}
define weak <4 x float> @memory(i128 %a, half %b, %pair %c, ptr byval(%pair) %d) {
  ret <4 x float> zeroinitializer
}
define internal ptr @hidden() noinline {
  ret ptr null
}
declare i32 @declared(i32)
declare void @declared_alone()
define ptr @nothing() {
  %a = call i32 @declared(i32 1)
  call void @declared_alone()
  %b = call ptr @hidden()
  ret ptr %b
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @handles, !"rdoimage", i32 0}
!1 = !{ptr @handles, !"sampler", i32 1}
!2 = !{ptr @handles, !"wroimage", i32 2}
