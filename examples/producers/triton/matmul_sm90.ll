; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: nounwind
define ptx_kernel void @matmul(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, i32 %4, i32 %5, ptr addrspace(1) nofree readnone captures(none) %6, ptr addrspace(1) nofree readnone captures(none) %7) local_unnamed_addr #0 !dbg !4 {
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !12
  %10 = shl i32 %9, 6, !dbg !12
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !13
  %12 = lshr i32 %11, 2, !dbg !13
  %13 = and i32 %12, 31, !dbg !13
  %14 = shl nuw nsw i32 %11, 3, !dbg !13
  %15 = and i32 %14, 56, !dbg !13
  %16 = lshr i32 %11, 3, !dbg !13
  %17 = and i32 %16, 15, !dbg !13
  %18 = or disjoint i32 %17, 16, !dbg !13
  %19 = or disjoint i32 %13, %10, !dbg !12
  %20 = or disjoint i32 %19, 32, !dbg !12
  %21 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !14
  %22 = shl nuw nsw i32 %21, 6, !dbg !14
  %23 = or disjoint i32 %15, %22, !dbg !14
  %24 = and i32 %14, 24, !dbg !15
  %25 = mul i32 %5, %19, !dbg !16
  %26 = mul i32 %5, %20, !dbg !16
  %27 = sext i32 %25 to i64, !dbg !17
  %28 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %27, !dbg !17
  %29 = sext i32 %26 to i64, !dbg !17
  %30 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %29, !dbg !17
  %31 = icmp sgt i32 %5, 0, !dbg !18
  %32 = zext nneg i32 %24 to i64, !dbg !17
  %33 = getelementptr [2 x i8], ptr addrspace(1) %28, i64 %32, !dbg !17
  %34 = getelementptr [2 x i8], ptr addrspace(1) %30, i64 %32, !dbg !17
  %35 = shl nuw nsw i32 %11, 4, !dbg !19
  %36 = and i32 %35, 2032, !dbg !19
  %37 = shl nuw nsw i32 %11, 1, !dbg !19
  %38 = and i32 %37, 48, !dbg !19
  %39 = xor i32 %36, %38, !dbg !19
  %40 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %39, !dbg !19
  %41 = select i1 %31, i32 16, i32 0, !dbg !19
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %40, ptr addrspace(1) %33, i32 %41) #2, !dbg !19
  %42 = or disjoint i32 %39, 2048, !dbg !19
  %43 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %42, !dbg !19
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) nonnull %43, ptr addrspace(1) %34, i32 %41) #2, !dbg !19
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !19
  %44 = mul i32 %4, %17, !dbg !20
  %45 = mul i32 %4, %18, !dbg !20
  %46 = sext i32 %44 to i64, !dbg !21
  %47 = getelementptr [2 x i8], ptr addrspace(1) %1, i64 %46, !dbg !21
  %48 = sext i32 %45 to i64, !dbg !21
  %49 = getelementptr [2 x i8], ptr addrspace(1) %1, i64 %48, !dbg !21
  %50 = zext nneg i32 %23 to i64, !dbg !21
  %51 = getelementptr [2 x i8], ptr addrspace(1) %47, i64 %50, !dbg !21
  %52 = getelementptr [2 x i8], ptr addrspace(1) %49, i64 %50, !dbg !21
  %53 = and i32 %37, 112, !dbg !22
  %54 = xor i32 %36, %53, !dbg !22
  %55 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %54, !dbg !22
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %55, ptr addrspace(1) %51, i32 %41) #2, !dbg !22
  %56 = or disjoint i32 %54, 2048, !dbg !22
  %57 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %56, !dbg !22
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) nonnull %57, ptr addrspace(1) %52, i32 %41) #2, !dbg !22
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !22
  %invariant.gep = getelementptr [2 x i8], ptr addrspace(1) %1, i64 %50, !dbg !18
  br i1 %31, label %.lr.ph, label %._crit_edge, !dbg !18

.lr.ph:                                           ; preds = %8
  %58 = add nsw i32 %5, -32
  br label %59, !dbg !18

