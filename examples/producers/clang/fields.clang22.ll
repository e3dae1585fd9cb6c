; ModuleID = 'fields.cu'
source_filename = "fields.cu"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Body = type { double, double, double, double }
%struct.Ray = type { [3 x float], [3 x float], [3 x i32] }
%struct.Box = type { [3 x float], [3 x float] }
%struct.Grid = type { i32, i32, i32, float, float }

@weights = dso_local addrspace(4) externally_initialized constant [27 x float] zeroinitializer, align 4
@_ZZ6forcesPK4BodyPdiE4tile = internal unnamed_addr addrspace(3) global [128 x %struct.Body] undef, align 8
@_ZZ4sortPjE4part = internal unnamed_addr addrspace(3) global [1024 x i32] undef, align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(4) @weights to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @_Z6forcesPK4BodyPdi(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 !dbg !11 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !14
  %5 = shl i32 %4, 7, !dbg !18
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !19
  %7 = add i32 %5, %6, !dbg !22
  %8 = icmp slt i32 %7, %2, !dbg !23
  br i1 %8, label %9, label %19, !dbg !24

9:                                                ; preds = %3
  %10 = sext i32 %7 to i64
  %11 = getelementptr inbounds %struct.Body, ptr %0, i64 %10
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %15 = load double, ptr %11, align 8, !dbg !25, !tbaa !26
  %16 = load double, ptr %14, align 8, !dbg !25, !tbaa !26
  %17 = load double, ptr %13, align 8, !dbg !25, !tbaa !26
  %18 = load double, ptr %12, align 8, !dbg !25, !tbaa !26
  br label %19, !dbg !24

19:                                               ; preds = %3, %9
  %20 = phi double [ %15, %9 ], [ 0.000000e+00, %3 ], !dbg !28
  %21 = phi double [ %16, %9 ], [ 0.000000e+00, %3 ], !dbg !28
  %22 = phi double [ %17, %9 ], [ 0.000000e+00, %3 ], !dbg !28
  %23 = phi double [ %18, %9 ], [ 0.000000e+00, %3 ], !dbg !28
  %24 = icmp sgt i32 %2, 0, !dbg !29
  br i1 %24, label %25, label %28, !dbg !30

25:                                               ; preds = %19
  %26 = zext nneg i32 %6 to i64
  %27 = getelementptr inbounds nuw %struct.Body, ptr addrspacecast (ptr addrspace(3) @_ZZ6forcesPK4BodyPdiE4tile to ptr), i64 %26
  br label %32, !dbg !30

28:                                               ; preds = %43, %19
  %29 = phi double [ 0.000000e+00, %19 ], [ %80, %43 ], !dbg !31
  %30 = phi double [ 0.000000e+00, %19 ], [ %78, %43 ], !dbg !32
  %31 = phi double [ 0.000000e+00, %19 ], [ %76, %43 ], !dbg !33
  br i1 %8, label %86, label %92, !dbg !34

32:                                               ; preds = %25, %43
  %33 = phi double [ 0.000000e+00, %25 ], [ %76, %43 ]
  %34 = phi double [ 0.000000e+00, %25 ], [ %78, %43 ]
  %35 = phi i32 [ 0, %25 ], [ %44, %43 ]
  %36 = phi double [ 0.000000e+00, %25 ], [ %80, %43 ]
  %37 = add nuw nsw i32 %35, %6, !dbg !35
  %38 = icmp slt i32 %37, %2, !dbg !36
  br i1 %38, label %39, label %42, !dbg !37

39:                                               ; preds = %32
  %40 = zext nneg i32 %37 to i64
  %41 = getelementptr inbounds nuw %struct.Body, ptr %0, i64 %40
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %27, ptr noundef nonnull align 8 dereferenceable(32) %41, i64 32, i1 false), !dbg !38, !tbaa.struct !39
  br label %42, !dbg !40

42:                                               ; preds = %39, %32
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !41
  br label %46, !dbg !42

43:                                               ; preds = %46
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !43
  %44 = add nuw nsw i32 %35, 128, !dbg !44
  %45 = icmp slt i32 %44, %2, !dbg !29
  br i1 %45, label %32, label %28, !dbg !30, !llvm.loop !45

46:                                               ; preds = %42, %46
  %47 = phi double [ %76, %46 ], [ %33, %42 ]
  %48 = phi double [ %78, %46 ], [ %34, %42 ]
  %49 = phi i32 [ %81, %46 ], [ 0, %42 ]
  %50 = phi double [ %80, %46 ], [ %36, %42 ]
  %51 = zext nneg i32 %49 to i64, !dbg !48
  %52 = getelementptr inbounds nuw %struct.Body, ptr addrspacecast (ptr addrspace(3) @_ZZ6forcesPK4BodyPdiE4tile to ptr), i64 %51, !dbg !48
  %53 = load double, ptr %52, align 8, !dbg !49, !tbaa !50
  %54 = fsub contract double %53, %20, !dbg !52
  %55 = getelementptr inbounds nuw i8, ptr %52, i64 8, !dbg !53
  %56 = load double, ptr %55, align 8, !dbg !53, !tbaa !54
  %57 = fsub contract double %56, %21, !dbg !55
  %58 = getelementptr inbounds nuw i8, ptr %52, i64 16, !dbg !56
  %59 = load double, ptr %58, align 8, !dbg !56, !tbaa !57
  %60 = fsub contract double %59, %22, !dbg !58
  %61 = fmul contract double %54, %54, !dbg !59
  %62 = fmul contract double %57, %57, !dbg !60
  %63 = fadd contract double %61, %62, !dbg !61
  %64 = fmul contract double %60, %60, !dbg !62
  %65 = fadd contract double %63, %64, !dbg !63
  %66 = fadd contract double %65, 1.000000e-09, !dbg !64
  %67 = tail call double @llvm.sqrt.f64(double %66), !dbg !65
  %68 = fdiv contract double 1.000000e+00, %67, !dbg !66
  %69 = getelementptr inbounds nuw i8, ptr %52, i64 24, !dbg !67
  %70 = load double, ptr %69, align 8, !dbg !67, !tbaa !68
  %71 = fmul contract double %23, %70, !dbg !69
  %72 = fmul contract double %71, %68, !dbg !70
  %73 = fmul contract double %68, %72, !dbg !71
  %74 = fmul contract double %68, %73, !dbg !72
  %75 = fmul contract double %54, %74, !dbg !73
  %76 = fadd contract double %47, %75, !dbg !74
  %77 = fmul contract double %57, %74, !dbg !75
  %78 = fadd contract double %48, %77, !dbg !76
  %79 = fmul contract double %60, %74, !dbg !77
  %80 = fadd contract double %50, %79, !dbg !78
  %81 = add nuw nsw i32 %49, 1, !dbg !79
  %82 = icmp samesign ult i32 %49, 127, !dbg !80
  %83 = or disjoint i32 %81, %35
  %84 = icmp slt i32 %83, %2
  %85 = select i1 %82, i1 %84, i1 false, !dbg !81
  br i1 %85, label %46, label %43, !dbg !81, !llvm.loop !82

86:                                               ; preds = %28
  %87 = mul nsw i32 %7, 3
  %88 = sext i32 %87 to i64
  %89 = getelementptr inbounds double, ptr %1, i64 %88
  %90 = getelementptr i8, ptr %89, i64 16
  %91 = getelementptr i8, ptr %89, i64 8
  store double %31, ptr %89, align 8, !dbg !84, !tbaa !26
  store double %30, ptr %91, align 8, !dbg !85, !tbaa !26
  store double %29, ptr %90, align 8, !dbg !86, !tbaa !26
  br label %92, !dbg !87

