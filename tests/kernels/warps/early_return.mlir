// chip: sm_80 ptx: 7.0
// Whole warps leave early, and the rest votes: a full mask needs the lanes of a warp, not the warps of the block.

llvm.func @early_return(%flags: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %c96 = llvm.mlir.constant(96 : i32) : i32
  %mask = llvm.mlir.constant(-1 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %out_of_range = llvm.icmp "uge" %tid, %c96 : i32
  llvm.cond_br %out_of_range, ^leave, ^go
^leave:
  llvm.return
^go:
  %from = llvm.getelementptr %flags[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %v = llvm.load %from : !llvm.ptr<1> -> i32
  %set = llvm.icmp "ne" %v, %c0 : i32
  %ballot = nvvm.vote.sync ballot %mask, %set -> i32
  %any = nvvm.vote.sync any %mask, %set -> i1
  %lane = llvm.and %tid, %c31 : i32
  %lane0 = llvm.icmp "eq" %lane, %c0 : i32
  %stores = llvm.and %lane0, %any : i1
  llvm.cond_br %stores, ^store, ^end
^store:
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %ballot, %to : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
