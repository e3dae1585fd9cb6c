; ModuleID = 'params.cu'
source_filename = "params.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Affine = type { float, float, i32 }
%struct.Matrix3 = type { [9 x float] }

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: read)
define dso_local noundef float @_Z9apply_rowPK7Matrix3iPKf(ptr nocapture noundef readonly %0, i32 noundef %1, ptr nocapture noundef readonly %2) local_unnamed_addr #0 {
  %4 = mul nsw i32 %1, 3
  %5 = sext i32 %4 to i64
  %6 = getelementptr inbounds [9 x float], ptr %0, i64 0, i64 %5
  %7 = load float, ptr %6, align 4, !tbaa !10
  %8 = load float, ptr %2, align 4, !tbaa !10
  %9 = fmul contract float %7, %8
  %10 = add nsw i32 %4, 1
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds [9 x float], ptr %0, i64 0, i64 %11
  %13 = load float, ptr %12, align 4, !tbaa !10
  %14 = getelementptr inbounds i8, ptr %2, i64 4
  %15 = load float, ptr %14, align 4, !tbaa !10
  %16 = fmul contract float %13, %15
  %17 = fadd contract float %9, %16
  %18 = add nsw i32 %4, 2
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds [9 x float], ptr %0, i64 0, i64 %19
  %21 = load float, ptr %20, align 4, !tbaa !10
  %22 = getelementptr inbounds i8, ptr %2, i64 8
  %23 = load float, ptr %22, align 4, !tbaa !10
  %24 = fmul contract float %21, %23
  %25 = fadd contract float %17, %24
  ret float %25
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @by_value(ptr nocapture noundef readonly byval(%struct.Affine) align 4 %0, ptr nocapture noundef %1) local_unnamed_addr #1 {
  %3 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = getelementptr inbounds i8, ptr %0, i64 8
  %9 = load i32, ptr %8, align 4, !tbaa !14
  %10 = icmp slt i32 %7, %9
  br i1 %10, label %11, label %20

11:                                               ; preds = %2
  %12 = load float, ptr %0, align 4, !tbaa !17
  %13 = sext i32 %7 to i64
  %14 = getelementptr inbounds float, ptr %1, i64 %13
  %15 = load float, ptr %14, align 4, !tbaa !10
  %16 = fmul contract float %12, %15
  %17 = getelementptr inbounds i8, ptr %0, i64 4
  %18 = load float, ptr %17, align 4, !tbaa !18
  %19 = fadd contract float %16, %18
  store float %19, ptr %14, align 4, !tbaa !10
  br label %20

20:                                               ; preds = %11, %2
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind memory(argmem: readwrite)
define dso_local void @const_first(ptr nocapture noundef readonly byval(%struct.Matrix3) align 4 %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #3 {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = mul nuw nsw i32 %4, 3
  %6 = zext nneg i32 %5 to i64
  %7 = getelementptr inbounds float, ptr %1, i64 %6
  br label %9

8:                                                ; preds = %9
  ret void

9:                                                ; preds = %3, %9
  %10 = phi i32 [ 0, %3 ], [ %15, %9 ]
  %11 = call contract noundef float @_Z9apply_rowPK7Matrix3iPKf(ptr noundef nonnull %0, i32 noundef %10, ptr noundef %7) #5
  %12 = add nuw nsw i32 %10, %5
  %13 = zext nneg i32 %12 to i64
  %14 = getelementptr inbounds float, ptr %2, i64 %13
  store float %11, ptr %14, align 4, !tbaa !10
  %15 = add nuw nsw i32 %10, 1
  %16 = icmp eq i32 %15, 3
  br i1 %16, label %8, label %9, !llvm.loop !19
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind memory(argmem: readwrite)
define dso_local void @const_second_and_fourth(ptr nocapture noundef writeonly %0, ptr nocapture noundef readonly byval(%struct.Matrix3) align 4 %1, ptr nocapture noundef readonly byval(%struct.Affine) align 4 %2, ptr nocapture noundef readonly byval(%struct.Matrix3) align 4 %3) local_unnamed_addr #3 {
  %5 = alloca [3 x float], align 4
  call void @llvm.lifetime.start.p0(i64 12, ptr nonnull %5) #5
  %6 = load float, ptr %2, align 4, !tbaa !17
  store float %6, ptr %5, align 4, !tbaa !10
  %7 = getelementptr inbounds i8, ptr %5, i64 4
  %8 = getelementptr inbounds i8, ptr %2, i64 4
  %9 = load float, ptr %8, align 4, !tbaa !18
  store float %9, ptr %7, align 4, !tbaa !10
  %10 = getelementptr inbounds i8, ptr %5, i64 8
  %11 = getelementptr inbounds i8, ptr %2, i64 8
  %12 = load i32, ptr %11, align 4, !tbaa !14
  %13 = sitofp i32 %12 to float
  store float %13, ptr %10, align 4, !tbaa !10
  %14 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %15 = mul nuw nsw i32 %14, 3
  br label %17

16:                                               ; preds = %17
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %5) #5
  ret void

