; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; Function Attrs: nounwind
define ptx_kernel void @histogram(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, ptr addrspace(1) nofree readnone captures(none) %4, ptr addrspace(1) nofree readnone captures(none) %5) local_unnamed_addr #0 !dbg !4 {
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !13
  %8 = shl i32 %7, 8, !dbg !13
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !14
  %10 = and i32 %9, 31, !dbg !14
  %11 = or disjoint i32 %8, %10, !dbg !13
  %12 = or disjoint i32 %11, 32, !dbg !13
  %13 = or disjoint i32 %11, 64, !dbg !13
  %14 = or disjoint i32 %11, 96, !dbg !13
  %15 = or disjoint i32 %11, 128, !dbg !13
  %16 = or disjoint i32 %11, 160, !dbg !13
  %17 = or disjoint i32 %11, 192, !dbg !13
  %18 = or disjoint i32 %11, 224, !dbg !13
  %19 = icmp slt i32 %11, %3, !dbg !15
  %20 = icmp slt i32 %12, %3, !dbg !15
  %21 = icmp slt i32 %13, %3, !dbg !15
  %22 = icmp slt i32 %14, %3, !dbg !15
  %23 = icmp slt i32 %15, %3, !dbg !15
  %24 = icmp slt i32 %16, %3, !dbg !15
  %25 = icmp slt i32 %17, %3, !dbg !15
  %26 = icmp slt i32 %18, %3, !dbg !15
  %27 = sext i32 %11 to i64, !dbg !16
  %28 = getelementptr i8, ptr addrspace(1) %0, i64 %27, !dbg !16
  %29 = sext i32 %12 to i64, !dbg !16
  %30 = getelementptr i8, ptr addrspace(1) %0, i64 %29, !dbg !16
  %31 = sext i32 %13 to i64, !dbg !16
  %32 = getelementptr i8, ptr addrspace(1) %0, i64 %31, !dbg !16
  %33 = sext i32 %14 to i64, !dbg !16
  %34 = getelementptr i8, ptr addrspace(1) %0, i64 %33, !dbg !16
  %35 = sext i32 %15 to i64, !dbg !16
  %36 = getelementptr i8, ptr addrspace(1) %0, i64 %35, !dbg !16
  %37 = sext i32 %16 to i64, !dbg !16
  %38 = getelementptr i8, ptr addrspace(1) %0, i64 %37, !dbg !16
  %39 = sext i32 %17 to i64, !dbg !16
  %40 = getelementptr i8, ptr addrspace(1) %0, i64 %39, !dbg !16
  %41 = sext i32 %18 to i64, !dbg !16
  %42 = getelementptr i8, ptr addrspace(1) %0, i64 %41, !dbg !16
  %43 = tail call i8 asm sideeffect "mov.u16 $0, 0x0;\0A\09@$2 ld.global.b8 { $0 }, [ $1 + 0 ];", "=c,l,b"(ptr addrspace(1) %28, i1 %19) #5, !dbg !17
  %44 = tail call i8 asm sideeffect "mov.u16 $0, 0x0;\0A\09@$2 ld.global.b8 { $0 }, [ $1 + 0 ];", "=c,l,b"(ptr addrspace(1) %30, i1 %20) #5, !dbg !17
  %45 = tail call i8 asm sideeffect "mov.u16 $0, 0x0;\0A\09@$2 ld.global.b8 { $0 }, [ $1 + 0 ];", "=c,l,b"(ptr addrspace(1) %32, i1 %21) #5, !dbg !17
  %46 = tail call i8 asm sideeffect "mov.u16 $0, 0x0;\0A\09@$2 ld.global.b8 { $0 }, [ $1 + 0 ];", "=c,l,b"(ptr addrspace(1) %34, i1 %22) #5, !dbg !17
  %47 = tail call i8 asm sideeffect "mov.u16 $0, 0x0;\0A\09@$2 ld.global.b8 { $0 }, [ $1 + 0 ];", "=c,l,b"(ptr addrspace(1) %36, i1 %23) #5, !dbg !17
  %48 = tail call i8 asm sideeffect "mov.u16 $0, 0x0;\0A\09@$2 ld.global.b8 { $0 }, [ $1 + 0 ];", "=c,l,b"(ptr addrspace(1) %38, i1 %24) #5, !dbg !17
  %49 = tail call i8 asm sideeffect "mov.u16 $0, 0x0;\0A\09@$2 ld.global.b8 { $0 }, [ $1 + 0 ];", "=c,l,b"(ptr addrspace(1) %40, i1 %25) #5, !dbg !17
  %50 = tail call i8 asm sideeffect "mov.u16 $0, 0x0;\0A\09@$2 ld.global.b8 { $0 }, [ $1 + 0 ];", "=c,l,b"(ptr addrspace(1) %42, i1 %26) #5, !dbg !17
  %51 = zext i8 %43 to i64, !dbg !18
  %52 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %51, !dbg !18
  %53 = zext i8 %44 to i64, !dbg !18
  %54 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %53, !dbg !18
  %55 = zext i8 %45 to i64, !dbg !18
  %56 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %55, !dbg !18
  %57 = zext i8 %46 to i64, !dbg !18
  %58 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %57, !dbg !18
  %59 = zext i8 %47 to i64, !dbg !18
  %60 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %59, !dbg !18
  %61 = zext i8 %48 to i64, !dbg !18
  %62 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %61, !dbg !18
  %63 = zext i8 %49 to i64, !dbg !18
  %64 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %63, !dbg !18
  %65 = zext i8 %50 to i64, !dbg !18
  %66 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %65, !dbg !18
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !19
  %67 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %52, i32 1, i1 %19) #5, !dbg !19
  %68 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %54, i32 1, i1 %20) #5, !dbg !19
  %69 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %56, i32 1, i1 %21) #5, !dbg !19
  %70 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %58, i32 1, i1 %22) #5, !dbg !19
  %71 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %60, i32 1, i1 %23) #5, !dbg !19
  %72 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %62, i32 1, i1 %24) #5, !dbg !19
  %73 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %64, i32 1, i1 %25) #5, !dbg !19
  %74 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %66, i32 1, i1 %26) #5, !dbg !19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !19
  %75 = tail call i8 @llvm.umax.i8(i8 %43, i8 %44), !dbg !20
  %76 = tail call i8 @llvm.umax.i8(i8 %45, i8 %46), !dbg !20
  %77 = tail call i8 @llvm.umax.i8(i8 %47, i8 %48), !dbg !20
  %78 = tail call i8 @llvm.umax.i8(i8 %49, i8 %50), !dbg !20
  %79 = tail call i8 @llvm.umax.i8(i8 %75, i8 %76), !dbg !20
  %80 = tail call i8 @llvm.umax.i8(i8 %77, i8 %78), !dbg !20
  %81 = tail call i8 @llvm.umax.i8(i8 %79, i8 %80), !dbg !20
  %82 = zext i8 %81 to i32, !dbg !20
  %83 = tail call i32 @llvm.nvvm.redux.sync.max(i32 %82, i32 -1), !dbg !23
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !26
  %84 = icmp eq i32 %10, 0, !dbg !26
  %85 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.max.s32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %2, i32 %83, i1 %84) #5, !dbg !26
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !26
  ret void, !dbg !27
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.redux.sync.max(i32, i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i8 @llvm.umax.i8(i8, i8) #4

attributes #0 = { nounwind "nvvm.reqntid"="32" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = distinct !DISubprogram(name: "histogram", linkageName: "histogram", scope: !1, file: !1, line: 64, type: !5, scopeLine: 64, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !9, !9, !10, !11, !11}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "int", size: 8, encoding: DW_ATE_signed)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 1)
!12 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!13 = !DILocation(line: 66, column: 9, scope: !4)
!14 = !DILocation(line: 66, column: 36, scope: !4)
!15 = !DILocation(line: 67, column: 14, scope: !4)
!16 = !DILocation(line: 68, column: 21, scope: !4)
!17 = !DILocation(line: 68, column: 13, scope: !4)
!18 = !DILocation(line: 69, column: 19, scope: !4)
!19 = !DILocation(line: 69, column: 5, scope: !4)
!20 = !DILocation(line: 196, column: 12, scope: !21, inlinedAt: !23)
!21 = distinct !DILexicalBlockFile(scope: !4, file: !22, discriminator: 0)
!22 = !DIFile(filename: "standard.py", directory: "site-packages/triton/language")
!23 = !DILocation(line: 216, column: 16, scope: !21, inlinedAt: !24)
!24 = !DILocation(line: 70, column: 28, scope: !25)
!25 = distinct !DILexicalBlockFile(scope: !4, file: !1, discriminator: 0)
!26 = !DILocation(line: 70, column: 5, scope: !4)
!27 = !DILocation(line: 64, column: 1, scope: !4)