92:                                               ; preds = %86, %28
  ret void, !dbg !88
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local noundef zeroext i1 @_Z4hitsRK3RayRK3BoxRf(ptr noundef nonnull readonly align 4 captures(none) dereferenceable(36) %0, ptr noundef nonnull readonly align 4 captures(none) dereferenceable(24) %1, ptr noundef nonnull align 4 captures(none) dereferenceable(4) %2) local_unnamed_addr #4 !dbg !89 {
  %4 = load float, ptr %2, align 4, !dbg !90, !tbaa !91
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %8 = load i32, ptr %5, align 4, !dbg !93, !tbaa !7
  %9 = icmp eq i32 %8, 0, !dbg !93
  %10 = load float, ptr %1, align 4, !dbg !94
  %11 = load float, ptr %6, align 4, !dbg !94
  %12 = select i1 %9, float %10, float %11, !dbg !94
  %13 = select i1 %9, float %11, float %10, !dbg !95
  %14 = load float, ptr %0, align 4, !dbg !96, !tbaa !91
  %15 = fsub contract float %12, %14, !dbg !97
  %16 = load float, ptr %7, align 4, !dbg !98, !tbaa !91
  %17 = fmul contract float %15, %16, !dbg !99
  %18 = fsub contract float %13, %14, !dbg !100
  %19 = fmul contract float %18, %16, !dbg !101
  %20 = fcmp contract ogt float %17, 0.000000e+00, !dbg !102
  %21 = select contract i1 %20, float %17, float 0.000000e+00, !dbg !103
  %22 = fcmp contract olt float %19, %4, !dbg !104
  %23 = select contract i1 %22, float %19, float %4, !dbg !105
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 28, !dbg !93
  %25 = load i32, ptr %24, align 4, !dbg !93, !tbaa !7
  %26 = icmp eq i32 %25, 0, !dbg !93
  %27 = select i1 %26, ptr %1, ptr %6, !dbg !93
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 4, !dbg !94
  %29 = load float, ptr %28, align 4, !dbg !94, !tbaa !91
  %30 = select i1 %26, ptr %6, ptr %1, !dbg !106
  %31 = getelementptr inbounds nuw i8, ptr %30, i64 4, !dbg !95
  %32 = load float, ptr %31, align 4, !dbg !95, !tbaa !91
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 4, !dbg !96
  %34 = load float, ptr %33, align 4, !dbg !96, !tbaa !91
  %35 = fsub contract float %29, %34, !dbg !97
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 16, !dbg !98
  %37 = load float, ptr %36, align 4, !dbg !98, !tbaa !91
  %38 = fmul contract float %35, %37, !dbg !99
  %39 = fsub contract float %32, %34, !dbg !100
  %40 = fmul contract float %39, %37, !dbg !101
  %41 = fcmp contract ogt float %38, %21, !dbg !102
  %42 = select contract i1 %41, float %38, float %21, !dbg !103
  %43 = fcmp contract olt float %40, %23, !dbg !104
  %44 = select contract i1 %43, float %40, float %23, !dbg !105
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 32, !dbg !93
  %46 = load i32, ptr %45, align 4, !dbg !93, !tbaa !7
  %47 = icmp eq i32 %46, 0, !dbg !93
  %48 = select i1 %47, ptr %1, ptr %6, !dbg !93
  %49 = getelementptr inbounds nuw i8, ptr %48, i64 8, !dbg !94
  %50 = load float, ptr %49, align 4, !dbg !94, !tbaa !91
  %51 = select i1 %47, ptr %6, ptr %1, !dbg !106
  %52 = getelementptr inbounds nuw i8, ptr %51, i64 8, !dbg !95
  %53 = load float, ptr %52, align 4, !dbg !95, !tbaa !91
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 8, !dbg !96
  %55 = load float, ptr %54, align 4, !dbg !96, !tbaa !91
  %56 = fsub contract float %50, %55, !dbg !97
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 20, !dbg !98
  %58 = load float, ptr %57, align 4, !dbg !98, !tbaa !91
  %59 = fmul contract float %56, %58, !dbg !99
  %60 = fsub contract float %53, %55, !dbg !100
  %61 = fmul contract float %60, %58, !dbg !101
  %62 = fcmp contract ogt float %59, %42, !dbg !102
  %63 = select contract i1 %62, float %59, float %42, !dbg !103
  %64 = fcmp contract olt float %61, %44, !dbg !104
  %65 = select contract i1 %64, float %61, float %44, !dbg !105
  %66 = fcmp contract ule float %63, %65, !dbg !107
  br i1 %66, label %67, label %68, !dbg !107

67:                                               ; preds = %3
  store float %63, ptr %2, align 4, !dbg !108, !tbaa !91
  br label %68, !dbg !109

