; ModuleID = 'many.cu'
source_filename = "many.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

$_ZN14linear_algebra16block_reductions27reduce_each_row_of_a_matrixINS0_18SumOfSquaresPolicyIfLi256EEEfEEvPKT0_PS4_i = comdat any

$_ZN14linear_algebra16block_reductions27reduce_each_row_of_a_matrixINS0_18SumOfSquaresPolicyIdLi64EEEdEEvPKT0_PS4_i = comdat any

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none)
define dso_local noundef float @_Z10clamp_unitf(float noundef %0) local_unnamed_addr #0 {
  %2 = fcmp contract olt float %0, 0.000000e+00
  %3 = fcmp contract ogt float %0, 1.000000e+00
  %4 = select contract i1 %3, float 1.000000e+00, float %0
  %5 = select contract i1 %2, float 0.000000e+00, float %4
  ret float %5
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write)
define dso_local void @fill(ptr nocapture noundef writeonly %0, float noundef %1) local_unnamed_addr #1 {
  %3 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds float, ptr %0, i64 %4
  store float %1, ptr %5, align 4, !tbaa !18
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @scale(ptr nocapture noundef %0, float noundef %1) local_unnamed_addr #2 {
  %3 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds float, ptr %0, i64 %4
  %6 = load float, ptr %5, align 4, !tbaa !18
  %7 = fmul contract float %6, %1
  %8 = tail call contract noundef float @_Z10clamp_unitf(float noundef %7) #6
  store float %8, ptr %5, align 4, !tbaa !18
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @add(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #2 {
  %4 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = tail call noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds float, ptr %0, i64 %9
  %11 = load float, ptr %10, align 4, !tbaa !18
  %12 = getelementptr inbounds float, ptr %1, i64 %9
  %13 = load float, ptr %12, align 4, !tbaa !18
  %14 = fadd contract float %11, %13
  %15 = getelementptr inbounds float, ptr %2, i64 %9
  store float %14, ptr %15, align 4, !tbaa !18
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define dso_local void @nothing() local_unnamed_addr #3 {
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @_ZN5image6invertEPhj(ptr nocapture noundef %0, i32 noundef %1) local_unnamed_addr #2 {
  %3 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %4 = tail call noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %5 = mul i32 %3, %4
  %6 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = icmp ult i32 %7, %1
  br i1 %8, label %9, label %14

9:                                                ; preds = %2
  %10 = zext i32 %7 to i64
  %11 = getelementptr inbounds i8, ptr %0, i64 %10
  %12 = load i8, ptr %11, align 1, !tbaa !22
  %13 = xor i8 %12, -1
  store i8 %13, ptr %11, align 1, !tbaa !22
  br label %14

14:                                               ; preds = %9, %2
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind memory(argmem: readwrite)
define dso_local void @_ZN14linear_algebra16block_reductions27reduce_each_row_of_a_matrixINS0_18SumOfSquaresPolicyIfLi256EEEfEEvPKT0_PS4_i(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) local_unnamed_addr #4 comdat {
  %4 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = sext i32 %2 to i64
  %7 = mul nsw i64 %6, %5
  %8 = getelementptr inbounds float, ptr %0, i64 %7
  %9 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = icmp slt i32 %9, %2
  br i1 %10, label %17, label %11

11:                                               ; preds = %17, %3
  %12 = phi float [ 0.000000e+00, %3 ], [ %24, %17 ]
  %13 = shl i32 %4, 8
  %14 = add i32 %13, %9
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds float, ptr %1, i64 %15
  store float %12, ptr %16, align 4, !tbaa !18
  ret void

17:                                               ; preds = %3, %17
  %18 = phi i32 [ %25, %17 ], [ %9, %3 ]
  %19 = phi float [ %24, %17 ], [ 0.000000e+00, %3 ]
  %20 = zext nneg i32 %18 to i64
  %21 = getelementptr inbounds float, ptr %8, i64 %20
  %22 = load float, ptr %21, align 4, !tbaa !18
  %23 = fmul contract float %22, %22
  %24 = fadd contract float %19, %23
  %25 = add nuw nsw i32 %18, 256
  %26 = icmp slt i32 %25, %2
  br i1 %26, label %17, label %11, !llvm.loop !23
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind memory(argmem: readwrite)
define dso_local void @_ZN14linear_algebra16block_reductions27reduce_each_row_of_a_matrixINS0_18SumOfSquaresPolicyIdLi64EEEdEEvPKT0_PS4_i(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) local_unnamed_addr #4 comdat {
  %4 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = sext i32 %2 to i64
  %7 = mul nsw i64 %6, %5
  %8 = getelementptr inbounds double, ptr %0, i64 %7
  %9 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = icmp slt i32 %9, %2
  br i1 %10, label %17, label %11

11:                                               ; preds = %17, %3
  %12 = phi double [ 0.000000e+00, %3 ], [ %24, %17 ]
  %13 = shl i32 %4, 6
  %14 = add i32 %13, %9
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds double, ptr %1, i64 %15
  store double %12, ptr %16, align 8, !tbaa !26
  ret void

17:                                               ; preds = %3, %17
  %18 = phi i32 [ %25, %17 ], [ %9, %3 ]
  %19 = phi double [ %24, %17 ], [ 0.000000e+00, %3 ]
  %20 = zext nneg i32 %18 to i64
  %21 = getelementptr inbounds double, ptr %8, i64 %20
  %22 = load double, ptr %21, align 8, !tbaa !26
  %23 = fmul contract double %22, %22
  %24 = fadd contract double %19, %23
  %25 = add nuw nsw i32 %18, 64
  %26 = icmp slt i32 %25, %2
  br i1 %26, label %17, label %11, !llvm.loop !28
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #5

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nofree norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nounwind }

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14}
!llvm.module.flags = !{!15, !16, !17}

