// Conditions that select a single thread, in all forms: none of the guarded instructions is reported.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8 pedantic disable=launch-unknown' %s --split-input-file -o /dev/null 2>&1 | count 0

// One warp: a lane is a thread.
llvm.func @branches(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %true = llvm.mlir.constant(true) : i1
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c0_64 = llvm.mlir.constant(0 : i64) : i64
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %lane = nvvm.read.ptx.sreg.laneid : i32
  // elect.sync, as an operation and as an intrinsic.
  %elected = nvvm.elect.sync -> i1
  llvm.cond_br %elected, ^a, ^b
^a:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^b
^b:
  %mask = llvm.mlir.constant(-1 : i32) : i32
  %pair = llvm.call_intrinsic "llvm.nvvm.elect.sync"(%mask) : (i32) -> !llvm.struct<(i32, i1)>
  %second = llvm.extractvalue %pair[1] : !llvm.struct<(i32, i1)>
  llvm.cond_br %second, ^c, ^d
^c:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^d
  // A thread id or a lane id, equal to a constant: directly, negated, through casts, as a mask or a remainder.
^d:
  %thread_0 = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %thread_0, ^e, ^f
^e:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^f
^f:
  %other = llvm.icmp "ne" %lane, %c5 : i32
  llvm.cond_br %other, ^h, ^g
^g:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^h
^h:
  %wide = llvm.zext %tid : i32 to i64
  %wide_0 = llvm.icmp "eq" %c0_64, %wide : i64
  %not = llvm.xor %wide_0, %true : i1
  llvm.cond_br %not, ^j, ^i
^i:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^j
^j:
  %masked = llvm.and %tid, %c31 : i32
  %masked_0 = llvm.icmp "eq" %masked, %c0 : i32
  llvm.cond_br %masked_0, ^k, ^l
^k:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^l
^l:
  %rest = llvm.urem %tid, %c32 : i32
  %rest_0 = llvm.icmp "ult" %rest, %c1 : i32
  llvm.cond_br %rest_0, ^m, ^n
^m:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^n
  // A conjunction, a disjunction that is false, and the cases of a switch.
^n:
  %warp = llvm.lshr %tid, %c5 : i32
  %warp_1 = llvm.icmp "eq" %warp, %c1 : i32
  %and = llvm.and %warp_1, %elected : i1
  llvm.cond_br %and, ^o, ^p
^o:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^p
^p:
  %false = llvm.mlir.constant(false) : i1
  %select = llvm.select %warp_1, %elected, %false : i1, i1
  llvm.cond_br %select, ^q, ^r
^q:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^r
^r:
  %not_elected = llvm.xor %elected, %true : i1
  %or = llvm.or %not_elected, %warp_1 : i1
  llvm.cond_br %or, ^u, ^s
^s:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^u
^u:
  llvm.switch %lane : i32, ^end [7: ^v]
^v:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^end
^end:
  llvm.return
}

// Guards in PTX text, the predicate of an operation, and PTX text that returns the result of elect.sync.
llvm.func @text(%t: !llvm.ptr<6>, %a: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %elected = nvvm.elect.sync -> i1
  llvm.inline_asm has_side_effects "{ .reg .pred p; elect.sync _|p, -1; @p tcgen05.shift.cta_group::1.down [$0]; }", "r" %a : (i32) -> ()
  llvm.inline_asm has_side_effects "{ .reg .pred p; setp.eq.u32 p, %tid.x, 0; @p tcgen05.shift.cta_group::1.down [$0]; }", "r" %a : (i32) -> ()
  llvm.inline_asm has_side_effects "@$1 tcgen05.shift.cta_group::1.down [$0];", "r,b" %a, %elected : (i32, i1) -> ()
  nvvm.inline_ptx "tcgen05.shift.cta_group::1.down [{$r0}];" ro (%a : i32), predicate = %elected
  %chosen = llvm.inline_asm has_side_effects "{ .reg .pred p; elect.sync _|p, -1; selp.b32 $0, 1, 0, p; }", "=r" : () -> i32
  %one = llvm.icmp "ne" %chosen, %c0 : i32
  llvm.cond_br %one, ^one, ^end
^one:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^end
^end:
  llvm.return
}

