// clusterlaunchcontrol: who requests, what is expected, awaited, read and checked, and what is between two requests.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8' %s --split-input-file --verify-diagnostics

llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// A request where the last one has failed. The flag is inverted.
// expected-note@+1 {{the kernel is here}}
llvm.func @again_after_failure() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %true = llvm.mlir.constant(true) : i1
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  nvvm.mbarrier.try_wait.parity %arrived, %c0, %c0 : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  %failed = llvm.xor %canceled, %true : i1
  llvm.cond_br %failed, ^again, ^end
^again:
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.barrier0
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
  // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op must not request another cancellation where one has failed [clc-after-failure]}}
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  nvvm.mbarrier.try_wait.parity %arrived, %c1, %c0 : !llvm.ptr<3>, i32, i32
  llvm.br ^end
^end:
  llvm.return
}

// -----

// A loop that goes on after a failure. The request is in a function that the loop calls.
llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// expected-note@+1 {{the kernel is here}}
llvm.func @loop(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  llvm.br ^again
^again:
  // expected-note@+1 {{inlined by this call}}
  llvm.call @request() : () -> ()
  nvvm.mbarrier.try_wait.parity %arrived, %c0, %c0 : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  scf.if %canceled {
    %x = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %handle : i32
    llvm.store %x, %out : i32, !llvm.ptr<1>
  }
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.barrier0
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  llvm.br ^again
}
llvm.func internal @request() {
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
  // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op must not request another cancellation where one has failed [clc-after-failure]}}
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  llvm.return
}

// -----

// Every thread of the block requests; one thread of each CTA requests for the cluster.
llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
// expected-note@+1 {{the kernel is here}}
llvm.func @issue(%mbar: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  nvvm.mbarrier.expect_tx %mbar, %bytes : !llvm.ptr<3>, i32
  // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op must be issued by a single thread, 64 threads get here [clc-issue]}}
  nvvm.clusterlaunchcontrol.try.cancel %response, %mbar
  nvvm.mbarrier.try_wait.parity %mbar, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @issue_for_cluster(%mbar: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    nvvm.mbarrier.expect_tx %mbar, %bytes : !llvm.ptr<3>, i32
    // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op must be issued by one thread of the cluster, 2 CTAs get here [clc-issue]}}
    nvvm.clusterlaunchcontrol.try.cancel multicast, %response, %mbar
  }
  nvvm.mbarrier.try_wait.parity %mbar, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}

// -----

// The same address, computed twice. Another mbarrier may expect any number of bytes.
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
// expected-note@+1 {{the kernel is here}}
llvm.func @bytes(%response: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %base = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %first = llvm.getelementptr %base[0, 1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<2 x i64>
  %other = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %second = llvm.getelementptr %other[0, 1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<2 x i64>
  nvvm.mbarrier.init %base, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %first, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.expect_tx %base, %c64 : !llvm.ptr<3>, i32
  // expected-warning@+1 {{'nvvm.mbarrier.arrive.expect_tx' op should expect the 16 bytes of 'try_cancel', got 8 [clc-transaction-bytes]}}
  nvvm.mbarrier.arrive.expect_tx %first, %c8 : !llvm.ptr<3>, i32
  nvvm.clusterlaunchcontrol.try.cancel %response, %second
  nvvm.mbarrier.try_wait.parity %second, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}
// expected-warning@+1 {{'llvm.func' op no 'expect_tx' is reached for the 16 bytes of 'try_cancel' [clc-transaction-bytes]}}
llvm.func @no_bytes(%response: !llvm.ptr<3>, %mbar: !llvm.ptr<3>) attributes {nvvm.kernel} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.clusterlaunchcontrol.try.cancel %response, %mbar
  llvm.return
}

// -----

// Places of a response that are not aligned to 16 bytes. The kernel does not call these functions.
llvm.func @kernel() attributes {nvvm.kernel} {
  llvm.return
}
llvm.mlir.global internal @narrow() {addr_space = 3 : i32} : !llvm.array<4 x i32>
llvm.mlir.global internal @stages() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<64 x i8>
// expected-note@+1 {{the function is here}}
llvm.func @variable(%mbar: !llvm.ptr<3>) {
  %narrow = llvm.mlir.addressof @narrow : !llvm.ptr<3>
  // expected-warning@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op response should be aligned to 16 bytes, got 4 [clc-response-alignment]}}
  nvvm.clusterlaunchcontrol.try.cancel %narrow, %mbar
  llvm.return
}
// expected-note@+1 {{the function is here}}
llvm.func @offset(%mbar: !llvm.ptr<3>) {
  %base = llvm.mlir.addressof @stages : !llvm.ptr<3>
  %0 = llvm.getelementptr %base[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // expected-warning@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op response should be aligned to 16 bytes, got 8 [clc-response-alignment]}}
  nvvm.clusterlaunchcontrol.try.cancel %0, %mbar
  llvm.return
}
// expected-note@+1 {{the function is here}}
llvm.func @computed(%mbar: !llvm.ptr<3>) {
  %c24 = llvm.mlir.constant(24 : i64) : i64
  %base = llvm.mlir.addressof @stages : !llvm.ptr<3>
  %0 = llvm.ptrtoint %base : !llvm.ptr<3> to i64
  %1 = llvm.add %0, %c24 : i64
  %2 = llvm.inttoptr %1 : i64 to !llvm.ptr<3>
  // expected-warning@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op response should be aligned to 16 bytes, got 8 [clc-response-alignment]}}
  nvvm.clusterlaunchcontrol.try.cancel %2, %mbar
  llvm.return
}

// -----

llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// The response is read before the wait, and the first CTA where the request may have failed.
// expected-note@+1 {{the kernel is here}}
llvm.func @early(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  // expected-error@+1 {{'llvm.load' op reads the response of 'try_cancel' without a wait on its mbarrier [clc-response-wait]}}
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  nvvm.mbarrier.try_wait.parity %arrived, %c0, %c0 : !llvm.ptr<3>, i32, i32
  // expected-error@+1 {{'nvvm.clusterlaunchcontrol.query.cancel' op reads the first CTA of a response where 'is_canceled' is not known to be true [clc-canceled-unchecked]}}
  %x = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %handle : i32
  llvm.store %x, %out : i32, !llvm.ptr<1>
  llvm.return
}
// Two requests into the same response, one after the other.
// expected-note@+1 {{the kernel is here}}
llvm.func @pending() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op requests again without a wait for the last response [clc-response-wait]}}
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  nvvm.mbarrier.try_wait.parity %arrived, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}