17:                                               ; preds = %4, %17
  %18 = phi i32 [ 0, %4 ], [ %25, %17 ]
  %19 = call contract noundef float @_Z9apply_rowPK7Matrix3iPKf(ptr noundef nonnull %1, i32 noundef %18, ptr noundef nonnull %5) #5
  %20 = call contract noundef float @_Z9apply_rowPK7Matrix3iPKf(ptr noundef nonnull %3, i32 noundef %18, ptr noundef nonnull %5) #5
  %21 = fadd contract float %19, %20
  %22 = add nuw nsw i32 %18, %15
  %23 = zext nneg i32 %22 to i64
  %24 = getelementptr inbounds float, ptr %0, i64 %23
  store float %21, ptr %24, align 4, !tbaa !10
  %25 = add nuw nsw i32 %18, 1
  %26 = icmp eq i32 %25, 3
  br i1 %26, label %16, label %17, !llvm.loop !22
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @const_only(ptr nocapture noundef readonly byval(%struct.Affine) align 4 %0, ptr nocapture noundef writeonly %1) local_unnamed_addr #1 {
  %3 = load float, ptr %0, align 4, !tbaa !17
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = uitofp nneg i32 %4 to float
  %6 = fmul contract float %3, %5
  %7 = getelementptr inbounds i8, ptr %0, i64 4
  %8 = load float, ptr %7, align 4, !tbaa !18
  %9 = fadd contract float %6, %8
  %10 = zext nneg i32 %4 to i64
  %11 = getelementptr inbounds float, ptr %1, i64 %10
  store float %9, ptr %11, align 4, !tbaa !10
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nofree norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nounwind }

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6}
!llvm.module.flags = !{!7, !8, !9}

!0 = !{ptr @by_value, !"kernel", i32 1}
!1 = !{ptr @const_first, !"kernel", i32 1, !"grid_constant", !{i32 1}}
!2 = !{ptr @const_first, !"maxntidx", i32 128}
!3 = !{ptr @const_second_and_fourth, !"kernel", i32 1, !"grid_constant", !{i32 2, i32 4}}
!4 = !{ptr @const_second_and_fourth, !"maxntidx", i32 64}
!5 = !{ptr @const_second_and_fourth, !"minctasm", i32 8}
!6 = !{ptr @const_only, !"kernel", i32 1, !"grid_constant", !{i32 1}}
!7 = !{i32 1, !"wchar_size", i32 4}
!8 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!9 = !{i32 7, !"frame-pointer", i32 2}
!10 = !{!11, !11, i64 0}
!11 = !{!"float", !12, i64 0}
!12 = !{!"omnipotent char", !13, i64 0}
!13 = !{!"Simple C++ TBAA"}
!14 = !{!15, !16, i64 8}
!15 = !{!"_ZTS6Affine", !11, i64 0, !11, i64 4, !16, i64 8}
!16 = !{!"int", !12, i64 0}
!17 = !{!15, !11, i64 0}
!18 = !{!15, !11, i64 4}
!19 = distinct !{!19, !20, !21}
!20 = !{!"llvm.loop.mustprogress"}
!21 = !{!"llvm.loop.unroll.disable"}
!22 = distinct !{!22, !20, !21}
