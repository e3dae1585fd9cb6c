; ModuleID = 'blocks.cu'
source_filename = "blocks.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
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

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z3sumPKfPfi(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = shl i32 %4, 8
  %6 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = add i32 %5, %6
  %8 = icmp slt i32 %7, %2
  br i1 %8, label %9, label %12

9:                                                ; preds = %3
  %10 = tail call noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %11 = shl i32 %10, 8
  br label %25

12:                                               ; preds = %25, %3
  %13 = phi float [ 0.000000e+00, %3 ], [ %31, %25 ]
  %14 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %13, i32 16, i32 31)
  %15 = fadd contract float %13, %14
  %16 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %15, i32 8, i32 31)
  %17 = fadd contract float %15, %16
  %18 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %17, i32 4, i32 31)
  %19 = fadd contract float %17, %18
  %20 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %19, i32 2, i32 31)
  %21 = fadd contract float %19, %20
  %22 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %21, i32 1, i32 31)
  %23 = and i32 %6, 31
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %34, label %39

25:                                               ; preds = %9, %25
  %26 = phi i32 [ %7, %9 ], [ %32, %25 ]
  %27 = phi float [ 0.000000e+00, %9 ], [ %31, %25 ]
  %28 = sext i32 %26 to i64
  %29 = getelementptr inbounds float, ptr %0, i64 %28
  %30 = load float, ptr %29, align 4, !tbaa !21
  %31 = fadd contract float %27, %30
  %32 = add i32 %26, %11
  %33 = icmp slt i32 %32, %2
  br i1 %33, label %25, label %12, !llvm.loop !25

34:                                               ; preds = %12
  %35 = lshr exact i32 %6, 5
  %36 = zext nneg i32 %35 to i64
  %37 = getelementptr inbounds [8 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ3sumPKfPfiE7of_warp to ptr), i64 0, i64 %36
  %38 = fadd contract float %21, %22
  store float %38, ptr %37, align 4, !tbaa !21
  br label %39

39:                                               ; preds = %34, %12
  tail call void @llvm.nvvm.barrier0()
  %40 = icmp ult i32 %6, 32
  br i1 %40, label %41, label %62

41:                                               ; preds = %39
  %42 = icmp ult i32 %6, 8
  br i1 %42, label %43, label %47

43:                                               ; preds = %41
  %44 = zext nneg i32 %6 to i64
  %45 = getelementptr inbounds [8 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ3sumPKfPfiE7of_warp to ptr), i64 0, i64 %44
  %46 = load float, ptr %45, align 4, !tbaa !21
  br label %47

47:                                               ; preds = %41, %43
  %48 = phi contract float [ %46, %43 ], [ 0.000000e+00, %41 ]
  %49 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %48, i32 16, i32 31)
  %50 = fadd contract float %48, %49
  %51 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %50, i32 8, i32 31)
  %52 = fadd contract float %50, %51
  %53 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %52, i32 4, i32 31)
  %54 = fadd contract float %52, %53
  %55 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %54, i32 2, i32 31)
  %56 = fadd contract float %54, %55
  %57 = tail call contract float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %56, i32 1, i32 31)
  %58 = icmp eq i32 %6, 0
  br i1 %58, label %59, label %62

59:                                               ; preds = %47
  %60 = fadd contract float %56, %57
  %61 = atomicrmw fadd ptr %1, float %60 seq_cst, align 4
  br label %62

