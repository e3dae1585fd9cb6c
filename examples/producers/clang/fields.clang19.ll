; ModuleID = 'fields.cu'
source_filename = "fields.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Body = type { double, double, double, double }
%"struct.cuda_min::blockIdx_t" = type { [3 x i8] }
%"struct.cuda_min::threadIdx_t" = type { [3 x i8] }
%struct.Ray = type { [3 x float], [3 x float], [3 x i32] }
%struct.Box = type { [3 x float], [3 x float] }
%"struct.cuda_min::blockDim_t" = type { [3 x i8] }
%struct.Grid = type { i32, i32, i32, float, float }

$_ZNK8cuda_min10blockIdx_tUt_cvjEv = comdat any

$_ZNK8cuda_min11threadIdx_tUt_cvjEv = comdat any

$_ZNK8cuda_min10blockDim_tUt_cvjEv = comdat any

$_ZNK8cuda_min10blockIdx_tUt0_cvjEv = comdat any

$_ZNK8cuda_min10blockDim_tUt0_cvjEv = comdat any

$_ZNK8cuda_min11threadIdx_tUt0_cvjEv = comdat any

@weights = dso_local addrspace(4) externally_initialized global [27 x float] zeroinitializer, align 4
@_ZZ6forcesPK4BodyPdiE4tile = internal addrspace(3) global [128 x %struct.Body] undef, align 8
@_ZZ4sortPjE4part = internal addrspace(3) global [1024 x i32] undef, align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(4) @weights to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress noinline norecurse nounwind optnone
define dso_local void @_Z6forcesPK4BodyPdi(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca %"struct.cuda_min::blockIdx_t", align 1
  %9 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %10 = alloca %struct.Body, align 8
  %11 = alloca double, align 8
  %12 = alloca double, align 8
  %13 = alloca double, align 8
  %14 = alloca i32, align 4
  %15 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %16 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %17 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %18 = alloca i32, align 4
  %19 = alloca double, align 8
  %20 = alloca double, align 8
  %21 = alloca double, align 8
  %22 = alloca double, align 8
  %23 = alloca double, align 8
  %24 = alloca double, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %25 = getelementptr inbounds i8, ptr %8, i64 1
  %26 = getelementptr inbounds i8, ptr %8, i64 2
  %27 = call noundef i32 @_ZNK8cuda_min10blockIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %8) #6
  %28 = mul i32 %27, 128
  %29 = getelementptr inbounds i8, ptr %9, i64 1
  %30 = getelementptr inbounds i8, ptr %9, i64 2
  %31 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %9) #6
  %32 = add i32 %28, %31
  store i32 %32, ptr %7, align 4
  %33 = load i32, ptr %7, align 4
  %34 = load i32, ptr %6, align 4
  %35 = icmp slt i32 %33, %34
  br i1 %35, label %36, label %41

36:                                               ; preds = %3
  %37 = load ptr, ptr %4, align 8
  %38 = load i32, ptr %7, align 4
  %39 = sext i32 %38 to i64
  %40 = getelementptr inbounds %struct.Body, ptr %37, i64 %39
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %10, ptr align 8 %40, i64 32, i1 false)
  br label %46

41:                                               ; preds = %3
  %42 = getelementptr inbounds %struct.Body, ptr %10, i32 0, i32 0
  store double 0.000000e+00, ptr %42, align 8
  %43 = getelementptr inbounds %struct.Body, ptr %10, i32 0, i32 1
  store double 0.000000e+00, ptr %43, align 8
  %44 = getelementptr inbounds %struct.Body, ptr %10, i32 0, i32 2
  store double 0.000000e+00, ptr %44, align 8
  %45 = getelementptr inbounds %struct.Body, ptr %10, i32 0, i32 3
  store double 0.000000e+00, ptr %45, align 8
  br label %46

46:                                               ; preds = %41, %36
  store double 0.000000e+00, ptr %11, align 8
  store double 0.000000e+00, ptr %12, align 8
  store double 0.000000e+00, ptr %13, align 8
  store i32 0, ptr %14, align 4
  br label %47

47:                                               ; preds = %158, %46
  %48 = load i32, ptr %14, align 4
  %49 = load i32, ptr %6, align 4
  %50 = icmp slt i32 %48, %49
  br i1 %50, label %51, label %161

51:                                               ; preds = %47
  %52 = load i32, ptr %14, align 4
  %53 = getelementptr inbounds i8, ptr %15, i64 1
  %54 = getelementptr inbounds i8, ptr %15, i64 2
  %55 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %15) #6
  %56 = add nsw i32 %52, %55
  %57 = load i32, ptr %6, align 4
  %58 = icmp slt i32 %56, %57
  br i1 %58, label %59, label %73

59:                                               ; preds = %51
  %60 = load ptr, ptr %4, align 8
  %61 = load i32, ptr %14, align 4
  %62 = getelementptr inbounds i8, ptr %16, i64 1
  %63 = getelementptr inbounds i8, ptr %16, i64 2
  %64 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %16) #6
  %65 = add i32 %61, %64
  %66 = zext i32 %65 to i64
  %67 = getelementptr inbounds %struct.Body, ptr %60, i64 %66
  %68 = getelementptr inbounds i8, ptr %17, i64 1
  %69 = getelementptr inbounds i8, ptr %17, i64 2
  %70 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %17) #6
  %71 = zext i32 %70 to i64
  %72 = getelementptr inbounds [128 x %struct.Body], ptr addrspacecast (ptr addrspace(3) @_ZZ6forcesPK4BodyPdiE4tile to ptr), i64 0, i64 %71
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %72, ptr align 8 %67, i64 32, i1 false)
  br label %73

73:                                               ; preds = %59, %51
  call void @llvm.nvvm.barrier0()
  store i32 0, ptr %18, align 4
  br label %74

74:                                               ; preds = %154, %73
  %75 = load i32, ptr %18, align 4
  %76 = icmp slt i32 %75, 128
  br i1 %76, label %77, label %83

77:                                               ; preds = %74
  %78 = load i32, ptr %14, align 4
  %79 = load i32, ptr %18, align 4
  %80 = add nsw i32 %78, %79
  %81 = load i32, ptr %6, align 4
  %82 = icmp slt i32 %80, %81
  br label %83

83:                                               ; preds = %77, %74
  %84 = phi i1 [ false, %74 ], [ %82, %77 ]
  br i1 %84, label %85, label %157

