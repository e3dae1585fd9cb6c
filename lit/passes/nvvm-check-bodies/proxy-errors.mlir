// The tile is copied out without a step of isa-proxy.mlir.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90 ptx=8.0' %s --split-input-file --verify-diagnostics

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>
llvm.func @no_fence(%to: !llvm.ptr<1>, %turns: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %size = llvm.mlir.constant(256 : i32) : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %is_first = llvm.icmp "eq" %tid, %c0 : i32
  %own = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.br ^fill(%c0 : i32)
^fill(%turn: i32):
  // expected-note@+1 {{the other access is here}}
  llvm.store %turn, %own : i32, !llvm.ptr<3>
  nvvm.barrier0
  llvm.cond_br %is_first, ^copy, ^copied
^copy:
  // expected-warning@+1 {{'nvvm.cp.async.bulk.global.shared.cta' op reads what threads have stored, without 'fence.proxy.async' after the stores, in a launch of 64 threads whose integer arguments are 1 [async-proxy-fence]}}
  nvvm.cp.async.bulk.global.shared.cta %to, %tile, %size : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.wait_group 0 {read}
  llvm.br ^copied
^copied:
  nvvm.barrier0
  %next = llvm.add %turn, %c1 : i32
  %more = llvm.icmp "ult" %next, %turns : i32
  llvm.cond_br %more, ^fill(%next : i32), ^end
^end:
  llvm.return
}

// -----

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>
llvm.func @no_fence_tensor(%map: !llvm.ptr, %turns: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %size = llvm.mlir.constant(256 : i32) : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %is_first = llvm.icmp "eq" %tid, %c0 : i32
  %own = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.br ^fill(%c0 : i32)
^fill(%turn: i32):
  // expected-note@+1 {{the other access is here}}
  llvm.store %turn, %own : i32, !llvm.ptr<3>
  nvvm.barrier0
  llvm.cond_br %is_first, ^copy, ^copied
^copy:
  // expected-warning@+1 {{'nvvm.cp.async.bulk.tensor.global.shared.cta' op reads what threads have stored, without 'fence.proxy.async' after the stores, in a launch of 64 threads whose integer arguments are 1 [async-proxy-fence]}}
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%c0] : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.wait_group 0 {read}
  llvm.br ^copied
^copied:
  nvvm.barrier0
  %next = llvm.add %turn, %c1 : i32
  %more = llvm.icmp "ult" %next, %turns : i32
  llvm.cond_br %more, ^fill(%next : i32), ^end
^end:
  llvm.return
}

// -----

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>
llvm.func @no_fence_intrinsic(%to: !llvm.ptr<1>, %turns: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %size = llvm.mlir.constant(256 : i32) : i32
  %hint = llvm.mlir.constant(0 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %is_first = llvm.icmp "eq" %tid, %c0 : i32
  %own = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.br ^fill(%c0 : i32)
^fill(%turn: i32):
  // expected-note@+1 {{the other access is here}}
  llvm.store %turn, %own : i32, !llvm.ptr<3>
  nvvm.barrier0
  llvm.cond_br %is_first, ^copy, ^copied
^copy:
  // expected-warning@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.cp.async.bulk.shared.cta.to.global" reads what threads have stored, without 'fence.proxy.async' after the stores, in a launch of 64 threads whose integer arguments are 1 [async-proxy-fence]}}
  llvm.call_intrinsic "llvm.nvvm.cp.async.bulk.shared.cta.to.global"(%to, %tile, %size, %hint, %false) : (!llvm.ptr<1>, !llvm.ptr<3>, i32, i64, i1) -> ()
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.wait_group 0 {read}
  llvm.br ^copied
^copied:
  nvvm.barrier0
  %next = llvm.add %turn, %c1 : i32
  %more = llvm.icmp "ult" %next, %turns : i32
  llvm.cond_br %more, ^fill(%next : i32), ^end
^end:
  llvm.return
}

// -----

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>
llvm.func @no_fence_asm(%to: !llvm.ptr<1>, %turns: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %size = llvm.mlir.constant(256 : i32) : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %is_first = llvm.icmp "eq" %tid, %c0 : i32
  %own = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.br ^fill(%c0 : i32)
^fill(%turn: i32):
  // expected-note@+1 {{the other access is here}}
  llvm.store %turn, %own : i32, !llvm.ptr<3>
  nvvm.barrier0
  llvm.cond_br %is_first, ^copy, ^copied
^copy:
  // expected-warning@+1 {{'llvm.inline_asm' op reads what threads have stored, without 'fence.proxy.async' after the stores, in a launch of 64 threads whose integer arguments are 1 [async-proxy-fence]}}
  llvm.inline_asm has_side_effects "cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], $2;", "l,r,r,~{memory}" %to, %tile, %size : (!llvm.ptr<1>, !llvm.ptr<3>, i32) -> ()
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.wait_group 0 {read}
  llvm.br ^copied
^copied:
  nvvm.barrier0
  %next = llvm.add %turn, %c1 : i32
  %more = llvm.icmp "ult" %next, %turns : i32
  llvm.cond_br %more, ^fill(%next : i32), ^end
^end:
  llvm.return
}

// -----

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>
llvm.func @no_wait(%to: !llvm.ptr<1>, %turns: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %size = llvm.mlir.constant(256 : i32) : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %is_first = llvm.icmp "eq" %tid, %c0 : i32
  %own = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.br ^fill(%c0 : i32)
^fill(%turn: i32):
  // expected-warning@+1 {{'llvm.store' op writes what other instructions can still read or write, in a launch of 64 threads whose integer arguments are 4 [async-overwrite]}}
  llvm.store %turn, %own : i32, !llvm.ptr<3>
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.barrier0
  llvm.cond_br %is_first, ^copy, ^copied
^copy:
  // expected-note@+1 {{the other access is here}}
  nvvm.cp.async.bulk.global.shared.cta %to, %tile, %size : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.commit.group
  llvm.br ^copied
^copied:
  nvvm.barrier0
  %next = llvm.add %turn, %c1 : i32
  %more = llvm.icmp "ult" %next, %turns : i32
  llvm.cond_br %more, ^fill(%next : i32), ^end
^end:
  llvm.return
}
