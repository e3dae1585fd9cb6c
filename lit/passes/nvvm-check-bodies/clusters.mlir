// Legal uses of cluster barriers, and of the shared memory of another CTA.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4 pedantic warnings-as-errors' %s -o /dev/null 2>&1 | count 0

// Between two barriers every CTA is there. The rank is a constant, or that of the neighbour.
llvm.func @neighbour(%p: !llvm.ptr<3>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 4, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  %last = nvvm.mapa %p, %c3 : !llvm.ptr<3> -> !llvm.ptr<7>
  %0 = llvm.load %last : !llvm.ptr<7> -> i32
  llvm.store %0, %out : i32, !llvm.ptr<1>
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %next = llvm.add %rank, %c1 : i32
  %wrapped = llvm.and %next, %c3 : i32
  %other = nvvm.mapa %p, %wrapped : !llvm.ptr<3> -> !llvm.ptr<7>
  %1 = llvm.load %other : !llvm.ptr<7> -> i32
  llvm.store %1, %out : i32, !llvm.ptr<1>
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  llvm.return
}

// All CTAs read the first one.
llvm.func @first(%p: !llvm.ptr<3>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %first = nvvm.mapa %p, %c0 : !llvm.ptr<3> -> !llvm.ptr<7>
  %0 = llvm.load %first : !llvm.ptr<7> -> i32
  llvm.store %0, %out : i32, !llvm.ptr<1>
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}

// The address of the other CTA is computed before the barrier, and used after it.
llvm.func @computed_before(%p: !llvm.ptr<3>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %first = nvvm.mapa %p, %c0 : !llvm.ptr<3> -> !llvm.ptr<7>
  nvvm.cluster.arrive.relaxed
  nvvm.cluster.wait
  %0 = llvm.load %first : !llvm.ptr<7> -> i32
  llvm.store %0, %out : i32, !llvm.ptr<1>
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}

// A barrier on every side of a branch, in a loop, and in functions that the kernel calls.
llvm.func @paths(%n: i32) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %same = arith.cmpi sgt, %n, %c0 : i32
  scf.if %same {
    nvvm.cluster.arrive
  } else {
    nvvm.cluster.arrive.relaxed
  }
  nvvm.cluster.wait
  scf.for %i = %c0 to %n step %c1 : i32 {
    llvm.call @arrive() : () -> ()
    llvm.call @wait() : () -> ()
  }
  llvm.return
}
llvm.func internal @arrive() {
  nvvm.cluster.arrive
  llvm.return
}
llvm.func internal @wait() {
  nvvm.cluster.wait
  llvm.return
}

// Halves of a barrier in functions that no kernel here calls.
llvm.func @library_arrive() {
  nvvm.cluster.arrive
  llvm.return
}
llvm.func @library_wait() {
  nvvm.cluster.wait
  llvm.return
}

// The cluster is not known, and may have a rank 7.
llvm.func @unknown(%p: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.explicit_cluster} {
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %0 = nvvm.mapa %p, %c7 : !llvm.ptr<3> -> !llvm.ptr<7>
  llvm.return
}

// A thread may exit after its arrive: a wait is for the threads that have not exited.
llvm.func @leaves(%n: i32) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  nvvm.cluster.arrive.relaxed
  %is_idle = llvm.icmp "sgt" %n, %c0 : i32
  llvm.cond_br %is_idle, ^end, ^wait
^wait:
  nvvm.cluster.wait
  llvm.return
^end:
  llvm.return
}