85:                                               ; preds = %83
  %86 = load i32, ptr %18, align 4
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds [128 x %struct.Body], ptr addrspacecast (ptr addrspace(3) @_ZZ6forcesPK4BodyPdiE4tile to ptr), i64 0, i64 %87
  %89 = getelementptr inbounds %struct.Body, ptr %88, i32 0, i32 0
  %90 = load double, ptr %89, align 8
  %91 = getelementptr inbounds %struct.Body, ptr %10, i32 0, i32 0
  %92 = load double, ptr %91, align 8
  %93 = fsub contract double %90, %92
  store double %93, ptr %19, align 8
  %94 = load i32, ptr %18, align 4
  %95 = sext i32 %94 to i64
  %96 = getelementptr inbounds [128 x %struct.Body], ptr addrspacecast (ptr addrspace(3) @_ZZ6forcesPK4BodyPdiE4tile to ptr), i64 0, i64 %95
  %97 = getelementptr inbounds %struct.Body, ptr %96, i32 0, i32 1
  %98 = load double, ptr %97, align 8
  %99 = getelementptr inbounds %struct.Body, ptr %10, i32 0, i32 1
  %100 = load double, ptr %99, align 8
  %101 = fsub contract double %98, %100
  store double %101, ptr %20, align 8
  %102 = load i32, ptr %18, align 4
  %103 = sext i32 %102 to i64
  %104 = getelementptr inbounds [128 x %struct.Body], ptr addrspacecast (ptr addrspace(3) @_ZZ6forcesPK4BodyPdiE4tile to ptr), i64 0, i64 %103
  %105 = getelementptr inbounds %struct.Body, ptr %104, i32 0, i32 2
  %106 = load double, ptr %105, align 8
  %107 = getelementptr inbounds %struct.Body, ptr %10, i32 0, i32 2
  %108 = load double, ptr %107, align 8
  %109 = fsub contract double %106, %108
  store double %109, ptr %21, align 8
  %110 = load double, ptr %19, align 8
  %111 = load double, ptr %19, align 8
  %112 = fmul contract double %110, %111
  %113 = load double, ptr %20, align 8
  %114 = load double, ptr %20, align 8
  %115 = fmul contract double %113, %114
  %116 = fadd contract double %112, %115
  %117 = load double, ptr %21, align 8
  %118 = load double, ptr %21, align 8
  %119 = fmul contract double %117, %118
  %120 = fadd contract double %116, %119
  %121 = fadd contract double %120, 1.000000e-09
  store double %121, ptr %22, align 8
  %122 = load double, ptr %22, align 8
  %123 = call contract double @llvm.nvvm.sqrt.rn.d(double %122)
  %124 = fdiv contract double 1.000000e+00, %123
  store double %124, ptr %23, align 8
  %125 = getelementptr inbounds %struct.Body, ptr %10, i32 0, i32 3
  %126 = load double, ptr %125, align 8
  %127 = load i32, ptr %18, align 4
  %128 = sext i32 %127 to i64
  %129 = getelementptr inbounds [128 x %struct.Body], ptr addrspacecast (ptr addrspace(3) @_ZZ6forcesPK4BodyPdiE4tile to ptr), i64 0, i64 %128
  %130 = getelementptr inbounds %struct.Body, ptr %129, i32 0, i32 3
  %131 = load double, ptr %130, align 8
  %132 = fmul contract double %126, %131
  %133 = load double, ptr %23, align 8
  %134 = fmul contract double %132, %133
  %135 = load double, ptr %23, align 8
  %136 = fmul contract double %134, %135
  %137 = load double, ptr %23, align 8
  %138 = fmul contract double %136, %137
  store double %138, ptr %24, align 8
  %139 = load double, ptr %24, align 8
  %140 = load double, ptr %19, align 8
  %141 = fmul contract double %139, %140
  %142 = load double, ptr %11, align 8
  %143 = fadd contract double %142, %141
  store double %143, ptr %11, align 8
  %144 = load double, ptr %24, align 8
  %145 = load double, ptr %20, align 8
  %146 = fmul contract double %144, %145
  %147 = load double, ptr %12, align 8
  %148 = fadd contract double %147, %146
  store double %148, ptr %12, align 8
  %149 = load double, ptr %24, align 8
  %150 = load double, ptr %21, align 8
  %151 = fmul contract double %149, %150
  %152 = load double, ptr %13, align 8
  %153 = fadd contract double %152, %151
  store double %153, ptr %13, align 8
  br label %154

154:                                              ; preds = %85
  %155 = load i32, ptr %18, align 4
  %156 = add nsw i32 %155, 1
  store i32 %156, ptr %18, align 4
  br label %74, !llvm.loop !16

157:                                              ; preds = %83
  call void @llvm.nvvm.barrier0()
  br label %158

158:                                              ; preds = %157
  %159 = load i32, ptr %14, align 4
  %160 = add nsw i32 %159, 128
  store i32 %160, ptr %14, align 4
  br label %47, !llvm.loop !18

161:                                              ; preds = %47
  %162 = load i32, ptr %7, align 4
  %163 = load i32, ptr %6, align 4
  %164 = icmp slt i32 %162, %163
  br i1 %164, label %165, label %186

165:                                              ; preds = %161
  %166 = load double, ptr %11, align 8
  %167 = load ptr, ptr %5, align 8
  %168 = load i32, ptr %7, align 4
  %169 = mul nsw i32 3, %168
  %170 = sext i32 %169 to i64
  %171 = getelementptr inbounds double, ptr %167, i64 %170
  store double %166, ptr %171, align 8
  %172 = load double, ptr %12, align 8
  %173 = load ptr, ptr %5, align 8
  %174 = load i32, ptr %7, align 4
  %175 = mul nsw i32 3, %174
  %176 = add nsw i32 %175, 1
  %177 = sext i32 %176 to i64
  %178 = getelementptr inbounds double, ptr %173, i64 %177
  store double %172, ptr %178, align 8
  %179 = load double, ptr %13, align 8
  %180 = load ptr, ptr %5, align 8
  %181 = load i32, ptr %7, align 4
  %182 = mul nsw i32 3, %181
  %183 = add nsw i32 %182, 2
  %184 = sext i32 %183 to i64
  %185 = getelementptr inbounds double, ptr %180, i64 %184
  store double %179, ptr %185, align 8
  br label %186

186:                                              ; preds = %165, %161
  ret void
}

; Function Attrs: convergent mustprogress noinline nounwind optnone
define linkonce_odr dso_local noundef i32 @_ZNK8cuda_min10blockIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #1 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  ret i32 %4
}

; Function Attrs: convergent mustprogress noinline nounwind optnone
define linkonce_odr dso_local noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #1 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  ret i32 %4
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier0() #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare double @llvm.nvvm.sqrt.rn.d(double) #4

; Function Attrs: convergent mustprogress noinline nounwind optnone
define dso_local noundef zeroext i1 @_Z4hitsRK3RayRK3BoxRf(ptr noundef nonnull align 4 dereferenceable(36) %0, ptr noundef nonnull align 4 dereferenceable(24) %1, ptr noundef nonnull align 4 dereferenceable(4) %2) #1 {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca float, align 4
  %9 = alloca float, align 4
  %10 = alloca i32, align 4
  %11 = alloca float, align 4
  %12 = alloca float, align 4
  %13 = alloca float, align 4
  %14 = alloca float, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store float 0.000000e+00, ptr %8, align 4
  %15 = load ptr, ptr %7, align 8
  %16 = load float, ptr %15, align 4
  store float %16, ptr %9, align 4
  store i32 0, ptr %10, align 4
  br label %17

