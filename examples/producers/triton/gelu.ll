; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@.str = private unnamed_addr constant [11 x i8] c"__CUDA_FTZ\00", align 1

; Function Attrs: nounwind
define ptx_kernel void @gelu(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, ptr addrspace(1) nofree readnone captures(none) %3, ptr addrspace(1) nofree readnone captures(none) %4) local_unnamed_addr #0 !dbg !6 {
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !14
  %7 = shl i32 %6, 9, !dbg !14
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !15
  %9 = shl nuw nsw i32 %8, 3, !dbg !15
  %10 = and i32 %9, 504, !dbg !15
  %11 = or disjoint i32 %10, %7, !dbg !14
  %12 = icmp slt i32 %11, %2, !dbg !16
  %13 = sext i32 %11 to i64, !dbg !17
  %14 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %13, !dbg !17
  %15 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$5 ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l,b"(ptr addrspace(1) %14, i1 %12) #5, !dbg !18
  %16 = extractvalue { i32, i32, i32, i32 } %15, 0, !dbg !18
  %17 = bitcast i32 %16 to <2 x half>, !dbg !18
  %18 = extractvalue { i32, i32, i32, i32 } %15, 1, !dbg !18
  %19 = bitcast i32 %18 to <2 x half>, !dbg !18
  %20 = extractvalue { i32, i32, i32, i32 } %15, 2, !dbg !18
  %21 = bitcast i32 %20 to <2 x half>, !dbg !18
  %22 = extractvalue { i32, i32, i32, i32 } %15, 3, !dbg !18
  %23 = bitcast i32 %22 to <2 x half>, !dbg !18
  %24 = fpext <2 x half> %17 to <2 x float>, !dbg !18
  %25 = fpext <2 x half> %19 to <2 x float>, !dbg !18
  %26 = fpext <2 x half> %21 to <2 x float>, !dbg !18
  %27 = fpext <2 x half> %23 to <2 x float>, !dbg !18
  %28 = extractelement <2 x float> %24, i64 0, !dbg !19
  %29 = fmul float %28, 0x3FE6A09E60000000, !dbg !19
  %30 = extractelement <2 x float> %24, i64 1, !dbg !19
  %31 = fmul float %30, 0x3FE6A09E60000000, !dbg !19
  %32 = extractelement <2 x float> %25, i64 0, !dbg !19
  %33 = fmul float %32, 0x3FE6A09E60000000, !dbg !19
  %34 = extractelement <2 x float> %25, i64 1, !dbg !19
  %35 = fmul float %34, 0x3FE6A09E60000000, !dbg !19
  %36 = extractelement <2 x float> %26, i64 0, !dbg !19
  %37 = fmul float %36, 0x3FE6A09E60000000, !dbg !19
  %38 = extractelement <2 x float> %26, i64 1, !dbg !19
  %39 = fmul float %38, 0x3FE6A09E60000000, !dbg !19
  %40 = extractelement <2 x float> %27, i64 0, !dbg !19
  %41 = fmul float %40, 0x3FE6A09E60000000, !dbg !19
  %42 = extractelement <2 x float> %27, i64 1, !dbg !19
  %43 = fmul float %42, 0x3FE6A09E60000000, !dbg !19
  %44 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not.i = icmp eq i32 %44, 0, !dbg !20
  %45 = tail call float @llvm.nvvm.fabs.ftz.f32(float %29), !dbg !20
  %46 = tail call float @llvm.nvvm.fabs.f32(float %29), !dbg !20
  %.0.i = select i1 %.not.i, float %46, float %45, !dbg !20
  %47 = fcmp oge float %.0.i, 0x3FF00C1FC0000000, !dbg !20
  br i1 %47, label %__nv_fabsf.exit1.i, label %49, !dbg !20

__nv_fabsf.exit1.i:                               ; preds = %5
  %48 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not1.i = icmp eq i32 %48, 0, !dbg !20
  %.01.i = select i1 %.not1.i, float %46, float %45, !dbg !20
  br label %__internal_fmad.exit.i, !dbg !20

49:                                               ; preds = %5
  %50 = fmul float %29, %29, !dbg !20
  br label %__internal_fmad.exit.i, !dbg !20

__internal_fmad.exit.i:                           ; preds = %49, %__nv_fabsf.exit1.i
  %51 = phi float [ 0x3FE4214280000000, %__nv_fabsf.exit1.i ], [ 0x3FC06EBA60000000, %49 ], !dbg !20
  %52 = phi float [ 0x3FED369F20000000, %__nv_fabsf.exit1.i ], [ 0xBFD8127580000000, %49 ], !dbg !20
  %53 = phi float [ 0x3FC46AA320000000, %__nv_fabsf.exit1.i ], [ 0x3FBCE315E0000000, %49 ], !dbg !20
  %54 = phi float [ 0xBFA49B3340000000, %__nv_fabsf.exit1.i ], [ 0xBF9B837CE0000000, %49 ], !dbg !20
  %55 = phi float [ 0x3F813233E0000000, %__nv_fabsf.exit1.i ], [ 0x3F755ABD40000000, %49 ], !dbg !20
  %56 = phi float [ 0xBF55C00B60000000, %__nv_fabsf.exit1.i ], [ 0xBF4AE9A400000000, %49 ], !dbg !20
  %57 = phi float [ 0x3F1D698740000000, %__nv_fabsf.exit1.i ], [ 0x3F163D2D40000000, %49 ], !dbg !20
  %58 = phi float [ %.01.i, %__nv_fabsf.exit1.i ], [ %50, %49 ], !dbg !20
  %59 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not2.i = icmp eq i32 %59, 0, !dbg !20
  %60 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %57, float %58, float %56) #5, !dbg !20
  %61 = tail call float @llvm.nvvm.fma.rn.f(float %57, float %58, float %56) #5, !dbg !20
  %.02.i = select i1 %.not2.i, float %61, float %60, !dbg !20
  %62 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not3.i = icmp eq i32 %62, 0, !dbg !20
  %63 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i, float %58, float %55) #5, !dbg !20
  %64 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i, float %58, float %55) #5, !dbg !20
  %.03.i = select i1 %.not3.i, float %64, float %63, !dbg !20
  %65 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not4.i = icmp eq i32 %65, 0, !dbg !20
  %66 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i, float %58, float %54) #5, !dbg !20
  %67 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i, float %58, float %54) #5, !dbg !20
  %.04.i = select i1 %.not4.i, float %67, float %66, !dbg !20
  %68 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not5.i = icmp eq i32 %68, 0, !dbg !20
  %69 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i, float %58, float %53) #5, !dbg !20
  %70 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i, float %58, float %53) #5, !dbg !20
  %.05.i = select i1 %.not5.i, float %70, float %69, !dbg !20
  %71 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not6.i = icmp eq i32 %71, 0, !dbg !20
  %72 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i, float %58, float %52) #5, !dbg !20
  %73 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i, float %58, float %52) #5, !dbg !20
  %.06.i = select i1 %.not6.i, float %73, float %72, !dbg !20
  %74 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not7.i = icmp eq i32 %74, 0, !dbg !20
  %75 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i, float %58, float %51) #5, !dbg !20
  %76 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i, float %58, float %51) #5, !dbg !20
  %.07.i = select i1 %.not7.i, float %76, float %75, !dbg !20
  %77 = fneg float %58, !dbg !20
  %78 = select i1 %47, float %77, float %29, !dbg !20
  %79 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not8.i = icmp eq i32 %79, 0, !dbg !20
  %80 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i, float %78, float %78) #5, !dbg !20
  %81 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i, float %78, float %78) #5, !dbg !20
  %.08.i = select i1 %.not8.i, float %81, float %80, !dbg !20
  br i1 %47, label %82, label %__nv_erff.exit, !dbg !20

