; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

; Function Attrs: nounwind
define ptx_kernel void @row_sum(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, i32 %3, ptr addrspace(1) nofree readnone captures(none) %4, ptr addrspace(1) nofree readnone captures(none) %5) local_unnamed_addr #0 !dbg !4 {
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !12
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !13
  %9 = shl nuw nsw i32 %8, 2, !dbg !13
  %10 = and i32 %9, 1020, !dbg !13
  %11 = mul i32 %3, %7, !dbg !14
  %12 = sext i32 %11 to i64, !dbg !15
  %13 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %12, !dbg !15
  %14 = icmp sgt i32 %2, 0, !dbg !16
  br i1 %14, label %.lr.ph, label %._crit_edge, !dbg !16

.lr.ph:                                           ; preds = %6, %.lr.ph
  %15 = phi float [ %60, %.lr.ph ], [ 0.000000e+00, %6 ]
  %16 = phi float [ %61, %.lr.ph ], [ 0.000000e+00, %6 ]
  %17 = phi float [ %62, %.lr.ph ], [ 0.000000e+00, %6 ]
  %18 = phi float [ %63, %.lr.ph ], [ 0.000000e+00, %6 ]
  %19 = phi float [ %64, %.lr.ph ], [ 0.000000e+00, %6 ]
  %20 = phi float [ %65, %.lr.ph ], [ 0.000000e+00, %6 ]
  %21 = phi float [ %66, %.lr.ph ], [ 0.000000e+00, %6 ]
  %22 = phi float [ %67, %.lr.ph ], [ 0.000000e+00, %6 ]
  %23 = phi i32 [ %68, %.lr.ph ], [ 0, %6 ]
  %24 = or disjoint i32 %23, %10, !dbg !17
  %25 = or disjoint i32 %24, 1, !dbg !17
  %26 = or disjoint i32 %24, 2, !dbg !17
  %27 = or disjoint i32 %24, 3, !dbg !17
  %28 = or disjoint i32 %24, 1024, !dbg !17
  %29 = or disjoint i32 %24, 1025, !dbg !17
  %30 = or disjoint i32 %24, 1026, !dbg !17
  %31 = or disjoint i32 %24, 1027, !dbg !17
  %32 = icmp slt i32 %24, %2, !dbg !18
  %33 = icmp slt i32 %25, %2, !dbg !18
  %34 = icmp slt i32 %26, %2, !dbg !18
  %35 = icmp slt i32 %27, %2, !dbg !18
  %36 = icmp slt i32 %28, %2, !dbg !18
  %37 = icmp slt i32 %29, %2, !dbg !18
  %38 = icmp slt i32 %30, %2, !dbg !18
  %39 = icmp slt i32 %31, %2, !dbg !18
  %40 = sext i32 %24 to i64, !dbg !15
  %41 = getelementptr [4 x i8], ptr addrspace(1) %13, i64 %40, !dbg !15
  %42 = sext i32 %28 to i64, !dbg !15
  %43 = getelementptr [4 x i8], ptr addrspace(1) %13, i64 %42, !dbg !15
  %44 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 0, ptr addrspace(1) %41, i1 %32) #4, !dbg !19
  %45 = bitcast i32 %44 to float, !dbg !19
  %46 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 4 ];", "=r,r,l,b"(i32 0, ptr addrspace(1) %41, i1 %33) #4, !dbg !19
  %47 = bitcast i32 %46 to float, !dbg !19
  %48 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 8 ];", "=r,r,l,b"(i32 0, ptr addrspace(1) %41, i1 %34) #4, !dbg !19
  %49 = bitcast i32 %48 to float, !dbg !19
  %50 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 12 ];", "=r,r,l,b"(i32 0, ptr addrspace(1) %41, i1 %35) #4, !dbg !19
  %51 = bitcast i32 %50 to float, !dbg !19
  %52 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 0, ptr addrspace(1) %43, i1 %36) #4, !dbg !19
  %53 = bitcast i32 %52 to float, !dbg !19
  %54 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 4 ];", "=r,r,l,b"(i32 0, ptr addrspace(1) %43, i1 %37) #4, !dbg !19
  %55 = bitcast i32 %54 to float, !dbg !19
  %56 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 8 ];", "=r,r,l,b"(i32 0, ptr addrspace(1) %43, i1 %38) #4, !dbg !19
  %57 = bitcast i32 %56 to float, !dbg !19
  %58 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 12 ];", "=r,r,l,b"(i32 0, ptr addrspace(1) %43, i1 %39) #4, !dbg !19
  %59 = bitcast i32 %58 to float, !dbg !19
  %60 = fadd float %15, %45, !dbg !20
  %61 = fadd float %16, %47, !dbg !20
  %62 = fadd float %17, %49, !dbg !20
  %63 = fadd float %18, %51, !dbg !20
  %64 = fadd float %19, %53, !dbg !20
  %65 = fadd float %20, %55, !dbg !20
  %66 = fadd float %21, %57, !dbg !20
  %67 = fadd float %22, %59, !dbg !20
  %68 = add i32 %23, 2048, !dbg !16
  %69 = icmp slt i32 %68, %2, !dbg !16
  br i1 %69, label %.lr.ph, label %._crit_edge.loopexit, !dbg !16