68:                                               ; preds = %3, %67
  ret i1 %66, !dbg !110
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @_Z11nearest_boxPK3RayPK3BoxPiii(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #5 !dbg !111 {
  %6 = alloca float, align 4
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !112
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !114
  %9 = mul i32 %7, %8, !dbg !117
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !118
  %11 = add i32 %9, %10, !dbg !120
  %12 = icmp slt i32 %11, %3, !dbg !121
  br i1 %12, label %13, label %68, !dbg !121

13:                                               ; preds = %5
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #12, !dbg !122
  store float 0x46293E5940000000, ptr %6, align 4, !dbg !123, !tbaa !91
  %14 = icmp sgt i32 %4, 0, !dbg !124
  %15 = sext i32 %11 to i64
  br i1 %14, label %16, label %39, !dbg !125

16:                                               ; preds = %13
  %17 = getelementptr inbounds %struct.Ray, ptr %0, i64 %15
  %18 = and i32 %4, 3, !dbg !125
  %19 = icmp ult i32 %4, 4, !dbg !125
  br i1 %19, label %24, label %20, !dbg !125

20:                                               ; preds = %16
  %21 = and i32 %4, 2147483644, !dbg !125
  br label %42, !dbg !125

22:                                               ; preds = %42
  %23 = icmp eq i32 %18, 0, !dbg !125
  br i1 %23, label %39, label %24, !dbg !125

24:                                               ; preds = %22, %16
  %25 = phi i32 [ 0, %16 ], [ %65, %22 ]
  %26 = phi i32 [ -1, %16 ], [ %64, %22 ]
  %27 = icmp ne i32 %18, 0, !dbg !125
  tail call void @llvm.assume(i1 %27), !dbg !125
  br label %28, !dbg !125

28:                                               ; preds = %28, %24
  %29 = phi i32 [ %25, %24 ], [ %36, %28 ]
  %30 = phi i32 [ %26, %24 ], [ %35, %28 ]
  %31 = phi i32 [ 0, %24 ], [ %37, %28 ]
  %32 = zext nneg i32 %29 to i64, !dbg !126
  %33 = getelementptr inbounds nuw %struct.Box, ptr %1, i64 %32, !dbg !126
  %34 = call noundef zeroext i1 @_Z4hitsRK3RayRK3BoxRf(ptr noundef nonnull align 4 dereferenceable(36) %17, ptr noundef nonnull align 4 dereferenceable(24) %33, ptr noundef nonnull align 4 dereferenceable(4) %6) #12, !dbg !127
  %35 = select i1 %34, i32 %29, i32 %30, !dbg !127
  %36 = add nuw nsw i32 %29, 1, !dbg !128
  %37 = add i32 %31, 1, !dbg !125
  %38 = icmp eq i32 %37, %18, !dbg !125
  br i1 %38, label %39, label %28, !dbg !125, !llvm.loop !129

39:                                               ; preds = %22, %28, %13
  %40 = phi i32 [ -1, %13 ], [ %64, %22 ], [ %35, %28 ], !dbg !131
  %41 = getelementptr inbounds i32, ptr %2, i64 %15, !dbg !132
  store i32 %40, ptr %41, align 4, !dbg !133, !tbaa !7
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12, !dbg !134
  br label %68, !dbg !134

42:                                               ; preds = %42, %20
  %43 = phi i32 [ 0, %20 ], [ %65, %42 ]
  %44 = phi i32 [ -1, %20 ], [ %64, %42 ]
  %45 = phi i32 [ 0, %20 ], [ %66, %42 ]
  %46 = zext nneg i32 %43 to i64, !dbg !126
  %47 = getelementptr inbounds nuw %struct.Box, ptr %1, i64 %46, !dbg !126
  %48 = call noundef zeroext i1 @_Z4hitsRK3RayRK3BoxRf(ptr noundef nonnull align 4 dereferenceable(36) %17, ptr noundef nonnull align 4 dereferenceable(24) %47, ptr noundef nonnull align 4 dereferenceable(4) %6) #12, !dbg !127
  %49 = select i1 %48, i32 %43, i32 %44, !dbg !127
  %50 = or disjoint i32 %43, 1, !dbg !128
  %51 = zext nneg i32 %50 to i64, !dbg !126
  %52 = getelementptr inbounds nuw %struct.Box, ptr %1, i64 %51, !dbg !126
  %53 = call noundef zeroext i1 @_Z4hitsRK3RayRK3BoxRf(ptr noundef nonnull align 4 dereferenceable(36) %17, ptr noundef nonnull align 4 dereferenceable(24) %52, ptr noundef nonnull align 4 dereferenceable(4) %6) #12, !dbg !127
  %54 = select i1 %53, i32 %50, i32 %49, !dbg !127
  %55 = or disjoint i32 %43, 2, !dbg !128
  %56 = zext nneg i32 %55 to i64, !dbg !126
  %57 = getelementptr inbounds nuw %struct.Box, ptr %1, i64 %56, !dbg !126
  %58 = call noundef zeroext i1 @_Z4hitsRK3RayRK3BoxRf(ptr noundef nonnull align 4 dereferenceable(36) %17, ptr noundef nonnull align 4 dereferenceable(24) %57, ptr noundef nonnull align 4 dereferenceable(4) %6) #12, !dbg !127
  %59 = select i1 %58, i32 %55, i32 %54, !dbg !127
  %60 = or disjoint i32 %43, 3, !dbg !128
  %61 = zext nneg i32 %60 to i64, !dbg !126
  %62 = getelementptr inbounds nuw %struct.Box, ptr %1, i64 %61, !dbg !126
  %63 = call noundef zeroext i1 @_Z4hitsRK3RayRK3BoxRf(ptr noundef nonnull align 4 dereferenceable(36) %17, ptr noundef nonnull align 4 dereferenceable(24) %62, ptr noundef nonnull align 4 dereferenceable(4) %6) #12, !dbg !127
  %64 = select i1 %63, i32 %60, i32 %59, !dbg !127
  %65 = add nuw nsw i32 %43, 4, !dbg !128
  %66 = add i32 %45, 4, !dbg !125
  %67 = icmp eq i32 %66, %21, !dbg !125
  br i1 %67, label %22, label %42, !dbg !125, !llvm.loop !135

68:                                               ; preds = %5, %39
  ret void, !dbg !134
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @_Z4step4GridPKfPf(ptr noundef readonly byval(%struct.Grid) align 4 captures(none) "nvvm.grid_constant" %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #6 !dbg !137 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !138
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !140
  %6 = mul i32 %4, %5, !dbg !142
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !143
  %8 = add i32 %6, %7, !dbg !145
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !146
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y(), !dbg !149
  %11 = mul nuw nsw i32 %9, %10, !dbg !152
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !153
  %13 = add nuw nsw i32 %11, %12, !dbg !156
  %14 = icmp slt i32 %8, 1, !dbg !157
  %15 = icmp eq i32 %13, 0
  %16 = or i1 %14, %15, !dbg !158
  br i1 %16, label %157, label %17, !dbg !158

17:                                               ; preds = %3
  %18 = load i32, ptr %0, align 4, !dbg !159, !tbaa !160
  %19 = add nsw i32 %18, -1, !dbg !162
  %20 = icmp slt i32 %8, %19, !dbg !163
  br i1 %20, label %21, label %157, !dbg !164

21:                                               ; preds = %17
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 4, !dbg !165
  %23 = load i32, ptr %22, align 4, !dbg !165, !tbaa !166
  %24 = add nsw i32 %23, -1, !dbg !167
  %25 = icmp slt i32 %13, %24, !dbg !168
  br i1 %25, label %26, label %157, !dbg !164

26:                                               ; preds = %21
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %28 = load i32, ptr %27, align 4, !tbaa !169
  %29 = icmp sgt i32 %28, 2, !dbg !170
  br i1 %29, label %30, label %157, !dbg !171

30:                                               ; preds = %26
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %32 = load float, ptr %31, align 4, !tbaa !172
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %34 = load float, ptr %33, align 4, !tbaa !173
  %35 = fmul contract float %34, %34
  %36 = fdiv contract float %32, %35
  %37 = add nsw i32 %28, -2
  br label %38, !dbg !171

38:                                               ; preds = %30, %144
  %39 = phi i32 [ 1, %30 ], [ %155, %144 ]
  br label %40, !dbg !174

40:                                               ; preds = %38, %40
  %41 = phi i32 [ -1, %38 ], [ %142, %40 ]
  %42 = phi float [ 0.000000e+00, %38 ], [ %141, %40 ]
  %43 = mul nsw i32 %41, 9
  %44 = add nsw i32 %41, %39
  %45 = mul nsw i32 %44, %23
  %46 = add nsw i32 %45, %13
  %47 = add nsw i32 %46, -1
  %48 = mul nsw i32 %47, %18
  %49 = add nsw i32 %48, %8
  %50 = sext i32 %43 to i64, !dbg !175
  %51 = getelementptr float, ptr addrspacecast (ptr addrspace(4) @weights to ptr), i64 %50, !dbg !175
  %52 = getelementptr i8, ptr %51, i64 36, !dbg !175
  %53 = load float, ptr %52, align 4, !dbg !175, !tbaa !91
  %54 = sext i32 %49 to i64, !dbg !176
  %55 = getelementptr float, ptr %1, i64 %54, !dbg !176
  %56 = getelementptr i8, ptr %55, i64 -4, !dbg !176
  %57 = load float, ptr %56, align 4, !dbg !176, !tbaa !91
  %58 = fmul contract float %53, %57, !dbg !177
  %59 = fadd contract float %42, %58, !dbg !178
  %60 = sext i32 %43 to i64, !dbg !175
  %61 = getelementptr float, ptr addrspacecast (ptr addrspace(4) @weights to ptr), i64 %60, !dbg !175
  %62 = getelementptr i8, ptr %61, i64 40, !dbg !175
  %63 = load float, ptr %62, align 4, !dbg !175, !tbaa !91
  %64 = sext i32 %49 to i64, !dbg !176
  %65 = getelementptr inbounds float, ptr %1, i64 %64, !dbg !176
  %66 = load float, ptr %65, align 4, !dbg !176, !tbaa !91
  %67 = fmul contract float %63, %66, !dbg !177
  %68 = fadd contract float %59, %67, !dbg !178
  %69 = sext i32 %43 to i64, !dbg !175
  %70 = getelementptr float, ptr addrspacecast (ptr addrspace(4) @weights to ptr), i64 %69, !dbg !175
  %71 = getelementptr i8, ptr %70, i64 44, !dbg !175
  %72 = load float, ptr %71, align 4, !dbg !175, !tbaa !91
  %73 = sext i32 %49 to i64, !dbg !176
  %74 = getelementptr float, ptr %1, i64 %73, !dbg !176
  %75 = getelementptr i8, ptr %74, i64 4, !dbg !176
  %76 = load float, ptr %75, align 4, !dbg !176, !tbaa !91
  %77 = fmul contract float %72, %76, !dbg !177
  %78 = fadd contract float %68, %77, !dbg !178
  %79 = mul nsw i32 %46, %18
  %80 = add nsw i32 %79, %8
  %81 = sext i32 %43 to i64, !dbg !175
  %82 = getelementptr float, ptr addrspacecast (ptr addrspace(4) @weights to ptr), i64 %81, !dbg !175
  %83 = getelementptr i8, ptr %82, i64 48, !dbg !175
  %84 = load float, ptr %83, align 4, !dbg !175, !tbaa !91
  %85 = sext i32 %80 to i64, !dbg !176
  %86 = getelementptr float, ptr %1, i64 %85, !dbg !176
  %87 = getelementptr i8, ptr %86, i64 -4, !dbg !176
  %88 = load float, ptr %87, align 4, !dbg !176, !tbaa !91
  %89 = fmul contract float %84, %88, !dbg !177
  %90 = fadd contract float %78, %89, !dbg !178
  %91 = sext i32 %43 to i64, !dbg !175
  %92 = getelementptr float, ptr addrspacecast (ptr addrspace(4) @weights to ptr), i64 %91, !dbg !175
  %93 = getelementptr i8, ptr %92, i64 52, !dbg !175
  %94 = load float, ptr %93, align 4, !dbg !175, !tbaa !91
  %95 = sext i32 %80 to i64, !dbg !176
  %96 = getelementptr inbounds float, ptr %1, i64 %95, !dbg !176
  %97 = load float, ptr %96, align 4, !dbg !176, !tbaa !91
  %98 = fmul contract float %94, %97, !dbg !177
  %99 = fadd contract float %90, %98, !dbg !178
  %100 = sext i32 %43 to i64, !dbg !175
  %101 = getelementptr float, ptr addrspacecast (ptr addrspace(4) @weights to ptr), i64 %100, !dbg !175
  %102 = getelementptr i8, ptr %101, i64 56, !dbg !175
  %103 = load float, ptr %102, align 4, !dbg !175, !tbaa !91
  %104 = sext i32 %80 to i64, !dbg !176
  %105 = getelementptr float, ptr %1, i64 %104, !dbg !176
  %106 = getelementptr i8, ptr %105, i64 4, !dbg !176
  %107 = load float, ptr %106, align 4, !dbg !176, !tbaa !91
  %108 = fmul contract float %103, %107, !dbg !177
  %109 = fadd contract float %99, %108, !dbg !178
  %110 = add nsw i32 %46, 1
  %111 = mul nsw i32 %110, %18
  %112 = add nsw i32 %111, %8
  %113 = sext i32 %43 to i64, !dbg !175
  %114 = getelementptr float, ptr addrspacecast (ptr addrspace(4) @weights to ptr), i64 %113, !dbg !175
  %115 = getelementptr i8, ptr %114, i64 60, !dbg !175
  %116 = load float, ptr %115, align 4, !dbg !175, !tbaa !91
  %117 = sext i32 %112 to i64, !dbg !176
  %118 = getelementptr float, ptr %1, i64 %117, !dbg !176
  %119 = getelementptr i8, ptr %118, i64 -4, !dbg !176
  %120 = load float, ptr %119, align 4, !dbg !176, !tbaa !91
  %121 = fmul contract float %116, %120, !dbg !177
  %122 = fadd contract float %109, %121, !dbg !178
  %123 = sext i32 %43 to i64, !dbg !175
  %124 = getelementptr float, ptr addrspacecast (ptr addrspace(4) @weights to ptr), i64 %123, !dbg !175
  %125 = getelementptr i8, ptr %124, i64 64, !dbg !175
  %126 = load float, ptr %125, align 4, !dbg !175, !tbaa !91
  %127 = sext i32 %112 to i64, !dbg !176
  %128 = getelementptr inbounds float, ptr %1, i64 %127, !dbg !176
  %129 = load float, ptr %128, align 4, !dbg !176, !tbaa !91
  %130 = fmul contract float %126, %129, !dbg !177
  %131 = fadd contract float %122, %130, !dbg !178
  %132 = sext i32 %43 to i64, !dbg !175
  %133 = getelementptr float, ptr addrspacecast (ptr addrspace(4) @weights to ptr), i64 %132, !dbg !175
  %134 = getelementptr i8, ptr %133, i64 68, !dbg !175
  %135 = load float, ptr %134, align 4, !dbg !175, !tbaa !91
  %136 = sext i32 %112 to i64, !dbg !176
  %137 = getelementptr float, ptr %1, i64 %136, !dbg !176
  %138 = getelementptr i8, ptr %137, i64 4, !dbg !176
  %139 = load float, ptr %138, align 4, !dbg !176, !tbaa !91
  %140 = fmul contract float %135, %139, !dbg !177
  %141 = fadd contract float %131, %140, !dbg !178
  %142 = add nsw i32 %41, 1, !dbg !179
  %143 = icmp eq i32 %142, 2, !dbg !180
  br i1 %143, label %144, label %40, !dbg !174, !llvm.loop !181

144:                                              ; preds = %40
  %145 = mul nsw i32 %39, %23, !dbg !183
  %146 = add nsw i32 %145, %13, !dbg !184
  %147 = mul nsw i32 %146, %18, !dbg !185
  %148 = add nsw i32 %147, %8, !dbg !186
  %149 = sext i32 %148 to i64, !dbg !187
  %150 = getelementptr inbounds float, ptr %1, i64 %149, !dbg !187
  %151 = load float, ptr %150, align 4, !dbg !187, !tbaa !91
  %152 = fmul contract float %141, %36, !dbg !188
  %153 = fadd contract float %151, %152, !dbg !189
  %154 = getelementptr inbounds float, ptr %2, i64 %149, !dbg !190
  store float %153, ptr %154, align 4, !dbg !191, !tbaa !91
  %155 = add nuw nsw i32 %39, 1, !dbg !192
  %156 = icmp eq i32 %39, %37, !dbg !170
  br i1 %156, label %157, label %38, !dbg !171, !llvm.loop !193

157:                                              ; preds = %144, %26, %3, %17, %21
  ret void, !dbg !195
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @_Z9interpretPKiiPii(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef captures(none) %2, i32 noundef %3) local_unnamed_addr #7 !dbg !196 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !197
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !199
  %7 = mul i32 %5, %6, !dbg !201
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !202
  %9 = add i32 %7, %8, !dbg !204
  %10 = shl i32 %9, 3, !dbg !205
  %11 = zext i32 %10 to i64, !dbg !206
  %12 = getelementptr inbounds nuw i32, ptr %2, i64 %11, !dbg !206
  %13 = sext i32 %3 to i64, !dbg !207
  %14 = shl nsw i64 %13, 3, !dbg !208
  %15 = icmp sgt i64 %14, %11, !dbg !209
  %16 = icmp sgt i32 %1, 0
  %17 = and i1 %15, %16, !dbg !209
  br i1 %17, label %18, label %101, !dbg !209

18:                                               ; preds = %4, %97
  %19 = phi i32 [ %99, %97 ], [ 0, %4 ]
  %20 = sext i32 %19 to i64, !dbg !210
  %21 = getelementptr inbounds i32, ptr %0, i64 %20, !dbg !210
  %22 = load i32, ptr %21, align 4, !dbg !210, !tbaa !7
  %23 = lshr i32 %22, 8, !dbg !211
  %24 = and i32 %23, 7, !dbg !212
  %25 = lshr i32 %22, 16, !dbg !213
  %26 = and i32 %25, 7, !dbg !214
  %27 = trunc i32 %22 to i8, !dbg !215
  switch i8 %27, label %101 [
    i8 0, label %28
    i8 1, label %32
    i8 2, label %40
    i8 3, label %48
    i8 4, label %56
    i8 5, label %69
    i8 6, label %77
    i8 7, label %86
  ], !dbg !215

28:                                               ; preds = %18
  %29 = ashr i32 %22, 19, !dbg !216
  %30 = zext nneg i32 %24 to i64, !dbg !217
  %31 = getelementptr inbounds nuw i32, ptr %12, i64 %30, !dbg !217
  store i32 %29, ptr %31, align 4, !dbg !218, !tbaa !7
  br label %97, !dbg !219

32:                                               ; preds = %18
  %33 = zext nneg i32 %26 to i64, !dbg !220
  %34 = getelementptr inbounds nuw i32, ptr %12, i64 %33, !dbg !220
  %35 = load i32, ptr %34, align 4, !dbg !220, !tbaa !7
  %36 = zext nneg i32 %24 to i64, !dbg !221
  %37 = getelementptr inbounds nuw i32, ptr %12, i64 %36, !dbg !221
  %38 = load i32, ptr %37, align 4, !dbg !222, !tbaa !7
  %39 = add nsw i32 %38, %35, !dbg !222
  store i32 %39, ptr %37, align 4, !dbg !222, !tbaa !7
  br label %97, !dbg !223

40:                                               ; preds = %18
  %41 = zext nneg i32 %26 to i64, !dbg !224
  %42 = getelementptr inbounds nuw i32, ptr %12, i64 %41, !dbg !224
  %43 = load i32, ptr %42, align 4, !dbg !224, !tbaa !7
  %44 = zext nneg i32 %24 to i64, !dbg !225
  %45 = getelementptr inbounds nuw i32, ptr %12, i64 %44, !dbg !225
  %46 = load i32, ptr %45, align 4, !dbg !226, !tbaa !7
  %47 = sub nsw i32 %46, %43, !dbg !226
  store i32 %47, ptr %45, align 4, !dbg !226, !tbaa !7
  br label %97, !dbg !227

48:                                               ; preds = %18
  %49 = zext nneg i32 %26 to i64, !dbg !228
  %50 = getelementptr inbounds nuw i32, ptr %12, i64 %49, !dbg !228
  %51 = load i32, ptr %50, align 4, !dbg !228, !tbaa !7
  %52 = zext nneg i32 %24 to i64, !dbg !229
  %53 = getelementptr inbounds nuw i32, ptr %12, i64 %52, !dbg !229
  %54 = load i32, ptr %53, align 4, !dbg !230, !tbaa !7
  %55 = mul nsw i32 %54, %51, !dbg !230
  store i32 %55, ptr %53, align 4, !dbg !230, !tbaa !7
  br label %97, !dbg !231

56:                                               ; preds = %18
  %57 = zext nneg i32 %26 to i64, !dbg !232
  %58 = getelementptr inbounds nuw i32, ptr %12, i64 %57, !dbg !232
  %59 = load i32, ptr %58, align 4, !dbg !232, !tbaa !7
  %60 = icmp eq i32 %59, 0, !dbg !232
  %61 = zext nneg i32 %24 to i64
  br i1 %60, label %66, label %62, !dbg !232

62:                                               ; preds = %56
  %63 = getelementptr inbounds nuw i32, ptr %12, i64 %61
  %64 = load i32, ptr %63, align 4, !dbg !233, !tbaa !7
  %65 = sdiv i32 %64, %59, !dbg !234
  br label %66, !dbg !232

66:                                               ; preds = %56, %62
  %67 = phi i32 [ %65, %62 ], [ 0, %56 ], !dbg !232
  %68 = getelementptr inbounds nuw i32, ptr %12, i64 %61, !dbg !235
  store i32 %67, ptr %68, align 4, !dbg !236, !tbaa !7
  br label %97, !dbg !237

69:                                               ; preds = %18
  %70 = zext nneg i32 %26 to i64, !dbg !238
  %71 = getelementptr inbounds nuw i32, ptr %12, i64 %70, !dbg !238
  %72 = load i32, ptr %71, align 4, !dbg !238, !tbaa !7
  %73 = zext nneg i32 %24 to i64, !dbg !239
  %74 = getelementptr inbounds nuw i32, ptr %12, i64 %73, !dbg !239
  %75 = load i32, ptr %74, align 4, !dbg !240, !tbaa !7
  %76 = xor i32 %75, %72, !dbg !240
  store i32 %76, ptr %74, align 4, !dbg !240, !tbaa !7
  br label %97, !dbg !241

77:                                               ; preds = %18
  %78 = zext nneg i32 %26 to i64, !dbg !242
  %79 = getelementptr inbounds nuw i32, ptr %12, i64 %78, !dbg !242
  %80 = load i32, ptr %79, align 4, !dbg !242, !tbaa !7
  %81 = zext nneg i32 %24 to i64, !dbg !243
  %82 = getelementptr inbounds nuw i32, ptr %12, i64 %81, !dbg !243
  %83 = load i32, ptr %82, align 4, !dbg !243, !tbaa !7
  %84 = and i32 %83, 31, !dbg !244
  %85 = shl i32 %80, %84, !dbg !245
  store i32 %85, ptr %82, align 4, !dbg !246, !tbaa !7
  br label %97, !dbg !247

86:                                               ; preds = %18
  %87 = zext nneg i32 %24 to i64, !dbg !248
  %88 = getelementptr inbounds nuw i32, ptr %12, i64 %87, !dbg !248
  %89 = load i32, ptr %88, align 4, !dbg !248, !tbaa !7
  %90 = zext nneg i32 %26 to i64, !dbg !249
  %91 = getelementptr inbounds nuw i32, ptr %12, i64 %90, !dbg !249
  %92 = load i32, ptr %91, align 4, !dbg !249, !tbaa !7
  %93 = icmp sgt i32 %89, %92, !dbg !250
  %94 = ashr i32 %22, 19, !dbg !248
  %95 = select i1 %93, i32 %94, i32 0, !dbg !248
  %96 = add nsw i32 %95, %19, !dbg !251
  br label %97, !dbg !252

97:                                               ; preds = %86, %77, %69, %66, %48, %40, %32, %28
  %98 = phi i32 [ %96, %86 ], [ %19, %28 ], [ %19, %32 ], [ %19, %40 ], [ %19, %48 ], [ %19, %66 ], [ %19, %69 ], [ %19, %77 ], !dbg !253
  %99 = add nsw i32 %98, 1, !dbg !254
  %100 = icmp slt i32 %99, %1, !dbg !255
  br i1 %100, label %18, label %101, !dbg !256, !llvm.loop !257

101:                                              ; preds = %18, %97, %4
  ret void, !dbg !259
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @_Z4sortPj(ptr noundef captures(none) %0) local_unnamed_addr #8 !dbg !260 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !261
  %3 = shl i32 %2, 10, !dbg !263
  %4 = zext i32 %3 to i64, !dbg !264
  %5 = getelementptr inbounds nuw i32, ptr %0, i64 %4, !dbg !264
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !265
  %7 = zext nneg i32 %6 to i64, !dbg !267
  %8 = getelementptr inbounds nuw i32, ptr %5, i64 %7, !dbg !267
  %9 = load i32, ptr %8, align 4, !dbg !267, !tbaa !7
  %10 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4sortPjE4part to ptr), i64 %7, !dbg !268
  store i32 %9, ptr %10, align 4, !dbg !269, !tbaa !7
  %11 = add nuw nsw i32 %6, 512, !dbg !270
  %12 = zext nneg i32 %11 to i64, !dbg !271
  %13 = getelementptr inbounds nuw i32, ptr %5, i64 %12, !dbg !271
  %14 = load i32, ptr %13, align 4, !dbg !271, !tbaa !7
  %15 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4sortPjE4part to ptr), i64 %12, !dbg !272
  store i32 %14, ptr %15, align 4, !dbg !273, !tbaa !7
  %16 = shl nuw nsw i32 %6, 1
  br label %17, !dbg !274