82:                                               ; preds = %__internal_fmad.exit.i
  %83 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i), !dbg !20
  %84 = fsub float 1.000000e+00, %83, !dbg !20
  %85 = bitcast float %84 to i32, !dbg !20
  %86 = bitcast float %29 to i32, !dbg !20
  %87 = and i32 %86, -2147483648, !dbg !20
  %88 = or i32 %87, %85, !dbg !20
  %89 = bitcast i32 %88 to float, !dbg !20
  br label %__nv_erff.exit, !dbg !20

__nv_erff.exit:                                   ; preds = %__internal_fmad.exit.i, %82
  %r.0.i = phi float [ %89, %82 ], [ %.08.i, %__internal_fmad.exit.i ], !dbg !20
  %90 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not.i1 = icmp eq i32 %90, 0, !dbg !20
  %91 = tail call float @llvm.nvvm.fabs.ftz.f32(float %31), !dbg !20
  %92 = tail call float @llvm.nvvm.fabs.f32(float %31), !dbg !20
  %.0.i2 = select i1 %.not.i1, float %92, float %91, !dbg !20
  %93 = fcmp oge float %.0.i2, 0x3FF00C1FC0000000, !dbg !20
  br i1 %93, label %__nv_fabsf.exit1.i19, label %95, !dbg !20

__nv_fabsf.exit1.i19:                             ; preds = %__nv_erff.exit
  %94 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not1.i20 = icmp eq i32 %94, 0, !dbg !20
  %.01.i21 = select i1 %.not1.i20, float %92, float %91, !dbg !20
  br label %__internal_fmad.exit.i3, !dbg !20

95:                                               ; preds = %__nv_erff.exit
  %96 = fmul float %31, %31, !dbg !20
  br label %__internal_fmad.exit.i3, !dbg !20

__internal_fmad.exit.i3:                          ; preds = %95, %__nv_fabsf.exit1.i19
  %97 = phi float [ 0x3FE4214280000000, %__nv_fabsf.exit1.i19 ], [ 0x3FC06EBA60000000, %95 ], !dbg !20
  %98 = phi float [ 0x3FED369F20000000, %__nv_fabsf.exit1.i19 ], [ 0xBFD8127580000000, %95 ], !dbg !20
  %99 = phi float [ 0x3FC46AA320000000, %__nv_fabsf.exit1.i19 ], [ 0x3FBCE315E0000000, %95 ], !dbg !20
  %100 = phi float [ 0xBFA49B3340000000, %__nv_fabsf.exit1.i19 ], [ 0xBF9B837CE0000000, %95 ], !dbg !20
  %101 = phi float [ 0x3F813233E0000000, %__nv_fabsf.exit1.i19 ], [ 0x3F755ABD40000000, %95 ], !dbg !20
  %102 = phi float [ 0xBF55C00B60000000, %__nv_fabsf.exit1.i19 ], [ 0xBF4AE9A400000000, %95 ], !dbg !20
  %103 = phi float [ 0x3F1D698740000000, %__nv_fabsf.exit1.i19 ], [ 0x3F163D2D40000000, %95 ], !dbg !20
  %104 = phi float [ %.01.i21, %__nv_fabsf.exit1.i19 ], [ %96, %95 ], !dbg !20
  %105 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not2.i4 = icmp eq i32 %105, 0, !dbg !20
  %106 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %103, float %104, float %102) #5, !dbg !20
  %107 = tail call float @llvm.nvvm.fma.rn.f(float %103, float %104, float %102) #5, !dbg !20
  %.02.i5 = select i1 %.not2.i4, float %107, float %106, !dbg !20
  %108 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not3.i6 = icmp eq i32 %108, 0, !dbg !20
  %109 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i5, float %104, float %101) #5, !dbg !20
  %110 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i5, float %104, float %101) #5, !dbg !20
  %.03.i7 = select i1 %.not3.i6, float %110, float %109, !dbg !20
  %111 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not4.i8 = icmp eq i32 %111, 0, !dbg !20
  %112 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i7, float %104, float %100) #5, !dbg !20
  %113 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i7, float %104, float %100) #5, !dbg !20
  %.04.i9 = select i1 %.not4.i8, float %113, float %112, !dbg !20
  %114 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not5.i10 = icmp eq i32 %114, 0, !dbg !20
  %115 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i9, float %104, float %99) #5, !dbg !20
  %116 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i9, float %104, float %99) #5, !dbg !20
  %.05.i11 = select i1 %.not5.i10, float %116, float %115, !dbg !20
  %117 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not6.i12 = icmp eq i32 %117, 0, !dbg !20
  %118 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i11, float %104, float %98) #5, !dbg !20
  %119 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i11, float %104, float %98) #5, !dbg !20
  %.06.i13 = select i1 %.not6.i12, float %119, float %118, !dbg !20
  %120 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not7.i14 = icmp eq i32 %120, 0, !dbg !20
  %121 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i13, float %104, float %97) #5, !dbg !20
  %122 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i13, float %104, float %97) #5, !dbg !20
  %.07.i15 = select i1 %.not7.i14, float %122, float %121, !dbg !20
  %123 = fneg float %104, !dbg !20
  %124 = select i1 %93, float %123, float %31, !dbg !20
  %125 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not8.i16 = icmp eq i32 %125, 0, !dbg !20
  %126 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i15, float %124, float %124) #5, !dbg !20
  %127 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i15, float %124, float %124) #5, !dbg !20
  %.08.i17 = select i1 %.not8.i16, float %127, float %126, !dbg !20
  br i1 %93, label %128, label %__nv_erff.exit22, !dbg !20

