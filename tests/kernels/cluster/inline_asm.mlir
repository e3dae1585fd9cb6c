// chip: sm_90 ptx: 8.0
// mapa, a remote load and cluster barriers in inline assembly.

llvm.mlir.global internal @value() {addr_space = 3 : i32, alignment = 4 : i64} : i32

llvm.func @dsmem_asm(%out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %value = llvm.mlir.addressof @value : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = llvm.inline_asm "mov.u32 $0, %cluster_ctarank;", "=r" : () -> i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.inline_asm has_side_effects "@$0 st.shared.u32 [$1], $2;", "b,r,r,~{memory}" %first, %value, %rank : (i1, !llvm.ptr<3>, i32) -> ()
  llvm.inline_asm has_side_effects "barrier.cluster.arrive.aligned;\0Abarrier.cluster.wait.aligned;", "~{memory}" : () -> ()
  %peer = llvm.xor %rank, %c1 : i32
  %v = llvm.inline_asm has_side_effects "{\0A.reg .b32 a;\0Amapa.shared::cluster.u32 a, $1, $2;\0Ald.shared::cluster.u32 $0, [a];\0A}", "=r,r,r,~{memory}" %value, %peer : (!llvm.ptr<3>, i32) -> i32
  llvm.inline_asm has_side_effects "barrier.cluster.arrive.aligned;\0Abarrier.cluster.wait.aligned;", "~{memory}" : () -> ()
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %to : i32, !llvm.ptr<1>
  llvm.return
}