17:                                               ; preds = %115, %3
  %18 = load i32, ptr %10, align 4
  %19 = icmp slt i32 %18, 3
  br i1 %19, label %20, label %118

20:                                               ; preds = %17
  %21 = load ptr, ptr %5, align 8
  %22 = getelementptr inbounds %struct.Ray, ptr %21, i32 0, i32 2
  %23 = load i32, ptr %10, align 4
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds [3 x i32], ptr %22, i64 0, i64 %24
  %26 = load i32, ptr %25, align 4
  %27 = icmp ne i32 %26, 0
  br i1 %27, label %28, label %35

28:                                               ; preds = %20
  %29 = load ptr, ptr %6, align 8
  %30 = getelementptr inbounds %struct.Box, ptr %29, i32 0, i32 1
  %31 = load i32, ptr %10, align 4
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds [3 x float], ptr %30, i64 0, i64 %32
  %34 = load float, ptr %33, align 4
  br label %42

35:                                               ; preds = %20
  %36 = load ptr, ptr %6, align 8
  %37 = getelementptr inbounds %struct.Box, ptr %36, i32 0, i32 0
  %38 = load i32, ptr %10, align 4
  %39 = sext i32 %38 to i64
  %40 = getelementptr inbounds [3 x float], ptr %37, i64 0, i64 %39
  %41 = load float, ptr %40, align 4
  br label %42

42:                                               ; preds = %35, %28
  %43 = phi contract float [ %34, %28 ], [ %41, %35 ]
  store float %43, ptr %11, align 4
  %44 = load ptr, ptr %5, align 8
  %45 = getelementptr inbounds %struct.Ray, ptr %44, i32 0, i32 2
  %46 = load i32, ptr %10, align 4
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds [3 x i32], ptr %45, i64 0, i64 %47
  %49 = load i32, ptr %48, align 4
  %50 = icmp ne i32 %49, 0
  br i1 %50, label %51, label %58

51:                                               ; preds = %42
  %52 = load ptr, ptr %6, align 8
  %53 = getelementptr inbounds %struct.Box, ptr %52, i32 0, i32 0
  %54 = load i32, ptr %10, align 4
  %55 = sext i32 %54 to i64
  %56 = getelementptr inbounds [3 x float], ptr %53, i64 0, i64 %55
  %57 = load float, ptr %56, align 4
  br label %65

58:                                               ; preds = %42
  %59 = load ptr, ptr %6, align 8
  %60 = getelementptr inbounds %struct.Box, ptr %59, i32 0, i32 1
  %61 = load i32, ptr %10, align 4
  %62 = sext i32 %61 to i64
  %63 = getelementptr inbounds [3 x float], ptr %60, i64 0, i64 %62
  %64 = load float, ptr %63, align 4
  br label %65

65:                                               ; preds = %58, %51
  %66 = phi contract float [ %57, %51 ], [ %64, %58 ]
  store float %66, ptr %12, align 4
  %67 = load float, ptr %11, align 4
  %68 = load ptr, ptr %5, align 8
  %69 = getelementptr inbounds %struct.Ray, ptr %68, i32 0, i32 0
  %70 = load i32, ptr %10, align 4
  %71 = sext i32 %70 to i64
  %72 = getelementptr inbounds [3 x float], ptr %69, i64 0, i64 %71
  %73 = load float, ptr %72, align 4
  %74 = fsub contract float %67, %73
  %75 = load ptr, ptr %5, align 8
  %76 = getelementptr inbounds %struct.Ray, ptr %75, i32 0, i32 1
  %77 = load i32, ptr %10, align 4
  %78 = sext i32 %77 to i64
  %79 = getelementptr inbounds [3 x float], ptr %76, i64 0, i64 %78
  %80 = load float, ptr %79, align 4
  %81 = fmul contract float %74, %80
  store float %81, ptr %13, align 4
  %82 = load float, ptr %12, align 4
  %83 = load ptr, ptr %5, align 8
  %84 = getelementptr inbounds %struct.Ray, ptr %83, i32 0, i32 0
  %85 = load i32, ptr %10, align 4
  %86 = sext i32 %85 to i64
  %87 = getelementptr inbounds [3 x float], ptr %84, i64 0, i64 %86
  %88 = load float, ptr %87, align 4
  %89 = fsub contract float %82, %88
  %90 = load ptr, ptr %5, align 8
  %91 = getelementptr inbounds %struct.Ray, ptr %90, i32 0, i32 1
  %92 = load i32, ptr %10, align 4
  %93 = sext i32 %92 to i64
  %94 = getelementptr inbounds [3 x float], ptr %91, i64 0, i64 %93
  %95 = load float, ptr %94, align 4
  %96 = fmul contract float %89, %95
  store float %96, ptr %14, align 4
  %97 = load float, ptr %13, align 4
  %98 = load float, ptr %8, align 4
  %99 = fcmp contract ogt float %97, %98
  br i1 %99, label %100, label %102

100:                                              ; preds = %65
  %101 = load float, ptr %13, align 4
  br label %104

102:                                              ; preds = %65
  %103 = load float, ptr %8, align 4
  br label %104

104:                                              ; preds = %102, %100
  %105 = phi contract float [ %101, %100 ], [ %103, %102 ]
  store float %105, ptr %8, align 4
  %106 = load float, ptr %14, align 4
  %107 = load float, ptr %9, align 4
  %108 = fcmp contract olt float %106, %107
  br i1 %108, label %109, label %111

109:                                              ; preds = %104
  %110 = load float, ptr %14, align 4
  br label %113

111:                                              ; preds = %104
  %112 = load float, ptr %9, align 4
  br label %113

113:                                              ; preds = %111, %109
  %114 = phi contract float [ %110, %109 ], [ %112, %111 ]
  store float %114, ptr %9, align 4
  br label %115

115:                                              ; preds = %113
  %116 = load i32, ptr %10, align 4
  %117 = add nsw i32 %116, 1
  store i32 %117, ptr %10, align 4
  br label %17, !llvm.loop !19

118:                                              ; preds = %17
  %119 = load float, ptr %8, align 4
  %120 = load float, ptr %9, align 4
  %121 = fcmp contract ogt float %119, %120
  br i1 %121, label %122, label %123

122:                                              ; preds = %118
  store i1 false, ptr %4, align 1
  br label %126

123:                                              ; preds = %118
  %124 = load float, ptr %8, align 4
  %125 = load ptr, ptr %7, align 8
  store float %124, ptr %125, align 4
  store i1 true, ptr %4, align 1
  br label %126