128:                                              ; preds = %__internal_fmad.exit.i3
  %129 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i17), !dbg !20
  %130 = fsub float 1.000000e+00, %129, !dbg !20
  %131 = bitcast float %130 to i32, !dbg !20
  %132 = bitcast float %31 to i32, !dbg !20
  %133 = and i32 %132, -2147483648, !dbg !20
  %134 = or i32 %133, %131, !dbg !20
  %135 = bitcast i32 %134 to float, !dbg !20
  br label %__nv_erff.exit22, !dbg !20

__nv_erff.exit22:                                 ; preds = %__internal_fmad.exit.i3, %128
  %r.0.i18 = phi float [ %135, %128 ], [ %.08.i17, %__internal_fmad.exit.i3 ], !dbg !20
  %136 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not.i23 = icmp eq i32 %136, 0, !dbg !20
  %137 = tail call float @llvm.nvvm.fabs.ftz.f32(float %33), !dbg !20
  %138 = tail call float @llvm.nvvm.fabs.f32(float %33), !dbg !20
  %.0.i24 = select i1 %.not.i23, float %138, float %137, !dbg !20
  %139 = fcmp oge float %.0.i24, 0x3FF00C1FC0000000, !dbg !20
  br i1 %139, label %__nv_fabsf.exit1.i41, label %141, !dbg !20

__nv_fabsf.exit1.i41:                             ; preds = %__nv_erff.exit22
  %140 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not1.i42 = icmp eq i32 %140, 0, !dbg !20
  %.01.i43 = select i1 %.not1.i42, float %138, float %137, !dbg !20
  br label %__internal_fmad.exit.i25, !dbg !20

141:                                              ; preds = %__nv_erff.exit22
  %142 = fmul float %33, %33, !dbg !20
  br label %__internal_fmad.exit.i25, !dbg !20

__internal_fmad.exit.i25:                         ; preds = %141, %__nv_fabsf.exit1.i41
  %143 = phi float [ 0x3FE4214280000000, %__nv_fabsf.exit1.i41 ], [ 0x3FC06EBA60000000, %141 ], !dbg !20
  %144 = phi float [ 0x3FED369F20000000, %__nv_fabsf.exit1.i41 ], [ 0xBFD8127580000000, %141 ], !dbg !20
  %145 = phi float [ 0x3FC46AA320000000, %__nv_fabsf.exit1.i41 ], [ 0x3FBCE315E0000000, %141 ], !dbg !20
  %146 = phi float [ 0xBFA49B3340000000, %__nv_fabsf.exit1.i41 ], [ 0xBF9B837CE0000000, %141 ], !dbg !20
  %147 = phi float [ 0x3F813233E0000000, %__nv_fabsf.exit1.i41 ], [ 0x3F755ABD40000000, %141 ], !dbg !20
  %148 = phi float [ 0xBF55C00B60000000, %__nv_fabsf.exit1.i41 ], [ 0xBF4AE9A400000000, %141 ], !dbg !20
  %149 = phi float [ 0x3F1D698740000000, %__nv_fabsf.exit1.i41 ], [ 0x3F163D2D40000000, %141 ], !dbg !20
  %150 = phi float [ %.01.i43, %__nv_fabsf.exit1.i41 ], [ %142, %141 ], !dbg !20
  %151 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not2.i26 = icmp eq i32 %151, 0, !dbg !20
  %152 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %149, float %150, float %148) #5, !dbg !20
  %153 = tail call float @llvm.nvvm.fma.rn.f(float %149, float %150, float %148) #5, !dbg !20
  %.02.i27 = select i1 %.not2.i26, float %153, float %152, !dbg !20
  %154 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not3.i28 = icmp eq i32 %154, 0, !dbg !20
  %155 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i27, float %150, float %147) #5, !dbg !20
  %156 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i27, float %150, float %147) #5, !dbg !20
  %.03.i29 = select i1 %.not3.i28, float %156, float %155, !dbg !20
  %157 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not4.i30 = icmp eq i32 %157, 0, !dbg !20
  %158 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i29, float %150, float %146) #5, !dbg !20
  %159 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i29, float %150, float %146) #5, !dbg !20
  %.04.i31 = select i1 %.not4.i30, float %159, float %158, !dbg !20
  %160 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not5.i32 = icmp eq i32 %160, 0, !dbg !20
  %161 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i31, float %150, float %145) #5, !dbg !20
  %162 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i31, float %150, float %145) #5, !dbg !20
  %.05.i33 = select i1 %.not5.i32, float %162, float %161, !dbg !20
  %163 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not6.i34 = icmp eq i32 %163, 0, !dbg !20
  %164 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i33, float %150, float %144) #5, !dbg !20
  %165 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i33, float %150, float %144) #5, !dbg !20
  %.06.i35 = select i1 %.not6.i34, float %165, float %164, !dbg !20
  %166 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not7.i36 = icmp eq i32 %166, 0, !dbg !20
  %167 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i35, float %150, float %143) #5, !dbg !20
  %168 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i35, float %150, float %143) #5, !dbg !20
  %.07.i37 = select i1 %.not7.i36, float %168, float %167, !dbg !20
  %169 = fneg float %150, !dbg !20
  %170 = select i1 %139, float %169, float %33, !dbg !20
  %171 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not8.i38 = icmp eq i32 %171, 0, !dbg !20
  %172 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i37, float %170, float %170) #5, !dbg !20
  %173 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i37, float %170, float %170) #5, !dbg !20
  %.08.i39 = select i1 %.not8.i38, float %173, float %172, !dbg !20
  br i1 %139, label %174, label %__nv_erff.exit44, !dbg !20

174:                                              ; preds = %__internal_fmad.exit.i25
  %175 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i39), !dbg !20
  %176 = fsub float 1.000000e+00, %175, !dbg !20
  %177 = bitcast float %176 to i32, !dbg !20
  %178 = bitcast float %33 to i32, !dbg !20
  %179 = and i32 %178, -2147483648, !dbg !20
  %180 = or i32 %179, %177, !dbg !20
  %181 = bitcast i32 %180 to float, !dbg !20
  br label %__nv_erff.exit44, !dbg !20

