// Barriers that not all threads reach, or that count other threads than come, or that do not exist.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4' %s --split-input-file --verify-diagnostics

// Ids and numbers that no barrier has. A function that no kernel calls is checked by itself.
llvm.func @kernel() attributes {nvvm.kernel} {
  llvm.return
}
// expected-note@+1 {{the function is here}}
llvm.func @constants(%unknown: i32) {
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c15 = llvm.mlir.constant(15 : i32) : i32
  %c33 = llvm.mlir.constant(33 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %minus = llvm.mlir.constant(-1 : i32) : i32
  %narrow = llvm.mlir.constant(17 : i16) : i16
  %wide = llvm.zext %narrow : i16 to i32
  // expected-error@+1 {{'nvvm.barrier' op barrier id must be 0 to 15, got 16 [named-barrier-range]}}
  nvvm.barrier id = %c16
  // expected-error@+1 {{'nvvm.barrier' op barrier id must be 0 to 15, got -1 [named-barrier-range]}}
  nvvm.barrier id = %minus number_of_threads = %c64
  // expected-error@+1 {{'nvvm.barrier' op barrier id must be 0 to 15, got 17 [named-barrier-range]}}
  nvvm.barrier id = %wide
  // expected-error@+1 {{'nvvm.barrier' op barrier must have a multiple of 32 threads, got 33 [named-barrier-range]}}
  nvvm.barrier id = %c15 number_of_threads = %c33
  // expected-error@+1 {{'nvvm.barrier.arrive' op barrier must have a multiple of 32 threads, got 33 [named-barrier-range]}}
  nvvm.barrier.arrive number_of_threads = %c33
  // expected-error@+1 {{'nvvm.barrier.arrive' op barrier id must be 0 to 15, got 16 [named-barrier-range]}}
  nvvm.barrier.arrive id = %c16 number_of_threads = %c64
  nvvm.barrier id = %unknown number_of_threads = %unknown
  nvvm.barrier id = %c15 number_of_threads = %c64
  nvvm.barrier0
  llvm.return
}

// -----

// Constants in PTX text are checked like those of an operation, also if the text refers to an operand.
// expected-note@+1 {{the kernel is here}}
llvm.func @text(%id: i32) attributes {nvvm.kernel} {
  %c17 = llvm.mlir.constant(17 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  // expected-error@+1 {{'llvm.inline_asm' op barrier id must be 0 to 15, got 16 [named-barrier-range]}}
  llvm.inline_asm has_side_effects "bar.sync 0x10, 64;", "" : () -> ()
  // expected-error@+1 {{'llvm.inline_asm' op barrier id must be 0 to 15, got 17 [named-barrier-range]}}
  llvm.inline_asm has_side_effects "barrier.sync.aligned $0, $1;", "r,r" %c17, %c64 : (i32, i32) -> ()
  // expected-error@+1 {{'nvvm.inline_ptx' op barrier must have a multiple of 32 threads, got 17 [named-barrier-range]}}
  nvvm.inline_ptx "bar.arrive 1, {$r0};" ro (%c17 : i32)
  // expected-error@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.barrier.cta.sync.aligned.count" barrier id must be 0 to 15, got 17 [named-barrier-range]}}
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.count"(%c17, %c64) : (i32, i32) -> ()
  // expected-error@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.barrier.cta.sync.aligned.all" barrier id must be 0 to 15, got 17 [named-barrier-range]}}
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%c17) : (i32) -> ()
  llvm.inline_asm has_side_effects "bar.sync $0, $1;", "r,r" %id, %id : (i32, i32) -> ()
  llvm.return
}

// -----

// More threads than the block has; more than come to the barrier with this id; fewer than come together.
// expected-note@+1 {{the kernel is here}}
llvm.func @counts() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c96 = llvm.mlir.constant(96 : i32) : i32
  %c256 = llvm.mlir.constant(256 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  // expected-error@+1 {{'nvvm.barrier' op counts 256 threads, and at most 128 arrive at the barrier [named-barrier-count]}}
  nvvm.barrier id = %c1 number_of_threads = %c256
  %half = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %half {
    // expected-error@+1 {{'nvvm.barrier' op counts 96 threads, and at most 64 arrive at the barrier [named-barrier-count]}}
    nvvm.barrier id = %c2 number_of_threads = %c96
  }
  llvm.return
}

// -----

// More threads come than are counted.
// expected-note@+1 {{the kernel is here}}
llvm.func @too_many() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  // expected-error@+1 {{'nvvm.barrier' op counts 64 threads, and 128 arrive together [named-barrier-count]}}
  nvvm.barrier id = %c3 number_of_threads = %c64
  llvm.return
}

// -----

// Some threads go on elsewhere; a part of a warp comes; one lane comes.
// expected-note@+1 {{the kernel is here}}
llvm.func @divergent(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c80 = llvm.mlir.constant(80 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %half = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %half {
    // expected-error@+1 {{'nvvm.barrier0' op must be executed by all threads of the CTA, some go on elsewhere [cta-barrier-divergent]}}
    nvvm.barrier0
  }
  %part = llvm.icmp "ult" %tid, %c80 : i32
  scf.if %part {
    // expected-error@+1 {{'nvvm.barrier0' op must be executed by whole warps, a part of a warp gets here [cta-barrier-divergent]}}
    nvvm.barrier0
  } else {
    // expected-error@+1 {{'llvm.inline_asm' op must be executed by whole warps, a part of a warp gets here [cta-barrier-divergent]}}
    llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ()
  }
  nvvm.barrier0
  llvm.return
}

// A guard for the end of an array: the rest of the threads leave the branch, not the kernel.
// expected-note@+1 {{the kernel is here}}
llvm.func @tail(%data: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %c200 = llvm.mlir.constant(200 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %inside = llvm.icmp "ult" %tid, %c200 : i32
  scf.if %inside {
    // expected-error@+1 {{'nvvm.barrier0' op must be executed by whole warps, a part of a warp gets here [cta-barrier-divergent]}}
    nvvm.barrier0
  }
  nvvm.barrier0
  llvm.return
}

// -----

gpu.module @gpu {
  // expected-note@+1 {{the kernel is here}}
  gpu.func @lane() kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
    %one = nvvm.elect.sync -> i1
    scf.if %one {
      // expected-error@+1 {{'gpu.barrier' op must be executed by whole warps, a part of a warp gets here [cta-barrier-divergent]}}
      gpu.barrier
    }
    nvvm.barrier0
    gpu.return
  }
}

// -----

// A cluster barrier that a part of the CTA, or of a warp, reaches.
// expected-note@+1 {{the kernel is here}}
llvm.func @cluster() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %first {
    // expected-error@+1 {{'nvvm.cluster.arrive' op must be executed by all threads of the cluster, some go on elsewhere [cluster-barrier-divergent]}}
    nvvm.cluster.arrive
    nvvm.cluster.wait
  }
  nvvm.barrier0
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    // expected-error@+1 {{'nvvm.cluster.arrive' op must be executed by whole warps, a part of a warp gets here [cluster-barrier-divergent]}}
    nvvm.cluster.arrive {aligned}
    // expected-error@+1 {{'nvvm.cluster.wait' op must be executed by whole warps, a part of a warp gets here [cluster-barrier-divergent]}}
    nvvm.cluster.wait {aligned}
  }
  nvvm.barrier0
  llvm.return
}
