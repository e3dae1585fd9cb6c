// chip: sm_90 ptx: 8.0
// A tile that is copied out with inline assembly: the fence, and all steps of the copy.

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x i64>

llvm.func @bulk_store_asm(%dst: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(256 : i32) : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %lead = llvm.icmp "eq" %tid, %c0 : i32
  %cell = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  llvm.br ^next(%c0 : i32)
^next(%turn: i32):
  %wide = llvm.zext %turn : i32 to i64
  llvm.store %wide, %cell : i64, !llvm.ptr<3>
  llvm.inline_asm has_side_effects "fence.proxy.async.shared::cta;", "~{memory}" : () -> ()
  nvvm.barrier0
  llvm.inline_asm has_side_effects "@$0 cp.async.bulk.global.shared::cta.bulk_group [$1], [$2], $3; @$0 cp.async.bulk.commit_group;", "b,l,r,r,~{memory}" %lead, %dst, %tile, %bytes : (i1, !llvm.ptr<1>, !llvm.ptr<3>, i32) -> ()
  llvm.inline_asm has_side_effects "@$0 cp.async.bulk.wait_group.read 0;", "b,~{memory}" %lead : (i1) -> ()
  nvvm.barrier0
  %following = llvm.add %turn, %c1 : i32
  %more = llvm.icmp "slt" %following, %n : i32
  llvm.cond_br %more, ^next(%following : i32), ^end
^end:
  llvm.return
}