__nv_erff.exit44:                                 ; preds = %__internal_fmad.exit.i25, %174
  %r.0.i40 = phi float [ %181, %174 ], [ %.08.i39, %__internal_fmad.exit.i25 ], !dbg !20
  %182 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not.i45 = icmp eq i32 %182, 0, !dbg !20
  %183 = tail call float @llvm.nvvm.fabs.ftz.f32(float %35), !dbg !20
  %184 = tail call float @llvm.nvvm.fabs.f32(float %35), !dbg !20
  %.0.i46 = select i1 %.not.i45, float %184, float %183, !dbg !20
  %185 = fcmp oge float %.0.i46, 0x3FF00C1FC0000000, !dbg !20
  br i1 %185, label %__nv_fabsf.exit1.i63, label %187, !dbg !20

__nv_fabsf.exit1.i63:                             ; preds = %__nv_erff.exit44
  %186 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not1.i64 = icmp eq i32 %186, 0, !dbg !20
  %.01.i65 = select i1 %.not1.i64, float %184, float %183, !dbg !20
  br label %__internal_fmad.exit.i47, !dbg !20

187:                                              ; preds = %__nv_erff.exit44
  %188 = fmul float %35, %35, !dbg !20
  br label %__internal_fmad.exit.i47, !dbg !20

__internal_fmad.exit.i47:                         ; preds = %187, %__nv_fabsf.exit1.i63
  %189 = phi float [ 0x3FE4214280000000, %__nv_fabsf.exit1.i63 ], [ 0x3FC06EBA60000000, %187 ], !dbg !20
  %190 = phi float [ 0x3FED369F20000000, %__nv_fabsf.exit1.i63 ], [ 0xBFD8127580000000, %187 ], !dbg !20
  %191 = phi float [ 0x3FC46AA320000000, %__nv_fabsf.exit1.i63 ], [ 0x3FBCE315E0000000, %187 ], !dbg !20
  %192 = phi float [ 0xBFA49B3340000000, %__nv_fabsf.exit1.i63 ], [ 0xBF9B837CE0000000, %187 ], !dbg !20
  %193 = phi float [ 0x3F813233E0000000, %__nv_fabsf.exit1.i63 ], [ 0x3F755ABD40000000, %187 ], !dbg !20
  %194 = phi float [ 0xBF55C00B60000000, %__nv_fabsf.exit1.i63 ], [ 0xBF4AE9A400000000, %187 ], !dbg !20
  %195 = phi float [ 0x3F1D698740000000, %__nv_fabsf.exit1.i63 ], [ 0x3F163D2D40000000, %187 ], !dbg !20
  %196 = phi float [ %.01.i65, %__nv_fabsf.exit1.i63 ], [ %188, %187 ], !dbg !20
  %197 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not2.i48 = icmp eq i32 %197, 0, !dbg !20
  %198 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %195, float %196, float %194) #5, !dbg !20
  %199 = tail call float @llvm.nvvm.fma.rn.f(float %195, float %196, float %194) #5, !dbg !20
  %.02.i49 = select i1 %.not2.i48, float %199, float %198, !dbg !20
  %200 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not3.i50 = icmp eq i32 %200, 0, !dbg !20
  %201 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i49, float %196, float %193) #5, !dbg !20
  %202 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i49, float %196, float %193) #5, !dbg !20
  %.03.i51 = select i1 %.not3.i50, float %202, float %201, !dbg !20
  %203 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not4.i52 = icmp eq i32 %203, 0, !dbg !20
  %204 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i51, float %196, float %192) #5, !dbg !20
  %205 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i51, float %196, float %192) #5, !dbg !20
  %.04.i53 = select i1 %.not4.i52, float %205, float %204, !dbg !20
  %206 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not5.i54 = icmp eq i32 %206, 0, !dbg !20
  %207 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i53, float %196, float %191) #5, !dbg !20
  %208 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i53, float %196, float %191) #5, !dbg !20
  %.05.i55 = select i1 %.not5.i54, float %208, float %207, !dbg !20
  %209 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not6.i56 = icmp eq i32 %209, 0, !dbg !20
  %210 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i55, float %196, float %190) #5, !dbg !20
  %211 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i55, float %196, float %190) #5, !dbg !20
  %.06.i57 = select i1 %.not6.i56, float %211, float %210, !dbg !20
  %212 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not7.i58 = icmp eq i32 %212, 0, !dbg !20
  %213 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i57, float %196, float %189) #5, !dbg !20
  %214 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i57, float %196, float %189) #5, !dbg !20
  %.07.i59 = select i1 %.not7.i58, float %214, float %213, !dbg !20
  %215 = fneg float %196, !dbg !20
  %216 = select i1 %185, float %215, float %35, !dbg !20
  %217 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not8.i60 = icmp eq i32 %217, 0, !dbg !20
  %218 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i59, float %216, float %216) #5, !dbg !20
  %219 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i59, float %216, float %216) #5, !dbg !20
  %.08.i61 = select i1 %.not8.i60, float %219, float %218, !dbg !20
  br i1 %185, label %220, label %__nv_erff.exit66, !dbg !20

220:                                              ; preds = %__internal_fmad.exit.i47
  %221 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i61), !dbg !20
  %222 = fsub float 1.000000e+00, %221, !dbg !20
  %223 = bitcast float %222 to i32, !dbg !20
  %224 = bitcast float %35 to i32, !dbg !20
  %225 = and i32 %224, -2147483648, !dbg !20
  %226 = or i32 %225, %223, !dbg !20
  %227 = bitcast i32 %226 to float, !dbg !20
  br label %__nv_erff.exit66, !dbg !20

__nv_erff.exit66:                                 ; preds = %__internal_fmad.exit.i47, %220
  %r.0.i62 = phi float [ %227, %220 ], [ %.08.i61, %__internal_fmad.exit.i47 ], !dbg !20
  %228 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not.i67 = icmp eq i32 %228, 0, !dbg !20
  %229 = tail call float @llvm.nvvm.fabs.ftz.f32(float %37), !dbg !20
  %230 = tail call float @llvm.nvvm.fabs.f32(float %37), !dbg !20
  %.0.i68 = select i1 %.not.i67, float %230, float %229, !dbg !20
  %231 = fcmp oge float %.0.i68, 0x3FF00C1FC0000000, !dbg !20
  br i1 %231, label %__nv_fabsf.exit1.i85, label %233, !dbg !20

__nv_fabsf.exit1.i85:                             ; preds = %__nv_erff.exit66
  %232 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not1.i86 = icmp eq i32 %232, 0, !dbg !20
  %.01.i87 = select i1 %.not1.i86, float %230, float %229, !dbg !20
  br label %__internal_fmad.exit.i69, !dbg !20

