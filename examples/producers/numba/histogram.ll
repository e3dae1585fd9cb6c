; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p:64:64:64-p6:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8"
target triple = "nvptx64-nvidia-cuda"

@__numba_cuda_mlir_error_code = common global i32 0

define ptx_kernel void @_Z9histogram5ArrayIiLi1E1C7mutable7alignedE5ArrayIiLi1E1C7mutable7alignedE(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, ptr %5, ptr %6, i64 %7, i64 %8, i64 %9) #0 {
  %11 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = sext i32 %11 to i64
  %13 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %14 = sext i32 %13 to i64
  %15 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %16 = sext i32 %15 to i64
  %17 = mul i64 %16, %14
  %18 = add i64 %17, %12
  %19 = trunc i64 %18 to i32
  %20 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %21 = sext i32 %20 to i64
  %22 = mul i64 %21, %14
  %23 = trunc i64 %22 to i32
  %24 = alloca i64, i64 5, align 8
  %25 = sext i32 %19 to i64
  %26 = sext i32 %23 to i64
  store i64 %25, ptr %24, align 8
  %27 = getelementptr inbounds nuw i64, ptr %24, i32 1
  store i64 %3, ptr %27, align 8
  %28 = getelementptr inbounds nuw i64, ptr %24, i32 2
  store i64 %26, ptr %28, align 8
  %29 = icmp eq i64 %26, 0
  br i1 %29, label %30, label %32

30:                                               ; preds = %10
  %31 = cmpxchg ptr @__numba_cuda_mlir_error_code, i32 0, i32 5 monotonic monotonic, align 4
  br label %32

32:                                               ; preds = %30, %10
  %33 = sub i64 %3, %25
  %34 = sub i64 0, %33
  %35 = sub i64 0, %26
  %36 = icmp sgt i64 %26, 0
  %37 = sub i64 %26, 1
  %38 = add i64 %33, %37
  %39 = udiv i64 %38, %26
  %40 = icmp sgt i64 %33, 0
  %41 = select i1 %40, i64 %39, i64 0
  %42 = sub i64 -1, %26
  %43 = add i64 %34, %42
  %44 = udiv i64 %43, %35
  %45 = icmp sgt i64 %34, 0
  %46 = select i1 %45, i64 %44, i64 0
  %47 = select i1 %36, i64 %41, i64 %46
  %48 = getelementptr inbounds nuw i64, ptr %24, i32 3
  store i64 %47, ptr %48, align 8
  %49 = getelementptr inbounds nuw i64, ptr %24, i32 4
  store i64 %25, ptr %49, align 8
  br label %50

50:                                               ; preds = %65, %32
  %51 = load i64, ptr %48, align 8
  %52 = icmp sgt i64 %51, 0
  %53 = load i64, ptr %49, align 8
  %54 = sub i64 %51, 1
  %55 = load i64, ptr %28, align 8
  %56 = add i64 %53, %55
  %57 = select i1 %52, i64 %54, i64 %51
  %58 = select i1 %52, i64 %56, i64 %53
  store i64 %57, ptr %48, align 8
  store i64 %58, ptr %49, align 8
  %59 = alloca i64, i64 2, align 8
  store i64 %53, ptr %59, align 8
  %60 = zext i1 %52 to i64
  %61 = getelementptr inbounds nuw i64, ptr %59, i32 1
  store i64 %60, ptr %61, align 8
  %62 = load i64, ptr %59, align 8
  %63 = load i64, ptr %61, align 8
  %64 = icmp ne i64 %63, 0
  br i1 %64, label %65, label %81

65:                                               ; preds = %50
  %66 = icmp slt i64 %62, 0
  %67 = add i64 %62, %3
  %68 = select i1 %66, i64 %67, i64 %62
  %69 = getelementptr i32, ptr %1, i64 %2
  %70 = mul nuw nsw i64 %68, %4
  %71 = getelementptr inbounds nuw i32, ptr %69, i64 %70
  %72 = load i32, ptr %71, align 4
  %73 = sext i32 %72 to i64
  %74 = and i64 %73, 255
  %75 = mul i64 %7, 4
  %76 = getelementptr i8, ptr %6, i64 %75
  %77 = addrspacecast ptr %76 to ptr addrspace(1)
  %78 = mul i64 %74, %9
  %79 = getelementptr i32, ptr addrspace(1) %77, i64 %78
  %80 = atomicrmw add ptr addrspace(1) %79, i32 1 monotonic, align 4
  br label %50

81:                                               ; preds = %50
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #1

attributes #0 = { "nvvm.maxntid"="512,1,1" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
