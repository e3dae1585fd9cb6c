; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p:64:64:64-p6:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8"
target triple = "nvptx64-nvidia-cuda"

@__numba_cuda_mlir_error_code = common global i32 0
@static_shared_memory_1 = private addrspace(3) global [16 x [16 x float]] undef, align 8
@static_shared_memory_2 = private addrspace(3) global [16 x [16 x float]] undef, align 8

define ptx_kernel void @_Z6matmul5ArrayIfLi2E1C7mutable7alignedE5ArrayIfLi2E1C7mutable7alignedE5ArrayIfLi2E1C7mutable7alignedE(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, ptr %7, ptr %8, i64 %9, i64 %10, i64 %11, i64 %12, i64 %13, ptr %14, ptr %15, i64 %16, i64 %17, i64 %18, i64 %19, i64 %20) #0 !dbg !3 {
  %22 = alloca float, i64 1, align 4, !dbg !6
  %23 = alloca float, i64 1, align 4, !dbg !6
  %24 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !7
  %25 = sext i32 %24 to i64, !dbg !7
  %26 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !7
  %27 = sext i32 %26 to i64, !dbg !7
  %28 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !7
  %29 = sext i32 %28 to i64, !dbg !7
  %30 = mul i64 %29, %27, !dbg !7
  %31 = add i64 %30, %25, !dbg !7
  %32 = trunc i64 %31 to i32, !dbg !7
  %33 = call i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !7
  %34 = sext i32 %33 to i64, !dbg !7
  %35 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y(), !dbg !7
  %36 = sext i32 %35 to i64, !dbg !7
  %37 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !7
  %38 = sext i32 %37 to i64, !dbg !7
  %39 = mul i64 %38, %36, !dbg !7
  %40 = add i64 %39, %34, !dbg !7
  %41 = trunc i64 %40 to i32, !dbg !7
  %42 = trunc i64 %25 to i32, !dbg !8
  %43 = trunc i64 %34 to i32, !dbg !9
  store float 0.000000e+00, ptr %22, align 4, !dbg !10
  %44 = add nsw i64 %4, 15, !dbg !11
  %45 = sdiv i64 %44, 16, !dbg !11
  %46 = mul i64 %45, 16, !dbg !11
  %47 = icmp ne i64 %44, %46, !dbg !11
  %48 = icmp slt i64 %44, 0, !dbg !11
  %49 = icmp ne i1 %48, false, !dbg !11
  %50 = and i1 %47, %49, !dbg !11
  %51 = add i64 %45, -1, !dbg !11
  %52 = select i1 %50, i64 %51, i64 %45, !dbg !11
  %53 = alloca i64, i64 5, align 8, !dbg !11
  store i64 0, ptr %53, align 8, !dbg !11
  %54 = getelementptr inbounds nuw i64, ptr %53, i32 1, !dbg !11
  store i64 %52, ptr %54, align 8, !dbg !11
  %55 = getelementptr inbounds nuw i64, ptr %53, i32 2, !dbg !11
  store i64 1, ptr %55, align 8, !dbg !11
  %56 = icmp sgt i64 %52, 0, !dbg !11
  %57 = select i1 %56, i64 %52, i64 0, !dbg !11
  %58 = getelementptr inbounds nuw i64, ptr %53, i32 3, !dbg !11
  store i64 %57, ptr %58, align 8, !dbg !11
  %59 = getelementptr inbounds nuw i64, ptr %53, i32 4, !dbg !11
  store i64 0, ptr %59, align 8, !dbg !11
  %60 = alloca i64, i64 5, align 8, !dbg !12
  br label %61, !dbg !11

61:                                               ; preds = %162, %21
  %62 = load i64, ptr %58, align 8, !dbg !11
  %63 = icmp sgt i64 %62, 0, !dbg !11
  %64 = load i64, ptr %59, align 8, !dbg !11
  %65 = sub i64 %62, 1, !dbg !11
  %66 = load i64, ptr %55, align 8, !dbg !11
  %67 = add i64 %64, %66, !dbg !11
  %68 = select i1 %63, i64 %65, i64 %62, !dbg !11
  %69 = select i1 %63, i64 %67, i64 %64, !dbg !11
  store i64 %68, ptr %58, align 8, !dbg !11
  store i64 %69, ptr %59, align 8, !dbg !11
  %70 = alloca i64, i64 2, align 8, !dbg !11
  store i64 %64, ptr %70, align 8, !dbg !11
  %71 = zext i1 %63 to i64, !dbg !11
  %72 = getelementptr inbounds nuw i64, ptr %70, i32 1, !dbg !11
  store i64 %71, ptr %72, align 8, !dbg !11
  %73 = load i64, ptr %70, align 8, !dbg !11
  %74 = load i64, ptr %72, align 8, !dbg !11
  %75 = icmp ne i64 %74, 0, !dbg !11
  br i1 %75, label %76, label %164, !dbg !11

