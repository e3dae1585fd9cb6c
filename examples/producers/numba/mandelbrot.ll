; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p:64:64:64-p6:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8"
target triple = "nvptx64-nvidia-cuda"

@__numba_cuda_mlir_error_code = common global i32 0

define ptx_kernel void @_Z10mandelbrot5ArrayIiLi2E1C7mutable7alignedEdddi(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, double %7, double %8, double %9, i32 %10) {
  %12 = alloca i64, i64 1, align 8
  %13 = alloca double, i64 1, align 8
  %14 = alloca double, i64 1, align 8
  %15 = alloca i64, i64 1, align 8
  %16 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %17 = sext i32 %16 to i64
  %18 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %19 = sext i32 %18 to i64
  %20 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %21 = sext i32 %20 to i64
  %22 = mul i64 %21, %19
  %23 = add i64 %22, %17
  %24 = trunc i64 %23 to i32
  %25 = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %26 = sext i32 %25 to i64
  %27 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %28 = sext i32 %27 to i64
  %29 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %30 = sext i32 %29 to i64
  %31 = mul i64 %30, %28
  %32 = add i64 %31, %26
  %33 = trunc i64 %32 to i32
  %34 = sext i32 %33 to i64
  %35 = icmp slt i64 %34, %3
  br i1 %35, label %36, label %81

36:                                               ; preds = %11
  %37 = sext i32 %24 to i64
  %38 = icmp slt i64 %37, %4
  br i1 %38, label %39, label %81

39:                                               ; preds = %36
  %40 = sitofp i32 %24 to double
  %41 = fmul double %40, %9
  %42 = fadd double %7, %41
  %43 = sitofp i32 %33 to double
  %44 = fmul double %43, %9
  %45 = fadd double %8, %44
  store i64 0, ptr %12, align 8
  %46 = sext i32 %10 to i64
  %47 = icmp sgt i64 %46, 0
  br i1 %47, label %48, label %67

48:                                               ; preds = %39
  store i64 0, ptr %12, align 8
  store double 0.000000e+00, ptr %13, align 8
  store double 0.000000e+00, ptr %14, align 8
  store i64 0, ptr %15, align 8
  br label %49

49:                                               ; preds = %62, %48
  %50 = load double, ptr %13, align 8
  %51 = fmul double %50, %50
  %52 = load double, ptr %14, align 8
  %53 = fmul double %52, %52
  %54 = fsub double %51, %53
  %55 = fadd double %54, %42
  %56 = fmul double %50, 2.000000e+00
  %57 = fmul double %56, %52
  %58 = fadd double %57, %45
  %59 = load i64, ptr %15, align 8
  %60 = add nsw i64 %59, 1
  store i64 %60, ptr %12, align 8
  %61 = icmp slt i64 %60, %46
  br i1 %61, label %62, label %67

62:                                               ; preds = %49
  store i64 %60, ptr %12, align 8
  store double %55, ptr %13, align 8
  store double %58, ptr %14, align 8
  store i64 %60, ptr %15, align 8
  %63 = fmul double %55, %55
  %64 = fmul double %58, %58
  %65 = fadd double %63, %64
  %66 = fcmp olt double %65, 4.000000e+00
  br i1 %66, label %49, label %67

67:                                               ; preds = %62, %49, %39
  %68 = icmp slt i64 %34, 0
  %69 = add i64 %34, %3
  %70 = select i1 %68, i64 %69, i64 %34
  %71 = icmp slt i64 %37, 0
  %72 = add i64 %37, %4
  %73 = select i1 %71, i64 %72, i64 %37
  %74 = load i64, ptr %12, align 8
  %75 = trunc i64 %74 to i32
  %76 = getelementptr i32, ptr %1, i64 %2
  %77 = mul nuw nsw i64 %70, %5
  %78 = mul nuw nsw i64 %73, %6
  %79 = add nuw nsw i64 %77, %78
  %80 = getelementptr inbounds nuw i32, ptr %76, i64 %79
  store i32 %75, ptr %80, align 4
  ret void

81:                                               ; preds = %36, %11
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
