// chip: sm_90 ptx: 8.0
// A warp waits until the copy of the last row has read the tile, all warps fill it, and the first thread copies it out.

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<64 x i32>

llvm.func @bulk_store(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64}, %n: i32) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %lead = llvm.icmp "ult" %tid, %c1 : i32
  %cell = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.br ^next(%c0 : i32)
^next(%row: i32):
  %more = llvm.icmp "slt" %row, %n : i32
  llvm.cond_br %more, ^free, ^end
^free:
  llvm.cond_br %lead, ^wait, ^fill
^wait:
  nvvm.cp.async.bulk.wait_group 0 {read}
  llvm.br ^fill
^fill:
  nvvm.barrier0
  %value = llvm.add %row, %tid : i32
  llvm.store %value, %cell : i32, !llvm.ptr<3>
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.barrier0
  llvm.cond_br %lead, ^store, ^after
^store:
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%c0, %row] : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.commit.group
  llvm.br ^after
^after:
  %following = llvm.add %row, %c1 : i32
  llvm.br ^next(%following : i32)
^end:
  nvvm.cp.async.bulk.wait_group 0
  llvm.return
}
