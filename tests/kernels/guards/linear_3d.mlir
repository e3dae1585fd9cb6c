// chip: sm_100a ptx: 8.8
// Warps of a block of 4 x 8 x 6 threads by the linear id; the third warp allocates, its lane 5 issues, and the last
// four of the six warps read.

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @linear_3d(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 4, 8, 6>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %issuer = llvm.mlir.constant(69 : i32) : i32
  %columns = llvm.mlir.constant(32 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %idesc = llvm.mlir.constant(0x8080010 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %y = nvvm.read.ptx.sreg.tid.y : i32
  %z = nvvm.read.ptx.sreg.tid.z : i32
  %nx = nvvm.read.ptx.sreg.ntid.x : i32
  %ny = nvvm.read.ptx.sreg.ntid.y : i32
  %zy = llvm.mul %z, %ny : i32
  %rows = llvm.add %zy, %y : i32
  %before = llvm.mul %rows, %nx : i32
  %id = llvm.add %before, %x : i32
  %warp = llvm.udiv %id, %c32 : i32
  %owner = llvm.icmp "eq" %warp, %c2 : i32
  %one = llvm.icmp "eq" %id, %issuer : i32
  llvm.cond_br %owner, ^alloc, ^ready
^alloc:
  nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.cond_br %one, ^init, ^ready
^init:
  nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^ready
^ready:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  llvm.cond_br %one, ^issue, ^roles
^issue:
  nvvm.tcgen05.mma %d, %a, %b, %idesc, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %done : !llvm.ptr<3>
  llvm.br ^roles
^roles:
  %reads = llvm.icmp "ugt" %warp, %c1 : i32
  llvm.cond_br %reads, ^read, ^last
^read:
  nvvm.mbarrier.try_wait.parity %done, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %quarter = llvm.and %warp, %c3 : i32
  %lanes = llvm.shl %quarter, %c21 : i32
  %row = llvm.add %base, %lanes : i32
  %mine = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  %v = nvvm.tcgen05.ld %mine {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %to = llvm.getelementptr %out[%id] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %to : i32, !llvm.ptr<1>
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  llvm.br ^last
^last:
  nvvm.barrier0
  llvm.cond_br %owner, ^free, ^end
^free:
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}
