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
  %14 = or disjoint i32 %13, %10, !dbg !12
  %15 = or disjoint i32 %14, 32, !dbg !12
  %16 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !14
  %17 = shl nuw nsw i32 %16, 5, !dbg !14
  %18 = shl nuw nsw i32 %11, 3, !dbg !15
  %19 = and i32 %18, 24, !dbg !15
  %20 = or disjoint i32 %19, %17, !dbg !14
  %21 = mul i32 %5, %14, !dbg !16
  %22 = mul i32 %5, %15, !dbg !16
  %23 = sext i32 %21 to i64, !dbg !17
  %24 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %23, !dbg !17
  %25 = sext i32 %22 to i64, !dbg !17
  %26 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %25, !dbg !17
  %27 = icmp sgt i32 %5, 0, !dbg !18
  %28 = zext nneg i32 %19 to i64, !dbg !17
  %29 = getelementptr [2 x i8], ptr addrspace(1) %24, i64 %28, !dbg !17
  %30 = getelementptr [2 x i8], ptr addrspace(1) %26, i64 %28, !dbg !17
  %31 = shl nuw nsw i32 %11, 4, !dbg !19
  %32 = and i32 %31, 2032, !dbg !19
  %33 = shl nuw nsw i32 %11, 1, !dbg !19
  %34 = and i32 %33, 48, !dbg !19
  %35 = xor i32 %32, %34, !dbg !19
  %36 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %35, !dbg !19
  %37 = select i1 %27, i32 16, i32 0, !dbg !19
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %36, ptr addrspace(1) %29, i32 %37) #2, !dbg !19
  %38 = getelementptr inbounds nuw i8, ptr addrspace(3) %36, i32 2048, !dbg !19
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) nonnull %38, ptr addrspace(1) %30, i32 %37) #2, !dbg !19
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !19
  %39 = mul i32 %4, %13, !dbg !20
  %40 = sext i32 %39 to i64, !dbg !21
  %41 = getelementptr [2 x i8], ptr addrspace(1) %1, i64 %40, !dbg !21
  %42 = zext nneg i32 %20 to i64, !dbg !21
  %43 = getelementptr [2 x i8], ptr addrspace(1) %41, i64 %42, !dbg !21
  %44 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 4096), i32 %35, !dbg !22
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %44, ptr addrspace(1) %43, i32 %37) #2, !dbg !22
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !22
  tail call void @llvm.nvvm.cp.async.wait.group(i32 0), !dbg !19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !19
  %45 = shl nuw nsw i32 %11, 6, !dbg !19
  %46 = and i32 %45, 960, !dbg !19
  %47 = and i32 %18, 48, !dbg !19
  %48 = and i32 %11, 16, !dbg !19
  %49 = and i32 %31, 1024, !dbg !19
  %50 = or disjoint i32 %46, %47, !dbg !19
  %51 = xor i32 %50, %48, !dbg !19
  %52 = or disjoint i32 %51, %49, !dbg !19
  %53 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %52, !dbg !19
  %54 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %53), !dbg !19
  %55 = or disjoint i32 %52, 2048, !dbg !19
  %56 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %55, !dbg !19
  %57 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) nonnull %56), !dbg !19
  %58 = shl nuw nsw i32 %48, 1, !dbg !22
  %59 = and i32 %11, 32, !dbg !22
  %60 = lshr exact i32 %59, 1, !dbg !22
  %61 = or disjoint i32 %58, %60, !dbg !22
  %62 = xor i32 %50, %61, !dbg !22
  %63 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 4096), i32 %62, !dbg !22
  %64 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %63), !dbg !22
  %invariant.gep = getelementptr [2 x i8], ptr addrspace(1) %1, i64 %42, !dbg !18
  br i1 %27, label %.lr.ph, label %._crit_edge, !dbg !18

