// What the body of a kernel asks of its contract: the block, the registers, the cluster. The instructions are found by
// their names, in operations, intrinsics and PTX text, in the function itself and through all kinds of calls.

// RUN: tileiras-opt --nvvm-verify='chip=sm_100a ptx=8.8' %s --split-input-file --verify-diagnostics

// The block is exact, and has whole warps.
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must be stated, a multiple of 32 threads, for 'tcgen05', got none [warpgroup-threads]}}
llvm.func @any_block(%mbar: !llvm.ptr<3>) attributes {nvvm.kernel} {
  %one = nvvm.elect.sync -> i1
  llvm.cond_br %one, ^issue, ^end
^issue:
  // expected-note@+1 {{the instruction is here}}
  nvvm.tcgen05.commit %mbar : !llvm.ptr<3>
  llvm.br ^end
^end:
  llvm.return
}
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must be stated, a multiple of 32 threads, for 'tcgen05', got 'nvvm.maxntid' alone, a bound [warpgroup-threads]}}
llvm.func @bound() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 192, 1, 1>} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.tcgen05.wait <load>
  llvm.return
}
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must have a multiple of 32 threads for 'tcgen05', got 144 [warpgroup-threads]}}
llvm.func @half_a_warp() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 48, 3, 1>} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.tcgen05.fence <before>
  llvm.return
}

// -----
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must be stated, a multiple of 128 threads, for 'wgmma', got none [warpgroup-threads]}}
llvm.func @none() attributes {nvvm.kernel} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.wgmma.fence.aligned
  llvm.return
}

// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must be stated, a multiple of 128 threads, for 'wgmma', got 'nvvm.maxntid' alone, a bound [warpgroup-threads]}}
llvm.func @wgmma_bound() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.wgmma.commit.group.sync.aligned
  llvm.return
}

// The instruction is two calls away, and each kernel is reported separately. A multiple of 128 threads, of 96 in x, is right.
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must have a multiple of 128 threads for 'wgmma', got 288 [warpgroup-threads]}}
llvm.func @caller() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 96, 3, 1>} {
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
llvm.func @well() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 96, 4, 1>} {
  llvm.call @middle() : () -> ()
  llvm.return
}

// -----

// The two instructions are in two functions.
// expected-error@+1 {{'llvm.func' op must not use both '.cta_group::1' and '.cta_group::2' [tcgen05-cta-group-mix]}}
llvm.func @mix() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.call @pair() : () -> ()
  llvm.return
}
llvm.func @pair() {
  // expected-note@+1 {{the instruction is here}}
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}

// -----

// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must have an even product for '.cta_group::2', got 3 [tcgen05-cta-pair]}}
llvm.func @odd() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 3, 1, 1>} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}
// expected-error@+1 {{'llvm.func' op 'nvvm.maxclusterrank' must be at least 2 for '.cta_group::2', got 1 [tcgen05-cta-pair]}}
llvm.func @alone() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.maxclusterrank = 1 : i32} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}
// expected-warning@+1 {{'llvm.func' op 'nvvm.cluster_dim' should be stated for '.cta_group::2', with an even product [tcgen05-cta-pair-unknown]}}
llvm.func @unknown() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}

// -----

// Nothing states the registers that a thread has at the start; a block alone does not.
// expected-warning@+1 {{'llvm.func' op 'nvvm.maxnreg', or a block with 'nvvm.minctasm', should be stated, or ptxas ignores 'setmaxnreg' [setmaxnreg-ignored]}}
llvm.func @unknown_registers() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.setmaxregister increase 240
  llvm.return
}

// -----

// Every spelling of an instruction counts.
llvm.func @llvm.nvvm.tcgen05.relinq.alloc.permit.cg2()
// expected-warning@+1 {{'llvm.func' op 'nvvm.cluster_dim' should be stated for '.cta_group::2', with an even product [tcgen05-cta-pair-unknown]}}
llvm.func @function() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
  // expected-note@+1 {{the instruction is here}}
  llvm.call @llvm.nvvm.tcgen05.relinq.alloc.permit.cg2() : () -> ()
  llvm.return
}
// expected-warning@+1 {{[tcgen05-cta-pair-unknown]}}
llvm.func @intrinsic() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
  // expected-note@+1 {{the instruction is here}}
  llvm.call_intrinsic "llvm.nvvm.tcgen05.relinq.alloc.permit.cg2"() : () -> ()
  llvm.return
}
// The name in the comment is no instruction.
// expected-warning@+1 {{[tcgen05-cta-pair-unknown]}}
llvm.func @assembly() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
  llvm.inline_asm has_side_effects "// tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", "" : () -> ()
  // expected-note@+1 {{the instruction is here}}
  llvm.inline_asm has_side_effects "{ .reg .pred p; L: @!p tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned; }", "" : () -> ()
  llvm.return
}
// expected-warning@+1 {{[tcgen05-cta-pair-unknown]}}
llvm.func @inline_ptx(%p: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.inline_ptx "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.b64 [{$r0}];" ro (%p : !llvm.ptr<3>)
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
