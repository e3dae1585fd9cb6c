; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

; Function Attrs: nounwind
define ptx_kernel void @softmax(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, i32 %3, ptr addrspace(1) nofree readnone captures(none) %4, ptr addrspace(1) nofree readnone captures(none) %5) local_unnamed_addr #0 !dbg !4 {
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !12
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !13
  %9 = shl nuw nsw i32 %8, 2, !dbg !13
  %10 = and i32 %9, 508, !dbg !13
  %11 = or disjoint i32 %10, 1, !dbg !13
  %12 = or disjoint i32 %10, 2, !dbg !13
  %13 = or disjoint i32 %10, 3, !dbg !13
  %14 = or disjoint i32 %10, 512, !dbg !13
  %15 = or disjoint i32 %10, 513, !dbg !13
  %16 = or disjoint i32 %10, 514, !dbg !13
  %17 = or disjoint i32 %10, 515, !dbg !13
  %18 = icmp slt i32 %10, %2, !dbg !14
  %19 = icmp slt i32 %11, %2, !dbg !14
  %20 = icmp slt i32 %12, %2, !dbg !14
  %21 = icmp slt i32 %13, %2, !dbg !14
  %22 = icmp slt i32 %14, %2, !dbg !14
  %23 = icmp slt i32 %15, %2, !dbg !14
  %24 = icmp slt i32 %16, %2, !dbg !14
  %25 = icmp slt i32 %17, %2, !dbg !14
  %26 = mul i32 %3, %7, !dbg !15
  %27 = sext i32 %26 to i64, !dbg !16
  %28 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %27, !dbg !16
  %29 = zext nneg i32 %10 to i64, !dbg !16
  %30 = getelementptr [4 x i8], ptr addrspace(1) %28, i64 %29, !dbg !16
  %31 = zext nneg i32 %14 to i64, !dbg !16
  %32 = getelementptr [4 x i8], ptr addrspace(1) %28, i64 %31, !dbg !16
  %33 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %30, i1 %18) #7, !dbg !17
  %34 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 4 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %30, i1 %19) #7, !dbg !17
  %35 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 8 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %30, i1 %20) #7, !dbg !17
  %36 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 12 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %30, i1 %21) #7, !dbg !17
  %37 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %32, i1 %22) #7, !dbg !17
  %38 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 4 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %32, i1 %23) #7, !dbg !17
  %39 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 8 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %32, i1 %24) #7, !dbg !17
  %40 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 12 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %32, i1 %25) #7, !dbg !17
  %41 = lshr i32 %8, 3, !dbg !18
  %42 = and i32 %41, 12, !dbg !18
  %43 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %42, !dbg !18
  %44 = and i32 %9, 12, !dbg !18
  %45 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %44, !dbg !18
  %46 = insertelement <8 x i32> poison, i32 %33, i64 0, !dbg !17
  %47 = insertelement <8 x i32> %46, i32 %34, i64 1, !dbg !17
  %48 = insertelement <8 x i32> %47, i32 %35, i64 2, !dbg !17
  %49 = insertelement <8 x i32> %48, i32 %36, i64 3, !dbg !17
  %50 = insertelement <8 x i32> %49, i32 %37, i64 4, !dbg !17
  %51 = insertelement <8 x i32> %50, i32 %38, i64 5, !dbg !17
  %52 = insertelement <8 x i32> %51, i32 %39, i64 6, !dbg !17
  %53 = insertelement <8 x i32> %52, i32 %40, i64 7, !dbg !17
  %54 = bitcast <8 x i32> %53 to <8 x float>, !dbg !17
  %55 = bitcast i32 %33 to float, !dbg !23
  %56 = bitcast i32 %34 to float, !dbg !23
  %57 = tail call float @llvm.maxnum.f32(float %55, float %56), !dbg !23
  %58 = bitcast i32 %35 to float, !dbg !23
  %59 = bitcast i32 %36 to float, !dbg !23
  %60 = tail call float @llvm.maxnum.f32(float %58, float %59), !dbg !23
  %61 = bitcast i32 %37 to float, !dbg !23
  %62 = bitcast i32 %38 to float, !dbg !23
  %63 = tail call float @llvm.maxnum.f32(float %61, float %62), !dbg !23
  %64 = bitcast i32 %39 to float, !dbg !23
  %65 = bitcast i32 %40 to float, !dbg !23
  %66 = tail call float @llvm.maxnum.f32(float %64, float %65), !dbg !23
  %67 = tail call float @llvm.maxnum.f32(float %57, float %60), !dbg !23
  %68 = tail call float @llvm.maxnum.f32(float %63, float %66), !dbg !23
  %69 = tail call float @llvm.maxnum.f32(float %67, float %68), !dbg !23
  %70 = bitcast float %69 to i32, !dbg !18
  %71 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %70, i32 16, i32 31), !dbg !18
  %72 = bitcast i32 %71 to float, !dbg !18
  %73 = tail call float @llvm.maxnum.f32(float %69, float %72), !dbg !23
  %74 = bitcast float %73 to i32, !dbg !18
  %75 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %74, i32 8, i32 31), !dbg !18
  %76 = bitcast i32 %75 to float, !dbg !18
  %77 = tail call float @llvm.maxnum.f32(float %73, float %76), !dbg !23
  %78 = bitcast float %77 to i32, !dbg !18
  %79 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %78, i32 4, i32 31), !dbg !18
  %80 = bitcast i32 %79 to float, !dbg !18
  %81 = tail call float @llvm.maxnum.f32(float %77, float %80), !dbg !23
  %82 = bitcast float %81 to i32, !dbg !18
  %83 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %82, i32 2, i32 31), !dbg !18
  %84 = bitcast i32 %83 to float, !dbg !18
  %85 = tail call float @llvm.maxnum.f32(float %81, float %84), !dbg !23
  %86 = bitcast float %85 to i32, !dbg !18
  %87 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %86, i32 1, i32 31), !dbg !18
  %88 = bitcast i32 %87 to float, !dbg !18
  %89 = tail call float @llvm.maxnum.f32(float %85, float %88), !dbg !23
  store float %89, ptr addrspace(3) %43, align 4, !dbg !18
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !18
  %90 = load i32, ptr addrspace(3) %45, align 4, !dbg !18
  %91 = bitcast i32 %90 to float, !dbg !18
  %92 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %90, i32 2, i32 31), !dbg !18
  %93 = bitcast i32 %92 to float, !dbg !18
  %94 = tail call float @llvm.maxnum.f32(float %91, float %93), !dbg !23
  %95 = bitcast float %94 to i32, !dbg !18
  %96 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %95, i32 1, i32 31), !dbg !18
  %97 = bitcast i32 %96 to float, !dbg !18
  %98 = tail call float @llvm.maxnum.f32(float %94, float %97), !dbg !23
  %99 = insertelement <8 x float> poison, float %98, i64 0, !dbg !24
  %100 = shufflevector <8 x float> %99, <8 x float> poison, <8 x i32> zeroinitializer, !dbg !24
  %101 = fsub <8 x float> %54, %100, !dbg !24
  %102 = fmul <8 x float> %101, splat (float 0x3FF7154760000000), !dbg !25
  %103 = extractelement <8 x float> %102, i64 0, !dbg !25
  %104 = tail call float @llvm.nvvm.ex2.approx.f32(float %103), !dbg !25
  %105 = extractelement <8 x float> %102, i64 1, !dbg !25
  %106 = tail call float @llvm.nvvm.ex2.approx.f32(float %105), !dbg !25
  %107 = extractelement <8 x float> %102, i64 2, !dbg !25
  %108 = tail call float @llvm.nvvm.ex2.approx.f32(float %107), !dbg !25
  %109 = extractelement <8 x float> %102, i64 3, !dbg !25
  %110 = tail call float @llvm.nvvm.ex2.approx.f32(float %109), !dbg !25
  %111 = extractelement <8 x float> %102, i64 4, !dbg !25
  %112 = tail call float @llvm.nvvm.ex2.approx.f32(float %111), !dbg !25
  %113 = extractelement <8 x float> %102, i64 5, !dbg !25
  %114 = tail call float @llvm.nvvm.ex2.approx.f32(float %113), !dbg !25
  %115 = extractelement <8 x float> %102, i64 6, !dbg !25
  %116 = tail call float @llvm.nvvm.ex2.approx.f32(float %115), !dbg !25
  %117 = extractelement <8 x float> %102, i64 7, !dbg !25
  %118 = tail call float @llvm.nvvm.ex2.approx.f32(float %117), !dbg !25
  %119 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %27, !dbg !26
  %120 = getelementptr [4 x i8], ptr addrspace(1) %119, i64 %29, !dbg !26
  %121 = getelementptr [4 x i8], ptr addrspace(1) %119, i64 %31, !dbg !26
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !27
  %122 = fadd float %104, %106, !dbg !29
  %123 = fadd float %108, %110, !dbg !29
  %124 = fadd float %112, %114, !dbg !29
  %125 = fadd float %116, %118, !dbg !29
  %126 = fadd float %122, %123, !dbg !29
  %127 = fadd float %124, %125, !dbg !29
  %128 = fadd float %126, %127, !dbg !29
  %129 = bitcast float %128 to i32, !dbg !27
  %130 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %129, i32 16, i32 31), !dbg !27
  %131 = bitcast i32 %130 to float, !dbg !27
  %132 = fadd float %128, %131, !dbg !29
  %133 = bitcast float %132 to i32, !dbg !27
  %134 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %133, i32 8, i32 31), !dbg !27
  %135 = bitcast i32 %134 to float, !dbg !27
  %136 = fadd float %132, %135, !dbg !29
  %137 = bitcast float %136 to i32, !dbg !27
  %138 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %137, i32 4, i32 31), !dbg !27
  %139 = bitcast i32 %138 to float, !dbg !27
  %140 = fadd float %136, %139, !dbg !29
  %141 = bitcast float %140 to i32, !dbg !27
  %142 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %141, i32 2, i32 31), !dbg !27
  %143 = bitcast i32 %142 to float, !dbg !27
  %144 = fadd float %140, %143, !dbg !29
  %145 = bitcast float %144 to i32, !dbg !27
  %146 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %145, i32 1, i32 31), !dbg !27
  %147 = bitcast i32 %146 to float, !dbg !27
  %148 = fadd float %144, %147, !dbg !29
  store float %148, ptr addrspace(3) %43, align 4, !dbg !27
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !27
  %149 = load i32, ptr addrspace(3) %45, align 4, !dbg !27
  %150 = bitcast i32 %149 to float, !dbg !27
  %151 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %149, i32 2, i32 31), !dbg !27
  %152 = bitcast i32 %151 to float, !dbg !27
  %153 = fadd float %150, %152, !dbg !29
  %154 = bitcast float %153 to i32, !dbg !27
  %155 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %154, i32 1, i32 31), !dbg !27
  %156 = bitcast i32 %155 to float, !dbg !27
  %157 = fadd float %153, %156, !dbg !29
  %158 = tail call float @llvm.nvvm.div.full(float %104, float %157), !dbg !30
  %159 = tail call float @llvm.nvvm.div.full(float %106, float %157), !dbg !30
  %160 = tail call float @llvm.nvvm.div.full(float %108, float %157), !dbg !30
  %161 = tail call float @llvm.nvvm.div.full(float %110, float %157), !dbg !30
  %162 = tail call float @llvm.nvvm.div.full(float %112, float %157), !dbg !30
  %163 = tail call float @llvm.nvvm.div.full(float %114, float %157), !dbg !30
  %164 = tail call float @llvm.nvvm.div.full(float %116, float %157), !dbg !30
  %165 = tail call float @llvm.nvvm.div.full(float %118, float %157), !dbg !30
  %166 = bitcast float %158 to i32, !dbg !31
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %166, ptr addrspace(1) %120, i1 %18) #7, !dbg !31
  %167 = bitcast float %159 to i32, !dbg !31
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 4 ], { $0 };", "r,l,b"(i32 %167, ptr addrspace(1) %120, i1 %19) #7, !dbg !31
  %168 = bitcast float %160 to i32, !dbg !31
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 8 ], { $0 };", "r,l,b"(i32 %168, ptr addrspace(1) %120, i1 %20) #7, !dbg !31
  %169 = bitcast float %161 to i32, !dbg !31
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 12 ], { $0 };", "r,l,b"(i32 %169, ptr addrspace(1) %120, i1 %21) #7, !dbg !31
  %170 = bitcast float %162 to i32, !dbg !31
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %170, ptr addrspace(1) %121, i1 %22) #7, !dbg !31
  %171 = bitcast float %163 to i32, !dbg !31
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 4 ], { $0 };", "r,l,b"(i32 %171, ptr addrspace(1) %121, i1 %23) #7, !dbg !31
  %172 = bitcast float %164 to i32, !dbg !31
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 8 ], { $0 };", "r,l,b"(i32 %172, ptr addrspace(1) %121, i1 %24) #7, !dbg !31
  %173 = bitcast float %165 to i32, !dbg !31
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 12 ], { $0 };", "r,l,b"(i32 %173, ptr addrspace(1) %121, i1 %25) #7, !dbg !31
  ret void, !dbg !32
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #2

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #3

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.ex2.approx.f32(float) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.div.full(float, float) #6

