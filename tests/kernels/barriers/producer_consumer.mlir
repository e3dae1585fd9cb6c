// chip: sm_80 ptx: 7.0
// Two warps produce and two consume. Barrier 1: "full", barrier 2: "empty"; all 128 threads take part in each.

llvm.mlir.global internal @buffer() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>

llvm.func @named(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %n: i32) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %full = llvm.mlir.constant(1 : i32) : i32
  %empty = llvm.mlir.constant(2 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %all = llvm.mlir.constant(128 : i32) : i32
  %buffer = llvm.mlir.addressof @buffer : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %produces = llvm.icmp "ult" %tid, %c64 : i32
  %slot = llvm.urem %tid, %c64 : i32
  %cell = llvm.getelementptr %buffer[%slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.cond_br %produces, ^producer(%c0 : i32), ^consume
^producer(%i: i32):
  %more = llvm.icmp "ult" %i, %n : i32
  llvm.cond_br %more, ^produce, ^end
^produce:
  nvvm.barrier id = %empty number_of_threads = %all
  %at = llvm.add %i, %slot : i32
  %from = llvm.getelementptr %in[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %v = llvm.load %from : !llvm.ptr<1> -> i32
  llvm.store %v, %cell : i32, !llvm.ptr<3>
  nvvm.barrier.arrive id = %full number_of_threads = %all
  %i1 = llvm.add %i, %c64 : i32
  llvm.br ^producer(%i1 : i32)
^consume:
  llvm.br ^consumer(%c0 : i32)
^consumer(%j: i32):
  %again = llvm.icmp "ult" %j, %n : i32
  llvm.cond_br %again, ^take, ^end
^take:
  nvvm.barrier.arrive id = %empty number_of_threads = %all
  nvvm.barrier id = %full number_of_threads = %all
  %w = llvm.load %cell : !llvm.ptr<3> -> i32
  %to_at = llvm.add %j, %slot : i32
  %to = llvm.getelementptr %out[%to_at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %w, %to : i32, !llvm.ptr<1>
  %j1 = llvm.add %j, %c64 : i32
  llvm.br ^consumer(%j1 : i32)
^end:
  llvm.return
}
