; ModuleID = 'blocks.cu'
source_filename = "blocks.cu"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

$_Z4scanIiLi512EEvPKT_PS0_S3_ = comdat any

$_Z4scanIdLi256EEvPKT_PS0_S3_ = comdat any

$_Z9transposeIfEvPKT_PS0_ii = comdat any

$_Z9transposeIsEvPKT_PS0_ii = comdat any

$_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer = comdat any

$_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer = comdat any

$_ZZ9transposeIfEvPKT_PS0_iiE4tile = comdat any

$_ZZ9transposeIsEvPKT_PS0_iiE4tile = comdat any

@_ZZ3sumPKfPfiE7of_warp = internal unnamed_addr addrspace(3) global [8 x float] undef, align 4
@_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer = linkonce_odr dso_local local_unnamed_addr addrspace(3) global [2 x [512 x i32]] undef, comdat, align 4
@_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer = linkonce_odr dso_local local_unnamed_addr addrspace(3) global [2 x [256 x double]] undef, comdat, align 8
@_ZZ7productPKfS0_PfiiiE4left = internal unnamed_addr addrspace(3) global [16 x [64 x float]] undef, align 4
@_ZZ7productPKfS0_PfiiiE5right = internal unnamed_addr addrspace(3) global [16 x [64 x float]] undef, align 4
@_ZZ11count_bytesPKhlPjE8of_block = internal addrspace(3) global [256 x i32] undef, align 4
@_ZZ9transposeIfEvPKT_PS0_iiE4tile = linkonce_odr dso_local local_unnamed_addr addrspace(3) global [32 x [33 x float]] undef, comdat, align 4
@_ZZ9transposeIsEvPKT_PS0_iiE4tile = linkonce_odr dso_local local_unnamed_addr addrspace(3) global [32 x [33 x i16]] undef, comdat, align 2

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @_Z3sumPKfPfi(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, i32 noundef %2) local_unnamed_addr #0 !dbg !11 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !14
  %5 = shl i32 %4, 8, !dbg !18
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !19
  %7 = add i32 %5, %6, !dbg !22
  %8 = icmp slt i32 %7, %2, !dbg !23
  br i1 %8, label %9, label %12, !dbg !24

9:                                                ; preds = %3
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %11 = shl i32 %10, 8
  br label %25, !dbg !24

12:                                               ; preds = %25, %3
  %13 = phi float [ 0.000000e+00, %3 ], [ %31, %25 ], !dbg !25
  %14 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %13, i32 16, i32 31), !dbg !26
  %15 = fadd contract float %13, %14, !dbg !29
  %16 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %15, i32 8, i32 31), !dbg !26
  %17 = fadd contract float %15, %16, !dbg !29
  %18 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %17, i32 4, i32 31), !dbg !26
  %19 = fadd contract float %17, %18, !dbg !29
  %20 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %19, i32 2, i32 31), !dbg !26
  %21 = fadd contract float %19, %20, !dbg !29
  %22 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %21, i32 1, i32 31), !dbg !26
  %23 = and i32 %6, 31, !dbg !30
  %24 = icmp eq i32 %23, 0, !dbg !31
  br i1 %24, label %34, label %39, !dbg !32

25:                                               ; preds = %9, %25
  %26 = phi i32 [ %7, %9 ], [ %32, %25 ]
  %27 = phi float [ 0.000000e+00, %9 ], [ %31, %25 ]
  %28 = sext i32 %26 to i64, !dbg !33
  %29 = getelementptr inbounds float, ptr %0, i64 %28, !dbg !33
  %30 = load float, ptr %29, align 4, !dbg !33, !tbaa !34
  %31 = fadd contract float %27, %30, !dbg !36
  %32 = add i32 %26, %11, !dbg !37
  %33 = icmp slt i32 %32, %2, !dbg !23
  br i1 %33, label %25, label %12, !dbg !24, !llvm.loop !38

34:                                               ; preds = %12
  %35 = lshr exact i32 %6, 5
  %36 = zext nneg i32 %35 to i64
  %37 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ3sumPKfPfiE7of_warp to ptr), i64 %36
  %38 = fadd contract float %21, %22, !dbg !29
  store float %38, ptr %37, align 4, !dbg !41, !tbaa !34
  br label %39, !dbg !42

39:                                               ; preds = %34, %12
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !43
  %40 = icmp samesign ult i32 %6, 32, !dbg !44
  br i1 %40, label %41, label %62, !dbg !45

41:                                               ; preds = %39
  %42 = icmp samesign ult i32 %6, 8, !dbg !46
  br i1 %42, label %43, label %47, !dbg !47

43:                                               ; preds = %41
  %44 = zext nneg i32 %6 to i64
  %45 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ3sumPKfPfiE7of_warp to ptr), i64 %44
  %46 = load float, ptr %45, align 4, !dbg !48, !tbaa !34
  br label %47, !dbg !47

47:                                               ; preds = %41, %43
  %48 = phi contract float [ %46, %43 ], [ 0.000000e+00, %41 ], !dbg !47
  %49 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %48, i32 16, i32 31), !dbg !49
  %50 = fadd contract float %48, %49, !dbg !51
  %51 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %50, i32 8, i32 31), !dbg !49
  %52 = fadd contract float %50, %51, !dbg !51
  %53 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %52, i32 4, i32 31), !dbg !49
  %54 = fadd contract float %52, %53, !dbg !51
  %55 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %54, i32 2, i32 31), !dbg !49
  %56 = fadd contract float %54, %55, !dbg !51
  %57 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %56, i32 1, i32 31), !dbg !49
  %58 = icmp eq i32 %6, 0, !dbg !52
  br i1 %58, label %59, label %62, !dbg !53

59:                                               ; preds = %47
  %60 = fadd contract float %56, %57, !dbg !51
  %61 = atomicrmw fadd ptr %1, float %60 seq_cst, align 4, !dbg !54
  br label %62, !dbg !54

62:                                               ; preds = %47, %59, %39
  ret void, !dbg !55
}

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @_Z4scanIiLi512EEvPKT_PS0_S3_(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #2 comdat !dbg !56 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !57
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !59
  %6 = shl i32 %5, 9, !dbg !61
  %7 = add i32 %6, %4, !dbg !62
  %8 = zext i32 %7 to i64, !dbg !63
  %9 = getelementptr inbounds nuw i32, ptr %0, i64 %8, !dbg !63
  %10 = load i32, ptr %9, align 4, !dbg !63, !tbaa !7
  %11 = zext nneg i32 %4 to i64, !dbg !64
  %12 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 %11, !dbg !64
  store i32 %10, ptr %12, align 4, !dbg !65, !tbaa !7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !66
  %13 = load i32, ptr %12, align 4, !dbg !67, !tbaa !7
  %14 = icmp eq i32 %4, 0, !dbg !68
  br i1 %14, label %21, label %15, !dbg !68

15:                                               ; preds = %3
  %16 = zext nneg i32 %4 to i64
  %17 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 %16
  %18 = getelementptr i8, ptr %17, i64 -4
  %19 = load i32, ptr %18, align 4, !dbg !69, !tbaa !7
  %20 = add nsw i32 %19, %13, !dbg !70
  br label %21, !dbg !71

21:                                               ; preds = %15, %3
  %22 = phi i32 [ %20, %15 ], [ %13, %3 ], !dbg !72
  %23 = getelementptr inbounds nuw i8, ptr %12, i64 2048, !dbg !73
  store i32 %22, ptr %23, align 4, !dbg !74, !tbaa !7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !66
  %24 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 2048), i64 %11, !dbg !67
  %25 = load i32, ptr %24, align 4, !dbg !67, !tbaa !7
  %26 = icmp samesign ult i32 %4, 2, !dbg !68
  br i1 %26, label %33, label %27, !dbg !68

27:                                               ; preds = %21
  %28 = zext nneg i32 %4 to i64
  %29 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 2048), i64 %28
  %30 = getelementptr i8, ptr %29, i64 -8
  %31 = load i32, ptr %30, align 4, !dbg !69, !tbaa !7
  %32 = add nsw i32 %31, %25, !dbg !70
  br label %33, !dbg !71

33:                                               ; preds = %27, %21
  %34 = phi i32 [ %32, %27 ], [ %25, %21 ], !dbg !72
  store i32 %34, ptr %12, align 4, !dbg !74, !tbaa !7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !66
  %35 = load i32, ptr %12, align 4, !dbg !67, !tbaa !7
  %36 = icmp samesign ult i32 %4, 4, !dbg !68
  br i1 %36, label %43, label %37, !dbg !68

37:                                               ; preds = %33
  %38 = zext nneg i32 %4 to i64
  %39 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 %38
  %40 = getelementptr i8, ptr %39, i64 -16
  %41 = load i32, ptr %40, align 4, !dbg !69, !tbaa !7
  %42 = add nsw i32 %41, %35, !dbg !70
  br label %43, !dbg !71

43:                                               ; preds = %37, %33
  %44 = phi i32 [ %42, %37 ], [ %35, %33 ], !dbg !72
  store i32 %44, ptr %23, align 4, !dbg !74, !tbaa !7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !66
  %45 = load i32, ptr %24, align 4, !dbg !67, !tbaa !7
  %46 = icmp samesign ult i32 %4, 8, !dbg !68
  br i1 %46, label %53, label %47, !dbg !68

47:                                               ; preds = %43
  %48 = zext nneg i32 %4 to i64
  %49 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 2048), i64 %48
  %50 = getelementptr i8, ptr %49, i64 -32
  %51 = load i32, ptr %50, align 4, !dbg !69, !tbaa !7
  %52 = add nsw i32 %51, %45, !dbg !70
  br label %53, !dbg !71

53:                                               ; preds = %47, %43
  %54 = phi i32 [ %52, %47 ], [ %45, %43 ], !dbg !72
  store i32 %54, ptr %12, align 4, !dbg !74, !tbaa !7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !66
  %55 = load i32, ptr %12, align 4, !dbg !67, !tbaa !7
  %56 = icmp samesign ult i32 %4, 16, !dbg !68
  br i1 %56, label %63, label %57, !dbg !68

57:                                               ; preds = %53
  %58 = zext nneg i32 %4 to i64
  %59 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 %58
  %60 = getelementptr i8, ptr %59, i64 -64
  %61 = load i32, ptr %60, align 4, !dbg !69, !tbaa !7
  %62 = add nsw i32 %61, %55, !dbg !70
  br label %63, !dbg !71

63:                                               ; preds = %57, %53
  %64 = phi i32 [ %62, %57 ], [ %55, %53 ], !dbg !72
  store i32 %64, ptr %23, align 4, !dbg !74, !tbaa !7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !66
  %65 = load i32, ptr %24, align 4, !dbg !67, !tbaa !7
  %66 = icmp samesign ult i32 %4, 32, !dbg !68
  br i1 %66, label %73, label %67, !dbg !68

67:                                               ; preds = %63
  %68 = zext nneg i32 %4 to i64
  %69 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 2048), i64 %68
  %70 = getelementptr i8, ptr %69, i64 -128
  %71 = load i32, ptr %70, align 4, !dbg !69, !tbaa !7
  %72 = add nsw i32 %71, %65, !dbg !70
  br label %73, !dbg !71

73:                                               ; preds = %67, %63
  %74 = phi i32 [ %72, %67 ], [ %65, %63 ], !dbg !72
  store i32 %74, ptr %12, align 4, !dbg !74, !tbaa !7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !66
  %75 = load i32, ptr %12, align 4, !dbg !67, !tbaa !7
  %76 = icmp samesign ult i32 %4, 64, !dbg !68
  br i1 %76, label %83, label %77, !dbg !68

77:                                               ; preds = %73
  %78 = zext nneg i32 %4 to i64
  %79 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 %78
  %80 = getelementptr i8, ptr %79, i64 -256
  %81 = load i32, ptr %80, align 4, !dbg !69, !tbaa !7
  %82 = add nsw i32 %81, %75, !dbg !70
  br label %83, !dbg !71