// A guard applies to the functions that are called under it.
llvm.func @caller(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %elected = nvvm.elect.sync -> i1
  llvm.cond_br %elected, ^one, ^end
^one:
  llvm.call @issue(%t) : (!llvm.ptr<6>) -> ()
  llvm.br ^end
^end:
  llvm.return
}
llvm.func internal @issue(%t: !llvm.ptr<6>) {
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}

// Six warps: the guard selects the warp, too. Each form of a comparison of the thread id.
llvm.func @comparisons(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 192, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c191 = llvm.mlir.constant(191 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %lane = nvvm.read.ptx.sreg.laneid : i32
  %below = llvm.icmp "ult" %tid, %c1 : i32
  scf.if %below {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %last = llvm.icmp "sge" %tid, %c191 : i32
  scf.if %last {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %not_zero = llvm.icmp "ugt" %tid, %c0 : i32
  scf.if %not_zero {
  } else {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  // A warp, and a lane of it: nested, as one condition, and by division.
  %warp = llvm.lshr %tid, %c5 : i32
  %warp_4 = llvm.icmp "ugt" %warp, %c0 : i32
  %elected = nvvm.elect.sync -> i1
  scf.if %warp_4 {
  } else {
    scf.if %elected {
      nvvm.tcgen05.shift %t : !llvm.ptr<6>
    }
  }
  %quotient = llvm.udiv %tid, %c32 : i32
  %rest = llvm.urem %tid, %c32 : i32
  %sum = llvm.add %quotient, %rest : i32
  %none = llvm.icmp "eq" %sum, %c0 : i32
  scf.if %none {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %warp_is_5 = llvm.icmp "eq" %quotient, %c5 : i32
  %lane_is_31 = llvm.icmp "eq" %lane, %c31 : i32
  %both = llvm.and %warp_is_5, %lane_is_31 : i1
  scf.if %both {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.switch %tid : i32, ^other [64: ^chosen]
^chosen:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^other
^other:
  // The number of the warp, broadcast from its first lane.
  %all = llvm.mlir.constant(-1 : i32) : i32
  %warp_of_0 = nvvm.shfl.sync idx %all, %quotient, %c0, %c31 : i32 -> i32
  %is_first = llvm.icmp "eq" %warp_of_0, %c0 : i32
  scf.if %is_first {
    %leader = nvvm.elect.sync -> i1
    scf.if %leader {
      nvvm.tcgen05.shift %t : !llvm.ptr<6>
    }
  }
  llvm.return
}

// Blocks of several axes: all ids together are 0, and a linear id.
llvm.func @axes(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 8, 8, 4>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c77 = llvm.mlir.constant(77 : i32) : i32
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %y = nvvm.read.ptx.sreg.tid.y : i32
  %z = nvvm.read.ptx.sreg.tid.z : i32
  %xy = llvm.or %x, %y : i32
  %xyz = llvm.or %xy, %z : i32
  %first = llvm.icmp "eq" %xyz, %c0 : i32
  scf.if %first {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %nx = nvvm.read.ptx.sreg.ntid.x : i32
  %ny = nvvm.read.ptx.sreg.ntid.y : i32
  %rows = llvm.mul %z, %ny : i32
  %row = llvm.add %rows, %y : i32
  %before = llvm.mul %row, %nx : i32
  %linear = llvm.add %before, %x : i32
  %is_77 = llvm.icmp "eq" %linear, %c77 : i32
  scf.if %is_77 {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  // One lane of the first warp, which has the ids 0 to 31.
  %is_first_warp = llvm.icmp "ult" %linear, %c32 : i32
  scf.if %is_first_warp {
    %leader = nvvm.elect.sync -> i1
    scf.if %leader {
      nvvm.tcgen05.shift %t : !llvm.ptr<6>
    }
  }
  llvm.return
}

// A guard that goes through other values: a selection, an argument of a block, a result of `scf.if`, a call.
llvm.func @passed(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 192, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %number = llvm.select %first, %c1, %c0 : i1, i32
  %is_one = llvm.trunc %number : i32 to i1
  scf.if %is_one {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  // It does not matter whether the kernel does it at all.
  %wanted = llvm.icmp "sgt" %n, %c0 : i32
  %both = llvm.select %wanted, %first, %false : i1, i1
  scf.if %both {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %chosen = scf.if %wanted -> i1 {
    scf.yield %first : i1
  } else {
    scf.yield %false : i1
  }
  scf.if %chosen {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %result = llvm.call @is_first(%tid) : (i32) -> i1
  scf.if %result {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.call @if_first(%t, %first) : (!llvm.ptr<6>, i1) -> ()
  llvm.cond_br %wanted, ^a, ^b
^a:
  llvm.br ^c(%first : i1)
^b:
  llvm.br ^c(%is_one : i1)
^c(%guard: i1):
  scf.if %guard {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.return
}
llvm.func internal @is_first(%id: i32) -> i1 {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %0 = llvm.icmp "eq" %id, %c0 : i32
  llvm.return %0 : i1
}
llvm.func internal @if_first(%t: !llvm.ptr<6>, %guard: i1) {
  scf.if %guard {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.return
}

// PTX text: predicates of several operands, and branches.
llvm.func @text_of_six_warps(%a: i32, %d: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 192, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.lshr %tid, %c5 : i32
  %in_warp = llvm.icmp "eq" %warp, %c0 : i32
  %elected = nvvm.elect.sync -> i1
  %one = llvm.and %in_warp, %elected : i1
  llvm.inline_asm has_side_effects "@$5 tcgen05.mma.cta_group::1.kind::f16 [ $0 + 0 ], $1, $2, $3, $4;", "r,l,l,r,b,b" %a, %d, %d, %c0, %in_warp, %one : (i32, i64, i64, i32, i1, i1) -> ()
  llvm.inline_asm has_side_effects "{ .reg .pred p; .reg .b32 r; mov.u32 r, %tid.x; setp.ne.u32 p, r, 17; @p bra OTHERS; tcgen05.shift.cta_group::1.down [$0]; OTHERS: }", "r" %a : (i32) -> ()
  llvm.inline_asm has_side_effects "{ .reg .pred p, q; setp.eq.u32 p, $1, 0; elect.sync _|q, -1; and.pred p, p, q; @p tcgen05.shift.cta_group::1.down [$0]; }", "r,r" %a, %warp : (i32, i32) -> ()
  llvm.return
}

// A bound, or nothing, is known of the block: the first thread is one thread in each.
llvm.func @bound(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.return
}

// -----

gpu.module @gpu {
  gpu.func @regions(%t: !llvm.ptr<6>, %n: i32) kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i0 = arith.constant 0 : index
    %x = gpu.thread_id x
    %first = arith.cmpi eq, %x, %i0 : index
    scf.if %first {
      nvvm.tcgen05.shift %t : !llvm.ptr<6>
      scf.for %i = %c0 to %n step %c1 : i32 {
        nvvm.tcgen05.shift %t : !llvm.ptr<6>
      }
    }
    %lane = gpu.lane_id
    %id = arith.index_cast %lane : index to i32
    %other = arith.cmpi ne, %id, %c0 : i32
    scf.if %other {
    } else {
      nvvm.tcgen05.shift %t : !llvm.ptr<6>
    }
    scf.while : () -> () {
      scf.condition(%first)
    } do {
      nvvm.tcgen05.shift %t : !llvm.ptr<6>
      scf.yield
    }
    gpu.return
  }
}
