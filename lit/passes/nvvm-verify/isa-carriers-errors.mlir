// Instructions are found in operations, intrinsics and PTX text, in the function itself and through all kinds of calls.

// RUN: tileiras-opt --nvvm-verify='chip=sm_80 ptx=8.4 disable=instruction-target' %s --split-input-file --verify-diagnostics

llvm.func @llvm.nvvm.barrier.cluster.wait()
// expected-note@+1 {{the function is here}}
llvm.func @carriers(%a: i64, %p: !llvm.ptr<3>) {
  // expected-error@+1 {{'nvvm.cluster.arrive' op cannot be assembled}}
  nvvm.cluster.arrive
  // expected-error@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.read.ptx.sreg.cluster.ctarank" cannot be assembled: '%cluster_ctarank' is not supported on sm_80}}
  %0 = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.cluster.ctarank"() : () -> i32
  // expected-error@+1 {{'llvm.call' op cannot be assembled: 'barrier.cluster.wait' is not supported on sm_80}}
  llvm.call @llvm.nvvm.barrier.cluster.wait() : () -> ()
  // expected-error@+1 {{'llvm.inline_asm' op cannot be assembled: 'barrier.cluster.relaxed' is not supported on sm_80}}
  llvm.inline_asm has_side_effects "barrier.cluster.arrive.relaxed.aligned;", "" : () -> ()
  // expected-error@+1 {{'nvvm.inline_ptx' op cannot be assembled: 'mapa' is not supported on sm_80}}
  %1 = nvvm.inline_ptx "mapa.u64 {$w0}, {$r0}, 0;" ro (%a : i64) -> i64
  // Two instructions in one PTX text. The names in the comment and of the register are not instructions.
  // expected-error@+2 {{'llvm.inline_asm' op cannot be assembled: '.shared::cluster' is not supported on sm_80}}
  // expected-error@+1 {{'llvm.inline_asm' op cannot be assembled: '%cluster_ctaid' is not supported on sm_80}}
  %2 = llvm.inline_asm has_side_effects "{ .reg .b32 mapa; // mapa.u64\0A  ld.shared::cluster.u32 $0, [$1]; mov.u32 mapa, %cluster_ctaid.x; }", "=r,r" %p : (!llvm.ptr<3>) -> i32
  llvm.return
}

// -----

// Constants in PTX text are checked like those of an operation, also if the text refers to an operand.
// expected-note@+1 {{the function is here}}
llvm.func @text(%id: i32) {
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

// A kernel uses the functions that it calls, directly or by alias, whose address it takes, or that are in a table.
gpu.module @reach [#nvvm.target<chip = "sm_90a", features = "+ptx84">] {
  // expected-note@+2 {{the instruction is here}}
  llvm.func @leaf() {
    nvvm.wgmma.fence.aligned
    llvm.return
  }
  llvm.mlir.alias external @other : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @leaf : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.global internal constant @table() : !llvm.array<1 x ptr> {
    %0 = llvm.mlir.undef : !llvm.array<1 x ptr>
    %1 = llvm.mlir.addressof @leaf : !llvm.ptr
    %2 = llvm.insertvalue %1, %0[0] : !llvm.array<1 x ptr>
    llvm.return %2 : !llvm.array<1 x ptr>
  }
  // expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must be stated, a multiple of 128 threads, for 'wgmma', got none [warpgroup-threads]}}
  llvm.func @address() attributes {nvvm.kernel} {
    %0 = llvm.mlir.addressof @leaf : !llvm.ptr
    llvm.call %0() : !llvm.ptr, () -> ()
    llvm.return
  }
  // expected-error@+1 {{[warpgroup-threads]}}
  llvm.func @alias() attributes {nvvm.kernel} {
    %0 = llvm.mlir.addressof @other : !llvm.ptr
    llvm.call %0() : !llvm.ptr, () -> ()
    llvm.return
  }
  // expected-error@+1 {{[warpgroup-threads]}}
  llvm.func @indirect(%i: i32) attributes {nvvm.kernel} {
    %0 = llvm.mlir.addressof @table : !llvm.ptr
    %1 = llvm.load %0 : !llvm.ptr -> !llvm.ptr
    llvm.call %1() : !llvm.ptr, () -> ()
    llvm.return
  }
  llvm.func @neither() attributes {nvvm.kernel} {
    llvm.return
  }
  func.func @inner() {
    // expected-note@+1 {{the instruction is here}}
    nvvm.wgmma.commit.group.sync.aligned
    return
  }
  // expected-error@+1 {{'gpu.func' op 'nvvm.reqntid' must be stated}}
  gpu.func @gpu() kernel {
    func.call @inner() : () -> ()
    gpu.return
  }
}