._crit_edge.loopexit:                             ; preds = %.lr.ph
  %70 = fadd float %60, %61, !dbg !21
  %71 = fadd float %62, %63, !dbg !21
  %72 = fadd float %64, %65, !dbg !21
  %73 = fadd float %66, %67, !dbg !21
  %74 = fadd float %70, %71, !dbg !21
  %75 = fadd float %72, %73, !dbg !21
  %76 = fadd float %74, %75, !dbg !21
  br label %._crit_edge, !dbg !21

._crit_edge:                                      ; preds = %._crit_edge.loopexit, %6
  %77 = phi float [ 0.000000e+00, %6 ], [ %76, %._crit_edge.loopexit ], !dbg !22
  %78 = zext nneg i32 %7 to i64, !dbg !21
  %79 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %78, !dbg !21
  %80 = bitcast float %77 to i32, !dbg !25
  %81 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %80, i32 16, i32 31), !dbg !25
  %82 = bitcast i32 %81 to float, !dbg !25
  %83 = fadd float %77, %82, !dbg !22
  %84 = bitcast float %83 to i32, !dbg !25
  %85 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %84, i32 8, i32 31), !dbg !25
  %86 = bitcast i32 %85 to float, !dbg !25
  %87 = fadd float %83, %86, !dbg !22
  %88 = bitcast float %87 to i32, !dbg !25
  %89 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %88, i32 4, i32 31), !dbg !25
  %90 = bitcast i32 %89 to float, !dbg !25
  %91 = fadd float %87, %90, !dbg !22
  %92 = bitcast float %91 to i32, !dbg !25
  %93 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %92, i32 2, i32 31), !dbg !25
  %94 = bitcast i32 %93 to float, !dbg !25
  %95 = fadd float %91, %94, !dbg !22
  %96 = bitcast float %95 to i32, !dbg !25
  %97 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %96, i32 1, i32 31), !dbg !25
  %98 = bitcast i32 %97 to float, !dbg !25
  %99 = fadd float %95, %98, !dbg !22
  %100 = lshr i32 %8, 3, !dbg !25
  %101 = and i32 %100, 28, !dbg !25
  %102 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %101, !dbg !25
  store float %99, ptr addrspace(3) %102, align 4, !dbg !25
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !25
  %103 = and i32 %9, 28, !dbg !25
  %104 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %103, !dbg !25
  %105 = load i32, ptr addrspace(3) %104, align 4, !dbg !25
  %106 = bitcast i32 %105 to float, !dbg !25
  %107 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %105, i32 4, i32 31), !dbg !25
  %108 = bitcast i32 %107 to float, !dbg !25
  %109 = fadd float %106, %108, !dbg !22
  %110 = bitcast float %109 to i32, !dbg !25
  %111 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %110, i32 2, i32 31), !dbg !25
  %112 = bitcast i32 %111 to float, !dbg !25
  %113 = fadd float %109, %112, !dbg !22
  %114 = bitcast float %113 to i32, !dbg !25
  %115 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %114, i32 1, i32 31), !dbg !25
  %116 = bitcast i32 %115 to float, !dbg !25
  %117 = fadd float %113, %116, !dbg !22
  %118 = icmp eq i32 %8, 0, !dbg !28
  %119 = bitcast float %117 to i32, !dbg !28
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %119, ptr addrspace(1) %79, i1 %118) #4, !dbg !28
  ret void, !dbg !29
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

attributes #0 = { nounwind "nvvm.reqntid"="256" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = distinct !DISubprogram(name: "row_sum", linkageName: "row_sum", scope: !1, file: !1, line: 28, type: !5, scopeLine: 28, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !7, !9, !9, !10, !10}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !11, size: 64, dwarfAddressSpace: 1)
!11 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!12 = !DILocation(line: 30, column: 11, scope: !4)
!13 = !DILocation(line: 33, column: 21, scope: !4)
!14 = !DILocation(line: 34, column: 30, scope: !4)
!15 = !DILocation(line: 34, column: 26, scope: !4)
!16 = !DILocation(line: 32, column: 5, scope: !4)
!17 = !DILocation(line: 33, column: 13, scope: !4)
!18 = !DILocation(line: 34, column: 53, scope: !4)
!19 = !DILocation(line: 34, column: 18, scope: !4)
!20 = !DILocation(line: 34, column: 9, scope: !4)
!21 = !DILocation(line: 35, column: 14, scope: !4)
!22 = !DILocation(line: 287, column: 12, scope: !23, inlinedAt: !25)
!23 = distinct !DILexicalBlockFile(scope: !4, file: !24, discriminator: 0)
!24 = !DIFile(filename: "standard.py", directory: "site-packages/triton/language")
!25 = !DILocation(line: 314, column: 12, scope: !23, inlinedAt: !26)
!26 = !DILocation(line: 35, column: 25, scope: !27)
!27 = distinct !DILexicalBlockFile(scope: !4, file: !1, discriminator: 0)
!28 = !DILocation(line: 35, column: 5, scope: !4)
!29 = !DILocation(line: 28, column: 1, scope: !4)