233:                                              ; preds = %__nv_erff.exit66
  %234 = fmul float %37, %37, !dbg !20
  br label %__internal_fmad.exit.i69, !dbg !20

__internal_fmad.exit.i69:                         ; preds = %233, %__nv_fabsf.exit1.i85
  %235 = phi float [ 0x3FE4214280000000, %__nv_fabsf.exit1.i85 ], [ 0x3FC06EBA60000000, %233 ], !dbg !20
  %236 = phi float [ 0x3FED369F20000000, %__nv_fabsf.exit1.i85 ], [ 0xBFD8127580000000, %233 ], !dbg !20
  %237 = phi float [ 0x3FC46AA320000000, %__nv_fabsf.exit1.i85 ], [ 0x3FBCE315E0000000, %233 ], !dbg !20
  %238 = phi float [ 0xBFA49B3340000000, %__nv_fabsf.exit1.i85 ], [ 0xBF9B837CE0000000, %233 ], !dbg !20
  %239 = phi float [ 0x3F813233E0000000, %__nv_fabsf.exit1.i85 ], [ 0x3F755ABD40000000, %233 ], !dbg !20
  %240 = phi float [ 0xBF55C00B60000000, %__nv_fabsf.exit1.i85 ], [ 0xBF4AE9A400000000, %233 ], !dbg !20
  %241 = phi float [ 0x3F1D698740000000, %__nv_fabsf.exit1.i85 ], [ 0x3F163D2D40000000, %233 ], !dbg !20
  %242 = phi float [ %.01.i87, %__nv_fabsf.exit1.i85 ], [ %234, %233 ], !dbg !20
  %243 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not2.i70 = icmp eq i32 %243, 0, !dbg !20
  %244 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %241, float %242, float %240) #5, !dbg !20
  %245 = tail call float @llvm.nvvm.fma.rn.f(float %241, float %242, float %240) #5, !dbg !20
  %.02.i71 = select i1 %.not2.i70, float %245, float %244, !dbg !20
  %246 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not3.i72 = icmp eq i32 %246, 0, !dbg !20
  %247 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i71, float %242, float %239) #5, !dbg !20
  %248 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i71, float %242, float %239) #5, !dbg !20
  %.03.i73 = select i1 %.not3.i72, float %248, float %247, !dbg !20
  %249 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not4.i74 = icmp eq i32 %249, 0, !dbg !20
  %250 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i73, float %242, float %238) #5, !dbg !20
  %251 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i73, float %242, float %238) #5, !dbg !20
  %.04.i75 = select i1 %.not4.i74, float %251, float %250, !dbg !20
  %252 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not5.i76 = icmp eq i32 %252, 0, !dbg !20
  %253 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i75, float %242, float %237) #5, !dbg !20
  %254 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i75, float %242, float %237) #5, !dbg !20
  %.05.i77 = select i1 %.not5.i76, float %254, float %253, !dbg !20
  %255 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not6.i78 = icmp eq i32 %255, 0, !dbg !20
  %256 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i77, float %242, float %236) #5, !dbg !20
  %257 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i77, float %242, float %236) #5, !dbg !20
  %.06.i79 = select i1 %.not6.i78, float %257, float %256, !dbg !20
  %258 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not7.i80 = icmp eq i32 %258, 0, !dbg !20
  %259 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i79, float %242, float %235) #5, !dbg !20
  %260 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i79, float %242, float %235) #5, !dbg !20
  %.07.i81 = select i1 %.not7.i80, float %260, float %259, !dbg !20
  %261 = fneg float %242, !dbg !20
  %262 = select i1 %231, float %261, float %37, !dbg !20
  %263 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not8.i82 = icmp eq i32 %263, 0, !dbg !20
  %264 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i81, float %262, float %262) #5, !dbg !20
  %265 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i81, float %262, float %262) #5, !dbg !20
  %.08.i83 = select i1 %.not8.i82, float %265, float %264, !dbg !20
  br i1 %231, label %266, label %__nv_erff.exit88, !dbg !20

266:                                              ; preds = %__internal_fmad.exit.i69
  %267 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i83), !dbg !20
  %268 = fsub float 1.000000e+00, %267, !dbg !20
  %269 = bitcast float %268 to i32, !dbg !20
  %270 = bitcast float %37 to i32, !dbg !20
  %271 = and i32 %270, -2147483648, !dbg !20
  %272 = or i32 %271, %269, !dbg !20
  %273 = bitcast i32 %272 to float, !dbg !20
  br label %__nv_erff.exit88, !dbg !20

__nv_erff.exit88:                                 ; preds = %__internal_fmad.exit.i69, %266
  %r.0.i84 = phi float [ %273, %266 ], [ %.08.i83, %__internal_fmad.exit.i69 ], !dbg !20
  %274 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not.i89 = icmp eq i32 %274, 0, !dbg !20
  %275 = tail call float @llvm.nvvm.fabs.ftz.f32(float %39), !dbg !20
  %276 = tail call float @llvm.nvvm.fabs.f32(float %39), !dbg !20
  %.0.i90 = select i1 %.not.i89, float %276, float %275, !dbg !20
  %277 = fcmp oge float %.0.i90, 0x3FF00C1FC0000000, !dbg !20
  br i1 %277, label %__nv_fabsf.exit1.i107, label %279, !dbg !20

__nv_fabsf.exit1.i107:                            ; preds = %__nv_erff.exit88
  %278 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not1.i108 = icmp eq i32 %278, 0, !dbg !20
  %.01.i109 = select i1 %.not1.i108, float %276, float %275, !dbg !20
  br label %__internal_fmad.exit.i91, !dbg !20

279:                                              ; preds = %__nv_erff.exit88
  %280 = fmul float %39, %39, !dbg !20
  br label %__internal_fmad.exit.i91, !dbg !20

