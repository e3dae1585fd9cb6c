; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p:64:64:64-p6:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8"
target triple = "nvptx64-nvidia-cuda"

@__numba_cuda_mlir_error_code = common global i32 0

define ptx_kernel void @_Z7stencil5ArrayIfLi2E1C7mutable7alignedE5ArrayIfLi2E1C7mutable7alignedE(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, ptr %7, ptr %8, i64 %9, i64 %10, i64 %11, i64 %12, i64 %13) #0 {
  %15 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %16 = sext i32 %15 to i64
  %17 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %18 = sext i32 %17 to i64
  %19 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %20 = sext i32 %19 to i64
  %21 = mul i64 %20, %18
  %22 = add i64 %21, %16
  %23 = trunc i64 %22 to i32
  %24 = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %25 = sext i32 %24 to i64
  %26 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %27 = sext i32 %26 to i64
  %28 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %29 = sext i32 %28 to i64
  %30 = mul i64 %29, %27
  %31 = add i64 %30, %25
  %32 = trunc i64 %31 to i32
  %33 = sext i32 %32 to i64
  %34 = icmp sgt i64 %33, 0
  br i1 %34, label %35, label %38

35:                                               ; preds = %14
  %36 = sub nsw i64 %3, 1
  %37 = icmp slt i64 %33, %36
  br i1 %37, label %39, label %38

38:                                               ; preds = %42, %39, %35, %14
  ret void

39:                                               ; preds = %35
  %40 = sext i32 %23 to i64
  %41 = icmp sgt i64 %40, 0
  br i1 %41, label %42, label %38

42:                                               ; preds = %39
  %43 = sub nsw i64 %4, 1
  %44 = icmp slt i64 %40, %43
  br i1 %44, label %45, label %38

45:                                               ; preds = %42
  %46 = sub nsw i64 %33, 1
  %47 = icmp slt i64 %46, 0
  %48 = add i64 %46, %3
  %49 = select i1 %47, i64 %48, i64 %46
  %50 = icmp slt i64 %40, 0
  %51 = add i64 %40, %4
  %52 = select i1 %50, i64 %51, i64 %40
  %53 = getelementptr float, ptr %1, i64 %2
  %54 = mul nuw nsw i64 %49, %5
  %55 = mul nuw nsw i64 %52, %6
  %56 = add nuw nsw i64 %54, %55
  %57 = getelementptr inbounds nuw float, ptr %53, i64 %56
  %58 = load float, ptr %57, align 4
  %59 = add nsw i64 %33, 1
  %60 = icmp slt i64 %59, 0
  %61 = add i64 %59, %3
  %62 = select i1 %60, i64 %61, i64 %59
  %63 = mul nuw nsw i64 %62, %5
  %64 = add nuw nsw i64 %63, %55
  %65 = getelementptr inbounds nuw float, ptr %53, i64 %64
  %66 = load float, ptr %65, align 4
  %67 = fadd float %58, %66
  %68 = sub nsw i64 %40, 1
  %69 = icmp slt i64 %33, 0
  %70 = add i64 %33, %3
  %71 = select i1 %69, i64 %70, i64 %33
  %72 = icmp slt i64 %68, 0
  %73 = add i64 %68, %4
  %74 = select i1 %72, i64 %73, i64 %68
  %75 = mul nuw nsw i64 %71, %5
  %76 = mul nuw nsw i64 %74, %6
  %77 = add nuw nsw i64 %75, %76
  %78 = getelementptr inbounds nuw float, ptr %53, i64 %77
  %79 = load float, ptr %78, align 4
  %80 = add nsw i64 %40, 1
  %81 = icmp slt i64 %80, 0
  %82 = add i64 %80, %4
  %83 = select i1 %81, i64 %82, i64 %80
  %84 = mul nuw nsw i64 %83, %6
  %85 = add nuw nsw i64 %75, %84
  %86 = getelementptr inbounds nuw float, ptr %53, i64 %85
  %87 = load float, ptr %86, align 4
  %88 = fadd float %79, %87
  %89 = fadd float %67, %88
  %90 = add nuw nsw i64 %75, %55
  %91 = getelementptr inbounds nuw float, ptr %53, i64 %90
  %92 = load float, ptr %91, align 4
  %93 = fpext float %92 to double
  %94 = fmul double %93, 5.000000e-01
  %95 = fpext float %89 to double
  %96 = fmul double %95, 1.250000e-01
  %97 = fadd double %94, %96
  %98 = add i64 %33, %10
  %99 = select i1 %69, i64 %98, i64 %33
  %100 = add i64 %40, %11
  %101 = select i1 %50, i64 %100, i64 %40
  %102 = fptrunc double %97 to float
  %103 = getelementptr float, ptr %8, i64 %9
  %104 = mul nuw nsw i64 %99, %12
  %105 = mul nuw nsw i64 %101, %13
  %106 = add nuw nsw i64 %104, %105
  %107 = getelementptr inbounds nuw float, ptr %103, i64 %106
  store float %102, ptr %107, align 4
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

attributes #0 = { "nvvm.maxntid"="1024,1,1" "nvvm.minctasm"="1" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
