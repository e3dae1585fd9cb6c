// Kernels with equal bodies are checked once if nothing is wrong. What differs in the contract, in the module, in a
// constant or in who calls them, is checked for each of them.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

llvm.func @first() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %guard = llvm.icmp "ult" %tid, %c : i32
  llvm.cond_br %guard, ^some, ^all
^some:
  nvvm.barrier0
  llvm.br ^all
^all:
  nvvm.barrier0
  llvm.return
}
llvm.func @equal() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %guard = llvm.icmp "ult" %tid, %c : i32
  llvm.cond_br %guard, ^some, ^all
^some:
  nvvm.barrier0
  llvm.br ^all
^all:
  nvvm.barrier0
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @other_block() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %guard = llvm.icmp "ult" %tid, %c : i32
  llvm.cond_br %guard, ^some, ^all
^some:
  // expected-error@+1 {{'nvvm.barrier0' op must be executed by all threads of the CTA, some go on elsewhere [cta-barrier-divergent]}}
  nvvm.barrier0
  llvm.br ^all
^all:
  nvvm.barrier0
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @other_constant() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c = llvm.mlir.constant(32 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %guard = llvm.icmp "ult" %tid, %c : i32
  llvm.cond_br %guard, ^some, ^all
^some:
  // expected-error@+1 {{'nvvm.barrier0' op must be executed by all threads of the CTA, some go on elsewhere [cta-barrier-divergent]}}
  nvvm.barrier0
  llvm.br ^all
^all:
  nvvm.barrier0
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @equal_fault() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c = llvm.mlir.constant(32 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %guard = llvm.icmp "ult" %tid, %c : i32
  llvm.cond_br %guard, ^some, ^all
^some:
  // expected-error@+1 {{'nvvm.barrier0' op must be executed by all threads of the CTA, some go on elsewhere [cta-barrier-divergent]}}
  nvvm.barrier0
  llvm.br ^all
^all:
  nvvm.barrier0
  llvm.return
}

// -----

// No thread of the kernel calls the first function. Any threads can enter the second one.
llvm.func @kernel() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c = llvm.mlir.constant(32 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %guard = llvm.icmp "uge" %tid, %c : i32
  llvm.cond_br %guard, ^some, ^all
^some:
  llvm.call @called() : () -> ()
  llvm.br ^all
^all:
  llvm.return
}
llvm.func @called() {
  %c = llvm.mlir.constant(16 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %guard = llvm.icmp "ult" %tid, %c : i32
  llvm.cond_br %guard, ^some, ^all
^some:
  llvm.inline_asm has_side_effects "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%f0, %f1}, {%f2}, {%f3}, {%f0, %f1};", "" : () -> ()
  llvm.br ^all
^all:
  llvm.return
}
// expected-note@+1 {{the function is here}}
llvm.func @not_called() {
  %c = llvm.mlir.constant(16 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %guard = llvm.icmp "ult" %tid, %c : i32
  llvm.cond_br %guard, ^some, ^all
^some:
  // expected-error@+1 {{'llvm.inline_asm' op must be executed by a whole warp, 16 threads of 1 warp get here [warp-sync-incomplete]}}
  llvm.inline_asm has_side_effects "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%f0, %f1}, {%f2}, {%f3}, {%f0, %f1};", "" : () -> ()
  llvm.br ^all
^all:
  llvm.return
}

// -----

gpu.module @new [#nvvm.target<chip = "sm_90", features = "+ptx84", verifyTarget = false>] {
  llvm.func @k() attributes {nvvm.kernel} {
    %0 = nvvm.elect.sync -> i1
    llvm.return
  }
}
gpu.module @old [#nvvm.target<chip = "sm_80", features = "+ptx84", verifyTarget = false>] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k() attributes {nvvm.kernel} {
    // expected-error@+1 {{'nvvm.elect.sync' op cannot be assembled: 'elect.sync' is not supported on sm_80, it needs sm_90 or higher (ptx 8.0) [instruction-target]}}
    %0 = nvvm.elect.sync -> i1
    llvm.return
  }
}