attributes #0 = { nounwind "nvvm.maxnreg"="64" "nvvm.reqntid"="128" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { convergent nocallback nounwind }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #7 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = distinct !DISubprogram(name: "softmax", linkageName: "softmax", scope: !1, file: !1, line: 39, type: !5, scopeLine: 39, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !7, !9, !9, !10, !10}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !11, size: 64, dwarfAddressSpace: 1)
!11 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!12 = !DILocation(line: 40, column: 11, scope: !4)
!13 = !DILocation(line: 41, column: 9, scope: !4)
!14 = !DILocation(line: 42, column: 14, scope: !4)
!15 = !DILocation(line: 43, column: 25, scope: !4)
!16 = !DILocation(line: 43, column: 21, scope: !4)
!17 = !DILocation(line: 43, column: 13, scope: !4)
!18 = !DILocation(line: 216, column: 16, scope: !19, inlinedAt: !21)
!19 = distinct !DILexicalBlockFile(scope: !4, file: !20, discriminator: 0)
!20 = !DIFile(filename: "standard.py", directory: "site-packages/triton/language")
!21 = !DILocation(line: 44, column: 28, scope: !22)
!22 = distinct !DILexicalBlockFile(scope: !4, file: !1, discriminator: 0)
!23 = !DILocation(line: 196, column: 12, scope: !19, inlinedAt: !18)
!24 = !DILocation(line: 44, column: 20, scope: !4)
!25 = !DILocation(line: 44, column: 13, scope: !4)
!26 = !DILocation(line: 45, column: 14, scope: !4)
!27 = !DILocation(line: 314, column: 12, scope: !19, inlinedAt: !28)
!28 = !DILocation(line: 45, column: 46, scope: !22)
!29 = !DILocation(line: 287, column: 12, scope: !19, inlinedAt: !27)
!30 = !DILocation(line: 45, column: 38, scope: !4)
!31 = !DILocation(line: 45, column: 5, scope: !4)
!32 = !DILocation(line: 39, column: 1, scope: !4)