__internal_fmad.exit.i91:                         ; preds = %279, %__nv_fabsf.exit1.i107
  %281 = phi float [ 0x3FE4214280000000, %__nv_fabsf.exit1.i107 ], [ 0x3FC06EBA60000000, %279 ], !dbg !20
  %282 = phi float [ 0x3FED369F20000000, %__nv_fabsf.exit1.i107 ], [ 0xBFD8127580000000, %279 ], !dbg !20
  %283 = phi float [ 0x3FC46AA320000000, %__nv_fabsf.exit1.i107 ], [ 0x3FBCE315E0000000, %279 ], !dbg !20
  %284 = phi float [ 0xBFA49B3340000000, %__nv_fabsf.exit1.i107 ], [ 0xBF9B837CE0000000, %279 ], !dbg !20
  %285 = phi float [ 0x3F813233E0000000, %__nv_fabsf.exit1.i107 ], [ 0x3F755ABD40000000, %279 ], !dbg !20
  %286 = phi float [ 0xBF55C00B60000000, %__nv_fabsf.exit1.i107 ], [ 0xBF4AE9A400000000, %279 ], !dbg !20
  %287 = phi float [ 0x3F1D698740000000, %__nv_fabsf.exit1.i107 ], [ 0x3F163D2D40000000, %279 ], !dbg !20
  %288 = phi float [ %.01.i109, %__nv_fabsf.exit1.i107 ], [ %280, %279 ], !dbg !20
  %289 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not2.i92 = icmp eq i32 %289, 0, !dbg !20
  %290 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %287, float %288, float %286) #5, !dbg !20
  %291 = tail call float @llvm.nvvm.fma.rn.f(float %287, float %288, float %286) #5, !dbg !20
  %.02.i93 = select i1 %.not2.i92, float %291, float %290, !dbg !20
  %292 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not3.i94 = icmp eq i32 %292, 0, !dbg !20
  %293 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i93, float %288, float %285) #5, !dbg !20
  %294 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i93, float %288, float %285) #5, !dbg !20
  %.03.i95 = select i1 %.not3.i94, float %294, float %293, !dbg !20
  %295 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not4.i96 = icmp eq i32 %295, 0, !dbg !20
  %296 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i95, float %288, float %284) #5, !dbg !20
  %297 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i95, float %288, float %284) #5, !dbg !20
  %.04.i97 = select i1 %.not4.i96, float %297, float %296, !dbg !20
  %298 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not5.i98 = icmp eq i32 %298, 0, !dbg !20
  %299 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i97, float %288, float %283) #5, !dbg !20
  %300 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i97, float %288, float %283) #5, !dbg !20
  %.05.i99 = select i1 %.not5.i98, float %300, float %299, !dbg !20
  %301 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not6.i100 = icmp eq i32 %301, 0, !dbg !20
  %302 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i99, float %288, float %282) #5, !dbg !20
  %303 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i99, float %288, float %282) #5, !dbg !20
  %.06.i101 = select i1 %.not6.i100, float %303, float %302, !dbg !20
  %304 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not7.i102 = icmp eq i32 %304, 0, !dbg !20
  %305 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i101, float %288, float %281) #5, !dbg !20
  %306 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i101, float %288, float %281) #5, !dbg !20
  %.07.i103 = select i1 %.not7.i102, float %306, float %305, !dbg !20
  %307 = fneg float %288, !dbg !20
  %308 = select i1 %277, float %307, float %39, !dbg !20
  %309 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not8.i104 = icmp eq i32 %309, 0, !dbg !20
  %310 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i103, float %308, float %308) #5, !dbg !20
  %311 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i103, float %308, float %308) #5, !dbg !20
  %.08.i105 = select i1 %.not8.i104, float %311, float %310, !dbg !20
  br i1 %277, label %312, label %__nv_erff.exit110, !dbg !20

312:                                              ; preds = %__internal_fmad.exit.i91
  %313 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i105), !dbg !20
  %314 = fsub float 1.000000e+00, %313, !dbg !20
  %315 = bitcast float %314 to i32, !dbg !20
  %316 = bitcast float %39 to i32, !dbg !20
  %317 = and i32 %316, -2147483648, !dbg !20
  %318 = or i32 %317, %315, !dbg !20
  %319 = bitcast i32 %318 to float, !dbg !20
  br label %__nv_erff.exit110, !dbg !20

__nv_erff.exit110:                                ; preds = %__internal_fmad.exit.i91, %312
  %r.0.i106 = phi float [ %319, %312 ], [ %.08.i105, %__internal_fmad.exit.i91 ], !dbg !20
  %320 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not.i111 = icmp eq i32 %320, 0, !dbg !20
  %321 = tail call float @llvm.nvvm.fabs.ftz.f32(float %41), !dbg !20
  %322 = tail call float @llvm.nvvm.fabs.f32(float %41), !dbg !20
  %.0.i112 = select i1 %.not.i111, float %322, float %321, !dbg !20
  %323 = fcmp oge float %.0.i112, 0x3FF00C1FC0000000, !dbg !20
  br i1 %323, label %__nv_fabsf.exit1.i129, label %325, !dbg !20

__nv_fabsf.exit1.i129:                            ; preds = %__nv_erff.exit110
  %324 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not1.i130 = icmp eq i32 %324, 0, !dbg !20
  %.01.i131 = select i1 %.not1.i130, float %322, float %321, !dbg !20
  br label %__internal_fmad.exit.i113, !dbg !20

325:                                              ; preds = %__nv_erff.exit110
  %326 = fmul float %41, %41, !dbg !20
  br label %__internal_fmad.exit.i113, !dbg !20