76:                                               ; preds = %61
  %77 = mul nsw i64 %73, 16, !dbg !13
  %78 = sext i32 %43 to i64, !dbg !14
  %79 = icmp slt i64 %78, 0, !dbg !14
  %80 = add i64 %78, 16, !dbg !14
  %81 = select i1 %79, i64 %80, i64 %78, !dbg !14
  %82 = sext i32 %42 to i64, !dbg !14
  %83 = icmp slt i64 %82, 0, !dbg !14
  %84 = add i64 %82, 16, !dbg !14
  %85 = select i1 %83, i64 %84, i64 %82, !dbg !14
  %86 = mul nuw nsw i64 %81, 16, !dbg !14
  %87 = add nuw nsw i64 %86, %85, !dbg !14
  %88 = getelementptr inbounds nuw float, ptr addrspace(3) @static_shared_memory_1, i64 %87, !dbg !14
  store float 0.000000e+00, ptr addrspace(3) %88, align 4, !dbg !14
  %89 = getelementptr inbounds nuw float, ptr addrspace(3) @static_shared_memory_2, i64 %87, !dbg !15
  store float 0.000000e+00, ptr addrspace(3) %89, align 4, !dbg !15
  %90 = sext i32 %41 to i64, !dbg !16
  %91 = icmp slt i64 %90, %3, !dbg !16
  br i1 %91, label %92, label %108, !dbg !16

92:                                               ; preds = %76
  %93 = add nsw i64 %77, %82, !dbg !16
  %94 = icmp slt i64 %93, %4, !dbg !16
  br i1 %94, label %95, label %108, !dbg !16

95:                                               ; preds = %92
  %96 = icmp slt i64 %90, 0, !dbg !17
  %97 = add i64 %90, %3, !dbg !17
  %98 = select i1 %96, i64 %97, i64 %90, !dbg !17
  %99 = icmp slt i64 %93, 0, !dbg !17
  %100 = add i64 %93, %4, !dbg !17
  %101 = select i1 %99, i64 %100, i64 %93, !dbg !17
  %102 = getelementptr float, ptr %1, i64 %2, !dbg !17
  %103 = mul nuw nsw i64 %98, %5, !dbg !17
  %104 = mul nuw nsw i64 %101, %6, !dbg !17
  %105 = add nuw nsw i64 %103, %104, !dbg !17
  %106 = getelementptr inbounds nuw float, ptr %102, i64 %105, !dbg !17
  %107 = load float, ptr %106, align 4, !dbg !17
  store float %107, ptr addrspace(3) %88, align 4, !dbg !17
  br label %108, !dbg !18

108:                                              ; preds = %95, %92, %76
  %109 = sext i32 %32 to i64, !dbg !18
  %110 = icmp slt i64 %109, %11, !dbg !18
  br i1 %110, label %111, label %127, !dbg !18

111:                                              ; preds = %108
  %112 = add nsw i64 %77, %78, !dbg !18
  %113 = icmp slt i64 %112, %10, !dbg !18
  br i1 %113, label %114, label %127, !dbg !18

114:                                              ; preds = %111
  %115 = icmp slt i64 %112, 0, !dbg !19
  %116 = add i64 %112, %10, !dbg !19
  %117 = select i1 %115, i64 %116, i64 %112, !dbg !19
  %118 = icmp slt i64 %109, 0, !dbg !19
  %119 = add i64 %109, %11, !dbg !19
  %120 = select i1 %118, i64 %119, i64 %109, !dbg !19
  %121 = getelementptr float, ptr %8, i64 %9, !dbg !19
  %122 = mul nuw nsw i64 %117, %12, !dbg !19
  %123 = mul nuw nsw i64 %120, %13, !dbg !19
  %124 = add nuw nsw i64 %122, %123, !dbg !19
  %125 = getelementptr inbounds nuw float, ptr %121, i64 %124, !dbg !19
  %126 = load float, ptr %125, align 4, !dbg !19
  store float %126, ptr addrspace(3) %89, align 4, !dbg !19
  br label %127, !dbg !20

127:                                              ; preds = %114, %111, %108
  %128 = load float, ptr %22, align 4, !dbg !12
  store float %128, ptr %23, align 4, !dbg !12
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !20
  store i64 0, ptr %60, align 8, !dbg !12
  %129 = getelementptr inbounds nuw i64, ptr %60, i32 1, !dbg !12
  store i64 16, ptr %129, align 8, !dbg !12
  %130 = getelementptr inbounds nuw i64, ptr %60, i32 2, !dbg !12
  store i64 1, ptr %130, align 8, !dbg !12
  %131 = getelementptr inbounds nuw i64, ptr %60, i32 3, !dbg !12
  store i64 16, ptr %131, align 8, !dbg !12
  %132 = getelementptr inbounds nuw i64, ptr %60, i32 4, !dbg !12
  store i64 0, ptr %132, align 8, !dbg !12
  br label %133, !dbg !12

