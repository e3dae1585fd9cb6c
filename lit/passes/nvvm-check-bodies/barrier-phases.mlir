// Barriers whose threads meet: in other phases with another count, in roles, in loops.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4 pedantic warnings-as-errors' %s -o /dev/null 2>&1 | count 0

// Another count in another phase: a barrier of all threads is between.
llvm.func @other_phases() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %half = llvm.icmp "ult" %tid, %c64 : i32
  nvvm.barrier id = %c1 number_of_threads = %c128
  nvvm.barrier0
  scf.if %half {
    nvvm.barrier id = %c1 number_of_threads = %c64
  } else {
    llvm.inline_asm has_side_effects "bar.sync 2, 64;", "~{memory}" : () -> ()
  }
  llvm.return
}

// A producer and consumers with a barrier for each direction, for four turns and for as many as a parameter says.
llvm.func @roles(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 160, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c160 = llvm.mlir.constant(160 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %produces = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %produces {
    scf.for %i = %c0 to %c4 step %c1 : i32 {
      nvvm.barrier.arrive id = %c1 number_of_threads = %c160
      nvvm.barrier id = %c2 number_of_threads = %c160
    }
  } else {
    scf.for %i = %c0 to %c4 step %c1 : i32 {
      nvvm.barrier id = %c1 number_of_threads = %c160
      nvvm.barrier.arrive id = %c2 number_of_threads = %c160
    }
  }
  nvvm.barrier0
  scf.if %produces {
    scf.for %i = %c0 to %n step %c1 : i32 {
      nvvm.barrier.arrive id = %c1 number_of_threads = %c160
      nvvm.barrier id = %c2 number_of_threads = %c160
    }
  } else {
    scf.for %i = %c0 to %n step %c1 : i32 {
      nvvm.barrier id = %c1 number_of_threads = %c160
      nvvm.barrier.arrive id = %c2 number_of_threads = %c160
    }
  }
  llvm.return
}

// The same number of turns in all threads; both sides of a branch pass a barrier twice.
llvm.func @turns(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %group = llvm.lshr %tid, %c7 : i32
  %last = llvm.add %group, %n : i32
  scf.for %i = %c0 to %last step %c1 : i32 {
    nvvm.barrier0
  }
  %half = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %half {
    nvvm.barrier0
    nvvm.barrier0
  } else {
    llvm.inline_asm has_side_effects "bar.sync 0;", "~{memory}" : () -> ()
    nvvm.barrier0
  }
  nvvm.barrier0
  llvm.return
}

// Some threads end before the others pass the barrier again.
llvm.func @ends() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %low = llvm.icmp "ult" %tid, %c64 : i32
  nvvm.barrier0
  llvm.cond_br %low, ^end, ^more
^more:
  nvvm.barrier0
  llvm.return
^end:
  llvm.return
}

// An mbarrier orders the halves: each of them passes two phases of one barrier, and then the other one does.
llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.func @one_half_first() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %low = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %first {
    nvvm.mbarrier.init %bar, %c64 : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  scf.if %low {
  } else {
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c1 : !llvm.ptr<3>, i32, i32
  }
  nvvm.barrier id = %c1 number_of_threads = %c64
  nvvm.barrier id = %c1 number_of_threads = %c32
  scf.if %low {
    nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  }
  llvm.return
}

// A warp arrives for the next tile after the other warp has taken the one before.
llvm.func @arrives_for_each_tile() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %low = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %low {
    nvvm.barrier.arrive id = %c1 number_of_threads = %c64
    nvvm.barrier id = %c2 number_of_threads = %c64
    nvvm.barrier.arrive id = %c1 number_of_threads = %c64
  } else {
    nvvm.barrier id = %c1 number_of_threads = %c64
    nvvm.barrier.arrive id = %c2 number_of_threads = %c64
    nvvm.barrier id = %c1 number_of_threads = %c64
  }
  llvm.return
}
