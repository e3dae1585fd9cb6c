// Legal barriers of the CTA and of the cluster: whole warps, counts of those that come, threads that have left.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4 pedantic disable=launch-unknown warnings-as-errors' %s -o /dev/null 2>&1 | count 0

// A barrier of all threads on both sides of a branch, with equal and with unequal instructions, and after threads
// have left.
llvm.func @both_sides(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %half = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %half {
    nvvm.barrier0
  } else {
    nvvm.barrier
  }
  %same = llvm.icmp "sgt" %n, %c0 : i32
  scf.if %same {
    nvvm.barrier0
  }
  llvm.cond_br %half, ^stay, ^leave
^stay:
  nvvm.barrier0
  llvm.br ^leave
^leave:
  llvm.return
}

// Two named barriers for a producer and consumers, in whole warps; the count is that of both sides.
llvm.func @named(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 96, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c15 = llvm.mlir.constant(15 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c96 = llvm.mlir.constant(96 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %produces = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %produces {
    nvvm.barrier.arrive id = %c1 number_of_threads = %c96
    nvvm.barrier id = %c2 number_of_threads = %c96
  } else {
    nvvm.barrier id = %c1 number_of_threads = %c96
    nvvm.barrier.arrive id = %c2 number_of_threads = %c96
    nvvm.barrier id = %c15 number_of_threads = %c64
  }
  // The id is that of the warp.
  %warp = llvm.udiv %tid, %c32 : i32
  %id = llvm.add %warp, %c3 : i32
  nvvm.barrier id = %id number_of_threads = %c32
  // The number of threads is not known.
  nvvm.barrier id = %c0 number_of_threads = %n
  llvm.return
}

// The block is not known: one of 64 threads is right.
llvm.func @unknown_block() attributes {nvvm.kernel} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  nvvm.barrier id = %c1 number_of_threads = %c64
  llvm.return
}

// A cluster barrier in a branch that all threads of the cluster take, and one whose wait is elsewhere.
llvm.func @cluster(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %same = llvm.icmp "sgt" %n, %c0 : i32
  scf.if %same {
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
  }
  %first = llvm.icmp "ult" %tid, %c32 : i32
  nvvm.cluster.arrive
  scf.if %first {
    nvvm.cluster.wait {aligned}
  } else {
    nvvm.cluster.wait
  }
  llvm.return
}
