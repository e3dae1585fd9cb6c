// Barriers at which the right threads come, but with another count, another number of times, or in another order.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4' %s --split-input-file --verify-diagnostics

// Each warp alone, and then all of them at the same barrier.
// expected-note@+1 {{the kernel is here}}
llvm.func @warps_first() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  // expected-error@+1 {{'nvvm.barrier' op counts 32 threads, and others that count 128 arrive in the same phase [named-barrier-count]}}
  nvvm.barrier id = %c0 number_of_threads = %c32
  nvvm.barrier0
  llvm.return
}

// -----

// The same behind a loop whose number of turns is not known, and behind a barrier of all threads.
// expected-note@+1 {{the kernel is here}}
llvm.func @behind_a_loop(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  llvm.br ^again(%c0 : i32)
^again(%turn: i32):
  %next = llvm.add %turn, %c1 : i32
  %more = llvm.icmp "ult" %next, %n : i32
  llvm.cond_br %more, ^again(%next : i32), ^behind
^behind:
  nvvm.barrier0
  nvvm.barrier0
  // expected-error@+1 {{'nvvm.barrier' op counts 32 threads, and others that count 128 arrive in the same phase [named-barrier-count]}}
  nvvm.barrier id = %c0 number_of_threads = %c32
  nvvm.barrier0
  llvm.return
}

// -----

// The same in inline assembly, and with an operation of the dialect gpu.
gpu.module @in_assembly {
  // expected-note@+1 {{the kernel is here}}
  gpu.func @in_assembly() kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
    // expected-error@+1 {{'llvm.inline_asm' op counts 64 threads, and others that count 128 arrive in the same phase [named-barrier-count]}}
    llvm.inline_asm has_side_effects "bar.sync 0, 64;", "~{memory}" : () -> ()
    gpu.barrier
    gpu.return
  }
}

// -----

// The producers count other threads than the consumers.
// expected-note@+1 {{the kernel is here}}
llvm.func @roles() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c192 = llvm.mlir.constant(192 : i32) : i32
  %c256 = llvm.mlir.constant(256 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %produces = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %produces {
    // expected-error@+1 {{'nvvm.barrier.arrive' op counts 256 threads, and at most 64 arrive with this count [named-barrier-count]}}
    nvvm.barrier.arrive id = %c1 number_of_threads = %c256
  } else {
    nvvm.barrier id = %c1 number_of_threads = %c192
  }
  llvm.return
}

// -----

// Calls of intrinsics: one side counts all threads, and the other itself.
// expected-note@+1 {{the kernel is here}}
llvm.func @intrinsics() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %half = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %half {
    // expected-error@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.barrier.cta.sync.aligned.count" counts 128 threads, and at most 64 arrive with this count [named-barrier-count]}}
    llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.count"(%c3, %c128) : (i32, i32) -> ()
  } else {
    llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.count"(%c3, %c64) : (i32, i32) -> ()
  }
  llvm.return
}

// -----

// The consumers come once more than the producers.
// expected-note@+1 {{the kernel is here}}
llvm.func @once_more() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 192, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %low = llvm.icmp "ult" %tid, %c64 : i32
  %others = llvm.icmp "uge" %tid, %c128 : i32
  scf.if %low {
    nvvm.barrier.arrive id = %c1 number_of_threads = %c128
  } else {
    scf.if %others {
    } else {
      nvvm.barrier id = %c1 number_of_threads = %c128
      // expected-error@+1 {{'nvvm.barrier' op counts 128 threads, and 64 arrive in this phase of the barrier [named-barrier-count]}}
      nvvm.barrier id = %c1 number_of_threads = %c128
    }
  }
  llvm.return
}

// -----

// Half of the threads come to a barrier that counts all of them, and the others to the next one.
// expected-note@+1 {{the kernel is here}}
llvm.func @half() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %c256 = llvm.mlir.constant(256 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %half = llvm.icmp "ult" %tid, %c128 : i32
  scf.if %half {
    // expected-error@+1 {{'nvvm.barrier' op must be executed by all threads of the CTA, some go on elsewhere [cta-barrier-divergent]}}
    nvvm.barrier id = %c0 number_of_threads = %c256
  }
  nvvm.barrier0
  llvm.return
}

// -----

// 64 threads pass one barrier, and the others two.
// expected-note@+1 {{the kernel is here}}
llvm.func @two_and_one() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %low = llvm.icmp "ult" %tid, %c64 : i32
  scf.if %low {
    nvvm.barrier0
  } else {
    nvvm.barrier0
    // expected-error@+1 {{'nvvm.barrier0' op must be executed by all threads of the CTA, some go on elsewhere [cta-barrier-divergent]}}
    nvvm.barrier0
  }
  nvvm.barrier0
  llvm.return
}

// -----

// Each thread has another number of turns, at least one.
// expected-note@+1 {{the kernel is here}}
llvm.func @turns() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  llvm.br ^again(%c0 : i32)
^again(%turn: i32):
  // expected-error@+1 {{'nvvm.barrier0' op must be executed by whole warps, a part of a warp gets here [cta-barrier-divergent]}}
  nvvm.barrier0
  %next = llvm.add %turn, %c1 : i32
  %more = llvm.icmp "ule" %next, %tid : i32
  llvm.cond_br %more, ^again(%next : i32), ^end
^end:
  nvvm.barrier0
  llvm.return
}

// -----

// A warp arrives for one tile after the other, and waits for nothing.
// expected-note@+1 {{the kernel is here}}
llvm.func @arrives_again() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %low = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %low {
    nvvm.barrier.arrive id = %c1 number_of_threads = %c64
    // expected-error@+1 {{'nvvm.barrier.arrive' op arrives again at a barrier that can still wait for other warps: it counts this one twice, in every launch [named-barrier-count]}}
    nvvm.barrier.arrive id = %c1 number_of_threads = %c64
  } else {
    nvvm.barrier id = %c1 number_of_threads = %c64
    nvvm.barrier id = %c1 number_of_threads = %c64
  }
  llvm.return
}