.lr.ph:                                           ; preds = %8
  %65 = extractvalue { i32, i32, i32, i32 } %64, 3, !dbg !22
  %66 = bitcast i32 %65 to <2 x half>, !dbg !22
  %67 = extractelement <2 x half> %66, i64 1, !dbg !22
  %68 = extractelement <2 x half> %66, i64 0, !dbg !22
  %69 = extractvalue { i32, i32, i32, i32 } %64, 2, !dbg !22
  %70 = bitcast i32 %69 to <2 x half>, !dbg !22
  %71 = extractelement <2 x half> %70, i64 1, !dbg !22
  %72 = extractelement <2 x half> %70, i64 0, !dbg !22
  %73 = extractvalue { i32, i32, i32, i32 } %64, 1, !dbg !22
  %74 = bitcast i32 %73 to <2 x half>, !dbg !22
  %75 = extractelement <2 x half> %74, i64 1, !dbg !22
  %76 = extractelement <2 x half> %74, i64 0, !dbg !22
  %77 = extractvalue { i32, i32, i32, i32 } %64, 0, !dbg !22
  %78 = bitcast i32 %77 to <2 x half>, !dbg !22
  %79 = extractelement <2 x half> %78, i64 1, !dbg !22
  %80 = extractelement <2 x half> %78, i64 0, !dbg !22
  %81 = extractvalue { i32, i32, i32, i32 } %57, 3, !dbg !19
  %82 = bitcast i32 %81 to <2 x half>, !dbg !19
  %83 = extractelement <2 x half> %82, i64 1, !dbg !19
  %84 = extractelement <2 x half> %82, i64 0, !dbg !19
  %85 = extractvalue { i32, i32, i32, i32 } %57, 2, !dbg !19
  %86 = bitcast i32 %85 to <2 x half>, !dbg !19
  %87 = extractelement <2 x half> %86, i64 1, !dbg !19
  %88 = extractelement <2 x half> %86, i64 0, !dbg !19
  %89 = extractvalue { i32, i32, i32, i32 } %57, 1, !dbg !19
  %90 = bitcast i32 %89 to <2 x half>, !dbg !19
  %91 = extractelement <2 x half> %90, i64 1, !dbg !19
  %92 = extractelement <2 x half> %90, i64 0, !dbg !19
  %93 = extractvalue { i32, i32, i32, i32 } %57, 0, !dbg !19
  %94 = bitcast i32 %93 to <2 x half>, !dbg !19
  %95 = extractelement <2 x half> %94, i64 1, !dbg !19
  %96 = extractelement <2 x half> %94, i64 0, !dbg !19
  %97 = extractvalue { i32, i32, i32, i32 } %54, 3, !dbg !19
  %98 = bitcast i32 %97 to <2 x half>, !dbg !19
  %99 = extractelement <2 x half> %98, i64 1, !dbg !19
  %100 = extractelement <2 x half> %98, i64 0, !dbg !19
  %101 = extractvalue { i32, i32, i32, i32 } %54, 2, !dbg !19
  %102 = bitcast i32 %101 to <2 x half>, !dbg !19
  %103 = extractelement <2 x half> %102, i64 1, !dbg !19
  %104 = extractelement <2 x half> %102, i64 0, !dbg !19
  %105 = extractvalue { i32, i32, i32, i32 } %54, 1, !dbg !19
  %106 = bitcast i32 %105 to <2 x half>, !dbg !19
  %107 = extractelement <2 x half> %106, i64 1, !dbg !19
  %108 = extractelement <2 x half> %106, i64 0, !dbg !19
  %109 = extractvalue { i32, i32, i32, i32 } %54, 0, !dbg !19
  %110 = bitcast i32 %109 to <2 x half>, !dbg !19
  %111 = extractelement <2 x half> %110, i64 1, !dbg !19
  %112 = extractelement <2 x half> %110, i64 0, !dbg !19
  %113 = add nsw i32 %5, -32
  %114 = xor i32 %52, 32
  %115 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %114
  %116 = getelementptr inbounds nuw i8, ptr addrspace(3) %115, i32 2048
  %117 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 4096), i32 %62
  %118 = getelementptr inbounds nuw i8, ptr addrspace(3) %117, i32 1024
  %119 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %52
  %120 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %55
  %121 = getelementptr inbounds nuw i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @global_smem, i32 4096), i32 %62
  br label %122, !dbg !18

