// Contracts that have what the bodies ask for: nothing is reported.

// RUN: tileiras-opt --nvvm-verify='chip=sm_100a ptx=8.8 disable=legacy-fact-remains warnings-as-errors' %s -o /dev/null 2>&1 | count 0

// Whole warps, of which some have other work.
llvm.func @warps() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 224>} {
  nvvm.tcgen05.wait <load>
  llvm.return
}
// The tuple states the block.
module attributes {nvvm.annotations = [[@legacy, "kernel", 1, "reqntidx", 192]]} {
  llvm.func @legacy() {
    nvvm.tcgen05.fence <before>
    llvm.return
  }
}
// Whole warp groups, through calls that form a cycle.
llvm.func @groups() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 96, 4, 1>} {
  llvm.call @middle() : () -> ()
  llvm.return
}
llvm.func @middle() {
  nvvm.wgmma.fence.aligned
  llvm.call @middle() : () -> ()
  llvm.return
}
// A pair in an even cluster, and one in a cluster that the launch chooses.
llvm.func @pair() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>, nvvm.cluster_dim = array<i32: 2, 3, 1>} {
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}
// ptxas knows how many registers a thread has at the start.
llvm.func @registers() attributes {nvvm.kernel, nvvm.maxnreg = 168 : i32} {
  nvvm.setmaxregister increase 240
  llvm.return
}
llvm.func @share() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 384>, nvvm.minctasm = 1 : i32} {
  nvvm.setmaxregister increase 240
  llvm.return
}
// A function that is no kernel states nothing. What it does is asked of the kernels that call it.
llvm.func @helper() {
  nvvm.wgmma.fence.aligned
  nvvm.tcgen05.relinquish_alloc_permit
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}