__internal_fmad.exit.i113:                        ; preds = %325, %__nv_fabsf.exit1.i129
  %327 = phi float [ 0x3FE4214280000000, %__nv_fabsf.exit1.i129 ], [ 0x3FC06EBA60000000, %325 ], !dbg !20
  %328 = phi float [ 0x3FED369F20000000, %__nv_fabsf.exit1.i129 ], [ 0xBFD8127580000000, %325 ], !dbg !20
  %329 = phi float [ 0x3FC46AA320000000, %__nv_fabsf.exit1.i129 ], [ 0x3FBCE315E0000000, %325 ], !dbg !20
  %330 = phi float [ 0xBFA49B3340000000, %__nv_fabsf.exit1.i129 ], [ 0xBF9B837CE0000000, %325 ], !dbg !20
  %331 = phi float [ 0x3F813233E0000000, %__nv_fabsf.exit1.i129 ], [ 0x3F755ABD40000000, %325 ], !dbg !20
  %332 = phi float [ 0xBF55C00B60000000, %__nv_fabsf.exit1.i129 ], [ 0xBF4AE9A400000000, %325 ], !dbg !20
  %333 = phi float [ 0x3F1D698740000000, %__nv_fabsf.exit1.i129 ], [ 0x3F163D2D40000000, %325 ], !dbg !20
  %334 = phi float [ %.01.i131, %__nv_fabsf.exit1.i129 ], [ %326, %325 ], !dbg !20
  %335 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not2.i114 = icmp eq i32 %335, 0, !dbg !20
  %336 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %333, float %334, float %332) #5, !dbg !20
  %337 = tail call float @llvm.nvvm.fma.rn.f(float %333, float %334, float %332) #5, !dbg !20
  %.02.i115 = select i1 %.not2.i114, float %337, float %336, !dbg !20
  %338 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not3.i116 = icmp eq i32 %338, 0, !dbg !20
  %339 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i115, float %334, float %331) #5, !dbg !20
  %340 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i115, float %334, float %331) #5, !dbg !20
  %.03.i117 = select i1 %.not3.i116, float %340, float %339, !dbg !20
  %341 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not4.i118 = icmp eq i32 %341, 0, !dbg !20
  %342 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i117, float %334, float %330) #5, !dbg !20
  %343 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i117, float %334, float %330) #5, !dbg !20
  %.04.i119 = select i1 %.not4.i118, float %343, float %342, !dbg !20
  %344 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not5.i120 = icmp eq i32 %344, 0, !dbg !20
  %345 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i119, float %334, float %329) #5, !dbg !20
  %346 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i119, float %334, float %329) #5, !dbg !20
  %.05.i121 = select i1 %.not5.i120, float %346, float %345, !dbg !20
  %347 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not6.i122 = icmp eq i32 %347, 0, !dbg !20
  %348 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i121, float %334, float %328) #5, !dbg !20
  %349 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i121, float %334, float %328) #5, !dbg !20
  %.06.i123 = select i1 %.not6.i122, float %349, float %348, !dbg !20
  %350 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not7.i124 = icmp eq i32 %350, 0, !dbg !20
  %351 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i123, float %334, float %327) #5, !dbg !20
  %352 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i123, float %334, float %327) #5, !dbg !20
  %.07.i125 = select i1 %.not7.i124, float %352, float %351, !dbg !20
  %353 = fneg float %334, !dbg !20
  %354 = select i1 %323, float %353, float %41, !dbg !20
  %355 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not8.i126 = icmp eq i32 %355, 0, !dbg !20
  %356 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i125, float %354, float %354) #5, !dbg !20
  %357 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i125, float %354, float %354) #5, !dbg !20
  %.08.i127 = select i1 %.not8.i126, float %357, float %356, !dbg !20
  br i1 %323, label %358, label %__nv_erff.exit132, !dbg !20

358:                                              ; preds = %__internal_fmad.exit.i113
  %359 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i127), !dbg !20
  %360 = fsub float 1.000000e+00, %359, !dbg !20
  %361 = bitcast float %360 to i32, !dbg !20
  %362 = bitcast float %41 to i32, !dbg !20
  %363 = and i32 %362, -2147483648, !dbg !20
  %364 = or i32 %363, %361, !dbg !20
  %365 = bitcast i32 %364 to float, !dbg !20
  br label %__nv_erff.exit132, !dbg !20

__nv_erff.exit132:                                ; preds = %__internal_fmad.exit.i113, %358
  %r.0.i128 = phi float [ %365, %358 ], [ %.08.i127, %__internal_fmad.exit.i113 ], !dbg !20
  %366 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not.i133 = icmp eq i32 %366, 0, !dbg !20
  %367 = tail call float @llvm.nvvm.fabs.ftz.f32(float %43), !dbg !20
  %368 = tail call float @llvm.nvvm.fabs.f32(float %43), !dbg !20
  %.0.i134 = select i1 %.not.i133, float %368, float %367, !dbg !20
  %369 = fcmp oge float %.0.i134, 0x3FF00C1FC0000000, !dbg !20
  br i1 %369, label %__nv_fabsf.exit1.i151, label %371, !dbg !20

__nv_fabsf.exit1.i151:                            ; preds = %__nv_erff.exit132
  %370 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not1.i152 = icmp eq i32 %370, 0, !dbg !20
  %.01.i153 = select i1 %.not1.i152, float %368, float %367, !dbg !20
  br label %__internal_fmad.exit.i135, !dbg !20

371:                                              ; preds = %__nv_erff.exit132
  %372 = fmul float %43, %43, !dbg !20
  br label %__internal_fmad.exit.i135, !dbg !20

__internal_fmad.exit.i135:                        ; preds = %371, %__nv_fabsf.exit1.i151
  %373 = phi float [ 0x3FE4214280000000, %__nv_fabsf.exit1.i151 ], [ 0x3FC06EBA60000000, %371 ], !dbg !20
  %374 = phi float [ 0x3FED369F20000000, %__nv_fabsf.exit1.i151 ], [ 0xBFD8127580000000, %371 ], !dbg !20
  %375 = phi float [ 0x3FC46AA320000000, %__nv_fabsf.exit1.i151 ], [ 0x3FBCE315E0000000, %371 ], !dbg !20
  %376 = phi float [ 0xBFA49B3340000000, %__nv_fabsf.exit1.i151 ], [ 0xBF9B837CE0000000, %371 ], !dbg !20
  %377 = phi float [ 0x3F813233E0000000, %__nv_fabsf.exit1.i151 ], [ 0x3F755ABD40000000, %371 ], !dbg !20
  %378 = phi float [ 0xBF55C00B60000000, %__nv_fabsf.exit1.i151 ], [ 0xBF4AE9A400000000, %371 ], !dbg !20
  %379 = phi float [ 0x3F1D698740000000, %__nv_fabsf.exit1.i151 ], [ 0x3F163D2D40000000, %371 ], !dbg !20
  %380 = phi float [ %.01.i153, %__nv_fabsf.exit1.i151 ], [ %372, %371 ], !dbg !20
  %381 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not2.i136 = icmp eq i32 %381, 0, !dbg !20
  %382 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %379, float %380, float %378) #5, !dbg !20
  %383 = tail call float @llvm.nvvm.fma.rn.f(float %379, float %380, float %378) #5, !dbg !20
  %.02.i137 = select i1 %.not2.i136, float %383, float %382, !dbg !20
  %384 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not3.i138 = icmp eq i32 %384, 0, !dbg !20
  %385 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i137, float %380, float %377) #5, !dbg !20
  %386 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i137, float %380, float %377) #5, !dbg !20
  %.03.i139 = select i1 %.not3.i138, float %386, float %385, !dbg !20
  %387 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not4.i140 = icmp eq i32 %387, 0, !dbg !20
  %388 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i139, float %380, float %376) #5, !dbg !20
  %389 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i139, float %380, float %376) #5, !dbg !20
  %.04.i141 = select i1 %.not4.i140, float %389, float %388, !dbg !20
  %390 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not5.i142 = icmp eq i32 %390, 0, !dbg !20
  %391 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i141, float %380, float %375) #5, !dbg !20
  %392 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i141, float %380, float %375) #5, !dbg !20
  %.05.i143 = select i1 %.not5.i142, float %392, float %391, !dbg !20
  %393 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not6.i144 = icmp eq i32 %393, 0, !dbg !20
  %394 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i143, float %380, float %374) #5, !dbg !20
  %395 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i143, float %380, float %374) #5, !dbg !20
  %.06.i145 = select i1 %.not6.i144, float %395, float %394, !dbg !20
  %396 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not7.i146 = icmp eq i32 %396, 0, !dbg !20
  %397 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i145, float %380, float %373) #5, !dbg !20
  %398 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i145, float %380, float %373) #5, !dbg !20
  %.07.i147 = select i1 %.not7.i146, float %398, float %397, !dbg !20
  %399 = fneg float %380, !dbg !20
  %400 = select i1 %369, float %399, float %43, !dbg !20
  %401 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !20
  %.not8.i148 = icmp eq i32 %401, 0, !dbg !20
  %402 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i147, float %400, float %400) #5, !dbg !20
  %403 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i147, float %400, float %400) #5, !dbg !20
  %.08.i149 = select i1 %.not8.i148, float %403, float %402, !dbg !20
  br i1 %369, label %404, label %__nv_erff.exit154, !dbg !20

