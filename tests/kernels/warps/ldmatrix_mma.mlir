// chip: sm_80 ptx: 7.0
// The classic tensor core loop of Ampere: cp.async, bar.sync, ldmatrix, mma.sync.

llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<4096 x i8>

llvm.func @ldmatrix_mma(%src: !llvm.ptr<1>, %out: !llvm.ptr<1>, %steps: i32) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.zero : vector<2xf16>
  %a = llvm.mlir.addressof @a : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %cell = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
  llvm.br ^step(%c0, %zero, %zero : i32, vector<2xf16>, vector<2xf16>)
^step(%k: i32, %s0: vector<2xf16>, %s1: vector<2xf16>):
  %at = llvm.add %k, %tid : i32
  %from = llvm.getelementptr %src[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
  nvvm.cp.async.shared.global %cell, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  nvvm.barrier0
  %f = nvvm.ldmatrix %cell {num = 4 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %i0 = llvm.extractvalue %f[0] : !llvm.struct<(i32, i32, i32, i32)>
  %i1 = llvm.extractvalue %f[1] : !llvm.struct<(i32, i32, i32, i32)>
  %a0 = llvm.bitcast %i0 : i32 to vector<2xf16>
  %b0 = llvm.bitcast %i1 : i32 to vector<2xf16>
  %d = nvvm.mma.sync A[%a0, %a0, %a0, %a0] B[%b0, %b0] C[%s0, %s1] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  %d0 = llvm.extractvalue %d[0] : !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  %d1 = llvm.extractvalue %d[1] : !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  nvvm.barrier0
  %k1 = llvm.add %k, %c1 : i32
  %more = llvm.icmp "slt" %k1, %steps : i32
  llvm.cond_br %more, ^step(%k1, %d0, %d1 : i32, vector<2xf16>, vector<2xf16>), ^store
^store:
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<2xf16>
  llvm.store %d0, %to : vector<2xf16>, !llvm.ptr<1>
  llvm.return
}