122:                                              ; preds = %.lr.ph, %122
  %.pn34102 = phi half [ %67, %.lr.ph ], [ %271, %122 ]
  %.pn36101 = phi half [ %68, %.lr.ph ], [ %270, %122 ]
  %.pn38100 = phi half [ %71, %.lr.ph ], [ %268, %122 ]
  %.pn4099 = phi half [ %72, %.lr.ph ], [ %267, %122 ]
  %.pn4298 = phi half [ %75, %.lr.ph ], [ %265, %122 ]
  %.pn4497 = phi half [ %76, %.lr.ph ], [ %264, %122 ]
  %.pn4696 = phi half [ %79, %.lr.ph ], [ %262, %122 ]
  %.pn4895 = phi half [ %80, %.lr.ph ], [ %261, %122 ]
  %.pn294 = phi half [ %83, %.lr.ph ], [ %254, %122 ]
  %.pn493 = phi half [ %84, %.lr.ph ], [ %253, %122 ]
  %.pn692 = phi half [ %87, %.lr.ph ], [ %251, %122 ]
  %.pn891 = phi half [ %88, %.lr.ph ], [ %250, %122 ]
  %.pn1090 = phi half [ %91, %.lr.ph ], [ %248, %122 ]
  %.pn1289 = phi half [ %92, %.lr.ph ], [ %247, %122 ]
  %.pn1488 = phi half [ %95, %.lr.ph ], [ %245, %122 ]
  %.pn1687 = phi half [ %96, %.lr.ph ], [ %244, %122 ]
  %.pn1886 = phi half [ %99, %.lr.ph ], [ %237, %122 ]
  %.pn2085 = phi half [ %100, %.lr.ph ], [ %236, %122 ]
  %.pn2284 = phi half [ %103, %.lr.ph ], [ %234, %122 ]
  %.pn2483 = phi half [ %104, %.lr.ph ], [ %233, %122 ]
  %.pn2682 = phi half [ %107, %.lr.ph ], [ %231, %122 ]
  %.pn2881 = phi half [ %108, %.lr.ph ], [ %230, %122 ]
  %.pn3080 = phi half [ %111, %.lr.ph ], [ %228, %122 ]
  %.pn3279 = phi half [ %112, %.lr.ph ], [ %227, %122 ]
  %123 = phi float [ 0.000000e+00, %.lr.ph ], [ %273, %122 ]
  %124 = phi float [ 0.000000e+00, %.lr.ph ], [ %274, %122 ]
  %125 = phi float [ 0.000000e+00, %.lr.ph ], [ %275, %122 ]
  %126 = phi float [ 0.000000e+00, %.lr.ph ], [ %276, %122 ]
  %127 = phi float [ 0.000000e+00, %.lr.ph ], [ %278, %122 ]
  %128 = phi float [ 0.000000e+00, %.lr.ph ], [ %279, %122 ]
  %129 = phi float [ 0.000000e+00, %.lr.ph ], [ %280, %122 ]
  %130 = phi float [ 0.000000e+00, %.lr.ph ], [ %281, %122 ]
  %131 = phi float [ 0.000000e+00, %.lr.ph ], [ %283, %122 ]
  %132 = phi float [ 0.000000e+00, %.lr.ph ], [ %284, %122 ]
  %133 = phi float [ 0.000000e+00, %.lr.ph ], [ %285, %122 ]
  %134 = phi float [ 0.000000e+00, %.lr.ph ], [ %286, %122 ]
  %135 = phi float [ 0.000000e+00, %.lr.ph ], [ %288, %122 ]
  %136 = phi float [ 0.000000e+00, %.lr.ph ], [ %289, %122 ]
  %137 = phi float [ 0.000000e+00, %.lr.ph ], [ %290, %122 ]
  %138 = phi float [ 0.000000e+00, %.lr.ph ], [ %291, %122 ]
  %139 = phi i32 [ 0, %.lr.ph ], [ %212, %122 ]
  %140 = icmp slt i32 %139, %113, !dbg !18
  tail call void @llvm.nvvm.cp.async.wait.group(i32 0), !dbg !19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !19
  %141 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %115), !dbg !19
  %142 = extractvalue { i32, i32, i32, i32 } %141, 0, !dbg !19
  %143 = extractvalue { i32, i32, i32, i32 } %141, 1, !dbg !19
  %144 = extractvalue { i32, i32, i32, i32 } %141, 2, !dbg !19
  %145 = extractvalue { i32, i32, i32, i32 } %141, 3, !dbg !19
  %146 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) nonnull %116), !dbg !19
  %147 = extractvalue { i32, i32, i32, i32 } %146, 0, !dbg !19
  %148 = extractvalue { i32, i32, i32, i32 } %146, 1, !dbg !19
  %149 = extractvalue { i32, i32, i32, i32 } %146, 2, !dbg !19
  %150 = extractvalue { i32, i32, i32, i32 } %146, 3, !dbg !19
  %151 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) nonnull %118), !dbg !22
  %152 = extractvalue { i32, i32, i32, i32 } %151, 0, !dbg !22
  %153 = extractvalue { i32, i32, i32, i32 } %151, 1, !dbg !22
  %154 = extractvalue { i32, i32, i32, i32 } %151, 2, !dbg !22
  %155 = extractvalue { i32, i32, i32, i32 } %151, 3, !dbg !22
  %156 = insertelement <2 x half> poison, half %.pn3279, i64 0, !dbg !23
  %157 = insertelement <2 x half> %156, half %.pn3080, i64 1, !dbg !23
  %158 = bitcast <2 x half> %157 to i32, !dbg !23
  %159 = insertelement <2 x half> poison, half %.pn2881, i64 0, !dbg !23
  %160 = insertelement <2 x half> %159, half %.pn2682, i64 1, !dbg !23
  %161 = bitcast <2 x half> %160 to i32, !dbg !23
  %162 = insertelement <2 x half> poison, half %.pn2483, i64 0, !dbg !23
  %163 = insertelement <2 x half> %162, half %.pn2284, i64 1, !dbg !23
  %164 = bitcast <2 x half> %163 to i32, !dbg !23
  %165 = insertelement <2 x half> poison, half %.pn2085, i64 0, !dbg !23
  %166 = insertelement <2 x half> %165, half %.pn1886, i64 1, !dbg !23
  %167 = bitcast <2 x half> %166 to i32, !dbg !23
  %168 = insertelement <2 x half> poison, half %.pn1687, i64 0, !dbg !23
  %169 = insertelement <2 x half> %168, half %.pn1488, i64 1, !dbg !23
  %170 = bitcast <2 x half> %169 to i32, !dbg !23
  %171 = insertelement <2 x half> poison, half %.pn1289, i64 0, !dbg !23
  %172 = insertelement <2 x half> %171, half %.pn1090, i64 1, !dbg !23
  %173 = bitcast <2 x half> %172 to i32, !dbg !23
  %174 = insertelement <2 x half> poison, half %.pn891, i64 0, !dbg !23
  %175 = insertelement <2 x half> %174, half %.pn692, i64 1, !dbg !23
  %176 = bitcast <2 x half> %175 to i32, !dbg !23
  %177 = insertelement <2 x half> poison, half %.pn493, i64 0, !dbg !23
  %178 = insertelement <2 x half> %177, half %.pn294, i64 1, !dbg !23
  %179 = bitcast <2 x half> %178 to i32, !dbg !23
  %180 = insertelement <2 x half> poison, half %.pn4895, i64 0, !dbg !23
  %181 = insertelement <2 x half> %180, half %.pn4696, i64 1, !dbg !23
  %182 = bitcast <2 x half> %181 to i32, !dbg !23
  %183 = insertelement <2 x half> poison, half %.pn4497, i64 0, !dbg !23
  %184 = insertelement <2 x half> %183, half %.pn4298, i64 1, !dbg !23
  %185 = bitcast <2 x half> %184 to i32, !dbg !23
  %186 = insertelement <2 x half> poison, half %.pn4099, i64 0, !dbg !23
  %187 = insertelement <2 x half> %186, half %.pn38100, i64 1, !dbg !23
  %188 = bitcast <2 x half> %187 to i32, !dbg !23
  %189 = insertelement <2 x half> poison, half %.pn36101, i64 0, !dbg !23
  %190 = insertelement <2 x half> %189, half %.pn34102, i64 1, !dbg !23
  %191 = bitcast <2 x half> %190 to i32, !dbg !23
  %192 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %123, float %124, float %125, float %126, i32 %158, i32 %161, i32 %164, i32 %167, i32 %182, i32 %185) #2, !dbg !23
  %193 = extractvalue { float, float, float, float } %192, 0, !dbg !23
  %194 = extractvalue { float, float, float, float } %192, 1, !dbg !23
  %195 = extractvalue { float, float, float, float } %192, 2, !dbg !23
  %196 = extractvalue { float, float, float, float } %192, 3, !dbg !23
  %197 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %127, float %128, float %129, float %130, i32 %158, i32 %161, i32 %164, i32 %167, i32 %188, i32 %191) #2, !dbg !23
  %198 = extractvalue { float, float, float, float } %197, 0, !dbg !23
  %199 = extractvalue { float, float, float, float } %197, 1, !dbg !23
  %200 = extractvalue { float, float, float, float } %197, 2, !dbg !23
  %201 = extractvalue { float, float, float, float } %197, 3, !dbg !23
  %202 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %131, float %132, float %133, float %134, i32 %170, i32 %173, i32 %176, i32 %179, i32 %182, i32 %185) #2, !dbg !23
  %203 = extractvalue { float, float, float, float } %202, 0, !dbg !23
  %204 = extractvalue { float, float, float, float } %202, 1, !dbg !23
  %205 = extractvalue { float, float, float, float } %202, 2, !dbg !23
  %206 = extractvalue { float, float, float, float } %202, 3, !dbg !23
  %207 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %135, float %136, float %137, float %138, i32 %170, i32 %173, i32 %176, i32 %179, i32 %188, i32 %191) #2, !dbg !23
  %208 = extractvalue { float, float, float, float } %207, 0, !dbg !23
  %209 = extractvalue { float, float, float, float } %207, 1, !dbg !23
  %210 = extractvalue { float, float, float, float } %207, 2, !dbg !23
  %211 = extractvalue { float, float, float, float } %207, 3, !dbg !23
  %212 = add i32 %139, 32, !dbg !18
  %213 = or disjoint i32 %212, %19, !dbg !24
  %214 = or disjoint i32 %212, %13, !dbg !24
  %215 = sext i32 %213 to i64, !dbg !17
  %216 = getelementptr [2 x i8], ptr addrspace(1) %24, i64 %215, !dbg !17
  %217 = getelementptr [2 x i8], ptr addrspace(1) %26, i64 %215, !dbg !17
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !19
  %218 = select i1 %140, i32 16, i32 0, !dbg !19
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %36, ptr addrspace(1) %216, i32 %218) #2, !dbg !19
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) nonnull %38, ptr addrspace(1) %217, i32 %218) #2, !dbg !19
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !19
  %219 = mul i32 %214, %4, !dbg !20
  %220 = sext i32 %219 to i64, !dbg !21
  %gep = getelementptr [2 x i8], ptr addrspace(1) %invariant.gep, i64 %220, !dbg !21
  tail call void asm sideeffect "cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;", "r,l,r"(ptr addrspace(3) %44, ptr addrspace(1) %gep, i32 %218) #2, !dbg !22
  tail call void @llvm.nvvm.cp.async.commit.group(), !dbg !22
  tail call void @llvm.nvvm.cp.async.wait.group(i32 0), !dbg !19
  tail call void @llvm.nvvm.cp.async.wait.group(i32 0), !dbg !19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !19
  %221 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %119), !dbg !19
  %222 = extractvalue { i32, i32, i32, i32 } %221, 0, !dbg !19
  %223 = extractvalue { i32, i32, i32, i32 } %221, 1, !dbg !19
  %224 = extractvalue { i32, i32, i32, i32 } %221, 2, !dbg !19
  %225 = extractvalue { i32, i32, i32, i32 } %221, 3, !dbg !19
  %226 = bitcast i32 %222 to <2 x half>, !dbg !19
  %227 = extractelement <2 x half> %226, i64 0, !dbg !19
  %228 = extractelement <2 x half> %226, i64 1, !dbg !19
  %229 = bitcast i32 %223 to <2 x half>, !dbg !19
  %230 = extractelement <2 x half> %229, i64 0, !dbg !19
  %231 = extractelement <2 x half> %229, i64 1, !dbg !19
  %232 = bitcast i32 %224 to <2 x half>, !dbg !19
  %233 = extractelement <2 x half> %232, i64 0, !dbg !19
  %234 = extractelement <2 x half> %232, i64 1, !dbg !19
  %235 = bitcast i32 %225 to <2 x half>, !dbg !19
  %236 = extractelement <2 x half> %235, i64 0, !dbg !19
  %237 = extractelement <2 x half> %235, i64 1, !dbg !19
  %238 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) nonnull %120), !dbg !19
  %239 = extractvalue { i32, i32, i32, i32 } %238, 0, !dbg !19
  %240 = extractvalue { i32, i32, i32, i32 } %238, 1, !dbg !19
  %241 = extractvalue { i32, i32, i32, i32 } %238, 2, !dbg !19
  %242 = extractvalue { i32, i32, i32, i32 } %238, 3, !dbg !19
  %243 = bitcast i32 %239 to <2 x half>, !dbg !19
  %244 = extractelement <2 x half> %243, i64 0, !dbg !19
  %245 = extractelement <2 x half> %243, i64 1, !dbg !19
  %246 = bitcast i32 %240 to <2 x half>, !dbg !19
  %247 = extractelement <2 x half> %246, i64 0, !dbg !19
  %248 = extractelement <2 x half> %246, i64 1, !dbg !19
  %249 = bitcast i32 %241 to <2 x half>, !dbg !19
  %250 = extractelement <2 x half> %249, i64 0, !dbg !19
  %251 = extractelement <2 x half> %249, i64 1, !dbg !19
  %252 = bitcast i32 %242 to <2 x half>, !dbg !19
  %253 = extractelement <2 x half> %252, i64 0, !dbg !19
  %254 = extractelement <2 x half> %252, i64 1, !dbg !19
  %255 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) %121), !dbg !22
  %256 = extractvalue { i32, i32, i32, i32 } %255, 0, !dbg !22
  %257 = extractvalue { i32, i32, i32, i32 } %255, 1, !dbg !22
  %258 = extractvalue { i32, i32, i32, i32 } %255, 2, !dbg !22
  %259 = extractvalue { i32, i32, i32, i32 } %255, 3, !dbg !22
  %260 = bitcast i32 %256 to <2 x half>, !dbg !22
  %261 = extractelement <2 x half> %260, i64 0, !dbg !22
  %262 = extractelement <2 x half> %260, i64 1, !dbg !22
  %263 = bitcast i32 %257 to <2 x half>, !dbg !22
  %264 = extractelement <2 x half> %263, i64 0, !dbg !22
  %265 = extractelement <2 x half> %263, i64 1, !dbg !22
  %266 = bitcast i32 %258 to <2 x half>, !dbg !22
  %267 = extractelement <2 x half> %266, i64 0, !dbg !22
  %268 = extractelement <2 x half> %266, i64 1, !dbg !22
  %269 = bitcast i32 %259 to <2 x half>, !dbg !22
  %270 = extractelement <2 x half> %269, i64 0, !dbg !22
  %271 = extractelement <2 x half> %269, i64 1, !dbg !22
  %272 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %193, float %194, float %195, float %196, i32 %142, i32 %143, i32 %144, i32 %145, i32 %152, i32 %153) #2, !dbg !23
  %273 = extractvalue { float, float, float, float } %272, 0, !dbg !23
  %274 = extractvalue { float, float, float, float } %272, 1, !dbg !23
  %275 = extractvalue { float, float, float, float } %272, 2, !dbg !23
  %276 = extractvalue { float, float, float, float } %272, 3, !dbg !23
  %277 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %198, float %199, float %200, float %201, i32 %142, i32 %143, i32 %144, i32 %145, i32 %154, i32 %155) #2, !dbg !23
  %278 = extractvalue { float, float, float, float } %277, 0, !dbg !23
  %279 = extractvalue { float, float, float, float } %277, 1, !dbg !23
  %280 = extractvalue { float, float, float, float } %277, 2, !dbg !23
  %281 = extractvalue { float, float, float, float } %277, 3, !dbg !23
  %282 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %203, float %204, float %205, float %206, i32 %147, i32 %148, i32 %149, i32 %150, i32 %152, i32 %153) #2, !dbg !23
  %283 = extractvalue { float, float, float, float } %282, 0, !dbg !23
  %284 = extractvalue { float, float, float, float } %282, 1, !dbg !23
  %285 = extractvalue { float, float, float, float } %282, 2, !dbg !23
  %286 = extractvalue { float, float, float, float } %282, 3, !dbg !23
  %287 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %208, float %209, float %210, float %211, i32 %147, i32 %148, i32 %149, i32 %150, i32 %154, i32 %155) #2, !dbg !23
  %288 = extractvalue { float, float, float, float } %287, 0, !dbg !23
  %289 = extractvalue { float, float, float, float } %287, 1, !dbg !23
  %290 = extractvalue { float, float, float, float } %287, 2, !dbg !23
  %291 = extractvalue { float, float, float, float } %287, 3, !dbg !23
  %292 = icmp slt i32 %212, %5, !dbg !18
  br i1 %292, label %122, label %._crit_edge.loopexit, !dbg !18