// -----

llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// Nothing orders the read of a response and the next one.
// expected-note@+1 {{the kernel is here}}
llvm.func @no_fence() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  llvm.br ^again
^again:
  scf.if %first {
    nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
    // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op overwrites a response that was read; between the two there must be a proxy fence [clc-proxy-fence]}}
    nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  }
  nvvm.mbarrier.try_wait.parity %arrived, %c0, %c0 : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  llvm.cond_br %canceled, ^next, ^end
^next:
  nvvm.barrier0
  llvm.br ^again
^end:
  llvm.return
}

// -----

llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// The read can be after the barrier.
// expected-note@+1 {{the kernel is here}}
llvm.func @no_release() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  llvm.br ^again
^again:
  scf.if %first {
    nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
    // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op overwrites a response that was read; between the two there must be a release fence of the proxy before the barrier [clc-proxy-fence]}}
    nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  }
  nvvm.mbarrier.try_wait.parity %arrived, %c0, %c0 : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  llvm.cond_br %canceled, ^next, ^end
^next:
  nvvm.barrier0
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  llvm.br ^again
^end:
  llvm.return
}

// -----

llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// The next response can be before the barrier.
// expected-note@+1 {{the kernel is here}}
llvm.func @no_acquire() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  llvm.br ^again
^again:
  scf.if %first {
    nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
    // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op overwrites a response that was read; between the two there must be an acquire fence of the proxy after the barrier [clc-proxy-fence]}}
    nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  }
  nvvm.mbarrier.try_wait.parity %arrived, %c0, %c0 : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  llvm.cond_br %canceled, ^next, ^end
^next:
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.barrier0
  llvm.br ^again
^end:
  llvm.return
}

// -----

llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// Other threads can still read.
// expected-note@+1 {{the kernel is here}}
llvm.func @no_barrier() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  llvm.br ^again
^again:
  scf.if %first {
    nvvm.mbarrier.arrive.expect_tx %arrived, %bytes : !llvm.ptr<3>, i32
    // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op overwrites a response that was read; between the two there must be a barrier [clc-proxy-fence]}}
    nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  }
  nvvm.mbarrier.try_wait.parity %arrived, %c0, %c0 : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  llvm.cond_br %canceled, ^next, ^end
^next:
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  llvm.br ^again
^end:
  llvm.return
}

// -----

// The response is written to both CTAs, and only the one that requests waits for it.
llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
// expected-note@+1 {{the kernel is here}}
llvm.func @leaves(%mbar: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %bytes = llvm.mlir.constant(16 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %leads = llvm.icmp "eq" %rank, %c0 : i32
  nvvm.mbarrier.expect_tx %mbar, %bytes : !llvm.ptr<3>, i32
  scf.if %leads {
    // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op sends the response to all CTAs of the cluster, of which one may have exited [clc-multicast-exit]}}
    nvvm.clusterlaunchcontrol.try.cancel multicast, %response, %mbar
    nvvm.mbarrier.try_wait.parity %mbar, %c0, %c0 : !llvm.ptr<3>, i32, i32
  }
  llvm.return
}

// -----

// A loop of eight turns goes on after a failure in the first one.
llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// expected-note@+1 {{the kernel is here}}
llvm.func @counted(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
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
  // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op must not request another cancellation where one has failed [clc-after-failure]}}
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
