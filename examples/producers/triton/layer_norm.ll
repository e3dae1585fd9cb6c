; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16
@.str = private unnamed_addr constant [11 x i8] c"__CUDA_FTZ\00", align 1
@.str.2 = private unnamed_addr constant [17 x i8] c"__CUDA_PREC_SQRT\00", align 1

; Function Attrs: nounwind
define ptx_kernel void @layer_norm(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, ptr addrspace(1) %3, i32 %4, float %5, ptr addrspace(1) nofree readnone captures(none) %6, ptr addrspace(1) nofree readnone captures(none) %7) local_unnamed_addr #0 !dbg !6 {
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !14
  %10 = lshr i32 %9, 1, !dbg !14
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !15
  %12 = tail call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank(), !dbg !15
  %13 = shl i32 %12, 10, !dbg !15
  %14 = shl nuw nsw i32 %11, 2, !dbg !15
  %15 = or i32 %13, %14, !dbg !15
  %16 = and i32 %15, 2044, !dbg !15
  %17 = icmp slt i32 %16, %4, !dbg !16
  %18 = mul i32 %4, %10, !dbg !17
  %19 = sext i32 %18 to i64, !dbg !18
  %20 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %19, !dbg !18
  %21 = zext nneg i32 %16 to i64, !dbg !18
  %22 = getelementptr [2 x i8], ptr addrspace(1) %20, i64 %21, !dbg !18
  %23 = tail call { i32, i32 } asm sideeffect "@$5 ld.global.v2.b32 { $0, $1 }, [ $4 + 0 ];", "=r,=r,0,1,l,b"(i32 0, i32 0, ptr addrspace(1) %22, i1 %17) #6, !dbg !19
  %24 = extractvalue { i32, i32 } %23, 0, !dbg !19
  %25 = bitcast i32 %24 to <2 x bfloat>, !dbg !19
  %26 = extractvalue { i32, i32 } %23, 1, !dbg !19
  %27 = bitcast i32 %26 to <2 x bfloat>, !dbg !19
  %28 = extractelement <2 x bfloat> %25, i64 0, !dbg !19
  %29 = extractelement <2 x bfloat> %25, i64 1, !dbg !19
  %30 = extractelement <2 x bfloat> %27, i64 0, !dbg !19
  %31 = extractelement <2 x bfloat> %27, i64 1, !dbg !19
  %32 = lshr i32 %11, 3, !dbg !20
  %33 = and i32 %32, 28, !dbg !20
  %34 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %33, !dbg !20
  %35 = and i32 %14, 28, !dbg !20
  %36 = and i32 %32, 1, !dbg !20
  %37 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %35, !dbg !20
  %38 = tail call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %37, i32 %36), !dbg !20
  %39 = sitofp i32 %4 to float, !dbg !25
  %40 = fpext bfloat %31 to float, !dbg !19
  %41 = fpext bfloat %30 to float, !dbg !19
  %42 = fadd float %41, %40, !dbg !26
  %43 = fpext bfloat %29 to float, !dbg !19
  %44 = fpext bfloat %28 to float, !dbg !19
  %45 = fadd float %44, %43, !dbg !26
  %46 = fadd float %45, %42, !dbg !26
  %47 = bitcast float %46 to i32, !dbg !20
  %48 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %47, i32 16, i32 31), !dbg !20
  %49 = bitcast i32 %48 to float, !dbg !20
  %50 = fadd float %46, %49, !dbg !26
  %51 = bitcast float %50 to i32, !dbg !20
  %52 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %51, i32 8, i32 31), !dbg !20
  %53 = bitcast i32 %52 to float, !dbg !20
  %54 = fadd float %50, %53, !dbg !26
  %55 = bitcast float %54 to i32, !dbg !20
  %56 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %55, i32 4, i32 31), !dbg !20
  %57 = bitcast i32 %56 to float, !dbg !20
  %58 = fadd float %54, %57, !dbg !26
  %59 = bitcast float %58 to i32, !dbg !20
  %60 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %59, i32 2, i32 31), !dbg !20
  %61 = bitcast i32 %60 to float, !dbg !20
  %62 = fadd float %58, %61, !dbg !26
  %63 = bitcast float %62 to i32, !dbg !20
  %64 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %63, i32 1, i32 31), !dbg !20
  %65 = bitcast i32 %64 to float, !dbg !20
  %66 = fadd float %62, %65, !dbg !26
  store float %66, ptr addrspace(3) %34, align 4, !dbg !20
  tail call void @llvm.nvvm.barrier.cluster.arrive.aligned(), !dbg !20
  tail call void @llvm.nvvm.barrier.cluster.wait.aligned(), !dbg !20
  %67 = load i32, ptr addrspace(7) %38, align 4, !dbg !20
  %68 = bitcast i32 %67 to float, !dbg !20
  %69 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %67, i32 8, i32 31), !dbg !20
  %70 = bitcast i32 %69 to float, !dbg !20
  %71 = fadd float %68, %70, !dbg !26
  %72 = bitcast float %71 to i32, !dbg !20
  %73 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %72, i32 4, i32 31), !dbg !20
  %74 = bitcast i32 %73 to float, !dbg !20
  %75 = fadd float %71, %74, !dbg !26
  %76 = bitcast float %75 to i32, !dbg !20
  %77 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %76, i32 2, i32 31), !dbg !20
  %78 = bitcast i32 %77 to float, !dbg !20
  %79 = fadd float %75, %78, !dbg !26
  %80 = bitcast float %79 to i32, !dbg !20
  %81 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %80, i32 1, i32 31), !dbg !20
  %82 = bitcast i32 %81 to float, !dbg !20
  %83 = fadd float %79, %82, !dbg !26
  %84 = tail call float @llvm.nvvm.div.full(float %83, float %39), !dbg !25
  %85 = fsub float %43, %84, !dbg !27
  %86 = fsub float %44, %84, !dbg !27
  %87 = fsub float %40, %84, !dbg !27
  %88 = fsub float %41, %84, !dbg !27
  %89 = select i1 %17, float %85, float 0.000000e+00, !dbg !28
  %90 = select i1 %17, float %86, float 0.000000e+00, !dbg !28
  %91 = select i1 %17, float %87, float 0.000000e+00, !dbg !28
  %92 = select i1 %17, float %88, float 0.000000e+00, !dbg !28
  %93 = fmul float %90, %90, !dbg !29
  %94 = fmul float %89, %89, !dbg !29
  %95 = fmul float %92, %92, !dbg !29
  %96 = fmul float %91, %91, !dbg !29
  tail call void @llvm.nvvm.barrier.cluster.arrive.aligned(), !dbg !30
  tail call void @llvm.nvvm.barrier.cluster.wait.aligned(), !dbg !30
  %97 = fadd float %93, %94, !dbg !32
  %98 = fadd float %95, %96, !dbg !32
  %99 = fadd float %97, %98, !dbg !32
  %100 = bitcast float %99 to i32, !dbg !30
  %101 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %100, i32 16, i32 31), !dbg !30
  %102 = bitcast i32 %101 to float, !dbg !30
  %103 = fadd float %99, %102, !dbg !32
  %104 = bitcast float %103 to i32, !dbg !30
  %105 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %104, i32 8, i32 31), !dbg !30
  %106 = bitcast i32 %105 to float, !dbg !30
  %107 = fadd float %103, %106, !dbg !32
  %108 = bitcast float %107 to i32, !dbg !30
  %109 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %108, i32 4, i32 31), !dbg !30
  %110 = bitcast i32 %109 to float, !dbg !30
  %111 = fadd float %107, %110, !dbg !32
  %112 = bitcast float %111 to i32, !dbg !30
  %113 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %112, i32 2, i32 31), !dbg !30
  %114 = bitcast i32 %113 to float, !dbg !30
  %115 = fadd float %111, %114, !dbg !32
  %116 = bitcast float %115 to i32, !dbg !30
  %117 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %116, i32 1, i32 31), !dbg !30
  %118 = bitcast i32 %117 to float, !dbg !30
  %119 = fadd float %115, %118, !dbg !32
  store float %119, ptr addrspace(3) %34, align 4, !dbg !30
  tail call void @llvm.nvvm.barrier.cluster.arrive.aligned(), !dbg !30
  tail call void @llvm.nvvm.barrier.cluster.wait.aligned(), !dbg !30
  %120 = load i32, ptr addrspace(7) %38, align 4, !dbg !30
  %121 = bitcast i32 %120 to float, !dbg !30
  %122 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %120, i32 8, i32 31), !dbg !30
  %123 = bitcast i32 %122 to float, !dbg !30
  %124 = fadd float %121, %123, !dbg !32
  %125 = bitcast float %124 to i32, !dbg !30
  %126 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %125, i32 4, i32 31), !dbg !30
  %127 = bitcast i32 %126 to float, !dbg !30
  %128 = fadd float %124, %127, !dbg !32
  %129 = bitcast float %128 to i32, !dbg !30
  %130 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %129, i32 2, i32 31), !dbg !30
  %131 = bitcast i32 %130 to float, !dbg !30
  %132 = fadd float %128, %131, !dbg !32
  %133 = bitcast float %132 to i32, !dbg !30
  %134 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %133, i32 1, i32 31), !dbg !30
  %135 = bitcast i32 %134 to float, !dbg !30
  %136 = fadd float %132, %135, !dbg !32
  %137 = tail call float @llvm.nvvm.div.full(float %136, float %39), !dbg !33
  %138 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %21, !dbg !34
  %139 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$5 ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l,b"(ptr addrspace(1) %138, i1 %17) #6, !dbg !35
  %140 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %21, !dbg !36
  %141 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$5 ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l,b"(ptr addrspace(1) %140, i1 %17) #6, !dbg !37
  %142 = fadd float %5, %137, !dbg !38
  %143 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !39
  %.not.i = icmp eq i32 %143, 0, !dbg !39
  %144 = tail call i32 @__nvvm_reflect(ptr nonnull @.str.2) #6, !dbg !39
  %.not1.i = icmp eq i32 %144, 0, !dbg !39
  br i1 %.not.i, label %150, label %145, !dbg !39