83:                                               ; preds = %77, %73
  %84 = phi i32 [ %82, %77 ], [ %75, %73 ], !dbg !72
  store i32 %84, ptr %23, align 4, !dbg !74, !tbaa !7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !66
  %85 = load i32, ptr %24, align 4, !dbg !67, !tbaa !7
  %86 = icmp samesign ult i32 %4, 128, !dbg !68
  br i1 %86, label %93, label %87, !dbg !68

87:                                               ; preds = %83
  %88 = zext nneg i32 %4 to i64
  %89 = getelementptr i32, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 2048), i64 %88
  %90 = getelementptr i8, ptr %89, i64 -512
  %91 = load i32, ptr %90, align 4, !dbg !69, !tbaa !7
  %92 = add nsw i32 %91, %85, !dbg !70
  br label %93, !dbg !71

93:                                               ; preds = %87, %83
  %94 = phi i32 [ %92, %87 ], [ %85, %83 ], !dbg !72
  store i32 %94, ptr %12, align 4, !dbg !74, !tbaa !7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !66
  %95 = load i32, ptr %12, align 4, !dbg !67, !tbaa !7
  %96 = icmp samesign ult i32 %4, 256, !dbg !68
  br i1 %96, label %103, label %97, !dbg !68

97:                                               ; preds = %93
  %98 = zext nneg i32 %4 to i64
  %99 = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 %98
  %100 = getelementptr i8, ptr %99, i64 -1024
  %101 = load i32, ptr %100, align 4, !dbg !69, !tbaa !7
  %102 = add nsw i32 %101, %95, !dbg !70
  br label %103, !dbg !71

103:                                              ; preds = %97, %93
  %104 = phi i32 [ %102, %97 ], [ %95, %93 ], !dbg !72
  store i32 %104, ptr %23, align 4, !dbg !74, !tbaa !7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !75
  %105 = load i32, ptr %24, align 4, !dbg !76, !tbaa !7
  %106 = getelementptr inbounds nuw i32, ptr %1, i64 %8, !dbg !77
  store i32 %105, ptr %106, align 4, !dbg !78, !tbaa !7
  %107 = icmp eq i32 %4, 511, !dbg !79
  br i1 %107, label %108, label %111, !dbg !79

108:                                              ; preds = %103
  %109 = zext nneg i32 %5 to i64
  %110 = getelementptr inbounds nuw i32, ptr %2, i64 %109
  store i32 %105, ptr %110, align 4, !dbg !80, !tbaa !7
  br label %111, !dbg !81

111:                                              ; preds = %108, %103
  ret void, !dbg !82
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @_Z4scanIdLi256EEvPKT_PS0_S3_(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #3 comdat !dbg !83 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !84
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !86
  %6 = shl i32 %5, 8, !dbg !88
  %7 = add i32 %6, %4, !dbg !89
  %8 = zext i32 %7 to i64, !dbg !90
  %9 = getelementptr inbounds nuw double, ptr %0, i64 %8, !dbg !90
  %10 = load double, ptr %9, align 8, !dbg !90, !tbaa !91
  %11 = zext nneg i32 %4 to i64, !dbg !93
  %12 = getelementptr inbounds nuw double, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 %11, !dbg !93
  store double %10, ptr %12, align 8, !dbg !94, !tbaa !91
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !95
  %13 = load double, ptr %12, align 8, !dbg !96, !tbaa !91
  %14 = icmp eq i32 %4, 0, !dbg !97
  br i1 %14, label %21, label %15, !dbg !97

15:                                               ; preds = %3
  %16 = zext nneg i32 %4 to i64
  %17 = getelementptr double, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 %16
  %18 = getelementptr i8, ptr %17, i64 -8
  %19 = load double, ptr %18, align 8, !dbg !98, !tbaa !91
  %20 = fadd contract double %13, %19, !dbg !99
  br label %21, !dbg !100

21:                                               ; preds = %15, %3
  %22 = phi double [ %20, %15 ], [ %13, %3 ], !dbg !101
  %23 = getelementptr inbounds nuw i8, ptr %12, i64 2048, !dbg !102
  store double %22, ptr %23, align 8, !dbg !103, !tbaa !91
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !95
  %24 = getelementptr inbounds nuw double, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 2048), i64 %11, !dbg !96
  %25 = load double, ptr %24, align 8, !dbg !96, !tbaa !91
  %26 = icmp samesign ult i32 %4, 2, !dbg !97
  br i1 %26, label %33, label %27, !dbg !97

27:                                               ; preds = %21
  %28 = zext nneg i32 %4 to i64
  %29 = getelementptr double, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 2048), i64 %28
  %30 = getelementptr i8, ptr %29, i64 -16
  %31 = load double, ptr %30, align 8, !dbg !98, !tbaa !91
  %32 = fadd contract double %25, %31, !dbg !99
  br label %33, !dbg !100

33:                                               ; preds = %27, %21
  %34 = phi double [ %32, %27 ], [ %25, %21 ], !dbg !101
  store double %34, ptr %12, align 8, !dbg !103, !tbaa !91
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !95
  %35 = load double, ptr %12, align 8, !dbg !96, !tbaa !91
  %36 = icmp samesign ult i32 %4, 4, !dbg !97
  br i1 %36, label %43, label %37, !dbg !97

37:                                               ; preds = %33
  %38 = zext nneg i32 %4 to i64
  %39 = getelementptr double, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 %38
  %40 = getelementptr i8, ptr %39, i64 -32
  %41 = load double, ptr %40, align 8, !dbg !98, !tbaa !91
  %42 = fadd contract double %35, %41, !dbg !99
  br label %43, !dbg !100

43:                                               ; preds = %37, %33
  %44 = phi double [ %42, %37 ], [ %35, %33 ], !dbg !101
  store double %44, ptr %23, align 8, !dbg !103, !tbaa !91
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !95
  %45 = load double, ptr %24, align 8, !dbg !96, !tbaa !91
  %46 = icmp samesign ult i32 %4, 8, !dbg !97
  br i1 %46, label %53, label %47, !dbg !97

47:                                               ; preds = %43
  %48 = zext nneg i32 %4 to i64
  %49 = getelementptr double, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 2048), i64 %48
  %50 = getelementptr i8, ptr %49, i64 -64
  %51 = load double, ptr %50, align 8, !dbg !98, !tbaa !91
  %52 = fadd contract double %45, %51, !dbg !99
  br label %53, !dbg !100

53:                                               ; preds = %47, %43
  %54 = phi double [ %52, %47 ], [ %45, %43 ], !dbg !101
  store double %54, ptr %12, align 8, !dbg !103, !tbaa !91
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !95
  %55 = load double, ptr %12, align 8, !dbg !96, !tbaa !91
  %56 = icmp samesign ult i32 %4, 16, !dbg !97
  br i1 %56, label %63, label %57, !dbg !97

57:                                               ; preds = %53
  %58 = zext nneg i32 %4 to i64
  %59 = getelementptr double, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 %58
  %60 = getelementptr i8, ptr %59, i64 -128
  %61 = load double, ptr %60, align 8, !dbg !98, !tbaa !91
  %62 = fadd contract double %55, %61, !dbg !99
  br label %63, !dbg !100

63:                                               ; preds = %57, %53
  %64 = phi double [ %62, %57 ], [ %55, %53 ], !dbg !101
  store double %64, ptr %23, align 8, !dbg !103, !tbaa !91
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !95
  %65 = load double, ptr %24, align 8, !dbg !96, !tbaa !91
  %66 = icmp samesign ult i32 %4, 32, !dbg !97
  br i1 %66, label %73, label %67, !dbg !97

67:                                               ; preds = %63
  %68 = zext nneg i32 %4 to i64
  %69 = getelementptr double, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 2048), i64 %68
  %70 = getelementptr i8, ptr %69, i64 -256
  %71 = load double, ptr %70, align 8, !dbg !98, !tbaa !91
  %72 = fadd contract double %65, %71, !dbg !99
  br label %73, !dbg !100

73:                                               ; preds = %67, %63
  %74 = phi double [ %72, %67 ], [ %65, %63 ], !dbg !101
  store double %74, ptr %12, align 8, !dbg !103, !tbaa !91
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !95
  %75 = load double, ptr %12, align 8, !dbg !96, !tbaa !91
  %76 = icmp samesign ult i32 %4, 64, !dbg !97
  br i1 %76, label %83, label %77, !dbg !97

77:                                               ; preds = %73
  %78 = zext nneg i32 %4 to i64
  %79 = getelementptr double, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 %78
  %80 = getelementptr i8, ptr %79, i64 -512
  %81 = load double, ptr %80, align 8, !dbg !98, !tbaa !91
  %82 = fadd contract double %75, %81, !dbg !99
  br label %83, !dbg !100

83:                                               ; preds = %77, %73
  %84 = phi double [ %82, %77 ], [ %75, %73 ], !dbg !101
  store double %84, ptr %23, align 8, !dbg !103, !tbaa !91
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !95
  %85 = load double, ptr %24, align 8, !dbg !96, !tbaa !91
  %86 = icmp samesign ult i32 %4, 128, !dbg !97
  br i1 %86, label %93, label %87, !dbg !97

87:                                               ; preds = %83
  %88 = zext nneg i32 %4 to i64
  %89 = getelementptr double, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 2048), i64 %88
  %90 = getelementptr i8, ptr %89, i64 -1024
  %91 = load double, ptr %90, align 8, !dbg !98, !tbaa !91
  %92 = fadd contract double %85, %91, !dbg !99
  br label %93, !dbg !100

93:                                               ; preds = %87, %83
  %94 = phi double [ %92, %87 ], [ %85, %83 ], !dbg !101
  store double %94, ptr %12, align 8, !dbg !103, !tbaa !91
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !104
  %95 = load double, ptr %12, align 8, !dbg !105, !tbaa !91
  %96 = getelementptr inbounds nuw double, ptr %1, i64 %8, !dbg !106
  store double %95, ptr %96, align 8, !dbg !107, !tbaa !91
  %97 = icmp eq i32 %4, 255, !dbg !108
  br i1 %97, label %98, label %101, !dbg !108

98:                                               ; preds = %93
  %99 = zext nneg i32 %5 to i64
  %100 = getelementptr inbounds nuw double, ptr %2, i64 %99
  store double %95, ptr %100, align 8, !dbg !109, !tbaa !91
  br label %101, !dbg !110