126:                                              ; preds = %123, %122
  %127 = load i1, ptr %4, align 1
  ret i1 %127
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind optnone
define dso_local void @_Z11nearest_boxPK3RayPK3BoxPiii(ptr noundef %0, ptr noundef %1, ptr noundef %2, i32 noundef %3, i32 noundef %4) #0 {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca %"struct.cuda_min::blockIdx_t", align 1
  %13 = alloca %"struct.cuda_min::blockDim_t", align 1
  %14 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %15 = alloca float, align 4
  %16 = alloca i32, align 4
  %17 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i32 %3, ptr %9, align 4
  store i32 %4, ptr %10, align 4
  %18 = getelementptr inbounds i8, ptr %12, i64 1
  %19 = getelementptr inbounds i8, ptr %12, i64 2
  %20 = call noundef i32 @_ZNK8cuda_min10blockIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %12) #6
  %21 = getelementptr inbounds i8, ptr %13, i64 1
  %22 = getelementptr inbounds i8, ptr %13, i64 2
  %23 = call noundef i32 @_ZNK8cuda_min10blockDim_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %13) #6
  %24 = mul i32 %20, %23
  %25 = getelementptr inbounds i8, ptr %14, i64 1
  %26 = getelementptr inbounds i8, ptr %14, i64 2
  %27 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %14) #6
  %28 = add i32 %24, %27
  store i32 %28, ptr %11, align 4
  %29 = load i32, ptr %11, align 4
  %30 = load i32, ptr %9, align 4
  %31 = icmp sge i32 %29, %30
  br i1 %31, label %32, label %33

32:                                               ; preds = %5
  br label %60

33:                                               ; preds = %5
  store float 0x46293E5940000000, ptr %15, align 4
  store i32 -1, ptr %16, align 4
  store i32 0, ptr %17, align 4
  br label %34

34:                                               ; preds = %51, %33
  %35 = load i32, ptr %17, align 4
  %36 = load i32, ptr %10, align 4
  %37 = icmp slt i32 %35, %36
  br i1 %37, label %38, label %54

38:                                               ; preds = %34
  %39 = load ptr, ptr %6, align 8
  %40 = load i32, ptr %11, align 4
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds %struct.Ray, ptr %39, i64 %41
  %43 = load ptr, ptr %7, align 8
  %44 = load i32, ptr %17, align 4
  %45 = sext i32 %44 to i64
  %46 = getelementptr inbounds %struct.Box, ptr %43, i64 %45
  %47 = call noundef zeroext i1 @_Z4hitsRK3RayRK3BoxRf(ptr noundef nonnull align 4 dereferenceable(36) %42, ptr noundef nonnull align 4 dereferenceable(24) %46, ptr noundef nonnull align 4 dereferenceable(4) %15) #6
  br i1 %47, label %48, label %50

48:                                               ; preds = %38
  %49 = load i32, ptr %17, align 4
  store i32 %49, ptr %16, align 4
  br label %50

50:                                               ; preds = %48, %38
  br label %51

51:                                               ; preds = %50
  %52 = load i32, ptr %17, align 4
  %53 = add nsw i32 %52, 1
  store i32 %53, ptr %17, align 4
  br label %34, !llvm.loop !20

54:                                               ; preds = %34
  %55 = load i32, ptr %16, align 4
  %56 = load ptr, ptr %8, align 8
  %57 = load i32, ptr %11, align 4
  %58 = sext i32 %57 to i64
  %59 = getelementptr inbounds i32, ptr %56, i64 %58
  store i32 %55, ptr %59, align 4
  br label %60

60:                                               ; preds = %54, %32
  ret void
}

; Function Attrs: convergent mustprogress noinline nounwind optnone
define linkonce_odr dso_local noundef i32 @_ZNK8cuda_min10blockDim_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #1 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  ret i32 %4
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind optnone
define dso_local void @_Z4step4GridPKfPf(ptr noundef byval(%struct.Grid) align 4 %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca %"struct.cuda_min::blockIdx_t", align 1
  %8 = alloca %"struct.cuda_min::blockDim_t", align 1
  %9 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %10 = alloca i32, align 4
  %11 = alloca %"struct.cuda_min::blockIdx_t", align 1
  %12 = alloca %"struct.cuda_min::blockDim_t", align 1
  %13 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %14 = alloca i32, align 4
  %15 = alloca float, align 4
  %16 = alloca i32, align 4
  %17 = alloca i32, align 4
  %18 = alloca i32, align 4
  store ptr %1, ptr %4, align 8
  store ptr %2, ptr %5, align 8
  %19 = getelementptr inbounds i8, ptr %7, i64 1
  %20 = getelementptr inbounds i8, ptr %7, i64 2
  %21 = call noundef i32 @_ZNK8cuda_min10blockIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %7) #6
  %22 = getelementptr inbounds i8, ptr %8, i64 1
  %23 = getelementptr inbounds i8, ptr %8, i64 2
  %24 = call noundef i32 @_ZNK8cuda_min10blockDim_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %8) #6
  %25 = mul i32 %21, %24
  %26 = getelementptr inbounds i8, ptr %9, i64 1
  %27 = getelementptr inbounds i8, ptr %9, i64 2
  %28 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %9) #6
  %29 = add i32 %25, %28
  store i32 %29, ptr %6, align 4
  %30 = getelementptr inbounds i8, ptr %11, i64 1
  %31 = getelementptr inbounds i8, ptr %11, i64 2
  %32 = getelementptr inbounds i8, ptr %11, i64 1
  %33 = call noundef i32 @_ZNK8cuda_min10blockIdx_tUt0_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %32) #6
  %34 = getelementptr inbounds i8, ptr %12, i64 1
  %35 = getelementptr inbounds i8, ptr %12, i64 2
  %36 = getelementptr inbounds i8, ptr %12, i64 1
  %37 = call noundef i32 @_ZNK8cuda_min10blockDim_tUt0_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %36) #6
  %38 = mul i32 %33, %37
  %39 = getelementptr inbounds i8, ptr %13, i64 1
  %40 = getelementptr inbounds i8, ptr %13, i64 2
  %41 = getelementptr inbounds i8, ptr %13, i64 1
  %42 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt0_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %41) #6
  %43 = add i32 %38, %42
  store i32 %43, ptr %10, align 4
  %44 = load i32, ptr %6, align 4
  %45 = icmp slt i32 %44, 1
  br i1 %45, label %61, label %46

46:                                               ; preds = %3
  %47 = load i32, ptr %10, align 4
  %48 = icmp slt i32 %47, 1
  br i1 %48, label %61, label %49

49:                                               ; preds = %46
  %50 = load i32, ptr %6, align 4
  %51 = getelementptr inbounds %struct.Grid, ptr %0, i32 0, i32 0
  %52 = load i32, ptr %51, align 4
  %53 = sub nsw i32 %52, 1
  %54 = icmp sge i32 %50, %53
  br i1 %54, label %61, label %55

55:                                               ; preds = %49
  %56 = load i32, ptr %10, align 4
  %57 = getelementptr inbounds %struct.Grid, ptr %0, i32 0, i32 1
  %58 = load i32, ptr %57, align 4
  %59 = sub nsw i32 %58, 1
  %60 = icmp sge i32 %56, %59
  br i1 %60, label %61, label %62

