// chip: sm_80 ptx: 7.0
// Shuffle, vote and mma.sync in inline assembly; warps 1 and 3 of a block in two dimensions multiply.

llvm.func @asm_shuffle(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 16, 8, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %y = nvvm.read.ptx.sreg.tid.y : i32
  %rows = llvm.shl %y, %c4 : i32
  %id = llvm.or %rows, %x : i32
  %warp = llvm.lshr %id, %c5 : i32
  %odd = llvm.and %warp, %c1 : i32
  %is_odd = llvm.icmp "ne" %odd, %c0 : i32
  %from = llvm.getelementptr %in[%id] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %v = llvm.load %from : !llvm.ptr<1> -> i32
  %s = llvm.inline_asm has_side_effects "shfl.sync.bfly.b32 $0, $1, 0x10, 0x1f, 0xffffffff;", "=r,r" %v : (i32) -> i32
  llvm.cond_br %is_odd, ^multiply, ^end
^multiply:
  %d = llvm.inline_asm has_side_effects "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {$0, $1}, {$2, $3}, {$4}, {$5, $5};", "=r,=r,r,r,r,r" %v, %s, %v, %c0 : (i32, i32, i32, i32) -> !llvm.struct<(i32, i32)>
  %d0 = llvm.extractvalue %d[0] : !llvm.struct<(i32, i32)>
  %to = llvm.getelementptr %out[%id] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %d0, %to : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