62:                                               ; preds = %47, %59, %39
  ret void
}

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier0() #1

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z4scanIiLi512EEvPKT_PS0_S3_(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #0 comdat {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 9
  %7 = add i32 %6, %4
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %0, i64 %8
  %10 = load i32, ptr %9, align 4, !tbaa !27
  %11 = zext nneg i32 %4 to i64
  %12 = getelementptr inbounds [512 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 %11
  store i32 %10, ptr %12, align 4, !tbaa !27
  tail call void @llvm.nvvm.barrier0()
  %13 = load i32, ptr %12, align 4, !tbaa !27
  %14 = icmp eq i32 %4, 0
  br i1 %14, label %21, label %15

15:                                               ; preds = %3
  %16 = add nsw i32 %4, -1
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr inbounds [2 x [512 x i32]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 0, i64 %17
  %19 = load i32, ptr %18, align 4, !tbaa !27
  %20 = add nsw i32 %19, %13
  br label %21

21:                                               ; preds = %15, %3
  %22 = phi i32 [ %20, %15 ], [ %13, %3 ]
  %23 = getelementptr inbounds [2 x [512 x i32]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 1, i64 %11
  store i32 %22, ptr %23, align 4, !tbaa !27
  tail call void @llvm.nvvm.barrier0()
  %24 = load i32, ptr %23, align 4, !tbaa !27
  %25 = icmp ult i32 %4, 2
  br i1 %25, label %32, label %26

26:                                               ; preds = %21
  %27 = add nsw i32 %4, -2
  %28 = zext nneg i32 %27 to i64
  %29 = getelementptr inbounds [2 x [512 x i32]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 1, i64 %28
  %30 = load i32, ptr %29, align 4, !tbaa !27
  %31 = add nsw i32 %30, %24
  br label %32

32:                                               ; preds = %26, %21
  %33 = phi i32 [ %31, %26 ], [ %24, %21 ]
  store i32 %33, ptr %12, align 4, !tbaa !27
  tail call void @llvm.nvvm.barrier0()
  %34 = load i32, ptr %12, align 4, !tbaa !27
  %35 = icmp ult i32 %4, 4
  br i1 %35, label %42, label %36

36:                                               ; preds = %32
  %37 = add nsw i32 %4, -4
  %38 = zext nneg i32 %37 to i64
  %39 = getelementptr inbounds [2 x [512 x i32]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 0, i64 %38
  %40 = load i32, ptr %39, align 4, !tbaa !27
  %41 = add nsw i32 %40, %34
  br label %42

42:                                               ; preds = %36, %32
  %43 = phi i32 [ %41, %36 ], [ %34, %32 ]
  store i32 %43, ptr %23, align 4, !tbaa !27
  tail call void @llvm.nvvm.barrier0()
  %44 = load i32, ptr %23, align 4, !tbaa !27
  %45 = icmp ult i32 %4, 8
  br i1 %45, label %52, label %46

46:                                               ; preds = %42
  %47 = add nsw i32 %4, -8
  %48 = zext nneg i32 %47 to i64
  %49 = getelementptr inbounds [2 x [512 x i32]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 1, i64 %48
  %50 = load i32, ptr %49, align 4, !tbaa !27
  %51 = add nsw i32 %50, %44
  br label %52

52:                                               ; preds = %46, %42
  %53 = phi i32 [ %51, %46 ], [ %44, %42 ]
  store i32 %53, ptr %12, align 4, !tbaa !27
  tail call void @llvm.nvvm.barrier0()
  %54 = load i32, ptr %12, align 4, !tbaa !27
  %55 = icmp ult i32 %4, 16
  br i1 %55, label %62, label %56

56:                                               ; preds = %52
  %57 = add nsw i32 %4, -16
  %58 = zext nneg i32 %57 to i64
  %59 = getelementptr inbounds [2 x [512 x i32]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 0, i64 %58
  %60 = load i32, ptr %59, align 4, !tbaa !27
  %61 = add nsw i32 %60, %54
  br label %62

62:                                               ; preds = %56, %52
  %63 = phi i32 [ %61, %56 ], [ %54, %52 ]
  store i32 %63, ptr %23, align 4, !tbaa !27
  tail call void @llvm.nvvm.barrier0()
  %64 = load i32, ptr %23, align 4, !tbaa !27
  %65 = icmp ult i32 %4, 32
  br i1 %65, label %72, label %66

66:                                               ; preds = %62
  %67 = add nsw i32 %4, -32
  %68 = zext nneg i32 %67 to i64
  %69 = getelementptr inbounds [2 x [512 x i32]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 1, i64 %68
  %70 = load i32, ptr %69, align 4, !tbaa !27
  %71 = add nsw i32 %70, %64
  br label %72

72:                                               ; preds = %66, %62
  %73 = phi i32 [ %71, %66 ], [ %64, %62 ]
  store i32 %73, ptr %12, align 4, !tbaa !27
  tail call void @llvm.nvvm.barrier0()
  %74 = load i32, ptr %12, align 4, !tbaa !27
  %75 = icmp ult i32 %4, 64
  br i1 %75, label %82, label %76

76:                                               ; preds = %72
  %77 = add nsw i32 %4, -64
  %78 = zext nneg i32 %77 to i64
  %79 = getelementptr inbounds [2 x [512 x i32]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 0, i64 %78
  %80 = load i32, ptr %79, align 4, !tbaa !27
  %81 = add nsw i32 %80, %74
  br label %82

82:                                               ; preds = %76, %72
  %83 = phi i32 [ %81, %76 ], [ %74, %72 ]
  store i32 %83, ptr %23, align 4, !tbaa !27
  tail call void @llvm.nvvm.barrier0()
  %84 = load i32, ptr %23, align 4, !tbaa !27
  %85 = icmp ult i32 %4, 128
  br i1 %85, label %92, label %86

86:                                               ; preds = %82
  %87 = add nsw i32 %4, -128
  %88 = zext nneg i32 %87 to i64
  %89 = getelementptr inbounds [2 x [512 x i32]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 1, i64 %88
  %90 = load i32, ptr %89, align 4, !tbaa !27
  %91 = add nsw i32 %90, %84
  br label %92

92:                                               ; preds = %86, %82
  %93 = phi i32 [ %91, %86 ], [ %84, %82 ]
  store i32 %93, ptr %12, align 4, !tbaa !27
  tail call void @llvm.nvvm.barrier0()
  %94 = load i32, ptr %12, align 4, !tbaa !27
  %95 = icmp ult i32 %4, 256
  br i1 %95, label %102, label %96

96:                                               ; preds = %92
  %97 = add nsw i32 %4, -256
  %98 = zext nneg i32 %97 to i64
  %99 = getelementptr inbounds [2 x [512 x i32]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIiLi512EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 0, i64 %98
  %100 = load i32, ptr %99, align 4, !tbaa !27
  %101 = add nsw i32 %100, %94
  br label %102

102:                                              ; preds = %96, %92
  %103 = phi i32 [ %101, %96 ], [ %94, %92 ]
  store i32 %103, ptr %23, align 4, !tbaa !27
  tail call void @llvm.nvvm.barrier0()
  %104 = load i32, ptr %23, align 4, !tbaa !27
  %105 = getelementptr inbounds i32, ptr %1, i64 %8
  store i32 %104, ptr %105, align 4, !tbaa !27
  %106 = icmp eq i32 %4, 511
  br i1 %106, label %107, label %110

107:                                              ; preds = %102
  %108 = zext nneg i32 %5 to i64
  %109 = getelementptr inbounds i32, ptr %2, i64 %108
  store i32 %104, ptr %109, align 4, !tbaa !27
  br label %110

110:                                              ; preds = %107, %102
  ret void
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z4scanIdLi256EEvPKT_PS0_S3_(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #0 comdat {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 8
  %7 = add i32 %6, %4
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds double, ptr %0, i64 %8
  %10 = load double, ptr %9, align 8, !tbaa !29
  %11 = zext nneg i32 %4 to i64
  %12 = getelementptr inbounds [256 x double], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 %11
  store double %10, ptr %12, align 8, !tbaa !29
  tail call void @llvm.nvvm.barrier0()
  %13 = load double, ptr %12, align 8, !tbaa !29
  %14 = icmp eq i32 %4, 0
  br i1 %14, label %21, label %15

15:                                               ; preds = %3
  %16 = add nsw i32 %4, -1
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr inbounds [2 x [256 x double]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 0, i64 %17
  %19 = load double, ptr %18, align 8, !tbaa !29
  %20 = fadd contract double %13, %19
  br label %21

21:                                               ; preds = %15, %3
  %22 = phi double [ %20, %15 ], [ %13, %3 ]
  %23 = getelementptr inbounds [2 x [256 x double]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 1, i64 %11
  store double %22, ptr %23, align 8, !tbaa !29
  tail call void @llvm.nvvm.barrier0()
  %24 = load double, ptr %23, align 8, !tbaa !29
  %25 = icmp ult i32 %4, 2
  br i1 %25, label %32, label %26

26:                                               ; preds = %21
  %27 = add nsw i32 %4, -2
  %28 = zext nneg i32 %27 to i64
  %29 = getelementptr inbounds [2 x [256 x double]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 1, i64 %28
  %30 = load double, ptr %29, align 8, !tbaa !29
  %31 = fadd contract double %24, %30
  br label %32

32:                                               ; preds = %26, %21
  %33 = phi double [ %31, %26 ], [ %24, %21 ]
  store double %33, ptr %12, align 8, !tbaa !29
  tail call void @llvm.nvvm.barrier0()
  %34 = load double, ptr %12, align 8, !tbaa !29
  %35 = icmp ult i32 %4, 4
  br i1 %35, label %42, label %36

36:                                               ; preds = %32
  %37 = add nsw i32 %4, -4
  %38 = zext nneg i32 %37 to i64
  %39 = getelementptr inbounds [2 x [256 x double]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 0, i64 %38
  %40 = load double, ptr %39, align 8, !tbaa !29
  %41 = fadd contract double %34, %40
  br label %42

42:                                               ; preds = %36, %32
  %43 = phi double [ %41, %36 ], [ %34, %32 ]
  store double %43, ptr %23, align 8, !tbaa !29
  tail call void @llvm.nvvm.barrier0()
  %44 = load double, ptr %23, align 8, !tbaa !29
  %45 = icmp ult i32 %4, 8
  br i1 %45, label %52, label %46

46:                                               ; preds = %42
  %47 = add nsw i32 %4, -8
  %48 = zext nneg i32 %47 to i64
  %49 = getelementptr inbounds [2 x [256 x double]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 1, i64 %48
  %50 = load double, ptr %49, align 8, !tbaa !29
  %51 = fadd contract double %44, %50
  br label %52

52:                                               ; preds = %46, %42
  %53 = phi double [ %51, %46 ], [ %44, %42 ]
  store double %53, ptr %12, align 8, !tbaa !29
  tail call void @llvm.nvvm.barrier0()
  %54 = load double, ptr %12, align 8, !tbaa !29
  %55 = icmp ult i32 %4, 16
  br i1 %55, label %62, label %56

56:                                               ; preds = %52
  %57 = add nsw i32 %4, -16
  %58 = zext nneg i32 %57 to i64
  %59 = getelementptr inbounds [2 x [256 x double]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 0, i64 %58
  %60 = load double, ptr %59, align 8, !tbaa !29
  %61 = fadd contract double %54, %60
  br label %62

62:                                               ; preds = %56, %52
  %63 = phi double [ %61, %56 ], [ %54, %52 ]
  store double %63, ptr %23, align 8, !tbaa !29
  tail call void @llvm.nvvm.barrier0()
  %64 = load double, ptr %23, align 8, !tbaa !29
  %65 = icmp ult i32 %4, 32
  br i1 %65, label %72, label %66

66:                                               ; preds = %62
  %67 = add nsw i32 %4, -32
  %68 = zext nneg i32 %67 to i64
  %69 = getelementptr inbounds [2 x [256 x double]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 1, i64 %68
  %70 = load double, ptr %69, align 8, !tbaa !29
  %71 = fadd contract double %64, %70
  br label %72

72:                                               ; preds = %66, %62
  %73 = phi double [ %71, %66 ], [ %64, %62 ]
  store double %73, ptr %12, align 8, !tbaa !29
  tail call void @llvm.nvvm.barrier0()
  %74 = load double, ptr %12, align 8, !tbaa !29
  %75 = icmp ult i32 %4, 64
  br i1 %75, label %82, label %76

76:                                               ; preds = %72
  %77 = add nsw i32 %4, -64
  %78 = zext nneg i32 %77 to i64
  %79 = getelementptr inbounds [2 x [256 x double]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 0, i64 %78
  %80 = load double, ptr %79, align 8, !tbaa !29
  %81 = fadd contract double %74, %80
  br label %82

82:                                               ; preds = %76, %72
  %83 = phi double [ %81, %76 ], [ %74, %72 ]
  store double %83, ptr %23, align 8, !tbaa !29
  tail call void @llvm.nvvm.barrier0()
  %84 = load double, ptr %23, align 8, !tbaa !29
  %85 = icmp ult i32 %4, 128
  br i1 %85, label %92, label %86

86:                                               ; preds = %82
  %87 = add nsw i32 %4, -128
  %88 = zext nneg i32 %87 to i64
  %89 = getelementptr inbounds [2 x [256 x double]], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanIdLi256EEvPKT_PS0_S3_E6buffer to ptr), i64 0, i64 1, i64 %88
  %90 = load double, ptr %89, align 8, !tbaa !29
  %91 = fadd contract double %84, %90
  br label %92

92:                                               ; preds = %86, %82
  %93 = phi double [ %91, %86 ], [ %84, %82 ]
  store double %93, ptr %12, align 8, !tbaa !29
  tail call void @llvm.nvvm.barrier0()
  %94 = load double, ptr %12, align 8, !tbaa !29
  %95 = getelementptr inbounds double, ptr %1, i64 %8
  store double %94, ptr %95, align 8, !tbaa !29
  %96 = icmp eq i32 %4, 255
  br i1 %96, label %97, label %100

97:                                               ; preds = %92
  %98 = zext nneg i32 %5 to i64
  %99 = getelementptr inbounds double, ptr %2, i64 %98
  store double %94, ptr %99, align 8, !tbaa !29
  br label %100

100:                                              ; preds = %97, %92
  ret void
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z7productPKfS0_Pfiii(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = and i32 %7, 15
  %9 = lshr i32 %7, 4
  %10 = tail call noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %11 = shl nuw nsw i32 %10, 6
  %12 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %13 = shl i32 %12, 6
  %14 = icmp sgt i32 %5, 0
  br i1 %14, label %18, label %15

15:                                               ; preds = %6
  %16 = shl nuw nsw i32 %9, 2
  %17 = shl nuw nsw i32 %8, 2
  br label %99

18:                                               ; preds = %6
  %19 = zext nneg i32 %8 to i64
  %20 = and i32 %7, 63
  %21 = or disjoint i32 %13, %20
  %22 = icmp slt i32 %21, %4
  %23 = zext nneg i32 %20 to i64
  %24 = shl nuw nsw i32 %9, 2
  %25 = shl nuw nsw i32 %8, 2
  %26 = or disjoint i32 %9, %11
  %27 = icmp slt i32 %26, %3
  %28 = mul nuw nsw i32 %26, %5
  %29 = zext nneg i32 %9 to i64
  %30 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 0, i64 %19, i64 %29
  %31 = lshr i32 %7, 6
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 0, i64 %32, i64 %23
  %34 = add nuw nsw i32 %7, 256
  %35 = lshr i32 %34, 4
  %36 = add nuw nsw i32 %35, %11
  %37 = icmp slt i32 %36, %3
  %38 = mul nuw nsw i32 %36, %5
  %39 = zext nneg i32 %35 to i64
  %40 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 0, i64 %19, i64 %39
  %41 = lshr i32 %34, 6
  %42 = zext nneg i32 %41 to i64
  %43 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 0, i64 %42, i64 %23
  %44 = add nuw nsw i32 %7, 512
  %45 = lshr i32 %44, 4
  %46 = add nuw nsw i32 %45, %11
  %47 = icmp slt i32 %46, %3
  %48 = mul nuw nsw i32 %46, %5
  %49 = zext nneg i32 %45 to i64
  %50 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 0, i64 %19, i64 %49
  %51 = lshr i32 %44, 6
  %52 = zext nneg i32 %51 to i64
  %53 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 0, i64 %52, i64 %23
  %54 = add nuw nsw i32 %7, 768
  %55 = lshr i32 %54, 4
  %56 = add nuw nsw i32 %55, %11
  %57 = icmp slt i32 %56, %3
  %58 = mul nuw nsw i32 %56, %5
  %59 = zext nneg i32 %55 to i64
  %60 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 0, i64 %19, i64 %59
  %61 = lshr i32 %54, 6
  %62 = zext nneg i32 %61 to i64
  %63 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 0, i64 %62, i64 %23
  %64 = zext nneg i32 %25 to i64
  %65 = zext nneg i32 %24 to i64
  %66 = or disjoint i32 %25, 1
  %67 = zext nneg i32 %66 to i64
  %68 = or disjoint i32 %25, 2
  %69 = zext nneg i32 %68 to i64
  %70 = or disjoint i32 %25, 3
  %71 = zext nneg i32 %70 to i64
  %72 = or disjoint i32 %24, 1
  %73 = zext nneg i32 %72 to i64
  %74 = or disjoint i32 %24, 2
  %75 = zext nneg i32 %74 to i64
  %76 = or disjoint i32 %24, 3
  %77 = zext nneg i32 %76 to i64
  br label %78

78:                                               ; preds = %18, %319
  %79 = phi float [ 0.000000e+00, %18 ], [ %274, %319 ]
  %80 = phi float [ 0.000000e+00, %18 ], [ %278, %319 ]
  %81 = phi float [ 0.000000e+00, %18 ], [ %282, %319 ]
  %82 = phi float [ 0.000000e+00, %18 ], [ %286, %319 ]
  %83 = phi float [ 0.000000e+00, %18 ], [ %290, %319 ]
  %84 = phi float [ 0.000000e+00, %18 ], [ %292, %319 ]
  %85 = phi float [ 0.000000e+00, %18 ], [ %294, %319 ]
  %86 = phi float [ 0.000000e+00, %18 ], [ %296, %319 ]
  %87 = phi float [ 0.000000e+00, %18 ], [ %300, %319 ]
  %88 = phi float [ 0.000000e+00, %18 ], [ %302, %319 ]
  %89 = phi float [ 0.000000e+00, %18 ], [ %304, %319 ]
  %90 = phi float [ 0.000000e+00, %18 ], [ %306, %319 ]
  %91 = phi float [ 0.000000e+00, %18 ], [ %310, %319 ]
  %92 = phi float [ 0.000000e+00, %18 ], [ %312, %319 ]
  %93 = phi float [ 0.000000e+00, %18 ], [ %314, %319 ]
  %94 = phi float [ 0.000000e+00, %18 ], [ %316, %319 ]
  %95 = phi i32 [ 0, %18 ], [ %320, %319 ]
  %96 = or disjoint i32 %95, %8
  %97 = icmp slt i32 %96, %5
  %98 = select i1 %27, i1 %97, i1 false
  br i1 %98, label %125, label %130

99:                                               ; preds = %319, %15
  %100 = phi i32 [ %17, %15 ], [ %25, %319 ]
  %101 = phi i32 [ %16, %15 ], [ %24, %319 ]
  %102 = phi float [ 0.000000e+00, %15 ], [ %274, %319 ]
  %103 = phi float [ 0.000000e+00, %15 ], [ %278, %319 ]
  %104 = phi float [ 0.000000e+00, %15 ], [ %282, %319 ]
  %105 = phi float [ 0.000000e+00, %15 ], [ %286, %319 ]
  %106 = phi float [ 0.000000e+00, %15 ], [ %290, %319 ]
  %107 = phi float [ 0.000000e+00, %15 ], [ %292, %319 ]
  %108 = phi float [ 0.000000e+00, %15 ], [ %294, %319 ]
  %109 = phi float [ 0.000000e+00, %15 ], [ %296, %319 ]
  %110 = phi float [ 0.000000e+00, %15 ], [ %300, %319 ]
  %111 = phi float [ 0.000000e+00, %15 ], [ %302, %319 ]
  %112 = phi float [ 0.000000e+00, %15 ], [ %304, %319 ]
  %113 = phi float [ 0.000000e+00, %15 ], [ %306, %319 ]
  %114 = phi float [ 0.000000e+00, %15 ], [ %310, %319 ]
  %115 = phi float [ 0.000000e+00, %15 ], [ %312, %319 ]
  %116 = phi float [ 0.000000e+00, %15 ], [ %314, %319 ]
  %117 = phi float [ 0.000000e+00, %15 ], [ %316, %319 ]
  %118 = add nuw nsw i32 %101, %11
  %119 = or disjoint i32 %100, %13
  %120 = icmp slt i32 %118, %3
  %121 = mul i32 %118, %4
  %122 = add i32 %119, %121
  %123 = icmp slt i32 %119, %4
  %124 = select i1 %120, i1 %123, i1 false
  br i1 %124, label %322, label %325

125:                                              ; preds = %78
  %126 = add nuw i32 %96, %28
  %127 = sext i32 %126 to i64
  %128 = getelementptr inbounds float, ptr %0, i64 %127
  %129 = load float, ptr %128, align 4, !tbaa !21
  br label %130

130:                                              ; preds = %78, %125
  %131 = phi contract float [ %129, %125 ], [ 0.000000e+00, %78 ]
  store float %131, ptr %30, align 4, !tbaa !21
  br i1 %22, label %132, label %141

132:                                              ; preds = %130
  %133 = or disjoint i32 %31, %95
  %134 = icmp slt i32 %133, %5
  br i1 %134, label %135, label %141

135:                                              ; preds = %132
  %136 = mul nsw i32 %133, %4
  %137 = add i32 %21, %136
  %138 = sext i32 %137 to i64
  %139 = getelementptr inbounds float, ptr %1, i64 %138
  %140 = load float, ptr %139, align 4, !tbaa !21
  br label %141

141:                                              ; preds = %130, %132, %135
  %142 = phi contract float [ %140, %135 ], [ 0.000000e+00, %132 ], [ 0.000000e+00, %130 ]
  store float %142, ptr %33, align 4, !tbaa !21
  %143 = select i1 %37, i1 %97, i1 false
  br i1 %143, label %144, label %149

144:                                              ; preds = %141
  %145 = add nuw i32 %96, %38
  %146 = sext i32 %145 to i64
  %147 = getelementptr inbounds float, ptr %0, i64 %146
  %148 = load float, ptr %147, align 4, !tbaa !21
  br label %149

149:                                              ; preds = %144, %141
  %150 = phi contract float [ %148, %144 ], [ 0.000000e+00, %141 ]
  store float %150, ptr %40, align 4, !tbaa !21
  br i1 %22, label %151, label %160

151:                                              ; preds = %149
  %152 = add nuw nsw i32 %41, %95
  %153 = icmp slt i32 %152, %5
  br i1 %153, label %154, label %160

154:                                              ; preds = %151
  %155 = mul nsw i32 %152, %4
  %156 = add i32 %21, %155
  %157 = sext i32 %156 to i64
  %158 = getelementptr inbounds float, ptr %1, i64 %157
  %159 = load float, ptr %158, align 4, !tbaa !21
  br label %160

160:                                              ; preds = %154, %151, %149
  %161 = phi contract float [ %159, %154 ], [ 0.000000e+00, %151 ], [ 0.000000e+00, %149 ]
  store float %161, ptr %43, align 4, !tbaa !21
  %162 = select i1 %47, i1 %97, i1 false
  br i1 %162, label %163, label %168

163:                                              ; preds = %160
  %164 = add nuw i32 %96, %48
  %165 = sext i32 %164 to i64
  %166 = getelementptr inbounds float, ptr %0, i64 %165
  %167 = load float, ptr %166, align 4, !tbaa !21
  br label %168

168:                                              ; preds = %163, %160
  %169 = phi contract float [ %167, %163 ], [ 0.000000e+00, %160 ]
  store float %169, ptr %50, align 4, !tbaa !21
  br i1 %22, label %170, label %179

170:                                              ; preds = %168
  %171 = add nuw nsw i32 %51, %95
  %172 = icmp slt i32 %171, %5
  br i1 %172, label %173, label %179

173:                                              ; preds = %170
  %174 = mul nsw i32 %171, %4
  %175 = add i32 %21, %174
  %176 = sext i32 %175 to i64
  %177 = getelementptr inbounds float, ptr %1, i64 %176
  %178 = load float, ptr %177, align 4, !tbaa !21
  br label %179

179:                                              ; preds = %173, %170, %168
  %180 = phi contract float [ %178, %173 ], [ 0.000000e+00, %170 ], [ 0.000000e+00, %168 ]
  store float %180, ptr %53, align 4, !tbaa !21
  %181 = select i1 %57, i1 %97, i1 false
  br i1 %181, label %182, label %187

182:                                              ; preds = %179
  %183 = add nuw i32 %96, %58
  %184 = sext i32 %183 to i64
  %185 = getelementptr inbounds float, ptr %0, i64 %184
  %186 = load float, ptr %185, align 4, !tbaa !21
  br label %187

187:                                              ; preds = %182, %179
  %188 = phi contract float [ %186, %182 ], [ 0.000000e+00, %179 ]
  store float %188, ptr %60, align 4, !tbaa !21
  br i1 %22, label %189, label %198

189:                                              ; preds = %187
  %190 = add nuw nsw i32 %61, %95
  %191 = icmp slt i32 %190, %5
  br i1 %191, label %192, label %198

192:                                              ; preds = %189
  %193 = mul nsw i32 %190, %4
  %194 = add i32 %21, %193
  %195 = sext i32 %194 to i64
  %196 = getelementptr inbounds float, ptr %1, i64 %195
  %197 = load float, ptr %196, align 4, !tbaa !21
  br label %198

198:                                              ; preds = %192, %189, %187
  %199 = phi contract float [ %197, %192 ], [ 0.000000e+00, %189 ], [ 0.000000e+00, %187 ]
  store float %199, ptr %63, align 4, !tbaa !21
  tail call void @llvm.nvvm.barrier0()
  br label %200

200:                                              ; preds = %200, %198
  %201 = phi float [ %79, %198 ], [ %274, %200 ]
  %202 = phi float [ %80, %198 ], [ %278, %200 ]
  %203 = phi float [ %81, %198 ], [ %282, %200 ]
  %204 = phi float [ %82, %198 ], [ %286, %200 ]
  %205 = phi float [ %83, %198 ], [ %290, %200 ]
  %206 = phi float [ %84, %198 ], [ %292, %200 ]
  %207 = phi float [ %85, %198 ], [ %294, %200 ]
  %208 = phi float [ %86, %198 ], [ %296, %200 ]
  %209 = phi float [ %87, %198 ], [ %300, %200 ]
  %210 = phi float [ %88, %198 ], [ %302, %200 ]
  %211 = phi float [ %89, %198 ], [ %304, %200 ]
  %212 = phi float [ %90, %198 ], [ %306, %200 ]
  %213 = phi float [ %91, %198 ], [ %310, %200 ]
  %214 = phi float [ %92, %198 ], [ %312, %200 ]
  %215 = phi float [ %93, %198 ], [ %314, %200 ]
  %216 = phi float [ %94, %198 ], [ %316, %200 ]
  %217 = phi i32 [ 0, %198 ], [ %317, %200 ]
  %218 = zext nneg i32 %217 to i64
  %219 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 0, i64 %218, i64 %64
  %220 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 0, i64 %218, i64 %65
  %221 = load float, ptr %220, align 4, !tbaa !21
  %222 = load float, ptr %219, align 4, !tbaa !21
  %223 = fmul contract float %221, %222
  %224 = fadd contract float %201, %223
  %225 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 0, i64 %218, i64 %67
  %226 = load float, ptr %225, align 4, !tbaa !21
  %227 = fmul contract float %221, %226
  %228 = fadd contract float %202, %227
  %229 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 0, i64 %218, i64 %69
  %230 = load float, ptr %229, align 4, !tbaa !21
  %231 = fmul contract float %221, %230
  %232 = fadd contract float %203, %231
  %233 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 0, i64 %218, i64 %71
  %234 = load float, ptr %233, align 4, !tbaa !21
  %235 = fmul contract float %221, %234
  %236 = fadd contract float %204, %235
  %237 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 0, i64 %218, i64 %73
  %238 = load float, ptr %237, align 4, !tbaa !21
  %239 = fmul contract float %238, %222
  %240 = fadd contract float %205, %239
  %241 = fmul contract float %238, %226
  %242 = fadd contract float %206, %241
  %243 = fmul contract float %238, %230
  %244 = fadd contract float %207, %243
  %245 = fmul contract float %238, %234
  %246 = fadd contract float %208, %245
  %247 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 0, i64 %218, i64 %75
  %248 = load float, ptr %247, align 4, !tbaa !21
  %249 = fmul contract float %248, %222
  %250 = fadd contract float %209, %249
  %251 = fmul contract float %248, %226
  %252 = fadd contract float %210, %251
  %253 = fmul contract float %248, %230
  %254 = fadd contract float %211, %253
  %255 = fmul contract float %248, %234
  %256 = fadd contract float %212, %255
  %257 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 0, i64 %218, i64 %77
  %258 = load float, ptr %257, align 4, !tbaa !21
  %259 = fmul contract float %258, %222
  %260 = fadd contract float %213, %259
  %261 = fmul contract float %258, %226
  %262 = fadd contract float %214, %261
  %263 = fmul contract float %258, %230
  %264 = fadd contract float %215, %263
  %265 = fmul contract float %258, %234
  %266 = fadd contract float %216, %265
  %267 = or disjoint i32 %217, 1
  %268 = zext nneg i32 %267 to i64
  %269 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 0, i64 %268, i64 %64
  %270 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 0, i64 %268, i64 %65
  %271 = load float, ptr %270, align 4, !tbaa !21
  %272 = load float, ptr %269, align 4, !tbaa !21
  %273 = fmul contract float %271, %272
  %274 = fadd contract float %224, %273
  %275 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 0, i64 %268, i64 %67
  %276 = load float, ptr %275, align 4, !tbaa !21
  %277 = fmul contract float %271, %276
  %278 = fadd contract float %228, %277
  %279 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 0, i64 %268, i64 %69
  %280 = load float, ptr %279, align 4, !tbaa !21
  %281 = fmul contract float %271, %280
  %282 = fadd contract float %232, %281
  %283 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE5right to ptr), i64 0, i64 %268, i64 %71
  %284 = load float, ptr %283, align 4, !tbaa !21
  %285 = fmul contract float %271, %284
  %286 = fadd contract float %236, %285
  %287 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 0, i64 %268, i64 %73
  %288 = load float, ptr %287, align 4, !tbaa !21
  %289 = fmul contract float %288, %272
  %290 = fadd contract float %240, %289
  %291 = fmul contract float %288, %276
  %292 = fadd contract float %242, %291
  %293 = fmul contract float %288, %280
  %294 = fadd contract float %244, %293
  %295 = fmul contract float %288, %284
  %296 = fadd contract float %246, %295
  %297 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 0, i64 %268, i64 %75
  %298 = load float, ptr %297, align 4, !tbaa !21
  %299 = fmul contract float %298, %272
  %300 = fadd contract float %250, %299
  %301 = fmul contract float %298, %276
  %302 = fadd contract float %252, %301
  %303 = fmul contract float %298, %280
  %304 = fadd contract float %254, %303
  %305 = fmul contract float %298, %284
  %306 = fadd contract float %256, %305
  %307 = getelementptr inbounds [16 x [64 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ7productPKfS0_PfiiiE4left to ptr), i64 0, i64 %268, i64 %77
  %308 = load float, ptr %307, align 4, !tbaa !21
  %309 = fmul contract float %308, %272
  %310 = fadd contract float %260, %309
  %311 = fmul contract float %308, %276
  %312 = fadd contract float %262, %311
  %313 = fmul contract float %308, %280
  %314 = fadd contract float %264, %313
  %315 = fmul contract float %308, %284
  %316 = fadd contract float %266, %315
  %317 = add nuw nsw i32 %217, 2
  %318 = icmp eq i32 %317, 16
  br i1 %318, label %319, label %200, !llvm.loop !31

319:                                              ; preds = %200
  tail call void @llvm.nvvm.barrier0()
  %320 = add nuw nsw i32 %95, 16
  %321 = icmp slt i32 %320, %5
  br i1 %321, label %78, label %99, !llvm.loop !33

322:                                              ; preds = %99
  %323 = zext i32 %122 to i64
  %324 = getelementptr inbounds float, ptr %2, i64 %323
  store float %102, ptr %324, align 4, !tbaa !21
  br label %325

325:                                              ; preds = %99, %322
  %326 = or disjoint i32 %119, 1
  %327 = icmp slt i32 %326, %4
  %328 = select i1 %120, i1 %327, i1 false
  br i1 %328, label %329, label %333

329:                                              ; preds = %325
  %330 = or disjoint i32 %122, 1
  %331 = zext i32 %330 to i64
  %332 = getelementptr inbounds float, ptr %2, i64 %331
  store float %103, ptr %332, align 4, !tbaa !21
  br label %333

333:                                              ; preds = %329, %325
  %334 = or disjoint i32 %119, 2
  %335 = icmp slt i32 %334, %4
  %336 = select i1 %120, i1 %335, i1 false
  br i1 %336, label %337, label %341

337:                                              ; preds = %333
  %338 = or disjoint i32 %122, 2
  %339 = zext i32 %338 to i64
  %340 = getelementptr inbounds float, ptr %2, i64 %339
  store float %104, ptr %340, align 4, !tbaa !21
  br label %341

341:                                              ; preds = %337, %333
  %342 = or disjoint i32 %119, 3
  %343 = icmp slt i32 %342, %4
  %344 = select i1 %120, i1 %343, i1 false
  br i1 %344, label %345, label %349

345:                                              ; preds = %341
  %346 = or disjoint i32 %122, 3
  %347 = zext i32 %346 to i64
  %348 = getelementptr inbounds float, ptr %2, i64 %347
  store float %105, ptr %348, align 4, !tbaa !21
  br label %349

349:                                              ; preds = %345, %341
  %350 = or disjoint i32 %118, 1
  %351 = icmp slt i32 %350, %3
  %352 = mul i32 %350, %4
  %353 = add i32 %119, %352
  %354 = select i1 %351, i1 %123, i1 false
  br i1 %354, label %355, label %358

355:                                              ; preds = %349
  %356 = zext i32 %353 to i64
  %357 = getelementptr inbounds float, ptr %2, i64 %356
  store float %106, ptr %357, align 4, !tbaa !21
  br label %358

358:                                              ; preds = %355, %349
  %359 = select i1 %351, i1 %327, i1 false
  br i1 %359, label %360, label %364

360:                                              ; preds = %358
  %361 = add i32 %353, 1
  %362 = zext i32 %361 to i64
  %363 = getelementptr inbounds float, ptr %2, i64 %362
  store float %107, ptr %363, align 4, !tbaa !21
  br label %364

364:                                              ; preds = %360, %358
  %365 = select i1 %351, i1 %335, i1 false
  br i1 %365, label %366, label %370

366:                                              ; preds = %364
  %367 = add i32 %353, 2
  %368 = zext i32 %367 to i64
  %369 = getelementptr inbounds float, ptr %2, i64 %368
  store float %108, ptr %369, align 4, !tbaa !21
  br label %370

370:                                              ; preds = %366, %364
  %371 = select i1 %351, i1 %343, i1 false
  br i1 %371, label %372, label %376

372:                                              ; preds = %370
  %373 = add i32 %353, 3
  %374 = zext i32 %373 to i64
  %375 = getelementptr inbounds float, ptr %2, i64 %374
  store float %109, ptr %375, align 4, !tbaa !21
  br label %376

376:                                              ; preds = %372, %370
  %377 = or disjoint i32 %118, 2
  %378 = icmp slt i32 %377, %3
  %379 = mul i32 %377, %4
  %380 = add i32 %119, %379
  %381 = select i1 %378, i1 %123, i1 false
  br i1 %381, label %382, label %385

382:                                              ; preds = %376
  %383 = zext i32 %380 to i64
  %384 = getelementptr inbounds float, ptr %2, i64 %383
  store float %110, ptr %384, align 4, !tbaa !21
  br label %385

385:                                              ; preds = %382, %376
  %386 = select i1 %378, i1 %327, i1 false
  br i1 %386, label %387, label %391

387:                                              ; preds = %385
  %388 = or disjoint i32 %380, 1
  %389 = zext i32 %388 to i64
  %390 = getelementptr inbounds float, ptr %2, i64 %389
  store float %111, ptr %390, align 4, !tbaa !21
  br label %391

391:                                              ; preds = %387, %385
  %392 = select i1 %378, i1 %335, i1 false
  br i1 %392, label %393, label %397

393:                                              ; preds = %391
  %394 = add i32 %380, 2
  %395 = zext i32 %394 to i64
  %396 = getelementptr inbounds float, ptr %2, i64 %395
  store float %112, ptr %396, align 4, !tbaa !21
  br label %397

397:                                              ; preds = %393, %391
  %398 = select i1 %378, i1 %343, i1 false
  br i1 %398, label %399, label %403

399:                                              ; preds = %397
  %400 = add i32 %380, 3
  %401 = zext i32 %400 to i64
  %402 = getelementptr inbounds float, ptr %2, i64 %401
  store float %113, ptr %402, align 4, !tbaa !21
  br label %403

403:                                              ; preds = %399, %397
  %404 = or disjoint i32 %118, 3
  %405 = icmp slt i32 %404, %3
  %406 = mul i32 %404, %4
  %407 = add i32 %119, %406
  %408 = select i1 %405, i1 %123, i1 false
  br i1 %408, label %409, label %412

409:                                              ; preds = %403
  %410 = zext i32 %407 to i64
  %411 = getelementptr inbounds float, ptr %2, i64 %410
  store float %114, ptr %411, align 4, !tbaa !21
  br label %412

412:                                              ; preds = %409, %403
  %413 = select i1 %405, i1 %327, i1 false
  br i1 %413, label %414, label %418

414:                                              ; preds = %412
  %415 = add i32 %407, 1
  %416 = zext i32 %415 to i64
  %417 = getelementptr inbounds float, ptr %2, i64 %416
  store float %115, ptr %417, align 4, !tbaa !21
  br label %418

418:                                              ; preds = %414, %412
  %419 = select i1 %405, i1 %335, i1 false
  br i1 %419, label %420, label %424

420:                                              ; preds = %418
  %421 = add i32 %407, 2
  %422 = zext i32 %421 to i64
  %423 = getelementptr inbounds float, ptr %2, i64 %422
  store float %116, ptr %423, align 4, !tbaa !21
  br label %424

424:                                              ; preds = %420, %418
  %425 = select i1 %405, i1 %343, i1 false
  br i1 %425, label %426, label %430

426:                                              ; preds = %424
  %427 = add i32 %407, 3
  %428 = zext i32 %427 to i64
  %429 = getelementptr inbounds float, ptr %2, i64 %428
  store float %117, ptr %429, align 4, !tbaa !21
  br label %430

430:                                              ; preds = %426, %424
  ret void
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z11count_bytesPKhlPj(ptr nocapture noundef readonly %0, i64 noundef %1, ptr nocapture noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = icmp ult i32 %4, 256
  %6 = zext nneg i32 %4 to i64
  br i1 %5, label %7, label %9

7:                                                ; preds = %3
  %8 = getelementptr inbounds [256 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ11count_bytesPKhlPjE8of_block to ptr), i64 0, i64 %6
  store i32 0, ptr %8, align 4, !tbaa !27
  br label %9

9:                                                ; preds = %3, %7
  tail call void @llvm.nvvm.barrier0()
  %10 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %11 = zext nneg i32 %10 to i64
  %12 = shl nuw nsw i64 %11, 10
  %13 = or disjoint i64 %12, %6
  %14 = icmp slt i64 %13, %1
  br i1 %14, label %15, label %19

15:                                               ; preds = %9
  %16 = tail call noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %17 = zext nneg i32 %16 to i64
  %18 = shl nuw nsw i64 %17, 10
  br label %20

19:                                               ; preds = %20, %9
  tail call void @llvm.nvvm.barrier0()
  br i1 %5, label %29, label %36

20:                                               ; preds = %15, %20
  %21 = phi i64 [ %13, %15 ], [ %27, %20 ]
  %22 = getelementptr inbounds i8, ptr %0, i64 %21
  %23 = load i8, ptr %22, align 1, !tbaa !34
  %24 = zext i8 %23 to i64
  %25 = getelementptr inbounds [256 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ11count_bytesPKhlPjE8of_block to ptr), i64 0, i64 %24
  %26 = atomicrmw add ptr %25, i32 1 monotonic, align 4
  %27 = add nuw nsw i64 %21, %18
  %28 = icmp slt i64 %27, %1
  br i1 %28, label %20, label %19, !llvm.loop !35

29:                                               ; preds = %19
  %30 = getelementptr inbounds [256 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ11count_bytesPKhlPjE8of_block to ptr), i64 0, i64 %6
  %31 = load i32, ptr %30, align 4, !tbaa !27
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %36, label %33

33:                                               ; preds = %29
  %34 = getelementptr inbounds i32, ptr %2, i64 %6
  %35 = atomicrmw add ptr %34, i32 %31 monotonic, align 4
  br label %36

36:                                               ; preds = %19, %33, %29
  ret void
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z9transposeIfEvPKT_PS0_ii(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 comdat {
  %5 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 5
  %7 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = tail call noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 5
  %11 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %12 = add nuw nsw i32 %10, %11
  %13 = icmp slt i32 %8, %3
  %14 = zext nneg i32 %7 to i64
  %15 = icmp slt i32 %12, %2
  %16 = select i1 %13, i1 %15, i1 false
  br i1 %16, label %17, label %25

17:                                               ; preds = %4
  %18 = mul nsw i32 %12, %3
  %19 = add nsw i32 %18, %8
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds float, ptr %0, i64 %20
  %22 = load float, ptr %21, align 4, !tbaa !21
  %23 = zext nneg i32 %11 to i64
  %24 = getelementptr inbounds [32 x [33 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIfEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %23, i64 %14
  store float %22, ptr %24, align 4, !tbaa !21
  br label %25

25:                                               ; preds = %4, %17
  br i1 %13, label %26, label %64

26:                                               ; preds = %25
  %27 = add nuw nsw i32 %12, 8
  %28 = icmp slt i32 %27, %2
  br i1 %28, label %29, label %38

29:                                               ; preds = %26
  %30 = mul nsw i32 %27, %3
  %31 = add nsw i32 %30, %8
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds float, ptr %0, i64 %32
  %34 = load float, ptr %33, align 4, !tbaa !21
  %35 = add nuw nsw i32 %11, 8
  %36 = zext nneg i32 %35 to i64
  %37 = getelementptr inbounds [32 x [33 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIfEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %36, i64 %14
  store float %34, ptr %37, align 4, !tbaa !21
  br label %38

38:                                               ; preds = %29, %26
  br i1 %13, label %39, label %64

39:                                               ; preds = %38
  %40 = add nuw nsw i32 %12, 16
  %41 = icmp slt i32 %40, %2
  br i1 %41, label %42, label %51

42:                                               ; preds = %39
  %43 = mul nsw i32 %40, %3
  %44 = add nsw i32 %43, %8
  %45 = sext i32 %44 to i64
  %46 = getelementptr inbounds float, ptr %0, i64 %45
  %47 = load float, ptr %46, align 4, !tbaa !21
  %48 = add nuw nsw i32 %11, 16
  %49 = zext nneg i32 %48 to i64
  %50 = getelementptr inbounds [32 x [33 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIfEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %49, i64 %14
  store float %47, ptr %50, align 4, !tbaa !21
  br label %51

51:                                               ; preds = %42, %39
  br i1 %13, label %52, label %64

52:                                               ; preds = %51
  %53 = add nuw nsw i32 %12, 24
  %54 = icmp slt i32 %53, %2
  br i1 %54, label %55, label %64

55:                                               ; preds = %52
  %56 = mul nsw i32 %53, %3
  %57 = add nsw i32 %56, %8
  %58 = sext i32 %57 to i64
  %59 = getelementptr inbounds float, ptr %0, i64 %58
  %60 = load float, ptr %59, align 4, !tbaa !21
  %61 = add nuw nsw i32 %11, 24
  %62 = zext nneg i32 %61 to i64
  %63 = getelementptr inbounds [32 x [33 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIfEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %62, i64 %14
  store float %60, ptr %63, align 4, !tbaa !21
  br label %64

64:                                               ; preds = %25, %38, %55, %52, %51
  tail call void @llvm.nvvm.barrier0()
  %65 = add nuw nsw i32 %10, %7
  %66 = add i32 %6, %11
  %67 = icmp slt i32 %65, %2
  %68 = icmp slt i32 %66, %3
  %69 = and i1 %67, %68
  br i1 %69, label %70, label %78

70:                                               ; preds = %64
  %71 = zext nneg i32 %11 to i64
  %72 = getelementptr inbounds [32 x [33 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIfEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %14, i64 %71
  %73 = load float, ptr %72, align 4, !tbaa !21
  %74 = mul nsw i32 %66, %2
  %75 = add nsw i32 %74, %65
  %76 = sext i32 %75 to i64
  %77 = getelementptr inbounds float, ptr %1, i64 %76
  store float %73, ptr %77, align 4, !tbaa !21
  br label %78

78:                                               ; preds = %64, %70
  br i1 %67, label %79, label %117

79:                                               ; preds = %78
  %80 = add nsw i32 %66, 8
  %81 = icmp slt i32 %80, %3
  br i1 %81, label %82, label %91

82:                                               ; preds = %79
  %83 = add nuw nsw i32 %11, 8
  %84 = zext nneg i32 %83 to i64
  %85 = getelementptr inbounds [32 x [33 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIfEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %14, i64 %84
  %86 = load float, ptr %85, align 4, !tbaa !21
  %87 = mul nsw i32 %80, %2
  %88 = add nsw i32 %87, %65
  %89 = sext i32 %88 to i64
  %90 = getelementptr inbounds float, ptr %1, i64 %89
  store float %86, ptr %90, align 4, !tbaa !21
  br label %91

91:                                               ; preds = %82, %79
  br i1 %67, label %92, label %117

92:                                               ; preds = %91
  %93 = add nsw i32 %66, 16
  %94 = icmp slt i32 %93, %3
  br i1 %94, label %95, label %104

95:                                               ; preds = %92
  %96 = add nuw nsw i32 %11, 16
  %97 = zext nneg i32 %96 to i64
  %98 = getelementptr inbounds [32 x [33 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIfEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %14, i64 %97
  %99 = load float, ptr %98, align 4, !tbaa !21
  %100 = mul nsw i32 %93, %2
  %101 = add nsw i32 %100, %65
  %102 = sext i32 %101 to i64
  %103 = getelementptr inbounds float, ptr %1, i64 %102
  store float %99, ptr %103, align 4, !tbaa !21
  br label %104

104:                                              ; preds = %95, %92
  br i1 %67, label %105, label %117

105:                                              ; preds = %104
  %106 = add nsw i32 %66, 24
  %107 = icmp slt i32 %106, %3
  br i1 %107, label %108, label %117

108:                                              ; preds = %105
  %109 = add nuw nsw i32 %11, 24
  %110 = zext nneg i32 %109 to i64
  %111 = getelementptr inbounds [32 x [33 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIfEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %14, i64 %110
  %112 = load float, ptr %111, align 4, !tbaa !21
  %113 = mul nsw i32 %106, %2
  %114 = add nsw i32 %113, %65
  %115 = sext i32 %114 to i64
  %116 = getelementptr inbounds float, ptr %1, i64 %115
  store float %112, ptr %116, align 4, !tbaa !21
  br label %117

117:                                              ; preds = %78, %91, %108, %105, %104
  ret void
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z9transposeIsEvPKT_PS0_ii(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 comdat {
  %5 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = shl i32 %5, 5
  %7 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = tail call noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = shl nuw nsw i32 %9, 5
  %11 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %12 = add nuw nsw i32 %10, %11
  %13 = icmp slt i32 %8, %3
  %14 = zext nneg i32 %7 to i64
  %15 = icmp slt i32 %12, %2
  %16 = select i1 %13, i1 %15, i1 false
  br i1 %16, label %17, label %25

17:                                               ; preds = %4
  %18 = mul nsw i32 %12, %3
  %19 = add nsw i32 %18, %8
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds i16, ptr %0, i64 %20
  %22 = load i16, ptr %21, align 2, !tbaa !36
  %23 = zext nneg i32 %11 to i64
  %24 = getelementptr inbounds [32 x [33 x i16]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIsEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %23, i64 %14
  store i16 %22, ptr %24, align 2, !tbaa !36
  br label %25

25:                                               ; preds = %4, %17
  br i1 %13, label %26, label %64

26:                                               ; preds = %25
  %27 = add nuw nsw i32 %12, 8
  %28 = icmp slt i32 %27, %2
  br i1 %28, label %29, label %38

29:                                               ; preds = %26
  %30 = mul nsw i32 %27, %3
  %31 = add nsw i32 %30, %8
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds i16, ptr %0, i64 %32
  %34 = load i16, ptr %33, align 2, !tbaa !36
  %35 = add nuw nsw i32 %11, 8
  %36 = zext nneg i32 %35 to i64
  %37 = getelementptr inbounds [32 x [33 x i16]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIsEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %36, i64 %14
  store i16 %34, ptr %37, align 2, !tbaa !36
  br label %38

38:                                               ; preds = %29, %26
  br i1 %13, label %39, label %64

39:                                               ; preds = %38
  %40 = add nuw nsw i32 %12, 16
  %41 = icmp slt i32 %40, %2
  br i1 %41, label %42, label %51

42:                                               ; preds = %39
  %43 = mul nsw i32 %40, %3
  %44 = add nsw i32 %43, %8
  %45 = sext i32 %44 to i64
  %46 = getelementptr inbounds i16, ptr %0, i64 %45
  %47 = load i16, ptr %46, align 2, !tbaa !36
  %48 = add nuw nsw i32 %11, 16
  %49 = zext nneg i32 %48 to i64
  %50 = getelementptr inbounds [32 x [33 x i16]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIsEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %49, i64 %14
  store i16 %47, ptr %50, align 2, !tbaa !36
  br label %51

51:                                               ; preds = %42, %39
  br i1 %13, label %52, label %64

52:                                               ; preds = %51
  %53 = add nuw nsw i32 %12, 24
  %54 = icmp slt i32 %53, %2
  br i1 %54, label %55, label %64

55:                                               ; preds = %52
  %56 = mul nsw i32 %53, %3
  %57 = add nsw i32 %56, %8
  %58 = sext i32 %57 to i64
  %59 = getelementptr inbounds i16, ptr %0, i64 %58
  %60 = load i16, ptr %59, align 2, !tbaa !36
  %61 = add nuw nsw i32 %11, 24
  %62 = zext nneg i32 %61 to i64
  %63 = getelementptr inbounds [32 x [33 x i16]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIsEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %62, i64 %14
  store i16 %60, ptr %63, align 2, !tbaa !36
  br label %64

64:                                               ; preds = %25, %38, %55, %52, %51
  tail call void @llvm.nvvm.barrier0()
  %65 = add nuw nsw i32 %10, %7
  %66 = add i32 %6, %11
  %67 = icmp slt i32 %65, %2
  %68 = icmp slt i32 %66, %3
  %69 = and i1 %67, %68
  br i1 %69, label %70, label %78

70:                                               ; preds = %64
  %71 = zext nneg i32 %11 to i64
  %72 = getelementptr inbounds [32 x [33 x i16]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIsEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %14, i64 %71
  %73 = load i16, ptr %72, align 2, !tbaa !36
  %74 = mul nsw i32 %66, %2
  %75 = add nsw i32 %74, %65
  %76 = sext i32 %75 to i64
  %77 = getelementptr inbounds i16, ptr %1, i64 %76
  store i16 %73, ptr %77, align 2, !tbaa !36
  br label %78

78:                                               ; preds = %64, %70
  br i1 %67, label %79, label %117

79:                                               ; preds = %78
  %80 = add nsw i32 %66, 8
  %81 = icmp slt i32 %80, %3
  br i1 %81, label %82, label %91

82:                                               ; preds = %79
  %83 = add nuw nsw i32 %11, 8
  %84 = zext nneg i32 %83 to i64
  %85 = getelementptr inbounds [32 x [33 x i16]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIsEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %14, i64 %84
  %86 = load i16, ptr %85, align 2, !tbaa !36
  %87 = mul nsw i32 %80, %2
  %88 = add nsw i32 %87, %65
  %89 = sext i32 %88 to i64
  %90 = getelementptr inbounds i16, ptr %1, i64 %89
  store i16 %86, ptr %90, align 2, !tbaa !36
  br label %91

91:                                               ; preds = %82, %79
  br i1 %67, label %92, label %117

92:                                               ; preds = %91
  %93 = add nsw i32 %66, 16
  %94 = icmp slt i32 %93, %3
  br i1 %94, label %95, label %104

95:                                               ; preds = %92
  %96 = add nuw nsw i32 %11, 16
  %97 = zext nneg i32 %96 to i64
  %98 = getelementptr inbounds [32 x [33 x i16]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIsEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %14, i64 %97
  %99 = load i16, ptr %98, align 2, !tbaa !36
  %100 = mul nsw i32 %93, %2
  %101 = add nsw i32 %100, %65
  %102 = sext i32 %101 to i64
  %103 = getelementptr inbounds i16, ptr %1, i64 %102
  store i16 %99, ptr %103, align 2, !tbaa !36
  br label %104

104:                                              ; preds = %95, %92
  br i1 %67, label %105, label %117

105:                                              ; preds = %104
  %106 = add nsw i32 %66, 24
  %107 = icmp slt i32 %106, %3
  br i1 %107, label %108, label %117

108:                                              ; preds = %105
  %109 = add nuw nsw i32 %11, 24
  %110 = zext nneg i32 %109 to i64
  %111 = getelementptr inbounds [32 x [33 x i16]], ptr addrspacecast (ptr addrspace(3) @_ZZ9transposeIsEvPKT_PS0_iiE4tile to ptr), i64 0, i64 %14, i64 %110
  %112 = load i16, ptr %111, align 2, !tbaa !36
  %113 = mul nsw i32 %106, %2
  %114 = add nsw i32 %113, %65
  %115 = sext i32 %114 to i64
  %116 = getelementptr inbounds i16, ptr %1, i64 %115
  store i16 %112, ptr %116, align 2, !tbaa !36
  br label %117

117:                                              ; preds = %78, %91, %108, %105, %104
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @_Z9distancesPiii(ptr nocapture noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = tail call noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %5 = tail call noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %6 = mul nuw nsw i32 %4, %5
  %7 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %8 = add nuw nsw i32 %6, %7
  %9 = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %10 = tail call noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %11 = mul i32 %9, %10
  %12 = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %13 = add i32 %11, %12
  %14 = icmp slt i32 %8, %1
  %15 = icmp slt i32 %13, %1
  %16 = and i1 %14, %15
  br i1 %16, label %17, label %34

17:                                               ; preds = %3
  %18 = mul nsw i32 %8, %1
  %19 = add nsw i32 %18, %13
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds i32, ptr %0, i64 %20
  %22 = load i32, ptr %21, align 4, !tbaa !27
  %23 = add nsw i32 %18, %2
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds i32, ptr %0, i64 %24
  %26 = load i32, ptr %25, align 4, !tbaa !27
  %27 = mul nsw i32 %2, %1
  %28 = add nsw i32 %27, %13
  %29 = sext i32 %28 to i64
  %30 = getelementptr inbounds i32, ptr %0, i64 %29
  %31 = load i32, ptr %30, align 4, !tbaa !27
  %32 = add nsw i32 %31, %26
  %33 = tail call noundef i32 @llvm.smin.i32(i32 %22, i32 %32)
  store i32 %33, ptr %21, align 4, !tbaa !27
  br label %34

34:                                               ; preds = %17, %3
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #3

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y() #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #5

attributes #0 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17}
!llvm.module.flags = !{!18, !19, !20}

!0 = !{ptr @_Z3sumPKfPfi, !"kernel", i32 1}
!1 = !{ptr @_Z3sumPKfPfi, !"maxntidx", i32 256}
!2 = !{ptr @_Z3sumPKfPfi, !"minctasm", i32 4}
!3 = !{ptr @_Z4scanIiLi512EEvPKT_PS0_S3_, !"kernel", i32 1}
!4 = !{ptr @_Z4scanIiLi512EEvPKT_PS0_S3_, !"maxntidx", i32 512}
!5 = !{ptr @_Z4scanIdLi256EEvPKT_PS0_S3_, !"kernel", i32 1}
!6 = !{ptr @_Z4scanIdLi256EEvPKT_PS0_S3_, !"maxntidx", i32 256}
!7 = !{ptr @_Z7productPKfS0_Pfiii, !"kernel", i32 1}
!8 = !{ptr @_Z7productPKfS0_Pfiii, !"maxntidx", i32 256}
!9 = !{ptr @_Z7productPKfS0_Pfiii, !"minctasm", i32 2}
!10 = !{ptr @_Z11count_bytesPKhlPj, !"kernel", i32 1}
!11 = !{ptr @_Z11count_bytesPKhlPj, !"maxntidx", i32 1024}
!12 = !{ptr @_Z11count_bytesPKhlPj, !"minctasm", i32 1}
!13 = !{ptr @_Z9transposeIfEvPKT_PS0_ii, !"kernel", i32 1}
!14 = !{ptr @_Z9transposeIfEvPKT_PS0_ii, !"maxntidx", i32 256}
!15 = !{ptr @_Z9transposeIsEvPKT_PS0_ii, !"kernel", i32 1}
!16 = !{ptr @_Z9transposeIsEvPKT_PS0_ii, !"maxntidx", i32 256}
!17 = !{ptr @_Z9distancesPiii, !"kernel", i32 1}
!18 = !{i32 1, !"wchar_size", i32 4}
!19 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!20 = !{i32 7, !"frame-pointer", i32 2}
!21 = !{!22, !22, i64 0}
!22 = !{!"float", !23, i64 0}
!23 = !{!"omnipotent char", !24, i64 0}
!24 = !{!"Simple C++ TBAA"}
!25 = distinct !{!25, !26}
!26 = !{!"llvm.loop.mustprogress"}
!27 = !{!28, !28, i64 0}
!28 = !{!"int", !23, i64 0}
!29 = !{!30, !30, i64 0}
!30 = !{!"double", !23, i64 0}
!31 = distinct !{!31, !26, !32}
!32 = !{!"llvm.loop.unroll.disable"}
!33 = distinct !{!33, !26}
!34 = !{!23, !23, i64 0}
!35 = distinct !{!35, !26}
!36 = !{!37, !37, i64 0}
!37 = !{!"short", !23, i64 0}
