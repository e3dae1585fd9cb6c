// A wait that leaves the only group in flight, and a missing barrier.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_80 ptx=7.8' %s --split-input-file --verify-diagnostics

llvm.mlir.global internal @rows() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x array<4 x i32>>
llvm.func @lax(%from: !llvm.ptr<1>, %to: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %rows = llvm.mlir.addressof @rows : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.xor %tid, %c32 : i32
  %own = llvm.getelementptr %rows[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i32>
  %peer = llvm.getelementptr %rows[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i32>
  // expected-note@+1 {{the other access is here}}
  nvvm.cp.async.shared.global %own, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  // expected-error@+1 {{'llvm.load' op reads what an asynchronous copy can still write, in every launch [async-copy-wait]}}
  %value = llvm.load %peer : !llvm.ptr<3> -> i32
  llvm.store %value, %to : i32, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.mlir.global internal @rows() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x array<4 x i32>>
llvm.func @lax_matrix(%from: !llvm.ptr<1>, %to: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %rows = llvm.mlir.addressof @rows : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.xor %tid, %c32 : i32
  %own = llvm.getelementptr %rows[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i32>
  %peer = llvm.getelementptr %rows[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i32>
  // expected-note@+1 {{the other access is here}}
  nvvm.cp.async.shared.global %own, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 1
  nvvm.barrier0
  // expected-error@+1 {{'nvvm.ldmatrix' op reads what an asynchronous copy can still write, in every launch [async-copy-wait]}}
  %matrices = nvvm.ldmatrix %peer {num = 4 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %value = llvm.extractvalue %matrices[0] : !llvm.struct<(i32, i32, i32, i32)>
  llvm.store %value, %to : i32, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.mlir.global internal @rows() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x array<4 x i32>>
llvm.func @no_barrier(%from: !llvm.ptr<1>, %to: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %rows = llvm.mlir.addressof @rows : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.xor %tid, %c32 : i32
  %own = llvm.getelementptr %rows[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i32>
  %peer = llvm.getelementptr %rows[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i32>
  // expected-note@+1 {{the other access is here}}
  nvvm.cp.async.shared.global %own, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  // expected-error@+1 {{'llvm.load' op reads what an asynchronous copy can still write, in every launch [async-copy-wait]}}
  %value = llvm.load %peer : !llvm.ptr<3> -> i32
  llvm.store %value, %to : i32, !llvm.ptr<1>
  llvm.return
}