._crit_edge.loopexit:                             ; preds = %122
  %293 = fptrunc float %273 to half, !dbg !25
  %294 = fptrunc float %274 to half, !dbg !25
  %295 = fptrunc float %275 to half, !dbg !25
  %296 = fptrunc float %276 to half, !dbg !25
  %297 = fptrunc float %278 to half, !dbg !25
  %298 = fptrunc float %279 to half, !dbg !25
  %299 = fptrunc float %280 to half, !dbg !25
  %300 = fptrunc float %281 to half, !dbg !25
  %301 = fptrunc float %283 to half, !dbg !25
  %302 = fptrunc float %284 to half, !dbg !25
  %303 = fptrunc float %285 to half, !dbg !25
  %304 = fptrunc float %286 to half, !dbg !25
  %305 = fptrunc float %288 to half, !dbg !25
  %306 = fptrunc float %289 to half, !dbg !25
  %307 = fptrunc float %290 to half, !dbg !25
  %308 = fptrunc float %291 to half, !dbg !25
  br label %._crit_edge, !dbg !18

._crit_edge:                                      ; preds = %._crit_edge.loopexit, %8
  %309 = phi half [ 0.000000e+00, %8 ], [ %293, %._crit_edge.loopexit ], !dbg !26
  %310 = phi half [ 0.000000e+00, %8 ], [ %294, %._crit_edge.loopexit ], !dbg !26
  %311 = phi half [ 0.000000e+00, %8 ], [ %295, %._crit_edge.loopexit ], !dbg !26
  %312 = phi half [ 0.000000e+00, %8 ], [ %296, %._crit_edge.loopexit ], !dbg !26
  %313 = phi half [ 0.000000e+00, %8 ], [ %297, %._crit_edge.loopexit ], !dbg !26
  %314 = phi half [ 0.000000e+00, %8 ], [ %298, %._crit_edge.loopexit ], !dbg !26
  %315 = phi half [ 0.000000e+00, %8 ], [ %299, %._crit_edge.loopexit ], !dbg !26
  %316 = phi half [ 0.000000e+00, %8 ], [ %300, %._crit_edge.loopexit ], !dbg !26
  %317 = phi half [ 0.000000e+00, %8 ], [ %301, %._crit_edge.loopexit ], !dbg !26
  %318 = phi half [ 0.000000e+00, %8 ], [ %302, %._crit_edge.loopexit ], !dbg !26
  %319 = phi half [ 0.000000e+00, %8 ], [ %303, %._crit_edge.loopexit ], !dbg !26
  %320 = phi half [ 0.000000e+00, %8 ], [ %304, %._crit_edge.loopexit ], !dbg !26
  %321 = phi half [ 0.000000e+00, %8 ], [ %305, %._crit_edge.loopexit ], !dbg !26
  %322 = phi half [ 0.000000e+00, %8 ], [ %306, %._crit_edge.loopexit ], !dbg !26
  %323 = phi half [ 0.000000e+00, %8 ], [ %307, %._crit_edge.loopexit ], !dbg !26
  %324 = phi half [ 0.000000e+00, %8 ], [ %308, %._crit_edge.loopexit ], !dbg !26
  tail call void @llvm.nvvm.cp.async.wait.group(i32 0), !dbg !18
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !18
  %325 = icmp slt i32 %14, %3, !dbg !27
  %326 = icmp slt i32 %15, %3, !dbg !27
  %327 = icmp slt i32 %20, %4, !dbg !28
  %328 = and i1 %325, %327, !dbg !29
  %329 = and i1 %326, %327, !dbg !29
  %330 = mul i32 %4, %14, !dbg !30
  %331 = mul i32 %4, %15, !dbg !30
  %332 = sext i32 %330 to i64, !dbg !31
  %333 = getelementptr [2 x i8], ptr addrspace(1) %2, i64 %332, !dbg !31
  %334 = sext i32 %331 to i64, !dbg !31
  %335 = getelementptr [2 x i8], ptr addrspace(1) %2, i64 %334, !dbg !31
  %336 = getelementptr [2 x i8], ptr addrspace(1) %333, i64 %42, !dbg !31
  %337 = getelementptr [2 x i8], ptr addrspace(1) %335, i64 %42, !dbg !31
  %338 = and i32 %18, 640, !dbg !32
  %339 = shl nuw nsw i32 %11, 2, !dbg !32
  %340 = and i32 %339, 48, !dbg !32
  %341 = and i32 %11, 1, !dbg !32
  %342 = icmp eq i32 %341, 0, !dbg !32
  %343 = select i1 %342, i32 0, i32 1088, !dbg !32
  %344 = and i32 %11, 2, !dbg !32
  %345 = icmp eq i32 %344, 0, !dbg !32
  %346 = select i1 %345, i32 0, i32 2056, !dbg !32
  %347 = shl nuw nsw i32 %59, 1, !dbg !32
  %348 = or disjoint i32 %338, %340, !dbg !32
  %349 = xor i32 %343, %347, !dbg !32
  %350 = or disjoint i32 %348, %346, !dbg !32
  %351 = or disjoint i32 %350, %349, !dbg !32
  %352 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %351, !dbg !32
  %353 = insertelement <4 x half> poison, half %309, i64 0, !dbg !32
  %354 = insertelement <4 x half> %353, half %310, i64 1, !dbg !32
  %355 = insertelement <4 x half> %354, half %317, i64 2, !dbg !32
  %356 = insertelement <4 x half> %355, half %318, i64 3, !dbg !32
  store <4 x half> %356, ptr addrspace(3) %352, align 8, !dbg !32
  %357 = getelementptr inbounds nuw i8, ptr addrspace(3) %352, i32 256, !dbg !32
  %358 = insertelement <4 x half> poison, half %311, i64 0, !dbg !32
  %359 = insertelement <4 x half> %358, half %312, i64 1, !dbg !32
  %360 = insertelement <4 x half> %359, half %319, i64 2, !dbg !32
  %361 = insertelement <4 x half> %360, half %320, i64 3, !dbg !32
  store <4 x half> %361, ptr addrspace(3) %357, align 8, !dbg !32
  %362 = xor i32 %351, 8, !dbg !32
  %363 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %362, !dbg !32
  %364 = insertelement <4 x half> poison, half %313, i64 0, !dbg !32
  %365 = insertelement <4 x half> %364, half %314, i64 1, !dbg !32
  %366 = insertelement <4 x half> %365, half %321, i64 2, !dbg !32
  %367 = insertelement <4 x half> %366, half %322, i64 3, !dbg !32
  store <4 x half> %367, ptr addrspace(3) %363, align 8, !dbg !32
  %368 = getelementptr inbounds nuw i8, ptr addrspace(3) %363, i32 256, !dbg !32
  %369 = insertelement <4 x half> poison, half %315, i64 0, !dbg !32
  %370 = insertelement <4 x half> %369, half %316, i64 1, !dbg !32
  %371 = insertelement <4 x half> %370, half %323, i64 2, !dbg !32
  %372 = insertelement <4 x half> %371, half %324, i64 3, !dbg !32
  store <4 x half> %372, ptr addrspace(3) %368, align 8, !dbg !32
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !32
  %373 = and i32 %18, 896, !dbg !32
  %374 = and i32 %339, 56, !dbg !32
  %375 = shl nuw nsw i32 %341, 6, !dbg !32
  %376 = or disjoint i32 %373, %375, !dbg !32
  %377 = or disjoint i32 %376, %374, !dbg !32
  %378 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %377, !dbg !32
  %379 = load <2 x i32>, ptr addrspace(3) %378, align 8, !dbg !32
  %380 = xor i32 %377, 1088, !dbg !32
  %381 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %380, !dbg !32
  %382 = load <2 x i32>, ptr addrspace(3) %381, align 8, !dbg !32
  %383 = xor i32 %377, 2056, !dbg !32
  %384 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %383, !dbg !32
  %385 = load <2 x i32>, ptr addrspace(3) %384, align 8, !dbg !32
  %386 = xor i32 %377, 3144, !dbg !32
  %387 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %386, !dbg !32
  %388 = load <2 x i32>, ptr addrspace(3) %387, align 8, !dbg !32
  %.uncasted.extract = extractelement <2 x i32> %379, i64 0, !dbg !32
  %.uncasted.extract65 = extractelement <2 x i32> %382, i64 0, !dbg !32
  %.uncasted.extract67 = extractelement <2 x i32> %385, i64 0, !dbg !32
  %.uncasted.extract69 = extractelement <2 x i32> %388, i64 0, !dbg !32
  tail call void asm sideeffect "@$5 st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l,b"(i32 %.uncasted.extract, i32 %.uncasted.extract65, i32 %.uncasted.extract67, i32 %.uncasted.extract69, ptr addrspace(1) %336, i1 %328) #2, !dbg !32
  %.uncasted.extract71 = extractelement <2 x i32> %379, i64 1, !dbg !32
  %.uncasted.extract73 = extractelement <2 x i32> %382, i64 1, !dbg !32
  %.uncasted.extract75 = extractelement <2 x i32> %385, i64 1, !dbg !32
  %.uncasted.extract77 = extractelement <2 x i32> %388, i64 1, !dbg !32
  tail call void asm sideeffect "@$5 st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l,b"(i32 %.uncasted.extract71, i32 %.uncasted.extract73, i32 %.uncasted.extract75, i32 %.uncasted.extract77, ptr addrspace(1) %337, i1 %329) #2, !dbg !32
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