17:                                               ; preds = %1, %23
  %18 = phi i32 [ 2, %1 ], [ %24, %23 ]
  %19 = lshr exact i32 %18, 1, !dbg !275
  br label %26, !dbg !276

20:                                               ; preds = %23
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !277
  %21 = load i32, ptr %10, align 4, !dbg !278, !tbaa !7
  store i32 %21, ptr %8, align 4, !dbg !279, !tbaa !7
  %22 = load i32, ptr %15, align 4, !dbg !280, !tbaa !7
  store i32 %22, ptr %13, align 4, !dbg !281, !tbaa !7
  ret void, !dbg !282

23:                                               ; preds = %43
  %24 = shl nuw nsw i32 %18, 1, !dbg !283
  %25 = icmp samesign ult i32 %18, 513, !dbg !284
  br i1 %25, label %17, label %20, !dbg !274, !llvm.loop !285

26:                                               ; preds = %17, %43
  %27 = phi i32 [ %19, %17 ], [ %44, %43 ]
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !287
  %28 = add nuw nsw i32 %27, 1023, !dbg !288
  %29 = and i32 %28, %6, !dbg !289
  %30 = sub nsw i32 %16, %29, !dbg !290
  %31 = add nsw i32 %30, %27, !dbg !291
  %32 = and i32 %30, %18, !dbg !292
  %33 = zext i32 %30 to i64, !dbg !293
  %34 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4sortPjE4part to ptr), i64 %33, !dbg !293
  %35 = load i32, ptr %34, align 4, !dbg !293, !tbaa !7
  %36 = zext i32 %31 to i64, !dbg !294
  %37 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4sortPjE4part to ptr), i64 %36, !dbg !294
  %38 = load i32, ptr %37, align 4, !dbg !294, !tbaa !7
  %39 = icmp ugt i32 %35, %38, !dbg !295
  %40 = icmp ne i32 %32, 0, !dbg !296
  %41 = xor i1 %40, %39, !dbg !296
  br i1 %41, label %42, label %43, !dbg !296

