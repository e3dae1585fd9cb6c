// Accesses inside of a variable in shared memory, or to one whose size the launch states.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90 ptx=8.0' %s --verify-diagnostics

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<64 x i32>
llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i32>

llvm.func @inside() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %limit = llvm.mlir.constant(64 : i32) : i32
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %is_inside = llvm.icmp "ult" %t, %limit : i32
  llvm.cond_br %is_inside, ^store, ^end
^store:
  %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %t, %own : i32, !llvm.ptr<3>
  llvm.br ^end
^end:
  llvm.return
}

llvm.func @of_launch() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %dynamic = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %own = llvm.getelementptr %dynamic[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %t, %own : i32, !llvm.ptr<3>
  llvm.return
}
