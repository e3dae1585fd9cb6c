// chip: sm_80 ptx: 7.0
// A barrier behind a branch on a parameter and on the block index: unknown, but the same for all threads of a CTA. No
// reqntid: nothing here asks for the block.

llvm.mlir.global internal @total() {addr_space = 3 : i32, alignment = 4 : i64} : i32

llvm.func @uniform_guard(%out: !llvm.ptr<1>, %n: i32, %twice: i1) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %total = llvm.mlir.addressof @total : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %cta = nvvm.read.ptx.sreg.ctaid.x : i32
  %inside = llvm.icmp "ult" %cta, %n : i32
  llvm.cond_br %inside, ^work, ^end
^work:
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %first, ^clear, ^meet
^clear:
  llvm.store %cta, %total : i32, !llvm.ptr<3>
  llvm.br ^meet
^meet:
  nvvm.barrier0
  llvm.cond_br %twice, ^again, ^read
^again:
  nvvm.barrier0
  llvm.br ^read
^read:
  %v = llvm.load %total : !llvm.ptr<3> -> i32
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %to : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