404:                                              ; preds = %__internal_fmad.exit.i135
  %405 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i149), !dbg !20
  %406 = fsub float 1.000000e+00, %405, !dbg !20
  %407 = bitcast float %406 to i32, !dbg !20
  %408 = bitcast float %43 to i32, !dbg !20
  %409 = and i32 %408, -2147483648, !dbg !20
  %410 = or i32 %409, %407, !dbg !20
  %411 = bitcast i32 %410 to float, !dbg !20
  br label %__nv_erff.exit154, !dbg !20

__nv_erff.exit154:                                ; preds = %__internal_fmad.exit.i135, %404
  %r.0.i150 = phi float [ %411, %404 ], [ %.08.i149, %__internal_fmad.exit.i135 ], !dbg !20
  %412 = fmul <2 x float> %27, splat (float 5.000000e-01), !dbg !21
  %413 = fmul <2 x float> %26, splat (float 5.000000e-01), !dbg !21
  %414 = fmul <2 x float> %25, splat (float 5.000000e-01), !dbg !21
  %415 = fmul <2 x float> %24, splat (float 5.000000e-01), !dbg !21
  %416 = insertelement <2 x float> poison, float %r.0.i, i64 0, !dbg !22
  %417 = insertelement <2 x float> %416, float %r.0.i18, i64 1, !dbg !22
  %418 = fadd <2 x float> %417, splat (float 1.000000e+00), !dbg !22
  %419 = insertelement <2 x float> poison, float %r.0.i40, i64 0, !dbg !22
  %420 = insertelement <2 x float> %419, float %r.0.i62, i64 1, !dbg !22
  %421 = fadd <2 x float> %420, splat (float 1.000000e+00), !dbg !22
  %422 = insertelement <2 x float> poison, float %r.0.i84, i64 0, !dbg !22
  %423 = insertelement <2 x float> %422, float %r.0.i106, i64 1, !dbg !22
  %424 = fadd <2 x float> %423, splat (float 1.000000e+00), !dbg !22
  %425 = insertelement <2 x float> poison, float %r.0.i128, i64 0, !dbg !22
  %426 = insertelement <2 x float> %425, float %r.0.i150, i64 1, !dbg !22
  %427 = fadd <2 x float> %426, splat (float 1.000000e+00), !dbg !22
  %428 = getelementptr [2 x i8], ptr addrspace(1) %1, i64 %13, !dbg !23
  %429 = fmul <2 x float> %415, %418, !dbg !21
  %430 = fptrunc <2 x float> %429 to <2 x half>, !dbg !24
  %431 = fmul <2 x float> %414, %421, !dbg !21
  %432 = fptrunc <2 x float> %431 to <2 x half>, !dbg !24
  %433 = fmul <2 x float> %413, %424, !dbg !21
  %434 = fptrunc <2 x float> %433 to <2 x half>, !dbg !24
  %435 = fmul <2 x float> %412, %427, !dbg !21
  %436 = fptrunc <2 x float> %435 to <2 x half>, !dbg !24
  %437 = bitcast <2 x half> %430 to i32, !dbg !25
  %438 = bitcast <2 x half> %432 to i32, !dbg !25
  %439 = bitcast <2 x half> %434 to i32, !dbg !25
  %440 = bitcast <2 x half> %436 to i32, !dbg !25
  tail call void asm sideeffect "@$5 st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l,b"(i32 %437, i32 %438, i32 %439, i32 %440, ptr addrspace(1) %428, i1 %12) #5, !dbg !25
  ret void, !dbg !26
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare i32 @__nvvm_reflect(ptr) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fabs.ftz.f32(float) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fabs.f32(float) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fma.rn.ftz.f(float, float, float) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fma.rn.f(float, float, float) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.ex2.approx.ftz.f32(float) #4

attributes #0 = { nounwind "nvvm.reqntid"="64" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { "disable-tail-calls"="false" "frame-pointer"="all" "less-precise-fpmad"="false" "no-infs-fp-math"="false" "no-nans-fp-math"="false" "stack-protector-buffer-size"="8" "unsafe-fp-math"="false" "use-soft-float"="false" }
attributes #3 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #5 = { nounwind }

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
!6 = distinct !DISubprogram(name: "gelu", linkageName: "gelu", scope: !1, file: !1, line: 18, type: !7, scopeLine: 18, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!7 = !DISubroutineType(cc: DW_CC_normal, types: !8)
!8 = !{null, !9, !9, !11, !12, !12}
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "half", size: 16, encoding: DW_ATE_float)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !13, size: 64, dwarfAddressSpace: 1)
!13 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!14 = !DILocation(line: 20, column: 9, scope: !6)
!15 = !DILocation(line: 20, column: 36, scope: !6)
!16 = !DILocation(line: 21, column: 14, scope: !6)
!17 = !DILocation(line: 22, column: 21, scope: !6)
!18 = !DILocation(line: 22, column: 13, scope: !6)
!19 = !DILocation(line: 23, column: 42, scope: !6)
!20 = !DILocation(line: 23, column: 35, scope: !6)
!21 = !DILocation(line: 23, column: 14, scope: !6)
!22 = !DILocation(line: 23, column: 29, scope: !6)
!23 = !DILocation(line: 24, column: 14, scope: !6)
!24 = !DILocation(line: 24, column: 23, scope: !6)
!25 = !DILocation(line: 24, column: 5, scope: !6)
!26 = !DILocation(line: 18, column: 1, scope: !6)
