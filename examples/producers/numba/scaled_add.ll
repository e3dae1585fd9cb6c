; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p:64:64:64-p6:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8"
target triple = "nvptx64-nvidia-cuda"

@__numba_cuda_mlir_error_code = common global i32 0

define ptx_kernel void @_Z10scaled_addf5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE(float %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, ptr %6, ptr %7, i64 %8, i64 %9, i64 %10) #0 !dbg !3 {
  %12 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !6
  %13 = sext i32 %12 to i64, !dbg !6
  %14 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !6
  %15 = sext i32 %14 to i64, !dbg !6
  %16 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !6
  %17 = sext i32 %16 to i64, !dbg !6
  %18 = mul i64 %17, %15, !dbg !6
  %19 = add i64 %18, %13, !dbg !6
  %20 = trunc i64 %19 to i32, !dbg !6
  %21 = sext i32 %20 to i64, !dbg !7
  %22 = icmp slt i64 %21, %4, !dbg !7
  br i1 %22, label %23, label %39, !dbg !7

23:                                               ; preds = %11
  %24 = icmp slt i64 %21, 0, !dbg !8
  %25 = add i64 %21, %4, !dbg !8
  %26 = select i1 %24, i64 %25, i64 %21, !dbg !8
  %27 = getelementptr float, ptr %2, i64 %3, !dbg !8
  %28 = mul nuw nsw i64 %26, %5, !dbg !8
  %29 = getelementptr inbounds nuw float, ptr %27, i64 %28, !dbg !8
  %30 = load float, ptr %29, align 4, !dbg !8
  %31 = fmul float %0, %30, !dbg !8
  %32 = add i64 %21, %9, !dbg !8
  %33 = select i1 %24, i64 %32, i64 %21, !dbg !8
  %34 = getelementptr float, ptr %7, i64 %8, !dbg !8
  %35 = mul nuw nsw i64 %33, %10, !dbg !8
  %36 = getelementptr inbounds nuw float, ptr %34, i64 %35, !dbg !8
  %37 = load float, ptr %36, align 4, !dbg !8
  %38 = fadd float %31, %37, !dbg !8
  store float %38, ptr %36, align 4, !dbg !8
  ret void, !dbg !8

39:                                               ; preds = %11
  ret void, !dbg !7
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

attributes #0 = { "nvvm.maxntid"="256,1,1" "nvvm.minctasm"="2" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "clang (numba-cuda-mlir)", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "scaled_add", scope: !1, file: !1, line: 8, type: !4, scopeLine: 8, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 9, scope: !3)
!7 = !DILocation(line: 10, scope: !3)
!8 = !DILocation(line: 11, scope: !3)
