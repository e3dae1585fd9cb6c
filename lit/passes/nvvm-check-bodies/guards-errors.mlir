// Conditions that do not select a single thread. What is not certain is not reported.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8' %s --verify-diagnostics -o /dev/null

// Another comparison, another id, the wrong branch, truncated bits, a switch with two cases.
// expected-note@+1 {{the kernel is here}}
llvm.func @wider(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 4, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i2) : i2
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %y = nvvm.read.ptx.sreg.tid.y : i32
  %lane = nvvm.read.ptx.sreg.laneid : i32
  // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 128 threads get here [tcgen05-single-thread-issue]}}
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  %below = llvm.icmp "ult" %x, %c2 : i32
  scf.if %below {
    // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 8 threads get here [tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %row = llvm.icmp "eq" %y, %c0 : i32
  scf.if %row {
    // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 32 threads get here [tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  // The first thread of each row, and a lane of each warp.
  %column = llvm.icmp "eq" %x, %c0 : i32
  scf.if %column {
    // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 4 threads get here [tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %elected = nvvm.elect.sync -> i1
  scf.if %elected {
    // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 4 threads get here [tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  } else {
    // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 124 threads get here [tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %product = llvm.mul %x, %y : i32
  %is_zero = llvm.icmp "eq" %product, %c0 : i32
  scf.if %is_zero {
    // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 35 threads get here [tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %cut = llvm.trunc %x : i32 to i2
  %cut_3 = llvm.icmp "eq" %cut, %c3 : i2
  scf.if %cut_3 {
    // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 32 threads get here [tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.switch %lane : i32, ^end [0: ^v, 7: ^v]
^v:
  // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 8 threads get here [tcgen05-single-thread-issue]}}
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.br ^end
^end:
  llvm.return
}

// The sides of a branch meet again: the guard has ended. A loop does not select.
// expected-note@+1 {{the kernel is here}}
llvm.func @ended(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %elected = nvvm.elect.sync -> i1
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 32 threads get here [tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.cond_br %elected, ^one, ^both
^one:
  llvm.br ^both
^both:
  // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 32 threads get here [tcgen05-single-thread-issue]}}
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}

// A guard of another warp or lane that some thread of the warp contradicts, in PTX text.
// expected-note@+1 {{the kernel is here}}
llvm.func @text(%a: i32, %any: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 192, 1, 1>} {
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.icmp "ult" %tid, %c32 : i32
  // expected-error@+1 {{'llvm.inline_asm' op must be issued by a single thread, 186 threads get here [tcgen05-single-thread-issue]}}
  llvm.inline_asm has_side_effects "{ .reg .pred p; elect.sync _|p, -1; @!p tcgen05.shift.cta_group::1.down [$0]; }", "r" %a : (i32) -> ()
  // expected-error@+1 {{'llvm.inline_asm' op must be issued by a single thread, 32 threads get here [tcgen05-single-thread-issue]}}
  llvm.inline_asm has_side_effects "@$1 tcgen05.shift.cta_group::1.down [$0];", "r,b" %a, %warp : (i32, i1) -> ()
  // The kernel can decide not to do it, but if it does, all threads do.
  // expected-error@+1 {{'nvvm.inline_ptx' op must be issued by a single thread, 192 threads get here [tcgen05-single-thread-issue]}}
  nvvm.inline_ptx "tcgen05.shift.cta_group::1.down [{$r0}];" ro (%a : i32), predicate = %any
  llvm.return
}

// The same function, called rightly and wrongly.
// expected-note@+1 {{the kernel is here}}
llvm.func @calls(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %one = llvm.icmp "eq" %tid, %c1 : i32
  scf.if %one {
    llvm.call @issue(%t) : (!llvm.ptr<6>) -> ()
    llvm.call @issue_of_one(%t) : (!llvm.ptr<6>) -> ()
  }
  %some = llvm.icmp "ne" %tid, %c0 : i32
  scf.if %some {
    // expected-note@+1 {{inlined by this call}}
    llvm.call @issue(%t) : (!llvm.ptr<6>) -> ()
  }
  llvm.return
}
llvm.func internal @issue(%t: !llvm.ptr<6>) {
  // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 63 threads get here [tcgen05-single-thread-issue]}}
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}
llvm.func internal @issue_of_one(%t: !llvm.ptr<6>) {
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}

// Not certain: the block, the number of threads below %n, which of the two holds.
llvm.func @unknown(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  %below = llvm.icmp "ult" %tid, %n : i32
  scf.if %below {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %y = nvvm.read.ptx.sreg.tid.y : i32
  %row = llvm.icmp "eq" %y, %c0 : i32
  scf.if %row {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.return
}
llvm.func @not_certain(%t: !llvm.ptr<6>, %n: i32, %any: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %is_n = llvm.icmp "eq" %tid, %n : i32
  scf.if %is_n {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  %elected = nvvm.elect.sync -> i1
  %or = llvm.or %elected, %any : i1
  scf.if %or {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.return
}
