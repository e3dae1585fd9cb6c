; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p:64:64:64-p6:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8"
target triple = "nvptx64-nvidia-cuda"

@__numba_cuda_mlir_error_code = common global i32 0
@static_shared_memory_0 = private addrspace(3) global [256 x float] undef, align 8

define ptx_kernel void @_Z9block_sum5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, ptr %5, ptr %6, i64 %7, i64 %8, i64 %9) #0 {
  %11 = alloca double, i64 1, align 8
  %12 = alloca i64, i64 1, align 8
  %13 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %14 = sext i32 %13 to i64
  %15 = trunc i64 %14 to i32
  %16 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %17 = sext i32 %16 to i64
  %18 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %19 = sext i32 %18 to i64
  %20 = mul i64 %19, %17
  %21 = add i64 %20, %14
  %22 = trunc i64 %21 to i32
  %23 = sext i32 %22 to i64
  %24 = icmp slt i64 %23, %3
  br i1 %24, label %25, label %34

25:                                               ; preds = %10
  %26 = icmp slt i64 %23, 0
  %27 = add i64 %23, %3
  %28 = select i1 %26, i64 %27, i64 %23
  %29 = getelementptr float, ptr %1, i64 %2
  %30 = mul nuw nsw i64 %28, %4
  %31 = getelementptr inbounds nuw float, ptr %29, i64 %30
  %32 = load float, ptr %31, align 4
  %33 = fpext float %32 to double
  store double %33, ptr %11, align 8
  br label %35

34:                                               ; preds = %10
  store double 0.000000e+00, ptr %11, align 8
  br label %35

35:                                               ; preds = %25, %34
  %36 = sext i32 %15 to i64
  %37 = icmp slt i64 %36, 0
  %38 = add i64 %36, 256
  %39 = select i1 %37, i64 %38, i64 %36
  %40 = load double, ptr %11, align 8
  %41 = fptrunc double %40 to float
  %42 = getelementptr inbounds nuw float, ptr addrspace(3) @static_shared_memory_0, i64 %39
  store float %41, ptr addrspace(3) %42, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i64 128, ptr %12, align 8
  br label %43

43:                                               ; preds = %56, %35
  %44 = load i64, ptr %12, align 8
  %45 = icmp slt i64 %36, %44
  br i1 %45, label %46, label %56

46:                                               ; preds = %43
  %47 = load float, ptr addrspace(3) %42, align 4
  %48 = load i64, ptr %12, align 8
  %49 = add nsw i64 %36, %48
  %50 = icmp slt i64 %49, 0
  %51 = add i64 %49, 256
  %52 = select i1 %50, i64 %51, i64 %49
  %53 = getelementptr inbounds nuw float, ptr addrspace(3) @static_shared_memory_0, i64 %52
  %54 = load float, ptr addrspace(3) %53, align 4
  %55 = fadd float %47, %54
  store float %55, ptr addrspace(3) %42, align 4
  br label %56

56:                                               ; preds = %46, %43
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %57 = load i64, ptr %12, align 8
  %58 = sdiv i64 %57, 2
  %59 = mul i64 %58, 2
  %60 = icmp ne i64 %57, %59
  %61 = icmp slt i64 %57, 0
  %62 = icmp ne i1 %61, false
  %63 = and i1 %60, %62
  %64 = add i64 %58, -1
  %65 = select i1 %63, i64 %64, i64 %58
  store i64 %65, ptr %12, align 8
  %66 = icmp sgt i64 %65, 0
  br i1 %66, label %43, label %67

67:                                               ; preds = %56
  %68 = icmp eq i64 %36, 0
  br i1 %68, label %69, label %75

69:                                               ; preds = %67
  %70 = load float, ptr addrspace(3) @static_shared_memory_0, align 4
  %71 = mul i64 %7, 4
  %72 = getelementptr i8, ptr %6, i64 %71
  %73 = addrspacecast ptr %72 to ptr addrspace(1)
  %74 = atomicrmw fadd ptr addrspace(1) %73, float %70 monotonic, align 4
  ret void

75:                                               ; preds = %67
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

attributes #0 = { "nvvm.maxntid"="256,1,1" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