!0 = !{ptr @fill, !"kernel", i32 1}
!1 = !{ptr @scale, !"kernel", i32 1}
!2 = !{ptr @scale, !"maxntidx", i32 128}
!3 = !{ptr @add, !"kernel", i32 1}
!4 = !{ptr @add, !"maxntidx", i32 512}
!5 = !{ptr @add, !"minctasm", i32 4}
!6 = !{ptr @nothing, !"kernel", i32 1}
!7 = !{ptr @_ZN5image6invertEPhj, !"kernel", i32 1}
!8 = !{ptr @_ZN5image6invertEPhj, !"maxntidx", i32 1024}
!9 = !{ptr @_ZN14linear_algebra16block_reductions27reduce_each_row_of_a_matrixINS0_18SumOfSquaresPolicyIfLi256EEEfEEvPKT0_PS4_i, !"kernel", i32 1}
!10 = !{ptr @_ZN14linear_algebra16block_reductions27reduce_each_row_of_a_matrixINS0_18SumOfSquaresPolicyIfLi256EEEfEEvPKT0_PS4_i, !"maxntidx", i32 256}
!11 = !{ptr @_ZN14linear_algebra16block_reductions27reduce_each_row_of_a_matrixINS0_18SumOfSquaresPolicyIfLi256EEEfEEvPKT0_PS4_i, !"minctasm", i32 4}
!12 = !{ptr @_ZN14linear_algebra16block_reductions27reduce_each_row_of_a_matrixINS0_18SumOfSquaresPolicyIdLi64EEEdEEvPKT0_PS4_i, !"kernel", i32 1}
!13 = !{ptr @_ZN14linear_algebra16block_reductions27reduce_each_row_of_a_matrixINS0_18SumOfSquaresPolicyIdLi64EEEdEEvPKT0_PS4_i, !"maxntidx", i32 64}
!14 = !{ptr @_ZN14linear_algebra16block_reductions27reduce_each_row_of_a_matrixINS0_18SumOfSquaresPolicyIdLi64EEEdEEvPKT0_PS4_i, !"minctasm", i32 16}
!15 = !{i32 1, !"wchar_size", i32 4}
!16 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!17 = !{i32 7, !"frame-pointer", i32 2}
!18 = !{!19, !19, i64 0}
!19 = !{!"float", !20, i64 0}
!20 = !{!"omnipotent char", !21, i64 0}
!21 = !{!"Simple C++ TBAA"}
!22 = !{!20, !20, i64 0}
!23 = distinct !{!23, !24, !25}
!24 = !{!"llvm.loop.mustprogress"}
!25 = !{!"llvm.loop.unroll.disable"}
!26 = !{!27, !27, i64 0}
!27 = !{!"double", !20, i64 0}
!28 = distinct !{!28, !24, !25}
