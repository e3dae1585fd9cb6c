// Conditions that select a single thread, in all forms, and conditions that do not. Guarded shifts are not reported.

// RUN: tileiras-opt --nvvm-verify='chip=sm_100a ptx=8.8' %s --split-input-file --verify-diagnostics -o /dev/null

llvm.func @branches(%t: !llvm.ptr<6>) attributes {nvvm.kernel} {
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
  llvm.switch %lane : i32, ^end [0: ^v, 7: ^v]
^v:
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^end
^end:
  llvm.return
}

llvm.func @regions(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel} {
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
  gpu.warp_execute_on_lane_0(%lane)[32] {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.return
}

// Guards in PTX text, the predicate of an operation, and PTX text that returns the result of elect.sync.
llvm.func @text(%t: !llvm.ptr<6>, %a: i32) attributes {nvvm.kernel} {
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
llvm.func @caller(%t: !llvm.ptr<6>) attributes {nvvm.kernel} {
  %elected = nvvm.elect.sync -> i1
  llvm.cond_br %elected, ^one, ^end
^one:
  llvm.call @issue(%t) : (!llvm.ptr<6>) -> ()
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @issue(%t: !llvm.ptr<6>) {
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}

// -----

// Conditions that are not guards: another comparison, another id, the wrong branch, a disjunction, an unknown loop
// condition, and truncated bits.
// expected-note@+1 {{the kernel is here}}
llvm.func @none(%t: !llvm.ptr<6>, %n: i32, %any: i1, %a: i32) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i2) : i2
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %y = nvvm.read.ptx.sreg.tid.y : i32
  %elected = nvvm.elect.sync -> i1
  %below = llvm.icmp "ult" %tid, %n : i32
  scf.if %below {
    // expected-warning@+1 {{[tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %row = llvm.icmp "eq" %y, %c0 : i32
  scf.if %row {
    // expected-warning@+1 {{[tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %unknown = llvm.icmp "eq" %tid, %n : i32
  scf.if %unknown {
    // expected-warning@+1 {{[tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  scf.if %elected {
  } else {
    // expected-warning@+1 {{[tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %or = llvm.or %elected, %any : i1
  scf.if %or {
    // expected-warning@+1 {{[tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %cut = llvm.trunc %tid : i32 to i2
  %cut_3 = llvm.icmp "eq" %cut, %c3 : i2
  scf.if %cut_3 {
    // expected-warning@+1 {{[tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-warning@+1 {{[tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  // expected-warning@+1 {{'llvm.inline_asm' op should be issued by a single thread}}
  llvm.inline_asm has_side_effects "{ .reg .pred p; elect.sync _|p, -1; @!p tcgen05.shift.cta_group::1.down [$0]; }", "r" %a : (i32) -> ()
  // expected-warning@+1 {{'nvvm.inline_ptx' op should be issued by a single thread}}
  nvvm.inline_ptx "tcgen05.shift.cta_group::1.down [{$r0}];" ro (%a : i32), predicate = %any
  llvm.cond_br %elected, ^one, ^both
^one:
  llvm.br ^both
^both:
  // expected-warning@+1 {{[tcgen05-single-thread-issue]}}
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}
