// chip: sm_100a ptx: 8.8
// Inline assembly with predicate operands, in the style of Triton: no branches around single instructions.

llvm.mlir.global internal @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>

llvm.func @inline_asm_128(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %idesc = llvm.mlir.constant(136314896 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %mbar = llvm.getelementptr %slot[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.lshr %tid, %c5 : i32
  %warp0 = llvm.icmp "eq" %warp, %c0 : i32
  llvm.inline_asm has_side_effects "@$0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$1], 64;", "b,r" %warp0, %slot : (i1, !llvm.ptr<3>) -> ()
  llvm.inline_asm has_side_effects "@$0 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", "b" %warp0 : (i1) -> ()
  %first = llvm.icmp "ult" %tid, %c5 : i32
  %zero = llvm.icmp "eq" %tid, %c0 : i32
  %one = llvm.and %first, %zero : i1
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r" %one, %mbar : (i1, !llvm.ptr<3>) -> ()
  llvm.inline_asm has_side_effects "fence.mbarrier_init.release.cluster;\0Atcgen05.fence::before_thread_sync;", "" : () -> ()
  nvvm.barrier0
  llvm.inline_asm has_side_effects "tcgen05.fence::after_thread_sync;", "" : () -> ()
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %elected = nvvm.elect.sync -> i1
  %issuer = llvm.and %warp0, %elected : i1
  llvm.inline_asm has_side_effects "@$5 tcgen05.mma.cta_group::1.kind::f16 [ $0 + 0 ], $1, $2, $3, $4;", "r,l,l,r,b,b" %base, %a, %b, %idesc, %false, %issuer : (i32, i64, i64, i32, i1, i1) -> ()
  llvm.inline_asm has_side_effects "@$0 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [$1];", "b,r" %issuer, %mbar : (i1, !llvm.ptr<3>) -> ()
  llvm.inline_asm has_side_effects "{\0A\09.reg .pred complete;\0A\09waitLoop:\0A\09mbarrier.try_wait.parity.shared::cta.b64 complete, [$0], $1;\0A\09@!complete bra.uni waitLoop;\0A}\0A", "r,r" %mbar, %c0 : (!llvm.ptr<3>, i32) -> ()
  llvm.inline_asm has_side_effects "tcgen05.fence::after_thread_sync;", "" : () -> ()
  %lanes = llvm.shl %warp, %c21 : i32
  %row = llvm.add %base, %lanes : i32
  %v = llvm.inline_asm has_side_effects "tcgen05.ld.sync.aligned.32x32b.x2.b32 {$0, $1}, [$2 + 0];", "=r,=r,r" %row : (i32) -> !llvm.struct<(i32, i32)>
  llvm.inline_asm has_side_effects "tcgen05.wait::ld.sync.aligned;", "" : () -> ()
  %x = llvm.extractvalue %v[0] : !llvm.struct<(i32, i32)>
  %p = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %x, %p : i32, !llvm.ptr<1>
  llvm.inline_asm has_side_effects "tcgen05.fence::before_thread_sync;", "" : () -> ()
  nvvm.barrier0
  llvm.inline_asm has_side_effects "@$0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 $1, 64;", "b,r" %warp0, %base : (i1, i32) -> ()
  llvm.return
}
