// Requirements of instructions on the block: whole warpgroups, registers, legal barrier ids.

// RUN: tileiras-opt --nvvm-verify='chip=sm_90a ptx=8.4' %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must be stated, a multiple of 128 in x, for 'wgmma', got none [warpgroup-threads]}}
llvm.func @none() attributes {nvvm.kernel} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.wgmma.fence.aligned
  llvm.return
}

// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must be stated, a multiple of 128 in x, for 'wgmma', got 'nvvm.maxntid' alone, a bound [warpgroup-threads]}}
llvm.func @bound() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.wgmma.commit.group.sync.aligned
  llvm.return
}

// The instruction is two calls away, and each kernel is reported separately.
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must be a multiple of 128 in x for 'wgmma', got 96 [warpgroup-threads]}}
llvm.func @caller() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 96, 4, 1>} {
  llvm.call @middle() : () -> ()
  llvm.return
}
llvm.func @middle() {
  llvm.call @leaf() : () -> ()
  llvm.return
}
llvm.func @leaf() {
  llvm.call @middle() : () -> ()
  // expected-note@+1 {{the instruction is here}}
  nvvm.wgmma.wait.group.sync.aligned 0
  llvm.return
}
llvm.func @well() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  llvm.call @middle() : () -> ()
  llvm.return
}

// -----

// The result of m64n8k16 in f32 takes four registers of each thread.
!small = !llvm.struct<(f32, f32, f32, f32)>
// expected-error@+1 {{'llvm.func' op 'nvvm.maxnreg' must leave a thread 30 registers for a 'wgmma' with 4, got 24 [warpgroup-registers]}}
llvm.func @capped(%a: i64, %b: i64, %d: !small) attributes {nvvm.kernel, nvvm.maxnreg = 24 : i32, nvvm.reqntid = array<i32: 128, 1, 1>} {
  // expected-note@+1 {{the instruction is here}}
  %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  llvm.return
}
llvm.func @enough(%a: i64, %b: i64, %d: !small) attributes {nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  llvm.return
}

// -----

// expected-note@+1 {{the function is here}}
llvm.func @barriers(%unknown: i32) {
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