59:                                               ; preds = %.lr.ph, %59
  %60 = phi i32 [ -1, %.lr.ph ], [ %98, %59 ]
  %61 = phi i32 [ 0, %.lr.ph ], [ %219, %59 ]
  %62 = phi float [ 0.000000e+00, %.lr.ph ], [ %185, %59 ]
  %63 = phi float [ 0.000000e+00, %.lr.ph ], [ %186, %59 ]
  %64 = phi float [ 0.000000e+00, %.lr.ph ], [ %187, %59 ]
  %65 = phi float [ 0.000000e+00, %.lr.ph ], [ %188, %59 ]
  %66 = phi float [ 0.000000e+00, %.lr.ph ], [ %189, %59 ]
  %67 = phi float [ 0.000000e+00, %.lr.ph ], [ %190, %59 ]
  %68 = phi float [ 0.000000e+00, %.lr.ph ], [ %191, %59 ]
  %69 = phi float [ 0.000000e+00, %.lr.ph ], [ %192, %59 ]
  %70 = phi float [ 0.000000e+00, %.lr.ph ], [ %193, %59 ]
  %71 = phi float [ 0.000000e+00, %.lr.ph ], [ %194, %59 ]
  %72 = phi float [ 0.000000e+00, %.lr.ph ], [ %195, %59 ]
  %73 = phi float [ 0.000000e+00, %.lr.ph ], [ %196, %59 ]
  %74 = phi float [ 0.000000e+00, %.lr.ph ], [ %197, %59 ]
  %75 = phi float [ 0.000000e+00, %.lr.ph ], [ %198, %59 ]
  %76 = phi float [ 0.000000e+00, %.lr.ph ], [ %199, %59 ]
  %77 = phi float [ 0.000000e+00, %.lr.ph ], [ %200, %59 ]
  %78 = phi float [ 0.000000e+00, %.lr.ph ], [ %201, %59 ]
  %79 = phi float [ 0.000000e+00, %.lr.ph ], [ %202, %59 ]
  %80 = phi float [ 0.000000e+00, %.lr.ph ], [ %203, %59 ]
  %81 = phi float [ 0.000000e+00, %.lr.ph ], [ %204, %59 ]
  %82 = phi float [ 0.000000e+00, %.lr.ph ], [ %205, %59 ]
  %83 = phi float [ 0.000000e+00, %.lr.ph ], [ %206, %59 ]
  %84 = phi float [ 0.000000e+00, %.lr.ph ], [ %207, %59 ]
  %85 = phi float [ 0.000000e+00, %.lr.ph ], [ %208, %59 ]
  %86 = phi float [ 0.000000e+00, %.lr.ph ], [ %209, %59 ]
  %87 = phi float [ 0.000000e+00, %.lr.ph ], [ %210, %59 ]
  %88 = phi float [ 0.000000e+00, %.lr.ph ], [ %211, %59 ]
  %89 = phi float [ 0.000000e+00, %.lr.ph ], [ %212, %59 ]
  %90 = phi float [ 0.000000e+00, %.lr.ph ], [ %213, %59 ]
  %91 = phi float [ 0.000000e+00, %.lr.ph ], [ %214, %59 ]
  %92 = phi float [ 0.000000e+00, %.lr.ph ], [ %215, %59 ]
  %93 = phi float [ 0.000000e+00, %.lr.ph ], [ %216, %59 ]
  %94 = phi i32 [ 0, %.lr.ph ], [ %220, %59 ]
  %95 = icmp slt i32 %94, %58, !dbg !18
  %96 = add i32 %60, 1, !dbg !18
  %97 = icmp sgt i32 %96, 1, !dbg !18
  %98 = select i1 %97, i32 0, i32 %96, !dbg !18
  tail call void @llvm.nvvm.cp.async.wait.group(i32 0), !dbg !19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !19
  %99 = shl i32 %98, 11, !dbg !19
  %100 = getelementptr [2 x i8], ptr addrspace(3) @global_smem, i32 %99, !dbg !19
  %101 = getelementptr [2 x i8], ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %99, !dbg !22
  tail call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !23
  %102 = ptrtoint ptr addrspace(3) %100 to i32, !dbg !23
  %103 = lshr exact i32 %102, 4, !dbg !23
  %104 = and i32 %103, 32767, !dbg !23
  %105 = ptrtoint ptr addrspace(3) %101 to i32, !dbg !23
  %106 = lshr exact i32 %105, 4, !dbg !23
  %107 = and i32 %106, 32767, !dbg !23
  tail call void @llvm.nvvm.wgmma.fence.sync.aligned(), !dbg !23
  %108 = insertelement <2 x i32> <i32 poison, i32 -2147483616>, i32 %104, i64 0, !dbg !23
  %109 = bitcast <2 x i32> %108 to i64, !dbg !23
  %110 = insertelement <2 x i32> <i32 poison, i32 1073741888>, i32 %107, i64 0, !dbg !23
  %111 = bitcast <2 x i32> %110 to i64, !dbg !23
  %112 = tail call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0,$1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,$24,$25,$26,$27,$28,$29,$30,$31}, $64, $65, $66, 1, 1, 0, 1;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,l,l,b"(float %62, float %63, float %64, float %65, float %66, float %67, float %68, float %69, float %70, float %71, float %72, float %73, float %74, float %75, float %76, float %77, float %78, float %79, float %80, float %81, float %82, float %83, float %84, float %85, float %86, float %87, float %88, float %89, float %90, float %91, float %92, float %93, i64 %109, i64 %111, i1 true) #2, !dbg !23
  %113 = add nuw nsw i32 %104, 2, !dbg !23
  %114 = insertelement <2 x i32> <i32 poison, i32 -2147483616>, i32 %113, i64 0, !dbg !23
  %115 = bitcast <2 x i32> %114 to i64, !dbg !23
  %116 = add nuw nsw i32 %107, 128, !dbg !23
  %117 = insertelement <2 x i32> <i32 poison, i32 1073741888>, i32 %116, i64 0, !dbg !23
  %118 = bitcast <2 x i32> %117 to i64, !dbg !23
  %119 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 0, !dbg !23
  %120 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 1, !dbg !23
  %121 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 2, !dbg !23
  %122 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 3, !dbg !23
  %123 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 4, !dbg !23
  %124 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 5, !dbg !23
  %125 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 6, !dbg !23
  %126 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 7, !dbg !23
  %127 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 8, !dbg !23
  %128 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 9, !dbg !23
  %129 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 10, !dbg !23
  %130 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 11, !dbg !23
  %131 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 12, !dbg !23
  %132 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 13, !dbg !23
  %133 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 14, !dbg !23
  %134 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 15, !dbg !23
  %135 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 16, !dbg !23
  %136 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 17, !dbg !23
  %137 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 18, !dbg !23
  %138 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 19, !dbg !23
  %139 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 20, !dbg !23
  %140 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 21, !dbg !23
  %141 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 22, !dbg !23
  %142 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 23, !dbg !23
  %143 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 24, !dbg !23
  %144 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 25, !dbg !23
  %145 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 26, !dbg !23
  %146 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 27, !dbg !23
  %147 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 28, !dbg !23
  %148 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 29, !dbg !23
  %149 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 30, !dbg !23
  %150 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %112, 31, !dbg !23
  %151 = tail call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0,$1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,$24,$25,$26,$27,$28,$29,$30,$31}, $64, $65, $66, 1, 1, 0, 1;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,l,l,b"(float %119, float %120, float %121, float %122, float %123, float %124, float %125, float %126, float %127, float %128, float %129, float %130, float %131, float %132, float %133, float %134, float %135, float %136, float %137, float %138, float %139, float %140, float %141, float %142, float %143, float %144, float %145, float %146, float %147, float %148, float %149, float %150, i64 %115, i64 %118, i1 true) #2, !dbg !23
  %152 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 0, !dbg !23
  %153 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 1, !dbg !23
  %154 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 2, !dbg !23
  %155 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 3, !dbg !23
  %156 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 4, !dbg !23
  %157 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 5, !dbg !23
  %158 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 6, !dbg !23
  %159 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 7, !dbg !23
  %160 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 8, !dbg !23
  %161 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 9, !dbg !23
  %162 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 10, !dbg !23
  %163 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 11, !dbg !23
  %164 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 12, !dbg !23
  %165 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 13, !dbg !23
  %166 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 14, !dbg !23
  %167 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 15, !dbg !23
  %168 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 16, !dbg !23
  %169 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 17, !dbg !23
  %170 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 18, !dbg !23
  %171 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 19, !dbg !23
  %172 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 20, !dbg !23
  %173 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 21, !dbg !23
  %174 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 22, !dbg !23
  %175 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 23, !dbg !23
  %176 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 24, !dbg !23
  %177 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 25, !dbg !23
  %178 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 26, !dbg !23
  %179 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 27, !dbg !23
  %180 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 28, !dbg !23
  %181 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 29, !dbg !23
  %182 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 30, !dbg !23
  %183 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 31, !dbg !23
  tail call void @llvm.nvvm.wgmma.commit_group.sync.aligned(), !dbg !23
  %184 = tail call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } asm sideeffect "// wait for regs: $0,$1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,$24,$25,$26,$27,$28,$29,$30,$31,$32,$33,$34,$35,$36,$37\0A\09wgmma.wait_group.sync.aligned 1;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=l,=r,=r,=l,=r,=r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37"(float %152, float %153, float %154, float %155, float %156, float %157, float %158, float %159, float %160, float %161, float %162, float %163, float %164, float %165, float %166, float %167, float %168, float %169, float %170, float %171, float %172, float %173, float %174, float %175, float %176, float %177, float %178, float %179, float %180, float %181, float %182, float %183, ptr addrspace(3) %100, i32 0, i32 0, ptr addrspace(3) %101, i32 0, i32 0) #2, !dbg !23
  %185 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 0, !dbg !23
  %186 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 1, !dbg !23
  %187 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 2, !dbg !23
  %188 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 3, !dbg !23
  %189 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 4, !dbg !23
  %190 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 5, !dbg !23
  %191 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 6, !dbg !23
  %192 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 7, !dbg !23
  %193 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 8, !dbg !23
  %194 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 9, !dbg !23
  %195 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 10, !dbg !23
  %196 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 11, !dbg !23
  %197 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 12, !dbg !23
  %198 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 13, !dbg !23
  %199 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 14, !dbg !23
  %200 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 15, !dbg !23
  %201 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 16, !dbg !23
  %202 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 17, !dbg !23
  %203 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 18, !dbg !23
  %204 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 19, !dbg !23
  %205 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 20, !dbg !23
  %206 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 21, !dbg !23
  %207 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 22, !dbg !23
  %208 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 23, !dbg !23
  %209 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 24, !dbg !23
  %210 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 25, !dbg !23
  %211 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 26, !dbg !23
  %212 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 27, !dbg !23
  %213 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 28, !dbg !23
  %214 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 29, !dbg !23
  %215 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 30, !dbg !23
  %216 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, ptr addrspace(3), i32, i32, ptr addrspace(3), i32, i32 } %184, 31, !dbg !23
  %217 = add i32 %61, 1, !dbg !18
  %218 = icmp sgt i32 %217, 1, !dbg !18
  %219 = select i1 %218, i32 0, i32 %217, !dbg !18
  %220 = add i32 %94, 32, !dbg !18
  %221 = or disjoint i32 %220, %24, !dbg !24
  %222 = or disjoint i32 %220, %17, !dbg !24
  %223 = or disjoint i32 %220, %18, !dbg !24
  %224 = sext i32 %221 to i64, !dbg !17
  %225 = getelementptr [2 x i8], ptr addrspace(1) %28, i64 %224, !dbg !17
  %226 = getelementptr [2 x i8], ptr addrspace(1) %30, i64 %224, !dbg !17
  %227 = shl i32 %219, 11, !dbg !19
  %228 = getelementptr [2 x i8], ptr addrspace(3) @global_smem, i32 %227, !dbg !19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !19
  %229 = getelementptr inbounds nuw i8, ptr addrspace(3) %228, i32 %39, !dbg !19
  %230 = select i1 %95, i32 16, i32 0, !dbg !19
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %229, ptr addrspace(1) %225, i32 %230) #2, !dbg !19
  %231 = getelementptr inbounds nuw i8, ptr addrspace(3) %228, i32 %42, !dbg !19
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) nonnull %231, ptr addrspace(1) %226, i32 %230) #2, !dbg !19
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !19
  %232 = mul i32 %222, %4, !dbg !20
  %233 = mul i32 %223, %4, !dbg !20
  %234 = sext i32 %232 to i64, !dbg !21
  %235 = sext i32 %233 to i64, !dbg !21
  %gep = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %234, !dbg !21
  %gep3 = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %235, !dbg !21
  %236 = getelementptr [2 x i8], ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 8192), i32 %227, !dbg !22
  %237 = getelementptr inbounds nuw i8, ptr addrspace(3) %236, i32 %54, !dbg !22
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %237, ptr addrspace(1) %gep, i32 %230) #2, !dbg !22
  %238 = getelementptr inbounds nuw i8, ptr addrspace(3) %236, i32 %56, !dbg !22
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) nonnull %238, ptr addrspace(1) %gep3, i32 %230) #2, !dbg !22
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !22
  %239 = icmp slt i32 %220, %5, !dbg !18
  br i1 %239, label %59, label %._crit_edge, !dbg !18