145:                                              ; preds = %8
  br i1 %.not1.i, label %148, label %146, !dbg !39

146:                                              ; preds = %145
  %147 = tail call float @llvm.nvvm.sqrt.rn.ftz.f(float %142) #6, !dbg !39
  br label %__nv_sqrtf.exit, !dbg !39

148:                                              ; preds = %145
  %149 = tail call float @llvm.nvvm.sqrt.approx.ftz.f(float %142) #6, !dbg !39
  br label %__nv_sqrtf.exit, !dbg !39

150:                                              ; preds = %8
  br i1 %.not1.i, label %153, label %151, !dbg !39

151:                                              ; preds = %150
  %152 = tail call float @llvm.nvvm.sqrt.rn.f(float %142) #6, !dbg !39
  br label %__nv_sqrtf.exit, !dbg !39

153:                                              ; preds = %150
  %154 = tail call float @llvm.nvvm.sqrt.approx.f(float %142) #6, !dbg !39
  br label %__nv_sqrtf.exit, !dbg !39

__nv_sqrtf.exit:                                  ; preds = %146, %148, %151, %153
  %.0.i = phi float [ %147, %146 ], [ %149, %148 ], [ %152, %151 ], [ %154, %153 ], !dbg !39
  %155 = extractvalue { i32, i32, i32, i32 } %141, 3, !dbg !37
  %156 = extractvalue { i32, i32, i32, i32 } %141, 2, !dbg !37
  %157 = extractvalue { i32, i32, i32, i32 } %141, 1, !dbg !37
  %158 = extractvalue { i32, i32, i32, i32 } %141, 0, !dbg !37
  %159 = extractvalue { i32, i32, i32, i32 } %139, 3, !dbg !35
  %160 = extractvalue { i32, i32, i32, i32 } %139, 2, !dbg !35
  %161 = extractvalue { i32, i32, i32, i32 } %139, 1, !dbg !35
  %162 = extractvalue { i32, i32, i32, i32 } %139, 0, !dbg !35
  %163 = tail call float @llvm.nvvm.div.full(float 1.000000e+00, float %.0.i), !dbg !40
  %164 = getelementptr [2 x i8], ptr addrspace(1) %3, i64 %19, !dbg !41
  %165 = getelementptr [2 x i8], ptr addrspace(1) %164, i64 %21, !dbg !41
  %166 = insertelement <2 x i32> poison, i32 %158, i64 0, !dbg !37
  %167 = insertelement <2 x i32> %166, i32 %157, i64 1, !dbg !37
  %168 = bitcast <2 x i32> %167 to <2 x float>, !dbg !37
  %169 = insertelement <2 x i32> poison, i32 %162, i64 0, !dbg !35
  %170 = insertelement <2 x i32> %169, i32 %161, i64 1, !dbg !35
  %171 = bitcast <2 x i32> %170 to <2 x float>, !dbg !35
  %172 = fmul float %89, %163, !dbg !42
  %173 = fmul float %90, %163, !dbg !42
  %174 = insertelement <2 x float> poison, float %173, i64 0, !dbg !42
  %175 = insertelement <2 x float> %174, float %172, i64 1, !dbg !42
  %176 = fmul <2 x float> %175, %171, !dbg !42
  %177 = fadd <2 x float> %176, %168, !dbg !42
  %178 = fptrunc <2 x float> %177 to <2 x bfloat>, !dbg !43
  %179 = insertelement <2 x i32> poison, i32 %156, i64 0, !dbg !37
  %180 = insertelement <2 x i32> %179, i32 %155, i64 1, !dbg !37
  %181 = bitcast <2 x i32> %180 to <2 x float>, !dbg !37
  %182 = insertelement <2 x i32> poison, i32 %160, i64 0, !dbg !35
  %183 = insertelement <2 x i32> %182, i32 %159, i64 1, !dbg !35
  %184 = bitcast <2 x i32> %183 to <2 x float>, !dbg !35
  %185 = fmul float %91, %163, !dbg !42
  %186 = fmul float %92, %163, !dbg !42
  %187 = insertelement <2 x float> poison, float %186, i64 0, !dbg !42
  %188 = insertelement <2 x float> %187, float %185, i64 1, !dbg !42
  %189 = fmul <2 x float> %188, %184, !dbg !42
  %190 = fadd <2 x float> %189, %181, !dbg !42
  %191 = fptrunc <2 x float> %190 to <2 x bfloat>, !dbg !43
  %192 = bitcast <2 x bfloat> %178 to i32, !dbg !44
  %193 = bitcast <2 x bfloat> %191 to i32, !dbg !44
  tail call void asm sideeffect "@$3 st.global.v2.b32 [ $2 + 0 ], { $0, $1 };", "r,r,l,b"(i32 %192, i32 %193, ptr addrspace(1) %165, i1 %17) #6, !dbg !44
  tail call void @llvm.nvvm.barrier.cluster.arrive.aligned(), !dbg !45
  tail call void @llvm.nvvm.barrier.cluster.wait.aligned(), !dbg !45
  ret void, !dbg !45
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank() #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cluster.arrive.aligned() #3

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cluster.wait.aligned() #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) captures(none), i32) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.div.full(float, float) #4