101:                                              ; preds = %98, %93
  ret void, !dbg !111
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @_Z7productPKfS0_Pfiii(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #4 !dbg !112 {
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !113
  %8 = and i32 %7, 15, !dbg !115
  %9 = lshr i32 %7, 4, !dbg !116
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !117
  %11 = shl nuw nsw i32 %10, 6, !dbg !120
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !121
  %13 = shl i32 %12, 6, !dbg !123
  %14 = icmp sgt i32 %5, 0, !dbg !124
  br i1 %14, label %18, label %15, !dbg !125

15:                                               ; preds = %6
  %16 = shl nuw nsw i32 %9, 2
  %17 = shl nuw nsw i32 %8, 2
  br label %95, !dbg !125

18:                                               ; preds = %6
  %19 = zext nneg i32 %8 to i64
  %20 = getelementptr inbounds nuw [64 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 %19
  %21 = and i32 %7, 63
  %22 = or disjoint i32 %13, %21
  %23 = icmp slt i32 %22, %4
  %24 = zext nneg i32 %21 to i64
  %25 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 %24
  %26 = shl nuw nsw i32 %9, 2
  %27 = shl nuw nsw i32 %8, 2
  %28 = or disjoint i32 %9, %11
  %29 = icmp slt i32 %28, %3
  %30 = mul nuw nsw i32 %28, %5
  %31 = zext nneg i32 %9 to i64
  %32 = getelementptr inbounds nuw float, ptr %20, i64 %31
  %33 = lshr i32 %7, 6
  %34 = zext nneg i32 %33 to i64
  %35 = getelementptr inbounds nuw [64 x float], ptr %25, i64 %34
  %36 = add nuw nsw i32 %7, 256
  %37 = lshr i32 %36, 4
  %38 = add nuw nsw i32 %37, %11
  %39 = icmp slt i32 %38, %3
  %40 = mul nuw nsw i32 %38, %5
  %41 = zext nneg i32 %37 to i64
  %42 = getelementptr inbounds nuw float, ptr %20, i64 %41
  %43 = lshr i32 %36, 6
  %44 = zext nneg i32 %43 to i64
  %45 = getelementptr inbounds nuw [64 x float], ptr %25, i64 %44
  %46 = add nuw nsw i32 %7, 512
  %47 = lshr i32 %46, 4
  %48 = add nuw nsw i32 %47, %11
  %49 = icmp slt i32 %48, %3
  %50 = mul nuw nsw i32 %48, %5
  %51 = zext nneg i32 %47 to i64
  %52 = getelementptr inbounds nuw float, ptr %20, i64 %51
  %53 = lshr i32 %46, 6
  %54 = zext nneg i32 %53 to i64
  %55 = getelementptr inbounds nuw [64 x float], ptr %25, i64 %54
  %56 = add nuw nsw i32 %7, 768
  %57 = lshr i32 %56, 4
  %58 = add nuw nsw i32 %57, %11
  %59 = icmp slt i32 %58, %3
  %60 = mul nuw nsw i32 %58, %5
  %61 = zext nneg i32 %57 to i64
  %62 = getelementptr inbounds nuw float, ptr %20, i64 %61
  %63 = lshr i32 %56, 6
  %64 = zext nneg i32 %63 to i64
  %65 = getelementptr inbounds nuw [64 x float], ptr %25, i64 %64
  %66 = zext nneg i32 %27 to i64
  %67 = zext nneg i32 %26 to i64
  %68 = zext nneg i32 %27 to i64
  %69 = zext nneg i32 %27 to i64
  %70 = zext nneg i32 %27 to i64
  %71 = zext nneg i32 %26 to i64
  %72 = zext nneg i32 %26 to i64
  %73 = zext nneg i32 %26 to i64
  br label %74, !dbg !125

74:                                               ; preds = %18, %331
  %75 = phi float [ 0.000000e+00, %18 ], [ %280, %331 ], !dbg !126
  %76 = phi float [ 0.000000e+00, %18 ], [ %285, %331 ], !dbg !126
  %77 = phi float [ 0.000000e+00, %18 ], [ %290, %331 ], !dbg !126
  %78 = phi float [ 0.000000e+00, %18 ], [ %295, %331 ], !dbg !126
  %79 = phi float [ 0.000000e+00, %18 ], [ %300, %331 ], !dbg !126
  %80 = phi float [ 0.000000e+00, %18 ], [ %302, %331 ], !dbg !126
  %81 = phi float [ 0.000000e+00, %18 ], [ %304, %331 ], !dbg !126
  %82 = phi float [ 0.000000e+00, %18 ], [ %306, %331 ], !dbg !126
  %83 = phi float [ 0.000000e+00, %18 ], [ %311, %331 ], !dbg !126
  %84 = phi float [ 0.000000e+00, %18 ], [ %313, %331 ], !dbg !126
  %85 = phi float [ 0.000000e+00, %18 ], [ %315, %331 ], !dbg !126
  %86 = phi float [ 0.000000e+00, %18 ], [ %317, %331 ], !dbg !126
  %87 = phi float [ 0.000000e+00, %18 ], [ %322, %331 ], !dbg !126
  %88 = phi float [ 0.000000e+00, %18 ], [ %324, %331 ], !dbg !126
  %89 = phi float [ 0.000000e+00, %18 ], [ %326, %331 ], !dbg !126
  %90 = phi float [ 0.000000e+00, %18 ], [ %328, %331 ], !dbg !126
  %91 = phi i32 [ 0, %18 ], [ %332, %331 ]
  %92 = or disjoint i32 %91, %8
  %93 = icmp slt i32 %92, %5
  %94 = select i1 %29, i1 %93, i1 false, !dbg !127
  br i1 %94, label %121, label %126, !dbg !127

95:                                               ; preds = %331, %15
  %96 = phi i32 [ %17, %15 ], [ %27, %331 ]
  %97 = phi i32 [ %16, %15 ], [ %26, %331 ]
  %98 = phi float [ 0.000000e+00, %15 ], [ %280, %331 ], !dbg !126
  %99 = phi float [ 0.000000e+00, %15 ], [ %285, %331 ], !dbg !126
  %100 = phi float [ 0.000000e+00, %15 ], [ %290, %331 ], !dbg !126
  %101 = phi float [ 0.000000e+00, %15 ], [ %295, %331 ], !dbg !126
  %102 = phi float [ 0.000000e+00, %15 ], [ %300, %331 ], !dbg !126
  %103 = phi float [ 0.000000e+00, %15 ], [ %302, %331 ], !dbg !126
  %104 = phi float [ 0.000000e+00, %15 ], [ %304, %331 ], !dbg !126
  %105 = phi float [ 0.000000e+00, %15 ], [ %306, %331 ], !dbg !126
  %106 = phi float [ 0.000000e+00, %15 ], [ %311, %331 ], !dbg !126
  %107 = phi float [ 0.000000e+00, %15 ], [ %313, %331 ], !dbg !126
  %108 = phi float [ 0.000000e+00, %15 ], [ %315, %331 ], !dbg !126
  %109 = phi float [ 0.000000e+00, %15 ], [ %317, %331 ], !dbg !126
  %110 = phi float [ 0.000000e+00, %15 ], [ %322, %331 ], !dbg !126
  %111 = phi float [ 0.000000e+00, %15 ], [ %324, %331 ], !dbg !126
  %112 = phi float [ 0.000000e+00, %15 ], [ %326, %331 ], !dbg !126
  %113 = phi float [ 0.000000e+00, %15 ], [ %328, %331 ], !dbg !126
  %114 = add nuw nsw i32 %97, %11
  %115 = or disjoint i32 %96, %13
  %116 = icmp slt i32 %114, %3
  %117 = mul i32 %114, %4
  %118 = add i32 %115, %117
  %119 = icmp slt i32 %115, %4
  %120 = select i1 %116, i1 %119, i1 false, !dbg !128
  br i1 %120, label %334, label %337, !dbg !128

121:                                              ; preds = %74
  %122 = add nuw i32 %92, %30
  %123 = sext i32 %122 to i64
  %124 = getelementptr inbounds float, ptr %0, i64 %123
  %125 = load float, ptr %124, align 4, !dbg !129, !tbaa !34
  br label %126, !dbg !130

126:                                              ; preds = %74, %121
  %127 = phi contract float [ %125, %121 ], [ 0.000000e+00, %74 ], !dbg !130
  store float %127, ptr %32, align 4, !dbg !131, !tbaa !34
  br i1 %23, label %128, label %137, !dbg !132

128:                                              ; preds = %126
  %129 = or disjoint i32 %33, %91, !dbg !133
  %130 = icmp slt i32 %129, %5, !dbg !134
  br i1 %130, label %131, label %137, !dbg !135

131:                                              ; preds = %128
  %132 = mul nsw i32 %129, %4
  %133 = add i32 %22, %132
  %134 = sext i32 %133 to i64
  %135 = getelementptr inbounds float, ptr %1, i64 %134
  %136 = load float, ptr %135, align 4, !dbg !136, !tbaa !34
  br label %137, !dbg !135

137:                                              ; preds = %126, %128, %131
  %138 = phi contract float [ %136, %131 ], [ 0.000000e+00, %128 ], [ 0.000000e+00, %126 ], !dbg !135
  store float %138, ptr %35, align 4, !dbg !137, !tbaa !34
  %139 = select i1 %39, i1 %93, i1 false, !dbg !127
  br i1 %139, label %140, label %145, !dbg !127

140:                                              ; preds = %137
  %141 = add nuw i32 %92, %40
  %142 = sext i32 %141 to i64
  %143 = getelementptr inbounds float, ptr %0, i64 %142
  %144 = load float, ptr %143, align 4, !dbg !129, !tbaa !34
  br label %145, !dbg !130

145:                                              ; preds = %140, %137
  %146 = phi contract float [ %144, %140 ], [ 0.000000e+00, %137 ], !dbg !130
  store float %146, ptr %42, align 4, !dbg !131, !tbaa !34
  br i1 %23, label %147, label %156, !dbg !132

147:                                              ; preds = %145
  %148 = add nuw nsw i32 %43, %91, !dbg !133
  %149 = icmp slt i32 %148, %5, !dbg !134
  br i1 %149, label %150, label %156, !dbg !135

150:                                              ; preds = %147
  %151 = mul nsw i32 %148, %4
  %152 = add i32 %22, %151
  %153 = sext i32 %152 to i64
  %154 = getelementptr inbounds float, ptr %1, i64 %153
  %155 = load float, ptr %154, align 4, !dbg !136, !tbaa !34
  br label %156, !dbg !135

156:                                              ; preds = %150, %147, %145
  %157 = phi contract float [ %155, %150 ], [ 0.000000e+00, %147 ], [ 0.000000e+00, %145 ], !dbg !135
  store float %157, ptr %45, align 4, !dbg !137, !tbaa !34
  %158 = select i1 %49, i1 %93, i1 false, !dbg !127
  br i1 %158, label %159, label %164, !dbg !127

159:                                              ; preds = %156
  %160 = add nuw i32 %92, %50
  %161 = sext i32 %160 to i64
  %162 = getelementptr inbounds float, ptr %0, i64 %161
  %163 = load float, ptr %162, align 4, !dbg !129, !tbaa !34
  br label %164, !dbg !130

164:                                              ; preds = %159, %156
  %165 = phi contract float [ %163, %159 ], [ 0.000000e+00, %156 ], !dbg !130
  store float %165, ptr %52, align 4, !dbg !131, !tbaa !34
  br i1 %23, label %166, label %175, !dbg !132

166:                                              ; preds = %164
  %167 = add nuw nsw i32 %53, %91, !dbg !133
  %168 = icmp slt i32 %167, %5, !dbg !134
  br i1 %168, label %169, label %175, !dbg !135

169:                                              ; preds = %166
  %170 = mul nsw i32 %167, %4
  %171 = add i32 %22, %170
  %172 = sext i32 %171 to i64
  %173 = getelementptr inbounds float, ptr %1, i64 %172
  %174 = load float, ptr %173, align 4, !dbg !136, !tbaa !34
  br label %175, !dbg !135

175:                                              ; preds = %169, %166, %164
  %176 = phi contract float [ %174, %169 ], [ 0.000000e+00, %166 ], [ 0.000000e+00, %164 ], !dbg !135
  store float %176, ptr %55, align 4, !dbg !137, !tbaa !34
  %177 = select i1 %59, i1 %93, i1 false, !dbg !127
  br i1 %177, label %178, label %183, !dbg !127

178:                                              ; preds = %175
  %179 = add nuw i32 %92, %60
  %180 = sext i32 %179 to i64
  %181 = getelementptr inbounds float, ptr %0, i64 %180
  %182 = load float, ptr %181, align 4, !dbg !129, !tbaa !34
  br label %183, !dbg !130

183:                                              ; preds = %178, %175
  %184 = phi contract float [ %182, %178 ], [ 0.000000e+00, %175 ], !dbg !130
  store float %184, ptr %62, align 4, !dbg !131, !tbaa !34
  br i1 %23, label %185, label %194, !dbg !132

185:                                              ; preds = %183
  %186 = add nuw nsw i32 %63, %91, !dbg !133
  %187 = icmp slt i32 %186, %5, !dbg !134
  br i1 %187, label %188, label %194, !dbg !135

188:                                              ; preds = %185
  %189 = mul nsw i32 %186, %4
  %190 = add i32 %22, %189
  %191 = sext i32 %190 to i64
  %192 = getelementptr inbounds float, ptr %1, i64 %191
  %193 = load float, ptr %192, align 4, !dbg !136, !tbaa !34
  br label %194, !dbg !135

194:                                              ; preds = %188, %185, %183
  %195 = phi contract float [ %193, %188 ], [ 0.000000e+00, %185 ], [ 0.000000e+00, %183 ], !dbg !135
  store float %195, ptr %65, align 4, !dbg !137, !tbaa !34
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !138
  br label %196, !dbg !139

196:                                              ; preds = %196, %194
  %197 = phi float [ %75, %194 ], [ %280, %196 ], !dbg !126
  %198 = phi float [ %76, %194 ], [ %285, %196 ], !dbg !126
  %199 = phi float [ %77, %194 ], [ %290, %196 ], !dbg !126
  %200 = phi float [ %78, %194 ], [ %295, %196 ], !dbg !126
  %201 = phi float [ %79, %194 ], [ %300, %196 ], !dbg !126
  %202 = phi float [ %80, %194 ], [ %302, %196 ], !dbg !126
  %203 = phi float [ %81, %194 ], [ %304, %196 ], !dbg !126
  %204 = phi float [ %82, %194 ], [ %306, %196 ], !dbg !126
  %205 = phi float [ %83, %194 ], [ %311, %196 ], !dbg !126
  %206 = phi float [ %84, %194 ], [ %313, %196 ], !dbg !126
  %207 = phi float [ %85, %194 ], [ %315, %196 ], !dbg !126
  %208 = phi float [ %86, %194 ], [ %317, %196 ], !dbg !126
  %209 = phi float [ %87, %194 ], [ %322, %196 ], !dbg !126
  %210 = phi float [ %88, %194 ], [ %324, %196 ], !dbg !126
  %211 = phi float [ %89, %194 ], [ %326, %196 ], !dbg !126
  %212 = phi float [ %90, %194 ], [ %328, %196 ], !dbg !126
  %213 = phi i32 [ 0, %194 ], [ %329, %196 ]
  %214 = zext nneg i32 %213 to i64
  %215 = getelementptr inbounds nuw [64 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 %214
  %216 = getelementptr inbounds nuw [64 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 %214
  %217 = getelementptr inbounds nuw float, ptr %216, i64 %66, !dbg !140
  %218 = getelementptr inbounds nuw float, ptr %215, i64 %67
  %219 = load float, ptr %218, align 4, !tbaa !34
  %220 = load float, ptr %217, align 4, !dbg !140, !tbaa !34
  %221 = fmul contract float %219, %220, !dbg !141
  %222 = fadd contract float %197, %221, !dbg !142
  %223 = getelementptr inbounds nuw float, ptr %216, i64 %68, !dbg !140
  %224 = getelementptr inbounds nuw i8, ptr %223, i64 4, !dbg !140
  %225 = load float, ptr %224, align 4, !dbg !140, !tbaa !34
  %226 = fmul contract float %219, %225, !dbg !141
  %227 = fadd contract float %198, %226, !dbg !142
  %228 = getelementptr inbounds nuw float, ptr %216, i64 %69, !dbg !140
  %229 = getelementptr inbounds nuw i8, ptr %228, i64 8, !dbg !140
  %230 = load float, ptr %229, align 4, !dbg !140, !tbaa !34
  %231 = fmul contract float %219, %230, !dbg !141
  %232 = fadd contract float %199, %231, !dbg !142
  %233 = getelementptr inbounds nuw float, ptr %216, i64 %70, !dbg !140
  %234 = getelementptr inbounds nuw i8, ptr %233, i64 12, !dbg !140
  %235 = load float, ptr %234, align 4, !dbg !140, !tbaa !34
  %236 = fmul contract float %219, %235, !dbg !141
  %237 = fadd contract float %200, %236, !dbg !142
  %238 = getelementptr inbounds nuw float, ptr %215, i64 %71
  %239 = getelementptr inbounds nuw i8, ptr %238, i64 4
  %240 = load float, ptr %239, align 4, !tbaa !34
  %241 = fmul contract float %240, %220, !dbg !141
  %242 = fadd contract float %201, %241, !dbg !142
  %243 = fmul contract float %240, %225, !dbg !141
  %244 = fadd contract float %202, %243, !dbg !142
  %245 = fmul contract float %240, %230, !dbg !141
  %246 = fadd contract float %203, %245, !dbg !142
  %247 = fmul contract float %240, %235, !dbg !141
  %248 = fadd contract float %204, %247, !dbg !142
  %249 = getelementptr inbounds nuw float, ptr %215, i64 %72
  %250 = getelementptr inbounds nuw i8, ptr %249, i64 8
  %251 = load float, ptr %250, align 4, !tbaa !34
  %252 = fmul contract float %251, %220, !dbg !141
  %253 = fadd contract float %205, %252, !dbg !142
  %254 = fmul contract float %251, %225, !dbg !141
  %255 = fadd contract float %206, %254, !dbg !142
  %256 = fmul contract float %251, %230, !dbg !141
  %257 = fadd contract float %207, %256, !dbg !142
  %258 = fmul contract float %251, %235, !dbg !141
  %259 = fadd contract float %208, %258, !dbg !142
  %260 = getelementptr inbounds nuw float, ptr %215, i64 %73
  %261 = getelementptr inbounds nuw i8, ptr %260, i64 12
  %262 = load float, ptr %261, align 4, !tbaa !34
  %263 = fmul contract float %262, %220, !dbg !141
  %264 = fadd contract float %209, %263, !dbg !142
  %265 = fmul contract float %262, %225, !dbg !141
  %266 = fadd contract float %210, %265, !dbg !142
  %267 = fmul contract float %262, %230, !dbg !141
  %268 = fadd contract float %211, %267, !dbg !142
  %269 = fmul contract float %262, %235, !dbg !141
  %270 = fadd contract float %212, %269, !dbg !142
  %271 = or disjoint i32 %213, 1, !dbg !143
  %272 = zext nneg i32 %271 to i64
  %273 = getelementptr inbounds nuw [64 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 %272
  %274 = getelementptr inbounds nuw [64 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 %272
  %275 = getelementptr inbounds nuw float, ptr %274, i64 %66, !dbg !140
  %276 = getelementptr inbounds nuw float, ptr %273, i64 %67
  %277 = load float, ptr %276, align 4, !tbaa !34
  %278 = load float, ptr %275, align 4, !dbg !140, !tbaa !34
  %279 = fmul contract float %277, %278, !dbg !141
  %280 = fadd contract float %222, %279, !dbg !142
  %281 = getelementptr inbounds nuw float, ptr %274, i64 %68, !dbg !140
  %282 = getelementptr inbounds nuw i8, ptr %281, i64 4, !dbg !140
  %283 = load float, ptr %282, align 4, !dbg !140, !tbaa !34
  %284 = fmul contract float %277, %283, !dbg !141
  %285 = fadd contract float %227, %284, !dbg !142
  %286 = getelementptr inbounds nuw float, ptr %274, i64 %69, !dbg !140
  %287 = getelementptr inbounds nuw i8, ptr %286, i64 8, !dbg !140
  %288 = load float, ptr %287, align 4, !dbg !140, !tbaa !34
  %289 = fmul contract float %277, %288, !dbg !141
  %290 = fadd contract float %232, %289, !dbg !142
  %291 = getelementptr inbounds nuw float, ptr %274, i64 %70, !dbg !140
  %292 = getelementptr inbounds nuw i8, ptr %291, i64 12, !dbg !140
  %293 = load float, ptr %292, align 4, !dbg !140, !tbaa !34
  %294 = fmul contract float %277, %293, !dbg !141
  %295 = fadd contract float %237, %294, !dbg !142
  %296 = getelementptr inbounds nuw float, ptr %273, i64 %71
  %297 = getelementptr inbounds nuw i8, ptr %296, i64 4
  %298 = load float, ptr %297, align 4, !tbaa !34
  %299 = fmul contract float %298, %278, !dbg !141
  %300 = fadd contract float %242, %299, !dbg !142
  %301 = fmul contract float %298, %283, !dbg !141
  %302 = fadd contract float %244, %301, !dbg !142
  %303 = fmul contract float %298, %288, !dbg !141
  %304 = fadd contract float %246, %303, !dbg !142
  %305 = fmul contract float %298, %293, !dbg !141
  %306 = fadd contract float %248, %305, !dbg !142
  %307 = getelementptr inbounds nuw float, ptr %273, i64 %72
  %308 = getelementptr inbounds nuw i8, ptr %307, i64 8
  %309 = load float, ptr %308, align 4, !tbaa !34
  %310 = fmul contract float %309, %278, !dbg !141
  %311 = fadd contract float %253, %310, !dbg !142
  %312 = fmul contract float %309, %283, !dbg !141
  %313 = fadd contract float %255, %312, !dbg !142
  %314 = fmul contract float %309, %288, !dbg !141
  %315 = fadd contract float %257, %314, !dbg !142
  %316 = fmul contract float %309, %293, !dbg !141
  %317 = fadd contract float %259, %316, !dbg !142
  %318 = getelementptr inbounds nuw float, ptr %273, i64 %73
  %319 = getelementptr inbounds nuw i8, ptr %318, i64 12
  %320 = load float, ptr %319, align 4, !tbaa !34
  %321 = fmul contract float %320, %278, !dbg !141
  %322 = fadd contract float %264, %321, !dbg !142
  %323 = fmul contract float %320, %283, !dbg !141
  %324 = fadd contract float %266, %323, !dbg !142
  %325 = fmul contract float %320, %288, !dbg !141
  %326 = fadd contract float %268, %325, !dbg !142
  %327 = fmul contract float %320, %293, !dbg !141
  %328 = fadd contract float %270, %327, !dbg !142
  %329 = add nuw nsw i32 %213, 2, !dbg !143
  %330 = icmp eq i32 %329, 16, !dbg !144
  br i1 %330, label %331, label %196, !dbg !139, !llvm.loop !145

331:                                              ; preds = %196
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !148
  %332 = add nuw nsw i32 %91, 16, !dbg !149
  %333 = icmp slt i32 %332, %5, !dbg !124
  br i1 %333, label %74, label %95, !dbg !125, !llvm.loop !150

334:                                              ; preds = %95
  %335 = zext i32 %118 to i64, !dbg !152
  %336 = getelementptr inbounds nuw float, ptr %2, i64 %335, !dbg !152
  store float %98, ptr %336, align 4, !dbg !153, !tbaa !34
  br label %337, !dbg !152

337:                                              ; preds = %95, %334
  %338 = or disjoint i32 %115, 1
  %339 = icmp slt i32 %338, %4
  %340 = select i1 %116, i1 %339, i1 false, !dbg !128
  br i1 %340, label %341, label %345, !dbg !128

341:                                              ; preds = %337
  %342 = or disjoint i32 %118, 1, !dbg !154
  %343 = zext i32 %342 to i64, !dbg !152
  %344 = getelementptr inbounds nuw float, ptr %2, i64 %343, !dbg !152
  store float %99, ptr %344, align 4, !dbg !153, !tbaa !34
  br label %345, !dbg !152

345:                                              ; preds = %341, %337
  %346 = or disjoint i32 %115, 2
  %347 = icmp slt i32 %346, %4
  %348 = select i1 %116, i1 %347, i1 false, !dbg !128
  br i1 %348, label %349, label %353, !dbg !128

349:                                              ; preds = %345
  %350 = or disjoint i32 %118, 2, !dbg !154
  %351 = zext i32 %350 to i64, !dbg !152
  %352 = getelementptr inbounds nuw float, ptr %2, i64 %351, !dbg !152
  store float %100, ptr %352, align 4, !dbg !153, !tbaa !34
  br label %353, !dbg !152

353:                                              ; preds = %349, %345
  %354 = or disjoint i32 %115, 3
  %355 = icmp slt i32 %354, %4
  %356 = select i1 %116, i1 %355, i1 false, !dbg !128
  br i1 %356, label %357, label %361, !dbg !128

357:                                              ; preds = %353
  %358 = or disjoint i32 %118, 3, !dbg !154
  %359 = zext i32 %358 to i64, !dbg !152
  %360 = getelementptr inbounds nuw float, ptr %2, i64 %359, !dbg !152
  store float %101, ptr %360, align 4, !dbg !153, !tbaa !34
  br label %361, !dbg !152

361:                                              ; preds = %357, %353
  %362 = or disjoint i32 %114, 1
  %363 = icmp slt i32 %362, %3
  %364 = mul i32 %362, %4
  %365 = add i32 %115, %364
  %366 = select i1 %363, i1 %119, i1 false, !dbg !128
  br i1 %366, label %367, label %370, !dbg !128

367:                                              ; preds = %361
  %368 = zext i32 %365 to i64, !dbg !152
  %369 = getelementptr inbounds nuw float, ptr %2, i64 %368, !dbg !152
  store float %102, ptr %369, align 4, !dbg !153, !tbaa !34
  br label %370, !dbg !152

370:                                              ; preds = %367, %361
  %371 = select i1 %363, i1 %339, i1 false, !dbg !128
  br i1 %371, label %372, label %376, !dbg !128

372:                                              ; preds = %370
  %373 = add i32 %365, 1, !dbg !154
  %374 = zext i32 %373 to i64, !dbg !152
  %375 = getelementptr inbounds nuw float, ptr %2, i64 %374, !dbg !152
  store float %103, ptr %375, align 4, !dbg !153, !tbaa !34
  br label %376, !dbg !152

376:                                              ; preds = %372, %370
  %377 = select i1 %363, i1 %347, i1 false, !dbg !128
  br i1 %377, label %378, label %382, !dbg !128

378:                                              ; preds = %376
  %379 = add i32 %365, 2, !dbg !154
  %380 = zext i32 %379 to i64, !dbg !152
  %381 = getelementptr inbounds nuw float, ptr %2, i64 %380, !dbg !152
  store float %104, ptr %381, align 4, !dbg !153, !tbaa !34
  br label %382, !dbg !152

382:                                              ; preds = %378, %376
  %383 = select i1 %363, i1 %355, i1 false, !dbg !128
  br i1 %383, label %384, label %388, !dbg !128

384:                                              ; preds = %382
  %385 = add i32 %365, 3, !dbg !154
  %386 = zext i32 %385 to i64, !dbg !152
  %387 = getelementptr inbounds nuw float, ptr %2, i64 %386, !dbg !152
  store float %105, ptr %387, align 4, !dbg !153, !tbaa !34
  br label %388, !dbg !152

388:                                              ; preds = %384, %382
  %389 = or disjoint i32 %114, 2
  %390 = icmp slt i32 %389, %3
  %391 = mul i32 %389, %4
  %392 = add i32 %115, %391
  %393 = select i1 %390, i1 %119, i1 false, !dbg !128
  br i1 %393, label %394, label %397, !dbg !128

394:                                              ; preds = %388
  %395 = zext i32 %392 to i64, !dbg !152
  %396 = getelementptr inbounds nuw float, ptr %2, i64 %395, !dbg !152
  store float %106, ptr %396, align 4, !dbg !153, !tbaa !34
  br label %397, !dbg !152

397:                                              ; preds = %394, %388
  %398 = select i1 %390, i1 %339, i1 false, !dbg !128
  br i1 %398, label %399, label %403, !dbg !128

399:                                              ; preds = %397
  %400 = or disjoint i32 %392, 1, !dbg !154
  %401 = zext i32 %400 to i64, !dbg !152
  %402 = getelementptr inbounds nuw float, ptr %2, i64 %401, !dbg !152
  store float %107, ptr %402, align 4, !dbg !153, !tbaa !34
  br label %403, !dbg !152

403:                                              ; preds = %399, %397
  %404 = select i1 %390, i1 %347, i1 false, !dbg !128
  br i1 %404, label %405, label %409, !dbg !128

405:                                              ; preds = %403
  %406 = add i32 %392, 2, !dbg !154
  %407 = zext i32 %406 to i64, !dbg !152
  %408 = getelementptr inbounds nuw float, ptr %2, i64 %407, !dbg !152
  store float %108, ptr %408, align 4, !dbg !153, !tbaa !34
  br label %409, !dbg !152

409:                                              ; preds = %405, %403
  %410 = select i1 %390, i1 %355, i1 false, !dbg !128
  br i1 %410, label %411, label %415, !dbg !128

411:                                              ; preds = %409
  %412 = add i32 %392, 3, !dbg !154
  %413 = zext i32 %412 to i64, !dbg !152
  %414 = getelementptr inbounds nuw float, ptr %2, i64 %413, !dbg !152
  store float %109, ptr %414, align 4, !dbg !153, !tbaa !34
  br label %415, !dbg !152

415:                                              ; preds = %411, %409
  %416 = or disjoint i32 %114, 3
  %417 = icmp slt i32 %416, %3
  %418 = mul i32 %416, %4
  %419 = add i32 %115, %418
  %420 = select i1 %417, i1 %119, i1 false, !dbg !128
  br i1 %420, label %421, label %424, !dbg !128

421:                                              ; preds = %415
  %422 = zext i32 %419 to i64, !dbg !152
  %423 = getelementptr inbounds nuw float, ptr %2, i64 %422, !dbg !152
  store float %110, ptr %423, align 4, !dbg !153, !tbaa !34
  br label %424, !dbg !152

424:                                              ; preds = %421, %415
  %425 = select i1 %417, i1 %339, i1 false, !dbg !128
  br i1 %425, label %426, label %430, !dbg !128

426:                                              ; preds = %424
  %427 = add i32 %419, 1, !dbg !154
  %428 = zext i32 %427 to i64, !dbg !152
  %429 = getelementptr inbounds nuw float, ptr %2, i64 %428, !dbg !152
  store float %111, ptr %429, align 4, !dbg !153, !tbaa !34
  br label %430, !dbg !152

430:                                              ; preds = %426, %424
  %431 = select i1 %417, i1 %347, i1 false, !dbg !128
  br i1 %431, label %432, label %436, !dbg !128

432:                                              ; preds = %430
  %433 = add i32 %419, 2, !dbg !154
  %434 = zext i32 %433 to i64, !dbg !152
  %435 = getelementptr inbounds nuw float, ptr %2, i64 %434, !dbg !152
  store float %112, ptr %435, align 4, !dbg !153, !tbaa !34
  br label %436, !dbg !152

436:                                              ; preds = %432, %430
  %437 = select i1 %417, i1 %355, i1 false, !dbg !128
  br i1 %437, label %438, label %442, !dbg !128

438:                                              ; preds = %436
  %439 = add i32 %419, 3, !dbg !154
  %440 = zext i32 %439 to i64, !dbg !152
  %441 = getelementptr inbounds nuw float, ptr %2, i64 %440, !dbg !152
  store float %113, ptr %441, align 4, !dbg !153, !tbaa !34
  br label %442, !dbg !152

442:                                              ; preds = %438, %436
  ret void, !dbg !155
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @_Z11count_bytesPKhlPj(ptr noundef readonly captures(none) %0, i64 noundef %1, ptr noundef captures(none) %2) local_unnamed_addr #5 !dbg !156 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !157
  %5 = icmp samesign ult i32 %4, 256, !dbg !159
  %6 = zext nneg i32 %4 to i64
  br i1 %5, label %7, label %9, !dbg !160

7:                                                ; preds = %3
  %8 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11count_bytesPKhlPjE8of_block to ptr), i64 %6
  store i32 0, ptr %8, align 4, !dbg !161, !tbaa !7
  br label %9, !dbg !162

9:                                                ; preds = %3, %7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !163
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !164
  %11 = zext nneg i32 %10 to i64, !dbg !166
  %12 = shl nuw nsw i64 %11, 10, !dbg !167
  %13 = or disjoint i64 %12, %6, !dbg !168
  %14 = icmp slt i64 %13, %1, !dbg !169
  br i1 %14, label %15, label %19, !dbg !170

15:                                               ; preds = %9
  %16 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %17 = zext nneg i32 %16 to i64
  %18 = shl nuw nsw i64 %17, 10
  br label %20, !dbg !170

19:                                               ; preds = %20, %9
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !171
  br i1 %5, label %29, label %36, !dbg !172

20:                                               ; preds = %15, %20
  %21 = phi i64 [ %13, %15 ], [ %27, %20 ]
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 %21, !dbg !173
  %23 = load i8, ptr %22, align 1, !dbg !173, !tbaa !174
  %24 = zext i8 %23 to i64, !dbg !175
  %25 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11count_bytesPKhlPjE8of_block to ptr), i64 %24, !dbg !175
  %26 = atomicrmw add ptr %25, i32 1 monotonic, align 4, !dbg !176
  %27 = add nuw nsw i64 %21, %18, !dbg !177
  %28 = icmp slt i64 %27, %1, !dbg !169
  br i1 %28, label %20, label %19, !dbg !170, !llvm.loop !178

29:                                               ; preds = %19
  %30 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11count_bytesPKhlPjE8of_block to ptr), i64 %6, !dbg !180
  %31 = load i32, ptr %30, align 4, !dbg !180, !tbaa !7
  %32 = icmp eq i32 %31, 0, !dbg !180
  br i1 %32, label %36, label %33, !dbg !181

33:                                               ; preds = %29
  %34 = getelementptr inbounds nuw i32, ptr %2, i64 %6
  %35 = atomicrmw add ptr %34, i32 %31 monotonic, align 4, !dbg !182
  br label %36, !dbg !182

36:                                               ; preds = %19, %33, %29
  ret void, !dbg !183
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @_Z9transposeIfEvPKT_PS0_ii(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #3 comdat !dbg !184 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !185
  %6 = shl i32 %5, 5, !dbg !187
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !188
  %8 = add i32 %6, %7, !dbg !190
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !191
  %10 = shl nuw nsw i32 %9, 5, !dbg !193
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !194
  %12 = add nuw nsw i32 %10, %11, !dbg !197
  %13 = icmp slt i32 %8, %3
  %14 = zext nneg i32 %7 to i64
  %15 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIfEvPKT_PS0_iiE4tile to ptr), i64 %14, !dbg !198
  %16 = icmp slt i32 %12, %2
  %17 = select i1 %13, i1 %16, i1 false, !dbg !199
  br i1 %17, label %18, label %26, !dbg !199

18:                                               ; preds = %4
  %19 = mul nsw i32 %12, %3, !dbg !200
  %20 = add nsw i32 %19, %8, !dbg !201
  %21 = sext i32 %20 to i64, !dbg !202
  %22 = getelementptr inbounds float, ptr %0, i64 %21, !dbg !202
  %23 = load float, ptr %22, align 4, !dbg !202, !tbaa !34
  %24 = zext nneg i32 %11 to i64, !dbg !203
  %25 = getelementptr inbounds nuw [33 x float], ptr %15, i64 %24, !dbg !203
  store float %23, ptr %25, align 4, !dbg !204, !tbaa !34
  br label %26, !dbg !203

26:                                               ; preds = %4, %18
  br i1 %13, label %27, label %63, !dbg !199

27:                                               ; preds = %26
  %28 = add nuw nsw i32 %12, 8, !dbg !205
  %29 = icmp slt i32 %28, %2, !dbg !206
  br i1 %29, label %30, label %39, !dbg !199

30:                                               ; preds = %27
  %31 = mul nsw i32 %28, %3, !dbg !200
  %32 = add nsw i32 %31, %8, !dbg !201
  %33 = sext i32 %32 to i64, !dbg !202
  %34 = getelementptr inbounds float, ptr %0, i64 %33, !dbg !202
  %35 = load float, ptr %34, align 4, !dbg !202, !tbaa !34
  %36 = zext nneg i32 %11 to i64, !dbg !203
  %37 = getelementptr inbounds nuw [33 x float], ptr %15, i64 %36, !dbg !203
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 1056, !dbg !203
  store float %35, ptr %38, align 4, !dbg !204, !tbaa !34
  br label %39, !dbg !203

39:                                               ; preds = %27, %30
  %40 = add nuw nsw i32 %12, 16, !dbg !205
  %41 = icmp slt i32 %40, %2, !dbg !206
  br i1 %41, label %42, label %51, !dbg !199

42:                                               ; preds = %39
  %43 = mul nsw i32 %40, %3, !dbg !200
  %44 = add nsw i32 %43, %8, !dbg !201
  %45 = sext i32 %44 to i64, !dbg !202
  %46 = getelementptr inbounds float, ptr %0, i64 %45, !dbg !202
  %47 = load float, ptr %46, align 4, !dbg !202, !tbaa !34
  %48 = zext nneg i32 %11 to i64, !dbg !203
  %49 = getelementptr inbounds nuw [33 x float], ptr %15, i64 %48, !dbg !203
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 2112, !dbg !203
  store float %47, ptr %50, align 4, !dbg !204, !tbaa !34
  br label %51, !dbg !203

51:                                               ; preds = %39, %42
  %52 = add nuw nsw i32 %12, 24, !dbg !205
  %53 = icmp slt i32 %52, %2, !dbg !206
  br i1 %53, label %54, label %63, !dbg !199

54:                                               ; preds = %51
  %55 = mul nsw i32 %52, %3, !dbg !200
  %56 = add nsw i32 %55, %8, !dbg !201
  %57 = sext i32 %56 to i64, !dbg !202
  %58 = getelementptr inbounds float, ptr %0, i64 %57, !dbg !202
  %59 = load float, ptr %58, align 4, !dbg !202, !tbaa !34
  %60 = zext nneg i32 %11 to i64, !dbg !203
  %61 = getelementptr inbounds nuw [33 x float], ptr %15, i64 %60, !dbg !203
  %62 = getelementptr inbounds nuw i8, ptr %61, i64 3168, !dbg !203
  store float %59, ptr %62, align 4, !dbg !204, !tbaa !34
  br label %63, !dbg !203

63:                                               ; preds = %26, %54, %51
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !207
  %64 = add nuw nsw i32 %10, %7, !dbg !208
  %65 = add i32 %6, %11, !dbg !209
  %66 = icmp slt i32 %64, %2
  %67 = getelementptr inbounds nuw [33 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIfEvPKT_PS0_iiE4tile to ptr), i64 %14
  %68 = icmp slt i32 %65, %3
  %69 = and i1 %66, %68, !dbg !210
  br i1 %69, label %70, label %78, !dbg !210

70:                                               ; preds = %63
  %71 = zext nneg i32 %11 to i64, !dbg !211
  %72 = getelementptr inbounds nuw float, ptr %67, i64 %71, !dbg !211
  %73 = load float, ptr %72, align 4, !dbg !211, !tbaa !34
  %74 = mul nsw i32 %65, %2, !dbg !212
  %75 = add nsw i32 %74, %64, !dbg !213
  %76 = sext i32 %75 to i64, !dbg !214
  %77 = getelementptr inbounds float, ptr %1, i64 %76, !dbg !214
  store float %73, ptr %77, align 4, !dbg !215, !tbaa !34
  br label %78, !dbg !214

78:                                               ; preds = %63, %70
  br i1 %66, label %79, label %115, !dbg !210

79:                                               ; preds = %78
  %80 = add nsw i32 %65, 8, !dbg !216
  %81 = icmp slt i32 %80, %3, !dbg !217
  br i1 %81, label %82, label %91, !dbg !210

82:                                               ; preds = %79
  %83 = zext nneg i32 %11 to i64, !dbg !211
  %84 = getelementptr inbounds nuw float, ptr %67, i64 %83, !dbg !211
  %85 = getelementptr inbounds nuw i8, ptr %84, i64 32, !dbg !211
  %86 = load float, ptr %85, align 4, !dbg !211, !tbaa !34
  %87 = mul nsw i32 %80, %2, !dbg !212
  %88 = add nsw i32 %87, %64, !dbg !213
  %89 = sext i32 %88 to i64, !dbg !214
  %90 = getelementptr inbounds float, ptr %1, i64 %89, !dbg !214
  store float %86, ptr %90, align 4, !dbg !215, !tbaa !34
  br label %91, !dbg !214

91:                                               ; preds = %79, %82
  %92 = add nsw i32 %65, 16, !dbg !216
  %93 = icmp slt i32 %92, %3, !dbg !217
  br i1 %93, label %94, label %103, !dbg !210

94:                                               ; preds = %91
  %95 = zext nneg i32 %11 to i64, !dbg !211
  %96 = getelementptr inbounds nuw float, ptr %67, i64 %95, !dbg !211
  %97 = getelementptr inbounds nuw i8, ptr %96, i64 64, !dbg !211
  %98 = load float, ptr %97, align 4, !dbg !211, !tbaa !34
  %99 = mul nsw i32 %92, %2, !dbg !212
  %100 = add nsw i32 %99, %64, !dbg !213
  %101 = sext i32 %100 to i64, !dbg !214
  %102 = getelementptr inbounds float, ptr %1, i64 %101, !dbg !214
  store float %98, ptr %102, align 4, !dbg !215, !tbaa !34
  br label %103, !dbg !214

103:                                              ; preds = %91, %94
  %104 = add nsw i32 %65, 24, !dbg !216
  %105 = icmp slt i32 %104, %3, !dbg !217
  br i1 %105, label %106, label %115, !dbg !210

106:                                              ; preds = %103
  %107 = zext nneg i32 %11 to i64, !dbg !211
  %108 = getelementptr inbounds nuw float, ptr %67, i64 %107, !dbg !211
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 96, !dbg !211
  %110 = load float, ptr %109, align 4, !dbg !211, !tbaa !34
  %111 = mul nsw i32 %104, %2, !dbg !212
  %112 = add nsw i32 %111, %64, !dbg !213
  %113 = sext i32 %112 to i64, !dbg !214
  %114 = getelementptr inbounds float, ptr %1, i64 %113, !dbg !214
  store float %110, ptr %114, align 4, !dbg !215, !tbaa !34
  br label %115, !dbg !214

115:                                              ; preds = %78, %106, %103
  ret void, !dbg !218
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @_Z9transposeIsEvPKT_PS0_ii(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #3 comdat !dbg !219 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !220
  %6 = shl i32 %5, 5, !dbg !222
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !223
  %8 = add i32 %6, %7, !dbg !225
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !226
  %10 = shl nuw nsw i32 %9, 5, !dbg !228
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !229
  %12 = add nuw nsw i32 %10, %11, !dbg !231
  %13 = icmp slt i32 %8, %3
  %14 = zext nneg i32 %7 to i64
  %15 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIsEvPKT_PS0_iiE4tile to ptr), i64 %14, !dbg !232
  %16 = icmp slt i32 %12, %2
  %17 = select i1 %13, i1 %16, i1 false, !dbg !233
  br i1 %17, label %18, label %26, !dbg !233

18:                                               ; preds = %4
  %19 = mul nsw i32 %12, %3, !dbg !234
  %20 = add nsw i32 %19, %8, !dbg !235
  %21 = sext i32 %20 to i64, !dbg !236
  %22 = getelementptr inbounds i16, ptr %0, i64 %21, !dbg !236
  %23 = load i16, ptr %22, align 2, !dbg !236, !tbaa !237
  %24 = zext nneg i32 %11 to i64, !dbg !239
  %25 = getelementptr inbounds nuw [33 x i16], ptr %15, i64 %24, !dbg !239
  store i16 %23, ptr %25, align 2, !dbg !240, !tbaa !237
  br label %26, !dbg !239

26:                                               ; preds = %4, %18
  br i1 %13, label %27, label %63, !dbg !233

27:                                               ; preds = %26
  %28 = add nuw nsw i32 %12, 8, !dbg !241
  %29 = icmp slt i32 %28, %2, !dbg !242
  br i1 %29, label %30, label %39, !dbg !233

30:                                               ; preds = %27
  %31 = mul nsw i32 %28, %3, !dbg !234
  %32 = add nsw i32 %31, %8, !dbg !235
  %33 = sext i32 %32 to i64, !dbg !236
  %34 = getelementptr inbounds i16, ptr %0, i64 %33, !dbg !236
  %35 = load i16, ptr %34, align 2, !dbg !236, !tbaa !237
  %36 = zext nneg i32 %11 to i64, !dbg !239
  %37 = getelementptr inbounds nuw [33 x i16], ptr %15, i64 %36, !dbg !239
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 528, !dbg !239
  store i16 %35, ptr %38, align 2, !dbg !240, !tbaa !237
  br label %39, !dbg !239

39:                                               ; preds = %27, %30
  %40 = add nuw nsw i32 %12, 16, !dbg !241
  %41 = icmp slt i32 %40, %2, !dbg !242
  br i1 %41, label %42, label %51, !dbg !233

42:                                               ; preds = %39
  %43 = mul nsw i32 %40, %3, !dbg !234
  %44 = add nsw i32 %43, %8, !dbg !235
  %45 = sext i32 %44 to i64, !dbg !236
  %46 = getelementptr inbounds i16, ptr %0, i64 %45, !dbg !236
  %47 = load i16, ptr %46, align 2, !dbg !236, !tbaa !237
  %48 = zext nneg i32 %11 to i64, !dbg !239
  %49 = getelementptr inbounds nuw [33 x i16], ptr %15, i64 %48, !dbg !239
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 1056, !dbg !239
  store i16 %47, ptr %50, align 2, !dbg !240, !tbaa !237
  br label %51, !dbg !239

51:                                               ; preds = %39, %42
  %52 = add nuw nsw i32 %12, 24, !dbg !241
  %53 = icmp slt i32 %52, %2, !dbg !242
  br i1 %53, label %54, label %63, !dbg !233

54:                                               ; preds = %51
  %55 = mul nsw i32 %52, %3, !dbg !234
  %56 = add nsw i32 %55, %8, !dbg !235
  %57 = sext i32 %56 to i64, !dbg !236
  %58 = getelementptr inbounds i16, ptr %0, i64 %57, !dbg !236
  %59 = load i16, ptr %58, align 2, !dbg !236, !tbaa !237
  %60 = zext nneg i32 %11 to i64, !dbg !239
  %61 = getelementptr inbounds nuw [33 x i16], ptr %15, i64 %60, !dbg !239
  %62 = getelementptr inbounds nuw i8, ptr %61, i64 1584, !dbg !239
  store i16 %59, ptr %62, align 2, !dbg !240, !tbaa !237
  br label %63, !dbg !239

63:                                               ; preds = %26, %54, %51
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !243
  %64 = add nuw nsw i32 %10, %7, !dbg !244
  %65 = add i32 %6, %11, !dbg !245
  %66 = icmp slt i32 %64, %2
  %67 = getelementptr inbounds nuw [33 x i16], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIsEvPKT_PS0_iiE4tile to ptr), i64 %14
  %68 = icmp slt i32 %65, %3
  %69 = and i1 %66, %68, !dbg !246
  br i1 %69, label %70, label %78, !dbg !246

70:                                               ; preds = %63
  %71 = zext nneg i32 %11 to i64, !dbg !247
  %72 = getelementptr inbounds nuw i16, ptr %67, i64 %71, !dbg !247
  %73 = load i16, ptr %72, align 2, !dbg !247, !tbaa !237
  %74 = mul nsw i32 %65, %2, !dbg !248
  %75 = add nsw i32 %74, %64, !dbg !249
  %76 = sext i32 %75 to i64, !dbg !250
  %77 = getelementptr inbounds i16, ptr %1, i64 %76, !dbg !250
  store i16 %73, ptr %77, align 2, !dbg !251, !tbaa !237
  br label %78, !dbg !250

78:                                               ; preds = %63, %70
  br i1 %66, label %79, label %115, !dbg !246

79:                                               ; preds = %78
  %80 = add nsw i32 %65, 8, !dbg !252
  %81 = icmp slt i32 %80, %3, !dbg !253
  br i1 %81, label %82, label %91, !dbg !246

82:                                               ; preds = %79
  %83 = zext nneg i32 %11 to i64, !dbg !247
  %84 = getelementptr inbounds nuw i16, ptr %67, i64 %83, !dbg !247
  %85 = getelementptr inbounds nuw i8, ptr %84, i64 16, !dbg !247
  %86 = load i16, ptr %85, align 2, !dbg !247, !tbaa !237
  %87 = mul nsw i32 %80, %2, !dbg !248
  %88 = add nsw i32 %87, %64, !dbg !249
  %89 = sext i32 %88 to i64, !dbg !250
  %90 = getelementptr inbounds i16, ptr %1, i64 %89, !dbg !250
  store i16 %86, ptr %90, align 2, !dbg !251, !tbaa !237
  br label %91, !dbg !250

91:                                               ; preds = %79, %82
  %92 = add nsw i32 %65, 16, !dbg !252
  %93 = icmp slt i32 %92, %3, !dbg !253
  br i1 %93, label %94, label %103, !dbg !246

94:                                               ; preds = %91
  %95 = zext nneg i32 %11 to i64, !dbg !247
  %96 = getelementptr inbounds nuw i16, ptr %67, i64 %95, !dbg !247
  %97 = getelementptr inbounds nuw i8, ptr %96, i64 32, !dbg !247
  %98 = load i16, ptr %97, align 2, !dbg !247, !tbaa !237
  %99 = mul nsw i32 %92, %2, !dbg !248
  %100 = add nsw i32 %99, %64, !dbg !249
  %101 = sext i32 %100 to i64, !dbg !250
  %102 = getelementptr inbounds i16, ptr %1, i64 %101, !dbg !250
  store i16 %98, ptr %102, align 2, !dbg !251, !tbaa !237
  br label %103, !dbg !250

103:                                              ; preds = %91, %94
  %104 = add nsw i32 %65, 24, !dbg !252
  %105 = icmp slt i32 %104, %3, !dbg !253
  br i1 %105, label %106, label %115, !dbg !246

106:                                              ; preds = %103
  %107 = zext nneg i32 %11 to i64, !dbg !247
  %108 = getelementptr inbounds nuw i16, ptr %67, i64 %107, !dbg !247
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 48, !dbg !247
  %110 = load i16, ptr %109, align 2, !dbg !247, !tbaa !237
  %111 = mul nsw i32 %104, %2, !dbg !248
  %112 = add nsw i32 %111, %64, !dbg !249
  %113 = sext i32 %112 to i64, !dbg !250
  %114 = getelementptr inbounds i16, ptr %1, i64 %113, !dbg !250
  store i16 %110, ptr %114, align 2, !dbg !251, !tbaa !237
  br label %115, !dbg !250

115:                                              ; preds = %78, %106, %103
  ret void, !dbg !254
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @_Z9distancesPiii(ptr noundef captures(none) %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #6 !dbg !255 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !256
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y(), !dbg !258
  %6 = mul nuw nsw i32 %4, %5, !dbg !261
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !262
  %8 = add nuw nsw i32 %6, %7, !dbg !264
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !265
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !267
  %11 = mul i32 %9, %10, !dbg !270
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !271
  %13 = add i32 %11, %12, !dbg !273
  %14 = icmp slt i32 %8, %1, !dbg !274
  %15 = icmp slt i32 %13, %1
  %16 = and i1 %14, %15, !dbg !275
  br i1 %16, label %17, label %34, !dbg !275

17:                                               ; preds = %3
  %18 = mul nsw i32 %1, %8, !dbg !276
  %19 = add nsw i32 %18, %13, !dbg !277
  %20 = sext i32 %19 to i64, !dbg !278
  %21 = getelementptr inbounds i32, ptr %0, i64 %20, !dbg !278
  %22 = load i32, ptr %21, align 4, !dbg !278, !tbaa !7
  %23 = add nsw i32 %18, %2, !dbg !279
  %24 = sext i32 %23 to i64, !dbg !280
  %25 = getelementptr inbounds i32, ptr %0, i64 %24, !dbg !280
  %26 = load i32, ptr %25, align 4, !dbg !280, !tbaa !7
  %27 = mul nsw i32 %2, %1, !dbg !281
  %28 = add nsw i32 %27, %13, !dbg !282
  %29 = sext i32 %28 to i64, !dbg !283
  %30 = getelementptr inbounds i32, ptr %0, i64 %29, !dbg !283
  %31 = load i32, ptr %30, align 4, !dbg !283, !tbaa !7
  %32 = add nsw i32 %31, %26, !dbg !284
  %33 = tail call noundef i32 @llvm.smin.i32(i32 %22, i32 %32), !dbg !285
  store i32 %33, ptr %21, align 4, !dbg !288, !tbaa !7
  br label %34, !dbg !289

34:                                               ; preds = %17, %3
  ret void, !dbg !290
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #7

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #7

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #9

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="256" "nvvm.minctasm"="4" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="512" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #3 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="256" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #4 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="256" "nvvm.minctasm"="2" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #5 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="1024" "nvvm.minctasm"="1" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #6 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #7 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #9 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6}
!llvm.errno.tbaa = !{!7}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "blocks.cu", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 2}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!6 = !{i32 7, !"frame-pointer", i32 2}
!7 = !{!8, !8, i64 0}
!8 = !{!"int", !9, i64 0}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C++ TBAA"}
!11 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 19, type: !12, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!12 = !DISubroutineType(types: !13)
!13 = !{}
!14 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !17)
!15 = distinct !DISubprogram(name: "operator unsigned int", scope: !16, file: !16, line: 47, type: !12, scopeLine: 47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!16 = !DIFile(filename: "./../../cuda_min.h", directory: ".")
!17 = distinct !DILocation(line: 22, column: 16, scope: !11)
!18 = !DILocation(line: 22, column: 27, scope: !11)
!19 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !21)
!20 = distinct !DISubprogram(name: "operator unsigned int", scope: !16, file: !16, line: 46, type: !12, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!21 = distinct !DILocation(line: 22, column: 35, scope: !11)
!22 = !DILocation(line: 22, column: 33, scope: !11)
!23 = !DILocation(line: 22, column: 50, scope: !11)
!24 = !DILocation(line: 22, column: 3, scope: !11)
!25 = !DILocation(line: 0, scope: !11)
!26 = !DILocation(line: 10, column: 14, scope: !27, inlinedAt: !28)
!27 = distinct !DISubprogram(name: "add_over_warp", scope: !1, file: !1, line: 8, type: !12, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!28 = distinct !DILocation(line: 24, column: 11, scope: !11)
!29 = !DILocation(line: 10, column: 11, scope: !27, inlinedAt: !28)
!30 = !DILocation(line: 25, column: 19, scope: !11)
!31 = !DILocation(line: 25, column: 24, scope: !11)
!32 = !DILocation(line: 25, column: 7, scope: !11)
!33 = !DILocation(line: 23, column: 14, scope: !11)
!34 = !{!35, !35, i64 0}
!35 = !{!"float", !9, i64 0}
!36 = !DILocation(line: 23, column: 11, scope: !11)
!37 = !DILocation(line: 22, column: 61, scope: !11)
!38 = distinct !{!38, !24, !39, !40}
!39 = !DILocation(line: 23, column: 22, scope: !11)
!40 = !{!"llvm.loop.mustprogress"}
!41 = !DILocation(line: 26, column: 31, scope: !11)
!42 = !DILocation(line: 26, column: 5, scope: !11)
!43 = !DILocation(line: 27, column: 3, scope: !11)
!44 = !DILocation(line: 28, column: 19, scope: !11)
!45 = !DILocation(line: 28, column: 7, scope: !11)
!46 = !DILocation(line: 29, column: 39, scope: !11)
!47 = !DILocation(line: 29, column: 27, scope: !11)
!48 = !DILocation(line: 29, column: 45, scope: !11)
!49 = !DILocation(line: 10, column: 14, scope: !27, inlinedAt: !50)
!50 = distinct !DILocation(line: 29, column: 13, scope: !11)
!51 = !DILocation(line: 10, column: 11, scope: !27, inlinedAt: !50)
!52 = !DILocation(line: 30, column: 21, scope: !11)
!53 = !DILocation(line: 30, column: 9, scope: !11)
!54 = !DILocation(line: 31, column: 7, scope: !11)
!55 = !DILocation(line: 33, column: 1, scope: !11)
!56 = distinct !DISubprogram(name: "scan<int, 512>", scope: !1, file: !1, line: 36, type: !12, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!57 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !58)
!58 = distinct !DILocation(line: 38, column: 27, scope: !56)
!59 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !60)
!60 = distinct !DILocation(line: 38, column: 47, scope: !56)
!61 = !DILocation(line: 38, column: 58, scope: !56)
!62 = !DILocation(line: 38, column: 65, scope: !56)
!63 = !DILocation(line: 40, column: 23, scope: !56)
!64 = !DILocation(line: 40, column: 3, scope: !56)
!65 = !DILocation(line: 40, column: 21, scope: !56)
!66 = !DILocation(line: 42, column: 5, scope: !56)
!67 = !DILocation(line: 43, column: 15, scope: !56)
!68 = !DILocation(line: 44, column: 16, scope: !56)
!69 = !DILocation(line: 45, column: 16, scope: !56)
!70 = !DILocation(line: 45, column: 13, scope: !56)
!71 = !DILocation(line: 45, column: 7, scope: !56)
!72 = !DILocation(line: 0, scope: !56)
!73 = !DILocation(line: 47, column: 5, scope: !56)
!74 = !DILocation(line: 47, column: 26, scope: !56)
!75 = !DILocation(line: 49, column: 3, scope: !56)
!76 = !DILocation(line: 50, column: 15, scope: !56)
!77 = !DILocation(line: 50, column: 3, scope: !56)
!78 = !DILocation(line: 50, column: 13, scope: !56)
!79 = !DILocation(line: 51, column: 14, scope: !56)
!80 = !DILocation(line: 52, column: 22, scope: !56)
!81 = !DILocation(line: 52, column: 5, scope: !56)
!82 = !DILocation(line: 53, column: 1, scope: !56)
!83 = distinct !DISubprogram(name: "scan<double, 256>", scope: !1, file: !1, line: 36, type: !12, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!84 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !85)
!85 = distinct !DILocation(line: 38, column: 27, scope: !83)
!86 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !87)
!87 = distinct !DILocation(line: 38, column: 47, scope: !83)
!88 = !DILocation(line: 38, column: 58, scope: !83)
!89 = !DILocation(line: 38, column: 65, scope: !83)
!90 = !DILocation(line: 40, column: 23, scope: !83)
!91 = !{!92, !92, i64 0}
!92 = !{!"double", !9, i64 0}
!93 = !DILocation(line: 40, column: 3, scope: !83)
!94 = !DILocation(line: 40, column: 21, scope: !83)
!95 = !DILocation(line: 42, column: 5, scope: !83)
!96 = !DILocation(line: 43, column: 15, scope: !83)
!97 = !DILocation(line: 44, column: 16, scope: !83)
!98 = !DILocation(line: 45, column: 16, scope: !83)
!99 = !DILocation(line: 45, column: 13, scope: !83)
!100 = !DILocation(line: 45, column: 7, scope: !83)
!101 = !DILocation(line: 0, scope: !83)
!102 = !DILocation(line: 47, column: 5, scope: !83)
!103 = !DILocation(line: 47, column: 26, scope: !83)
!104 = !DILocation(line: 49, column: 3, scope: !83)
!105 = !DILocation(line: 50, column: 15, scope: !83)
!106 = !DILocation(line: 50, column: 3, scope: !83)
!107 = !DILocation(line: 50, column: 13, scope: !83)
!108 = !DILocation(line: 51, column: 14, scope: !83)
!109 = !DILocation(line: 52, column: 22, scope: !83)
!110 = !DILocation(line: 52, column: 5, scope: !83)
!111 = !DILocation(line: 53, column: 1, scope: !83)
!112 = distinct !DISubprogram(name: "product", scope: !1, file: !1, line: 58, type: !12, scopeLine: 58, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!113 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !114)
!114 = distinct !DILocation(line: 60, column: 27, scope: !112)
!115 = !DILocation(line: 60, column: 52, scope: !112)
!116 = !DILocation(line: 60, column: 70, scope: !112)
!117 = !DILocation(line: 47, column: 1, scope: !118, inlinedAt: !119)
!118 = distinct !DISubprogram(name: "operator unsigned int", scope: !16, file: !16, line: 47, type: !12, scopeLine: 47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!119 = distinct !DILocation(line: 61, column: 19, scope: !112)
!120 = !DILocation(line: 61, column: 30, scope: !112)
!121 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !122)
!122 = distinct !DILocation(line: 61, column: 45, scope: !112)
!123 = !DILocation(line: 61, column: 56, scope: !112)
!124 = !DILocation(line: 63, column: 29, scope: !112)
!125 = !DILocation(line: 63, column: 3, scope: !112)
!126 = !DILocation(line: 0, scope: !112)
!127 = !DILocation(line: 66, column: 35, scope: !112)
!128 = !DILocation(line: 80, column: 40, scope: !112)
!129 = !DILocation(line: 66, column: 58, scope: !112)
!130 = !DILocation(line: 66, column: 20, scope: !112)
!131 = !DILocation(line: 66, column: 18, scope: !112)
!132 = !DILocation(line: 68, column: 42, scope: !112)
!133 = !DILocation(line: 68, column: 51, scope: !112)
!134 = !DILocation(line: 68, column: 55, scope: !112)
!135 = !DILocation(line: 68, column: 21, scope: !112)
!136 = !DILocation(line: 68, column: 65, scope: !112)
!137 = !DILocation(line: 68, column: 19, scope: !112)
!138 = !DILocation(line: 70, column: 5, scope: !112)
!139 = !DILocation(line: 72, column: 5, scope: !112)
!140 = !DILocation(line: 75, column: 49, scope: !112)
!141 = !DILocation(line: 75, column: 47, scope: !112)
!142 = !DILocation(line: 75, column: 24, scope: !112)
!143 = !DILocation(line: 72, column: 29, scope: !112)
!144 = !DILocation(line: 72, column: 23, scope: !112)
!145 = distinct !{!145, !139, !146, !40, !147}
!146 = !DILocation(line: 75, column: 68, scope: !112)
!147 = !{!"llvm.loop.unroll.disable"}
!148 = !DILocation(line: 76, column: 5, scope: !112)
!149 = !DILocation(line: 63, column: 44, scope: !112)
!150 = distinct !{!150, !125, !151, !40}
!151 = !DILocation(line: 77, column: 3, scope: !112)
!152 = !DILocation(line: 81, column: 9, scope: !112)
!153 = !DILocation(line: 81, column: 63, scope: !112)
!154 = !DILocation(line: 81, column: 58, scope: !112)
!155 = !DILocation(line: 82, column: 1, scope: !112)
!156 = distinct !DISubprogram(name: "count_bytes", scope: !1, file: !1, line: 85, type: !12, scopeLine: 85, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!157 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !158)
!158 = distinct !DILocation(line: 87, column: 7, scope: !156)
!159 = !DILocation(line: 87, column: 19, scope: !156)
!160 = !DILocation(line: 87, column: 7, scope: !156)
!161 = !DILocation(line: 88, column: 27, scope: !156)
!162 = !DILocation(line: 88, column: 5, scope: !156)
!163 = !DILocation(line: 89, column: 3, scope: !156)
!164 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !165)
!165 = distinct !DILocation(line: 90, column: 17, scope: !156)
!166 = !DILocation(line: 90, column: 17, scope: !156)
!167 = !DILocation(line: 90, column: 28, scope: !156)
!168 = !DILocation(line: 90, column: 36, scope: !156)
!169 = !DILocation(line: 90, column: 53, scope: !156)
!170 = !DILocation(line: 90, column: 3, scope: !156)
!171 = !DILocation(line: 92, column: 3, scope: !156)
!172 = !DILocation(line: 93, column: 25, scope: !156)
!173 = !DILocation(line: 91, column: 34, scope: !156)
!174 = !{!9, !9, i64 0}
!175 = !DILocation(line: 91, column: 25, scope: !156)
!176 = !DILocation(line: 91, column: 5, scope: !156)
!177 = !DILocation(line: 90, column: 63, scope: !156)
!178 = distinct !{!178, !170, !179, !40}
!179 = !DILocation(line: 91, column: 65, scope: !156)
!180 = !DILocation(line: 93, column: 28, scope: !156)
!181 = !DILocation(line: 93, column: 7, scope: !156)
!182 = !DILocation(line: 94, column: 5, scope: !156)
!183 = !DILocation(line: 95, column: 1, scope: !156)
!184 = distinct !DISubprogram(name: "transpose<float>", scope: !1, file: !1, line: 98, type: !12, scopeLine: 98, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!185 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !186)
!186 = distinct !DILocation(line: 100, column: 17, scope: !184)
!187 = !DILocation(line: 100, column: 28, scope: !184)
!188 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !189)
!189 = distinct !DILocation(line: 100, column: 35, scope: !184)
!190 = !DILocation(line: 100, column: 33, scope: !184)
!191 = !DILocation(line: 47, column: 1, scope: !118, inlinedAt: !192)
!192 = distinct !DILocation(line: 100, column: 52, scope: !184)
!193 = !DILocation(line: 100, column: 63, scope: !184)
!194 = !DILocation(line: 46, column: 1, scope: !195, inlinedAt: !196)
!195 = distinct !DISubprogram(name: "operator unsigned int", scope: !16, file: !16, line: 46, type: !12, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!196 = distinct !DILocation(line: 100, column: 70, scope: !184)
!197 = !DILocation(line: 100, column: 68, scope: !184)
!198 = !DILocation(line: 101, column: 3, scope: !184)
!199 = !DILocation(line: 102, column: 21, scope: !184)
!200 = !DILocation(line: 103, column: 61, scope: !184)
!201 = !DILocation(line: 103, column: 71, scope: !184)
!202 = !DILocation(line: 103, column: 47, scope: !184)
!203 = !DILocation(line: 103, column: 7, scope: !184)
!204 = !DILocation(line: 103, column: 45, scope: !184)
!205 = !DILocation(line: 102, column: 26, scope: !184)
!206 = !DILocation(line: 102, column: 33, scope: !184)
!207 = !DILocation(line: 104, column: 3, scope: !184)
!208 = !DILocation(line: 105, column: 33, scope: !184)
!209 = !DILocation(line: 105, column: 68, scope: !184)
!210 = !DILocation(line: 107, column: 18, scope: !184)
!211 = !DILocation(line: 108, column: 36, scope: !184)
!212 = !DILocation(line: 108, column: 22, scope: !184)
!213 = !DILocation(line: 108, column: 29, scope: !184)
!214 = !DILocation(line: 108, column: 7, scope: !184)
!215 = !DILocation(line: 108, column: 34, scope: !184)
!216 = !DILocation(line: 107, column: 23, scope: !184)
!217 = !DILocation(line: 107, column: 30, scope: !184)
!218 = !DILocation(line: 109, column: 1, scope: !184)
!219 = distinct !DISubprogram(name: "transpose<short>", scope: !1, file: !1, line: 98, type: !12, scopeLine: 98, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!220 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !221)
!221 = distinct !DILocation(line: 100, column: 17, scope: !219)
!222 = !DILocation(line: 100, column: 28, scope: !219)
!223 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !224)
!224 = distinct !DILocation(line: 100, column: 35, scope: !219)
!225 = !DILocation(line: 100, column: 33, scope: !219)
!226 = !DILocation(line: 47, column: 1, scope: !118, inlinedAt: !227)
!227 = distinct !DILocation(line: 100, column: 52, scope: !219)
!228 = !DILocation(line: 100, column: 63, scope: !219)
!229 = !DILocation(line: 46, column: 1, scope: !195, inlinedAt: !230)
!230 = distinct !DILocation(line: 100, column: 70, scope: !219)
!231 = !DILocation(line: 100, column: 68, scope: !219)
!232 = !DILocation(line: 101, column: 3, scope: !219)
!233 = !DILocation(line: 102, column: 21, scope: !219)
!234 = !DILocation(line: 103, column: 61, scope: !219)
!235 = !DILocation(line: 103, column: 71, scope: !219)
!236 = !DILocation(line: 103, column: 47, scope: !219)
!237 = !{!238, !238, i64 0}
!238 = !{!"short", !9, i64 0}
!239 = !DILocation(line: 103, column: 7, scope: !219)
!240 = !DILocation(line: 103, column: 45, scope: !219)
!241 = !DILocation(line: 102, column: 26, scope: !219)
!242 = !DILocation(line: 102, column: 33, scope: !219)
!243 = !DILocation(line: 104, column: 3, scope: !219)
!244 = !DILocation(line: 105, column: 33, scope: !219)
!245 = !DILocation(line: 105, column: 68, scope: !219)
!246 = !DILocation(line: 107, column: 18, scope: !219)
!247 = !DILocation(line: 108, column: 36, scope: !219)
!248 = !DILocation(line: 108, column: 22, scope: !219)
!249 = !DILocation(line: 108, column: 29, scope: !219)
!250 = !DILocation(line: 108, column: 7, scope: !219)
!251 = !DILocation(line: 108, column: 34, scope: !219)
!252 = !DILocation(line: 107, column: 23, scope: !219)
!253 = !DILocation(line: 107, column: 30, scope: !219)
!254 = !DILocation(line: 109, column: 1, scope: !219)
!255 = distinct !DISubprogram(name: "distances", scope: !1, file: !1, line: 114, type: !12, scopeLine: 114, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!256 = !DILocation(line: 47, column: 1, scope: !118, inlinedAt: !257)
!257 = distinct !DILocation(line: 115, column: 20, scope: !255)
!258 = !DILocation(line: 48, column: 1, scope: !259, inlinedAt: !260)
!259 = distinct !DISubprogram(name: "operator unsigned int", scope: !16, file: !16, line: 48, type: !12, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!260 = distinct !DILocation(line: 115, column: 33, scope: !255)
!261 = !DILocation(line: 115, column: 31, scope: !255)
!262 = !DILocation(line: 46, column: 1, scope: !195, inlinedAt: !263)
!263 = distinct !DILocation(line: 115, column: 46, scope: !255)
!264 = !DILocation(line: 115, column: 44, scope: !255)
!265 = !DILocation(line: 47, column: 1, scope: !15, inlinedAt: !266)
!266 = distinct !DILocation(line: 115, column: 64, scope: !255)
!267 = !DILocation(line: 48, column: 1, scope: !268, inlinedAt: !269)
!268 = distinct !DISubprogram(name: "operator unsigned int", scope: !16, file: !16, line: 48, type: !12, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!269 = distinct !DILocation(line: 115, column: 77, scope: !255)
!270 = !DILocation(line: 115, column: 75, scope: !255)
!271 = !DILocation(line: 46, column: 1, scope: !20, inlinedAt: !272)
!272 = distinct !DILocation(line: 115, column: 90, scope: !255)
!273 = !DILocation(line: 115, column: 88, scope: !255)
!274 = !DILocation(line: 116, column: 12, scope: !255)
!275 = !DILocation(line: 116, column: 20, scope: !255)
!276 = !DILocation(line: 117, column: 57, scope: !255)
!277 = !DILocation(line: 117, column: 65, scope: !255)
!278 = !DILocation(line: 117, column: 43, scope: !255)
!279 = !DILocation(line: 117, column: 94, scope: !255)
!280 = !DILocation(line: 117, column: 72, scope: !255)
!281 = !DILocation(line: 117, column: 118, scope: !255)
!282 = !DILocation(line: 117, column: 126, scope: !255)
!283 = !DILocation(line: 117, column: 104, scope: !255)
!284 = !DILocation(line: 117, column: 102, scope: !255)
!285 = !DILocation(line: 14, column: 63, scope: !286, inlinedAt: !287)
!286 = distinct !DISubprogram(name: "smaller<int>", scope: !1, file: !1, line: 14, type: !12, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!287 = distinct !DILocation(line: 117, column: 35, scope: !255)
!288 = !DILocation(line: 117, column: 33, scope: !255)
!289 = !DILocation(line: 117, column: 5, scope: !255)
!290 = !DILocation(line: 118, column: 1, scope: !255)