._crit_edge:                                      ; preds = %59, %8
  %240 = phi float [ 0.000000e+00, %8 ], [ %185, %59 ], !dbg !25
  %241 = phi float [ 0.000000e+00, %8 ], [ %186, %59 ], !dbg !25
  %242 = phi float [ 0.000000e+00, %8 ], [ %187, %59 ], !dbg !25
  %243 = phi float [ 0.000000e+00, %8 ], [ %188, %59 ], !dbg !25
  %244 = phi float [ 0.000000e+00, %8 ], [ %189, %59 ], !dbg !25
  %245 = phi float [ 0.000000e+00, %8 ], [ %190, %59 ], !dbg !25
  %246 = phi float [ 0.000000e+00, %8 ], [ %191, %59 ], !dbg !25
  %247 = phi float [ 0.000000e+00, %8 ], [ %192, %59 ], !dbg !25
  %248 = phi float [ 0.000000e+00, %8 ], [ %193, %59 ], !dbg !25
  %249 = phi float [ 0.000000e+00, %8 ], [ %194, %59 ], !dbg !25
  %250 = phi float [ 0.000000e+00, %8 ], [ %195, %59 ], !dbg !25
  %251 = phi float [ 0.000000e+00, %8 ], [ %196, %59 ], !dbg !25
  %252 = phi float [ 0.000000e+00, %8 ], [ %197, %59 ], !dbg !25
  %253 = phi float [ 0.000000e+00, %8 ], [ %198, %59 ], !dbg !25
  %254 = phi float [ 0.000000e+00, %8 ], [ %199, %59 ], !dbg !25
  %255 = phi float [ 0.000000e+00, %8 ], [ %200, %59 ], !dbg !25
  %256 = phi float [ 0.000000e+00, %8 ], [ %201, %59 ], !dbg !25
  %257 = phi float [ 0.000000e+00, %8 ], [ %202, %59 ], !dbg !25
  %258 = phi float [ 0.000000e+00, %8 ], [ %203, %59 ], !dbg !25
  %259 = phi float [ 0.000000e+00, %8 ], [ %204, %59 ], !dbg !25
  %260 = phi float [ 0.000000e+00, %8 ], [ %205, %59 ], !dbg !25
  %261 = phi float [ 0.000000e+00, %8 ], [ %206, %59 ], !dbg !25
  %262 = phi float [ 0.000000e+00, %8 ], [ %207, %59 ], !dbg !25
  %263 = phi float [ 0.000000e+00, %8 ], [ %208, %59 ], !dbg !25
  %264 = phi float [ 0.000000e+00, %8 ], [ %209, %59 ], !dbg !25
  %265 = phi float [ 0.000000e+00, %8 ], [ %210, %59 ], !dbg !25
  %266 = phi float [ 0.000000e+00, %8 ], [ %211, %59 ], !dbg !25
  %267 = phi float [ 0.000000e+00, %8 ], [ %212, %59 ], !dbg !25
  %268 = phi float [ 0.000000e+00, %8 ], [ %213, %59 ], !dbg !25
  %269 = phi float [ 0.000000e+00, %8 ], [ %214, %59 ], !dbg !25
  %270 = phi float [ 0.000000e+00, %8 ], [ %215, %59 ], !dbg !25
  %271 = phi float [ 0.000000e+00, %8 ], [ %216, %59 ], !dbg !25
  %272 = or disjoint i32 %17, %10, !dbg !13
  %273 = or disjoint i32 %272, 48, !dbg !12
  %274 = or disjoint i32 %272, 32, !dbg !12
  %275 = or disjoint i32 %18, %10, !dbg !12
  %276 = tail call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "// wait for regs: $0,$1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,$24,$25,$26,$27,$28,$29,$30,$31\0A\09wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"(float %240, float %241, float %242, float %243, float %244, float %245, float %246, float %247, float %248, float %249, float %250, float %251, float %252, float %253, float %254, float %255, float %256, float %257, float %258, float %259, float %260, float %261, float %262, float %263, float %264, float %265, float %266, float %267, float %268, float %269, float %270, float %271) #2, !dbg !18
  tail call void @llvm.nvvm.cp.async.wait.group(i32 0), !dbg !18
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !18
  %277 = icmp slt i32 %272, %3, !dbg !26
  %278 = icmp slt i32 %275, %3, !dbg !26
  %279 = icmp slt i32 %274, %3, !dbg !26
  %280 = icmp slt i32 %273, %3, !dbg !26
  %281 = icmp slt i32 %23, %4, !dbg !27
  %282 = and i1 %277, %281, !dbg !28
  %283 = and i1 %278, %281, !dbg !28
  %284 = and i1 %279, %281, !dbg !28
  %285 = and i1 %280, %281, !dbg !28
  %286 = mul i32 %4, %272, !dbg !29
  %287 = mul i32 %4, %275, !dbg !29
  %288 = mul i32 %4, %274, !dbg !29
  %289 = mul i32 %4, %273, !dbg !29
  %290 = sext i32 %286 to i64, !dbg !30
  %291 = getelementptr [2 x i8], ptr addrspace(1) %2, i64 %290, !dbg !30
  %292 = sext i32 %287 to i64, !dbg !30
  %293 = getelementptr [2 x i8], ptr addrspace(1) %2, i64 %292, !dbg !30
  %294 = sext i32 %288 to i64, !dbg !30
  %295 = getelementptr [2 x i8], ptr addrspace(1) %2, i64 %294, !dbg !30
  %296 = sext i32 %289 to i64, !dbg !30
  %297 = getelementptr [2 x i8], ptr addrspace(1) %2, i64 %296, !dbg !30
  %298 = getelementptr [2 x i8], ptr addrspace(1) %291, i64 %50, !dbg !30
  %299 = getelementptr [2 x i8], ptr addrspace(1) %293, i64 %50, !dbg !30
  %300 = getelementptr [2 x i8], ptr addrspace(1) %295, i64 %50, !dbg !30
  %301 = getelementptr [2 x i8], ptr addrspace(1) %297, i64 %50, !dbg !30
  %302 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 0, !dbg !31
  %303 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 1, !dbg !31
  %304 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 2, !dbg !31
  %305 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 3, !dbg !31
  %306 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 4, !dbg !31
  %307 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 5, !dbg !31
  %308 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 6, !dbg !31
  %309 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 7, !dbg !31
  %310 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 8, !dbg !31
  %311 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 9, !dbg !31
  %312 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 10, !dbg !31
  %313 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 11, !dbg !31
  %314 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 12, !dbg !31
  %315 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 13, !dbg !31
  %316 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 14, !dbg !31
  %317 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 15, !dbg !31
  %318 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 16, !dbg !31
  %319 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 17, !dbg !31
  %320 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 18, !dbg !31
  %321 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 19, !dbg !31
  %322 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 20, !dbg !31
  %323 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 21, !dbg !31
  %324 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 22, !dbg !31
  %325 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 23, !dbg !31
  %326 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 24, !dbg !31
  %327 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 25, !dbg !31
  %328 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 26, !dbg !31
  %329 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 27, !dbg !31
  %330 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 28, !dbg !31
  %331 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 29, !dbg !31
  %332 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 30, !dbg !31
  %333 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %276, 31, !dbg !31
  %334 = insertelement <2 x float> poison, float %302, i64 0, !dbg !31
  %335 = insertelement <2 x float> %334, float %303, i64 1, !dbg !31
  %336 = fptrunc <2 x float> %335 to <2 x half>, !dbg !31
  %337 = insertelement <2 x float> poison, float %304, i64 0, !dbg !31
  %338 = insertelement <2 x float> %337, float %305, i64 1, !dbg !31
  %339 = fptrunc <2 x float> %338 to <2 x half>, !dbg !31
  %340 = insertelement <2 x float> poison, float %306, i64 0, !dbg !31
  %341 = insertelement <2 x float> %340, float %307, i64 1, !dbg !31
  %342 = fptrunc <2 x float> %341 to <2 x half>, !dbg !31
  %343 = insertelement <2 x float> poison, float %308, i64 0, !dbg !31
  %344 = insertelement <2 x float> %343, float %309, i64 1, !dbg !31
  %345 = fptrunc <2 x float> %344 to <2 x half>, !dbg !31
  %346 = insertelement <2 x float> poison, float %310, i64 0, !dbg !31
  %347 = insertelement <2 x float> %346, float %311, i64 1, !dbg !31
  %348 = fptrunc <2 x float> %347 to <2 x half>, !dbg !31
  %349 = insertelement <2 x float> poison, float %312, i64 0, !dbg !31
  %350 = insertelement <2 x float> %349, float %313, i64 1, !dbg !31
  %351 = fptrunc <2 x float> %350 to <2 x half>, !dbg !31
  %352 = insertelement <2 x float> poison, float %314, i64 0, !dbg !31
  %353 = insertelement <2 x float> %352, float %315, i64 1, !dbg !31
  %354 = fptrunc <2 x float> %353 to <2 x half>, !dbg !31
  %355 = insertelement <2 x float> poison, float %316, i64 0, !dbg !31
  %356 = insertelement <2 x float> %355, float %317, i64 1, !dbg !31
  %357 = fptrunc <2 x float> %356 to <2 x half>, !dbg !31
  %358 = insertelement <2 x float> poison, float %318, i64 0, !dbg !31
  %359 = insertelement <2 x float> %358, float %319, i64 1, !dbg !31
  %360 = fptrunc <2 x float> %359 to <2 x half>, !dbg !31
  %361 = insertelement <2 x float> poison, float %320, i64 0, !dbg !31
  %362 = insertelement <2 x float> %361, float %321, i64 1, !dbg !31
  %363 = fptrunc <2 x float> %362 to <2 x half>, !dbg !31
  %364 = insertelement <2 x float> poison, float %322, i64 0, !dbg !31
  %365 = insertelement <2 x float> %364, float %323, i64 1, !dbg !31
  %366 = fptrunc <2 x float> %365 to <2 x half>, !dbg !31
  %367 = insertelement <2 x float> poison, float %324, i64 0, !dbg !31
  %368 = insertelement <2 x float> %367, float %325, i64 1, !dbg !31
  %369 = fptrunc <2 x float> %368 to <2 x half>, !dbg !31
  %370 = insertelement <2 x float> poison, float %326, i64 0, !dbg !31
  %371 = insertelement <2 x float> %370, float %327, i64 1, !dbg !31
  %372 = fptrunc <2 x float> %371 to <2 x half>, !dbg !31
  %373 = insertelement <2 x float> poison, float %328, i64 0, !dbg !31
  %374 = insertelement <2 x float> %373, float %329, i64 1, !dbg !31
  %375 = fptrunc <2 x float> %374 to <2 x half>, !dbg !31
  %376 = insertelement <2 x float> poison, float %330, i64 0, !dbg !31
  %377 = insertelement <2 x float> %376, float %331, i64 1, !dbg !31
  %378 = fptrunc <2 x float> %377 to <2 x half>, !dbg !31
  %379 = insertelement <2 x float> poison, float %332, i64 0, !dbg !31
  %380 = insertelement <2 x float> %379, float %333, i64 1, !dbg !31
  %381 = fptrunc <2 x float> %380 to <2 x half>, !dbg !31
  %382 = and i32 %35, 1536, !dbg !32
  %383 = and i32 %11, 1, !dbg !32
  %384 = shl nuw nsw i32 %383, 5, !dbg !32
  %385 = and i32 %11, 2, !dbg !32
  %386 = icmp eq i32 %385, 0, !dbg !32
  %387 = and i32 %11, 4, !dbg !32
  %388 = and i32 %11, 8, !dbg !32
  %389 = icmp eq i32 %388, 0, !dbg !32
  %390 = select i1 %389, i32 0, i32 2080, !dbg !32
  %391 = and i32 %11, 16, !dbg !32
  %392 = or disjoint i32 %382, %384, !dbg !32
  %393 = select i1 %386, i32 0, i32 4160, !dbg !32
  %394 = xor i32 %392, %390, !dbg !32
  %395 = insertelement <4 x i32> poison, i32 %387, i64 0, !dbg !32
  %396 = insertelement <4 x i32> %395, i32 %391, i64 1, !dbg !32
  %397 = insertelement <4 x i32> %396, i32 %394, i64 2, !dbg !32
  %398 = insertelement <4 x i32> %397, i32 %393, i64 3, !dbg !32
  %399 = shl nuw nsw <4 x i32> %398, <i32 2, i32 3, i32 0, i32 0>, !dbg !32
  %400 = tail call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> %399), !dbg !32
  %401 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %400, !dbg !32
  %402 = bitcast <2 x half> %336 to i32, !dbg !32
  %403 = bitcast <2 x half> %342 to i32, !dbg !32
  %404 = bitcast <2 x half> %348 to i32, !dbg !32
  %405 = bitcast <2 x half> %354 to i32, !dbg !32
  %406 = insertelement <4 x i32> poison, i32 %402, i64 0, !dbg !32
  %407 = insertelement <4 x i32> %406, i32 %403, i64 1, !dbg !32
  %408 = insertelement <4 x i32> %407, i32 %404, i64 2, !dbg !32
  %409 = insertelement <4 x i32> %408, i32 %405, i64 3, !dbg !32
  store <4 x i32> %409, ptr addrspace(3) %401, align 16, !dbg !32
  %410 = getelementptr inbounds nuw i8, ptr addrspace(3) %401, i32 256, !dbg !32
  %411 = bitcast <2 x half> %339 to i32, !dbg !32
  %412 = bitcast <2 x half> %345 to i32, !dbg !32
  %413 = bitcast <2 x half> %351 to i32, !dbg !32
  %414 = bitcast <2 x half> %357 to i32, !dbg !32
  %415 = insertelement <4 x i32> poison, i32 %411, i64 0, !dbg !32
  %416 = insertelement <4 x i32> %415, i32 %412, i64 1, !dbg !32
  %417 = insertelement <4 x i32> %416, i32 %413, i64 2, !dbg !32
  %418 = insertelement <4 x i32> %417, i32 %414, i64 3, !dbg !32
  store <4 x i32> %418, ptr addrspace(3) %410, align 16, !dbg !32
  %419 = xor i32 %400, 64, !dbg !32
  %420 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %419, !dbg !32
  %421 = bitcast <2 x half> %360 to i32, !dbg !32
  %422 = bitcast <2 x half> %366 to i32, !dbg !32
  %423 = bitcast <2 x half> %372 to i32, !dbg !32
  %424 = bitcast <2 x half> %378 to i32, !dbg !32
  %425 = insertelement <4 x i32> poison, i32 %421, i64 0, !dbg !32
  %426 = insertelement <4 x i32> %425, i32 %422, i64 1, !dbg !32
  %427 = insertelement <4 x i32> %426, i32 %423, i64 2, !dbg !32
  %428 = insertelement <4 x i32> %427, i32 %424, i64 3, !dbg !32
  store <4 x i32> %428, ptr addrspace(3) %420, align 16, !dbg !32
  %429 = getelementptr inbounds nuw i8, ptr addrspace(3) %420, i32 256, !dbg !32
  %430 = bitcast <2 x half> %363 to i32, !dbg !32
  %431 = bitcast <2 x half> %369 to i32, !dbg !32
  %432 = bitcast <2 x half> %375 to i32, !dbg !32
  %433 = bitcast <2 x half> %381 to i32, !dbg !32
  %434 = insertelement <4 x i32> poison, i32 %430, i64 0, !dbg !32
  %435 = insertelement <4 x i32> %434, i32 %431, i64 1, !dbg !32
  %436 = insertelement <4 x i32> %435, i32 %432, i64 2, !dbg !32
  %437 = insertelement <4 x i32> %436, i32 %433, i64 3, !dbg !32
  store <4 x i32> %437, ptr addrspace(3) %429, align 16, !dbg !32
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !32
  %438 = shl nuw nsw i32 %11, 2, !dbg !32
  %439 = and i32 %438, 416, !dbg !32
  %440 = shl nuw nsw i32 %383, 6, !dbg !32
  %441 = shl nuw nsw i32 %385, 3, !dbg !32
  %442 = icmp eq i32 %387, 0, !dbg !32
  %443 = select i1 %442, i32 0, i32 2080, !dbg !32
  %444 = icmp eq i32 %391, 0, !dbg !32
  %445 = select i1 %444, i32 0, i32 4160, !dbg !32
  %446 = or disjoint i32 %439, %440, !dbg !32
  %447 = or disjoint i32 %443, %445, !dbg !32
  %448 = xor i32 %447, %446, !dbg !32
  %449 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %441, !dbg !32
  %450 = getelementptr inbounds nuw i8, ptr addrspace(3) %449, i32 %448, !dbg !32
  %451 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %450), !dbg !32
  %452 = extractvalue { i32, i32, i32, i32 } %451, 0, !dbg !32
  %453 = extractvalue { i32, i32, i32, i32 } %451, 1, !dbg !32
  %454 = extractvalue { i32, i32, i32, i32 } %451, 2, !dbg !32
  %455 = extractvalue { i32, i32, i32, i32 } %451, 3, !dbg !32
  %456 = getelementptr inbounds nuw i8, ptr addrspace(3) %450, i32 512, !dbg !32
  %457 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) nonnull %456), !dbg !32
  %458 = extractvalue { i32, i32, i32, i32 } %457, 0, !dbg !32
  %459 = extractvalue { i32, i32, i32, i32 } %457, 1, !dbg !32
  %460 = extractvalue { i32, i32, i32, i32 } %457, 2, !dbg !32
  %461 = extractvalue { i32, i32, i32, i32 } %457, 3, !dbg !32
  %462 = getelementptr inbounds nuw i8, ptr addrspace(3) %450, i32 1024, !dbg !32
  %463 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) nonnull %462), !dbg !32
  %464 = extractvalue { i32, i32, i32, i32 } %463, 0, !dbg !32
  %465 = extractvalue { i32, i32, i32, i32 } %463, 1, !dbg !32
  %466 = extractvalue { i32, i32, i32, i32 } %463, 2, !dbg !32
  %467 = extractvalue { i32, i32, i32, i32 } %463, 3, !dbg !32
  %468 = getelementptr inbounds nuw i8, ptr addrspace(3) %450, i32 1536, !dbg !32
  %469 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) nonnull %468), !dbg !32
  %470 = extractvalue { i32, i32, i32, i32 } %469, 0, !dbg !32
  %471 = extractvalue { i32, i32, i32, i32 } %469, 1, !dbg !32
  %472 = extractvalue { i32, i32, i32, i32 } %469, 2, !dbg !32
  %473 = extractvalue { i32, i32, i32, i32 } %469, 3, !dbg !32
  tail call void asm sideeffect "@$5 st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l,b"(i32 %452, i32 %453, i32 %454, i32 %455, ptr addrspace(1) %298, i1 %282) #2, !dbg !32
  tail call void asm sideeffect "@$5 st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l,b"(i32 %458, i32 %459, i32 %460, i32 %461, ptr addrspace(1) %299, i1 %283) #2, !dbg !32
  tail call void asm sideeffect "@$5 st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l,b"(i32 %464, i32 %465, i32 %466, i32 %467, ptr addrspace(1) %300, i1 %284) #2, !dbg !32
  tail call void asm sideeffect "@$5 st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l,b"(i32 %470, i32 %471, i32 %472, i32 %473, ptr addrspace(1) %301, i1 %285) #2, !dbg !32
  ret void, !dbg !33
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

