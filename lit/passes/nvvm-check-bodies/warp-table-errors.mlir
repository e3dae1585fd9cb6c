// The task of each warp, read from a table in shared memory: the wrong warps have a task.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4' %s --split-input-file --verify-diagnostics

// Warps 4 to 6 multiply, and warps 7 to 11 store.
llvm.mlir.global internal @tasks() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<12 x i8>
// expected-note@+1 {{the kernel is here}}
llvm.func @three_warps_multiply() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 384, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i8) : i8
  %c1 = llvm.mlir.constant(1 : i8) : i8
  %c2 = llvm.mlir.constant(2 : i8) : i8
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %four = llvm.mlir.constant(4 : i32) : i32
  %some = llvm.mlir.constant(16777216 : i32) : i32
  %many = llvm.mlir.constant(16843009 : i32) : i32
  %all = llvm.mlir.constant(33686018 : i32) : i32
  %tasks = llvm.mlir.addressof @tasks : !llvm.ptr<3>
  %first = llvm.getelementptr %tasks[4] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %second = llvm.getelementptr %tasks[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.lshr %tid, %c5 : i32
  %is_worker = llvm.icmp "uge" %warp, %four : i32
  llvm.cond_br %is_worker, ^work, ^main
^main:
  llvm.store %some, %first : i32, !llvm.ptr<3>
  llvm.store %many, %second : i32, !llvm.ptr<3>
  nvvm.barrier0
  nvvm.barrier0
  llvm.store %all, %first : i32, !llvm.ptr<3>
  llvm.store %all, %second : i32, !llvm.ptr<3>
  nvvm.barrier0
  llvm.return
^work:
  nvvm.barrier0
  %place = llvm.getelementptr %tasks[%warp] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %task = llvm.load %place : !llvm.ptr<3> -> i8
  llvm.switch %task : i8, ^none [0: ^multiply, 1: ^store, 2: ^end]
^multiply:
  // expected-error@+1 {{'nvvm.wgmma.fence.aligned' op must be executed by a whole warp group, 96 threads of 3 warps get here [warpgroup-incomplete]}}
  nvvm.wgmma.fence.aligned
  llvm.br ^none
^store:
  llvm.br ^none
^none:
  nvvm.barrier0
  llvm.br ^work
^end:
  llvm.return
}
