; ModuleID = 'shared.cu'
source_filename = "shared.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ14reverse_staticE3tmp = internal unnamed_addr addrspace(3) global [256 x float] undef, align 4
@dynamic_memory = external dso_local addrspace(3) global [0 x float], align 4
@_ZZ9histogramE5total = internal addrspace(3) global i32 undef, align 4

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @reverse_static(ptr nocapture noundef %0) local_unnamed_addr #0 {
  %2 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = zext nneg i32 %2 to i64
  %4 = getelementptr inbounds float, ptr %0, i64 %3
  %5 = load float, ptr %4, align 4, !tbaa !9
  %6 = getelementptr inbounds [256 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ14reverse_staticE3tmp to ptr), i64 0, i64 %3
  store float %5, ptr %6, align 4, !tbaa !9
  tail call void @llvm.nvvm.barrier0()
  %7 = sub nsw i32 255, %2
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds [256 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ14reverse_staticE3tmp to ptr), i64 0, i64 %8
  %10 = load float, ptr %9, align 4, !tbaa !9
  store float %10, ptr %4, align 4, !tbaa !9
  ret void
}

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier0() #1

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @reverse_dynamic(ptr nocapture noundef %0) local_unnamed_addr #0 {
  %2 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = zext nneg i32 %2 to i64
  %4 = getelementptr inbounds float, ptr %0, i64 %3
  %5 = load float, ptr %4, align 4, !tbaa !9
  %6 = getelementptr inbounds [0 x float], ptr addrspacecast (ptr addrspace(3) @dynamic_memory to ptr), i64 0, i64 %3
  store float %5, ptr %6, align 4, !tbaa !9
  tail call void @llvm.nvvm.barrier0()
  %7 = tail call noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %8 = xor i32 %2, -1
  %9 = add nsw i32 %7, %8
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds [0 x float], ptr addrspacecast (ptr addrspace(3) @dynamic_memory to ptr), i64 0, i64 %10
  %12 = load float, ptr %11, align 4, !tbaa !9
  store float %12, ptr %4, align 4, !tbaa !9
  ret void
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @histogram(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %7

6:                                                ; preds = %3
  store i32 0, ptr addrspacecast (ptr addrspace(3) @_ZZ9histogramE5total to ptr), align 4, !tbaa !13
  br label %7

7:                                                ; preds = %6, %3
  %8 = icmp ult i32 %4, 256
  br i1 %8, label %9, label %11

9:                                                ; preds = %7
  %10 = tail call noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %15

11:                                               ; preds = %15, %7
  tail call void @llvm.nvvm.barrier0()
  %12 = icmp slt i32 %4, %2
  br i1 %12, label %13, label %21

13:                                               ; preds = %11
  %14 = tail call noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %25

15:                                               ; preds = %9, %15
  %16 = phi i32 [ %4, %9 ], [ %19, %15 ]
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @dynamic_memory to ptr), i64 %17
  store i32 0, ptr %18, align 4, !tbaa !13
  %19 = add nuw nsw i32 %16, %10
  %20 = icmp ult i32 %19, 256
  br i1 %20, label %15, label %11, !llvm.loop !15

21:                                               ; preds = %25, %11
  tail call void @llvm.nvvm.barrier0()
  %22 = icmp ult i32 %4, 256
  br i1 %22, label %23, label %36

23:                                               ; preds = %21
  %24 = tail call noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %37

25:                                               ; preds = %13, %25
  %26 = phi i32 [ %4, %13 ], [ %34, %25 ]
  %27 = sext i32 %26 to i64
  %28 = getelementptr inbounds i8, ptr %0, i64 %27
  %29 = load i8, ptr %28, align 1, !tbaa !18
  %30 = zext i8 %29 to i64
  %31 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @dynamic_memory to ptr), i64 %30
  %32 = atomicrmw add ptr %31, i32 1 seq_cst, align 4
  %33 = atomicrmw add ptr addrspacecast (ptr addrspace(3) @_ZZ9histogramE5total to ptr), i32 1 seq_cst, align 4
  %34 = add i32 %26, %14
  %35 = icmp slt i32 %34, %2
  br i1 %35, label %25, label %21, !llvm.loop !19

36:                                               ; preds = %37, %21
  br i1 %5, label %45, label %48

37:                                               ; preds = %23, %37
  %38 = phi i32 [ %4, %23 ], [ %43, %37 ]
  %39 = zext nneg i32 %38 to i64
  %40 = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @dynamic_memory to ptr), i64 %39
  %41 = load i32, ptr %40, align 4, !tbaa !13
  %42 = getelementptr inbounds i32, ptr %1, i64 %39
  store i32 %41, ptr %42, align 4, !tbaa !13
  %43 = add nuw nsw i32 %38, %24
  %44 = icmp ult i32 %43, 256
  br i1 %44, label %37, label %36, !llvm.loop !20

45:                                               ; preds = %36
  %46 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9histogramE5total to ptr), align 4, !tbaa !13
  %47 = getelementptr inbounds i8, ptr %1, i64 1024
  store i32 %46, ptr %47, align 4, !tbaa !13
  br label %48

48:                                               ; preds = %45, %36
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

attributes #0 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!llvm.module.flags = !{!6, !7, !8}

!0 = !{ptr @reverse_static, !"kernel", i32 1}
!1 = !{ptr @reverse_static, !"maxntidx", i32 256}
!2 = !{ptr @reverse_dynamic, !"kernel", i32 1}
!3 = !{ptr @reverse_dynamic, !"maxntidx", i32 1024}
!4 = !{ptr @reverse_dynamic, !"minctasm", i32 1}
!5 = !{ptr @histogram, !"kernel", i32 1}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C++ TBAA"}
!13 = !{!14, !14, i64 0}
!14 = !{!"int", !11, i64 0}
!15 = distinct !{!15, !16, !17}
!16 = !{!"llvm.loop.mustprogress"}
!17 = !{!"llvm.loop.unroll.disable"}
!18 = !{!11, !11, i64 0}
!19 = distinct !{!19, !16, !17}
!20 = distinct !{!20, !16, !17}