61:                                               ; preds = %55, %49, %46, %3
  br label %174

62:                                               ; preds = %55
  store i32 1, ptr %14, align 4
  br label %63

63:                                               ; preds = %171, %62
  %64 = load i32, ptr %14, align 4
  %65 = getelementptr inbounds %struct.Grid, ptr %0, i32 0, i32 2
  %66 = load i32, ptr %65, align 4
  %67 = sub nsw i32 %66, 1
  %68 = icmp slt i32 %64, %67
  br i1 %68, label %69, label %174

69:                                               ; preds = %63
  store float 0.000000e+00, ptr %15, align 4
  store i32 -1, ptr %16, align 4
  br label %70

70:                                               ; preds = %127, %69
  %71 = load i32, ptr %16, align 4
  %72 = icmp sle i32 %71, 1
  br i1 %72, label %73, label %130

73:                                               ; preds = %70
  store i32 -1, ptr %17, align 4
  br label %74

74:                                               ; preds = %123, %73
  %75 = load i32, ptr %17, align 4
  %76 = icmp sle i32 %75, 1
  br i1 %76, label %77, label %126

77:                                               ; preds = %74
  store i32 -1, ptr %18, align 4
  br label %78

78:                                               ; preds = %119, %77
  %79 = load i32, ptr %18, align 4
  %80 = icmp sle i32 %79, 1
  br i1 %80, label %81, label %122

81:                                               ; preds = %78
  %82 = load i32, ptr %16, align 4
  %83 = add nsw i32 %82, 1
  %84 = mul nsw i32 %83, 9
  %85 = load i32, ptr %17, align 4
  %86 = add nsw i32 %85, 1
  %87 = mul nsw i32 %86, 3
  %88 = add nsw i32 %84, %87
  %89 = load i32, ptr %18, align 4
  %90 = add nsw i32 %88, %89
  %91 = add nsw i32 %90, 1
  %92 = sext i32 %91 to i64
  %93 = getelementptr inbounds [27 x float], ptr addrspacecast (ptr addrspace(4) @weights to ptr), i64 0, i64 %92
  %94 = load float, ptr %93, align 4
  %95 = load ptr, ptr %4, align 8
  %96 = load i32, ptr %14, align 4
  %97 = load i32, ptr %16, align 4
  %98 = add nsw i32 %96, %97
  %99 = getelementptr inbounds %struct.Grid, ptr %0, i32 0, i32 1
  %100 = load i32, ptr %99, align 4
  %101 = mul nsw i32 %98, %100
  %102 = load i32, ptr %10, align 4
  %103 = add nsw i32 %101, %102
  %104 = load i32, ptr %17, align 4
  %105 = add nsw i32 %103, %104
  %106 = getelementptr inbounds %struct.Grid, ptr %0, i32 0, i32 0
  %107 = load i32, ptr %106, align 4
  %108 = mul nsw i32 %105, %107
  %109 = load i32, ptr %6, align 4
  %110 = add nsw i32 %108, %109
  %111 = load i32, ptr %18, align 4
  %112 = add nsw i32 %110, %111
  %113 = sext i32 %112 to i64
  %114 = getelementptr inbounds float, ptr %95, i64 %113
  %115 = load float, ptr %114, align 4
  %116 = fmul contract float %94, %115
  %117 = load float, ptr %15, align 4
  %118 = fadd contract float %117, %116
  store float %118, ptr %15, align 4
  br label %119

119:                                              ; preds = %81
  %120 = load i32, ptr %18, align 4
  %121 = add nsw i32 %120, 1
  store i32 %121, ptr %18, align 4
  br label %78, !llvm.loop !21

122:                                              ; preds = %78
  br label %123

123:                                              ; preds = %122
  %124 = load i32, ptr %17, align 4
  %125 = add nsw i32 %124, 1
  store i32 %125, ptr %17, align 4
  br label %74, !llvm.loop !22

126:                                              ; preds = %74
  br label %127

127:                                              ; preds = %126
  %128 = load i32, ptr %16, align 4
  %129 = add nsw i32 %128, 1
  store i32 %129, ptr %16, align 4
  br label %70, !llvm.loop !23

130:                                              ; preds = %70
  %131 = load ptr, ptr %4, align 8
  %132 = load i32, ptr %14, align 4
  %133 = getelementptr inbounds %struct.Grid, ptr %0, i32 0, i32 1
  %134 = load i32, ptr %133, align 4
  %135 = mul nsw i32 %132, %134
  %136 = load i32, ptr %10, align 4
  %137 = add nsw i32 %135, %136
  %138 = getelementptr inbounds %struct.Grid, ptr %0, i32 0, i32 0
  %139 = load i32, ptr %138, align 4
  %140 = mul nsw i32 %137, %139
  %141 = load i32, ptr %6, align 4
  %142 = add nsw i32 %140, %141
  %143 = sext i32 %142 to i64
  %144 = getelementptr inbounds float, ptr %131, i64 %143
  %145 = load float, ptr %144, align 4
  %146 = getelementptr inbounds %struct.Grid, ptr %0, i32 0, i32 4
  %147 = load float, ptr %146, align 4
  %148 = getelementptr inbounds %struct.Grid, ptr %0, i32 0, i32 3
  %149 = load float, ptr %148, align 4
  %150 = getelementptr inbounds %struct.Grid, ptr %0, i32 0, i32 3
  %151 = load float, ptr %150, align 4
  %152 = fmul contract float %149, %151
  %153 = fdiv contract float %147, %152
  %154 = load float, ptr %15, align 4
  %155 = fmul contract float %153, %154
  %156 = fadd contract float %145, %155
  %157 = load ptr, ptr %5, align 8
  %158 = load i32, ptr %14, align 4
  %159 = getelementptr inbounds %struct.Grid, ptr %0, i32 0, i32 1
  %160 = load i32, ptr %159, align 4
  %161 = mul nsw i32 %158, %160
  %162 = load i32, ptr %10, align 4
  %163 = add nsw i32 %161, %162
  %164 = getelementptr inbounds %struct.Grid, ptr %0, i32 0, i32 0
  %165 = load i32, ptr %164, align 4
  %166 = mul nsw i32 %163, %165
  %167 = load i32, ptr %6, align 4
  %168 = add nsw i32 %166, %167
  %169 = sext i32 %168 to i64
  %170 = getelementptr inbounds float, ptr %157, i64 %169
  store float %156, ptr %170, align 4
  br label %171

171:                                              ; preds = %130
  %172 = load i32, ptr %14, align 4
  %173 = add nsw i32 %172, 1
  store i32 %173, ptr %14, align 4
  br label %63, !llvm.loop !24

174:                                              ; preds = %61, %63
  ret void
}

