// chip: sm_90 ptx: 8.0
// Rank 0 adds up one value of each CTA in a loop over the ranks; the others wait at the last barrier.

llvm.mlir.global internal @part() {addr_space = 3 : i32, alignment = 4 : i64} : i32

llvm.func @rank_guard(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 8, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %part = llvm.mlir.addressof @part : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %first, ^put, ^meet
^put:
  %from = llvm.getelementptr %in[%rank] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %v = llvm.load %from : !llvm.ptr<1> -> i32
  llvm.store %v, %part : i32, !llvm.ptr<3>
  llvm.br ^meet
^meet:
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %zero = llvm.icmp "eq" %rank, %c0 : i32
  %adds = llvm.and %zero, %first : i1
  llvm.cond_br %adds, ^add(%c0, %c0 : i32, i32), ^leave
^add(%i: i32, %sum: i32):
  %remote = nvvm.mapa %part, %i : !llvm.ptr<3> -> !llvm.ptr<7>
  %w = llvm.load %remote : !llvm.ptr<7> -> i32
  %sum1 = llvm.add %sum, %w : i32
  %i1 = llvm.add %i, %c1 : i32
  %more = llvm.icmp "ult" %i1, %c8 : i32
  llvm.cond_br %more, ^add(%i1, %sum1 : i32, i32), ^put_sum
^put_sum:
  llvm.store %sum1, %out : i32, !llvm.ptr<1>
  llvm.br ^leave
^leave:
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}
