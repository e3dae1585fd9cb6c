// With the option `pedantic`, a remark names each instruction whose threads are not known, and each kernel of which no
// launch is executed to its end. Without it nothing is said.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8 pedantic' %s --verify-diagnostics -o /dev/null
// RUN: grep -v expected- %s > %t.mlir
// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8' %t.mlir -o /dev/null 2>&1 | count 0
// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8 pedantic disable=thread-set-unknown,launch-unknown' %t.mlir -o /dev/null 2>&1 | count 0
// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8 pedantic warnings-as-errors disable=launch-unknown' %t.mlir -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
// CHECK-COUNT-12: remark: {{.*}} [thread-set-unknown]
// CHECK-NOT: remark:

// Conditions that are computed from memory, and of a number that the launch gives.
// expected-note@+2 {{the kernel is here}}
// expected-remark@+1 {{'llvm.func' op is not checked in launches: each launch depends on values that are not known [launch-unknown]}}
llvm.func @memory(%t: !llvm.ptr<6>, %m: !llvm.ptr<3>, %in: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %all = llvm.mlir.constant(-1 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %place = llvm.getelementptr %in[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i1
  %flag = llvm.load %place : !llvm.ptr<1> -> i1
  scf.if %flag {
    // expected-remark@+1 {{'nvvm.tcgen05.wait' op is executed by threads that are not known, and is not checked [thread-set-unknown]}}
    nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
    // expected-remark@+1 {{'nvvm.tcgen05.relinquish_alloc_permit' op is executed by threads that are not known, and is not checked [thread-set-unknown]}}
    nvvm.tcgen05.relinquish_alloc_permit
    // expected-remark@+1 {{'nvvm.tcgen05.commit' op is executed by threads that are not known, and is not checked [thread-set-unknown]}}
    nvvm.tcgen05.commit %m : !llvm.ptr<3>
    // expected-remark@+1 {{'nvvm.vote.sync' op is executed by threads that are not known, and is not checked [thread-set-unknown]}}
    %0 = nvvm.vote.sync ballot %all, %flag -> i32
    // expected-remark@+1 {{'nvvm.barrier0' op is executed by threads that are not known, and is not checked [thread-set-unknown]}}
    nvvm.barrier0
    // expected-remark@+1 {{'llvm.inline_asm' op is executed by threads that are not known, and is not checked [thread-set-unknown]}}
    llvm.inline_asm has_side_effects "bar.sync 1, 64;", "~{memory}" : () -> ()
  }
  %is_n = llvm.icmp "eq" %tid, %n : i32
  scf.if %is_n {
    // expected-remark@+1 {{'nvvm.tcgen05.shift' op is executed by threads that are not known, and is not checked [thread-set-unknown]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.return
}

// A condition that is the same in the CTA, or in the warp, does not divide a warp.
// expected-remark@+1 {{'llvm.func' op is not checked in launches: each launch depends on values that are not known [launch-unknown]}}
llvm.func @uniform(%in: !llvm.ptr<3>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %same = llvm.icmp "sgt" %n, %c0 : i32
  scf.if %same {
    nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  }
  %flag = llvm.load %in : !llvm.ptr<3> -> i1
  scf.if %flag {
    nvvm.tcgen05.wait #nvvm.tcgen05_wait<store>
  }
  llvm.return
}

// What a function of another module returns; any of its threads may have ended.
llvm.func @other_module(i32) -> i1
// expected-note@+2 {{the kernel is here}}
// expected-remark@+1 {{'llvm.func' op is not checked in launches: code is called that is not in the file [launch-unknown]}}
llvm.func @outside(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %one = llvm.call @other_module(%tid) : (i32) -> i1
  scf.if %one {
    // expected-remark@+1 {{'nvvm.tcgen05.shift' op is executed by threads that are not known, and is not checked [thread-set-unknown]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.return
}

// A function that no kernel of the module calls.
// expected-note@+1 {{the function is here}}
llvm.func @library(%t: !llvm.ptr<6>) {
  // expected-remark@+1 {{'nvvm.tcgen05.shift' op is executed by threads that are not known, and is not checked [thread-set-unknown]}}
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  // expected-remark@+1 {{'nvvm.tcgen05.wait' op is executed by threads that are not known, and is not checked [thread-set-unknown]}}
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  llvm.return
}

// Nothing is known of the block: one thread, or one warp, is right, and more are not.
// expected-note@+2 {{the kernel is here}}
// expected-remark@+1 {{'llvm.func' op is not checked in launches: the block is not stated [launch-unknown]}}
llvm.func @no_block(%t: !llvm.ptr<6>) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  // expected-remark@+1 {{'nvvm.tcgen05.shift' op is executed by too many threads in some blocks, and the block is not stated [thread-set-unknown]}}
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}
// expected-note@+2 {{the kernel is here}}
// expected-remark@+1 {{'llvm.func' op is not checked in launches: the block is not stated [launch-unknown]}}
llvm.func @whole_warps() attributes {nvvm.kernel} {
  // expected-remark@+1 {{'nvvm.tcgen05.relinquish_alloc_permit' op is executed by too many threads in some blocks, and the block is not stated [thread-set-unknown]}}
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.return
}
