// What ptxas reports about a kernel becomes a warning of a rule at the kernel. Every other message of ptxas is shown unchanged.
// RUN: tileiras-cc %s --gpu-name=sm_90a -o %t.cubin 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
//      CHECK:{{.*}}resources.mlir:[[#@LINE+44]]:1: warning: 'llvm.func' op 'nvvm.maxnreg' is raised to 24, got 16 [maxnreg-range]
// CHECK-NEXT:llvm.func @raised() attributes {nvvm.kernel, nvvm.maxnreg = 16 : i32} { llvm.return }
// CHECK-NEXT:^
// CHECK-NEXT:{{.*}}resources.mlir:[[#@LINE+22]]:1: warning: 'llvm.func' op spills 204 bytes of registers to memory, and loads 204 again: it uses 24 of the 24 registers a thread that 'nvvm.maxnreg' allows; 32 fit with the same 16 CTAs per SM [register-spill]
// CHECK-NEXT:llvm.func @cap(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.maxnreg = 24 : i32, nvvm.reqntid = array<i32: 128, 1, 1>} {
// CHECK-NEXT:^
// CHECK-NEXT:{{.*}}resources.mlir:[[#@LINE+25]]:1: warning: 'llvm.func' op spills 72 bytes of registers to memory, and loads 72 again: it uses 64 of the 64 registers a thread that 'nvvm.maxntid' allows; a block of 896 threads would allow 72 [register-spill]
// CHECK-NEXT:llvm.func @block(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1024, 1, 1>} {
// CHECK-NEXT:^
// CHECK-NEXT:{{.*}}resources.mlir:[[#@LINE+29]]:1: warning: 'llvm.func' op spills 148 bytes of registers to memory, and loads 148 again: it uses 32 of the 32 registers a thread that 'nvvm.minctasm' allows; 6 CTAs per SM would allow 40 [register-spill]
// CHECK-NEXT:llvm.func @floor(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.minctasm = 8 : i32, nvvm.maxntid = array<i32: 256, 1, 1>} {
// CHECK-NEXT:^

// A rule can be disabled. Spills are then not reported; a changed fact is, by ptxas itself.
// RUN: tileiras-cc %s --gpu-name=sm_90a -c --disable=register-spill,maxnreg-range -o %t.cubin 2>&1 | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=OBJECT --implicit-check-not=spills
//      OBJECT:ptxas warning : For entry raised adjusting per thread register count of 16 to lower bound of 24
// OBJECT-NEXT:{{.*}}resources.mlir:[[#@LINE+29]]:1: warning: 'llvm.func' op has 'setmaxnreg' instructions that ptxas ignores: to maintain compatibility across compilation units; compile the whole program at once, without -c [setmaxnreg-dropped]
// OBJECT-NEXT:llvm.func @moves() attributes {nvvm.kernel, nvvm.maxnreg = 128 : i32, nvvm.reqntid = array<i32: 128, 1, 1>} {
// OBJECT-NEXT:^

// A user who asks for the report of ptxas gets it.
// RUN: tileiras-cc %s --gpu-name=sm_90a --ptxas-option=-v -o %t.cubin 2>&1 | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=ASKED
//      ASKED:ptxas info    : Used 24 registers, used 0 barriers, {{.*}} bytes cumulative stack size
//      ASKED:{{.*}}resources.mlir:{{.*}}: warning: {{.*}} [register-spill]

llvm.func @cap(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.maxnreg = 24 : i32, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %a = llvm.load volatile %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<64xi32>
  %m = llvm.mul %a, %a : vector<64xi32>
  llvm.store volatile %m, %p {alignment = 16 : i64} : vector<64xi32>, !llvm.ptr<1>
  llvm.return
}
llvm.func @block(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1024, 1, 1>} {
  %a = llvm.load volatile %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<64xi32>
  %b = llvm.load volatile %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<64xi32>
  %m = llvm.mul %a, %b : vector<64xi32>
  llvm.store volatile %m, %p {alignment = 16 : i64} : vector<64xi32>, !llvm.ptr<1>
  llvm.return
}
llvm.func @floor(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.minctasm = 8 : i32, nvvm.maxntid = array<i32: 256, 1, 1>} {
  %a = llvm.load volatile %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<64xi32>
  %m = llvm.mul %a, %a : vector<64xi32>
  llvm.store volatile %m, %p {alignment = 16 : i64} : vector<64xi32>, !llvm.ptr<1>
  llvm.return
}
llvm.func @raised() attributes {nvvm.kernel, nvvm.maxnreg = 16 : i32} { llvm.return }
llvm.func @moves() attributes {nvvm.kernel, nvvm.maxnreg = 128 : i32, nvvm.reqntid = array<i32: 128, 1, 1>} {
  nvvm.setmaxregister decrease 40
  llvm.return
}
