; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: nounwind
define ptx_kernel void @running_sum(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, ptr addrspace(1) nofree readnone captures(none) %3, ptr addrspace(1) nofree readnone captures(none) %4) local_unnamed_addr #0 !dbg !4 {
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  %7 = shl i32 %6, 9, !dbg !11
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !12
  %9 = and i32 %8, 31, !dbg !12
  %10 = shl nuw nsw i32 %8, 2, !dbg !12
  %11 = and i32 %10, 508, !dbg !12
  %12 = or disjoint i32 %11, %7, !dbg !11
  %13 = or disjoint i32 %12, 1, !dbg !11
  %14 = or disjoint i32 %12, 2, !dbg !11
  %15 = or disjoint i32 %12, 3, !dbg !11
  %16 = icmp slt i32 %12, %2, !dbg !13
  %17 = icmp slt i32 %13, %2, !dbg !13
  %18 = icmp slt i32 %14, %2, !dbg !13
  %19 = icmp slt i32 %15, %2, !dbg !13
  %20 = sext i32 %12 to i64, !dbg !14
  %21 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %20, !dbg !14
  %22 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %21, i1 %16) #4, !dbg !15
  %23 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 4 ];", "=r,l,b"(ptr addrspace(1) %21, i1 %17) #4, !dbg !15
  %24 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 8 ];", "=r,l,b"(ptr addrspace(1) %21, i1 %18) #4, !dbg !15
  %25 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 12 ];", "=r,l,b"(ptr addrspace(1) %21, i1 %19) #4, !dbg !15
  %26 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %20, !dbg !16
  %27 = lshr i32 %8, 5, !dbg !17
  %28 = and i32 %27, 3, !dbg !17
  %29 = add i32 %23, %22, !dbg !22
  %30 = add i32 %29, %24, !dbg !22
  %31 = add i32 %30, %25, !dbg !22
  %32 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %31, i32 1, i32 0), !dbg !17
  %.not = icmp eq i32 %9, 0, !dbg !17
  %33 = select i1 %.not, i32 0, i32 %32, !dbg !17
  %34 = add i32 %33, %31, !dbg !17
  %35 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %34, i32 2, i32 0), !dbg !17
  %36 = icmp samesign ugt i32 %9, 1, !dbg !17
  %37 = select i1 %36, i32 %35, i32 0, !dbg !17
  %38 = add i32 %34, %37, !dbg !17
  %39 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %38, i32 4, i32 0), !dbg !17
  %40 = icmp samesign ugt i32 %9, 3, !dbg !17
  %41 = select i1 %40, i32 %39, i32 0, !dbg !17
  %42 = add i32 %38, %41, !dbg !17
  %43 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %42, i32 8, i32 0), !dbg !17
  %44 = icmp samesign ugt i32 %9, 7, !dbg !17
  %45 = select i1 %44, i32 %43, i32 0, !dbg !17
  %46 = add i32 %42, %45, !dbg !17
  %47 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %46, i32 16, i32 0), !dbg !17
  %48 = icmp samesign ugt i32 %9, 15, !dbg !17
  %49 = select i1 %48, i32 %47, i32 0, !dbg !17
  %50 = add i32 %46, %49, !dbg !17
  %51 = icmp eq i32 %9, 31, !dbg !17
  %52 = getelementptr [4 x i8], ptr addrspace(3) @global_smem, i32 %28, !dbg !17
  %53 = insertelement <1 x i32> poison, i32 %50, i64 0, !dbg !17
  tail call void asm sideeffect "@$2 st.shared::cta.b32 [ $0 + 0 ], $1;", "r,r,b"(ptr addrspace(3) %52, <1 x i32> %53, i1 %51) #4, !dbg !17
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !17
  %.not2 = icmp eq i32 %28, 0, !dbg !17
  %54 = or i32 %28, %9, !dbg !17
  %.not1 = icmp eq i32 %54, 0, !dbg !17
  %55 = load i32, ptr addrspace(3) @global_smem, align 16, !dbg !17
  %56 = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 4), align 4, !dbg !17
  %57 = icmp samesign ugt i32 %28, 1, !dbg !17
  %58 = add i32 %56, %55, !dbg !22
  %59 = select i1 %57, i32 %58, i32 %55, !dbg !17
  %60 = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8), align 8, !dbg !17
  %61 = icmp eq i32 %28, 3, !dbg !17
  %62 = add i32 %58, %60, !dbg !22
  %63 = select i1 %61, i32 %62, i32 %59, !dbg !17
  %64 = select i1 %.not2, i32 0, i32 %63, !dbg !17
  %65 = add i32 %64, %50, !dbg !17
  %66 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %65, i32 1, i32 0), !dbg !17
  %67 = select i1 %.not, i32 %63, i32 %66, !dbg !17
  %68 = select i1 %.not1, i32 0, i32 %67, !dbg !17
  %69 = add i32 %68, %30, !dbg !17
  %70 = add i32 %68, %29, !dbg !17
  %71 = add i32 %68, %22, !dbg !17
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %71, ptr addrspace(1) %26, i1 %16) #4, !dbg !23
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 4 ], { $0 };", "r,l,b"(i32 %70, ptr addrspace(1) %26, i1 %17) #4, !dbg !23
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 8 ], { $0 };", "r,l,b"(i32 %69, ptr addrspace(1) %26, i1 %18) #4, !dbg !23
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 12 ], { $0 };", "r,l,b"(i32 %65, ptr addrspace(1) %26, i1 %19) #4, !dbg !23
  ret void, !dbg !24
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32) #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

attributes #0 = { nounwind "nvvm.reqntid"="128" }
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
!4 = distinct !DISubprogram(name: "running_sum", linkageName: "running_sum", scope: !1, file: !1, line: 74, type: !5, scopeLine: 74, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !7, !8, !9, !9}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!11 = !DILocation(line: 76, column: 9, scope: !4)
!12 = !DILocation(line: 76, column: 36, scope: !4)
!13 = !DILocation(line: 77, column: 33, scope: !4)
!14 = !DILocation(line: 77, column: 21, scope: !4)
!15 = !DILocation(line: 77, column: 13, scope: !4)
!16 = !DILocation(line: 78, column: 14, scope: !4)
!17 = !DILocation(line: 358, column: 12, scope: !18, inlinedAt: !20)
!18 = distinct !DILexicalBlockFile(scope: !4, file: !19, discriminator: 0)
!19 = !DIFile(filename: "standard.py", directory: "site-packages/triton/language")
!20 = !DILocation(line: 78, column: 23, scope: !21)
!21 = distinct !DILexicalBlockFile(scope: !4, file: !1, discriminator: 0)
!22 = !DILocation(line: 287, column: 12, scope: !18, inlinedAt: !17)
!23 = !DILocation(line: 78, column: 5, scope: !4)
!24 = !DILocation(line: 74, column: 1, scope: !4)