; Function Attrs: convergent mustprogress noinline nounwind optnone
define linkonce_odr dso_local noundef i32 @_ZNK8cuda_min10blockIdx_tUt0_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #1 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  ret i32 %4
}

; Function Attrs: convergent mustprogress noinline nounwind optnone
define linkonce_odr dso_local noundef i32 @_ZNK8cuda_min10blockDim_tUt0_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #1 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  ret i32 %4
}

; Function Attrs: convergent mustprogress noinline nounwind optnone
define linkonce_odr dso_local noundef i32 @_ZNK8cuda_min11threadIdx_tUt0_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #1 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  ret i32 %4
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind optnone
define dso_local void @_Z9interpretPKiiPii(ptr noundef %0, i32 noundef %1, ptr noundef %2, i32 noundef %3) #0 {
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca %"struct.cuda_min::blockIdx_t", align 1
  %11 = alloca %"struct.cuda_min::blockDim_t", align 1
  %12 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  %16 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store ptr %2, ptr %7, align 8
  store i32 %3, ptr %8, align 4
  %17 = load ptr, ptr %7, align 8
  %18 = getelementptr inbounds i8, ptr %10, i64 1
  %19 = getelementptr inbounds i8, ptr %10, i64 2
  %20 = call noundef i32 @_ZNK8cuda_min10blockIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %10) #6
  %21 = getelementptr inbounds i8, ptr %11, i64 1
  %22 = getelementptr inbounds i8, ptr %11, i64 2
  %23 = call noundef i32 @_ZNK8cuda_min10blockDim_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %11) #6
  %24 = mul i32 %20, %23
  %25 = getelementptr inbounds i8, ptr %12, i64 1
  %26 = getelementptr inbounds i8, ptr %12, i64 2
  %27 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %12) #6
  %28 = add i32 %24, %27
  %29 = mul i32 8, %28
  %30 = zext i32 %29 to i64
  %31 = getelementptr inbounds i32, ptr %17, i64 %30
  store ptr %31, ptr %9, align 8
  %32 = load ptr, ptr %9, align 8
  %33 = load ptr, ptr %7, align 8
  %34 = ptrtoint ptr %32 to i64
  %35 = ptrtoint ptr %33 to i64
  %36 = sub i64 %34, %35
  %37 = sdiv exact i64 %36, 4
  %38 = load i32, ptr %8, align 4
  %39 = sext i32 %38 to i64
  %40 = mul nsw i64 8, %39
  %41 = icmp sge i64 %37, %40
  br i1 %41, label %42, label %43

42:                                               ; preds = %4
  br label %185

43:                                               ; preds = %4
  store i32 0, ptr %13, align 4
  br label %44

44:                                               ; preds = %182, %43
  %45 = load i32, ptr %13, align 4
  %46 = load i32, ptr %6, align 4
  %47 = icmp slt i32 %45, %46
  br i1 %47, label %48, label %185

48:                                               ; preds = %44
  %49 = load ptr, ptr %5, align 8
  %50 = load i32, ptr %13, align 4
  %51 = sext i32 %50 to i64
  %52 = getelementptr inbounds i32, ptr %49, i64 %51
  %53 = load i32, ptr %52, align 4
  store i32 %53, ptr %14, align 4
  %54 = load i32, ptr %14, align 4
  %55 = ashr i32 %54, 8
  %56 = and i32 %55, 7
  store i32 %56, ptr %15, align 4
  %57 = load i32, ptr %14, align 4
  %58 = ashr i32 %57, 16
  %59 = and i32 %58, 7
  store i32 %59, ptr %16, align 4
  %60 = load i32, ptr %14, align 4
  %61 = and i32 %60, 255
  switch i32 %61, label %180 [
    i32 0, label %62
    i32 1, label %69
    i32 2, label %81
    i32 3, label %93
    i32 4, label %105
    i32 5, label %131
    i32 6, label %143
    i32 7, label %160
  ]

62:                                               ; preds = %48
  %63 = load i32, ptr %14, align 4
  %64 = ashr i32 %63, 19
  %65 = load ptr, ptr %9, align 8
  %66 = load i32, ptr %15, align 4
  %67 = sext i32 %66 to i64
  %68 = getelementptr inbounds i32, ptr %65, i64 %67
  store i32 %64, ptr %68, align 4
  br label %181

69:                                               ; preds = %48
  %70 = load ptr, ptr %9, align 8
  %71 = load i32, ptr %16, align 4
  %72 = sext i32 %71 to i64
  %73 = getelementptr inbounds i32, ptr %70, i64 %72
  %74 = load i32, ptr %73, align 4
  %75 = load ptr, ptr %9, align 8
  %76 = load i32, ptr %15, align 4
  %77 = sext i32 %76 to i64
  %78 = getelementptr inbounds i32, ptr %75, i64 %77
  %79 = load i32, ptr %78, align 4
  %80 = add nsw i32 %79, %74
  store i32 %80, ptr %78, align 4
  br label %181

81:                                               ; preds = %48
  %82 = load ptr, ptr %9, align 8
  %83 = load i32, ptr %16, align 4
  %84 = sext i32 %83 to i64
  %85 = getelementptr inbounds i32, ptr %82, i64 %84
  %86 = load i32, ptr %85, align 4
  %87 = load ptr, ptr %9, align 8
  %88 = load i32, ptr %15, align 4
  %89 = sext i32 %88 to i64
  %90 = getelementptr inbounds i32, ptr %87, i64 %89
  %91 = load i32, ptr %90, align 4
  %92 = sub nsw i32 %91, %86
  store i32 %92, ptr %90, align 4
  br label %181

93:                                               ; preds = %48
  %94 = load ptr, ptr %9, align 8
  %95 = load i32, ptr %16, align 4
  %96 = sext i32 %95 to i64
  %97 = getelementptr inbounds i32, ptr %94, i64 %96
  %98 = load i32, ptr %97, align 4
  %99 = load ptr, ptr %9, align 8
  %100 = load i32, ptr %15, align 4
  %101 = sext i32 %100 to i64
  %102 = getelementptr inbounds i32, ptr %99, i64 %101
  %103 = load i32, ptr %102, align 4
  %104 = mul nsw i32 %103, %98
  store i32 %104, ptr %102, align 4
  br label %181

105:                                              ; preds = %48
  %106 = load ptr, ptr %9, align 8
  %107 = load i32, ptr %16, align 4
  %108 = sext i32 %107 to i64
  %109 = getelementptr inbounds i32, ptr %106, i64 %108
  %110 = load i32, ptr %109, align 4
  %111 = icmp ne i32 %110, 0
  br i1 %111, label %112, label %124

112:                                              ; preds = %105
  %113 = load ptr, ptr %9, align 8
  %114 = load i32, ptr %15, align 4
  %115 = sext i32 %114 to i64
  %116 = getelementptr inbounds i32, ptr %113, i64 %115
  %117 = load i32, ptr %116, align 4
  %118 = load ptr, ptr %9, align 8
  %119 = load i32, ptr %16, align 4
  %120 = sext i32 %119 to i64
  %121 = getelementptr inbounds i32, ptr %118, i64 %120
  %122 = load i32, ptr %121, align 4
  %123 = sdiv i32 %117, %122
  br label %125

