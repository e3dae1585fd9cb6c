// Two threads access a word of shared memory, one of them writes it, and nothing orders them. Where the block is stated, that is an
// error; where it is bounded, a warning that names a launch.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90 ptx=8.0' %s --split-input-file --verify-diagnostics

llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<64 x i32>
llvm.func @exchange(%to: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %all = llvm.mlir.constant(-1 : i32) : i32
  %half = llvm.mlir.constant(32 : i32) : i32
  %a = llvm.mlir.addressof @a : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.xor %t, %half : i32
  %own = llvm.getelementptr %a[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %peer = llvm.getelementptr %a[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  // expected-note@+2 {{the other access is here}}
  // expected-error@+1 {{'llvm.store' op accesses a word of shared memory that another thread accesses, and nothing orders them, in every launch [data-race]}}
  llvm.store %t, %own : i32, !llvm.ptr<3>
  // The barrier is for one warp.
  nvvm.bar.warp.sync %all : i32
  // expected-note@+2 {{the other access is here}}
  // expected-error@+1 {{'llvm.load' op accesses a word of shared memory that another thread accesses, and nothing orders them, in every launch [data-race]}}
  %v = llvm.load %peer : !llvm.ptr<3> -> i32
  %place = llvm.getelementptr %to[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %place : i32, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<64 x i32>
llvm.func @bounded(%to: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>} {
  %half = llvm.mlir.constant(32 : i32) : i32
  %a = llvm.mlir.addressof @a : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.xor %t, %half : i32
  %own = llvm.getelementptr %a[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %peer = llvm.getelementptr %a[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  // expected-note@+2 {{the other access is here}}
  // expected-warning@+1 {{'llvm.inline_asm' op accesses a word of shared memory that another thread accesses, and nothing orders them, in a launch of 64 threads [data-race]}}
  llvm.inline_asm has_side_effects "st.shared.b32 [$0], $1;", "r,r,~{memory}" %own, %t : (!llvm.ptr<3>, i32) -> ()
  // expected-note@+2 {{the other access is here}}
  // expected-warning@+1 {{'llvm.load' op accesses a word of shared memory that another thread accesses, and nothing orders them, in a launch of 64 threads [data-race]}}
  %v = llvm.load %peer : !llvm.ptr<3> -> i32
  %place = llvm.getelementptr %to[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %place : i32, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<64 x i32>
llvm.func @loop(%to: !llvm.ptr<1>, %turns: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %half = llvm.mlir.constant(32 : i32) : i32
  %a = llvm.mlir.addressof @a : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %other = llvm.xor %t, %half : i32
  %own = llvm.getelementptr %a[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %peer = llvm.getelementptr %a[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  scf.for %turn = %zero to %turns step %one : i32 {
    // expected-warning@+1 {{'llvm.store' op accesses a word of shared memory that another thread accesses, and nothing orders them, in a launch of 64 threads whose integer arguments are 4 [data-race]}}
    llvm.store %turn, %own : i32, !llvm.ptr<3>
    nvvm.barrier0
    // expected-note@+1 {{the other access is here}}
    %v = llvm.load %peer : !llvm.ptr<3> -> i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
  }
  llvm.return
}