133:                                              ; preds = %148, %127
  %134 = load i64, ptr %131, align 8, !dbg !12
  %135 = icmp sgt i64 %134, 0, !dbg !12
  %136 = load i64, ptr %132, align 8, !dbg !12
  %137 = sub i64 %134, 1, !dbg !12
  %138 = load i64, ptr %130, align 8, !dbg !12
  %139 = add i64 %136, %138, !dbg !12
  %140 = select i1 %135, i64 %137, i64 %134, !dbg !12
  %141 = select i1 %135, i64 %139, i64 %136, !dbg !12
  store i64 %140, ptr %131, align 8, !dbg !12
  store i64 %141, ptr %132, align 8, !dbg !12
  %142 = alloca i64, i64 2, align 8, !dbg !12
  store i64 %136, ptr %142, align 8, !dbg !12
  %143 = zext i1 %135 to i64, !dbg !12
  %144 = getelementptr inbounds nuw i64, ptr %142, i32 1, !dbg !12
  store i64 %143, ptr %144, align 8, !dbg !12
  %145 = load i64, ptr %142, align 8, !dbg !12
  %146 = load i64, ptr %144, align 8, !dbg !12
  %147 = icmp ne i64 %146, 0, !dbg !12
  br i1 %147, label %148, label %162, !dbg !12

148:                                              ; preds = %133
  %149 = icmp slt i64 %145, 0, !dbg !21
  %150 = add i64 %145, 16, !dbg !21
  %151 = select i1 %149, i64 %150, i64 %145, !dbg !21
  %152 = add nuw nsw i64 %86, %151, !dbg !21
  %153 = getelementptr inbounds nuw float, ptr addrspace(3) @static_shared_memory_1, i64 %152, !dbg !21
  %154 = load float, ptr addrspace(3) %153, align 4, !dbg !21
  %155 = mul nuw nsw i64 %151, 16, !dbg !21
  %156 = add nuw nsw i64 %155, %85, !dbg !21
  %157 = getelementptr inbounds nuw float, ptr addrspace(3) @static_shared_memory_2, i64 %156, !dbg !21
  %158 = load float, ptr addrspace(3) %157, align 4, !dbg !21
  %159 = fmul float %154, %158, !dbg !21
  %160 = load float, ptr %23, align 4, !dbg !21
  %161 = fadd float %160, %159, !dbg !21
  store float %161, ptr %23, align 4, !dbg !21
  br label %133, !dbg !21

162:                                              ; preds = %133
  %163 = load float, ptr %23, align 4, !dbg !22
  store float %163, ptr %22, align 4, !dbg !22
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !22
  br label %61, !dbg !22

164:                                              ; preds = %61
  %165 = sext i32 %41 to i64, !dbg !23
  %166 = icmp slt i64 %165, %17, !dbg !23
  br i1 %166, label %167, label %183, !dbg !23

167:                                              ; preds = %164
  %168 = sext i32 %32 to i64, !dbg !23
  %169 = icmp slt i64 %168, %18, !dbg !23
  br i1 %169, label %170, label %183, !dbg !23

170:                                              ; preds = %167
  %171 = icmp slt i64 %165, 0, !dbg !24
  %172 = add i64 %165, %17, !dbg !24
  %173 = select i1 %171, i64 %172, i64 %165, !dbg !24
  %174 = icmp slt i64 %168, 0, !dbg !24
  %175 = add i64 %168, %18, !dbg !24
  %176 = select i1 %174, i64 %175, i64 %168, !dbg !24
  %177 = load float, ptr %22, align 4, !dbg !24
  %178 = getelementptr float, ptr %15, i64 %16, !dbg !24
  %179 = mul nuw nsw i64 %173, %19, !dbg !24
  %180 = mul nuw nsw i64 %176, %20, !dbg !24
  %181 = add nuw nsw i64 %179, %180, !dbg !24
  %182 = getelementptr inbounds nuw float, ptr %178, i64 %181, !dbg !24
  store float %177, ptr %182, align 4, !dbg !24
  ret void, !dbg !24

183:                                              ; preds = %167, %164
  ret void, !dbg !23
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

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

attributes #0 = { "nvvm.maxclusterrank"="4" "nvvm.maxntid"="256,1,1" "nvvm.minctasm"="1" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "clang (numba-cuda-mlir)", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "matmul", scope: !1, file: !1, line: 31, type: !4, scopeLine: 31, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 31, scope: !3)
!7 = !DILocation(line: 35, scope: !3)
!8 = !DILocation(line: 36, scope: !3)
!9 = !DILocation(line: 37, scope: !3)
!10 = !DILocation(line: 38, scope: !3)
!11 = !DILocation(line: 39, scope: !3)
!12 = !DILocation(line: 48, scope: !3)
!13 = !DILocation(line: 40, scope: !3)
!14 = !DILocation(line: 41, scope: !3)
!15 = !DILocation(line: 42, scope: !3)
!16 = !DILocation(line: 43, scope: !3)
!17 = !DILocation(line: 44, scope: !3)
!18 = !DILocation(line: 45, scope: !3)
!19 = !DILocation(line: 46, scope: !3)
!20 = !DILocation(line: 47, scope: !3)
!21 = !DILocation(line: 49, scope: !3)
!22 = !DILocation(line: 50, scope: !3)
!23 = !DILocation(line: 51, scope: !3)
!24 = !DILocation(line: 52, scope: !3)