declare i32 @__nvvm_reflect(ptr) local_unnamed_addr #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.sqrt.rn.ftz.f(float) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.sqrt.approx.ftz.f(float) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.sqrt.rn.f(float) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.sqrt.approx.f(float) #4

attributes #0 = { nounwind "nvvm.cluster_dim"="2" "nvvm.reqntid"="256" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #5 = { "disable-tail-calls"="false" "frame-pointer"="all" "less-precise-fpmad"="false" "no-infs-fp-math"="false" "no-nans-fp-math"="false" "stack-protector-buffer-size"="8" "unsafe-fp-math"="false" "use-soft-float"="false" }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!llvm.ident = !{!4}
!nvvmir.version = !{!5}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = !{!"clang version 3.8.0 (tags/RELEASE_380/final)"}
!5 = !{i32 2, i32 0}
!6 = distinct !DISubprogram(name: "layer_norm", linkageName: "layer_norm", scope: !1, file: !1, line: 49, type: !7, scopeLine: 49, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!7 = !DISubroutineType(cc: DW_CC_normal, types: !8)
!8 = !{null, !9, !11, !11, !9, !13, !12, !9, !9}
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 1)
!12 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DILocation(line: 50, column: 11, scope: !6)
!15 = !DILocation(line: 51, column: 9, scope: !6)
!16 = !DILocation(line: 52, column: 14, scope: !6)
!17 = !DILocation(line: 53, column: 25, scope: !6)
!18 = !DILocation(line: 53, column: 21, scope: !6)
!19 = !DILocation(line: 53, column: 13, scope: !6)
!20 = !DILocation(line: 314, column: 12, scope: !21, inlinedAt: !23)
!21 = distinct !DILexicalBlockFile(scope: !6, file: !22, discriminator: 0)
!22 = !DIFile(filename: "standard.py", directory: "site-packages/triton/language")
!23 = !DILocation(line: 54, column: 12, scope: !24)
!24 = distinct !DILexicalBlockFile(scope: !6, file: !1, discriminator: 0)
!25 = !DILocation(line: 54, column: 12, scope: !6)
!26 = !DILocation(line: 287, column: 12, scope: !21, inlinedAt: !20)
!27 = !DILocation(line: 55, column: 32, scope: !6)
!28 = !DILocation(line: 55, column: 15, scope: !6)
!29 = !DILocation(line: 56, column: 23, scope: !6)
!30 = !DILocation(line: 314, column: 12, scope: !21, inlinedAt: !31)
!31 = !DILocation(line: 56, column: 16, scope: !24)
!32 = !DILocation(line: 287, column: 12, scope: !21, inlinedAt: !30)
!33 = !DILocation(line: 56, column: 16, scope: !6)
!34 = !DILocation(line: 57, column: 21, scope: !6)
!35 = !DILocation(line: 57, column: 13, scope: !6)
!36 = !DILocation(line: 58, column: 21, scope: !6)
!37 = !DILocation(line: 58, column: 13, scope: !6)
!38 = !DILocation(line: 59, column: 39, scope: !6)
!39 = !DILocation(line: 59, column: 31, scope: !6)
!40 = !DILocation(line: 59, column: 25, scope: !6)
!41 = !DILocation(line: 60, column: 14, scope: !6)
!42 = !DILocation(line: 59, column: 14, scope: !6)
!43 = !DILocation(line: 60, column: 39, scope: !6)
!44 = !DILocation(line: 60, column: 5, scope: !6)
!45 = !DILocation(line: 49, column: 1, scope: !6)
