// Legal uses of clusterlaunchcontrol: one request at a time, awaited, read, checked, and fenced before the next one.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8 warnings-as-errors' %s -o /dev/null 2>&1 | count 0

llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64

// A kernel of single CTAs, in a loop. The mbarrier is tested until the response is there.
llvm.func @persistent(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "ult" %tid, %c1 : i32
  %start = nvvm.read.ptx.sreg.ctaid.x : i32
  scf.if %first {
    nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
    nvvm.fence.mbarrier.init
  }
  nvvm.barrier0
  llvm.br ^tile(%start, %c0 : i32, i32)
^tile(%x: i32, %phase: i32):
  scf.if %first {
    nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
    nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  }
  %place = llvm.getelementptr %out[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %tid, %place : i32, !llvm.ptr<1>
  llvm.br ^wait
^wait:
  %ready = nvvm.inline_ptx "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [{$r0}], {$r1}; selp.b32 {$w0}, 1, 0, p; }" ro(%arrived, %phase : !llvm.ptr<3>, i32) -> i32
  %is_ready = llvm.icmp "ne" %ready, %c0 : i32
  llvm.cond_br %is_ready, ^read, ^wait
^read:
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  // The flag goes through a number and a function.
  %flag = llvm.zext %canceled : i1 to i32
  %taken = llvm.call @is_set(%flag) : (i32) -> i1
  llvm.cond_br %taken, ^next, ^end
^next:
  %following = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %handle : i32
  %other = llvm.xor %phase, %c1 : i32
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.barrier0
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  llvm.br ^tile(%following, %other : i32, i32)
^end:
  llvm.return
}
llvm.func internal @is_set(%flag: i32) -> i1 {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %0 = llvm.icmp "ne" %flag, %c0 : i32
  llvm.return %0 : i1
}

// The mbarrier expects the bytes of a copy, too. The request is the only one.
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<1024 x i8>
llvm.func @with_copy(%from: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(1024 : i32) : i32
  %both = llvm.mlir.constant(1040 : i32) : i32
  %ticks = llvm.mlir.constant(1000000 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %remote = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
  nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.arrive.expect_tx %arrived, %both : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.shared.cluster.global %remote, %from, %arrived, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  nvvm.mbarrier.try_wait.parity %arrived, %c0, %ticks : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  scf.if %canceled {
    %x = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %handle : i32
    llvm.store %x, %out : i32, !llvm.ptr<1>
  }
  llvm.return
}

// Aligned or unknown places of a response.
llvm.mlir.global internal @stages() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<64 x i8>
llvm.func @aligned(%mbar: !llvm.ptr<3>, %stage: i32) {
  %base = llvm.mlir.addressof @stages : !llvm.ptr<3>
  %0 = llvm.getelementptr %base[%stage, 1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i128>
  nvvm.clusterlaunchcontrol.try.cancel %0, %mbar
  llvm.return
}
llvm.func @computed(%mbar: !llvm.ptr<3>) {
  %c16 = llvm.mlir.constant(16 : i64) : i64
  %base = llvm.mlir.addressof @stages : !llvm.ptr<3>
  %0 = llvm.ptrtoint %base : !llvm.ptr<3> to i64
  %1 = llvm.add %0, %c16 : i64
  %2 = llvm.inttoptr %1 : i64 to !llvm.ptr<3>
  nvvm.clusterlaunchcontrol.try.cancel %2, %mbar
  llvm.return
}
llvm.func @unknown(%mbar: !llvm.ptr<3>, %response: !llvm.ptr<3>) {
  nvvm.clusterlaunchcontrol.try.cancel %response, %mbar
  llvm.return
}

// A loop that counts, and ends after a failure.
llvm.func @counted0(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %turns = llvm.mlir.constant(8 : i32) : i32
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  llvm.br ^turn(%c0 : i32)
^turn(%i: i32):
  %parity = llvm.and %i, %c1 : i32
  nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  nvvm.mbarrier.try_wait.parity %arrived, %parity, %c0 : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  %j = llvm.add %i, %c1 : i32
  llvm.cond_br %canceled, ^work, ^end
^work:
  %x = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %handle : i32
  llvm.store %x, %out : i32, !llvm.ptr<1>
  %odd = llvm.icmp "ne" %parity, %c0 : i32
  llvm.cond_br %odd, ^next(%j : i32), ^next(%j : i32)
^next(%k: i32):
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.barrier0
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  %more = llvm.icmp "slt" %k, %turns : i32
  llvm.cond_br %more, ^turn(%k : i32), ^end
^end:
  llvm.return
}

// A loop that counts to one: its first turn is the last one.
llvm.func @counted1(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %turns = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  llvm.br ^turn(%c0 : i32)
^turn(%i: i32):
  %parity = llvm.and %i, %c1 : i32
  nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  nvvm.mbarrier.try_wait.parity %arrived, %parity, %c0 : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  %j = llvm.add %i, %c1 : i32
  llvm.cond_br %canceled, ^work, ^next(%j : i32)
^work:
  %x = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %handle : i32
  llvm.store %x, %out : i32, !llvm.ptr<1>
  %odd = llvm.icmp "ne" %parity, %c0 : i32
  llvm.cond_br %odd, ^next(%j : i32), ^next(%j : i32)
^next(%k: i32):
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.barrier0
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  %more = llvm.icmp "slt" %k, %turns : i32
  llvm.cond_br %more, ^turn(%k : i32), ^end
^end:
  llvm.return
}
