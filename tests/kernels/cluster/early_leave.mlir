// chip: sm_90 ptx: 8.0
// Odd CTAs leave at once. Nothing of theirs is used, and a cluster barrier does not wait for threads that have left.

llvm.func @early_leave(%out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 4, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %bit = llvm.and %rank, %c1 : i32
  %odd = llvm.icmp "ne" %bit, %c0 : i32
  llvm.cond_br %odd, ^leave, ^stay
^leave:
  llvm.return
^stay:
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %rank, %to : i32, !llvm.ptr<1>
  llvm.return
}