; Function Attrs: convergent nocallback nofree nounwind memory(argmem: read)
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3) readonly captures(none)) #4

attributes #0 = { nounwind "nvvm.reqntid"="128" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { convergent nocallback nofree nounwind memory(argmem: read) }

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
!15 = !DILocation(line: 84, column: 39, scope: !4)
!16 = !DILocation(line: 88, column: 28, scope: !4)
!17 = !DILocation(line: 88, column: 24, scope: !4)
!18 = !DILocation(line: 87, column: 5, scope: !4)
!19 = !DILocation(line: 88, column: 16, scope: !4)
!20 = !DILocation(line: 89, column: 29, scope: !4)
!21 = !DILocation(line: 89, column: 25, scope: !4)
!22 = !DILocation(line: 89, column: 17, scope: !4)
!23 = !DILocation(line: 90, column: 17, scope: !4)
!24 = !DILocation(line: 88, column: 49, scope: !4)
!25 = !DILocation(line: 92, column: 56, scope: !4)
!26 = !DILocation(line: 86, column: 13, scope: !4)
!27 = !DILocation(line: 91, column: 15, scope: !4)
!28 = !DILocation(line: 91, column: 37, scope: !4)
!29 = !DILocation(line: 91, column: 14, scope: !4)
!30 = !DILocation(line: 92, column: 18, scope: !4)
!31 = !DILocation(line: 92, column: 14, scope: !4)
!32 = !DILocation(line: 92, column: 5, scope: !4)
!33 = !DILocation(line: 82, column: 1, scope: !4)
