; Parameters of kernels that ptxas accepts, up to the largest.

; RUN: tileiras-cc %s --gpu-name=sm_90 --ptx-version=8.1 -o /dev/null 2>&1 | count 0

define ptx_kernel void @types(i1 %a, i8 %b, half %c, bfloat %d, i128 %e, i256 %f, fp128 %g, ppc_fp128 %h, <3 x i32> %i, <7 x i1> %j, <4 x i24> %k, [3 x i16] %l, <{ i8, i64 }> %m) {
  ret void
}

define ptx_kernel void @large(ptr byval([32748 x i8]) %a, i8 %b, i64 %c) {
  ret void
}

define void @variadic(i32 %n, ...) {
  ret void
}
