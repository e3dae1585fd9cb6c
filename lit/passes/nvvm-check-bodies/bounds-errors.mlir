// An access beyond the variable in shared memory that its address is computed from.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90 ptx=8.0' %s --split-input-file --verify-diagnostics

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<64 x i32>
// expected-note@+1 {{the kernel is here}}
llvm.func @half(%from: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  // expected-warning@+1 {{'llvm.store' op accesses byte 511 of a variable in shared memory, which has 256 bytes, in every launch [shared-out-of-bounds]}}
  llvm.store %t, %own : i32, !llvm.ptr<3>
  nvvm.barrier0
  %v = llvm.load %tile : !llvm.ptr<3> -> i32
  llvm.store %v, %from : i32, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>
// expected-note@+1 {{the kernel is here}}
llvm.func @copy(%from: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 1, 1>} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i32>
  // expected-warning@+1 {{'nvvm.cp.async.shared.global' op accesses byte 511 of a variable in shared memory, which has 256 bytes, in a launch of 32 threads [shared-out-of-bounds]}}
  nvvm.cp.async.shared.global %own, %from, 16, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  nvvm.barrier0
  %v = llvm.load %tile : !llvm.ptr<3> -> i32
  llvm.store %v, %from : i32, !llvm.ptr<1>
  llvm.return
}