124:                                              ; preds = %105
  br label %125

125:                                              ; preds = %124, %112
  %126 = phi i32 [ %123, %112 ], [ 0, %124 ]
  %127 = load ptr, ptr %9, align 8
  %128 = load i32, ptr %15, align 4
  %129 = sext i32 %128 to i64
  %130 = getelementptr inbounds i32, ptr %127, i64 %129
  store i32 %126, ptr %130, align 4
  br label %181

131:                                              ; preds = %48
  %132 = load ptr, ptr %9, align 8
  %133 = load i32, ptr %16, align 4
  %134 = sext i32 %133 to i64
  %135 = getelementptr inbounds i32, ptr %132, i64 %134
  %136 = load i32, ptr %135, align 4
  %137 = load ptr, ptr %9, align 8
  %138 = load i32, ptr %15, align 4
  %139 = sext i32 %138 to i64
  %140 = getelementptr inbounds i32, ptr %137, i64 %139
  %141 = load i32, ptr %140, align 4
  %142 = xor i32 %141, %136
  store i32 %142, ptr %140, align 4
  br label %181

143:                                              ; preds = %48
  %144 = load ptr, ptr %9, align 8
  %145 = load i32, ptr %16, align 4
  %146 = sext i32 %145 to i64
  %147 = getelementptr inbounds i32, ptr %144, i64 %146
  %148 = load i32, ptr %147, align 4
  %149 = load ptr, ptr %9, align 8
  %150 = load i32, ptr %15, align 4
  %151 = sext i32 %150 to i64
  %152 = getelementptr inbounds i32, ptr %149, i64 %151
  %153 = load i32, ptr %152, align 4
  %154 = and i32 %153, 31
  %155 = shl i32 %148, %154
  %156 = load ptr, ptr %9, align 8
  %157 = load i32, ptr %15, align 4
  %158 = sext i32 %157 to i64
  %159 = getelementptr inbounds i32, ptr %156, i64 %158
  store i32 %155, ptr %159, align 4
  br label %181

160:                                              ; preds = %48
  %161 = load ptr, ptr %9, align 8
  %162 = load i32, ptr %15, align 4
  %163 = sext i32 %162 to i64
  %164 = getelementptr inbounds i32, ptr %161, i64 %163
  %165 = load i32, ptr %164, align 4
  %166 = load ptr, ptr %9, align 8
  %167 = load i32, ptr %16, align 4
  %168 = sext i32 %167 to i64
  %169 = getelementptr inbounds i32, ptr %166, i64 %168
  %170 = load i32, ptr %169, align 4
  %171 = icmp sgt i32 %165, %170
  br i1 %171, label %172, label %175

172:                                              ; preds = %160
  %173 = load i32, ptr %14, align 4
  %174 = ashr i32 %173, 19
  br label %176

175:                                              ; preds = %160
  br label %176

176:                                              ; preds = %175, %172
  %177 = phi i32 [ %174, %172 ], [ 0, %175 ]
  %178 = load i32, ptr %13, align 4
  %179 = add nsw i32 %178, %177
  store i32 %179, ptr %13, align 4
  br label %181

180:                                              ; preds = %48
  br label %185

181:                                              ; preds = %176, %143, %131, %125, %93, %81, %69, %62
  br label %182

182:                                              ; preds = %181
  %183 = load i32, ptr %13, align 4
  %184 = add nsw i32 %183, 1
  store i32 %184, ptr %13, align 4
  br label %44, !llvm.loop !25

185:                                              ; preds = %42, %180, %44
  ret void
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind optnone
define dso_local void @_Z4sortPj(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca %"struct.cuda_min::blockIdx_t", align 1
  %5 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %6 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %7 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %8 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %13 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %14 = alloca i32, align 4
  %15 = alloca i8, align 1
  %16 = alloca i32, align 4
  %17 = alloca i32, align 4
  %18 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %19 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %20 = alloca %"struct.cuda_min::threadIdx_t", align 1
  %21 = alloca %"struct.cuda_min::threadIdx_t", align 1
  store ptr %0, ptr %2, align 8
  %22 = load ptr, ptr %2, align 8
  %23 = getelementptr inbounds i8, ptr %4, i64 1
  %24 = getelementptr inbounds i8, ptr %4, i64 2
  %25 = call noundef i32 @_ZNK8cuda_min10blockIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %4) #6
  %26 = mul i32 %25, 1024
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds i32, ptr %22, i64 %27
  store ptr %28, ptr %3, align 8
  %29 = load ptr, ptr %3, align 8
  %30 = getelementptr inbounds i8, ptr %5, i64 1
  %31 = getelementptr inbounds i8, ptr %5, i64 2
  %32 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %5) #6
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds i32, ptr %29, i64 %33
  %35 = load i32, ptr %34, align 4
  %36 = getelementptr inbounds i8, ptr %6, i64 1
  %37 = getelementptr inbounds i8, ptr %6, i64 2
  %38 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %6) #6
  %39 = zext i32 %38 to i64
  %40 = getelementptr inbounds [1024 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4sortPjE4part to ptr), i64 0, i64 %39
  store i32 %35, ptr %40, align 4
  %41 = load ptr, ptr %3, align 8
  %42 = getelementptr inbounds i8, ptr %7, i64 1
  %43 = getelementptr inbounds i8, ptr %7, i64 2
  %44 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %7) #6
  %45 = add i32 %44, 512
  %46 = zext i32 %45 to i64
  %47 = getelementptr inbounds i32, ptr %41, i64 %46
  %48 = load i32, ptr %47, align 4
  %49 = getelementptr inbounds i8, ptr %8, i64 1
  %50 = getelementptr inbounds i8, ptr %8, i64 2
  %51 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %8) #6
  %52 = add i32 %51, 512
  %53 = zext i32 %52 to i64
  %54 = getelementptr inbounds [1024 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4sortPjE4part to ptr), i64 0, i64 %53
  store i32 %48, ptr %54, align 4
  store i32 2, ptr %9, align 4
  br label %55

55:                                               ; preds = %114, %1
  %56 = load i32, ptr %9, align 4
  %57 = icmp ule i32 %56, 1024
  br i1 %57, label %58, label %117

58:                                               ; preds = %55
  %59 = load i32, ptr %9, align 4
  %60 = udiv i32 %59, 2
  store i32 %60, ptr %10, align 4
  br label %61

61:                                               ; preds = %110, %58
  %62 = load i32, ptr %10, align 4
  %63 = icmp ugt i32 %62, 0
  br i1 %63, label %64, label %113

