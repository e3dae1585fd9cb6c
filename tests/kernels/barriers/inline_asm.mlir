// chip: sm_90 ptx: 8.0
// Named barriers in inline assembly; the id and the count are constants in the text and operands.

llvm.mlir.global internal @flags() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<96 x i32>

llvm.func @named_asm(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 96, 1, 1>} {
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %id = llvm.mlir.constant(7 : i32) : i32
  %count = llvm.mlir.constant(96 : i32) : i32
  %flags = llvm.mlir.addressof @flags : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %cell = llvm.getelementptr %flags[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %tid, %cell : i32, !llvm.ptr<3>
  %warp = llvm.lshr %tid, %c5 : i32
  %last = llvm.icmp "eq" %warp, %c2 : i32
  llvm.cond_br %last, ^reader, ^writer
^writer:
  llvm.inline_asm has_side_effects "bar.arrive $0, $1;", "r,r,~{memory}" %id, %count : (i32, i32) -> ()
  llvm.br ^end
^reader:
  llvm.inline_asm has_side_effects "bar.sync 7, 96;", "~{memory}" : () -> ()
  %first = llvm.load %flags : !llvm.ptr<3> -> i32
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %first, %to : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
