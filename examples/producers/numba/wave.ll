; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p:64:64:64-p6:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8"
target triple = "nvptx64-nvidia-cuda"

@__numba_cuda_mlir_error_code = common global i32 0

declare double @__nv_sin(double)

declare double @__nv_exp(double)

declare double @__nv_fabs(double)

declare double @__nv_sqrt(double)

define ptx_kernel void @_Z4wave5ArrayIdLi1E1C7mutable7alignedEd(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, double %5) #0 {
  %7 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = sext i32 %7 to i64
  %9 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %10 = sext i32 %9 to i64
  %11 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %12 = sext i32 %11 to i64
  %13 = mul i64 %12, %10
  %14 = add i64 %13, %8
  %15 = trunc i64 %14 to i32
  %16 = sext i32 %15 to i64
  %17 = icmp slt i64 %16, %3
  br i1 %17, label %18, label %35

18:                                               ; preds = %6
  %19 = sitofp i32 %15 to double
  %20 = fmul double %19, 1.000000e-02
  %21 = fadd double %5, %20
  %22 = call double @__nv_sin(double %21)
  %23 = fmul double %21, -1.000000e-01
  %24 = call double @__nv_exp(double %23)
  %25 = fmul double %22, %24
  %26 = call double @__nv_fabs(double %21)
  %27 = call double @__nv_sqrt(double %26)
  %28 = fadd double %25, %27
  %29 = icmp slt i64 %16, 0
  %30 = add i64 %16, %3
  %31 = select i1 %29, i64 %30, i64 %16
  %32 = getelementptr double, ptr %1, i64 %2
  %33 = mul nuw nsw i64 %31, %4
  %34 = getelementptr inbounds nuw double, ptr %32, i64 %33
  store double %28, ptr %34, align 8
  ret void

35:                                               ; preds = %6
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

attributes #0 = { "nvvm.maxntid"="128,1,1" "nvvm.minctasm"="4" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