; Function Attrs: nounwind
declare void @llvm.nvvm.cp.async.commit.group() #2

; Function Attrs: nounwind
declare void @llvm.nvvm.cp.async.wait.group(i32 immarg) #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

; Function Attrs: convergent nocallback nofree nounwind memory(argmem: read)
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) readonly captures(none)) #4

; Function Attrs: nocallback nounwind
declare void @llvm.nvvm.fence.proxy.async.shared_cta() #5

; Function Attrs: convergent nounwind
declare void @llvm.nvvm.wgmma.fence.sync.aligned() #6

; Function Attrs: convergent nounwind
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned() #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.or.v4i32(<4 x i32>) #7

attributes #0 = { nounwind "nvvm.reqntid"="128" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { convergent nocallback nofree nounwind memory(argmem: read) }
attributes #5 = { nocallback nounwind }
attributes #6 = { convergent nounwind }
attributes #7 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = distinct !DISubprogram(name: "matmul", linkageName: "matmul", scope: !1, file: !1, line: 82, type: !5, scopeLine: 82, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !7, !7, !9, !9, !9, !10, !10}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "half", size: 16, encoding: DW_ATE_float)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !11, size: 64, dwarfAddressSpace: 1)
!11 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!12 = !DILocation(line: 83, column: 12, scope: !4)
!13 = !DILocation(line: 83, column: 36, scope: !4)
!14 = !DILocation(line: 84, column: 15, scope: !4)
!15 = !DILocation(line: 85, column: 13, scope: !4)
!16 = !DILocation(line: 88, column: 28, scope: !4)
!17 = !DILocation(line: 88, column: 24, scope: !4)
!18 = !DILocation(line: 87, column: 5, scope: !4)
!19 = !DILocation(line: 88, column: 16, scope: !4)
!20 = !DILocation(line: 89, column: 29, scope: !4)
!21 = !DILocation(line: 89, column: 25, scope: !4)
!22 = !DILocation(line: 89, column: 17, scope: !4)
!23 = !DILocation(line: 90, column: 17, scope: !4)
!24 = !DILocation(line: 88, column: 49, scope: !4)
!25 = !DILocation(line: 86, column: 13, scope: !4)
!26 = !DILocation(line: 91, column: 15, scope: !4)
!27 = !DILocation(line: 91, column: 37, scope: !4)
!28 = !DILocation(line: 91, column: 14, scope: !4)
!29 = !DILocation(line: 92, column: 18, scope: !4)
!30 = !DILocation(line: 92, column: 14, scope: !4)
!31 = !DILocation(line: 92, column: 56, scope: !4)
!32 = !DILocation(line: 92, column: 5, scope: !4)
!33 = !DILocation(line: 82, column: 1, scope: !4)
