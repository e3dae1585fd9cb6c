// Calls: each is followed with its own threads and arguments, and what it returns is known to the caller.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8 warnings-as-errors' %s -o /dev/null 2>&1 | count 0

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32

// Who allocates, who reads and which number a barrier has is decided in the caller.
llvm.func @kernel(%p: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 192, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %warp = llvm.call @warp() : () -> i32
  %is_0 = llvm.icmp "eq" %warp, %c0 : i32
  scf.if %is_0 {
    llvm.call @allocate(%c64) : (i32) -> ()
  }
  nvvm.barrier0
  %d = llvm.call @address() : () -> !llvm.ptr<6>
  // Two groups of warps, each with a barrier of its own.
  %is_low = llvm.icmp "ule" %warp, %c1 : i32
  scf.if %is_low {
    llvm.call @meet(%c1, %c64) : (i32, i32) -> ()
  } else {
    llvm.call @meet(%c2, %c128) : (i32, i32) -> ()
  }
  llvm.call @remote(%p, %c0) : (!llvm.ptr<3>, i32) -> ()
  llvm.call @remote(%p, %c1) : (!llvm.ptr<3>, i32) -> ()
  nvvm.barrier0
  scf.if %is_0 {
    nvvm.tcgen05.dealloc %d, %c64 : !llvm.ptr<6>, i32
  }
  llvm.return
}
llvm.func internal @warp() -> i32 {
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %0 = llvm.lshr %tid, %c5 : i32
  llvm.return %0 : i32
}
llvm.func internal @allocate(%columns: i32) {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  llvm.return
}
llvm.func internal @address() -> !llvm.ptr<6> {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %0 = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  llvm.return %0 : !llvm.ptr<6>
}
llvm.func internal @meet(%id: i32, %threads: i32) {
  nvvm.barrier id = %id number_of_threads = %threads
  llvm.return
}
llvm.func internal @remote(%p: !llvm.ptr<3>, %rank: i32) {
  %0 = nvvm.mapa %p, %rank : !llvm.ptr<3> -> !llvm.ptr<7>
  llvm.return
}

// A recursion, which one thread enters.
llvm.func @recursive(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    llvm.call @down(%t, %n) : (!llvm.ptr<6>, i32) -> ()
  }
  llvm.return
}
llvm.func internal @down(%t: !llvm.ptr<6>, %n: i32) {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %next = llvm.sub %n, %c1 : i32
  %more = llvm.icmp "sgt" %next, %c0 : i32
  scf.if %more {
    llvm.call @down(%t, %next) : (!llvm.ptr<6>, i32) -> ()
  }
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}

// All threads but one end: in a function that the kernel calls, and in PTX text.
llvm.func @ended_by_call(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  llvm.call @leave() : () -> ()
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}
llvm.func internal @leave() {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %others = llvm.icmp "ne" %tid, %c0 : i32
  llvm.cond_br %others, ^leave, ^stay
^leave:
  nvvm.exit
  llvm.unreachable
^stay:
  llvm.return
}
llvm.func @ended_by_text(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  llvm.inline_asm has_side_effects "{ .reg .pred p; .reg .b32 r; mov.u32 r, %tid.x; setp.ne.u32 p, r, 0; @p exit; }", "" : () -> ()
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}
llvm.func @returned_by_text(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  llvm.inline_asm has_side_effects "{ .reg .pred p; .reg .b32 r; mov.u32 r, %tid.x; setp.ne.u32 p, r, 0; @p ret; }", "" : () -> ()
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}
llvm.func @ended_by_text_of_call(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  llvm.call @leave_by_text() : () -> ()
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}
llvm.func internal @leave_by_text() {
  llvm.inline_asm has_side_effects "{ .reg .pred p; .reg .b32 r; mov.u32 r, %tid.x; setp.ne.u32 p, r, 0; @p exit; }", "" : () -> ()
  llvm.return
}

// Each return has another parameter, so that it is not known which threads come.
llvm.func internal @either(%low: i1, %n: i32, %m: i32) -> i32 {
  llvm.cond_br %low, ^one, ^two
^one:
  llvm.return %n : i32
^two:
  llvm.return %m : i32
}
llvm.func @returns(%n: i32, %m: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %low = llvm.icmp "ult" %tid, %c64 : i32
  %which = llvm.call @either(%low, %n, %m) : (i1, i32, i32) -> i32
  %is_zero = llvm.icmp "eq" %which, %c0 : i32
  scf.if %is_zero {
    nvvm.barrier id = %c1 number_of_threads = %c64
  }
  llvm.return
}
