; ModuleID = 'gemm_cluster.cu'
source_filename = "gemm_cluster.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ12gemm_clusterE6tile_a = internal unnamed_addr addrspace(3) global [16 x [16 x float]] undef, align 4
@_ZZ12gemm_clusterE6tile_b = internal unnamed_addr addrspace(3) global [16 x [16 x float]] undef, align 4

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @gemm_cluster(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = tail call noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %7 = shl nuw nsw i32 %6, 4
  %8 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %9 = shl i32 %8, 4
  %10 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = and i32 %10, 15
  %12 = lshr i32 %10, 4
  %13 = icmp sgt i32 %4, 0
  br i1 %13, label %14, label %28

14:                                               ; preds = %5
  %15 = icmp ult i32 %10, 256
  %16 = zext nneg i32 %11 to i64
  %17 = or disjoint i32 %11, %9
  %18 = zext nneg i32 %12 to i64
  %19 = zext nneg i32 %11 to i64
  %20 = add nuw nsw i32 %12, 8
  %21 = zext nneg i32 %20 to i64
  br label %22

22:                                               ; preds = %14, %63
  %23 = phi i32 [ 0, %14 ], [ %64, %63 ]
  %24 = phi float [ 0.000000e+00, %14 ], [ %80, %63 ]
  %25 = phi float [ 0.000000e+00, %14 ], [ %76, %63 ]
  br i1 %15, label %26, label %43

26:                                               ; preds = %22
  %27 = or disjoint i32 %23, %11
  br label %44

28:                                               ; preds = %63, %5
  %29 = phi float [ 0.000000e+00, %5 ], [ %76, %63 ]
  %30 = phi float [ 0.000000e+00, %5 ], [ %80, %63 ]
  %31 = add nuw nsw i32 %7, %12
  %32 = mul nsw i32 %31, %3
  %33 = or disjoint i32 %11, %9
  %34 = add i32 %33, %32
  %35 = sext i32 %34 to i64
  %36 = getelementptr inbounds float, ptr %2, i64 %35
  store float %29, ptr %36, align 4, !tbaa !11
  %37 = add nuw nsw i32 %31, 8
  %38 = mul nsw i32 %37, %3
  %39 = or disjoint i32 %11, %9
  %40 = add i32 %39, %38
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds float, ptr %2, i64 %41
  store float %30, ptr %42, align 4, !tbaa !11
  tail call void @llvm.nvvm.barrier.cluster.arrive()
  tail call void @llvm.nvvm.barrier.cluster.wait()
  ret void

43:                                               ; preds = %44, %22
  tail call void @llvm.nvvm.barrier0()
  br label %66

44:                                               ; preds = %26, %44
  %45 = phi i32 [ %12, %26 ], [ %61, %44 ]
  %46 = add nuw nsw i32 %45, %7
  %47 = mul nuw nsw i32 %46, %4
  %48 = add nuw i32 %27, %47
  %49 = sext i32 %48 to i64
  %50 = getelementptr inbounds float, ptr %0, i64 %49
  %51 = load float, ptr %50, align 4, !tbaa !11
  %52 = zext nneg i32 %45 to i64
  %53 = getelementptr inbounds [16 x [16 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ12gemm_clusterE6tile_a to ptr), i64 0, i64 %52, i64 %16
  store float %51, ptr %53, align 4, !tbaa !11
  %54 = add nuw nsw i32 %45, %23
  %55 = mul nsw i32 %54, %3
  %56 = add i32 %17, %55
  %57 = sext i32 %56 to i64
  %58 = getelementptr inbounds float, ptr %1, i64 %57
  %59 = load float, ptr %58, align 4, !tbaa !11
  %60 = getelementptr inbounds [16 x [16 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ12gemm_clusterE6tile_b to ptr), i64 0, i64 %52, i64 %16
  store float %59, ptr %60, align 4, !tbaa !11
  %61 = add nuw nsw i32 %45, 8
  %62 = icmp ult i32 %45, 8
  br i1 %62, label %44, label %43, !llvm.loop !15

63:                                               ; preds = %66
  tail call void @llvm.nvvm.barrier0()
  %64 = add nuw nsw i32 %23, 16
  %65 = icmp slt i32 %64, %4
  br i1 %65, label %22, label %28, !llvm.loop !18

66:                                               ; preds = %43, %66
  %67 = phi i32 [ 0, %43 ], [ %81, %66 ]
  %68 = phi float [ %24, %43 ], [ %80, %66 ]
  %69 = phi float [ %25, %43 ], [ %76, %66 ]
  %70 = zext nneg i32 %67 to i64
  %71 = getelementptr inbounds [16 x [16 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ12gemm_clusterE6tile_a to ptr), i64 0, i64 %18, i64 %70
  %72 = load float, ptr %71, align 4, !tbaa !11
  %73 = getelementptr inbounds [16 x [16 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ12gemm_clusterE6tile_b to ptr), i64 0, i64 %70, i64 %19
  %74 = load float, ptr %73, align 4, !tbaa !11
  %75 = fmul contract float %72, %74
  %76 = fadd contract float %69, %75
  %77 = getelementptr inbounds [16 x [16 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ12gemm_clusterE6tile_a to ptr), i64 0, i64 %21, i64 %70
  %78 = load float, ptr %77, align 4, !tbaa !11
  %79 = fmul contract float %74, %78
  %80 = fadd contract float %68, %79
  %81 = add nuw nsw i32 %67, 1
  %82 = icmp eq i32 %81, 16
  br i1 %82, label %63, label %66, !llvm.loop !19
}

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier0() #1

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @cluster_ranks(ptr nocapture noundef writeonly %0) local_unnamed_addr #0 {
  %2 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %4, label %12

4:                                                ; preds = %1
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  %6 = shl i32 %5, 4
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.cluster.nctarank()
  %8 = add i32 %6, %7
  %9 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %10 = zext nneg i32 %9 to i64
  %11 = getelementptr inbounds i32, ptr %0, i64 %10
  store i32 %8, ptr %11, align 4, !tbaa !20
  br label %12

12:                                               ; preds = %4, %1
  tail call void @llvm.nvvm.barrier.cluster.arrive()
  tail call void @llvm.nvvm.barrier.cluster.wait()
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cluster.arrive() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cluster.wait() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank() #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.cluster.nctarank() #2

attributes #0 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7}
!llvm.module.flags = !{!8, !9, !10}

!0 = !{ptr @gemm_cluster, !"kernel", i32 1}
!1 = !{ptr @gemm_cluster, !"maxntidx", i32 128}
!2 = !{ptr @gemm_cluster, !"minctasm", i32 1}
!3 = !{ptr @gemm_cluster, !"maxclusterrank", i32 2}
!4 = !{ptr @cluster_ranks, !"kernel", i32 1}
!5 = !{ptr @cluster_ranks, !"maxntidx", i32 64}
!6 = !{ptr @cluster_ranks, !"minctasm", i32 1}
!7 = !{ptr @cluster_ranks, !"maxclusterrank", i32 8}
!8 = !{i32 1, !"wchar_size", i32 4}
!9 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!10 = !{i32 7, !"frame-pointer", i32 2}
!11 = !{!12, !12, i64 0}
!12 = !{!"float", !13, i64 0}
!13 = !{!"omnipotent char", !14, i64 0}
!14 = !{!"Simple C++ TBAA"}
!15 = distinct !{!15, !16, !17}
!16 = !{!"llvm.loop.mustprogress"}
!17 = !{!"llvm.loop.unroll.disable"}
!18 = distinct !{!18, !16, !17}
!19 = distinct !{!19, !16, !17}
!20 = !{!21, !21, i64 0}
!21 = !{!"int", !13, i64 0}