64:                                               ; preds = %61
  call void @llvm.nvvm.barrier0()
  %65 = getelementptr inbounds i8, ptr %12, i64 1
  %66 = getelementptr inbounds i8, ptr %12, i64 2
  %67 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %12) #6
  %68 = mul i32 2, %67
  %69 = getelementptr inbounds i8, ptr %13, i64 1
  %70 = getelementptr inbounds i8, ptr %13, i64 2
  %71 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %13) #6
  %72 = load i32, ptr %10, align 4
  %73 = sub i32 %72, 1
  %74 = and i32 %71, %73
  %75 = sub i32 %68, %74
  store i32 %75, ptr %11, align 4
  %76 = load i32, ptr %11, align 4
  %77 = load i32, ptr %10, align 4
  %78 = add i32 %76, %77
  store i32 %78, ptr %14, align 4
  %79 = load i32, ptr %11, align 4
  %80 = load i32, ptr %9, align 4
  %81 = and i32 %79, %80
  %82 = icmp eq i32 %81, 0
  %83 = zext i1 %82 to i8
  store i8 %83, ptr %15, align 1
  %84 = load i32, ptr %11, align 4
  %85 = zext i32 %84 to i64
  %86 = getelementptr inbounds [1024 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4sortPjE4part to ptr), i64 0, i64 %85
  %87 = load i32, ptr %86, align 4
  store i32 %87, ptr %16, align 4
  %88 = load i32, ptr %14, align 4
  %89 = zext i32 %88 to i64
  %90 = getelementptr inbounds [1024 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4sortPjE4part to ptr), i64 0, i64 %89
  %91 = load i32, ptr %90, align 4
  store i32 %91, ptr %17, align 4
  %92 = load i32, ptr %16, align 4
  %93 = load i32, ptr %17, align 4
  %94 = icmp ugt i32 %92, %93
  %95 = zext i1 %94 to i32
  %96 = load i8, ptr %15, align 1
  %97 = trunc i8 %96 to i1
  %98 = zext i1 %97 to i32
  %99 = icmp eq i32 %95, %98
  br i1 %99, label %100, label %109

100:                                              ; preds = %64
  %101 = load i32, ptr %17, align 4
  %102 = load i32, ptr %11, align 4
  %103 = zext i32 %102 to i64
  %104 = getelementptr inbounds [1024 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4sortPjE4part to ptr), i64 0, i64 %103
  store i32 %101, ptr %104, align 4
  %105 = load i32, ptr %16, align 4
  %106 = load i32, ptr %14, align 4
  %107 = zext i32 %106 to i64
  %108 = getelementptr inbounds [1024 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4sortPjE4part to ptr), i64 0, i64 %107
  store i32 %105, ptr %108, align 4
  br label %109

109:                                              ; preds = %100, %64
  br label %110

110:                                              ; preds = %109
  %111 = load i32, ptr %10, align 4
  %112 = udiv i32 %111, 2
  store i32 %112, ptr %10, align 4
  br label %61, !llvm.loop !26

113:                                              ; preds = %61
  br label %114

114:                                              ; preds = %113
  %115 = load i32, ptr %9, align 4
  %116 = mul i32 %115, 2
  store i32 %116, ptr %9, align 4
  br label %55, !llvm.loop !27

117:                                              ; preds = %55
  call void @llvm.nvvm.barrier0()
  %118 = getelementptr inbounds i8, ptr %18, i64 1
  %119 = getelementptr inbounds i8, ptr %18, i64 2
  %120 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %18) #6
  %121 = zext i32 %120 to i64
  %122 = getelementptr inbounds [1024 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4sortPjE4part to ptr), i64 0, i64 %121
  %123 = load i32, ptr %122, align 4
  %124 = load ptr, ptr %3, align 8
  %125 = getelementptr inbounds i8, ptr %19, i64 1
  %126 = getelementptr inbounds i8, ptr %19, i64 2
  %127 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %19) #6
  %128 = zext i32 %127 to i64
  %129 = getelementptr inbounds i32, ptr %124, i64 %128
  store i32 %123, ptr %129, align 4
  %130 = getelementptr inbounds i8, ptr %20, i64 1
  %131 = getelementptr inbounds i8, ptr %20, i64 2
  %132 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %20) #6
  %133 = add i32 %132, 512
  %134 = zext i32 %133 to i64
  %135 = getelementptr inbounds [1024 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4sortPjE4part to ptr), i64 0, i64 %134
  %136 = load i32, ptr %135, align 4
  %137 = load ptr, ptr %3, align 8
  %138 = getelementptr inbounds i8, ptr %21, i64 1
  %139 = getelementptr inbounds i8, ptr %21, i64 2
  %140 = call noundef i32 @_ZNK8cuda_min11threadIdx_tUt_cvjEv(ptr noundef nonnull align 1 dereferenceable(1) %21) #6
  %141 = add i32 %140, 512
  %142 = zext i32 %141 to i64
  %143 = getelementptr inbounds i32, ptr %137, i64 %142
  store i32 %136, ptr %143, align 4
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y() #5

attributes #0 = { convergent mustprogress noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx78,+sm_90" }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { convergent nounwind }

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12}
!llvm.module.flags = !{!13, !14, !15}

!0 = !{ptr @_Z6forcesPK4BodyPdi, !"kernel", i32 1}
!1 = !{ptr @_Z6forcesPK4BodyPdi, !"maxntidx", i32 128}
!2 = !{ptr @_Z6forcesPK4BodyPdi, !"minctasm", i32 4}
!3 = !{ptr @_Z11nearest_boxPK3RayPK3BoxPiii, !"kernel", i32 1}
!4 = !{ptr @_Z11nearest_boxPK3RayPK3BoxPiii, !"maxntidx", i32 64}
!5 = !{ptr @_Z4step4GridPKfPf, !"kernel", i32 1}
!6 = !{ptr @_Z4step4GridPKfPf, !"maxntidx", i32 512}
!7 = !{ptr @_Z4step4GridPKfPf, !"minctasm", i32 1}
!8 = !{ptr @_Z4step4GridPKfPf, !"maxclusterrank", i32 4}
!9 = !{ptr @_Z9interpretPKiiPii, !"kernel", i32 1}
!10 = !{ptr @_Z4sortPj, !"kernel", i32 1}
!11 = !{ptr @_Z4sortPj, !"maxntidx", i32 512}
!12 = !{ptr @_Z4sortPj, !"minctasm", i32 2}
!13 = !{i32 1, !"wchar_size", i32 4}
!14 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!15 = !{i32 7, !"frame-pointer", i32 2}
!16 = distinct !{!16, !17}
!17 = !{!"llvm.loop.mustprogress"}
!18 = distinct !{!18, !17}
!19 = distinct !{!19, !17}
!20 = distinct !{!20, !17}
!21 = distinct !{!21, !17}
!22 = distinct !{!22, !17}
!23 = distinct !{!23, !17}
!24 = distinct !{!24, !17}
!25 = distinct !{!25, !17}
!26 = distinct !{!26, !17}
!27 = distinct !{!27, !17}