42:                                               ; preds = %26
  store i32 %38, ptr %34, align 4, !dbg !297, !tbaa !7
  store i32 %35, ptr %37, align 4, !dbg !298, !tbaa !7
  br label %43, !dbg !299

43:                                               ; preds = %42, %26
  %44 = lshr i32 %27, 1, !dbg !275
  %45 = icmp eq i32 %44, 0, !dbg !300
  br i1 %45, label %23, label %26, !dbg !276, !llvm.loop !301
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #9

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #9

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #9

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #9

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #9

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #9

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #10

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #11

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="128" "nvvm.minctasm"="4" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" }
attributes #5 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="64" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #6 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxclusterrank"="4" "nvvm.maxntid"="512" "nvvm.minctasm"="1" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #7 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #8 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="512" "nvvm.minctasm"="2" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #9 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #12 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6}
!llvm.errno.tbaa = !{!7}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "fields.cu", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 2}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!6 = !{i32 7, !"frame-pointer", i32 2}
!7 = !{!8, !8, i64 0}
!8 = !{!"int", !9, i64 0}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C++ TBAA"}
!11 = distinct !DISubprogram(name: "forces", scope: !1, file: !1, line: 25, type: !12, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!12 = !DISubroutineType(types: !13)
!13 = !{}
!14 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !17)
!15 = distinct !DISubprogram(name: "operator unsigned int", scope: !16, file: !16, line: 47, type: !12, scopeLine: 47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!16 = !DIFile(filename: "./../../cuda_min.h", directory: ".")
!17 = distinct !DILocation(line: 27, column: 20, scope: !11)
!18 = !DILocation(line: 27, column: 31, scope: !11)
!19 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !21)
!20 = distinct !DISubprogram(name: "operator unsigned int", scope: !16, file: !16, line: 46, type: !12, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!21 = distinct !DILocation(line: 27, column: 39, scope: !11)
!22 = !DILocation(line: 27, column: 37, scope: !11)
!23 = !DILocation(line: 28, column: 26, scope: !11)
!24 = !DILocation(line: 28, column: 21, scope: !11)
!25 = !DILocation(line: 28, column: 36, scope: !11)
!26 = !{!27, !27, i64 0}
!27 = !{!"double", !9, i64 0}
!28 = !DILocation(line: 28, scope: !11)
!29 = !DILocation(line: 30, column: 29, scope: !11)
!30 = !DILocation(line: 30, column: 3, scope: !11)
!31 = !DILocation(line: 29, column: 26, scope: !11)
!32 = !DILocation(line: 29, column: 18, scope: !11)
!33 = !DILocation(line: 29, column: 10, scope: !11)
!34 = !DILocation(line: 43, column: 12, scope: !11)
!35 = !DILocation(line: 31, column: 15, scope: !11)
!36 = !DILocation(line: 31, column: 34, scope: !11)
!37 = !DILocation(line: 31, column: 9, scope: !11)
!38 = !DILocation(line: 32, column: 25, scope: !11)
!39 = !{i64 0, i64 8, !26, i64 8, i64 8, !26, i64 16, i64 8, !26, i64 24, i64 8, !26}
!40 = !DILocation(line: 32, column: 7, scope: !11)
!41 = !DILocation(line: 33, column: 5, scope: !11)
!42 = !DILocation(line: 34, column: 5, scope: !11)
!43 = !DILocation(line: 41, column: 5, scope: !11)
!44 = !DILocation(line: 30, column: 44, scope: !11)
!45 = distinct !{!45, !30, !46, !47}
!46 = !DILocation(line: 42, column: 3, scope: !11)
!47 = !{!"llvm.loop.mustprogress"}
!48 = !DILocation(line: 35, column: 25, scope: !11)
!49 = !DILocation(line: 35, column: 33, scope: !11)
!50 = !{!51, !27, i64 0}
!51 = !{!"_ZTS4Body", !27, i64 0, !27, i64 8, !27, i64 16, !27, i64 24}
!52 = !DILocation(line: 35, column: 35, scope: !11)
!53 = !DILocation(line: 35, column: 58, scope: !11)
!54 = !{!51, !27, i64 8}
!55 = !DILocation(line: 35, column: 60, scope: !11)
!56 = !DILocation(line: 35, column: 83, scope: !11)
!57 = !{!51, !27, i64 16}
!58 = !DILocation(line: 35, column: 85, scope: !11)
!59 = !DILocation(line: 36, column: 32, scope: !11)
!60 = !DILocation(line: 36, column: 42, scope: !11)
!61 = !DILocation(line: 36, column: 37, scope: !11)
!62 = !DILocation(line: 36, column: 52, scope: !11)
!63 = !DILocation(line: 36, column: 47, scope: !11)
!64 = !DILocation(line: 36, column: 57, scope: !11)
!65 = !DILocation(line: 37, column: 36, scope: !11)
!66 = !DILocation(line: 37, column: 34, scope: !11)
!67 = !DILocation(line: 38, column: 48, scope: !11)
!68 = !{!51, !27, i64 24}
!69 = !DILocation(line: 38, column: 38, scope: !11)
!70 = !DILocation(line: 38, column: 53, scope: !11)
!71 = !DILocation(line: 38, column: 63, scope: !11)
!72 = !DILocation(line: 38, column: 73, scope: !11)
!73 = !DILocation(line: 39, column: 19, scope: !11)
!74 = !DILocation(line: 39, column: 10, scope: !11)
!75 = !DILocation(line: 39, column: 37, scope: !11)
!76 = !DILocation(line: 39, column: 28, scope: !11)
!77 = !DILocation(line: 39, column: 55, scope: !11)
!78 = !DILocation(line: 39, column: 46, scope: !11)
!79 = !DILocation(line: 34, column: 51, scope: !11)
!80 = !DILocation(line: 34, column: 23, scope: !11)
!81 = !DILocation(line: 34, column: 29, scope: !11)
!82 = distinct !{!82, !42, !83, !47}
!83 = !DILocation(line: 40, column: 5, scope: !11)
!84 = !DILocation(line: 44, column: 21, scope: !11)
!85 = !DILocation(line: 45, column: 25, scope: !11)
!86 = !DILocation(line: 46, column: 25, scope: !11)
!87 = !DILocation(line: 47, column: 3, scope: !11)
!88 = !DILocation(line: 48, column: 1, scope: !11)
!89 = distinct !DISubprogram(name: "hits", scope: !1, file: !1, line: 50, type: !12, scopeLine: 50, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!90 = !DILocation(line: 51, column: 25, scope: !89)
!91 = !{!92, !92, i64 0}
!92 = !{!"float", !9, i64 0}
!93 = !DILocation(line: 53, column: 25, scope: !89)
!94 = !DILocation(line: 53, scope: !89)
!95 = !DILocation(line: 54, scope: !89)
!96 = !DILocation(line: 55, column: 34, scope: !89)
!97 = !DILocation(line: 55, column: 32, scope: !89)
!98 = !DILocation(line: 55, column: 54, scope: !89)
!99 = !DILocation(line: 55, column: 52, scope: !89)
!100 = !DILocation(line: 56, column: 33, scope: !89)
!101 = !DILocation(line: 56, column: 53, scope: !89)
!102 = !DILocation(line: 57, column: 17, scope: !89)
!103 = !DILocation(line: 57, column: 11, scope: !89)
!104 = !DILocation(line: 58, column: 18, scope: !89)
!105 = !DILocation(line: 58, column: 12, scope: !89)
!106 = !DILocation(line: 54, column: 26, scope: !89)
!107 = !DILocation(line: 60, column: 11, scope: !89)
!108 = !DILocation(line: 62, column: 11, scope: !89)
!109 = !DILocation(line: 63, column: 3, scope: !89)
!110 = !DILocation(line: 64, column: 1, scope: !89)
!111 = distinct !DISubprogram(name: "nearest_box", scope: !1, file: !1, line: 67, type: !12, scopeLine: 67, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!112 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !113)
!113 = distinct !DILocation(line: 68, column: 20, scope: !111)
!114 = !DILocation(line: 48, column: 1, scope: !115, inlinedAt: !116)
!115 = distinct !DISubprogram(name: "operator unsigned int", scope: !16, file: !16, line: 48, type: !12, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!116 = distinct !DILocation(line: 68, column: 33, scope: !111)
!117 = !DILocation(line: 68, column: 31, scope: !111)
!118 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !119)
!119 = distinct !DILocation(line: 68, column: 46, scope: !111)
!120 = !DILocation(line: 68, column: 44, scope: !111)
!121 = !DILocation(line: 69, column: 12, scope: !111)
!122 = !DILocation(line: 71, column: 3, scope: !111)
!123 = !DILocation(line: 71, column: 9, scope: !111)
!124 = !DILocation(line: 73, column: 21, scope: !111)
!125 = !DILocation(line: 73, column: 3, scope: !111)
!126 = !DILocation(line: 74, column: 26, scope: !111)
!127 = !DILocation(line: 74, column: 9, scope: !111)
!128 = !DILocation(line: 73, column: 34, scope: !111)
!129 = distinct !{!129, !130}
!130 = !{!"llvm.loop.unroll.disable"}
!131 = !DILocation(line: 0, scope: !111)
!132 = !DILocation(line: 76, column: 3, scope: !111)
!133 = !DILocation(line: 76, column: 15, scope: !111)
!134 = !DILocation(line: 77, column: 1, scope: !111)
!135 = distinct !{!135, !125, !136, !47}
!136 = !DILocation(line: 75, column: 14, scope: !111)
!137 = distinct !DISubprogram(name: "step", scope: !1, file: !1, line: 80, type: !12, scopeLine: 80, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!138 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !139)
!139 = distinct !DILocation(line: 81, column: 17, scope: !137)
!140 = !DILocation(line: 48, column: 1, scope: !115, inlinedAt: !141)
!141 = distinct !DILocation(line: 81, column: 30, scope: !137)
!142 = !DILocation(line: 81, column: 28, scope: !137)
!143 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !144)
!144 = distinct !DILocation(line: 81, column: 43, scope: !137)
!145 = !DILocation(line: 81, column: 41, scope: !137)
!146 = !DILocation(line: 47, column: 1, scope: !147, inlinedAt: !148)
!147 = distinct !DISubprogram(name: "operator unsigned int", scope: !16, file: !16, line: 47, type: !12, scopeLine: 47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!148 = distinct !DILocation(line: 81, column: 60, scope: !137)
!149 = !DILocation(line: 48, column: 1, scope: !150, inlinedAt: !151)
!150 = distinct !DISubprogram(name: "operator unsigned int", scope: !16, file: !16, line: 48, type: !12, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!151 = distinct !DILocation(line: 81, column: 73, scope: !137)
!152 = !DILocation(line: 81, column: 71, scope: !137)
!153 = !DILocation(line: 46, column: 1, scope: !154, inlinedAt: !155)
!154 = distinct !DISubprogram(name: "operator unsigned int", scope: !16, file: !16, line: 46, type: !12, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!155 = distinct !DILocation(line: 81, column: 86, scope: !137)
!156 = !DILocation(line: 81, column: 84, scope: !137)
!157 = !DILocation(line: 82, column: 9, scope: !137)
!158 = !DILocation(line: 82, column: 13, scope: !137)
!159 = !DILocation(line: 82, column: 35, scope: !137)
!160 = !{!161, !8, i64 0}
!161 = !{!"_ZTS4Grid", !8, i64 0, !8, i64 4, !8, i64 8, !92, i64 12, !92, i64 16}
!162 = !DILocation(line: 82, column: 38, scope: !137)
!163 = !DILocation(line: 82, column: 27, scope: !137)
!164 = !DILocation(line: 82, column: 42, scope: !137)
!165 = !DILocation(line: 82, column: 55, scope: !137)
!166 = !{!161, !8, i64 4}
!167 = !DILocation(line: 82, column: 58, scope: !137)
!168 = !DILocation(line: 82, column: 47, scope: !137)
!169 = !{!161, !8, i64 8}
!170 = !DILocation(line: 84, column: 21, scope: !137)
!171 = !DILocation(line: 84, column: 3, scope: !137)
!172 = !{!161, !92, i64 16}
!173 = !{!161, !92, i64 12}
!174 = !DILocation(line: 86, column: 5, scope: !137)
!175 = !DILocation(line: 89, column: 18, scope: !137)
!176 = !DILocation(line: 89, column: 63, scope: !137)
!177 = !DILocation(line: 89, column: 61, scope: !137)
!178 = !DILocation(line: 89, column: 15, scope: !137)
!179 = !DILocation(line: 86, column: 30, scope: !137)
!180 = !DILocation(line: 86, column: 24, scope: !137)
!181 = distinct !{!181, !174, !182, !47}
!182 = !DILocation(line: 89, column: 112, scope: !137)
!183 = !DILocation(line: 90, column: 52, scope: !137)
!184 = !DILocation(line: 90, column: 62, scope: !137)
!185 = !DILocation(line: 90, column: 67, scope: !137)
!186 = !DILocation(line: 90, column: 77, scope: !137)
!187 = !DILocation(line: 90, column: 45, scope: !137)
!188 = !DILocation(line: 90, column: 114, scope: !137)
!189 = !DILocation(line: 90, column: 82, scope: !137)
!190 = !DILocation(line: 90, column: 5, scope: !137)
!191 = !DILocation(line: 90, column: 43, scope: !137)
!192 = !DILocation(line: 84, column: 36, scope: !137)
!193 = distinct !{!193, !171, !194, !47}
!194 = !DILocation(line: 91, column: 3, scope: !137)
!195 = !DILocation(line: 92, column: 1, scope: !137)
!196 = distinct !DISubprogram(name: "interpret", scope: !1, file: !1, line: 95, type: !12, scopeLine: 95, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!197 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !198)
!198 = distinct !DILocation(line: 96, column: 32, scope: !196)
!199 = !DILocation(line: 48, column: 1, scope: !115, inlinedAt: !200)
!200 = distinct !DILocation(line: 96, column: 45, scope: !196)
!201 = !DILocation(line: 96, column: 43, scope: !196)
!202 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !203)
!203 = distinct !DILocation(line: 96, column: 58, scope: !196)
!204 = !DILocation(line: 96, column: 56, scope: !196)
!205 = !DILocation(line: 96, column: 29, scope: !196)
!206 = !DILocation(line: 96, column: 25, scope: !196)
!207 = !DILocation(line: 97, column: 32, scope: !196)
!208 = !DILocation(line: 97, column: 30, scope: !196)
!209 = !DILocation(line: 97, column: 24, scope: !196)
!210 = !DILocation(line: 100, column: 22, scope: !196)
!211 = !DILocation(line: 100, column: 42, scope: !196)
!212 = !DILocation(line: 100, column: 47, scope: !196)
!213 = !DILocation(line: 100, column: 64, scope: !196)
!214 = !DILocation(line: 100, column: 70, scope: !196)
!215 = !DILocation(line: 101, column: 5, scope: !196)
!216 = !DILocation(line: 102, column: 29, scope: !196)
!217 = !DILocation(line: 102, column: 13, scope: !196)
!218 = !DILocation(line: 102, column: 22, scope: !196)
!219 = !DILocation(line: 102, column: 36, scope: !196)
!220 = !DILocation(line: 103, column: 25, scope: !196)
!221 = !DILocation(line: 103, column: 13, scope: !196)
!222 = !DILocation(line: 103, column: 22, scope: !196)
!223 = !DILocation(line: 103, column: 37, scope: !196)
!224 = !DILocation(line: 104, column: 25, scope: !196)
!225 = !DILocation(line: 104, column: 13, scope: !196)
!226 = !DILocation(line: 104, column: 22, scope: !196)
!227 = !DILocation(line: 104, column: 37, scope: !196)
!228 = !DILocation(line: 105, column: 25, scope: !196)
!229 = !DILocation(line: 105, column: 13, scope: !196)
!230 = !DILocation(line: 105, column: 22, scope: !196)
!231 = !DILocation(line: 105, column: 37, scope: !196)
!232 = !DILocation(line: 106, column: 24, scope: !196)
!233 = !DILocation(line: 106, column: 37, scope: !196)
!234 = !DILocation(line: 106, column: 46, scope: !196)
!235 = !DILocation(line: 106, column: 13, scope: !196)
!236 = !DILocation(line: 106, column: 22, scope: !196)
!237 = !DILocation(line: 106, column: 64, scope: !196)
!238 = !DILocation(line: 107, column: 25, scope: !196)
!239 = !DILocation(line: 107, column: 13, scope: !196)
!240 = !DILocation(line: 107, column: 22, scope: !196)
!241 = !DILocation(line: 107, column: 37, scope: !196)
!242 = !DILocation(line: 108, column: 24, scope: !196)
!243 = !DILocation(line: 108, column: 39, scope: !196)
!244 = !DILocation(line: 108, column: 48, scope: !196)
!245 = !DILocation(line: 108, column: 35, scope: !196)
!246 = !DILocation(line: 108, column: 22, scope: !196)
!247 = !DILocation(line: 108, column: 55, scope: !196)
!248 = !DILocation(line: 109, column: 19, scope: !196)
!249 = !DILocation(line: 109, column: 30, scope: !196)
!250 = !DILocation(line: 109, column: 28, scope: !196)
!251 = !DILocation(line: 109, column: 16, scope: !196)
!252 = !DILocation(line: 109, column: 59, scope: !196)
!253 = !DILocation(line: 99, column: 12, scope: !196)
!254 = !DILocation(line: 99, column: 33, scope: !196)
!255 = !DILocation(line: 99, column: 23, scope: !196)
!256 = !DILocation(line: 99, column: 3, scope: !196)
!257 = distinct !{!257, !256, !258, !47}
!258 = !DILocation(line: 112, column: 3, scope: !196)
!259 = !DILocation(line: 113, column: 1, scope: !196)
!260 = distinct !DISubprogram(name: "sort", scope: !1, file: !1, line: 116, type: !12, scopeLine: 116, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!261 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !262)
!262 = distinct !DILocation(line: 118, column: 27, scope: !260)
!263 = !DILocation(line: 118, column: 38, scope: !260)
!264 = !DILocation(line: 118, column: 25, scope: !260)
!265 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !266)
!266 = distinct !DILocation(line: 119, column: 28, scope: !260)
!267 = !DILocation(line: 119, column: 23, scope: !260)
!268 = !DILocation(line: 119, column: 3, scope: !260)
!269 = !DILocation(line: 119, column: 21, scope: !260)
!270 = !DILocation(line: 120, column: 46, scope: !260)
!271 = !DILocation(line: 120, column: 29, scope: !260)
!272 = !DILocation(line: 120, column: 3, scope: !260)
!273 = !DILocation(line: 120, column: 27, scope: !260)
!274 = !DILocation(line: 121, column: 3, scope: !260)
!275 = !DILocation(line: 122, scope: !260)
!276 = !DILocation(line: 122, column: 5, scope: !260)
!277 = !DILocation(line: 130, column: 3, scope: !260)
!278 = !DILocation(line: 131, column: 23, scope: !260)
!279 = !DILocation(line: 131, column: 21, scope: !260)
!280 = !DILocation(line: 132, column: 29, scope: !260)
!281 = !DILocation(line: 132, column: 27, scope: !260)
!282 = !DILocation(line: 133, column: 1, scope: !260)
!283 = !DILocation(line: 121, column: 46, scope: !260)
!284 = !DILocation(line: 121, column: 32, scope: !260)
!285 = distinct !{!285, !274, !286, !47}
!286 = !DILocation(line: 129, column: 5, scope: !260)
!287 = !DILocation(line: 123, column: 7, scope: !260)
!288 = !DILocation(line: 124, column: 71, scope: !260)
!289 = !DILocation(line: 124, column: 59, scope: !260)
!290 = !DILocation(line: 124, column: 44, scope: !260)
!291 = !DILocation(line: 124, column: 89, scope: !260)
!292 = !DILocation(line: 125, column: 28, scope: !260)
!293 = !DILocation(line: 126, column: 26, scope: !260)
!294 = !DILocation(line: 126, column: 41, scope: !260)
!295 = !DILocation(line: 127, column: 14, scope: !260)
!296 = !DILocation(line: 127, column: 19, scope: !260)
!297 = !DILocation(line: 128, column: 19, scope: !260)
!298 = !DILocation(line: 128, column: 35, scope: !260)
!299 = !DILocation(line: 128, column: 9, scope: !260)
!300 = !DILocation(line: 122, column: 49, scope: !260)
!301 = distinct !{!301, !276, !286, !47}
