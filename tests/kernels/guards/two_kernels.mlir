// chip: sm_100a ptx: 8.8
// Two kernels share functions that use tensor memory. In one the block is a warp, in the other a guard picks one.

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : i32

llvm.func internal @claim(%columns: i32) {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.return
}
llvm.func internal @store_and_load(%row: i32, %v: i32, %to: !llvm.ptr<1>) {
  %mine = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  nvvm.tcgen05.st %mine, %v {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>, num = 1 : i32} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<store>
  %w = nvvm.tcgen05.ld %mine {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  llvm.store %w, %to : i32, !llvm.ptr<1>
  llvm.return
}
llvm.func internal @release(%base: i32, %columns: i32) {
  %d = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.return
}
llvm.func @one_warp(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %columns = llvm.mlir.constant(32 : i32) : i32
  %mask = llvm.mlir.constant(-1 : i32) : i32
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %lane = nvvm.read.ptx.sreg.laneid : i32
  llvm.call @claim(%columns) : (i32) -> ()
  nvvm.bar.warp.sync %mask : i32
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %to = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.call @store_and_load(%base, %lane, %to) : (i32, i32, !llvm.ptr<1>) -> ()
  llvm.call @release(%base, %columns) : (i32, i32) -> ()
  llvm.return
}
llvm.func @four_warps(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %columns = llvm.mlir.constant(64 : i32) : i32
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.lshr %tid, %c5 : i32
  %first = llvm.icmp "eq" %warp, %c0 : i32
  llvm.cond_br %first, ^claim, ^go
^claim:
  llvm.call @claim(%columns) : (i32) -> ()
  llvm.br ^go
^go:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %lanes = llvm.shl %warp, %c21 : i32
  %row = llvm.add %base, %lanes : i32
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.call @store_and_load(%row, %tid, %to) : (i32, i32, !llvm.ptr<1>) -> ()
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  llvm.cond_br %first, ^free, ^end
^free:
  llvm.call @release(%base, %columns) : (i32, i32) -> ()
  llvm.br ^end
^end:
  llvm.return
}
